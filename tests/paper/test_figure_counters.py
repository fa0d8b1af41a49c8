"""Counters of figures: each unit of a stack is seen whole, and no counter hides a hex number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.paper.figures import example_diagrams
from hexwright.paper.figures.example_diagrams import (
    Diagram,
    MapLettering,
    Numbering,
    covered_boxes,
    cut_counters,
    draw_figure,
    example_diagram,
    hex_number_boxes,
    named_numbers,
    placed_counters,
)
from hexwright.paper.figures.example_positions import example_position
from hexwright.paper.figures.figure_counters import (
    MOST_SHOWN,
    NUMBER_HEIGHT,
    NUMBERED_HEX,
    badge_spot,
    counter_boxes,
    lifted,
)
from hexwright.paper.figures.figure_window import diagram_window
from hexwright.paper.figures.place_lettering import place_names
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import DrawnText, RecordingCanvas
from tests.paper.sheets import calculator, game_of, illustrated

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("wide", [10.0, 11.7, 14.0, 17.0])
@pytest.mark.parametrize("count", range(1, MOST_SHOWN + 1))
def test_counters_of_a_hex_lie_beside_each_other_below_its_number(
    wide: float, count: int, flat: bool
) -> None:
    boxes = counter_boxes(Point(0.0, 0.0), wide, count, flat=flat)
    assert len(boxes) == count
    assert not any(a.inset(0.001).overlaps(b.inset(0.001)) for a, b in combinations(boxes, 2))
    foot = -NUMBER_HEIGHT * wide + 1.83
    assert all(box.y >= foot for box in boxes)
    # The numbers of the next row begin half a hex to either side.
    high = wide if flat else 0.866 * wide
    numbers = [Box(x * wide - 2.3, high - NUMBER_HEIGHT * wide + 0.3, 4.6, 1.5) for x in (-0.5, 0.5)]
    if not flat and count != 2:
        assert not any(box.overlaps(number) for box in boxes for number in numbers)
    corners = hexagon(wide, flat=flat)
    assert lies_within(badge_spot(corners, 1.6, boxes), 1.6, corners)
    # Counters lie within a hex with pointed top, but for the outer edges of pairs.
    if not flat:
        assert all(inside(Point(box.centre.x, box.bottom), corners) for box in boxes)
        alone = [box for box in boxes if box.centre.x == 0.0 and count > 1]
        assert all(inside(Point(x, box.bottom), corners) for box in alone for x in (box.x, box.right))


def hexagon(wide: float, *, flat: bool) -> list[Point]:
    """Return the corners of a hex: `wide` from side to side, with a flat top from corner to corner."""
    radius, turn = (wide / 2, 0.0) if flat else (wide / 3**0.5, math.pi / 6)
    return [
        Point(radius * math.cos(turn + n * math.pi / 3), radius * math.sin(turn + n * math.pi / 3))
        for n in range(6)
    ]


def lies_within(at: Point, half: float, corners: Sequence[Point]) -> bool:
    """Whether a disc lies wholly in a hex."""
    around = (n * math.pi / 12 for n in range(24))
    rim = [Point(at.x + half * math.cos(one), at.y + half * math.sin(one)) for one in around]
    return all(inside(one, corners) for one in rim)


def inside(at: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies in a convex polygon, or all but on its edge."""
    turns = [
        (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) for a, b in pairwise([*corners, corners[0]])
    ]
    return min(turns) > -0.2 or max(turns) < 0.2


def test_a_mark_stands_where_no_figure_is() -> None:
    (box,), corners = counter_boxes(Point(0.0, 0.0), 14.0, 1), hexagon(14.0, flat=False)
    right = Box(box.centre.x, box.y - 3.0, 9.0, box.height + 6.0)
    left = Box(box.centre.x - 9.0, box.y - 3.0, 9.0, box.height + 6.0)
    for half, side in ((right, -1.0), (left, 1.0)):
        assert side * badge_spot(corners, 1.8, [box], [half]).x > 1.5
        assert side * badge_spot(corners, 1.8, [box], [], [half]).x > 1.5
    at = badge_spot(corners, 1.8, [box], [Box(-7.0, -8.0, 14.0, 5.0)])
    assert not Box(at.x - 1.2, at.y - 1.2, 2.4, 2.4).overlaps(box.inset(0.22 * box.width))


