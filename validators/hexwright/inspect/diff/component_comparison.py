"""Compare the components of two modules, and the pieces in their slots."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence

from lxml.etree import tostring

from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition, definitions_in
from hexwright.inspect.diff.change_records import (
    ChangeDetail,
    ChangeKind,
    ModuleChange,
    Pairing,
    compare_facts,
    half_alike,
    pair_by_keys,
    reordered_pairs,
)
from hexwright.inspect.diff.trait_comparison import compare_pieces
from hexwright.inspect.show.editor_labels import LabelledFact, component_facts
from hexwright.inspect.show.item_tree import NAMING, ComponentItem
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, PlainElement

#: Python names of the attributes that name a component; a change of them is a renaming.
_NAMES = frozenset(
    {"map_name", "entry_name", "name", "thread_name", "flare_name", "chart_name", "title", "menu_name"}
)
#: Values that VASSAL derives from others: assigned numbers, sizes measured on screen.
_KEPT: tuple[tuple[type[Component], frozenset[str]], ...] = (
    (c.GameModule, frozenset({"next_piece_slot_id"})),
    (c.ModuleExtension, frozenset({"next_piece_slot_id"})),
    (c.PieceSlot, frozenset({"width", "height"})),
    (c.ListWidget, frozenset({"width", "height", "divider"})),
    (c.BoxWidget, frozenset({"width", "height"})),
)

_SECTIONS: tuple[tuple[str, tuple[type[Component], ...]], ...] = (
    ("Pieces", (c.PieceSlot,)),
    ("Prototypes", (c.PrototypeDefinition,)),
    ("Global properties", (c.GlobalProperty,)),
    (
        "Key commands",
        (c.MassKeyCommand, c.StartupGlobalKeyCommand, c.DeckGlobalKeyCommand, c.DoActionButton),
    ),
    ("Set-ups", (c.PredefinedSetup,)),
    ("Module", (c.GameModule, c.ModuleExtension)),
)


class ComponentComparison:
    """The paired components of two modules, and their differences."""

    def __init__(self, old: ModuleView, new: ModuleView) -> None:
        self.old = old
        self.new = new
        #: The new component for each old one, by identity of the nodes.
        self.pairs: list[tuple[ComponentNode, ComponentNode]] = []
        self._partner: dict[int, ComponentNode] = {}
        self._removed: list[ComponentNode] = []
        self._added: list[ComponentNode] = []
        self._reordered: list[tuple[ComponentNode, ComponentNode, int, int]] = []
        self._pair_slots()
        self._pair(old.nodes[0], new.nodes[0])
        self._pair_moved()

    def changes(self) -> Iterator[ModuleChange]:
        """Yield the differences, components before their children."""
        gone = {id(node) for node in self._removed}
        come = {id(node) for node in self._added}
        for nodes, what, known in (
            (self._removed, ChangeKind.REMOVED, gone),
            (self._added, ChangeKind.ADDED, come),
        ):
            for node in nodes:
                # The children of a component are added and removed with it.
                if node.parent is not None and id(node.parent) in known and not _is_piece(node):
                    continue
                if _wraps_one_of(node, known) or _is_empty_component(node):
                    continue
                yield _change(node, ChangeDetail(what))
        for before, after in self.pairs:
            yield from self._pair_changes(before, after)
        for _, after, i, j in self._reordered:
            detail = ChangeDetail(ChangeKind.REORDERED, "", "Place in the list", str(i + 1), str(j + 1))
            yield _change(after, detail)

    def _pair_slots(self) -> None:
        """Pair pieces by gpid and name, then by gpid, then by name, wherever they are."""
        before, after = self.old.all(c.PieceSlot), self.new.all(c.PieceSlot)
        first = pair_by_keys(before, after, lambda n: (_gpid(n), _name(n)) if _gpid(n) else None)
        left, right = [before[i] for i in first.removed], [after[j] for j in first.added]
        self._take(before, after, first)
        # Renumbered pieces are matched by name, renamed ones by number.
        names = (Counter(map(_name, left)), Counter(map(_name, right)))
        both = {name for name in names[0] if name and names[0][name] == names[1].get(name) == 1}
        second = pair_by_keys(
            left,
            right,
            lambda n: ("name", _name(n)) if _name(n) in both else None,
            lambda n: ("gpid", _gpid(n)) if _gpid(n) else None,
            lambda n: ("name", _name(n)),
        )
        self._take(left, right, second)
        self._removed.extend(left[i] for i in second.removed)
        self._added.extend(right[j] for j in second.added)

    def _take(self, before: Sequence[ComponentNode], after: Sequence[ComponentNode], found: Pairing) -> None:
        for i, j in found.pairs:
            self._join(before[i], after[j])

    def _join(self, before: ComponentNode, after: ComponentNode) -> None:
        self.pairs.append((before, after))
        self._partner[id(before)] = after

    def _pair(self, old: ComponentNode, new: ComponentNode) -> None:
        waiting = deque([(old, new)])
        while waiting:
            before, after = waiting.popleft()
            self._join(before, after)
            left, right = ([n for n in node.children if not _is_piece(n)] for node in (before, after))
            found = pair_by_keys(left, right, lambda n: (str(n.component.tag), _name(n)))
            pairs = list(found.pairs)
            rest = [left[i] for i in found.removed], [right[j] for j in found.added]
            renamed = pair_by_keys(*rest, lambda n: str(n.component.tag))
            fates = {
                "removed": [rest[0][i] for i in renamed.removed],
                "added": [rest[1][j] for j in renamed.added],
            }
            for i, j in renamed.pairs:
                one, other = rest[0][i], rest[1][j]
                if _resembles(one, other):
                    pairs.append((found.removed[i], found.added[j]))
                else:
                    fates["removed"].append(one)
                    fates["added"].append(other)
            for node in fates["removed"]:
                self._removed.extend(n for n in _whole(node) if not _is_piece(n))
            for node in fates["added"]:
                self._added.extend(n for n in _whole(node) if not _is_piece(n))
            waiting.extend((left[i], right[j]) for i, j in pairs)
            for i, j in reordered_pairs(sorted(pairs, key=lambda two: two[1])):
                self._reordered.append((left[i], right[j], i, j))

    def _pair_moved(self) -> None:
        """Pair components that were removed from one place and added at another.

        They have the same kind and name.
        """
        found = pair_by_keys(
            self._removed,
            self._added,
            lambda n: (str(n.component.tag), _name(n)) if _name(n) and not _is_piece(n) else None,
        )
        for i, j in found.pairs:
            self._join(self._removed[i], self._added[j])
        self._removed = [self._removed[i] for i in found.removed]
        self._added = [self._added[j] for j in found.added]

    def _pair_changes(self, before: ComponentNode, after: ComponentNode) -> Iterator[ModuleChange]:
        if _name(before) != _name(after) and before.parent is not None:
            yield _change(after, ChangeDetail(ChangeKind.RENAMED, "", "Name", _name(before), _name(after)))
        if before.parent is not None and after.parent is not None:
            partner = self._partner.get(id(before.parent))
            if partner is not after.parent:
                places = _places(before.parent, after.parent)
                yield _change(after, ChangeDetail(ChangeKind.MOVED, "", "Place", *places))
        skip = _kept(before, after) | (_NAMES if before.parent is not None else frozenset())
        if not _written_alike(before.component, after.component):
            for detail in compare_facts(_facts(before), _facts(after), skip):
                yield _change(after, detail)
        yield from (_change(after, detail) for detail in compare_designs(before, after))


def compare_designs(before: ComponentNode, after: ComponentNode) -> Iterator[ChangeDetail]:
    """Yield the differences between the pieces or prototypes that two components define."""
    if before.component.body == after.component.body or not _is_defined(before):
        return
    old, new = _design(before), _design(after)
    if old is None or new is None or old.piece is None or new.piece is None:
        words = [_state_of(design) for design in (old, new)]
        if None not in words and words[0] == words[1]:
            words = [node.component.body for node in (before, after)]
        yield ChangeDetail(ChangeKind.CHANGED, "", "Definition", *words)
        return
    renumbered = before.component.get("gpid") != after.component.get("gpid")
    for detail in compare_pieces(old.piece, new.piece):
        # A slot's number is in the slot and in the basic piece; it is reported once.
        if not (renumbered and detail.part.startswith("Basic Piece") and detail.label == "Game piece id"):
            yield detail


def component_section(node: ComponentNode) -> str:
    """Return the section that a component belongs to."""
    for section, kinds in _SECTIONS:
        if isinstance(node.component, kinds):
            return section
    around = [node.component, *(a.component for a in node.ancestors())]
    if any(isinstance(component, c.Map) for component in around):
        return "Maps"
    return "Other components"


def component_title(node: ComponentNode) -> str:
    """Return a component's title."""
    return ComponentItem.of(node, lambda _: ComponentItem("")).title


