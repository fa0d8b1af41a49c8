"""The differences that a comparison finds, and the pairing of items from two lists."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from hexwright.inspect.show.editor_labels import LabelledFact

T = TypeVar("T")


class ChangeKind(Enum):
    """The kind of a change."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    REORDERED = "reordered"
    CHANGED = "changed"


#: The sections of a comparison, in the order of the report.
SECTIONS = (
    "Module",
    "Pieces",
    "Prototypes",
    "Maps",
    "Global properties",
    "Key commands",
    "Other components",
    "Set-ups",
    "Images",
    "Files",
)


@dataclass(frozen=True, slots=True)
class ChangeDetail:
    """One difference in an item: the affected part (such as a trait; empty for the whole item), and the
    label.

    `old` or `new` is None if there is no such value.
    """

    what: ChangeKind
    part: str = ""
    label: str = ""
    old: str | None = None
    new: str | None = None

    def within(self, part: str) -> ChangeDetail:
        """Return the same detail with `part` as the outermost part of the affected part."""
        return ChangeDetail(
            self.what, f"{part} / {self.part}" if self.part else part, self.label, self.old, self.new
        )


@dataclass(frozen=True, slots=True)
class ModuleChange:
    """One change: the section, the item's title and path, and the detail."""

    section: str
    subject: str
    place: str
    detail: ChangeDetail


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs in the order of the new list, and the items of both lists without a partner."""

    pairs: tuple[tuple[int, int], ...]
    removed: tuple[int, ...]
    added: tuple[int, ...]


def pair_by_keys(old: Sequence[T], new: Sequence[T], *keys: Callable[[T], Hashable | None]) -> Pairing:
    """Pair the items of two lists by the first key that they share.

    Items with equal keys are paired in order. Items whose key is None have no partner.
    """
    left, right = list(range(len(old))), list(range(len(new)))
    pairs: list[tuple[int, int]] = []
    for key in keys:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for index in reversed(left):
            value = key(old[index])
            if value is not None:
                waiting[value].append(index)
        still: list[int] = []
        taken: set[int] = set()
        for index in right:
            value = key(new[index])
            if value is not None and waiting.get(value):
                found = waiting[value].pop()
                pairs.append((found, index))
                taken.add(found)
            else:
                still.append(index)
        left, right = [index for index in left if index not in taken], still
    return Pairing(tuple(sorted(pairs, key=lambda two: two[1])), tuple(left), tuple(right))


def reordered_pairs(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the smallest set of pairs to leave out so that all other pairs have the same order in both
    lists.
    """
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for position, (old, _) in enumerate(pairs):
        length = bisect_left(tails, old)
        before.append(at[length - 1] if length else -1)
        if length == len(tails):
            tails.append(old)
            at.append(position)
        else:
            tails[length], at[length] = old, position
    kept: set[int] = set()
    position = at[-1] if at else -1
    while position >= 0:
        kept.add(position)
        position = before[position]
    return tuple(two for position, two in enumerate(pairs) if position not in kept)


def compare_facts(
    old: Sequence[LabelledFact], new: Sequence[LabelledFact], skip: frozenset[str] = frozenset()
) -> Iterator[ChangeDetail]:
    """Yield the facts that differ. A missing fact has its default value."""
    before, after = ({fact.key: fact for fact in facts} for facts in (old, new))
    for key in dict.fromkeys((*before, *after)):
        if key in skip:
            continue
        was, now = before.get(key), after.get(key)
        either = now or was
        assert either is not None
        if was is None or now is None:
            if either.is_default and not either.mark:
                continue
        elif (was.words, was.mark) == (now.words, now.mark):
            continue
        label = either.label
        what = ChangeKind.CHANGED if was and now else ChangeKind.ADDED if now else ChangeKind.REMOVED
        yield ChangeDetail(what, "", label, _words(was), _words(now))


def half_alike(
    old: Sequence[LabelledFact], new: Sequence[LabelledFact], skip: frozenset[str] = frozenset()
) -> bool:
    """Return whether at least half of the facts of two items are equal."""
    before, after = (
        {(f.key, f.words) for f in facts if not f.is_default and f.key not in skip} for facts in (old, new)
    )
    return 2 * len(before & after) >= max(len(before), len(after))


def _words(fact: LabelledFact | None) -> str | None:
    if fact is None:
        return None
    return f"{fact.words} [{fact.mark}]" if fact.mark else fact.words
