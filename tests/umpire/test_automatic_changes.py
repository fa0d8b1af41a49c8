"""The umpire follows what phases bring of themselves: who can't hold, what remains, the first weather."""

from __future__ import annotations

from functools import cache

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.players.policies import policy_of
from hexwright.recording.log_writer import LogWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.umpire.log_umpire import Finding, LogUmpire
from hexwright.vassal.codec.commands import Command, MovePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.gpid_ledger import GpidLedger
from tests.conformance import game_with_first_weather
from tests.rules import games_with_group_cadres
from tests.rules.adjacent_elimination import games as games_with_adjacent_elimination


@cache
def games() -> dict[str, Game]:
    """Return toys in which phases bring such things."""
    return {
        "who can't hold": games_with_adjacent_elimination.toy(),
        "what remains": games_with_group_cadres.toy(),
        "what remains of a part": games_with_group_cadres.toy(share="1/2"),
        "the first weather": game_with_first_weather.toy(),
    }


def findings(name: str, seed: int, *, hold: bool = False) -> tuple[Finding, ...]:
    """Return what the umpire finds in a game at random; `hold` keeps the first such unit in its hex."""
    found = games()[name]
    kernel = RulesEngine(found, "the-week")
    state = kernel.set_up(seed)
    replay = LogWriter(found, plan_sheet(found), GpidLedger(), kernel, state)
    players = {side: policy_of("random")(kernel, 1) for side in kernel.setting.sides}
    while not kernel.is_over(state):
        side = kernel.active_side(state)
        assert side is not None
        action = kernel.draw(state) if side == CHANCE else players[side].choose(state)
        after = kernel.apply(state, action)
        replay.add_action(state, action, after)
        lost = [u for n, u in enumerate(kernel.setting.units) if state.locations[n] >= 0 > after.locations[n]]
        if hold and lost and action.kind == "end":
            # As if nobody had carried it out: it stands where it stood, and the game stops.
            here = kernel.setting.board.ids[state.locations[kernel.setting.unit_numbers[lost[0]]]]
            replay._step(_back(replay, lost[0], here))
            break
        state = after
    return LogUmpire(HexwrightGame(found), SavedGameFile.read(replay.file().encode())).follow_log().findings


def _back(replay: LogWriter, unit: UnitId, here: str) -> list[Command]:
    lying, spot = replay.position.pieces[replay._units[unit]], replay.places.hex(here)  # type: ignore[arg-type]
    return [MovePiece(lying.id, "Map", spot.x, spot.y, None, *lying.spot, None)]


@pytest.mark.parametrize("name", games())
def test_the_umpire_follows_changes_that_phases_bring(name: str) -> None:
    assert [found for seed in (1, 2) for found in findings(name, seed)] == []


def test_a_unit_that_stays_where_it_can_not_hold_is_found() -> None:
    assert any(one.kind == "offence" for one in findings("who can't hold", 1, hold=True))
