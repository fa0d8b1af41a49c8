"""Read a module and its extensions into one indexed view."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar
from unicodedata import normalize

from hexwright.inspect.analysis import evaluated_fields, image_headers
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.piece_definitions import (
    PieceDefinition,
    PlacedTrait,
    PrototypeIndex,
    definitions_in,
)
from hexwright.inspect.analysis.recent_images import RecentImages
from hexwright.inspect.analysis.svg_parts import DrawingParts
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import parse_any
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.moduledata import EXTENSION_ENTRY, MODULE_ENTRY, Metadata
from hexwright.vassal.codec.buildfile.xml_encoding import utf8_xml
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.module_archive import BUILD_FILE, BUILD_FILES, Archive, other_build_file
from hexwright.vassal.codec.module_folder import open_archive
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from hexwright.inspect.analysis.module_setups import ModuleSetUp

C = TypeVar("C", bound=Component)
T = TypeVar("T", bound=Trait)

IMAGES = "images/"
SOUNDS = "sounds/"

ShownLevel: TypeAlias = "tuple[int, str, bool]"
"""A level of a layer by its number, its picture, and whether that covers the piece."""

#: The kinds of values that can be queried across the module.
INDEXED = frozenset({"image", "expression", "format"})
Value: TypeAlias = "tuple[ModulePlace, Component | Trait, evaluated_fields.FieldValue]"
#: If all pieces together expand to more traits than this, the rest stays unexpanded.
MAX_EXPANDED_TOTAL = 2_000_000


@dataclass(frozen=True, slots=True)
class ReadFault:
    """A part of a file that couldn't be read; `about` is archive, build-file, metadata or piece."""

    about: str
    place: ModulePlace
    message: str


@dataclass(frozen=True, eq=False)
class ComponentNode:
    """A component with its position in the tree. Its children are in document order."""

    component: Component
    place: ModulePlace
    file: ModuleFile
    parent: ComponentNode | None
    order: int
    children: list[ComponentNode] = field(default_factory=list)

    @cached_property
    def values(self) -> tuple[evaluated_fields.FieldValue, ...]:
        """Return the values of the component's attributes."""
        return evaluated_fields.component_field_values(self.component)

    def ancestors(self) -> Iterator[ComponentNode]:
        """Yield the components around this one, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def inside(self, kind: type[C]) -> C | None:
        """Return the nearest component of a class around this one."""
        return next((a.component for a in self.ancestors() if isinstance(a.component, kind)), None)


@dataclass(eq=False)
class ModuleFile:
    """One file: a module or an extension. `archive` and `root` are None if they can't be read.

    `path` is the path that the user gave. For a folder, the name of the build file is appended.
    """

    name: str
    path: str = ""
    archive: Archive | None = None
    root: Component | None = None
    build_file: bytes = b""
    """The XML in UTF-8, or as it is if it can't be read."""
    metadata: Metadata | None = None
    source: Path | None = None
    """The file or folder that was opened."""

    @property
    def is_extension(self) -> bool:
        """Return whether the file is an extension."""
        return isinstance(self.root, c.ModuleExtension)

    @property
    def metadata_entry(self) -> str:
        """Return the name of the entry by which the Module Manager recognises the file."""
        return EXTENSION_ENTRY if self.is_extension else MODULE_ENTRY

    @property
    def lacks_metadata(self) -> bool:
        """Whether the Module Manager doesn't recognise the file.

        It reads the name and version from a build file only if that has the name it had before VASSAL 3.5.
        """
        archive = self.archive
        return archive is not None and BUILD_FILE in archive and self.metadata_entry not in archive

    @property
    def place(self) -> ModulePlace:
        """Return the location of the file as a whole."""
        return ModulePlace(self.name)


