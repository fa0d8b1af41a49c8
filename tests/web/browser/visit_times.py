"""Time visits of a site, and clicks in its games: python -m tests.web.browser.visit_times FOLDER [GAME ...].

Prints milliseconds. On a busy machine the figures say little: compare two sites in turns.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from pathlib import Path
from typing import Any

from tests.web.browser.plain_server import Site
from tests.web.browser.playing import click_lit, press_main_button, state

VISITS = 3
CLICKS = 30
WATCH = """
window.told = { answers: [], stalls: [], playable: 0 };
new MutationObserver((_, watcher) => {
  if (!document.querySelector('.decision')) return;
  watcher.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => (told.playable = Math.round(performance.now()))));
}).observe(document, { subtree: true, childList: true });
new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (one.duration > 100) told.stalls.push(Math.round(one.duration));
}).observe({ entryTypes: ['longtask'] });
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
"""


def _visit(context: Any, address: str, *, first: bool) -> tuple[Any, int]:
    """Return the page, and the time until its game can be played and is painted, by the page's own clock."""
    page = context.new_page()
    page.goto(address)
    if first:
        page.click(".start .primary")
    page.wait_for_function("told.playable")
    return page, page.evaluate("told.playable")


def _click(page: Any) -> None:
    chance = random.Random(3)
    for number in range(CLICKS):
        if state(page)["over"]:
            return
        if not click_lit(page, chance) or number % 6 == 5:
            press_main_button(page, chance)
        page.wait_for_timeout(200)


def _told(times: list[float]) -> str:
    times.sort()
    return f"median {statistics.median(times):.0f}, 95 % {times[len(times) * 95 // 100]:.0f}, n {len(times)}"


def main(folder: str, *games: str) -> None:
    """Print the times of each game of a site."""
    from playwright.sync_api import sync_playwright

    slugs = games or json.loads(Path(folder, "hexwright-site.json").read_text("utf-8"))["games"]
    site = Site(Path(folder))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for slug in slugs:
            address = f"{site.url}{slug}/play/index.html#play"
            visits: dict[bool, list[int]] = {True: [], False: []}
            for number in range(VISITS):
                context = browser.new_context(
                    viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
                )
                context.set_default_timeout(120_000)
                context.add_init_script(WATCH)
                for first in (True, False):
                    page, time = _visit(context, address, first=first)
                    visits[first].append(time)
                    page.wait_for_timeout(3_000)
                    if first:
                        page.close()
                if number == 0:
                    began = page.evaluate("told.stalls.length")
                    _click(page)
                    told = page.evaluate("told")
                    kinds: dict[str, list[float]] = {}
                    for kind, taken in told["answers"]:
                        kinds.setdefault(kind, []).append(taken)
                    for kind, times in sorted(kinds.items()):
                        print(f"{slug}: answer to {kind}: {_told(times)}")
                    print(f"{slug}: stalls of more than 100 in play: {told['stalls'][began:]}")
                context.close()
            print(f"{slug}: first visits {visits[True]}, second visits {visits[False]}", flush=True)
    site.server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
