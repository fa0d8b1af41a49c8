"""What we write, the real engine plays; what it writes, we read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.paired_game import differences_from_state
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.module_state.notes import game_notes
from hexwright.vassal.codec.commands import ChatText, Compound, MovePiece, UnknownCommand, flatten_commands
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.saves.recording import GAMES, MOSCOW, recorded
from tests.saves.simulated_games import simulated
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return the engine with Battle for Moscow open."""
    module = write_module(game(MOSCOW), MOSCOW, tmp_path_factory.mktemp("module") / "moscow.vmod")
    with Engine(module) as opened:
        yield opened


def shape(path: Path) -> list[list[str]]:
    """Return the kinds of commands in each step of a log; ids and times are other ones each time."""
    return [
        [type(part).__name__ for part in flatten_commands(step)] for step in SavedGameFile.read(path).steps
    ]


def test_saves_and_logs_of_the_engine_are_read_and_written_unchanged(engine: Engine, tmp_path: Path) -> None:
    for play in GAMES:
        play(engine, tmp_path)
    files = sorted(tmp_path.iterdir())
    version = engine.module.engine
    assert {file.name for file in files} <= {file.name for file in recorded("", version).iterdir()}
    for file in files:
        read = SavedGameFile.read(file)
        assert SavedGame.decode(read.encode()) == SavedGame.decode(file)
        assert {c.text for c in read.setup_commands if isinstance(c, UnknownCommand)} <= {
            "",
            "null",
            "begin_save",
            "end_save",
        }
        assert shape(file) == shape(recorded(file.name, version))


def test_the_engine_steps_through_a_log_that_we_wrote(engine: Engine, tmp_path: Path) -> None:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    units = {str(p.properties["UnitId"]): p for p in engine.pieces(("UnitId",))}
    corps = units["german-v"].id
    more = Compound(
        (ChatText(text="* V goes on"), MovePiece(corps, "Map", 917, 2075, None, "Map", 294, 995, None))
    )
    made = SavedGameFile.of(
        log.moduledata, log.savedata, Compound(log.without_log().commands), (*log.steps, more)
    )
    path = tmp_path / "made.vlog"
    path.write_bytes(made.encode())
    engine.take_problems()
    assert engine.load(path, BOTH_SIDES).steps_left == len(log.steps) + 1
    engine.take_chat()
    assert engine.step(len(log.steps) + 1) == 0
    assert "* V goes on" in [line.text for line in engine.take_chat()]
    stand = {p.properties["UnitId"]: p.location for p in engine.pieces(("UnitId",))}
    assert (stand["german-v"], stand["german-lvi"], stand["soviet-20"]) == (
        "0408",
        "0303",
        "Soviet replacement pool",
    )
    assert engine.take_problems() == ()


@pytest.mark.parametrize("slug", [MOSCOW, "moscow-embattled"])
def test_a_simulated_game_is_stepped_through_to_the_same_end(slug: str, tmp_path: Path) -> None:
    kernel, replay, final = simulated(slug, 0, seed=4)
    path = tmp_path / "game.vlog"
    path.write_bytes(replay.file().encode())
    with Engine(write_module(game(slug), slug, tmp_path / "game.vmod")) as opened:
        table = VassalModule(opened)
        assert opened.load(path, BOTH_SIDES).steps_left == len(replay.steps)
        opened.take_problems()
        assert opened.step(len(replay.steps)) == 0
        assert (
            differences_from_state(
                kernel, final, table.visible_state(game_notes(kernel.setting, final, compared=True))
            )
            == {}
        )
        assert kernel.outcome(final).text in table.chat()
        assert table.problems() == ()
