"""Set Piece Property in play."""

from __future__ import annotations

from builder.vassal.codec import traits as t
from builder.vassal.codec.shared import Change, PropertyCommand
from validators.engine.acting import Acting, keys_of, plays
from validators.engine.changing import new_value
from validators.engine.commanding import reach_of
from validators.engine.pieces import LivePiece
from validators.engine.traits.dynamic_property import Dynamic
from validators.reading.keys import Identity


@plays(t.SetPieceProperty)
class SetPieces(Acting):
    """Be a Set Piece Property (VASSAL.counters.SetPieceProperty)."""

    def prepare(self) -> None:
        self.commands: tuple[PropertyCommand, ...] = self.trait.commands
        self.keys = keys_of(*(command.key for command in self.commands))

    def act(self, key: Identity) -> None:
        from validators.engine.targets import Target, select

        world, trait = self.world, self.trait
        for command in self.commands:
            if keys_of(command.key) != {key}:
                continue
            name = self.format(trait.name)
            target = Target(trait.target, trait.match, self.piece, reach_of(self))
            for piece in select(world, target, self.piece, list(world.maps.values())):
                self._set(piece, name, command.change)

    def _set(self, piece: LivePiece, name: str, change: Change) -> None:
        for other in piece.acting:
            if isinstance(other, Dynamic) and other.trait.name == name:
                limits = self.trait.limits if self.trait.override_limits else other.trait.limits
                new = new_value(self.world, change, limits, other.value, piece, name)
                if new is not None:
                    old = other.value
                    other.set(new)
                    other.note(old)
