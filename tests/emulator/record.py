"""Ask the real engine what it does: `python -m tests.emulator.record` writes tests/emulator_cases/*.json.

It reads the inputs in tests/emulator_cases/inputs and needs the engine (docs/how-to/real-engine.md). With
names (expressions, play, cards, grids, setups) only those are recorded anew; do so when a set-up of a game
has changed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import astuple
from pathlib import Path
from typing import Any

import yaml

from hexwright.engine_driver import Engine, EngineError
from tests.emulator import card_ground, grid_ground
from tests.emulator.playing import play, state_of
from tests.emulator.proving_ground import write
from tests.vassal.compile.games import GAMES, game
from tests.vassal.engine.conftest import write_module

CASES = Path(__file__).parents[1] / "emulator_cases"


def main(only: list[str]) -> None:
    """Record all inputs, or those named."""
    with tempfile.TemporaryDirectory() as folder:
        if not only or "setups" in only:
            _write("setups", [row for slug in sorted(GAMES) for row in _setups(slug, Path(folder))])
        if not only or "grids" in only:
            _write("grids", _grids(Path(folder)))
        if not only or "cards" in only:
            with Engine(card_ground.write(Path(folder) / "cards.vmod")) as engine:
                _write("cards", _play(engine, _inputs("cards")))
                _write("loaded", _loaded(engine, _inputs("loaded")))
        only = [name for name in only if name not in ("setups", "grids", "cards")]
        if not only and len(sys.argv) > 1:
            return
        for leading in (True, False):
            module = write(Path(folder) / f"ground{leading:d}.vmod", leading)
            with Engine(module) as engine:
                if leading:
                    for name in only or ["expressions", "play"]:
                        _write(
                            name, (_expressions if name == "expressions" else _play)(engine, _inputs(name))
                        )
                elif not only:
                    _write(
                        "leading_zeros", _expressions(engine, {"typing": _inputs("expressions")["typing"]})
                    )


def _inputs(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((CASES / "inputs" / f"{name}.yaml").read_text("utf-8"))
    return found


def _expressions(engine: Engine, groups: dict[str, list[str]]) -> list[dict[str, Any]]:
    engine.new_game("Red")
    found = []
    for group, texts in groups.items():
        for text in texts:
            piece, _, expression = ("", "", text) if text[:1] == "{" else text.rpartition(" | ")
            seen = play(engine, ["evaluate", expression, *([piece] if piece else [])])
            found.append({"group": group, "piece": piece, "expression": expression, **seen})
    return found


def _play(engine: Engine, groups: dict[str, dict[str, list[Any]]]) -> list[dict[str, Any]]:
    found = []
    for group, cases in groups.items():
        for name, steps in cases.items():
            engine.close_game()
            engine.new_game("Red")
            done = [{"do": step, **play(engine, step)} for step in steps]
            found.append({"case": f"{group}: {name}", "steps": done})
            print(found[-1]["case"], flush=True)
    return found


def _loaded(engine: Engine, steps: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Play some steps, keep the game in loaded.vsav, and play on with what the engine loads from it."""
    engine.close_game()
    engine.new_game("Red")
    for step in steps["before"]:
        play(engine, step)
    engine.save(CASES / "loaded.vsav")
    engine.close_game()
    engine.load(CASES / "loaded.vsav", "Red")
    return [{"case": "loaded", "steps": [{"do": step, **play(engine, step)} for step in steps["after"]]}]


def _setups(slug: str, folder: Path) -> list[dict[str, Any]]:
    found = []
    with Engine(write_module(game(slug), slug, folder / f"{slug}.vmod")) as engine:
        for setup in engine.setups():
            engine.start(setup.title, engine.sides()[0])
            found.append({"game": slug, "setup": setup.title, **state_of(engine)})
    return found


def _grids(folder: Path) -> list[dict[str, Any]]:
    found = []
    with Engine(grid_ground.write(folder / "grids.vmod")) as engine:
        engine.new_game()
        for name in grid_ground.grids():
            seen = engine.locate(name, grid_ground.points())
            ranges = [
                engine.evaluate(f'{{Range({x1},{y1},{x2},{y2},"{name}")}}')
                for x1, y1, x2, y2 in grid_ground.pairs()
            ]
            names = sorted({place.location for place in seen if place.location not in (None, "offboard")})
            places: dict[str, Any] = {}
            for location in names[::3]:
                try:
                    places[location] = list(astuple(engine.locate(name, [location])[0])[:2])
                except EngineError:
                    places[location] = None
            told = [list(astuple(place)[2:]) for place in seen]
            found.append({"map": name, "seen": told, "ranges": ranges, "found": places})
    return found


def _write(name: str, cases: list[dict[str, Any]]) -> None:
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (CASES / f"{name}.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
