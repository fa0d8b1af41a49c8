"""The tree of items to show: a module's components, their pieces and traits, its pictures and files."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from hexwright.inspect.analysis.extension_targets import target_label
from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import IMAGES, ComponentNode, ModuleView, component_label
from hexwright.inspect.analysis.piece_definitions import PieceDefinition, definitions_in, trait_label
from hexwright.inspect.show import editor_labels
from hexwright.inspect.show.editor_labels import LabelledFact
from hexwright.inspect.show.trait_summaries import trait_name, trait_title
from hexwright.inspect.show.value_wording import count_words
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import UnknownComponent
from hexwright.vassal.codec.trait_fields import Trait

#: Attributes that name a component; its title already contains them.
NAMING = ("mapName", "entryName", "name", "threadName", "flareName", "chartName", "title", "menuName")


@dataclass(eq=False)
class TreeItem:
    """An item that can be shown. `title` names it, and `trail` contains the names that lead to it from the
    file.

    `mark` is "unknown" if VASSAL doesn't know the item. `summary` describes its content in one line.
    """

    title: str
    trail: tuple[str, ...] = ()
    name: str = ""
    kind: str = "component"
    mark: str = ""
    summary: str = ""
    number: int = 0

    @property
    def path(self) -> str:
        """Return the path that `hexwright show` accepts."""
        return " / ".join(self.trail)

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts of the item."""
        return ()

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the items inside this item, in order."""
        return ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names by which a path may refer to the item, starting with the most exact name."""
        return tuple(dict.fromkeys(n for n in (*self.trail[-1:], self.title, self.name) if n))


@dataclass(eq=False)
class FixedItem(TreeItem):
    """An item whose facts and children are known when it is created."""

    given_facts: tuple[LabelledFact, ...] = ()
    given_children: Sequence[TreeItem] = ()

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts given when the item was created."""
        return self.given_facts

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the children given when the item was created."""
        return tuple(self.given_children)


@dataclass(eq=False)
class LazyFolder(TreeItem):
    """A group of items of one kind. They are created when they are first needed."""

    load_children: Callable[[], Sequence[TreeItem]] = tuple

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the items of the group."""
        return tuple(self.load_children())


@dataclass(eq=False)
class TraitItem(TreeItem):
    """One trait of a piece."""

    trait: Trait = field(default_factory=t.UnknownTrait)

    @classmethod
    def of(cls, trait: Trait, number: int, trail: tuple[str, ...]) -> TraitItem:
        """Return the item for a trait, with the trait's number in the Editor's list."""
        mark = editor_labels.UNKNOWN if isinstance(trait, t.UnknownTrait) else ""
        where = (*trail, trait_label(number, trait))
        return cls(trait_title(trait), where, trait_name(trait), "trait", mark, "", number, trait)

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the trait's facts."""
        return editor_labels.trait_facts_by_label(self.trait)

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the piece that the trait places, if there is one."""
        text = editor_labels.inner_piece(self.trait)
        if not text:
            return ()
        designs = _designs(text, self.trail)
        return tuple(PieceItem.of(design, "Marker", "marker") for design in designs[:1])

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names by which a path may refer to the trait."""
        return (*super().names, self.trait.TITLE, f"trait {self.number}")


@dataclass(eq=False)
class PieceItem(TreeItem):
    """A piece with its traits, outside any component."""

    design: PieceDefinition | None = None

    @classmethod
    def of(cls, design: PieceDefinition, title: str, kind: str) -> PieceItem:
        """Return the item of a piece."""
        name = design.name or (design.piece.name if design.piece else "")
        shown = f"{title} '{name}'" if name else title
        summary = traits_summary(design)
        mark = editor_labels.UNREADABLE if design.fault else ""
        return cls(shown, design.place.trail, name, kind, mark, summary, 0, design)

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return a fact with the reason why the piece can't be read.

        The result is empty if it can be read.
        """
        return piece_fault(self.design)

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the items of the piece's traits."""
        return trait_items(self.design)


