"""Merge a new draft into a map that the user has edited. The user's edits always win.

Three versions are compared line by line: the draft of the last run, the current map, and the new draft. A
line is identified by the keys that enclose it and by its own key. In a list, its text identifies it. Thus
`kaluga: {…}` stays the same line if the text after the colon changes. Changes that only the new draft makes
are applied. Lines that the user changed, added or deleted stay that way. If both changed a fact differently,
the user's version is kept and the new draft's version is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

_KEY = re.compile(r"( *)(?:- )?([^\s#:'\"\[\]{}-][^:#]*?):(?:\s|$)")
_ORDERED = frozenset({"path", "hexsides", "exits"})
"""Lists whose order matters. Two different insertions at the same position conflict."""
_GONE = "(deleted)"


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line of a map, with its position."""

    text: str
    enclosing_keys: tuple[str, ...]
    """The enclosing keys, outermost first."""
    key: str
    """The line's own key; "" for a list entry, a comment or an empty line."""

    @property
    def slot(self) -> tuple[tuple[str, ...], str]:
        """Return the data that identify the line: its enclosing keys, and its own key or text."""
        return self.enclosing_keys, f"{self.key}:" if self.key else self.text.strip()

    @property
    def within(self) -> tuple[str, ...]:
        """Return the enclosing keys of lines that are nested below this line."""
        return (*self.enclosing_keys, self.key) if self.key else self.enclosing_keys


