"""Tutorial policy: play like another policy but with only a few actions per phase, so that a turn can be
described in full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.players.policies import Policy
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, ActionKind

MAX_ACTIONS: Final[Mapping[ActionKind, int]] = MappingProxyType(
    {
        "move": 3,
        "attack": 4,
        "new": 2,
        "restore": 1,
        "fortify": 1,
        "entrain": 1,
        "exit": 1,
        "arrive": 2,
        "strike": 1,
        "fly": 1,
    }
)
"""The maximum number of actions of each kind in a phase, for kinds of action that many units may take."""


class TutorialPolicy:
    """A policy that ends a phase after a few actions; mandatory actions are always performed.

    The policy lets the unit that can ride farthest take one train ride, because other policies seldom move
    units by train.
    """

    def __init__(self, rules: RulesEngine, policy: Policy) -> None:
        self.rules = rules
        self.policy = policy
        self._phase: tuple[int, int] | None = None
        self._done: Counter[ActionKind] = Counter()
        self._ride_to: Action | None = None
        self._has_ridden = False

    def choose(self, state: State) -> Action:
        """Return a legal action."""
        if (state.turn, state.phase) != self._phase:
            self._phase = (state.turn, state.phase)
            self._done.clear()
        if (ride := self._ride(state)) is not None:
            return ride
        if any(self._done[kind] >= most for kind, most in MAX_ACTIONS.items()):
            end = self._end(state)
            if end is not None:
                return end
        action = self.policy.choose(state)
        self._done[action.kind] += 1
        return action

    def _ride(self, state: State) -> Action | None:
        """Return the action by which a unit entrains or rides; None if no unit can, or a unit has already
        done so.
        """
        if state.stage != "move" or self._has_ridden:
            return None
        if self._ride_to is not None:
            ride, self._ride_to, self._has_ridden = self._ride_to, None, True
            return ride
        if self._done:
            return None
        entrained = [action for action in self.rules.legal_actions(state) if action.kind == "entrain"]
        rides = (
            (*self._longest_ride(self.rules.apply(state, action), action), action) for action in entrained
        )
        length, self._ride_to, entrain = max(rides, key=lambda found: found[0], default=(0, None, None))
        return entrain if length else None

    def _longest_ride(self, state: State, entrained: Action) -> tuple[int, Action | None]:
        """Return the longest move of a unit that has just entrained, with its length in hexes."""
        setting = self.rules.setting
        assert entrained.unit is not None
        far = setting.board.distances(state.locations[setting.unit_numbers[entrained.unit]])
        moves = (
            (far[setting.board.index[action.hex]], action)
            for action in self.rules.legal_actions(state)
            if action.kind == "move" and action.unit == entrained.unit and action.hex is not None
        )
        return max(moves, key=lambda found: found[0], default=(0, None))

    def _end(self, state: State) -> Action | None:
        """Return the action that ends the phase or passes; None if another action is mandatory."""
        # Listing all moves of all units is slow, so only the end is checked.
        ends = state.stage in ("move", "declare")
        actions = self.rules.phase_end_actions(state) if ends else self.rules.legal_actions(state)
        return next((action for action in actions if action.kind in ("end", "pass")), None)
