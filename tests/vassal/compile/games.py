"""The games that these tests compile, and the compiled modules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hexwright.load.game_loading import Project, load_game
from hexwright.model.game import Game
from hexwright.render.counters.counter_batch import counter_faces
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.vassal.codec import commands
from hexwright.vassal.codec.buildfile.buildfile_parser import parse
from hexwright.vassal.codec.buildfile.components import GameModule
from hexwright.vassal.codec.commands import Command, Compound
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.module.chart_windows import ChartPage
from hexwright.vassal.module.gpid_ledger import GpidLedger
from hexwright.vassal.module.module_compiler import CompiledModule, compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from tests.shipped import shipped

ROOT = Path(__file__).parents[3]
GAMES = {
    "battle-for-moscow": ROOT,
    "moscow-embattled": ROOT,
    "toy-bridge": ROOT / "tests" / "toy",
    "toy-causeway": ROOT / "tests" / "toy",
    "toy-redoubt": ROOT / "tests" / "toy",
    "toy-volley": ROOT / "tests" / "toy",
}
CHARTS = (
    ChartPage("Combat results", "chart-crt.png", b"picture of a chart"),
    ChartPage("Combat results (text)", "chart-crt.html", b"<html></html>"),
)


@cache
def game(slug: str) -> Game:
    """Return a game: a toy, or any game of the project."""
    root = GAMES.get(slug, ROOT)
    return (shipped(slug) if root == ROOT else load_game(Project(root), slug)).game


@cache
def plan(slug: str) -> SheetPlan:
    """Return the plan of a game's sheet."""
    return plan_sheet(game(slug))


def compiled_game(changed: Game, sheet: SheetPlan, ledger: GpidLedger | None = None) -> CompiledModule:
    """Compile a game with stand-ins for its pictures."""
    counters = {face.file: b"picture of a counter" for face in counter_faces(changed)}
    return compile_module(ModulePieces.of(changed, sheet, ledger), b"picture of the sheet", counters, CHARTS)


@cache
def compiled(slug: str) -> CompiledModule:
    """Return a compiled game."""
    return compiled_game(game(slug), plan(slug))


@cache
def module(slug: str) -> GameModule:
    """The games that these tests compile, and the results."""
    return parse(compiled(slug).build_file)


def saved(made: CompiledModule, file: str) -> tuple[Command, ...]:
    """Return the commands of a set-up in a compiled game, read back."""
    decoded = commands.decode(SavedGame.decode(made.files[file]).text)
    assert isinstance(decoded, Compound)
    return decoded.commands
