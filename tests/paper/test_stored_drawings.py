"""Stored drawings of a PDF: their operators are compressed as they are written."""

import tracemalloc

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.paper.map import map_sheets
from hexwright.paper.map.map_sheets import MapDrawing, MapWindow
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import PdfDocument
from tests.paper.sheets import moscow, streams

_RED = Style(fill=Colour("#ff0000"))
_TRIANGLE = Path.line([Point(1, 1), Point(9, 1), Point(5, 9)], closed=True)


def _document(paths: int) -> PdfDocument:
    document = PdfDocument("Triangles")
    with document.store("triangles", Box(0, 0, 10, 10)) as canvas:
        for _ in range(paths):
            canvas.path(_TRIANGLE, _RED)
    with document.page(20, 20) as canvas:
        canvas.drawing("triangles")
    return document


def test_a_stored_drawing_has_all_its_operators_and_the_same_bytes_each_time() -> None:
    data = _document(200).to_bytes()
    assert data == _document(200).to_bytes()
    assert max(stream.count("1.00 1.00 m") for stream in streams(data)) == 200


def test_a_large_stored_drawing_is_not_kept_as_text() -> None:
    _document(1)  # fonts are loaded
    tracemalloc.start()
    try:
        document = _document(20_000)  # 1.3 MB of operators
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(document.to_bytes()) < 60_000
    # What remains for each path is its box and colour, for pictures with transparent parts.
    assert peak < 20_000 * 160


def test_a_part_of_the_map_does_not_depend_on_the_other_parts_of_a_job() -> None:
    game, settings = moscow(), PrintSettings()
    plan = plan_sheet(game)
    drawing = MapDrawing(plan, sheet_layers(game, settings.theme, plan), game, settings)
    one, other = (
        MapWindow(name, Box.around(plan.layout.corners(HexId(name))), 1.0) for name in ("0507", "0209")
    )

    def stored(planned: list[MapWindow]) -> bytes:
        document = PdfDocument("One part")
        drawing.plan_windows(planned)
        drawing.store_windows(document, [one])
        with document.page(20, 20) as canvas:
            canvas.drawing(one.name)
        return document.to_bytes()

    assert stored([one]) == stored([one, other])


def test_the_map_is_laid_out_for_planned_windows_before_anything_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, settings = moscow(), PrintSettings()
    plan = plan_sheet(game)
    drawing = MapDrawing(plan, sheet_layers(game, settings.theme, plan), game, settings)
    hexagon = Box.around(plan.layout.corners(HexId("0507")))
    window = MapWindow("piece", hexagon, 0.5)
    laid_out: list[float] = []

    def counted(*given: object, **named: object) -> MapLayers:
        laid_out.append(given[3])  # type: ignore[arg-type]
        return sheet_layers(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(map_sheets, "sheet_layers", counted)
    drawing.plan_windows([window])
    drawing.lay_out()
    assert laid_out == [map_sheets.smallest_text(0.5)]
    drawing.store_windows(PdfDocument("Pieces"), [window])
    assert len(laid_out) == 1
