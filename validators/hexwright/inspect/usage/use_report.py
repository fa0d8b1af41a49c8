"""The uses of a name, and unused names, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from hexwright.inspect.analysis.module_place import CUT
from hexwright.inspect.usage.name_uses import NameKind, UseRole
from hexwright.inspect.usage.unused_names import UnusedName
from hexwright.inspect.usage.use_search import FoundUse, SearchResult
from hexwright.support.message_wording import count_noun, printable_line

SHOWN: Final = 12
"""The number of places shown for each role, unless all are asked for."""
_EXCERPT: Final = 70
_HEADS: Final = {
    UseRole.DEFINES: "defined by",
    UseRole.CHANGES: "changed by",
    UseRole.READS: "read by",
    UseRole.USES: "used by",
    UseRole.RESPONDS: "responded to by",
    UseRole.SENDS: "sent by",
    UseRole.MENTIONS: "in other texts",
}


def result_as_text(result: SearchResult, *, every: bool = False) -> Iterator[str]:
    """Yield the lines that show the uses of a name."""
    for kind, uses in groupby(result.uses, key=lambda one: one.use.kind):
        of_kind = list(uses)
        if kind is NameKind.TEXT:
            yield f"texts that contain '{printable_line(result.name)}'"
        else:
            yield f"{kind} '{printable_line(of_kind[0].use.name)}'"
        for role, rows in groupby(of_kind, key=lambda one: one.use.role):
            lines = list(dict.fromkeys(_line(one, result.name) for one in rows))
            if role is not UseRole.MENTIONS:
                yield f"  {_HEADS[role]} {count_noun(len(lines), 'place')}"
            shown = lines if every or len(lines) <= SHOWN + 1 else lines[:SHOWN]
            yield from (f"    {line}" for line in shown)
            if len(shown) < len(lines):
                yield f"    {CUT} and {len(lines) - len(shown):,} more; --all lists each"
    for fault in result.unreadable:
        yield printable_line(f"not searched: {fault}")


def _line(one: FoundUse, name: str) -> str:
    use = one.use
    times = f" ({count_noun(one.count, 'piece')})" if one.count > 1 else ""
    said = f": {excerpt(use.text, name)}" if use.text and use.text != name else ""
    return printable_line(f"{one.place.path or one.place.file}, {use.label}{times}{said}")


def excerpt(text: str, name: str) -> str:
    """Return a text on one line; of a long text, the part around the name."""
    flat = " ".join(text.split())
    if len(flat) <= _EXCERPT:
        return flat
    at = max(flat.find(name), 0)
    start = max(0, min(at - 20, len(flat) - _EXCERPT))
    end = start + _EXCERPT
    return f"{CUT if start else ''}{flat[start:end]}{CUT if end < len(flat) else ''}"


def result_as_json(result: SearchResult) -> str:
    """Return the uses of a name as JSON."""
    told = {
        "name": result.name,
        "uses": [_use_as_json(one) for one in result.uses],
        "near": list(result.near),
        "not_searched": list(result.unreadable),
    }
    return json.dumps(told, indent=1, ensure_ascii=False)


def _use_as_json(one: FoundUse) -> dict[str, Any]:
    found = {
        "kind": str(one.use.kind),
        "name": one.use.name,
        "role": str(one.use.role),
        "file": one.place.file,
        "path": one.place.path,
        "field": one.use.label,
        "count": one.count,
    }
    return found | ({"text": one.use.text} if one.use.text else {})


def unused_as_text(found: tuple[UnusedName, ...], *, every: bool = False) -> Iterator[str]:
    """Yield the lines that list unused names, by kind."""
    for kind, names in groupby(found, key=lambda one: one.kind):
        of_kind = list(names)
        perhaps = sum(one.maybe for one in of_kind)
        also = f", and {perhaps:,} more that may be used" if perhaps else ""
        yield f"{kind}: {len(of_kind) - perhaps:,} unused{also}"
        shown = of_kind if every or len(of_kind) <= SHOWN + 1 else of_kind[:SHOWN]
        for one in shown:
            note = f" — {one.note}" if one.note else ""
            places = f" and {one.count - 1:,} more" if one.count > 1 else ""
            yield printable_line(f"  {one.name}: {one.place.path or one.place.file}{places}{note}")
        if len(shown) < len(of_kind):
            yield f"  {CUT} and {len(of_kind) - len(shown):,} more; --all lists each"


def unused_as_json(found: tuple[UnusedName, ...]) -> str:
    """Return unused names as JSON."""
    rows = [
        {
            "kind": str(one.kind),
            "name": one.name,
            "file": one.place.file,
            "path": one.place.path,
            "count": one.count,
            "maybe_used": one.maybe,
            "note": one.note,
        }
        for one in found
    ]
    return json.dumps({"unused": rows}, indent=1, ensure_ascii=False)
