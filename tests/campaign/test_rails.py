"""Railways of the real map: which serve whom as each start begins, and what becomes of them."""

from __future__ import annotations

from functools import cache

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.engine.game_state import OUT_OF_GAME, POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply.supply_range import hexes_in_supply
from hexwright.rules.transport import rail_capacity
from hexwright.rules.transport.network_hex_states import marks_of_network
from hexwright.rules.transport.transport_networks import usable_hexes
from hexwright.rules.victory.territory_points import territory_awards
from tests.campaign.game import grid, loaded

STARTS = {"scenario-01": "september", "scenario-15": "november", "scenario-21": "december"}
GERMAN, SOVIET = 0, 1


@cache
def kernel(scenario: str) -> RulesEngine:
    return RulesEngine(loaded().game, scenario)


def feature(name: str, group_id: str | None = None) -> set[HexId]:
    """Return the hexes of a feature of the map, or of one group of it."""
    return {
        h
        for one in loaded().game.hexmap.features
        if one.id == name
        for group in one.groups
        if group_id in (None, group.id)
        for h in group.hexes
    }


def names(scenario: str, hexes: int) -> set[HexId]:
    return set(kernel(scenario).setting.board.names(hexes))


@pytest.mark.parametrize("scenario", sorted(STARTS))
def test_the_rebuilt_railways_lead_from_the_edge_to_the_railheads(scenario: str) -> None:
    rules, start = kernel(scenario), STARTS[scenario]
    state = rules.set_up(1)
    [rail] = rules.setting.changeable_networks
    found = marks_of_network(rules.setting, state, rail)
    assert names(scenario, dict(found.railheads)[SideId("german")]) == feature(f"railhead-{start}")
    german, soviet = (names(scenario, hexes) for hexes in state.serving_hexes)
    assert german <= feature(f"german-{start}")
    assert soviet == names(scenario, rail.hexes) & feature(f"soviet-{start}")
    assert names(scenario, found.cut_hexes) == names(scenario, rail.hexes) - german - soviet
    # All of the rebuilt ones are connected, and their troops stand on the railheads.
    assert names(scenario, usable_hexes(rules.setting, state, "rail", GERMAN)) == german
    troops = {u for u in rules.setting.units if u.startswith("german-eb")}
    assert {
        rules.setting.board.ids[state.locations[rules.setting.unit_numbers[u]]] for u in troops
    } == feature(f"railhead-{start}", "all")


def test_all_scenarios_of_a_start_begin_with_the_same_railways() -> None:
    by_start: dict[str, set[str]] = {}
    for scenario in loaded().game.scenarios:
        german, soviet = scenario.networks["rail"]
        assert soviet.feature is not None
        by_start.setdefault(soviet.feature, set()).add(",".join(german.hexes))
    assert [len(found) for found in by_start.values()] == [1, 1, 1]


def stood(*lines: str, phase: str) -> State:
    return build_state(kernel("scenario-01"), lines, phase=phase)


def test_german_railway_troops_mend_and_others_cut() -> None:
    rules = kernel("scenario-01")
    here = HexId("0525")
    troops = rules.apply(
        stood("0425 german-eb-1", phase="german-movement"),
        rules.parse(stood("0425 german-eb-1", phase="german-movement"), f"move german-eb-1 {here}"),
    )
    assert here in names("scenario-01", troops.serving_hexes[GERMAN])
    before = stood("4616 german-pz-7", phase="german-movement")
    [goal] = [h for h in ("4715",) if h in names("scenario-01", before.serving_hexes[SOVIET])]
    after = rules.apply(before, rules.parse(before, f"move german-pz-7 {goal}"))
    assert goal not in names("scenario-01", after.serving_hexes[SOVIET])
    assert goal not in names("scenario-01", after.serving_hexes[GERMAN])


def test_german_railway_troops_take_over_a_hex_that_serves_the_soviets() -> None:
    rules = kernel("scenario-01")
    before = stood("4715 german-eb-1", phase="german-movement")
    goals = {
        action.hex for action in rules.legal_actions(before) if action.unit == "german-eb-1" and action.hex
    }
    assert goals
    for goal in goals & names("scenario-01", before.serving_hexes[SOVIET]):
        after = rules.apply(before, rules.parse(before, f"move german-eb-1 {goal}"))
        assert goal in names("scenario-01", after.serving_hexes[GERMAN])
        assert goal not in names("scenario-01", after.serving_hexes[SOVIET])
    assert goals <= names("scenario-01", before.serving_hexes[SOVIET])


