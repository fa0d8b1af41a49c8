"""Open the compiled games in the real engine, one process for all tests of a file."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from hexwright.emulator import EmulatedGame as VirtualGame
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.render.counters.counter_batch import counter_faces
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.vassal.codec import module_archive
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.chart_windows import ChartPage
from hexwright.vassal.module.module_compiler import compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from tests.vassal.compile.games import GAMES, game, plan

Open = Callable[[str], Engine]


@cache
def blank(width: int, height: int) -> bytes:
    """Return a plain picture; of one colour in a palette, for boards are large and modules are many."""
    out = io.BytesIO()
    picture = Image.new("P", (width, height))
    picture.putpalette([220, 210, 190])
    picture.save(out, "PNG")
    return out.getvalue()


def write_module(changed: Game, slug: str, path: Path, tutorial: bytes | None = None) -> Path:
    """Compile a game with plain pictures of the true sizes, and perhaps with a recorded turn."""
    return module_with_plain_pictures(changed, path, plan(slug), tutorial)


def module_with_plain_pictures(
    changed: Game, path: Path, sheet: SheetPlan | None = None, tutorial: bytes | None = None
) -> Path:
    """Compile any game with plain pictures of the true sizes; `sheet` is its plan where that is known."""
    sheet = sheet or plan_sheet(changed)
    size = BoardPositions(changed, sheet).size
    counters = {face.file: blank(150, 150) for face in counter_faces(changed)}
    charts = [
        ChartPage("Chart", "chart.png", blank(400, 300)),
        ChartPage("Text", "chart.html", b"<html></html>"),
    ]
    stock = ModulePieces.of(changed, sheet)
    made = compile_module(stock, blank(size.x, size.y), counters, charts, tutorial=tutorial)
    path.write_bytes(module_archive.zip_entries(made.files, level=1))
    return path


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Return a function that gives the engine with a game's module open."""
    folder = tmp_path_factory.mktemp("modules")
    engines: dict[str, Engine] = {}

    def open_game(slug: str) -> Engine:
        if slug not in engines:
            engine = Engine(write_module(game(slug), slug, folder / f"{slug}.vmod"))
            engine.__enter__()
            engines[slug] = engine
        return engines[slug]

    yield open_game
    for engine in engines.values():
        engine.close()


@pytest.fixture(params=sorted(GAMES))
def slug(request: pytest.FixtureRequest) -> str:
    """Return each game in turn."""
    return str(request.param)


def go_on(player: VirtualGame | Engine) -> None:
    """Press Next phase, and once more where the module asks whether something may be lost."""
    player.press("Next phase")
    if (player.property("LastRefusal") or "").startswith("Wait: "):
        player.press("Next phase")
