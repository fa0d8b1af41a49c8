"""`slim --scale` scales a module so that each piece stays on its hex."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.analysis.module_view import open_module
from hexwright.makers.scaled_pictures import scaled_picture
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.commands import BoardChoice, SetBoards
from hexwright.vassal.codec.hex_grid_cells import HexGridCells
from hexwright.vassal.codec.module_archive import Archive
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.makers.small_wargame import PLAIN, Placed, Wargame, hex_board, picture, write_wargame

Told = pytest.CaptureFixture[str]
CELLS = HexGridCells(40, 40, PLAIN["dx"], PLAIN["dy"], sideways=False)
ZONE = "360,10;470,10;470,90;360,90"


def _slot(gpid: str, name: str, *traits: Any) -> Component:
    made = c.PieceSlot.new(entry_name=name, gpid=gpid, width=30, height=30)
    basic = t.BasicPiece(image="fort.png", name=name, gpid=gpid)
    made.body = AddPiece(GamePiece.of(basic, *traits)).encode()
    return made


def _traits() -> Sequence[Any]:
    return (
        t.TextLabel(size=12, vertical_offset=8, label="A"),
        t.Layer.of("Mark", ("red.png",), x_offset=10, y_offset=-20),
        t.SendToLocation(map="Main", x="95", y="72"),
        t.MoveFixedDistance(right="0", up="64"),
        t.NonRectangular(shape="d M -10.0 20.0 L 4.0 6.0 Z N fort.png"),
        t.SendToLocation(map="Main", x="{CurrentX + 5}", y="0"),
    )


def _module(folder: Path, **more: Any) -> Path:
    stack = CELLS.centre(3, 2)
    palette = c.PieceWindow.new(c.ListWidget.new(_slot("20", "Sender", *_traits())))
    start = c.SetupStack.new(_slot("21", "Tower"), name="Tower", owning_board="Field", x=420, y=40)
    window = c.Map.new(
        c.BoardPicker.new(c.Board.new(name="Cards", image="cards.png")), start, map_name="Table"
    )
    game: Mapping[str, Any] = {
        "placed": [
            Placed("Blue 1", *CELLS.centre(1, 1), level=2),
            Placed("Fort", *CELLS.centre(6, 4)),
            Placed("Blue 2", 400, 50),
        ],
        "stacked": [[Placed("Red 1", *stack), Placed("Red 2", *stack, level=2)]],
        "zones": [c.Zone.new(name="Reserve", path=ZONE)],
        "more": [palette, window],
        "entries": {"images/cards.png": picture(200, 100, "green")},
        **more,
    }
    return write_wargame(folder, Wargame(**game))


def _scaled(module: Path, factor: float, *options: str) -> Path:
    out = module.with_name("scaled.vmod")
    command = ["slim", str(module), "--scale", str(factor), "--no-pack", "--out", str(out), *options]
    assert run(command) == ExitCode.OK
    return out


def _sizes(module: Path) -> dict[str, tuple[int, int]]:
    with Archive(module) as archive:
        pictures = [name for name in archive.names if name.startswith("images/")]
        return {name[7:]: Image.open(io.BytesIO(archive.read(name))).size for name in pictures}


def _spots(module: Path, name: str = "spring.vsav") -> list[tuple[str, int, int]]:
    with Archive(module) as archive:
        position = LogPosition(SavedGameFile.read(archive.read(name)))
    return [lying.spot for lying in position.pieces.values()]


def _traits_of(module: Path, gpid: str) -> dict[type, Any]:
    with open_module([module]) as view:
        (design,) = (one for one in view.pieces if one.gpid == gpid)
        return {type(placed.trait): placed.trait for placed in design.traits}


@pytest.mark.parametrize("factor", [0.5, 0.37, 1.6])
def test_boards_grids_and_places_are_scaled_together(factor: float, tmp_path: Path, capsys: Told) -> None:
    module = _module(tmp_path)
    out = _scaled(module, factor)
    told = capsys.readouterr().out
    assert f"scaled by {factor:g}: 2 boards, " in told
    assert "not scaled: the distance '{CurrentX + 5}': change it by hand" in told
    assert "another location name" not in told
    assert _sizes(out)["board.png"] == (round(480 * factor), round(400 * factor))
    assert _sizes(out)["red.png"] == (round(36 * factor),) * 2
    with open_module([out]) as view:
        (grid,) = (node.component for node in view.all(c.HexGrid))
        (zone,) = (node.component for node in view.all(c.Zone))
        (start,) = (node.component for node in view.all(c.SetupStack))
    assert isinstance(grid, c.HexGrid)
    assert grid.x0 == round(40 * factor)
    assert grid.dy == pytest.approx(64 * factor)
    assert zone.get("path", "").split(";")[0] == f"{round(360 * factor)},{round(10 * factor)}"
    assert (start.get("x"), start.get("y")) == (str(round(420 * factor)), str(round(40 * factor)))
    cells = HexGridCells(grid.x0, grid.y0, grid.dx, grid.dy, sideways=False)
    want = [cells.centre(1, 1), cells.centre(6, 4), (round(400 * factor), round(50 * factor))]
    assert _spots(out) == [("Main", *spot) for spot in (*want, cells.centre(3, 2), cells.centre(3, 2))]


def test_traits_are_scaled_and_the_drawing_of_pieces_only_if_it_is_wanted(tmp_path: Path) -> None:
    module = _module(tmp_path)
    halved = _traits_of(_scaled(module, 0.5), "20")
    kept = _traits_of(_scaled(module, 0.5, "--keep-pieces"), "20")
    assert _sizes(tmp_path / "scaled.vmod")["fort.png"] == (30, 30)
    for traits in (halved, kept):
        assert traits[t.MoveFixedDistance].up == "32"
    assert (halved[t.TextLabel].size, kept[t.TextLabel].size) == (6, 12)
    assert (halved[t.Layer].y_offset, kept[t.Layer].y_offset) == (-10, -20)
    assert halved[t.NonRectangular].shape == "d M -5.00 10.00 L 2.00 3.00 Z N fort.png"


def test_boards_beside_each_other_keep_their_pieces(tmp_path: Path) -> None:
    picker = c.BoardPicker.new(hex_board(Wargame(), "West"), hex_board(Wargame(), "East"))
    picker.setup = SetBoards("Wide", (BoardChoice("West"), BoardChoice("East", column=1)))
    window = c.Map.new(picker, map_name="Wide", edge_width=7, edge_height=9)
    spots = [(x + left, y + 9) for x, y in (CELLS.centre(2, 2), CELLS.centre(5, 3)) for left in (7, 487)]
    placed = [Placed("Fort", *spot, map="Wide") for spot in (*spots, (3, 4))]
    module = _module(tmp_path, more=[window], placed=placed, stacked=[])
    out = _scaled(module, 0.45)
    cells = HexGridCells(18, 18, PLAIN["dx"] * 0.45, PLAIN["dy"] * 0.45, sideways=False)
    want = [(x + left, y + 4) for x, y in (cells.centre(2, 2), cells.centre(5, 3)) for left in (3, 219)]
    assert _spots(out) == [("Wide", *spot) for spot in (*want, (1, 2))]


@pytest.mark.parametrize("first", [60, 61])
def test_regions_beside_each_other_stay_apart(first: int, tmp_path: Path) -> None:
    named = [("Fleet", first), ("Port", first + 1), ("Fleet again", first)]
    regions = [c.Region.new(name=name, originx=80, originy=y) for name, y in named]
    board = c.Board.new(c.RegionGrid.new(*regions), name="Sea", image="board.png")
    window = c.Map.new(c.BoardPicker.new(board), map_name="Sea")
    with open_module([_scaled(_module(tmp_path, more=[window]), 0.5)]) as view:
        points = [(one.component.get("originx"), one.component.get("originy")) for one in view.all(c.Region)]
    assert points[0] == ("40", str(round(first / 2)))
    assert points[0] == points[2] != points[1]


def test_a_saved_game_is_scaled_with_the_module(tmp_path: Path) -> None:
    module = _module(tmp_path)
    game = tmp_path / "game.vsav"
    with Archive(module) as archive:
        game.write_bytes(archive.read("spring.vsav"))
    folder = tmp_path / "new"
    folder.mkdir()
    out = folder / "scaled.vmod"
    command = ["slim", str(module), "--scale", "0.5", "--save", str(game), "--out", str(out)]
    assert run([*command, "--no-pack"]) == ExitCode.OK
    with Archive(out) as archive:
        assert (folder / "game.vsav").read_bytes() == archive.read("spring.vsav")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--scale", "9"), "--scale is a factor from 0.1 to 4"),
        (("--keep-pieces",), "--keep-pieces and --save concern --scale"),
    ],
)
def test_impossible_options_are_refused(
    options: tuple[str, ...], words: str, tmp_path: Path, capsys: Told
) -> None:
    module = _module(tmp_path)
    assert run(["slim", str(module), "--dry-run", *options]) == ExitCode.USAGE
    assert words in " ".join(capsys.readouterr().err.replace("│", " ").split())


def test_a_board_that_cant_be_scaled_is_named_and_nothing_written(tmp_path: Path, capsys: Told) -> None:
    module = _module(tmp_path, entries={"images/cards.png": b"no picture"})
    out = tmp_path / "scaled.vmod"
    command = ["slim", str(module), "--scale", "0.5", "--no-pack", "--out", str(out)]
    assert run(command) == ExitCode.FINDINGS
    assert "error[J011]: the picture 'cards.png' of the board can't be scaled" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(("mode", "form"), [("P", "GIF"), ("L", "PNG"), ("RGBA", "PNG"), ("RGB", "JPEG")])
def test_a_picture_keeps_its_format(mode: str, form: str) -> None:
    buffer = io.BytesIO()
    Image.new(mode, (40, 21)).save(buffer, form)
    made = scaled_picture(f"a.{form.lower()}", buffer.getvalue(), 0.5)
    assert made is not None
    with Image.open(io.BytesIO(made)) as picture_:
        assert (picture_.format, picture_.size) == (form, (20, 10))


def test_a_drawing_gets_another_size_and_shows_the_same() -> None:
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20" viewBox="0 0 60 40"><g/></svg>'
    )
    made = scaled_picture("a.svg", drawing, 0.5) or b""
    assert b'width="15mm" height="10" viewBox="0 0 60 40"' in made
    plain = (
        scaled_picture("a.svg", drawing.replace(b'viewBox="0 0 60 40"', b"").replace(b"mm", b""), 2) or b""
    )
    assert b'width="60" height="40" viewBox="0 0 30 20"' in plain
    assert scaled_picture("a.svg", b"<svg", 2) is None


@pytest.mark.engine
@pytest.mark.parametrize("factor", [0.5, 1.6])
def test_every_piece_is_on_its_hex_in_the_engine(factor: float, tmp_path: Path) -> None:
    module = _module(tmp_path)
    found = []
    for path in (module, _scaled(module, factor)):
        with Engine(path) as engine:
            engine.start("Spring")
            found.append(sorted((p.name, p.map, p.location, p.index) for p in engine.pieces()))
            assert not [problem for problem in engine.take_problems() if problem.level == "error"]
    assert found[0] == found[1]
    assert {place for _, _, place, _ in found[0]} >= {"0202", "0403", "0705", "Reserve"}
