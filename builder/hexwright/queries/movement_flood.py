"""Flood a board by what steps cost: a hex is settled when its level comes up.

Points are in parts of a point, as many as the fractions of a way need. A flood is in layers, by the hexes
beside the allowance that were used; its levels are the hexes by the points spent. The level above the
allowance is of those that are entered though they are too dear.
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
"""What some hexes cost that are entered."""
Costs = Sequence[Toll]
Fare = tuple[Spread, Costs, Beside]
"""Some steps from hex to hex, what they cost by the hex that is entered, and how many of the hexes beside
the allowance each takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Tariff:
    """What steps cost by a way of moving, and what there is to spend."""

    allowance: int
    fares: Sequence[Fare]
    further: int
    """Hexes that it may go along a line beside its allowance."""
    zoned: bool
    """Whether zones cost anything."""
    enter: int
    """What zones add on entering them."""
    leave: int
    """What they add on leaving them."""
    cross: int
    """What they add from one to another; less than nothing where nobody may."""
    one_hex: bool
    """Whether a unit that has spent nothing may always go one hex."""
    free: bool
    """Whether its steps cost nothing, however far they lead."""
    plain: bool
    """Whether one kind of step does it, and nothing but the hex decides what it costs."""


class Ground(NamedTuple):
    """What a flood meets: sets of hexes."""

    open_hexes: Hexes
    """Those that may be entered."""
    stops: Hexes
    """Those that are entered and not left."""
    zones: Hexes
    """The enemy's zones of control."""


Source = tuple[Layer, Spent, Hexes]
"""Where a flood comes from: hexes that are left even where it stops else."""
Sources = Sequence[Source]
Levels = Row[Row[Hexes]]
SomeLevels = Hexes
"""Levels of a flood, as a set of their numbers."""
Front = Hexes
Into = Hexes
Portion = tuple[Front, Parts, Into]
"""A part of a front, what zones add to its steps, and into which hexes that is."""


def flood(tariff: Tariff, ground: Ground, sources: Sources, shut: Hexes = 0) -> Levels:
    """Return all that is reached; hexes in `shut` are entered and not left, as those are that stop."""
    stops = ground.stops | shut
    if tariff.free:
        return [_ridden(tariff.allowance, tariff.fares[0], ground.open_hexes, stops, sources)]
    if tariff.plain:
        return [_plain(tariff.allowance, tariff.fares[0], ground.open_hexes, stops, sources)]
    return _layered(tariff, ground, stops, sources)


def _ridden(limit: int, fare: Fare, open_hexes: Hexes, stops: Hexes, sources: Sources) -> Row[Hexes]:
    """Flood where steps cost nothing: whatever hangs together is reached by what was spent before."""
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
    """Flood where one kind of step does it, and nothing but the hex decides what it costs."""
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
                # A source that was entered for less leads on from where it begins, and from there alone.
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
    """Flood by any steps, in layers."""
    limit, further = tariff.allowance, tariff.further
    levels: Levels = [[0] * (limit + 2) for _ in range(further + 1)]
    begun: Levels = [[0] * (limit + 2) for _ in range(further + 1)]
    fresh: Row[Hexes] = [ground.open_hexes] * (further + 1)
    # Of an allowance in many parts few levels hold anything.
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
            # A source that was entered for less leads on from where it begins, and from there alone.
            front &= fresh[layer] | here
            levels[layer][spent] = front
            fresh[layer] &= ~front
            front &= ~stops | here
            if not front:
                continue
            portions = _by_zones(tariff, front, ground.zones)
            for spread, costs, beside in tariff.fares:
                # What costs nothing takes a hex beside the allowance, so it leads on in the same level.
                # Where the allowance is spent nothing else does.
                target = layer + beside
                if target > further or (spent == limit and beside == 0):
                    continue
                onward, room = levels[target], fresh[target]
                for begin, besides, into in portions:
                    if entered := spread(begin) & room & into:
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
    """Return a front in parts: what zones add to their steps, and into which hexes that is."""
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
    """Return the hexes beside a unit that has spent nothing, from one hex of a zone none of another."""
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
    """Return with how few points a hex is reached in a layer; -1 where it isn't."""
    for spent, hexes in enumerate(reached):
        if hexes & goal:
            return spent
    return -1


