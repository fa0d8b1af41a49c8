"""Items as text for people: lines of limited width, without terminal control characters."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from hexwright.inspect.analysis.module_view import Node
from hexwright.inspect.show.editor_labels import Fact
from hexwright.inspect.show.item_tree import (
    ComponentItem,
    FixedItem,
    Folder,
    Item,
    TraitItem,
    byte_words,
    image_entries,
    prototypes_of,
)
from hexwright.inspect.show.open_as_items import ModuleItem, SetUpItem
from hexwright.inspect.show.saved_game_items import SavedItem, SavedPiece, phrase_of_state
from hexwright.inspect.show.trait_summaries import phrase_of
from hexwright.inspect.show.value_wording import counted, cut
from hexwright.support.message_wording import printable
from hexwright.vassal.codec.buildfile import components as c

WIDTH = 100
#: At least this many equal items without content are listed on one line.
RUN = 3
#: The most names of such a line, and the most characters of a long text inside a list.
NAMES, LONG = 60, 240
#: The most characters of any text.
MOST = 20_000
_TIE = "\u00a0"


def show(items: Sequence[Item], width: int = WIDTH) -> str:
    """Return the text of one item or several."""
    if len(items) > 1 and all(not item.facts and not item.children for item in items):
        return _joined(_line(item) for item in items)
    if len(items) > 12:
        return _joined(_listing(items, width))
    return _joined(line for item in items for line in (*_item(item, width), ""))


def clean(line: str) -> str:
    """Return a line with only printable characters."""
    return printable(line)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(clean(line).rstrip() for line in lines).rstrip("\n")


def _item(item: Item, width: int) -> Iterator[str]:
    if isinstance(item, ModuleItem):
        yield from _module(item, width)
        return
    yield _heading(item)
    if item.trail[:-1]:
        yield f"in {' / '.join(item.trail[:-1])}"
    whole = item.kind == "trait" or (isinstance(item, ComponentItem) and not item.children)
    said = [fact for fact in item.facts if _is_said(fact, item)]
    if said:
        yield ""
        yield from _facts(said, width, "  ", None if whole else LONG)
    pieces = [child for child in item.children if isinstance(child, SavedPiece)]
    traits = [child for child in item.children if isinstance(child, TraitItem)]
    others = [child for child in item.children if child not in pieces and child not in traits]
    if traits:
        yield ""
        yield from _traits(traits, width)
    if others:
        yield ""
        if isinstance(item, FixedItem | Folder):
            yield from _listing(others, width)
        else:
            yield from _tree(others, "", width)
    if pieces:
        yield ""
        yield from _placed(pieces, width)
    if not (said or item.children) and item.kind not in ("file", "folder"):
        yield "  only defaults"


def _heading(item: Item) -> str:
    mark = f" [{item.mark}]" if item.mark else ""
    kind = " — saved game" if isinstance(item, SavedItem) else ""
    summary = f" — {item.summary}" if item.summary else ""
    number = f"{item.number}  " if isinstance(item, TraitItem) else ""
    return f"{number}{item.title}{mark}{kind}{summary}"


def _is_said(fact: Fact, item: Item) -> bool:
    if fact.mark:
        return True
    return not fact.is_default and not (isinstance(item, ComponentItem) and fact.words == item.name)


def _facts(said: Sequence[Fact], width: int, indent: str, limit: int | None) -> Iterator[str]:
    for fact in said:
        mark = f" [{fact.mark}]" if fact.mark else ""
        words = cut(fact.words, limit) if limit else fact.words
        yield from wrapped(f"{fact.label}{mark}: {words}", width, indent, indent + "    ")


def _traits(traits: Sequence[TraitItem], width: int) -> Iterator[str]:
    for item in traits:
        phrase = phrase_of(item.trait)
        told = cut(phrase.text, LONG * 3)
        head = f"{phrase.title}: {told}" if told else phrase.title
        mark = f" [{item.mark}]" if item.mark else ""
        yield from wrapped(f"{item.number:>3}  {head}{mark}", width, "", " " * 9)
        rest = [f for f in item.facts if _is_said(f, item) and f.key.partition(".")[0] not in phrase.told]
        yield from _facts(rest, width, " " * 9, LONG)
        for marker in item.children:
            yield f"         places {marker.title} with {marker.summary}"


def _placed(pieces: Sequence[SavedPiece], width: int) -> Iterator[str]:
    for map_name, on_map in groupby(pieces, key=lambda piece: piece.map_name):
        lying = list(on_map)
        yield f"{map_name or 'Off the map'}: {counted(len(lying), 'piece')}"
        spots = [(spot, list(here)) for spot, here in groupby(lying, key=lambda piece: piece.spot)]
        column = min(max((len(spot) for spot, _ in spots), default=0), 32)
        for spot, here in spots:
            names = ", ".join(piece.name + _state(piece) for piece in here)
            yield from wrapped(f"  {spot:<{column}}  {names}", width, "", " " * (column + 4))


def _state(piece: SavedPiece) -> str:
    state = phrase_of_state(piece)
    return f" ({state})" if state else ""


def _module(item: ModuleItem, width: int) -> Iterator[str]:
    module = item.module
    assert module is not None
    root = module.root
    kind = "extension" if isinstance(root, c.ModuleExtension) else "module"
    version = (root.get("VassalVersion") or root.get("vassalVersion") or "") if root is not None else ""
    yield f"{item.title} — {kind}" + (f" for VASSAL {version}" if version else "")
    description = root.get("description", "") if root is not None else ""
    yield from wrapped(cut(description, 600), width, "", "") if description else ()
    counts = [
        counted(len(module.all(c.PieceSlot)), "piece"),
        counted(len(module.all(c.PrototypeDefinition)), "prototype"),
        counted(len(module.maps), "map window"),
        counted(sum(isinstance(i, SetUpItem) and i.file != "" for i in _all_set_ups(item)), "set-up"),
        f"{counted(len(image_entries(module)), 'image')} ({byte_words(_image_bytes(item))})",
    ]
    yield ", ".join(counts)
    if module.sides:
        yield from wrapped("Sides: " + ", ".join(module.sides), width, "", "  ")
    data = module.files[0].metadata
    if data is None:
        yield "No moduledata: VASSAL's library can't list this module."
    for trouble in module.troubles:
        yield from wrapped(f"{trouble.place.path or trouble.about}: {trouble.message}", width, "", "  ")
    yield ""
    rest = [f for f in item.facts if _is_said(f, item) and f.key not in _TOLD]
    if rest:
        yield from _facts(rest, width, "", LONG)
        yield ""
    yield from _tree(item.children, "", width)


_TOLD = frozenset({"name", "version", "description", "vassal_version", "next_piece_slot_id"})


def _all_set_ups(item: ModuleItem) -> tuple[Item, ...]:
    folder = item.shortcut("set-ups")
    return folder.children if folder is not None else ()


def _image_bytes(item: ModuleItem) -> int:
    module = item.module
    assert module is not None
    return sum(a.size(e) for e in image_entries(module) if (a := module.entries[e].archive) is not None)


def _tree(items: Sequence[Item], indent: str, width: int) -> Iterator[str]:
    for runs in _runs(items):
        last = runs[-1] is items[-1]
        branch, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
        if len(runs) >= RUN:
            yield from wrapped(_run(runs), width, indent + branch, indent + below + "  ")
            continue
        for item in runs:
            last = item is items[-1]
            branch, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
            inside = _inside(item)
            yield from wrapped(_line(item), width, indent + branch, indent + below + "  ")
            yield from _tree(inside, indent + below, width)


def _runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    for _, group in groupby(items, key=_alike):
        yield list(group)


def _alike(item: Item) -> object:
    if _inside(item):
        return id(item)
    if isinstance(item, ComponentItem) and item.component_kind == c.SetupStack.TITLE:
        return id(item)
    return _kind(item) if item.name else ""


def _kind(item: Item) -> str:
    return item.component_kind if isinstance(item, ComponentItem) else item.kind


def _inside(item: Item) -> tuple[Item, ...]:
    """Return the components to show below an item; an at-start stack of one piece shows none."""
    if not isinstance(item, ComponentItem) or (isinstance(item, SetUpItem) and item.file):
        return ()
    assert item.node is not None
    if not item.node.children:
        return ()
    inside = tuple(child for child in item.children if child.kind in ("component", "set-up"))
    if len(inside) == 1 and isinstance(item.node.component, c.SetupStack):
        return ()
    return inside


def _run(items: Sequence[Item]) -> str:
    if not items[0].name:
        return ", ".join(item.title + (f" [{item.mark}]" if item.mark else "") for item in items)
    # A name stays on one line if possible.
    names = ", ".join(cut(item.name, 60).replace(" ", _TIE) for item in items[:NAMES])
    more = f" and {len(items) - NAMES:,} more" if len(items) > NAMES else ""
    mark = f" [{items[0].mark}]" if items[0].mark else ""
    return f"{len(items):,} × {_kind(items[0])}{mark}: {names}{more}"


def _line(item: Item) -> str:
    mark = f" [{item.mark}]" if item.mark else ""
    summary = item.summary
    if isinstance(item, ComponentItem):
        if isinstance(item, SetUpItem) and item.file:
            summary = item.saved if isinstance(item.saved, str) else item.saved.summary
        elif item.node is not None and isinstance(item.node.component, c.SetupStack):
            summary = _at_start(item.node)
        elif item.design is not None:
            used = prototypes_of(item.design)
            summary = f"prototypes {', '.join(used)}" if used else ""
    return item.title + mark + (f": {summary}" if summary else "")


def _at_start(node: Node) -> str:
    names = [child.component.get("entryName") or "a piece" for child in node.children]
    stack = node.component
    assert isinstance(stack, c.SetupStack)
    spot = stack.location if stack.use_grid_location else f"{stack.x}, {stack.y}"
    return cut(", ".join(names) or "nothing", LONG) + (f" in {spot}" if spot else "")


def _listing(items: Sequence[Item], width: int) -> Iterator[str]:
    for trail, group in groupby(items, key=lambda item: item.trail[:-1]):
        if trail:
            yield from wrapped(" / ".join(trail), width, "", "  ")
        for item in group:
            yield from wrapped(_line(item), width, "  ", "      ")


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Return a text wrapped to a width, with separate indents for the first line and the rest."""
    text = cut(text, MOST)
    made = textwrap.wrap(
        text if _TIE in text else clean(text),
        max(width, 40),
        initial_indent=clean(first),
        subsequent_indent=rest,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
    return [line.replace(_TIE, " ") for line in made] or [first]
