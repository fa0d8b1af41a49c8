"""Walks of the rules engine beside the naive walker: random games on real maps, with all kinds of costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Board
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.movement_record import (
    AllowanceModifier,
    EntryCost,
    LineCost,
    MovementMode,
    RoadBonus,
    ZoneCosts,
)
from hexwright.model.rules.rail_movement_record import EntrainedLimit, Entraining
from hexwright.model.rules.rules_record import PhaseMove, ZoneOfControl
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.model.rules.victory_record import Exit
from hexwright.model.rules.zoc_limit_record import ZocLimit
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.queries.movement_flood import Levels, passed
from hexwright.rules.engine import fast_dataclasses
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, State, noted_supply
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.movement.move_legs import LegFinder, legs_of_state
from hexwright.rules.movement.movement_ways import MovementWay
from hexwright.rules.transport.rail_capacity import train_units_unable_to_attack, usable_train_hexes
from tests.rules.campaign import camp
from tests.rules.positions import LONG, game
from tests.rules.walking import DONE, Label, Walker

MOST_GAMES = 50
"""The number of games from which the positions of a test are taken."""


def compare(kernel: RulesEngine, state: State, unit: int, chooser: RandomStream, most: int = 3) -> int:
    """Compare a unit's possible moves, then some legs in a row; return how many places were captured."""
    held = kernel.setting
    name, board = held.units[unit], held.board
    walker, taken = Walker(kernel, state, name), 0
    for _ in range(most):
        full = 0 if held.may_overstack_in_phase else held.full_hexes(state, unit)
        actions = kernel.actions_of(state, name)
        found = {action.hex for action in actions if action.kind == "move"}
        where = f"{name} from {walker.here} on turn {state.turn}, {kernel.phase(state)}"
        assert (Action("exit", name) in actions) == walker.may_leave(), where
        assert found == walker.ends() - set(board.names(full)), where
        trained = walker.trained()
        change = Action("detrain" if walker.entrained else "entrain", name)
        trains = [action for action in actions if action.kind in ("entrain", "detrain")]
        assert trains == ([change] if trained is not None else []), where
        if not found and not trains:
            return taken
        _compare_floods(legs_of_state(held, state), unit, walker, chooser)
        if trained is not None and (not found or chooser.integer_below(2)):
            after = kernel.apply(state, change)
            assert _told(kernel, after, unit) == trained, f"{where}: {change.text}"
            walker, state = walker.after(after, trained), after
            tired = walker.weary or walker.entrained
            assert bool(train_units_unable_to_attack(held, after) >> unit & 1) == tired, (
                f"{where}: {change.text}"
            )
            continue
        goals = sorted(str(hex_id) for hex_id in found)
        foreign = [h for h in goals if h in walker.foreign]
        goal = HexId(chooser.choice(foreign if foreign and chooser.integer_below(3) == 0 else goals))
        leg = walker.leg(goal)
        assert leg is not None
        passed, left = leg
        _compare_trails(legs_of_state(held, state), unit, walker, goal)
        after = kernel.apply(state, Action("move", name, goal))
        side = held.side_of[unit]
        owned = set(board.names(after.owned[side] & ~state.owned[side]))
        assert owned == passed | walker.foreign & {goal}, f"{where} to {goal}"
        assert _told(kernel, after, unit) == left, f"{where} to {goal}"
        attacks = any(walker.manners[number].attacks for number in left)
        assert bool(after.barred_from_attack >> unit & 1) != attacks, f"{where} to {goal}"
        tired = walker.weary or walker.entrained
        assert bool(train_units_unable_to_attack(held, after) >> unit & 1) == tired, f"{where} to {goal}"
        taken += len(passed)
        walker, state = walker.after(after, left), after
    return taken


