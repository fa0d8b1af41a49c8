"""The arrows of figures, and the counters that show their units' conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations

import pytest

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.paper.figures.example_diagrams import (
    Diagram,
    MapLettering,
    draw_figure,
    figure_arrows,
    placed_counters,
)
from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.figures.figure_arrows import (
    LEAST_SHAFT,
    Arrow,
    Ground,
    arrow_boxes,
    dots,
    head_length,
    led_arrows,
)
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.rulebook import Figure, Rulebook
from hexwright.render.canvas import Box, Colour
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import game_of

GAMES = ("battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign")


@cache
def book_of(slug: str) -> Rulebook:
    """Return the rulebook of a game."""
    game = game_of(slug)
    book = Rulebook(game, PrintSettings(), plan_sheet(game), ExampleCalculator(game))
    book.compose()
    return book


def placed_arrows(slug: str) -> Iterator[tuple[Diagram, float, list[list[Point]]]]:
    """Yield each figure with arrows: its diagram, its scale, and the arrows in mm of the sheet."""
    book = book_of(slug)
    for figure in book.figures.values():
        if figure.diagram.arrows:
            scale = figure.scale
            place = Placement(0.0, 0.0, 0.0, scale)
            ways = arrows_of(book, figure, place)
            yield figure.diagram, scale, [[at.scaled(1 / scale) for at in way] for way in ways]


def arrows_of(book: Rulebook, figure: Figure, place: Placement) -> list[list[Point]]:
    """Return the points of the arrows of a figure, in mm of the page."""
    lettering = MapLettering()
    return figure_arrows(book.game, book.settings, book.plan, figure.diagram, figure.window, place, lettering)


def hex_at(layout: Layout, near: Sequence[HexId], at: Point) -> HexId:
    """Return that of some hexes whose middle is nearest to a point."""
    return min(near, key=lambda one: layout.centre(one).distance(at))


@pytest.mark.parametrize("slug", GAMES)
def test_an_arrow_begins_in_the_first_hex_ends_within_the_last_and_enters_all_between(slug: str) -> None:
    layout, arrows = book_of(slug).plan.layout, 0
    for diagram, _, ways in placed_arrows(slug):
        for arrow, way in zip(diagram.arrows, ways, strict=True):
            near = {*arrow.way}.union(*(layout.grid.neighbours(one).values() for one in arrow.way))
            passed = dict.fromkeys(hex_at(layout, arrow.way, at) for at in dots(way, layout.hex_width))
            assert tuple(passed) == tuple(dict.fromkeys(arrow.way)), diagram.title
            for at in dots(way, layout.hex_width):
                here = layout.centre(hex_at(layout, arrow.way, at)).distance(at)
                there = layout.centre(hex_at(layout, sorted(near), at)).distance(at)
                assert here - there < 0.03 * layout.hex_width, diagram.title
            start, tip = layout.centre(arrow.way[0]), layout.centre(arrow.way[-1])
            assert way[-1].distance(tip) < 0.45 * layout.hex_width
            assert way[0].distance(start) < 0.75 * layout.hex_width
            arrows += 1
    assert arrows > 8


@pytest.mark.parametrize("slug", GAMES)
def test_an_arrow_has_a_shaft_that_is_seen(slug: str) -> None:
    wide = book_of(slug).plan.layout.hex_width
    for diagram, scale, ways in placed_arrows(slug):
        for way in ways:
            last = way[-2].distance(way[-1]) * scale
            assert last > head_length(wide * scale) + 0.8 * LEAST_SHAFT, diagram.title


@pytest.mark.parametrize("slug", GAMES)
def test_two_arrows_of_a_hex_begin_apart(slug: str) -> None:
    wide, pairs = book_of(slug).plan.layout.hex_width, 0
    for diagram, _, ways in placed_arrows(slug):
        for (a, one), (b, two) in combinations(zip(diagram.arrows, ways, strict=True), 2):
            if a.way[0] == b.way[0]:
                assert one[0].distance(two[0]) > 0.13 * wide, diagram.title
                pairs += 1
    assert pairs or slug in ("battle-for-moscow", "moscow-campaign")


@pytest.mark.parametrize("slug", GAMES)
def test_no_arrow_hides_what_a_counter_says(slug: str) -> None:
    """Counters lie above arrows, but those at which they end: these have heads of arrows on their edges."""
    book, below = book_of(slug), 0
    for figure in book.figures.values():
        if not figure.diagram.arrows:
            continue
        wide = book.plan.layout.hex_width * figure.scale
        page = drawn(book.game, slug, figure.diagram.id)
        place = Placement(-figure.window.x * figure.scale, -figure.window.y * figure.scale, 0.0, figure.scale)
        heads = [
            one.order for one in page.paths if len(one.path.segments) == 4 and one.style.fill is not None
        ]
        covered = [
            Box(at.x, at.y, 0.0, 0.0) for way in arrows_of(book, figure, place) for at in dots(way, wide)
        ]
        for _, box in placed_counters(book.plan, figure.diagram, figure.window, place):
            for text in page.texts:
                if box.holds(text.box) and text.order < max(heads):
                    below += 1
                    inner = text.box.inset(0.1 * text.box.height)
                    assert not any(map(inner.overlaps, covered)), (figure.diagram.title, text.text)
    assert below > 3


@pytest.mark.parametrize("slug", GAMES)
def test_an_arrow_lies_under_no_other_counter_of_its_first_hex(slug: str) -> None:
    """It would seem to begin at that counter; its own lies above it."""
    book, others = book_of(slug), 0
    for figure in book.figures.values():
        place = Placement(0.0, 0.0, 0.0, figure.scale)
        counters = [*placed_counters(book.plan, figure.diagram, figure.window, place)]
        for arrow, way in zip(figure.diagram.arrows, arrows_of(book, figure, place), strict=True):
            for standing, box in counters:
                if standing.hex != arrow.way[0] or standing.hex in figure.diagram.stacked:
                    continue
                if standing.unit not in arrow.units:
                    others += 1
                    hidden = [at for at in dots(way, 1.0) if box.inset(0.2).holds_point(at)]
                    assert not hidden, (figure.diagram.title, arrow.way, standing.unit)
    assert others or slug != "moscow-embattled"


@pytest.mark.parametrize("slug", GAMES)
def test_the_head_of_an_attack_lies_on_the_edge_of_a_counter_alone(slug: str) -> None:
    book, heads = book_of(slug), 0
    for figure in book.figures.values():
        place = Placement(0.0, 0.0, 0.0, figure.scale)
        counters = [*placed_counters(book.plan, figure.diagram, figure.window, place)]
        for arrow, way in zip(figure.diagram.arrows, arrows_of(book, figure, place), strict=True):
            boxes = [box for standing, box in counters if standing.hex == arrow.way[-1]]
            if not arrow.attack or len(boxes) != 1:
                continue
            (box,), heads = boxes, heads + 1
            assert not box.inset(0.13 * box.width).holds_point(way[-1]), figure.diagram.title
    assert heads > 1


@pytest.mark.parametrize("slug", GAMES)
def test_an_arrow_leads_through_the_middle_part_of_each_hex_of_its_way(slug: str) -> None:
    layout, passed = book_of(slug).plan.layout, 0
    for diagram, _, ways in placed_arrows(slug):
        for arrow, way in zip(diagram.arrows, ways, strict=True):
            for hex_id in arrow.way[1:-1]:
                passed += 1
                near = min(layout.centre(hex_id).distance(at) for at in dots(way, layout.hex_width))
                assert near < 0.42 * layout.hex_width, (diagram.title, arrow.way)
    assert passed > 1


@pytest.mark.parametrize("slug", GAMES)
def test_an_arrow_begins_within_the_figure(slug: str) -> None:
    wide = book_of(slug).plan.layout.hex_width
    for figure in book_of(slug).figures.values():
        place = Placement(0.0, 0.0, 0.0, figure.scale)
        for way in arrows_of(book_of(slug), figure, place):
            at = way[0].scaled(1 / figure.scale)
            assert figure.window.inset(0.05 * wide).holds_point(at), figure.diagram.title


@pytest.mark.parametrize("slug", GAMES)
def test_no_move_ends_at_the_arrow_of_another(slug: str) -> None:
    """Two heads that join, or a head on another shaft, seem to be one arrow that goes on."""
    wide = book_of(slug).plan.layout.hex_width
    for diagram, _, ways in placed_arrows(slug):
        if not any(arrow.attack for arrow in diagram.arrows):
            for one, two in permutations(ways, 2):
                assert min(at.distance(one[-1]) for at in dots(two, wide)) > 0.2 * wide, diagram.title


@pytest.mark.parametrize("slug", GAMES)
def test_figures_of_the_turn_stand_in_the_order_of_what_is_told(slug: str) -> None:
    """First the position at the start, below the list of its units; then the figures by phase."""
    found = [
        (page.number, one.x if not one.item.wide else 0.0, one.y, mark.removeprefix("figure:"))
        for page in book_of(slug).pages
        for one in page.items
        for mark in one.item.marks
        if mark.startswith("figure:turn-")
    ]
    names = [name for *_, name in found]
    later = [
        (page, x, y) for page, x, y, name in sorted(found, key=lambda one: one[3]) if name != "turn-sector"
    ]
    assert later == sorted(later)
    assert len(later) > 3
    if "turn-sector" in names:
        (start,) = [one for one in found if one[3] == "turn-sector"]
        assert all((page, y) > (start[0], start[2]) for page, _, y in later)
        assert min(page for page, _, _ in later) <= start[0] + 1


def ground(numbers: Sequence[Box] = (), counters: Sequence[tuple[HexId, UnitId, Box]] = ()) -> Ground:
    """Return two hexes side by side, 14 mm wide."""
    centres = {HexId("1"): Point(20.0, 20.0), HexId("2"): Point(34.0, 20.0)}
    return Ground(centres, 14.0, Box(0.0, 0.0, 60.0, 40.0), counters, numbers)


def test_an_arrow_leaves_a_number_free_if_there_is_a_way_around() -> None:
    arrow = Arrow(Colour("#000000"), (HexId("1"), HexId("2")))
    number = Box(25.0, 18.5, 4.0, 3.0)
    (free,) = led_arrows([arrow], ground())
    assert any(number.overlaps(box) for box in arrow_boxes(free, 14.0))
    (around,) = led_arrows([arrow], ground([number]))
    assert not any(number.holds_point(at) for at in dots(around, 14.0))


def test_an_arrow_between_counters_leaves_their_text_free() -> None:
    boxes = [Box(15.2, 15.2, 9.6, 9.6), Box(29.2, 15.2, 9.6, 9.6)]
    counters = [(HexId(str(n)), UnitId(str(n)), box) for n, box in enumerate(boxes, start=1)]
    arrow = Arrow(Colour("#000000"), (HexId("1"), HexId("2")), frozenset({UnitId("1")}), attack=True)
    (way,) = led_arrows([arrow], ground(counters=counters))
    texts = [box.inset(0.25 * box.width) for box in boxes]
    assert not any(text.holds_point(at) for at in dots(way, 14.0) for text in texts)
    assert boxes[0].inset(-0.01).holds_point(way[0])
    assert way[0].distance(way[-1]) > head_length(14.0) + LEAST_SHAFT


class FigurePage(RecordingCanvas):
    """A page that records a figure without its map."""

    def drawing(self, name: str, place: Placement) -> None:
        """Leave the map away."""

    @contextmanager
    def placed(self, place: Placement) -> Iterator[None]:
        """Draw what lies below the counters at its place on the map."""
        yield


def drawn(game: Game, slug: str, title: str) -> FigurePage:
    """Return a figure of a game's turn as it is drawn with the counters of a game."""
    book, page = book_of(slug), FigurePage()
    figure = next(one for one in book.figures.values() if title in (one.diagram.title, one.diagram.id))
    place = Point(0.0, 0.0)
    settings, plan = PrintSettings(), book.plan
    draw_figure(page, game, settings, plan, figure.diagram, place, figure.window, figure.scale, "")  # type: ignore[arg-type]
    return page


