"""What an art director asks of a map: numbers, names, signs and compass, on every map there is."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.hex_regions import share_in_hex, within_hex
from hexwright.render.map.hexes.city_symbols import place_symbol_box
from hexwright.render.map.hexes.flag_corners import flag_box, flag_parts
from hexwright.render.map.hexes.hex_numbers import (
    draw_hex_numbers,
    draw_number_halos,
    hex_grounds,
    number_box,
    place_numbers,
    usual_places,
)
from hexwright.render.map.hexes.hex_symbols import symbol_box, symbol_half
from hexwright.render.map.lines.fortified_hexside_lines import citadel_box
from hexwright.render.map.lines.railways_and_roads import line_links, trace_all_lines
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import DrawnPath, DrawnText, RecordingCanvas
from hexwright.render.theme import CLASSIC, THEMES, styled_theme
from hexwright.support.colour_contrast import contrast_ratio
from tests.render.map.boards import CASES, GAMES, TOYS, game, plan, sheet
from tests.render.map.strokes import Strokes
from tests.shipped import shipped

every_map = pytest.mark.parametrize("case", tuple(dict.fromkeys((*GAMES, *CASES))))
LINES = ("rails", "roads", "fronts", "work:", "citadel:", "symbols:", "place:", "label:")
"""What moves a number, or is broken at it. Rivers run below numbers, between broken banks."""


def _on_map(case: str) -> list[DrawnPath]:
    return [path for path in sheet(case).canvas.paths if path.groups[:1] == ("map",)]


@cache
def _lines(case: str) -> Strokes:
    return Strokes(
        path for path in _on_map(case) if len(path.groups) > 1 and path.groups[1].startswith(LINES)
    )


def _numbers(case: str) -> dict[HexId, DrawnText]:
    texts = sheet(case).canvas.texts
    return {HexId(text.text): text for text in texts if text.groups == ("map", "hex-numbers")}


def _ink(text: DrawnText) -> Box:
    """Return the box of figures and capitals, which don't reach below their line."""
    return Box(text.box.x, text.box.y, text.box.width, text.at.y - text.box.y)


@every_map
def test_a_hex_number_leaves_its_place_only_for_a_name_a_sign_a_track_or_a_start_line(case: str) -> None:
    board = sheet(case).board
    view = board.view
    numbers = _numbers(case)
    assert set(numbers) == set(view.grid)
    usual = usual_places(view)
    signs = [symbol_box(at, symbol_half(view, f)) for f, spots in board.symbols for at in spots.values()]
    signs += [box for place in view.hexmap.places if (box := place_symbol_box(view, place)) is not None]
    signs += [citadel_box(view, hex_id) for hex_id in board.citadels]
    signs += [
        part
        for place in view.hexmap.places
        if place.owner is not None and place.kind != "name"
        for part in flag_parts(view.layout, place)
    ]
    names = [box for label in board.labels for box in label.boxes]
    for hex_id, at in board.numbers.items():
        if at != usual[hex_id]:
            around = number_box(view, hex_id, usual[hex_id]).inset(-0.8)
            met = any(around.overlaps(box) for box in (*names, *signs))
            assert met or any(board.ground.meets(item, around) for item in ("track", "front")), hex_id
        assert not any(_ink(numbers[hex_id]).inset(0.35).overlaps(box) for box in signs), hex_id


@pytest.mark.parametrize("case", ["2022", "toy-causeway"])
def test_no_hex_number_stands_in_a_river_where_counters_leave_room(case: str) -> None:
    """All but those that a name moved."""
    board = sheet(case).board
    usual = usual_places(board.view)
    wet = [
        hex_id
        for hex_id, text in _numbers(case).items()
        if board.numbers[hex_id] == usual[hex_id] and board.ground.area("water", _ink(text)) > 0.5
    ]
    assert wet == []


@pytest.mark.parametrize("case", tuple(dict.fromkeys((*GAMES, *CASES, "letters"))))
def test_no_painted_line_runs_through_a_hex_number(case: str) -> None:
    """Of a thousand hexes one may be so full of lines and names that no place is left."""
    numbers = _numbers(case)
    struck = {hex_id for hex_id, text in numbers.items() if any(_lines(case).on(_ink(text)))}
    assert len(struck) <= len(numbers) // 1000, struck


@pytest.mark.parametrize("case", ["2022", "fixed sheet"])
def test_the_banks_of_rivers_are_broken_at_hex_numbers_and_their_water_is_not(case: str) -> None:
    banks, water = (
        [path.order for path in _on_map(case) if path.groups[1:2] == (group,)]
        for group in ("banks", "rivers")
    )
    halos = [text.order for text in sheet(case).canvas.texts if text.groups == ("map", "number-halos")]
    assert max(banks) < min(halos) <= max(halos) < min(water)


