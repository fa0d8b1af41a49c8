"""The size of pieces' pictures, in pixels of the map."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.emulator.board_grids import Point
from hexwright.emulator.live_pieces import LivePiece
from hexwright.inspect.analysis.image_headers import ImageHeader


def picture_covers(piece: LivePiece, point: Point) -> bool:
    """Return whether a piece's picture covers a point; a piece without a picture covers only its own
    point.
    """
    x, y = piece.position
    for width, height in _sizes(piece):
        left, top = x - width // 2, y - height // 2
        if left <= point[0] < left + width and top <= point[1] < top + height:
            return True
    return (x, y) == point


def picture_size(piece: LivePiece) -> tuple[int, int] | None:
    """Return the total size of a piece's pictures, or None if the piece has none."""
    sizes = list(_sizes(piece))
    return (max(width for width, _ in sizes), max(height for _, height in sizes)) if sizes else None


def _sizes(piece: LivePiece) -> Iterator[tuple[int, int]]:
    module = piece.world.module
    for name in (piece.basic.image, *(trait.image for trait in piece.acting)):
        picture = module.pictures.get(module.image_entry(name) or "") if name else None
        if isinstance(picture, ImageHeader) and picture.width and picture.height:
            yield picture.width, picture.height
