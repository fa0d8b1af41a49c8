"""Aggressive policy: a random policy that approaches the enemy and attacks, so that long walks contain all
kinds of battles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexwright.geometry.bitsets import union
from hexwright.geometry.hex_steps import hexes_by_distance
from hexwright.model.ids import HexId, UnitId
from hexwright.players.overrun_choice import best_overrun
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action

MAX_MOVES: Final = 24
"""The maximum number of units that the policy moves in a phase; more moves would test nothing new."""
MAX_OVERRUNS: Final = 6
"""The number of moves after which the policy looks for overruns again."""
RANDOM_MOVE_SHARE: Final = 0.15
"""The probability that a unit acts at random instead of approaching the enemy."""
SINGLE_ATTACK_SHARE: Final = 0.15
"""The probability that a unit that could join the current attack doesn't join it."""
UNITS_CONSIDERED: Final = 4
"""The number of attacks that the policy compares before it starts an attack."""
PLAIN_ATTACK_SHARE: Final = 0.7
"""The probability that a battle is fought without an announcement although one is possible."""


class AggressivePolicy:
    """A policy that moves units next to enemies, overruns them, attacks with several units together, and is
    otherwise random.
    """

    def __init__(self, rules: RulesEngine, seed: int) -> None:
        self.rules = rules
        self._random = RandomPolicy(rules, seed)
        self._chooser: RandomStream = self._random.chooser
        self._phase: tuple[int, int] | None = None
        self._moved = 0
        self._tried: set[int] = set()
        """Units that have already been considered in this phase."""
        self._overrun: list[Action] = []
        """The remaining actions of the overrun in progress."""
        self._looked = -1
        """The number of units that had moved when the policy last looked for overruns."""
        self._goal: HexId | UnitId | None = None
        """The target of the attack being declared."""

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        if (state.turn, state.phase) != self._phase:
            self._phase = (state.turn, state.phase)
            self._moved, self._tried, self._overrun, self._goal = 0, set(), [], None
            self._looked = -1
        if state.stage == "move":
            return self._move(state)
        if state.stage == "declare":
            return self._declare(state)
        if state.stage == "resolve" and self._chooser.fraction() < PLAIN_ATTACK_SHARE:
            plain = [a for a in self.rules.legal_actions(state) if not (a.column or a.ignoring)]
            if plain:
                return self._chooser.choice(plain)
        return self._random.choose(state)

    def _move(self, state: State) -> Action:
        """Return a move closer to the enemy, an overrun, or the end of the phase."""
        if not self._overrun and self._moved % MAX_OVERRUNS == 0 and self._looked != self._moved:
            self._looked = self._moved
            found = best_overrun(self.rules.setting, state)
            self._overrun = found[0] if found is not None else []
        if self._overrun:
            return self._overrun.pop(0)
        setting = self.rules.setting
        enemies = setting.enemy_hexes(state, setting.side(state))
        waiting = [u for u in self.rules.movers(state) if setting.unit_numbers[u] not in self._tried]
        while waiting and self._moved < MAX_MOVES:
            unit = self._chooser.choice(waiting)
            waiting.remove(unit)
            self._tried.add(setting.unit_numbers[unit])
            actions = self.rules.actions_of(state, unit)
            if actions and self._chooser.fraction() < RANDOM_MOVE_SHARE:
                self._moved += 1
                return self._chooser.choice(actions)
            here = state.locations[setting.unit_numbers[unit]]
            goals = {a: setting.board.index[a.hex] for a in actions if a.kind == "move" and a.hex is not None}
            nearest = self._nearest(enemies, [here, *goals.values()])
            best = [a for a, goal in goals.items() if nearest >> goal & 1]
            if best and not nearest >> here & 1:
                self._moved += 1
                return self._chooser.choice(best)
        return self._chooser.choice(self.rules.phase_end_actions(state))

    def _nearest(self, enemies: int, places: list[int]) -> int:
        """Return the hexes in `places` that are nearest to an enemy."""
        board = self.rules.setting.board
        asked = union(places)
        return next(
            (met for front in hexes_by_distance(board.around, enemies, -1) if (met := front & asked)), 0
        )

    def _declare(self, state: State) -> Action:
        """Return a declaration that joins the current attack, or starts an attack on the defender that the
        most units can reach.
        """
        setting = self.rules.setting
        waiting = [setting.unit_numbers[u] for u in self.rules.movers(state)]
        waiting = [u for u in self._chooser.shuffled(waiting) if u not in self._tried]
        for unit in waiting:
            joining = [a for a in self._attacks(state, unit) if (a.hex or a.target) == self._goal]
            if joining and self._chooser.fraction() >= SINGLE_ATTACK_SHARE:
                self._tried.add(unit)
                return joining[0]
        best: tuple[float, Action] | None = None
        for unit in waiting[:UNITS_CONSIDERED]:
            self._tried.add(unit)
            actions = self._attacks(state, unit)
            if actions:
                action = self._chooser.choice(actions)
                value = self._ratio(state, waiting, action)
                best = max(best or (value, action), (value, action), key=lambda found: found[0])
        if best is not None:
            self._tried -= {u for u in waiting if setting.units[u] != best[1].unit}
            self._goal = best[1].hex or best[1].target
            return best[1]
        return self._chooser.choice(self.rules.phase_end_actions(state))

    def _attacks(self, state: State, unit: int) -> list[Action]:
        """Return the actions by which a unit may declare attacks now."""
        actions = self.rules.actions_of(state, self.rules.setting.units[unit])
        return [action for action in actions if action.kind == "attack"]

    def _ratio(self, state: State, waiting: Sequence[int], attack: Action) -> float:
        """Return the strength of all possible attackers divided by the defender's strength."""
        setting = self.rules.setting
        here = setting.board.index[attack.hex] if attack.hex is not None else -1
        if attack.target is not None:
            here = state.locations[setting.unit_numbers[attack.target]]
        near = setting.board.near[here]

        def worth(unit: int) -> float:
            return float(setting.strengths[unit][state.steps[unit]])

        ours = sum(worth(unit) for unit in waiting if near >> state.locations[unit] & 1)
        return ours / (1 + sum(worth(unit) for unit, place in enumerate(state.locations) if place == here))
