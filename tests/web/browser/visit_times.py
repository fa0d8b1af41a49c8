"""Time visits of a site, and clicks in its games: python -m tests.web.browser.visit_times FOLDER [GAME ...].

Prints milliseconds. On a busy machine the figures say little: compare two sites in turns.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Any

from tests.web.browser.plain_server import Site
from tests.web.browser.playing import click_lit, press_main_button, state

VISITS = 3
LATER_VISITS = 4
CLICKS = 30
CHROMIUM = "/usr/bin/chromium"
WATCH_STALLS = """
const stalls = [];
new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (one.duration > 100) stalls.push(Math.round(one.duration));
}).observe({ entryTypes: ['longtask'] });
"""
WATCH_ANSWERS = """WATCH_STALLS
window.told = { answers: [], stalls };
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (message && message.id) {
    const began = performance.now();
    const { type } = JSON.parse(message.text);
    const heard = event => {
      if (event.data.kind !== 'answer' || event.data.id !== message.id) return;
      told.answers.push([type, performance.now() - began]);
      this.removeEventListener('message', heard);
    };
    this.addEventListener('message', heard);
  }
  return post.call(this, message, ...rest);
};
""".replace("WATCH_STALLS", WATCH_STALLS)
# A page begins the first scenario, waits until its view has come and is painted, and tells when that was.
TELL = """<script>{ WATCH_STALLS
new MutationObserver((_, watcher) => {
  document.querySelector('.start .primary')?.click();
  if (!document.querySelector('.decision')) return;
  watcher.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const playable = Math.round(performance.now());
    const tell = () => fetch('/told', { method: 'POST', body: JSON.stringify({ playable, stalls }) });
    setTimeout(() => tell().then(() => { window.told = true; }), 3000);
  }));
}).observe(document, { subtree: true, childList: true });
}</script></head>""".replace("WATCH_STALLS", WATCH_STALLS)
# The page of a browser that is open already: visits the game in windows, one after the other.
VISITOR = """<!doctype html><script>(async () => {
const pause = ms => new Promise(go => setTimeout(go, ms));
await pause(6000);
for (let n = 0; n < VISITS; n++) {
  const visit = open('/GAME/play/index.html#play', '_blank', 'popup,width=1280,height=800');
  while (!visit.told) await pause(100);
  visit.close();
  await pause(500);
}
fetch('/told', { method: 'POST', body: 'null' });
})()</script>"""


class _Visited(SimpleHTTPRequestHandler):
    """Serves a site whose pages tell the times of their visits."""

    def log_message(self, *_given: Any) -> None:
        """Write no log."""

    def do_GET(self) -> None:
        """Send a file, and a page of a game with the script that tells."""
        name = self.path.split("?")[0]
        if name == "/visitor":
            page = VISITOR.replace("VISITS", str(1 + LATER_VISITS)).replace("GAME", self.server.game)  # type: ignore[attr-defined]
        elif name.endswith("/play/index.html"):
            page = Path(self.translate_path(name)).read_text("utf-8").replace("</head>", TELL)
        else:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

    def do_POST(self) -> None:
        """Take what a page tells."""
        self.server.told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()


class _VisitedServer(ThreadingHTTPServer):
    def __init__(self, folder: str, game: str) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Visited, directory=folder))
        self.game = game
        self.told: Queue[dict[str, Any] | None] = Queue()


def _visits(folder: str, game: str) -> list[dict[str, Any]]:
    """Visit a game with a new profile of the browser, then again, and return what its pages told.

    No tool watches this browser: an inspector makes a second visit of The Moscow Campaign half as long again.
    """
    server = _VisitedServer(folder, game)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with TemporaryDirectory() as profile:
        browser = subprocess.Popen(
            [
                CHROMIUM,
                "--headless=new",
                "--no-sandbox",
                "--no-first-run",
                "--disable-popup-blocking",
                "--force-prefers-reduced-motion",
                f"--user-data-dir={profile}",
                f"http://127.0.0.1:{server.server_port}/visitor",
            ],
            stderr=subprocess.DEVNULL,
        )
        try:
            told = []
            while (visit := server.told.get(timeout=120)) is not None:
                told.append(visit)
            return told
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()


def _click(page: Any) -> None:
    chance = random.Random(3)
    for number in range(CLICKS):
        if state(page)["over"]:
            return
        if not click_lit(page, chance) or number % 6 == 5:
            press_main_button(page, chance)
        page.wait_for_timeout(200)


def _told(times: Sequence[float]) -> str:
    highest = sorted(times)[len(times) * 95 // 100]
    return f"median {statistics.median(times):.0f}, 95 % {highest:.0f}, n {len(times)}"


def main(folder: str, *games: str) -> None:
    """Print the times of each game of a site."""
    from playwright.sync_api import sync_playwright

    slugs = games or json.loads(Path(folder, "hexwright-site.json").read_text("utf-8"))["games"]
    for slug in slugs:
        runs = [_visits(folder, slug) for _ in range(VISITS)]
        for name, visits in (
            ("first", [run[0] for run in runs]),
            ("later", [visit for run in runs for visit in run[1:]]),
        ):
            times = [visit["playable"] for visit in visits]
            stalls = [stall for visit in visits for stall in visit["stalls"]]
            print(
                f"{slug}: {name} visits {times}: {_told(times)}; stalls of more than 100: {stalls}",
                flush=True,
            )
    site = Site(Path(folder))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slug in slugs:
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            context.set_default_timeout(120_000)
            context.add_init_script(WATCH_ANSWERS)
            page = context.new_page()
            page.goto(f"{site.url}{slug}/play/index.html#play")
            page.click(".start .primary")
            page.wait_for_selector(".decision")
            page.wait_for_timeout(3_000)
            began = page.evaluate("told.stalls.length")
            _click(page)
            told = page.evaluate("told")
            kinds: dict[str, list[float]] = {}
            for kind, taken in told["answers"]:
                kinds.setdefault(kind, []).append(taken)
            for kind, times in sorted(kinds.items()):
                print(f"{slug}: answer to {kind}: {_told(times)}")
            print(f"{slug}: stalls of more than 100 in play: {told['stalls'][began:]}", flush=True)
            context.close()
    site.server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
