"""Units are formed of stored replacements alike in module and reference; another module is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.walking import ahead, bench_of, replacing
from tests.rules import games_with_binding_rations as siege
from tests.rules import games_with_degrees_of_supply as degrees
from tests.rules.games_with_accounts import PHASE, SCENARIO, SLUG
from tests.rules.games_with_stored_replacements import DEPOTS, besieged, storing
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

FORMED = "units paid with stored replacements"


FOUND = storing(max_one_of=(("column",),))


def test_module_forms_units_of_stored_replacements_like_the_rules_engine(tmp_path: Path) -> None:
    wanted = {FORMED: 3, "refused replacements": 1}
    tally = replacing(bench_of(FOUND, tmp_path), ahead(10, 22, 0, 2), 6, wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts[FORMED] > 2, tally.counts
    assert tally.counts["refused replacements"], tally.counts


@pytest.mark.parametrize(
    "other",
    sampled(
        [
            storing(replacement_units=(), max_one_of=(("column",),)),
            storing(replacement_units=("depot", "column"), max_one_of=(("column",),)),
            storing(most=2, max_one_of=(("column",),)),
        ],
        1,
    ),
    ids=["nothing is stored", "columns too", "less room"],
)
def test_a_module_that_forms_otherwise_is_found_out(other: Game, tmp_path: Path) -> None:
    assert replacing(bench_of(other, tmp_path, FOUND), ahead(40, 0, 2, 22), 6).differences


def besieged_bench(module: Game, folder: Path) -> ConformanceBench:
    """Return a bench of the game in which rations bind new units; the module may have other rules."""
    table = EmulatedModule(write_module(module, degrees.SLUG, folder / "module.vmod"))
    return ConformanceBench(besieged(), SavedGameWriter(besieged(), plan(degrees.SLUG)), table)


def test_module_leaves_rations_like_the_rules_engine(tmp_path: Path) -> None:
    tally = siege.walked(besieged_bench(besieged(), tmp_path), range(4 if ALL else 2))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts[FORMED], tally.counts


def at_table(folder: Path) -> EmulatedModule:
    """Return a table at which two of Blue's columns wait, and depots in two hexes."""
    found = storing()
    kernel = RulesEngine(found, SCENARIO)
    stands = [f"C1 {DEPOTS[0]}", f"C1 {DEPOTS[1]}", f"B4 {DEPOTS[2]}"]
    state = build_state(
        kernel, stands, phase=PHASE, pool=["blue-column-2", "blue-column-3", *DEPOTS[3:]], turn=1
    )
    (folder / "game.vsav").write_bytes(SavedGameWriter(found, plan(SLUG))(kernel, state))
    table = EmulatedModule(write_module(found, SLUG, folder / "module.vmod"))
    table.load(folder / "game.vsav")
    table.chat()
    return table


def test_a_player_is_told_of_what_a_unit_is_formed_and_only_undo_takes_it_back(tmp_path: Path) -> None:
    table, column = at_table(tmp_path), UnitId("blue-column-2")
    assert HexId("C1") in table.reachable_hexes(column)
    table.drag(column, "C1")
    assert "arrives in C1 in place of 2 stored replacements, replacements left: " in table.chat()
    assert all(table.where(one).location == "Blue replacements" for one in DEPOTS[:2])
    table.drag(column, "Blue replacements")
    assert "was formed from stored replacements; only Undo takes it back" in table.chat()
    assert table.where(column).location == "C1"
    table.undo()
    assert [table.where(one).location for one in (column, *DEPOTS[:2])] == ["Blue replacements", "C1", "C1"]


def test_a_player_is_told_what_is_missing(tmp_path: Path) -> None:
    table = at_table(tmp_path)
    table.drag(UnitId("blue-column-3"), "C1")
    told = table.chat()
    assert "in C1 it costs 3 replacements, and 0 are left, with 2 stored there" in told, told
    # A depot is no unit that others are spent on.
    table.drag(DEPOTS[3], "C1")
    assert "it costs 1 replacement, and 0 are left" in table.chat()


def test_the_phase_says_what_is_stored_where(tmp_path: Path) -> None:
    table = at_table(tmp_path)
    for _ in range(2):
        table.next_phase()
    assert "Stored on the map, to form units there: 1 in B4, 2 in C1." in table.chat()
    assert "Stored on the map, to form units there: 1 in B4, 2 in C1." in table.get("NextStep")


@pytest.mark.engine
def test_real_engine_forms_units_of_stored_replacements_like_the_rules(tmp_path: Path) -> None:
    found = FOUND
    with Engine(write_module(found, SLUG, tmp_path / "toy.vmod")) as engine:
        tally = replacing(
            ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine)), (0, 2, 22), 6
        )
    assert [str(one) for one in tally.differences] == []
    assert tally.counts[FORMED], tally.counts
