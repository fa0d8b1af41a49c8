"""Outlines on the board, as the engine writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import Rect


def polygon(points: Iterable[PixelPoint]) -> str:
    """Write a polygon as the engine does: x,y;x,y;…"""
    return ";".join(f"{point.x},{point.y}" for point in points)


def join_outlines(loops: Sequence[Sequence[PixelPoint]]) -> list[PixelPoint]:
    """Join several outlines to one, by seams of no width, which an even-odd polygon does not mind."""
    if not loops:
        return []
    home = loops[0][0]
    points: list[PixelPoint] = []
    for loop in loops:
        points += [*loop, loop[0]]
        points.append(home)
    return points if len(loops) > 1 else list(loops[0])


def clip_outline(loop: Sequence[PixelPoint], area: Rect) -> list[PixelPoint]:
    """Return what of an outline lies within a rectangle, side by side; empty where nothing does.

    Parts that hang together along the rectangle's side alone are left joined by a seam of no width.
    """
    corners = area.corners
    found = list(loop)
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        found = list(_on_the_right(found, one, other))
    return found


def _on_the_right(loop: Sequence[PixelPoint], one: PixelPoint, other: PixelPoint) -> Iterator[PixelPoint]:
    """Yield what of an outline lies on the right of an upright or level line, seen on the screen."""

    def depth(point: PixelPoint) -> int:
        return (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)

    for before, point in zip((*loop[-1:], *loop[:-1]), loop, strict=True):
        was, now = depth(before), depth(point)
        if (was < 0) != (now < 0):
            share = was / (was - now)
            yield PixelPoint(
                round(before.x + share * (point.x - before.x)), round(before.y + share * (point.y - before.y))
            )
        if now >= 0:
            yield point
