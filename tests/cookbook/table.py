"""Positions of the small game on which effects of recipes are tried, and what the rules engine says."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from hexwright.geometry.bitsets import members, union
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.rules.combat.battle_odds import BattleOdds, compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, Outcome
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.supply.supply_range import hexes_in_supply


class Table:
    """The rules of one game with questions as a player asks them."""

    def __init__(self, game: Game, **options: str) -> None:
        self.game = game
        self.rules = RulesEngine(game, "the-ford", options)
        self.setting = self.rules.setting

    def at(self, phase: str, *standing: str, **how: Any) -> State:
        """Return a position at the beginning of a phase: units as "0403 blue-1", or "0403 blue-1/2"."""
        return build_state(self.rules, standing, phase=phase, **how)

    def texts(self, state: State) -> list[str]:
        """Return all legal actions."""
        return [action.text for action in self.rules.legal_actions(state)]

    def play(self, state: State, *lines: str) -> State:
        """Play these lines; each must be legal."""
        for line in lines:
            state = self.rules.apply(state, self.rules.parse(state, line))
        return state

    def may(self, state: State, line: str) -> bool:
        """Whether an action is legal."""
        return line in self.texts(state)

    def costs(self, state: State, unit: str) -> dict[str, Fraction]:
        """Return the hexes where a unit may end its move, with the points that it spends."""
        legs, number = legs_of_state(self.setting, state), self.setting.unit_numbers[UnitId(unit)]
        ids = self.setting.board.ids
        return {ids[h]: Fraction(legs.fewest_points_to(number, h)) for h in members(legs.end_hexes(number))}

    def reach(self, state: State, unit: str) -> set[str]:
        """Return the hexes where a unit may end its move."""
        found = self.rules.actions_of(state, UnitId(unit))
        return {str(action.hex) for action in found if action.hex is not None}

    def odds(self, state: State, defenders: str, attackers: str) -> BattleOdds:
        """Return the odds of some units against others, each named in words."""
        numbers = self.setting.unit_numbers
        return compute_odds(
            self.setting,
            state,
            union(numbers[UnitId(unit)] for unit in defenders.split()),
            union(numbers[UnitId(unit)] for unit in attackers.split()),
        )

    def resolving(self, state: State, attacks: str) -> State:
        """Return the state in which the die is thrown for "red-1 red-2 on blue-1", or "red-1 into 0403"."""
        units, word, target = re.split(r" (on|into) ", attacks)
        for unit in units.split():
            state = self.play(state, f"attack {unit} {'on ' if word == 'on' else ''}{target}")
        state = self.play(state, "end")
        return self.play(state, self.lines(state, "resolve ")[0])

    def fought(self, state: State, attacks: str, roll: int) -> State:
        """Return the state after an attack and a throw."""
        return self.rules.apply(self.resolving(state, attacks), Action("roll", roll=roll))

    def lines(self, state: State, start: str) -> list[str]:
        """Return the legal actions that begin with some words."""
        return [line for line in self.texts(state) if line.startswith(start)]

    def zone(self, state: State, side: str) -> set[str]:
        """Return the hexes that are an enemy zone of control for a side."""
        number = self.setting.sides.index(SideId(side))
        return {self.setting.board.ids[h] for h in members(self.setting.ezoc_hexes(state, number))}

    def supplied(self, state: State, unit: str) -> bool:
        """Whether a unit is in supply where it stands."""
        number = self.setting.unit_numbers[UnitId(unit)]
        return bool(
            hexes_in_supply(self.setting, state, self.setting.side_of[number]) >> state.locations[number] & 1
        )

    def distance(self, one: str, other: str) -> int:
        """Return how many hexes one hex is from another."""
        return self.setting.board.grid.distance(HexId(one), HexId(other))

    def where(self, state: State, unit: str) -> str:
        """Return where a unit is: a hex, "pool", "aside" or "gone"."""
        number = state.locations[self.setting.unit_numbers[UnitId(unit)]]
        return (
            self.setting.board.ids[number] if number >= 0 else {-1: "pool", -2: "aside", -3: "gone"}[number]
        )

    def step(self, state: State, unit: str) -> int:
        """Return the step that a unit shows."""
        return state.steps[self.setting.unit_numbers[UnitId(unit)]]

    def phases(self) -> list[str]:
        """Return the phases in order."""
        return [phase.id for phase in self.setting.phases]

    def after(self, state: State, phase: str) -> State:
        """Return the state as a phase begins; until then no side acts, and dice show their first face."""
        for _ in range(200):
            if self.rules.phase(state) == phase or self.rules.is_over(state):
                return state
            if self.rules.chance_outcomes(state):
                state = self.rules.apply(state, self.rules.chance_outcomes(state)[0][0])
                continue
            lines = self.texts(state)
            quiet = next((line for line in lines if line in ("end", "hold", "pass")), lines[0])
            state = self.play(state, quiet)
        raise AssertionError(f"the game never comes to {phase}")

    def outcome(self, state: State) -> Outcome:
        """Return how the game would end now."""
        return self.rules.outcome(state)
