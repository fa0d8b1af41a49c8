"""Stored replacements: replacement units in a hex pay for a new unit there before the accounts do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import POOL, State
from hexwright.rules.engine.unit_placement import remove_unit, show_step
from hexwright.rules.replacement.replacement_accounts import Points, deduct_payment
from hexwright.rules.supply.supply_range import hexes_over_capacity


class Payment(NamedTuple):
    """The payment for a new unit, from replacement units and accounts."""

    left: Points
    """The points left in the accounts."""
    spent_units: tuple[int, ...]
    """The replacement units that pay and return to the pool."""
    owed: int
    """The cost that remains unpaid."""


def has_stored(setting: CompiledGame, state: State, side: int) -> bool:
    """Return whether a side has replacement units on the map."""
    return any(
        state.locations[unit] >= 0 for unit in members(setting.arrivals_and_departures.stored.get(side, 0))
    )


def stored_units_at(setting: CompiledGame, state: State, unit: int) -> Mapping[Hex, tuple[int, ...]]:
    """Return, for each hex, the replacement units that may pay for a new unit there, ordered by id."""
    # A replacement unit never pays in the phase in which it came, nor for another replacement unit.
    stored = setting.arrivals_and_departures.stored[setting.side_of[unit]]
    if stored >> unit & 1:
        return {}
    found: dict[Hex, tuple[int, ...]] = {}
    for one in sorted(members(stored & ~state.acted), key=setting.units.__getitem__):
        if (here := state.locations[one]) >= 0:
            found[here] = (*found.get(here, ()), one)
    return found


def payment_in(setting: CompiledGame, state: State, unit: int, here: Hex, usual: Hexes) -> Payment:
    """Return the payment for a new unit in a hex: replacement units in the hex pay first, and then the
    accounts.

    Accounts that name no hexes pay in the `usual` hexes.
    """
    cost = setting.arrivals_and_departures.replacement_costs[unit][0]
    stored = stored_units_at(setting, state, unit).get(here, ())[:cost]
    left = deduct_payment(setting, state, unit, here, cost - len(stored), usual)
    return Payment(left, stored, cost - len(stored) - sum(state.replacements_left) + sum(left))


def hexes_to_form_unit(setting: CompiledGame, state: State, unit: int, usual: Hexes) -> Hexes:
    """Return the hexes where replacement units can pay for a new unit, and which have room for it once they
    are spent.
    """
    found: Hexes = 0
    for here in stored_units_at(setting, state, unit):
        paid_with = payment_in(setting, state, unit, here, usual)
        if not paid_with.owed and not _is_place_denied(setting, state, unit, here, paid_with):
            found |= 1 << here
    return found


def _is_place_denied(setting: CompiledGame, state: State, unit: int, here: Hex, paid_with: Payment) -> bool:
    """Return whether stacking or supply capacity keeps a unit out of a hex even after the units spent in
    `paid_with` are removed.
    """
    side, gone = setting.side_of[unit], union(paid_with.spent_units)
    mates = setting.unit_sets_by_side[side] & ~gone & ~(1 << unit)
    full = setting.stacking.full_hexes_with(state.locations, unit, side, mates)
    return bool((full | hexes_over_capacity(setting, state, side, (unit,), gone).get(unit, 0)) >> here & 1)


def return_spent_units(setting: CompiledGame, state: State, stored: Iterable[int]) -> State:
    """Return the state with the spent replacement units moved to the pool, as if they had been eliminated."""
    for unit in stored:
        state = show_step(remove_unit(setting, state, unit, POOL), unit, setting.last_step[unit])
    return state
