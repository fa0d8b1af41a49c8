"""Decide which pieces all players may see, and by what name and place a line may tell a piece.

Every command that shows pieces of a saved game or log asks a `PublicView`. Saved games contain what players
hide from each other; VASSAL shows it to its owner only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias

from hexwright.inspect.analysis.location_names import LocationNames
from hexwright.inspect.analysis.log_position import PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.codec.piece_text import GamePiece

OrderKey: TypeAlias = tuple[tuple[int, str], ...]

NAMELESS: Final = "a piece without a name"
OFF_THE_MAP: Final = "off the map"
HIDDEN_PLACE: Final = "a hidden place"


_NUMBERS: Final = re.compile(r"(\d{1,18})")


class Concealment(Enum):
    """Why some players don't see a piece."""

    INVISIBLE = "a hidden piece"
    PRIVATE_WINDOW = "a piece in a private window"
    FACE_DOWN = "a face-down card"
    MASKED = "a masked piece"


class PublicView:
    """What all players may see of a game's pieces; everything if `reveal` is true.

    Private windows are known from the module only. `boards` lists the boards that a saved game lays on each
    map, from which the module's grids name places.
    """

    def __init__(
        self,
        module: ModuleView | None = None,
        boards: Mapping[str, Sequence[BoardChoice]] | None = None,
        *,
        reveal: bool = False,
    ) -> None:
        self.reveal = reveal
        self._locations = LocationNames(module, boards) if module is not None else None
        self._private = private_windows(module) if module is not None else frozenset()

    def concealment(self, lying: PlacedPiece) -> Concealment | None:
        """Return why some players don't see a piece; None if all see it, or if everything is revealed."""
        if self.reveal:
            return None
        if any(_names_player(trait.hidden_by) for trait in lying.piece.all(t.Invisible)):
            return Concealment.INVISIBLE
        if self.is_private(lying.spot[0]):
            return Concealment.PRIVATE_WINDOW
        if lying.face_down:
            return Concealment.FACE_DOWN
        return Concealment.MASKED if active_mask(lying.piece) is not None else None

    def is_private(self, map_name: str) -> bool:
        """Return whether a map is a window that only some sides may open, and nothing is revealed."""
        return map_name in self._private and not self.reveal

    def name(self, lying: PlacedPiece) -> str:
        """Return the name by which all players know a piece."""
        hidden = self.concealment(lying)
        if hidden is None:
            return lying.name or NAMELESS
        mask = active_mask(lying.piece)
        if hidden is Concealment.MASKED and mask is not None:
            return f"{hidden.value} ({mask.masked_name or '?'})"
        return hidden.value

    def place(self, lying: PlacedPiece) -> tuple[str, str]:
        """Return the map of a piece and its place there: its deck, the name that a grid gives, or its point.

        The map is empty for a piece off the map, or in a place that isn't public.
        """
        map_name, x, y = lying.spot
        match self.concealment(lying):
            case Concealment.INVISIBLE:
                return "", HIDDEN_PLACE
            case Concealment.PRIVATE_WINDOW:
                return map_name, map_name
        if not map_name:
            return "", OFF_THE_MAP
        if lying.deck:
            return map_name, lying.deck
        return map_name, self._locations.name(map_name, x, y) if self._locations else f"{x}, {y}"


def number_order(place: str) -> OrderKey:
    """Return a key that sorts places by their names, with numbers in them sorted as numbers."""
    parts = _NUMBERS.split(place)
    return tuple((int(part), "") if n % 2 else (-1, part) for n, part in enumerate(parts))


def private_windows(module: ModuleView) -> frozenset[str]:
    """Return the names of the windows that only some sides may open."""
    return frozenset(
        window.get("mapName", "")
        for window in (node.component for node in module.all(c.PrivateMap))
        if isinstance(window, c.PrivateMap) and not window.visible
    )


def is_concealed(piece: GamePiece) -> bool:
    """Return whether a player has masked or hidden a piece."""
    hidden = any(_names_player(trait.hidden_by) for trait in piece.all(t.Invisible))
    return hidden or active_mask(piece) is not None


def active_mask(piece: GamePiece) -> t.Mask | None:
    """Return the outermost Mask trait with which a player has masked a piece; None if there is none."""
    return next((trait for trait in reversed(piece.all(t.Mask)) if _names_player(trait.masked_by)), None)


def _names_player(owner: str) -> bool:
    """Return whether the owner field of a trait's state names a player, a side or nobody in particular."""
    return owner not in ("", "null")