def _change(node: ComponentNode, detail: ChangeDetail) -> ModuleChange:
    title = (
        ""
        if node.parent is None
        else (_name(node) if _is_piece(node) and _name(node) else component_title(node))
    )
    place = node.parent.place.path if node.parent is not None else ""
    return ModuleChange(component_section(node), title, place, detail)


def _facts(node: ComponentNode) -> tuple[LabelledFact, ...]:
    return component_facts(node.component)


def _written_alike(one: Component, other: Component) -> bool:
    """Return whether two components have the same attributes, text and plain elements."""
    if sorted(one.items()) != sorted(other.items()) or one.body != other.body:
        return False
    plain = [[child for child in element if isinstance(child, PlainElement)] for element in (one, other)]
    return [tostring(child) for child in plain[0]] == [tostring(child) for child in plain[1]]


def _resembles(before: ComponentNode, after: ComponentNode) -> bool:
    if not _name(before) and not _name(after):
        return True
    if _is_defined(before):
        old, new = _design(before), _design(after)
        if old is None or new is None or old.piece is None or new.piece is None:
            return before.component.body == after.component.body
        same = set(old.piece.traits[1:]) & set(new.piece.traits[1:])
        return 2 * len(same) >= max(len(old.piece.traits), len(new.piece.traits)) - 1 > 0
    return half_alike(_facts(before), _facts(after), _NAMES) and _kinds(before) == _kinds(after)


