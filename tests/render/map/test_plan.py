from __future__ import annotations

import dataclasses
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.game import Game
from hexwright.model.hex_map import Box as HoldingBox
from hexwright.model.hex_map import MapStyle
from hexwright.model.ids import BoxId, Mm
from hexwright.model.rules.replacement_record import ReplacementRules
from hexwright.pipeline.game_pictures import draw_pictures
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.legend_rows import legend_rows
from hexwright.render.map.sheet.map_sheet_drawing import draw_around_map, draw_sheet, sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC, SMALLEST_TEXT
from hexwright.support.progress_stages import StageTimer
from hexwright.support.result_cache import ResultCache
from tests.render.map.boards import CASES, GAMES, ODD_CASES, game, plan, sheet

every_map = pytest.mark.parametrize("case", CASES + ODD_CASES)


@every_map
def test_no_part_of_the_sheet_overlaps_another(case: str) -> None:
    parts = plan(case).parts()
    for (one, a), (two, b) in combinations(parts.items(), 2):
        assert not a.inset(0.001).overlaps(b.inset(0.001)), (one, two)


def with_pools(found: Game, never: int) -> Game:
    """Return a game of which each side has both boxes for who is lost, and some classes never come back."""
    boxes = tuple(
        box
        for side in found.info.sides
        for box in (
            HoldingBox(BoxId(f"{side.id}-pool"), "Pool", "pool", side.id),
            HoldingBox(BoxId(f"{side.id}-eliminated"), "Eliminated", "eliminated", side.id),
        )
    )
    classes = tuple(one.id for one in found.counters.classes[:never])
    rules = tuple(
        ReplacementRules(side=side.id, pool=BoxId(f"{side.id}-pool"), edge="west", not_replaceable=classes)
        for side in found.info.sides
    )
    kept = replace(found.rules, replacements=rules)
    return replace(found, hexmap=replace(found.hexmap, boxes=boxes), rules=kept)


@pytest.mark.slow
def test_pictures_are_drawn_on_the_sheet_of_the_whole_game(tmp_path: Path) -> None:
    # Where its parts stand hangs on the counters, which the pictures of map and charts don't show.
    found = with_pools(game("toy-bridge"), 9)
    bare = replace(found, counters=replace(found.counters, units=(), markers=()))
    assert plan_sheet(bare) != plan_sheet(found)
    drawn = draw_pictures(found, CLASSIC, {}, ResultCache(tmp_path), StageTimer())
    assert replace(drawn.plan, stretches=None) == plan_sheet(found)
    with Image.open(BytesIO(drawn.map_picture)) as picture:
        assert picture.height / picture.width == pytest.approx(
            drawn.plan.height / drawn.plan.width, rel=0.002
        )


def test_the_box_where_most_lie_has_the_room() -> None:
    found = game("2022")
    for never, larger, smaller in ((0, "pool", "eliminated"), (9, "eliminated", "pool")):
        boxes = plan_sheet(with_pools(found, never)).boxes
        side = found.info.sides[0].id
        assert boxes[BoxId(f"{side}-{larger}")].height > boxes[BoxId(f"{side}-{smaller}")].height


@every_map
def test_every_part_lies_on_the_sheet(case: str) -> None:
    planned = plan(case)
    whole = Box(0.0, 0.0, planned.width, planned.height)
    for name, part in planned.parts().items():
        assert whole.holds(part), name


@every_map
def test_every_hex_lies_within_the_neat_line(case: str) -> None:
    planned = plan(case)
    for hex_id in planned.layout.grid:
        assert planned.field.holds(Box.around(planned.layout.corners(hex_id))), hex_id


@every_map
def test_track_and_boxes_hold_a_counter(case: str) -> None:
    planned, counter = plan(case), game(case).counters.sheet.counter_mm
    cells = [*planned.turns.values(), *planned.phases.values(), *planned.boxes.values()]
    assert all(min(cell.width, cell.height) >= counter for cell in cells)


def test_the_track_shows_the_longest_timetable_unless_a_scenario_is_asked_for() -> None:
    moscow = game("2022")
    assert list(plan_sheet(moscow).turns) == list(range(1, 15))
    assert list(plan_sheet(moscow, moscow.scenario("operation-typhoon")).turns) == list(range(1, 8))


def test_a_fixed_sheet_has_its_size_and_the_panels_it_asks_for_and_hexes_of_theirs() -> None:
    played, planned = game("fixed sheet"), plan("fixed sheet")
    sheet = played.hexmap.sheet
    assert sheet is not None
    assert (planned.width, planned.height) == (sheet.width_mm, sheet.height_mm)
    assert planned.layout.hex_width == played.hexmap.grid.hex_mm
    assert planned.key is not None
    assert planned.legend is planned.phase_track is None
    assert len(planned.boxes) == len(played.hexmap.boxes)


