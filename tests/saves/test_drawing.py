"""Positions and logs drawn with the pictures of their module."""

from __future__ import annotations

import io
import os
import shutil
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.cli.commands.saved_game_inputs import open_log_module
from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.ids import HexId
from hexwright.saves import log_story, position_drawing
from hexwright.saves.change_sentences import HexwrightNames
from hexwright.saves.film_encoding import encode_film
from hexwright.saves.position_drawing import PositionDrawing, picture_parts
from hexwright.vassal.codec import module_archive
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.saves.own_games import ours
from tests.saves.recording import MOSCOW, recorded
from tests.tiers import sampled
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import blank, write_module

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the module of Battle for Moscow with a plain board and red counters."""
    path = write_module(game(MOSCOW), MOSCOW, tmp_path_factory.mktemp("drawn") / "moscow.vmod")
    with module_archive.Archive(path) as opened:
        files = {name: opened.read(name) for name in opened.names}
    red = io.BytesIO()
    Image.new("RGBA", (150, 150), (200, 0, 0, 255)).save(red, "PNG")
    plain = blank(150, 150)
    path.write_bytes(
        module_archive.zip_entries({name: red.getvalue() if d == plain else d for name, d in files.items()})
    )
    return path


def log() -> SavedGameFile:
    """Return the recorded log."""
    return SavedGameFile.read(recorded("by-hand.vlog"))


def shown(drawn: PositionDrawing, picture: Image.Image, hex_id: str) -> tuple[int, ...]:
    """Return the colour in the middle of a hex."""
    spot = ours(MOSCOW).places.hex(HexId(hex_id))
    found = picture.getpixel((round(spot.x * drawn.scene.scale), round(spot.y * drawn.scene.scale)))
    assert isinstance(found, tuple)
    return found


def test_counters_are_drawn_where_they_lie_and_go_with_the_log(module: Path) -> None:
    game_file = log()
    position = LogPosition(game_file)
    drawn = PositionDrawing(open_log_module(module), position, 800)
    before = drawn.draw(position)
    assert before.width == 800
    assert shown(drawn, before, "0202") == (200, 0, 0)
    assert shown(drawn, before, "1204")[:3] != (200, 0, 0)
    for step in game_file.steps:
        deed = position.step(step)
    after = drawn.draw(position, deed.before)
    assert shown(drawn, after, "0202") != (200, 0, 0)
    assert shown(drawn, after, "0302") == (200, 0, 0)
    lit = [colour for colour in (after.getcolors(1 << 24) or ()) if colour[1] == (255, 196, 0)]
    assert lit
    assert not [c for c in (before.getcolors(1 << 24) or ()) if c[1] == (255, 196, 0)]


def test_drawings_of_scripts_lie_over_the_board_and_below_the_counters(module: Path) -> None:
    position = LogPosition(log())
    shape = '<path d="M0 0h1v1h-1z" fill="#00ff00"/>'
    green = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{shape}</svg>'
    drawn = PositionDrawing(open_log_module(module), position, 800, marked=lambda _: green)
    picture = drawn.draw(position)
    assert shown(drawn, picture, "0202") == (200, 0, 0)
    assert shown(drawn, picture, "1204") == (0, 255, 0)


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_film_shows_each_step_in_which_something_happens(module: Path, form: str) -> None:
    game_file = log()
    told = log_story.write_story(game_file, HexwrightNames(ours(MOSCOW)), {})
    drawn = PositionDrawing(open_log_module(module), LogPosition(game_file), 300)
    count = position_drawing.frame_count(game_file, told)
    made = encode_film(position_drawing.draw_film(drawn, game_file, told), count, form)
    with Image.open(io.BytesIO(made)) as film:
        assert film.format == form.upper()
        assert getattr(film, "n_frames", 1) == 13
        assert film.height > drawn.scene.background.height


def test_two_hundred_frames_are_drawn_in_time(module: Path) -> None:
    game_file = log()
    long = SavedGameFile(
        game_file.moduledata, game_file.savedata, (*game_file.commands, *game_file.commands[-4:] * 5)
    )
    told = log_story.write_story(long, HexwrightNames(ours(MOSCOW)), {})
    drawn = PositionDrawing(open_log_module(module), LogPosition(long), 640)
    begun = process_time()
    frames = sum(1 for _ in position_drawing.draw_film(drawn, long, told))
    each = (process_time() - begun) / frames
    # Time of the processor: the machine of the tests may be busy with others.
    assert each < 0.15


def test_commands_write_pictures_of_phases_and_of_a_saved_game(
    module: Path, tmp_path: Path, capsys: Told
) -> None:
    name = str(recorded("by-hand.vlog"))
    wanted = ("log", "tell", name, "--module", str(module), "--pictures", str(tmp_path / "maps"))
    assert run(["-C", str(ROOT), *wanted]) == ExitCode.OK
    maps = sorted(path.name for path in (tmp_path / "maps").iterdir())
    assert len(maps) == 2
    assert maps[1].endswith("german-movement.png")
    one = tmp_path / "one.png"
    shot = ("save", "show", name, "--end", "--module", str(module), "--picture", str(one))
    assert run(["-C", str(ROOT), *shot]) == ExitCode.OK
    with Image.open(one) as picture:
        assert picture.width == 1600
    capsys.readouterr()


def test_a_picture_by_a_module_older_than_the_data_says_so(
    module: Path, tmp_path: Path, capsys: Told
) -> None:
    game = ours(MOSCOW).game
    shutil.copytree(ROOT / "data" / game.slug, tmp_path / "data" / game.slug)
    built = tmp_path / "modules_out" / f"{game.slug}-{game.info.version}.vmod"
    built.parent.mkdir()
    shutil.copy(module, built)
    wanted = ("save", "show", str(recorded("by-hand.vsav")), "--picture", str(tmp_path / "one.png"))
    for age, told in ((-60, True), (60, False)):
        newest = max(path.stat().st_mtime for path in (tmp_path / "data").rglob("*.yaml"))
        os.utime(built, (newest + age, newest + age))
        assert run(["-C", str(tmp_path), *wanted]) == ExitCode.OK
        said = capsys.readouterr()
        assert ("is older than data/" in said.out + said.err) == told
        assert (f"run 'hexwright build {game.slug}' for its pictures" in said.out + said.err) == told


def test_a_save_that_cannot_be_drawn_is_refused(module: Path, tmp_path: Path, capsys: Told) -> None:
    empty = tmp_path / "project"
    (empty / "data").mkdir(parents=True)
    wanted = ("save", "show", str(recorded("by-hand.vsav")), "--picture", str(tmp_path / "x.png"))
    assert run(["-C", str(empty), *wanted]) == ExitCode.FINDINGS
    assert "N007]: drawing needs the module's pictures — write the game's module" in capsys.readouterr().err
    film = ("log", "tell", str(recorded("by-hand.vlog")), "--film", str(tmp_path / "x.mp4"))
    assert run(["-C", str(ROOT), *film]) == ExitCode.USAGE
    assert "a film's file name must end in .webp or .gif" in capsys.readouterr().err
    with pytest.raises(InputError, match="there is no map 'Elsewhere'"):
        PositionDrawing(open_log_module(module), LogPosition(log()), 100, "Elsewhere")


def test_pictures_that_are_damaged_or_refused_are_left_out(module: Path, tmp_path: Path) -> None:
    with module_archive.Archive(module) as opened:
        files = {name: opened.read(name) for name in opened.names}
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x</script></svg>'
    images = [name for name in files if name.startswith("images/")]
    broken = {name: (svg if n % 2 else b"\x89PNG\r\n\x1a\nnothing") for n, name in enumerate(images)}
    path = tmp_path / "broken.vmod"
    path.write_bytes(module_archive.zip_entries({**files, **broken}))
    drawn = PositionDrawing(open_log_module(path), LogPosition(log()), 200)
    picture = drawn.draw(LogPosition(log()))
    # The board's size is known from its head, and nothing of it or of the counters is drawn.
    assert picture.getcolors() == [(picture.width * picture.height, (214, 208, 196))]


@pytest.mark.parametrize("scale", [float("inf"), float("nan"), 1e308, -1.0])
@pytest.mark.parametrize("offset", sampled([2**31 - 1, -(2**31), 0]))
def test_parts_with_any_offset_and_scale_take_no_more_memory_than_the_picture(
    module: Path, offset: int, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = LogPosition(log())
    drawn = PositionDrawing(open_log_module(module), position, 300)
    image = next(part for lying in position.pieces.values() for part, *_ in picture_parts(lying, drawn.view))
    most = drawn.scene.background.width * drawn.scene.background.height
    sizes: list[int] = []
    new = Image.new

    def noted(mode: str, size: tuple[int, int], *more: tuple[int, int, int]) -> Image.Image:
        sizes.append(size[0] * size[1])
        return new(mode, size, *more)

    monkeypatch.setattr(Image, "new", noted)
    picture = drawn.draw(position)
    drawn._draw_part(picture, (image, offset, offset, 0, scale), (10.0, 10.0))
    assert drawn.parts_outside == ({image} if offset else set())
    sizes += [kept.pixels for kept in drawn._images.values() if kept is not None]
    assert max(sizes, default=0) <= most


def test_a_part_with_too_many_pixels_is_left_out_and_told(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = LogPosition(log())
    drawn = PositionDrawing(open_log_module(module), position, 300)
    before = drawn.draw(position)
    monkeypatch.setattr(position_drawing, "MAX_COUNTER", 22_500)
    large = PositionDrawing(open_log_module(module), position, 300)
    lying = next(lying for lying in position.pieces.values() if [*picture_parts(lying, large.view)])
    name, *_ = next(picture_parts(lying, large.view))
    large._draw_part(before, (name, 0, 0, 0, 4.0), (10.0, 10.0))
    assert not large.parts_left_out, "small at the scale of this map"
    large.scene = replace(large.scene, scale=1.0)
    large._images.clear()
    large._draw_part(before, (name, 0, 0, 0, 4.0), (10.0, 10.0))
    assert large.parts_left_out == {name}


def test_pictures_of_counters_are_kept_up_to_a_number_of_pixels(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position_drawing, "MAX_CACHED", 2_000)
    position = LogPosition(log())
    drawn = PositionDrawing(open_log_module(module), position, 300)
    drawn.draw(position)
    kept = sum(found.pixels for found in drawn._images.values() if found is not None)
    assert kept == drawn._cached <= 2_000


def test_pixels_that_one_picture_needs_are_limited(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_drawing, "MAX_PAINTED", 1_000)
    position = LogPosition(log())
    with pytest.raises(InputError, match="N022"):
        PositionDrawing(open_log_module(module), position, 300).draw(position)


def test_counters_of_a_film_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    game_file = log()
    told = log_story.write_story(game_file, HexwrightNames(ours(MOSCOW)), {})
    assert position_drawing.frame_count(game_file, told) == 13
    monkeypatch.setattr(position_drawing, "MAX_FILM_COUNTERS", 100)
    with pytest.raises(InputError, match="N019"):
        position_drawing.frame_count(game_file, told)
