"""Find all hexes that a unit can reach, and the cost of reaching them, by flooding the map from the unit.

Costs are integers: multiples of the smallest fraction of a movement point that the movement mode uses. A
flood has a layer for each number of hexes entered beyond the allowance. In a layer, level n contains the
hexes reached for n points. The level above the allowance contains hexes that a unit may enter although it
can't pay the full cost. A hex is settled when its level has been processed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwright.geometry.bitsets import first, members
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.row_type import Row

Parts = int
Beside = int
Layer = int
Spent = int
Toll = tuple[Parts, Hexes]
"""A cost, and the hexes that it takes this cost to enter."""
Costs = Sequence[Toll]
Fare = tuple[Spread, Costs, Beside]
"""A kind of move: a function for the steps, the costs of the hexes entered, and the hexes beyond the
allowance.

The last number is 1 if each step uses one of the hexes beyond the allowance, otherwise 0.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Tariff:
    """The costs of a movement mode, and the points that a unit can spend."""

    allowance: int
    fares: Sequence[Fare]
    further: int
    """The number of hexes along a line that may be entered beyond the allowance."""
    zoned: bool
    """Whether zones of control cost anything."""
    enter: int
    """The extra cost of moving from outside into a zone."""
    leave: int
    """The extra cost of moving out of a zone."""
    cross: int
    """The extra cost of moving from one zone directly into another; negative if this is prohibited."""
    one_hex: bool
    """Whether a unit that has spent no points may always move one hex, regardless of the cost."""
    free: bool
    """Whether movement costs nothing, so that distance is unlimited."""
    plain: bool
    """Whether there is only one kind of move, and its cost depends only on the hex entered."""


class Ground(NamedTuple):
    """The sets of hexes that restrict a flood."""

    open_hexes: Hexes
    """Hexes that may be entered."""
    stops: Hexes
    """Hexes that may be entered but not left; a start hex may always be left."""
    zones: Hexes
    """Enemy zones of control."""


Source = tuple[Layer, Spent, Hexes]
"""Start hexes of a flood: their layer, the points spent so far, and the hexes.

They may be left even if they are among `stops`.
"""
Sources = Sequence[Source]
Levels = Row[Row[Hexes]]
SomeLevels = Hexes
"""A set of level numbers, as bits."""
Front = Hexes
Into = Hexes
Portion = tuple[Front, Parts, Into]
"""Some of the hexes settled last, the extra cost due to zones, and the hexes that may be entered from them.
"""


def flood(tariff: Tariff, ground: Ground, sources: Sources, shut: Hexes = 0) -> Levels:
    """Return all hexes that can be reached, by layer and level.

    Hexes in `shut` may be entered but not left.
    """
    stops = ground.stops | shut
    if tariff.free:
        return [_ridden(tariff.allowance, tariff.fares[0], ground.open_hexes, stops, sources)]
    if tariff.plain:
        return [_plain(tariff.allowance, tariff.fares[0], ground.open_hexes, stops, sources)]
    return _layered(tariff, ground, stops, sources)


def _ridden(limit: int, fare: Fare, open_hexes: Hexes, stops: Hexes, sources: Sources) -> Row[Hexes]:
    """Flood a map on which movement is free: all connected hexes are reached for the points already spent."""
    spread, _, _ = fare
    levels: Row[Hexes] = [0] * (limit + 2)
    for _, spent, hexes in sources:
        reached, front = hexes, hexes
        while front:
            front = spread(front & (~stops | hexes)) & open_hexes & ~reached
            reached |= front
        levels[spent] |= reached
    return levels


def _plain(limit: int, fare: Fare, open_hexes: Hexes, stops: Hexes, sources: Sources) -> Row[Hexes]:
    """Flood a map with one kind of move, whose cost depends only on the hex entered."""
    spread, costs, _ = fare
    levels: Row[Hexes] = [0] * (limit + 2)
    begun: Hexes = 0
    nearest = limit
    for _, spent, hexes in sources:
        levels[spent] |= hexes
        begun |= hexes
        nearest = min(nearest, spent)
    several = len(sources) > 1
    at = list(levels) if several else levels
    fresh, left = open_hexes | begun, ~stops | begun
    for now in range(nearest, limit):
        if front := levels[now]:
            if several:
                # A source reached more cheaply elsewhere still leads on from its own hexes, but only from
                # those.
                left = ~stops | at[now]
                fresh |= at[now]
            front &= fresh
            levels[now] = front
            fresh ^= front
            if entered := spread(front & left) & fresh:
                for cost, dear in costs:
                    if now + cost <= limit:
                        levels[now + cost] |= entered & dear
    levels[limit] &= fresh
    return levels


