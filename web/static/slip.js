// The slip's page: prints, and writes the present minute into the field for the time.
const PRINT = "print";
// Says in this tab's storage that the next page is printed once it is there.
const PRINTING = "slip-printing";
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

// Whether the slip's form says something else than the page that it came with.
function changed(form) {
  const came = (field) => field.defaultValue ?? [...field.options].find((option) => option.defaultSelected)?.value ?? "";
  return [...form.querySelectorAll("input, select")].some((field) => field.value !== came(field));
}

// What was typed is written on the slip first, so that the paper has it.
function printWritten(form) {
  if (!form.reportValidity()) return;
  if (!changed(form)) return window.print();
  try {
    sessionStorage.setItem(PRINTING, "1");
  } catch {
    // A browser without storage: the slip is written, and printed when asked again.
  }
  form.requestSubmit();
}

function printNow() {
  try {
    if (!sessionStorage.getItem(PRINTING)) return;
    sessionStorage.removeItem(PRINTING);
  } catch {
    return;
  }
  if (!document.getElementById(PRINT)) return;
  if (document.readyState === "complete") window.print();
  else addEventListener("load", () => window.print());
}

export function startSlip() {
  started(PRINT, (event) => printWritten(event.target.form));
  started(NOW, () => {
    const field = document.getElementById("time");
    field.type = "datetime-local";
    field.value = minute();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  printNow();
}
