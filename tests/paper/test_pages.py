"""All sheets, read back: boxes, scale, fonts, text, sameness, and what shops refuse."""

from __future__ import annotations

import ctypes
import io
import math
import re
from functools import cache

import pypdfium2.raw as raw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageStat

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geometry.hex_layout import Point
from hexwright.paper.map.flat_sheets import _tile_foot
from hexwright.paper.map.map_sheets import cut_lines
from hexwright.paper.map.map_tiling import plan_tiles
from hexwright.paper.pages.page_margins import OVERLAP, SLUG_MM
from hexwright.paper.pages.paper_sizes import A4, LETTER, PAPERS, Paper
from hexwright.paper.pages.print_settings import PARTS, PrintPart, PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.printers.print_shop_checks import check_rasters
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import POINTS, PdfDocument
from hexwright.render.pdf_inks import INK_LIMIT, process_inks
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import difference, moscow, opened, picture, printed, streams, text_of, toy
from tests.tiers import sampled

GAME = moscow()
PLAN = plan_sheet(GAME)
QUICK_PARTS = sampled(PARTS, PARTS.index("map"), PARTS.index("counters"))


@cache
def moscow_map(paper: str) -> bytes:
    return printed(GAME, "map", PrintSettings(paper=PAPERS.get(paper)))


@cache
def sheet(part: PrintPart, paper: str = "a4") -> bytes:
    """Print a part of the toy game, which is quickly done."""
    game, art = toy()
    return printed(game, part, PrintSettings(paper=PAPERS.get(paper), art=art))


@cache
def shop(part: PrintPart) -> tuple[bytes, float]:
    """Print a part of the toy game for a shop; return it with the most ink it lays on a spot."""
    game, art = toy()
    document = PartDrawer(game, PrintSettings(shop=True, art=art)).draw(part)
    return document.to_bytes(), document.usage.most_ink


# Tiles ----------------------------------------------------------------------------------------------


@given(st.floats(90, 500), st.floats(90, 500))
@settings(max_examples=40)
def test_tiles_cover_the_sheet_once_and_fit_the_paper(width: float, height: float) -> None:
    tiling = plan_tiles(PLAN.width, PLAN.height, *cut_lines(PLAN), Paper("any", width, height))
    assert len(tiling.tiles) == tiling.rows * tiling.columns
    assert sum(t.cut.width * t.cut.height for t in tiling.tiles) == pytest.approx(PLAN.width * PLAN.height)
    for tile in tiling.tiles:
        assert tile.shown.width <= tiling.paper.area.width + 0.02
        assert tile.shown.height <= tiling.paper.area.height + 0.02
        assert tile.shown.holds(tile.cut)
        assert tile.shown.right == pytest.approx(min(tile.cut.right + OVERLAP, PLAN.width))
        assert not any(
            tile.cut.inset(0.001).overlaps(other.cut) for other in tiling.tiles if other is not tile
        )


@pytest.mark.parametrize("paper", [A4, LETTER, PAPERS["a3"], PAPERS["tabloid"]], ids=str)
def test_cuts_within_the_map_run_through_corners_of_hexes(paper: Paper) -> None:
    corners = [c for hex_id in PLAN.layout.grid for c in PLAN.layout.corners(hex_id)]
    tiling = plan_tiles(PLAN.width, PLAN.height, *cut_lines(PLAN), paper)
    for tile in tiling.tiles:
        if tile.column > 1 and tile.cut.x < PLAN.field.right:
            assert min(abs(c.x - tile.cut.x) for c in corners) < 0.001
        if tile.row > 1 and tile.cut.y < PLAN.field.bottom:
            assert min(abs(c.y - tile.cut.y) for c in corners) < 0.001


def test_four_tiles_do_on_a4_and_letter() -> None:
    for paper in (A4, LETTER):
        assert len(plan_tiles(PLAN.width, PLAN.height, *cut_lines(PLAN), paper).tiles) == 4


@pytest.mark.parametrize("wide", [20.0, 60.0, 120.0, 190.0])
def test_name_and_joins_of_a_tile_never_lie_on_each_other(wide: float) -> None:
    canvas = RecordingCanvas()
    joins = "row 2, column 4; trim at the left marks and glue onto tile 7; trim at the upper marks"
    _tile_foot(canvas, PrintSettings(), A4, Box(10.0, 10.0, wide, 200.0), "Battle of Moscow · tile 8", joins)
    name, told = canvas.texts
    assert name.box.right + 3.0 <= told.box.x
    assert A4.area.x - 0.01 <= name.box.x <= told.box.right <= A4.area.right + 0.01


