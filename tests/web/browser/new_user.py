"""A new user's first ten minutes with the page, in pictures: `make animation` writes README's from them.

From an empty folder to a game with a new hill, played to its end against the computer. `HEXWRIGHT` may name
another command than this checkout's, such as one installed from a wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from tests.web.browser.playing import state
from tests.web.browser.reading_player import ReadingPlayer

WIDE, HIGH = 1200, 760
HILL = '  hill: {name: Hill, art: hills, hexes: ["0502", "0503"]}\n'
MOST_STEPS = 4000
_OFTEN = {"a-die-is-rolled": 3, "an-attack-is-declared": 2}
"""How often a kind of step is shown, if more than once."""


class Story:
    """Pictures of the page, each with a name and how long it is shown in ms."""

    def __init__(self, page: Any, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.frames: list[tuple[bytes, int]] = []

    def show(self, name: str, ms: int) -> None:
        """Take a picture."""
        data = self.page.screenshot()
        (self.folder / f"{len(self.frames):02}-{name}.png").write_bytes(data)
        self.frames.append((data, ms))

    def write(self, path: Path, width: int = 900) -> None:
        """Write all pictures as one animated picture."""
        pictures = []
        for data, _ in self.frames:
            with Image.open(BytesIO(data)) as picture:
                height = round(picture.height * width / picture.width)
                pictures.append(picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))
        times = [ms for _, ms in self.frames]
        pictures[0].save(
            path, save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=70, method=2
        )


def told(story: Story, project: Path) -> dict[str, str]:
    """Go through all steps; return the result of the game."""
    page = story.page
    page.wait_for_selector(".board-sheet.whole")
    story.show("a-new-game", 1800)
    path = project / "data/the-ford/map.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("  wood: {name", HILL.replace("art:", "atr:") + "  wood: {name", 1), "utf-8")
    page.click("role=tab[name=/Findings/]")
    page.wait_for_selector(".finding")
    page.wait_for_selector("text=Write “art”")
    page.wait_for_timeout(400)
    story.show("a-slip-and-its-fix", 2600)
    before = page.get_attribute(".tile", "src")
    page.click("text=Write “art”")
    page.wait_for_function("() => document.querySelector('.live b').textContent === 'No errors'")
    page.wait_for_function(
        "before => [...document.querySelectorAll('.board-sheet.whole .tile')].length > 0 &&"
        " document.querySelector('.tile').getAttribute('src') !== before",
        arg=before,
    )
    page.click("role=tab[name=/0503/]")
    page.wait_for_function("() => document.querySelector('.inspector')?.textContent.includes('Hill')")
    page.wait_for_timeout(300)
    story.show("the-hill-is-drawn", 2200)
    page.click("nav >> text=Play")
    page.wait_for_selector(".start")
    page.locator(".start label.row", has_text="Blue").locator("select").select_option("greedy")
    story.show("against-the-computer", 1600)
    page.click(".start .primary")
    page.wait_for_selector(".decision")
    page.wait_for_selector(".board-sheet.whole")
    page.wait_for_timeout(600)
    story.show("the-first-turn", 1200)
    shown: dict[str, int] = {}

    def show(what: str) -> None:
        shown[what] = shown.get(what, 0) + 1
        if shown[what] <= _OFTEN.get(what, 1):
            story.show(what, 1200)

    player = ReadingPlayer(page, "red", "Reds", show)
    for _ in range(MOST_STEPS):
        if not player.step():
            break
    page.wait_for_timeout(500)
    story.show("the-end", 3000)
    return {
        "turn": state(page)["turn"],
        "end": page.inner_text(".decision"),
        "decisions": f"{player.decisions}",
        "seen": ", ".join(f"{what} {number}" for what, number in shown.items()),
    }


def main(out: Path, folder: Path) -> None:
    """Write the animated picture, and the single ones into a folder."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    command = (
        [str(Path(os.environ["HEXWRIGHT"]).absolute())]
        if "HEXWRIGHT" in os.environ
        else [sys.executable, "-m", "hexwright.cli"]
    )
    chromium = shutil.which("chromium")
    assert chromium is not None, "chromium isn't installed"
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        project = Path(place)
        (project / "data").mkdir()
        subprocess.run([*command, "new", "the-ford"], cwd=project, check=True, stdout=subprocess.DEVNULL)
        serve = [*command, "serve", "the-ford", "--no-browser", "--port", "0"]
        server = subprocess.Popen(serve, cwd=project, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            )
            page = browser.new_page(
                viewport={"width": WIDE, "height": HIGH}, reduced_motion="reduce", color_scheme="light"
            )
            page.set_default_timeout(30_000)
            page.goto(line[line.index("http://") :].strip())
            story = Story(page, folder)
            print(told(story, project))
            story.write(out)
            browser.close()
        finally:
            server.terminate()
            server.wait(20)
    print(f"{len(story.frames)} pictures, {out.stat().st_size:,} bytes, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
