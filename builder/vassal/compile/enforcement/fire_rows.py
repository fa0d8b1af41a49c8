"""Name the columns of the tables of fire combat."""

from __future__ import annotations

from dataclasses import dataclass

from builder.vassal.compile.enforcement.circumstances import Circumstance
from builder.vassal.compile.enforcement.rows import Row


@dataclass(frozen=True, slots=True)
class FirePhase(Row):
    """The phase of fire of a phase of attacks, by its id: its rounds, air units, and the moves before."""

    phase: str
    rounds: str
    air: str
    air_dice: str
    moved_before: str


@dataclass(frozen=True, slots=True)
class FireWhen(Circumstance):
    """When something counts in a battle: in which rounds, for which role."""

    rounds: str
    role: str


@dataclass(frozen=True, slots=True)
class FireChange(FireWhen):
    """What makes hits harder."""

    id: str
    worse: str


@dataclass(frozen=True, slots=True)
class FireStrength(FireWhen):
    """Units whose dice aren't their strength."""

    dice: str


@dataclass(frozen=True, slots=True)
class FireLimit(FireWhen):
    """The most dice that units have, on the ground or in the air."""

    id: str
    dice: str
    air: str


@dataclass(frozen=True, slots=True)
class FireDivision(FireWhen):
    """By what dice are divided."""

    id: str
    by: str


@dataclass(frozen=True, slots=True)
class FireBonus(FireWhen):
    """Dice that the ground gives to defenders."""

    id: str
    most: str


@dataclass(frozen=True, slots=True)
class FireHold(FireWhen):
    """A stronghold: its dice, and the hits it absorbs."""

    id: str
    dice: str
    absorbs: str
    until_taken: str


@dataclass(frozen=True, slots=True)
class FireAir(Row):
    """What a side's air units add, by its id."""

    most: str
    dice: str
    supplied: str
    at_most_ground: str


@dataclass(frozen=True, slots=True)
class UnitOrder(Row):
    """A unit's place among the counters, by its id."""

    number: str


@dataclass(frozen=True, slots=True)
class OtherSide(Row):
    """A side's enemy, by its id."""

    side: str


@dataclass(frozen=True, slots=True)
class AcrossMore(Circumstance):
    """Units with which more attack across a hexside."""

    most: str


@dataclass(frozen=True, slots=True)
class Beyond(Circumstance):
    """How units go on through a hex that was cleared."""

    spare: str