@pytest.mark.parametrize("case", ["2022", "fixed sheet", *TOYS, "a new game", "letters"])
def test_few_hex_numbers_give_way_to_anything_but_a_name_or_a_flag(case: str) -> None:
    """Tracks run straight and numbers have one place, so few meet."""
    board = sheet(case).board
    usual = usual_places(board.view)
    flags = [
        part
        for place in board.view.hexmap.places
        if place.owner is not None and place.kind != "name"
        for part in flag_parts(board.view.layout, place)
    ]
    letters = [*flags, *(box for label in board.labels for box in label.boxes)]
    moved = [
        hex_id
        for hex_id, at in board.numbers.items()
        if at != usual[hex_id]
        and not any(
            number_box(board.view, hex_id, usual[hex_id]).inset(-0.7).overlaps(box) for box in letters
        )
    ]
    assert len(moved) <= (0.035 if len(usual) > 200 else 0.06) * len(usual), moved


@pytest.mark.parametrize("case", ["letters", pytest.param("campaign", marks=pytest.mark.slow)])
def test_rivers_swing_aside_of_hex_numbers(case: str) -> None:
    board = sheet(case).board
    wet = [
        hex_id
        for hex_id, text in _numbers(case).items()
        if hex_id not in board.view.water_hexes and board.ground.area("water", _ink(text)) > 0.3
    ]
    assert len(wet) <= 0.02 * len(board.numbers), wet


@pytest.mark.parametrize("slug", ["battle-for-moscow", "battle-of-moscow", "moscow-campaign"])
def test_railways_and_roads_turn_hardly_more_than_on_a_map_without_hex_numbers(slug: str) -> None:
    """Where they bent around every number, they turned from 1.4 to 2.1 times as much."""
    played = shipped(slug).game
    planned = plan_sheet(played)
    view = MapView(played.hexmap, planned.layout, planned.field, CLASSIC)
    bare = replace(view, min_lettering=planned.layout.hex_width)
    assert usual_places(view)
    assert not usual_places(bare)
    assert _turns(view) < 1.3 * _turns(bare)


def _turns(view: MapView) -> float:
    """Return by how many radians all railways and roads of a map turn."""
    total = 0.0
    for strokes in trace_all_lines(view, view.hexmap.lines).values():
        for stroke in strokes:
            ways = [math.atan2(b.y - a.y, b.x - a.x) for a, b in pairwise(stroke.line) if a != b]
            total += sum(abs((b - a + math.pi) % math.tau - math.pi) for a, b in pairwise(ways))
    return total


@every_map
def test_hex_numbers_stand_out_from_every_ground(case: str) -> None:
    board = sheet(case).board
    theme = board.view.theme
    grounds = hex_grounds(board.view)
    least = 4.4 + 1.4 * board.view.smallness
    for hex_id, text in _numbers(case).items():
        ground = grounds.get(hex_id, theme.land_mottle)
        if ground != theme.water:
            assert contrast_ratio(text.fill, ground) > least, hex_id
        else:
            assert contrast_ratio(text.fill, theme.water_deep) > 3.0, hex_id


@pytest.mark.parametrize("slug", ["moscow-campaign", "battle-of-moscow"])
def test_hex_numbers_among_trees_and_houses_have_firm_halos(slug: str) -> None:
    played = shipped(slug).game
    planned = plan_sheet(played)
    theme = styled_theme(CLASSIC, played)
    view = MapView(played.hexmap, planned.layout, planned.field, theme, played.info.sides)
    canvas, spots, grounds = RecordingCanvas(), usual_places(view), hex_grounds(view)
    draw_number_halos(canvas, view, spots, grounds)
    draw_hex_numbers(canvas, view, spots)
    halos = {text.text: text.halo for text in canvas.texts if text.groups == ("number-halos",)}
    inks = {text.text: text.fill for text in canvas.texts if text.groups == ("hex-numbers",)}
    marked = [
        hex_id
        for kind in view.hexmap.terrain
        if kind.art in ("forest", "city")
        for hex_id in kind.hexes
        if grounds[hex_id] == theme.ground(kind.art)
    ]
    assert len(marked) > 50
    for hex_id in marked:
        halo = halos[hex_id]
        assert halo is not None
        assert halo.width >= 0.38
        assert contrast_ratio(inks[hex_id], halo.colour) > 7.0 + 1.4 * view.smallness, hex_id
        assert contrast_ratio(halo.colour, grounds[hex_id]) > 1.15, hex_id


