"""What is drawn on a placed canvas stands where, and as large as, its placement says."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour, Halo, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.map.drawing_tape import DrawingTape
from hexwright.render.pdf_flattening import Placement
from hexwright.render.placed_canvas import PlacedCanvas
from hexwright.render.svg_canvas import SvgCanvas

INK = Colour("#102030")


def lettered(canvas: PlacedCanvas | SvgCanvas | DrawingTape, at: Point, size: float) -> None:
    """Draw a framed word at a point, in parts of a size."""
    frame = Path.rectangle(Box(at.x, at.y, 4 * size, 2 * size))
    with canvas.group("word", clip=frame):
        canvas.path(frame, Style(stroke=INK, width=size / 10, dash=(size / 5, size / 10)))
        halo = Halo(INK, size / 8)
        canvas.text(at, "Word", FontFace.SANS, size, INK, anchor="start", spacing=size / 20, halo=halo)


def test_a_placed_drawing_is_moved_and_scaled_with_its_strokes_letters_and_clips() -> None:
    direct, placed = SvgCanvas(100, 100), SvgCanvas(100, 100)
    lettered(direct, Point(30.0, 50.0), 8.0)
    canvas = PlacedCanvas(placed, {})
    with canvas.placed(Placement(10.0, 20.0)), canvas.placed(Placement(0.0, 0.0, 0.0, 2.0)):
        lettered(canvas, Point(10.0, 15.0), 4.0)
    assert placed.to_svg() == direct.to_svg()


def test_a_tape_is_shown_under_its_name_at_a_place() -> None:
    tape, direct, shown = DrawingTape(), SvgCanvas(100, 100), SvgCanvas(100, 100)
    lettered(tape, Point(10.0, 15.0), 4.0)
    lettered(direct, Point(30.0, 50.0), 8.0)
    PlacedCanvas(shown, {"map": tape}).drawing("map", Placement(10.0, 20.0, 0.0, 2.0))
    assert shown.to_svg() == direct.to_svg()
