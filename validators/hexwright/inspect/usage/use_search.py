"""Search a module, its extensions and its set-ups for each use of a name."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from hexwright.inspect.analysis.evaluated_fields import FieldValue
from hexwright.inspect.analysis.html_image_names import html_images
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_setups import ModuleSetUp
from hexwright.inspect.analysis.module_view import IMAGES, ComponentNode, ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.inspect.analysis.word_search import WordSearch
from hexwright.inspect.usage.component_uses import uses_in_component
from hexwright.inspect.usage.name_uses import NameKind, NameUse, UseRole, normalised_key
from hexwright.inspect.usage.trait_uses import uses_in_trait
from hexwright.support.message_wording import count_noun
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, PlainElement
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece

CLASS_END: Final = ".class"
_PAGES: Final = (".html", ".htm", ".txt", ".css", ".svg")
MAX_PAGE: Final = 4 << 20
"""The maximum size of a page that is searched, in bytes."""
MAX_PAGES: Final = 32 << 20
"""The maximum size of all pages that are searched, in bytes."""


@dataclass(frozen=True, slots=True)
class FoundUse:
    """One use of the name that was searched for, with its place; `count` pieces of a set-up share one use."""

    use: NameUse
    place: ModulePlace
    count: int = 1


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The uses of a name, by kind, role and place in the module.

    `name` is the name as the module writes it. `near` contains similar names if there is no use.
    """

    name: str
    uses: tuple[FoundUse, ...]
    near: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = field(default=())
    """Set-ups that couldn't be searched, each with the reason."""

    @property
    def is_used(self) -> bool:
        """Return whether a name is used, not only contained in texts."""
        return any(one.use.kind is not NameKind.TEXT for one in self.uses)


class UseIndex:
    """The names in all traits, components, files and set-ups of a module. Each trait is analysed once."""

    def __init__(self, module: ModuleView) -> None:
        self.module = module
        # By identity: traits with equal text are one object.
        self._of_trait: dict[int, tuple[Trait, tuple[NameUse, ...]]] = {}

    def of_trait(self, trait: Trait) -> tuple[NameUse, ...]:
        """Return the names in a trait."""
        found = self._of_trait.get(id(trait))
        if found is None:
            found = self._of_trait[id(trait)] = (trait, uses_in_trait(self.module, trait))
        return found[1]

    @cached_property
    def of_components(self) -> tuple[tuple[ComponentNode, tuple[NameUse, ...]], ...]:
        """Return the names in each component, in document order."""
        return tuple((node, uses_in_component(node)) for node in self.module.nodes)

    def definitions(self) -> Iterator[tuple[ModulePlace, Iterable[NameUse]]]:
        """Yield the names in all files, components and traits, as the designer wrote them, with their
        places.
        """
        for entry, file in self.module.entries.items():
            if entry.startswith(IMAGES):
                name = entry.removeprefix(IMAGES)
                yield file.place / entry, (NameUse(NameKind.IMAGE, name, UseRole.DEFINES, "File"),)
            elif entry.endswith(CLASS_END):
                name = entry.removesuffix(CLASS_END).replace("/", ".")
                yield file.place / entry, (NameUse(NameKind.CLASS, name, UseRole.DEFINES, "File"),)
        for node, uses in self.of_components:
            yield node.place, uses
        for design in self.module.definitions:
            for placed in design.traits:
                yield placed.place, self.of_trait(placed.trait)
        for image in html_images(self.module):
            yield image.place, (NameUse(NameKind.IMAGE, image.image, UseRole.USES, image.where),)


def find_uses(
    module: ModuleView,
    name: str,
    kinds: Collection[NameKind] = (),
    *,
    set_ups: bool = True,
    progress: Callable[[str], None] = lambda _: None,
) -> SearchResult:
    """Return the uses of a name; without `kinds`, those of any kind.

    A key may be written in any usual way, an image with or without its folder, and a class without its
    package. Texts that contain the name are found too, unless they are longer than `WordSearch` allows.
    """
    index = UseIndex(module)
    matches = _matcher(name, kinds)
    progress("components and pieces")
    found = [FoundUse(use, place) for place, uses in index.definitions() for use in uses if matches(use)]
    seen = {(one.place, one.use.label) for one in found}
    defining = {one.place for one in found if one.use.role is UseRole.DEFINES}
    found += [
        one
        for one in _mentions(module, name)
        if (one.place, one.use.label) not in seen and not (one.use.text == name and one.place in defining)
    ]
    progress("pages")
    found += _mentions_in_pages(module, name)
    unreadable: list[str] = []
    for set_up in _read(module, progress) if set_ups else ():
        if set_up.fault or set_up.missing:
            unreadable.append(f"{set_up.file}: {set_up.fault or 'the module has no such file'}")
        found += _in_set_up(index, set_up, matches)
    ordered = sorted(found, key=lambda one: (_KINDS[one.use.kind], _ROLES[one.use.role]))
    names = Counter(one.use.name for one in ordered if one.use.kind is not NameKind.TEXT)
    written = names.most_common(1)[0][0] if names else name
    result = SearchResult(written, tuple(ordered), unreadable=tuple(unreadable))
    return result if result.is_used else replace(result, near=near_names(index, name, kinds))


_KINDS: Final = {kind: number for number, kind in enumerate(NameKind)}
_ROLES: Final = {role: number for number, role in enumerate(UseRole)}