def test_paper_too_small_for_tiles_is_refused() -> None:
    with pytest.raises(InputError, match=r"P105.*can't be cut"):
        plan_tiles(PLAN.width, PLAN.height, *cut_lines(PLAN), Paper("45x45", 45, 45))


# Scale ----------------------------------------------------------------------------------------------


def hexsides(page: object) -> list[float]:
    """Return the lengths in mm of the hexsides that a page shows, from the PDF's own numbers."""
    found: list[float] = []

    def visit(thing: object, outer: tuple[float, ...]) -> None:
        matrix = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(thing, matrix)
        own = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        whole = multiply(own, outer)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            for n in range(raw.FPDFFormObj_CountObjects(thing)):
                visit(raw.FPDFFormObj_GetObject(thing, n), whole)
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            if raw.FPDFPath_CountSegments(thing) < 600 or not strokes_alone(thing):
                return
            points = path_points(thing, whole)
            if all(kind == "ML"[n % 2] for n, (kind, _) in enumerate(points)):
                ends = [point for _, point in points]
                lengths = [math.dist(a, b) / POINTS for a, b in zip(ends[::2], ends[1::2], strict=True)]
                # The ties of railways are strokes as well, of two or three mm.
                found.extend(lengths if max(lengths) > 5 else ())

    for n in range(raw.FPDFPage_CountObjects(page)):
        visit(raw.FPDFPage_GetObject(page, n), (1, 0, 0, 1, 0, 0))
    return found


def strokes_alone(path: object) -> bool:
    """Return whether a path begins as many separate strokes do: to a point, a line, to a point."""
    kinds = [raw.FPDFPathSegment_GetType(raw.FPDFPath_GetPathSegment(path, n)) for n in range(3)]
    return kinds == [raw.FPDF_SEGMENT_MOVETO, raw.FPDF_SEGMENT_LINETO, raw.FPDF_SEGMENT_MOVETO]


def multiply(m: tuple[float, ...], n: tuple[float, ...]) -> tuple[float, ...]:
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def path_points(path: object, matrix: tuple[float, ...]) -> list[tuple[str, tuple[float, float]]]:
    found = []
    names = {raw.FPDF_SEGMENT_MOVETO: "M", raw.FPDF_SEGMENT_LINETO: "L"}
    for n in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, n)
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        kind = names.get(raw.FPDFPathSegment_GetType(segment), "other")
        a, b, c, d, e, f = matrix
        found.append((kind, (a * x.value + c * y.value + e, b * x.value + d * y.value + f)))
    return found


@pytest.mark.parametrize("paper", sampled(["a4", "letter", "sheet"], 0, 2))
def test_a_printed_hex_measures_what_the_map_says(paper: str) -> None:
    document = opened(moscow_map(paper))
    for page in (0,) if paper == "sheet" else (1, len(document) - 1):
        sides = hexsides(document[page])
        assert len(sides) > 400
        for side in sides:
            assert abs(side * math.sqrt(3) - GAME.hexmap.grid.hex_mm) < 0.1


def test_a_printer_that_stretches_is_told_to_print_smaller() -> None:
    game, _ = toy()
    text = b"".join(data.encode() for data in streams(printed(game, "map", PrintSettings(scale=(1.01, 1.0)))))
    assert b"0.990099 0 0 1.000000" in text


# Every part -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", QUICK_PARTS)
def test_every_font_is_embedded_and_none_of_the_viewer_is_asked_for(part: PrintPart) -> None:
    data = sheet(part)
    fonts = re.findall(rb"/Subtype /TrueType", data)
    assert len(fonts) == len(re.findall(rb"/FontFile2 \d+ 0 R", data)) > 2
    for name in (b"Helvetica", b"/Type1", b"Times"):
        assert name not in data


@pytest.mark.parametrize("part", QUICK_PARTS)
def test_the_same_game_gives_the_same_bytes(part: PrintPart) -> None:
    game, art = toy()
    assert printed(game, part, PrintSettings(art=art)) == sheet(part)


@pytest.mark.slow
def test_a_part_printed_alone_is_the_same_as_among_others() -> None:
    game, art = toy()
    press = PartDrawer(game, PrintSettings(art=art))
    parts: tuple[PrintPart, ...] = ("map", "aids")
    assert [press.draw(part).to_bytes() for part in parts] == [sheet(part) for part in parts]


