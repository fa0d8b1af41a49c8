"""A module of others as a project: its hexes, pieces and set-ups are where and what they were."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.codec.hex_grid_cells import HexGridCells
from hexwright.vassal.codec.module_archive import Archive
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.board_positions import BoardPositions
from tests.makers.imported_spots import board_spots
from tests.makers.small_wargame import (
    FROM_ONE,
    PLAIN,
    SIZE,
    Placed,
    Wargame,
    hex_board,
    picture,
    wargame_entries,
    write_wargame,
)
from tests.vassal.engine.conftest import module_with_plain_pictures

Told = pytest.CaptureFixture[str]
SLUG = "small-war"


def imported(folder: Path, game: Wargame, *options: str) -> Path:
    """Import a small wargame, and return the project's folder."""
    folder.mkdir(exist_ok=True)
    project = folder / "project"
    assert run(["import", str(write_wargame(folder, game)), str(project), *options]) == ExitCode.OK
    return project


def loaded(project: Path) -> Game:
    """Return the imported game; it has no errors."""
    return load_game(Project(project), SLUG).game


def cells_of(grid: Mapping[str, Any]) -> HexGridCells:
    return HexGridCells(grid["x0"], grid["y0"], grid["dx"], grid["dy"], bool(grid.get("sideways")))


def spot(grid: Mapping[str, Any], column: int, row: int) -> tuple[int, int]:
    return cells_of(grid).centre(column, row)


SIDEWAYS = {**PLAIN, "sideways": True}
NUMBERINGS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any], str]] = {
    "plain": (PLAIN, FROM_ONE, "0302"),
    "first column beside the map": ({**PLAIN, "x0": -19}, {**FROM_ONE, "h_off": 0}, "0202"),
    "sideways": (SIDEWAYS, FROM_ONE, "0302"),
    "rows first": (PLAIN, {**FROM_ONE, "first": "V"}, "0203"),
    "letters": (PLAIN, {**FROM_ONE, "h_type": "A", "h_off": 0, "v_leading": 0}, "C2"),
    "letters doubled past Z": (PLAIN, {**FROM_ONE, "h_type": "A", "h_off": 25, "sep": "-"}, "BB-02"),
    "rows from below": (PLAIN, {**FROM_ONE, "v_descend": True}, "0307"),
    "columns from the right": (PLAIN, {**FROM_ONE, "h_descend": True}, "0702"),
    "staggered": (PLAIN, {**FROM_ONE, "stagger": True}, "0302"),
    "sideways, staggered, from below": (
        SIDEWAYS,
        {**FROM_ONE, "stagger": True, "v_descend": True, "h_off": 0},
        "0502",
    ),
    "with a text": (PLAIN, {**FROM_ONE, "location_format": "M$gridLocation$"}, "M0302"),
    "negative beside the map": ({**PLAIN, "x0": -15}, {**FROM_ONE, "h_off": -1}, "0102"),
}


@pytest.mark.parametrize("case", NUMBERINGS)
def test_hexes_have_the_module_s_numbers(case: str, tmp_path: Path, capsys: Told) -> None:
    grid, numbering, name = NUMBERINGS[case]
    placed = [Placed("Red 1", *spot(grid, 2, 1)), Placed("Blue 1", *spot(grid, 3, 3), level=2)]
    game = loaded(imported(tmp_path, Wargame(grid, numbering, placed=placed)))
    assert "numbers" not in capsys.readouterr().out
    assert game.scenarios[0].setup.placement[name] == ("red-1",)  # type: ignore[index]


def test_the_grid_of_a_zone_counts_from_the_zone_s_end(tmp_path: Path, capsys: Told) -> None:
    numbering = {**FROM_ONE, "v_descend": True}
    placed = [Placed("Red 1", *spot(PLAIN, 2, 1))]
    zone = "10,10;470,10;470,290;10,290"
    game = loaded(imported(tmp_path, Wargame(PLAIN, numbering, grid_zone=zone, placed=placed)))
    assert "numbers" not in capsys.readouterr().out
    # VASSAL has 280 / 55.4 rows in the zone, so the second is 5 - 1, and numbers begin with 1.
    assert dict(game.scenarios[0].setup.placement) == {"0305": ("red-1",)}


