"""Flood a board by what steps cost: a hex is settled when its level comes up.

Points are in the parts of a `Way`. A flood is in layers, by the hexes beside the allowance that were used;
its levels are the hexes by the points spent. The level above the allowance is of those that are entered
though they are too dear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.geometry.bits import members, together
from builder.geometry.board import Board, Hex, Hexes
from validators.rules.ways import Fare, Way

Levels = list[list[Hexes]]
"""By layer and points spent: the hexes that are settled then."""
Sources = Sequence[tuple[int, int, Hexes]]
"""Where a flood comes from: layer, points spent, hexes. They are left even where it stops else."""


class Ground(NamedTuple):
    """What a flood meets: sets of hexes."""

    open_hexes: Hexes
    """Those that may be entered."""
    stops: Hexes
    """Those that are entered and not left."""
    zones: Hexes
    """The enemy's zones of control."""


def flood(way: Way, ground: Ground, sources: Sources, shut: Hexes = 0) -> Levels:
    """Return all that is reached; hexes in `shut` are entered and not left, as those are that stop."""
    stops = ground.stops | shut
    if way.free:
        return [_ridden(way, ground.open_hexes, stops, sources)]
    if way.plain:
        return [_plain(way.allowance, way.fares[0], ground.open_hexes, stops, sources)]
    return _layered(way, ground, stops, sources)


def _plain(limit: int, fare: Fare, open_hexes: Hexes, stops: Hexes, sources: Sources) -> list[Hexes]:
    """Flood where one kind of step does it, and nothing but the hex decides what it costs."""
    spread, costs = fare.spread, fare.costs
    levels = [0] * (limit + 2)
    begun, first = 0, limit
    for _, spent, hexes in sources:
        levels[spent] |= hexes
        begun |= hexes
        first = min(first, spent)
    at = levels[:] if len(sources) > 1 else None
    fresh, left = open_hexes | begun, ~stops | begun
    for spent in range(first, limit):
        if front := levels[spent]:
            if at is not None:
                # A source that was entered for less leads on from where it begins, and from there alone.
                left = ~stops | at[spent]
                fresh |= at[spent]
            levels[spent] = front = front & fresh
            fresh ^= front
            entered = spread(front & left) & fresh
            if entered:
                for cost, hexes in costs:
                    if spent + cost <= limit:
                        levels[spent + cost] |= entered & hexes
    levels[limit] &= fresh
    return levels


def _ridden(way: Way, open_hexes: Hexes, stops: Hexes, sources: Sources) -> list[Hexes]:
    """Flood where steps cost nothing: whatever hangs together is reached by what was spent before."""
    levels = [0] * (way.allowance + 2)
    (fare,) = way.fares
    for _, spent, hexes in sources:
        reached = front = hexes
        while front:
            front = fare.spread(front & (~stops | hexes)) & open_hexes & ~reached
            reached |= front
        levels[spent] |= reached
    return levels


def _layered(way: Way, ground: Ground, stops: Hexes, sources: Sources) -> Levels:
    """Flood by any steps, in layers."""
    limit, layers = way.allowance, range(way.further + 1)
    levels = [[0] * (limit + 2) for _ in layers]
    for layer, spent, hexes in sources:
        levels[layer][spent] |= hexes
    at = [level[:] for level in levels]
    fresh = [ground.open_hexes for _ in layers]
    for spent in range(limit + 1):
        for layer in layers:
            if not levels[layer][spent]:
                continue
            fresh[layer] |= at[layer][spent]
            levels[layer][spent] = front = levels[layer][spent] & fresh[layer]
            if not front:
                continue
            fresh[layer] ^= front
            front &= ~stops | at[layer][spent]
            for fare in way.fares:
                # What costs nothing takes a hex beside the allowance, so it leads on in the same level.
                target = layer + fare.further
                if target > way.further:
                    continue
                for part, besides, into in _by_zones(way, front, ground.zones):
                    entered = fare.spread(part) & fresh[target] & into
                    for cost, hexes in fare.costs if entered else ():
                        total = spent + cost + besides
                        if total <= limit:
                            levels[target][total] |= entered & hexes
    if way.mode.one_hex and limit:
        levels[0][limit + 1] = _one_hex(way, ground, sources) & fresh[0]
    return levels


def _by_zones(way: Way, front: Hexes, zones: Hexes) -> Iterator[tuple[Hexes, int, Hexes]]:
    """Yield a front in parts: what zones add to their steps, and into which hexes that is."""
    if way.zones is None:
        yield front, 0, -1
        return
    enter, leave, cross = way.zones
    free, held = front & ~zones, front & zones
    if free:
        yield free, 0, ~zones
        yield free, enter, zones
    if held:
        yield held, leave, ~zones
        if cross >= 0:
            yield held, cross, zones


