"""Define the records of the counters in `counters.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from hexwright.model.colours import Palette
from hexwright.model.counter_layouts import CounterFont, CounterLayout, Formation
from hexwright.model.ids import Mm, SideId, UnitId
from hexwright.model.key_annotations import FROM_TABLE, KEYED, Doc, Range, Reference
from hexwright.model.provenance import Provenance
from hexwright.model.rules.movement_record import MORE_POINTS

SymbolName = Literal[
    "infantry",
    "armour",
    "mechanised",
    "motorised",
    "cavalry",
    "artillery",
    "airborne",
    "engineer",
    "headquarters",
    "replacement",
    "air",
    "anti-tank",
    "anti-aircraft",
    "rocket-artillery",
    "mechanised-artillery",
    "armoured-reconnaissance",
    "mountain",
    "ski",
    "marine",
    "parachute",
    "security",
    "militia",
    "railway",
    "armoured-train",
    "supply",
    "signals",
    "medical",
    "fortress",
    "machine-gun",
    "bomber",
    "naval",
    "partisan",
    "none",
]
MarkerSymbol = Literal["turn", "control", "moved", "battle", "damage", "points", "weather", "none"]
SizeName = Literal[
    "section",
    "platoon",
    "company",
    "battalion",
    "regiment",
    "brigade",
    "division",
    "corps",
    "army",
    "front",
    "theatre",
    "battle-group",
    "none",
]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The layout of printed counter sheets."""

    counter_mm: Annotated[Mm, Doc("Side length of a square counter, in mm.", "15"), Range(5, 100)]
    gutter_mm: Annotated[
        Mm, Doc("Space between two counters of a block, in mm; 0 if counters touch.", "4"), Range(0, 50)
    ] = Mm(4.0)
    bleed_mm: Annotated[
        Mm,
        Doc("Distance by which a counter's background extends beyond the cutting line, in mm.", "1.5"),
        Range(0, 20),
    ] = Mm(1.5)
    block_columns: Annotated[
        int | None,
        Doc("Counters in a row of a block; if omitted, as many as fit on the paper."),
        Range(1, 99),
    ] = None
    block_rows: Annotated[
        int | None, Doc("Rows in a block; if omitted, as many as fit on the paper."), Range(1, 99)
    ] = None
    block_gap_mm: Annotated[
        Mm, Doc("Space between two blocks, in mm, where cut marks are printed.", "10"), Range(0, 100)
    ] = Mm(10.0)


