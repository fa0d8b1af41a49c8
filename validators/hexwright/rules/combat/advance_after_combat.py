"""Advance after combat: which attackers may advance after a battle by odds, and into which hexes."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import BattleInProgress, State
from hexwright.rules.engine.unit_restrictions import disrupted_units_that_stay


def legal_advance_moves(
    setting: CompiledGame, state: State, fight: BattleInProgress
) -> Iterator[tuple[int, Hexes]]:
    """Yield each unit that may advance one hex, with the hexes it may enter."""
    first = advance_hexes(setting, state, fight) if _may_more_advance(setting, fight) else 0
    # Units that attacked from a distance don't advance, nor do disrupted units.
    for unit in members(units_able_to_advance(fight) & ~disrupted_units_that_stay(setting, state)):
        if fight.advanced_units >> unit & 1:
            hexes = ~setting.enemy_hexes(state, setting.side(state)) if setting.advances.given else 0
        else:
            hexes = first
        if hexes:
            hexes &= trodden(
                setting.passable_steps(state, unit), 1 << state.locations[unit]
            ) & ~setting.full_hexes(state, unit)
        if hexes and setting.advances.given:
            hexes &= _hexes_allowed_by(setting, state, fight, unit, hexes)
        if hexes:
            yield unit, hexes


def _may_more_advance(setting: CompiledGame, fight: BattleInProgress) -> bool:
    """Return whether one more attacker may advance under the limits on the number of advancing units."""
    return fight.advanced_units.bit_count() < setting.combat.max_advancing


def _hexes_allowed_by(
    setting: CompiledGame, state: State, fight: BattleInProgress, unit: int, hexes: Hexes
) -> Hexes:
    """Return the hexes in `hexes` that at least one advance entry permits a unit to enter from its present
    hex.
    """
    found, here = 0, 1 << state.locations[unit]
    count = (1 if fight.advanced_units >> unit & 1 else 0) + fight.advanced_further.count(unit)
    held = bool(count) and _is_in_enemy_zoc(setting, state, unit)
    for entry, so in setting.advances.active_at(setting.time_context(state)):
        if not so.units >> unit & 1 or count >= entry.hexes:
            continue
        if entry.results and fight.result not in entry.results:
            continue
        if held and entry.ezoc == "stops":
            continue
        if not count and entry.max is not None and _filter_eligible_advancers(fight, so.units) >= entry.max:
            continue
        found |= union(number for number in members(so.hexes & hexes) if so.matches_step(here, number))
    return found


def _is_in_enemy_zoc(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit is in an enemy zone of control, including zones that its own presence cancels."""
    here, own = state.locations[unit], setting.side_of[unit]
    if setting.game.rules.zoc.friendly_units_cancel and any(
        state.locations[mate] == here for mate in setting.units_by_side[own] if mate != unit
    ):
        return False
    return any(
        setting.zoc_hexes(state, side) >> here & 1 for side in range(len(setting.sides)) if side != own
    )


def _filter_eligible_advancers(fight: BattleInProgress, units: Units) -> int:
    return (fight.advanced_units & units).bit_count()


def units_able_to_advance(fight: BattleInProgress) -> Units:
    """Return the units that may advance: the remaining attackers, and cadres of eliminated attackers."""
    return fight.attackers | fight.cadres_of_attackers


def advance_hexes(setting: CompiledGame, state: State, fight: BattleInProgress) -> Hexes:
    """Return the hexes of a battle that attackers may enter. They contain no units except attackers that have
    already advanced.

    After an overrun, the hexes may also contain other friendly units.
    """
    entered = union(
        state.locations[unit] for unit in members(fight.advanced_units) if state.locations[unit] >= 0
    )
    friends = setting.side(state) if fight.overrun_entry >= 0 else -1
    found = fight.hexes
    for side, hexes in enumerate(state.occupied):
        if side != friends:
            found &= ~(hexes & ~entered)
    return found