def _told(kernel: RulesEngine, state: State, unit: int) -> dict[int, list[Label]]:
    """Return the rest of a unit's move, in points."""
    held = kernel.setting
    ways = held.ways(held.time_context(state), unit, state.steps[unit], supply=noted_supply(state, unit))
    told: dict[int, list[Label]] = {}
    for number, used, spent in dict(state.movement_left)[unit]:
        points = Fraction(spent, ways[number].parts_per_point) if spent <= ways[number].allowance else DONE
        told.setdefault(number, []).append((used, points))
    return told


def _compare_floods(legs: LegFinder, unit: int, walker: Walker, chooser: RandomStream) -> None:
    """Compare, hex by hex, the points of each mode's path, and that no path leads farther."""
    board = legs.setting.board
    for number, way in enumerate(legs.ways(unit)):
        where = f"{walker.unit} from {walker.here} on turn {legs.state.turn}, way {number}"
        reached = walker.settled(number)
        assert settled(board, way, legs._flood_way(unit, number, way)) == reached, where
        beyond = sorted(set(board.index) - {hex_id for hex_id, _ in reached})
        if beyond:
            goal = chooser.choice(beyond)
            ground, sources = legs._flood_ground(way.mode, unit), legs._sources(unit, number, way)
            end = 1 << board.index[goal]
            assert passed(board, way, ground, sources, end, legs.field.unowned_places) == -1, where


def _compare_trails(legs: LegFinder, unit: int, walker: Walker, goal: HexId) -> None:
    """Compare the hexes on the cheapest path of a leg; where rides are free, one with the fewest hexes."""
    board, ways, end = legs.setting.board, legs.ways(unit), 1 << legs.setting.board.index[goal]
    leg = legs.leg_to(unit, board.index[goal])
    number = min(number for number, _, _ in leg.movement_left)
    shut = legs.field.unowned_places & ~end & ~leg.places_taken
    entered = set(board.names(legs._trail(unit, number, ways[number], end, shut)))
    where = f"{walker.unit} from {walker.here} to {goal}"
    if ways[number].free:
        around = frozenset(board.names(shut))
        anywhere = walker.rides(number, around)
        assert walker.rides(number, around, only=entered)[goal] == anywhere[goal] == len(entered), where
    else:
        assert entered == walker.way(goal), where


def settled(board: Board, way: MovementWay, levels: Levels) -> dict[tuple[HexId, int], list[Fraction]]:
    """Return the points with which a search reaches each hex, by hexes used beyond the allowance."""
    found: dict[tuple[HexId, int], list[Fraction]] = {}
    for layer, reached in enumerate(levels):
        for spent, hexes in enumerate(reached):
            points = Fraction(spent, way.parts_per_point) if spent <= way.allowance else DONE
            for hex_id in board.names(hexes):
                found.setdefault((hex_id, layer), []).append(points)
    return found


def shared_out(kernel: RulesEngine, state: State, chooser: RandomStream) -> State:
    """Return a position with other owners of places: the enemy of the moving side owns none, some or all."""
    side, share = kernel.setting.side(state), chooser.integer_below(5)
    owned = [0] * len(state.owned)
    for number in members(kernel.setting.places):
        owned[1 - side if chooser.integer_below(4) < share else side] |= 1 << number
    return fast_dataclasses.replace(state, owned=tuple(owned))


def cornered(kernel: RulesEngine, state: State, unit: int, chooser: RandomStream) -> State:
    """Return a position with an enemy in the hex with number 0 and a unit near it, if both fit there."""
    setting, board = kernel.setting, kernel.setting.board
    near = sorted({h for other in members(board.near[0]) for h in members(board.near[other])} - {0})
    enemies = [
        other
        for other, place in enumerate(state.locations)
        if place >= 0 and setting.side_of[other] != setting.side_of[unit]
    ]
    if not enemies or unit in dict(state.movement_left):
        return state
    where = list(state.locations)
    where[chooser.choice(enemies)], where[unit] = 0, chooser.choice(near)
    occupied = tuple(union(where[u] for u in units if where[u] >= 0) for units in setting.units_by_side)
    if occupied[0] & occupied[1]:
        return state
    return fast_dataclasses.replace(state, locations=tuple(where), occupied=occupied)


