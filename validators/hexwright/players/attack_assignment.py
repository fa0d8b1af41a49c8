"""Attack assignment: assign attackers to mandatory battles, with good odds where they matter and cheap
soak-offs elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.geometry.bitsets import members, union_of
from hexwright.players.attack_plan import PlannedAttack, attack_value
from hexwright.rules.combat.attack_obligations import (
    AttackGoal,
    find_attack_goals,
    match_goals,
    units_and_goals_bound,
)
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State

MAX_ROUNDS: Final = 3
"""The maximum number of rounds; in each, every unit is tried against other targets."""
LEAST_IMPROVEMENT: Final = 1e-6


class AttackAssignment:
    """An assignment of attackers to targets that is improved step by step; the attack on each target is one
    battle.
    """

    def __init__(self, setting: CompiledGame, state: State, prize_values: Mapping[int, float]) -> None:
        self.setting, self.state = setting, state
        self._prize_values = prize_values
        self.touching: Mapping[int, AttackGoal] = find_attack_goals(setting, state)
        self.units, self.goals = units_and_goals_bound(setting, state, self.touching)
        self.everybody = union_of(contact.attackers_in_range for contact in self.touching.values())
        self._flees = {
            goal: all(retreat_destinations(setting, state, unit) for unit in members(contact.enemies))
            for goal, contact in self.touching.items()
        }
        self._worth: dict[tuple[int, Units], float] = {}
        self.held: dict[int, int] = {}
        """For each unit, the target that it attacks."""

    def expected_gain(self, goal: int, attackers: Units) -> float:
        """Return the expected gain of a battle against a target, in strength points."""
        if not attackers:
            return 0.0
        found = self._worth.get((goal, attackers))
        if found is None:
            enemies = self.touching[goal].enemies
            found = attack_value(
                self.setting, self.state, enemies, attackers, self._flees[goal], self._prize_values
            )
            self._worth[goal, attackers] = found
        return found

    def attackers(self, goal: int) -> Units:
        """Return the units assigned to attack a target."""
        return sum(1 << unit for unit, held in self.held.items() if held == goal)

    def assign_best(self, attacks: list[PlannedAttack]) -> None:
        """Add the most valuable attacks after which every mandatory target can still be attacked."""
        goal_of = {contact.enemies: goal for goal, contact in self.touching.items()}
        most = len(match_goals(self.goals, self.touching, self.everybody))
        for attack in attacks:
            goal = goal_of[attack.defenders]
            chosen = 0
            # Strong units first: weak ones are left for other mandatory targets.
            for unit in sorted(members(attack.attackers), key=self._strength, reverse=True):
                if self._leaves_mandatory_possible(goal, chosen | 1 << unit, most):
                    chosen |= 1 << unit
            if chosen and self.expected_gain(goal, chosen) > 0:
                self.held |= dict.fromkeys(members(chosen), goal)

    def _strength(self, unit: int) -> tuple[int, int]:
        return self.setting.strengths[unit][self.state.steps[unit]], unit

    def _leaves_mandatory_possible(self, goal: int, attackers: Units, most: int) -> bool:
        """Return whether `most` mandatory targets can still be attacked if these units attack this target."""
        attacked = {*self.held.values(), goal}
        free = self.everybody & ~union_of(1 << unit for unit in self.held) & ~attackers
        rest = [one for one in self.goals if one not in attacked]
        covered = sum(one in attacked for one in self.goals)
        return covered + len(match_goals(rest, self.touching, free)) >= most

    def assign_mandatory(self) -> None:
        """Assign attackers to all mandatory targets, and targets to all units that must attack, at the lowest
        cost.
        """
        free = [unit for unit in members(self.everybody) if unit not in self.held]
        rest = [goal for goal in self.goals if goal not in self.held.values()]
        for unit, goal in match_goals(rest, self.touching, union_of(1 << unit for unit in free)).items():
            self.held[unit] = goal
        for unit in free:
            if unit not in self.held and self.units >> unit & 1:
                self.held[unit] = max(
                    self._assignments_open_to(unit), key=lambda goal: self._gain(unit, goal)
                )

    def _assignments_open_to(self, unit: int) -> list[int]:
        return [goal for goal, contact in self.touching.items() if contact.attackers_in_range >> unit & 1]

    def _gain(self, unit: int, goal: int) -> float:
        """Return the change in expected gain if a unit joins the attack on a target."""
        others = self.attackers(goal) & ~(1 << unit)
        return self.expected_gain(goal, others | 1 << unit) - self.expected_gain(goal, others)

    def improve(self) -> None:
        """Move units to other targets, or swap their targets, until no change improves the assignment."""
        for _ in range(MAX_ROUNDS):
            changed = [self._try_moves(unit) or self._try_swaps(unit) for unit in members(self.everybody)]
            if not any(changed):
                return

    def _try_moves(self, unit: int) -> bool:
        here = self.held.get(unit)
        if here is not None and here in self.goals and self.attackers(here) == 1 << unit:
            return False  # No other unit attacks the mandatory target.
        now = 0.0 if here is None else self._gain(unit, here)
        free = here is None or not self.units >> unit & 1
        best, goal = (0.0, None) if free else (now, here)
        for offer in self._assignments_open_to(unit):
            if offer != here and self._gain(unit, offer) > best + LEAST_IMPROVEMENT:
                best, goal = self._gain(unit, offer), offer
        if goal == here or best <= now + LEAST_IMPROVEMENT:
            return False
        if goal is None:
            del self.held[unit]
        else:
            self.held[unit] = goal
        return True

    def _try_swaps(self, unit: int) -> bool:
        """Swap a unit's target with another unit's target if each unit can attack the other's target; return
        whether targets were swapped.
        """
        here = self.held.get(unit)
        if here is None:
            return False
        mine = self.touching[here].attackers_in_range
        for other, there in list(self.held.items()):
            if there == here or not (
                mine >> other & 1 and self.touching[there].attackers_in_range >> unit & 1
            ):
                continue
            ours, theirs = self.attackers(here), self.attackers(there)
            one, two = 1 << unit, 1 << other
            new = self.expected_gain(here, ours & ~one | two) + self.expected_gain(there, theirs & ~two | one)
            if new > self.expected_gain(here, ours) + self.expected_gain(there, theirs) + LEAST_IMPROVEMENT:
                self.held[unit], self.held[other] = there, here
                return True
        return False


def complete_assignment(
    setting: CompiledGame,
    state: State,
    attacks: list[PlannedAttack],
    prize_values: Mapping[int, float] = MappingProxyType({}),
) -> list[PlannedAttack]:
    """Return attacks that satisfy all attack obligations, including the given attacks where possible.

    If a battle may attack several hexes, a target without a separate attacker is left out, so that a later
    battle can include it.
    """
    division = AttackAssignment(setting, state, prize_values)
    division.assign_best(attacks)
    division.assign_mandatory()
    division.improve()
    found = []
    for goal, contact in division.touching.items():
        if attackers := division.attackers(goal):
            found.append(PlannedAttack(contact.enemies, attackers, division.expected_gain(goal, attackers)))
    return sorted(found, key=lambda attack: -attack.value)