def spent_to(levels: Levels, goal: Hexes) -> int:
    """Return with how few points a hex is reached; -1 where it isn't."""
    found = -1
    for reached in levels:
        spent = spent_in(reached, goal)
        if spent >= 0 and (found < 0 or spent < found):
            found = spent
    return found


# Places on the way ------------------------------------------------------------------------------------


Round = tuple[Levels, Sources]
"""A flood as far as the next places, and where it came from."""
Here = Hexes
Stop = tuple[Here, Spent, Layer]
"""A hex on a way, with the points spent there and its layer."""


def passed(
    board: Board, tariff: Tariff, ground: Ground, sources: Sources, goal: Hexes, places: Hexes
) -> Hexes:
    """Return the places on the way to a hex that passes the fewest, the cheapest of these; -1 for none.

    Where they are equal in that, each step back from the goal goes to the hex that is first by its number.
    `places` are those that count; the goal is none of them.
    """
    rounds: list[Round] = []
    while len(sources) > 0:
        levels = flood(tariff, ground, sources, places)
        rounds.append((levels, sources))
        if spent_to(levels, goal) >= 0:
            return _traced(board, tariff, ground, tuple(rounds), goal, places)
        # Each place that was entered is where the next round begins, in which one more is passed; that it was
        # entered before for less, or for as much, leads nowhere new.
        met: list[Source] = []
        for layer, reached in enumerate(levels):
            for spent in range(tariff.allowance + 1):
                entered = reached[spent] & places & ~ground.stops & ~_begun_by(rounds, layer, spent)
                if entered:
                    met.append((layer, spent, entered))
        sources = tuple(met)
    return -1


def _begun_by(rounds: list[Round], layer: int, spent: int) -> Hexes:
    """Return where rounds began for as few points."""
    found: Hexes = 0
    for _, sources in rounds:
        for began, used, hexes in sources:
            if began == layer and used <= spent:
                found |= hexes
    return found


def _begins_at(sources: Sources, here: Hexes, layer: int, spent: int) -> bool:
    """Tell whether a flood begins in a hex with so many points spent."""
    return any(began == layer and used == spent and hexes & here for began, used, hexes in sources)


def _ended(levels: Levels, goal: Hexes) -> Stop:
    """Return the goal with the fewest points that reach it, and in which layer they do."""
    spent = spent_to(levels, goal)
    layer = 0
    while spent_in(levels[layer], goal) != spent:
        layer += 1
    return (goal, spent, layer)


def _traced(
    board: Board, tariff: Tariff, ground: Ground, rounds: Sequence[Round], goal: Hexes, places: Hexes
) -> Hexes:
    """Follow a way from its goal back to its start, and return the places on it."""
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
    """Return the hexes that the cheapest way to a hex enters, its end included; it passes none in `shut`."""
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
    """Return the hex from which a flood came to another, with the points spent there and its layer."""
    levels, sources = done
    there, spent_there, layer_there = at
    barred = ground.stops | places
    for number in members(board.around(there)):
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
    # Nothing leads there: a flood that settled it would have come from somewhere.
    return (there, tariff.allowance + 1, layer_there)


def _toll(tariff: Tariff, ground: Ground, costs: Costs, here: Hexes, there: Hexes) -> int:
    """Return what a step costs, in parts; more than any allowance where nobody may."""
    for _, besides, into in _by_zones(tariff, here, ground.zones):
        for cost, hexes in costs:
            if hexes & into & there:
                return cost + besides
    return tariff.allowance + 1
