// Says a sentence to screen readers, politely, through the page's one status line.
export function say(words) {
  const line = document.getElementById("says");
  if (!line) return;
  line.textContent = "";
  requestAnimationFrame(() => { line.textContent = words; });
}

// Long enough to be read twice.
const SHOWN_MS = 6000;
let shown = 0;

// The same for everybody: beside that it stands for a moment in a strip at the edge, as news do.
export function tell(words) {
  say(words);
  const line = document.getElementById("told");
  if (!line) return;
  line.textContent = words;
  line.hidden = false;
  clearTimeout(shown);
  shown = setTimeout(() => { line.hidden = true; }, SHOWN_MS);
}