@pytest.mark.parametrize("name", GAMES)
def test_no_mark_of_a_figure_hides_figures_of_counters_or_numbers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed: list[tuple[Box, list[Box]]] = []
    wide = [0.0]

    def noted(
        corners: list[Point], half: float, boxes: list[Box], texts: list[Box], others: list[Box]
    ) -> Point:
        at = badge_spot(corners, half, boxes, texts, others)
        assert lies_within(at, half, corners)
        if len(boxes) == 1:
            # It keeps off the sides of the hex, which is wider than the part that is offered.
            offered = max(one.x for one in corners) - min(one.x for one in corners)
            assert offered < 0.95 * wide[0]
        # The mark is round.
        placed.append((Box(at.x - half, at.y - half, 2 * half, 2 * half).inset(0.3 * half), texts))
        return at

    monkeypatch.setattr(example_diagrams, "badge_spot", noted)
    for diagram, window, scale, book in figures_of(name):
        page, corners = FigurePage(), book.plan.layout.corners(next(iter(book.plan.layout.grid)))
        wide[0] = (max(one.x for one in corners) - min(one.x for one in corners)) * scale
        draw_figure(
            page,  # type: ignore[arg-type]
            book.game,
            book.settings,
            book.plan,
            diagram,
            Point(0.0, 0.0),
            window,
            scale,
            "",
        )
    assert placed
    assert all(texts for _, texts in placed)
    assert not any(mark.overlaps(text) for mark, texts in placed for text in texts)


def figures_of(name: str) -> Iterator[tuple[Diagram, Box, float, Rulebook]]:
    """Yield the diagrams of a game's examples, each with its window and its scale in a column."""
    book = illustrated(name)
    for example in book.examples:
        diagram = book.diagrams[example.id]
        window = diagram_window(book.plan, diagram.hexes)
        yield diagram, window, 70.0 / window.width, book


@pytest.mark.parametrize("name", GAMES)
def test_a_place_is_named_in_its_own_hex_and_no_name_strikes_a_number_that_the_caption_tells(
    name: str,
) -> None:
    told = 0
    for diagram, window, scale, book in figures_of(name):
        page, layout = FigurePage(), book.plan.layout
        place = Placement(-window.x * scale, -window.y * scale, 0.0, scale)
        draw_figure(
            page,  # type: ignore[arg-type]
            book.game,
            book.settings,
            book.plan,
            diagram,
            Point(0.0, 0.0),
            window,
            scale,
            "",
        )
        hexes = {place.name: place.hex for place in book.game.hexmap.places}
        faces = (FontFace.SERIF, FontFace.SERIF_BOLD)
        names = [text for text in page.texts if text.face in faces and text.text in hexes]
        numbers = named_numbers(book.plan, diagram, window, place)
        told += len(numbers)
        drawn = [text.box for text in page.texts if text.text in {*layout.grid}]
        assert all(any(box.overlaps(number) for box in drawn) for number in numbers), diagram.id
        for text in names:
            assert not any(text.box.overlaps(number) for number in numbers), (diagram.id, text.text)
            at = min(layout.grid, key=lambda one: place.apply(layout.centre(one)).distance(text.box.centre))
            if at != hexes[text.text]:
                # It stands on the line of the hex's number.
                head = next(one.box for one in page.texts if one.text == hexes[text.text])
                between = max(text.box.x - head.right, head.x - text.box.right)
                assert 0.0 < between < 1.2, (diagram.id, text.text)
                assert abs(text.box.centre.y - head.centre.y) < 1.0
        struck = [text.text for text in names for box in drawn if letters(text).inset(0.05).overlaps(box)]
        assert not struck, diagram.id
    assert told >= 4


