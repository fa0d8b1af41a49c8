"""The columns of a rulebook: headings stand with their text, and rulings beside their cases."""

from __future__ import annotations

import itertools
from dataclasses import replace
from itertools import groupby
from random import Random

import pytest

from hexwright.model.words.rulebook_cases import Case
from hexwright.paper.columns.figure_placement import FigurePlacement
from hexwright.paper.columns.rulebook_blocks import Typesetter
from hexwright.paper.columns.rulebook_flow import FlowItem, Page, PageFiller
from hexwright.paper.columns.rulebook_grid import rulebook_grid
from hexwright.paper.pages.paper_sizes import A4
from hexwright.render.theme import CLASSIC

GRID = rulebook_grid(A4, imposed=False)
SETTER = Typesetter(GRID, CLASSIC, frozenset({"3.2"}))


def item(height: float, *, floats: bool = False, wide: bool = False, keep: bool = False) -> FlowItem:
    return FlowItem(height, lambda canvas, x, y: None, keep_next=keep, floats=floats, wide=wide)


def test_a_heading_stands_in_the_column_of_its_first_lines() -> None:
    heading = SETTER.title("3.2", "Movement", 2, "section:3.2")
    for room in range(4, 40, 4):
        pages = PageFiller(GRID, 2).fill([item(GRID.height - room), *heading, *SETTER.text("word " * 60)])
        placed = [one for page in pages for one in page.items]
        assert placed[1].item is heading[0]
        assert placed[2].x == placed[1].x
        assert placed[2].y > placed[1].y


def test_a_table_keeps_its_head_with_a_row() -> None:
    rows = SETTER.table(("Hex entered", "MP"), [("Forest", "2"), ("Swamp", "3"), ("Clear", "1")], (50, 20))
    for room in range(2, 30, 3):
        pages = PageFiller(GRID, 2).fill([item(GRID.height - room), *rows])
        placed = [one for page in pages for one in page.items][1:]
        assert placed[0].x == placed[1].x
        assert placed[-1].x == placed[-2].x


def test_a_diagram_that_does_not_fit_lets_the_text_go_on_before_it() -> None:
    figure = item(60.0, floats=True)
    pages = PageFiller(GRID, 2).fill([item(GRID.height - 40.0), figure, item(30.0), item(10.0)])
    placed = [one.item for one in pages[0].items]
    assert placed.index(figure) == 3
    assert len(pages) == 1


def test_what_spans_the_columns_stands_at_the_foot_of_a_page_or_above_them_on_the_next() -> None:
    wide = item(50.0, wide=True)
    pages = PageFiller(GRID, 2).fill([item(100.0), wide, *[item(100.0)] * 5])
    placed = next(one for one in pages[0].items if one.item is wide)
    assert placed.y == GRID.height - 50.0
    assert all(one.y + 100.0 < placed.y for one in pages[0].items if one is not placed)
    pages = PageFiller(GRID, 2).fill([*[item(100.0)] * 3, wide, *[item(100.0)] * 5])
    assert pages[1].items[0].item is wide
    assert all(one.y > 50.0 for one in pages[1].items[1:])


def test_what_spans_the_columns_leaves_a_paragraph_together() -> None:
    """It goes on above what spans the columns of the next page, and above the diagram of the next column."""
    wide, figure = item(50.0, wide=True), item(50.0, floats=True)
    text = SETTER.text("word " * 200)
    for floating in (wide, figure):
        for room in range(3, 12):
            first = [item(GRID.height), item(GRID.height - room * 4.0)]
            first = first[1:] if floating is figure else first
            pages = PageFiller(GRID, 2).fill([*first, floating, *text, item(10.0)])
            lines = [one for page in pages for one in page.items if one.item in text]
            (start,) = [after for before, after in itertools.pairwise(lines) if after.y < before.y]
            assert start.y == 0.0, (room, floating is wide)