@pytest.mark.parametrize("numbering", [{**FROM_ONE, "h_off": -3}, {**FROM_ONE, "sep": " / "}, None], ids=str)
def test_numbers_that_a_game_cant_have_are_told_and_replaced(
    numbering: Mapping[str, Any] | None, tmp_path: Path, capsys: Told
) -> None:
    placed = [Placed("Red 1", *spot(PLAIN, 0, 0))]
    game = loaded(imported(tmp_path, Wargame(PLAIN, numbering, placed=placed)))
    assert "hexes have" in capsys.readouterr().out
    # Each column begins with a hex whose centre is just on the board, in the odd columns.
    assert dict(game.scenarios[0].setup.placement) == {"0102": ("red-1",)}


GRIDS: Mapping[str, Mapping[str, Any]] = {
    "regular": PLAIN,
    "sideways": SIDEWAYS,
    "fractions of pixels": {"dx": 47.3, "dy": 54.62, "x0": 11, "y0": 7},
    "wide hexes": {"dx": 64.0, "dy": 60.0, "x0": 30, "y0": 30},
}


@pytest.mark.parametrize("case", GRIDS)
def test_each_hex_of_the_board_is_where_the_picture_has_it(case: str, tmp_path: Path) -> None:
    grid = GRIDS[case]
    placed = [Placed("Red 1", *spot(grid, 1, 1)), Placed("Blue 2", *spot(grid, 4, 3))]
    game = loaded(imported(tmp_path, Wargame(grid, placed=placed)))
    places, spots = BoardPositions(game, plan_sheet(game)), board_spots(game, SIZE)
    at = {str(unit): places.hex(hex_id) for hex_id, unit in game.scenarios[0].setup.standing}
    for one, unit in zip(placed, ("red-1", "blue-2"), strict=True):
        want = spots(one.x, one.y)
        assert abs(at[unit].x - want.x) <= 4
        assert abs(at[unit].y - want.y) <= 4


def test_faces_sides_and_figures_come_with_the_pieces(tmp_path: Path) -> None:
    placed = [Placed("Red 1", *spot(PLAIN, 2, 1)), Placed("Blue 1", *spot(PLAIN, 3, 3), level=2)]
    project = imported(tmp_path, Wargame(placed=placed))
    game = loaded(project)
    assert [side.name for side in game.info.sides] == ["Red", "Blue"]
    unit = game.counters.unit("blue-1")  # type: ignore[arg-type]
    assert (unit.side, unit.name, [(s.strength, s.ma) for s in unit.steps]) == (
        "blue",
        "Blue 1",
        [(4, 3)] * 2,
    )
    front, back = (Image.open(project / "art" / SLUG / step.picture).getpixel((9, 9)) for step in unit.steps)
    assert (front, back) == ((48, 96, 192), (240, 240, 240))
    assert game.scenarios[0].shown_step(unit.id) == 2
    assert [marker.name for marker in game.counters.markers] == ["Fort"]
    assert set(game.scenarios[0].unused_units) == {"red-2", "blue-2"}


def test_the_picture_of_a_mask_is_the_back_of_a_counter_with_one_face(tmp_path: Path) -> None:
    scout = c.PieceSlot.new(entry_name="Red Scout", gpid="6")
    basic = t.BasicPiece(image="scout.png", name="Red Scout", gpid="6")
    scout.body = AddPiece(GamePiece.of(basic, t.Mask(image="hidden.png"))).encode()
    entries = {f"images/{name}.png": picture(30, 30, "#456") for name in ("scout", "hidden")}
    project = imported(tmp_path, Wargame(more=[c.PieceWindow.new(scout)], entries=entries))
    unit = loaded(project).counters.unit("red-scout")  # type: ignore[arg-type]
    assert (unit.steps[0].picture, unit.back_picture) == ("scout.png", "hidden.png")


def test_copies_of_a_piece_and_the_order_of_a_stack_stay(tmp_path: Path) -> None:
    at = spot(PLAIN, 2, 2)
    stack = [Placed("Red 1", *at), Placed("Red 2", *at), Placed("Red 1", *at)]
    game = loaded(imported(tmp_path, Wargame(stacked=[stack])))
    assert game.scenarios[0].setup.placement["0303"] == ("red-1", "red-2", "red-1-2")  # type: ignore[index]


