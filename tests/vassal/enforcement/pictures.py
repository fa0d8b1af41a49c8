"""Take pictures of games in play, in the real engine: those of the documents, or screens to look at.

By hand: `python -m tests.vassal.enforcement.pictures MODULE.vmod docs/images` for each game, part of
`make docs`; with `--screens` every scene on every screen, as `make screens` does. Both need VASSAL_CLASSPATH
(docs/how-to/real-engine.md).
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops

from hexwright.engine_driver import Engine
from hexwright.support.atomic_writes import write_atomically
from tests.vassal.enforcement.scenes import Scene, scenes_of
from tests.vassal.enforcement.table import Table


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen that players have: its name, its pixels, and how many of them make one of the engine's."""

    name: str
    width: int
    height: int
    scale: int = 1


DOCUMENT: Final = Screen("document", 1280, 800)
SCREENS: Final = (
    Screen("1280x800", 1280, 800),
    Screen("1920x1080", 1920, 1080),
    Screen("hidpi", 2560, 1600, 2),
)
COLOURS: Final = 112
"""Of a picture in the documents, so that it is small."""
LOOKS: Final = 20
BETWEEN_LOOKS: Final = 2.0
"""Seconds: a board begins to show within a second."""


class Camera:
    """Takes pictures of what an engine's screen shows."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._usual: str | None = None

    def _run(self, script: str, value: str = "1") -> str:
        quoted = script.replace("\\", "\\\\").replace('"', '\\"')
        return self.engine.evaluate(
            f'{{new bsh.Interpreter().eval("{quoted}; String.valueOf({value});").toString()}}'
        )

    def aim(self, scene: Scene) -> None:
        """Show the scene's place of the map in the middle, at the scene's zoom or the module's own."""
        shown = 'VASSAL.build.module.Map.getMapById("Map")'
        self._usual = self._usual or self._run(f"zoomer = {shown}.getZoomer()", "zoomer.getZoomFactor()")
        self._run(f"{shown}.getZoomer().setZoomFactor({scene.zoom or self._usual})")
        if scene.middle:
            [seen] = self.engine.locate("Map", [scene.middle])
            self._run(f"{shown}.centerAt(new java.awt.Point({seen.x}, {seen.y}))")
        self.engine.wait(0.3)

    def take(self) -> Image.Image:
        """Return what the screen shows, once it no longer changes: VASSAL loads the map in the background."""
        seen = self._look()
        for _ in range(LOOKS):
            self.engine.wait(BETWEEN_LOOKS)
            before, seen = seen, self._look()
            if ImageChops.difference(before, seen).getbbox() is None:
                break
        return seen

    def _look(self) -> Image.Image:
        with tempfile.TemporaryDirectory() as folder:
            shot = self.engine.picture_screen(Path(folder) / "screen.png")
            with Image.open(shot.file) as picture:
                return picture.convert("RGB")


def play(module: Path, screen: Screen, scenes: Iterable[Scene]) -> Iterable[tuple[Scene, Image.Image]]:
    """Play scenes on a screen, and yield what is seen of each."""
    size = (screen.width, screen.height)
    with Engine(module, screen=size, scale=screen.scale) as engine:
        camera = Camera(engine)
        for scene in scenes:
            scene.play(Table(engine))
            camera.aim(scene)
            yield scene, camera.take()


def document(module: Path, folder: Path) -> None:
    """Take the pictures of the documents."""
    scenes = [scene for scene in scenes_of(module.name) if scene.picture]
    for scene, picture in play(module, DOCUMENT, scenes):
        few = picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        out = io.BytesIO()
        few.save(out, "PNG", optimize=True)
        write_atomically(folder / f"{scene.picture}.png", out.getvalue())


def screens(module: Path, folder: Path, names: tuple[str, ...] = ()) -> None:
    """Take every scene on every screen, or those named alone, as `SLUG-SCREEN-SCENE.png`."""
    slug = module.stem.rsplit("-", 1)[0]
    scenes = [scene for scene in scenes_of(module.name) if not names or scene.name in names]
    folder.mkdir(parents=True, exist_ok=True)
    for screen in SCREENS:
        for scene, picture in play(module, screen, scenes):
            file = folder / f"{slug}-{screen.name}-{scene.name}.png"
            picture.save(file)
            print(file)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", action="store_true", help="every scene on every screen")
    parser.add_argument("--scene", action="append", default=[], help="with --screens: this scene alone")
    asked = parser.parse_args()
    if asked.screens:
        screens(asked.module, asked.folder, tuple(asked.scene))
    else:
        document(asked.module, asked.folder)


if __name__ == "__main__":
    main()