def test_trains_run_on_what_serves_the_soviets_alone() -> None:
    setting = kernel("scenario-01").setting
    state = stood("5313 soviet-rd-133", phase="soviet-movement")
    usual = rail_capacity.usable_train_hexes(setting, state, SOVIET)
    assert usual == state.serving_hexes[SOVIET]
    cut = next(members(usual))
    lost = build_state(
        kernel("scenario-01"),
        ["5313 soviet-rd-133"],
        phase="soviet-movement",
        serving_hexes=(state.serving_hexes[GERMAN] | 1 << cut, state.serving_hexes[SOVIET] & ~(1 << cut)),
    )
    assert rail_capacity.usable_train_hexes(setting, lost, SOVIET) == usual & ~(1 << cut)
    assert UnitId("soviet-rd-133") in setting.unit_numbers


def test_soviet_railway_troops_are_put_on_any_whole_railway_hex_and_come_back_in_moscow() -> None:
    rules = kernel("scenario-01")
    lines = ("5313 soviet-eb-1", "4715 german-pz-7", "0425 german-eb-1", "4614 soviet-rd-133")
    state = build_state(rules, lines, phase="soviet-arrivals", turn=2, pool=("soviet-eb-2", "german-eb-2"))
    actions = [a for a in rules.legal_actions(state) if a.hex is not None]

    def goals(unit: str) -> set[HexId | None]:
        return {a.hex for a in actions if a.unit == unit}

    served = names("scenario-01", state.serving_hexes[SOVIET])
    assert goals("soviet-eb-1") == served - {HexId("5313"), HexId("4715")}
    assert goals("soviet-eb-2") == feature("moscow") - {HexId("4715")}
    after = rules.apply(state, rules.parse(state, "give-up soviet-eb-1 6429"))
    assert after.serving_hexes == state.serving_hexes
    german = build_state(rules, lines, phase="german-arrivals", turn=2, pool=("german-eb-2",))
    assert not [a for a in rules.legal_actions(german) if a.unit in ("german-eb-1", "german-eb-2")]


def test_soviet_railway_troops_that_were_lost_are_gone_while_germans_hold_moscow() -> None:
    rules = kernel("scenario-01")
    [number] = [rules.setting.unit_numbers[UnitId("soviet-eb-2")]]
    moscow = sorted(feature("moscow"))

    def after(germans: int, *others: str) -> int:
        lines = [f"{at} german-pz-{n}" for at, n in zip(moscow, (7, 10, 11, 1), strict=True)][:germans]
        lines += ["5313 soviet-eb-1", *others]
        state = build_state(rules, lines, phase="mechanised-overruns", pool=("soviet-eb-2",))
        while rules.phase(state) != "soviet-arrivals":
            state = rules.apply(state, rules.parse(state, "end"))
        return state.locations[number]

    assert [after(germans) for germans in range(5)] == [POOL, *([OUT_OF_GAME] * 4)]
    # The footnote on Moscow: Germans in one of its hexes at least, and no Soviet in any.
    assert after(3, f"{moscow[3]} soviet-rd-133") == POOL


def test_railway_troops_retreat_along_whole_railways_and_over_trestles() -> None:
    rules = kernel("scenario-01")
    setting = rules.setting
    hexmap = loaded().game.hexmap
    lakes = {
        side for one in hexmap.hexsides if one.id == "lake" for run in one.lines for side in run.hexsides
    }
    pairs = {
        frozenset(pair)
        for line in hexmap.lines
        for run in line.lines
        for pair in zip(run.path, run.path[1:], strict=False)
    }
    trestles = [side.split("/") for side in sorted(lakes) if frozenset(side.split("/")) in pairs]
    state = rules.set_up(1)
    troops, rifle = setting.unit_numbers[UnitId("soviet-eb-1")], setting.unit_numbers[UnitId("soviet-rd-133")]
    for one, two in trestles:
        here, there = setting.board.index[HexId(one)], setting.board.index[HexId(two)]
        assert (
            trodden(setting.passable_steps(state, troops), 1 << here) >> there & 1
            == state.serving_hexes[SOVIET] >> there & 1
        )
        assert not trodden(setting.passable_steps(state, rifle), 1 << here) >> there & 1
    at = setting.board.index[HexId("5022")]
    ways = names("scenario-01", trodden(setting.passable_steps(state, troops), 1 << at))
    assert ways == {h for pair in pairs if HexId("5022") in pair for h in pair} - {HexId("5022")}
    cut = build_state(
        rules, ["5022 soviet-eb-1"], phase="soviet-combat", serving_hexes=(state.serving_hexes[GERMAN], 0)
    )
    assert trodden(setting.passable_steps(cut, troops), 1 << at) == 0


