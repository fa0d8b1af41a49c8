"""Cut a sheet into tiles that fit a paper, along lines through the corners of hexes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.paper.pages.page_margins import OVERLAP
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Box

_MOST = 400
_SAME = 0.01


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the sheet that is printed on its own page."""

    number: int
    row: int
    column: int
    cut: Box
    """The part of the sheet that is visible on this tile after assembly."""
    shown: Box
    """The printed part, including the overlap onto which adjacent tiles are glued."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """All tiles of a sheet."""

    paper: Paper
    """The paper as used, in portrait or landscape."""
    rows: int
    columns: int
    tiles: tuple[Tile, ...]


def plan_tiles(width: float, height: float, xs: Sequence[float], ys: Sequence[float], paper: Paper) -> Tiling:
    """Cut a sheet into as few tiles as possible on a paper, in portrait or landscape.

    `xs` and `ys` are the best lines for cuts, such as those through corners of hexes. Raise `InputError`
    (P105) if the paper is too small.
    """
    found = [_cut((width, height), xs, ys, lying) for lying in (paper, paper.turned)]
    best = min(
        (tiling for tiling in found if tiling is not None),
        key=lambda tiling: (len(tiling.tiles), tiling.paper.upright),
        default=None,
    )
    if best is None:
        raise InputError.single(
            "P105",
            f"a sheet of {width:.0f} × {height:.0f} mm can't be cut to {paper}",
            Span("--paper"),
            "use larger paper with --paper, or one sheet with --paper sheet",
        )
    return best


def _cut(
    size: tuple[float, float], across: Sequence[float], down: Sequence[float], paper: Paper
) -> Tiling | None:
    xs = _lines(size[0], paper.area.width, across)
    ys = _lines(size[1], paper.area.height, down)
    if xs is None or ys is None or (len(xs) - 1) * (len(ys) - 1) > _MOST:
        return None
    tiles: list[Tile] = []
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            cut = Box(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])
            right = min(cut.right + OVERLAP, size[0])
            bottom = min(cut.bottom + OVERLAP, size[1])
            shown = Box(cut.x, cut.y, right - cut.x, bottom - cut.y)
            tiles.append(Tile(len(tiles) + 1, row + 1, column + 1, cut, shown))
    return Tiling(paper, len(ys) - 1, len(xs) - 1, tuple(tiles))


def _lines(length: float, room: float, corners: Sequence[float]) -> list[float] | None:
    """Return the positions at which to cut a length: about equal parts, at corners of hexes if possible."""
    if length <= room + _SAME:
        return [0.0, length]
    step = room - OVERLAP
    if step < 30:
        return None
    count = math.ceil((length - OVERLAP) / step - 1e-9)
    for parts in range(count, count + 3):
        lines = _aligned(length, room, corners, parts)
        if lines is not None:
            return lines
    return [*(n * length / (count + 1) for n in range(count + 1)), length]


def _aligned(length: float, room: float, corners: Sequence[float], parts: int) -> list[float] | None:
    lines = [0.0]
    for n in range(1, parts):
        low = length - (parts - n) * (room - OVERLAP) - OVERLAP
        high = lines[-1] + room - OVERLAP
        wish = lines[-1] + (length - lines[-1]) / (parts - n + 1)
        if low > high + _SAME:
            return None
        fitting = [x for x in corners if low - _SAME <= x <= high + _SAME]
        if fitting:
            lines.append(min(fitting, key=lambda x: (round(abs(x - wish), 3), x)))
        elif not corners or low > max(corners) or high < min(corners):
            lines.append(min(max(wish, low), high))
        else:
            return None
    return [*lines, length] if length - lines[-1] <= room + _SAME else None
