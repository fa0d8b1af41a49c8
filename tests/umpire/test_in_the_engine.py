"""A turn with a player in each seat, logged and saved by the real engine, and played with the rules off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.conformance.conformance_walk import ConformanceBench, replay_turns
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.saves.hexwright_saves import ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.conformance.two_seats import POLICIES, SEEDS
from tests.saves.own_games import ours
from tests.umpire.planting import EMBATTLED, MOSCOW, judged
from tests.umpire.recording import record
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine
ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]
games = pytest.mark.parametrize("slug", [MOSCOW, EMBATTLED])


class _Logged(VassalModule):
    """A table that keeps a log of its game."""

    def __init__(self, engine: Engine, log: Path) -> None:
        super().__init__(engine)
        self._log = log

    def start(self, title: str) -> None:
        """Start a predefined set-up, and the log."""
        super().start(title)
        self._engine.begin_log(self._log)


@games
def test_turn_of_two_players_is_shown_checked_told_filmed_and_umpired(
    slug: str, tmp_path: Path, capsys: Told
) -> None:
    log, saved, film = (tmp_path / name for name in ("game.vlog", "game.vsav", "game.webp"))
    module = write_module(game(slug), slug, tmp_path / "game.vmod")
    with Engine(module) as engine:
        table = _Logged(engine, log)
        bench = ConformanceBench(game(slug), SavedGameWriter(game(slug), plan(slug)), table)
        tally = replay_turns(bench, game(slug).scenarios[0].id, SEEDS[slug], POLICIES[slug])
        assert tally.differences == []
        engine.end_log()
        engine.save(saved)

    def told(*command: str | Path) -> str:
        assert run(["-C", str(ROOT), *map(str, command)]) == ExitCode.OK
        return capsys.readouterr().out

    # Shown: the log's end is the game that was saved.
    rows = [
        json.loads(told("save", "show", file, "--end", "--format", "json"))["pieces"] for file in (log, saved)
    ]
    assert rows[0] == rows[1]
    # Checked: what two players did under the judge's eyes is legal.
    assert ": legal, Turn 2, " in told("save", "check", saved)
    # Told: by seats and phases, without a player's name.
    story = told("log", "tell", log)
    assert story.count("\nTurn 1, ") > 5
    assert all("switched sides" in line or "Driver" not in line for line in story.splitlines())
    # Filmed.
    told("log", "tell", log, "--film", film, "--module", module)
    with Image.open(film) as picture:
        assert getattr(picture, "n_frames", 1) > 20
    # Umpired: nothing is found, and each side's dice are counted.
    report = json.loads(told("umpire", log, "--format", "json"))
    assert report["findings"] == []
    assert {dice["who"] for dice in report["dice"]} <= {side.name for side in game(slug).info.sides}
    assert report["dice"]


@games
def test_nothing_is_found_in_a_legal_game_with_the_rules_off(slug: str, tmp_path: Path) -> None:
    log = tmp_path / "off.vlog"
    module = write_module(game(slug), slug, tmp_path / "game.vmod")
    record(slug, 0, 11, 8, log, module)
    file = SavedGameFile.read(log)
    assert ReadPosition.of(ours(slug), LogPosition(file)).position.value("Enforcement") == "off"
    assert judged(slug, file).findings == ()
    assert len(file.steps) > 20
