"""Describe the rules that data can say: `rules.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from builder.model.doc import KEYED, Doc, Range, Reference
from builder.model.examples import Example
from builder.model.fire import FireRules
from builder.model.ids import BoxId, PhaseId, SideId, UnitId
from builder.model.ledger import Case
from builder.model.options import Option, Under
from builder.model.provenance import Provenance

PhaseKind = Literal[
    "replacement",
    "movement",
    "combat",
    "air-strike",
    "allocation",
    "fire",
    "recovery",
    "supply",
    "victory",
    "event",
    "weather",
    "other",
]
Effect = Literal["attacker-step", "defender-step", "attacker-matches", "retreat", "defender-eliminated"]

Classes = Annotated[tuple[str, ...], Doc("Unit classes; empty for all.", "[panzer]"), Reference("class")]


@dataclass(frozen=True, slots=True)
class PhaseMove:
    """A way of moving that a movement phase offers."""

    mode: Annotated[str, Doc("A movement mode of this file.", "rail"), Reference("mode")]
    classes: Annotated[
        tuple[str, ...], Doc("Classes that may use it; empty for all of the phase."), Reference("class")
    ] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of the sequence of play."""

    id: PhaseId
    name: Annotated[str, Doc("Its name.", "Panzer movement")]
    side: Annotated[SideId, Doc("The side whose phase it is."), Reference("side")]
    kind: Annotated[PhaseKind, Doc("What is done in it.", "movement")]
    text: Annotated[str, Doc("What may be done, in plain words.")]
    classes: Annotated[
        tuple[str, ...], Doc("Classes that may act in it; empty for all."), Reference("class")
    ] = ()
    moves: Annotated[
        tuple[PhaseMove, ...],
        Doc("Ways of moving in a movement phase; empty for the first movement mode.", "[{mode: rail}]"),
    ] = ()
    weather: Annotated[
        tuple[str, ...],
        Doc("Weathers in which it is played; empty for all.", "[good, hard-frost]"),
        Reference("weather"),
    ] = ()
    not_on: Annotated[tuple[int, ...], Doc("Turns on which it is left out.", "[1]"), Range(1, 999)] = ()
    of: Annotated[
        SideId | None,
        Doc("Whose units a recovery, supply or victory phase is about; without it, the side's own."),
        Reference("side"),
    ] = None
    units: Annotated[
        tuple[UnitId, ...], Doc("The only units that recover; empty for all."), Reference("unit")
    ] = ()
    exempt: Annotated[
        tuple[UnitId, ...], Doc("Units that do not recover in this phase."), Reference("unit")
    ] = ()
    recovers: Annotated[
        Literal["all", "unattacked", "attacked"],
        Doc("Which disrupted units recover: all, those not under attack, or those that an attack spared."),
    ] = "all"
    rounds: Annotated[int, Doc("Rounds of a fire combat phase.", "2"), Range(1, 9)] = 1
    allowance: Annotated[
        int, Doc("What is added to the hexes a unit may move before it attacks.", "-1"), Range(-9, 9)
    ] = 0
    air: Annotated[bool, Doc("Whether air units may support the attacks.", "false")] = True
    air_dice: Annotated[int | None, Doc("Most dice of an air unit.", "1"), Range(0, 9)] = None


@dataclass(frozen=True, slots=True)
class RuleText:
    """One numbered rule, told in our own words, for the help pages and the booklet."""

    id: str
    title: Annotated[str, Doc("Its heading.", "Zone of control")]
    text: Annotated[str, Doc("The rule in our own words; blank lines part paragraphs.")]

    @property
    def number(self) -> str:
        """Return its number, or nothing where the rules go by words."""
        return self.id if any(char.isdigit() for char in self.id) else ""


# Zones of control and stacking --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneOfControl:
    """Which hexes a unit controls, and what its enemies feel of it."""

    reach: Annotated[Literal["adjacent", "none"], Doc("The hexes a unit controls.", "adjacent")] = "adjacent"
    classes: Classes = ()
    friends_cancel: Annotated[
        bool, Doc("Whether a unit cancels the EZOC in the hex it stands in.", "false")
    ] = False
    rule: Annotated[str, Doc("The rule's number.", '"3.1"')] = ""


