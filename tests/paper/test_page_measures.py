"""What a publisher measures: how many pages, how full they are, how long lines are, how small type is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path as FilePath
from statistics import median

import pypdfium2 as pdfium
import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.game import Game
from hexwright.model.words.rule_tables import rulebook_tables
from hexwright.paper.aids import player_aids
from hexwright.paper.aids.folded_card import MARGIN
from hexwright.paper.aids.player_aids import PlayerAids, paper_charts
from hexwright.paper.aids.start_lines import off_map_items, start_lines
from hexwright.paper.columns.chart_grid import PlacedChart, arrange_charts, fill_pages
from hexwright.paper.columns.rulebook_blocks import curly
from hexwright.paper.columns.rulebook_flow import FlowItem, PageFiller, _GroupHeights
from hexwright.paper.columns.rulebook_grid import BODY, SMALLEST
from hexwright.paper.counters.counter_copies import counter_copies, impose_counters
from hexwright.paper.counters.counter_imposition import counter_area
from hexwright.paper.counters.counter_sheet_index import index_items
from hexwright.paper.figures import example_diagrams
from hexwright.paper.figures.example_figures import example_calculator
from hexwright.paper.map.map_sheets import MapDrawing, MapWindow
from hexwright.paper.pages.compact_list import ListHeading, ListRow, SideBand, fitted_pages, list_pages
from hexwright.paper.pages.page_drawing import new_document
from hexwright.paper.pages.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.pages.paper_sizes import A4
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.rulebook.booklet_index import marker_entry
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.charts import turn_record_chart
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.counters.counter_explanation import formation_title, sample_unit, used_formations
from hexwright.render.counters.counter_face import CounterFace
from hexwright.render.counters.layout_text import text_of as text_on_counter
from hexwright.render.fonts import FontFace
from hexwright.render.map.canvas_clipping import FramedCanvas, WindowCanvas, WindowFan
from hexwright.render.map.drawing_tape import CanvasFan, DrawingTape
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import DrawnText, RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.paper.sheets import (
    book,
    calculator,
    composed,
    game_of,
    illustrated,
    illustrated_rules,
    opened,
    shown,
    text_of,
)

GAMES = ("battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign")
MOST_AIDS = {"battle-for-moscow": 4, "moscow-embattled": 5, "battle-of-moscow": 7, "moscow-campaign": 16}
MOST_PAGES = {"battle-for-moscow": 11, "moscow-embattled": 15, "battle-of-moscow": 14, "moscow-campaign": 15}
"""The number of pages of each rulebook with its diagrams, the cover included."""
MOST_FAR = 1
"""The number of figures of a rulebook that may stand over the leaf from their case."""
SETTINGS = PrintSettings()


class _BlankMap(MapDrawing):
    """A map without anything on it, since pages are counted and text is measured."""

    def store_windows(self, document: PdfDocument, windows: Iterable[MapWindow]) -> None:
        for window in windows:
            with document.store(window.name, window.box):
                pass


@cache
def aids(name: str) -> pdfium.PdfDocument:
    return aids_of(game_of(name))


def aids_of(game: Game, settings: PrintSettings = SETTINGS) -> pdfium.PdfDocument:
    """Return the player aids of a game without its map."""
    plan = plan_sheet(game)
    document = new_document(game, settings, "Player aids")
    PlayerAids(game, settings, plan).draw(document, blank_map(game, plan))
    return opened(document.to_bytes())


def blank_map(game: Game, plan: SheetPlan) -> MapDrawing:
    view = MapView(game.hexmap, plan.layout, plan.field, SETTINGS.theme)
    board = MapLayers(view, (), (), (), (), (), (), (), (), (), (), {}, (), (), LabelGround(Box(0, 0, 1, 1)))
    return _BlankMap(plan, board, game, SETTINGS)


@pytest.fixture(scope="module")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder: FilePath = tmp_path_factory.mktemp("new")
    start_game(Project(folder), "my-game", "My Game")
    game = load_game(Project(folder), "my-game").game
    return composed(game, None)


def text_on(made: Rulebook) -> Iterator[tuple[int, DrawnText]]:
    """Yield the text of a rulebook's pages, each line with its page."""
    for page in made.pages:
        canvas = RecordingCanvas()
        for placed in page.items:
            placed.item.draw(canvas, placed.x, placed.y)  # type: ignore[arg-type]
        for y, note in page.placed_notes(made.grid.height):
            note.draw(canvas, -50.0, y)  # type: ignore[arg-type]
        for text in canvas.texts:
            yield page.number, text


