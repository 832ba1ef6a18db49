// Keeps an offline copy of the site, once the page itself is there, and says so calmly. Without it the site works online as ever.
const HOUR_MS = 3600000;
const DAY_MS = 86400000;
// Long enough to be read twice.
const NEWS_MS = 6000;

function show(line, words) {
  line.textContent = words;
  line.hidden = false;
}

function banner(current) {
  const line = document.getElementById("offline");
  const days = Math.max(0, Math.floor((Date.now() - current.stored) / DAY_MS));
  const said = days === 0 ? line.dataset.today : days === 1 ? line.dataset.one : line.dataset.days;
  const words = said.replace("{revision}", current.kb).replace("{n}", days);
  // A screen reader says again what is written again.
  if (line.hidden || line.textContent !== words) show(line, words);
}

function heard({ data }) {
  const news = document.getElementById("news");
  if (data.sort === "offline") banner(data.current);
  else if (data.sort === "online") document.getElementById("offline").hidden = true;
  else if (news.dataset[data.sort]) {
    show(news, news.dataset[data.sort]);
    setTimeout(() => { news.hidden = true; }, NEWS_MS);
  }
}

async function keep() {
  let registered = null;
  try {
    registered = await navigator.serviceWorker.register("/sw.js", { type: "module", updateViaCache: "none" });
  } catch {
    // A private window, a full disk, a browser without module workers: no copy, and nothing else is lost.
    return;
  }
  let checked = 0;
  const check = () => {
    if (!navigator.onLine || Date.now() - checked < 1000) return;
    checked = Date.now();
    registered.active?.postMessage("check");
  };
  check();
  setInterval(check, HOUR_MS);
  addEventListener("online", check);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) check(); });
}

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.addEventListener("message", heard);
  navigator.serviceWorker.startMessages();
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
