"""Check the size of the sheet before drawing it, because the whole picture is held in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Span, error, warning
from hexwright.model.game import Game
from hexwright.render.map.sheet.board_resolution import resolution_for
from hexwright.render.map.sheet.sheet_plan import plan_sheet

MAX_SHEET_PIXELS: Final = 150_000_000
"""The maximum number of pixels. Drawing them takes 1.3 GB, close to the limit of the rasteriser."""
WARN_SHEET_PIXELS: Final = 60_000_000
"""The number of pixels that causes a warning.

It corresponds to about 4,800 hexes, each as wide as two of the smallest counters.
"""
_BYTES_PER_PIXEL: Final = 8.5
"""Measured memory use of drawing: 231 MB for 22.7 megapixels, 650 MB for 77.4, 796 MB for 92.9."""
_PLAYED_BYTES_PER_PIXEL: Final = 4


def check_sheet_size(game: Game, locate: Callable[[tuple[str | int, ...]], Span]) -> tuple[Diagnostic, ...]:
    """Return diagnostics for a sheet that is too small, too large, or costly to draw.

    `locate` returns the source location of a value in the data.
    """
    try:
        plan = plan_sheet(game)
    except InputError as faults:
        return faults.diagnostics
    pixels = plan.width * plan.height * resolution_for(game, plan).px_per_mm ** 2
    if pixels <= WARN_SHEET_PIXELS:
        return ()
    edges = f"{plan.width:,.0f} × {plan.height:,.0f} mm"
    size = f"the sheet has {edges}, which is a picture of {pixels / 1e6:,.0f} megapixels"
    memory = f"{_gigabytes(pixels * _BYTES_PER_PIXEL)} of memory"
    if game.hexmap.sheet is not None:
        span = locate(("hexmap", "sheet", "width_mm"))
        smaller = "write a smaller 'width_mm' and 'height_mm' for the sheet"
    else:
        span = locate(("hexmap", "grid", "hex_mm"))
        smaller = "write a smaller 'hex_mm', or fewer 'columns' and 'rows'"
    if pixels > MAX_SHEET_PIXELS:
        limit = f"the limit is {MAX_SHEET_PIXELS / 1e6:,.0f} megapixels"
        return (error("M019", f"{size}; drawing it takes {memory}; {limit}", span, smaller),)
    played = _gigabytes(pixels * _PLAYED_BYTES_PER_PIXEL)
    message = f"{size}; drawing it takes {memory}, and playing {played} for each player"
    return (warning("M018", message, span, f"{smaller}, or ignore this warning if the size is intended"),)


def _gigabytes(number: float) -> str:
    return f"{number / 1e9:,.1f} GB"
