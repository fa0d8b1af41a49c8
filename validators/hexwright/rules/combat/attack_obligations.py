"""Attack obligations: the attacks that are mandatory before the first battle, and ways to complete an
allocation.

A goal is the target of a battle: a unit, or a hex if all units in it defend together. Goals are stored as
unit numbers or hex numbers. Nothing moves while attacks are declared, so the obligations depend on the
position alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hex
from hexwright.rules.combat.attack_ranges import attackable_hexes
from hexwright.rules.combat.ignored_defenders import without_ignored_defenders
from hexwright.rules.combat.mandatory_attacks import ActiveMandatoryAttacks, CompiledMandatoryAttack
from hexwright.rules.combat.strength_totals import filter_by_unit_state
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.unit_restrictions import units_unable_to_attack


class AttackGoal(NamedTuple):
    """The enemies that can be attacked in one battle, and the units that can attack them."""

    place: Hex
    enemies: Units
    attackers_in_range: Units
    """The units that may attack the enemies."""
    adjacent_attackers: Units
    """The units of `attackers_in_range` that are adjacent to the enemies."""


class OutstandingAttacks(NamedTuple):
    """The attacks that must still be declared before the first battle."""

    units: Units = 0
    """Units that must attack and have no declared attack yet."""
    goals: tuple[int, ...] = ()
    """Goals that must be attacked and have no declared attack yet, in order."""
    unattackable: int = 0
    """The number of mandatory goals that can't be attacked in any allocation."""

    @property
    def any_due(self) -> bool:
        """Return whether any attack must still be declared."""
        return bool(self.units) or len(self.goals) > self.unattackable


def find_attack_goals(setting: CompiledGame, state: State) -> dict[int, AttackGoal]:
    """Return all goals in range of units that may attack, keyed by goal number in ascending order."""
    side, where = setting.side(state), state.locations
    enemies = setting.enemy_hexes(state, side)
    within: dict[Hex, Units] = {}
    for unit in members(setting.phase_modes[state.phase][0][1] & ~units_unable_to_attack(setting, state)):
        if where[unit] >= 0:
            for place in members(attackable_hexes(setting, state, unit) & enemies):
                within[place] = within.get(place, 0) | 1 << unit
    standing_in: dict[Hex, Units] = {}
    for unit, place in enumerate(where):
        if place in within and setting.side_of[unit] != side:
            standing_in[place] = standing_in.get(place, 0) | 1 << unit

    def contact(place: Hex, enemies: Units) -> AttackGoal:
        near = setting.board.near[place]
        beside = union(unit for unit in members(within[place]) if near >> where[unit] & 1)
        return AttackGoal(place, enemies, within[place], beside)

    if setting.defends_as_one:
        return {
            place: contact(place, without_ignored_defenders(setting, state, standing_in[place]))
            for place in sorted(within)
        }
    found = {
        unit: contact(place, 1 << unit) for place, enemies in standing_in.items() for unit in members(enemies)
    }
    return dict(sorted(found.items()))


def units_and_goals_bound(
    setting: CompiledGame, state: State, touching: Mapping[int, AttackGoal]
) -> tuple[Units, tuple[int, ...]]:
    """Return the units that must attack and the goals that must be attacked under the mandatory attack
    entries.
    """
    duties = _active_mandatory_attacks(setting, state)
    units, goals = 0, []
    for goal, contact in touching.items():
        bare = contact.adjacent_attackers & ~_units_bound_to_goal(setting, state, duties.spared, contact)
        units |= bare & _units_bound_to_goal(setting, state, duties.attackers, contact)
        if bare & _units_bound_to_goal(setting, state, duties.enemies, contact):
            goals.append(goal)
    return units, tuple(goals)


def _active_mandatory_attacks(setting: CompiledGame, state: State) -> ActiveMandatoryAttacks:
    return setting.mandatory_attacks.active_at(setting.time_context(state))


def _units_bound_to_goal(
    setting: CompiledGame, state: State, dues: Iterable[CompiledMandatoryAttack], contact: AttackGoal
) -> Units:
    """Return the units adjacent to a goal that must attack it according to at least one of the entries."""
    found = 0
    for due in dues:
        if not (due.criteria.hexes >> contact.place & 1 and due.criteria.enemies & contact.enemies):
            continue
        fit = due.criteria.filter_by_step(
            state.locations, contact.adjacent_attackers & due.criteria.units, contact.place
        )
        fit = union(unit for unit in members(fit) if due.attacker_hexes >> state.locations[unit] & 1)
        found |= filter_by_unit_state(setting, state, due.criteria, fit)
    return found