def letters(text: DrawnText) -> Box:
    """Return the box of a text, without the room for letters that hang below the line if none does."""
    box, hangs = text.box, any(sign in "gjpqy" for sign in text.text)
    below = 0.0 if hangs else box.bottom - text.at.y - 0.05 * text.size
    return Box(box.x, box.y, box.width, box.height - below)


@pytest.mark.parametrize("name", GAMES)
def test_names_on_the_map_leave_all_hex_numbers_of_a_figure_free(name: str) -> None:
    numbered = 0
    for diagram, window, scale, book in figures_of(name):
        covered = covered_boxes(book.game, book.plan, diagram, scale)
        ways = Numbering(NUMBER_HEIGHT, NUMBERED_HEX, 0.75)
        place = Placement(0.0, 0.0, 0.0, scale)
        for hex_id, _, box in hex_number_boxes(book.plan, window, place, diagram.marked, ways):
            numbered += 1
            middle = box.centre.scaled(1 / scale)
            assert any(one.holds_point(middle) for one in covered), (diagram.id, hex_id)
    assert numbered > 50


@pytest.mark.parametrize("name", GAMES)
def test_a_zone_at_the_edge_of_the_map_has_a_closed_outline(name: str) -> None:
    zones, open_sides = 0, 0
    for example in (one for one in illustrated(name).examples if one.kind == "zoc"):
        book, page = illustrated(name), FigurePage()
        diagram, layout = book.diagrams[example.id], book.plan.layout
        diagram.overlay(page)  # type: ignore[arg-type]
        zone = calculator(name).controlled_hexes(example)
        sides = [
            layout.grid.neighbour(hex_id, direction)
            for hex_id in zone
            for direction in layout.grid.directions
        ]
        zones += 1
        open_sides += sides.count(None)
        lines = [one for one in page.paths if one.style.stroke is not None]
        assert len(lines) == sum(beside not in zone for beside in sides)
    assert zones or not game_of(name).rules.zoc.rule
    assert open_sides or name not in ("battle-for-moscow", "battle-of-moscow")


@pytest.mark.parametrize("name", GAMES)
def test_a_tint_makes_the_terrain_paler_so_that_it_looks_alike_everywhere(name: str) -> None:
    book, tinted = illustrated(name), 0
    for example in (one for one in book.examples if one.kind in ("zoc", "supply")):
        page = FigurePage()
        book.diagrams[example.id].overlay(page)  # type: ignore[arg-type]
        fills = [one.style for one in page.paths if one.style.fill is not None]
        tinted += len(fills)
        for pale, tint in zip(fills[::2], fills[1::2], strict=True):
            assert pale.fill == book.settings.theme.panel
            assert pale.fill != tint.fill
    assert tinted or name == "toy"


@pytest.mark.parametrize("name", GAMES)
def test_no_hex_that_the_frame_cuts_is_empty_if_units_stand_in_it(name: str) -> None:
    """Its counters are drawn as far as the frame shows them."""
    cut = 0
    for diagram, window, scale, book in figures_of(name):
        example = next(one for one in book.examples if book.diagrams[one.id] is diagram)
        place, wide = Placement(0.0, 0.0, 0.0, scale), book.plan.layout.hex_width * scale
        corners = Point(window.x, window.y), Point(window.right, window.bottom)
        frame = Box.around(map(place.apply, corners))
        page, at = FigurePage(), Point(0.0, 0.0)
        draw_figure(page, book.game, book.settings, book.plan, diagram, at, window, scale, "")  # type: ignore[arg-type]
        edge = Box(0.0, 0.0, frame.width, frame.height).inset(-0.1)
        local = Placement(-window.x * scale, -window.y * scale, 0.0, scale)
        for _, box in cut_counters(book.plan, diagram, window, local):
            told = [text for text in page.texts if box.holds(text.box)]
            assert all(edge.holds(text.box) for text in told), diagram.title
        seen = [*placed_counters(book.plan, diagram, window, place)]
        beyond = [*cut_counters(book.plan, diagram, window, place)]
        drawn = {standing.hex for standing, _ in (*seen, *beyond)}
        cut += len(beyond)
        for standing in example_position(book.game, example):
            if example.kind == "advance" and standing.hex == example.standing.hex:
                continue
            middle = place.apply(book.plan.layout.centre(standing.hex))
            (box,) = counter_boxes(middle, wide, 1, flat=book.plan.layout.flat)
            if box.inset(0.15 * box.width).overlaps(frame):
                assert standing.hex in drawn, (diagram.title, standing.unit)
    assert cut > 8


