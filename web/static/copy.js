// Copies a citation with its text and its link: plain, as Markdown, or as Discord shows it.
import { say } from "./say.js";

const markdown = (text) => text.replace(/([\\`*_[\]<>#|~])/g, "\\$1");
const quoted = (text) => text.split("\n").map((line) => `> ${line}`).join("\n");

// The forms. A language and edition in brackets follow the text, the link pinned to the document comes last.
export const FORMS = {
  plain: (c) => `${c.citation} – ${c.text.split("\n").join(" ")} (${c.label}) ${c.address}`,
  markdown: (c) => `${quoted(markdown(c.text))}\n>\n> — [${markdown(c.citation)} (${c.label})](${c.address})`,
  discord: (c) => `**${markdown(c.citation)}** (${c.label})\n${quoted(markdown(c.text))}\n<${c.address}>`,
};

// Where the clipboard is closed to the page (no https, an old browser): the old command, else the text selected for the reader.
function copyBySelection(text, near) {
  const area = document.createElement("textarea");
  area.className = "by-hand";
  area.readOnly = true;
  area.value = text;
  area.setAttribute("aria-label", document.body.dataset.copyFailed);
  near.append(area);
  area.select();
  const done = document.execCommand("copy");
  if (done) area.remove();
  else area.addEventListener("blur", () => area.remove());
  return done;
}

export async function copyCitation(actions, form = "plain") {
  const text = FORMS[form](actions.dataset);
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyBySelection(text, actions);
  }
  const words = document.body.dataset;
  say(done ? words.copied : words.copyFailed);
  const button = actions.querySelector(".copy");
  if (done && button && !button.dataset.was) {
    button.dataset.was = button.innerHTML;
    button.textContent = words.copied;
    setTimeout(() => { button.innerHTML = button.dataset.was; delete button.dataset.was; }, 1600);
  }
  return done;
}

export function showCopying(root = document) {
  for (const part of root.querySelectorAll(".copying")) part.hidden = false;
}

export function startCopying() {
  showCopying();
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".copying button[data-form]");
    for (const menu of document.querySelectorAll(".forms[open]")) {
      if (button || !menu.contains(event.target)) {
        if (button && menu.contains(button)) menu.querySelector("summary").focus();
        menu.open = false;
      }
    }
    if (button) copyCitation(button.closest(".actions"), button.dataset.form);
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector(".forms[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
