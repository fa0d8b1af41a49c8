"""Choose how the board's picture is stored: with few colours, with all, or as a JPEG."""

from __future__ import annotations

from enum import Enum

from hexwright.model.game import Game
from hexwright.render.designer_pictures import Art
from hexwright.sanitize import is_lossy


class BoardForm(Enum):
    """How a board's picture is stored."""

    FEW_COLOURS = "few colours"
    """A PNG of 256 colours: a quarter of the size of one with all colours."""
    LOSSLESS = "lossless"
    """A PNG with all colours."""
    LOSSY = "lossy"
    """A JPEG, for a board that shows a photograph or a scan: a tenth of the size of a PNG."""
    PAINTED = "painted"
    """A JPEG, for a board with shaded land, which a PNG of few colours would show in steps."""


def board_form(game: Game, art: Art, *, painted: bool = False) -> BoardForm:
    """Return how the picture of a game's board is stored; `painted` tells whether its land is shaded."""
    hexmap = game.hexmap
    if hexmap.picture in art and is_lossy(art[hexmap.picture]):
        return BoardForm.LOSSY
    named = {hexmap.picture, *(kind.picture for kind in hexmap.terrain)}
    if not named.isdisjoint(art):
        return BoardForm.LOSSLESS
    return BoardForm.PAINTED if painted else BoardForm.FEW_COLOURS


def board_file(picture: bytes, stem: str = "map") -> str:
    """Return the file name of a board's picture."""
    return f"{stem}.jpg" if is_lossy(picture) else f"{stem}.png"
