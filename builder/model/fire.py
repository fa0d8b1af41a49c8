"""Describe fire combat: units roll dice for hits, and hits disrupt and destroy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from builder.model.doc import KEYED, Doc, Range, Reference
from builder.model.hexmap import OwnedKind
from builder.model.ids import PhaseId, SideId, UnitId
from builder.model.options import Under

Classes = Annotated[tuple[str, ...], Doc("Unit classes; empty for all.", "[panzer]"), Reference("class")]
Units = Annotated[
    tuple[UnitId, ...], Doc("Single units beside the classes; with neither, all units.", "[16-army]")
]
Weathers = Annotated[tuple[str, ...], Doc("Weathers; empty for all.", "[mud, snow]"), Reference("weather")]
OfSide = Annotated[SideId | None, Doc("Whose; without it, both sides'.")]
Line = Annotated[str | None, Doc("A line on the map, such as a road.", "road"), Reference("line")]
Toward = Annotated[
    str | None,
    Doc("Only on the way along that line to this place; without it, in either direction.", "capital"),
    Reference("place"),
]
PlaceKinds = Annotated[tuple[OwnedKind, ...], Doc("Kinds of place.", "[capital, city]")]
Number = Annotated[str, Doc("The rule's number or case.", '"3.3"')]


@dataclass(frozen=True, slots=True)
class FireStrength:
    """Dice that units have in some rounds in place of their printed strength."""

    dice: Annotated[int, Doc("Dice of each unit.", "2"), Range(0, 99)]
    classes: Classes = ()
    units: Units = ()
    phases: Annotated[tuple[PhaseId, ...], Doc("Phases of fire; empty for all.")] = ()
    rounds: Annotated[tuple[int, ...], Doc("Rounds; empty for all.", "[1]"), Range(1, 9)] = ()
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class HitChange:
    """A circumstance that makes hits rarer: so much is taken from each die."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "mud or snow")]
    worse: Annotated[int, Doc("What is taken from the die.", "1"), Range(1, 9)]
    side: OfSide = None
    weather: Weathers = ()
    unsupplied: Annotated[bool, Doc("Whether it counts only for units out of supply.", "true")] = False
    not_defending_in: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place whose defenders it spares.", "[city, town]")
    ] = ()
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class ManyAcross:
    """A number of units that may attack across one hexside when one of a class is among them."""

    classes: Annotated[
        tuple[str, ...], Doc("One unit of these classes must be there.", "[tank]"), Reference("class")
    ]
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
class AttackDuty:
    """A side that must attack every hex with an undisrupted enemy beside its attackers."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    phases: Annotated[
        tuple[PhaseId, ...],
        Doc("Phases of fire for which it holds; empty for all.", "[my-fire]"),
        Reference("phase"),
    ] = ()
    under: Under = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GroundLimit:
    """Ground that leaves attackers few dice."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "into a forest")]
    terrain: Annotated[str, Doc("The defender's terrain.", "forest"), Reference("terrain")]
    dice: Annotated[int, Doc("Most dice of each unit.", "1"), Range(0, 99)]
    side: OfSide = None
    classes: Classes = ()
    air: Annotated[bool, Doc("Whether it is for air units, not for those on the ground.", "true")] = False
    unless_along: Line = None
    toward: Toward = None
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class DefenceBonus:
    """Dice that the ground gives to defenders, disrupted ones too. What is given must all hold.

    No unit has more than one of them; units are served in the order of the entries.
    """

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "river")]
    terrain: Annotated[str | None, Doc("The defender's terrain."), Reference("terrain")] = None
    place: Annotated[str | None, Doc("The place that the defender is in."), Reference("place")] = None
    across: Annotated[
        tuple[str, ...],
        Doc("One die for each hexside with one of these that is attacked across.", "[river]"),
        Reference("hexside"),
    ] = ()
    frozen: Annotated[
        Mapping[Annotated[str, Reference("hexside")], tuple[str, ...]],
        Doc("Weathers in which a hexside counts for nothing.", "{river: [snow]}"),
    ] = field(default_factory=dict)
    side: OfSide = None
    classes: Classes = ()
    most: Annotated[int | None, Doc("Most units that have it; without it, all.", "2"), Range(1, 99)] = None
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class Stronghold:
    """A place that fires or takes hits of itself, as long as units of the side defend it."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "the kremlin of Tula")]
    place: Annotated[str | None, Doc("The place."), Reference("place")] = None
    place_kinds: PlaceKinds = ()
    side: OfSide = None
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes of which a unit must be there; empty for any unit.", "[infantry]"),
        Reference("class"),
    ] = ()
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
    weather: Annotated[
        Mapping[Annotated[str, Reference("weather")], int], Doc("Most dice of each by weather.", "{mud: 1}")
    ] = field(default_factory=dict)
    weather_under: Under = field(default_factory=dict)
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
class FireBeyond:
    """A way to go one hex on from the hex that was cleared."""

    id: str
    name: Annotated[str, Doc("What is named when it is used.", "up the road")]
    classes: Classes = ()
    along: Line = None
    toward: Toward = None
    away_from: Annotated[
        str | None,
        Doc("Only on the way along that line that leads away from this place.", "capital"),
        Reference("place"),
    ] = None
    not_terrain: Annotated[
        tuple[str, ...], Doc("Terrain it doesn't enter.", "[forest]"), Reference("terrain")
    ] = ()
    not_places: Annotated[tuple[OwnedKind, ...], Doc("Kinds of place it doesn't enter.", "[capital]")] = ()
    spare: Annotated[
        bool, Doc("Whether only units may use it that the cleared hex doesn't need.", "true")
    ] = False
    under: Under = field(default_factory=dict)
    rule: Number = ""


@dataclass(frozen=True, slots=True)
class Steady:
    """Units that an advance doesn't disrupt."""

    classes: Classes = ()
    units: Units = ()
    not_in: Annotated[tuple[str, ...], Doc("Weathers in which it does.", "[mud]"), Reference("weather")] = ()


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
    changes: Annotated[tuple[HitChange, ...], KEYED, Doc("What makes hits rarer.")] = ()
    unsupplied_divide: Annotated[
        int,
        Doc(
            "The dice of units out of supply are divided by this together, rounded down in attack and "
            "up in defence.",
            "2",
        ),
        Range(1, 99),
    ] = 1
    unsupplied_rule: Number = ""
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
    ground: Annotated[tuple[GroundLimit, ...], KEYED, Doc("Ground that leaves attackers few dice.")] = ()
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