def test_levelled_columns_end_at_the_same_height_and_the_rest_stands_below() -> None:
    level = FlowItem(0.0, lambda canvas, x, y: None, levels=True)
    wide = item(50.0, wide=True)
    pages = PageFiller(GRID, 2).fill([*[item(10.0)] * 8, level, wide, *[item(10.0)] * 2])
    assert [(one.x > 0, one.y) for one in pages[0].items[:8]] == [
        (column, 10.0 * n) for column in (False, True) for n in range(4)
    ]
    assert 40.0 < pages[0].items[8].y < 50.0
    assert all(one.y > 95.0 for one in pages[0].items[9:])


def test_an_item_across_the_columns_is_divided_on_facing_pages_alone() -> None:
    def halved(height: float) -> list[FlowItem]:
        return [item(height, wide=True), item(200.0 - height, wide=True)]

    for first, parts in ((2, 2), (3, 1)):
        level = FlowItem(0.0, lambda canvas, x, y: None, levels=True)
        block = replace(item(200.0, wide=True), divide=halved)
        pages = PageFiller(GRID, first).fill([*[item(140.0)] * 2, level, block])
        assert sum(one.item.wide for page in pages for one in page.items) == parts
        assert len(pages) == 2


def test_a_case_whose_ruling_has_no_room_begins_the_next_page() -> None:
    case = Case("3.2.1", "", "A case of several lines. " * 12, ("A ruling of some words. " * 8,))
    full = int((GRID.height + 1.2) // (SETTER.note(case).height + 1.2))
    lines = [item(GRID.height), *(line for _ in range(full + 1) for line in SETTER.case(case))]
    filler = PageFiller(GRID, 2)
    pages = filler.fill(lines)
    assert filler.inline_notes == 0
    assert [len(page.notes) for page in pages] == [full, 1]


def test_a_table_has_its_head_again_where_it_goes_on() -> None:
    rows = SETTER.table(("Units", "In a hex"), [(f"Unit {n}", "2") for n in range(120)], (54.0, 16.0))
    (head, *_) = rows
    pages = PageFiller(GRID, 2).fill([item(GRID.height - 40.0), *rows])
    tops = [
        min((one for one in page.items if one.x == x), key=lambda one: one.y).item
        for page in pages
        for x in {one.x for one in page.items}
    ]
    placed = [one.item for page in pages for one in page.items]
    assert len(tops) > 3
    assert placed.count(head) == len(tops)
    assert sum(one is head for one in tops) == len(tops) - 1
    assert [one for one in placed if one is not head][1:] == list(rows[1:])


def test_a_diagram_within_a_table_is_followed_by_the_tables_head() -> None:
    rows = SETTER.table(("Units", "In a hex"), [(f"Unit {n}", "2") for n in range(60)], (54.0, 16.0))
    figure = item(60.0, floats=True)
    pages = PageFiller(GRID, 2).fill([item(GRID.height - 40.0), figure, *rows])
    placed = [one.item for page in pages for one in page.items]
    after = placed[placed.index(figure) + 1]
    assert after is rows[0]


def test_text_that_goes_on_below_a_diagram_keeps_clear_of_it() -> None:
    figure = item(60.0, floats=True)
    pages = PageFiller(GRID, 2).fill([item(GRID.height - 40.0), figure, *[item(10.0)] * 9])
    placed = [one for page in pages for one in page.items]
    at = next(n for n, one in enumerate(placed) if one.item is figure)
    assert placed[at + 1].y >= placed[at].y + 60.0 + 3.0


def test_a_figure_of_a_long_section_stands_by_the_case_that_it_explains() -> None:
    heading = SETTER.title("3.2", "Movement", 2, "section:3.2")
    cases = [Case(f"3.2.{n}", "", "A long case. " * 60) for n in range(1, 50)]
    text = [line for case in cases for line in SETTER.case(case)]
    figure = replace(item(60.0, floats=True), marks=("figure:move",), home="case:3.2.5")
    items = [*heading, *text, figure, *SETTER.title("", "Index", 1, "title:Index"), *text[:20]]
    late = PageFiller(GRID, 2).fill(items)
    placement = FigurePlacement(GRID, 2, items)
    placement.place({})
    near = placement.pages
    assert _spot_of(late, "figure:move")[0] > _spot_of(late, "case:3.2.5")[0] + 1
    assert _spot_of(near, "figure:move")[0] == _spot_of(near, "case:3.2.5")[0]
    assert len(near) == len(late)
    placed = [one.item for page in near for one in page.items if one.item is not figure]
    assert placed == [one for one in items if one is not figure]


def test_places_that_turned_over_the_leaf_are_searched_anew_and_few_layouts_are_kept() -> None:
    heading = SETTER.title("3.2", "Movement", 2, "section:3.2")
    cases = [Case(f"3.2.{n}", "", "A long case. " * 60) for n in range(1, 50)]
    figure, told = item(60.0, floats=True), range(5, 40, 7)
    figures = [replace(figure, marks=(f"figure:{n}",), home=f"case:3.2.{n}") for n in told]
    items = [*heading, *(line for case in cases for line in SETTER.case(case)), *figures]
    placement = FigurePlacement(GRID, 2, items)
    placement.place(placement._latest, least=(0, 1))
    assert placement.least == (0, 0)
    for n in told:
        facing = _spot_of(placement.pages, f"figure:{n}")[0] // 2
        assert facing == _spot_of(placement.pages, f"case:3.2.{n}")[0] // 2
    assert len(placement._costs) > len(placement._recent)


@pytest.mark.parametrize("seed", range(4))
def test_pages_filled_again_from_the_first_change_are_those_filled_from_the_beginning(seed: int) -> None:
    heading = SETTER.title("3.2", "Movement", 2, "section:3.2")
    rulings = [("A ruling. " * 40,) if n % 3 == 0 else () for n in range(1, 50)]
    cases = [Case(f"3.2.{n}", "", "A long case. " * 60, told) for n, told in enumerate(rulings, start=1)]
    figure, told = item(60.0, floats=True), range(2, 40, 5)
    figures = [replace(figure, marks=(f"figure:{n}",), home=f"case:3.2.{n}", wide=n % 2 == 0) for n in told]
    ends = [*SETTER.title("", "Index", 1, "title:Index"), *[item(20.0)] * 9]
    items = [*heading, *(line for case in cases for line in SETTER.case(case)), *figures, *ends]
    placement, chance, kept = FigurePlacement(GRID, 2, items), Random(seed), 0
    for _ in range(12):
        anchors = dict(placement._latest)
        for key in chance.sample(sorted(anchors), 2):
            anchors[key] = chance.randrange(placement._earliest, anchors[key])
        kept += len(placement._filler._stops)
        pages, inline = placement._fill_again(anchors)
        whole = PageFiller(GRID, 2)
        assert pages == whole.fill([*placement._ordered(anchors)])
        assert inline == whole.inline_notes
    assert kept > 12


@pytest.mark.parametrize("seed", range(4))
def test_pages_behind_a_float_that_moved_a_little_are_kept_and_are_those_of_a_whole_filling(
    seed: int,
) -> None:
    heading = SETTER.title("3.2", "Movement", 2, "section:3.2")
    rulings = [("A ruling. " * 4,) if n % 9 == 0 else () for n in range(1, 50)]
    cases = [Case(f"3.2.{n}", "", "A long case. " * 60, told) for n, told in enumerate(rulings, start=1)]
    figure, told = item(60.0, floats=True), range(2, 40, 5)
    figures = [replace(figure, marks=(f"figure:{n}",), home=f"case:3.2.{n}", wide=n % 3 == 0) for n in told]
    items = [*heading, *(line for case in cases for line in SETTER.case(case)), *figures]
    placement, chance, kept = FigurePlacement(GRID, 2, items), Random(seed), 0
    anchors = {key: chance.randrange(placement._earliest, last) for key, last in placement._latest.items()}
    former, _ = placement._fill_again(anchors)
    for _ in range(30):
        key = chance.choice(sorted(anchors))
        near = range(
            max(placement._earliest, anchors[key] - 6), min(placement._latest[key], anchors[key] + 7)
        )
        anchors = {**anchors, key: chance.choice(near)}
        pages, inline = placement._fill_again(anchors)
        whole = PageFiller(GRID, 2)
        assert pages == whole.fill([*placement._ordered(anchors)])
        assert inline == whole.inline_notes
        kept += len(pages) == len(former) and pages[-1] is former[-1]
        former = pages
    assert kept > 5


def test_a_figure_that_does_not_fit_stands_before_the_next_part() -> None:
    heading = SETTER.title("4", "Supply", 1, "section:4")
    figure = replace(item(100.0, floats=True), marks=("figure:cut-off",), home="case:4.2")
    index = [*SETTER.title("", "Index", 1, "title:Index"), *SETTER.text("word " * 3000)]
    drifted = 0
    for count in range(3, 12):
        told = [Case(f"4.{n}", "", "A long case. " * 40) for n in range(1, count)]
        cases = [line for case in told for line in SETTER.case(case)]
        items = [*heading, *cases, figure, *index]
        placement = FigurePlacement(GRID, 2, items)
        placement.place({})
        assert _spot_of(placement.pages, "figure:cut-off") < _spot_of(placement.pages, "title:Index")
        late = PageFiller(GRID, 2).fill(items)
        drifted += _spot_of(late, "figure:cut-off") > _spot_of(late, "title:Index")
    assert drifted


def _spot_of(pages: list[Page], mark: str) -> tuple[int, float, float]:
    return next((page.number, one.x, one.y) for page in pages for one in page.items if mark in one.item.marks)


def test_rulings_stand_in_the_order_of_their_cases() -> None:
    cases = [Case(f"3.{n}", "", "A long case. " * 40, ("A ruling. " * 4,)) for n in range(1, 15)]
    pages = PageFiller(GRID, 2).fill([line for case in cases for line in SETTER.case(case)])
    placed = [note for page in pages for _, note in page.placed_notes(GRID.height)]
    wanted = [note for page in pages for _, note in page.notes]
    assert len({one.x for one in pages[0].items}) > 1
    assert placed == wanted


@pytest.mark.parametrize("count", [1, 3, 8, 30])
def test_rulings_never_overlap_nor_leave_the_page_and_none_is_lost(count: int) -> None:
    case = Case("3.2.1", "Stacking", "A short case.", ("One ruling of some length. " * 6,))
    lines = [line for _ in range(count) for line in SETTER.case(case)]
    note = SETTER.note(case)
    pages = PageFiller(GRID, 2).fill(lines)
    beside = inline = 0
    for page in pages:
        placed = page.placed_notes(GRID.height)
        beside += len(placed)
        inline += sum(one.item.height == note.inline[0].height for one in page.items) // len(note.inline)
        for (y, above), (below, _) in itertools.pairwise(placed):
            assert y + above.height <= below + 1e-6
        assert all(y >= -1e-6 and y + one.height <= GRID.height + 1e-6 for y, one in placed)
    assert beside + inline == count


def test_a_ruling_without_room_in_the_margin_stands_after_the_last_line_of_its_case() -> None:
    case = Case("3.2.1", "", "A case of several lines. " * 12, ("A ruling. " * 60,))
    lines = SETTER.case(case)
    pages = PageFiller(GRID, 2).fill([line for _ in range(9) for line in SETTER.case(case)])
    note = SETTER.note(case).inline[0].height
    heights = [one.item.height for page in pages for one in page.items]
    runs = [len(list(run)) for height, run in groupby(heights) if height != note]
    assert note in heights
    assert all(run % len(lines) == 0 for run in runs)


def test_the_number_of_a_cited_case_is_red_and_odds_are_not() -> None:
    from hexwright.paper.columns.rulebook_blocks import text_spans
    from hexwright.render.fonts import FontFace

    spans = text_spans("15 to 4 is 3:1 (3.2), not 3.2.", SETTER.known, FontFace.SERIF, FontFace.SANS_SEMIBOLD)
    assert [span.text for span in spans if span.red] == ["3.2"]
