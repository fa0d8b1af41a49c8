"""Records of arrivals (replacements, reserves and conversions) and of attrition, in `rules.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import BoxId, HexId, SideId, UnitId
from hexwright.model.key_annotations import KEYED, ONE_OR_MORE, Doc, OptionsOf, Range, Reference
from hexwright.model.provenance import Provenance
from hexwright.model.rules.airdrop_record import Airdrop
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import POINTS

CRITERIA_UNUSED_BY_CONVERSIONS: Final = (
    *("across", "across_front", "into", "along", "toward", "away_from", "turns", "phases", "side", "supply"),
    *("against", "against_classes"),
)
"""Criteria that conversions can't have. The replaced unit always belongs to the side whose turn it is, and is
in communication.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion(Criteria):
    """A unit made from another unit for replacement points, instead of coming from the pool. The criteria ask
    about the replaced unit in its hex.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_CONVERSIONS

    unit: Annotated[
        UnitId,
        Doc("The new unit, which can be made from its turn of arrival in oob.yaml on."),
        Reference("unit"),
    ]
    cost: Annotated[int, Doc("Cost of the new unit in replacement points.", "1"), Range(0, 99)] = 1
    rule: Annotated[str, Doc("The number of the rule or case.", '"7"')] = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Units that arrive in a replacement phase in addition to replacements, at no cost."""

    id: str
    units: Annotated[tuple[UnitId, ...], Doc("The units.", "[my-reserve]"), Reference("unit")]
    arrives: Annotated[
        Literal["scheduled", "when-eliminated", "delayed"],
        Doc(
            "When the units arrive. `scheduled`: once, from their turn in oob.yaml on; if they are lost "
            "later, they return by replacements like other units. `when-eliminated`: whenever they are "
            "in the pool. `delayed`: a number of turns after their loss.",
            "scheduled",
        ),
    ]
    delay: Annotated[int, Doc("Number of turns for `delayed`.", "2"), Range(1, 99)] = 1
    may_come_early: Annotated[
        bool,
        Doc(
            "Whether the first of these units may arrive before their turn; the others then arrive "
            "earlier by the same number of turns."
        ),
    ] = False
    situation: Annotated[
        str | None,
        Doc("With `scheduled`: a situation that must also hold for the units to arrive.", "enemy-near"),
        Reference("situation"),
    ] = None
    edge: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Map edges by which the units enter. If `edge` and `hexes` are omitted, they enter by the "
            "edge of the side's replacements, even if `places` or `place_kinds` are given.",
            "east",
        ),
        Reference("edge"),
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes where the units may appear.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        Doc("Further places where the units may appear while the side owns the places.", "[moscow]"),
        Reference("place"),
    ] = ()
    place_kinds: Annotated[
        tuple[OwnedKind, ...],
        Doc("Kinds of place where the units may appear, if the place is owned and in supply.", "[city]"),
    ] = ()
    redeploys_on: Annotated[
        str | None,
        Doc(
            "A network. Once per phase, units already on the map may be picked up and placed in another "
            "hex of the network that serves their side. This key requires `arrives: when-eliminated`.",
            "rail",
        ),
        Reference("network"),
    ] = None
    lost_if_occupied: Annotated[
        bool,
        Doc(
            "Whether units in the pool are removed from the game if enemies hold `hexes` at the start of "
            "the phase in which they would return. Enemies hold the hexes if at least one hex contains "
            "enemies and none contains friendly units. Otherwise the units wait. This key requires "
            "`when-eliminated` or `delayed`, and `hexes` as the only place of arrival.",
            "true",
        ),
    ] = False
    any_supplied_hex: Annotated[bool, Doc("Whether the units may appear in any hex in supply.", "true")] = (
        False
    )
    arrive_disrupted: Annotated[bool, Doc("Whether the units appear disrupted.", "true")] = False
    arrive_entrained: Annotated[
        bool,
        Doc(
            "Whether the units appear entrained, where rail movement is possible and rail capacity remains.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.8"')] = ""
    provenance: Annotated[
        Provenance | None,
        Doc(
            "Source of the entry, if it differs from that of the file. `reconstructed` is marked in the "
            "booklet, with the note under Designer's notes."
        ),
    ] = None


CRITERIA_UNUSED_BY_ACCOUNTS: Final = (
    *("terrain", "feature", "place", "place_kinds", "across", "across_front", "into", "along", "toward"),
    *("away_from", "side", "classes", "units", "supply", "enemy_zoc", "condition", "near", "against"),
    *("against_classes", "unless"),
)
"""Criteria that received replacement points can't have: only the time and situations count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountReduction(Criteria):
    """A factor for the points that an account receives on a turn, at some times or while a situation holds,
    as last tested.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_ACCOUNTS

    multiply: Annotated[str, Doc("Factor for the points; fractions are dropped.", "1/2"), POINTS]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Account:
    """Replacement points kept separately: for units of some classes, or for some hexes only. A unit is paid
    for in its hex from all accounts that pay for it there, in the order of the file.
    """

    id: str
    name: Annotated[str, Doc("Name of the account.", "the port")]
    label: Annotated[str, Doc("Short name for chat and toolbar; `name` if omitted.", "port")] = ""
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes that the account pays for; empty for all.", "[infantry]"),
        Reference("class"),
    ] = ()
    edge: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Map edges on whose hexes the account pays. If `edge`, `hexes` and `places` are omitted, it "
            "pays wherever new units of the side may appear, and for units anywhere on the map.",
            "east",
        ),
        Reference("edge"),
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes in which the account pays.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Places in which the account pays while the side owns them, whether or not they are in "
            "communication.",
            "port",
        ),
        Reference("place"),
    ] = ()
    reductions: Annotated[
        tuple[AccountReduction, ...],
        Doc(
            "Factors for the points that the account receives.", "[{situation: port-cut-off, multiply: 1/2}]"
        ),
    ] = ()
    accumulates: Annotated[
        bool,
        Doc("Whether unused points are kept for the side's next replacement phase; otherwise they are lost."),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""

    @property
    def local(self) -> bool:
        """Return whether the account pays only in some hexes."""
        return bool(self.edge or self.hexes or self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacementDeduction(Criteria):
    """Replacement points that a side loses on a turn, at some times or while a situation holds, as last
    tested. That many points of its accounts remain unused; the side chooses which.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_ACCOUNTS

    points: Annotated[int, Doc("Number of points lost.", "2"), Range(1, 99)]
    full_accounts_only: Annotated[
        bool, Doc("Whether accounts that currently receive only a share are excluded.", "true")
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class ReplacementRules:
    """The replacement rules of a side."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    pool: Annotated[BoxId, Doc("The box for eliminated units, from which replacements come.")]
    edge: Annotated[str, Doc("The map edge where new units enter.", "east"), Reference("edge")]
    place_kinds: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place where new units may appear.", "[capital, city]")
    ] = ()
    exempt: Annotated[
        tuple[str, ...],
        Doc("Places where units don't need communication.", "[moscow]"),
        Reference("place"),
    ] = ()
    conversions: Annotated[
        tuple[Conversion, ...],
        Doc(
            "Units made from other units in communication. A new unit has the step of the unit it "
            "replaces, or its own last step if it has fewer steps.",
            "[{unit: my-guards}]",
        ),
    ] = ()
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes that may be brought in by replacement points; empty for all."),
        Reference("class"),
    ] = ()
    cost: Annotated[
        Literal["one", "strength"],
        Doc(
            "Cost of a unit. `one`: one point. `strength`: the (attack) strength printed on its weakest "
            "step, at which it appears; restoring a step then costs the strength that the step adds, at "
            "least one point. `conversions` have their own costs.",
            "strength",
        ),
    ] = "one"
    accounts: Annotated[
        tuple[Account, ...],
        KEYED,
        Doc(
            "Replacement points kept in separate accounts, each credited by `account` in oob.yaml. If "
            "omitted, a side has a single account."
        ),
    ] = ()
    deductions: Annotated[
        tuple[ReplacementDeduction, ...],
        Doc("Points lost from all `accounts` together.", "[{situation: port-lost, points: 2}]"),
    ] = ()
    replacement_units: Annotated[
        tuple[str, ...],
        Doc(
            "Classes of replacement units. A new unit may appear in the hex of such units: each pays one "
            "point and returns to the pool; accounts pay the rest. A replacement unit can't pay in the "
            "phase in which it appeared, or for one of these classes.",
            "[depot]",
        ),
        Reference("class"),
    ] = ()
    max_one_of: Annotated[
        tuple[tuple[str, ...], ...],
        Doc("Lists of classes; of each list, at most one unit may be brought in per phase.", "[[infantry]]"),
    ] = ()
    not_replaceable: Annotated[
        tuple[str, ...], Doc("Classes that can't return once eliminated."), Reference("class")
    ] = ()
    may_stack: Annotated[bool, Doc("Whether new units may appear in a hex with friendly units.", "true")] = (
        False
    )
    arrive_disrupted: Annotated[bool, Doc("Whether new units appear disrupted.", "true")] = False
    may_give_up_units: Annotated[
        bool,
        Doc("Whether a unit on the map may be given up and brought back at once as a replacement.", "true"),
    ] = False
    give_up_rule: Annotated[str, Doc("Number of the rule or case for giving units up.", '"3.9"')] = ""
    entries: Annotated[tuple[Entry, ...], KEYED, Doc("Units that arrive in addition to replacements.")] = ()
    airdrops: Annotated[
        tuple[Airdrop, ...],
        Doc(
            "Units of `entries` that may be dropped in parts instead of arriving whole.",
            "[{breakdowns: [{unit: my-para, parts: [my-drop-1, my-drop-2]}], max: 1, weather: snow}]",
        ),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""

    @property
    def airdropped_units(self) -> tuple[UnitId, ...]:
        """Return the units that arrive only by airdrop."""
        return tuple(part for drop in self.airdrops for one in drop.breakdowns for part in one.parts)


@dataclass(frozen=True, slots=True)
class Event:
    """A die roll in a phase of kind `event`. As long as the units of an entry haven't arrived, it can bring
    them early (`arrives_on`). As long as units that arrived early are in play, it can decide the game
    (`ends_game_on`).
    """

    phase: Annotated[str, Doc("The phase in which the die is rolled.", "gamble"), Reference("phase")]
    entry: Annotated[str, Doc("The entry (key of `entries`) of `replacements`.", "reserve")]
    no_effect_text: Annotated[str, Doc("Text for rolls without effect.", "all stays quiet")]
    arrives_on: Annotated[
        tuple[int, ...],
        Doc(
            "Rolls that allow the units to arrive from this turn on. Without such a roll they arrive on "
            "their turn in oob.yaml, which may be after the end of the game.",
            "[5, 6]",
        ),
    ] = ()
    arrives_text: Annotated[str, Doc("Text for these rolls.", "the reserve is released")] = ""
    first_turn: Annotated[int, Doc("The first turn on which the die is rolled.", "4"), Range(1, 999)] = 1
    ends_game_on: Annotated[tuple[int, ...], Doc("Rolls that decide the game.")] = ()
    winner: Annotated[SideId | None, Doc("The side that wins on these rolls."), Reference("side")] = None
    ends_game_text: Annotated[str, Doc("Text for these rolls.")] = ""
    die: Annotated[int, Doc("Number of sides of the die.", "6"), Range(2, 100)] = 6
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.8"')] = ""


@dataclass(frozen=True, slots=True)
class Attrition:
    """A die roll at the start of a side's replacement phase."""

    table: Annotated[str, Doc("The table to roll on.", "winter-attrition"), Reference("table")]
    weather: Annotated[str, Doc("The weather in which the die is rolled.", "snow"), Reference("weather")]
    result: Annotated[str, Doc("The result that costs a side one step of a unit of its choice.", "Frostbite")]
    all_sides_roll: Annotated[
        Mapping[str, str] | None,
        Doc(
            "Options under which all sides roll in every replacement phase, the phasing side first; `{}` "
            "means always. If omitted, only the phasing side rolls.",
            "{attrition-rolls: each-phase}",
        ),
        OptionsOf("rules.yaml"),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"6"')] = ""
