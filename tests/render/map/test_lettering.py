from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from hexwright.model.hex_map import HexsideFeature, HexsideLine
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import DrawnText
from hexwright.render.text_fitting import text_extent
from hexwright.render.theme import SMALLEST_TEXT, THEMES
from tests.render.map.boards import CASES, GAMES, THEME_NAMES, Sheet, game, plan, sheet
from tests.render.map.strokes import Strokes

every_sheet = pytest.mark.parametrize("case", [*CASES, "small", "bare"])


def _label(text: DrawnText) -> str:
    return next((group for group in text.groups if group.startswith("label:")), "")


NUMBERS = (("hex-numbers",), ("number-halos",))
HALOS = {"name-halos", "number-halos"}


def _letters(drawn: Sheet) -> list[DrawnText]:
    """Return all lettering without the halos below it."""
    return [text for text in drawn.canvas.texts if not HALOS & set(text.groups)]


def _ink(text: DrawnText) -> Box:
    """Return the box of a text's own letters; a turned text has its whole box."""
    if text.rotation:
        return text.box
    low, high = text_extent(text.text, text.face)
    return Box(text.box.x, text.at.y - high * text.size, text.box.width, (high - low) * text.size)


def _near(a: Box, b: Box) -> bool:
    # A hair's breadth, so that letters set solid don't count as collisions.
    return a.inset(0.01).overlaps(b.inset(0.01))


def test_a_theme_moves_nothing() -> None:
    # Halos are part of the look; the letters on them stay.
    one, two = ([(text.text, text.box) for text in _letters(sheet("2022", theme))] for theme in THEME_NAMES)
    assert one == two
    classic, contrast = (sheet("2022", theme).canvas for theme in THEME_NAMES)
    # Vegetation is part of the look, and moves nothing either.
    lines = [
        [p.path for p in canvas.paths if p.groups[1:2] in (("rails",), ("rivers",), ("roads",))]
        for canvas in (classic, contrast)
    ]
    assert lines[0] == lines[1] != []


@every_sheet
def test_every_name_finds_a_place(case: str) -> None:
    assert sheet(case).board.unplaced_names == ()


def _struck_names(drawn: Sheet) -> set[str]:
    """Return the places whose names a railway, road or start line runs through, apart from its pale bed."""
    theme, graze = THEMES["classic"], 0.6 * drawn.board.view.art_scale_of_hex
    lines = Strokes(
        path
        for path in drawn.canvas.paths
        if path.groups[:1] == ("map",)
        and path.groups[1:2] in (("rails",), ("roads",), ("fronts",))
        and path.style.stroke not in (theme.rail_bed, theme.halo)
        and not (
            path.style.stroke == theme.road_edge
            and path.style.width > 1.5 * drawn.board.view.art_scale_of_hex
        )
    )
    return {
        label.text
        for label in drawn.board.labels
        if label.id.startswith("place:") and any(any(lines.on(box.inset(graze))) for box in label.boxes)
    }


@pytest.mark.parametrize(
    "case",
    [
        *dict.fromkeys((*CASES, *GAMES, "small")),
        *(pytest.param(large, marks=pytest.mark.slow) for large in ("letters", "campaign")),
    ],
)
def test_no_railway_road_or_start_line_runs_through_the_name_of_a_place(case: str) -> None:
    assert _struck_names(sheet(case)) == set()


@pytest.mark.parametrize("case", CASES)
def test_no_name_breaks_a_railway_or_road(case: str) -> None:
    drawn = sheet(case)
    for group, strokes in (("rails", drawn.board.rails), ("roads", drawn.board.roads)):
        paths = [path.path for path in drawn.canvas.paths if path.groups[:2] == ("map", group)]
        whole = {points[0] for path in paths for points, _ in path.flattened(1)}
        assert {stroke.line[0] for stroke in strokes} <= whole


