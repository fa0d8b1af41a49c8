"""The games that these tests compile, and what comes of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from builder.load.project import Project, load_game
from builder.model.game import Game
from builder.render.counters.batch import counter_faces
from builder.render.map.plan import SheetPlan, plan_sheet
from builder.vassal.archive import SavedGame
from builder.vassal.buildfile.components import GameModule
from builder.vassal.buildfile.parsing import parse
from builder.vassal.codec import commands
from builder.vassal.codec.commands import Command, Compound
from builder.vassal.compile.charts import ChartPage
from builder.vassal.compile.gpids import Ledger
from builder.vassal.compile.module import CompiledModule, compile_module
from builder.vassal.compile.stock import Stock
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
    """Return a game."""
    return (shipped(slug) if GAMES[slug] == ROOT else load_game(Project(GAMES[slug]), slug)).game


@cache
def plan(slug: str) -> SheetPlan:
    """Return the plan of a game's sheet."""
    return plan_sheet(game(slug))


def compiled_game(changed: Game, sheet: SheetPlan, ledger: Ledger | None = None) -> CompiledModule:
    """Compile a game with stand-ins for its pictures."""
    counters = {face.file: b"picture of a counter" for face in counter_faces(changed)}
    return compile_module(Stock.of(changed, sheet, ledger), b"picture of the sheet", counters, CHARTS)


@cache
def compiled(slug: str) -> CompiledModule:
    """Return a compiled game."""
    return compiled_game(game(slug), plan(slug))


@cache
def module(slug: str) -> GameModule:
    """Return the build file of a compiled game, read back."""
    return parse(compiled(slug).build_file)


def saved(made: CompiledModule, file: str) -> tuple[Command, ...]:
    """Return the commands of a set-up in a compiled game, read back."""
    decoded = commands.decode(SavedGame.decode(made.files[file]).text)
    assert isinstance(decoded, Compound)
    return decoded.commands
