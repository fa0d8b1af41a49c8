"""Define the records of the rules, `rules.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Annotated, Final, Literal

from hexwright.model.example_of_play import Example
from hexwright.model.game_options import Option, RequiredOptions
from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.key_annotations import KEYED, Doc, OptionsOf, Range, Reference
from hexwright.model.match_record import MatchRules
from hexwright.model.provenance import Provenance
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.model.rules.air_mission_record import AirRules
from hexwright.model.rules.bombardment_record import Bombardment
from hexwright.model.rules.cadre_record import Cadre, GroupCadre
from hexwright.model.rules.combat_modifier_record import Modifier, StrengthRounding
from hexwright.model.rules.disruption_record import Disruption
from hexwright.model.rules.fire_combat_record import FireRules
from hexwright.model.rules.forbidden_attack_record import ForbiddenAttack
from hexwright.model.rules.fortified_hexside_record import FortifiedHexsides
from hexwright.model.rules.garrison_release_record import Garrison
from hexwright.model.rules.ignored_defenders_record import IgnoredDefenders
from hexwright.model.rules.mandatory_attack_record import AttackDuties, BelowMinimumOdds
from hexwright.model.rules.movement_record import NEVER, Fortification, MovementMode
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.replacement_record import Attrition, Event, ReplacementRules
from hexwright.model.rules.retreat_route_record import RetreatTrack
from hexwright.model.rules.situation_record import Situation
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.rules.supply_record import GroupLoss, SupplyLine, SupplyRules
from hexwright.model.rules.transport_network_record import Network
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.model.rules.zoc_limit_record import ZocLimit
from hexwright.rules.adjacent_elimination.record import AdjacentElimination

PhaseKind = Literal[
    "replacement",
    "movement",
    "combat",
    "overruns",
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
Effect = Literal[
    "attacker-step-loss",
    "defender-step-loss",
    "attacker-exchange",
    "attacker-exchange-half",
    "attacker-exchange-disrupted",
    "defender-retreat",
    "attacker-retreat",
    "attacker-eliminated",
    "defender-eliminated",
    "attacker-disrupted",
    "defender-disrupted",
    "attacker-to-cadre",
    "defender-to-cadre",
]

_RULING: Final = re.compile(r"\bRuling\[([^\[\]]*)\](:?)")
"""The mark of a ruling in the text of a rule; the group contains the ids of the ledger's cases."""

Classes = Annotated[tuple[str, ...], Doc("Unit classes; empty for all.", "[panzer]"), Reference("class")]


