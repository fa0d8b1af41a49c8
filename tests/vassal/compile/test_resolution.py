"""The board's pixels follow from counters and hexes, and everything that lies on it follows the board."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.counters.counter_background import DESIGN
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.sheet.board_resolution import resolution_for
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.vassal.codec.buildfile.buildfile_parser import parse
from hexwright.vassal.codec.buildfile.components import (
    Board,
    CounterDetailViewer,
    GameModule,
    HexGrid,
    Map,
    PieceSlot,
    Zoomer,
)
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.traits import BasicPiece, Layer, MarkWhenMoved
from hexwright.vassal.module import moved_mark
from hexwright.vassal.module.board_positions import BoardPositions
from tests.bench.large_game import COUNTER_MM, HEX_MM, SLUG, Large
from tests.vassal.compile.games import GAMES, compiled_game, game, plan, saved

HEX = HexId("1217")


def sized(root: Path, columns: int, rows: int) -> tuple[Game, SheetPlan]:
    """Return a game of a size, with its sheet."""
    loaded = load_game(Large(columns=columns, rows=rows, units=8).write(root), SLUG).game
    return loaded, plan_sheet(loaded)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_small_map_is_as_crisp_as_its_counters(slug: str) -> None:
    assert resolution_for(game(slug), plan(slug)).counter == 150


@pytest.mark.parametrize(
    ("columns", "rows", "counter"), [(20, 12, 150), (60, 43, 75), (80, 50, 75), (120, 80, 50)]
)
def test_a_larger_map_has_fewer_pixels(tmp_path: Path, columns: int, rows: int, counter: int) -> None:
    made, sheet = sized(tmp_path, columns, rows)
    found = resolution_for(made, sheet)
    assert found.counter == counter
    assert found.pixels(COUNTER_MM) == counter
    assert found.px_per_mm**2 * sheet.width * sheet.height < 90_000_000


def test_pieces_and_signs_on_a_large_board_have_its_scale(tmp_path: Path) -> None:
    made, sheet = sized(tmp_path, 40, 26)
    places = BoardPositions(made, sheet)
    module = compiled_game(made, sheet)
    build = parse(module.build_file)
    assert isinstance(build, GameModule)
    main = next(found for found in build.iter() if isinstance(found, Map) and found.map_name == "Map")
    [board] = [found for found in main.iter() if isinstance(found, Board)]
    assert (board.width, board.height) == (places.size.x, places.size.y)
    [height] = {found.dy for found in build.iter() if isinstance(found, HexGrid)}
    assert height == pytest.approx(HEX_MM * 75 / COUNTER_MM)
    assert {(found.width, found.height) for found in build.iter() if isinstance(found, PieceSlot)} == {
        (75, 75)
    }
    [zoom] = [found for found in main.iter() if isinstance(found, Zoomer)]
    # The engine counts from the largest, in whatever order they are written.
    levels = sorted(map(float, zoom.zoom_levels.split(",")), reverse=True)
    assert levels[int(zoom.zoom_start) - 1] == 0.8
    viewers = [found for found in build.iter() if isinstance(found, CounterDetailViewer)]
    assert {found.graphics_zoom for found in viewers} == {120 / 75}
    pieces = [part.piece for part in saved(module, "day-01.vsav") if isinstance(part, AddPiece)]
    units = [piece for piece in pieces if piece.all(MarkWhenMoved)]
    assert len(units) == 16
    for unit in units:
        assert isinstance(unit.basic, BasicPiece)
        assert next(layer for layer in unit.all(Layer) if "png" in str(layer.images)).scale == 0.5
        assert unit.all(MarkWhenMoved) == (moved_mark.moved_mark_trait(places),)
    assert {(p.basic.x, p.basic.y) for p in units if isinstance(p.basic, BasicPiece)} == {
        (spot.x, spot.y) for hex_id, _ in made.scenarios[0].setup.standing for spot in (places.hex(hex_id),)
    }
    edge = round(places.moved_mark.across / DESIGN * 75)
    assert f'width="{edge}" height="{edge}"'.encode() in module.files["images/moved.svg"]


def test_the_boards_picture_has_few_colours_and_shows_the_same() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
        '<rect width="40" height="20" fill="#f1e7cf"/><circle cx="9" cy="14" r="4" fill="#b4231a"/>'
        '<path d="M0 3L40 17" stroke="#265a8c" stroke-width="2"/></svg>'
    )
    made = board_picture(svg, 400)
    assert made == board_picture(svg, 400)
    with Image.open(io.BytesIO(made)) as picture:
        assert (picture.mode, picture.size) == ("P", (400, 200))
        shown = picture.convert("RGB")
    assert [shown.getpixel(at) for at in ((390, 5), (200, 100), (90, 140))] == [
        (0xF1, 0xE7, 0xCF),
        (0x26, 0x5A, 0x8C),
        (0xB4, 0x23, 0x1A),
    ]
