"""Let small units take the place of those that a battle eliminates."""

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
    """Return the number of the first entry by which something may remain of a unit that stands, or -1.

    It is `cornered` that is lost because it can't retreat.
    """
    for number, (entry, asked) in enumerate(setting.remnants):
        strong = setting.strengths[unit][state.steps[unit]] >= entry.strength
        if strong and cornered >= entry.cornered and counts(setting, state, asked, unit):
            return number
    return -1


def waiting(setting: Setting, state: State, number: int, hex_number: int) -> list[int]:
    """Return the units of an entry that may remain in a hex: of those off the map that are alike the first.

    Who took part in the battle doesn't come back in it, nor does whom limits of stacking leave no room.
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
    """Return all of a unit that play asks about; alike units have the same."""
    return (unit.unit_class, unit.steps)


def noted(setting: Setting, before: State, after: State, *, cornered: bool = False) -> State:
    """Return the state with what may remain of units that were eliminated between two states.

    They were `cornered` if that was for want of a way to retreat.
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
    """Return the battle without what nothing is left for that could remain."""
    fight = state.fight
    assert fight is not None
    if not fight.remains:
        return fight
    return replace(fight, remains=tuple(one for one in fight.remains if waiting(setting, state, *one)))


def owner(setting: Setting, state: State) -> int:
    """Return the side whose unit remains next."""
    assert state.fight is not None
    return _side(setting, setting.combat.remnants[state.fight.remains[0][0]])


def choices(setting: Setting, state: State) -> list[tuple[int, int]]:
    """Return which units may remain now, each with the hex: those of one side."""
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
    """Return the state with a unit in the hex of one of which it remains."""
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