def outstanding_attacks(setting: CompiledGame, state: State) -> OutstandingAttacks:
    """Return the mandatory attacks that haven't been declared yet; empty if no entry applies now."""
    return (
        _find_outstanding_attacks(setting, state, find_attack_goals(setting, state))
        if _active_mandatory_attacks(setting, state).any
        else OutstandingAttacks()
    )


def _find_outstanding_attacks(
    setting: CompiledGame, state: State, touching: Mapping[int, AttackGoal]
) -> OutstandingAttacks:
    units, goals = units_and_goals_bound(setting, state, touching)
    attacked = _attacked_goals(state.battles)
    missing = tuple(goal for goal in goals if goal not in attacked)
    spare = 0
    if missing and setting.combat.target != "hexes":
        # An attacker attacks only one goal. If it may attack several hexes, some unit can attack each of
        # them.
        spare = len(goals) - len(
            match_goals(goals, touching, union_of(c.attackers_in_range for c in touching.values()))
        )
    return OutstandingAttacks(units & ~_attacking_units(state.battles), missing, spare)


def match_goals(goals: Sequence[int], touching: Mapping[int, AttackGoal], units: Units) -> dict[int, int]:
    """Return a maximum matching of units to goals, as a mapping from unit to goal; each unit attacks one
    goal.
    """
    held: dict[int, int] = {}

    def taken(goal: int, tried: set[int]) -> bool:
        for unit in members(touching[goal].attackers_in_range & units):
            if unit in tried:
                continue
            tried.add(unit)
            if unit not in held or taken(held[unit], tried):
                held[unit] = goal
                return True
        return False

    for goal in goals:
        taken(goal, set())
    return held


def _attacked_goals(battles: Iterable[Battle]) -> set[int]:
    """Return the numbers of all goals (hexes or single units) that the battles attack."""
    return {goal for b in battles for goal in ((b.target_unit,) if b.target_unit >= 0 else members(b.hexes))}


def _attacking_units(battles: Iterable[Battle]) -> Units:
    return union_of(battle.attackers for battle in battles)


# A complete allocation --------------------------------------------------------------------------------


class DivisionStep(NamedTuple):
    """The next step towards a complete allocation: a unit attacks a goal, or withdraws from its attack."""

    unit: int
    goal: int
    """The goal attacked; -1 if the unit withdraws from its attack."""


def next_division_step(setting: CompiledGame, state: State) -> DivisionStep | None:
    """Return the next step towards meeting all obligations; None if all are met.

    If the returned steps are applied one after another, all obligations are eventually met. A step declares a
    further attack if the allocation can be completed that way; otherwise it takes an attack back.
    """
    if not _active_mandatory_attacks(setting, state).any:
        return None
    # The position is analysed once for each step.
    touching = find_attack_goals(setting, state)
    now = _find_outstanding_attacks(setting, state, touching)
    if not now.any_due:
        return None
    if setting.combat.target == "hexes":
        return _step_over_hexes(setting, state, touching)
    if (pair := _next_pairing(state, touching, now)) is not None:
        return pair
    # A unit must be freed: preferably one that can attack an open goal and isn't the only attacker of its
    # own.
    busy = _attacking_units(state.battles)
    wanted = union_of(touching[goal].attackers_in_range for goal in now.goals) & busy
    alone = union_of(b.attackers for b in state.battles if b.attackers.bit_count() == 1)
    return DivisionStep(min(members(wanted or busy), key=lambda unit: (alone >> unit & 1, unit)), -1)


def _next_pairing(
    state: State, touching: Mapping[int, AttackGoal], now: OutstandingAttacks
) -> DivisionStep | None:
    """Return an attack by an uncommitted unit; None if the uncommitted units can't attack all open goals."""
    free = union_of(contact.attackers_in_range for contact in touching.values()) & ~_attacking_units(
        state.battles
    )
    pairs = match_goals(now.goals, touching, free)
    if len(now.goals) - len(pairs) > now.unattackable:
        return None
    for unit, goal in sorted(pairs.items()):
        return DivisionStep(unit, goal)
    unit = min(members(now.units))
    return DivisionStep(
        unit, next(goal for goal, contact in touching.items() if contact.attackers_in_range >> unit & 1)
    )


# Battles that may attack several hexes -------------------------------------------------------------------


