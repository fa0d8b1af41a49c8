"""A unit in a swamp is halved in defence: one row of data, and all tell it by the same words."""

from __future__ import annotations

import html
import shutil
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.load.game_loading import Project, load_game
from hexwright.model.game import Game as GameData
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.vassal.module.help_pages import help_pages
from tests.paper.sheets import text_of
from tests.paper.test_charts_agree import rules_of
from tests.told_rules import by_rule
from tests.vassal.compile.games import ROOT
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

ROW = '    swamp: {name: swamp, defence: 1/2, terrain: swamp, rule: "1.2"}\n'
BY_FIRE = '    swamp: {name: swamp, terrain: swamp, role: defence, divide_by: 2, rule: "1.2"}\n'
WORDS = "swamp: defence halved"
STANDING = ("C4 blue-2", "B4 red-2", "C5 red-1")


def _flooded(folder: Path, slug: str, hex_id: str, terrain: str, row: tuple[str, str]) -> GameData:
    """Return a toy with a swamp on its map and one row more in its rules."""
    shutil.copytree(ROOT / "tests" / "toy", folder, dirs_exist_ok=True)
    for file, (before, added) in {
        "map.yaml": (f"  {terrain}:\n", f"  swamp: {{name: Swamp, art: swamp, hexes: [{hex_id}]}}\n"),
        "rules.yaml": row,
    }.items():
        path = folder / "data" / slug / file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(before, added + before, 1), encoding="utf-8")
    return load_game(Project(folder), slug).game


@pytest.fixture(scope="module")
def marsh(tmp_path_factory: pytest.TempPathFactory) -> GameData:
    folder = tmp_path_factory.mktemp("marsh")
    return _flooded(folder, "toy-bridge", "C4", "hills", ("    wood: {name: wood,", ROW))


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> GameData:
    folder = tmp_path_factory.mktemp("fen")
    return _flooded(
        folder,
        "toy-volley",
        "3C",
        "wood",
        ("    unsupplied: {name: out of supply, supply: out, divide_by", BY_FIRE),
    )


def fought(game: GameData) -> tuple[RulesEngine, State]:
    kernel = RulesEngine(game, "the-bridge")
    return kernel, build_state(kernel, STANDING, phase="red-combat")


def test_the_reference_halves_it_and_tells_so(marsh: GameData) -> None:
    kernel, state = fought(marsh)
    number = {str(unit): n for unit, n in kernel.setting.unit_numbers.items()}
    found = compute_odds(
        kernel.setting, state, 1 << number["blue-2"], 1 << number["red-1"] | 1 << number["red-2"]
    )
    assert found.text == f"8:1.5 = 5:1, {WORDS}, final 3:2"


def test_the_module_halves_it_and_tells_so(marsh: GameData, tmp_path: Path) -> None:
    file = tmp_path / "marsh.vsav"
    file.write_bytes(SavedGameWriter(marsh, plan_sheet(marsh))(*fought(marsh)))
    with EmulatedGame.open(write_module(marsh, "toy-bridge", tmp_path / "marsh.vmod")) as player:
        table = Table(player).load(file)
        told = [table.press(unit, "A") for unit in ("blue-2", "red-1", "red-2")]
    assert f"8 against 1.5 ({WORDS} (1.2)) is 5:1: fought at 3:2." in told[-1]


def booklet(game: GameData) -> str:
    """Return the text of the rulebook without its map; a row of a table is one line."""
    document = rules_of(game)
    return " ".join(" ".join(text_of(document, page) for page in range(len(document))).split())


def test_booklet_and_help_name_the_swamp_by_the_same_words(marsh: GameData) -> None:
    line = f"{WORDS} (in swamp)"
    assert line in by_rule(marsh)["1.2"]["Battles"]
    assert "Swamp In swamp defence ÷ 2" in booklet(marsh)
    assert line in html.unescape(
        next(page.html for page in help_pages(marsh) if page.file.endswith("enforcement.html"))
    )


# By fire --------------------------------------------------------------------------------------------------

LINED_UP = ("3C teal-1f", "3C teal-2f", "3C teal-r", "2C gold-1r")


def fired_at(game: GameData) -> tuple[RulesEngine, State]:
    kernel = RulesEngine(game, "the-marsh")
    return kernel, build_state(kernel, LINED_UP, phase="gold-allocation")


def test_the_reference_halves_dice_in_it_and_tells_so(fen: GameData) -> None:
    kernel, state = fired_at(fen)
    told = kernel.describe(state, kernel.parse(state, "attack gold-1r 3C"))
    assert "swamp -1 (rounded up)" in told


def test_the_module_halves_dice_in_it_and_tells_so(fen: GameData, tmp_path: Path) -> None:
    file = tmp_path / "fen.vsav"
    file.write_bytes(SavedGameWriter(fen, plan_sheet(fen))(*fired_at(fen)))
    with EmulatedGame.open(write_module(fen, "toy-volley", tmp_path / "fen.vmod")) as player:
        table = Table(player).load(file)
        told = [table.press(unit, "A") for unit in ("teal-1f", "gold-1r")]
    assert "swamp -1 (rounded up)" in told[-1]


def test_booklet_and_help_name_dice_in_the_swamp_by_the_same_words(fen: GameData) -> None:
    line = "swamp: dice divided by 2 (in swamp, defenders)"
    assert line in by_rule(fen)["1.2"]["Battles"]
    assert "Swamp Defenders in swamp dice ÷ 2" in booklet(fen)
    assert line in html.unescape(
        next(page.html for page in help_pages(fen) if page.file.endswith("enforcement.html"))
    )
