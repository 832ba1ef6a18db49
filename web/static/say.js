// Says a sentence to screen readers, politely, through the page's one status line.
export function say(words) {
  const line = document.getElementById("says");
  if (!line) return;
  line.textContent = "";
  requestAnimationFrame(() => { line.textContent = words; });
}
