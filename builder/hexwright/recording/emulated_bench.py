"""The test bench on which workers compare a module, in the emulator, with the rules engine."""

from __future__ import annotations

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.support.workers.shared_file import SharedFile


def emulated_bench(game: Game, module: SharedFile) -> ConformanceBench:
    """Return a bench with the game's module in the emulator; raise `InputError` if this machine lacks it."""
    path = module.require()
    return ConformanceBench(game, SavedGameWriter(game, plan_sheet(game)), EmulatedModule(path))