def test_counters_lie_as_the_rules_say_of_their_conditions() -> None:
    """Two fronts are disrupted before the attacks; in the Blitzkrieg the 9. Armee is fortified."""
    game = game_of("moscow-embattled")
    page = drawn(game, game.slug, "German attacks")
    turned = {text.text for text in page.texts if text.rotation == 90.0}
    assert {"Western", "Bryansk", "1–0"} <= turned
    assert not {"Rzhev", "16 A", "9 A", "4 Pz"} & turned
    upright = replace(game, counters=replace(game.counters, conditions=()))
    assert not any(text.rotation == 90.0 for text in drawn(upright, game.slug, "German attacks").texts)
    page = drawn(game, game.slug, "Blitzkrieg attacks")
    figures = [text.text for text in page.texts if text.text == "1–1"]
    assert len(
        [one for one in drawn(upright, game.slug, "Blitzkrieg attacks").texts if one.text == "1–1"]
    ) == (1 + len(figures))
    assert {"Rzhev", "3 Pz", "4 A"} <= {text.text for text in page.texts if text.rotation == 90.0}


def test_the_caption_says_how_counters_show_conditions_and_in_which_case() -> None:
    texts = {one.diagram.title: one.diagram.text for one in book_of("moscow-embattled").figures.values()}
    assert "A counter on its side is disrupted (5.1)." in texts["German attacks"]
    assert "fortified" not in texts["German attacks"]
    assert "A counter that lies face down is fortified (6.1)." in texts["Blitzkrieg attacks"]
    assert not any("disrupted (" in one.diagram.text for one in book_of("battle-for-moscow").figures.values())