def on_trains(kernel: RulesEngine, state: State, mover: int, chooser: RandomStream) -> State:
    """Return a position with a unit usually on the line: entrained, detrained before, or new."""
    setting = kernel.setting
    if setting.train_mode is None or state.movement_left:
        return state
    side = setting.side(state)
    if chooser.integer_below(3):
        # Places of others close the line, and there is a town in each hex.
        owned = [setting.places if n == side else 0 for n in range(len(state.owned))]
        state = fast_dataclasses.replace(state, owned=tuple(owned))
    conditions, where = bytearray(state.conditions), list(state.locations)
    rode = came = 0
    for unit in setting.units_by_side[setting.side(state)]:
        if state.locations[unit] >= 0:
            rode |= (chooser.integer_below(12) == 0) << unit
            came |= (chooser.integer_below(3) == 0) << unit
            conditions[unit] |= ENTRAINED * (chooser.integer_below(8) == 0)
    # Mostly where it may entrain; what the kernel thinks of that is only where it is looked for.
    likely = (
        usable_train_hexes(setting, state, setting.side(state))
        if chooser.integer_below(3)
        else setting.train_line_hexes
    )
    empty = list(members(likely & ~(state.occupied[0] | state.occupied[1])))
    if empty and chooser.integer_below(4):
        where[mover] = chooser.choice(empty)
        rode, came = rode & ~(1 << mover), came & ~((chooser.integer_below(2)) << mover)
        conditions[mover] &= ~(ENTRAINED * (chooser.integer_below(3) > 0))
    occupied = tuple(union(where[u] for u in units if where[u] >= 0) for units in setting.units_by_side)
    return fast_dataclasses.replace(
        state,
        conditions=bytes(conditions),
        locations=tuple(where),
        occupied=occupied,
        used_trains=rode,
        arrived_this_turn=came,
    )


def arranged(kernel: RulesEngine, state: State, unit: int, chooser: RandomStream) -> State:
    """Return a position with other owners of places, and sometimes with units in a corner."""
    changed_state = on_trains(kernel, shared_out(kernel, state, chooser), unit, chooser)
    return changed_state if chooser.integer_below(3) else cornered(kernel, changed_state, unit, chooser)


def walked(kernel: RulesEngine, seed: int, positions: int) -> int:
    """Compare a number of units in random games; return how many places were captured on the way."""
    chooser, policy = RandomStream(seed), RandomPolicy(kernel, seed)
    state, taken, games = kernel.set_up(seed), 0, 1
    while positions:
        if kernel.is_over(state):
            # At random a game may be over in its first turn.
            assert games < MOST_GAMES, f"{positions} positions are missing after {games} games"
            state, games = kernel.set_up(MOST_GAMES * seed + games), games + 1
        if state.stage == "move" and chooser.integer_below(6) == 0:
            may = kernel.movers(state)
            if may:
                unit = kernel.setting.unit_numbers[chooser.choice(may)]
                if not (state.conditions and state.conditions[unit] & DISRUPTED):
                    taken += compare(kernel, arranged(kernel, state, unit, chooser), unit, chooser)
                    positions -= 1
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
        state = kernel.apply(state, action)
    return taken


# Costs of all kinds -----------------------------------------------------------------------------------

