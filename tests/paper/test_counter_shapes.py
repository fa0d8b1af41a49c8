"""Counters of other shapes and sizes: on sheets, in cut lines, and in the module's pictures."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from itertools import combinations

import yaml
from PIL import Image

from hexwright.load.game_loading import LoadedGame
from hexwright.model.counter_mix import Unit
from hexwright.model.ids import UnitId
from hexwright.paper.counters.counter_copies import (
    STAND_TAB,
    CounterCopy,
    counter_copies,
    counter_sizes,
    impose_counters,
)
from hexwright.paper.counters.counter_imposition import Block, CounterSlot, counter_area
from hexwright.paper.counters.counter_sheets import cut_outlines
from hexwright.paper.counters.game_counter_sheets import GameCounters, draw_counters, draw_face
from hexwright.paper.pages.paper_sizes import A4
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_batch import FaceId, counter_face_svg, counter_faces, counter_pictures
from hexwright.render.counters.counter_face import counter_size
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import CLASSIC
from tests.cookbook.counter_recipes import counter_recipes
from tests.cookbook.recipes import merged
from tests.render.counters.layout_games import drawn, load_with

KINDS = {"warship": "red-1", "block": "red-2", "round": "red-3", "legion": "blue-1", "stand-up": "blue-2"}


@cache
def shapes() -> LoadedGame:
    """Return the small game whose units have the shapes of five recipes."""
    tree: object = {}
    for title, unit in KINDS.items():
        tree = merged(
            tree, yaml.load(counter_recipes()[title].replace("red-1:", f"{unit}:"), yaml.BaseLoader)
        )
    return load_with(yaml.safe_dump(tree, allow_unicode=True))


def _source() -> GameCounters:
    return GameCounters(shapes().game, PrintSettings())


@cache
def slots() -> dict[str, CounterSlot[CounterCopy]]:
    pages = impose_counters(shapes().game, A4, counter_area(A4), 1.5)
    return {slot.piece.counter.id: slot for page in pages for slot in page.slots}


def test_each_counter_is_as_large_as_its_layout_says() -> None:
    sizes = {name: (slots()[name].box.width, slots()[name].box.height) for name in KINDS.values()}
    assert sizes == {
        "red-1": (30, 15),
        "red-2": (15, 15),
        "red-3": (15, 15),
        "blue-1": (18, 15.6),
        "blue-2": (20, 60 + 2 * STAND_TAB),
    }
    assert "30 × 15 mm" in counter_sizes(shapes().game)
    assert "18 × 15.6 mm (hexagon)" in counter_sizes(shapes().game)


def test_no_counters_overlap_and_numbers_follow_the_sheet() -> None:
    for one, other in combinations(slots().values(), 2):
        assert not one.box.inset(0.01).overlaps(other.box)
    numbers = [piece.number for piece in counter_copies(shapes().game)]
    assert numbers == sorted(numbers)


def test_a_block_is_one_label_whatever_its_steps() -> None:
    (label,) = [piece for piece in counter_copies(shapes().game) if piece.counter.id == "red-2"]
    assert (label.front, label.back) == (0, None)


def test_a_sheet_of_all_shapes_is_drawn() -> None:
    document = PdfDocument("shapes")
    draw_counters(document, shapes().game, PrintSettings())
    assert document.pages >= 2


def test_pictures_of_the_module_have_the_proportions_of_their_counters() -> None:
    pictures = counter_pictures(shapes().game, CLASSIC)
    sizes = {name: Image.open(io.BytesIO(pictures[f"unit-{name}-1.png"])).size for name in KINDS.values()}
    assert sizes == {
        "red-1": (300, 150),
        "red-2": (150, 150),
        "red-3": (150, 150),
        "blue-1": (180, 156),
        "blue-2": (200, 300),
    }
    round_one = Image.open(io.BytesIO(pictures["unit-red-3-1.png"])).convert("RGBA")
    corner, middle = round_one.getpixel((4, 4)), round_one.getpixel((75, 75))
    assert isinstance(corner, tuple)
    assert isinstance(middle, tuple)
    assert (corner[3], middle[3]) == (0, 255)


def test_a_step_lost_turns_a_block_by_a_quarter() -> None:
    game = shapes().game
    tops = []
    for step in range(4):
        canvas, _ = drawn(game, "red-2", step)
        squares = [path.path.box for path in canvas.paths if path.groups[:1] == ("turns",)]
        tops.append(sum(square.y < 2.2 and 4 < square.centre.x < 11 for square in squares))
    assert tops == [4, 3, 2, 1]
    unit = game.counters.units[1]
    assert counter_face_svg(game, FaceId(unit, 0), CLASSIC) != counter_face_svg(
        game, FaceId(unit, 1), CLASSIC
    )


def test_a_shop_s_cutter_follows_the_outline_of_each_shape() -> None:
    curved = {
        name: any(
            segment.kind == "C"
            for segment in cut_outlines(
                GameCounters(shapes().game, PrintSettings()), Block(((slot,),))
            ).segments
        )
        for name, slot in slots().items()
        if name in KINDS.values()
    }
    assert curved == {name: name == "red-3" for name in KINDS.values()}
    hexagon = cut_outlines(_source(), Block(((slots()["blue-1"],),)))
    assert len({point for segment in hexagon.segments for point in segment.points}) == 6


def test_screens_sheets_and_other_tables_have_each_face_from_one_drawing() -> None:
    game = shapes().game
    for number, face in enumerate(counter_faces(game), 1):
        if not isinstance(face.counter, Unit):
            # Flags stand on screens in place of control markers.
            continue
        wide, high = counter_size(game, face.counter, face.index)
        canvas = SvgCanvas(wide, high)
        piece = CounterCopy(number, face.counter, face.index, None)
        draw_face(canvas, game, PrintSettings(), piece, face.index, Box(0, 0, wide, high), 0.0)
        assert canvas.to_svg() == counter_face_svg(game, face, CLASSIC), face.file


def test_sheets_and_other_tables_have_the_backs_of_the_game_s_layout() -> None:
    game = shapes().game
    informed = replace(game, counters=replace(game.counters, back_layout="informative"))
    canvas = RecordingCanvas()
    piece = CounterCopy(1, game.counters.unit(UnitId("red-1")), 0, None)
    draw_face(canvas, informed, PrintSettings(), piece, None, Box(0, 0, 30, 15), 0.0)
    assert "Mikasa" in [text.text for text in canvas.texts]
