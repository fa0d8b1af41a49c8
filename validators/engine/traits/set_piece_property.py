"""Set Piece Property in play."""

from __future__ import annotations

from builder.vassal.codec import traits as t
from builder.vassal.codec.shared import Change
from validators.engine.acting import plays
from validators.engine.changing import Changing, new_value
from validators.engine.commanding import reach_of
from validators.engine.in_play import LivePiece
from validators.engine.targets import Target, select
from validators.engine.traits.dynamic_property import Dynamic
from validators.reading.keys import Identity


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
