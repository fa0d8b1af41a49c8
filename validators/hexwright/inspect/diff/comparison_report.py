"""Reports of a comparison: for people, for a changelog or for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from hexwright.inspect.diff.change_records import SECTIONS, ChangeDetail, ChangeKind, ModuleChange
from hexwright.inspect.diff.file_comparison import FileComparison
from hexwright.inspect.show.items_as_text import strip_unprintable, wrap_text
from hexwright.inspect.show.value_wording import shorten
from hexwright.support.message_wording import escape_markdown

#: A change that at least this many things share is listed once for all of them.
FOLD = 3
#: The number of these things that are named.
NAMED = 6
#: The most characters shown of a changed text.
LONG = 160
#: The most characters shown of an added or removed text.
SHORT = 100

_SIGNS = {
    ChangeKind.ADDED: "+",
    ChangeKind.REMOVED: "-",
    ChangeKind.RENAMED: "~",
    ChangeKind.MOVED: "~",
    ChangeKind.REORDERED: "~",
    ChangeKind.CHANGED: "~",
}


def as_text(found: FileComparison, width: int = 100) -> str:
    """Return the comparison as text for a terminal of the given width."""
    if not found.changes:
        return strip_unprintable(f"{found.old_title} → {found.new_title}: no difference")
    lines = [f"{found.old_title} → {found.new_title}"]
    for section in SECTIONS:
        changes = [change for change in found.changes if change.section == section]
        if not changes:
            continue
        lines += ["", section]
        for subjects, details in _folded(changes):
            head = _subjects(subjects)
            if len(details) == 1:
                lines += wrap_text(
                    f"{_SIGNS[details[0].what]} {_line(head, details[0])}", width, "  ", " " * 8
                )
                continue
            if head:
                lines += wrap_text(f"~ {head}", width, "  ", " " * 8)
            for detail in details:
                lines += wrap_text(f"{_SIGNS[detail.what]} {_line('', detail)}", width, "      ", " " * 12)
    return "\n".join(strip_unprintable(line) for line in lines)


def as_markdown(found: FileComparison) -> str:
    """Return the comparison as Markdown for a changelog."""
    if not found.changes:
        return f"## {escape_markdown(found.new_title)}\n\nNo difference."
    lines = [f"## {escape_markdown(found.old_title)} → {escape_markdown(found.new_title)}"]
    for section in SECTIONS:
        changes = [change for change in found.changes if change.section == section]
        if not changes:
            continue
        lines += ["", f"### {section}", ""]
        for subjects, details in _folded(changes):
            head = escape_markdown(_subjects(subjects))
            bold = f"**{head}**" if head else ""
            if len(details) == 1 or not head:
                lines += [f"- {_line(bold, detail, escape_markdown)}" for detail in details]
                continue
            lines.append(f"- {bold}")
            lines += [f"  - {_line('', detail, escape_markdown)}" for detail in details]
    return "\n".join(lines)


def as_json(found: FileComparison) -> str:
    """Return the comparison as ASCII JSON for programs."""
    changes = [
        {
            "section": change.section,
            "subject": change.subject,
            "place": change.place,
            "what": change.detail.what.value,
            "part": change.detail.part,
            "label": change.detail.label,
            "old": change.detail.old,
            "new": change.detail.new,
        }
        for change in found.changes
    ]
    data = {
        "old": {"file": found.old_file, "title": found.old_title},
        "new": {"file": found.new_file, "title": found.new_title},
        "same": not changes,
        "changes": changes,
    }
    return json.dumps(data, indent=2, ensure_ascii=True)


def _folded(changes: Sequence[ModuleChange]) -> Iterator[tuple[list[tuple[str, str]], list[ChangeDetail]]]:
    """Yield groups of items with their changes.

    A change that many items share is listed once for all of them. All other changes are listed item by item.
    """
    sharing: dict[ChangeDetail, dict[tuple[str, str], None]] = {}
    for change in changes:
        sharing.setdefault(change.detail, {})[change.subject, change.place] = None
    single: dict[tuple[str, str], list[ChangeDetail]] = {}
    for change in changes:
        subject = (change.subject, change.place)
        if len(sharing[change.detail]) < FOLD or _is_coming(change.detail):
            single.setdefault(subject, []).append(change.detail)
    told: set[ChangeDetail] = set()
    for change in changes:
        shared = len(sharing[change.detail]) >= FOLD and not _is_coming(change.detail)
        if shared and change.detail not in told:
            told.add(change.detail)
            yield list(sharing[change.detail]), [change.detail]
    for subject, details in single.items():
        yield [subject], details


def _is_coming(detail: ChangeDetail) -> bool:
    """Return whether an item as a whole was added or removed. Such items are listed one by one."""
    return detail.what in (ChangeKind.ADDED, ChangeKind.REMOVED) and not detail.part and not detail.label


def _subjects(subjects: Sequence[tuple[str, str]]) -> str:
    if len(subjects) == 1:
        return subjects[0][0]
    names = [name for name, _ in subjects]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"


def _line(head: str, detail: ChangeDetail, write: Callable[[str], str] = strip_unprintable) -> str:
    """Return a detail as one line, with an arrow from the old value to the new one.

    `write` formats each value.
    """
    parts = [head] if head else []
    if detail.part:
        parts.append(write(detail.part))
    old, new = _window(detail.old, detail.new)
    if detail.what is ChangeKind.RENAMED:
        return f"{': '.join(parts)}: renamed from {write(old)}" if parts else f"renamed from {write(old)}"
    if detail.what is ChangeKind.MOVED:
        return f"{': '.join(parts)} moved: {write(old)} → {write(new)}".lstrip()
    if detail.label:
        parts.append(write(detail.label))
    if detail.what is ChangeKind.ADDED:
        return ": ".join(parts) + (f": {write(new)}" if new else "") + " (added)"
    if detail.what is ChangeKind.REMOVED:
        return ": ".join(parts) + (f": {write(old)}" if old else "") + " (removed)"
    return f"{': '.join(parts)}: {write(old)} → {write(new)}"


def _window(old: str | None, new: str | None) -> tuple[str, str]:
    """Return two strings for display. Long strings are cut to the part around the difference."""
    before, after = old or "", new or ""
    if old is None or new is None:
        return shorten(before, SHORT), shorten(after, SHORT)
    if max(len(before), len(after)) <= LONG:
        return before, after
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    return _part(before, start, len(before) - end), _part(after, start, len(after) - end)


def _shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two strings."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _part(text: str, start: int, end: int) -> str:
    first, last = max(start - 24, 0), min(end + 24, len(text))
    shown = shorten(text[first:last], LONG)
    return ("…" if first else "") + shown + ("…" if last < len(text) else "")