def near_names(index: UseIndex, name: str, kinds: Collection[NameKind]) -> tuple[str, ...]:
    """Return up to three names of the module that are similar to a name that it doesn't have."""
    known: dict[str, str] = {}
    for _, uses in index.definitions():
        for use in uses:
            if (not kinds or use.kind in kinds) and use.kind is not NameKind.CLASS and len(use.name) < 120:
                known.setdefault(use.name.casefold(), use.name)
    close = difflib.get_close_matches(name.casefold()[:80], known, n=3, cutoff=0.6)
    return tuple(known[folded] for folded in close)


def _matcher(name: str, kinds: Collection[NameKind]) -> Callable[[NameUse], bool]:
    key = normalised_key(name)
    image = name.removeprefix(IMAGES)

    def matches(use: NameUse) -> bool:
        if kinds and use.kind not in kinds:
            return False
        if use.name == name:
            return True
        match use.kind:
            case NameKind.KEY:
                return use.name == key
            case NameKind.IMAGE:
                return use.name == image
            case NameKind.CLASS:
                return use.name.rpartition(".")[2] == name
            case _:
                return False

    return matches


# Texts -------------------------------------------------------------------------------------------
def _mentions(module: ModuleView, name: str) -> Iterator[FoundUse]:
    """Yield the fields whose text contains the name as a whole word."""
    search = _TextSearch(name)
    for node in module.nodes:
        for value in node.values:
            yield from search.in_value(node.place, value)
        for label, text in _other_texts(node.component):
            if search.is_in(text):
                yield FoundUse(_mention(name, label, text), node.place)
    for design in module.definitions:
        if design.piece is None:
            yield from _in_unreadable(search, design)
        for placed in design.traits:
            for value in module.trait_values(placed.trait):
                yield from search.in_value(placed.place, value)


class _TextSearch:
    """A search for one name as a whole word."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._words = WordSearch([name])

    def is_in(self, text: str) -> bool:
        return self.name in text and bool(self._words.names_in(text))

    def in_value(self, place: ModulePlace, value: FieldValue) -> Iterator[FoundUse]:
        """Yield a mention if a field's text contains the name; a marker's definition is searched itself."""
        text = value.value
        if isinstance(text, str) and value.kind != "piece" and self.is_in(text):
            yield FoundUse(_mention(self.name, value.label, text), place)


def _mention(name: str, label: str, text: str) -> NameUse:
    return NameUse(NameKind.TEXT, name, UseRole.MENTIONS, label, text)


def _other_texts(component: Component) -> Iterator[tuple[str, str]]:
    """Yield the texts of a component that no declared attribute holds, with their labels."""
    for attribute in component.unknown_attributes():
        yield attribute, component.get(attribute) or ""
    if isinstance(component, c.PieceSlot | c.PrototypeDefinition):
        return
    if component.body:
        yield "Text", component.body
    for child in component:
        if isinstance(child, PlainElement):
            yield str(child.tag), "".join(str(part) for part in child.itertext())


def _in_unreadable(search: _TextSearch, design: PieceDefinition) -> Iterator[FoundUse]:
    text = design.component.body if design.component is not None else ""
    if search.is_in(text):
        yield FoundUse(_mention(search.name, "Definition that can't be read", text), design.place)


def _mentions_in_pages(module: ModuleView, name: str) -> Iterator[FoundUse]:
    search = _TextSearch(name)
    budget = MAX_PAGES
    for entry, file in module.entries.items():
        if not entry.lower().endswith(_PAGES) or file.archive is None or budget <= 0:
            continue
        try:
            data = file.archive.read(entry, min(budget, MAX_PAGE))
        except CodecError:
            continue
        budget -= len(data)
        if name.encode() in data:
            for line in data.decode("utf-8", "replace").splitlines():
                if search.is_in(line):
                    yield FoundUse(_mention(name, "Page", line.strip()), file.place / entry)
                    break


# Set-ups -----------------------------------------------------------------------------------------
def _read(module: ModuleView, progress: Callable[[str], None]) -> Sequence[ModuleSetUp]:
    progress(f"{count_noun(len(module.all(c.PredefinedSetup)), 'set-up')}")
    return module.set_ups


def _in_set_up(
    index: UseIndex, set_up: ModuleSetUp, matches: Callable[[NameUse], bool]
) -> Iterator[FoundUse]:
    """Yield the uses in a set-up's pieces, maps and boards; equal uses are counted."""
    place = set_up.node.place / set_up.file
    found: Counter[tuple[str, NameUse]] = Counter()
    for (kind, _), count in set_up.pieces.items():
        for trait in kind.traits:
            if isinstance(trait, BasicPiece | Deck) or trait.TITLE:
                for use in index.of_trait(trait):
                    if use.kind is not NameKind.CLASS and matches(use):
                        found[trait.TITLE, use] += count
    for name, count in set_up.maps.items():
        use = NameUse(NameKind.MAP, name, UseRole.USES, "Position")
        if matches(use):
            found["", use] += count
    for laid in set_up.boards:
        names = [NameUse(NameKind.MAP, laid.map, UseRole.USES, "Boards")]
        names += [NameUse(NameKind.BOARD, choice.name, UseRole.USES, "Boards") for choice in laid.boards]
        found.update(("", use) for use in names if matches(use))
    for (title, use), count in found.items():
        yield FoundUse(use, place / title if title else place, count)
