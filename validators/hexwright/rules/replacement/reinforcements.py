"""Reinforcements: units that arrive at no cost, such as returning units, reserves and chosen units."""

from __future__ import annotations

from typing import Literal

from hexwright.geometry.arrival_hexes import entry_hexes
from hexwright.geometry.bitsets import members, union
from hexwright.model.rules.replacement_record import Entry
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import AT_BASE, NOT_IN_PLAY, OUT_OF_GAME, POOL, State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import (
    clear_condition,
    disrupt_unit,
    entrain_unit,
    place_unit,
    remove_unit,
    set_return_turn,
)
from hexwright.rules.replacement import airdrops
from hexwright.rules.supply.supply_range import supply_line_hexes
from hexwright.rules.transport import rail_capacity
from hexwright.rules.transport.transport_networks import serving_hexes


def return_air_units(setting: CompiledGame, state: State, side: int) -> State:
    """Return the state with a side's air units ready again if their turns out of action are over."""
    for unit in members(setting.air_units.units[side]):
        # A unit that has not arrived yet keeps the turn of its arrival.
        if state.locations[unit] == AT_BASE and 0 < state.return_turns[unit] <= state.turn:
            state = set_return_turn(state, unit, 0)
    return state


# Arriving units -----------------------------------------------------------------------------------


