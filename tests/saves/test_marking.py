"""What the module draws upon its map is drawn on pictures of saved games: whose hexes of networks are."""

from __future__ import annotations

import io
from dataclasses import replace

from PIL import Image

from hexwright.geometry.hex_board import Hexes
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.network_marks.line_stretches import line_stretches
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.svg_raster import rasterise
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.saves.network_mark_drawing import NetworkMarkDrawing
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.rules.games_with_railways import SCENARIO, railway

PX = 1600
PAPER, INK = (255, 252, 244), (25, 20, 15)


def position(found: Game, serving: tuple[Hexes, ...] | None) -> LogPosition:
    """Return a saved game of a position in which some hexes serve Blue and others Red."""
    kernel = RulesEngine(found, SCENARIO)
    state = build_state(kernel, ("0303 blue-1", "0903 red-1"), phase="blue-movement", turn=2)
    state = state if serving is None else replace(state, serving_hexes=serving)
    return LogPosition(SavedGameFile.read(SavedGameWriter(found, plan_sheet(found))(kernel, state)))


def colours(found: Game, svg: str) -> dict[HexId, set[tuple[int, ...]]]:
    """Return the colours that are drawn near the middle of the line, by hex; none where nothing is."""
    sheet = plan_sheet(found)
    with Image.open(io.BytesIO(rasterise(svg, PX))) as drawn:
        picture = drawn.convert("RGBA")
    scale, shown = PX / sheet.width, {}
    for hex_id, one in line_stretches(found, sheet).items():
        x, y = round(one.middle.x * scale), round(one.middle.y * scale)
        box = picture.crop((x - 6, y - 6, x + 7, y + 7))
        shown[hex_id] = {
            c[:3] for _, c in box.getcolors(1 << 10) or () if isinstance(c, tuple) and c[3] == 255
        }
    return {hex_id: some for hex_id, some in shown.items() if some}


def accent(found: Game, side: str) -> tuple[int, ...]:
    """Return a side's colour."""
    return tuple(bytes.fromhex(found.info.side(SideId(side)).classic.accent.lstrip("#")))


def test_cut_hexes_and_those_that_have_come_to_serve_one_side_are_drawn() -> None:
    found = railway()
    board = RulesEngine(found, SCENARIO).setting.board
    road = sorted(line_stretches(found, plan_sheet(found)))
    mine, cut = board.bits(road[:2]), board.bits(road[2:4])
    every = board.bits(road)
    svg = NetworkMarkDrawing(HexwrightGame(found)).draw_marks(
        position(found, (every & ~cut, every & ~cut & ~mine))
    )
    shown = colours(found, svg)
    assert set(shown) == set(road[:4]), "hexes that serve both as they did bear no mark"
    for hex_id in road[:2]:
        assert accent(found, "blue") in shown[hex_id]
    for hex_id in road[2:4]:
        assert {PAPER, INK} <= shown[hex_id]


def test_nothing_is_drawn_where_nothing_changed_or_the_position_is_of_another_game() -> None:
    found = railway()
    drawn = NetworkMarkDrawing(HexwrightGame(found)).draw_marks
    assert not colours(found, drawn(position(found, None)))
    [scenario] = found.scenarios
    other = replace(found, scenarios=(replace(scenario, id="another"),))
    assert NetworkMarkDrawing(HexwrightGame(other)).draw_marks(position(found, None)) == ""