MARCH = game().rules.movement[0]
RAIL = game().rules.movement[1]
GERMAN, SOVIET = (SideId("german"),), (SideId("soviet"),)
ZONES = ZoneCosts(enter="3", leave="2")
VARIANTS: dict[str, MovementMode] = {
    "zones that cost": replace(MARCH, ezoc="ignored", ezoc_costs=ZONES, always_one_hex=True),
    "zones that stop and cost": replace(MARCH, ezoc_costs=ZoneCosts(leave="1", zoc_to_zoc="never")),
    "zones that cost nothing from one to another": replace(
        MARCH, ezoc="ignored", ezoc_costs=ZoneCosts(enter="1", leave="1", zoc_to_zoc="0")
    ),
    "a road at half a point": replace(MARCH, line_costs=(LineCost("rail", "1/2"),)),
    "thirty hexes a point": replace(
        MARCH, ezoc="forbidden", line_costs=(LineCost("rail", "1/30", classes=("infantry",)),)
    ),
    "one hex at least": replace(
        MARCH,
        always_one_hex=True,
        costs=(EntryCost("9", terrain=("clear",)), EntryCost("never", terrain=("forest",))),
    ),
    "far, and forests dear": replace(MARCH, allowance=9, costs=(EntryCost("3", terrain=("forest",)),)),
    "clear ground dear for panzers": replace(
        MARCH,
        costs=(
            EntryCost("2", terrain=("clear",), classes=("panzer", "tank")),
            EntryCost("3", terrain=("forest",)),
        ),
    ),
    "not through friends": replace(MARCH, through_friendly_units=False),
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
        always_one_hex=True,
        costs=(EntryCost("never", across=("river",)), EntryCost("0", across=("river",), classes=("panzer",))),
    ),
    "forests for none": replace(
        MARCH, costs=(EntryCost("never", terrain=("forest",)), EntryCost("1/3", terrain=("clear",)))
    ),
    "halved": replace(
        MARCH,
        always_one_hex=True,
        allowance_modifiers=(
            AllowanceModifier(weather=("clear",), multiply="1/2"),
            AllowanceModifier(weather=("mud",), hex_cost="2"),
        ),
        line_costs=(LineCost("rail", "1/2"), LineCost("rail", "1", weather=("mud",))),
    ),
    "halved, and rounded up or down": replace(
        MARCH,
        allowance_modifiers=(
            AllowanceModifier(weather=("clear",), multiply="1/2", rounding="up", add=1),
            AllowanceModifier(classes=("infantry",), multiply="2/3", rounding="down"),
        ),
        line_costs=(LineCost("rail", "1/2"),),
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
        line_costs=(LineCost("rail", "1/2", side=GERMAN), LineCost("rail", "2", turns=(1, 3, 5))),
        allowance_modifiers=(
            AllowanceModifier(turns=(2, 4, 6), add=-1),
            AllowanceModifier(units=(UnitId("soviet-16"),), multiply="1/2"),
        ),
    ),
    "by supply": replace(
        MARCH,
        always_one_hex=True,
        costs=(
            EntryCost("2", terrain=("forest",)),
            EntryCost("3/2", terrain=("clear",), supply="out", side=SOVIET),
            EntryCost("1", across=("river",), supply="out"),
        ),
        line_costs=(LineCost("rail", "1/2", supply="in"),),
        allowance_modifiers=(
            AllowanceModifier(supply="out", multiply="1/2"),
            AllowanceModifier(supply="in", add=1, classes=("panzer",)),
        ),
    ),
    "hexes of the road toward a place": replace(
        MARCH,
        road_bonus=RoadBonus("rail", 3),
        allowance_modifiers=(
            AllowanceModifier(turns=(1, 2, 3, 5, 7), road_toward="moscow"),
            AllowanceModifier(turns=(2, 4), add=1),
        ),
    ),
    "hexes of the road beside the allowance": replace(
        MARCH, road_bonus=RoadBonus("rail", 3), costs=(EntryCost("2", terrain=("forest",)),)
    ),
}


OTHER_RULES: dict[str, dict[str, Any]] = {
    "zones of infantry": {"zoc": ZoneOfControl(classes=("infantry",))},
    "zones that friends cancel": {"zoc": ZoneOfControl(friendly_units_cancel=True)},
    "no zones": {"zoc": ZoneOfControl(reach="none")},
    "zones that don't reach into forests": {
        "zoc": ZoneOfControl(not_into=(ZocLimit(terrain=("forest",), side=SOVIET),))
    },
    "one unit a hex always": {"stacking": Stacking(1, enforced="always")},
}


