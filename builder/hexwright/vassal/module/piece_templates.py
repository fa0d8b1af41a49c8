"""Create the pieces of saved games quickly.

Each piece is created and encoded once, and then copied to any position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property

from hexwright.model.counter_mix import Marker as MarkerCounter
from hexwright.model.counter_mix import Unit
from hexwright.model.ids import UnitId
from hexwright.vassal.codec.piece_template import PieceTemplate
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import Prototype, UnknownTrait
from hexwright.vassal.module import piece_builder, unit_conditions
from hexwright.vassal.module.piece_builder import PalettePieces


class PieceTemplates:
    """The templates of a game's counters. Each template is created when it is first used."""

    def __init__(self, pieces: PalettePieces, prototypes: Mapping[str, tuple[Trait, ...]]) -> None:
        """Store a game's pieces, and the traits of its prototypes."""
        self._pieces = pieces
        self._prototypes = prototypes
        self._made: dict[tuple[str, str, int, Set[str]], PieceTemplate] = {}

    @cached_property
    def _units(self) -> Mapping[UnitId, Unit]:
        return {unit.id: unit for unit in self._pieces.places.game.counters.units}

    @cached_property
    def _written(self) -> Mapping[str, tuple[Trait, ...]]:
        """Return the prototypes with each trait encoded as text.

        Encoding them once is faster because every piece repeats that text.
        """
        return {name: tuple(map(_as_text, traits)) for name, traits in self._prototypes.items()}

    def unit(self, unit: UnitId, step: int, befallen: Set[str] = frozenset()) -> PieceTemplate:
        """Return the template of a unit at a step.

        `befallen` contains the layer names of the unit's conditions.
        """
        key = ("unit", unit, step, befallen)
        if (found := self._made.get(key)) is None:
            piece = piece_builder.with_level(self._pieces.unit(self._units[unit]), step)
            if befallen:
                whole = expand_prototypes(piece, self._prototypes)
                piece = GamePiece(
                    tuple(unit_conditions.with_conditions(trait, befallen) for trait in whole.traits)
                )
            found = self._made[key] = PieceTemplate.of(expand_prototypes(piece, self._written))
        return found

    def marker(self, marker: MarkerCounter, level: int) -> PieceTemplate:
        """Return the template of a marker with the given face up."""
        key = ("marker", marker.id, level, frozenset[str]())
        if (found := self._made.get(key)) is None:
            piece = piece_builder.with_level(self._pieces.marker(marker), level)
            found = self._made[key] = PieceTemplate.of(expand_prototypes(piece, self._written))
        return found


def expand_prototypes(piece: GamePiece, prototypes: Mapping[str, tuple[Trait, ...]]) -> GamePiece:
    """Replace each prototype of a piece with its traits, as VASSAL does in saved games.

    Raises KeyError for an undefined prototype.
    """

    def walk(traits: Iterable[Trait]) -> Iterator[Trait]:
        for trait in traits:
            if isinstance(trait, Prototype):
                yield from walk(prototypes[trait.name])
            else:
                yield trait

    return GamePiece(tuple(walk(piece.traits)))


def _as_text(trait: Trait) -> Trait:
    return trait if isinstance(trait, Prototype) else UnknownTrait(trait.encode_type(), trait.encode_state())