class ModuleView:
    """A view of a module with its extensions: nodes, pieces, prototypes, files.

    The first file is the module itself.
    """

    def __init__(self, files: Sequence[ModuleFile], troubles: Sequence[ReadFault]) -> None:
        self.files = tuple(files)
        self.troubles = list(troubles)
        self.nodes: tuple[ComponentNode, ...] = tuple(
            node for file in self.files if file.root is not None for node in _nodes(file, file.root)
        )
        self._positions = {node: number for number, node in enumerate(self.nodes)}
        self._by_class: dict[type[Component], list[ComponentNode]] = defaultdict(list)
        for node in self.nodes:
            self._by_class[type(node.component)].append(node)
        # By identity: traits with equal text are one object, and hashing them is slow.
        self._used: dict[int, tuple[Trait, tuple[evaluated_fields.FieldValue, ...]]] = {}
        #: A cache for `hexwright.inspect.analysis.piece_key_commands`, per trait.
        self.memory: dict[int, tuple[Trait, frozenset[str | tuple[int, int]]]] = {}
        #: The menu texts of a trait with their keys, except those without either.
        self.menus: dict[int, tuple[Trait, tuple[tuple[str, KeyCommand, str | tuple[int, int]], ...]]] = {}
        #: A cache for `hexwright.inspect.analysis.module_images`, by the name of an image.
        self.opaque_shares: dict[str, float] = {}
        self.recent_images = RecentImages()
        #: A cache for `hexwright.makers.piece_faces`, by the identity of a layer and the size of a piece.
        self.shown_levels: dict[tuple[int, tuple[float, float]], tuple[Trait, tuple[ShownLevel, ...]]] = {}
        self._expanded: dict[PieceDefinition, tuple[PlacedTrait, ...]] = {}
        self._budget = MAX_EXPANDED_TOTAL

    def close(self) -> None:
        """Close the archives of all files."""
        for file in self.files:
            if file.archive is not None:
                file.archive.close()

    def __enter__(self) -> ModuleView:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def place(self) -> ModulePlace:
        """Return the location of the module as a whole."""
        return self.files[0].place

    @property
    def root(self) -> Component | None:
        """Return the module's outermost component."""
        return self.files[0].root

    def all(self, *kinds: type[C]) -> list[ComponentNode]:
        """Return the nodes of the given classes and their subclasses, in document order."""
        of_kinds = [nodes for kind, nodes in self._by_class.items() if issubclass(kind, kinds)]
        if len(of_kinds) == 1:
            return list(of_kinds[0])
        return sorted((node for nodes in of_kinds for node in nodes), key=self._positions.__getitem__)

    # Pieces --------------------------------------------------------------------------------------
    @cached_property
    def definitions(self) -> tuple[PieceDefinition, ...]:
        """Return the pieces, prototypes and markers that the module defines, in document order."""
        return tuple(design for node in self.nodes for design in definitions_in(node.component, node.place))

    @cached_property
    def prototypes(self) -> PrototypeIndex:
        """Return an index of the prototypes by name, which can expand a piece."""
        return PrototypeIndex(self.definitions)

    @cached_property
    def pieces(self) -> tuple[PieceDefinition, ...]:
        """Return the definitions of pieces, without prototypes and pieces that can't be read."""
        return tuple(d for d in self.definitions if d.prototype is None and d.piece is not None)

    def expanded(self, design: PieceDefinition) -> tuple[PlacedTrait, ...]:
        """Return all traits of a piece with prototypes replaced by their traits, innermost first."""
        found = self._expanded.get(design)
        if found is None:
            found = self.prototypes.expand(design) if self._budget > 0 else design.traits
            self._expanded[design] = found
            self._budget -= len(found)
        return found

    def traits(self, *kinds: type[T]) -> Iterator[tuple[PlacedTrait, T]]:
        """Yield the traits of the given classes as the designer wrote them, including those of prototypes."""
        of_kinds = [found for kind, found in self._by_trait.items() if issubclass(kind, kinds)]
        if len(of_kinds) == 1:
            yield from ((placed, placed.trait) for _, placed in of_kinds[0])  # type: ignore[misc]
            return
        for _, placed in sorted(
            (row for found in of_kinds for row in found), key=lambda numbered: numbered[0]
        ):
            yield placed, placed.trait  # type: ignore[misc]

    @cached_property
    def _by_trait(self) -> dict[type[Trait], list[tuple[int, PlacedTrait]]]:
        """Return the traits as the designer wrote them, keyed by class, each with its number in
        the module.
        """
        found: dict[type[Trait], list[tuple[int, PlacedTrait]]] = {}
        number = 0
        for design in self.definitions:
            for placed in design.traits:
                found.setdefault(type(placed.trait), []).append((number, placed))
                number += 1
        return found

    def trait_values(self, trait: Trait) -> tuple[evaluated_fields.FieldValue, ...]:
        """Return the values of a trait's fields."""
        found = self._used.get(id(trait))
        if found is None:
            found = self._used[id(trait)] = (trait, evaluated_fields.trait_field_values(trait))
        return found[1]

    def values(self, *kinds: str) -> Iterator[Value]:
        """Yield the values of the given kinds in every component and trait, as the designer wrote them.

        The values are in document order. `INDEXED` lists the kinds that can be queried.
        """
        assert INDEXED.issuperset(kinds)
        for kind in kinds:
            yield from self._indexed.get(kind, ())

    @cached_property
    def _indexed(self) -> dict[str, list[Value]]:
        found: dict[str, list[Value]] = {}
        for node in self.nodes:
            for value in node.values:
                if value.kind in INDEXED:
                    found.setdefault(value.kind, []).append((node.place, node.component, value))
        for design in self.definitions:
            for placed in design.traits:
                for value in self.trait_values(placed.trait):
                    if value.kind in INDEXED:
                        found.setdefault(value.kind, []).append((placed.place, placed.trait, value))
        return found

    # Files ---------------------------------------------------------------------------------------
    @cached_property
    def entries(self) -> Mapping[str, ModuleFile]:
        """Return the file that contains each archive entry; an extension overrides the module."""
        found: dict[str, ModuleFile] = {}
        for file in self.files:
            for name in file.archive.names if file.archive is not None else ():
                found[name] = file
        return found

    @cached_property
    def drawing_parts(self) -> DrawingParts:
        """Return what puts parts of the module's drawings into others that show them."""

        def read(path: str) -> bytes | None:
            file = self.entries.get(IMAGES + path)
            try:
                return file.archive.read(IMAGES + path) if file is not None and file.archive else None
            except CodecError:
                return None

        return DrawingParts(read)

    @cached_property
    def made_images(self) -> frozenset[str]:
        """Return the names of images that the module draws from its own layouts."""
        return frozenset(n.component.get("name", "") for n in self.all(c.GamePieceImage))

    def image_entry(self, name: str) -> str | None:
        """Return the archive entry for an image's name, found in the same way as in VASSAL, or None."""
        for written in (name,) if name.isascii() else (name, normalize("NFD", name)):
            for entry in (IMAGES + written, f"{IMAGES}{written}.gif"):
                if entry in self.entries:
                    return entry
        return None

    @cached_property
    def pictures(self) -> Mapping[str, image_headers.ImageHeader | str]:
        """Return the header of each image entry, or the error if the header can't be read."""
        found: dict[str, image_headers.ImageHeader | str] = {}
        for entry, file in self.entries.items():
            if not entry.startswith(IMAGES) or file.archive is None or _is_rubbish(entry):
                continue
            try:
                head = file.archive.head(entry, image_headers.HEAD)
                if entry.lower().endswith(".svg") and b"<svg" not in head and b":svg" not in head:
                    head = file.archive.head(entry, image_headers.MAX_SVG)
                found[entry] = image_headers.read_image_header(head)
            except (CodecError, ValueError) as error:
                found[entry] = getattr(error, "reason", "") or str(error)
        return found

    # Frequently used components --------------------------------------------------------------------
    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Return the sides of the roster."""
        return tuple(
            side
            for node in self.all(c.PlayerRoster)
            if isinstance(node.component, c.PlayerRoster)
            for side in node.component.sides
            if side
        )

    @cached_property
    def maps(self) -> tuple[ComponentNode, ...]:
        """Return the map windows, private windows and hands."""
        return tuple(self.all(c.Map))

    @cached_property
    def map_names(self) -> frozenset[str]:
        """Return the names of map windows."""
        return frozenset(n.component.get("mapName", "") for n in self.maps)

    @cached_property
    def boards(self) -> tuple[ComponentNode, ...]:
        """Return the boards of all maps, in document order."""
        return tuple(self.all(c.Board))

    @cached_property
    def boards_by_map(self) -> Mapping[ComponentNode, tuple[ComponentNode, ...]]:
        """Return the boards of each map that has any, in document order."""
        found: dict[ComponentNode, list[ComponentNode]] = {}
        for board in self.boards:
            for node in board.ancestors():
                if isinstance(node.component, c.Map):
                    found.setdefault(node, []).append(board)
        return {node: tuple(boards) for node, boards in found.items()}

    @cached_property
    def named_boards(self) -> Mapping[tuple[ComponentNode, str], tuple[ComponentNode, ...]]:
        """Return the boards of one map and one name, in document order."""
        found: dict[tuple[ComponentNode, str], list[ComponentNode]] = {}
        for window, boards in self.boards_by_map.items():
            for board in boards:
                found.setdefault((window, board.component.get("name", "")), []).append(board)
        return {key: tuple(boards) for key, boards in found.items()}

    @cached_property
    def set_ups(self) -> tuple[ModuleSetUp, ...]:
        """Return summaries of the predefined set-ups, whose saved games are read one at a time."""
        from hexwright.inspect.analysis.module_setups import read_set_ups

        return tuple(read_set_ups(self))

    @cached_property
    def set_up_by_node(self) -> Mapping[ComponentNode, ModuleSetUp]:
        """Return the summaries of set-ups by their components."""
        return {one.node: one for one in self.set_ups}

    @cached_property
    def board_names(self) -> frozenset[str]:
        """Return the names of all boards."""
        return frozenset(n.component.get("name", "") for n in self.boards)

    @cached_property
    def zone_names(self) -> frozenset[str]:
        """Return the names of all zones."""
        return frozenset(n.component.get("name", "") for n in self.all(c.Zone))

    @cached_property
    def deck_names(self) -> frozenset[str]:
        """Return the names of all decks."""
        return frozenset(n.component.get("name", "") for n in self.all(c.DrawPile))


def _is_rubbish(entry: str) -> bool:
    """Return whether an entry is a file that a desktop leaves in every folder."""
    name = entry.rpartition("/")[2].lower()
    return name.startswith("._") or name in (".ds_store", "thumbs.db", "desktop.ini")


def open_module(paths: Sequence[Path]) -> ModuleView:
    """Read a module and its extensions, packed or as folders.

    Parts that can't be read are recorded as `ReadFault`.
    """
    troubles: list[ReadFault] = []
    files = [_open(path, troubles) for path in paths]
    files.sort(key=lambda file: file.is_extension)
    return ModuleView(files, troubles)


def open_pictures(paths: Sequence[Path]) -> ModuleView:
    """Open the files of a module in the order of a view, for their pictures only; raises ArchiveError."""
    return ModuleView([ModuleFile(path.name, archive=open_archive(path)) for path in paths], [])


def component_label(component: Component) -> str:
    """Return a component's name in a path: for a map only its name, for other components title and name."""
    name = next(
        (
            v
            for n in ("mapName", "entryName", "name", "chartName", "threadName", "flareName", "title")
            if (v := component.get(n))
        ),
        "",
    )
    if isinstance(component, c.Map) and name:
        return name
    title = component.TITLE or str(component.tag).rpartition(".")[2]
    return f"{title} {quoted(name)}" if name else title


