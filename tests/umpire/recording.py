"""Games recorded without the module's judge; `python -m tests.umpire.recording` writes them anew."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from hexwright.engine_driver import Engine
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.saves.hands_off import HandsOff
from tests.umpire.planting import EMBATTLED, MOSCOW
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

RECORDED: Final = Path(__file__).parent / "recorded"
GAMES: Final = ((MOSCOW, 0, 3, 12), (EMBATTLED, 1, 3, 16), (MOSCOW, 1, 7, 5))
"""By game: the scenario, the seed, and how many phases are played."""


def name_of(slug: str, seed: int) -> str:
    """Return the name of a recorded log."""
    return f"{slug}-{seed}.vlog"


def record(slug: str, scenario: int, seed: int, phases: int, file: Path, module: Path) -> None:
    """Play the first phases of a game of the greedy policy by hand, and keep the log."""
    kernel = RulesEngine(game(slug), game(slug).scenarios[scenario].id)
    with Engine(module) as engine:
        engine.start(game(slug).scenarios[scenario].title, BOTH_SIDES)
        hands = HandsOff(engine, kernel)
        hands.sit()
        engine.begin_log(file)
        hands.play(kernel.set_up(seed), phases)
        engine.end_log()


def main() -> None:
    """Record all games anew."""
    with tempfile.TemporaryDirectory() as folder:
        for slug, scenario, seed, phases in GAMES:
            module = Path(folder) / f"{slug}.vmod"
            if not module.exists():
                write_module(game(slug), slug, module)
            record(slug, scenario, seed, phases, RECORDED / name_of(slug, seed), module)


if __name__ == "__main__":
    main()
