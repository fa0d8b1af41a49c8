"""Name the columns of the tables of fire combat."""

from __future__ import annotations

from hexwright.vassal.enforcement.circumstances import Circumstance
from hexwright.vassal.enforcement.rows import Row, row


@row
class FirePhase(Row):
    """The phase of fire of a phase of attacks, by its id: its rounds, and air units."""

    phase: str
    rounds: str
    air: str
    air_dice: str


@row
class FireWhen(Circumstance):
    """When something counts in a battle: in which rounds, for which role."""

    rounds: str
    role: str


@row
class FireChange(FireWhen):
    """What makes hits harder."""

    id: str
    worse: str


@row
class FireStrength(FireWhen):
    """Units whose dice aren't their strength."""

    dice: str


@row
class FireLimit(FireWhen):
    """The most dice that units have, on the ground or in the air."""

    id: str
    dice: str
    air: str


@row
class FireDivision(FireWhen):
    """By what dice are divided."""

    id: str
    by: str


@row
class FireBonus(FireWhen):
    """Dice that the ground gives to defenders."""

    id: str
    most: str


@row
class FireHold(FireWhen):
    """A stronghold: its dice, and the hits it absorbs."""

    id: str
    dice: str
    absorbs: str
    until_taken: str


@row
class FireAir(Row):
    """What a side's air units add, by its id."""

    most: str
    dice: str
    supplied: str
    at_most_ground: str


@row
class UnitOrder(Row):
    """A unit's place among the counters, by its id."""

    number: str


@row
class AcrossMore(Circumstance):
    """Units with which more attack across a hexside."""

    most: str


@row
class Beyond(Circumstance):
    """How units go on through a hex that was cleared."""

    spare: str
