"""Find the mat of a piece, and what lies on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwright.emulator.live_pieces import LivePiece
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from hexwright.emulator.traits.mat_behaviour import Mat
    from hexwright.emulator.traits.mat_cargo_behaviour import Cargo


def mat_of(piece: LivePiece) -> Mat | None:
    """Return the Mat of a piece."""
    found: Mat | None = _of(piece, t.Mat)
    return found


def cargo_of(piece: LivePiece) -> Cargo | None:
    """Return the Mat Cargo of a piece."""
    found: Cargo | None = _of(piece, t.MatCargo)
    return found


def parted(piece: LivePiece) -> None:
    """Take a piece off its mat, or its cargo off a mat, before it leaves the game."""
    if not piece.world.mats:
        return
    cargo, mat = cargo_of(piece), mat_of(piece)
    if cargo is not None:
        cargo.detach()
    if mat is not None:
        mat.release()


def _of(piece: LivePiece, kind: type[Trait]) -> Any:
    return next((trait for trait in piece.acting if isinstance(trait.trait, kind)), None)
