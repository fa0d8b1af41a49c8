"""Compute the data that all pieces of a module share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from hexwright.model.game import Game
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement.judge import Charge
from hexwright.vassal.module import piece_builder
from hexwright.vassal.module import prototype_definitions as proto
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.gpid_ledger import GpidLedger, marker_slot, unit_slot
from hexwright.vassal.module.piece_builder import PalettePieces
from hexwright.vassal.module.piece_templates import PieceTemplates


@dataclass(frozen=True, eq=False)
class ModulePieces:
    """A game's board positions, its piece ids, and the data derived from them. Use `ModulePieces.of`."""

    places: BoardPositions
    ledger: GpidLedger

    @classmethod
    def of(cls, game: Game, sheet: SheetPlan, ledger: GpidLedger | None = None) -> Self:
        """Compute the data from a game, the plan of its sheet and the ledger.

        Slots without an id are assigned one.
        """
        slots = [
            *(unit_slot(unit.id) for unit in game.counters.units),
            *(marker_slot(marker.id) for marker in piece_builder.all_markers(game)),
        ]
        return cls(BoardPositions(game, sheet), (ledger or GpidLedger()).with_slots(slots))

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.places.game

    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        """Return the divided traits of each kind of piece: steps of the script, and traits that the piece
        keeps.
        """
        return proto.all_charges(self.places)

    @cached_property
    def prototypes(self) -> Mapping[str, tuple[Trait, ...]]:
        """Return the traits of each prototype, keyed by the prototype's name."""
        return proto.prototypes(self.game, self.charges)

    @cached_property
    def pieces(self) -> PalettePieces:
        """Return the pieces in the form that the palette contains."""
        return PalettePieces(self.places, self.ledger)

    @cached_property
    def templates(self) -> PieceTemplates:
        """Return the pieces in the form that saved games contain."""
        return PieceTemplates(self.pieces, self.prototypes)
