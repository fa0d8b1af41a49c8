"""The pieces that a module defines, and their traits with prototypes expanded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, PlaceMarker, Prototype

#: A piece with more traits than this is not expanded further.
MAX_EXPANDED = 2_000
#: The greatest depth to which markers inside markers are followed.
MAX_MARKERS = 8
#: The most cycles of prototypes that are listed.
MAX_CYCLES = 100


@dataclass(frozen=True, slots=True)
class PlacedTrait:
    """A trait with its location in the module and its number in the Editor's list."""

    trait: Trait
    place: ModulePlace
    number: int
    design: PieceDefinition


@dataclass(frozen=True, eq=False)
class PieceDefinition:
    """A piece as designed: in a slot, in a prototype, or as a marker that another piece's trait places.

    `prototype` is the prototype's name, or None for a piece. `piece` is None if it can't be read, and `fault`
    is the reason. `gpid` belongs to the slot, or to the trait that places the piece.
    """

    place: ModulePlace
    name: str
    piece: GamePiece | None
    fault: str = ""
    prototype: str | None = None
    gpid: str | None = None
    component: Component | None = None

    @cached_property
    def traits(self) -> tuple[PlacedTrait, ...]:
        """Return the traits as the designer wrote them, the basic piece first."""
        if self.piece is None:
            return ()
        return tuple(
            PlacedTrait(trait, self.place / trait_label(number, trait), number, self)
            for number, trait in enumerate(self.piece.traits)
        )


def trait_label(number: int, trait: Trait) -> str:
    """Return a trait's name in a path."""
    if number == 0 and isinstance(trait, BasicPiece):
        return BasicPiece.TITLE
    return f"trait {number} ({trait.TITLE or 'unknown'})"


def definitions_in(component: Component, place: ModulePlace) -> Iterator[PieceDefinition]:
    """Yield the piece or prototype that a component defines, and the markers inside it."""
    if isinstance(component, c.PrototypeDefinition):
        name = component.get("name", "")
        yield from _design(component.body, place, name, 0, prototype=name, component=component)
    elif isinstance(component, c.PieceSlot):
        name, gpid = component.get("entryName", ""), component.get("gpid")
        yield from _design(component.body, place, name, 0, gpid=gpid, component=component)


class PrototypeIndex:
    """Prototypes by name, for expanding pieces.

    If several prototypes have the same name, the last one is used, as in VASSAL.
    """

    def __init__(self, designs: Sequence[PieceDefinition]) -> None:
        self.by_name = {d.prototype: d for d in designs if d.prototype is not None}
        self._done: dict[str, tuple[PlacedTrait, ...]] = {}

    def expand(self, design: PieceDefinition) -> tuple[PlacedTrait, ...]:
        """Return all traits, innermost first. Missing and cyclic prototypes add no traits."""
        return self._expand(design, ())

    def _expand(self, design: PieceDefinition, inside: tuple[str, ...]) -> tuple[PlacedTrait, ...]:
        found: list[PlacedTrait] = []
        for placed in design.traits:
            trait = placed.trait
            found.append(placed)
            if isinstance(trait, Prototype) and trait.name not in inside and len(inside) < 64:
                found.extend(self._of(trait.name, inside))
            if len(found) > MAX_EXPANDED:
                break
        return tuple(found[:MAX_EXPANDED])

    def _of(self, name: str, inside: tuple[str, ...]) -> tuple[PlacedTrait, ...]:
        if name in self._done:
            return self._done[name]
        design = self.by_name.get(name)
        if design is None:
            return ()
        traits = self._expand(design, (*inside, name))
        bare = tuple(p for p in traits if not isinstance(p.trait, BasicPiece))
        if not inside or not self.cycles:
            self._done[name] = bare
        return bare

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """Return the cycles of prototypes that contain themselves.

        Each cycle starts with its smallest name. After `MAX_CYCLES`, further ones are left out.
        """
        edges = {
            name: [p.trait.name for p in d.traits if isinstance(p.trait, Prototype)]
            for name, d in self.by_name.items()
        }
        rings: dict[tuple[str, ...], None] = {}
        done: set[str] = set()
        for start in sorted(edges):
            _walk(start, edges, done, rings)
        return tuple(rings)


def _walk(
    start: str, edges: dict[str, list[str]], done: set[str], rings: dict[tuple[str, ...], None]
) -> None:
    trail: list[str] = []
    on_trail: set[str] = set()
    waiting: list[tuple[str, bool]] = [(start, False)]
    while waiting:
        name, leaving = waiting.pop()
        if leaving:
            trail.pop()
            on_trail.discard(name)
            done.add(name)
            continue
        if name in on_trail:
            if len(rings) < MAX_CYCLES:
                ring = trail[trail.index(name) :]
                least = ring.index(min(ring))
                rings[tuple(ring[least:] + ring[:least])] = None
            continue
        if name in done or name not in edges:
            continue
        trail.append(name)
        on_trail.add(name)
        waiting.append((name, True))
        waiting.extend((inner, False) for inner in reversed(edges[name]))


def _design(
    text: str,
    place: ModulePlace,
    name: str,
    depth: int,
    prototype: str | None = None,
    gpid: str | None = None,
    component: Component | None = None,
) -> Iterator[PieceDefinition]:
    text = text.strip("\n\r ")
    if not text and prototype is None:
        return
    try:
        piece = AddPiece.decode(text).piece
    except (CodecError, RecursionError) as error:
        fault = reason_of(error)
        yield PieceDefinition(place, name, None, fault, prototype, gpid, component)
        return
    design = PieceDefinition(place, name, piece, "", prototype, gpid, component)
    yield design
    for placed in design.traits:
        trait = placed.trait
        if isinstance(trait, PlaceMarker) and trait.marker.startswith("+/") and depth < MAX_MARKERS:
            inner = placed.place / "marker"
            yield from _design(trait.marker, inner, "", depth + 1, gpid=trait.gpid)
