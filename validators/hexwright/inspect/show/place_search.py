"""Find the item at a location that `hexwright verify` prints, in full or shortened for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.inspect.analysis.module_place import CUT, STEP
from hexwright.inspect.show.item_tree import TreeItem
from hexwright.inspect.show.open_as_items import ModuleItem, SetUpItem
from hexwright.support.message_wording import printable_line


def items_at_place(root: TreeItem, place: str) -> tuple[TreeItem, ...]:
    """Return the items at a location such as `x.vmod!Map / Deck 'A / B' / trait 2 (Layer)`.

    The file's name at the beginning is optional. An ellipsis matches any characters; a step that is only an
    ellipsis matches any number of steps. Names may contain the separator of steps. Return an empty tuple if
    there is no such location.
    """
    if isinstance(root, ModuleItem) and root.module is not None:
        name = printable_line(root.module.files[0].name)
        if place == name:
            return (root,)
        place = place.removeprefix(f"{name}!")
        entry = _entry(root, place)
        if entry:
            return entry
    if CUT not in place:
        return tuple(_exact(root, place))
    return tuple(dict.fromkeys(item for item in _all(root) if place_matches(place, _path(item))))


def place_matches(place: str, path: str) -> bool:
    """Return whether a shortened location matches a path.

    An ellipsis that is a whole step matches any number of steps. An ellipsis inside a step matches
    characters. The parts between ellipses are searched from left to right without backtracking: the first
    match of a part leaves the longest rest for the parts after it.
    """
    steps = place.split(STEP + CUT + STEP)
    # Each part with how far back it may start: the steps on both sides of a cut mark may be the same step.
    parts = [
        (
            STEP * (first and number > 0) + letters + STEP * (last and number < len(steps) - 1),
            first and number > 0,
        )
        for number, step in enumerate(steps)
        for first, letters, last in _letters(step)
    ]
    (begin, _), *middle, (end, shared) = parts
    if not path.startswith(begin):
        return False
    at = len(begin)
    for part, reaches_back in middle:
        found = path.find(part, at - len(STEP) * reaches_back)
        if found < 0:
            return False
        at = found + len(part)
    return path.endswith(end) and len(path) - len(end) >= at - len(STEP) * shared


def _letters(step: str) -> Iterator[tuple[bool, str, bool]]:
    """Yield the parts between the ellipses in a step, and whether each is the first and the last part."""
    letters = step.split(CUT)
    for number, part in enumerate(letters):
        yield number == 0, part, number == len(letters) - 1


def _exact(item: TreeItem, rest: str) -> Iterator[TreeItem]:
    """Yield the items to which the rest of a location leads. Their names may contain any characters."""
    for child in item.children:
        own = child.trail[-1:]
        if child.trail == item.trail:  # An at-start stack and its single piece share a place.
            yield from _exact(child, rest)
            continue
        name = printable_line(own[0]) if own else ""
        if rest == name:
            yield child
        elif name and rest.startswith(name + STEP):
            yield from _exact(child, rest[len(name) + len(STEP) :])


def _all(item: TreeItem) -> Iterator[TreeItem]:
    waiting = [item]
    while waiting:
        found = waiting.pop()
        yield found
        # No check names a piece of a set-up, and a module may have hundreds of set-ups.
        if not (isinstance(found, SetUpItem) and found.file):
            waiting.extend(reversed(found.children))


def _path(item: TreeItem) -> str:
    return printable_line(STEP.join(item.trail))


def _entry(root: ModuleItem, place: str) -> tuple[TreeItem, ...]:
    """Return the image or file of an archive entry."""
    assert root.module is not None
    if place not in root.module.entries:
        return ()
    held = (item for folder in root.children[-2:] for item in folder.children)
    return tuple(item for item in held if place in (item.name, f"images/{item.name}"))
