"""Play a game by computer players and return it as a log for VASSAL."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.load.project_folder import Project
from hexwright.model.ids import SideId
from hexwright.pipeline.game_build import LEDGER, read_ledger
from hexwright.players.policies import PlayedGame, play_game
from hexwright.recording.log_writer import LogWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.vassal.codec.saved_game_file import SavedGameFile


def play_as_log(
    project: Project,
    rules: RulesEngine,
    seed: int,
    policies: Mapping[SideId, str],
    start: State | None = None,
    saved: SavedGameFile | None = None,
) -> tuple[PlayedGame, LogWriter]:
    """Play a game from its set-up, or from the position of a saved game; return it and its log.

    Raises InputError if the project's ledger of piece ids can't be read.
    """
    game = rules.setting.game
    begun = start if start is not None else rules.set_up(seed)
    ledger = read_ledger(project.folder(game.slug) / LEDGER, project)
    log = LogWriter(game, plan_sheet(game), ledger, rules, begun, saved)
    return play_game(rules, seed, policies, log.add_action, begun), log
