"""Hexes of networks start and stop serving sides as the data say, followed by ids through whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.players.policies import play_game
from hexwright.rules.engine import unit_placement
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import move_legs, movement_phase
from hexwright.rules.transport import transport_networks
from tests.rules.games_with_railways import SCENARIO, railway
from tests.rules.lining import Lines
from tests.rules.walking import Label, Walker

Served = dict[str, set[HexId]]


@dataclass
class Watcher:
    """The serving hexes of the one network from the data alone, from action to action."""

    kernel: RulesEngine
    served: Served = field(default_factory=dict)
    before: Served = field(default_factory=dict)
    """The serving hexes at the start of the movement phase."""
    moves: list[tuple[str, set[HexId]]] = field(default_factory=list)
    """The units that entered the network, in order, each with the hexes entered."""
    labels: dict[str, dict[int, list[Label]]] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)

    def lines(self, state: State, side: str) -> Lines:
        return Lines(self.kernel, state, side, "road")

    def shown(self, state: State) -> Served:
        return {side.id: self.lines(state, side.id).serving for side in self.kernel.setting.game.info.sides}

    def enter(self, served: Served, unit: str, hexes: set[HexId]) -> Served:
        found = {side: set(kept) for side, kept in served.items()}
        counter = self.kernel.setting.game.counters.unit(UnitId(unit))
        network = self.kernel.setting.game.rules.networks[0]
        assert network.states is not None
        for hex_id in hexes:
            for side in found:
                if side != counter.side:
                    found[side].discard(hex_id)
            if counter.unit_class in network.states.repaired_by:
                found[counter.side].add(hex_id)
        return found

    def __call__(self, state: State, action: Action, after: State) -> None:
        if not self.served:
            self.served = self.before = {
                side.id: self.lines(state, side.id).started for side in self.kernel.setting.game.info.sides
            }
        laid = self.lines(state, "red").hexes
        match action.kind:
            case "move":
                assert action.unit is not None
                assert action.hex is not None
                walker = Walker(self.kernel, state, action.unit, self.labels.get(action.unit, {}))
                leg = walker.leg(action.hex)
                assert leg is not None
                self.labels[action.unit] = leg[1]
                hexes = walker.way(action.hex) & laid
                self.moves.append((action.unit, hexes))
                self.served = self.enter(self.served, action.unit, hexes)
                self.seen["on the way"] += len(hexes - {action.hex})
            case "take-back":
                self.moves = [one for one in self.moves if one[0] != action.unit]
                self.labels.pop(str(action.unit), None)
                self.served = self.before
                for unit, hexes in self.moves:
                    self.served = self.enter(self.served, unit, hexes)
                self.seen["taken back"] += 1
            case "retreat" | "advance":
                assert action.hex is not None
                self.served = self.enter(self.served, str(action.unit), {action.hex} & laid)
        assert self.shown(after) == self.served, f"{action.text} in {self.kernel.show(state)}"
        self.seen["changed"] += state.serving_hexes != after.serving_hexes
        self.seen["mended"] += any(
            a & ~b for a, b in zip(after.serving_hexes, state.serving_hexes, strict=True)
        )
        if (after.phase, after.turn) != (state.phase, state.turn):
            self.before, self.moves, self.labels = self.served, [], {}


def watched(found: Game, seeds: range) -> Counter[str]:
    """Follow games, and return how often each event occurred."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    for seed in seeds:
        watcher = Watcher(kernel)
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), watcher)
        seen += watcher.seen
    return seen


@pytest.mark.parametrize("whole", [True, False])
def test_hexes_change_as_units_enter_them(whole: bool) -> None:
    seen = watched(railway(whole=whole), range(1 if whole else 2))
    assert min(seen["changed"], seen["on the way"]) > 0, seen
    assert seen["mended"] or whole


def test_a_move_that_is_taken_back_has_entered_nothing() -> None:
    rules = RulesEngine(railway(limit=1), SCENARIO)
    begun = build_state(rules, ["0303 blue-1", "0304 blue-2", "0903 red-1"], phase="blue-movement")
    moved = rules.apply(begun, Action("move", UnitId("blue-1"), hex=HexId("0304")))
    assert begun.serving_hexes != moved.serving_hexes
    assert "Road torn up in 0304." not in rules.describe(begun, Action("end"))
    back = rules.apply(moved, Action("take-back", UnitId("blue-1")))
    assert back.serving_hexes == begun.serving_hexes
    assert rules.is_legal(back, Action("move", UnitId("blue-1"), hex=HexId("0304")))


def test_nobody_mends_where_nobody_is_told_to() -> None:
    seen = watched(railway(menders=()), range(1))
    assert seen["changed"]
    assert not seen["mended"]


def _only_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(move_legs, "trail", lambda *asked: asked[4])


def _all_mend(patch: pytest.MonkeyPatch) -> None:
    right = transport_networks.serving_after_entry

    def entered(setting: Any, now: tuple[int, ...], unit: int, hexes: int) -> tuple[int, ...]:
        found = list(right(setting, now, unit, hexes))
        found[setting.side_of[unit]] |= hexes & setting.changeable_hexes
        return tuple(found)

    for room in (unit_placement, movement_phase):
        patch.setattr(room, "serving_after_entry", entered)


def _cuts_its_own(patch: pytest.MonkeyPatch) -> None:
    def entered(setting: Any, now: tuple[int, ...], unit: int, hexes: int) -> tuple[int, ...]:
        return tuple(kept & ~hexes for kept in now)

    for room in (unit_placement, movement_phase):
        patch.setattr(room, "serving_after_entry", entered)


@pytest.mark.parametrize("fault", [_only_the_end, _all_mend, _cuts_its_own])
def test_planted_faults_in_networks_are_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(railway(menders=("staff",)), range(4))


def test_a_hex_stays_cut_while_another_move_that_entered_it_stands() -> None:
    rules = RulesEngine(railway(limit=1), SCENARIO)
    begun = build_state(rules, ["0303 blue-1", "0403 blue-2", "0903 red-1"], phase="blue-movement")
    second = Action("move", UnitId("blue-2"), hex=HexId("0304"))
    both = rules.apply(rules.apply(begun, Action("move", UnitId("blue-1"), hex=HexId("0304"))), second)
    back = rules.apply(both, Action("take-back", UnitId("blue-1")))
    assert back.serving_hexes == rules.apply(begun, second).serving_hexes != begun.serving_hexes