def _trains(march: MovementMode, rule: Entraining, **rail: Any) -> dict[str, Any]:
    """Return rules by which units entrain during their moves, in each movement phase."""
    return {
        "movement": (march, replace(RAIL, entraining=rule, **rail)),
        "sequence": tuple(
            replace(phase, modes=(PhaseMove("march"), PhaseMove("rail")))
            if phase.kind == "movement"
            else phase
            for phase in game().rules.sequence
        ),
    }


OTHER_RULES["trains at a cost"] = _trains(
    replace(MARCH, always_one_hex=True, line_costs=(LineCost("rail", "1/2", classes=("panzer",)),)),
    Entraining("1/4", "1/4", 2, "enemies", may_stay_entrained=True, capacity=(EntrainedLimit(4),)),
    allowance=6,
    allowance_modifiers=(AllowanceModifier(weather=("mud",), multiply="1/2"),),
) | {"zoc": ZoneOfControl(classes=("infantry",))}
OTHER_RULES["trains for nothing"] = _trains(
    replace(MARCH, line_costs=(LineCost("rail", "1/2"),), costs=(EntryCost("4/3", terrain=("forest",)),)),
    Entraining(
        may_attack=False,
        may_enter_ezoc=False,
        capacity=(EntrainedLimit(3, GERMAN), EntrainedLimit(2, SOVIET)),
    ),
    allowance=None,
)
EAST = next(edge.id for edge in game().hexmap.edges if edge.id == "east")
OTHER_RULES["trains along a network"] = _trains(
    MARCH,
    Entraining(
        network="rail",
        connected=True,
        hexes_per_mp=2,
        capacity=(EntrainedLimit(2, counts_reinforcements=False),),
    ),
    allowance=None,
    through_friendly_units=False,
) | {
    "networks": (
        Network(
            "rail",
            "Rail",
            ("rail",),
            (
                NetworkUse(SOVIET[0], edge=(EAST,), places=("moscow",), ezoc="unless-friends"),
                NetworkUse(GERMAN[0]),
            ),
        ),
    )
}
OTHER_RULES["two ways in each phase"] = {
    "movement": (MARCH, replace(MARCH, id="rail", allowance=3, costs=())),
    "sequence": tuple(
        replace(phase, modes=(PhaseMove("march"), PhaseMove("rail", ("infantry",))))
        if phase.kind == "movement"
        else phase
        for phase in game().rules.sequence
    ),
}


def changed(mode: MovementMode = MARCH, exits: tuple[Exit, ...] = (), **rules: Any) -> RulesEngine:
    """Return the first game with another movement mode or other rules, and with towns in all other hexes.

    `exits` are the map exits; by default there are none.
    """
    found = game()
    held = {place.hex for place in found.hexmap.places}
    bare = [hex_id for hex_id in Board.of(found.hexmap).index if hex_id not in held]
    towns = tuple(Place(f"town-{hex_id}", f"Town {hex_id}", hex_id, "city", SOVIET[0]) for hex_id in bare)
    settled = replace(found.hexmap, places=found.hexmap.places + towns)
    if any(when.supply for when in mode.criteria):
        # Else hardly any unit would be out of supply.
        rules["supply_lines"] = tuple(replace(rule, range=3) for rule in found.rules.supply_lines)
    victory = tuple(replace(one, exits=exits) for one in found.rules.victory)
    changed_rules = replace(found.rules, **{"movement": (mode, RAIL), "victory": victory, **rules})
    return RulesEngine(replace(found, hexmap=settled, rules=changed_rules), LONG)


def with_trains() -> Iterator[RulesEngine]:
    """Yield the first game with rail movement of all kinds."""
    for name, other in OTHER_RULES.items():
        if name.startswith("trains"):
            yield changed(**other)


def all_kinds() -> Iterator[RulesEngine]:
    """Yield the first game with all kinds of costs and other rules, then both games unchanged."""
    for mode in VARIANTS.values():
        yield changed(mode)
    for other in OTHER_RULES.values():
        yield changed(**other)
    yield RulesEngine(game(), LONG)
    yield RulesEngine(camp.game(), camp.LONG)
