"""Describe fire combat: units roll dice for hits, and hits disrupt and destroy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from hexwright.model.game_options import Under
from hexwright.model.ids import SideId
from hexwright.model.key_annotations import KEYED, ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.mandatory_attack_record import AttackDuty

Number = Annotated[str, Doc("The rule's number or case.", '"3.3"')]


@dataclass(frozen=True, slots=True, kw_only=True)
class InRounds(When):
    """When something counts in a battle by fire, which may have several rounds."""

    rounds: Annotated[tuple[int, ...], ONE_OR_MORE, Doc("Rounds of the battle.", "1"), Range(1, 9)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InRole(InRounds):
    """When something counts for units that attack, or for those that are attacked."""

    role: Annotated[
        Literal["attack", "defence"] | None, Doc("Whether the unit attacks or defends.", "defence")
    ] = None


@dataclass(frozen=True, slots=True)
class FireStrength(InRole):
    """Dice that units have in place of their printed strength."""

    dice: Annotated[int, Doc("Dice of each unit.", "2"), Range(0, 99)]
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class HitChange(InRole):
    """What makes hits rarer: so much is taken from each die. A place that fires has no class."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "mud or snow")]
    worse: Annotated[int, Doc("What is taken from the die.", "1"), Range(1, 9)]
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireDivision(InRole):
    """What divides dice: together those of units for which the same entries count, rounded down in attack
    and up in defence.
    """

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "out of supply")]
    by: Annotated[int, Doc("What the dice are divided by.", "2"), Range(2, 99)]
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireLimit(InRole):
    """What leaves units few dice, on the ground or in the air."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "into a forest")]
    dice: Annotated[int, Doc("Most dice of each unit.", "1"), Range(0, 99)]
    air: Annotated[bool, Doc("Whether it is for air units, not for those on the ground.", "true")] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class ManyAcross(When):
    """A number of units that may attack across one hexside when one of them is as it says."""

    most: Annotated[int, Doc("Most units across the hexside then.", "3"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class AcrossHexside:
    """How many units may attack across one hexside."""

    most: Annotated[int | None, Doc("Most units; without it, any number.", "2"), Range(1, 99)] = None
    more: Annotated[tuple[ManyAcross, ...], Doc("Where it may be more.")] = ()
    one_of: Annotated[
        tuple[str, ...],
        Doc("Classes of which one unit at most is among them.", "[panzer, front]"),
        Reference("class"),
    ] = ()
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class DefenceBonus(InRounds):
    """Dice that the ground gives to defenders, disrupted ones too: one for each unit.

    No unit has more than one of them; units are served in the order of the entries. Where it asks for the
    step (`across`, `into`, `along`) it gives no more dice than there are hexes from which attackers fire so.
    """

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "river")]
    most: Annotated[int | None, Doc("Most units that have it; without it, all.", "2"), Range(1, 99)] = None
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class Stronghold(InRounds):
    """A place that fires or takes hits of itself, as long as a unit that defends it is as it says."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "the kremlin of Tula")]
    dice: Annotated[int, Doc("Dice of its own.", "1"), Range(0, 99)] = 0
    absorbs: Annotated[int, Doc("Hits it takes in each round before any unit.", "1"), Range(0, 99)] = 0
    until_taken: Annotated[bool, Doc("Whether it is done with once an enemy has taken it.", "true")] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class AirSupport:
    """How a side's air units support an attack on the ground."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    classes: Annotated[tuple[str, ...], Doc("Classes of its air units.", "[air]"), Reference("class")]
    most: Annotated[int | None, Doc("Most air units in one attack; without it, any.", "1"), Range(1, 99)] = (
        None
    )
    dice: Annotated[int | None, Doc("Dice of each; without it, the printed strength.", "1"), Range(0, 99)] = (
        None
    )
    supplied: Annotated[bool, Doc("Whether an attacker in supply must be there.", "true")] = False
    at_most_ground: Annotated[
        bool, Doc("Whether air dice are never more than those of the ground units.", "true")
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireRetreat:
    """How defenders may give way after a round: one hex, at their owner's choice."""

    disrupts: Annotated[bool, Doc("Whether a unit that retreats is disrupted.", "true")] = True
    beside_attackers: Annotated[
        bool, Doc("Whether an empty hex beside a hex that the attack came from may be entered.", "false")
    ] = False
    into_attacked: Annotated[
        bool,
        Doc("Whether friends attacked by at least their own dice may be joined.", "false"),
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireBeyond(When):
    """A way to go one hex on from the hex that was cleared: the step asked about leads from there."""

    id: str
    name: Annotated[str, Doc("What is named when it is used.", "up the road")]
    spare: Annotated[
        bool, Doc("Whether only units may use it that the cleared hex doesn't need.", "true")
    ] = False
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class Steady(When):
    """Units that an advance doesn't disrupt; the hex is the one where it ends."""


@dataclass(frozen=True, slots=True)
class FireAdvance:
    """How attackers enter a hex that was cleared of defenders."""

    must: Annotated[
        bool,
        Doc("Whether undisrupted attackers as strong as the defenders were must enter it.", "true"),
    ] = True
    disrupts: Annotated[bool, Doc("Whether an advance disrupts.", "true")] = False
    steady: Annotated[tuple[Steady, ...], Doc("Units that it doesn't disrupt.")] = ()
    beyond: Annotated[tuple[FireBeyond, ...], KEYED, Doc("Ways to go one hex on.")] = ()
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class FireRules:
    """How battles are fought by dice for hits. The phases of kind `fire` say in how many rounds."""

    hits_from: Annotated[int, Doc("The lowest die that hits.", "4"), Range(2, 99)]
    die: Annotated[int, Doc("Sides of the dice.", "6"), Range(2, 100)] = 6
    strengths: Annotated[
        tuple[FireStrength, ...], Doc("Dice other than the printed strength; the first that fits holds.")
    ] = ()
    limits: Annotated[tuple[FireLimit, ...], KEYED, Doc("What leaves units few dice.")] = ()
    changes: Annotated[tuple[HitChange, ...], KEYED, Doc("What makes hits rarer.")] = ()
    divisions: Annotated[tuple[FireDivision, ...], KEYED, Doc("What divides dice.")] = ()
    across: Annotated[AcrossHexside, Doc("How many units may attack across a hexside.")] = AcrossHexside()
    must_attack: Annotated[
        tuple[AttackDuty, ...],
        Doc("Who must attack every hex with an undisrupted enemy beside the attackers, and when."),
    ] = ()
    must_attack_rule: Number = ""
    must_attack_if_able: Annotated[
        Mapping[str, str],
        Doc(
            "Scenario options under which an attack is legal though nobody is left for what it makes due; "
            "without it, never.",
            "{must-attack: if-able}",
        ),
    ] = field(default_factory=dict)
    bonuses: Annotated[tuple[DefenceBonus, ...], KEYED, Doc("Dice that the ground gives defenders.")] = ()
    strongholds: Annotated[tuple[Stronghold, ...], KEYED, Doc("Places that fire or take hits.")] = ()
    air: Annotated[tuple[AirSupport, ...], Doc("Support from the air, by side.")] = ()
    absorbs: Annotated[
        str,
        Doc(
            "The figure of a unit's face, among its `values`, that tells how many hits it absorbs in a "
            "round; without it, one.",
            "hits",
        ),
    ] = ""
    absorbs_rule: Number = ""
    fortification: Annotated[
        int, Doc("Hits that a fortified unit's works take before it does: 1, or 0 for none."), Range(0, 1)
    ] = 1
    fortification_rule: Number = ""
    retreat: Annotated[FireRetreat | None, Doc("Retreat after a round; without it, none.")] = None
    advance: Annotated[FireAdvance | None, Doc("Advance after a battle; without it, none.")] = None
    tables: Annotated[
        bool, Doc("Whether the hit tables of charts.yaml stand in for the dice where `tables_under` holds.")
    ] = False
    tables_under: Under = field(default_factory=dict)
