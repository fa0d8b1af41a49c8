"""Attack ranges: the hexes that units can attack when adjacent or by bombardment."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.forbidden_attack_record import ForbiddenAttack
from hexwright.rules.combat.ignored_defenders import without_ignored_defenders
from hexwright.rules.combat.strength_totals import filter_by_unit_state
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State


def attackable_hexes(setting: CompiledGame, state: State, unit: int) -> Hexes:
    """Return the hexes in which a unit on the map could attack enemies."""
    return adjacent_attackable_hexes(setting, state, unit) | bombardable_hexes(setting, state, unit)


def adjacent_attackable_hexes(setting: CompiledGame, state: State, unit: int) -> Hexes:
    """Return the hexes adjacent to a unit on the map in which it could attack enemies."""
    near = setting.board.near[state.locations[unit]]
    return near & ~forbidden_adjacent_hexes(setting, state, unit) if setting.forbidden_attacks.given else near


def forbidden_adjacent_hexes(setting: CompiledGame, state: State, unit: int) -> Hexes:
    """Return the hexes adjacent to a unit on the map in which it may not attack enemies."""
    return union_of(hexes for _, hexes in forbidding_entries(setting, state, unit))


def forbidding_entries(
    setting: CompiledGame, state: State, unit: int
) -> Iterator[tuple[ForbiddenAttack, Hexes]]:
    """Yield each entry that forbids attacks by a unit on the map, with the adjacent hexes to which the entry
    applies.
    """
    here = state.locations[unit]
    for entry, so in setting.forbidden_attacks.active_at(setting.time_context(state)):
        hexes = so.hexes & setting.board.near[here] if so.units >> unit & 1 else 0
        if so.origin_hexes is not None or so.excluded_origins is not None:
            hexes = union(number for number in members(hexes) if so.matches_step(1 << here, number))
        if hexes and (entry.against or entry.against_classes):
            hexes &= _hexes_with_matching_enemies(setting, state, unit, hexes, so.enemies)
        if hexes and filter_by_unit_state(setting, state, so, 1 << unit):
            yield entry, hexes


def _hexes_with_matching_enemies(
    setting: CompiledGame, state: State, unit: int, hexes: Hexes, enemies: Units
) -> Hexes:
    """Return the hexes in `hexes` in which at least one of the given enemies would defend."""
    own = setting.side_of[unit]
    there = union(
        other
        for other, place in enumerate(state.locations)
        if place >= 0 and hexes >> place & 1 and setting.side_of[other] != own
    )
    met = without_ignored_defenders(setting, state, there) & enemies
    return union(state.locations[other] for other in members(met))


def bombardable_hexes(setting: CompiledGame, state: State, unit: int, *, declared: bool = False) -> Hexes:
    """Return the non-adjacent hexes that a unit on the map may bombard.

    If `declared` is true, the bombardment has already been declared, and it remains valid even if the
    neighbours, zones or supply that permitted it have changed.
    """
    rules = setting.bombardment
    if not rules.given or not rules.units >> unit & 1:
        return 0
    found, here = 0, state.locations[unit]
    for entry, so in rules.active_at(setting.time_context(state)):
        if so.units >> unit & 1 and (declared or filter_by_unit_state(setting, state, so, 1 << unit)):
            found |= rules.hexes_within(here, entry.range) & so.hexes
    return found & ~(setting.board.near[here] | 1 << here)


def can_attack_all(
    setting: CompiledGame, state: State, unit: int, hexes: Hexes, *, declared: bool = False
) -> bool:
    """Return whether a unit on the map can attack all the given hexes; `declared` has the same meaning as in
    `bombardable_hexes`.
    """
    near = (
        setting.board.near[state.locations[unit]]
        if declared
        else adjacent_attackable_hexes(setting, state, unit)
    )
    missing = hexes & ~near
    return not missing or not missing & ~bombardable_hexes(setting, state, unit, declared=declared)


def attackers_affected(setting: CompiledGame, state: State, attackers: Units, hexes: Hexes) -> Units:
    """Return the attackers that are affected by the combat results of a battle against `hexes`."""
    if not setting.bombardment.spared:
        return attackers
    around = setting.board.around(hexes)
    return union(unit for unit in members(attackers) if around >> state.locations[unit] & 1)
