"""Compile the modifiers of battles by odds, and tell which can count on a turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from builder.geometry.board import Board
from builder.model.game import Game
from builder.model.modifier_words import Part, changes
from builder.model.modifying import Modifier
from validators.rules.circumstances import Circumstance, Forces, Timed


class Counted(NamedTuple):
    """Something that a modifier does to a battle."""

    modifier: Modifier
    part: Part
    words: str
    units: tuple[str, ...] = ()
    """Whose strength alone it multiplies, by name; none where it is that of all."""

    @property
    def told(self) -> str:
        """Return it in full, such as "river halves the attack of 5th Army"."""
        return f"{self.words} of {', '.join(self.units)}" if self.units else self.words


class Limit(NamedTuple):
    """What cuts a sum of modifiers, in words."""

    part: Part
    told: str


class Compiled(NamedTuple):
    """A modifier in the kernel's numbers."""

    modifier: Modifier
    asked: Circumstance
    attack: Fraction | None
    defence: Fraction | None
    does: Mapping[Part, Counted]
    moves: tuple[Counted, ...]
    """What it does to columns and die, and the most that it lets the odds be."""
    together: bool
    """Whether it counts for the battle as a whole: columns, die, the most or the table."""


class Modifiers(Timed[Compiled]):
    """The modifiers of a scenario's battles."""

    def __init__(self, game: Game, board: Board, forces: Forces, options: Mapping[str, str]) -> None:
        modifiers = game.rules.odds.modifiers
        super().__init__(((one, _compiled(game, one, board, forces)) for one in modifiers), options)


def _compiled(game: Game, modifier: Modifier, board: Board, forces: Forces) -> Compiled:
    does = {part: Counted(modifier, part, words) for part, words in changes(game, modifier)}
    moves = tuple(one for part, one in does.items() if part in ("columns", "die", "most"))
    return Compiled(
        modifier=modifier,
        asked=Circumstance.of(board, forces, modifier),
        attack=None if modifier.attack is None else Fraction(modifier.attack),
        defence=None if modifier.defence is None else Fraction(modifier.defence),
        does=does,
        moves=moves,
        together=bool(moves) or modifier.table is not None,
    )
