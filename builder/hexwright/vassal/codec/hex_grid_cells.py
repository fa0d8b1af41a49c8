"""Compute the centres of a Hex Grid's cells as VASSAL does in HexGrid.hexPointCenterFromRawIndex."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HexGridCells:
    """The attributes of a Hex Grid from which VASSAL computes the centres of cells.

    `x0`, `y0`, `dx` and `dy` are attributes of the build file, in pixels. A sideways grid swaps the axes:
    its columns run along y.
    """

    x0: int
    y0: int
    dx: float
    dy: float
    sideways: bool

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Return the x and y coordinates of a cell's centre. Columns and rows are counted from 0."""
        return self.turned(self.unturned_centre(column, row))

    def unturned_centre(self, column: int, row: int) -> tuple[int, int]:
        """Return a cell's centre before the axes of a sideways grid are swapped.

        VASSAL truncates each fraction of a pixel separately. Two pieces form a stack only if they are on the
        same pixel.
        """
        along = self.dy * row + (int(self.dy / 2) if column % 2 else 0)
        return int(self.dx * column + self.x0), int(along + self.y0)

    def exact_centre(self, column: int, row: int) -> tuple[float, float]:
        """Return a cell's centre with its fractions of a pixel."""
        x = self.dx * column + self.x0
        y = self.dy * row + (self.dy / 2 if column % 2 else 0) + self.y0
        return (y, x) if self.sideways else (x, y)

    def turned(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return a point with its axes swapped if the grid is sideways."""
        return (point[1], point[0]) if self.sideways else point

    def near(self, x: int, y: int) -> tuple[int, int]:
        """Return the centre of the cell nearest to a point.

        The point must be at most a few pixels away from a centre.
        """
        lane, place = self.turned((x, y))
        column = round((lane - self.x0) / self.dx)
        row = round((place - self.y0 - (self.dy / 2 if column % 2 else 0)) / self.dy)
        return self.centre(column, row)
