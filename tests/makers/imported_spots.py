"""Where the pixels of an imported module's boards are on the board of the built module."""

from __future__ import annotations

from collections.abc import Callable

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.scan_fit import fit_scan
from hexwright.model.game import Game
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import BoardPositions


def board_spots(game: Game, size: tuple[int, int]) -> Callable[[int, int], PixelPoint]:
    """Return the function from pixels of the module's boards, which have this size, to those of the new
    board.
    """
    plan = plan_sheet(game)
    scan = game.hexmap.scan
    assert scan is not None
    assert scan.shown is not None
    fit = fit_scan(plan.layout, scan)
    assert fit is not None
    places = BoardPositions(game, plan)
    across, down = scan.shown[2] / size[0], scan.shown[3] / size[1]
    return lambda x, y: places.at(fit.transform.inverse(Point(x * across, y * down)))
