"""The columns of the tables of fire combat."""

from __future__ import annotations

from hexwright.vassal.enforcement.circumstances import Circumstance
from hexwright.vassal.enforcement.rows import Row, row


@row
class FirePhase(Row):
    """The fire phase that follows an allocation phase, by the latter's id: its rounds, and air units."""

    phase: str
    rounds: str
    air: str
    air_dice: str


@row
class FireWhen(Circumstance):
    """Criteria in a battle: the rounds and the role."""

    rounds: str
    role: str


@row
class FireChange(FireWhen):
    """A modifier that makes hits harder."""

    id: str
    worse: str


@row
class FireStrength(FireWhen):
    """Units whose number of dice differs from their strength."""

    dice: str


@row
class FireLimit(FireWhen):
    """The maximum number of dice of ground or air units."""

    id: str
    dice: str
    air: str


@row
class FireDivision(FireWhen):
    """A divisor of the number of dice."""

    id: str
    by: str


@row
class FireBonus(FireWhen):
    """Additional dice for defenders in some terrain."""

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
    """The dice added by a side's air units, by the side's id."""

    most: str
    dice: str
    supplied: str
    at_most_ground: str


@row
class UnitOrder(Row):
    """A unit's position in the counter mix, by its id."""

    number: str


@row
class AcrossMore(Circumstance):
    """Units that raise the number of attackers across a hexside."""

    most: str


@row
class Beyond(Circumstance):
    """Units that may advance through a cleared hex."""

    spare: str
