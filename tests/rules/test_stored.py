"""Replacement units on the map: payment, spent units and room for new ones, from the data alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import POOL, State
from hexwright.rules.engine.narration import consequences
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import replacement_accounts, replacement_phase, stored_replacements
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_range
from tests.rules import games_with_binding_rations as siege
from tests.rules import games_with_degrees_of_supply as degrees
from tests.rules.games_with_accounts import BLUE, GIVEN, PHASE, SCENARIO, SOUTH, TOWN, apart, payment, pays
from tests.rules.games_with_prices import cost
from tests.rules.games_with_stored_replacements import ARMY, COLUMNS, DEPOTS, besieged, storing, waiting
from tests.rules.supplying import Supply
from tests.tiers import ALL

"""Units of one step that cost this many replacements."""


# By the data alone ---------------------------------------------------------------------------------------


def sum_of(kernel: RulesEngine, unit: UnitId) -> int:
    return cost(kernel.setting.game, unit, 1, "new")


def expected(
    kernel: RulesEngine, state: State, unit: UnitId, here: Any, usual: set[Any]
) -> tuple[list[int], list[UnitId]] | None:
    """Return the points left in the accounts and the spent units for a new unit; None if it can't arrive
    there."""
    found, setting = kernel.setting.game, kernel.setting
    [rule] = [one for one in found.rules.replacements if one.side == BLUE]
    price = sum_of(kernel, unit)
    payers = [pays(kernel, state, one, unit, here, usual) for one in rule.accounts]
    stands = {
        one.id: setting.board.ids[state.locations[setting.unit_numbers[one.id]]]
        for one in found.counters.units
        if state.locations[setting.unit_numbers[one.id]] >= 0
    }
    kinds = {one.id: one.unit_class for one in found.counters.units}
    waits = sorted(
        one
        for one in stands
        if stands[one] == here
        and kinds[one] in rule.replacement_units
        and not state.acted >> setting.unit_numbers[one] & 1
    )
    gone = waits[:price] if kinds[unit] not in rule.replacement_units else []
    can, left = payment(kernel, state, payers, price - len(gone))
    sides = {one.id: one.side for one in found.counters.units}
    there = [one for one in stands if stands[one] == here and one not in gone]
    if any(sides[one] != BLUE for one in there) or len(there) >= (found.rules.stacking.limit or 99):
        return None
    return (left, gone) if can + len(gone) >= price else None


def watched(kernel: RulesEngine, seeds: range) -> Counter[str]:
    """Take random replacements, and compare the hexes of new units and the units spent."""
    found, setting, seen = kernel.setting.game, kernel.setting, Counter[str]()
    keep = {place.hex for place in found.hexmap.places if place.id == "keep"}
    south = {hex_id for edge in found.hexmap.edges if edge.id == "south" for hex_id in edge.hexes}
    usual, every = {*keep, *south}, setting.hex_ids(setting.board.every)
    for seed in seeds:
        chance = RandomStream(seed)
        spots = [chance.choice(["C3", "D5", "B4", "A5", "E3", "C1"]) for _ in range(2)]
        away = [one for one in DEPOTS if chance.fraction() < 0.4]
        lines = [f"{chance.choice(spots)} {one}" for one in DEPOTS if one not in away]
        lines += [f"{chance.choice(spots)} blue-1"] if chance.fraction() < 0.4 else []
        lines += [f"{chance.choice(['B3', 'C4'])} red-1"] if chance.fraction() < 0.4 else []
        pool = [*away, *COLUMNS, "blue-guard", "blue-horse"]
        try:
            state = build_state(kernel, lines, phase=PHASE, pool=pool, turn=1)
        except (ValueError, IllegalAction):
            continue
        state = replace(
            state,
            replacements_left=tuple(
                min(points, chance.integer_below(4)) for points in state.replacements_left
            ),
        )
        while state.stage == "replace" and kernel.phase(state) == PHASE:
            legal = {action.text: action for action in kernel.legal_actions(state)}
            for unit in (one for one in setting.units if state.locations[setting.unit_numbers[one]] == POOL):
                if found.counters.unit(unit).side != BLUE:
                    continue
                for here in every:
                    wanted = expected(kernel, state, unit, here, usual)
                    assert (f"new {unit} {here}" in legal) == (wanted is not None), (seed, unit, here, lines)
                    seen["formed"] += bool(wanted and wanted[1])
                    seen["in part"] += bool(wanted and wanted[1]) and sum(wanted[0] if wanted else ()) < sum(
                        state.replacements_left
                    )
            action = chance.choice(list(legal.values()))
            after = kernel.apply(state, action)
            if action.kind == "new" and action.unit is not None:
                wanted = expected(kernel, state, action.unit, action.hex, usual)
                assert wanted is not None
                left, gone = wanted
                assert after.replacements_left == tuple(left), (seed, action.text)
                back = {
                    one
                    for one in DEPOTS
                    if state.locations[setting.unit_numbers[one]]
                    >= 0
                    > after.locations[setting.unit_numbers[one]]
                }
                assert back == {*gone}, (seed, action.text)
                seen["spent"] += len(gone)
                seen["stored"] += action.unit in DEPOTS
                seen["again"] += action.unit in DEPOTS and action.text in seen
            state = after
    return seen


def test_units_are_formed_of_what_is_stored_in_their_hex() -> None:
    seen = watched(RulesEngine(storing(), SCENARIO), range(80))
    assert {"formed", "in part", "spent", "stored"} <= {*(+seen)}, seen


def test_units_are_formed_of_stored_replacements_where_a_side_keeps_no_accounts() -> None:
    seen = watched(RulesEngine(_plain(), SCENARIO), range(80))
    assert {"formed", "in part", "spent"} <= {*(+seen)}, seen


def _plain() -> Game:
    """Return the game with accounts that pay wherever units usually appear."""
    return storing(
        (replace(TOWN, places=(), classes=()), ARMY, replace(SOUTH, edge=(), hexes=(), classes=()))
    )


def _any_depot(patch: pytest.MonkeyPatch) -> None:
    real = stored_replacements.stored_units_at

    def all_of_them(setting: Any, state: Any, unit: int) -> Any:
        found = real(setting, state, unit)
        return {here: tuple(one for some in found.values() for one in some) for here in found}

    patch.setattr(stored_replacements, "stored_units_at", all_of_them)


def _new_ones_too(patch: pytest.MonkeyPatch) -> None:
    real = stored_replacements.stored_units_at
    patch.setattr(
        stored_replacements,
        "stored_units_at",
        lambda setting, state, unit: real(setting, replace(state, acted=0), unit),
    )


def _accounts_first(patch: pytest.MonkeyPatch) -> None:
    def greedy(setting: Any, state: Any, unit: int, here: int, usual: int) -> Any:
        cost = setting.arrivals_and_departures.replacement_costs[unit][0]
        left = replacement_accounts.deduct_payment(setting, state, unit, here, cost, usual)
        owed = cost - sum(state.replacements_left) + sum(left)
        some = stored_replacements.stored_units_at(setting, state, unit).get(here, ())[:owed]
        return stored_replacements.Payment(left, some, owed - len(some))

    patch.setattr(stored_replacements, "payment_in", greedy)
    patch.setattr(replacement_phase, "payment_in", greedy)


def _they_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replacement_phase, "return_spent_units", lambda _setting, state, _stored: state)


def _no_room_for_it(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        stored_replacements,
        "_is_place_denied",
        lambda setting, state, unit, here, _: bool(setting.full_hexes(state, unit) >> here & 1),
    )


def _room_in_any_case(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(stored_replacements, "_is_place_denied", lambda *_: False)


def _paid_anywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replacement_phase, "default_entry_hexes", lambda setting, *_: setting.board.every)


@pytest.mark.parametrize(
    "fault",
    [
        _any_depot,
        _new_ones_too,
        _accounts_first,
        _they_stay,
        _no_room_for_it,
        _room_in_any_case,
        _paid_anywhere,
    ],
)
def test_planted_faults_in_stored_replacements_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, IllegalAction)):
        _compared()


def _compared() -> None:
    for found in (storing(), _plain()):
        watched(RulesEngine(found, SCENARIO), range(80))


def test_only_one_of_a_class_is_formed_where_only_one_comes() -> None:
    kernel = RulesEngine(storing(max_one_of=(("column",),)), SCENARIO)
    lines = [f"B4 {one}" for one in DEPOTS[:3]]
    state = replace(
        build_state(kernel, lines, phase=PHASE, pool=[*COLUMNS], turn=1), replacements_left=(0, 0, 0)
    )
    assert "new blue-column-2 B4" in {one.text for one in kernel.legal_actions(state)}
    after = kernel.apply(state, kernel.parse(state, "new blue-column-2 B4"))
    assert not [one for one in kernel.legal_actions(after) if one.kind == "new"]


# Rations ---------------------------------------------------------------------------------------------------


"""The hexes in which both sides are supplied and replacements arrive."""


def room(number: int) -> Counter[str]:
    """Scatter units of sides that have only tanks left; compare with the naive supply tracer."""
    kernel, chance, seen = RulesEngine(besieged(), degrees.SCENARIO), RandomStream(7), Counter[str]()
    setting = kernel.setting
    for _ in range(number):
        name = chance.choice(["red", "blue"])
        tank = UnitId(f"{name}-tank")
        pool = [
            one
            for one in setting.units
            if one.startswith(name) and one not in (tank, "blue-guard") and chance.integer_below(2)
        ]
        others = [one for one in setting.units if one not in pool and chance.integer_below(4)]
        lines = [f"{chance.choice(siege.HERE)} {one}" for one in others]
        try:
            state = build_state(
                kernel, lines, turn=1 + chance.integer_below(4), phase=f"{name}-reinforcement", pool=pool
            )
        except (ValueError, IllegalAction):
            continue
        state = replace(state, replacements_left=tuple(0 for _ in state.replacements_left))
        legal = {action.text for action in kernel.legal_actions(state)}
        number_of, side = setting.unit_numbers[tank], setting.side(state)
        supply, before = Supply(kernel, state, name, frozenset({tank})), Supply(kernel, state, name)
        enemies = setting.enemy_hexes(state, side)
        for unit in (setting.units[n] for n in setting.units_by_side[side] if state.locations[n] == POOL):
            for here in siege.HERE:
                place = setting.board.index[here]
                stands = state.locations[number_of] == place
                mates = [
                    one
                    for one in setting.units_by_side[side]
                    if state.locations[one] == place and one != number_of
                ]
                full = len(mates) >= (setting.game.rules.stacking.limit or 99) or enemies >> place & 1
                away = stands and not full and siege.barred(kernel, state, supply, unit, here)
                wanted = stands and not full and not away
                assert (f"new {unit} {here}" in legal) == bool(wanted), (unit, here, lines)
                seen["formed"] += bool(wanted)
                seen["barred"] += bool(away)
                seen["room for it"] += wanted and bool(siege.barred(kernel, state, before, unit, here))
    return seen


def test_rations_are_left_by_those_of_whom_a_unit_is_formed() -> None:
    seen = room(200 if ALL else 60)
    assert {"formed", "barred", "room for it"} <= {*(+seen)}, seen


def test_rations_that_they_keep_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    real = supply_range.hexes_over_capacity
    monkeypatch.setattr(
        stored_replacements,
        "hexes_over_capacity",
        lambda setting, state, side, units, _: real(setting, state, side, units),
    )
    with pytest.raises(AssertionError):
        room(200)


def test_spent_stored_replacements_are_told() -> None:
    kernel = RulesEngine(storing(), SCENARIO)
    lines = [f"C1 {one}" for one in DEPOTS[:2]]
    state = build_state(kernel, lines, phase=PHASE, pool=[*COLUMNS], turn=1)
    action = kernel.parse(state, "new blue-column-2 C1")
    told = consequences(kernel.setting, state, action, kernel.apply(state, action))
    assert told == "2 stored replacements are spent on it."


# Told ----------------------------------------------------------------------------------------------------


def test_missing_stored_replacements_are_reported() -> None:
    kernel = RulesEngine(storing(), SCENARIO)
    lines = [f"C1 {one}" for one in DEPOTS[:2]]
    state = build_state(kernel, lines, phase=PHASE, pool=[*COLUMNS], turn=1)
    with pytest.raises(
        IllegalAction, match="can't pay 3 replacements for blue-column-3 in C1, even with the 2 stored there"
    ):
        kernel.apply(state, kernel.parse(state, "new blue-column-3 C1"))
    assert any(one.text == "new blue-column-2 C1" for one in kernel.legal_actions(state))


def test_booklet_and_help_explain_stored_replacements() -> None:
    lines = by_subject(storing())["Replacements"]
    begin = "Blue Depot units on the map are stored replacements"
    assert any(line.startswith(begin) for line in lines), lines


def faults(found: Game) -> str:
    return " ".join(one.message for one in find_unplayable(found, found.scenario(SCENARIO)))


def test_a_game_with_stored_replacements_can_be_played() -> None:
    assert faults(storing()) == ""


def test_stored_replacements_that_cannot_be_played_are_refused() -> None:
    assert "can't pay for units that are given up" in faults(storing(may_give_up_units=True))
    assert "leave the game when they leave the map" in faults(storing(not_replaceable=("depot",)))
    found = storing()
    rules = tuple(replace(one, may_stack=False) for one in found.rules.replacements)
    assert "may not stack with them" in faults(replace(found, rules=replace(found.rules, replacements=rules)))
    bare = tuple(one for one in found.counters.units if one.id not in DEPOTS)
    lacking = replace(_without(found), counters=replace(found.counters, units=bare))
    assert "has no unit of class 'depot'" in faults(lacking)


def _without(found: Game) -> Game:
    """Return a game whose scenarios have no depots."""
    scenarios = tuple(waiting(one, tuple(COLUMNS)) for one in apart(GIVEN).scenarios if one.free_setup)
    return replace(found, scenarios=scenarios)