def _apart(box: Box, at: Point) -> float:
    nearest = Point(min(max(at.x, box.x), box.right), min(max(at.y, box.y), box.bottom))
    return nearest.distance(at)


def test_a_name_stands_nearer_to_its_place_than_to_any_other() -> None:
    """Above and below its place it may be moved aside, so that counters leave it free."""
    game = game_of("moscow-campaign")
    plan, named = plan_sheet(game), 0
    wide = plan.layout.hex_width
    spots = {place.name: plan.layout.centre(place.hex).scaled(8.0 / wide) for place in game.hexmap.places}
    # Counters stand right and left of Andreapol, and on Okhvat.
    at = spots["Andreapol"]
    counters = [Box(at.x + side - 2.4, at.y - 7.0, 4.8, 14.0) for side in (-5.4, 11.0)]
    counters.append(Box(spots["Okhvat"].x - 2.4, spots["Okhvat"].y - 2.4, 4.8, 4.8))
    frame = Box(at.x - 14.0, at.y - 25.0, 30.0, 50.0)
    found = place_names(game, lambda one: plan.layout.centre(one).scaled(8.0 / wide), frame, counters, ())
    assert "Andreapol" in {name.text for name in found}
    for name in found:
        named += 1
        far = {one: _apart(name.box, where) for one, where in spots.items()}
        assert min(far, key=lambda one: far[one]) == name.text
    assert named


def test_counters_at_the_foot_of_a_figure_are_moved_up_into_it() -> None:
    boxes = lifted(counter_boxes(Point(0.0, 0.0), 14.0, 3), 2.0)
    assert max(box.bottom for box in boxes) == pytest.approx(2.0)
    assert lifted(boxes, 9.0) == boxes


@pytest.mark.parametrize("name", GAMES)
def test_no_counter_of_a_figure_hides_the_number_of_a_hex(name: str) -> None:
    game, settings = game_of(name), PrintSettings()
    plan, reference = plan_sheet(game), calculator(name)
    numbered = 0
    for example in illustrated(name).examples:
        diagram = example_diagram(game, settings, plan, example, reference)
        window = diagram_window(plan, diagram.hexes)
        place = Placement(0.0, 0.0, 0.0, 70.0 / window.width)
        if plan.layout.hex_width * place.scale < NUMBERED_HEX:
            continue
        counters = [box for _, box in placed_counters(plan, diagram, window, place)]
        ways = Numbering(NUMBER_HEIGHT, NUMBERED_HEX)
        for hex_id, _, box in hex_number_boxes(plan, window, place, diagram.marked, ways):
            numbered += 1
            # The counters of the hex itself, and of those around.
            assert not any(one.inset(0.35).overlaps(box.inset(0.35)) for one in counters), (
                example.id,
                hex_id,
            )
    assert numbered > 50


class FigurePage(RecordingCanvas):
    """A page that records a figure without the map below it."""

    def drawing(self, name: str, place: Placement) -> None:
        """Leave the map away."""

    @contextmanager
    def placed(self, place: Placement) -> Iterator[None]:
        """Record what is drawn inside the `with` block, wherever it is placed."""
        yield


