"""Draw the grid over a scanned map, so that a designer sees whether the hexes lie on those of the scan."""

from __future__ import annotations

from typing import Final

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.scan_fit import fit_scan
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Colour, Halo, Path, Style
from hexwright.render.designer_pictures import Art
from hexwright.render.fonts import FontFace
from hexwright.render.map.ground_picture import fit_picture
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.sheet.board_resolution import resolution_for
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import Theme

_GRID: Final = Colour("#e0007a")
_GIVEN: Final = Colour("#0050ff")
_WHITE: Final = Colour("#ffffff")


def scan_check_svg(game: Game, theme: Theme, plan: SheetPlan, art: Art) -> str | None:
    """Return the straightened scan with the grid's lines and numbers over it; None without a scan.

    A cross marks each pixel that the data give, and a ring the centre of its hex.
    """
    scan, picture = game.hexmap.scan, art.get(game.hexmap.picture)
    if scan is None or picture is None:
        return None
    corner = Point(plan.field.x, plan.field.y)
    layout = Layout(plan.layout.grid, plan.layout.hex_width, plan.layout.origin - corner)
    fit = fit_scan(layout, scan)
    if fit is None:
        return None
    box = Box(0, 0, plan.field.width, plan.field.height)
    canvas = SvgCanvas(box.width, box.height, f"{game.info.title}: the grid over the scan")
    ground = fit_picture(picture, fit.transform, box, resolution_for(game, plan).px_per_mm, theme.land)
    canvas.image(ground.box, ground.data)
    unit = layout.hex_width / 24
    outlines = combine_paths(Path.line(layout.corners(hex_id), closed=True) for hex_id in layout.grid)
    for colour, width in ((_WHITE, 0.7), (_GRID, 0.35)):
        canvas.path(outlines, Style(stroke=colour, width=width * unit, opacity=0.8))
    halo = Halo(_WHITE, 0.5 * unit)
    for hex_id in layout.grid:
        at = layout.centre(hex_id) + Point(0, 1.2 * unit)
        canvas.text(at, hex_id, FontFace.SANS_BOLD, 3.4 * unit, _GRID, halo=halo)
    for hex_id, (x, y) in scan.hexes.items():
        at, centre, far = fit.transform.inverse(Point(x, y)), layout.centre(hex_id), 4 * unit
        cross = combine_paths(
            [
                Path.line([at + Point(-far, 0), at + Point(far, 0)]),
                Path.line([at + Point(0, -far), at + Point(0, far)]),
            ]
        )
        canvas.path(cross, Style(stroke=_GIVEN, width=0.4 * unit))
        canvas.path(Path.ellipse(centre, 3 * unit), Style(stroke=_GIVEN, width=0.4 * unit))
    return canvas.to_svg()
