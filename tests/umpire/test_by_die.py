"""The umpire follows units that a die brings, and finds those that come without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.players.policies import policy_of
from hexwright.recording.log_writer import LogWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.umpire.log_umpire import Finding, LogUmpire
from hexwright.vassal.codec.commands import ChangeProperty, flatten_commands
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.gpid_ledger import GpidLedger
from tests.generated.game_by_die import LATE, made


class Course:
    """A game under way, and its log."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.kernel = game, RulesEngine(game, "day-1")
        self.state = self.kernel.set_up(seed)
        self.replay = LogWriter(game, plan_sheet(game), GpidLedger(), self.kernel, self.state)

    def act(self, action: Action) -> None:
        after = self.kernel.apply(self.state, action)
        self.replay.add_action(self.state, action, after)
        self.state = after

    def play(self, policy: str) -> Course:
        players = {side: policy_of(policy)(self.kernel, 1) for side in self.kernel.setting.sides}
        while not self.kernel.is_over(self.state):
            side = self.kernel.active_side(self.state)
            assert side is not None
            chance = side == CHANCE
            self.act(self.kernel.draw(self.state) if chance else players[side].choose(self.state))
        return self

    def found(self) -> tuple[Finding, ...]:
        file = SavedGameFile.read(self.replay.file().encode())
        return LogUmpire(HexwrightGame(self.game), file).follow_log().findings


@pytest.mark.parametrize(("seed", "policy"), [(1, "greedy"), (2, "random"), (5, "greedy")])
def test_whom_a_die_brings_is_followed(seed: int, policy: str, tmp_path: Path) -> None:
    course = Course(made(tmp_path, arrives_on=[3, 4, 5, 6]), seed).play(policy)
    changes = [
        one
        for step in course.replay.steps
        for one in flatten_commands(step)
        if isinstance(one, ChangeProperty)
    ]
    assert any(one.name == "Hurried" and one.new.startswith("red-reserve:") for one in changes)
    assert course.found() == ()


def test_an_arrival_without_a_die_roll_is_found(tmp_path: Path) -> None:
    course = Course(made(tmp_path, arrives_on=[6], first_turn=5), 3)
    while course.kernel.phase(course.state) != "red-replacement-3":
        course.act(next(one for one in course.kernel.legal_actions(course.state) if one.kind == "end"))
    free = next(at for at in course.game.hexmap.edges[0].hexes if _is_free(course, at))
    lying = course.replay.position.pieces[course.replay._units[UnitId(LATE[0])]]
    course.replay._step([*course.replay._brought(lying, course.replay.places.hex(free))])
    assert [one for one in course.found() if one.kind == "offence"]


def _is_free(course: Course, hex_id: HexId) -> bool:
    setting = course.kernel.setting
    return not any(at >= 0 and setting.board.ids[at] == hex_id for at in course.state.locations)