@dataclass(eq=False)
class ComponentItem(TreeItem):
    """A component of the build file."""

    node: ComponentNode | None = None
    make: Callable[[ComponentNode], TreeItem] | None = None

    @classmethod
    def of(cls, node: ComponentNode, make: Callable[[ComponentNode], TreeItem], title: str = "") -> Self:
        """Return the item of a component; `make` creates the items of the components inside it."""
        component = node.component
        name = next((v for n in NAMING if (v := component.get(n))), "")
        unknown = isinstance(component, UnknownComponent)
        kind = component.TITLE or (str(component.tag) if unknown else str(component.tag).rpartition(".")[2])
        shown = title or (f"{kind} '{name}'" if name else kind)
        if isinstance(component, c.ExtensionElement):
            shown = f"{kind} for {target_label(component)}"
        trail = (
            (*node.place.trail[:-1], component_label(component)) if not node.place.trail else node.place.trail
        )
        mark = editor_labels.UNKNOWN if unknown else ""
        return cls(shown, trail, name, "component", mark, "", 0, node, make)

    @property
    def component_kind(self) -> str:
        """Return the component's kind as the Editor shows it."""
        assert self.node is not None
        return self.node.component.TITLE or str(self.node.component.tag)

    @cached_property
    def design(self) -> PieceDefinition | None:
        """Return the piece or prototype that the component defines, or None."""
        assert self.node is not None
        return next(iter(definitions_in(self.node.component, self.node.place)), None)

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the component's facts. If its piece can't be read, they include the reason."""
        assert self.node is not None
        return (*editor_labels.component_facts(self.node.component), *piece_fault(self.design))

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the components inside the component, or the traits of the piece that it defines."""
        assert self.node is not None
        assert self.make is not None
        return (*map(self.make, self.node.children), *trait_items(self.design))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names by which a path may refer to the component."""
        assert self.node is not None
        java = str(self.node.component.tag)
        return (*super().names, self.component_kind, java.rpartition(".")[2], java)


def trait_items(design: PieceDefinition | None) -> tuple[TreeItem, ...]:
    """Return the items of a piece's traits, the basic piece first."""
    if design is None:
        return ()
    return tuple(TraitItem.of(p.trait, p.number, p.place.trail[:-1]) for p in design.traits)


def traits_summary(design: PieceDefinition) -> str:
    """Return the number of a piece's traits as text."""
    return count_words(max(len(design.traits) - 1, 0), "trait") if design.piece else ""


def piece_fault(design: PieceDefinition | None) -> tuple[LabelledFact, ...]:
    """Return a fact with the reason why a piece can't be read. The result is empty if it can be read."""
    if design is None or not design.fault:
        return ()
    return (LabelledFact("fault", "The piece can't be read", design.fault, False, editor_labels.UNREADABLE),)


def walk_items(item: TreeItem) -> Iterator[TreeItem]:
    """Yield an item and all items below it, except traits and set-ups."""
    waiting = deque([item])
    while waiting:
        found = waiting.popleft()
        yield found
        if found.kind not in ("trait", "set-up"):
            waiting.extend(child for child in found.children if child.kind != "trait")


def image_items(module: ModuleView) -> tuple[TreeItem, ...]:
    """Return the module's images, each with size and format."""
    found: list[TreeItem] = []
    for entry, picture in sorted(module.pictures.items()):
        name = entry.removeprefix(IMAGES)
        size = byte_count_words(_size(module, entry))
        said: tuple[LabelledFact, ...] = (LabelledFact("bytes", "Size of the file", size),)
        if isinstance(picture, ImageHeader):
            pixels = f"{picture.width} × {picture.height}"
            channels = f" {picture.channels}" if picture.channels else ""
            summary = f"{picture.format}{channels}, {pixels}, {size}"
            kind = LabelledFact("format", "Format", picture.format + channels)
            said = (kind, LabelledFact("pixels", "Pixels", pixels), *said)
        else:
            summary = f"not readable: {picture}"
            said = (LabelledFact("fault", "Not readable", picture, False, editor_labels.UNREADABLE), *said)
        found.append(FixedItem(name, ("images", name), name, "image", "", summary, given_facts=said))
    return tuple(found)


def image_entries(module: ModuleView) -> tuple[str, ...]:
    """Return the archive entries of the module that are images."""
    return tuple(sorted(entry for entry in module.entries if entry.startswith(IMAGES)))


def file_items(module: ModuleView) -> tuple[TreeItem, ...]:
    """Return the module's files other than images."""
    return tuple(
        FixedItem(entry, ("files", entry), entry, "file", "", byte_count_words(_size(module, entry)))
        for entry in sorted(module.entries)
        if not entry.startswith(IMAGES)
    )


def byte_count_words(count: int) -> str:
    """Return a number of bytes in a unit that is easy to read."""
    if count < 1000:
        return count_words(count, "byte")
    return f"{count / 1e3:.1f} kB" if count < 1_000_000 else f"{count / 1e6:.1f} MB"


def prototypes_of(design: PieceDefinition | None) -> tuple[str, ...]:
    """Return the names of the prototypes that a piece uses."""
    if design is None:
        return ()
    return tuple(p.trait.name for p in design.traits if isinstance(p.trait, t.Prototype))


def _size(module: ModuleView, entry: str) -> int:
    archive = module.entries[entry].archive
    return archive.size(entry) if archive is not None else 0


def _designs(text: str, trail: tuple[str, ...]) -> list[PieceDefinition]:
    slot = c.PieceSlot.new()
    slot.body = text
    return list(definitions_in(slot, ModulePlace("", (*trail, "marker"))))