def test_markers_stay_in_their_hexes_and_units_off_the_hexes_go_to_the_box_of_their_zone(
    tmp_path: Path, capsys: Told
) -> None:
    pool = c.Zone.new(name="Pool", path="300,0;480,0;480,400;300,400")
    placed = [
        Placed("Fort", *spot(PLAIN, 1, 2)),
        Placed("Fort", 350, 60),
        Placed("Red 1", 350, 60),
        Placed("Blue 1", *spot(PLAIN, 1, 1)),
    ]
    game = loaded(imported(tmp_path, Wargame(zones=[pool], placed=placed)))
    setup = game.scenarios[0].setup
    assert dict(setup.markers) == {"0203": ("fort",)}
    assert dict(setup.placement) == {"0202": ("blue-1",)}
    assert [(held.units, held.box) for held in setup.in_boxes] == [(("red-1",), "pool")]
    box = game.hexmap.boxes[0]
    assert (box.name, box.on_scan) == ("Pool", (300, 0, 480, 400))
    area = plan_sheet(game).boxes[box.id]
    field = plan_sheet(game).field
    assert field.x <= area.x < area.right <= field.right
    assert "marker of a set-up left out" in capsys.readouterr().out


def test_the_built_module_has_the_markers_of_a_set_up_in_their_hexes(tmp_path: Path) -> None:
    placed = [Placed("Fort", *spot(PLAIN, 1, 2)), Placed("Red 1", *spot(PLAIN, 1, 1))]
    game = loaded(imported(tmp_path, Wargame(placed=placed)))
    built = module_with_plain_pictures(game, tmp_path / "built.vmod")
    with Archive(built) as archive:
        position = LogPosition(SavedGameFile.read(archive.read("spring.vsav")))
    want = BoardPositions(game, plan_sheet(game)).hex(HexId("0203"))
    assert [p.spot for p in position.pieces.values() if p.name == "Fort"] == [("Map", want.x, want.y)]


def test_units_of_two_sides_in_a_hex_are_told(tmp_path: Path, capsys: Told) -> None:
    at = spot(PLAIN, 2, 2)
    stack = [Placed("Red 1", *at), Placed("Blue 1", *at), Placed("Red 2", *at)]
    game = loaded(imported(tmp_path, Wargame(stacked=[stack])))
    assert game.scenarios[0].setup.placement["0303"] == ("red-1", "red-2")  # type: ignore[index]
    assert "Spring' / Blue 1 in 0303" in capsys.readouterr().out


def test_of_two_maps_that_with_more_pieces_is_kept_and_cards_are_told(tmp_path: Path, capsys: Told) -> None:
    empty = Wargame()
    other = c.Map.new(
        c.BoardPicker.new(hex_board(empty, "Sea", "sea.png")),
        c.DrawPile.new(_card(), name="Events"),
        map_name="Other",
    )
    placed = [Placed("Red 1", *spot(PLAIN, 2, 1))]
    entries = {"images/sea.png": picture(900, 900, "#4060a0"), "images/card.png": picture(50, 70, "#fff")}
    game = loaded(imported(tmp_path, Wargame(placed=placed, more=[other], entries=entries)))
    told = capsys.readouterr().out
    assert "map left out: a game has one map with hexes\n  small-war.vmod!Other" in told
    assert "deck left out\n  small-war.vmod!Other / Deck 'Events'" in told
    assert len(game.scenarios[0].setup.standing) == 1
    assert not any(unit.name == "Ambush" for unit in game.counters.units)


def _card() -> c.CardSlot:
    made = c.CardSlot.new(entry_name="Ambush", gpid="90")
    made.body = AddPiece(GamePiece.of(t.BasicPiece(image="card.png", name="Ambush", gpid="90"))).encode()
    return made


def test_boards_side_by_side_become_one_picture(tmp_path: Path) -> None:
    boards = (BoardChoice("Field"), BoardChoice("Field", column=1))
    grid = {"dx": 48.0, "dy": 55.42562584220407, "x0": 24, "y0": 30}
    right = spot(grid, 12, 2)
    placed = [Placed("Red 1", *spot(grid, 1, 1)), Placed("Blue 1", *right)]
    project = imported(tmp_path, Wargame(grid, None, placed=placed, boards=boards))
    game = loaded(project)
    with Image.open(project / "art" / SLUG / game.hexmap.picture) as whole:
        assert whole.size == (2 * SIZE[0], SIZE[1])
    assert len(game.scenarios[0].setup.standing) == 2


