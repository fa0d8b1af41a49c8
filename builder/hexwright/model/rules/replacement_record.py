"""Describe in `rules.yaml` how units come: replacements, reserves, units made of others; and attrition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import BoxId, HexId, SideId, UnitId
from hexwright.model.key_annotations import KEYED, ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.airdrop_record import Drop
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.movement_record import POINTS

UNASKED_OF_CONVERSIONS: Final = (
    *("across", "facing", "into", "along", "toward", "away_from", "turns", "phases", "side", "supply"),
    *("against", "against_classes"),
)
"""What nobody asks of whose place a unit takes: it is one of its side, in communication, on its turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion(When):
    """A unit that doesn't come from the pool but takes the place of another, for replacements. The unit asked
    about is that other one, in the hex in which it stands.
    """

    unit: Annotated[
        UnitId, Doc("The unit; it is made on the turn on which it arrives in oob.yaml."), Reference("unit")
    ]
    cost: Annotated[int, Doc("Replacements that it costs.", "1"), Range(0, 99)] = 1
    rule: Annotated[str, Doc("The rule's number or case.", '"7"')] = ""


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
    situation: Annotated[
        str | None,
        Doc("A situation that must be so besides for them to come, for `arrival`.", "enemy-near"),
        Reference("situation"),
    ] = None
    edge: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Edges by which they enter; without it and `hexes`, the edge of the side's replacements, beside "
            "`places` and `place_kinds` too.",
            "east",
        ),
        Reference("edge"),
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes in which they may appear.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        Doc("Places where they may appear besides, while they are the side's.", "[moscow]"),
        Reference("place"),
    ] = ()
    place_kinds: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place, owned and in supply, where they may appear.", "[city]")
    ] = ()
    taken_up: Annotated[
        str | None,
        Doc(
            "A network: those on the map may be taken up, once in a phase, and put down in another hex of it "
            "that serves their side. For units that come when they are `lost`.",
            "rail",
        ),
        Reference("network"),
    ] = None
    forfeit: Annotated[
        bool,
        Doc(
            "Whether those in the pool are out of the game for good when enemies stand in all the `hexes` "
            "as the phase begins in which they would come back; without it they wait. For `lost` and "
            "`delay`, and hexes alone.",
            "true",
        ),
    ] = False
    anywhere: Annotated[bool, Doc("Whether they may appear in any hex in supply.", "true")] = False
    disrupted: Annotated[bool, Doc("Whether they appear disrupted.", "true")] = False
    entrained: Annotated[
        bool,
        Doc(
            "Whether they appear entrained, where trains run and as long as more units may be entrained.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"3.8"')] = ""


UNASKED_OF_ACCOUNTS: Final = (
    *("terrain", "feature", "place", "place_kinds", "across", "facing", "into", "along", "toward"),
    *("away_from", "side", "classes", "units", "supply", "zone", "condition", "near", "against"),
    *("against_classes", "unless"),
)
"""What nobody asks of replacements that are received: it is asked at what time that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(When):
    """A part that is left of what an account receives on a turn, at some times or while something is so, as
    it was judged last before.
    """

    times: Annotated[str, Doc("What the replacements are multiplied by; fractions are lost.", "1/2"), POINTS]
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Account:
    """Replacements that a side keeps apart from others: for units of some classes, or in some hexes alone.

    A unit is paid for where it comes or stands, out of all accounts that pay for it there, in the order in
    which they are written.
    """

    id: str
    name: Annotated[str, Doc("What it is called.", "the port")]
    classes: Annotated[
        tuple[str, ...], Doc("Classes that it pays for; empty for all.", "[infantry]"), Reference("class")
    ] = ()
    edge: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Edges on whose hexes it pays. Without these, `hexes` and `places` it pays wherever the side's "
            "new units appear, and for units on the map anywhere.",
            "east",
        ),
        Reference("edge"),
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes in which it pays.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places in which it pays while they are the side's, in communication or not.", "port"),
        Reference("place"),
    ] = ()
    shares: Annotated[
        tuple[Share, ...],
        Doc("Parts that are left of what it receives.", "[{situation: port-cut-off, times: 1/2}]"),
    ] = ()
    kept: Annotated[
        bool,
        Doc("Whether what isn't used is kept for the side's next phase of replacements; else it is lost."),
    ] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""

    @property
    def local(self) -> bool:
        """Tell whether it pays in hexes of its own alone."""
        return bool(self.edge or self.hexes or self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Levy(When):
    """Replacements that a side loses on a turn, at some times or while something is so, as it was judged last
    before: so many of its accounts stay unused, of which ones it chooses by what it uses.
    """

    points: Annotated[int, Doc("How many are lost.", "2"), Range(1, 99)]
    whole: Annotated[
        bool, Doc("Whether accounts are spared of which a share alone is received now.", "true")
    ] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class ReplacementRules:
    """What a side may do with its replacements."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    pool: Annotated[BoxId, Doc("The box that eliminated units go to and new ones come from.")]
    edge: Annotated[str, Doc("The edge that new units enter by.", "east"), Reference("edge")]
    place_kinds: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place where new units may appear.", "[capital, city]")
    ] = ()
    exempt: Annotated[
        tuple[str, ...],
        Doc("Places where units need no communication.", "[moscow]"),
        Reference("place"),
    ] = ()
    conversions: Annotated[
        tuple[Conversion, ...],
        Doc(
            "Units made of others in communication, at the step that those show; at their last where they "
            "have fewer steps.",
            "[{unit: my-guards}]",
        ),
    ] = ()
    classes: Annotated[
        tuple[str, ...], Doc("Classes that replacements may bring; empty for all."), Reference("class")
    ] = ()
    cost: Annotated[
        Literal["one", "strength"],
        Doc(
            "What a unit costs: `one` replacement; or as many as the `strength` (of attack) that is printed "
            "on its weakest step, at which it comes. To restore a step then costs what it adds. Each costs "
            "one at least; `conversions` have costs of their own.",
            "strength",
        ),
    ] = "one"
    accounts: Annotated[
        tuple[Account, ...],
        KEYED,
        Doc(
            "Replacements that are kept apart, each received by its `account` in oob.yaml; without any, all "
            "of a side's are one."
        ),
    ] = ()
    levies: Annotated[
        tuple[Levy, ...],
        Doc("What is lost of them, from all `accounts` together.", "[{situation: port-lost, points: 2}]"),
    ] = ()
    stored: Annotated[
        tuple[str, ...],
        Doc(
            "Classes whose units on the map are replacements that wait. A new unit may appear where they "
            "stand: they pay for it, one replacement each, and go back to the pool; accounts pay the rest. "
            "None pays in the phase in which it came, or for one of these classes.",
            "[depot]",
        ),
        Reference("class"),
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
    give_up_rule: Annotated[str, Doc("Number or case of the rule about it.", '"3.9"')] = ""
    entries: Annotated[tuple[Entry, ...], KEYED, Doc("Units that come beside the replacements.")] = ()
    drops: Annotated[
        tuple[Drop, ...],
        Doc(
            "Units of `entries` that may come in parts instead, dropped.", "[{parted: [...], weather: snow}]"
        ),
    ] = ()
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""

    @property
    def dropped(self) -> tuple[UnitId, ...]:
        """Return the units that come dropped, in place of others."""
        return tuple(part for drop in self.drops for one in drop.parted for part in one.parts)


@dataclass(frozen=True, slots=True)
class Event:
    """A die thrown in a phase of kind `event`: one that `brings` the units of an entry before their turn, as
    long as they wait; or one with `fatal` faces, while units of an early entry are in the game before theirs.
    """

    phase: Annotated[str, Doc("The phase.", "gamble"), Reference("phase")]
    entry: Annotated[str, Doc("The entry of `replacements`.", "reserve")]
    quiet_text: Annotated[str, Doc("What happens on faces that do nothing.", "all stays quiet")]
    brings: Annotated[
        tuple[int, ...],
        Doc(
            "The faces on which the units may come from this turn on. Without one they come on their turn of "
            "oob.yaml, which may lie beyond the last one.",
            "[5, 6]",
        ),
    ] = ()
    brings_text: Annotated[str, Doc("What happens on these.", "the reserve is released")] = ""
    first_turn: Annotated[
        int, Doc("The first turn on which the die is thrown for them.", "4"), Range(1, 999)
    ] = 1
    fatal: Annotated[tuple[int, ...], Doc("The faces that decide the game.")] = ()
    winner: Annotated[SideId | None, Doc("Who wins on these."), Reference("side")] = None
    fatal_text: Annotated[str, Doc("What happens on these.")] = ""
    die: Annotated[int, Doc("The sides of the die.", "6"), Range(2, 100)] = 6
    rule: Annotated[str, Doc("The rule's number or case.", '"3.8"')] = ""


@dataclass(frozen=True, slots=True)
class Attrition:
    """A die rolled at the start of a side's replacement phase."""

    table: Annotated[str, Doc("The table that is read.", "winter-attrition"), Reference("table")]
    weather: Annotated[str, Doc("The weather in which it is rolled.", "snow"), Reference("weather")]
    result: Annotated[str, Doc("The result that costs a step of the side's choice.", "Frostbite")]
    all_under: Annotated[
        Mapping[str, str] | None,
        Doc(
            "Options under which all sides roll in each replacement phase, the one whose phase it is first; "
            "{} for always. Without it, a side rolls in its own.",
            "{attrition-rolls: each-phase}",
        ),
    ] = None
    rule: Annotated[str, Doc("The rule's number or case.", '"6"')] = ""
