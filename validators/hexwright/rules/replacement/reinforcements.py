"""Bring units in beside the replacements: those that return of themselves, reserves, a choice of arrivals."""

from __future__ import annotations

from typing import Literal

from hexwright.geometry.arrival_hexes import entered_by
from hexwright.geometry.bitsets import members, union
from hexwright.model.rules.replacement_record import Entry
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import ASIDE, BASE, GONE, POOL, State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt, due, entrained, put, remove, without_condition
from hexwright.rules.replacement import airdrops
from hexwright.rules.supply.supply_range import network
from hexwright.rules.transport import rail_capacity
from hexwright.rules.transport.transport_networks import serving


def come_back(setting: Setting, state: State, side: int) -> State:
    """Return the state with a side's air units ready again that were out until now."""
    for unit in members(setting.flights.units[side]):
        # One that has not come yet keeps the turn on which it may.
        if state.where[unit] == BASE and 0 < state.back[unit] <= state.turn:
            state = due(state, unit, 0)
    return state


# Who comes ----------------------------------------------------------------------------------------


def waiting(setting: Setting, state: State, unit: int) -> bool:
    """Tell whether a unit of an entry may come on this turn."""
    entry, place = setting.coming.entries[unit], state.where[unit]
    match entry.comes:
        case "lost":
            return place == POOL or (place >= 0 and not state.acted >> unit & 1)
        case "delay":
            return place == POOL and state.turn >= state.back[unit]
        case _:
            return (
                place == ASIDE
                and is_awaited(setting, state, entry)
                and (state.turn >= arrival_of(setting, state, unit) or may_hurry(setting, state, unit, entry))
            )


def is_awaited(setting: Setting, state: State, entry: Entry) -> bool:
    """Tell whether what the units of an entry wait for beside their turn is so."""
    return entry.situation is None or entry.situation in setting.situations_now(state)


def arrival_of(setting: Setting, state: State, unit: int) -> int:
    """Return the turn from which on a unit may come: its own, or an earlier one once others were hurried."""
    return state.back[unit] or setting.coming.arrivals.get(unit, 255)


def may_hurry(setting: Setting, state: State, unit: int, entry: Entry) -> bool:
    """Tell whether a unit may be brought before its turn: it is of the first of an early entry."""
    return entry.early and setting.coming.arrivals.get(unit) == setting.coming.first_turn(entry)


def hurry(setting: Setting, state: State, unit: int) -> State:
    """Return the state with the other units of an early entry due as much earlier as this one is."""
    entry = setting.coming.entries[unit]
    if entry.comes != "arrival" or state.turn >= arrival_of(setting, state, unit):
        return state
    early = setting.coming.arrivals[unit] - state.turn
    for name in entry.units:
        other = setting.number.get(name)
        if other is not None and other in setting.coming.arrivals:
            state = due(state, other, setting.coming.arrivals[other] - early)
    return state


def chosen(setting: Setting, state: State) -> list[int]:
    """Return the units of which one may still be chosen to arrive on this turn."""
    found: list[int] = []
    for most, units in setting.coming.choices.get(state.turn, ()):
        come = sum(state.where[unit] >= 0 for unit in members(units & state.acted & ~state.paid))
        if come < most:
            found += [unit for unit in members(units) if state.where[unit] == ASIDE]
    return found


def forfeit(setting: Setting, state: State, side: int) -> State:
    """Return the state without a side's units in the pool to which enemies have shut every way back."""
    enemies = setting.enemies(state, side)
    for unit, entry in setting.coming.entries.items():
        due = setting.side_of[unit] == side and state.where[unit] == POOL and waiting(setting, state, unit)
        if entry.forfeit and due and not setting.board.bits(entry.hexes) & ~enemies:
            state = remove(setting, state, unit, GONE)
    return state


def why_not_dropped(setting: Setting, state: State, unit: int) -> str:
    """Return why a unit that comes dropped can't come now, behind its name, or nothing."""
    return airdrops.bar(setting, state, unit, waits=waiting(setting, state, setting.parts[unit].whole))


def comes_free(setting: Setting, state: State, unit: int) -> bool:
    """Tell whether a unit comes at no cost."""
    if unit in setting.parts:
        return not why_not_dropped(setting, state, unit)
    if unit in setting.coming.entries:
        return waiting(setting, state, unit)
    return unit in chosen(setting, state)


# Where it comes -----------------------------------------------------------------------------------


def hexes_of(setting: Setting, state: State, side: int, entry: Entry, linked: int) -> int:
    """Return the hexes where the units of an entry may appear; `linked` is their side's communication."""
    board, rule = setting.board, setting.coming.rules[side]
    found = entered_by(board, entry, rule.edge)
    owned = state.owned[side]
    found |= union(board.places[place] for place in entry.places) & owned
    found |= setting.board.at_places(entry.place_kinds) & owned & linked
    if entry.anywhere:
        found |= network(setting, state, side)
    if entry.entrained:
        found &= rail_capacity.arrivals(setting, state, side)
    return found & ~setting.enemies(state, side)


