"""The Place Marker trait in play."""

from __future__ import annotations

from hexwright.emulator.expression_evaluator import RecursionLimitError
from hexwright.emulator.global_commands import set_parameter
from hexwright.emulator.live_maps import LiveMap, PieceOrStack
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.mat_cargo_lookup import cargo_behaviour
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import java_int
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.sequence_encoder import CodecError


@registers_behaviour(t.PlaceMarker)
class PlaceMarkerBehaviour(TraitBehaviour):
    """A Place Marker trait (VASSAL.counters.PlaceMarker)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def perform(self, key: Identity) -> None:
        self.place()

    def _find_mat(self, marker: LivePiece) -> None:
        cargo = cargo_behaviour(marker) if self.world.mats else None
        if cargo is not None:
            cargo.find(marker.map, marker.position)
            if cargo.mat is not None:
                self.world.put_old_mat(marker)

    def place(self) -> LivePiece | None:
        """Create the marker, place it on the map and return it."""
        world, piece, trait = self.world, self.piece, self.trait
        here = piece.map
        marker = self._made()
        if marker is not None:
            self.match(marker)
        if here is None or marker is None:
            return None
        across, along = (self._offset(given) for given in (trait.x_offset, trait.y_offset))
        x, y = piece.position
        point = (x + across, y - along)
        if marker.get("IgnoreGrid") is not True:
            point = here.snap(point)
        together = trait.version == 0 or (across == 0 and along == 0)
        if together and here.stacking and here.may_merge(piece, marker):
            self._beside(here, marker)
        else:
            here.place_or_merge(marker, point)
            if trait.placement in (1, 3) and marker.stack is not None and len(marker.stack.pieces) > 1:
                marker.stack.insert(marker, 0)
        self._find_mat(marker)
        for parameter in trait.parameters:
            set_parameter(world, marker, parameter.property, parameter.value, piece)
        after = key_identity(trait.after_key) if trait.after_key is not None else None
        if after is not None:
            try:
                with world.evaluator.limiter:
                    marker.remember()
                    marker.key(after)
            except RecursionLimitError:
                world.problem("Infinite loop in placing a marker")
        return marker

    def match(self, marker: LivePiece) -> None:
        """Copy the state of the replaced piece to the marker.

        Nothing is copied to a marker that is placed beside a piece.
        """

    def _offset(self, given: str) -> int:
        value = self.world.evaluator.evaluate_or_report(
            self.world.evaluator.evaluate_or_report(given, self.piece), self.piece
        )
        try:
            return java_int(value)
        except ValueError:
            return 0

    def _beside(self, here: LiveMap, marker: LivePiece) -> None:
        piece, placement = self.piece, self.trait.placement
        stack = piece.stack
        index = -1
        target: PieceOrStack = piece
        if stack is None:
            index = 0 if placement in (1, 3) else -1
        elif placement == 0:
            target = stack
        elif placement == 1:
            index = 0
        elif placement == 3:
            index = stack.pieces.index(piece)
        here.merge(target, marker)
        if index >= 0 and marker.stack is not None:
            marker.stack.insert(marker, index)

    def _made(self) -> LivePiece | None:
        text = self.trait.marker
        if not text.startswith("+/"):
            slot = self.world.slot(text)
            if slot is None:
                self.world.report_unsupported("a marker whose path in the module isn't found")
                return None
            return self.world.new_piece(slot)
        self.world.evaluator.spend(len(text) >> 2)
        try:
            return self.world.new_piece(AddPiece.decode(text).piece)
        except (CodecError, RecursionError):
            self.world.problem(f"the marker can't be read: {text[:60]}")
            return None
