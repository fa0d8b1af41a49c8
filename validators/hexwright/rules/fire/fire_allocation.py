"""Fire allocation: attacks that units may allocate, limits across hexsides, and mandatory attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.fire.fire_battle import (
    active_attacker_rules,
    disrupted,
    fire_phase,
    fire_rules,
    hexes_with_undisrupted_units,
)
from hexwright.rules.transport import rail_capacity

Assignment = Mapping[int, int]
"""For each attacked hex, the attackers as a bit set."""


def attackers_by_target(state: State) -> dict[int, int]:
    """Return the attackers allocated so far as a bit set for each attacked hex."""
    return {battle.hex: battle.attackers for battle in state.engagements}


def units_able_to_attack(setting: CompiledGame, state: State) -> list[int]:
    """Return the units that may still be allocated to an attack."""
    phase, side = setting.phases[state.phase], setting.side(state)
    contact = setting.board.around(setting.enemy_hexes(state, side))
    taken = state.barred_from_attack | rail_capacity.train_units_unable_to_attack(setting, state)
    for battle in state.engagements:
        taken |= battle.attackers
    return [
        unit
        for unit in setting.units_by_side[side]
        if state.locations[unit] >= 0
        and contact >> state.locations[unit] & 1
        and not taken >> unit & 1
        and not disrupted(state, unit)
        and (not phase.classes or setting.class_of[unit] in phase.classes)
    ]


def may_attack_across(
    setting: CompiledGame, state: State, group: Sequence[int], here: Hex, target: Hex
) -> bool:
    """Return whether a group of units in one hex may attack an adjacent hex together."""
    rule = fire_rules(setting).hexside_limit
    if sum(setting.class_of[unit] in rule.max_one_of for unit in group) > 1:
        return False
    if rule.max is None or len(group) <= rule.max:
        return True
    units = union(group)
    return any(
        len(group) <= more.record.max
        and more.criteria.units & units
        and more.criteria.hexes >> target & 1
        and more.criteria.matches_step(1 << here, target)
        for more in active_attacker_rules(setting, state).hexside_limit_exceptions
    )


def may_join(setting: CompiledGame, state: State, unit: int, attackers: int, target: Hex) -> bool:
    """Return whether a unit may attack a hex together with the units that already attack it from the same
    hex.
    """
    here = state.locations[unit]
    group = [u for u in members(attackers) if state.locations[u] == here]
    return may_attack_across(setting, state, (*group, unit), here, target)


def targets_of(setting: CompiledGame, state: State, unit: int) -> int:
    """Return the hexes adjacent to a unit that contain enemies."""
    return setting.board.near[state.locations[unit]] & setting.enemy_hexes(state, setting.side_of[unit])


def further_required_targets(setting: CompiledGame, state: State, attacks: Assignment) -> Hexes:
    """Return the hexes that must still be attacked because units that must attack are adjacent to them."""
    side = setting.side(state)
    duties = active_attacker_rules(setting, state).mandatory_attacks
    if not duties:
        return 0
    attacked = union(attacks)
    attackers = union_of(attacks.values())
    found = 0
    for duty in duties:
        froms = union(state.locations[unit] for unit in members(attackers & duty.criteria.units))
        found |= setting.board.around(froms & duty.attacker_hexes) & duty.criteria.hexes
    if not found:
        return 0
    firm = union_of(
        hexes_with_undisrupted_units(setting, state, other)
        for other in range(len(setting.sides))
        if other != side
    )
    return found & firm & ~attacked


def is_required_only_if_able(setting: CompiledGame) -> bool:
    """Return whether attacks are mandatory only if there are still units to make them."""
    wanted = fire_rules(setting).must_attack_if_able
    return bool(wanted) and setting.options_hold(wanted)


def unmet_targets(setting: CompiledGame, state: State) -> int:
    """Return the hexes that must be attacked before allocation can end."""
    attacks = attackers_by_target(state)
    missing = further_required_targets(setting, state, attacks)
    if missing and is_required_only_if_able(setting):
        able = 0
        for unit in units_able_to_attack(setting, state):
            for target in members(missing & targets_of(setting, state, unit)):
                if may_join(setting, state, unit, attacks.get(target, 0), target):
                    able |= 1 << target
        return able
    return missing


def can_meet_requirements(setting: CompiledGame, state: State, attacks: Assignment, free: list[int]) -> bool:
    """Return whether the remaining units can make all remaining mandatory attacks."""
    missing = further_required_targets(setting, state, attacks)
    if not missing:
        return True
    target = min(members(missing))
    for unit in free:
        if not setting.board.near[state.locations[unit]] >> target & 1:
            continue
        more = {**attacks, target: 1 << unit}
        if can_meet_requirements(setting, state, more, [u for u in free if u != unit]):
            return True
    return False


def legal_targets_of(setting: CompiledGame, state: State, unit: int) -> Iterator[int]:
    """Yield the hexes that an unallocated unit may attack."""
    attacks = attackers_by_target(state)
    others = [u for u in units_able_to_attack(setting, state) if u != unit]
    loose = is_required_only_if_able(setting)
    for target in members(targets_of(setting, state, unit)):
        attackers = attacks.get(target, 0)
        if not may_join(setting, state, unit, attackers, target):
            continue
        if loose or can_meet_requirements(setting, state, {**attacks, target: attackers | 1 << unit}, others):
            yield target


def assign_attacker(state: State, unit: int, target: int) -> State:
    """Return the state with one more unit allocated to the attack on a hex."""
    battles = {battle.hex: battle for battle in state.engagements}
    battle = battles.get(target, Engagement(target, 0))
    battles[target] = replace(battle, attackers=battle.attackers | 1 << unit)
    return replace(state, engagements=tuple(battles[target] for target in sorted(battles)))


# Air support -----------------------------------------------------------------------------------------


def may_support(setting: CompiledGame, state: State, battle: Engagement) -> bool:
    """Return whether one more air unit may support an attack, even if it would add no dice."""
    side = setting.sides[setting.side(state)]
    entry = next((air for air in fire_rules(setting).air_support if air.side == side), None)
    if (
        entry is None
        or not setting.phases[state.phase].air_support
        or not fire_phase(setting, state).air_support
    ):
        return False
    return entry.max is None or battle.air_support.bit_count() < entry.max


def add_air_support(state: State, unit: int, target: int) -> State:
    """Return the state with an air unit added in support of the attack on a hex."""
    return replace(
        state,
        engagements=tuple(
            replace(battle, air_support=battle.air_support | 1 << unit) if battle.hex == target else battle
            for battle in state.engagements
        ),
    )