@pytest.mark.parametrize("slug", GAMES)
def test_the_data_say_how_counters_show_what_the_rules_tell(slug: str) -> None:
    game = game_of(slug)
    told = " ".join(game.text_of(rule) for rule in game.rules.summary).lower()
    shown = {one.turned for one in game.counters.conditions}
    assert ("counter sideways" in told) == ("sideways" in shown)
    assert ("face down" in told) == ("face-down" in shown)
    assert ("an entrained marker" in told) == any(one.marker for one in game.counters.conditions)


@pytest.mark.parametrize("slug", GAMES)
def test_no_hex_number_lies_under_an_arrow(slug: str) -> None:
    book = book_of(slug)
    for figure in book.figures.values():
        if not figure.diagram.arrows:
            continue
        page = drawn(book.game, slug, figure.diagram.id)
        place = Placement(-figure.window.x * figure.scale, -figure.window.y * figure.scale, 0.0, figure.scale)
        ways = arrows_of(book, figure, place)
        under = [box for way in ways for box in arrow_boxes(way, book.plan.layout.hex_width * figure.scale)]
        numbers: dict[str, int] = {}
        for text in page.texts:
            if text.text in book.plan.layout.grid and any(text.box.overlaps(box) for box in under):
                numbers[text.text] = max(text.order, numbers.get(text.text, 0))
        heads = [
            one.order for one in page.paths if len(one.path.segments) == 4 and one.style.fill is not None
        ]
        assert all(order > max(heads) for order in numbers.values()), figure.diagram.title
