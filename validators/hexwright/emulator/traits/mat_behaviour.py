"""The Mat trait in play."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from hexwright.emulator.board_grids import Point
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.mat_cargo_lookup import cargo_behaviour
from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t

if TYPE_CHECKING:
    from hexwright.emulator.live_maps import LiveMap


@registers_behaviour(t.Mat)
class MatBehaviour(TraitBehaviour):
    """A Mat trait: the piece never stacks, and its cargo moves with it."""

    names = ("MatName", "MatID", "MatNumCargo", "NoStack")
    state = ("cargo",)
    bound = True

    def prepare(self) -> None:
        #: Never mutated.
        self.cargo: list[LivePiece] = []
        self.world.mats = True

    def get(self, name: str) -> tuple[bool, Any]:
        match name:
            case "MatName":
                return True, self.trait.name
            case "MatID":
                return True, f"{self.trait.name}_{self.piece.id}"
            case "MatNumCargo":
                return True, str(len(self.cargo))
        return True, True

    def turned(self, degrees: float) -> None:
        """Rotate the cargo clockwise around the mat's position."""
        here, (x, y) = self.piece.map, self.piece.position
        if here is None or not self.trait.name:
            return
        sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        for piece in list(self.cargo):
            across, down = piece.position[0] - x, piece.position[1] - y
            point = (
                math.floor(x + across * cosine - down * sine + 0.5),
                math.floor(y + across * sine + down * cosine + 0.5),
            )
            # VASSAL prepares and ends the mat's own move here, not the cargo's.
            self.world.prepare_move(self.piece)
            here.place_or_merge(piece, point)
            self.world.after_move(self.piece)
            self.world.check_emptied()

    def send_cargo(self, over: LiveMap, offsets: list[tuple[LivePiece, Point]], to: Point) -> None:
        """Move the cargo with the mat. Each piece keeps its offset from the mat."""
        for piece, (across, down) in offsets:
            if cargo_behaviour(piece) is None:
                continue
            self.world.prepare_move(piece)
            over.place_or_merge(piece, (to[0] + across, to[1] + down))
            self.world.after_move(piece)
            self.world.check_emptied()

    def offsets(self) -> list[tuple[LivePiece, Point]]:
        """Return the cargo and each piece's offset from the mat."""
        x, y = self.piece.position
        return [(p, (p.position[0] - x, p.position[1] - y)) for p in self.cargo]

    def release(self) -> None:
        """Detach all cargo, for instance when the mat is deleted.

        The pieces keep the mat's name, as in VASSAL.
        """
        old, self.cargo = self.cargo, []
        if old:

            def undo() -> None:
                self.cargo = old

            self.changed(undo)
