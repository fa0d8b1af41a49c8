"""Supply by each unit's own allowance, limited supply and isolation: rules engine, saves and module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay_turns, walk
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.rules.supply_record import SupplyRangeModifier
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.movement import movement_phase
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_range
from hexwright.rules.supply.supply_movement import SupplyMovement
from hexwright.rules.supply.supply_range import SupplyShortage, TracedSupply, find_supply_shortage
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.conformance.walking import around, parted
from tests.rules.games_with_degrees_of_supply import REACH, SCENARIO, SLUG, degrees, watched
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module


def test_units_are_supplied_by_their_own_allowance_until_they_move_again() -> None:
    seen = watched(degrees(), range(3))
    assert min(seen[what] for what in ("limited", "isolated", "battles")) > 3


def _of_the_moment(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("hexwright.rules.combat.strength_totals.supply_shortage_in_battle", find_supply_shortage)


def _same_for_all(patch: pytest.MonkeyPatch) -> None:
    near = supply_range._supply_and_isolation_hexes
    patch.setattr(supply_range, "_supply_and_isolation_hexes", lambda traced, printed: near(traced, 3))


def _never_isolated(patch: pytest.MonkeyPatch) -> None:
    near = supply_range._supply_and_isolation_hexes

    def far(traced: TracedSupply, printed: int) -> tuple[int, int]:
        return near(traced, printed)[0], -1

    patch.setattr(supply_range, "_supply_and_isolation_hexes", far)


def _forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(movement_phase, "units_with_noted_supply", lambda setting: 0)


def _fair_weather(patch: pytest.MonkeyPatch) -> None:
    limits = SupplyMovement.ranges_for
    patch.setattr(
        SupplyMovement,
        "ranges_for",
        lambda self, printed: limits(replace(self, multiplier=Fraction(1)), printed),
    )


@pytest.mark.parametrize("fault", [_of_the_moment, _same_for_all, _never_isolated, _forgotten, _fair_weather])
def test_planted_faults_in_degrees_of_supply_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(degrees(), range(6))


def test_saved_positions_keep_how_units_were_supplied() -> None:
    found = degrees()
    kernel, chooser = RulesEngine(found, SCENARIO), RandomStream(5)
    state, kept = kernel.set_up(1), 0
    while not kernel.is_over(state) and kept < 6:
        legal = kernel.legal_actions(state)
        state = kernel.apply(state, chooser.choice(legal) if legal else kernel.draw(state))
        now = find_supply_shortage(kernel.setting, state, kernel.setting.side(state))
        if (
            state.stage in ("move", "declare")
            and SupplyShortage(state.out_of_supply_when_moved, state.isolated_when_moved) != now
            and chooser.integer_below(4) == 0
        ):
            saved = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, state)))
            read = ReadPosition.of(HexwrightGame(found), saved).state(opened=True)
            assert (read.out_of_supply_when_moved, read.isolated_when_moved) == (
                state.out_of_supply_when_moved,
                state.isolated_when_moved,
            )
            kept += 1
    assert kept == 6


# At the table ---------------------------------------------------------------------------------------------


def bench(right: Game, module: Game, path: Path) -> ConformanceBench:
    """Return a bench of a game, with a module made from another game, in the emulator."""
    table = EmulatedModule(write_module(module, SLUG, path / "module.vmod"))
    return ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)


@pytest.mark.parametrize("kept", sampled([True, False], 0))
def test_the_module_supplies_by_degrees_like_the_reference(kept: bool, tmp_path: Path) -> None:
    alike = bench(degrees(kept=kept), degrees(kept=kept), tmp_path)
    for seed in range(30, 36 if ALL else 32):
        short = replace(plan_walk(alike.game, seed), kind="combat" if seed % 2 else "movement", length=1)
        assert not walk(alike, short).differences, seed


@pytest.mark.engine
def test_real_engine_supplies_by_degrees_like_the_rules(tmp_path: Path) -> None:
    found = degrees()
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        alike = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine))
        assert not replay_turns(alike, SCENARIO, 3).differences
        for seed in (31, 34):
            assert not walk(alike, plan_walk(alike.game, seed)).differences, seed


@pytest.mark.parametrize(
    ("wrong", "first"),
    sampled(
        [
            (degrees(replace(REACH, limited_multiplier="3/2")), 3),
            (degrees(replace(REACH, modifiers=())), 0),
            (degrees(kept=False), 0),
        ],
        2,
    ),
    ids=["limited", "stretches", "kept"],
)
def test_a_module_that_supplies_otherwise_is_found_out(wrong: Game, first: int, tmp_path: Path) -> None:
    other = bench(degrees(), wrong, tmp_path)
    assert parted(other, around(first, 4))


def test_the_table_is_told_who_is_isolated() -> None:
    found = degrees()
    table = Table(opened_game(found, SLUG)).start(found.scenario(SCENARIO).title)
    lines: list[str] = []
    for _ in range(30):
        lines += table.press("Next phase")
        if any("full supply for this movement phase" in line for line in lines):
            break
    told = next(line for line in lines if "full supply for this movement phase" in line)
    assert "and for battles until the next movement phase" in told


def test_degrees_of_supply_that_cannot_be_played_are_refused() -> None:
    odd = SupplyRangeModifier(multiply="2", terrain=("wood",), classes=("tank",))
    for found, at in (
        (degrees(replace(REACH, points=3)), ("supply_lines", 0, "range_in_mp")),
        (degrees(replace(REACH, unit_allowance=False)), ("supply_lines", 0, "range_in_mp")),
        (
            degrees(replace(REACH, limited_multiplier="1")),
            ("supply_lines", 0, "range_in_mp", "limited_multiplier"),
        ),
        (
            degrees(replace(REACH, modifiers=(odd,))),
            ("supply_lines", 0, "range_in_mp", "modifiers", 0, "classes"),
        ),
        (degrees(replace(REACH, limited_multiplier=None)), ("combat", "modifiers", "weak", "supply")),
    ):
        assert ("rules", *at) in [fault.path for fault in find_unplayable(found, found.scenarios[0])]
    assert not list(find_unplayable(degrees(), degrees().scenarios[0]))
