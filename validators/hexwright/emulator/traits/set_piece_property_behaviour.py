"""Set Piece Property in play."""

from __future__ import annotations

from hexwright.emulator.command_targets import Target, select
from hexwright.emulator.global_commands import reach_of
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.property_changes import Changing, new_value
from hexwright.emulator.trait_behaviour import plays
from hexwright.emulator.traits.dynamic_property_behaviour import Dynamic
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.shared_records import Change


@plays(t.SetPieceProperty)
class SetPieces(Changing):
    """Be a Set Piece Property (VASSAL.counters.SetPieceProperty)."""

    def act(self, key: Identity) -> None:
        world, trait = self.world, self.trait
        for change in self.changes(key):
            name = self.format(trait.name)
            target = Target(trait.target, trait.match, self.piece, reach_of(self))
            for piece in select(world, target, self.piece, list(world.maps.values())):
                self._set(piece, name, change)

    def _set(self, piece: LivePiece, name: str, change: Change) -> None:
        for other in piece.acting:
            if isinstance(other, Dynamic) and other.trait.name == name:
                limits = self.trait.limits if self.trait.override_limits else other.trait.limits
                new = new_value(self.world, change, limits, other.value, piece, name)
                if new is not None:
                    other.set_property(name, new)
