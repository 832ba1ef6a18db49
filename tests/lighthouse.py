"""What Lighthouse's scores are made of, measured over the DevTools protocol: a slow phone, the five metrics, their curves and weights.

The curves and weights are those of Lighthouse 10 to 13 for phones (core/audits/metrics/, core/config/default-config.js); throttling is
that of its `devtools` method (core/config/constants.js, mobileSlow4G): the protocol delays requests, not packets, so that 150 ms of
round trip become 562.5 ms a request and 1.6 Mbit/s become 1.47.
"""

from __future__ import annotations

import base64
import json
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCREEN = {"width": 412, "height": 823}
SLOW_CPU = 4
SLOW_NETWORK = {
    "offline": False,
    "latency": 150 * 3.75,
    "downloadThroughput": 1638.4 * 0.9 * 128,
    "uploadThroughput": 750 * 0.9 * 128,
}
QUIET_MS = 1200
"""How long the page is watched after it has loaded; what the page does by itself is over by then."""

CURVES = {"FCP": (1800, 3000), "SI": (3387, 5800), "LCP": (2500, 4000), "TBT": (200, 600), "CLS": (0.1, 0.25)}
"""The value that scores 0.9, and the one that scores 0.5."""
WEIGHTS = {"FCP": 10, "SI": 10, "LCP": 25, "TBT": 30, "CLS": 25}

WATCH = """() => {
  window.seen = { paint: [], lcp: [], shift: [], task: [] };
  const watch = (type, into, read) => new PerformanceObserver((list) => { for (const one of list.getEntries()) into.push(read(one)); })
    .observe({ type, buffered: true });
  watch("paint", seen.paint, (one) => [one.name, one.startTime]);
  watch("largest-contentful-paint", seen.lcp, (one) => one.startTime);
  watch("layout-shift", seen.shift, (one) => [one.startTime, one.value, one.hadRecentInput]);
  watch("longtask", seen.task, (one) => [one.startTime, one.duration]);
}"""
# Histograms of the frames as speedline has them: white letters of a frame do not count, progress is the share of the way from the
# first frame to the last that a frame's colours have gone.
PROGRESS = """async (frames) => {
  const histogram = async (data) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data: points } = canvas.getImageData(0, 0, image.width, image.height);
    const counts = new Array(768).fill(0);
    for (let n = 0; n < points.length; n += 4) {
      if (points[n] >= 249 && points[n + 1] >= 249 && points[n + 2] >= 249) continue;
      for (let c = 0; c < 3; c++) counts[c * 256 + points[n + c]]++;
    }
    return counts;
  };
  const all = [];
  for (const frame of frames) all.push(await histogram(frame));
  const first = new Array(768).fill(0), last = all.at(-1);
  const total = last.reduce((sum, count, n) => sum + Math.abs(count - first[n]), 0);
  return all.map((one) => total === 0 ? 1 : one.reduce((sum, count, n) => sum + Math.min(Math.abs(last[n] - first[n]), Math.abs(count - first[n])), 0) / total);
}"""


@dataclass(frozen=True)
class Load:
    """One load of a page on the slow phone: times in ms from the start, bytes over the wire, the field's readiness."""

    metrics: dict[str, float]
    usable: float
    bytes: int
    requests: int

    @property
    def score(self) -> float:
        """Lighthouse's performance score of it, 0 to 100."""
        return (
            100 * sum(WEIGHTS[name] * curve(value, *CURVES[name]) for name, value in self.metrics.items()) / sum(WEIGHTS.values())
        )


class NothingSeenError(Exception):
    """A load of which the browser recorded nothing that can be measured."""


def curve(value: float, p10: float, median: float) -> float:
    """The complement of a log-normal distribution that is 0.9 at `p10` and 0.5 at `median` (Lighthouse, shared/statistics.js)."""
    if value <= 0:
        return 1.0
    place = math.log(value / median) * 0.9061938024368232 / -math.log(p10 / median)
    return (1 - math.erf(place)) / 2