@dataclass(frozen=True, slots=True)
class Stacking:
    """How many units of a side may share a hex."""

    limit: Annotated[int | None, Doc("Most units in a hex; without it, any number.", "1"), Range(1, 99)] = (
        None
    )
    rule: Annotated[str, Doc("The rule's number.", '"3.2"')] = ""


# Movement -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryCost:
    """What it costs to enter a hex of a terrain."""

    terrain: Annotated[str, Doc("The terrain.", "forest"), Reference("terrain")]
    cost: Annotated[int, Doc("Movement points; above every allowance, nobody may enter.", "2"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class WeatherMovement:
    """What a weather does to movement."""

    weather: Annotated[str, Doc("The weather.", "mud"), Reference("weather")]
    classes: Classes = ()
    allowance: Annotated[int | None, Doc("Allowance that replaces the printed one.", "1"), Range(0, 99)] = (
        None
    )
    change: Annotated[int, Doc("What is added to the printed allowance.", "-2"), Range(-99, 99)] = 0
    every_hex: Annotated[int | None, Doc("Cost of each hex, whatever its terrain.", "1"), Range(1, 99)] = None
    under: Under = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoadBonus:
    """Hexes that a unit may move along a line beside its allowance."""

    line: Annotated[str, Doc("The line.", "road"), Reference("line")]
    hexes: Annotated[int, Doc("How many.", "1"), Range(1, 9)] = 1
    rule: Annotated[str, Doc("The rule's number.", '"3.4"')] = ""


@dataclass(frozen=True, slots=True)
class MovementMode:
    """A way of moving: on foot, by rail."""

    id: str
    name: Annotated[str, Doc("Its name.", "Rail movement")]
    ezoc: Annotated[
        Literal["stops", "forbidden", "ignored"],
        Doc("What entering an EZOC does: ends the move, isn't allowed, or nothing.", "stops"),
    ]
    along: Annotated[
        str | None, Doc("The lines it follows; without it, any adjacent hex.", "rail"), Reference("line")
    ] = None
    allowance: Annotated[
        int | None, Doc("Allowance of all units; without it, the printed one.", "4"), Range(0, 99)
    ] = None
    costs: Annotated[tuple[EntryCost, ...], Doc("Terrain that costs more than one point.")] = ()
    weather: Annotated[tuple[WeatherMovement, ...], Doc("Effects of weather.")] = ()
    through_friends: Annotated[bool, Doc("Whether friendly units may be passed.", "true")] = True
    bonus: Annotated[
        int, Doc("Further hexes for a unit that doesn't attack in the combat that follows.", "1"), Range(0, 9)
    ] = 0
    bonus_rule: Annotated[str, Doc("The number of the rule about these hexes.", '"3.3"')] = ""
    road: Annotated[
        RoadBonus | None, Doc("Further hexes along a line, for any unit, whether it attacks or not.")
    ] = None
    rule: Annotated[str, Doc("The rule's number.", '"3.2"')] = ""


# Combat -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OddsShift:
    """A circumstance that moves the odds by columns. What is given must all hold."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "river")]
    columns: Annotated[int, Doc("Columns: below 0 to the left, for the defender.", "-1"), Range(-9, 9)]
    terrain: Annotated[str | None, Doc("The defender's terrain."), Reference("terrain")] = None
    feature: Annotated[str | None, Doc("A feature in the defender's hex."), Reference("feature")] = None
    place: Annotated[str | None, Doc("The place that the defender is in."), Reference("place")] = None
    across: Annotated[
        str | None, Doc("Hexside feature that parts every attacker from the defender."), Reference("hexside")
    ] = None
    attacker: Annotated[str | None, Doc("A class that at least one attacker has."), Reference("class")] = None
    defender: Annotated[SideId | None, Doc("The defender's side."), Reference("side")] = None
    rule: Annotated[str, Doc("The rule's number.", '"3.3"')] = ""


@dataclass(frozen=True, slots=True)
class AttackWeather:
    """What a weather does to the total strength of the attackers."""

    weather: Annotated[str, Doc("The weather.", "mud"), Reference("weather")]
    divide: Annotated[int, Doc("The total is divided by this, fractions dropped.", "2"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class Retreat:
    """How a defender retreats."""

    hexes: Annotated[int, Doc("How far, counted from the hex it leaves.", "2"), Range(1, 99)]
    ezoc: Annotated[Literal["forbidden", "ignored"], Doc("Whether an EZOC may be entered.", "forbidden")] = (
        "forbidden"
    )
    rule: Annotated[str, Doc("The rule's number.", '"3.3"')] = ""


@dataclass(frozen=True, slots=True)
class CombatRules:
    """How battles are fought: one defender, any adjacent attackers, odds and a table."""

    effects: Annotated[
        Mapping[Annotated[str, Reference("result")], tuple[Effect, ...]],
        Doc("What each result does, in order.", "{DRL: [defender-step, retreat]}"),
    ]
    retreat: Annotated[Retreat, Doc("How a defender retreats.")]
    shifts: Annotated[tuple[OddsShift, ...], KEYED, Doc("What moves the odds.")] = ()
    weather: Annotated[tuple[AttackWeather, ...], Doc("Effects of weather on attackers.")] = ()
    advance: Annotated[
        int, Doc("How many attackers may enter the hex that the defender left.", "1"), Range(0, 99)
    ] = 1
    stand_in: Annotated[
        tuple[str, ...],
        Doc("Kinds of place whose defender may lose a step instead of a retreat.", "[capital, city]"),
    ] = ()
    stand_under: Under = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fortification:
    """Who may dig in, instead of a move, in a movement phase."""

    classes: Annotated[tuple[str, ...], Doc("The classes.", "[infantry]"), Reference("class")]
    rule: Annotated[str, Doc("The rule's number.", '"3.5"')] = ""


# Air units ----------------------------------------------------------------------------------------

AirOutcome = Literal["none", "prevented", "out", "interceptor-out"]


@dataclass(frozen=True, slots=True)
class AirRules:
    """What a side's air units do beside supporting attacks. They stand in a box, not on the map."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    classes: Annotated[tuple[str, ...], Doc("Classes of air units.", "[air]"), Reference("class")]
    intercepted: Annotated[
        Mapping[str, AirOutcome],
        Doc(
            "What comes of the interception of a mission of this side, by the face of the die: nothing, the "
            "mission is prevented, its unit is out for a time, or the interceptor is.",
            '{"1": none, "2": prevented}',
        ),
    ]
    out: Annotated[
        int,
        Doc("Turns until a unit of the side that was put out may return; 1 is the next turn.", "2"),
        Range(1, 99),
    ] = 1
    returns: Annotated[
        Literal["turn", "replacement"],
        Doc("Whether it returns as a turn begins, or in a replacement phase of its side.", "turn"),
    ] = "turn"
    together: Annotated[
        bool, Doc("Whether several units may intercept the same mission, one after another.", "true")
    ] = False
    strikes: Annotated[bool, Doc("Whether they strike on their own, in phases of kind `air-strike`.")] = True
    supply_range: Annotated[
        int | None,
        Doc(
            "How far from a hex in supply they may bring supplies, instead of other missions of the turn; "
            "without it, they bring none.",
            "2",
        ),
        Range(0, 99),
    ] = None
    rule: Annotated[str, Doc("The rule's number.", '"3.6"')] = ""


# Communication and replacements -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Communication:
    """How a side traces communication: a path free of enemies and EZOC to an edge."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[str, Doc("The edge to reach.", "east"), Reference("edge")]
    enemy_places: Annotated[
        tuple[str, ...], Doc("Kinds of place that block the path where an enemy owns them.", "[city]")
    ] = ()
    guards: Annotated[
        tuple[str, ...],
        Doc("Classes of undisrupted enemies that block the empty hexes beside them.", "[infantry]"),
        Reference("class"),
    ] = ()
    rule: Annotated[str, Doc("The rule's number.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Survival:
    """Where disrupted units out of supply may hold out; the first entry that fits a hex holds."""

    units: Annotated[int, Doc("How many of a side in a hex.", "1"), Range(1, 99)]
    place: Annotated[str | None, Doc("The place; without it, all of the kinds."), Reference("place")] = None
    place_kinds: Annotated[tuple[str, ...], Doc("Kinds of place.", "[city]")] = ()
    side: Annotated[SideId | None, Doc("Whose units; without it, any side's."), Reference("side")] = None


@dataclass(frozen=True, slots=True)
class SupplyRules:
    """What a supply phase does: units out of supply are disrupted, and if they were, eliminated."""

    survival: Annotated[tuple[Survival, ...], Doc("Where some are spared.")] = ()
    rule: Annotated[str, Doc("The rule's number.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A unit that doesn't come from the pool but takes the place of another, for replacements."""

    unit: Annotated[
        UnitId, Doc("The unit; it is made on the turn on which it arrives in oob.yaml."), Reference("unit")
    ]
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes of the units that it may be made of; empty for all.", "[infantry]"),
        Reference("class"),
    ] = ()
    cost: Annotated[int, Doc("Replacements that it costs.", "1"), Range(0, 99)] = 1
    rule: Annotated[str, Doc("The rule's number.", '"7"')] = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Units that come in a replacement phase beside the replacements, at no cost."""

    id: str
    units: Annotated[tuple[UnitId, ...], Doc("The units.", "[my-reserve]"), Reference("unit")]
    comes: Annotated[
        Literal["arrival", "lost", "delay"],
        Doc(
            "`arrival`: once, from their turn in oob.yaml on; `lost`: whenever they are in the pool; "
            "`delay`: so many turns after their loss.",
            "arrival",
        ),
    ]
    turns: Annotated[int, Doc("That many turns, for `delay`.", "2"), Range(1, 99)] = 1
    early: Annotated[
        bool,
        Doc(
            "Whether the side may bring the first of them before their turn; the others then follow as early."
        ),
    ] = False
    places: Annotated[
        tuple[str, ...], Doc("Places where they may appear beside the edge.", "[moscow]"), Reference("place")
    ] = ()
    place_kinds: Annotated[
        tuple[str, ...], Doc("Kinds of place, owned and in supply, where they may appear.", "[city]")
    ] = ()
    anywhere: Annotated[bool, Doc("Whether they may appear in any hex in supply.", "true")] = False
    disrupted: Annotated[bool, Doc("Whether they appear disrupted.", "true")] = False
    rule: Annotated[str, Doc("The rule's number.", '"3.8"')] = ""


@dataclass(frozen=True, slots=True)
class ReplacementRules:
    """What a side may do with its replacements."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    pool: Annotated[BoxId, Doc("The box that eliminated units go to and new ones come from.")]
    edge: Annotated[str, Doc("The edge that new units enter by.", "east"), Reference("edge")]
    place_kinds: Annotated[
        tuple[str, ...], Doc("Kinds of place where new units may appear.", "[capital, city]")
    ] = ()
    exempt: Annotated[
        tuple[str, ...],
        Doc("Places where units need no communication.", "[moscow]"),
        Reference("place"),
    ] = ()
    conversions: Annotated[
        tuple[Conversion, ...],
        Doc("Units made of others in communication, at the step that those show.", "[{unit: my-guards}]"),
    ] = ()
    classes: Annotated[
        tuple[str, ...], Doc("Classes that replacements may bring; empty for all."), Reference("class")
    ] = ()
    one_of: Annotated[
        tuple[tuple[str, ...], ...],
        Doc("Lists of classes; of each list replacements bring one unit at most in a phase.", "[[infantry]]"),
    ] = ()
    never: Annotated[
        tuple[str, ...], Doc("Classes that are out of the game once they are lost."), Reference("class")
    ] = ()
    shared: Annotated[bool, Doc("Whether new units may join friends in a hex.", "true")] = False
    disrupted: Annotated[bool, Doc("Whether new units appear disrupted.", "true")] = False
    give_up: Annotated[
        bool,
        Doc("Whether a unit on the map may be given up, to come back at once as a replacement.", "true"),
    ] = False
    give_up_rule: Annotated[str, Doc("The number of the rule about it.", '"3.9"')] = ""
    entries: Annotated[tuple[Entry, ...], KEYED, Doc("Units that come beside the replacements.")] = ()
    rule: Annotated[str, Doc("The rule's number.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Attrition:
    """A die rolled at the start of a side's replacement phase."""

    table: Annotated[str, Doc("The table that is read.", "winter-attrition"), Reference("table")]
    weather: Annotated[str, Doc("The weather in which it is rolled.", "snow"), Reference("weather")]
    result: Annotated[str, Doc("The result that costs a step of the side's choice.", "Frostbite")]
    rule: Annotated[str, Doc("The rule's number.", '"6"')] = ""


# Victory ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claim:
    """Places that win the game for a side: all last occupied by it and in its supply."""

    side: Annotated[SideId, Doc("Who wins."), Reference("side")]
    places: Annotated[tuple[str, ...], Doc("All of these places.", "[moscow]"), Reference("place")]
    after: Annotated[int, Doc("The last turn on which it doesn't count; 0 for none.", "4"), Range(0, 999)] = 0
    at_end: Annotated[bool, Doc("Whether it counts when the game ends, whatever the turn.", "true")] = False
    rule: Annotated[str, Doc("The rule's number.", '"3.9"')] = ""


@dataclass(frozen=True, slots=True)
class VictoryRules:
    """How a victory table is reckoned: by holding a place, or by points."""

    id: Annotated[str, Reference("victory")]
    hold: Annotated[
        str | None, Doc("The place whose owner wins; without it, points decide."), Reference("place")
    ] = None
    eliminated: Annotated[int, Doc("Points for each enemy unit eliminated.", "1"), Range(0, 999)] = 0
    places: Annotated[Mapping[str, int], Doc("Points for each place held, by kind.", "{city: 5}")] = field(
        default_factory=dict
    )
    bonus: Annotated[
        Mapping[SideId, int],
        Doc("Points that a side gets once for occupying the place `bonus_place`.", "{german: 10}"),
    ] = field(default_factory=dict)
    bonus_place: Annotated[str | None, Doc("That place."), Reference("place")] = None
    claims: Annotated[
        tuple[Claim, ...],
        Doc("What wins the game in a phase of kind `victory` of the side; then neither points nor `hold`."),
    ] = ()
    otherwise: Annotated[
        SideId | None,
        Doc("Who wins when the game ends without a claim; without it, a draw."),
        Reference("side"),
    ] = None
    rule: Annotated[str, Doc("The rule's number.", '"3.9"')] = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The content of `rules.yaml`."""

    provenance: Annotated[Provenance, Doc("The rule text that the numbers cite.")]
    sequence: Annotated[tuple[Phase, ...], KEYED, Doc("The phases of a turn in order.")]
    summary: Annotated[tuple[RuleText, ...], KEYED, Doc("The rules in short, by number.")] = ()
    options: Annotated[
        tuple[Option, ...], KEYED, Doc("Optional rules and points that readers settle differently.")
    ] = ()
    zoc: Annotated[ZoneOfControl, Doc("Zones of control.")] = ZoneOfControl()
    stacking: Annotated[Stacking, Doc("Stacking.")] = Stacking()
    movement: Annotated[tuple[MovementMode, ...], KEYED, Doc("Ways of moving; the first is usual.")] = ()
    combat: Annotated[CombatRules | None, Doc("Combat by odds and a table.")] = None
    fire: Annotated[FireRules | None, Doc("Combat by dice for hits.")] = None
    fortification: Annotated[Fortification | None, Doc("Digging in; without it, nobody does.")] = None
    air: Annotated[tuple[AirRules, ...], Doc("Air units, by side.")] = ()
    communication: Annotated[tuple[Communication, ...], Doc("Communication or supply, by side.")] = ()
    supply: Annotated[SupplyRules | None, Doc("What supply phases do.")] = None
    replacements: Annotated[tuple[ReplacementRules, ...], Doc("Replacements, by side.")] = ()
    attrition: Annotated[tuple[Attrition, ...], Doc("Attrition by weather.")] = ()
    victory: Annotated[tuple[VictoryRules, ...], KEYED, Doc("Victory, by victory table.")] = ()
    examples: Annotated[tuple[Example, ...], KEYED, Doc("Examples of play, drawn in the booklet.")] = ()
    ledger: Annotated[tuple[Case, ...], KEYED, Doc("Every case of the rule text, once.")] = ()

    def phase(self, phase: PhaseId) -> Phase:
        """Return the phase with this id; raise KeyError when there is none."""
        for candidate in self.sequence:
            if candidate.id == phase:
                return candidate
        raise KeyError(phase)
