"""Take pictures of a turn in play, in the real engine, for the documents.

By hand: `python -m tests.vassal.enforcement.pictures MODULE.vmod docs/images`, for each game; part of
`make docs` where VASSAL_CLASSPATH is set.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from pathlib import Path

from PIL import Image

from builder.output import write_atomically
from tests.vassal.enforcement.table import Table
from tests.vassal.enforcement.test_fire_turn import SLUG as FIRE
from tests.vassal.enforcement.test_fire_turn import FireTurn, fly_and_allocate
from tests.vassal.enforcement.turn import ATTACK, FIGHT, FLIP, LIGHTS
from validators.engine_bridge import Engine

SIZE = (1160, 780)
"""Of the player's window, in pixels."""
LINES = "keys:ctrl U"
COLOURS = 112
DICE = 6
"""With these dice the defender of the first battle has to retreat."""


class Camera:
    """Takes pictures of the player's window around a place of the map."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self.engine = engine
        self.folder = folder

    def run(self, script: str) -> None:
        """Run a script in the engine."""
        quoted = script.replace("\\", "\\\\").replace('"', '\\"')
        self.engine.evaluate(f'{{new bsh.Interpreter().eval("{quoted}; String.valueOf(1);").toString()}}')

    def aim(self, place: str) -> None:
        """Show a place of the map in the middle of a window of our size."""
        [seen] = self.engine.locate("Map", [place])
        game = "VASSAL.build.GameModule.getGameModule()"
        self.run(
            f"{game}.getPlayerWindow().setSize({SIZE[0]}, {SIZE[1]}); {game}.getPlayerWindow().validate()"
        )
        self.engine.wait(0.3)
        self.run(
            f'VASSAL.build.module.Map.getMapById("Map").centerAt(new java.awt.Point({seen.x}, {seen.y}))'
        )
        self.engine.wait(0.3)

    def take(self, name: str) -> None:
        """Take a picture and keep it in few colours, so that it is small."""
        with tempfile.TemporaryDirectory() as folder:
            window = self.engine.picture_windows(Path(folder))[0]
            with Image.open(window.file) as picture:
                small = picture.convert("RGB").quantize(
                    COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
                )
        out = io.BytesIO()
        small.save(out, "PNG", optimize=True)
        write_atomically(self.folder / f"{name}.png", out.getvalue())


def take_all(module: Path, folder: Path) -> None:
    """Play a few scenes of the first turn and take a picture of each."""
    with Engine(module) as engine:
        table, camera = Table(engine), Camera(engine, folder)
        _battle(table, camera)
        _refusal(table, camera)
        _replacements(table, camera)
        _lights(table, camera)
        _lines(table, camera)


def _battle(table: Table, camera: Camera) -> None:
    target = table.start(phases=0).unit("soviet-20")
    table.player.seed(DICE)
    camera.aim("0506")
    table.key(target, ATTACK)
    for unit in ("german-xlvi", "german-ix", "german-xx"):
        table.key(table.unit(unit), ATTACK)
    table.key(target, FIGHT)
    camera.take("play-battle")


def _refusal(table: Table, camera: Camera) -> None:
    panzer = table.start(phases=1).unit("german-xlvi")
    table.drag(table.unit("german-xxiv"), "0310")
    table.drag(table.unit("german-xlviii"), "0208")
    camera.aim("0506")
    table.drag(panzer, "0606")
    camera.take("play-refusal")


def _replacements(table: Table, camera: Camera) -> None:
    table.start(phases=2)
    camera.aim("1205")
    table.drag(table.unit("soviet-5"), "1103")
    table.drag(table.unit("soviet-10"), "0905")
    table.key(table.unit("soviet-33"), FLIP)
    table.key(table.unit("soviet-10"), LIGHTS)
    camera.take("play-replacements")


def _lights(table: Table, camera: Camera) -> None:
    table.start(phases=5)
    camera.aim("0805")
    table.key(table.unit("soviet-33"), LIGHTS)
    camera.take("play-lights")


def _lines(table: Table, camera: Camera) -> None:
    table.start(phases=0)
    table.player.hotkey("hexwright.rules.off")
    for unit, place in (("xxiv", "0509"), ("xlvi", "0707"), ("ix", "0608")):
        table.drag(table.unit(f"german-{unit}"), place)
    table.player.hotkey("hexwright.rules.strict")
    camera.aim("0606")
    table.key(table.unit("soviet-33"), LINES)
    camera.take("play-lines")


def take_fire(module: Path, folder: Path) -> None:
    """Fight a battle of fire in the first turn of a game of another kind, and take a picture of it."""
    with Engine(module) as engine:
        turn = FireTurn(Table(engine))
        turn.begin()
        fly_and_allocate(turn)
        camera = Camera(engine, folder)
        camera.aim("B2")
        turn.press("russian-western", "D", "round of fire")
        turn.press("russian-western", "L", "hit")
        turn.table.key(turn.table.unit("russian-western"), LIGHTS)
        camera.take("play-fire")


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    (take_fire if asked.module.name.startswith(FIRE) else take_all)(asked.module, asked.folder)


if __name__ == "__main__":
    main()
