"""Compile what says when something counts: sets of hexes, of steps and of units, whatever record asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.geometry.asking import hexes_asked, steps_asked
from builder.geometry.bits import members, union
from builder.geometry.board import Board, Hexes
from builder.model.circumstances import When
from builder.model.ids import SideId, UnitId
from builder.model.options import holds_under

Units = int
"""A set of units, by their numbers."""


@dataclass(frozen=True, slots=True)
class Forces:
    """The units of a scenario, by number."""

    units: Sequence[UnitId]
    sides: Sequence[SideId]
    classes: Sequence[str]

    def of(self, sides: Sequence[str], classes: Sequence[str], units: Sequence[str] = ()) -> Units:
        """Return the units of any of these sides that are of a class or named; without names all of them."""
        return union(
            number
            for number, unit in enumerate(self.units)
            if (not sides or self.sides[number] in sides)
            and ((not classes and not units) or self.classes[number] in classes or unit in units)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Circumstance:
    """When something counts, in the kernel's numbers."""

    when: When
    hexes: Hexes
    froms: tuple[Hexes, ...] | None
    """By the hex that is entered or attacked, whence the step must come; None where that is all the same."""
    units: Units
    enemies: Units
    anyone: bool
    """Whether it asks nothing of units, neither who they are nor how they stand, nor of steps."""

    @classmethod
    def of(cls, board: Board, forces: Forces, when: When) -> Circumstance:
        """Compile."""
        froms = steps_asked(board, when)
        who = when.side, when.classes, when.units, when.against, when.against_classes
        return cls(
            when=when,
            hexes=hexes_asked(board, when),
            froms=froms,
            units=forces.of(when.side, when.classes, when.units),
            enemies=forces.of(when.against, when.against_classes),
            anyone=froms is None and not any(who) and when.supply is None and when.zone is None,
        )

    def coming(self, where: Sequence[int], units: Units, here: int) -> Units:
        """Return those of some units whose step into a hex it asks for."""
        if self.froms is None:
            return units
        froms = self.froms[here]
        return union(unit for unit in members(units) if froms >> where[unit] & 1)


def timely(when: When, weather: str, turn: int, options: Mapping[str, str]) -> bool:
    """Tell whether something can count on a turn, in a weather, under the options of a game."""
    return (
        (not when.weather or weather in when.weather)
        and (not when.turns or turn in when.turns)
        and holds_under(options, when.under)
    )


def by_turn(records: Iterable[When]) -> bool:
    """Tell whether any of these asks for the turn."""
    return any(record.turns for record in records)