@dataclass(frozen=True, slots=True)
class UnitClass:
    """A class of units that the rules distinguish from others."""

    id: str
    name: Annotated[str, Doc("Name as used in the rules.", "Panzer")]
    symbol: Annotated[SymbolName, Doc("The symbol in the counter's box.", "armour")]
    layout: Annotated[str | None, Doc("Layout of the class's counters.", "division"), Reference("layout")] = (
        None
    )
    plural: Annotated[
        str,
        Doc(
            'Several units of the class in sentences, such as "tanks may not retreat". Without it they are '
            'the name with "units", or the name alone if it ends in s.',
            "panzers",
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One face of a unit's counter, with the values printed on it."""

    strength: Annotated[int | None, Doc("Combat strength printed on the face.", "12"), Range(0, 999)] = None
    ma: Annotated[int | None, Doc("Movement allowance printed on the face.", "6"), Range(0, 999)] = None
    ratings: Annotated[
        Mapping[str, str], Doc("Further ratings printed on the face, by name.", '{hits: "2"}')
    ] = field(default_factory=dict)
    picture: Annotated[
        str,
        Doc("A picture in `art/<slug>/` used as the whole face.", "tiger-1.png"),
    ] = ""
    enclosed: Annotated[
        Literal["parentheses", "brackets"] | None,
        Doc(
            "Parentheses or brackets printed around the strength; the rules give their meaning.",
            "brackets",
        ),
    ] = None
    defence: Annotated[
        str | None,
        Doc(
            "Defence strength in combat by odds, if it differs from the strength. It is printed after "
            "the strength, which is then used in attack only.",
            "2",
        ),
        MORE_POINTS,
    ] = None
    layout: Annotated[
        str | None, Doc("Layout of the face, if it differs from the unit's.", "flipped"), Reference("layout")
    ] = None
    data: Annotated[
        Mapping[str, str], Doc("Further values of the face for its layout, by name.", '{fire: "6-6-7"}')
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rating:
    """How a further rating is printed on a face."""

    id: str
    name: Annotated[str, Doc("Meaning of the rating.", "Hits absorbed in a round")]
    art: Annotated[
        Literal["text", "pips", "none"],
        Doc("How the rating is printed: as text, as the same number of dots, or not at all.", "pips"),
    ] = "text"
    format: Annotated[str, Doc("The text printed; `{value}` stands for the rating.", '"→{value}"')] = (
        "{value}"
    )


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of the counter mix."""

    id: UnitId
    designation: Annotated[str, Doc("Short name printed on the counter.", "XXIV")]
    name: Annotated[str, Doc("Full name of the unit.", "XXIV Panzer Corps")]
    side: Annotated[SideId, Doc("The side to which the unit belongs.", "german"), Reference("side")]
    unit_class: Annotated[str, Doc("Class of the unit.", "panzer"), Reference("class")]
    size: Annotated[SizeName, Doc("Size symbol of the unit.", "corps")]
    steps: Annotated[
        tuple[Step, ...],
        Doc("Steps of the unit, strongest first.", "[{strength: 12, ma: 6}, {strength: 6, ma: 6}]"),
    ]
    symbol_picture: Annotated[
        str, Doc("A picture in `art/<slug>/` used instead of the symbol.", "tiger.svg")
    ] = ""
    back_picture: Annotated[
        str,
        Doc(
            "A picture in `art/<slug>/` printed on the back of a counter that has no second step.",
            "tiger-back.png",
        ),
    ] = ""
    formation: Annotated[
        str | None, Doc("The formation to which the unit belongs.", "pz-2"), Reference("formation")
    ] = None
    layout: Annotated[str | None, Doc("Layout of the unit's counter.", "leader"), Reference("layout")] = None
    palette: Annotated[
        str | None,
        Doc("Palette of the unit's counter, instead of its side's colours.", "guards"),
        Reference("palette"),
    ] = None
    data: Annotated[
        Mapping[str, str],
        Doc(
            "Further values of the unit for its layout, by name; in a table, columns 'data.NAME'.",
            "{morale: A}",
        ),
    ] = field(default_factory=dict)
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


@dataclass(frozen=True, slots=True)
class MarkerFace:
    """One face of a marker."""

    text: Annotated[str, Doc("Text on the face.", "Turn")]
    symbol: Annotated[MarkerSymbol, Doc("The symbol drawn on the face.", "turn")] = "none"
    side: Annotated[SideId | None, Doc("The side whose colours the face uses."), Reference("side")] = None
    picture: Annotated[str, Doc("A picture in `art/<slug>/` used as the whole face.", "turn.svg")] = ""
    data: Annotated[
        Mapping[str, str], Doc("Values of the face for its layout, by name.", "{effect: attack halved}")
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker: a counter that isn't a unit."""

    id: str
    name: Annotated[str, Doc("Name of the marker.", "Turn marker")]
    faces: Annotated[
        tuple[MarkerFace, ...],
        Doc(
            "The faces: one or two, or one for each side if they show which side controls a place. If "
            "there are more than two, the rest are printed on further counters.",
        ),
    ]
    count: Annotated[int, Doc("Number of counters of this marker.", "1"), Range(1, 999)] = 1
    layout: Annotated[str | None, Doc("Layout of the marker's faces.", "marker"), Reference("layout")] = None
    palette: Annotated[str | None, Doc("Palette of the marker.", "warning"), Reference("palette")] = None

    @property
    def shows_control(self) -> bool:
        """Return whether the faces show which side controls a place."""
        sides = {face.side for face in self.faces if face.symbol == "control" and face.side is not None}
        return len(self.faces) == len(sides) > 1


@dataclass(frozen=True, slots=True)
class ConditionDisplay:
    """How a counter on the map shows a condition of its unit."""

    condition: Annotated[
        Literal["disrupted", "fortified", "entrained"], Doc("The condition of the unit.", "disrupted")
    ]
    turned: Annotated[
        Literal["sideways", "face-down"] | None,
        Doc("How the counter lies; upright if it isn't given.", "sideways"),
    ] = None
    marker: Annotated[str | None, Doc("The marker on the counter.", "entrained"), Reference("marker")] = None


@dataclass(frozen=True)
class CounterMix:
    """The content of `counters.yaml`."""

    provenance: Annotated[Provenance, Doc("Source of the counters.")]
    sheet: Annotated[Sheet, Doc("How the counters are printed.")]
    classes: Annotated[tuple[UnitClass, ...], KEYED, Doc("Classes of unit.")]
    units: Annotated[tuple[Unit, ...], KEYED, FROM_TABLE, Doc("The units.")]
    markers: Annotated[tuple[Marker, ...], KEYED, Doc("The markers.")] = ()
    ratings: Annotated[
        tuple[Rating, ...],
        KEYED,
        Doc("How further ratings are printed; a rating that isn't listed is printed as text."),
    ] = ()
    layouts: Annotated[
        tuple[CounterLayout, ...],
        KEYED,
        Doc(
            "Layouts of counters. A face uses the one named by its step, unit, formation or class, else "
            "`unit_layout`; a marker its own or `marker_layout`."
        ),
    ] = ()
    unit_layout: Annotated[str, Doc("Layout of units that name none.", "corps"), Reference("layout")] = (
        "standard"
    )
    marker_layout: Annotated[str, Doc("Layout of markers that name none.", "marker"), Reference("layout")] = (
        "standard"
    )
    back_layout: Annotated[
        str,
        Doc(
            "Layout of the backs of units with one face: `standard` has the side's emblem, `informative` "
            "name, hex of set-up, turn of arrival and figures of the next step; or one of `layouts`.",
            "informative",
        ),
        Reference("back layout"),
    ] = "standard"
    palettes: Annotated[tuple[Palette, ...], KEYED, Doc("Schemes of colours beside those of the sides.")] = ()
    formations: Annotated[
        tuple[Formation, ...], KEYED, Doc("Formations, which layouts show by a stripe.")
    ] = ()
    fonts: Annotated[tuple[CounterFont, ...], KEYED, Doc("Fonts of your own for counters.")] = ()
    conditions: Annotated[
        tuple[ConditionDisplay, ...],
        Doc("How counters show that units are disrupted, fortified or entrained, as the rules tell players."),
    ] = ()

    def unit(self, unit: UnitId) -> Unit:
        """Return the unit with this id; raise KeyError if there is none."""
        return self._by_id[unit]

    def display(self, condition: str) -> ConditionDisplay | None:
        """Return how counters show a condition, or None if they don't."""
        return next((one for one in self.conditions if one.condition == condition), None)

    @cached_property
    def _by_id(self) -> Mapping[UnitId, Unit]:
        return {unit.id: unit for unit in reversed(self.units)}

    def layout(self, name: str | None) -> CounterLayout | None:
        """Return the layout with this id, or None."""
        return next((layout for layout in self.layouts if layout.id == name), None)

    def formation(self, name: str | None) -> Formation | None:
        """Return the formation with this id, or None."""
        return next((one for one in self.formations if one.id == name), None) if name else None

    def palette(self, name: str | None) -> Palette | None:
        """Return the palette with this id, or None."""
        return next((one for one in self.palettes if one.id == name), None) if name else None

    def class_of(self, unit: Unit) -> UnitClass:
        """Return the class of a unit; raise KeyError if there is none."""
        for candidate in self.classes:
            if candidate.id == unit.unit_class:
                return candidate
        raise KeyError(unit.unit_class)
