"""Games that the real engine records; `python -m tests.saves.recording` writes `recorded/` anew.

What VASSAL 3.8 writes otherwise than 3.7.26 stands in `recorded/3.8/`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hexwright.engine_driver import Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

RECORDED: Final = Path(__file__).parent / "recorded"
MOSCOW: Final = "battle-for-moscow"


def recorded(name: str, engine: str = "3.7") -> Path:
    """Return a file that the real engine wrote, in the form of a version."""
    return folder_of(engine) / name


def folder_of(engine: str) -> Path:
    """Return the folder of what a version of the engine recorded."""
    return RECORDED if engine.startswith("3.7") else RECORDED / "3.8"


def by_hand(engine: Engine, folder: Path) -> None:
    """Play as people do with the rules off: losses, drags of stacks, a die, another seat, one step undone."""
    engine.start(game(MOSCOW).scenarios[0].title, BOTH_SIDES)
    engine.hotkey("hexwright.rules.off")
    units = _units(engine)
    engine.begin_log(folder / "by-hand.vlog")
    engine.seed(1)
    engine.press("1d6")
    engine.key(units["soviet-30"], "keys:ctrl L")
    engine.drag(units["german-xli"], "Map", "0203")
    engine.drag([units["german-xli"], units["german-lvi"]], "Map", "0304")
    engine.drag(units["german-xli"], "Map", "0302")
    engine.key(units["soviet-20"], "keys:ctrl E")
    engine.key(units["soviet-19"], "keys:ctrl F")
    engine.press("Next phase")
    engine.change_side("German")
    engine.drag(units["german-v"], "Map", "0505")
    engine.undo()
    engine.drag(units["german-lvi"], "Map", "0303")
    engine.end_log()
    engine.save(folder / "by-hand.vsav")


def _units(engine: Engine) -> dict[str, str]:
    """Return the pieces of the units by the units' ids."""
    seen = engine.pieces(("Kind", "UnitId"))
    return {str(p.properties["UnitId"]): p.id for p in seen if p.properties["Kind"] == "unit"}


GAMES: Final[tuple[Callable[[Engine, Path], None], ...]] = (by_hand,)


def main() -> None:
    """Record all games anew."""
    with tempfile.TemporaryDirectory() as folder:
        module = write_module(game(MOSCOW), MOSCOW, Path(folder) / "moscow.vmod")
        with Engine(module) as engine:
            for play in GAMES:
                play(engine, folder_of(engine.module.engine))


if __name__ == "__main__":
    main()