@pytest.mark.parametrize("name", ["battle-for-moscow", "battle-of-moscow"])
def test_a_name_that_a_counter_hides_stands_beside_it(name: str) -> None:
    game, settings = game_of(name), PrintSettings()
    plan, reference = plan_sheet(game), calculator(name)
    places = {place.name for place in game.hexmap.places}
    seen = 0
    for example in illustrated(name).examples:
        diagram = example_diagram(game, settings, plan, example, reference)
        window = diagram_window(plan, diagram.hexes)
        scale, at = 70.0 / window.width, Point(0.0, 0.0)
        place = Placement(-window.x * scale, -window.y * scale, 0.0, scale)
        counters = [box for _, box in placed_counters(plan, diagram, window, place)]
        for shown in (frozenset[str](), frozenset(name.upper() for name in places)):
            page = FigurePage()
            lettering = MapLettering((), shown)
            draw_figure(page, game, settings, plan, diagram, at, window, scale, "", lettering)  # type: ignore[arg-type]
            # Counters may have a place's name too, in another face.
            lettered = [text for text in page.texts if text.face in (FontFace.SERIF, FontFace.SERIF_BOLD)]
            names = [text for text in lettered if text.text in places]
            struck = [text.text for text in names for box in counters if text.box.inset(0.5).overlaps(box)]
            assert not struck, diagram.title
            assert not (shown and names)
            seen += len(names)
    assert seen >= 5


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled"])
def test_a_place_below_counters_is_named_in_the_figure_or_in_its_caption(name: str) -> None:
    book = illustrated(name)
    drawn = told = missing = 0
    for figure in book.figures.values():
        page, diagram, window = FigurePage(), figure.diagram, figure.window
        at = Point(0.0, 0.0)
        draw_figure(
            page,  # type: ignore[arg-type]
            book.game,
            book.settings,
            book.plan,
            diagram,
            at,
            window,
            figure.scale,
            "",
        )
        faces = (FontFace.SERIF, FontFace.SERIF_BOLD, FontFace.SERIF_ITALIC)
        names = {text.text: text for text in page.texts if text.face in faces}
        held = {one.hex for one in diagram.units}
        free = covered_boxes(book.game, book.plan, diagram, figure.scale)
        for place in book.game.hexmap.places:
            if place.hex not in held or not window.holds_point(book.plan.layout.centre(place.hex)):
                continue
            named = (place.name in names) + diagram.names_place(place)
            # Only an arrow may take the room of a name.
            assert named == 1 or (not named and diagram.arrows), (diagram.title, place.name)
            missing += not named
            told += diagram.names_place(place)
            if place.name in names:
                drawn += 1
                assert names[place.name].size >= SMALLEST_BOOK_TEXT - 1e-6
                if not diagram.arrows and not diagram.badges:
                    # Names on the map leave it room.
                    middle = names[place.name].box.centre.scaled(1 / figure.scale)
                    assert any(box.holds_point(middle + Point(window.x, window.y)) for box in free)
    assert drawn >= 5
    assert told
    assert missing <= 2


def test_a_name_without_room_beside_its_counter_stands_elsewhere_in_its_hex() -> None:
    """Counters lie on Bely and on the places for its name below, above and beside them; a corner is free."""
    game = game_of("moscow-embattled")
    layout = plan_sheet(game).layout
    scale = 16.0 / layout.hex_width

    def page(hex_id: HexId) -> Point:
        return layout.centre(hex_id).scaled(scale)

    def inside(hex_id: HexId, box: Box) -> bool:
        return layout.hex_at(box.centre.scaled(1 / scale)) == hex_id

    at = page(HexId("A1"))
    stack = Box(at.x - 3.0, at.y - 3.0, 6.0, 6.0)
    beside = [Box(at.x - 1.0, at.y - 8.0, 9.0, 16.0), Box(at.x - 8.0, at.y - 1.0, 5.0, 3.0)]
    frame, stacks = Box(at.x - 20.0, at.y - 20.0, 40.0, 40.0), {HexId("A1"): stack}
    found = place_names(game, page, frame, [stack, *beside], (), stacks=stacks, inside=inside, narrow=True)
    (bely,) = (one for one in found if one.text == "Bely")
    assert not any(bely.box.overlaps(box) for box in (stack, *beside))
    assert inside(HexId("A1"), bely.box)
