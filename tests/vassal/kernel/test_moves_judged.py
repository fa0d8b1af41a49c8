"""A trial: movement of Battle for Moscow judged by the rules engine itself, in the emulator.

Pieces and notes are read into a state, the rules engine answers, and the difference is carried out: as today,
with undo, log and refusals.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.conformance.conformance_run import WorkPiece, do_work
from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule
from hexwright.emulator import EmulatedGame as VirtualGame
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.judging.noted_moves import note_of, noted_move
from hexwright.vassal.kernel.module_entries import judged_game, module_entries
from hexwright.vassal.kernel.naming import name_in_data
from hexwright.vassal.kernel.translated_engine import translated_classes
from tests.shipped import shipped
from tests.vassal.engine.conftest import go_on
from tests.vassal.kernel.kernel_module import module_judging_moves

GAME = shipped("battle-for-moscow").game


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> EmulatedModule:
    path = module_judging_moves(GAME, tmp_path_factory.mktemp("judged") / "judged.vmod", {})
    module = EmulatedModule(path)
    module.virtual.world.judged = judged_game(GAME)
    return module


@pytest.mark.slow
def test_movement_is_judged_as_the_rules_say(judged: EmulatedModule) -> None:
    bench = ConformanceBench(GAME, SavedGameWriter(GAME, plan_sheet(GAME)), judged)
    tally = do_work(bench, WorkPiece(200, 4))
    assert not tally.differences
    assert tally.counts["legal moves"] > 20
    assert tally.counts["moves taken back"] > 2


def test_a_drag_is_noted_undone_and_refused_without_a_trace(judged: EmulatedModule) -> None:
    drag_and_undo(judged.virtual)


@pytest.mark.engine
def test_so_it_is_in_the_engine_by_translated_classes(tmp_path: Path) -> None:
    entries = module_entries(GAME, translated_classes(), name_in_data)
    with Engine(module_judging_moves(GAME, tmp_path / "judged.vmod", entries)) as engine:
        drag_and_undo(engine)
        assert not engine.take_problems()


def drag_and_undo(game: VirtualGame | Engine) -> None:
    """Drag a unit against the rules, then by them, and undo that."""
    game.start("Operation Typhoon", "Both sides")
    game.set_property("Enforcement", "strict")
    go_on(game)
    assert game.property("Phase") == "german-movement"
    pieces = game.pieces(("UnitId",))
    unit = next(piece.id for piece in pieces if piece.properties["UnitId"] == "german-xli")

    def shown() -> tuple[str | None, str]:
        (piece,) = game.pieces(("MoveRecord",), [unit])
        return piece.location, piece.properties["MoveRecord"] or ""

    assert shown() == ("0202", "")
    game.drag([unit], "Map", "0803")
    assert shown() == ("0202", "")
    assert "can't go from 0202 to 0803" in (game.property("LastRefusal") or "")
    game.drag([unit], "Map", "0305")
    assert shown() == ("0305", "1.german-movement 0305 0202 ready march=13+0")
    game.undo()
    assert shown() == ("0202", "")


NOTES = (
    "3.soviet-movement 0504 0303 ready march=6+0",
    "3.soviet-movement 0504 0303 bonus march=2+1 march~=4+0 entered:0505 kept:ready,march=1+0 "
    "places:0601=2*,0702=1",
    "3.soviet-movement 0504 0504 dug-in",
)


@pytest.mark.parametrize("note", NOTES)
def test_a_note_of_this_phase_and_hex_is_read_and_written_alike(note: str) -> None:
    noted = noted_move(note, "3.soviet-movement", "0504")
    assert noted is not None
    assert note_of("3.soviet-movement", "0504", noted) == note


@pytest.mark.parametrize(("stamp", "hex_id"), [("4.soviet-movement", "0504"), ("3.soviet-movement", "0505")])
def test_a_note_of_another_phase_or_hex_is_void(stamp: str, hex_id: str) -> None:
    assert noted_move(NOTES[0], stamp, hex_id) is None
    assert noted_move("", stamp, hex_id) is None
