"""The kernel's legs are those of the naive walker, on the real maps and on a map of all kinds of costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from builder.geometry.board import Board
from builder.geometry.entering import crossings
from builder.geometry.steps import Steps
from builder.model.ids import HexId, SideId, UnitId
from builder.model.moving import EntryCost, LineCost, MovementMode, Pace, RoadBonus, ZoneCosts
from tests.rules.campaign.camp import rules as campaign
from tests.rules.positions import LONG, SHORT, game, rules
from tests.rules.walking import DONE, Walker
from validators.play.chooser import Chooser
from validators.play.policy import RandomPolicy
from validators.rules import circumstances, flooding, legs, setting
from validators.rules.circumstances import Forces
from validators.rules.flooding import Ground, Levels, Sources
from validators.rules.kernel import Kernel
from validators.rules.protocol import CHANCE, Action
from validators.rules.state import DISRUPTED, State
from validators.rules.ways import Way


def compare(kernel: Kernel, state: State, unit: int, chooser: Chooser, most: int = 3) -> int:
    """Compare where a unit may go, then some legs one after another; return how many places were taken."""
    held = kernel.setting
    name, board = held.units[unit], held.board
    walker, taken = Walker(kernel, state, name), 0
    for _ in range(most):
        full = 0 if held.gathers else held.full(state, unit)
        found = {action.hex for action in kernel.actions_of(state, name) if action.kind == "move"}
        where = f"{name} from {walker.here} on turn {state.turn}, {kernel.phase(state)}"
        assert found == walker.ends() - set(board.names(full)), where
        if not found:
            return taken
        goals = sorted(str(hex_id) for hex_id in found)
        foreign = [h for h in goals if h in walker.foreign]
        goal = HexId(chooser.choice(foreign if foreign and chooser.below(3) == 0 else goals))
        leg = walker.leg(goal)
        assert leg is not None
        passed, left = leg
        after = kernel.apply(state, Action("move", name, goal))
        side = held.side_of[unit]
        owned = set(board.names(after.owned[side] & ~state.owned[side]))
        assert owned == passed | walker.foreign & {goal}, f"{where} to {goal}"
        told: dict[int, list[tuple[int, Fraction]]] = {}
        ways = held.ways(state.phase, held.weather_now(state), state.turn, unit, state.steps[unit])
        for number, used, spent in dict(after.left)[unit]:
            points = Fraction(spent, ways[number].parts) if spent <= ways[number].allowance else DONE
            told.setdefault(number, []).append((used, points))
        assert told == left, f"{where} to {goal}"
        attacks = any(walker.manners[number].attacks for number in left)
        assert bool(after.barred >> unit & 1) != attacks, f"{where} to {goal}"
        taken += len(passed)
        walker, state = walker.after(after, left), after
    return taken


def walked(kernel: Kernel, seed: int, positions: int) -> int:
    """Compare units at random in random games; return how many places were taken on the way."""
    chooser, policy = Chooser(seed), RandomPolicy(kernel, seed)
    state, taken = kernel.set_up(seed), 0
    while positions and not kernel.is_over(state):
        if state.stage == "move" and chooser.below(6) == 0:
            may = kernel.movers(state)
            if may:
                unit = kernel.setting.number[chooser.choice(may)]
                if not (state.conditions and state.conditions[unit] & DISRUPTED):
                    taken += compare(kernel, state, unit, chooser)
                    positions -= 1
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
        state = kernel.apply(state, action)
    return taken


@pytest.mark.parametrize(
    ("scenario", "options"),
    [(SHORT, ()), (LONG, ()), (LONG, (("mud-movement", "one-less"),))],
)
def test_legs_on_the_first_map_are_those_of_walking(
    scenario: str, options: tuple[tuple[str, str], ...]
) -> None:
    assert walked(rules(scenario, *options), len(scenario), 12) >= 0


@pytest.mark.parametrize("seed", range(3))
def test_marches_on_the_second_map_are_those_of_walking(seed: int) -> None:
    assert walked(campaign(), seed, 25) >= 0


# Costs of all kinds -----------------------------------------------------------------------------------

MARCH = game().rules.movement[0]
RAIL = game().rules.movement[1]
GERMAN, SOVIET = (SideId("german"),), (SideId("soviet"),)
ZONES = ZoneCosts(enter="3", leave="2")
VARIANTS: dict[str, MovementMode] = {
    "zones that cost": replace(MARCH, ezoc="ignored", zone_costs=ZONES, one_hex=True),
    "zones that stop and cost": replace(MARCH, zone_costs=ZoneCosts(leave="1", cross="never")),
    "a road at half a point": replace(MARCH, lines=(LineCost("rail", "1/2"),)),
    "thirty hexes a point": replace(
        MARCH, ezoc="forbidden", lines=(LineCost("rail", "1/30", classes=("infantry",)),)
    ),
    "rivers": replace(
        MARCH,
        costs=(
            *MARCH.costs,
            EntryCost("3/2", across=("river",)),
            EntryCost("0", across=("river",), classes=("panzer",)),
        ),
    ),
    "rivers in one direction": replace(
        MARCH,
        costs=(
            EntryCost("2", terrain=("forest",)),
            EntryCost("2", into=("fortification",), across=("river",)),
            EntryCost("never", across=("river",), terrain=("forest",), weather=("mud",)),
        ),
    ),
    "rivers for none but panzers": replace(
        MARCH,
        one_hex=True,
        costs=(EntryCost("never", across=("river",)), EntryCost("0", across=("river",), classes=("panzer",))),
    ),
    "forests for none": replace(
        MARCH, costs=(EntryCost("never", terrain=("forest",)), EntryCost("1/3", terrain=("clear",)))
    ),
    "halved": replace(
        MARCH,
        one_hex=True,
        paces=(Pace(weather=("clear",), times="1/2"), Pace(weather=("mud",), every_hex="2")),
        lines=(LineCost("rail", "1/2"), LineCost("rail", "1", weather=("mud",))),
    ),
    "by turn, place and unit": replace(
        MARCH,
        costs=(
            EntryCost("2", feature=("fortification",), side=GERMAN, turns=(1, 2, 3, 4)),
            EntryCost("3", place_kinds=("city", "capital")),
            EntryCost(
                "1/2",
                place=("moscow",),
                units=(UnitId("german-xl"), UnitId("soviet-16")),
                classes=("panzer",),
            ),
            EntryCost("1", into=("fortification",), turns=(5, 6, 7)),
            EntryCost("1/2", across=("river",), side=SOVIET),
        ),
        lines=(LineCost("rail", "1/2", side=GERMAN), LineCost("rail", "2", turns=(1, 3, 5))),
        paces=(Pace(turns=(2, 4, 6), change=-1), Pace(units=(UnitId("soviet-16"),), times="1/2")),
    ),
    "hexes of the road beside the allowance": replace(
        MARCH, road=RoadBonus("rail", 3), costs=(EntryCost("2", terrain=("forest",)),)
    ),
}


def changed(mode: MovementMode) -> Kernel:
    """Return the first game with another way of moving, and many more places of the enemy."""
    found = game()
    return Kernel(replace(found, rules=replace(found.rules, movement=(mode, RAIL))), LONG)


@pytest.mark.parametrize("name", VARIANTS)
def test_legs_of_all_kinds_of_costs_are_those_of_walking(name: str) -> None:
    walked(changed(VARIANTS[name]), len(name), 8)


# Faults that the walker finds ---------------------------------------------------------------------------


def _costs_dropped_in_a_leg(patch: pytest.MonkeyPatch) -> None:
    def forgetful(way: Way, ground: Ground, sources: Sources, shut: int = 0) -> Levels:
        if any(spent for _, spent, _ in sources):
            every = sum(hexes for _, hexes in way.fares[0].costs)
            way = replace(way, fares=(replace(way.fares[0], costs=((way.parts, every),)),))
        return flooding.flood(way, ground, sources, shut)

    patch.setattr(legs, "flood", forgetful)


def _zone_forgotten(patch: pytest.MonkeyPatch) -> None:
    ground_of = legs.Legs._ground
    patch.setattr(legs.Legs, "_ground", lambda self, mode: ground_of(self, mode)._replace(stops=0, zones=0))


def _direction_turned(patch: pytest.MonkeyPatch) -> None:
    def turned(board: Board, mode: MovementMode) -> dict[tuple[int, ...], Steps]:
        return {
            marks: tuple((-step, hexes << step if step > 0 else hexes >> -step) for step, hexes in steps)
            for marks, steps in crossings(board, mode).items()
        }

    patch.setattr(setting, "crossings", turned)


def _allowance_not_reduced(patch: pytest.MonkeyPatch) -> None:
    to = legs.Legs.to

    def rested(self: legs.Legs, unit: int, goal: int) -> legs.Leg:
        leg = to(self, unit, goal)
        return leg._replace(left=tuple((number, layer, 0) for number, layer, _ in leg.left))

    patch.setattr(legs.Legs, "to", rested)


def _one_hex_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(flooding, "_one_hex", lambda way, ground, sources: 0)


def _turns_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(setting, "by_turn", lambda records: False)


def _sides_forgotten(patch: pytest.MonkeyPatch) -> None:
    of = Forces.of
    patch.setattr(Forces, "of", lambda self, sides, classes, units=(): of(self, (), classes, units))


def _steps_taken_for_hexes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(circumstances, "steps_asked", lambda board, when: None)


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