def test_a_larger_fixed_sheet_gives_the_room_to_tracks_and_boxes() -> None:
    played = game("fixed sheet")
    sheet = played.hexmap.sheet
    assert sheet is not None
    wide = dataclasses.replace(sheet, width_mm=Mm(420), height_mm=Mm(297), panels=("title", "key", "phases"))
    larger = plan_sheet(dataclasses.replace(played, hexmap=dataclasses.replace(played.hexmap, sheet=wide)))
    assert set(larger.phases) == {phase.id for phase in played.rules.sequence}
    parts = larger.parts()
    for (one, a), (two, b) in combinations(parts.items(), 2):
        assert not a.inset(0.001).overlaps(b.inset(0.001)), (one, two)


@pytest.mark.parametrize("size", [(230, 194), (281, 150)])
def test_a_fixed_sheet_that_is_too_small_is_told_with_what_it_lacks(size: tuple[int, int]) -> None:
    played = game("fixed sheet")
    sheet = played.hexmap.sheet
    assert sheet is not None
    small = dataclasses.replace(sheet, width_mm=Mm(size[0]), height_mm=Mm(size[1]))
    with pytest.raises(InputError) as told:
        plan_sheet(dataclasses.replace(played, hexmap=dataclasses.replace(played.hexmap, sheet=small)))
    [fault] = told.value.diagnostics
    assert fault.code == "B006"
    assert "too small" in fault.message


@pytest.mark.parametrize(
    ("case", "width", "height"), [("2022", None, None), ("fixed sheet", 281, 250), ("a new game", None, None)]
)
def test_the_key_as_a_strip_lies_below_the_map_and_names_all_terrain(
    case: str, width: int | None, height: int | None
) -> None:
    hexmap = game(case).hexmap
    sheet = hexmap.sheet
    if sheet is not None and width is not None and height is not None:
        sheet = dataclasses.replace(sheet, width_mm=Mm(width), height_mm=Mm(height), panels=("title",))
    style = dataclasses.replace(hexmap.style or MapStyle(), key="strip")
    played = dataclasses.replace(game(case), hexmap=dataclasses.replace(hexmap, style=style, sheet=sheet))
    planned = plan_sheet(played)
    strip = planned.strip
    assert strip is not None
    assert planned.legend is None
    assert strip.y >= planned.frame.bottom
    for (one, a), (two, b) in combinations(planned.parts().items(), 2):
        assert not a.inset(0.001).overlaps(b.inset(0.001)), (one, two)
    canvas = RecordingCanvas()
    draw_around_map(played, CLASSIC, canvas, planned, sheet_layers(played, CLASSIC, planned))
    inside = [text for text in canvas.texts if strip.holds(text.box)]
    words = sorted(word for text in inside for word in text.text.split())
    names = [effect.name for effect in played.charts.terrain_effects]
    assert words == sorted(["KEY", *(word for name in names for word in name.split())])
    assert min(text.size for text in inside) >= SMALLEST_TEXT - 1e-6


def test_every_phase_and_box_of_the_game_has_its_place() -> None:
    moscow, planned = game("2022"), plan("2022")
    assert set(planned.phases) == {phase.id for phase in moscow.rules.sequence}
    assert set(planned.boxes) == {box.id for box in moscow.hexmap.boxes}


def test_the_sheet_has_the_proportions_of_paper() -> None:
    planned = plan("2022")
    assert abs(planned.width / planned.height - 2**0.5) < 0.03


def test_no_word_stands_alone_in_the_last_line_of_the_legend() -> None:
    shown = replace(
        game("2022").charts.terrain_effects[0],
        movement="1 point, mechanised units 3",
        combat="Two from the die",
    )
    charts = replace(game("2022").charts, terrain_effects=(shown,))
    (row,) = legend_rows(replace(game("2022"), charts=charts), 100.0)
    assert (row.movement, row.combat) == (("1 point, mechanised", "units 3"), ("Two from the die",))


@pytest.mark.parametrize("case", GAMES)
def test_nothing_but_paper_comes_near_the_cut_or_runs_past_it(case: str) -> None:
    """A cutter is a millimetre off: no rule, band or corner may be shaved, and no white may show."""
    canvas, planned = RecordingCanvas(), plan(case)
    draw_sheet(game(case), CLASSIC, canvas, planned, sheet(case).board, bleed=3.0)
    safe, cut = planned.sheet.inset(1.4), planned.sheet
    drawn = [path for path in canvas.paths if path.path.segments]
    paper = [path for path in drawn if path.path.box == cut.inset(-3.0)]
    assert len(paper) == 1
    assert paper[0].style.fill == CLASSIC.sheet
    near = [path.groups for path in drawn if path not in paper and not safe.holds(path.path.box)]
    assert near == []
    assert [text.text for text in canvas.texts if not safe.holds(text.box)] == []
