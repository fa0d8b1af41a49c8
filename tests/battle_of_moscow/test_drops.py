"""Paratroops are dropped on the real map as a plain reading of their text has it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, UnitId
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import OUT_OF_GAME, State
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import grid, kernel, played
from tests.vassal.engine.conftest import module_with_plain_pictures

PARAS = {
    UnitId(f"russian-para-{n}"): (UnitId(f"russian-dropped-{2 * n - 1}"), UnitId(f"russian-dropped-{2 * n}"))
    for n in (1, 2, 3)
}
DUE = dict(zip(PARAS, (2, 4, 8), strict=True))
NEAR = ("2323 russian-army-43", "1930 russian-army-13")
FIRST, SECOND = PARAS[UnitId("russian-para-1")]


def snowing(*standing: str, turn: int = 8, weather: str = "snow") -> State:
    """Return the position as Russian reinforcements come."""
    return build_state(kernel(), standing, turn=turn, phase="russian-arrivals", weather=weather)


def dropped(state: State, unit: UnitId) -> set[HexId]:
    """Return where a unit may be put down."""
    legal = kernel().legal_actions(state)
    return {one.hex for one in legal if one.kind == "new" and one.unit == unit and one.hex is not None}


def plainly(state: State) -> set[HexId]:
    """Return where the text lets paratroops be dropped, hex by hex from map.yaml."""
    setting, hexmap = kernel().setting, played().hexmap
    cities = {place.hex for place in hexmap.places if place.kind != "town"}
    moscow = next(place.hex for place in hexmap.places if place.id == "moscow")
    rough = {one for kind in hexmap.terrain if kind.id in ("forest", "hills") for one in kind.hexes or ()}
    forts = {one for kind in hexmap.features if kind.id == "fort" for one in kind.hexes}
    stand: dict[str, set[HexId]] = {"german": set(), "russian": set(), "zones": set()}
    for number, unit in enumerate(setting.units):
        if state.locations[number] >= 0:
            counter, here = played().counters.unit(unit), setting.board.ids[state.locations[number]]
            stand[counter.side].add(here)
            if counter.side == "german":
                stand["zones"].add(here)
    return {
        here
        for here in setting.board.ids
        if here
        and here not in cities | rough | stand["german"]
        and grid().distance(here, moscow) <= 12
        and any(grid().distance(here, friend) <= 4 for friend in stand["russian"])
        and (here in forts or all(grid().distance(here, enemy) > 1 for enemy in stand["zones"]))
    }


def test_paratroops_are_dropped_where_a_naive_reading_has_them() -> None:
    chance, hexes = RandomStream(3), [one for one in kernel().setting.board.ids if one]
    germans = ("german-inf-5", "german-pz-1", "german-sec-221", "german-inf-35", "german-mot-3")
    russians = ("russian-army-43", "russian-army-13", "russian-partisans-1", "russian-workers-3")
    inland = [one for one in hexes if grid().distance(one, HexId("2324")) <= 14]
    some = 0
    for _ in range(12):
        state = snowing(*(f"{chance.choice(inland)} {name}" for name in (*germans, *russians)))
        expected = plainly(state)
        for whole, parts in PARAS.items():
            assert all(dropped(state, part) == expected for part in parts), whole
        some += bool(expected)
    assert some > 8


@pytest.mark.parametrize("weather", ["fair", "mud", "hardfrost"])
def test_nobody_is_dropped_but_in_snow(weather: str) -> None:
    assert not dropped(snowing(*NEAR, weather=weather), FIRST)


def test_paratroops_come_whole_or_wait_to_be_dropped() -> None:
    state = snowing(*NEAR, turn=4)
    assert {bool(dropped(state, part)) for parts in list(PARAS.values())[:2] for part in parts} == {True}
    assert not dropped(state, PARAS[UnitId("russian-para-3")][0])
    east = {HexId("3119"), HexId("3104")}
    assert dropped(state, UnitId("russian-para-1")) & east
    came = kernel().apply(state, Action("new", UnitId("russian-para-1"), hex=HexId("3119")))
    assert not dropped(came, FIRST)
    assert dropped(came, PARAS[UnitId("russian-para-2")][0])


def test_no_more_than_two_factors_are_dropped_on_a_turn() -> None:
    state = snowing(*NEAR)
    for part in (FIRST, SECOND):
        assert dropped(state, PARAS[UnitId("russian-para-2")][0]) == (
            plainly(state) if part == FIRST else set()
        )
        state = kernel().apply(state, Action("new", part, hex=HexId("2221")))
    assert state.locations[kernel().setting.unit_numbers[UnitId("russian-para-1")]] == OUT_OF_GAME
    assert not any(dropped(state, unit) for parts in PARAS.values() for unit in parts)


def test_the_second_is_not_near_the_first_alone() -> None:
    state = snowing(*NEAR)
    before = dropped(state, SECOND)
    state = kernel().apply(state, Action("new", FIRST, hex=HexId("2221")))
    assert dropped(state, SECOND) == before


def winter() -> Game:
    """Return the game from a turn on in which it snows, as Russian reinforcements come."""
    found = played()
    [scenario], [weeks] = found.scenarios, found.charts.turn_tracks
    turns = tuple(
        replace(one, weather_roll={}, weather="snow") if one.turn >= 8 else one for one in weeks.turns
    )
    begun = replace(scenario, first_turn=8, first_phase=PhaseId("russian-arrivals"))
    charts = replace(found.charts, turn_tracks=(replace(weeks, turns=turns),))
    return replace(found, scenarios=(begun,), charts=charts)


@pytest.mark.engine
def test_the_real_engine_drops_them_alike(tmp_path: Path) -> None:
    found = winter()
    sheet = plan_sheet(found)
    with Engine(module_with_plain_pictures(found, tmp_path / "moscow.vmod", sheet)) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, sheet), VassalModule(engine))
        plan = plan_walk(found, 0)
        plan = replace(
            plan, policy="random", by_hand=False, kind="", phases_skipped=0, length=2, attempt_rate=0.4
        )
        # The Germans can't win any more from turn 8 on.
        plan = replace(plan, options={"ending": "last-turn"})
        tally = walk(bench, plan)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["dropped"] == 2, tally.counts


def test_who_was_dropped_stays_and_then_goes_one_hex_past_zones() -> None:
    rules = kernel()
    state = snowing(*NEAR, "2119 german-inf-5")
    state = rules.apply(rules.apply(state, Action("new", FIRST, hex=HexId("2221"))), END)
    assert rules.phase(state) == "russian-movement"
    assert not rules.actions_of(state, FIRST)
    moving = build_state(
        rules, (*NEAR, "2119 german-inf-5", f"2221 {FIRST}"), turn=9, phase="russian-movement"
    )
    goals = {one.hex for one in rules.actions_of(moving, FIRST) if one.hex is not None}
    assert {HexId("2220")} < goals
    assert all(grid().distance(HexId("2221"), there) == 1 for there in goals)
    fallen = rules.setting.arrivals_and_departures.destinations_when_eliminated[
        rules.setting.unit_numbers[FIRST]
    ]
    assert fallen == OUT_OF_GAME
