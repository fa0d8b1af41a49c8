"""Cadres: small units that take the place of units eliminated in battle."""

from __future__ import annotations

from hexwright.model.counter_mix import Unit
from hexwright.model.rules.cadre_record import Remnant
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.criteria_tests import counts
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import ASIDE, POOL, Fight, State
from hexwright.rules.engine.unit_placement import put
from hexwright.rules.victory.unit_points import without_remnant


def _side(setting: Setting, entry: Remnant) -> int:
    return setting.sides.index(setting.game.counters.unit(entry.leaves[0]).side)


def entry_of(setting: Setting, state: State, unit: int, cornered: bool = False) -> int:
    """Return the number of the first cadre entry that applies to a unit on the map, or -1.

    `cornered` is set if the unit is eliminated because it can't retreat.
    """
    for number, (entry, asked) in enumerate(setting.remnants):
        strong = setting.strengths[unit][state.steps[unit]] >= entry.strength
        if strong and cornered >= entry.cornered and counts(setting, state, asked, unit):
            return number
    return -1


def waiting(setting: Setting, state: State, number: int, hex_number: int) -> list[int]:
    """Return the cadres of an entry that may be placed in a hex; of identical ones, only the first.

    Units that took part in the battle are left out, and those for which stacking has no room.
    """
    assert state.fight is not None
    took_part = state.fight.defenders | state.fight.fought
    found: list[int] = []
    seen: list[tuple[object, ...]] = []
    for name in setting.combat.remnants[number].leaves:
        unit = setting.number.get(name, -1)
        off = unit >= 0 and state.where[unit] in (POOL, ASIDE) and not took_part >> unit & 1
        if off and not setting.full(state, unit) >> hex_number & 1:
            like = (*likeness(setting.game.counters.unit(name)), state.steps[unit])
            if like not in seen:
                seen.append(like)
                found.append(unit)
    return found


def likeness(unit: Unit) -> tuple[object, ...]:
    """Return all properties of a unit that play depends on; identical units have equal values."""
    return (unit.unit_class, unit.steps)


def noted(setting: Setting, before: State, after: State, *, cornered: bool = False) -> State:
    """Return the state with the possible cadres of the units eliminated between two states recorded.

    `cornered` is set if they were eliminated because they couldn't retreat.
    """
    fight = after.fight
    assert fight is not None
    if not setting.combat.remnants or before.where == after.where:
        return after
    found: list[tuple[int, int]] = list(fight.remains)
    for unit, place in enumerate(before.where):
        if place >= 0 > after.where[unit]:
            entry = entry_of(setting, before, unit, cornered)
            found += [(entry, place)] if entry >= 0 else []
    return replace(after, fight=replace(fight, remains=tuple(sorted(found))))


def awaited(setting: Setting, state: State) -> Fight:
    """Return the battle without the entries for which no cadre is available any more."""
    fight = state.fight
    assert fight is not None
    if not fight.remains:
        return fight
    return replace(fight, remains=tuple(one for one in fight.remains if waiting(setting, state, *one)))


def owner(setting: Setting, state: State) -> int:
    """Return the side that places the next cadre."""
    assert state.fight is not None
    return _side(setting, setting.combat.remnants[state.fight.remains[0][0]])


def choices(setting: Setting, state: State) -> list[tuple[int, int]]:
    """Return the cadres that may be placed now, each with its hex; all are of one side."""
    fight = state.fight
    assert fight is not None
    mine = owner(setting, state)
    found = [
        (unit, hex_number)
        for number, hex_number in fight.remains
        if _side(setting, setting.combat.remnants[number]) == mine
        for unit in waiting(setting, state, number, hex_number)
    ]
    return list(dict.fromkeys(found))


def put_in(setting: Setting, state: State, unit: int, hex_number: int) -> State:
    """Return the state with a cadre in the hex of a unit it replaces."""
    fight = state.fight
    assert fight is not None
    names = setting.combat.remnants
    done = next(
        one for one in fight.remains if one[1] == hex_number and setting.units[unit] in names[one[0]].leaves
    )
    rest = list(fight.remains)
    rest.remove(done)
    attacked = fight.hexes >> hex_number & 1
    remained = fight.remained | (0 if attacked else 1 << unit)
    came = replace(state, fight=replace(fight, remains=tuple(rest), remained=remained))
    return put(setting, without_remnant(setting, came, done[0], unit), unit, hex_number)