def _layered(tariff: Tariff, ground: Ground, stops: Hexes, sources: Sources) -> Levels:
    """Flood a map with several kinds of moves, zone costs or hexes beyond the allowance."""
    limit, further = tariff.allowance, tariff.further
    levels: Levels = [[0] * (limit + 2) for _ in range(further + 1)]
    begun: Levels = [[0] * (limit + 2) for _ in range(further + 1)]
    fresh: Row[Hexes] = [ground.open_hexes] * (further + 1)
    # With an allowance in many parts, most levels are empty.
    waiting: SomeLevels = 0
    for began, used, hexes in sources:
        levels[began][used] |= hexes
        begun[began][used] |= hexes
        waiting |= 1 << used
    while waiting:
        spent = first(waiting)
        for layer in range(further + 1):
            front = levels[layer][spent]
            if not front:
                continue
            here = begun[layer][spent]
            # A source reached more cheaply elsewhere still leads on from its own hexes, but only from those.
            front &= fresh[layer] | here
            levels[layer][spent] = front
            fresh[layer] &= ~front
            front &= ~stops | here
            if not front:
                continue
            portions = _by_zones(tariff, front, ground.zones)
            for spread, costs, beside in tariff.fares:
                # A free step uses a hex beyond the allowance, so it leads on within the same level. Once the
                # allowance is spent, only free steps are possible.
                target = layer + beside
                if target > further or (spent == limit and beside == 0):
                    continue
                onward, room = levels[target], fresh[target]
                # Portions of the same hexes follow each other: the steps from them are taken once.
                begun_at: Hexes = -1
                beyond: Hexes = 0
                for begin, besides, into in portions:
                    if begin != begun_at:
                        begun_at, beyond = begin, spread(begin) & room
                    if entered := beyond & into:
                        for cost, dear in costs:
                            total = spent + cost + besides
                            if total <= limit:
                                onward[total] |= entered & dear
                                waiting |= 1 << total
        waiting ^= 1 << spent
    if tariff.one_hex and limit > 0:
        levels[0][limit + 1] = _one_hex(tariff, ground, sources) & fresh[0]
    return levels


def _by_zones(tariff: Tariff, front: Hexes, zones: Hexes) -> Sequence[Portion]:
    """Split the hexes settled last into parts with the same extra cost of leaving them because of zones."""
    if not tariff.zoned:
        return [(front, 0, -1)]
    free, held = front & ~zones, front & zones
    if not held:
        return [(free, 0, ~zones), (free, tariff.enter, zones)]
    portions: list[Portion] = [(held, tariff.leave, ~zones)]
    if tariff.cross >= 0:
        portions.append((held, tariff.cross, zones))
    if free:
        portions.append((free, 0, ~zones))
        portions.append((free, tariff.enter, zones))
    return tuple(portions)


def _one_hex(tariff: Tariff, ground: Ground, sources: Sources) -> Hexes:
    """Return the hexes to which a unit that has spent nothing may move. A unit in a zone may not move into
    another.
    """
    found: Hexes = 0
    for layer, spent, start in sources:
        if spent != 0 or layer != 0:
            continue
        shut = ground.zones if start & ground.zones else 0
        for spread, costs, _ in tariff.fares:
            near = spread(start) & ~shut
            for _, hexes in costs:
                found |= near & hexes
    return found


def ends(levels: Levels) -> Hexes:
    """Return all hexes that a flood has settled."""
    found: Hexes = 0
    for reached in levels:
        for hexes in reached:
            found |= hexes
    return found


def spent_in(reached: Sequence[Hexes], goal: Hexes) -> int:
    """Return the lowest cost at which one layer reaches any goal hex; -1 if none is reached."""
    for spent, hexes in enumerate(reached):
        if hexes & goal:
            return spent
    return -1


def spent_to(levels: Levels, goal: Hexes) -> int:
    """Return the lowest cost at which any layer reaches a goal hex; -1 if none is reached."""
    found = -1
    for reached in levels:
        spent = spent_in(reached, goal)
        if spent >= 0 and (found < 0 or spent < found):
            found = spent
    return found


# Places on the way ------------------------------------------------------------------------------------


Round = tuple[Levels, Sources]
"""A flood from one place to the next on the path, and the flood's sources."""
Here = Hexes
Stop = tuple[Here, Spent, Layer]
"""A hex on a path, the points spent on reaching it, and the layer in which it is reached."""


def passed(
    board: Board, tariff: Tariff, ground: Ground, sources: Sources, goal: Hexes, places: Hexes
) -> Hexes:
    """Return the `places` on the path to `goal` that passes the fewest of them; -1 if no path exists.

    Among paths with equally few places, the cheapest is chosen. Further ties are resolved from the goal
    backwards: the hex with the lowest number is chosen. The goal doesn't count as a place.
    """
    rounds: list[Round] = []
    while len(sources) > 0:
        levels = flood(tariff, ground, sources, places)
        rounds.append((levels, sources))
        if spent_to(levels, goal) >= 0:
            return _traced(board, tariff, ground, tuple(rounds), goal, places)
        # The next round begins from each place entered in this one, and passes one place more. A place
        # entered in an earlier round for no more points leads nowhere new.
        met: list[Source] = []
        for layer, reached in enumerate(levels):
            for spent in range(tariff.allowance + 1):
                entered = reached[spent] & places & ~ground.stops & ~_begun_by(rounds, layer, spent)
                if entered:
                    met.append((layer, spent, entered))
        sources = tuple(met)
    return -1


