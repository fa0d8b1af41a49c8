"""Find a piece's Mat and Mat Cargo traits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwright.emulator.live_pieces import LivePiece
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from hexwright.emulator.traits.mat_behaviour import MatBehaviour
    from hexwright.emulator.traits.mat_cargo_behaviour import MatCargoBehaviour


def mat_behaviour(piece: LivePiece) -> MatBehaviour | None:
    """Return the Mat trait of a piece."""
    found: MatBehaviour | None = _of(piece, t.Mat)
    return found


def cargo_behaviour(piece: LivePiece) -> MatCargoBehaviour | None:
    """Return the Mat Cargo trait of a piece."""
    found: MatCargoBehaviour | None = _of(piece, t.MatCargo)
    return found


def separate_from_mat(piece: LivePiece) -> None:
    """Detach a piece from its mat, or a mat from its cargo, before the piece leaves the game."""
    if not piece.world.mats:
        return
    cargo, mat = cargo_behaviour(piece), mat_behaviour(piece)
    if cargo is not None:
        cargo.detach()
    if mat is not None:
        mat.release()


def _of(piece: LivePiece, kind: type[Trait]) -> Any:
    return next((trait for trait in piece.acting if isinstance(trait.trait, kind)), None)
