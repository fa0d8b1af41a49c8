"""Find the items for a path: locations that `verify` prints, names, numbers, `*`, or parts of names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from hexwright.inspect.analysis.module_place import shorten_text
from hexwright.inspect.show.item_tree import TreeItem, walk_items
from hexwright.inspect.show.open_as_items import SHORTCUTS, ModuleItem
from hexwright.inspect.show.place_search import items_at_place
from hexwright.support.message_wording import printable_line

#: The most items below the start that are searched for a name.
MAX_LOOKED_AT = 200_000
_NUMBER = re.compile(r"#?(\d{1,6})$")


class PathNotFoundError(Exception):
    """The error if no item matches a part of a path; `hint` lists the names that exist there."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def find_items(root: TreeItem, path: str) -> tuple[TreeItem, ...]:
    """Return the items for a path, in the order of the tree. The empty path stands for the root.

    Raises PathNotFoundError if there are none.
    """
    path = path.strip()
    if path in ("", "/", "."):
        return (root,)
    whole = items_at_place(root, path) or _step((root,), path, root)
    if whole:
        return whole
    found: tuple[TreeItem, ...] = (root,)
    for part in _parts(path):
        inner = _step(found, part, root)
        if not inner:
            raise PathNotFoundError(_message(part, found, root), _hint(part, found))
        found = inner
    return found


def _parts(path: str) -> list[str]:
    separator = " / " if " / " in path else "/"
    return [part.strip() for part in path.split(separator) if part.strip()]


def _step(items: Sequence[TreeItem], part: str, root: TreeItem) -> tuple[TreeItem, ...]:
    if part == "*":
        return tuple(child for item in items for child in item.children)
    inside = [child for item in items for child in item.children]
    exact = tuple(item for item in inside if part in item.names)
    if exact:
        return exact
    if items == (root,) and isinstance(root, ModuleItem):
        short = root.shortcut(part)
        if short is not None and short.children:
            return (short,)
    direct = _named(inside, part)
    if direct:
        return direct
    number = _NUMBER.match(part)
    if number:
        found = [_numbered(item, int(number[1])) for item in items]
        return tuple(item for item in found if item is not None)
    below = [item for start in items for item in _below(start)]
    return _named(below, part) or _partly(below, part)


def _named(items: Iterable[TreeItem], part: str) -> tuple[TreeItem, ...]:
    exact: list[TreeItem] = []
    folded: list[TreeItem] = []
    wanted = _fold(part)
    for item in items:
        names = item.names
        if part in names:
            exact.append(item)
        elif any(_fold(name) == wanted for name in names):
            folded.append(item)
    return tuple(exact or folded)


def _partly(items: Sequence[TreeItem], part: str) -> tuple[TreeItem, ...]:
    """Return the items whose name contains the part, if all of them have the same name."""
    wanted = _fold(part)
    found = [item for item in items if item.name and wanted in _fold(item.name)]
    return tuple(found) if len({item.name for item in found}) == 1 else ()


def _numbered(item: TreeItem, number: int) -> TreeItem | None:
    children = item.children
    traits = [child for child in children if child.kind == "trait"]
    if traits and len(traits) == len(children):
        return traits[number] if number < len(traits) else None
    return children[number - 1] if 0 < number <= len(children) else None


def _below(item: TreeItem) -> list[TreeItem]:
    found: list[TreeItem] = []
    for inner in walk_items(item):
        if inner is not item:
            found.append(inner)
        if len(found) >= MAX_LOOKED_AT:
            break
    if item.kind in ("trait", "set-up"):
        found.extend(item.children)
    return found


def _message(part: str, items: Sequence[TreeItem], root: TreeItem) -> str:
    where = "the file" if items == (root,) else _quoted(items[0].title)
    if len(items) > 1:
        where += f" and {len(items) - 1} more"
    return f"nothing in {where} is called {_quoted(part)}"


def _quoted(text: str) -> str:
    return f'"{shorten_text(printable_line(text), 60)}"'


def _hint(part: str, items: Sequence[TreeItem]) -> str:
    known: dict[str, str] = {}
    for item in items[:50]:
        for inner in _below(item)[:20_000]:
            for name in (inner.name, inner.title):
                if name:
                    known.setdefault(_fold(name), name)
    if isinstance(items[0], ModuleItem):
        known |= {word: word for word in SHORTCUTS} | {"images": "images", "files": "files"}
    close = difflib.get_close_matches(_fold(part)[:80], [k for k in known if len(k) < 120], n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(_quoted(known[key]) for key in close) + "?"
    inside = list(dict.fromkeys(child.title for item in items for child in item.children))
    if not inside:
        return "there is nothing inside it"
    more = f" and {len(inside) - 8} more" if len(inside) > 8 else ""
    return "it contains " + ", ".join(_quoted(title) for title in inside[:8]) + more


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