def _step_over_hexes(setting: CompiledGame, state: State, touching: Mapping[int, AttackGoal]) -> DivisionStep:
    going_on = _HexDivision(setting, state, touching, state.battles)
    if going_on.complete(split=False):
        return going_on.steps[0]
    # A complete allocation always exists from the start; attacks that aren't part of it are taken back.
    anew = _HexDivision(setting, state, touching, ())
    anew.complete(split=True)
    for battle in state.battles:
        if not any(_is_part_of(battle, other) for other in anew.groups):
            return DivisionStep(min(members(battle.attackers)), -1)
    return _next_attack_towards(state.battles, anew.groups)


def _is_part_of(part: Battle, whole: Battle) -> bool:
    return not part.hexes & ~whole.hexes and not part.attackers & ~whole.attackers


def _next_attack_towards(battles: Sequence[Battle], whole: Iterable[Battle]) -> DivisionStep:
    """Return the first attack of the complete allocation `whole` that is missing from `battles`."""
    for battle in whole:
        part = next((one for one in battles if _is_part_of(one, battle)), None)
        if part is None:
            return DivisionStep(min(members(battle.attackers)), battle.goal)
        if more := battle.attackers & ~part.attackers:
            return DivisionStep(min(members(more)), part.goal)
        if more := battle.hexes & ~part.hexes:
            return DivisionStep(min(members(part.attackers)), min(members(more)))
    raise AssertionError("something is owed in a whole division")


class _HexDivision:
    """An allocation of attackers to battles, each over one or more hexes, that is completed step by step."""

    def __init__(
        self,
        setting: CompiledGame,
        state: State,
        touching: Mapping[int, AttackGoal],
        battles: Iterable[Battle],
    ) -> None:
        self._touching = touching
        self._units, self._goals = units_and_goals_bound(setting, state, touching)
        self._ranges = [
            attackable_hexes(setting, state, u) if place >= 0 else 0
            for u, place in enumerate(state.locations)
        ]
        self.groups = sorted(battles, key=lambda battle: battle.goal)
        self.steps: list[DivisionStep] = []
        everybody = union_of(contact.attackers_in_range for contact in touching.values())
        self._free = everybody & ~_attacking_units(self.groups)

    def complete(self, *, split: bool) -> bool:
        """Add attacks until all obligations are met; return whether that succeeded.

        If `split` is true, a unit may attack one hex of a battle over several hexes in a separate battle.
        """
        attacked = _attacked_goals(self.groups)
        due = (goal for goal in self._goals if goal not in attacked)
        return all(map(self._attack, due)) and all(
            self._join(unit, split=split) for unit in members(self._units & self._free)
        )

    def _set_battle(self, step: DivisionStep, old: Battle | None, new: Battle) -> bool:
        self.groups = sorted(
            (*(one for one in self.groups if one is not old), new), key=lambda battle: battle.goal
        )
        self.steps.append(step)
        self._free &= ~new.attackers
        return True

    def _attack(self, goal: int) -> bool:
        """Add an attack on a hex and return whether that was possible.

        The hex is attacked by an uncommitted unit, or added to a battle whose attackers can all attack it.
        """
        within = self._touching[goal].attackers_in_range
        if within & self._free:
            unit = min(members(within & self._free))
            return self._set_battle(DivisionStep(unit, goal), None, Battle(1 << goal, 1 << unit))
        group = next((one for one in self.groups if not one.attackers & ~within), None)
        if group is None:
            return False
        step = DivisionStep(min(members(group.attackers)), goal)
        return self._set_battle(step, group, Battle(group.hexes | 1 << goal, group.attackers))

    def _join(self, unit: int, *, split: bool) -> bool:
        """Add a unit to a battle all of whose hexes it can attack, or else to a new battle; return whether
        this succeeded.
        """
        group = next((one for one in self.groups if not one.hexes & ~self._ranges[unit]), None)
        if group is not None:
            joined = Battle(group.hexes, group.attackers | 1 << unit)
            return self._set_battle(DivisionStep(unit, group.goal), group, joined)
        goals = [goal for goal, contact in self._touching.items() if contact.attackers_in_range >> unit & 1]
        attacked = _attacked_goals(self.groups)
        own = next((goal for goal in goals if goal not in attacked), goals[0])
        if own in attacked and not split:
            return False
        shared = next((one for one in self.groups if one.hexes >> own & 1), None)
        if shared is not None:
            self.groups.remove(shared)
            self.groups.append(Battle(shared.hexes & ~(1 << own), shared.attackers))
        return self._set_battle(DivisionStep(unit, own), None, Battle(1 << own, 1 << unit))
