"""Measure how long it takes to divide sixty attackers into battles, where all adjacent units must fight.

By hand: `python -m tests.bench.dividing`. The rules engine is measured in processor time, VASSAL in
milliseconds of its own work; without VASSAL its figure is left out.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from hexwright.conformance.module_player import ATTACK_KEY
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.ids import UnitId
from hexwright.players.attack_assignment import complete_assignment
from hexwright.players.attack_plan import plan_attacks
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.combat import attack_obligations
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import grid, kernel, played
from tests.vassal.engine.conftest import module_with_plain_pictures

ATTACKERS: Final = 60
FIGHTING: Final = ("infantry", "armour", "motorised", "cavalry", "guards")
WEST, EAST = "19", "20"
"""Columns of hexes from one edge of the map to the other, side by side."""


def front(attackers: int = ATTACKERS) -> State:
    """Return a position with so many Germans along the map, and half as many Russians before them."""
    lakes = next(kind.hexes for kind in played().hexmap.terrain if kind.id == "lake") or ()
    lines: list[str] = []
    for side, column, many in (("german", WEST, attackers), ("russian", EAST, attackers // 2)):
        hexes = [here for here in grid() if here[:2] == column and here not in lakes]
        units = [
            unit.id for unit in played().counters.units if unit.side == side and unit.unit_class in FIGHTING
        ]
        lines += [f"{hexes[number % len(hexes)]} {unit}" for number, unit in enumerate(units[:many])]
    return build_state(kernel(), lines, phase="german-combat")


def whole(rules: RulesEngine, state: State) -> list[Action]:
    """Return what leads to a division in which nothing is owed."""
    found: list[Action] = []
    while (step := rules.phase_end_actions(state)[0]) != END:
        found.append(step)
        state = rules.apply(state, step)
    return found


def in_reference(repeats: int) -> tuple[float, float]:
    """Return how long a whole division takes, and one that is worth most, in milliseconds."""
    rules, state = kernel(), front()
    plain, well = [], []
    for _ in range(repeats):
        begun = time.process_time()
        whole(rules, state)
        plain.append(time.process_time() - begun)
        begun = time.process_time()
        complete_assignment(rules.setting, state, plan_attacks(rules.setting, state))
        well.append(time.process_time() - begun)
    return statistics.median(plain) * 1e3, statistics.median(well) * 1e3


def in_engine(repeats: int) -> dict[str, float]:
    """Return how long the real engine takes for what players do, by what it is, in milliseconds."""
    rules, state = kernel(), front()
    steps = whole(rules, state)
    with tempfile.TemporaryDirectory() as folder:
        module = module_with_plain_pictures(played(), Path(folder) / "moscow.vmod")
        saved = Path(folder) / "front.vsav"
        saved.write_bytes(SavedGameWriter(played(), plan_sheet(played()))(rules, state))
        with Engine(module) as engine:
            table = VassalModule(engine)
            table.load(saved)
            for _ in range(repeats):
                table.next_phase()  # Refused, with all that is owed.
            for step in steps:
                _attack(table, rules, state, step)
            found = {what: statistics.median(times) for what, times in table.times.items()}
            del found["loading a game"]
            return found


def _attack(table: VassalModule, rules: RulesEngine, state: State, step: Action) -> None:
    setting = rules.setting
    assert step.unit is not None
    assert step.hex is not None
    there = attack_obligations.find_attack_goals(setting, state)[setting.board.index[step.hex]].enemies
    target = UnitId(setting.units[(there & -there).bit_length() - 1])
    table.key(target, ATTACK_KEY, "an enemy chosen")
    table.key(step.unit, ATTACK_KEY, "an attack joined")


def tell(repeats: int = 5) -> None:
    """Print the figures."""
    plain, well = in_reference(repeats)
    print(f"{f'{ATTACKERS} attackers divided, reference':<48} {plain:>11.1f} ms   under 50 ms")
    print(f"{f'{ATTACKERS} attackers divided well':<48} {well:>11.1f} ms")
    if os.environ.get("VASSAL_CLASSPATH") is None:
        print(f"{f'{ATTACKERS} attackers, engine':<48} {'-':>14}   set VASSAL_CLASSPATH")
        return
    for what, found in in_engine(repeats).items():
        print(f"{f'{ATTACKERS} attackers, engine: {what}':<48} {found:>11.1f} ms   under 300 ms")


if __name__ == "__main__":
    tell()
