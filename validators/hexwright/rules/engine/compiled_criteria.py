"""Compile what says when something counts: sets of hexes, of steps and of units, whatever record asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.criteria_hexes import hexes_asked, steps_along, steps_asked
from hexwright.geometry.hex_board import Board, Hex, Hexes
from hexwright.model.game_options import holds_under
from hexwright.model.ids import SideId, UnitId
from hexwright.model.rules.criteria_record import When

Units = int
"""A set of units, by their numbers."""
Row = TypeVar("Row")
_NOTHING: Final[Mapping[Hex, Hexes]] = MappingProxyType({})


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
    spared: tuple[Hexes, ...] | None
    """By the same hex, whence the step must not come."""
    units: Units
    enemies: Units
    company: Units
    """Those of whom one must stand near, or mustn't; of all sides."""
    hostile: bool
    """Whether it asks about the enemy."""
    standing: bool
    """Whether it asks how units stand: their supply, zones, condition, company."""
    anyone: bool
    """Whether it asks nothing of units, neither who they are nor how they stand, nor of steps."""

    @classmethod
    def of(cls, board: Board, forces: Forces, when: When) -> Circumstance:
        """Compile."""
        froms, spared = steps_asked(board, when), steps_along(board, when.unless)
        hostile = bool(when.against or when.against_classes)
        standing = (when.supply, when.zone, when.condition, when.near) != (None, None, None, None)
        near = when.near
        who = bool(when.side or when.classes or when.units)
        return cls(
            when=when,
            hexes=hexes_asked(board, when),
            froms=froms,
            spared=spared,
            units=forces.of(when.side, when.classes, when.units),
            enemies=forces.of(when.against, when.against_classes),
            company=0 if near is None else forces.of((), near.classes, near.units),
            hostile=hostile,
            standing=standing,
            anyone=froms is None and spared is None and not (who or hostile or standing),
        )

    def stepped(self, froms: Hexes, here: Hex, gone: Mapping[Hex, Hexes] = _NOTHING) -> bool:
        """Tell whether steps into a hex from some others are as it asks: one of them so, and none barred.

        `gone` are hexsides that have fallen: by the hex behind, the hexes in front.
        """
        if self.froms is not None:
            fallen = gone.get(here, 0) if self.when.facing else 0
            if not froms & self.froms[here] & ~fallen:
                return False
        return self.spared is None or not froms & self.spared[here]

    def near(self, board: Board, where: Sequence[int], units: Units, side: Units) -> Units:
        """Return those of some units of a side in whose company it asks for stands as it says.

        `side` are all units of it. Nobody is company for itself; off the map nobody has any, or is.
        """
        near = self.when.near
        if near is None:
            return units
        return union(unit for unit in members(units) if self._near(board, where, unit, side) != near.missing)

    def _near(self, board: Board, where: Sequence[int], unit: int, side: Units) -> bool:
        company = self.company & side & ~(1 << unit)
        there = union(where[other] for other in members(company) if where[other] >= 0)
        if where[unit] < 0 or self.when.near is None:
            return False
        for _ in range(self.when.near.within):
            there |= board.around(there)
        return bool(there >> where[unit] & 1)

    def coming(
        self, where: Sequence[int], units: Units, here: Hex, gone: Mapping[Hex, Hexes] = _NOTHING
    ) -> Units:
        """Return those of some units whose step into a hex it asks for."""
        if self.froms is None and self.spared is None:
            return units
        return union(unit for unit in members(units) if self.stepped(1 << where[unit], here, gone))


class Moment(NamedTuple):
    """A time at which something may count or not."""

    phase: str
    weather: str
    turn: int
    situations: tuple[str, ...] = ()
    """Those that are so, as they were judged last."""


def timely(when: When, moment: Moment, options: Mapping[str, str]) -> bool:
    """Tell whether something can count at a moment, under the options of a game."""
    return (
        (not when.phases or moment.phase in when.phases)
        and (not when.weather or moment.weather in when.weather)
        and (not when.turns or moment.turn in when.turns)
        and (not when.situation or any(one in moment.situations for one in when.situation))
        and holds_under(options, when.under)
    )


class Times:
    """What some records ask of moments, so that what was found once is found again by the same key."""

    def __init__(self, records: Iterable[When]) -> None:
        asked = tuple(records)
        self._turns = any(record.turns for record in asked)
        self._situations = any(record.situation for record in asked)

    def of(self, moment: Moment) -> Moment:
        """Return a moment without what none of them asks; turns and situations are rarely asked for."""
        if self._turns and self._situations:
            return moment
        turn = moment.turn if self._turns else 0
        return Moment(moment.phase, moment.weather, turn, moment.situations if self._situations else ())


class Timed(Generic[Row]):
    """Compiled records, and which of them can count in a phase of a turn."""

    def __init__(self, rows: Iterable[tuple[When, Row]], options: Mapping[str, str]) -> None:
        self._rows = tuple(rows)
        self.every = tuple(row for _, row in self._rows)
        self._options = options
        self._times = Times(when for when, _ in self._rows)
        self._found: dict[Moment, tuple[Row, ...]] = {}

    def on(self, moment: Moment) -> tuple[Row, ...]:
        """Return what can count at a moment."""
        key = self._times.of(moment)
        found = self._found.get(key)
        if found is None:
            found = tuple(row for when, row in self._rows if timely(when, key, self._options))
            self._found[key] = found
        return found
