"""Define the records of the charts in `charts.yaml`. The printed charts, the module and the rules engine all
use these tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Annotated, Literal

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import KEYED, Doc, Pattern, Range, Reference
from hexwright.model.provenance import Provenance
from hexwright.model.rules.odds_columns import Measure, OddsColumns


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A result of the combat results table."""

    id: Annotated[str, Pattern(r"\S{1,12}", "one to twelve characters without spaces")]
    name: Annotated[str, Doc("Meaning of the abbreviation.", "Defender retreats")]
    text: Annotated[str, Doc("Effect of the result, in plain words.")]


@cache
def _ways(die: int, dice: int) -> Mapping[int, int]:
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, many in ways.items():
            for face in range(1, die + 1):
                more[total + face] = more.get(total + face, 0) + many
        ways = more
    return MappingProxyType(dict(sorted(ways.items())))


@dataclass(frozen=True, slots=True)
class AlternateTable:
    """A combat table for some battles, with the same dice and results as the main table."""

    id: str
    name: Annotated[
        str, Doc("Title of the table, shown in reports of battles that use it.", "Blue combat results")
    ]
    columns: Annotated[
        tuple[str, ...],
        Doc("Column heads, lowest first, in the same form as those of the main table.", '["1:1", "2:1"]'),
    ]
    rows: Annotated[
        Mapping[str, tuple[str, ...]],
        Doc("Results by die roll, one for each column, as in the main table.", '{"1": [AL, NE]}'),
    ]
    notes: Annotated[tuple[str, ...], Doc("Lines printed below the table.")] = ()


@dataclass(frozen=True, slots=True)
class CombatTable:
    """A combat results table (CRT)."""

    name: Annotated[str, Doc("Title of the table.", "Combat results")]
    die: Annotated[int, Doc("Number of sides of the die.", "6"), Range(2, 100)]
    columns: Annotated[
        tuple[str, ...],
        Doc(
            "Column heads, lowest first. A battle uses the last column that it reaches. Below the first "
            "column nothing happens unless `below_minimum_odds` in rules.yaml says otherwise.",
            '["1:2", "1:1", "3:2", "2:1"]',
        ),
    ]
    rows: Annotated[
        Mapping[str, tuple[str, ...]],
        Doc(
            "Results by die roll, one for each column. Modified rolls may need rows beyond the faces of "
            "the die, such as 0 or 7. Rolls beyond the rows use the first or the last row.",
            '{"1": [AL, NE]}',
        ),
    ]
    results: Annotated[tuple[CombatResult, ...], KEYED, Doc("The results, by abbreviation.")]
    notes: Annotated[tuple[str, ...], Doc("Lines printed below the table.")] = ()
    kind: Annotated[
        Measure,
        Doc(
            "Form of the column heads: odds (attack to defence, such as 3:2 or 3-2) or differences "
            "(attack less defence, such as -1 or +2).",
            "odds",
        ),
    ] = "odds"
    dice: Annotated[int, Doc("Number of dice rolled; their sum selects the row.", "2"), Range(1, 9)] = 1
    alternate_tables: Annotated[
        tuple[AlternateTable, ...],
        KEYED,
        Doc(
            "Other tables for some battles, such as those of one side or in one kind of weather. A "
            "modifier of `combat` in rules.yaml selects one with its key `table`; if no modifier does, "
            "the main table is used."
        ),
    ] = ()
    provenance: Annotated[
        Provenance | None,
        Doc(
            "Source of the entry, if it differs from that of the file. `reconstructed` is marked in the "
            "booklet, with the note under Designer's notes."
        ),
    ] = None

    @property
    def all(self) -> Mapping[str, CombatTable]:
        """Return all combat tables by id; the main table comes first, with the id ""."""
        return MappingProxyType(
            {
                "": self,
                **{
                    one.id: replace(
                        self,
                        name=one.name,
                        columns=one.columns,
                        rows=one.rows,
                        notes=one.notes,
                        alternate_tables=(),
                    )
                    for one in self.alternate_tables
                },
            }
        )

    @property
    def dice_notation(self) -> str:
        """Return the dice as players write them, such as 1d6 or 2d6."""
        return f"{self.dice}d{self.die}"

    @property
    def roll_words(self) -> str:
        """Return the sentence that tells players how to roll the dice."""
        return (
            f"Roll one {self.die}-sided die" if self.dice == 1 else f"Roll {self.dice_notation} and add them"
        )

    @property
    def roll_frequencies(self) -> Mapping[int, int]:
        """Return the number of ways to roll each sum of the dice, lowest sum first."""
        return _ways(self.die, self.dice)

    @property
    def chances(self) -> Mapping[int, Fraction]:
        """Return the probability of each sum of the dice, lowest sum first; the probabilities add up to 1."""
        return {total: Fraction(many, self.die**self.dice) for total, many in self.roll_frequencies.items()}

    @property
    def parsed_columns(self) -> OddsColumns:
        """Parse the column heads for calculations; raise ValueError if a head is invalid."""
        return OddsColumns.of(self.columns, self.kind)

    def row(self, roll: int) -> tuple[str, ...]:
        """Return the results for a modified roll; a roll beyond the rows uses the first or the last row."""
        faces = [int(face) for face in self.rows]
        return self.rows[str(max(min(faces), min(max(faces), roll)))]


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """One row of the terrain effects chart (TEC)."""

    name: Annotated[str, Doc("Title of the row.", "Forest")]
    subject: Annotated[
        str,
        Doc(
            "Subject of the row: the id of a terrain, feature, hexside feature or line, or `place:<kind>`.",
            "forest",
        ),
    ]
    movement: Annotated[str, Doc("Effect on movement.", "2 hexes to enter")]
    combat: Annotated[str, Doc("Effect on combat.", "Odds one column lower")]
    other: Annotated[str, Doc("Any other effect.")] = ""


