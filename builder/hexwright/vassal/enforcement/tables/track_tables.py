"""Write the positions of lines on the board. The scripts draw marks over them."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.hex_board import Board
from hexwright.geometry.hex_layout import Point
from hexwright.render.map.sheet.sheet_plan import LineStretch
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row
from hexwright.vassal.module.board_positions import BoardPositions


@row
class Track(Row):
    """A row for the course of network lines in a hex: runs of points, and a midpoint.

    The key is the hex number. The midpoint is the point nearest the hex's centre. The line's direction at
    that point follows, as a vector in hundredths.
    """

    runs: str
    middle: str


def tracks(places: BoardPositions) -> Table:
    """Return the table of lines in the hexes of networks that can change."""
    index = Board.of(places.game.hexmap).index
    found = places.sheet.stretches
    if found is None:
        from hexwright.render.map.network_marks.line_stretches import (
            line_stretches,
        )  # imported late, since most sheet plans have them already

        found = line_stretches(places.game, places.sheet)
    return keyed(Track, ((str(index[hex_id]), _track(places, one)) for hex_id, one in found.items()))


def _track(places: BoardPositions, stretch: LineStretch) -> Track:
    def told(points: Iterable[Point]) -> str:
        return " ".join(f"{spot.x},{spot.y}" for spot in map(places.at, points))

    way = f"{round(100 * stretch.way.x)},{round(100 * stretch.way.y)}"
    return Track(";".join(map(told, stretch.runs)), f"{told([stretch.middle])} {way}")