def _one_hex(way: Way, ground: Ground, sources: Sources) -> Hexes:
    """Return the hexes beside a unit that has spent nothing, from one hex of a zone none of another."""
    found = 0
    for layer, spent, start in sources:
        if spent or layer:
            continue
        for fare in way.fares:
            into = fare.spread(start) & ~(ground.zones if start & ground.zones else 0)
            for _, hexes in fare.costs:
                found |= into & hexes
    return found


def ends(levels: Levels) -> Hexes:
    """Return all hexes that a flood has settled."""
    return together(hexes for layer in levels for hexes in layer)


def spent_to(levels: Levels, goal: Hex) -> list[tuple[int, int]]:
    """Return the layers that reach a hex, each behind the points spent there."""
    found: list[tuple[int, int]] = []
    here = 1 << goal
    for layer, reached in enumerate(levels):
        for spent, hexes in enumerate(reached):
            if hexes & here:
                found.append((spent, layer))
                break
    return found


# Places on the way ------------------------------------------------------------------------------------

Round = tuple[Levels, Sources]


def passed(board: Board, way: Way, ground: Ground, sources: Sources, goal: Hex, places: Hexes) -> Hexes:
    """Return the places on the way to a hex that passes the fewest, the cheapest of these; -1 for none.

    Where they are equal in that, each step back from the goal goes to the hex that is first by its number.
    `places` are those that count; the goal is none of them.
    """
    rounds: list[Round] = []
    begun: set[tuple[int, int, Hex]] = set()
    while True:
        levels = flood(way, ground, sources, places)
        rounds.append((levels, sources))
        if spent_to(levels, goal):
            return _traced(board, way, ground, rounds, goal, places)
        # Each place that was entered is where the next round begins, in which one more is passed; that it was
        # entered before for less, or for as much, leads nowhere new.
        sources = [
            (layer, spent, met)
            for layer, found in enumerate(levels)
            for spent, hexes in enumerate(found[: way.allowance + 1])
            if (met := _cheaper(begun, layer, spent, hexes & places & ~ground.stops))
        ]
        if not sources:
            return -1


def trail(
    board: Board, way: Way, ground: Ground, levels: Levels, sources: Sources, goal: Hex, shut: Hexes
) -> Hexes:
    """Return the hexes that the cheapest way to a hex enters, its end included; it passes none in `shut`."""
    found, here = 1 << goal, goal
    spent, layer = min(spent_to(levels, goal))
    while spent <= way.allowance and not _begins(sources, layer, spent, here):
        here, spent, layer = _before(board, way, ground, levels, (here, spent, layer), sources, shut)
        if not _begins(sources, layer, spent, here):
            found |= 1 << here
    return found


def _cheaper(begun: set[tuple[int, int, Hex]], layer: int, spent: int, places: Hexes) -> Hexes:
    """Return the places that no round began at for as few points, and note them."""
    found = 0
    for place in members(places):
        if not any((layer, less, place) in begun for less in range(spent + 1)):
            begun.add((layer, spent, place))
            found |= 1 << place
    return found


def _begins(sources: Sources, layer: int, spent: int, here: Hex) -> bool:
    """Tell whether a flood begins in a hex with so many points spent."""
    return any(source[:2] == (layer, spent) and source[2] >> here & 1 for source in sources)


def _traced(board: Board, way: Way, ground: Ground, rounds: list[Round], goal: Hex, places: Hexes) -> Hexes:
    """Follow a way from its goal back to its start, and return the places on it."""
    taken = 0
    levels, sources = rounds.pop()
    here, (spent, layer) = goal, min(spent_to(levels, goal))
    while True:
        while _begins(sources, layer, spent, here):
            if not rounds:
                return taken
            taken |= 1 << here
            levels, sources = rounds.pop()
        if spent > way.allowance:
            return taken
        here, spent, layer = _before(board, way, ground, levels, (here, spent, layer), sources, places)


def _before(
    board: Board,
    way: Way,
    ground: Ground,
    levels: Levels,
    at: tuple[Hex, int, int],
    sources: Sources,
    places: Hexes,
) -> tuple[Hex, int, int]:
    """Return the hex from which a flood came to another, with the points spent there and its layer."""
    here, spent, layer = at
    for number in members(board.near[here]):
        for fare in way.fares:
            came = layer - fare.further
            if came < 0 or not fare.spread(1 << number) >> here & 1:
                continue
            before = spent - _toll(way, ground, fare, number, here)
            barred = (ground.stops | places) >> number & 1
            if before < 0 or (barred and not _begins(sources, came, before, number)):
                continue
            if levels[came][before] >> number & 1:
                return number, before, came
    raise AssertionError(f"nothing leads to {board.ids[here]}")


def _toll(way: Way, ground: Ground, fare: Fare, number: Hex, here: Hex) -> int:
    """Return what a step costs, in parts; more than any allowance where nobody may."""
    for _, besides, into in _by_zones(way, 1 << number, ground.zones):
        for cost, hexes in fare.costs:
            if (hexes & into) >> here & 1:
                return cost + besides
    return way.allowance + 1
