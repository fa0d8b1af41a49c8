"""Define the rows of the tables for fire combat."""

from __future__ import annotations

from hexwright.vassal.enforcement.tables.circumstances import Circumstance
from hexwright.vassal.enforcement.tables.rows import Row, row


@row
class FirePhase(Row):
    """A row for the fire phase that resolves an allocation phase: its rounds and air units.

    The key is the id of the allocation phase.
    """

    phase: str
    rounds: str
    air: str
    air_dice: str


@row
class FireWhen(Circumstance):
    """A row of criteria in a battle: the rounds, and whether units attack or defend."""

    rounds: str
    role: str


@row
class FireChange(FireWhen):
    """A row for a modifier that raises the number needed to hit."""

    id: str
    worse: str


@row
class FireStrength(FireWhen):
    """A row for units whose number of dice differs from their strength."""

    dice: str


@row
class FireLimit(FireWhen):
    """A row for the maximum number of dice of ground units or of air units."""

    id: str
    dice: str
    air: str


@row
class FireDivision(FireWhen):
    """A row for a divisor of the number of dice."""

    id: str
    by: str


@row
class FireBonus(FireWhen):
    """A row for additional dice of defenders in certain terrain."""

    id: str
    most: str


@row
class FireHold(FireWhen):
    """A row for a stronghold: its dice, and the hits that it absorbs."""

    id: str
    dice: str
    absorbs: str
    until_taken: str


@row
class FireAir(Row):
    """A row for the dice that a side's air units add. The key is the side's id."""

    most: str
    dice: str
    supplied: str
    at_most_ground: str


@row
class UnitOrder(Row):
    """A row for a unit's position in the counter mix. The key is the unit's id."""

    number: str


@row
class AcrossMore(Circumstance):
    """A row for units that raise the maximum number of attackers across a hexside."""

    most: str


@row
class Beyond(Circumstance):
    """A row for units that may advance through an empty hex to the next hex."""

    spare: str
