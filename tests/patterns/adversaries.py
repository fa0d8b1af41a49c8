"""Make texts that are hard for a pattern: long runs of what it repeats, behind what leads there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any, Final

from tests.patterns.work import Node, atom

_POOL: Final = " \t\n\raZ0_.-+,;:!?\"'\\/()[]{}<>=$#@&*|%é٣²\x00"
_ENDINGS: Final = ("", "\x00", "!", "\n")


def adversaries(tree: list[Node], length: int) -> Iterator[str]:
    """Yield texts of about so many characters, each once."""
    seen: set[str] = set()
    for text in _all(tree, length):
        if text not in seen:
            seen.add(text)
            yield text


def _all(tree: list[Node], length: int) -> Iterator[str]:
    pool = sorted({*_POOL, *_literals(tree)})
    alphabet = [c for c in pool if any(test(c) for test in _atoms(tree))][:40]
    for before, pump in _pumps(tree, pool):
        for unit in pump:
            run = unit * (length // max(1, len(unit)))
            for ending in _ENDINGS:
                yield before + run + ending
            yield (before + unit) * (length // max(1, len(before + unit)))
            yield (before + unit * 3 + "!") * (length // (len(before) + 3 * len(unit) + 1))
    for c in alphabet:
        for ending in _ENDINGS:
            yield c * length + ending
    for a, b in islice(product(alphabet[:14], repeat=2), 196):
        yield (a + b) * (length // 2)
    for whole in _samples(tree, pool):
        if whole:
            yield whole * (length // len(whole))
            yield whole[:-1] * (length // max(1, len(whole) - 1))


def _walk(nodes: Any) -> Iterator[Node]:
    for node in nodes:
        yield node
        for part in _parts(node):
            yield from _walk(part)


def _parts(node: Node) -> list[list[Node]]:
    kind, value = node
    if kind is sre.SUBPATTERN:
        return [list(value[3])]
    if kind is sre.BRANCH:
        return [list(branch) for branch in value[1]]
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return [list(value[2])]
    if kind is sre.ATOMIC_GROUP:
        return [list(value)]
    if kind in (sre.ASSERT, sre.ASSERT_NOT):
        return [list(value[1])]
    return []


def _atoms(tree: list[Node]) -> list[Any]:
    return [test for node in _walk(tree) if (test := atom(node)) is not None]


def _literals(tree: list[Node]) -> Iterator[str]:
    for kind, value in _walk(tree):
        if kind in (sre.LITERAL, sre.NOT_LITERAL):
            yield chr(value)
        elif kind is sre.IN:
            for part, inner in value:
                if part is sre.LITERAL:
                    yield chr(inner)
                elif part is sre.RANGE:
                    yield chr(inner[0])


def _samples(nodes: list[Node], pool: list[str]) -> list[str]:
    """Return a few texts that match nodes, with what may be left out left out, and put in."""
    found = [""]
    for node in nodes:
        options = _options(node, pool)
        found = [head + tail for head in found for tail in options][:12]
    return found


def _options(node: Node, pool: list[str]) -> list[str]:
    test = atom(node)
    if test is not None:
        fitting = [c for c in pool if test(c)]
        # From everywhere in the pool, so that two sets which overlap meet in the same sign.
        return fitting[:: max(1, len(fitting) // 4)][:5]
    kind, value = node
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        low, high, body = value
        once = _samples(list(body), pool)
        few, more = max(1, min(low, 9)), min(high if isinstance(high, int) else 2, low + 2)
        some = [sample * count for sample in once for count in dict.fromkeys((few, more))]
        return ["", *some][:6] if low == 0 else some[:6]
    if kind in (sre.SUBPATTERN, sre.BRANCH, sre.ATOMIC_GROUP):
        return [sample for part in _parts(node) for sample in _samples(part, pool)][:8]
    return [""]


def _pumps(
    nodes: list[Node], pool: list[str], before: tuple[str, ...] = ("",)
) -> Iterator[tuple[str, list[str]]]:
    """Yield what leads to each repetition without an upper bound, and what it may repeat."""
    for number, node in enumerate(nodes):
        leads = [head + tail for head in before for tail in _samples(nodes[:number], pool)][:6]
        kind, value = node
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT) and value[1] is sre.MAXREPEAT:
            units = [unit for unit in _all_units(list(value[2]), pool) if unit]
            for lead in leads:
                yield lead, units
        for part in _parts(node):
            yield from _pumps(part, pool, tuple(leads))


def _all_units(body: list[Node], pool: list[str]) -> list[str]:
    if len(body) == 1 and (test := atom(body[0])) is not None:
        return [c for c in pool if test(c)][:24]
    return _samples(body, pool)
