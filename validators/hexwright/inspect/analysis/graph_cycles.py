"""Find the nodes of a graph that lie on cycles."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def nodes_on_cycles(edges: Mapping[Node, Sequence[Node]]) -> frozenset[Node]:
    """Return the nodes that lie on a cycle, in time linear in the number of edges.

    Source: S. R. Kosaraju and M. Sharir; A strong-connectivity algorithm, 1981.
    """
    back: dict[Node, list[Node]] = {}
    for node, others in edges.items():
        for other in others:
            back.setdefault(other, []).append(node)
    found: set[Node] = set()
    seen: set[Node] = set()
    left = [node for start in edges for node in _left(edges, start, seen)]
    for start in reversed(left):
        # Here `seen` contains all nodes; each node that is taken is removed from it.
        if start in seen:
            seen.remove(start)
            together = [start]
            for node in together:
                for other in back.get(node, ()):
                    if other in seen:
                        seen.remove(other)
                        together.append(other)
            if len(together) > 1 or start in edges.get(start, ()):
                found.update(together)
    return frozenset(found)


def _left(edges: Mapping[Node, Sequence[Node]], start: Node, seen: set[Node]) -> Iterator[Node]:
    """Yield newly reached nodes, each after all nodes to which it leads."""
    if start in seen:
        return
    seen.add(start)
    # An explicit stack: the graph of an unknown module may be deeper than Python's stack.
    path = [(start, iter(edges.get(start, ())))]
    while path:
        node, others = path[-1]
        new = next((other for other in others if other not in seen), None)
        if new is None:
            path.pop()
            yield node
        else:
            seen.add(new)
            path.append((new, iter(edges.get(new, ()))))
