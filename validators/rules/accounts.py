"""Pay for replacements out of a side's accounts: what is in each, and where it pays for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from builder.geometry.bits import together, union
from builder.geometry.board import Board, Hex, Hexes
from builder.model.game import Game
from builder.model.ids import SideId
from builder.model.replacing import Account as Declared
from validators.rules.circumstances import Forces, Units
from validators.rules.state import State

if TYPE_CHECKING:
    from validators.rules.setting import Setting

Points = tuple[int, ...]
"""What is in each of a side's accounts."""


@dataclass(frozen=True, slots=True)
class Account:
    """Replacements of a side, in the kernel's numbers."""

    id: str | None
    """None where the side has no more than this one, which is written nowhere."""
    declared: Declared | None
    units: Units
    """Whom it pays for."""
    local: bool
    """Whether it pays in hexes of its own alone."""
    ground: Hexes
    """Where it pays then, whoever holds what."""
    places: Hexes
    """Where it pays besides, while they are the side's."""

    def hexes(self, unit: int, owned: Hexes, usual: Hexes) -> Hexes:
        """Return where it pays for a unit; where it has no hexes of its own, in the `usual` ones."""
        if not self.units >> unit & 1:
            return 0
        return self.ground | self.places & owned if self.local else usual


def accounts_of(
    game: Game, board: Board, sides: Sequence[SideId], forces: Forces
) -> Mapping[int, tuple[Account, ...]]:
    """Return, by number of a side that replaces, its accounts in order."""
    return {
        sides.index(rule.side): tuple(_compiled(board, forces, rule.side, one) for one in rule.accounts)
        or (Account(None, None, forces.of((rule.side,), ()), False, 0, 0),)
        for rule in game.rules.replacements
    }


def _compiled(board: Board, forces: Forces, side: SideId, one: Declared) -> Account:
    return Account(
        id=one.id,
        declared=one,
        units=forces.of((side,), one.classes),
        local=one.local,
        ground=board.bits(one.hexes) | together(board.edges[edge] for edge in one.edge),
        places=union(board.places[place] for place in one.places),
    )


def received(setting: Setting, state: State, side: int) -> Points:
    """Return what a side receives on a turn, by account."""
    so = setting.situations_now(state)
    oob, scenario = setting.game.oob, setting.scenario.id
    granted = tuple(oob.granted(setting.sides[side], state.turn, scenario, setting.options))
    found: list[int] = []
    for account in setting.accounts.get(side, ()):
        points = sum(entry.points for entry in granted if entry.account == account.id)
        for share in account.declared.shares if account.declared is not None else ():
            # Fractions are lost, share by share.
            points = int(points * Fraction(share.times)) if share.situation in so else points
        found.append(points)
    return tuple(found)


def payable(setting: Setting, state: State, unit: int, cost: int, usual: Hexes) -> Hexes:
    """Return the hexes in which a side can pay so much for a unit of its own.

    Accounts that have no hexes of their own pay in the `usual` ones.
    """
    side = setting.side_of[unit]
    owned = state.owned[side]
    found = tuple(
        (points, account.hexes(unit, owned, usual))
        for points, account in zip(state.points, setting.accounts.get(side, ()), strict=False)
    )
    return _paying(found, setting.board.every, cost)


def _paying(accounts: tuple[tuple[int, Hexes], ...], hexes: Hexes, owed: int) -> Hexes:
    """Return those of some hexes in which accounts pay together what is owed."""
    if owed <= 0 or not hexes or not accounts:
        return hexes if owed <= 0 else 0
    (points, own), *rest = accounts
    others = tuple(rest)
    return _paying(others, hexes & own, owed - points) | _paying(others, hexes & ~own, owed)


def paid(setting: Setting, state: State, unit: int, here: Hex, cost: int, usual: Hexes) -> Points:
    """Return what is left once a unit is paid for in a hex: by account, in order, as far as each lasts."""
    side, left = setting.side_of[unit], list(state.points)
    for number, account in enumerate(setting.accounts.get(side, ())):
        if account.hexes(unit, state.owned[side], usual) >> here & 1:
            taken = min(left[number], cost)
            left[number], cost = left[number] - taken, cost - taken
    return tuple(left)
