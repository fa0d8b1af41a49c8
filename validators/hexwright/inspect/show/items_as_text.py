"""Write items as text for people: lines of limited width, without terminal control characters."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.inspect.show.editor_labels import LabelledFact
from hexwright.inspect.show.item_tree import (
    ComponentItem,
    FixedItem,
    LazyFolder,
    TraitItem,
    TreeItem,
    byte_count_words,
    image_entries,
    prototypes_of,
)
from hexwright.inspect.show.open_as_items import ModuleItem, SetUpItem
from hexwright.inspect.show.saved_game_items import SavedItem, SavedPiece, piece_state_summary
from hexwright.inspect.show.trait_summaries import trait_summary
from hexwright.inspect.show.value_wording import count_words, shorten
from hexwright.support.message_wording import printable_line
from hexwright.vassal.codec.buildfile import components as c

WIDTH = 100
#: At least this many equal items without content are listed on one line.
MIN_RUN = 3
#: The most names of such a line, and the most characters of a long text inside a list.
NAMES, LONG = 60, 240
#: The most characters of any text.
MAX_LISTED = 20_000
_TIE = "\u00a0"


def items_as_text(items: Sequence[TreeItem], width: int = WIDTH) -> str:
    """Return one or more items as text."""
    if len(items) > 1 and all(not item.facts and not item.children for item in items):
        return _joined(_line(item) for item in items)
    if len(items) > 12:
        return _joined(_listing(items, width))
    return _joined(line for item in items for line in (*_item(item, width), ""))


def strip_unprintable(line: str) -> str:
    """Return a line with only printable characters."""
    return printable_line(line)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(strip_unprintable(line).rstrip() for line in lines).rstrip("\n")


def _item(item: TreeItem, width: int) -> Iterator[str]:
    if isinstance(item, ModuleItem):
        yield from _module(item, width)
        return
    yield _heading(item)
    if item.trail[:-1]:
        yield f"in {' / '.join(item.trail[:-1])}"
    whole = item.kind == "trait" or (isinstance(item, ComponentItem) and not item.children)
    said = [fact for fact in item.facts if _is_shown(fact, item)]
    if said:
        yield ""
        yield from _facts(said, width, "  ", None if whole else LONG)
    pieces = [child for child in item.children if isinstance(child, SavedPiece)]
    traits = [child for child in item.children if isinstance(child, TraitItem)]
    others = [child for child in item.children if not isinstance(child, SavedPiece | TraitItem)]
    if traits:
        yield ""
        yield from _traits(traits, width)
    if others:
        yield ""
        if isinstance(item, FixedItem | LazyFolder):
            yield from _listing(others, width)
        else:
            yield from _tree(others, "", width)
    if pieces:
        yield ""
        yield from _placed(pieces, width)
    if not (said or item.children) and item.kind not in ("file", "folder"):
        yield "  only defaults"


def _heading(item: TreeItem) -> str:
    mark = f" [{item.mark}]" if item.mark else ""
    kind = " — saved game" if isinstance(item, SavedItem) else ""
    summary = f" — {item.summary}" if item.summary else ""
    number = f"{item.number}  " if isinstance(item, TraitItem) else ""
    return f"{number}{item.title}{mark}{kind}{summary}"


def _is_shown(fact: LabelledFact, item: TreeItem) -> bool:
    if fact.mark:
        return True
    return not fact.is_default and not (isinstance(item, ComponentItem) and fact.words == item.name)


def _facts(said: Sequence[LabelledFact], width: int, indent: str, limit: int | None) -> Iterator[str]:
    for fact in said:
        mark = f" [{fact.mark}]" if fact.mark else ""
        words = shorten(fact.words, limit) if limit else fact.words
        yield from wrap_text(f"{fact.label}{mark}: {words}", width, indent, indent + "    ")


def _traits(traits: Sequence[TraitItem], width: int) -> Iterator[str]:
    for item in traits:
        phrase = trait_summary(item.trait)
        told = shorten(phrase.text, LONG * 3)
        head = f"{phrase.title}: {told}" if told else phrase.title
        mark = f" [{item.mark}]" if item.mark else ""
        yield from wrap_text(f"{item.number:>3}  {head}{mark}", width, "", " " * 9)
        rest = [
            f
            for f in item.facts
            if _is_shown(f, item) and f.key.partition(".")[0] not in phrase.covered_fields
        ]
        yield from _facts(rest, width, " " * 9, LONG)
        for marker in item.children:
            yield f"         places {marker.title} with {marker.summary}"


def _placed(pieces: Sequence[SavedPiece], width: int) -> Iterator[str]:
    for heading, on_map in groupby(pieces, key=lambda piece: piece.map_name or piece.spot.capitalize()):
        lying = list(on_map)
        yield f"{heading}: {count_words(len(lying), 'piece')}"
        spots = [(spot, list(here)) for spot, here in groupby(lying, key=lambda piece: piece.spot)]
        column = min(max((len(spot) for spot, _ in spots), default=0), 32)
        for spot, here in spots:
            names = ", ".join(piece.name + _state(piece) for piece in here)
            yield from wrap_text(f"  {spot:<{column}}  {names}", width, "", " " * (column + 4))


def _state(piece: SavedPiece) -> str:
    state = piece_state_summary(piece)
    return f" ({state})" if state else ""


def _module(item: ModuleItem, width: int) -> Iterator[str]:
    module = item.module
    assert module is not None
    root = module.root
    kind = "extension" if isinstance(root, c.ModuleExtension) else "module"
    version = (root.get("VassalVersion") or root.get("vassalVersion") or "") if root is not None else ""
    yield f"{item.title} — {kind}" + (f" for VASSAL {version}" if version else "")
    description = root.get("description", "") if root is not None else ""
    yield from wrap_text(shorten(description, 600), width, "", "") if description else ()
    counts = [
        count_words(len(module.all(c.PieceSlot)), "piece"),
        count_words(len(module.all(c.PrototypeDefinition)), "prototype"),
        count_words(len(module.maps), "map window"),
        count_words(sum(isinstance(i, SetUpItem) and i.file != "" for i in _all_set_ups(item)), "set-up"),
        f"{count_words(len(image_entries(module)), 'image')} ({byte_count_words(_image_bytes(item))})",
    ]
    yield ", ".join(counts)
    if module.sides:
        yield from wrap_text("Sides: " + ", ".join(module.sides), width, "", "  ")
    file = module.files[0]
    if file.lacks_metadata:
        yield f"No {file.metadata_entry}: VASSAL's library can't list this module."
    for trouble in module.troubles:
        yield from wrap_text(f"{trouble.place.path or trouble.about}: {trouble.message}", width, "", "  ")
    yield ""
    rest = [f for f in item.facts if _is_shown(f, item) and f.key not in _TOLD]
    if rest:
        yield from _facts(rest, width, "", LONG)
        yield ""
    yield from _tree(item.children, "", width)


_TOLD = frozenset({"name", "version", "description", "vassal_version", "next_piece_slot_id"})


def _all_set_ups(item: ModuleItem) -> tuple[TreeItem, ...]:
    folder = item.shortcut("set-ups")
    return folder.children if folder is not None else ()


def _image_bytes(item: ModuleItem) -> int:
    module = item.module
    assert module is not None
    return sum(a.size(e) for e in image_entries(module) if (a := module.entries[e].archive) is not None)


def _tree(items: Sequence[TreeItem], indent: str, width: int) -> Iterator[str]:
    for runs in _runs(items):
        last = runs[-1] is items[-1]
        branch, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
        if len(runs) >= MIN_RUN:
            yield from wrap_text(_run(runs), width, indent + branch, indent + below + "  ")
            continue
        for item in runs:
            last = item is items[-1]
            branch, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
            inside = _inside(item)
            yield from wrap_text(_line(item), width, indent + branch, indent + below + "  ")
            yield from _tree(inside, indent + below, width)


def _runs(items: Sequence[TreeItem]) -> Iterator[list[TreeItem]]:
    for _, group in groupby(items, key=_alike):
        yield list(group)


def _alike(item: TreeItem) -> object:
    if _inside(item):
        return id(item)
    if isinstance(item, ComponentItem) and item.component_kind == c.SetupStack.TITLE:
        return id(item)
    return _kind(item) if item.name else ""


def _kind(item: TreeItem) -> str:
    return item.component_kind if isinstance(item, ComponentItem) else item.kind


def _inside(item: TreeItem) -> tuple[TreeItem, ...]:
    """Return the components to show below an item. For an at-start stack of one piece, there are none."""
    if not isinstance(item, ComponentItem) or (isinstance(item, SetUpItem) and item.file):
        return ()
    assert item.node is not None
    if not item.node.children:
        return ()
    inside = tuple(child for child in item.children if child.kind in ("component", "set-up"))
    if len(inside) == 1 and isinstance(item.node.component, c.SetupStack):
        return ()
    return inside


def _run(items: Sequence[TreeItem]) -> str:
    if not items[0].name:
        return ", ".join(item.title + (f" [{item.mark}]" if item.mark else "") for item in items)
    # A name stays on one line if possible.
    names = ", ".join(shorten(item.name, 60).replace(" ", _TIE) for item in items[:NAMES])
    more = f" and {len(items) - NAMES:,} more" if len(items) > NAMES else ""
    mark = f" [{items[0].mark}]" if items[0].mark else ""
    return f"{len(items):,} × {_kind(items[0])}{mark}: {names}{more}"


def _line(item: TreeItem) -> str:
    mark = f" [{item.mark}]" if item.mark else ""
    summary = item.summary
    if isinstance(item, ComponentItem):
        if isinstance(item, SetUpItem) and item.file:
            summary = item.content_summary
        elif item.node is not None and isinstance(item.node.component, c.SetupStack):
            summary = _at_start(item.node)
        elif item.design is not None:
            used = prototypes_of(item.design)
            summary = f"prototypes {', '.join(used)}" if used else ""
    return item.title + mark + (f": {summary}" if summary else "")


def _at_start(node: ComponentNode) -> str:
    names = [child.component.get("entryName") or "a piece" for child in node.children]
    stack = node.component
    assert isinstance(stack, c.SetupStack)
    spot = stack.location if stack.use_grid_location else f"{stack.x}, {stack.y}"
    return shorten(", ".join(names) or "nothing", LONG) + (f" in {spot}" if spot else "")


def _listing(items: Sequence[TreeItem], width: int) -> Iterator[str]:
    for trail, group in groupby(items, key=lambda item: item.trail[:-1]):
        if trail:
            yield from wrap_text(" / ".join(trail), width, "", "  ")
        for item in group:
            yield from wrap_text(_line(item), width, "  ", "      ")


def wrap_text(text: str, width: int, first: str, rest: str) -> list[str]:
    """Return a string wrapped to a width, with separate indents for the first line and the rest."""
    text = shorten(text, MAX_LISTED)
    made = textwrap.wrap(
        text if _TIE in text else strip_unprintable(text),
        max(width, 40),
        initial_indent=strip_unprintable(first),
        subsequent_indent=rest,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
    return [line.replace(_TIE, " ") for line in made] or [first]
