"""Replacement accounts: the points in each account of a side, and the units and hexes for which each account
pays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hexwright.geometry.bitsets import union, union_of
from hexwright.geometry.hex_board import Board, Hex, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.replacement_record import Account as Declared
from hexwright.model.rules.replacement_record import AccountReduction
from hexwright.rules.engine.compiled_criteria import TimeContext, UnitRoster, Units, applies_at
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State

if TYPE_CHECKING:
    from hexwright.rules.compiled.compiled_game import CompiledGame

Points = tuple[int, ...]
"""The points in each of a side's accounts."""


@dataclass(frozen=True, slots=True)
class CompiledAccount:
    """A replacement account of a side; hexes and units are bit sets."""

    id: str | None
    """The account's id; None if the side has only one account, which rules.yaml doesn't name."""
    record: Declared | None
    units: Units
    """The units for which the account pays."""
    pays_only_locally: bool
    """Whether the account pays only in `payment_hexes` and `payment_places`."""
    payment_hexes: Hexes
    """Hexes in which the account pays, whichever side controls them."""
    payment_places: Hexes
    """Hexes of places in which the account also pays while the side owns the places."""

    @property
    def accumulates(self) -> bool:
        """Return whether unused points stay in the account for later turns."""
        return self.record is not None and self.record.accumulates

    def active_reductions(self, moment: TimeContext, options: Mapping[str, str]) -> list[AccountReduction]:
        """Return the reductions that apply, at a given moment, to the points that the account receives."""
        entries = self.record.reductions if self.record is not None else ()
        return [one for one in entries if applies_at(one, moment, options)]

    def hexes(self, unit: int, owned: Hexes, usual: Hexes) -> Hexes:
        """Return the hexes in which the account pays for a unit: the account's own hexes, or else `usual`."""
        if not self.units >> unit & 1:
            return 0
        return self.payment_hexes | self.payment_places & owned if self.pays_only_locally else usual


def compile_accounts(
    game: Game, board: Board, sides: Sequence[SideId], forces: UnitRoster
) -> Mapping[int, tuple[CompiledAccount, ...]]:
    """Return the accounts of each side with replacements, in order, keyed by side number."""
    return {
        sides.index(rule.side): tuple(
            _compile_account(board, forces, rule.side, one) for one in rule.accounts
        )
        or (CompiledAccount(None, None, forces.select((rule.side,), ()), False, 0, 0),)
        for rule in game.rules.replacements
    }


def _compile_account(board: Board, forces: UnitRoster, side: SideId, one: Declared) -> CompiledAccount:
    return CompiledAccount(
        id=one.id,
        record=one,
        units=forces.select((side,), one.classes),
        pays_only_locally=one.local,
        payment_hexes=board.bits(one.hexes) | union_of(board.edges[edge] for edge in one.edge),
        payment_places=union(board.places[place] for place in one.places),
    )


def replacements_received(setting: CompiledGame, state: State, side: int) -> Points:
    """Return the points in each of a side's accounts at the start of its phase: the points of this turn and
    the saved points.
    """
    moment, options = setting.time_context(state), setting.options
    oob, scenario = setting.game.oob, setting.scenario.id
    granted = tuple(oob.entries_granting(setting.sides[side], state.turn, scenario, options))
    found: list[int] = []
    for account in setting.accounts.get(side, ()):
        points = sum(entry.points for entry in granted if entry.account == account.id)
        for share in account.active_reductions(moment, options):
            # Fractions are lost separately for each share.
            points = int(points * Fraction(share.multiply))
        found.append(points)
    saved = state.accumulated_replacements[side] if state.accumulated_replacements else (0,) * len(found)
    return tuple(points + kept for points, kept in zip(found, saved, strict=True))


def accumulate_replacements(setting: CompiledGame, state: State) -> State:
    """Return the state at the end of the side's phase, with the unused points of its accumulating accounts
    recorded.
    """
    side, accounts = setting.side(state), setting.accounts
    own = accounts.get(side, ())
    if not any(account.accumulates for account in own):
        return state
    saved = list(
        state.accumulated_replacements
        or ((0,) * len(accounts.get(each, ())) for each in range(len(setting.sides)))
    )
    left = zip(state.replacements_left, own, strict=True)
    saved[side] = tuple(points if account.accumulates else 0 for points, account in left)
    return replace(state, accumulated_replacements=tuple(saved) if any(map(any, saved)) else ())


def _deduction_left(setting: CompiledGame, state: State, side: int) -> tuple[int, tuple[bool, ...]]:
    """Return the points that levied accounts can still pay, and whether each account is levied.

    A levy is a `deductions` entry that applies now; it takes a number of points from the side.
    """
    moment, options = setting.time_context(state), setting.options
    accounts = setting.accounts.get(side, ())
    entries = setting.arrivals_and_departures.rules[side].deductions if accounts else ()
    levies = [one for one in entries if applies_at(one, moment, options)]
    # If any levy exempts accounts that receive only a share, they are exempt from all levies.
    whole = any(one.full_accounts_only for one in levies)
    levied = tuple(
        bool(levies) and not (whole and account.active_reductions(moment, options)) for account in accounts
    )
    sums = sum(points for points, one in zip(state.replacements_left, levied, strict=False) if one)
    return max(0, sums - sum(one.points for one in levies)), levied


def payable_hexes(setting: CompiledGame, state: State, unit: int, cost: int, usual: Hexes) -> Hexes:
    """Return the hexes in which a side can pay a cost for one of its units.

    Accounts that name no hexes pay in the `usual` hexes.
    """
    side = setting.side_of[unit]
    owned = state.owned[side]
    free, levied = _deduction_left(setting, state, side)
    found = tuple(
        (points, one, account.hexes(unit, owned, usual))
        for points, one, account in zip(
            state.replacements_left, levied, setting.accounts.get(side, ()), strict=False
        )
    )
    return _hexes_covering_cost(found, setting.board.every, cost, free)


def _hexes_covering_cost(
    accounts: tuple[tuple[int, bool, Hexes], ...], hexes: Hexes, owed: int, free: int
) -> Hexes:
    """Return the hexes in `hexes` in which the accounts together can pay `owed` points.

    Levied accounts contribute at most `free` points.
    """
    if owed <= 0 or not hexes or not accounts:
        return hexes if owed <= 0 else 0
    (points, levied, own), *rest = accounts
    others, taken = tuple(rest), min(points, owed, free) if levied else min(points, owed)
    less = free - taken if levied else free
    return _hexes_covering_cost(others, hexes & own, owed - taken, less) | _hexes_covering_cost(
        others, hexes & ~own, owed, free
    )


def deduct_payment(
    setting: CompiledGame, state: State, unit: int, here: Hex, cost: int, usual: Hexes
) -> Points:
    """Return the points left in each account after a unit has been paid for in a hex; the accounts pay in
    order.
    """
    side, left = setting.side_of[unit], list(state.replacements_left)
    free, levied = _deduction_left(setting, state, side)
    for number, account in enumerate(setting.accounts.get(side, ())):
        if account.hexes(unit, state.owned[side], usual) >> here & 1:
            taken = min(left[number], cost, free) if levied[number] else min(left[number], cost)
            left[number], cost = left[number] - taken, cost - taken
            free -= taken if levied[number] else 0
    return tuple(left)
