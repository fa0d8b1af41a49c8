"""The rules engine's legs are those of the naive walker, on the real maps and with all kinds of costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Board
from hexwright.geometry.hex_steps import Steps, spread_by
from hexwright.geometry.step_costs import steps_by_costs
from hexwright.model.rules.movement_record import MovementMode
from hexwright.queries import movement_flood
from hexwright.queries.movement_flood import Ground, Levels, Sources, flood, trail
from hexwright.rules.compiled import compiled_movement
from hexwright.rules.engine import compiled_criteria
from hexwright.rules.engine.compiled_criteria import TimeContextFilter, UnitRoster
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.movement import move_legs
from hexwright.rules.movement.move_legs import LegFinder
from hexwright.rules.movement.movement_ways import MovementWay
from tests.rules.campaign.camp import rules as campaign
from tests.rules.positions import LONG, SHORT, rules
from tests.rules.walks import MARCH, OTHER_RULES, VARIANTS, changed, walked
from tests.tiers import ALL

SHARE = 1 if ALL else 2
"""The fraction of positions compared: half of them in an ordinary run."""


@pytest.mark.parametrize(
    ("scenario", "options"),
    [(SHORT, ()), (LONG, ()), (LONG, (("mud-movement", "one-less"),))],
)
def test_legs_on_the_first_map_are_those_of_walking(
    scenario: str, options: tuple[tuple[str, str], ...]
) -> None:
    walked(rules(scenario, *options), len(scenario), 12 // SHARE)


@pytest.mark.parametrize("seed", range(3))
def test_marches_on_the_second_map_are_those_of_walking(seed: int) -> None:
    assert walked(campaign(), seed, 25 // SHARE) > 0


@pytest.mark.parametrize("name", VARIANTS)
def test_legs_of_all_kinds_of_costs_are_those_of_walking(name: str) -> None:
    walked(changed(VARIANTS[name]), len(name), 8 // SHARE)


def test_places_on_the_way_are_those_of_walking() -> None:
    assert walked(changed(VARIANTS["far, and forests dear"]), 7, 20) > 10


@pytest.mark.parametrize("name", OTHER_RULES)
def test_legs_under_other_rules_are_those_of_walking(name: str) -> None:
    walked(changed(**OTHER_RULES[name]), len(name), 8 // SHARE)


def test_a_free_ride_enters_the_fewest_hexes_that_lead_to_its_end() -> None:
    engine = changed(**OTHER_RULES["trains for nothing"])
    held = engine.setting
    board, state = held.board, engine.set_up()
    while state.stage != "move":
        chance = engine.active_side(state) == CHANCE
        state = engine.apply(state, engine.draw(state) if chance else engine.legal_actions(state)[0])
    legs = LegFinder(held, state)
    moving = [unit for unit, side in enumerate(held.side_of) if side == held.side(state)]
    way = next(way for unit in moving for way in legs.ways(unit) if way.is_for_entrained)
    ground = Ground(board.every, 0, 0)
    [taken] = way.steps_by_fare
    assert taken is not None
    on_line = [number for number in range(len(board.ids)) if spread_by(taken)(1 << number)]
    compared = 0
    for start in on_line[::20]:
        sources = ((0, 0, 1 << start),)
        levels = flood(way, ground, sources)
        distances, front = {start: 0}, [start]
        for here in front:
            for there in members(spread_by(taken)(1 << here)):
                if there not in distances:
                    distances[there] = distances[here] + 1
                    front.append(there)
        for goal in front[1:]:
            entered = trail(board, way, ground, (levels, sources), 1 << goal, 0)
            assert entered.bit_count() == distances[goal], (board.ids[start], board.ids[goal])
            assert entered >> goal & 1
            assert not entered >> start & 1
            compared += distances[goal] > 2
    assert compared > 100


# Faults that the walker finds ---------------------------------------------------------------------------


def _costs_dropped_in_a_leg(patch: pytest.MonkeyPatch) -> None:
    def forgetful(way: MovementWay, ground: Ground, sources: Sources, shut: int = 0) -> Levels:
        if any(spent for _, spent, _ in sources):
            spread, costs, further = way.fares[0]
            every = sum(hexes for _, hexes in costs)
            way = replace(way, fares=((spread, ((way.parts_per_point, every),), further),))
        return movement_flood.flood(way, ground, sources, shut)

    patch.setattr(move_legs, "flood", forgetful)


def _zone_forgotten(patch: pytest.MonkeyPatch) -> None:
    ground_of = move_legs.LegFinder._flood_ground
    patch.setattr(
        move_legs.LegFinder,
        "_flood_ground",
        lambda *asked: ground_of(*asked)._replace(stops=0, zones=0),
    )


def _direction_turned(patch: pytest.MonkeyPatch) -> None:
    def turned(board: Board, mode: MovementMode) -> dict[tuple[int, ...], Steps]:
        return {
            marks: tuple((-step, hexes << step if step > 0 else hexes >> -step) for step, hexes in steps)
            for marks, steps in steps_by_costs(board, mode).items()
        }

    patch.setattr(compiled_movement, "steps_by_costs", turned)


def _allowance_not_reduced(patch: pytest.MonkeyPatch) -> None:
    to = move_legs.LegFinder.leg_to

    def rested(self: move_legs.LegFinder, unit: int, goal: int) -> move_legs.MoveLeg:
        leg = to(self, unit, goal)
        return leg._replace(movement_left=tuple((number, layer, 0) for number, layer, _ in leg.movement_left))

    patch.setattr(move_legs.LegFinder, "leg_to", rested)


def _one_hex_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(movement_flood, "_one_hex", lambda tariff, ground, sources: 0)


def _turns_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TimeContextFilter, "reduce", lambda self, moment: moment._replace(turn=0))


def _sides_forgotten(patch: pytest.MonkeyPatch) -> None:
    of = UnitRoster.select
    patch.setattr(UnitRoster, "select", lambda self, sides, classes, units=(): of(self, (), classes, units))


def _steps_taken_for_hexes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled_criteria, "criteria_steps", lambda board, when: None)


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (_turns_forgotten, "by turn, place and unit"),
        (_sides_forgotten, "by turn, place and unit"),
        (_steps_taken_for_hexes, "by turn, place and unit"),
        (_costs_dropped_in_a_leg, "forests dear"),
        (_zone_forgotten, "zones that stop and cost"),
        (_zone_forgotten, "zones that cost"),
        (_direction_turned, "rivers in one direction"),
        (_allowance_not_reduced, "a road at half a point"),
        (_one_hex_forgotten, "zones that cost"),
    ],
)
def test_a_fault_in_moving_is_found_by_walking(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = changed(VARIANTS.get(name, MARCH))
    fault(monkeypatch)

    def all_of_them() -> None:
        for seed in range(8):
            walked(kernel, seed, 12)

    with pytest.raises(AssertionError, match=" on turn "):
        all_of_them()
