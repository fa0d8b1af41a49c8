"""Prizes: the hexes that win the game or score points for a side, by the victory table in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.territory_hexes import holding_hexes
from hexwright.model.rules.situation_record import SituationFacts
from hexwright.model.rules.victory_record import AutomaticVictory
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.supply.supply_range import hexes_in_supply

WINNING_POINTS: Final = 60.0
"""The points that a condition for automatic victory counts for, shared among its places."""
KEY_POINTS: Final = 10.0
"""The points from which a prize is worth a detour, a garrison or a siege."""


class Prize(NamedTuple):
    """Hexes that a side wants for the victory, and what they are worth to it."""

    hexes: Hexes
    points: float
    owning: bool
    """Whether the side must own the hexes; otherwise it must occupy at least one of them."""
    supplied: bool = False
    """Whether a unit must be in supply there."""


def prizes(setting: CompiledGame, side: int) -> tuple[Prize, ...]:
    """Return the prizes of a side: places that win or score, and hexes to hold."""
    rules, board, mine = setting.victory, setting.board, setting.sides[side]
    found: list[Prize] = []
    for place in setting.game.hexmap.places:
        hexes = 1 << board.index[place.hex]
        if not setting.places & hexes:
            continue
        if rules.hold is not None:
            points = WINNING_POINTS if place.id == rules.hold else 0.0
        else:
            bonus = rules.bonus.get(mine, 0) if place.id == rules.bonus_place else 0
            points = float(rules.points_for(place) + bonus)
        if points:
            found.append(Prize(hexes, points, owning=True))
    for claim in rules.automatic_victory:
        if claim.side == mine:
            found += prizes_of_claim(setting, claim)
    for holding in rules.holdings:
        if mine in holding.side:
            hexes, supplied = holding_hexes(board, holding), holding.supply is not None
            found.append(Prize(hexes, float(holding.points), owning=False, supplied=supplied))
    return tuple(one for one in found if one.hexes)


def prizes_of_claim(setting: CompiledGame, claim: AutomaticVictory) -> Iterator[Prize]:
    """Yield the places that a claim asks for; each has an equal share of what the victory is worth."""
    if claim.situation is None:
        for hexes in _hexes_of(setting, claim.places):
            yield Prize(hexes, WINNING_POINTS / len(claim.places), owning=True)
        return
    for fact in facts_of_claim(setting, claim):
        share = WINNING_POINTS / max(1, len(fact.owns) + len(fact.occupies) + len(fact.cut_off))
        if fact.side == claim.side:
            for hexes in _hexes_of(setting, fact.owns):
                yield Prize(hexes, share, owning=True)
            for hexes in _hexes_of(setting, fact.occupies):
                yield Prize(hexes, share, owning=False)
        else:
            # A unit in the place cuts it off; units on the lines do so too.
            for hexes in _hexes_of(setting, fact.cut_off):
                yield Prize(hexes, share, owning=False)


def facts_of_claim(setting: CompiledGame, claim: AutomaticVictory) -> tuple[SituationFacts, ...]:
    """Return the facts of which one must be true for a claim by a situation; empty for other claims."""
    return next((one.any for one in setting.game.rules.situations if one.id == claim.situation), ())


def _hexes_of(setting: CompiledGame, places: Iterable[str]) -> Iterator[Hexes]:
    for place in places:
        yield 1 << setting.board.places[place]


def open_prizes(setting: CompiledGame, state: State, side: int, known: Iterable[Prize]) -> Iterator[Prize]:
    """Yield the prizes that a side would gain if a unit entered one of their hexes now.

    The hexes of the yielded prizes exclude those that wouldn't count: owned places, or hexes out of supply.
    """
    for prize in known:
        if prize.owning:
            hexes = prize.hexes & ~state.owned[side]
        else:
            hexes = 0 if prize.hexes & state.occupied[side] else prize.hexes
        if hexes and prize.supplied:
            hexes &= hexes_in_supply(setting, state, side)
        if hexes:
            yield prize._replace(hexes=hexes)


def key_hexes(setting: CompiledGame) -> Hexes:
    """Return the hexes that decide the game: those of prizes of many points, of any side."""
    every = (prize for side in range(len(setting.sides)) for prize in prizes(setting, side))
    return union_of(prize.hexes for prize in every if prize.points >= KEY_POINTS)
