"""The module computes battles as the rules engine does, with modifiers of all kinds, wherever units stand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule, RunningModule
from hexwright.model.rules.odds_columns import decimal
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.combat.battle_odds import compute_odds
from tests.rules.waging import STACKED, VARIANTS, drawn, drawn_stacks, kernel
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

SLUG = "battle-for-moscow"
KINDS = [(name, False) for name in VARIANTS] + [(name, True) for name in STACKED]


def told_by(table: RunningModule, them: Sequence[str], some: Sequence[str]) -> list[str]:
    """Return what the script makes of a battle: strengths, columns, the die, and its words."""
    units = [", ".join(f'unitsWith("UnitId", "{unit}")[0]' for unit in side) for side in (them, some)]
    code = (
        f"forgetPosition(); Object odds = reckon(new Object[] {{{units[0]}}}, new Object[] {{{units[1]}}}); "
        'return strengthText(odds.attack) + "|" + strengthText(odds.defence) + "|" + odds.printed + "|" '
        '+ odds.reached + "|" + odds.level + "|" + odds.die + "|" + odds.table + "|" + worthsOf(odds) + "|" '
        "+ odds.told;"
    ).replace('"', r"\\\"")
    asked = f'new bsh.Interpreter().eval(RulesRun + "rules.eval(\\"{code}\\");").toString()'
    return table.evaluate(f"{{{asked}}}").split("|")


@pytest.mark.parametrize(("name", "stacked"), sampled(KINDS, *range(0, len(KINDS), 3)))
def test_the_module_reckons_as_the_reference_does(name: str, stacked: bool, tmp_path: Path) -> None:
    rules = kernel(name, stacked)
    setting = rules.setting
    table = EmulatedModule(write_module(setting.game, SLUG, tmp_path / "game.vmod"))
    bench = ConformanceBench(setting.game, SavedGameWriter(setting.game, plan(SLUG)), table)
    file, shown, counted = tmp_path / "position.vsav", None, 0
    for state, them, some in islice((drawn_stacks if stacked else drawn)(rules, 3), 40 if ALL else 16):
        if state is not shown:
            shown = state
            file.write_bytes(bench.save(rules, state))
            table.load(file)
        found = compute_odds(setting, state, sum(1 << u for u in them), sum(1 << u for u in some))
        names = [[setting.units[unit] for unit in side] for side in (them, some)]
        *numbers, words = told_by(table, *names)
        worth = found.multipliers_by_unit(sum(1 << u for u in (*them, *some)))
        figures = [f"{setting.units[unit]}*{str(times).replace('/', ':')}" for unit, times in worth]
        assert [*numbers[:-1], sorted(numbers[-1].split(","))] == [
            decimal(found.attack),
            decimal(found.defence),
            *map(str, (found.initial_column, found.uncapped_column, found.final_column, found.die)),
            found.table,
            sorted(figures) or ["-"],
        ], found.text
        assert all(told in words for told in found.modifier_texts), (found.text, words)
        counted += len(found.applied_modifiers)
    assert counted > (9 if ALL else 0)
