"""Define the records of a game as a whole: `game.yaml`, and all files of the game's folder together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from hexwright.model.charts import Charts
from hexwright.model.colours import Colours
from hexwright.model.computer_players import ComputerPlayers
from hexwright.model.counter_mix import CounterMix, Marker, Unit
from hexwright.model.enforcement_ledger import Case, Ledger
from hexwright.model.game_options import Option
from hexwright.model.hex_map import HexMap
from hexwright.model.ids import SideId
from hexwright.model.key_annotations import KEYED, Doc, Pattern, Range
from hexwright.model.order_of_battle import OrderOfBattle
from hexwright.model.provenance import Provenance, sources_of
from hexwright.model.rules.rules_record import CombatKind, Rules, RuleText
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.model.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the game, played by one player."""

    id: SideId
    name: Annotated[str, Doc("Name of the side, as shown in the player roster.", "German")]
    plural: Annotated[str, Doc("Plural name of the side's forces, used in chat messages.", "Germans")]
    emblem: Annotated[
        Literal["cross", "star", "disc", "diamond"],
        Doc("Shape that identifies the side without colour.", "cross"),
    ]
    classic: Annotated[Colours, Doc("Colours in the `classic` theme.")]
    contrast: Annotated[Colours, Doc("Colours in the colour-blind safe `contrast` theme.")]


@dataclass(frozen=True, slots=True)
class Credit:
    """One line of the credits."""

    role: Annotated[str, Doc("The role.", "Design")]
    names: Annotated[tuple[str, ...], Doc("The people credited.", "[Frank Chadwick]")]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The content of `game.yaml`."""

    title: Annotated[str, Doc("Title of the game.", "Battle for Moscow")]
    version: Annotated[
        str,
        Doc("Version of the module; part of its file name.", '"1.0.0"'),
        Pattern(r"[0-9][0-9A-Za-z.-]{0,30}", "digits, dots and letters, such as '1.0.0'"),
    ]
    published: Annotated[int, Doc("Year of first publication.", "1986"), Range(1800, 2200)]
    publisher: Annotated[str, Doc("The original publisher.", "GDW")]
    description: Annotated[str, Doc("One or two sentences for the module's About page.")]
    sides: Annotated[tuple[Side, ...], KEYED, Doc("The sides, in order of play.")]
    credits: Annotated[tuple[Credit, ...], Doc("Credits, shown in the module's help.")]
    provenance: Annotated[Provenance, Doc("Source of the data in this folder.")]
    subtitle: Annotated[str, Doc("Second line of the title.")] = ""
    period: Annotated[str, Doc("The period that the game covers.", "October to December 1941")] = ""
    copyright: Annotated[str, Doc("Copyright holder of the original game.")] = ""
    licence: Annotated[
        str, Doc("Licence of the data, wording and pictures of this folder.", "CC BY-SA 4.0")
    ] = ""
    options: Annotated[tuple[Option, ...], KEYED, Doc("Choices made when the game is built.")] = ()

    def side(self, side: SideId) -> Side:
        """Return the side with this id; raise KeyError if there is none."""
        for candidate in self.sides:
            if candidate.id == side:
                return candidate
        raise KeyError(side)


@dataclass(frozen=True, slots=True)
class Game:
    """All data of one game, read from the files of its folder and checked."""

    slug: str
    info: GameInfo
    hexmap: HexMap
    counters: CounterMix
    oob: OrderOfBattle
    charts: Charts
    rules: Rules
    ledger: Ledger
    scenarios: tuple[Scenario, ...]
    options: Mapping[str, str]
    """The options in force: option id → choice id."""
    players: ComputerPlayers = field(default_factory=ComputerPlayers)

    @property
    def control_marker(self) -> Marker | None:
        """Return the marker that shows which side controls a place, or None."""
        shown = (marker for marker in self.counters.markers if marker.shows_control)
        return next((marker for marker in shown if len(marker.faces) == len(self.info.sides)), None)

    @property
    def invented(self) -> bool:
        """Return whether the game is original: none of its data was transcribed or reconstructed."""
        return all(part.provenance.status == "ruling" for part in sources_of(self))

    @property
    def has_published_numbers(self) -> bool:
        """Return whether the numbers of the rules are those of a published text."""
        return self.rules.provenance.status == "transcribed" and any(
            rule.number for rule in self.rules.summary
        )

    @property
    def battle_dice(self) -> Mapping[CombatKind, tuple[int, int]]:
        """Return the number of dice rolled in a battle and the number of sides of each, by combat system."""
        found: dict[CombatKind, tuple[int, int]] = {}
        table, fire = self.charts.combat, self.rules.fire
        if table is not None:
            found["odds"] = (table.dice, table.die)
        if fire is not None:
            found["fire"] = (2, fire.die)
        return found or {"hand": (1, 6)}

    def is_turned(self, unit: Unit) -> bool:
        """Return whether a unit's counter may be turned upside down because it can be fortified."""
        fire, digging = self.rules.fire, self.rules.fortification
        return (
            fire is not None
            and fire.fortification_absorbs > 0
            and digging is not None
            and (unit.unit_class in digging.classes)
        )

    def options_of(self, scenario: Scenario) -> Mapping[str, str]:
        """Return the options with which a scenario begins: option id → choice id."""
        return {option.id: option.default for option in self.rules.options} | dict(scenario.options)

    def victory_of(self, scenario: Scenario) -> VictoryRules | None:
        """Return the victory rules of a scenario, restricted to the groups of features that the scenario
        names; None if the scenario has no victory rules.
        """
        rules = next((one for one in self.rules.victory if one.id == scenario.victory), None)
        if rules is None or not scenario.feature_groups:
            return rules
        groups = scenario.feature_groups
        return replace(
            rules,
            holdings=tuple(
                replace(one, group=one.group or groups.get(one.feature[0], ""))
                if len(one.feature) == 1
                else one
                for one in rules.holdings
            ),
            farthest_advance=tuple(
                replace(one, group=one.group or groups.get(one.past, "")) for one in rules.farthest_advance
            ),
        )

    def cite(self, rule: str) -> str:
        """Return the citation of a rule or case for players: its number or its heading."""
        case, section = self.ledger.case(rule), self.rules.section(rule)
        if section is None:
            return case.heading if case is not None and case.heading else rule
        if section.number:
            return section.number
        return (case.heading if case is not None else "") or section.heading or section.title

    def text_of(self, rule: RuleText) -> str:
        """Return the text of a rule for readers, with each mark replaced by its ruling from the ledger."""
        return rule.text_for_readers({case.id: case.ruling for case in self.ledger.cases})

    def untold(self) -> tuple[Case, ...]:
        """Return the cases whose ruling isn't marked in any rule text."""
        return tuple(
            case
            for case in self.ledger.cases
            if case.ruling and ((rule := self.rules.section(case.id)) is None or case.id not in rule.rulings)
        )

    def scenario(self, scenario: str) -> Scenario:
        """Return the scenario with this id; raise KeyError if there is none."""
        for candidate in self.scenarios:
            if candidate.id == scenario:
                return candidate
        raise KeyError(scenario)
