"""Adjacent elimination: a naive oracle, refusals of unplayable rules, and narration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.fortified_hexside_record import FortifiedHexsides
from hexwright.players.policies import play_game
from hexwright.rules.adjacent_elimination import compiled
from hexwright.rules.adjacent_elimination.compiled import exposed_steps
from hexwright.rules.adjacent_elimination.record import AdjacentElimination
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.rules.adjacent_elimination.games import BLUE, ENTRIES, toy
from tests.told_rules import by_rule


class Plain:
    """The units eliminated at the end of a phase, by printed ids."""

    def __init__(self, kernel: RulesEngine, state: State) -> None:
        self.game, setting = kernel.setting.game, kernel.setting
        self.turn, self.mover = state.turn, setting.phases[state.phase].side
        self.near = setting.board.grid.neighbours
        ids = setting.board.ids
        self.stands = {
            u: ids[state.locations[n]] for n, u in enumerate(setting.units) if state.locations[n] >= 0
        }

    def lost(self) -> set[str]:
        """Return the eliminated units."""
        return {
            unit
            for unit in self.stands
            if any(self._taken(unit, one) for one in self.game.rules.adjacent_elimination)
        }

    def _taken(self, unit: Any, entry: AdjacentElimination) -> bool:
        counter, here = self.game.counters.unit(unit), self.stands[unit]
        terrain = next((t.id for t in self.game.hexmap.terrain if here in (t.hexes or ())), "clear")
        kinds = {place.kind for place in self.game.hexmap.places if place.hex == here}
        walls = [
            text.split("/") for f in self.game.hexmap.hexsides for line in f.lines for text in line.hexsides
        ]
        front = {there for behind, there in walls if behind == here}
        if counter.side == self.mover or (entry.turns and self.turn not in entry.turns):
            return False
        if (entry.classes and counter.unit_class not in entry.classes) or (
            entry.side and counter.side not in entry.side
        ):
            return False
        if (entry.terrain and terrain not in entry.terrain) or (entry.behind and not front):
            return False
        if entry.unless is not None and kinds & {*entry.unless.place_kinds}:
            return False
        beside = {*self.near(here).values()} - (front if entry.behind else set())
        return any(
            there in beside
            and self.game.counters.unit(other).side == self.mover
            and (
                not entry.against_classes
                or self.game.counters.unit(other).unit_class in entry.against_classes
            )
            for other, there in self.stands.items()
        )


def watched(kernel: RulesEngine, seeds: range) -> Counter[str]:
    """Compare units eliminated at the end of phases in random games with the oracle; return the counts by
    side."""
    setting, seen = kernel.setting, Counter[str]()

    def look(before: State, action: Action, after: State) -> None:
        over = (before.turn, before.phase) != (after.turn, after.phase) and action.kind in ("end", "hold")
        if not over or setting.phases[before.phase].kind not in ("movement", "combat"):
            return
        lost = Plain(kernel, before).lost()
        gone = {u for n, u in enumerate(setting.units) if before.locations[n] >= 0 > after.locations[n]}
        assert gone == lost, (setting.phases[before.phase].id, gone, lost)
        for unit in lost:
            seen[f"{setting.game.counters.unit(unit).side} {setting.phases[before.phase].kind}"] += 1  # type: ignore[arg-type]
        mine = setting.side(before)
        assert after.destroyed[mine] - before.destroyed[mine] == len(lost)

    for seed in seeds:
        play_game(kernel, seed, {}, look)
    return seen


def test_adjacent_units_are_eliminated_by_a_naive_reading() -> None:
    seen = watched(RulesEngine(toy(), "the-week"), range(40))
    assert {"blue movement", "red movement"} <= {*seen}, seen


def _everywhere(board: Board, entry: AdjacentElimination) -> tuple[Hexes, ...]:
    return exposed_steps(board, replace(entry, behind=()))


def _in_front(board: Board, entry: AdjacentElimination) -> tuple[Hexes, ...]:
    found = exposed_steps(board, entry)
    return tuple(near & ~one for near, one in zip(board.near, found, strict=True)) if entry.behind else found


@pytest.mark.parametrize("planted", [_everywhere, _in_front], ids=["from all sides", "from the front"])
def test_planted_faults_in_adjacent_elimination_are_found(
    planted: Callable[..., tuple[Hexes, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "exposed_steps", planted)
    with pytest.raises(AssertionError):
        watched(RulesEngine(toy(), "the-week"), range(6))


def test_a_unit_behind_the_river_is_taken_from_behind_alone() -> None:
    kernel = RulesEngine(toy(ENTRIES[:1]), "the-week")

    def after(there: str) -> State:
        state = build_state(kernel, ("0403 red-1", f"{there} blue-1"), phase="blue-movement")
        return kernel.apply(state, kernel.parse(state, "end"))

    red = kernel.setting.units.index("red-1")
    assert after("0503").locations[red] >= 0
    assert after("0303").locations[red] < 0
    told = build_state(kernel, ("0403 red-1", "0303 blue-1"), phase="blue-movement")
    assert "is eliminated" in kernel.describe(told, kernel.parse(told, "end"))


def test_adjacent_elimination_that_cannot_be_played_is_refused() -> None:
    def told(*entries: AdjacentElimination, **more: Any) -> str:
        found = toy(entries, **more)
        return "; ".join(fault.message for fault in find_unplayable(found, found.scenarios[0]))

    assert told(*ENTRIES) == ""
    assert "can't depend on 'supply'" in told(AdjacentElimination(classes=("foot",), supply="out"))
    assert "can't depend on 'along' under 'unless'" in told(
        AdjacentElimination(classes=("foot",), unless=Unless(along=("road",)))
    )
    assert "matches no hex of the map" in told(AdjacentElimination(terrain=("mere",), behind=("river",)))
    falls = FortifiedHexsides("river", (BLUE,))
    assert "can be destroyed, but that has no effect" in told(
        AdjacentElimination(behind=("river",)), fortified_hexsides=(falls,)
    )


def test_booklet_and_help_tell_who_can_not_hold() -> None:
    lines = by_rule(toy()).get("3", {}).get("Losses", ())
    assert any(
        "Foot units or Tanks are eliminated if an enemy is adjacent as a phase ends "
        "(behind a river, not in front of it)" in one
        for one in lines
    ), lines
