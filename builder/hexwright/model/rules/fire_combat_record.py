"""Records of fire combat: units roll dice for hits, and hits disrupt or eliminate units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from hexwright.model.game_options import RequiredOptions
from hexwright.model.ids import SideId
from hexwright.model.key_annotations import KEYED, ONE_OR_MORE, Doc, OptionsOf, Range, Reference
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.mandatory_attack_record import AttackDuty

Number = Annotated[str, Doc("The number of the rule or case.", '"3.3"')]


_UNIT_STATE: Final = ("supply", "enemy_zoc", "condition", "near", "against", "against_classes")
_STEPS: Final = ("across", "across_front", "into", "along")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCriteria(Criteria):
    """Criteria in fire combat, which may have several rounds."""

    rounds: Annotated[
        tuple[int, ...],
        ONE_OR_MORE,
        Doc("Rounds of the battle in which the entry applies; empty for all.", "1"),
        Range(1, 9),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleCriteria(RoundCriteria):
    """Criteria for attacking or defending units in fire combat."""

    role: Annotated[
        Literal["attack", "defence"] | None, Doc("Whether the unit is attacking or defending.", "defence")
    ] = None


@dataclass(frozen=True, slots=True)
class FireStrength(RoleCriteria):
    """The number of dice that units roll, instead of their printed strength."""

    dice: Annotated[int, Doc("Number of dice that each unit rolls.", "2"), Range(0, 99)]
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class HitModifier(RoleCriteria):
    """A modifier that makes hits less likely; it is subtracted from each die. A place that fires meets no
    criterion about classes.
    """

    id: str
    name: Annotated[str, Doc("Name shown in reports when the entry applies.", "mud or snow")]
    minus: Annotated[int, Doc("Number subtracted from each die.", "1"), Range(1, 9)]
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class DiceDivisor(RoleCriteria):
    """A divisor for numbers of dice. Dice of units with the same divisors are added before division; the
    result is rounded down in attack and up in defence.
    """

    id: str
    name: Annotated[str, Doc("Name shown in reports when the entry applies.", "out of supply")]
    divide_by: Annotated[int, Doc("Divisor for the number of dice.", "2"), Range(2, 99)]
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class DiceLimit(RoleCriteria):
    """A maximum number of dice for ground or air units."""

    id: str
    name: Annotated[str, Doc("Name shown in reports when the entry applies.", "into a forest")]
    max_dice: Annotated[int, Doc("Maximum number of dice for each unit.", "1"), Range(0, 99)]
    for_air_units: Annotated[
        bool, Doc("Whether the limit applies to air units instead of ground units.", "true")
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class HexsideLimitException(Criteria):
    """A higher maximum number of units for a hexside if at least one of the attacking units meets the
    criteria.
    """

    unused: ClassVar[tuple[str, ...]] = _UNIT_STATE

    max: Annotated[int, Doc("Maximum number of units across the hexside in that case.", "3"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class HexsideLimit:
    """A limit on the units that may attack across one hexside."""

    max: Annotated[int | None, Doc("Maximum number of units; if omitted, unlimited.", "2"), Range(1, 99)] = (
        None
    )
    exceptions: Annotated[
        tuple[HexsideLimitException, ...], Doc("Cases in which more units may attack.")
    ] = ()
    max_one_of: Annotated[
        tuple[str, ...],
        Doc("Classes of which at most one unit may attack across the hexside.", "[panzer, front]"),
        Reference("class"),
    ] = ()
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class DefenceBonus(RoundCriteria):
    """An extra die that terrain gives to each defender, including disrupted ones.

    A unit gets at most one extra die; entries are applied in order. With `across`, `into` or `along`, the
    dice are limited to the number of hexes from which attackers fire in that way.
    """

    id: str
    name: Annotated[str, Doc("Name shown in reports when the entry applies.", "river")]
    max: Annotated[
        int | None,
        Doc("Maximum number of units that receive the extra die; if omitted, unlimited.", "2"),
        Range(1, 99),
    ] = None
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class Stronghold(RoundCriteria):
    """A place that itself fires or absorbs hits while a unit that defends it meets the criteria."""

    id: str
    name: Annotated[str, Doc("Name shown in reports when the entry applies.", "the kremlin of Tula")]
    dice: Annotated[int, Doc("Number of dice that the place itself rolls.", "1"), Range(0, 99)] = 0
    absorbs: Annotated[
        int, Doc("Hits that the place absorbs in each round before any unit takes hits.", "1"), Range(0, 99)
    ] = 0
    until_taken: Annotated[
        bool,
        Doc(
            "Whether the place stops firing and absorbing hits for the rest of the game once an enemy "
            "takes it.",
            "true",
        ),
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class AirSupport:
    """Support of ground attacks by a side's air units."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    classes: Annotated[tuple[str, ...], Doc("Classes of the side's air units.", "[air]"), Reference("class")]
    max: Annotated[
        int | None,
        Doc("Maximum number of air units in one attack; if omitted, unlimited.", "1"),
        Range(1, 99),
    ] = None
    dice: Annotated[
        int | None,
        Doc("Number of dice of each air unit; if omitted, its printed strength.", "1"),
        Range(0, 99),
    ] = None
    supplied_attacker: Annotated[bool, Doc("Whether at least one attacker must be in supply.", "true")] = (
        False
    )
    capped_by_ground_dice: Annotated[
        bool, Doc("Whether air dice are limited to the number of dice of the ground units.", "true")
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireRetreat:
    """Voluntary retreat of defenders after a round: one hex, in a direction chosen by their owner."""

    disrupts: Annotated[bool, Doc("Whether a retreating unit is disrupted.", "true")] = True
    adjacent_to_attackers: Annotated[
        bool,
        Doc(
            "Whether a unit may retreat into an empty hex adjacent to a hex that the attack came from.",
            "false",
        ),
    ] = False
    may_join_attacked: Annotated[
        bool,
        Doc(
            "Whether a unit may retreat into a friendly hex that is attacked with at least as many dice as "
            "it has.",
            "false",
        ),
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class Exploitation(Criteria):
    """An advance of attackers one hex beyond the cleared hex. The criteria ask about the step out of the
    cleared hex.
    """

    unused: ClassVar[tuple[str, ...]] = _UNIT_STATE

    id: str
    name: Annotated[str, Doc("Name shown in reports when units use this way to advance.", "up the road")]
    surplus_only: Annotated[
        bool,
        Doc("Whether only units that aren't needed to occupy the cleared hex may advance beyond it.", "true"),
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class NotDisrupted(Criteria):
    """Units that aren't disrupted when they advance. The criteria ask about the hex where the advance
    ends.
    """

    unused: ClassVar[tuple[str, ...]] = (*_UNIT_STATE, *_STEPS)


@dataclass(frozen=True, slots=True)
class FireAdvance:
    """Advance of attackers into a hex cleared of defenders."""

    mandatory: Annotated[
        bool,
        Doc(
            "Whether undisrupted attackers must enter the hex, with at least the strength that the "
            "defenders had.",
            "true",
        ),
    ] = True
    disrupts: Annotated[bool, Doc("Whether units that advance are disrupted.", "true")] = False
    not_disrupted: Annotated[tuple[NotDisrupted, ...], Doc("Units that aren't disrupted by an advance.")] = ()
    exploitation: Annotated[tuple[Exploitation, ...], KEYED, Doc("Ways to advance one hex farther.")] = ()
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireRules:
    """Fire combat: battles fought by dice that hit. Phases of kind `fire` give the number of rounds."""

    hits_on: Annotated[int, Doc("The lowest roll that hits.", "4"), Range(2, 99)]
    die: Annotated[int, Doc("Number of sides of the dice.", "6"), Range(2, 100)] = 6
    strengths: Annotated[
        tuple[FireStrength, ...],
        Doc("Dice used instead of the printed strength; the first entry that applies counts."),
    ] = ()
    dice_limits: Annotated[tuple[DiceLimit, ...], KEYED, Doc("Limits on the dice of units.")] = ()
    hit_modifiers: Annotated[
        tuple[HitModifier, ...], KEYED, Doc("Modifiers that make hits less likely.")
    ] = ()
    dice_divisors: Annotated[tuple[DiceDivisor, ...], KEYED, Doc("Divisors for numbers of dice.")] = ()
    hexside_limit: Annotated[HexsideLimit, Doc("Limits on the units that may attack across a hexside.")] = (
        HexsideLimit()
    )
    must_attack: Annotated[
        tuple[AttackDuty, ...],
        Doc("Cases in which units must attack every adjacent hex with an undisrupted enemy."),
    ] = ()
    must_attack_rule: Number = ""
    must_attack_if_able: Annotated[
        Mapping[str, str],
        Doc(
            "Scenario options under which an attack is legal even if no unit is left for the attacks "
            "that it makes mandatory; if omitted, such an attack is illegal.",
            "{must-attack: if-able}",
        ),
        OptionsOf("rules.yaml"),
    ] = field(default_factory=dict)
    defence_bonuses: Annotated[
        tuple[DefenceBonus, ...], KEYED, Doc("Extra dice that terrain gives to defenders.")
    ] = ()
    strongholds: Annotated[tuple[Stronghold, ...], KEYED, Doc("Places that fire or absorb hits.")] = ()
    air_support: Annotated[tuple[AirSupport, ...], Doc("Air support, by side.")] = ()
    absorbs: Annotated[
        str,
        Doc(
            "The rating of a unit (key of `ratings`) that gives the hits it absorbs in a round; if omitted, "
            "every unit absorbs one.",
            "hits",
        ),
    ] = ""
    absorbs_rule: Number = ""
    fortification_absorbs: Annotated[
        int,
        Doc(
            "Hits that the fortification of a fortified unit absorbs before the unit itself does: 1, "
            "or 0 for none."
        ),
        Range(0, 1),
    ] = 1
    fortification_rule: Number = ""
    retreat: Annotated[FireRetreat | None, Doc("Retreat after a round; if omitted, units don't retreat.")] = (
        None
    )
    advance: Annotated[FireAdvance | None, Doc("Advance after combat; if omitted, units don't advance.")] = (
        None
    )
    use_hit_tables: Annotated[
        bool,
        Doc(
            "Whether the hit tables of charts.yaml replace individual dice under the options of "
            "`hit_tables_option`."
        ),
    ] = False
    hit_tables_option: RequiredOptions = field(default_factory=dict)
