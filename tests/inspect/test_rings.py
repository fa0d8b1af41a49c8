"""What lies on a ring of a graph is found, in time linear in its edges."""

from __future__ import annotations

from random import Random
from time import process_time

from hexwright.inspect.analysis.graph_cycles import nodes_on_cycles


def _reached(edges: dict[int, list[int]], start: int) -> set[int]:
    found: set[int] = set()
    waiting = list(edges.get(start, ()))
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting.extend(edges.get(node, ()))
    return found


def test_the_nodes_on_rings_are_those_that_reach_themselves() -> None:
    chance = Random(5)
    for _ in range(300):
        size = chance.randrange(1, 9)
        edges = {
            node: [chance.randrange(size) for _ in range(chance.choice((0, 1, 1, 2)))] for node in range(size)
        }
        assert nodes_on_cycles(edges) == {node for node in range(size) if node in _reached(edges, node)}


def test_a_path_of_many_nodes_and_a_thicket_without_a_ring_are_soon_gone_through() -> None:
    began = process_time()
    path = {node: [node + 1] for node in range(50_000)}
    assert nodes_on_cycles(path) == frozenset()
    assert len(nodes_on_cycles(path | {50_000: [0]})) == 50_001
    thicket = {node: list(range(node + 1, 600)) for node in range(600)}
    assert nodes_on_cycles(thicket) == frozenset()
    assert process_time() - began < 5