TO_SMOLENSK = ("3917", "3817", "3718", "3617", "3518", "3417", "3318", "3217", "3118", "3017", "2918", "2817")
"""The railway from the last whole hex before Moscow, over the November line, to the west."""


def advanced(mended: int) -> tuple[RulesEngine, State]:
    """Return Soviets twelve hexes past the November line, and so many hexes of the railway mended."""
    rules = kernel("scenario-15")
    german, soviet = build_state(rules, ["2318 soviet-rd-126"], phase="soviet-combat", turn=23).serving_hexes
    for here in TO_SMOLENSK[:mended]:
        soviet |= 1 << rules.setting.board.index[HexId(here)]
    german &= ~soviet
    stood = build_state(
        rules, ["2318 soviet-rd-126"], phase="soviet-combat", turn=23, serving_hexes=(german, soviet)
    )
    return rules, stood


def test_supply_runs_over_railways_that_soviet_railway_troops_mended_west_of_the_start_line() -> None:
    """Movement on mended hexes and supply by them are one: EB units open supply routes (EB units, B)."""
    rules = kernel("scenario-15")
    lines = ("3917 soviet-eb-1", "2918 german-inf-251")
    before = build_state(rules, lines, phase="soviet-movement", turn=18)
    after = rules.apply(before, rules.parse(before, "move soviet-eb-1 3817"))
    assert "3817" in feature("start-line", "november")
    assert (
        usable_hexes(rules.setting, after, "rail", SOVIET)
        == usable_hexes(rules.setting, before, "rail", SOVIET) | 1 << rules.setting.board.index[HexId("3817")]
    )


def test_ten_points_for_each_hex_beyond_ten_that_mended_railways_supply() -> None:
    line = feature("start-line", "november")
    assert min(grid().distance(HexId("2318"), h) for h in line) == 12
    assert grid().distance(HexId("2318"), HexId("2817")) == 5
    # Six hexes from 2817, but seven from 3017.
    for mended, awarded in ((len(TO_SMOLENSK), [20]), (len(TO_SMOLENSK) - 2, []), (0, [])):
        rules, state = advanced(mended)
        fed = hexes_in_supply(rules.setting, state, SOVIET) >> rules.setting.board.index[HexId("2318")] & 1
        assert bool(fed) == bool(awarded)
        scored = territory_awards(rules.setting, state, SOVIET)
        assert [points for told, points in scored if "Start line" in told] == awarded


def test_a_fraction_of_the_allowance_carries_no_unit_further_by_rail() -> None:
    """Cavalry in mud has 3½ points and entrains for 2; 30 hexes cost one more, and 31 would cost two."""
    rules = kernel("scenario-01")
    state = build_state(rules, ["6429 soviet-cav-45", "0425 german-eb-1"], phase="soviet-movement", turn=8)
    state = rules.apply(state, rules.parse(state, "entrain soviet-cav-45"))
    reached = {a.hex for a in rules.actions_of(state, UnitId("soviet-cav-45")) if a.kind == "move"}
    setting, start = rules.setting, HexId("6429")
    served = names("scenario-01", rail_capacity.usable_train_hexes(setting, state, SOVIET))
    pairs = {
        pair
        for line in loaded().game.hexmap.lines
        if line.id == "rail"
        for run in line.lines
        for a, b in zip(run.path, run.path[1:], strict=False)
        for pair in ((a, b), (b, a))
    }
    within, front = {start}, {start}
    for hexes in range(1, 46):
        front = {b for a, b in pairs if a in front and b in served} - within
        within |= front
        if hexes == 30:
            assert reached == within - {start}
    assert within > reached | {start}  # There are railways further on.


@pytest.mark.parametrize(
    ("scenario", "ends"),
    [
        ("scenario-01", "0126 0425 0138 1035 0449 0848 0108 0308"),
        ("scenario-15", "0126 3518 0138 0449 2410 3729 4239"),
        ("scenario-21", "0126 3518 0138 0449 3411 4329 4940"),
    ],
)
def test_the_rules_name_the_ends_of_all_repaired_lines(scenario: str, ends: str) -> None:
    repaired = names(scenario, kernel(scenario).set_up(0).serving_hexes[GERMAN])
    near: dict[HexId, set[HexId]] = {one: set() for one in repaired}
    for line in (line for line in loaded().game.hexmap.lines if line.id == "rail"):
        for run in line.lines:
            for a, b in zip(run.path, run.path[1:], strict=False):
                if {a, b} <= repaired:
                    near[a].add(b)
                    near[b].add(a)
    assert {one for one, others in near.items() if len(others) == 1} == {HexId(end) for end in ends.split()}
    text = next(one.text for one in loaded().game.rules.summary if one.id == "railway-troops")
    assert not [end for end in ends.split() if end not in text]