@pytest.mark.parametrize("name", GAMES)
def test_aids_take_few_pages(name: str) -> None:
    assert len(aids(name)) <= MOST_AIDS[name]


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_charts_are_full(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[tuple[float, float]] = []
    """The height of each page's charts, and that of the room for them."""

    def noted(charts: Sequence[Chart], room: Box) -> tuple[float, list[list[PlacedChart]]]:
        scale, pages = fill_pages(charts, room)
        filled.extend((scale * max(one.bottom for one in page), room.height) for page in pages)
        return scale, pages

    monkeypatch.setattr(player_aids, "fill_pages", noted)
    aids.__wrapped__(name)
    assert filled
    assert all(0.75 * room <= high <= room + 1e-6 for high, room in filled), filled


def test_several_texts_stand_beside_each_other() -> None:
    game = game_of("moscow-embattled")
    texts = [chart for name, chart in paper_charts(game, SETTINGS).items() if name.startswith("victory-")]
    room = Box(0.0, 0.0, 186.0, 260.0)
    ((left, right),) = arrange_charts(texts, room)
    assert (left.y, right.y) == (0.0, 0.0)
    assert left.chart.width == right.chart.width < 93.0


@pytest.mark.parametrize("name", GAMES)
def test_counters_and_their_index_take_few_pages(name: str) -> None:
    game = game_of(name)
    sheets = 2 * len(impose_counters(game, A4, counter_area(A4), game.counters.sheet.bleed_mm))
    room = Box(SIDE, HEAD, A4.width - 2 * SIDE, A4.height - HEAD - FOOT)
    assert sheets + len(list(list_pages([*index_items(game, counter_copies(game))], room, room))) <= 8


@pytest.mark.parametrize("name", GAMES)
def test_charts_stand_on_one_grid(name: str) -> None:
    """Titles begin at the left edge of the page or of its right half; on a folded card, of a panel."""
    document = aids(name)
    places = [mark.get_dest() for mark in document.get_toc() if mark.level == 1]
    edges: dict[bool, set[float]] = {True: set(), False: set()}
    for place in places:
        wide, high = document[place.get_index()].get_size()
        edges[wide > high].add(round(place.get_view()[1][0] * 25.4 / 72, 1))
    assert edges[True] == {MARGIN, MARGIN + A4.height / 2}
    assert edges[False] <= {SIDE, round(SIDE + (A4.width - 2 * SIDE + 6.0) / 2, 1)}


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_the_rulebook_are_full_but_the_last(name: str) -> None:
    made = book(name)
    large = _before_large_charts(made)
    shares = [page.share(made.grid.height) for page in made.pages[:-1] if page.number not in large]
    # Large charts and the index aren't divided, so the pages before them may be emptier without diagrams.
    assert min(shares) >= 0.6, shares
    assert sorted(shares)[2] >= 0.78, shares
    assert sum(shares) / len(shares) >= 0.9
    assert all(end <= made.grid.height + 1e-6 for page in made.pages for end in page.ends)


def _before_large_charts(made: Rulebook) -> set[int]:
    """Return the pages before charts of most of a page in no section, which aren't divided."""
    return {
        page.number - 1
        for page in made.pages
        for one in page.items
        if one.item.wide and not one.item.home and one.item.height > made.grid.height / 2
        if any(mark.startswith("chart:") for mark in one.item.marks)
    }


@pytest.mark.parametrize("name", GAMES)
def test_pages_with_diagrams_are_full_too(name: str) -> None:
    made = illustrated(name)
    # The index is whole, so the page before it may end where it likes.
    (index,) = [page for page in made.pages for one in page.items if "title:Index" in one.item.marks]
    ends = {index.number - 1, made.pages[-1].number}
    before = _before_large_charts(made)
    assert all(made.pages[number - 2].share(made.grid.height) >= 0.7 for number in before)
    ends |= before
    # A full turn may begin a page of its own.
    turn, at = next(
        (page, one.y) for page in made.pages for one in page.items if "title:A full turn" in one.item.marks
    )
    if at == 0.0:
        assert made.pages[turn.number - 3].share(made.grid.height) >= 0.7
        ends.add(turn.number - 1)
    shares = [page.share(made.grid.height) for page in made.pages if page.number not in ends]
    assert made.figures
    assert min(shares) >= 0.8, shares
    assert sorted(shares)[2] >= 0.88, shares
    assert sum(shares) / len(shares) >= 0.93, shares


@pytest.mark.parametrize("name", GAMES)
def test_lines_of_text_have_45_to_70_characters(name: str) -> None:
    _check_lines(book(name))


def test_lines_of_a_new_game_have_45_to_70_characters(new_game: Rulebook) -> None:
    _check_lines(new_game)


def _check_lines(made: Rulebook) -> None:
    body = [(page, text) for page, text in text_on(made) if abs(text.size - BODY) < 0.01]
    lines = [
        "".join(text.text for _, text in run)
        for _, run in groupby(body, key=lambda one: (one[0], round(one[1].at.y, 2), one[1].box.x >= 72.0))
    ]
    # The last lines of paragraphs and entries of the contents aside.
    long = [len(line) for line in lines if len(line) >= 36]
    assert 45 <= median(long) <= 70
    assert max(long) <= 70


@pytest.mark.parametrize("name", GAMES)
def test_no_type_of_the_rulebook_is_below_six_and_a_half_points(name: str) -> None:
    _check_sizes(book(name))


def test_no_type_of_a_new_game_is_below_six_and_a_half_points(new_game: Rulebook) -> None:
    _check_sizes(new_game)


def _check_sizes(made: Rulebook) -> None:
    small = {(page, text.text, text.size) for page, text in text_on(made) if text.size < SMALLEST - 1e-6}
    assert small == set()


@pytest.mark.parametrize("name", GAMES)
def test_no_line_of_text_lies_on_another(name: str) -> None:
    for _, run in groupby(text_on(book(name)), key=lambda one: one[0]):
        texts = sorted((text for _, text in run), key=lambda text: text.box.y)
        for n, text in enumerate(texts):
            for other in texts[n + 1 :]:
                if other.box.y > text.box.bottom:
                    break
                assert not text.box.inset(0.25).overlaps(other.box.inset(0.25)), (text.text, other.text)


def test_a_diagram_carries_only_the_part_of_the_map_that_it_shows() -> None:
    """The numbers of all hexes would be found by a search, though nobody sees them."""
    game = game_of("battle-for-moscow")
    document = opened(illustrated_rules(game.slug))
    ids = {str(hex_id) for hex_id in plan_sheet(game).layout.grid}
    for n in range(1, len(document)):
        assert len(ids & set(text_of(document, n).split())) < 0.75 * len(ids)


def test_a_framed_window_omits_text_that_is_cut_or_too_small_or_unwanted() -> None:
    seen = RecordingCanvas()
    window = FramedCanvas(seen, Box(0, 0, 40, 40), 2.0, {"0101"})
    for at, text, size in ((20, "Orel", 3.0), (39, "Bryansk", 3.0), (20, "Tula", 1.9), (20, "0101", 3.0)):
        window.text(Point(at, 20), text, FontFace.SANS, size, CLASSIC.ink)
    assert [text.text for text in seen.texts] == ["Orel"]


def test_a_name_that_is_cut_or_covered_is_omitted_with_all_its_letters() -> None:
    seen = RecordingCanvas()
    window = FramedCanvas(seen, Box(0, 0, 40, 40), 2.0, set(), [Box(10, 10, 8, 8)])
    for name, first in (("cut", 33.0), ("covered", 4.0), ("free", 20.0)):
        with window.group(f"label:{name}"):
            for n in range(3):
                at = Point(first + 4 * n, 14.0)
                window.text(at, name[n], FontFace.SANS, 3.0, CLASSIC.ink)
    assert "".join(text.text for text in seen.texts) == "fre"
    assert window.lettered == [text.box for text in seen.texts]


def test_a_name_that_stands_in_another_hex_than_its_place_is_omitted_with_all_its_letters() -> None:
    seen = RecordingCanvas()
    window = FramedCanvas(
        seen,
        Box(0, 0, 40, 40),
        2.0,
        set(),
        misleads=lambda label, box: label == "label:place:rzhev" and box.centre.x > 20.0,
    )
    for place, first in (("rzhev", 10.0), ("rzhev", 24.0), ("orel", 24.0)):
        with window.group(f"label:place:{place}"):
            for n in range(2):
                window.text(Point(first + 4 * n, 14.0), place[n], FontFace.SANS, 3.0, CLASSIC.ink)
    assert "".join(text.text for text in seen.texts) == "rzor"
    assert window.names == ["rz", "or"]


def test_names_stay_clear_of_the_edges_of_a_cover_and_signs_of_set_ups_are_left_out() -> None:
    seen = RecordingCanvas()
    window = FramedCanvas(seen, Box(0, 0, 40, 40), 2.0, set(), (), (6.0, 1.0))
    for at in (Point(9.0, 20.0), Point(20.0, 20.0), Point(20.0, 3.5), Point(20.0, 2.5), Point(31.5, 20.0)):
        window.text(at, "Kalinin", FontFace.SERIF, 3.0, CLASSIC.ink)
    assert [text.at for text in seen.texts] == [Point(20.0, 20.0), Point(20.0, 3.5)]
    drawn = len(seen.paths)
    with window.group("symbols:german-set-up"):
        window.path(Path.rectangle(Box(10, 10, 3, 3)), Style(fill=CLASSIC.ink))
    assert len(seen.paths) == drawn
    window.path(Path.rectangle(Box(10, 10, 3, 3)), Style(fill=CLASSIC.ink))
    assert len(seen.paths) == drawn + 1


def test_hex_numbers_of_diagrams_leave_names_free(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("battle-for-moscow")
    given: list[tuple[Box, Placement, Sequence[Box]]] = []

    def noted(*told: object) -> list[Box]:
        given.append((told[3], told[4], told[6]))  # type: ignore[arg-type]
        return []

    monkeypatch.setattr(example_diagrams, "number_hexes", noted)
    PartDrawer(game, SETTINGS, calculator(game.slug)).draw("rules")
    assert any(names for _, _, names in given)
    for window, place, names in given:
        left, right = place.apply(Point(window.x, window.y)), place.apply(Point(window.right, window.bottom))
        assert all(Box.around((left, right)).holds(name) for name in names)


def test_a_fan_gives_each_window_what_the_window_alone_would_show() -> None:
    boxes = [Box(0, 0, 30, 30), Box(50, 0, 30, 30), Box(0, 200, 30, 30)]

    def draw(canvas: Canvas) -> None:
        lines = [Path.line([Point(x, 5), Point(x, 90)]) for x in (10, 60, 300)]
        canvas.path(combine_paths(lines), Style(stroke=CLASSIC.ink, width=0.5))
        canvas.path(combine_paths(lines), Style(stroke=CLASSIC.ink, width=0.5, dash=(1.0, 1.0)))
        canvas.path(Path.rectangle(Box(-100, -100, 500, 120)), Style(fill=CLASSIC.land))
        canvas.text(Point(65, 15), "Orel", FontFace.SANS, 3.0, CLASSIC.ink)

    together = [RecordingCanvas() for _ in boxes]
    draw(WindowFan([WindowCanvas(seen, box) for seen, box in zip(together, boxes, strict=True)]))
    for seen, box in zip(together, boxes, strict=True):
        alone = RecordingCanvas()
        draw(WindowCanvas(alone, box))
        assert (seen.paths, seen.texts) == (alone.paths, alone.texts)
    assert [len(seen.paths) for seen in together] == [3, 3, 0]
    assert [len(seen.texts) for seen in together] == [0, 1, 0]
    # The lines beside a window aren't in it.
    assert all(path.path.box.right <= 10.0 for path in together[0].paths[:2])


def test_pieces_drawn_at_once_are_those_drawn_one_by_one() -> None:
    """A tape keeps groups and their order; a fan reaches every window."""
    first, second = DrawingTape(), DrawingTape()
    fan = CanvasFan((first, second))
    with fan.group("outer", opacity=0.5), fan.group("inner"):
        fan.text(Point(1, 2), "Orel", FontFace.SANS, 3.0, CLASSIC.ink)
    fan.path(Path.line([Point(0, 0), Point(1, 1)]), Style(stroke=CLASSIC.ink, width=0.2))
    for tape in (first, second):
        shown_again = RecordingCanvas()
        tape.show(shown_again)
        assert [(text.text, text.groups) for text in shown_again.texts] == [("Orel", ("outer", "inner"))]
        assert [path.groups for path in shown_again.paths] == [()]


@pytest.mark.parametrize("name", GAMES)
def test_weather_never_strikes_the_number_of_a_turn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(name)
    signs: list[Box] = []
    monkeypatch.setattr(turn_record_chart, "draw_weather", lambda *told: signs.append(told[3]))
    for track in game.charts.turn_tracks:
        for width in (90.0, 130.0, 186.0):
            signs.clear()
            canvas = RecordingCanvas()
            for block in turn_record_chart.turn_chart(game, track, None).blocks:
                block.draw(canvas, CLASSIC, Box(0, 0, width, block.height(width)))
            # Figures end at their baseline.
            numbers = [
                Box(text.box.x, text.box.y, text.box.width, text.at.y - text.box.y)
                for text in canvas.texts
                if text.face == FontFace.SERIF_BOLD
            ]
            assert len(numbers) == len(track.turns) <= len(signs)
            assert not any(number.overlaps(sign) for number in numbers for sign in signs)


@pytest.mark.parametrize("name", GAMES)
def test_apostrophes_of_the_rulebook_are_those_of_books(name: str) -> None:
    straight = [text.text for _, text in text_on(book(name)) if "'" in text.text]
    assert straight == []


def test_players_read_no_makers_talk() -> None:
    for name in GAMES:
        told = " ".join(text.text for _, text in text_on(book(name)))
        for talk in ("What the module does", "README", "data/", "module", "hexwright", "Not transcribed"):
            assert talk not in told, (name, talk)
        plan = plan_sheet(game_of(name))
        assert len(plan.credit_lines) <= 2
        assert not any("Not transcribed" in line or "module" in line for line in plan.credit_lines)
    assert "Sources and credits" in told
    assert shown("battle-for-moscow", "aids")


def test_units_without_an_army_stand_under_their_class_in_the_index_of_counters() -> None:
    game = game_of("battle-of-moscow")
    heads: dict[str, str] = {}
    head = ""
    for item in index_items(game, counter_copies(game)):
        if isinstance(item, ListHeading):
            head = item.text
        elif isinstance(item, ListRow):
            heads.setdefault(item.text, head)
    assert heads["Leningrad replacement counter"] == "Replacement counters"
    assert heads["251st Infantry Division"] == "9th Army"


def test_a_short_index_of_counters_has_a_column_for_each_side(tmp_path: FilePath) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    game = load_game(Project(tmp_path), "my-game").game
    items = [*index_items(game, counter_copies(game))]
    _, (page,) = fitted_pages(items, A4.width - 2 * SIDE, A4.height - HEAD - FOOT)
    assert [placed.item for placed in page] == items
    heads = {placed.box.x for placed in page if isinstance(placed.item, SideBand)}
    assert len(heads) == 3
    columns = [[*run] for _, run in groupby(page, key=lambda placed: placed.box.x)]
    assert all(isinstance(column[0].item, SideBand) for column in columns)
    assert len(columns) == 3


@pytest.mark.parametrize("name", GAMES)
def test_the_index_of_counters_has_each_formation_once(name: str) -> None:
    game = game_of(name)
    sides: list[list[str]] = []
    for item in index_items(game, counter_copies(game)):
        if isinstance(item, SideBand):
            sides.append([])
        elif isinstance(item, ListHeading):
            sides[-1].append(item.text)
    assert any(sides) == any(unit.formation for unit in game.counters.units)
    order = [one.name for one in game.counters.formations]
    for heads in sides:
        assert len(heads) == len({*heads})
        known = [order.index(one) for one in heads if one in order]
        assert known == sorted(known)
        assert all(one in order for one in heads[: len(known)])


def test_units_off_the_map_stand_under_what_they_are() -> None:
    game = game_of("battle-of-moscow")
    heads = [one.text for one in off_map_items(game, start_lines(game)) if isinstance(one, ListHeading)]
    assert len(heads) == len({*heads})
    assert {"Replacement counters", "Partisans", "Dropped paratroops"} <= {*heads}
    assert not any("eliminated" in one for one in heads)


def texts_of_samples(name: str) -> set[str]:
    """Return the texts that are turned on the counters which the key explains."""
    game = game_of(name)
    found: set[str] = set()
    for side in game.info.sides:
        unit = sample_unit(game, SETTINGS.theme, side)
        assert unit is not None
        face = CounterFace.in_box(game, unit, 0, SETTINGS.theme, Box(0, 0, 15, 15))
        found |= {text_on_counter(face, part) for part in face.layout.parts if part.rotate}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_nothing_in_the_rulebook_stands_sideways(name: str) -> None:
    made = book(name)
    assert made.grid.height > made.grid.width
    printed = texts_of_samples(name)
    assert [text.text for _, text in text_on(made) if text.rotation and text.text not in printed] == []


@pytest.mark.parametrize("name", GAMES)
def test_cases_cite_no_letters_that_are_printed_nowhere(name: str) -> None:
    lettered = re.compile(r"\((?:case )?[A-Z](?:, ?[A-Z])*\)")
    cases = [case for section in book(name).sections for case in section.cases]
    assert cases
    assert [case.number for case in cases if lettered.search(" ".join((case.text, *case.rulings)))] == []


@pytest.mark.parametrize("name", GAMES)
def test_figures_stand_on_the_page_of_their_case_or_that_facing_it(name: str) -> None:
    made = illustrated(name)
    assert len(made.pages) + 1 <= MOST_PAGES[name]
    assert len(made.examples) >= 6
    assert len(_far_figures(made)) <= MOST_FAR


def test_figures_of_a_new_game_stand_on_the_page_of_their_case_or_that_facing_it(tmp_path: FilePath) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    game = load_game(Project(tmp_path), "my-game").game
    made = composed(game, example_calculator(game))
    assert len(made.pages) + 1 <= 6
    assert len(made.examples) >= 6
    # All figures of its one case about combat stand beside the combat results, over the leaf.
    assert _far_figures(made) <= {"combat-1", "retreat-combat-1", "advance-combat-1"}


def _is_below(spot: tuple[int, float, float], other: tuple[int, float, float]) -> bool:
    return (spot[0], spot[2]) > (other[0], other[2])


def _far_figures(made: Rulebook) -> set[str]:
    """Return the figures over the leaf from their case; check that all stand in their part of the book."""
    spots = {
        mark: (page.number, placed.x, placed.y)
        for page in reversed(made.pages)
        for placed in page.items
        for mark in placed.item.marks
    }
    homes = {
        mark: placed.item.home
        for page in made.pages
        for placed in page.items
        for mark in placed.item.marks
        if placed.item.home
    }
    assert {f"figure:{example.id}" for example in made.examples} <= set(homes)
    rules = min(spot for mark, spot in spots.items() if mark.startswith("section:"))
    # The sequence of play spans the columns, so it may stand on the page after that on which the rules begin.
    later = {mark for mark in spots if mark.startswith("title:")} - {"title:Sequence of play"}
    # A title in the second column may stand above the rules, which begin below both columns.
    begins = min(
        (mark for mark in later if spots[mark] > rules and _is_below(spots[mark], rules)),
        key=spots.__getitem__,
    )
    part = spots[begins]
    # The full turn and the index begin below both columns of what is before them.
    levelled = begins in ("title:A full turn", "title:Index")
    figures = [mark for mark in homes if mark.startswith("figure:")]
    for mark, home in homes.items():
        before = spots[home][0] if mark in figures else spots[home][0] // 2 * 2
        assert before <= spots[mark][0], mark
        assert spots[mark] < part or (levelled and _is_below(part, spots[mark])), mark
    far = {mark for mark in figures if spots[mark][0] // 2 > spots[homes[mark]][0] // 2}
    return {mark.removeprefix("figure:") for mark in far}


@pytest.mark.parametrize("name", GAMES)
def test_charts_and_tables_stand_in_their_section_or_on_the_page_facing_it(name: str) -> None:
    made = illustrated(name)
    pages = _pages_of(made)
    sections = {f"section:{one.id}": one for one in made.sections}
    charts = [
        (mark, one.item.home)
        for page in made.pages
        for one in page.items
        for mark in one.item.marks
        if mark.startswith(("chart:", "table:")) and one.item.home
    ]
    assert charts
    for mark, home in charts:
        cases = [pages[f"case:{case.number}"] for case in sections[home].cases if case.number]
        # The last lines of a section may stand on the page after that of its last case.
        end = max([pages[home], *cases]) + 1
        assert pages[home] // 2 <= pages[mark] // 2 <= end // 2, (mark, pages[mark], pages[home], end)


def _pages_of(made: Rulebook) -> dict[str, int]:
    """Return the first page of each mark."""
    return {
        mark: page.number for page in reversed(made.pages) for one in page.items for mark in one.item.marks
    }


def test_terrain_effects_stand_in_the_chapter_of_terrain_if_there_is_one() -> None:
    homes = {name: next(_homes_of(illustrated(name), "chart:tec")) for name in GAMES}
    assert homes == {
        "battle-for-moscow": "section:3.2",
        "moscow-embattled": "section:terrain",
        "battle-of-moscow": "section:movement",
        "moscow-campaign": "section:terrain",
    }


def test_a_chart_stands_in_the_section_that_is_about_it() -> None:
    assert set(_homes_of(illustrated("moscow-embattled"), "chart:overview-air")) == {"section:air"}


def _homes_of(made: Rulebook, mark: str) -> Iterator[str]:
    return (one.item.home for page in made.pages for one in page.items if mark in one.item.marks)


def _outside_their_chapter(made: Rulebook) -> Iterator[tuple[str, int]]:
    """Yield each figure above the heading of its section, and each chart with the later headings above it."""
    spots = {
        mark: (page.number, one.x, one.y)
        for page in reversed(made.pages)
        for one in page.items
        for mark in one.item.marks
    }
    heads = [f"section:{one.id}" for one in made.sections]
    own = {f"case:{case.number}": f"section:{one.id}" for one in made.sections for case in one.cases}
    for page in made.pages:
        for one in page.items:
            if not one.item.home:
                continue
            mark, head = one.item.marks[0], own.get(one.item.home, one.item.home)
            # What spans the columns at the foot of a page is read after them.
            spot = (page.number, 1e3 if one.item.wide and one.y >= page.bottom else one.x, one.y)
            if mark.startswith("figure:"):
                yield mark, spot < spots[head]
            else:
                yield mark, sum(spots[later] < spot for later in heads[heads.index(head) + 1 :])


def test_most_figures_and_charts_stand_between_the_headings_of_their_section_and_the_next() -> None:
    found = [(name, *one) for name in GAMES for one in _outside_their_chapter(illustrated(name))]
    figures = [one for one in found if one[1].startswith("figure:") and one[2]]
    charts = [one for one in found if not one[1].startswith("figure:") and one[2]]
    assert len(figures) <= 7, figures
    assert sum(later for *_, later in charts) <= 15, charts


def test_a_chart_that_a_case_cites_stands_with_it_however_large_it_is() -> None:
    assert set(_homes_of(illustrated("moscow-embattled"), "chart:hits")) == {"section:result-tables"}


@pytest.mark.parametrize("name", GAMES)
def test_the_full_turn_is_read_down_its_columns_without_bands_or_torn_paragraphs(name: str) -> None:
    made = illustrated(name)
    begin = next(
        (page.number, one.y)
        for page in made.pages
        for one in page.items
        if "title:A full turn" in one.item.marks
    )
    end = next(page.number for page in made.pages for one in page.items if "title:Index" in one.item.marks)
    for page in made.pages[begin[0] - 2 : end - 1]:
        told = [one for one in page.items if page.number > begin[0] or one.y >= begin[1]]
        titles = [one for one in told if "title:A full turn" in one.item.marks]
        assert all(one.item.wide for one in titles)
        # The figure of the sector stands right below the title, and nothing else spans the columns.
        spans = [one for one in told if one.item.wide and not {"title:Index"} & {*one.item.marks}]
        assert [one for one in spans if one not in titles and "Sources" not in words_of(one.item)] == []
        for x in {one.x for one in told if not one.item.wide}:
            first = min((one for one in told if one.x == x and not one.item.wide), key=lambda one: one.y)
            at = told.index(first)
            if first.item.continues:
                # Only a paragraph of many lines goes on in the next column.
                after = [one.item.continues for one in told[at:]]
                lines = after.index(False) if False in after else len(after)
                before = [*itertools.takewhile(lambda one: one.item.continues, reversed(told[:at]))]
                assert lines + len(before) >= 8, (page.number, x)


def test_an_index_is_divided_only_where_a_third_of_a_page_is_free() -> None:
    """A dozen lines at the foot of a page are no index."""
    asked: list[float] = []

    def noted(room: float) -> list[FlowItem]:
        asked.append(room)
        return [FlowItem(room, lambda canvas, x, y: None, wide=True)]

    for high in (180.0, 120.0):
        filler = PageFiller(book("moscow-campaign").grid, 2)
        line = FlowItem(high, lambda canvas, x, y: None, wide=True)
        filler.fill([line, FlowItem(200.0, lambda canvas, x, y: None, wide=True, divide=noted)])
    assert len(asked) == 1
    assert asked[0] > 90.0


@pytest.mark.parametrize("name", GAMES)
def test_the_contents_list_parts_and_then_charts_in_the_order_of_the_pages(name: str) -> None:
    made = illustrated(name)
    spots = {mark: (one.x, one.y) for page in made.pages[:1] for one in page.items for mark in one.item.marks}
    first, after = spots["title:Contents"], spots["title:Before you play"]
    told = [words_of(one.item) for one in made.pages[0].items if first < (one.x, one.y) < after]
    head = [text.strip() for text in told].index("Charts")
    parts, charts = (
        [int(text.rpartition(" ")[2]) for text in lines if re.fullmatch(r".*\D \d+", text)]
        for lines in (told[:head], told[head:])
    )
    assert len(parts) > len(made.sections)
    assert parts == sorted(parts)
    assert len(charts) == len([mark for mark in made._titles if mark.startswith("chart:")]) > 0
    assert charts == sorted(charts)


@pytest.mark.parametrize("name", GAMES)
def test_no_few_lines_stand_below_what_spans_the_columns(name: str) -> None:
    for made in (book(name), illustrated(name)):
        for page in made.pages:
            assert page.bottom - page.top >= 24.0 or all(
                one.item.wide for one in page.items if one.y >= page.top
            )


@pytest.mark.parametrize("name", GAMES)
def test_the_index_finds_classes_and_markers_on_the_pages_of_their_pictures(name: str) -> None:
    made = illustrated(name)
    pages = {mark: page.number for page in made.pages for one in page.items for mark in one.item.marks}
    entries = dict(made._entries)
    told = {marker_entry(one): pages["key:markers"] for one in made.game.counters.markers}
    for one in made.game.counters.classes:
        shown_on = {
            pages[f"key:{unit.side}"] for unit in made.game.counters.units if unit.unit_class == one.id
        }
        told[one.name] = min(shown_on, default=0)
    found = {word: cited for word, cited in entries.items() if any(one.startswith("p.") for one in cited)}
    assert found
    assert found == {word: [f"p.\u00a0{told[word]}"] for word in found}


@pytest.mark.parametrize("name", GAMES)
def test_the_index_is_one_block_at_the_end_of_the_book(name: str) -> None:
    for made in (book(name), illustrated(name)):
        found = [
            (page, one) for page in made.pages for one in page.items if words_of(one.item).startswith("Index")
        ]
        # Two parts face each other.
        assert [page.number for page, _ in found] in (
            [found[-1][0].number],
            [n := found[0][0].number // 2 * 2, n + 1],
        )
        page, placed = found[-1]
        assert all(one.item.wide for _, one in found)
        told = " ".join(words_of(one.item) for _, one in found)
        assert all(curly(word) in told for word, _ in made._entries)
        # Only sources and credits follow.
        below = [one.item for one in page.items if one.y > placed.y]
        below += [one.item for later in made.pages[page.number - 1 :] for one in later.items]
        marks = {mark for item in below for mark in item.marks}
        assert marks <= {"title:Sources and credits"}


@pytest.mark.parametrize("name", GAMES)
def test_parts_stand_in_the_order_of_the_hobby(name: str) -> None:
    made = illustrated(name)
    spots = {
        mark: (page.number, one.y) for page in made.pages for one in page.items for mark in one.item.marks
    }
    titles = ("Contents", "Designer’s notes", "A full turn", "Index", "Sources and credits")
    order = [spots[f"title:{title}"] for title in titles]
    assert order[1:] == sorted(order[1:])
    listed = made._first_parts() + made._later_parts()
    assert {f"title:{title}" for title in (*titles[1:], "Sequence of play")} <= {*listed}


@pytest.mark.parametrize("name", GAMES)
def test_no_paragraph_is_torn_by_a_diagram_or_a_chart(name: str) -> None:
    for made in (book(name), illustrated(name)):
        for page in made.pages:
            for x in {one.x for one in page.items if not one.item.wide}:
                # Below what spans the columns, the second one goes on with the first.
                column = [one for one in page.items if one.x == x and not (x and one.item.wide)]
                column.sort(key=lambda one: one.y)
                for above, below in itertools.pairwise(column):
                    assert not (above.item.floats and below.item.continues), (page.number, below.y)


@pytest.mark.parametrize("name", GAMES)
def test_rulings_stand_in_the_margin(name: str) -> None:
    made = illustrated(name)
    beside = sum(len(page.notes) for page in made.pages)
    assert beside == sum(bool(case.rulings) for section in made.sections for case in section.cases)


@pytest.mark.parametrize("name", GAMES)
def test_each_table_has_a_title_and_the_number_of_its_section_and_is_whole(name: str) -> None:
    made = illustrated(name)
    items = [one.item for page in made.pages for one in page.items]
    tables = {mark: item for item in items for mark in item.marks if mark.startswith("table:")}
    expected = {
        f"table:{section.id}-{n}": (section.number, table)
        for section in made.sections
        for n, table in enumerate(rulebook_tables(made.game).get(section.id, ()))
    }
    assert {*tables} == {*expected}
    for mark, (number, table) in expected.items():
        told = words_of(tables[mark])
        assert told.startswith(f"{table.title} ({number}) "), told
        ground = table.head[0].rpartition(": ")[2].capitalize()
        assert told.count(" ".join((ground, *table.head[1:]))) == 1
        assert all(curly(row[0]).split()[0] in told for row in table.rows)


def test_columns_are_levelled_at_heights_at_which_their_items_really_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    quick = PageFiller._columns_hold

    def checked(filler: PageFiller, run: Sequence[_GroupHeights], bottom: float) -> bool:
        held = quick(filler, run, bottom)
        filler._refill([group.items for group in run], bottom)
        placed = {id(one.item) for one in filler._page.items[filler._before[0] :]}
        assert held is all(id(item) in placed for group in run for item in group.items)
        asked.append(held)
        return held

    monkeypatch.setattr(PageFiller, "_columns_hold", checked)
    composed(game_of("moscow-embattled"), None)
    assert asked.count(True) > 50
    assert asked.count(False) > 50


def test_a_legend_and_a_player_turn_are_never_broken() -> None:
    for name in GAMES:
        made = illustrated(name)
        told = [[words_of(one.item) for one in page.items] for page in made.pages]
        boxes = [text for page in told for text in page if "player turn" in text]
        turns = [text for text in boxes if "Sequence of play" in text]
        assert len(turns) == 1, name
        assert "continued" not in turns[0]
        formations = used_formations(made.game)
        if formations:
            (page,) = [page for page in told if "Formations" in page]
            listed = " ".join(page[page.index("Formations") :])
            assert all(formation_title(one).split()[-1] in listed for one in formations)


def words_of(item: FlowItem) -> str:
    """Return the text of an item of the text; "" for a diagram or a chart."""
    canvas = RecordingCanvas()
    kinds = {mark.partition(":")[0] for mark in item.marks}
    # The figure of a position to set up stands in the text.
    if "figure" not in kinds and not (item.floats and "chart" in kinds):
        item.draw(canvas, 0.0, 0.0)  # type: ignore[arg-type]
    return " ".join(one.text.strip() for one in canvas.texts)


def test_where_one_unit_may_advance_the_figure_says_one_of_them() -> None:
    told = [one.text for one in illustrated("battle-for-moscow").diagrams.values()]
    assert any("One of XLI Panzer Corps and LVI Panzer Corps may advance to 0303 (A)." in one for one in told)
    assert not any("One of" in one.text for one in illustrated("moscow-campaign").diagrams.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_full_turn_names_the_figures_of_each_phase(name: str) -> None:
    book, made = illustrated(name), opened(illustrated_rules(name))
    text = " ".join(" ".join(text_of(made, page) for page in range(len(made))).split())
    assert book.turn is not None
    assert book.turn_figures
    for number, diagrams in book.turn_figures.items():
        first = book.figure_numbers[diagrams[0].id]
        word = "Figure" if len(diagrams) == 1 else "Figures"
        assert f"{book.turn.phases[number].title} ({word} {first}" in text