WeatherArt = Literal["sun", "rain", "mud", "frost", "snow", "sandstorm", "night"]


@dataclass(frozen=True, slots=True)
class Weather:
    """A kind of weather."""

    id: str
    name: Annotated[str, Doc("Name of the kind of weather.", "Mud")]
    art: Annotated[WeatherArt, Doc("The icon.", "mud")]
    movement: Annotated[str, Doc("Effect on movement.")]
    combat: Annotated[str, Doc("Effect on combat.")]
    other: Annotated[str, Doc("Any other effect.")] = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a turn track."""

    turn: Annotated[int, Doc("Number of the turn.", "1"), Range(1, 999)]
    date: Annotated[str, Doc("The dates that the turn covers.", "Oct I")]
    weather: Annotated[
        str,
        Doc(
            "Weather of the turn; with `weather_roll` or `weather_after`, the weather shown on the track "
            "until it is determined.",
            "clear",
        ),
        Reference("weather"),
    ]
    notes: Annotated[tuple[str, ...], Doc("Short notes printed on the track.", "[1st Shock Army]")] = ()
    weather_roll: Annotated[
        Mapping[str, Annotated[str, Reference("weather")]],
        Doc(
            "The weather for each roll of the die, which is rolled as the turn begins. On the first turn "
            "of a scenario with all units placed, *Begin the game* rolls the die.",
            '{"1": good, "2": mud}',
        ),
    ] = field(default_factory=dict)
    weather_after: Annotated[
        Mapping[Annotated[str, Reference("weather")], Annotated[str, Reference("weather")]],
        Doc("The weather for each possible weather of the previous turn.", "{mud: hard-frost, good: snow}"),
    ] = field(default_factory=dict)
    rule: Annotated[str, Doc("The number of the rule that determines the weather.", '"3.5"')] = ""
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None

    @property
    def outcomes(self) -> Mapping[str, tuple[str, ...]]:
        """Return each possible weather with its causes: die rolls, or the weather of the previous turn."""
        found: dict[str, tuple[str, ...]] = {}
        for cause, weather in (self.weather_roll or self.weather_after).items():
            found[weather] = (*found.get(weather, ()), cause)
        return found or {self.weather: ()}


@dataclass(frozen=True, slots=True)
class TurnTrack:
    """A turn track: the turns of a scenario."""

    id: str
    name: Annotated[str, Doc("Title of the turn track.", "Seven turns")]
    turns: Annotated[tuple[Turn, ...], Doc("The turns in order.")]


@dataclass(frozen=True, slots=True)
class RollTable:
    """A table read by a die roll and a column, such as winter attrition."""

    id: str
    name: Annotated[str, Doc("Title of the table.", "Winter attrition")]
    die: Annotated[int, Doc("Number of sides of the die.", "6"), Range(2, 100)]
    columns: Annotated[tuple[SideId, ...], Doc("One column for each side."), Reference("side")]
    rows: Annotated[Mapping[str, tuple[str, ...]], Doc("Results by die roll, one for each column.")]
    text: Annotated[str, Doc("How to use the table, in plain words.")]


@dataclass(frozen=True, slots=True)
class HitTable:
    """A table that replaces the roll of several dice: one roll gives the number of hits."""

    id: str
    name: Annotated[str, Doc("Title of the table.", "Half the dice hit")]
    die: Annotated[int, Doc("Number of sides of the die.", "6"), Range(2, 100)]
    hits_on: Annotated[int, Doc("The lowest roll that hits with a single die.", "4"), Range(2, 100)]
    rows: Annotated[
        Mapping[str, tuple[int, ...]],
        Doc("Hits by die roll, one for each number of dice from 1 up.", '{"1": [0, 0, 1], "2": [1, 1, 2]}'),
    ]
    text: Annotated[str, Doc("How to use the table, in plain words.")] = ""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A plain table for players: rows of text under column heads."""

    id: str
    name: Annotated[str, Doc("Title of the table.", "Dice")]
    columns: Annotated[tuple[str, ...], Doc("Column heads.", "[Unit, Dice]")]
    rows: Annotated[
        tuple[tuple[str, ...], ...], Doc("The rows, with one cell for each column.", '[[Army, "1"]]')
    ]
    notes: Annotated[tuple[str, ...], Doc("Lines printed below the table.")] = ()
    rule: Annotated[
        str,
        Doc(
            "The number of the rule in whose section the rulebook prints the table; if omitted, the section "
            "that is about it, if any.",
            '"3.3"',
        ),
    ] = ""
    aids: Annotated[
        bool,
        Doc("Whether the printed player aids have the table; `false` if their list of scenarios repeats it."),
    ] = True
    rulebook: Annotated[
        bool,
        Doc("Whether the rulebook has the table; `false` if it is needed only beside the map, as an aid."),
    ] = True
    provenance: Annotated[
        Provenance | None,
        Doc(
            "Source of the entry, if it differs from that of the file. `reconstructed` is marked in the "
            "booklet, with the note under Designer's notes."
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class PictureChart:
    """A chart that is a picture, such as a scanned player aid. Rules can't use it."""

    id: str
    name: Annotated[str, Doc("Title of the chart.", "Terrain effects card")]
    picture: Annotated[str, Doc("The picture in `art/<slug>/`.", "terrain-card.png")]
    provenance: Annotated[
        Provenance | None, Doc("Source of the entry, if it differs from that of the file.")
    ] = None


@dataclass(frozen=True, slots=True)
class VictoryAward:
    """One row of a victory points table."""

    points: Annotated[int, Doc("Number of points.", "5")]
    text: Annotated[str, Doc("Reason for the award, in plain words.")]


@dataclass(frozen=True, slots=True)
class VictoryTable:
    """A description of how to win, written for players."""

    id: str
    name: Annotated[str, Doc("Title of the table.", "Victory points")]
    text: Annotated[str, Doc("How the game is won, in plain words.")]
    awards: Annotated[tuple[VictoryAward, ...], Doc("Awards of points, each with its reason.")] = ()


@dataclass(frozen=True, slots=True)
class Charts:
    """The content of `charts.yaml`."""

    provenance: Annotated[Provenance, Doc("Source of the charts.")]
    combat: Annotated[CombatTable | None, Doc("The combat results table.")] = None
    terrain_effects: Annotated[tuple[TerrainEffect, ...], Doc("The terrain effects chart.")] = ()
    weather: Annotated[tuple[Weather, ...], KEYED, Doc("Kinds of weather.")] = ()
    turn_tracks: Annotated[tuple[TurnTrack, ...], KEYED, Doc("Turn tracks.")] = ()
    tables: Annotated[tuple[RollTable, ...], KEYED, Doc("Other tables.")] = ()
    hit_tables: Annotated[
        tuple[HitTable, ...], KEYED, Doc("Tables in which one roll gives the hits of several dice.")
    ] = ()
    text_tables: Annotated[tuple[TextTable, ...], KEYED, Doc("Plain tables for players.")] = ()
    victory: Annotated[tuple[VictoryTable, ...], KEYED, Doc("Victory tables.")] = ()
    pictures: Annotated[
        tuple[PictureChart, ...], KEYED, Doc("Charts that are pictures, such as scanned player aids.")
    ] = ()

    def timetable(self, timetable: str) -> TurnTrack:
        """Return the turn track with this id; raise KeyError if there is none."""
        for candidate in self.turn_tracks:
            if candidate.id == timetable:
                return candidate
        raise KeyError(timetable)
