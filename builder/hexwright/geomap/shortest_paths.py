"""Find the cheapest path through a graph."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence

Links = Callable[[int], Iterable[tuple[int, float]]]
"""A function that yields the nodes adjacent to a node, each with a positive cost."""


def cheapest_path(starts: Mapping[int, float], ends: Mapping[int, float], links: Links) -> list[int] | None:
    """Return the nodes of the cheapest path from any start to any end, or None if there is no path.

    Starts and ends have costs, too. Among paths of equal cost, the one with the lowest nodes is chosen, so
    that the same input always gives the same path.
    """
    best: dict[int, float] = {}
    before: dict[int, int] = {}
    heap = [(round(cost, 9), node, -1) for node, cost in sorted(starts.items())]
    heapq.heapify(heap)
    goal: tuple[float, int] | None = None
    while heap:
        cost, node, via = heapq.heappop(heap)
        if node in best:
            continue
        if goal is not None and cost >= goal[0]:
            break
        best[node] = cost
        before[node] = via
        if node in ends:
            total = round(cost + ends[node], 9)
            if goal is None or (total, node) < goal:
                goal = (total, node)
        for other, step in links(node):
            if other not in best:
                heapq.heappush(heap, (round(cost + step, 9), other, node))
    if goal is None:
        return None
    way = [goal[1]]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    return way[::-1]


def cheapest_path_along(
    starts: Mapping[int, float],
    ends: Mapping[int, float],
    stretches: Sequence[Links],
    gates: Sequence[Mapping[int, float]],
    nodes: int,
) -> list[int] | None:
    """Return the cheapest path without loops that follows the sections of a line in order; None if there is
    none.

    The path goes from each section to the next through a gate: a set of nodes, each with a cost. Thus it
    doesn't cut off a bend of the line, even if the arms of the bend are close to each other. Nodes are
    numbers below `nodes`.
    """

    def links(state: int) -> Iterable[tuple[int, float]]:
        stretch, node = divmod(state, nodes)
        for other, cost in stretches[stretch](node):
            yield stretch * nodes + other, cost
        if stretch < len(gates) and node in gates[stretch]:
            yield state + nodes, gates[stretch][node]

    last = (len(stretches) - 1) * nodes
    found = cheapest_path(starts, {last + node: cost for node, cost in ends.items()}, links)
    return None if found is None else without_loops(state % nodes for state in found)


def without_loops(way: Iterable[int]) -> list[int]:
    """Return a path without detours: only the first of several visits to a node is kept."""
    kept: list[int] = []
    at: dict[int, int] = {}
    for node in way:
        if node in at:
            for gone in kept[at[node] + 1 :]:
                del at[gone]
            del kept[at[node] + 1 :]
        else:
            at[node] = len(kept)
            kept.append(node)
    return kept
