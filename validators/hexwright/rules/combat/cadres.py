"""Cadres: small units that take the place of units eliminated in battle."""

from __future__ import annotations

from hexwright.model.counter_mix import Unit
from hexwright.model.rules.cadre_record import Cadre
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.criteria_tests import meets_criteria
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import NOT_IN_PLAY, POOL, BattleInProgress, State
from hexwright.rules.engine.unit_placement import place_unit
from hexwright.rules.victory.unit_points import deduct_cadre


def _cadre_side(setting: CompiledGame, entry: Cadre) -> int:
    return setting.sides.index(setting.game.counters.unit(entry.replaced_by[0]).side)


def cadre_entry_of(setting: CompiledGame, state: State, unit: int, cornered: bool = False) -> int:
    """Return the number of the first cadre entry that applies to a unit on the map, or -1.

    `cornered` is true if the unit is eliminated because it can't retreat.
    """
    for number, (entry, asked) in enumerate(setting.cadres):
        strong = setting.strengths[unit][state.steps[unit]] >= entry.min_strength
        if strong and cornered >= entry.only_if_no_retreat and meets_criteria(setting, state, asked, unit):
            return number
    return -1


def available_cadres(setting: CompiledGame, state: State, number: int, hex_number: int) -> list[int]:
    """Return the cadres of an entry that may be placed in a hex; of several identical cadres, only the first
    is included.

    Units that took part in the battle are excluded, as are units that would exceed the stacking limits.
    """
    assert state.fight is not None
    took_part = state.fight.defenders | state.fight.initial_attackers
    found: list[int] = []
    seen: list[tuple[object, ...]] = []
    for name in setting.combat.cadres[number].replaced_by:
        unit = setting.unit_numbers.get(name, -1)
        off = unit >= 0 and state.locations[unit] in (POOL, NOT_IN_PLAY) and not took_part >> unit & 1
        if off and not setting.full_hexes(state, unit) >> hex_number & 1:
            like = (*unit_likeness(setting.game.counters.unit(name)), state.steps[unit])
            if like not in seen:
                seen.append(like)
                found.append(unit)
    return found


def unit_likeness(unit: Unit) -> tuple[object, ...]:
    """Return all properties of a unit that affect play; they are equal for identical units."""
    return (unit.unit_class, unit.steps)


def note_pending_cadres(
    setting: CompiledGame, before: State, after: State, *, cornered: bool = False
) -> State:
    """Return the `after` state, recording possible cadres for the units that were eliminated since `before`.

    `cornered` is true if the units were eliminated because they couldn't retreat.
    """
    fight = after.fight
    assert fight is not None
    if not setting.combat.cadres or before.locations == after.locations:
        return after
    found: list[tuple[int, int]] = list(fight.pending_cadres)
    for unit, place in enumerate(before.locations):
        if place >= 0 > after.locations[unit]:
            entry = cadre_entry_of(setting, before, unit, cornered)
            found += [(entry, place)] if entry >= 0 else []
    return replace(after, fight=replace(fight, pending_cadres=tuple(sorted(found))))


def drop_exhausted_cadres(setting: CompiledGame, state: State) -> BattleInProgress:
    """Return the battle without the cadre entries that have no cadre available any more."""
    fight = state.fight
    assert fight is not None
    if not fight.pending_cadres:
        return fight
    return replace(
        fight,
        pending_cadres=tuple(one for one in fight.pending_cadres if available_cadres(setting, state, *one)),
    )


def cadre_owner(setting: CompiledGame, state: State) -> int:
    """Return the side that places the next cadre."""
    assert state.fight is not None
    return _cadre_side(setting, setting.combat.cadres[state.fight.pending_cadres[0][0]])


def cadre_choices(setting: CompiledGame, state: State) -> list[tuple[int, int]]:
    """Return the cadres that may be placed now, each with its hex; all belong to one side."""
    fight = state.fight
    assert fight is not None
    mine = cadre_owner(setting, state)
    found = [
        (unit, hex_number)
        for number, hex_number in fight.pending_cadres
        if _cadre_side(setting, setting.combat.cadres[number]) == mine
        for unit in available_cadres(setting, state, number, hex_number)
    ]
    return list(dict.fromkeys(found))


def place_cadre(setting: CompiledGame, state: State, unit: int, hex_number: int) -> State:
    """Return the state with a cadre placed in the hex of the unit it replaces."""
    fight = state.fight
    assert fight is not None
    names = setting.combat.cadres
    done = next(
        one
        for one in fight.pending_cadres
        if one[1] == hex_number and setting.units[unit] in names[one[0]].replaced_by
    )
    rest = list(fight.pending_cadres)
    rest.remove(done)
    attacked = fight.hexes >> hex_number & 1
    remained = fight.cadres_of_attackers | (0 if attacked else 1 << unit)
    came = replace(state, fight=replace(fight, pending_cadres=tuple(rest), cadres_of_attackers=remained))
    return place_unit(setting, deduct_cadre(setting, came, done[0], unit), unit, hex_number)
