"""`render` draws the kinds that are asked for, a set-up on the map, and all counters on one sheet."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.model.ids import BoxId
from hexwright.model.scenario import UnitsInBox
from hexwright.pipeline.game_build import BuildRequest, render_game
from hexwright.pipeline.game_pictures import PictureKind
from hexwright.render.counters.counter_batch import counter_faces
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.setup_picture import setup_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from hexwright.support.colour_sight import SIGHTS, colour_distance, seen_colour
from hexwright.support.result_cache import ResultCache
from tests.load.damage import FOLDER, SLUG, TOY, copy_toy
from tests.load.damage import replace as damaged


def rendered(folder: Path, *kinds: PictureKind) -> set[str]:
    request = BuildRequest(Project(TOY), SLUG, folder / "out")
    made = render_game(request, ResultCache(folder / "cache"), kinds=kinds)
    return {path.relative_to(made.folder).as_posix() for path in made.files}


def test_only_the_kinds_that_are_asked_for_are_drawn(tmp_path: Path) -> None:
    charts, counters = rendered(tmp_path, "charts"), rendered(tmp_path, "counters")
    assert charts
    assert {name.partition("/")[0] for name in charts} == {"charts"}
    whole = {"counter-sheet.png", "counter-sights.png", "preview-counters.png"}
    assert {name for name in counters if "/" not in name} == whole
    assert {name.partition("/")[0] for name in counters if "/" in name} == {"counters"}


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the counters of the toy are drawn."""
    folder = tmp_path_factory.mktemp("counters")
    rendered(folder, "counters")
    return folder


def test_the_sheet_shows_every_face_of_every_counter(counters: Path) -> None:
    game = load_game(Project(TOY), SLUG).game
    [path] = counters.rglob("counter-sheet.png")
    with Image.open(io.BytesIO(path.read_bytes())) as picture:
        sheet = picture.convert("RGB")
    across, down = (side // 162 for side in sheet.size)
    filled = [
        sheet.crop((x, y, x + 150, y + 150)).getcolors(1)
        for y in range(12, 162 * down, 162)
        for x in range(12, 162 * across, 162)
    ]
    # A place without a counter has one colour.
    assert sum(colours is None for colours in filled) == len(list(counter_faces(game)))


def test_counters_are_shown_as_colour_blind_players_see_them(counters: Path) -> None:
    [path] = counters.rglob("counter-sights.png")
    with Image.open(io.BytesIO(path.read_bytes())) as picture:
        sheet = picture.convert("RGB")
    high = sheet.height // (len(SIGHTS) + 1)
    # A place on the ground of the first counter, which is that of the red side.
    red = shown_at(sheet, 12 + 140, 12 + 60)
    assert max(abs(a - b) for a, b in zip(red, (0xDD, 0x7A, 0x63), strict=True)) < 12
    for number, sight in enumerate(SIGHTS):
        seen = "#{:02x}{:02x}{:02x}".format(*shown_at(sheet, 12 + 140, 12 + 60 + number * high))
        assert colour_distance(seen, seen_colour("#dd7a63", sight)) < 9, sight
    grey = shown_at(sheet, 12 + 140, 12 + 60 + len(SIGHTS) * high)
    assert max(grey) - min(grey) < 12


def shown_at(picture: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    red, green, blue = found[:3]
    return int(red), int(green), int(blue)


def test_a_set_up_shows_each_unit_in_its_hex_or_box() -> None:
    game = load_game(Project(TOY), SLUG).game
    scenario, waiting = game.scenarios[0], game.counters.units[-1].id
    box = game.hexmap.boxes[0].id
    setup = replace(scenario.setup, in_boxes=(UnitsInBox((waiting,) * 30, BoxId(box)),))
    plan = plan_sheet(game, scenario)
    layers = sheet_layers(game, CLASSIC, plan)
    shown = setup_svg(game, CLASSIC, plan, replace(scenario, setup=setup), {}, layers)
    assert shown.count('class="figures"') == len(setup.standing) + 30


def test_a_scenario_that_is_not_there_is_told_before_anything_is_drawn(tmp_path: Path) -> None:
    request = BuildRequest(Project(TOY), SLUG, tmp_path / "out")
    with pytest.raises(InputError, match="has no scenario 'the-brige'"):
        render_game(request, ResultCache(tmp_path / "cache"), scenario="the-brige")
    assert not (tmp_path / "out").exists()


def test_render_names_the_kinds_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(TOY), "render", SLUG, "--what", "maps"]) == ExitCode.USAGE
    assert "--what needs map, counters, charts or all" in capsys.readouterr().err


def test_check_reports_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = copy_toy(tmp_path)
    damaged("map.yaml", "kind: town", "kind: twon").act(root)

    def told(file: str) -> tuple[int, str]:
        code = run(["-C", str(root), "check", SLUG, "--file", file])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    code, text = told("map.yaml")
    assert (code, "'twon'" in text) == (ExitCode.FINDINGS, True)
    assert told(f"{FOLDER}/map.yaml") == (code, text)
    assert told("rules.yaml")[0] == 0
    assert "rules.yaml: no errors; 1 finding elsewhere" in told("rules.yaml")[1]
    code, text = told("ruls.yaml")
    assert (code, "did you mean 'rules.yaml'?" in text) == (ExitCode.USAGE, True)


def test_names_of_regions_without_room_are_told_with_what_helps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = "The Very Long Moor Beyond the Bridge Over the River"
    regions = (
        f"regions:\n  moor: {{name: {long}, hexes: [C3]}}\n  far: {{name: Far, hexes: [A1, B1]}}\nboxes:"
    )
    copy_toy(tmp_path)
    damaged("map.yaml", "boxes:", regions).act(tmp_path)
    told = ["-C", str(tmp_path), "render", SLUG, "--what", "map", "--out", str(tmp_path / "out")]
    assert run(told) == ExitCode.OK
    assert f"the map has no room for {long}: shorten a name" in capsys.readouterr().out
