"""The Set Piece Property trait in play."""

from __future__ import annotations

from hexwright.emulator.command_targets import CommandTarget, select_targets
from hexwright.emulator.global_commands import command_range
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.property_changes import PropertyChanger, changed_value
from hexwright.emulator.trait_behaviour import registers_behaviour
from hexwright.emulator.traits.dynamic_property_behaviour import DynamicPropertyBehaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.shared_records import PropertyChange


@registers_behaviour(t.SetPieceProperty)
class SetPiecePropertyBehaviour(PropertyChanger):
    """A Set Piece Property trait (VASSAL.counters.SetPieceProperty)."""

    def perform(self, key: Identity) -> None:
        world, trait = self.world, self.trait
        for change in self.changes(key):
            name = self.format(trait.name)
            target = CommandTarget(trait.target, trait.match, self.piece, command_range(self))
            for piece in select_targets(world, target, self.piece, list(world.maps.values())):
                self._set(piece, name, change)

    def _set(self, piece: LivePiece, name: str, change: PropertyChange) -> None:
        for other in piece.acting:
            if isinstance(other, DynamicPropertyBehaviour) and other.trait.name == name:
                limits = self.trait.limits if self.trait.override_limits else other.trait.limits
                new = changed_value(self.world, change, limits, other.value, piece, name)
                if new is not None:
                    other.set_property(name, new)