def test_a_line_through_the_upper_hexsides_of_a_hex_passes_below_its_number() -> None:
    """A railway through 0704 of Battle for Moscow enters and leaves by the two upper sides."""
    board = sheet("2022").board
    ink = _ink(_numbers("2022")[HexId("0704")])
    centre = board.view.layout.centre(HexId("0704"))
    near = [at for stroke in board.rails for at in stroke.line if abs(at.x - centre.x) < ink.width / 2]
    assert min(at.y for at in near if abs(at.y - centre.y) < board.view.layout.hex_width / 2) > ink.bottom


def test_fortified_lines_are_broken_at_hex_numbers() -> None:
    board = sheet("2022").board
    usual = usual_places(board.view)
    crossed = [h for h, at in usual.items() if board.ground.meets("fort", number_box(board.view, h, at))]
    assert len(crossed) > 4
    assert [hex_id for hex_id in crossed if board.numbers[hex_id] != usual[hex_id]] == []
    assert [hex_id for hex_id in crossed if any(_lines("2022").on(_ink(_numbers("2022")[hex_id])))] == []


def test_tracks_pass_most_hex_numbers_on_their_way_north() -> None:
    board = sheet("letters").board
    usual = usual_places(board.view)
    links = line_links(board.view, board.view.hexmap.lines)
    grid = board.view.grid
    crossed = {HexId(b) for a, b in links if b in usual and grid.neighbours(HexId(b)).get("n") == a}
    assert len(crossed) > 100
    assert sum(board.numbers[hex_id] == usual[hex_id] for hex_id in crossed) > 0.5 * len(crossed)


@pytest.mark.parametrize("case", ["2022", "letters"])
def test_no_hex_number_stands_beside_that_of_another_hex(case: str) -> None:
    numbers = _numbers(case)
    layout = sheet(case).board.view.layout
    pairs = {
        (hex_id, other)
        for hex_id, text in numbers.items()
        for other in layout.grid.neighbours(hex_id).values()
        if hex_id < other and _ink(text).inset(-0.3).overlaps(_ink(numbers[other]).inset(-0.3))
    }
    assert pairs == set()


def test_a_hex_number_without_a_free_place_stands_where_lines_cover_least_of_it() -> None:
    view, ground = sheet("2022").board.view, LabelGround(sheet("2022").board.view.field)
    usual = {hex_id: at for hex_id, at in usual_places(view).items() if hex_id == "0303"}
    [(hex_id, at)] = usual.items()
    centre = view.layout.centre(hex_id)
    full, half = view.layout.radius, view.layout.hex_width / 2
    ground.add_boxes("front", [Box(centre.x - full, centre.y - half, 2 * full, 2 * half)])
    ground.add_boxes("track", [Box(centre.x - full, centre.y - half, 2 * full, half)])
    placed = place_numbers(view, usual, (), ground)[hex_id]
    assert ground.area("track", number_box(view, hex_id, at)) > 0
    assert ground.area("track", number_box(view, hex_id, placed)) == 0


@every_map
def test_nothing_is_painted_over_a_hex_number(case: str) -> None:
    numbers = _numbers(case)
    last = max(text.order for text in numbers.values())
    later = Strokes(path for path in sheet(case).canvas.paths if path.order > last)
    assert {hex_id for hex_id, text in numbers.items() if any(later.on(_ink(text)))} == set()


@pytest.mark.parametrize("case", ["2022", "toy-bridge"])
def test_a_counter_on_its_hex_leaves_the_number_free(case: str) -> None:
    """All but the few that had to make way for a name or a sign."""
    view = sheet(case).board.view
    half = view.counter_mm / 2
    assert half > 0
    hidden = [
        hex_id
        for hex_id, text in _numbers(case).items()
        if (c := view.layout.centre(hex_id))
        and Box(c.x - half, c.y - half, 2 * half, 2 * half).overlaps(_ink(text))
    ]
    assert len(hidden) <= 0.02 * len(view.grid), hidden


@every_map
def test_a_hex_number_stands_above_the_ground_and_has_a_halo_where_that_has_marks(case: str) -> None:
    numbers, view = _numbers(case), sheet(case).board.view
    ground = [path.order for path in _on_map(case) if path.groups[-1].startswith("terrain:")]
    assert min(text.order for text in numbers.values()) > max(ground, default=0)
    filled = {hex_id for kind in view.hexmap.terrain if kind.art != "clear" for hex_id in kind.hexes}
    halos = {HexId(t.text) for t in sheet(case).canvas.texts if t.groups == ("map", "number-halos")}
    assert filled <= halos


@every_map
def test_a_hex_number_is_small_and_lies_wholly_in_its_hex(case: str) -> None:
    """In hexes of more than 26 mm, it grows with them."""
    view = sheet(case).board.view
    large = max(1.0, view.layout.hex_width / 26)
    for hex_id, text in _numbers(case).items():
        assert 4.5 <= text.size * 72 / 25.4 / large <= 5.0
        assert within_hex(view.layout, hex_id, _ink(text)), hex_id