@pytest.mark.parametrize("case", CASES)
def test_halos_are_painted_below_all_lines(case: str) -> None:
    canvas = sheet(case).canvas
    halos = [text.order for text in canvas.texts if set(text.groups) & HALOS]
    lines = [path.order for path in canvas.paths if path.groups[1:2] in (("rivers",), ("roads",), ("rails",))]
    assert halos
    assert max(halos) < min(lines)


@every_sheet
def test_no_lettering_touches_other_lettering(case: str) -> None:
    for a, b in combinations(_letters(sheet(case)), 2):
        if _near(_ink(a), _ink(b)):
            assert _label(a), (a.text, b.text)
            assert _label(a) == _label(b), (a.text, b.text)


@every_sheet
def test_no_name_touches_a_symbol(case: str) -> None:
    canvas = sheet(case).canvas
    symbols = [
        path.path.box
        for path in canvas.paths
        if path.groups[:1] == ("map",) and path.groups[-1].startswith(("symbols:", "place:"))
    ]
    assert bool(symbols) == (case != "bare")
    for text in canvas.texts:
        if text.groups[:1] == ("map",):
            assert not any(_near(text.box, box) for box in symbols), text.text


@every_sheet
def test_lettering_on_the_map_stays_within_the_neat_line(case: str) -> None:
    drawn = sheet(case)
    for text in drawn.canvas.texts:
        if text.groups[:1] == ("map",):
            assert drawn.plan.field.holds(text.box), text.text


@every_sheet
def test_lettering_beside_the_map_stays_within_its_part(case: str) -> None:
    drawn = sheet(case)
    parts = [*drawn.plan.parts().values(), drawn.plan.turn_track, drawn.plan.phase_track]
    for text in drawn.canvas.texts:
        if text.groups[:1] != ("map",):
            assert any(part is not None and part.holds(text.box) for part in parts), text.text


@pytest.mark.parametrize("case", CASES)
def test_names_are_lettered_whole(case: str) -> None:
    drawn = sheet(case)
    lettered: dict[str, str] = {}
    for label in drawn.board.labels:
        lettered[label.id] = "".join(piece.text for piece in label.pieces)
    for place in drawn.game.hexmap.places:
        assert lettered[f"place:{place.id}"].casefold().replace(" ", "") == place.name.casefold().replace(
            " ", ""
        )


@pytest.mark.parametrize("case", ["2022", "1986"])
def test_small_print_is_large_enough_to_read(case: str) -> None:
    texts = [text for text in sheet(case).canvas.texts if text.groups[1:2] not in NUMBERS]
    assert min(text.size for text in texts) >= SMALLEST_TEXT


def test_a_place_is_named_even_where_nothing_is_free() -> None:
    moscow = game("2022")
    long = "A name so long that no map of this size could ever find a quiet corner for the whole of it " * 3
    places = tuple(replace(place, name=long) for place in moscow.hexmap.places)
    crowded = replace(moscow, hexmap=replace(moscow.hexmap, places=places))
    board = sheet_layers(crowded, THEMES["classic"], plan("2022"))
    assert long in board.unplaced_names
    assert {label.id for label in board.labels if label.id.startswith("place:")} == {
        f"place:{place.id}" for place in places
    }


def test_a_short_course_may_do_without_the_name_that_its_river_has_elsewhere() -> None:
    played, name = game("a new game"), "Nishnaya Osuga"
    course = ("0102/0202", "0103/0202", "0202/0203", "0203/0303", "0303/0304")
    missed = []
    for elsewhere in (name, "Ugra"):
        runs = (HexsideLine("long", course, elsewhere), HexsideLine("short", ("0404/0405",), name))
        river = HexsideFeature("river", "River", "river", runs)
        hexmap = replace(played.hexmap, terrain=(), hexsides=(river,), lines=(), places=(), regions=())
        changed = replace(played, hexmap=hexmap)
        missed.append(sheet_layers(changed, THEMES["classic"], plan_sheet(changed)).unplaced_names)
    assert missed == [(), (name,)]
