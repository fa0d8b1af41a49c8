"""A game in play as a file for VASSAL, and a saved game of VASSAL as a game in play."""

from __future__ import annotations

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.pipeline.game_build import LEDGER, read_ledger
from hexwright.recording.log_writer import LogWriter
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.saves.save_legality import check_save
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.web.play.message_fields import Refusal
from hexwright.web.play.session import PlaySession

MOST_BYTES = 16 << 20
"""The size of the largest saved game that is opened."""


def as_saved_game(project: Project, game: Game, session: PlaySession) -> bytes:
    """Return the position of a game in play as a saved game for VASSAL."""
    ledger = read_ledger(project.folder(game.slug) / LEDGER, project)
    return SavedGameWriter(game, plan_sheet(game), ledger)(session.rules, session.state)


def as_log(project: Project, game: Game, session: PlaySession) -> bytes:
    """Return a game in play, from its beginning, as a log for VASSAL."""
    ledger = read_ledger(project.folder(game.slug) / LEDGER, project)
    log = LogWriter(game, plan_sheet(game), ledger, session.rules, session.start)
    states = [*(one.before for one in session.played[1:]), session.state]
    for one, after in zip(session.played, states, strict=True):
        log.add_action(one.before, one.action, after)
    return log.file().encode()


def session_from_save(game: Game, data: bytes, seed: int) -> PlaySession:
    """Return a game in play that continues from a saved game, or from the end of a log.

    Play continues at the start of the saved game's phase. Raises Refusal if the file isn't a saved game of
    this game, or if play can't continue from its position.
    """
    try:
        saved = SavedGameFile.read(data, MOST_BYTES)
        position = LogPosition(saved)
        for step in saved.steps:
            position.step(step)
    except CodecError as fault:
        raise Refusal(
            f"The file isn't a saved game or log: {fault.reason}.", "open a .vsav or .vlog file"
        ) from None
    ours = HexwrightGame(game)
    if not ours.is_of(saved):
        name = saved.module_metadata.name if saved.module_metadata is not None else None
        raise Refusal(
            f"The file belongs to the module '{name or 'no name'}', not to '{game.info.title}'.",
            "open a file of this game",
        )
    reading = ReadPosition.of(ours, position)
    if reading.setting_up:
        raise Refusal("The set-up isn't finished in this file yet.", "finish the set-up in VASSAL, then save")
    faults = [one for one in check_save(reading, saved, "the file") if one.severity is Severity.ERROR]
    if faults:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        raise Refusal(f"Play can't continue from this position: {faults[0].message}{more}.", faults[0].hint)
    if reading.visible_state.over:
        raise Refusal("The game in this file is over.", "open a file of a game that isn't over")
    return PlaySession(reading.kernel, seed, start=replace(reading.state(opened=True), seed=seed))
