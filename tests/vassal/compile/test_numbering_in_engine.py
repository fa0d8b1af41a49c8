"""The real engine names hexes as published maps do, and shows a board that is a JPEG."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from hexwright.engine_driver import Engine
from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project
from hexwright.model.hex_map import Grid, GridNumbers
from hexwright.model.ids import Mm
from hexwright.pipeline.game_build import BuildRequest, build_game
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.support.result_cache import ResultCache
from hexwright.vassal.codec.module_archive import Archive
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.property_names import MAIN_MAP

pytestmark = pytest.mark.engine
SLUG = "the-ford"
PLAIN = Grid("flat", 8, 5, "even", "{column:02}{row:02}", Mm(24))
SCHEMES = {
    "counted by VASSAL": (
        {
            "numbering": '"{column:AA}{row:02}"',
            "staggered": "true",
            "half_hexes": "[top, bottom, left, right]",
        }
        | {"column_numbers": "{first: 22}", "row_numbers": "{first: 0}"},
        Grid(
            *("flat", 8, 5, "even", "{column:AA}{row:02}", Mm(24)),
            staggered=True,
            column_numbers=GridNumbers(22),
            row_numbers=GridNumbers(0),
        ),
        True,
    ),
    "named one by one": (
        {"numbering": '"{column:A}-{row}"', "corner": "lower-right"}
        | {"column_numbers": "{without: [3]}", "row_numbers": "{step: 2}"},
        Grid(
            *("flat", 8, 5, "even", "{column:A}-{row}", Mm(24)),
            corner="lower-right",
            column_numbers=GridNumbers(without=(3,)),
            row_numbers=GridNumbers(step=2),
        ),
        False,
    ),
}


def project(root: Path, keys: dict[str, str], grid: Grid) -> Project:
    """Write the small game with these keys of its grid, all hexes renumbered, and a JPEG as its map."""
    renumbered = dict(zip(HexGrid.of(PLAIN).hexes, HexGrid.of(grid).hexes, strict=True))
    for name, text in small_game("The Ford").items():
        for old in set(re.findall(r"\b0[1-8]0[1-5]\b", text)):
            text = text.replace(f'"{old}"', f'"{renumbered[old]}"')
        text = re.sub(
            r"\b(0[1-8]0[1-5])/(0[1-8]0[1-5])\b",
            lambda m: f"{renumbered[m[1]]}/{renumbered[m[2]]}",  # type: ignore[index]
            text,
        )
        if name == "map.yaml":
            text = re.sub(r"  numbering: .*", "\n".join(f"  {k}: {v}" for k, v in keys.items()), text)
            text += "picture: ground.jpg\n"
        path = root / "data" / SLUG / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    stream = io.BytesIO()
    Image.effect_mandelbrot((1500, 1000), (-2.0, -1.5, 1.0, 1.5), 100).convert("RGB").save(stream, "JPEG")
    (root / "art" / SLUG).mkdir(parents=True)
    (root / "art" / SLUG / "ground.jpg").write_bytes(stream.getvalue())
    return Project(root)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_engine_names_every_hex_as_printed(scheme: str, tmp_path: Path) -> None:
    keys, grid, native = SCHEMES[scheme]
    made = project(tmp_path, keys, grid)
    game = load_game(made, SLUG).game
    places = BoardPositions(game, plan_sheet(game))
    assert (places.numbered is not None) == native
    built = build_game(BuildRequest(made, SLUG, tmp_path / "out"), ResultCache(tmp_path / "cache"))
    with Archive(built.path) as archive:
        [name] = [name for name in archive.names if name.startswith("images/map-")]
        board = Image.open(io.BytesIO(archive.read(name))).convert("RGB")
    assert name.endswith(".jpg")
    hexes = tuple(places.grid)
    assert hexes == HexGrid.of(grid).hexes
    with Engine(built.path) as engine:
        engine.new_game("Red")
        spots = [places.hex(hex_id) for hex_id in hexes]
        found = engine.locate(MAIN_MAP, [(spot.x, spot.y) for spot in spots])
        assert [place.location for place in found] == list(hexes)
        back = engine.locate(MAIN_MAP, list(hexes))
        assert [(place.x, place.y) for place in back] == [(spot.x, spot.y) for spot in spots]
        shown = Image.open(engine.picture_map(MAIN_MAP, tmp_path / "map.png").file).convert("RGB")
    assert shown.size == board.size
    # Counters cover little of the board.
    assert sum(ImageStat.Stat(ImageChops.difference(shown, board)).mean) / 3 < 8
