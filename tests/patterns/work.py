"""Match as Python's engine does, by trying and going back, and count the steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

Node = tuple[Any, Any]
Atom = Callable[[str], bool]

SMALL: Final = 4
"""A repetition with an upper bound is played with so many at most: its bound is a constant, however large."""
_CATEGORIES: Final[dict[Any, Atom]] = {
    sre.CATEGORY_DIGIT: str.isdecimal,
    sre.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    sre.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    sre.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


class TooMuchError(Exception):
    """The budget of steps is used up."""


def tree_of(pattern: re.Pattern[Any]) -> list[Node]:
    """Return a pattern's parse tree."""
    source = pattern.pattern
    text = source if isinstance(source, str) else source.decode("latin-1")
    # The flags that a pattern of bytes lacks and one of text has make no difference to its work.
    return list(parser.parse(text, pattern.flags & ~int(re.UNICODE)))


def atom(node: Node) -> Atom | None:
    """Return the test that a node of one character makes, or None for other nodes."""
    kind, value = node
    if kind is sre.LITERAL:
        return lambda c: ord(c) == value or (c.isalpha() and c.swapcase() == chr(value))
    if kind is sre.NOT_LITERAL:
        return lambda c: ord(c) != value
    if kind is sre.ANY:
        return lambda c: c != "\n"
    if kind is not sre.IN:
        return None
    negated = bool(value) and value[0][0] is sre.NEGATE
    tests = [_member(part) for part in value if part[0] is not sre.NEGATE]
    return lambda c: any(test(c) for test in tests) != negated


def _member(part: Node) -> Atom:
    kind, value = part
    if kind is sre.LITERAL:
        return lambda c: ord(c) == value
    if kind is sre.RANGE:
        low, high = value
        return lambda c: low <= ord(c) <= high
    return _CATEGORIES[value]


class Counter:
    """A matcher of one pattern; `steps` grows with every character looked at."""

    def __init__(self, tree: list[Node], budget: int) -> None:
        self.tree = tree
        self.budget = budget
        self.steps = 0
        # By identity: the nodes live as long as the tree.
        self._atoms: dict[int, Atom | None] = {}

    def search(self, text: str) -> int:
        """Return the steps of finding all that matches, one after another."""
        at = 0
        while at <= len(text):
            end = self.match(text, at)
            # As `finditer`: behind a match it goes on, and past an empty one by a character.
            at = at + 1 if end is None or end <= at else end
        return self.steps

    def match(self, text: str, at: int = 0, *, whole: bool = False) -> int | None:
        """Return where the first match at a place ends."""
        for end in self._run(self.tree, 0, text, at):
            if not whole or end == len(text):
                return end
        return None

    def _atom(self, node: Node) -> Atom | None:
        key = id(node)
        if key not in self._atoms:
            self._atoms[key] = atom(node)
        return self._atoms[key]

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.budget:
            raise TooMuchError

    def _run(self, nodes: list[Node], index: int, text: str, at: int) -> Iterator[int]:
        """Yield where nodes[index:] may end, in the order in which they are tried."""
        while index < len(nodes):
            node = nodes[index]
            test = self._atom(node)
            if test is None:
                break
            self._step()
            if at >= len(text) or not test(text[at]):
                return
            at += 1
            index += 1
        else:
            yield at
            return
        for end in self._node(nodes[index], text, at):
            yield from self._run(nodes, index + 1, text, end)

    def _node(self, node: Node, text: str, at: int) -> Iterator[int]:
        kind, value = node
        self._step()
        if kind is sre.SUBPATTERN:
            yield from self._run(list(value[3]), 0, text, at)
        elif kind is sre.BRANCH:
            for branch in value[1]:
                yield from self._run(list(branch), 0, text, at)
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            ends = self._repeat(value, text, at, greedy=kind is not sre.MIN_REPEAT)
            if kind is sre.POSSESSIVE_REPEAT:
                yield from _first(ends)
            else:
                yield from ends
        elif kind is sre.ATOMIC_GROUP:
            yield from _first(self._run(list(value), 0, text, at))
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            direction, inner = value
            start = at if direction > 0 else at - sum(inner.getwidth()) // 2
            found = start >= 0 and next(self._run(list(inner), 0, text, start), None) is not None
            if found == (kind is sre.ASSERT):
                yield at
        elif kind is sre.AT:
            if _stands(value, text, at):
                yield at
        else:
            raise NotImplementedError(str(kind))

    def _repeat(self, value: tuple[Any, Any, Any], text: str, at: int, *, greedy: bool) -> Iterator[int]:
        low, high, body = value
        if high is not sre.MAXREPEAT:
            low, high = min(low, SMALL), min(high, SMALL)
        nodes = list(body)
        test = self._atom(nodes[0]) if len(nodes) == 1 else None
        if test is not None:
            yield from self._run_of(test, low, high, text, at, greedy=greedy)
            return
        stack: list[tuple[int, int, Iterator[int] | None]] = [(0, at, None)]
        while stack:
            count, place, ends = stack.pop()
            if ends is None:
                ends = self._run(nodes, 0, text, place) if high is sre.MAXREPEAT or count < high else iter(())
                if not greedy and count >= low:
                    yield place
            end = next(ends, None)
            if end is not None and (end > place or count < low):
                stack += [(count, place, ends), (count + 1, end, None)]
            elif end is not None:
                stack.append((count, place, ends))
            elif greedy and count >= low:
                yield place

    def _run_of(self, test: Atom, low: int, high: Any, text: str, at: int, *, greedy: bool) -> Iterator[int]:
        end = at
        if not greedy:
            while True:
                if end - at >= low:
                    yield end
                self._step()
                if (
                    end >= len(text)
                    or not test(text[end])
                    or (high is not sre.MAXREPEAT and end - at >= high)
                ):
                    return
                end += 1
        while end < len(text) and (high is sre.MAXREPEAT or end - at < high) and test(text[end]):
            self._step()
            end += 1
        while end - at >= low:
            self._step()
            yield end
            end -= 1


def _first(ends: Iterator[int]) -> Iterator[int]:
    end = next(ends, None)
    if end is not None:
        yield end


def _stands(where: Any, text: str, at: int) -> bool:
    if where in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
        return at == 0
    if where is sre.AT_BEGINNING_LINE:
        return at == 0 or text[at - 1] == "\n"
    if where in (sre.AT_END, sre.AT_END_LINE):
        return at == len(text) or text[at] == "\n"
    if where is sre.AT_END_STRING:
        return at == len(text)
    word = _CATEGORIES[sre.CATEGORY_WORD]
    edge = (at > 0 and word(text[at - 1])) != (at < len(text) and word(text[at]))
    return edge == (where is sre.AT_BOUNDARY)
