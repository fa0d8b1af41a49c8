"""Which patterns Python's `re` matches in a time linear in the text, as far as their form shows it.

`re` tries one way after another. A pattern is plain if that comes to nothing: what it repeats begins unlike
what may follow, or is possessive, so that giving some of it back never helps (one run of characters may be
given back if little stands behind it); and where it is looked for at every place of a text, no long
repetition runs over places where it might begin, so that nothing is read again for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

Node = tuple[Any, Any]
Characters = frozenset[str]

_FEW: Final = 9
"""A repetition of one character of at most so many may be given back: nine times the work is no matter."""
_LONG: Final = 100
"""A repetition of more than this counts as one without a bound."""
_REPEATS: Final = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_PROBES: Final = frozenset(map(chr, range(0x250))) | frozenset("٣۳–‘“…−世а€\u2028")
"""Characters by which classes are distinguished, besides those that a pattern contains."""
_CATEGORIES: Final = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


def is_plain(pattern: re.Pattern[Any], *, anywhere: bool) -> bool:
    """Whether a pattern takes linear time at one place of a text, or looked for `anywhere` in it."""
    source = pattern.pattern
    text = source if isinstance(source, str) else source.decode("latin-1")
    # The flags that a pattern of bytes lacks and one of text has make no difference to its work.
    nodes = _flat(parser.parse(text, pattern.flags & ~int(re.UNICODE)))
    form = _Form(_PROBES | frozenset(text), bool(pattern.flags & re.IGNORECASE))
    if nodes and nodes[0] == (sre.AT, sre.AT_BEGINNING) and not pattern.flags & re.MULTILINE:
        anywhere = False
    return form.goes_on(nodes, frozenset()) and (not anywhere or form.starts_apart(nodes))


class _Form:
    """Looks at the form of a pattern's parts."""

    def __init__(self, probes: Characters, fold: bool) -> None:
        self.probes = probes
        self.fold = fold

    def goes_on(
        self, nodes: Sequence[Node], follow: Characters, *, repeated: bool = False, short: bool = True
    ) -> bool:
        """Whether going back in `nodes` never helps, with what may `follow` them, be it `short` or not."""
        given_back = False
        for number, node in enumerate(nodes):
            behind = nodes[number + 1 :]
            then = self._first_of(behind, follow)
            little = short and _is_short(behind)
            if node[0] not in _REPEATS:
                if not all(
                    self.goes_on(part, then, repeated=repeated, short=little) for part in _parts(node)
                ):
                    return False
            elif not self._ends_clearly(node, then, repeated, little):
                if repeated or given_back or not little or self._characters(list(node[1][2])) is None:
                    return False
                given_back = True
        return True

    def _ends_clearly(self, node: Node, then: Characters, repeated: bool, little: bool) -> bool:
        least, most, body = node[1][0], node[1][1], list(node[1][2])
        again = self._first_of(body, frozenset())
        if most == 1 and not repeated:
            return self.goes_on(body, then, short=little)
        if not self.goes_on(body, again | then, repeated=True, short=False):
            return False
        single = self._characters(body) is not None
        if node[0] is sre.POSSESSIVE_REPEAT or least == most or (single and most <= _FEW and not repeated):
            return True
        return not again & then and (most == 1 or single or self._branches_apart(body))

    def _branches_apart(self, nodes: Sequence[Node]) -> bool:
        """Whether no two branches of what is repeated begin alike, and none is empty."""
        for kind, value in _walk(nodes):
            if kind is sre.BRANCH:
                firsts = [self._first_of(list(branch), frozenset()) for branch in value[1]]
                if not all(firsts) or sum(map(len, firsts)) != len(frozenset().union(*firsts)):
                    return False
        return not self._may_be_empty(nodes)

    def starts_apart(self, nodes: Sequence[Node]) -> bool:
        """Whether no long repetition runs over what must stand before it where a match begins."""
        sure = next((n for n in range(len(nodes)) if all(map(_is_optional, nodes[n + 1 :]))), len(nodes))
        return self._apart(nodes, [], sure)

    def _apart(self, nodes: Sequence[Node], walls: list[Characters], sure: int | None = None) -> bool:
        """Whether no run goes over all `walls`; from node `sure` on, something is found in any case."""
        for number, node in enumerate(nodes):
            kind, value = node
            parts = _parts(node)
            if kind in _REPEATS and value[1] > _LONG and (sure is None or number < sure):
                run = self._within(parts[0])
                if all(run & wall for wall in walls):
                    return False
            if kind not in (sre.ASSERT, sre.ASSERT_NOT) and not all(
                self._apart(part, walls) for part in parts
            ):
                return False
            walls = [*walls, *self._walls(node)]
        return True

    def _walls(self, node: Node) -> list[Characters]:
        """Return classes of characters of which each match of a node holds one, or has one before it."""
        kind, value = node
        own = self._character(node)
        if own is not None:
            return [own]
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            beside = self._characters(list(value[1])) if value[0] < 0 else None
            if beside is None:
                return []
            return [beside if kind is sre.ASSERT else self.probes - beside]
        parts = [[wall for inner in part for wall in self._walls(inner)] for part in _parts(node)]
        if kind is sre.BRANCH:
            return [frozenset().union(*(part[0] for part in parts))] if all(parts) else []
        return parts[0] if parts and (kind not in _REPEATS or value[0]) else []

    def _within(self, nodes: Sequence[Node]) -> Characters:
        return frozenset().union(*(self._character(node) or frozenset() for node in _walk(nodes)))

    def _first_of(self, nodes: Sequence[Node], follow: Characters) -> Characters:
        """Return the characters with which nodes may begin, and what follows if they may be empty."""
        found: set[str] = set()
        for node in nodes:
            own = self._character(node)
            if own is not None:
                return frozenset(found | own)
            if node[0] in (sre.ASSERT, sre.ASSERT_NOT):
                continue
            for part in _parts(node):
                found |= self._first_of(part, frozenset())
            if not self._may_be_empty([node]):
                return frozenset(found)
        return frozenset(found | follow)

    def _may_be_empty(self, nodes: Sequence[Node]) -> bool:
        for node in nodes:
            if self._character(node) is not None:
                return False
            parts = [] if node[0] in (sre.ASSERT, sre.ASSERT_NOT) else _parts(node)
            least = node[1][0] if node[0] in _REPEATS else 1
            if parts and least and not any(self._may_be_empty(part) for part in parts):
                return False
        return True

    def _characters(self, nodes: Sequence[Node]) -> Characters | None:
        while len(nodes) == 1 and nodes[0][0] is sre.SUBPATTERN:
            nodes = list(nodes[0][1][3])
        return self._character(nodes[0]) if len(nodes) == 1 else None

    def _character(self, node: Node) -> Characters | None:
        """Return those of the probes that a node of one character takes, or None for other nodes."""
        kind, value = node
        if kind is sre.ANY:
            return self.probes
        if kind is sre.LITERAL:
            return self._folded({chr(value)})
        if kind is sre.NOT_LITERAL:
            return self.probes - self._folded({chr(value)})
        if kind is not sre.IN:
            return None
        found = self._folded({c for part in value for c in self.probes if _takes(part, c)})
        return self.probes - found if value[0][0] is sre.NEGATE else found

    def _folded(self, found: set[str]) -> Characters:
        return frozenset(found | {c.swapcase() for c in found} if self.fold else found)


def _flat(nodes: Iterable[Node]) -> list[Node]:
    """Return nodes without groups whose only effect is what is remembered."""
    return [inner for node in nodes for inner in (_flat(node[1][3]) if node[0] is sre.SUBPATTERN else [node])]


def _is_optional(node: Node) -> bool:
    return bool(node[0] in _REPEATS and node[1][0] == 0)


def _is_short(nodes: Sequence[Node]) -> bool:
    return not any(node[0] in _REPEATS and node[1][1] > _FEW for node in _walk(nodes))


def _takes(part: Node, character: str) -> bool:
    kind, value = part
    if kind is sre.LITERAL:
        return bool(ord(character) == value)
    if kind is sre.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    return kind is sre.CATEGORY and re.fullmatch(_CATEGORIES[value], character) is not None


def _walk(nodes: Sequence[Node]) -> Iterator[Node]:
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
    if kind in _REPEATS:
        return [list(value[2])]
    if kind is sre.ATOMIC_GROUP:
        return [list(value)]
    if kind in (sre.ASSERT, sre.ASSERT_NOT):
        return [list(value[1])]
    return []
