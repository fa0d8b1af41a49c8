"""The columns of the tables of fire combat."""

from __future__ import annotations

from hexwright.vassal.enforcement.circumstances import Circumstance
from hexwright.vassal.enforcement.rows import Row, row


@row
class FirePhase(Row):
    """The fire phase that follows an allocation phase: its rounds and air units; the key is the allocation
    phase.
    """

    phase: str
    rounds: str
    air: str
    air_dice: str


@row
class FireWhen(Circumstance):
    """Criteria within a battle: the rounds, and whether units attack or defend."""

    rounds: str
    role: str


@row
class FireChange(FireWhen):
    """A modifier that makes hits harder."""

    id: str
    worse: str


@row
class FireStrength(FireWhen):
    """Units whose number of dice isn't their strength."""

    dice: str


@row
class FireLimit(FireWhen):
    """The maximum number of dice of ground units or of air units."""

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
    """A stronghold: its dice, and the hits that it absorbs."""

    id: str
    dice: str
    absorbs: str
    until_taken: str


@row
class FireAir(Row):
    """The dice that a side's air units add; the key is the side's id."""

    most: str
    dice: str
    supplied: str
    at_most_ground: str


@row
class UnitOrder(Row):
    """A unit's position in the counter mix; the key is the unit's id."""

    number: str


@row
class AcrossMore(Circumstance):
    """Units that raise the maximum number of attackers across a hexside."""

    most: str


@row
class Beyond(Circumstance):
    """Units that may advance through a hex without enemies to the next one."""

    spare: str