@dataclass(frozen=True, slots=True)
class PhaseMove:
    """A movement mode offered by a movement phase."""

    mode: Annotated[str, Doc("A movement mode of this file.", "rail"), Reference("mode")]
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes that may use the mode; empty for all classes of the phase."),
        Reference("class"),
    ] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of the sequence of play."""

    id: PhaseId
    name: Annotated[str, Doc("Name of the phase.", "Panzer movement")]
    side: Annotated[SideId, Doc("The phasing side."), Reference("side")]
    kind: Annotated[PhaseKind, Doc("Kind of phase.", "movement")]
    text: Annotated[str, Doc("The actions that players may take, in plain words.")]
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes that may move in a movement phase, or attack in an allocation phase; empty for all."),
        Reference("class"),
    ] = ()
    modes: Annotated[
        tuple[PhaseMove, ...],
        Doc(
            "Movement modes offered in a movement phase; if empty, the first mode of `movement`.",
            "[{mode: rail}]",
        ),
    ] = ()
    weather: Annotated[
        tuple[str, ...],
        Doc("Kinds of weather in which the phase is played; empty for all.", "[good, hard-frost]"),
        Reference("weather"),
    ] = ()
    except_turns: Annotated[
        tuple[int, ...], Doc("Turns on which the phase is skipped.", "[1]"), Range(1, 999)
    ] = ()
    affected_side: Annotated[
        SideId | None,
        Doc("The side whose units a recovery, supply or victory phase affects; if omitted, `side`."),
        Reference("side"),
    ] = None
    units: Annotated[
        tuple[UnitId, ...], Doc("The only units that recover; empty for all."), Reference("unit")
    ] = ()
    exempt: Annotated[
        tuple[UnitId, ...], Doc("Units that don't recover in this phase."), Reference("unit")
    ] = ()
    recovers: Annotated[
        Literal["all", "unattacked", "attacked", "earlier"],
        Doc(
            "Which disrupted units recover: `all`; in fire combat, only those not under attack "
            "(`unattacked`) or those that an attack left intact (`attacked`); in combat by odds, only "
            "those disrupted before this player turn (`earlier`)."
        ),
    ] = "all"
    supplied_only: Annotated[
        bool, Doc("Whether only units in supply recover, if their side traces supply.", "false")
    ] = True
    rounds: Annotated[int, Doc("Number of rounds of a phase of kind `fire`.", "2"), Range(1, 9)] = 1
    air_support: Annotated[
        bool,
        Doc("Whether air units may support attacks that are allocated or fought in this phase.", "false"),
    ] = True
    max_air_dice: Annotated[
        int | None,
        Doc("Maximum number of dice for an air unit, in a phase of kind `fire` or `air-strike`.", "1"),
        Range(0, 9),
    ] = None


@dataclass(frozen=True, slots=True)
class RuleText:
    """One numbered rule in our own words, for the help pages and the booklet."""

    id: str
    title: Annotated[str, Doc("Heading of the rule.", "Zone of control")]
    text: Annotated[
        str,
        Doc(
            "The rule in our own words; blank lines separate paragraphs. `Ruling[CASE]` marks the "
            "decision on an open question: readers see `[Ruling: ...]` with the `ruling` of one or more "
            "cases of the ledger.",
            "You may pass friends. Ruling[3.2.leave]",
        ),
    ]

    heading: Annotated[
        str,
        Doc(
            "Heading in the published text, cited in violations if rules have no numbers; if omitted, the "
            "title.",
            "Operational Combat",
        ),
    ] = ""
    audience: Annotated[
        Literal["all", "module"],
        Doc("Who reads the section: all, or players of the module alone. The rulebook omits the latter."),
    ] = "all"

    @property
    def number(self) -> str:
        """Return the number of the rule, or "" if the rules have no numbers."""
        return self.id if any(char.isdigit() for char in self.id) else ""

    def text_for_readers(self, rulings: Mapping[str, str]) -> str:
        """Return the text with each mark replaced by its ruling; `rulings` maps each case to its ruling."""

        def ruled(mark: re.Match[str]) -> str:
            return f"[Ruling: {' '.join(rulings.get(case, '') for case in _marked_cases(mark))}]"

        return _RULING.sub(ruled, self.text)

    @property
    def unmarked_paragraphs(self) -> tuple[str, ...]:
        """Return the paragraphs of the text without the marks of rulings, each in one line."""
        paragraphs = _RULING.sub("", self.text).split("\n\n")
        return tuple(text for one in paragraphs if (text := " ".join(one.split())))

    @property
    def rulings(self) -> tuple[str, ...]:
        """Return the cases of the ledger whose rulings the text marks, in order."""
        return tuple(case for mark in _RULING.finditer(self.text) for case in _marked_cases(mark))

    @property
    def worded_rulings(self) -> tuple[str, ...]:
        """Return the cases whose marks are followed by a colon, so that the text repeats the ruling."""
        return tuple(case for mark in _RULING.finditer(self.text) if mark[2] for case in _marked_cases(mark))


def _marked_cases(mark: re.Match[str]) -> tuple[str, ...]:
    """Return the ids of the cases in a mark."""
    return tuple(case.strip() for case in mark[1].split(","))


# Zones of control ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneOfControl:
    """The hexes that units control, and the effects on enemies."""

    reach: Annotated[Literal["adjacent", "none"], Doc("The hexes that a unit controls.", "adjacent")] = (
        "adjacent"
    )
    classes: Classes = ()
    friendly_units_cancel: Annotated[bool, Doc("Whether a unit cancels EZOCs in its own hex.", "false")] = (
        False
    )
    not_into: Annotated[
        tuple[ZocLimit, ...],
        Doc("Hexes into which ZOCs don't extend.", "[{side: my-side, feature: rough}]"),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.1"')] = ""


# Combat -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreats by a combat result; each unit of a stack retreats separately. Retreats and advances can't
    enter hexes or cross hexsides that the first movement mode forbids, except those of `along_network`.
    """

    hexes: Annotated[
        int, Doc("Distance of a retreat, in hexes from the hex that the unit leaves.", "2"), Range(1, 99)
    ]
    ezoc: Annotated[
        Literal["forbidden", "unless-friends", "ignored"],
        Doc(
            "Whether an EZOC blocks a retreat: always (`forbidden`), only in hexes without a friendly unit "
            "(`unless-friends`), or never (`ignored`).",
            "unless-friends",
        ),
    ] = "forbidden"
    if_overstacked: Annotated[
        Literal["continue", "eliminated"],
        Doc(
            "What happens to a unit that finds no room within stacking at the end of its retreat: it "
            "continues to the nearest hex with room (`continue`), or is `eliminated`.",
            "eliminated",
        ),
    ] = "continue"
    chosen_by: Annotated[
        Literal["enemy", "owner"],
        Doc(
            "The player who chooses the path of a retreat, and the order in which several units retreat: "
            "the enemy or the owner.",
            "owner",
        ),
    ] = "enemy"
    hexes_by_result: Annotated[
        Mapping[Annotated[str, Reference("result")], Annotated[int, Range(1, 99)]],
        Doc("Results with another retreat distance.", "{DR2: 2, DR3: 3}"),
    ] = field(default_factory=dict)
    along_network: Annotated[
        tuple[RetreatTrack, ...],
        Doc("Units that retreat and advance along lines only.", "[{classes: engineers, network: rail}]"),
    ] = ()
    ignores_ezoc: Annotated[
        tuple[str, ...],
        Doc("Classes of units that may retreat through EZOCs.", "[partisan]"),
        Reference("class"),
    ] = ()
    passable_enemies: Annotated[
        tuple[str, ...],
        Doc(
            "Classes of enemies through whose hexes units may retreat, if no other enemy is in the hex. A "
            "retreat may not end there; it continues to the nearest hex beyond. Places there don't change "
            "owners.",
            "[partisan]",
        ),
        Reference("class"),
    ] = ()
    cannot_retreat: Annotated[
        tuple[str, ...],
        Doc(
            "Classes of units that never retreat; a result that requires a retreat eliminates them.",
            "[fortress]",
        ),
        Reference("class"),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.3"')] = ""

    def distance(self, result: str) -> int:
        """Return the number of hexes that units retreat by a result."""
        return self.hexes_by_result.get(result, self.hexes)


@dataclass(frozen=True, slots=True)
class CombatRules:
    """Combat by odds and CRT, against adjacent enemies or enemies within range."""

    effects: Annotated[
        Mapping[Annotated[str, Reference("result")], tuple[Effect, ...]],
        Doc(
            "Effects of each result, in order. `attacker-step-loss`, `defender-step-loss`: that side "
            "loses one step of a unit of its choice. `attacker-exchange`: the attackers lose steps with "
            "at least the strength that the defenders have lost by this result so far; "
            "`attacker-exchange-half`: at least half of that strength. `attacker-exchange-disrupted`: "
            "the attackers disrupt undisrupted units of their choice with at least that strength. "
            "`defender-retreat`, `attacker-retreat`: all defenders or attackers retreat; units that "
            "can't are eliminated, and attackers that retreat leave the battle. `defender-eliminated`, "
            "`attacker-eliminated`: all units of that side are eliminated. `defender-disrupted`, "
            "`attacker-disrupted`: all remaining units of that side are disrupted. `defender-to-cadre`, "
            "`attacker-to-cadre`: all units of that side that may leave a cadre (`cadres`) are replaced "
            "by their cadres and don't count as lost for points or exchanges; its other units are "
            "eliminated.",
            "{EX: [defender-eliminated, attacker-exchange]}",
        ),
    ]
    retreat: Annotated[Retreat, Doc("Rules of retreats.")]
    target: Annotated[
        Literal["unit", "hex", "hexes"],
        Doc(
            "Target of one battle. `unit`: a single unit, regardless of other units in its hex. `hex`: "
            "all units in a hex, which defend together. `hexes`: all units in one or more hexes, if "
            "every attacker is adjacent to each of them or reaches it by `bombardment`.",
            "hex",
        ),
    ] = "unit"
    exchange: Annotated[
        Literal["printed", "modified"],
        Doc(
            "The strength used to match losses: printed, or as multiplied in the battle.",
            "modified",
        ),
    ] = "printed"
    modifiers: Annotated[
        tuple[Modifier, ...], KEYED, Doc("Modifiers of strengths, columns and die rolls.")
    ] = ()
    rounding: Annotated[StrengthRounding, Doc("How fractions of strength are rounded.")] = field(
        default_factory=StrengthRounding
    )
    max_defence_factor: Annotated[
        int | None,
        Doc(
            "Maximum factor by which modifiers together raise a unit's defence strength: 2 if no defence is "
            "more than doubled. Factors below 1 count in addition.",
            "2",
        ),
        Range(1, 9),
    ] = None
    max_column_shift: Annotated[
        int | None,
        Doc("Maximum total column shift in either direction.", "3"),
        Range(0, 99),
    ] = None
    max_drm: Annotated[
        int | None,
        Doc("Maximum total DRM in either direction.", "2"),
        Range(0, 99),
    ] = None
    max_advancing: Annotated[
        int,
        Doc("Maximum number of attackers that may enter the hex that the defender left.", "1"),
        Range(0, 99),
    ] = 1
    advances: Annotated[
        tuple[AdvanceAfterCombat, ...],
        Doc(
            "Which attackers may advance, and how far; `max_advancing` limits their number. If omitted, any "
            "attacker may advance into the hex that the defender left.",
            "[{classes: tank, hexes: 2}, {classes: infantry, max: 1}]",
        ),
    ] = ()
    step_loss_for_retreat: Annotated[
        tuple[OwnedKind, ...],
        Doc("Kinds of place whose defender may take a step loss instead of retreating.", "[capital, city]"),
    ] = ()
    step_loss_for_retreat_option: RequiredOptions = field(default_factory=dict)
    cap_odds_before_shifts: Annotated[
        Mapping[str, str] | None,
        Doc(
            "If set, odds above the last column are reduced to it before modifiers apply: if 6:1 "
            "is the last column, 8:1 shifted 1L becomes 5:1. With `below_minimum_odds: "
            "first-column`, odds below the first column are also raised to it before modifiers. If "
            "omitted, odds are limited after modifiers: 8:1 shifted 1L becomes 6:1. The value "
            "lists the options under which the limit comes first; `{}` means always.",
            "{maximum-odds: before-terrain}",
        ),
        OptionsOf("rules.yaml"),
    ] = None
    disruption: Annotated[
        Disruption | None,
        Doc(
            "What disrupted units may do, if a result disrupts units; if omitted, they may neither move "
            "nor attack.",
            "{may_attack: true, exerts_zoc: false}",
        ),
    ] = None
    below_minimum_odds: Annotated[
        BelowMinimumOdds | None,
        Doc(
            "Effect of odds below the first column: `no-effect` (no die roll), or the battle uses "
            "the first column (`first-column`). Default: `no-effect`; required if there are "
            "mandatory attacks.",
            "first-column",
        ),
    ] = None
    zero_defence_result: Annotated[
        str | None,
        Doc(
            "The result against enemies without strength in combat by odds, without a die roll; if "
            "omitted, the die is rolled in the last column.",
            "DE",
        ),
        Reference("result"),
    ] = None
    forbidden_attacks: Annotated[
        tuple[ForbiddenAttack, ...],
        Doc("Attacks that may not be made.", "[{across: lake}, {classes: militia}]"),
    ] = ()
    ignored_defenders: Annotated[
        IgnoredDefenders | None,
        Doc("Units that are ignored in combat while other units share their hex.", "{classes: [partisans]}"),
    ] = None
    defends_once: Annotated[
        bool,
        Doc(
            "Whether a unit defends only once in a combat phase: a unit that has defended and retreats "
            "into a hex whose battle is still to be fought takes no part in that battle, and stays there "
            "regardless of the result. This key requires `target: hex` or `hexes`.",
            "true",
        ),
    ] = False
    may_lower_odds: Annotated[
        bool,
        Doc(
            "Whether attackers may announce, before the die roll, that they use a lower column than their "
            "odds.",
            "true",
        ),
    ] = False
    ignorable_results: Annotated[
        tuple[Annotated[str, Reference("result")], ...],
        Doc(
            "Results that the attackers may ignore if they announce it before the die roll. The die is "
            "then rolled again until it gives another result.",
            "[DR]",
        ),
    ] = ()
    bombardment: Annotated[
        Bombardment | None,
        Doc(
            "Units that attack from a distance; if omitted, none.",
            "{ranges: [{classes: artillery, range: 2}]}",
        ),
    ] = None
    mandatory_attacks: Annotated[
        AttackDuties | None,
        Doc(
            "Which units must attack, and which units must be attacked; if omitted, none.",
            "{must_attack: [{}], must_be_attacked: [{}]}",
        ),
    ] = None
    overruns: Annotated[
        tuple[Overrun, ...],
        Doc("Overruns in movement phases.", '[{odds: "10:1", cost: 1}]'),
    ] = ()
    cadres: Annotated[
        tuple[Cadre, ...],
        Doc(
            "Units that leave a cadre when eliminated in combat; the first entry that applies counts.",
            "[{classes: panzer, min_strength: 4, replaced_by: [my-cadre-1]}]",
        ),
    ] = ()

    @property
    def disrupts(self) -> bool:
        """Return whether any combat result disrupts units."""
        return any(effect.endswith("-disrupted") for effects in self.effects.values() for effect in effects)

    @property
    def makes_cadres(self) -> bool:
        """Return whether any combat result replaces units by cadres."""
        return any(effect.endswith("-to-cadre") for effects in self.effects.values() for effect in effects)

    @property
    def disruption_rules(self) -> Disruption:
        """Return the restrictions of disrupted units."""
        return self.disruption or Disruption()


NO_COMBAT: Final = CombatRules(effects={}, retreat=Retreat(hexes=1, ezoc="ignored"), max_advancing=0)
"""Placeholder rules of combat by odds, for games that don't use it."""
CombatKind = Literal["hand", "odds", "fire"]
"""The way in which battles are fought: by the players alone, by odds and CRT, or by dice that hit."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The content of `rules.yaml`."""

    provenance: Annotated[Provenance, Doc("Source of the rule text that rule numbers refer to.")]
    sequence: Annotated[tuple[Phase, ...], KEYED, Doc("The phases of a turn, in order.")]
    summary: Annotated[tuple[RuleText, ...], KEYED, Doc("Summary of the rules, by number.")] = ()
    complete_summary: Annotated[
        bool,
        Doc(
            "Whether the summary tells each rule that the data have. The rulebook then leaves out generated "
            "lines without figures, which would repeat it, and has one table of all modifiers of battles.",
            "true",
        ),
    ] = False
    index: Annotated[
        Mapping[str, tuple[str, ...]],
        Doc(
            "Further terms of the rulebook's index, each with the words that stand for it in the rules, in "
            "the singular. A term without words is left out of the index.",
            "{Second impulse: [second impulse], Level: []}",
        ),
    ] = field(default_factory=dict)
    options: Annotated[
        tuple[Option, ...], KEYED, Doc("Optional rules, and points that players interpret differently.")
    ] = ()
    zoc: Annotated[ZoneOfControl, Doc("Zones of control.")] = ZoneOfControl()
    stacking: Annotated[Stacking, Doc("Stacking.")] = field(default_factory=Stacking)
    movement: Annotated[
        tuple[MovementMode, ...], KEYED, Doc("Movement modes; the first is the default.")
    ] = ()
    combat: Annotated[CombatRules | None, Doc("Combat by odds and CRT.")] = None
    fire: Annotated[FireRules | None, Doc("Fire combat: dice that hit.")] = None
    fortified_hexsides: Annotated[
        tuple[FortifiedHexsides, ...], Doc("Hexsides with a front that can be destroyed, by hexside feature.")
    ] = ()
    adjacent_elimination: Annotated[
        tuple[AdjacentElimination, ...],
        Doc(
            "Units that are eliminated if adjacent to an enemy at the end of a phase.",
            "[{classes: infantry, behind: rampart}]",
        ),
    ] = ()
    fortification: Annotated[
        Fortification | None, Doc("Rules of fortifying; if omitted, units can't fortify.")
    ] = None
    air: Annotated[tuple[AirRules, ...], Doc("Air units, by side.")] = ()
    networks: Annotated[tuple[Network, ...], KEYED, Doc("Networks: lines that serve sides hex by hex.")] = ()
    situations: Annotated[
        tuple[Situation, ...],
        KEYED,
        Doc("Situations: tested at the start of some phases, valid until the next test."),
    ] = ()
    garrisons: Annotated[
        tuple[Garrison, ...],
        Doc(
            "Units that may not move until a situation releases them.",
            "[{units: my-garrison, released_by: enemy-near}]",
        ),
    ] = ()
    supply_lines: Annotated[tuple[SupplyLine, ...], Doc("Communication or supply, by side.")] = ()
    out_of_supply: Annotated[SupplyRules | None, Doc("Effects of supply phases on units out of supply.")] = (
        None
    )
    replacements: Annotated[tuple[ReplacementRules, ...], Doc("Replacements, by side.")] = ()
    attrition: Annotated[tuple[Attrition, ...], Doc("Attrition by weather.")] = ()
    events: Annotated[
        tuple[Event, ...], Doc("Die rolls for units that may arrive early, or have arrived early.")
    ] = ()
    victory: Annotated[tuple[VictoryRules, ...], KEYED, Doc("Victory, by victory table.")] = ()
    match: Annotated[MatchRules | None, Doc("Matches and series between two players.")] = None
    examples: Annotated[tuple[Example, ...], KEYED, Doc("Examples of play, drawn in the booklet.")] = ()
    turn_seed: Annotated[
        int | None,
        Doc(
            "The seed of the dice with which the rulebook's example of a full turn is played. If omitted, "
            "print tries a few seeds each time.",
            "12",
        ),
        Range(1, 999_999),
    ] = None

    @property
    def odds_combat(self) -> CombatRules:
        """Return the rules of combat by odds, or `NO_COMBAT` if the game has none."""
        return self.combat or NO_COMBAT

    @property
    def combat_kinds(self) -> tuple[CombatKind, ...]:
        """Return the combat systems of the game, the usual one first; each has its own phases."""
        written: tuple[tuple[CombatKind, object], ...] = (("odds", self.combat), ("fire", self.fire))
        return tuple(name for name, rules in written if rules is not None) or ("hand",)

    @property
    def disrupts(self) -> bool:
        """Return whether anything disrupts units: combat results, hits, or lack of supply."""
        starved = self.out_of_supply is not None and self.out_of_supply.loss == "disrupted"
        return self.odds_combat.disrupts or self.fire is not None or starved

    def section(self, case: str) -> RuleText | None:
        """Return the rule of the summary to which a case of the ledger belongs: 3.2 for 3.2.rail."""
        rules = {rule.id: rule for rule in self.summary}
        while case and case not in rules:
            case = case.rpartition(".")[0]
        return rules.get(case)

    @property
    def restricting_mode(self) -> MovementMode | None:
        """Return the usual movement mode if it forbids any terrain or hexside; otherwise None."""
        usual = self.movement[0] if self.movement else None
        if usual is None or usual.along is not None:
            return None
        return usual if any(entry.cost == NEVER for entry in usual.costs) else None

    def moves_by_supply(self, phase: Phase) -> bool:
        """Return whether moves of a phase, or battles after it, depend on supply at the start of the
        phase.
        """
        if phase.kind == "movement" and any(
            r.fixed_in_movement and r.side == phase.side for r in self.supply_lines
        ):
            return True
        offered = {move.mode for move in phase.modes} or {mode.id for mode in self.movement[:1]}
        modes = (mode for mode in self.movement if mode.id in offered)
        return phase.kind == "movement" and any(when.supply for mode in modes for when in mode.criteria)

    @property
    def train_mode(self) -> MovementMode | None:
        """Return the movement mode that units can change to during a move, or None."""
        return next((mode for mode in self.movement if mode.entraining is not None), None)

    @property
    def leaves_trains(self) -> bool:
        """Return whether units detrain automatically at the end of a movement phase."""
        mode = self.train_mode
        return mode is not None and mode.entraining is not None and not mode.entraining.may_stay_entrained

    @property
    def group_losses(self) -> GroupLoss | None:
        """Return the losses of groups of units out of supply; None if the rules have no such losses."""
        return self.out_of_supply.group if self.out_of_supply is not None else None

    @property
    def group_remnants(self) -> tuple[GroupCadre, ...]:
        """Return the cadres of units lost with a group that is out of supply."""
        return self.group_losses.cadres if self.group_losses is not None else ()

    @property
    def parts_per_point(self) -> int:
        """Return the common denominator of all movement costs."""
        told = [cost for mode in self.movement for cost in mode.step_costs]
        return lcm(*(Fraction(cost).denominator for cost in told if cost != NEVER))

    def phase(self, phase: PhaseId) -> Phase:
        """Return the phase with this id; raise KeyError if there is none."""
        for candidate in self.sequence:
            if candidate.id == phase:
                return candidate
        raise KeyError(phase)
