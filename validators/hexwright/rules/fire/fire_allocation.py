"""Fire allocation: which units may attack which hex, across which hexside, and which attacks are
mandatory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwright.geometry.bitsets import members, together, union
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.fire.fire_battle import around, disrupted, fire_phase, fire_rules, unbroken
from hexwright.rules.transport import rail_capacity

Assignment = Mapping[int, int]
"""Attackers by the hex they attack, as bit sets."""


def assigned(state: State) -> dict[int, int]:
    """Return the attackers allocated so far, by the hex they attack."""
    return {battle.hex: battle.attackers for battle in state.engagements}


def free_units(setting: Setting, state: State) -> list[int]:
    """Return the units to which attacks may still be allocated."""
    phase, side = setting.phases[state.phase], setting.side(state)
    contact = setting.board.around(setting.enemies(state, side))
    taken = state.barred | rail_capacity.unready(setting, state)
    for battle in state.engagements:
        taken |= battle.attackers
    return [
        unit
        for unit in setting.of_side[side]
        if state.where[unit] >= 0
        and contact >> state.where[unit] & 1
        and not taken >> unit & 1
        and not disrupted(state, unit)
        and (not phase.classes or setting.class_of[unit] in phase.classes)
    ]


def fits_across(setting: Setting, state: State, group: Sequence[int], here: Hex, target: Hex) -> bool:
    """Return whether units may together attack a hex from one adjacent hex."""
    rule = fire_rules(setting).across
    if sum(setting.class_of[unit] in rule.one_of for unit in group) > 1:
        return False
    if rule.most is None or len(group) <= rule.most:
        return True
    units = union(group)
    return any(
        len(group) <= more.entry.most
        and more.so.units & units
        and more.so.hexes >> target & 1
        and more.so.stepped(1 << here, target)
        for more in around(setting, state).more
    )


def may_join(setting: Setting, state: State, unit: int, attackers: int, target: Hex) -> bool:
    """Return whether a unit may attack a hex together with those that already attack it from the same hex."""
    here = state.where[unit]
    group = [u for u in members(attackers) if state.where[u] == here]
    return fits_across(setting, state, (*group, unit), here, target)


def targets_of(setting: Setting, state: State, unit: int) -> int:
    """Return the adjacent hexes with enemies of a unit."""
    return setting.board.near[state.where[unit]] & setting.enemies(state, setting.side_of[unit])


def owed(setting: Setting, state: State, attacks: Assignment) -> Hexes:
    """Return the hexes not yet attacked that must be, because attackers with that duty are adjacent."""
    side = setting.side(state)
    duties = around(setting, state).duties
    if not duties:
        return 0
    attacked = union(attacks)
    attackers = together(attacks.values())
    found = 0
    for duty in duties:
        froms = union(state.where[unit] for unit in members(attackers & duty.so.units))
        found |= setting.board.around(froms & duty.own) & duty.so.hexes
    if not found:
        return 0
    firm = together(unbroken(setting, state, other) for other in range(len(setting.sides)) if other != side)
    return found & firm & ~attacked


def if_able(setting: Setting) -> bool:
    """Return whether mandatory attacks are limited to those for which units are left."""
    wanted = fire_rules(setting).must_attack_if_able
    return bool(wanted) and setting.under(wanted)


def due(setting: Setting, state: State) -> int:
    """Return the hexes that must be attacked before allocation can end."""
    attacks = assigned(state)
    missing = owed(setting, state, attacks)
    if missing and if_able(setting):
        able = 0
        for unit in free_units(setting, state):
            for target in members(missing & targets_of(setting, state, unit)):
                if may_join(setting, state, unit, attacks.get(target, 0), target):
                    able |= 1 << target
        return able
    return missing


def completable(setting: Setting, state: State, attacks: Assignment, free: list[int]) -> bool:
    """Return whether the remaining units can make all mandatory attacks."""
    missing = owed(setting, state, attacks)
    if not missing:
        return True
    target = min(members(missing))
    for unit in free:
        if not setting.board.near[state.where[unit]] >> target & 1:
            continue
        more = {**attacks, target: 1 << unit}
        if completable(setting, state, more, [u for u in free if u != unit]):
            return True
    return False


def attacks_of(setting: Setting, state: State, unit: int) -> Iterator[int]:
    """Yield the hexes that a free unit may attack."""
    attacks = assigned(state)
    others = [u for u in free_units(setting, state) if u != unit]
    loose = if_able(setting)
    for target in members(targets_of(setting, state, unit)):
        attackers = attacks.get(target, 0)
        if not may_join(setting, state, unit, attackers, target):
            continue
        if loose or completable(setting, state, {**attacks, target: attackers | 1 << unit}, others):
            yield target


def assign(state: State, unit: int, target: int) -> State:
    """Return the state with one more unit attacking a hex."""
    battles = {battle.hex: battle for battle in state.engagements}
    battle = battles.get(target, Engagement(target, 0))
    battles[target] = replace(battle, attackers=battle.attackers | 1 << unit)
    return replace(state, engagements=tuple(battles[target] for target in sorted(battles)))


# Air support -----------------------------------------------------------------------------------------


def may_support(setting: Setting, state: State, battle: Engagement) -> bool:
    """Return whether one more air unit may support an attack, regardless of dice."""
    side = setting.sides[setting.side(state)]
    entry = next((air for air in fire_rules(setting).air if air.side == side), None)
    if entry is None or not setting.phases[state.phase].air or not fire_phase(setting, state).air:
        return False
    return entry.most is None or battle.air.bit_count() < entry.most


def lend(state: State, unit: int, target: int) -> State:
    """Return the state with an air unit supporting the attack on a hex."""
    return replace(
        state,
        engagements=tuple(
            replace(battle, air=battle.air | 1 << unit) if battle.hex == target else battle
            for battle in state.engagements
        ),
    )
