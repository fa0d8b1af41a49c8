"""Write items as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hexwright.inspect.show.item_tree import LazyFolder, TreeItem
from hexwright.inspect.show.open_as_items import SetUpItem


def items_as_json(items: Sequence[TreeItem]) -> str:
    """Return ASCII JSON: an object for a single item, otherwise a list of objects."""
    found = [item_as_data(item) for item in items]
    return json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=True)


def item_as_data(item: TreeItem, *, whole: bool = True) -> dict[str, Any]:
    """Return an item as data, with its facts and all items below it.

    The content of saved games and folders is included only if `whole` is true.
    """
    facts = [
        {"key": f.key, "label": f.label, "value": f.words} | ({"mark": f.mark} if f.mark else {})
        for f in item.facts
        if f.mark or not f.is_default
    ]
    made: dict[str, Any] = {"kind": item.kind, "title": item.title, "name": item.name, "path": item.path}
    more = {"mark": item.mark, "summary": item.summary, "facts": facts}
    made |= {key: value for key, value in more.items() if value}
    hidden = isinstance(item, LazyFolder) or (isinstance(item, SetUpItem) and item.file)
    inside = () if hidden and not whole else item.children
    if inside:
        made["children"] = [item_as_data(child, whole=False) for child in inside]
    return made