def relaid(setting: Setting, state: State, unit: int, network: str) -> int:
    """Return the hexes in which a unit that is taken up may be put down: others that serve its side."""
    side = setting.side_of[unit]
    return serving(setting, state, network, side) & ~setting.enemies(state, side) & ~(1 << state.where[unit])


def legal_entries(setting: Setting, state: State, side: int, linked: int) -> list[Action]:
    """Return the units that may come beside the replacements, and where."""
    found: list[Action] = []
    kind: Literal["new", "give-up"]
    for unit, entry in setting.coming.entries.items():
        if setting.side_of[unit] != side or not waiting(setting, state, unit):
            continue
        if setting.flights.units[side] >> unit & 1:
            found.append(Action("arrive", setting.units[unit]))
            continue
        if state.where[unit] < 0:
            kind, goals = "new", hexes_of(setting, state, side, entry, linked)
        elif entry.taken_up is not None:
            kind, goals = "give-up", relaid(setting, state, unit, entry.taken_up)
        elif setting.coming.rules[side].give_up:
            kind, goals = "give-up", hexes_of(setting, state, side, entry, linked)
        else:
            continue
        found += [
            Action(kind, setting.units[unit], hex=hex_id)
            for hex_id in setting.hexes(goals & ~setting.full(state, unit))
        ]
    for unit in setting.parts:
        if setting.side_of[unit] == side and comes_free(setting, state, unit):
            open_to = airdrops.goals(setting, state, unit) & ~setting.full(state, unit)
            found += [Action("new", setting.units[unit], hex=hex_id) for hex_id in setting.hexes(open_to)]
    return found + _legal_choices(setting, state, side, linked)


def _legal_choices(setting: Setting, state: State, side: int, linked: int) -> list[Action]:
    rule = setting.coming.rules[side]
    units = [unit for unit in chosen(setting, state) if setting.side_of[unit] == side]
    if not units:
        return []
    usual = Entry("", (), "arrival", place_kinds=rule.place_kinds)
    hexes = hexes_of(setting, state, side, usual, linked)
    return [
        Action("new", setting.units[unit], hex=hex_id)
        for unit in units
        for hex_id in setting.hexes(hexes & ~setting.full(state, unit))
    ]


def appears_disrupted(setting: Setting, state: State, unit: int) -> bool:
    """Tell whether a unit that comes now is disrupted."""
    rule = setting.coming.rules[setting.side_of[unit]]
    entry = setting.coming.entries.get(unit)
    return entry.disrupted if entry is not None and waiting(setting, state, unit) else rule.disrupted


# Coming -------------------------------------------------------------------------------------------


def enter(setting: Setting, state: State, unit: int, hex_number: int) -> State:
    """Return the state with a unit on the map that came at no cost."""
    shaken = appears_disrupted(setting, state, unit)
    if unit in setting.coming.entries:
        state = hurry(setting, state, unit)
    # Of a log played without the rules it may lie in its box in a condition.
    placed = due(put(setting, without_condition(state, unit), unit, hex_number), unit, 0)
    if shaken:
        placed = disrupt(placed, unit)
    if unit in setting.coming.entries and setting.coming.entries[unit].entrained:
        placed = entrained(placed, unit)
    if unit in setting.parts:
        whole = setting.parts[unit].whole
        placed = remove(setting, placed, whole, GONE) if placed.where[whole] == ASIDE else placed
    return come(setting, replace(placed, acted=placed.acted | 1 << unit), unit)


def come(setting: Setting, state: State, unit: int) -> State:
    """Return the state with a unit noted as one that came in this turn, where that matters."""
    return replace(state, came=state.came | 1 << unit) if setting.newcomers >> unit & 1 else state


def arrive(setting: Setting, state: State, action: Action) -> State:
    """Return the state with an air unit at its bases."""
    assert action.unit is not None
    unit, side = setting.number[action.unit], setting.side(state)
    flies = setting.flights.units[side] >> unit & 1 and unit in setting.coming.entries
    if not flies or not waiting(setting, state, unit):
        raise IllegalAction(f"{action.text}: it doesn't arrive now")
    based = remove(setting, hurry(setting, state, unit), unit, BASE)
    return replace(due(based, unit, 0), acted=based.acted | 1 << unit)


def awaited(setting: Setting, state: State, entry: Entry) -> list[int]:
    """Return the units of an entry that wait for their turn, which hasn't come and was not hurried."""
    units = [setting.number[name] for name in entry.units if name in setting.number]
    return [
        unit
        for unit in units
        if state.where[unit] == ASIDE
        and not state.back[unit]
        and state.turn < setting.coming.arrivals.get(unit, 0)
    ]


def reserve_in_play(setting: Setting, state: State, entry: Entry) -> bool:
    """Tell whether any unit of an entry is in the game; an air unit that is out for a time is not."""
    units = [setting.number[name] for name in entry.units if name in setting.number]
    return any(state.where[u] >= 0 or (state.where[u] == BASE and not state.back[u]) for u in units)