def load(browser: Browser, address: str) -> Load:
    """Load an address with an empty cache on the slow phone and measure until all is quiet.

    The clock starts when the browser asks for the page: the trace's own mark of the start is the renderer's, and a renderer that is
    new may not be traced yet when it sets it. Raises NothingSeenError where the browser recorded no frame or no paint to measure.
    """
    context = browser.new_context(viewport=SCREEN, device_scale_factor=1.75, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    wire = context.new_cdp_session(page)
    sizes: list[float] = []
    asked: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.requestWillBeSent", lambda event: asked.append(event["timestamp"] * 1e6))
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": max(1.0, SLOW_CPU / busy())})
    browser.start_tracing(page=page, screenshots=True, categories=["disabled-by-default-devtools.screenshot"])
    page.goto(address, wait_until="load")
    page.wait_for_timeout(QUIET_MS)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    seen = page.evaluate("window.seen")
    usable = page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive")
    context.close()
    first = next((time for name, time in seen["paint"] if name == "first-contentful-paint"), None)
    frames = [(e["ts"], e["args"]["snapshot"]) for e in trace if e["name"] == "Screenshot" and e["ts"] >= asked[0]]
    if first is None or not seen["lcp"] or not frames:
        raise NothingSeenError(f"{address}: {len(frames)} frames in {len(trace)} events of the trace, paints {seen['paint']}")
    metrics = {
        "FCP": first,
        "SI": max(first, speed_index(browser, asked[0], frames)),
        "LCP": max(seen["lcp"]),
        "TBT": blocking(seen["task"], first),
        "CLS": shifts(seen["shift"]),
    }
    return Load(metrics, max(first, usable), int(sum(sizes)), len(sizes))


def busy() -> float:
    """How much slower than alone a process runs here now, since others want the processor too: 1 on an idle machine.

    What others take is slowness that the phone need not be given again (Lighthouse calibrates its multiplier likewise).
    """
    wall, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < 0.15:
        math.sqrt(2.0)
    return (time.perf_counter() - wall) / (time.process_time() - used)


def speed_index(browser: Browser, start: float, frames: list[tuple[float, str]]) -> float:
    """How long, in ms, the screen was not yet what it came to be: the time of each frame by what it lacked.

    `start` and the frames' times are µs of one clock, which the protocol's events and the trace share.
    """
    sheet = browser.new_page()
    progress = sheet.evaluate(PROGRESS, [base64.b64encode(base64.b64decode(data)).decode() for _, data in frames])
    sheet.close()
    out, before, done = 0.0, start, 0.0
    for (stamp, _), part in zip(frames, progress, strict=True):
        out += (stamp - before) * (1 - done)
        before, done = stamp, part
    return out / 1000


def blocking(tasks: list[tuple[float, float]], first: float) -> float:
    """Milliseconds of tasks beyond their first 50, after the first paint."""
    return sum(max(0.0, start + length - max(start, first) - 50) for start, length in tasks if start + length > first)


def shifts(found: list[tuple[float, float, bool]]) -> float:
    """The largest sum of layout shifts within one window: gaps of less than 1 s, 5 s in all; those that follow a touch do not count."""
    most = total = 0.0
    begun = before = -math.inf
    for at, value, touched in found:
        if touched:
            continue
        if at - before >= 1000 or at - begun >= 5000:
            begun, total = at, 0.0
        before, total = at, total + value
        most = max(most, total)
    return most


def accessibility(page: Page, axe: Any) -> float:
    """Lighthouse's way to score what axe finds, 0 to 100: the rules that apply, weighted by their impact, and the share that holds."""
    found = axe.run(page).response
    weight = {"critical": 10, "serious": 7, "moderate": 3, "minor": 1, None: 1}
    failed = sum(weight[one["impact"]] for one in found["violations"])
    held = sum(weight[_impact(one)] for one in found["passes"])
    return 100 * held / (held + failed)


def _impact(rule: dict[str, Any]) -> str | None:
    """The gravest impact that one of a rule's checks would have."""
    order = ("critical", "serious", "moderate", "minor")
    impacts = {check["impact"] for node in rule["nodes"] for sort in ("any", "all", "none") for check in node[sort]}
    return next((one for one in order if one in impacts), None)