@pytest.mark.parametrize("paper", sampled(["a4", "letter"]))
@pytest.mark.parametrize("part", QUICK_PARTS)
def test_nothing_stands_in_the_rim_that_printers_leave_white(part: PrintPart, paper: str) -> None:
    document = opened(sheet(part, paper))
    for n in range(len(document)):
        image = picture(document, n, 1.5).convert("L")
        rim = round(4.2 * 1.5)
        inner = (rim, rim, image.width - rim, image.height - rim)
        image.paste(255, inner)
        if part == "rules" and n == 0:
            # The ground of the cover reaches the edges; nothing that is read lies there.
            page = document[n]
            text, wide, high = page.get_textpage(), page.get_width(), page.get_height()
            boxes = [text.get_charbox(at) for at in range(text.count_chars())]
            least = 4.2 * 72 / 25.4
            assert all(min(b[0], b[1], wide - b[2], high - b[3]) >= least for b in boxes if b[2] > b[0])
            continue
        assert ImageStat.Stat(image).extrema[0][0] > 250


def test_page_sizes_are_those_of_the_paper() -> None:
    sizes = {
        "counters": {(210, 297)},
        "map": {(297, 210)},
        "aids": {(297, 210), (210, 297)},
        "rules": {(210, 297)},
    }
    for part in PARTS:
        document = opened(sheet(part))
        found = {tuple(round(x / POINTS) for x in document[n].get_size()) for n in range(len(document))}
        assert found == sizes[part]
    letter = opened(sheet("counters", "letter"))
    assert tuple(round(x / POINTS, 1) for x in letter[0].get_size()) == (215.9, 279.4)


def test_text_can_be_selected_and_found_once() -> None:
    document = opened(moscow_map("sheet"))
    text = text_of(document, 0)
    for place in GAME.hexmap.places:
        # On the map and, for Moscow, in title and legend: a rim of lettering adds nothing.
        assert 1 <= len(re.findall(rf"\b{place.name}\b", text)) <= (5 if place.name == "Moscow" else 1)
    assert "0809" in text


def test_bookmarks_lead_to_the_pages() -> None:
    document = opened(sheet("aids"))
    marks = list(document.get_toc())
    titles = [mark.get_title() for mark in marks]
    assert {"The set-up", "Rearguard set-up"} <= {*titles}
    assert [mark.get_dest().get_index() for mark in marks if mark.level == 0] == list(range(len(document)))
    for mark in marks:
        if mark.level == 1:
            assert mark.get_title() in text_of(document, mark.get_dest().get_index())
    assert "Combat results" in titles


def test_metadata_name_the_game_and_its_designer() -> None:
    metadata = opened(sheet("rules")).get_metadata_dict()
    assert metadata["Title"] == "Toy Bridge: Rules"
    assert metadata["Author"] == "Nobody in particular"


# Shops ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", QUICK_PARTS)
def test_a_shop_gets_no_transparency_and_no_screen_colours(part: PrintPart) -> None:
    data = shop(part)[0]
    for mark in (b"/ca ", b"/CA ", b"/SMask ", b"/BM /"):
        assert mark not in data
    drawn = "\n".join(streams(data))
    assert re.search(r"[\d.] k\b", drawn)
    assert not re.search(r"[\d.] (?:rg|RG|g|G)\b", drawn)


def test_the_desk_gets_washes_so_the_test_above_can_fail() -> None:
    assert b"/ca " in sheet("map", "sheet")


@pytest.mark.parametrize("part", QUICK_PARTS)
def test_a_shop_s_pages_have_trim_and_bleed_boxes(part: PrintPart) -> None:
    document = opened(shop(part)[0])
    for page in document:
        media, trim, bleed = page.get_mediabox(), page.get_trimbox(), page.get_bleedbox()
        slug, rim = SLUG_MM * POINTS, 3.0 * POINTS
        assert trim == pytest.approx((slug, slug, media[2] - slug, media[3] - slug), abs=0.01)
        wide = (trim[0] - rim, trim[1] - rim, trim[2] + rim, trim[3] + rim)
        assert bleed == pytest.approx(wide, abs=0.01)