def may_arrive_this_turn(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit that arrives by an entry may arrive on this turn."""
    entry, place = setting.arrivals_and_departures.entry_by_unit[unit], state.locations[unit]
    match entry.arrives:
        case "when-eliminated":
            return place == POOL or (place >= 0 and not state.acted >> unit & 1)
        case "delayed":
            return place == POOL and state.turn >= state.return_turns[unit]
        case _:
            return (
                place == NOT_IN_PLAY
                and is_situation_met(setting, state, entry)
                and (
                    state.turn >= arrival_turn_of(setting, state, unit)
                    or may_arrive_early(setting, state, unit, entry)
                )
            )


def awaits_entry(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit can arrive only by its entry, and not as a replacement.

    A scheduled unit in the replacement pool has arrived before, and returns like any other unit in the pool.
    """
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    return entry is not None and (entry.arrives != "scheduled" or state.locations[unit] != POOL)


def is_situation_met(setting: CompiledGame, state: State, entry: Entry) -> bool:
    """Return whether the situation holds that an entry requires for the arrival of its units."""
    return entry.situation is None or entry.situation in setting.situations_now(state)


def arrival_turn_of(setting: CompiledGame, state: State, unit: int) -> int:
    """Return the first turn on which a unit may arrive.

    This is the unit's own turn, or an earlier turn if another unit of its entry arrived early.
    """
    return state.return_turns[unit] or setting.arrivals_and_departures.arrival_turns.get(unit, 255)


def may_arrive_early(setting: CompiledGame, state: State, unit: int, entry: Entry) -> bool:
    """Return whether a unit may arrive before its turn, as one of the first units of an entry."""
    return entry.may_come_early and setting.arrivals_and_departures.arrival_turns.get(
        unit
    ) == setting.arrivals_and_departures.first_turn(entry)


def bring_arrival_forward(setting: CompiledGame, state: State, unit: int) -> State:
    """Return the state after a unit's early arrival: the other units of its entry are brought forward by the
    same number of turns.
    """
    entry = setting.arrivals_and_departures.entry_by_unit[unit]
    if entry.arrives != "scheduled" or state.turn >= arrival_turn_of(setting, state, unit):
        return state
    early = setting.arrivals_and_departures.arrival_turns[unit] - state.turn
    for name in entry.units:
        other = setting.unit_numbers.get(name)
        if other is not None and other in setting.arrivals_and_departures.arrival_turns:
            state = set_return_turn(
                state, other, setting.arrivals_and_departures.arrival_turns[other] - early
            )
    return state


def units_still_choosable(setting: CompiledGame, state: State) -> list[int]:
    """Return the units of all choices in which at least one more unit may be chosen to arrive on
    this turn.
    """
    found: list[int] = []
    for most, units in setting.arrivals_and_departures.arrival_choices.get(state.turn, ()):
        come = sum(
            state.locations[unit] >= 0 for unit in members(units & state.acted & ~state.units_paid_for)
        )
        if come < most:
            found += [unit for unit in members(units) if state.locations[unit] == NOT_IN_PLAY]
    return found


def forfeit_shut_out_units(setting: CompiledGame, state: State, side: int) -> State:
    """Return the state after the units in a side's pool that are shut out by enemies in their entry hexes
    have left the game.

    A unit is shut out if at least one of its entry hexes contains enemies and none contains friendly units.
    """
    enemies, friends = setting.enemy_hexes(state, side), state.occupied[side]
    for unit, entry in setting.arrivals_and_departures.entry_by_unit.items():
        due = (
            setting.side_of[unit] == side
            and state.locations[unit] == POOL
            and may_arrive_this_turn(setting, state, unit)
        )
        hexes = setting.board.bits(entry.hexes)
        if entry.lost_if_occupied and due and hexes & enemies and not hexes & friends:
            state = remove_unit(setting, state, unit, OUT_OF_GAME)
    return state


def airdrop_violation_of(setting: CompiledGame, state: State, unit: int) -> str:
    """Return the reason why an airdropped unit can't arrive now, as a phrase that follows the unit's name; an
    empty string if it can.
    """
    return airdrops.airdrop_violation(
        setting,
        state,
        unit,
        waits=may_arrive_this_turn(setting, state, setting.breakdown_units[unit].whole_unit),
    )


def arrives_free(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit arrives at no cost."""
    if unit in setting.breakdown_units:
        return not airdrop_violation_of(setting, state, unit)
    if unit in setting.arrivals_and_departures.entry_by_unit:
        return may_arrive_this_turn(setting, state, unit)
    return unit in units_still_choosable(setting, state)


# Entry hexes --------------------------------------------------------------------------------------


def entry_hexes_of(setting: CompiledGame, state: State, side: int, entry: Entry, linked: int) -> int:
    """Return the hexes where the units of an entry may appear.

    `linked` is the set of hexes in which units of the side have a supply line.
    """
    board, rule = setting.board, setting.arrivals_and_departures.rules[side]
    found = entry_hexes(board, entry, rule.edge)
    owned = state.owned[side]
    found |= union(board.places[place] for place in entry.places) & owned
    found |= setting.board.hexes_of_place_kinds(entry.place_kinds) & owned & linked
    if entry.any_supplied_hex:
        found |= supply_line_hexes(setting, state, side)
    if entry.arrive_entrained:
        found &= rail_capacity.entrained_arrival_hexes(setting, state, side)
    return found & ~setting.enemy_hexes(state, side)


def redeployment_hexes(setting: CompiledGame, state: State, unit: int, network: str) -> int:
    """Return the hexes in which a redeployed unit may be placed: other hexes of the network that serve its
    side.
    """
    side = setting.side_of[unit]
    return (
        serving_hexes(setting, state, network, side)
        & ~setting.enemy_hexes(state, side)
        & ~(1 << state.locations[unit])
    )


def legal_entries(setting: CompiledGame, state: State, side: int, linked: int) -> list[Action]:
    """Return the actions by which units can now arrive at no cost, one for each hex of arrival."""
    found: list[Action] = []
    kind: Literal["new", "give-up"]
    for unit, entry in setting.arrivals_and_departures.entry_by_unit.items():
        if setting.side_of[unit] != side or not may_arrive_this_turn(setting, state, unit):
            continue
        if setting.air_units.units[side] >> unit & 1:
            found.append(Action("arrive", setting.units[unit]))
            continue
        if state.locations[unit] < 0:
            kind, goals = "new", entry_hexes_of(setting, state, side, entry, linked)
        elif entry.redeploys_on is not None:
            kind, goals = "give-up", redeployment_hexes(setting, state, unit, entry.redeploys_on)
        elif setting.arrivals_and_departures.rules[side].may_give_up_units:
            kind, goals = "give-up", entry_hexes_of(setting, state, side, entry, linked)
        else:
            continue
        found += [
            Action(kind, setting.units[unit], hex=hex_id)
            for hex_id in setting.hex_ids(goals & ~setting.full_hexes(state, unit))
        ]
    for unit in setting.breakdown_units:
        if setting.side_of[unit] == side and arrives_free(setting, state, unit):
            open_to = airdrops.airdrop_destinations(setting, state, unit) & ~setting.full_hexes(state, unit)
            found += [Action("new", setting.units[unit], hex=hex_id) for hex_id in setting.hex_ids(open_to)]
    return found + _legal_chosen_arrivals(setting, state, side, linked)


def _legal_chosen_arrivals(setting: CompiledGame, state: State, side: int, linked: int) -> list[Action]:
    rule = setting.arrivals_and_departures.rules[side]
    units = [unit for unit in units_still_choosable(setting, state) if setting.side_of[unit] == side]
    if not units:
        return []
    usual = Entry("", (), "scheduled", place_kinds=rule.place_kinds)
    hexes = entry_hexes_of(setting, state, side, usual, linked)
    return [
        Action("new", setting.units[unit], hex=hex_id)
        for unit in units
        for hex_id in setting.hex_ids(hexes & ~setting.full_hexes(state, unit))
    ]


def appears_disrupted(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit that arrives now is disrupted."""
    rule = setting.arrivals_and_departures.rules[setting.side_of[unit]]
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    if entry is not None and may_arrive_this_turn(setting, state, unit):
        return entry.arrive_disrupted
    return rule.arrive_disrupted


# Arrival ------------------------------------------------------------------------------------------


def enter_free_unit(setting: CompiledGame, state: State, unit: int, hex_number: int) -> State:
    """Return the state after a unit has arrived on the map at no cost."""
    shaken = appears_disrupted(setting, state, unit)
    if unit in setting.arrivals_and_departures.entry_by_unit:
        state = bring_arrival_forward(setting, state, unit)
    # In a log played without the rules, the unit may lie in its box in some condition.
    placed = set_return_turn(place_unit(setting, clear_condition(state, unit), unit, hex_number), unit, 0)
    if shaken:
        placed = disrupt_unit(placed, unit)
    if (
        unit in setting.arrivals_and_departures.entry_by_unit
        and setting.arrivals_and_departures.entry_by_unit[unit].arrive_entrained
    ):
        placed = entrain_unit(placed, unit)
    if unit in setting.breakdown_units:
        whole = setting.breakdown_units[unit].whole_unit
        placed = (
            remove_unit(setting, placed, whole, OUT_OF_GAME)
            if placed.locations[whole] == NOT_IN_PLAY
            else placed
        )
    return note_arrival(setting, replace(placed, acted=placed.acted | 1 << unit), unit)


def note_arrival(setting: CompiledGame, state: State, unit: int) -> State:
    """Return the state with a unit recorded as arrived on this turn, if any rule depends on this."""
    return (
        replace(state, arrived_this_turn=state.arrived_this_turn | 1 << unit)
        if setting.units_with_noted_arrival >> unit & 1
        else state
    )


def arrive_at_base(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with an air unit placed at its base."""
    assert action.unit is not None
    unit, side = setting.unit_numbers[action.unit], setting.side(state)
    flies = (
        setting.air_units.units[side] >> unit & 1 and unit in setting.arrivals_and_departures.entry_by_unit
    )
    if not flies or not may_arrive_this_turn(setting, state, unit):
        raise IllegalAction(f"{action.text}: the unit can't arrive now")
    based = remove_unit(setting, bring_arrival_forward(setting, state, unit), unit, AT_BASE)
    return replace(set_return_turn(based, unit, 0), acted=based.acted | 1 << unit)


def units_before_their_turn(setting: CompiledGame, state: State, entry: Entry) -> list[int]:
    """Return the units of an entry that aren't in play, and whose turn of arrival is later and hasn't been
    brought forward.
    """
    units = [setting.unit_numbers[name] for name in entry.units if name in setting.unit_numbers]
    return [
        unit
        for unit in units
        if state.locations[unit] == NOT_IN_PLAY
        and not state.return_turns[unit]
        and state.turn < setting.arrivals_and_departures.arrival_turns.get(unit, 0)
    ]


def reserve_in_play(setting: CompiledGame, state: State, entry: Entry) -> bool:
    """Return whether any unit of an entry is in play; air units out of action are ignored."""
    units = [setting.unit_numbers[name] for name in entry.units if name in setting.unit_numbers]
    return any(
        state.locations[u] >= 0 or (state.locations[u] == AT_BASE and not state.return_turns[u])
        for u in units
    )