@dataclass(frozen=True, slots=True)
class Conflict:
    """A fact that both the user and the new draft have changed. The user's version was kept."""

    line: int
    """The line number in the merged map, from 1. For a deleted line, it is the number of the next line."""
    place: tuple[str, ...]
    kept_line: str
    drafted_line: str


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The text of a merged map, and its conflicts."""

    text: str
    conflicts: tuple[Conflict, ...]


LineFate = Literal["same", "changed", "deleted"]


@dataclass(frozen=True, slots=True)
class _Changes:
    """The changes of one version relative to the base.

    They state, for each line of the base, whether it stays, its new text, and the lines inserted before it.
    """

    fates: tuple[LineFate, ...]
    now: tuple[MapLine, ...]
    added: tuple[tuple[MapLine, ...], ...]


def lines_of(text: str) -> list[MapLine]:
    """Split a map into lines, each with its enclosing keys."""
    found: list[MapLine] = []
    open_: list[tuple[int, str]] = []
    for raw in text.split("\n"):
        stripped = raw.strip()
        indent = len(raw) - len(raw.lstrip(" "))
        match = None if not stripped or stripped.startswith(("#", "- ")) else _KEY.match(raw)
        if stripped:
            # An entry of a list may have the same indentation as the list's key.
            while open_ and (
                open_[-1][0] > indent or (open_[-1][0] == indent and not stripped.startswith("- "))
            ):
                open_.pop()
        around = tuple(key for _, key in open_)
        key = match.group(2).strip() if match else ""
        found.append(MapLine(raw, around, key))
        if key:
            open_.append((indent, key))
    return found


def merge_drafts(base: str, mine: str, drafted: str) -> MergeResult:
    """Merge the draft `drafted` into the map `mine`, which was edited since `base`.

    Lines must end with LF.
    """
    old, own, new = (lines_of(text.rstrip("\n")) for text in (base, mine, drafted))
    ours, theirs = _changes(old, own), _changes(old, new)
    kept = _kept_blocks(old, ours, theirs)
    return _Merger(old, ours, theirs, kept).merged()


def _changes(old: Sequence[MapLine], now: Sequence[MapLine]) -> _Changes:
    fates: list[LineFate] = ["deleted"] * len(old)
    texts = list(old)
    added: list[list[MapLine]] = [[] for _ in range(len(old) + 1)]
    matcher = SequenceMatcher(None, [o.slot for o in old], [n.slot for n in now], autojunk=False)
    last, gap = 0, 0
    for block in matcher.get_matching_blocks():
        # Insertions follow the line before them, but come after the nested lines of that line.
        for line in now[last : block.b]:
            depth = len(line.enclosing_keys)
            while (
                gap < block.a
                and len(old[gap].enclosing_keys) > depth
                and old[gap].enclosing_keys[:depth] == line.enclosing_keys
            ):
                gap += 1
            added[gap].append(line)
        for i in range(block.size):
            one = now[block.b + i]
            texts[block.a + i] = one
            fates[block.a + i] = "same" if one.text == old[block.a + i].text else "changed"
        last, gap = block.b + block.size, block.a + block.size
    return _Changes(tuple(fates), tuple(texts), tuple(map(tuple, added)))


def _kept_blocks(old: Sequence[MapLine], ours: _Changes, theirs: _Changes) -> frozenset[tuple[str, ...]]:
    """Return the blocks that the new draft drops although the user has changed or added a line in them."""
    touched: set[tuple[str, ...]] = set()
    for n, line in enumerate(old):
        if ours.fates[n] == "changed":
            touched.add(line.within)
        for one in ours.added[n]:
            touched.add(one.enclosing_keys)
    for one in ours.added[len(old)]:
        touched.add(one.enclosing_keys)
    dropped = {line.within for n, line in enumerate(old) if line.key and theirs.fates[n] == "deleted"}
    return frozenset(
        place[:depth] for place in touched for depth in range(1, len(place) + 1) if place[:depth] in dropped
    )


class _Merger:
    def __init__(
        self, old: Sequence[MapLine], ours: _Changes, theirs: _Changes, kept: frozenset[tuple[str, ...]]
    ) -> None:
        self.old, self.ours, self.theirs, self.kept = old, ours, theirs, kept
        self.out: list[str] = []
        self.conflicts: list[Conflict] = []
        own = [line for added in ours.added for line in added]
        self.own_slots = {line.slot: line for line in own if line.key}
        self.own_texts = {(line.enclosing_keys, line.text) for line in own}
        self.deleted_by_us = frozenset(
            line.within for n, line in enumerate(old) if line.key and ours.fates[n] == "deleted"
        )
        self.thrown_out = frozenset(line.slot for n, line in enumerate(old) if ours.fates[n] == "deleted")
        # Lines that the draft moves elsewhere, but that stay because of the user's edits.
        self.staying = {
            line.slot: ours.now[n]
            for n, line in enumerate(old)
            if theirs.fates[n] == "deleted"
            and (ours.fates[n] == "changed" or (ours.fates[n] == "same" and self._in_kept(line)))
        }

    def merged(self) -> MergeResult:
        for n in range(len(self.old)):
            self._added(n)
            self._line(n)
        self._added(len(self.old))
        return MergeResult("\n".join(self.out) + "\n", tuple(self.conflicts))

    def _add_conflict(self, place: tuple[str, ...], kept: str, drafted: str) -> None:
        self.conflicts.append(Conflict(len(self.out) + (kept == _GONE), place, kept.strip(), drafted.strip()))

    def _line(self, n: int) -> None:
        line, mine, new = self.old[n], self.ours.now[n], self.theirs.now[n]
        ours, theirs = self.ours.fates[n], self.theirs.fates[n]
        if ours == "deleted":
            if theirs == "changed" and not self._is_in_deleted_block(line.enclosing_keys):
                self._add_conflict(line.within, _GONE, new.text)
            return
        if ours == "changed":
            self.out.append(mine.text)
            if theirs != "same" and (theirs == "deleted" or new.text != mine.text):
                self._add_conflict(mine.within, mine.text, _GONE if theirs == "deleted" else new.text)
            return
        if theirs == "deleted":
            if self._in_kept(line):
                self.out.append(line.text)
                if line.key and line.within in self.kept and line.enclosing_keys not in self.kept:
                    self._add_conflict(line.within, "your changes in it", _GONE)
            return
        self.out.append(new.text)

    def _in_kept(self, line: MapLine) -> bool:
        return any(line.within[:depth] in self.kept for depth in range(1, len(line.within) + 1))

    def _is_in_deleted_block(self, around: tuple[str, ...]) -> bool:
        return any(around[:depth] in self.deleted_by_us for depth in range(1, len(around) + 1))

    def _added(self, n: int) -> None:
        mine = self.ours.added[n]
        # A new line stands before the first of the user's lines that leaves its block.
        put: dict[int, list[str]] = {}
        for block in _blocks(self._drafted_lines_here(n)):
            first = block[0]
            rival = self._rival(first, mine)
            if rival is None:
                depth = len(first.enclosing_keys)
                before = (
                    i
                    for i, own in enumerate(mine)
                    if own.text.strip() and own.enclosing_keys[:depth] != first.enclosing_keys
                )
                put.setdefault(next(before, len(mine)), []).extend(line.text for line in block)
            elif any((line.enclosing_keys, line.text) not in self.own_texts for line in block):
                self._add_conflict(
                    first.within, rival.text, ", ".join(line.text.strip() for line in block[:2])
                )
        for i, own in enumerate(mine):
            self.out.extend((*put.get(i, ()), own.text))
        self.out.extend(put.get(len(mine), ()))

    def _drafted_lines_here(self, n: int) -> list[MapLine]:
        """Return the lines that the new draft inserts before line n, without lines that the user added or
        deleted.
        """
        own = {line.text for line in self.ours.added[n]}
        wanted: list[MapLine] = []
        gone: set[tuple[str, ...]] = set()
        for line in self.theirs.added[n]:
            if line.text in own and not line.key:
                continue
            if not line.key and line.slot in self.thrown_out:
                continue
            if self._is_in_deleted_block(line.within):
                # Moved or re-added by the draft, but deleted by the user, alone or with its block.
                if line.within not in gone:
                    self._add_conflict(line.within, _GONE, line.text)
                    gone.add(line.within)
                continue
            wanted.append(line)
        return wanted

    def _rival(self, line: MapLine, mine: Sequence[MapLine]) -> MapLine | None:
        """Return the user's line that conflicts with a line of the new draft."""
        if line.key:
            return self.own_slots.get(line.slot) or self.staying.get(line.slot)
        if line.enclosing_keys and line.enclosing_keys[-1] in _ORDERED:
            return next((own for own in mine if own.enclosing_keys == line.enclosing_keys), None)
        return None


def _blocks(lines: Sequence[MapLine]) -> Iterator[list[MapLine]]:
    """Yield groups of lines: each is a line followed by its nested lines."""
    block: list[MapLine] = []
    for line in lines:
        if block and line.enclosing_keys[: len(block[0].within)] == block[0].within and block[0].key:
            block.append(line)
            continue
        if block:
            yield block
        block = [line]
    if block:
        yield block