@pytest.mark.parametrize(
    ("case", "most"),
    [
        *((case, 0.35) for case in dict.fromkeys((*GAMES, *CASES))),
        ("letters", 0.12),
        pytest.param("campaign", 0.055, marks=pytest.mark.slow),
    ],
)
def test_few_hex_numbers_leave_their_place_and_fewer_go_far(case: str, most: float) -> None:
    """Far is more than the width of a number of four digits."""
    board = sheet(case).board
    usual = usual_places(board.view)
    away = [at.distance(usual[hex_id]) for hex_id, at in board.numbers.items()]
    assert sum(by > 0 for by in away) <= most * len(away)
    assert sum(by >= 0.15 * board.view.layout.hex_width for by in away) <= 0.15 * len(away)


def _is_junction(case: str, hex_id: HexId) -> bool:
    """Return whether lines leave a hex in three or more directions."""
    view = sheet(case).board.view
    return sum(hex_id in link for link in line_links(view, view.hexmap.lines)) > 2


@every_map
def test_a_name_stays_in_the_hex_of_its_place(case: str) -> None:
    """Where lines leave in three or more directions, the name may stand outside, because it crosses none."""
    board = sheet(case).board
    places = {f"place:{place.id}": place for place in board.view.hexmap.places}
    for label in board.labels:
        if label.id not in places or len(label.text) > 20 or _is_junction(case, places[label.id].hex):
            continue
        kept = [share_in_hex(board.view.layout, places[label.id].hex, box) for box in label.boxes]
        assert min(kept) > 0.65, (label.text, kept)


@every_map
def test_a_name_lies_nearer_to_its_own_place_than_to_any_other(case: str) -> None:
    board = sheet(case).board
    places = {f"place:{place.id}": board.view.layout.centre(place.hex) for place in board.view.hexmap.places}
    for label in board.labels:
        if label.id in places:
            middle = Box.around(
                point for box in label.boxes for point in (Point(box.x, box.y), Point(box.right, box.bottom))
            ).centre
            nearest = min(places.values(), key=lambda centre: centre.distance(middle))
            assert nearest == places[label.id], label.text


@every_map
def test_set_up_signs_stand_in_one_part_of_their_hexes(case: str) -> None:
    board = sheet(case).board
    unit = board.view.layout.hex_width / 24
    spots = [
        at - board.view.layout.centre(hex_id) for _, found in board.symbols for hex_id, at in found.items()
    ]
    if not spots:
        return
    usual = max(spots, key=lambda spot: sum(spot.distance(other) < 1.5 * unit for other in spots))
    # Of a few signs, one may give way to a line.
    least = min(0.85 * len(spots), len(spots) - 1)
    assert sum(usual.distance(spot) < 1.5 * unit for spot in spots) >= least


@every_map
def test_nothing_lettered_stands_where_a_place_flies_its_flag(case: str) -> None:
    board = sheet(case).board
    layout = board.view.layout
    texts = [
        text
        for text in sheet(case).canvas.texts
        if text.groups[:1] == ("map",) and text.groups[1] not in ("name-halos", "number-halos")
    ]
    for place in board.view.hexmap.places:
        if place.owner is not None and place.kind != "name":
            assert layout.hex_at(flag_box(layout, place).centre) == place.hex
            for part in flag_parts(layout, place):
                met = [text.text for text in texts if part.inset(0.02).overlaps(_ink(text))]
                assert met == [], place.name


def test_trees_grow_where_a_flag_will_stand() -> None:
    """Mozhaisk's wood would look cut off without them."""
    board = sheet("fixed sheet").board
    [mozhaisk] = [place for place in board.view.hexmap.places if place.name == "Mozhaisk"]
    cloth, _ = flag_parts(board.view.layout, mozhaisk)
    stamps = sheet("fixed sheet").canvas.stamps_drawn
    trees = [drawn.stamp.box_at(drawn.at) for drawn in stamps if drawn.groups[-1] == "terrain:forest"]
    assert sum(cloth.overlaps(box) for box in trees) > 4


@every_map
def test_the_compass_meets_no_lettering_but_its_own(case: str) -> None:
    canvas = sheet(case).canvas
    arrow = [path.path.box for path in canvas.paths if path.groups == ("compass",)]
    letter = [text.box for text in canvas.texts if text.groups == ("compass",)]
    assert len(arrow) == 2
    assert len(letter) == 1
    for text in canvas.texts:
        if text.groups != ("compass",):
            assert not any(text.box.overlaps(box.inset(-0.5)) for box in (*arrow, *letter)), text.text


def test_a_theme_changes_no_hex_number() -> None:
    played = game("2022")
    boards = [sheet_layers(played, theme, plan("2022")) for theme in THEMES.values()]
    assert boards[0].numbers == boards[1].numbers
