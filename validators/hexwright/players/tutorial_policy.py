"""Tutorial policy: play like another policy but with only a few actions per phase, so that a turn can be
described in full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.geometry.bitsets import first, members, union
from hexwright.players.assault_plan import Assault, AssaultPlanner, combat_phase_after
from hexwright.players.overrun_choice import best_overrun
from hexwright.players.policies import Policy
from hexwright.rules.combat.battle_odds import compute_odds, lookup_result, retreat_destinations
from hexwright.rules.combat.overruns import units_in_declared_overruns
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
LEAST_GAIN: Final = 0.0
"""The expected gain, in strength points, from which an attack is worth moving units for."""
LEAST_OFFER: Final = -5.0
"""The expected gain from which an attack is tried with fewer units."""


class TutorialPolicy:
    """A policy that ends a phase after a few actions; mandatory actions are always performed.

    The policy lets the unit that can ride farthest take one train ride, because other policies seldom move
    units by train. Before a side's first combat phase it moves the few units of a promising attack next to
    the enemy, and of the first units that may advance after combat one does.
    """

    def __init__(self, rules: RulesEngine, policy: Policy, attacks_from: int = 0) -> None:
        self.rules = rules
        self.policy = policy
        self.attacks_from = attacks_from
        """The first turn in which units are moved for an attack."""
        self._phase: tuple[int, int] | None = None
        self._done: Counter[ActionKind] = Counter()
        self._ride_to: Action | None = None
        self._has_ridden = False
        self._has_planned = False
        self._approaches: list[Action] = []
        """The remaining moves of the units that are to attack."""
        self._attacks: list[Action] = []
        """Their attacks."""
        self._approach_phase: tuple[int, int] | None = None
        self._has_advanced = False

    def choose(self, state: State) -> Action:
        """Return a legal action."""
        if (state.turn, state.phase) != self._phase:
            self._phase = (state.turn, state.phase)
            self._done.clear()
        if (ride := self._ride(state)) is not None:
            return ride
        if (attack := self._attack(state)) is not None:
            return attack
        if any(self._done[kind] >= most for kind, most in MAX_ACTIONS.items()):
            end = self._end(state)
            if end is not None:
                return end
        action = self.policy.choose(state)
        while state.stage == "declare" and not self.rules.is_legal(state, action):
            # It planned its attacks as if none were declared; at last it ends the phase.
            action = self.policy.choose(state)
        if state.stage == "advance" and not self._has_advanced:
            # A policy holds its units back where the new hex is worse; the tutorial shows an advance.
            self._has_advanced = True
            action = self.rules.legal_actions(state)[0] if action.kind == "hold" else action
        self._done[action.kind] += 1
        return action

    def _attack(self, state: State) -> Action | None:
        """Return the next action that leads to the attack which the tutorial shows; None if another policy
        decides.

        These are moves of a few units next to an enemy, the end of that movement phase, and their attacks.
        """
        if state.stage == "declare":
            attacks = [one for one in self._attacks if self.rules.is_legal(state, one)]
            self._attacks = attacks[1:]
            return attacks[0] if attacks else None
        if state.stage != "move":
            return None
        if self._is_planning_due(state):
            self._has_planned = True
            self._approaches, self._attacks = planned_attack(self.rules, state)
            self._approach_phase = self._phase if self._approaches else None
        if self._approach_phase != self._phase:
            return None
        # Further moves could take attackers or their neighbours away again.
        return self._approaches.pop(0) if self._approaches else self._end(state)

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

    def _is_planning_due(self, state: State) -> bool:
        """Whether the attack is planned now: before a combat phase, after all overruns that need no move."""
        setting = self.rules.setting
        due = not self._has_planned and state.turn >= self.attacks_from
        if not due or combat_phase_after(setting, state) is None:
            return False
        return not units_in_declared_overruns(state) and best_overrun(setting, state) is None


def planned_attack(rules: RulesEngine, state: State) -> tuple[list[Action], list[Action]]:
    """Return the moves and the attacks of a few units that are worth it; both are empty if there are none.

    Attacks that may force a retreat come first, then those of fewest moves.
    """
    setting = rules.setting
    combat = combat_phase_after(setting, state)
    assert combat is not None
    planner = AssaultPlanner(setting, state, combat)
    found: tuple[bool, int, Assault] | None = None
    for assault in planner.assaults(LEAST_OFFER, {}):
        for few in planner.smaller_assaults(assault):
            moving = sum(state.locations[unit] != post for unit, post in few.posts.items())
            if few.value >= LEAST_GAIN and moving <= MAX_ACTIONS["move"]:
                key = (not _may_force_retreat(planner, few), moving, few)
                found = key if found is None else min(found, key, key=lambda one: one[:2])
    if found is None:
        return [], []
    posts, target = found[2].posts, found[2].target
    moves = [
        leg
        for unit, post in posts.items()
        if state.locations[unit] != post
        for leg in setting.moves_to(unit, 1 << post)
    ]
    defender = first(planner.defenders_in(target))
    attacks = [
        setting.hex_attacks[unit][target] if setting.defends_as_one else setting.attacks[unit][defender]
        for unit in posts
    ]
    return moves, attacks


def _may_force_retreat(planner: AssaultPlanner, assault: Assault) -> bool:
    """Whether some die roll of an attack forces defenders to retreat, and all of them can."""
    setting, there = planner.setting, planner.position_after(assault.posts)
    table = setting.game.charts.combat
    defenders = planner.defenders_in(assault.target)
    if table is None or not all(retreat_destinations(setting, there, unit) for unit in members(defenders)):
        return False
    odds = compute_odds(setting, there, defenders, union(assault.posts))
    results = {lookup_result(setting, odds, roll) for roll in table.roll_frequencies}
    return odds.final_column > 0 and any(
        "defender-retreat" in setting.combat.effects[result] for result in results
    )