def _kinds(node: ComponentNode) -> set[str]:
    return {str(child.component.tag) for child in node.children}


def _whole(node: ComponentNode) -> Iterator[ComponentNode]:
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(found.children))


def _kept(before: ComponentNode, after: ComponentNode) -> frozenset[str]:
    if isinstance(before.component, c.Board) and before.component.image and after.component.get("image"):
        # A board with a picture has the picture's size.
        return frozenset({"width", "height"})
    return next((names for kind, names in _KEPT if isinstance(before.component, kind)), frozenset())


def _is_empty_component(node: ComponentNode) -> bool:
    """Return whether a component is one of the empty components that VASSAL adds automatically."""
    if _name(node) or node.children or node.component.body:
        return False
    return all(fact.is_default and not fact.mark for fact in _facts(node))


def _places(before: ComponentNode, after: ComponentNode) -> tuple[str, str]:
    """Return two locations in words. They start at the point where their paths differ."""
    old, new = before.place.trail, after.place.trail
    shared = 0
    while shared < min(len(old), len(new)) - 1 and old[shared] == new[shared]:
        shared += 1
    return " / ".join(old[shared:]) or "the module", " / ".join(new[shared:]) or "the module"


def _wraps_one_of(node: ComponentNode, known: set[int]) -> bool:
    """Return whether a component is an at-start stack with a single known piece.

    In that case, only the piece is reported.
    """
    if not isinstance(node.component, c.SetupStack) or len(node.children) != 1:
        return False
    return id(node.children[0]) in known


def _is_piece(node: ComponentNode) -> bool:
    return isinstance(node.component, c.PieceSlot)


def _is_defined(node: ComponentNode) -> bool:
    return isinstance(node.component, c.PieceSlot | c.PrototypeDefinition)


def _design(node: ComponentNode) -> PieceDefinition | None:
    return next(iter(definitions_in(node.component, node.place)), None)


def _state_of(design: PieceDefinition | None) -> str | None:
    if design is None:
        return None
    return f"not readable: {design.fault}" if design.fault else "readable"


def _gpid(node: ComponentNode) -> str:
    return node.component.get("gpid", "")


def _name(node: ComponentNode) -> str:
    return next((v for n in NAMING if (v := node.component.get(n))), "")
