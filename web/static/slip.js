// The slip's page: prints, and writes the present minute into the field for the time.
const PRINT = "print";
const NOW = "now";

function started(id, work) {
  const button = document.getElementById(id);
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", work);
}

// The minute on the reader's own clock, as a field for a local time writes it: 2026-05-03T14:05.
function minute() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

export function startSlip() {
  started(PRINT, () => window.print());
  started(NOW, () => {
    const field = document.getElementById("time");
    field.type = "datetime-local";
    field.value = minute();
  });
}
