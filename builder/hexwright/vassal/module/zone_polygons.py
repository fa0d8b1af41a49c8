"""Compute outlines on the board, and write them in VASSAL's format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import Rect


def polygon(points: Iterable[PixelPoint]) -> str:
    """Return a polygon in VASSAL's format: x,y;x,y;…"""
    return ";".join(f"{point.x},{point.y}" for point in points)


def join_outlines(loops: Sequence[Sequence[PixelPoint]]) -> list[PixelPoint]:
    """Join several outlines into one.

    The seams have zero width, so they don't affect the area under the even-odd rule.
    """
    if not loops:
        return []
    home = loops[0][0]
    points: list[PixelPoint] = []
    for loop in loops:
        points += [*loop, loop[0]]
        points.append(home)
    return points if len(loops) > 1 else list(loops[0])


def clip_outline(loop: Sequence[PixelPoint], area: Rect) -> list[PixelPoint]:
    """Clip an outline to a rectangle; the result is empty if they don't overlap.

    Parts that touch only along the rectangle's edge stay connected by a seam of zero width.
    """
    corners = area.corners
    found = list(loop)
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        found = list(_on_the_right(found, one, other))
    return found


def _on_the_right(loop: Sequence[PixelPoint], one: PixelPoint, other: PixelPoint) -> Iterator[PixelPoint]:
    """Yield the part of an outline to the right of the line from `one` to `other`, as seen on the screen.

    The line must be vertical or horizontal.
    """

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