def _begun_by(rounds: list[Round], layer: int, spent: int) -> Hexes:
    """Return the start hexes of earlier rounds in a layer that had cost at most the given points."""
    found: Hexes = 0
    for _, sources in rounds:
        for began, used, hexes in sources:
            if began == layer and used <= spent:
                found |= hexes
    return found


def _begins_at(sources: Sources, here: Hexes, layer: int, spent: int) -> bool:
    """Return whether a flood starts in a hex, in this layer and with these points already spent."""
    return any(began == layer and used == spent and hexes & here for began, used, hexes in sources)


def _ended(levels: Levels, goal: Hexes) -> Stop:
    """Return the goal hex, the lowest cost at which it is reached, and the layer in which this happens."""
    spent = spent_to(levels, goal)
    layer = 0
    while spent_in(levels[layer], goal) != spent:
        layer += 1
    return (goal, spent, layer)


def _traced(
    board: Board, tariff: Tariff, ground: Ground, rounds: Sequence[Round], goal: Hexes, places: Hexes
) -> Hexes:
    """Follow the cheapest path from its goal back to its start, and return the places on it."""
    taken: Hexes = 0
    number = len(rounds) - 1
    done = rounds[number]
    levels, sources = done
    at = _ended(levels, goal)
    here, spent, layer = at
    while spent <= tariff.allowance:
        while _begins_at(sources, here, layer, spent):
            if number == 0:
                return taken
            taken |= here
            number -= 1
            done = rounds[number]
            levels, sources = done
        at = step_back(board, tariff, ground, done, (here, spent, layer), places)
        here, spent, layer = at
    return taken


def trail(board: Board, tariff: Tariff, ground: Ground, done: Round, goal: Hexes, shut: Hexes) -> Hexes:
    """Return the hexes entered on the cheapest path to `goal`, including `goal`; the path avoids `shut`."""
    found = goal
    levels, sources = done
    at = _ended(levels, goal)
    here, spent, layer = at
    while spent <= tariff.allowance and not _begins_at(sources, here, layer, spent):
        at = step_back(board, tariff, ground, done, at, shut)
        here, spent, layer = at
        if not _begins_at(sources, here, layer, spent):
            found |= here
    return found


def step_back(board: Board, tariff: Tariff, ground: Ground, done: Round, at: Stop, places: Hexes) -> Stop:
    """Return the previous hex on the path by which a flood reached `at`, with its cost and layer."""
    if tariff.free:
        return _ridden_back(tariff, ground, done, at, places)
    levels, sources = done
    there, spent_there, layer_there = at
    barred = ground.stops | places
    near: Hexes = 0
    for reached in levels:
        for used in range(spent_there + 1):
            near |= reached[used]
    for number in members(board.around(there) & near):
        here = 1 << number
        for spread, costs, beside in tariff.fares:
            layer = layer_there - beside
            if layer < 0 or not spread(here) & there:
                continue
            spent = spent_there - _toll(tariff, ground, costs, here, there)
            if spent < 0 or (barred & here and not _begins_at(sources, here, layer, spent)):
                continue
            if levels[layer][spent] & here:
                return (here, spent, layer)
    # Unreachable: the flood that settled this hex came from somewhere.
    return (there, tariff.allowance + 1, layer_there)


def _ridden_back(tariff: Tariff, ground: Ground, done: Round, at: Stop, places: Hexes) -> Stop:
    """Return the previous hex on a path of free steps, which all cost the same, with the fewest hexes."""
    _, sources = done
    there, spent, layer = at
    fare = tariff.fares[0]
    spread, _, _ = fare
    stops = ground.stops | places
    for _, used, hexes in sources:
        reached, front = hexes, hexes
        while front and used == spent:
            left = front & (~stops | hexes)
            entered = spread(left)
            if entered & there:
                for number in members(left):
                    if spread(1 << number) & there:
                        return (1 << number, spent, layer)
            front = entered & ground.open_hexes & ~reached
            reached |= front
    # Unreachable: the flood that settled this hex came from somewhere.
    return (there, tariff.allowance + 1, layer)


def _toll(tariff: Tariff, ground: Ground, costs: Costs, here: Hexes, there: Hexes) -> int:
    """Return the cost of a move to an adjacent hex; more than the allowance if the move is prohibited."""
    for _, besides, into in _by_zones(tariff, here, ground.zones):
        for cost, hexes in costs:
            if hexes & into & there:
                return cost + besides
    return tariff.allowance + 1