def _open(path: Path, troubles: list[ReadFault]) -> ModuleFile:
    file = ModuleFile(path.name or path.resolve().name, path.as_posix(), source=path)
    try:
        file.archive = open_archive(path)
    except CodecError as error:
        where = file.place / error.field if error.field else file.place
        troubles.append(ReadFault("archive", where, error.reason))
        return file
    entry = next((name for name in BUILD_FILES if name in file.archive), None)
    if entry is None:
        reason = f"the archive contains none{other_build_file(file.archive.names)}"
        troubles.append(ReadFault("build-file", file.place, reason))
        return file
    if path.is_dir():
        file.path = (path / entry).as_posix()
    try:
        file.build_file = file.archive.read(entry)
        file.root = parse_any(file.build_file)
        file.build_file = utf8_xml(file.build_file)
    except CodecError as error:
        troubles.append(ReadFault("build-file", file.place / BUILD_FILE, error.reason))
    except RecursionError:
        troubles.append(ReadFault("build-file", file.place / BUILD_FILE, "nested too deeply"))
    for name in (EXTENSION_ENTRY, MODULE_ENTRY):
        if name in file.archive and file.metadata is None:
            try:
                file.metadata = Metadata.decode(file.archive.read(name, 1 << 20))
            except CodecError as error:
                troubles.append(ReadFault("metadata", file.place / name, error.reason))
    return file


def _nodes(file: ModuleFile, root: Component) -> Iterator[ComponentNode]:
    order = 0
    twins: Counter[tuple[int, str]] = Counter()
    waiting: list[tuple[Component, ComponentNode | None]] = [(root, None)]
    while waiting:
        component, parent = waiting.pop()
        node = ComponentNode(component, _place(component, parent, file, twins), file, parent, order)
        order += 1
        if parent is not None:
            parent.children.append(node)
        yield node
        waiting.extend((child, node) for child in reversed(list(component.components())))


def _place(
    component: Component, parent: ComponentNode | None, file: ModuleFile, twins: Counter[tuple[int, str]]
) -> ModulePlace:
    if parent is None:
        return file.place
    if (
        isinstance(component, c.PieceSlot)
        and isinstance(parent.component, c.SetupStack)
        and _alone(component)
    ):
        return parent.place
    text = component_label(component)
    twins[parent.order, text] += 1
    number = twins[parent.order, text]
    return parent.place / (f"{text} ({number})" if number > 1 else text)


def _alone(component: Component) -> bool:
    around = component.getparent()
    if around is None:
        return False
    beside = (child for child in around if isinstance(child, c.PieceSlot) and child is not component)
    return next(beside, None) is None
