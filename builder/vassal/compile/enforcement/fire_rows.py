"""Name the columns of the tables of fire combat."""

from __future__ import annotations

from dataclasses import dataclass

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
class FireChange(Row):
    """What makes hits harder."""

    id: str
    worse: str
    side: str
    weather: str
    unsupplied: str
    not_defending_in: str


@dataclass(frozen=True, slots=True)
class FireStrength(Row):
    """Units whose dice aren't their strength."""

    dice: str
    classes: str
    units: str
    phases: str
    rounds: str


@dataclass(frozen=True, slots=True)
class FireLimit(Row):
    """The most dice that an attacker throws against a terrain, unless along a line."""

    id: str
    dice: str
    side: str
    classes: str
    who: str
    hexes: str
    along: str


@dataclass(frozen=True, slots=True)
class FireBonus(Row):
    """Dice that the ground gives to defenders."""

    id: str
    hexes: str
    side: str
    classes: str
    most: str


@dataclass(frozen=True, slots=True)
class Crossing(Row):
    """A hexside across which a bonus counts, by its id, and the weather that freezes it."""

    feature: str
    frozen: str


@dataclass(frozen=True, slots=True)
class FireHold(Row):
    """A stronghold: its dice, and the hits it absorbs."""

    id: str
    hexes: str
    side: str
    classes: str
    dice: str
    absorbs: str
    until_taken: str


@dataclass(frozen=True, slots=True)
class FireAir(Row):
    """What a side's air units add, by its id."""

    most: str
    dice: str
    weather_under: str
    supplied: str
    at_most_ground: str


@dataclass(frozen=True, slots=True)
class BadWeather(Row):
    """The most dice of a side's air units, by its id and the weather."""

    dice: str


@dataclass(frozen=True, slots=True)
class UnitOrder(Row):
    """A unit's place among the counters, by its id."""

    number: str


@dataclass(frozen=True, slots=True)
class OtherSide(Row):
    """A side's enemy, by its id."""

    side: str


@dataclass(frozen=True, slots=True)
class AcrossMore(Row):
    """Classes of which more attack across a hexside."""

    classes: str
    most: str


@dataclass(frozen=True, slots=True)
class Duty(Row):
    """When a side must attack, by its id."""

    phases: str
    under: str


@dataclass(frozen=True, slots=True)
class Steady(Row):
    """Units that an advance doesn't disrupt, but in some weather."""

    classes: str
    units: str
    not_in: str


@dataclass(frozen=True, slots=True)
class Beyond(Row):
    """How units go on through a hex that was cleared."""

    classes: str
    along: str
    barred: str
    spare: str
    under: str
