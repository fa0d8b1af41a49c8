"""The Mat Cargo trait in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hexwright.emulator.board_grids import Point
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.mat_cargo_lookup import mat_behaviour
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t

if TYPE_CHECKING:
    from hexwright.emulator.live_maps import LiveMap


#: Offsets where cargo looks for a mat besides its own point: lower right and left, upper right and left.
_AROUND: Final = ((1, 1), (-1, 1), (1, -1), (-1, -1))


@registers_behaviour(t.MatCargo)
class MatCargoBehaviour(TraitBehaviour):
    """A Mat Cargo trait: the piece records on which mat it lies."""

    names = (
        "IsCargo",
        "IgnoreGrid",
        "CurrentMat",
        "CurrentMatID",
        "CurrentMatX",
        "CurrentMatY",
        "CurrentMatOffsetX",
        "CurrentMatOffsetY",
        "CurrentMatBasicName",
        "CurrentMatPieceName",
        "CurrentMatLocationName",
        "CurrentMatZone",
        "CurrentMatBoard",
        "CurrentMatMap",
        *(f"CurrentMatProp{number}" for number in range(10)),
    )
    state = ("mat",)
    bound = True

    def prepare(self) -> None:
        self.mat: LivePiece | None = None
        self.find_keys = keys_of(self.trait.find_key)
        self.loose_keys = keys_of(self.trait.detach_key)
        self.keys = self.find_keys | self.loose_keys
        self.world.mats = True

    def get(self, name: str) -> tuple[bool, Any]:
        if name == "IsCargo":
            return True, True
        mat = self.mat
        if mat is None:
            return False, None
        if name == "IgnoreGrid":
            return True, True
        told = _TOLD.get(name)
        return True, mat.get(name) if told is None else told(mat, self.piece)

    def perform(self, key: Identity) -> None:
        if key in self.find_keys:
            self.find(self.piece.map, self.piece.position)
        elif key in self.loose_keys:
            self.detach()

    # Attaching and detaching ---------------------------------------------------------------------
    def find(self, over: LiveMap | None, point: Point) -> None:
        """Attach the piece to the mat at a point. If there is none, detach it from its mat."""
        if over is None:
            return
        found = self.locate(over, point)
        if found is None:
            self.detach()
        else:
            self._join(found)

    def locate(self, over: LiveMap, point: Point) -> LivePiece | None:
        """Return the mat at a point or at one of the trait's offsets from it, or None."""
        found = over.mat_at(point)
        across, down = self.trait.x_distance, self.trait.y_distance
        if found is None and (across or down):
            for right, below in _AROUND:
                found = found or over.mat_at((point[0] + right * across, point[1] + below * down))
        return found

    def detach(self) -> None:
        """Detach the piece from its mat."""
        if self.mat is not None:
            self._set(None)

    def _join(self, mat: LivePiece) -> None:
        carrier = mat_behaviour(mat)
        if carrier is not None and self.piece not in carrier.cargo:
            self._set(mat)

    def _set(self, mat: LivePiece | None) -> None:
        old = self.mat
        lists = [
            (carrier, list(carrier.cargo))
            for p in (old, mat)
            if p is not None and (carrier := mat_behaviour(p))
        ]

        def undo() -> None:
            self.mat = old
            for carrier, cargo in lists:
                carrier.cargo = cargo

        self.attach(mat)
        self.changed(undo)

    def attach(self, mat: LivePiece | None) -> None:
        """Attach the piece to one mat only, without recording the change for undo."""
        before = mat_behaviour(self.mat) if self.mat is not None else None
        if before is not None and self.piece in before.cargo:
            before.cargo = [piece for piece in before.cargo if piece is not self.piece]
        self.mat = mat
        carrier = mat_behaviour(mat) if mat is not None else None
        if carrier is not None and self.piece not in carrier.cargo:
            carrier.cargo = [*carrier.cargo, self.piece]


def _where(name: str) -> Callable[[LivePiece, LivePiece], Any]:
    return lambda mat, piece: mat.get(name)


_TOLD: Final[dict[str, Callable[[LivePiece, LivePiece], Any]]] = {
    "CurrentMat": _where("MatName"),
    "CurrentMatID": _where("MatID"),
    "CurrentMatX": lambda mat, piece: mat.position[0],
    "CurrentMatY": lambda mat, piece: mat.position[1],
    "CurrentMatOffsetX": lambda mat, piece: mat.position[0] - piece.position[0],
    "CurrentMatOffsetY": lambda mat, piece: mat.position[1] - piece.position[1],
    "CurrentMatBasicName": _where("BasicName"),
    "CurrentMatPieceName": _where("PieceName"),
    "CurrentMatLocationName": _where("LocationName"),
    "CurrentMatZone": _where("CurrentZone"),
    "CurrentMatBoard": _where("CurrentBoard"),
    "CurrentMatMap": _where("CurrentMap"),
}