def test_a_shop_s_map_has_ground_up_to_the_bleed() -> None:
    image = picture(opened(shop("map")[0]), 0)
    inside = image.getpixel((round((SLUG_MM - 2.5) * 3), image.height // 2 - 60))
    outside = image.getpixel((round((SLUG_MM - 8) * 3), image.height // 2 - 60))
    assert inside != (255, 255, 255)
    assert outside == (255, 255, 255)


def test_black_text_is_black_alone_and_no_ink_runs_over_the_limit() -> None:
    assert process_inks(Colour("#2a241d"), True) == (0, 0, 0, 1)
    assert process_inks(Colour("#808080"), False)[:3] == (0, 0, 0)
    for part in PARTS:
        assert 0 < shop(part)[1] <= INK_LIMIT + 1e-9


@given(st.integers(0, 0xFFFFFF), st.booleans())
def test_ink_stays_below_the_limit_for_every_colour(colour: int, text: bool) -> None:
    inks = process_inks(Colour(f"#{colour:06x}"), text)
    assert all(0 <= part <= 1 for part in inks)
    assert sum(inks) <= INK_LIMIT + 1e-9


def test_a_coarse_picture_is_told_to_the_designer_before_the_shop_does() -> None:
    game, art = toy()
    document = PartDrawer(game, PrintSettings(shop=True, art=art)).draw("counters")
    assert [d.code for d in check_rasters(document, "counters", PrintSettings(shop=True))] == ["P109"]
    assert not check_rasters(document, "counters", PrintSettings())
    assert min(raster.dpi for raster in document.usage.rasters) < 300


@pytest.mark.parametrize("process", [False, True])
def test_a_flattened_wash_shows_the_picture_below(process: bool) -> None:
    buffer = io.BytesIO()
    halves = Image.new("RGB", (40, 20), "#d8c060")
    halves.paste("#204060", (20, 0, 40, 20))
    halves.save(buffer, "PNG")

    def drawn(flat: bool) -> bytes:
        document = PdfDocument("washes", process=process, flat=flat)
        document.flat = flat
        with document.page(60, 40) as canvas:
            canvas.image(Box(5, 5, 50, 25), buffer.getvalue())
            canvas.path(Path.ellipse(Point(26, 18), 16, 10), Style(fill=Colour("#c8553d"), opacity=0.4))
            canvas.path(Path.ellipse(Point(36, 22), 9, 12), Style(fill=Colour("#f0f0f0"), opacity=0.6))
        return document.to_bytes()

    shown = picture(opened(drawn(True)), 0, 4)
    assert difference(shown, picture(opened(drawn(False)), 0, 4)) < (3.0 if process else 1.0)


def test_soft_ground_isn_t_told_to_the_designer() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20), "#d8c060").save(buffer, "PNG")
    settings = PrintSettings(shop=True)
    for soft, codes in ((True, []), (False, ["P109"])):
        document = PdfDocument("ground", process=True)
        with document.page(60, 40) as canvas:
            canvas.image(Box(0, 0, 60, 30), buffer.getvalue(), soft=soft)
        assert [d.code for d in check_rasters(document, "map", settings)] == codes


def test_flattened_washes_look_as_translucent_ones() -> None:
    def drawn(flat: bool) -> bytes:
        document = PdfDocument("washes", flat=flat)
        with document.page(60, 40) as canvas:
            canvas.path(Path.rectangle(Box(0, 0, 40, 40)), Style(fill=Colour("#f0e8d0")))
            canvas.path(Path.ellipse(Point(20, 20), 12), Style(fill=Colour("#6f8a4e")))
            stripes = [Path.line([Point(0, y), Point(60, y)]) for y in range(0, 40, 3)]
            for stripe in stripes:
                canvas.path(stripe, Style(stroke=Colour("#285f8a"), width=0.6))
            wash = Path.ellipse(Point(26, 18), 16, 10)
            canvas.path(wash, Style(fill=Colour("#c8553d"), opacity=0.4))
            ring = Path.rectangle(Box(5, 5, 50, 30)) + Path.rectangle(Box(12, 12, 36, 16))
            canvas.path(ring, Style(fill=Colour("#000000"), opacity=0.3, even_odd=True))
            line = Path.smooth([Point(3, 35), Point(20, 10), Point(40, 30), Point(57, 4)])
            canvas.path(line, Style(stroke=Colour("#9cc6dd"), width=4, opacity=0.6))
            for n, dash in enumerate([(6.0, 6.0), (5.0, 4.0, 1.0, 4.0)]):
                dashes = Style(stroke=Colour("#7d2a6e"), width=2, dash=dash, opacity=0.8)
                canvas.path(
                    Path.line([Point(2, 4 + 4 * n), Point(8, 4 + 4 * n), Point(40, 6 + 4 * n)]), dashes
                )
        return document.to_bytes()

    flat, clear = drawn(True), drawn(False)
    assert b"/ca " not in flat
    assert b"/ca " in clear
    assert difference(picture(opened(flat), 0, 4), picture(opened(clear), 0, 4)) < 1.0