def test_set_ups_with_other_boards_become_a_game_of_their_own(tmp_path: Path, capsys: Told) -> None:
    grid = {"dx": 48.0, "dy": 55.42562584220407, "x0": 24, "y0": 30}
    wide = [Placed("Red 1", *spot(grid, 12, 2)), Placed("Blue 1", *spot(grid, 2, 2))]
    boards = (BoardChoice("Field"), BoardChoice("Field", column=1))
    winter = wargame_entries(Wargame(grid, None, placed=wide, boards=boards))["spring.vsav"]
    more = [c.PredefinedSetup.new(name="Winter", file="winter.vsav")]
    placed = [*(Placed("Red 1", *spot(grid, 1, n)) for n in (1, 2)), Placed("Blue 1", *spot(grid, 3, 1))]
    game = Wargame(grid, None, placed=placed, more=more, entries={"winter.vsav": winter})
    assert [one.title for one in loaded(imported(tmp_path / "all", game)).scenarios] == ["Spring"]
    assert "it has other boards; import it alone with --only" in capsys.readouterr().out
    project = imported(tmp_path / "winter", game, "--only", "wint")
    (only,) = loaded(project).scenarios
    assert (only.title, len(only.setup.standing)) == ("Winter", 2)
    module = str(tmp_path / "all" / "small-war.vmod")
    assert run(["import", module, str(tmp_path / "none"), "--only", "autumn"]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "no set-up has 'autumn' in its name" in told
    assert "the set-ups are 'Winter' and 'Spring'" in told


def test_turns_phases_and_chart_pictures_are_carried_over(tmp_path: Path) -> None:
    phases = c.ListTurnLevel.new(list=("Red Movement", "Red Combat", "Blue Movement", "Blue Combat"))
    turn = c.CounterTurnLevel.new(phases, start=1, incr=1, loop=True, loop_limit=7)
    charts = c.ChartWindow.new(c.Chart.new(chart_name="Combat", file_name="crt.png"), name="Charts")
    entries = {"images/crt.png": picture(200, 120, "#eee")}
    game = loaded(imported(tmp_path, Wargame(more=[c.TurnTracker.new(turn), charts], entries=entries)))
    assert [one.turn for one in game.charts.turn_tracks[0].turns] == [1, 2, 3, 4, 5, 6, 7]
    sequence = [(phase.name, phase.side, phase.kind) for phase in game.rules.sequence]
    assert sequence[0] == ("Red Movement", "red", "movement")
    assert sequence[3] == ("Blue Combat", "blue", "combat")
    assert [(card.name, card.picture) for card in game.charts.pictures] == [("Combat", "combat.png")]


def test_the_same_module_gives_the_same_files(tmp_path: Path) -> None:
    placed = [Placed("Red 1", *spot(PLAIN, 2, 1))]
    one, two = (imported(tmp_path / name, Wargame(placed=placed)) for name in ("one", "two"))
    files = {path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()}
    assert files == {path.relative_to(two): path.read_bytes() for path in two.rglob("*") if path.is_file()}


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: Told) -> None:
    project = imported(tmp_path, Wargame(), "--dry-run")
    assert "small-war: " in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["small-war.vmod"]
    assert not project.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"grid": {**PLAIN, "dx": 1.5, "dy": 1.7}}, "J011"),
        ({"entries": {"images/board.png": b"no picture"}}, "J011"),
        ({"entries": {"buildFile.xml": b"<no"}}, "V002"),
    ],
    ids=["tiny hexes", "a board that can't be read", "a build file that can't be read"],
)
def test_a_module_that_cant_become_a_game_leaves_nothing(
    change: Mapping[str, Any], code: str, tmp_path: Path, capsys: Told
) -> None:
    module = write_wargame(tmp_path, dataclasses.replace(Wargame(), **change))
    assert run(["import", str(module), str(tmp_path / "project")]) == ExitCode.FINDINGS
    assert code in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["small-war.vmod"]


def test_a_folder_with_files_is_kept(tmp_path: Path, capsys: Told) -> None:
    module = write_wargame(tmp_path, Wargame())
    project = tmp_path / "project"
    project.mkdir()
    (project / "mine.txt").write_text("mine")
    assert run(["import", str(module), str(project)]) == ExitCode.FINDINGS
    assert "J003" in capsys.readouterr().err
    assert [path.name for path in project.iterdir()] == ["mine.txt"]
