"""The counter sheets, read back: every front has its own back behind it, marks keep clear, nothing is cut."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from PIL import Image

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.ids import Mm
from hexwright.paper.counters.counter_copies import CounterCopy, counter_copies, impose_counters
from hexwright.paper.counters.counter_imposition import CounterPage, counter_area
from hexwright.paper.counters.counter_sheets import block_marks
from hexwright.paper.counters.game_counter_sheets import draw_face
from hexwright.paper.pages.paper_sizes import A4, LETTER, Paper, parse_paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.counters.unit_face import printed_figures
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import (
    crop,
    difference,
    moscow,
    moscow_counters,
    opened,
    picture,
    printed,
    text_of,
    toy,
    words_in,
)

GAME = moscow()
BLEED = GAME.counters.sheet.bleed_mm
GAP = GAME.counters.sheet.block_gap_mm


def pages(duplex: str) -> tuple[CounterPage[CounterCopy], ...]:
    area = counter_area(A4, fold=duplex == "fold", gap=BLEED + 4.0)
    return impose_counters(GAME, A4, area, BLEED)


def sheets(duplex: str) -> list[tuple[int, int, CounterPage[CounterCopy]]]:
    """Return the pages of fronts and of backs, and what stands on them."""
    found = pages(duplex)
    match duplex:
        case "fold":
            return [(n, n, page) for n, page in enumerate(found)]
        case "none":
            return [(n, n + len(found), page) for n, page in enumerate(found)]
        case _:
            return [(2 * n, 2 * n + 1, page) for n, page in enumerate(found)]


def through_the_paper(back: Image.Image, duplex: str) -> Image.Image:
    """Return what lies behind each point of the front, as seen from the front."""
    if duplex == "short":
        return back.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def place_behind(box: Box, duplex: str) -> Box:
    """Return the place on the page of backs that lies behind a place on the front."""
    if duplex == "short":
        return Box(box.x, A4.height - box.bottom, box.width, box.height)
    return Box(A4.width - box.right, box.y, box.width, box.height)


@cache
def pieces() -> dict[int, CounterCopy]:
    return {piece.number: piece for piece in counter_copies(GAME)}


def face_alone(piece: CounterCopy, face: int | None) -> Image.Image:
    return _face_alone(piece.number, face)


@cache
def _face_alone(number: int, face: int | None) -> Image.Image:
    piece = pieces()[number]
    document = PdfDocument("face")
    with document.page(15, 15) as canvas:
        draw_face(canvas, GAME, PrintSettings(), piece, face, Box(0, 0, 15, 15), BLEED)
    return picture(opened(document.to_bytes()), 0)


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_behind_every_front_lies_its_own_back_upright_when_flipped(duplex: str) -> None:
    document = opened(moscow_counters(duplex))
    seen = 0
    # Backs on their heads, and the counters of the fold-over sheet, don't fall on whole pixels.
    most = {"fold": 9.5, "short": 2.6}.get(duplex, 1.5)
    for front_page, back_page, page in sheets(duplex):
        front = picture(document, front_page)
        behind = through_the_paper(picture(document, back_page), duplex)
        for slot in page.slots:
            own = crop(behind, slot.box).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            assert difference(crop(front, slot.box), face_alone(slot.piece, slot.piece.front)) < 2 * most
            assert difference(own, face_alone(slot.piece, slot.piece.back)) < most, slot.piece.name
            seen += 1
    assert seen == len(counter_copies(GAME)) == 61


def test_the_comparison_would_tell_a_wrong_back_or_one_on_its_head() -> None:
    own = face_alone(pieces()[1], 1)
    assert difference(own, face_alone(pieces()[2], 1)) > 1.6  # another number alone
    assert difference(own, face_alone(pieces()[9], 1)) > 10
    assert difference(own, own.transpose(Image.Transpose.ROTATE_180)) > 10
    assert difference(own, own.transpose(Image.Transpose.FLIP_LEFT_RIGHT)) > 8


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_each_counter_carries_its_own_name_and_figures_on_both_sides(duplex: str) -> None:
    document = moscow_counters(duplex)
    for front_page, back_page, page in sheets(duplex):
        for slot in page.slots:
            counter = slot.piece.counter
            if isinstance(counter, Unit):
                front = words_in(document, front_page, slot.box)
                back = words_in(document, back_page, place_behind(slot.box, duplex))
                assert {counter.designation, printed_figures(counter.steps[0])} <= set(front.split())
                assert {counter.designation, printed_figures(counter.steps[1])} <= set(back.split())


def test_every_counter_is_printed_once_and_markers_as_often_as_needed() -> None:
    names = [slot.piece.counter.id for page in pages("long") for slot in page.slots]
    for unit in GAME.counters.units:
        assert names.count(unit.id) == 1
    for marker in GAME.counters.markers:
        assert names.count(marker.id) == marker.count


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_nothing_stands_outside_what_printers_reach(paper: Paper) -> None:
    for page in impose_counters(GAME, paper, counter_area(paper), BLEED):
        reach = Box(0, 0, paper.width, paper.height).inset(4.5)
        canvas = RecordingCanvas()
        for block in page.blocks:
            block_marks(canvas, block, BLEED, GAP)
        assert all(reach.holds(drawn.path.box) for drawn in canvas.paths)
        assert all(reach.holds(slot.cell) for slot in page.slots)


@pytest.mark.parametrize("bleed", [0.0, 1.5, 2.0])
def test_cut_marks_touch_no_art_and_no_bleed(bleed: float) -> None:
    (page,) = impose_counters(GAME, A4, counter_area(A4), bleed)
    canvas = RecordingCanvas()
    for block in page.blocks:
        block_marks(canvas, block, bleed, GAP)
    for drawn in canvas.paths:
        segments = drawn.path.segments
        for start, end in zip(segments[::2], segments[1::2], strict=True):
            box = Box.around((*start.points, *end.points)).inset(-0.05)
            assert not any(box.overlaps(slot.cell) for slot in page.slots)


def test_every_line_of_cut_has_a_mark_in_line_with_it() -> None:
    (page,) = impose_counters(GAME, A4, counter_area(A4), BLEED)
    canvas = RecordingCanvas()
    for block in page.blocks:
        block_marks(canvas, block, BLEED, GAP)
    points = [p for drawn in canvas.paths for s in drawn.path.segments for p in s.points]
    for slot in page.slots:
        for x in (slot.box.x, slot.box.right):
            assert sum(abs(p.x - x) < 0.001 for p in points) >= 4
        for y in (slot.box.y, slot.box.bottom):
            assert sum(abs(p.y - y) < 0.001 for p in points) >= 4


def test_counters_without_gutter_share_their_lines_of_cut_and_keep_their_grounds_apart() -> None:
    sheet = replace(GAME.counters.sheet, gutter_mm=Mm(0.0), block_columns=5, block_rows=2)
    game = replace(GAME, counters=replace(GAME.counters, sheet=sheet))
    for page in impose_counters(game, A4, counter_area(A4), 2.0):
        for block in page.blocks:
            assert len(block.rows) <= 2
            for row in block.rows:
                assert len(row) <= 5
                for left, right in pairwise(row):
                    assert left.box.right == pytest.approx(right.box.x)
            cells = [slot.cell for slot in block.slots]
            for n, cell in enumerate(cells):
                # Bleeds may meet over waste, but none reaches another counter.
                assert not any(
                    cell.inset(0.001).overlaps(slot.box) for m, slot in enumerate(block.slots) if m != n
                )


def _holds(corners: tuple[Point, ...], at: Point) -> bool:
    """Return whether a point lies inside a convex polygon with its corners in order."""
    return all(
        (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) >= 0
        for a, b in pairwise((*corners, corners[0]))
    )


@pytest.mark.parametrize("gutter", [0.0, 1.0])
def test_two_counters_that_bleed_into_an_inner_corner_have_half_of_it_each(gutter: float) -> None:
    sheet = replace(GAME.counters.sheet, gutter_mm=Mm(gutter))
    game = replace(GAME, counters=replace(GAME.counters, sheet=sheet))
    (page, *_) = impose_counters(game, A4, counter_area(A4), 2.0)
    inner = [
        (row[-1], above[len(row)])
        for block in page.blocks
        for above, row in pairwise(block.rows)
        if len(row) < len(above)
    ]
    assert inner
    for last, over in inner:
        corner = Point(over.cell.x, last.cell.y)
        near = [Point(corner.x + n / 10 + 0.03, corner.y + m / 10) for n in range(17) for m in range(17)]
        near = [at for at in near if at.x < last.cell.right and at.y < over.cell.bottom]
        shares = [sum(_holds(slot.ground, at) for at in near) for slot in (last, over)]
        assert all(_holds(last.ground, at) != _holds(over.ground, at) for at in near)
        assert all(0.4 * len(near) < share < 0.6 * len(near) for share in shares)


def test_a_block_that_the_paper_can_not_hold_is_refused() -> None:
    sheet = replace(GAME.counters.sheet, block_columns=12)
    game = replace(GAME, counters=replace(GAME.counters, sheet=sheet))
    with pytest.raises(InputError, match=r"P102.*12 × \d+ counters needs.*A4"):
        printed(game, "counters", PrintSettings())


def test_paper_smaller_than_a_counter_is_refused() -> None:
    sheet = replace(GAME.counters.sheet, counter_mm=Mm(70.0))
    game = replace(GAME, counters=replace(GAME.counters, sheet=sheet))
    with pytest.raises(InputError, match="P102"):
        printed(game, "counters", PrintSettings(paper=Paper("80x80", 80, 80)))


def test_a_unit_of_one_step_has_a_back_without_figures() -> None:
    game, art = toy()
    piece = next(p for p in counter_copies(game) if p.counter.id == "blue-guard")
    assert piece.back is None
    document = printed(game, "counters", PrintSettings(art=art))
    page = impose_counters(game, A4, counter_area(A4), game.counters.sheet.bleed_mm)[0]
    slot = next(slot for slot in page.slots if slot.piece == piece)
    assert "G" in words_in(document, 0, slot.box)
    assert words_in(document, 1, place_behind(slot.box, "long")) == ""


def test_a_unit_of_three_steps_takes_two_counters() -> None:
    game, _ = toy()
    unit = game.counters.units[0]
    longer = replace(unit, steps=(*unit.steps, unit.steps[-1]))
    game = replace(game, counters=replace(game.counters, units=(longer,), markers=()))
    assert [(p.front, p.back) for p in counter_copies(game)] == [(0, 1), (2, None)]


def test_the_index_names_every_counter_by_its_number() -> None:
    document = opened(moscow_counters("long"))
    text = text_of(document, len(document) - 1)
    for unit in GAME.counters.units:
        assert unit.name in text
    for marker in GAME.counters.markers:
        assert marker.name in text
    assert "42–52" in text


def test_the_offset_moves_backs_against_what_the_user_read_and_leaves_fronts() -> None:
    plain = opened(moscow_counters("long"))
    moved = opened(printed(GAME, "counters", PrintSettings(offset=(2.0, -1.0))))
    box = next(pages("long")[0].slots).box
    behind = place_behind(box, "long")
    there = Box(behind.x + 2.0, behind.y + 1.0, behind.width, behind.height)
    assert difference(crop(picture(plain, 1), behind), crop(picture(moved, 1), there)) < 6
    assert difference(picture(plain, 0), picture(moved, 0)) == 0


@pytest.mark.parametrize("text", ["b9", "300", "10x10", "x", "9999x100"])
def test_unknown_paper_is_told(text: str) -> None:
    with pytest.raises(InputError, match="P101"):
        parse_paper(text)


def test_paper_may_be_named_or_measured() -> None:
    assert parse_paper("Letter") == LETTER
    assert parse_paper("sheet") is None
    assert parse_paper("330 x 480,5 mm") == Paper("330x480.5", 330.0, 480.5)


@pytest.mark.parametrize("far", [(6.0, 0.0), (0.0, -5.6)])
def test_an_offset_beyond_the_gutter_is_refused(far: tuple[float, float]) -> None:
    with pytest.raises(InputError, match="P103"):
        PrintSettings(offset=far).check()


def test_a_bleed_without_sense_is_refused() -> None:
    with pytest.raises(InputError, match="P104"):
        PrintSettings(bleed=-1.0).check()
