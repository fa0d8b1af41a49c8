"""Write where on the board the lines run that scripts draw marks over."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.hex_board import Board
from hexwright.geometry.hex_layout import Point
from hexwright.render.map.sheet_plan import LineStretch
from hexwright.vassal.enforcement.rows import Row, Table, keyed, row
from hexwright.vassal.module.board_positions import BoardPositions


@row
class Track(Row):
    """What is drawn in a hex of lines of such networks, by its number: runs of points, and their middle.

    The middle is the point that is nearest to the hex's centre, with the way of the line there in hundredths.
    """

    runs: str
    middle: str


def tracks(places: BoardPositions) -> Table:
    """Return where on the board lines run whose hexes change, by the numbers of their hexes."""
    index = Board.of(places.game.hexmap).index
    found = places.sheet.stretches
    if found is None:
        from hexwright.render.map.line_stretches import line_stretches  # imported late: most plans have them

        found = line_stretches(places.game, places.sheet)
    return keyed(Track, ((str(index[hex_id]), _track(places, one)) for hex_id, one in found.items()))


def _track(places: BoardPositions, stretch: LineStretch) -> Track:
    def told(points: Iterable[Point]) -> str:
        return " ".join(f"{spot.x},{spot.y}" for spot in map(places.at, points))

    way = f"{round(100 * stretch.way.x)},{round(100 * stretch.way.y)}"
    return Track(";".join(map(told, stretch.runs)), f"{told([stretch.middle])} {way}")
