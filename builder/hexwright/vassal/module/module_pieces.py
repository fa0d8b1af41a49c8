"""Hold what all pieces of a module are made of, worked out once for whatever holds pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from hexwright.model.game import Game
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement.judge import Charge
from hexwright.vassal.module import piece_builder
from hexwright.vassal.module import prototype_definitions as proto
from hexwright.vassal.module.board_positions import Places
from hexwright.vassal.module.gpid_ledger import Ledger, marker_slot, unit_slot
from hexwright.vassal.module.piece_builder import Pieces
from hexwright.vassal.module.piece_templates import Moulds


@dataclass(frozen=True, eq=False)
class Stock:
    """A game's places, the numbers of its pieces, and what comes of both. Build it with `Stock.of`."""

    places: Places
    ledger: Ledger

    @classmethod
    def of(cls, game: Game, sheet: SheetPlan, ledger: Ledger | None = None) -> Self:
        """Take a game, the plan of its sheet and the ledger of its pieces, which gets what it lacks."""
        slots = [
            *(unit_slot(unit.id) for unit in game.counters.units),
            *(marker_slot(marker.id) for marker in piece_builder.markers(game)),
        ]
        return cls(Places(game, sheet), (ledger or Ledger()).with_slots(slots))

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.places.game

    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        """Return what each kind of piece leaves to the judge."""
        return proto.charges(self.places)

    @cached_property
    def prototypes(self) -> Mapping[str, tuple[Trait, ...]]:
        """Return the traits of every prototype by name."""
        return proto.prototypes(self.game, self.charges)

    @cached_property
    def pieces(self) -> Pieces:
        """Return the pieces as the palette has them."""
        return Pieces(self.places, self.ledger)

    @cached_property
    def moulds(self) -> Moulds:
        """Return the pieces as saved games hold them."""
        return Moulds(self.pieces, self.prototypes)
