"""Game state: a position of a game as one small frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

from hexwright.model.rules.criteria_record import Condition, Degree
from hexwright.rules.engine.fast_dataclasses import fast_init

POOL: Final = -1
"""Location of a unit in the pool, where it is available as a replacement."""
NOT_IN_PLAY: Final = -2
"""Location of a unit that isn't in play yet."""
OUT_OF_GAME: Final = -3
"""Location of a unit that is out of the game."""

AT_BASE: Final = -4
"""Location of an air unit that is at its base because it isn't flying a mission."""

DISRUPTED: Final = 1
"""Condition of a unit that neither moves nor fires until it recovers."""
FORTIFIED: Final = 2
"""Condition of a unit that has dug in: its fortification absorbs a hit before the unit does."""

ENTRAINED: Final = 4
"""Condition of a unit that moves only along a line until it detrains."""

Strength = int | Fraction
"""Strength of one or more units; a fraction if modifiers multiply it."""

MovementLeft = tuple[tuple[int, int, int], ...]
"""The movement left to a unit, with one entry for each movement mode that may have brought the unit to its
hex. An entry contains the number of the mode, the hexes used beyond the allowance, and the movement points
spent, in parts of a point. If the points spent exceed the allowance, the move is over (see
`move_legs.spent_when_halted`).
"""

StageId = Literal[
    "weather-roll",
    "attrition-roll",
    "attrition-loss",
    "replace",
    "move",
    "declare",
    "resolve",
    "roll",
    "stand",
    "losses",
    "defender-losses",
    "disrupting",
    "remnant",
    "retreat",
    "advance",
    # Air units, supply and everything else that is decided by phase.
    "strike",
    "strike-roll",
    "strike-loss",
    "intercept",
    "intercept-roll",
    "supply-flight",
    "isolation",
    "event-roll",
    # Fire combat.
    "allocate",
    "engage",
    "fire",
    "allot",
    "withdraw",
    "pursue",
    # A phase about to begin or finished, and the return to the stage that called another one. No state in
    # which play continues has these.
    "begin",
    "back",
    "done",
    "over",
]


@dataclass(frozen=True, slots=True)
class OverrunOutcome:
    """Enemies eliminated by an overrun for which a die must still be rolled."""

    defenders: int
    """The overrun units, as a bit set."""
    strength: Strength
    """The printed strength of the overrun units, which exchanges must match."""
    entry: int
    """The number of the `overruns` entry that was used."""
    cadre_entries: tuple[int, ...] = ()
    """For each overrun unit that leaves a cadre, the number of the `cadres` entry."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A declared battle: the attacked hexes and the attackers, as bit sets."""

    hexes: int
    attackers: int
    target_unit: int = -1
    """The unit that is attacked alone, even if other units are in its hex; -1 if all units in the hexes are
    attacked.
    """
    overrun_outcome: OverrunOutcome | None = None
    """The overrun units, if the overrun is resolved except for its die roll."""

    @property
    def goal(self) -> int:
        """Return the key of the battle: the unit that is attacked, or the lowest-numbered hex."""
        return self.target_unit if self.target_unit >= 0 else (self.hexes & -self.hexes).bit_length() - 1


@dataclass(frozen=True, slots=True)
class BattleInProgress:
    """The battle being resolved; units and hexes are bit sets."""

    defenders: int
    """The units that defended, including units lost since."""
    attackers: int
    """The attackers that have neither been lost nor had to retreat."""
    hexes: int
    """The hexes of the defenders."""
    result: str = ""
    pending_effects: tuple[str, ...] = ()
    """Effects of the result that are not yet carried out."""
    loss_owed: Strength = 0
    """Strength that the attackers must still lose; before an exchange, the strength that the defenders have
    lost so far.
    """
    retreating: int = 0
    """Units that have yet to retreat."""
    multipliers: tuple[tuple[int, Fraction], ...] = ()
    """Units with the factor of their strength, without factors of 1; used if exchanges are measured in
    modified strength.
    """
    advanced_units: int = 0
    """Attackers that have advanced into a hex that the defenders left."""
    advanced_further: tuple[int, ...] = ()
    """Attackers that have advanced beyond the defenders' hexes, listed once for each further hex."""
    pending_cadres: tuple[tuple[int, int], ...] = ()
    """Eliminated units that a cadre may replace: for each, the number of the `cadres` entry and the hex."""
    initial_attackers: int = 0
    """The units that attacked, including units lost since."""
    cadres_of_attackers: int = 0
    """Cadres that replaced attackers; they may advance like the attackers."""
    announced_column: int = 0
    """The lower column that the attackers announced; 0 for the column of the odds."""
    ignores_results: bool = False
    """Whether the attackers ignore the results that the rules permit them to ignore."""
    overrun_entry: int = -1
    """The number of the `overruns` entry by which the defenders were eliminated; -1 in a battle without an
    overrun.
    """


@dataclass(frozen=True, slots=True)
class MovementStart:
    """The position that is restored when moves are taken back: at the start of a movement phase or after its
    last overrun.
    """

    locations: tuple[int, ...]
    owned: tuple[int, ...]
    captured_places: int
    conditions: bytes
    acted: int = 0
    barred_from_attack: int = 0
    movement_left: tuple[tuple[int, MovementLeft], ...] = ()
    used_trains: int = 0
    serving_hexes: tuple[int, ...] = ()

    def left_of(self, unit: int) -> tuple[tuple[int, MovementLeft], ...]:
        """Return the entry of `left` for a unit as a tuple; an empty tuple if the unit has no entry."""
        return tuple(entry for entry in self.movement_left if entry[0] == unit)


@dataclass(frozen=True, slots=True)
class Mission:
    """An air unit's mission: a strike, support of an attack, an interception or a supply flight."""

    unit: int
    kind: Literal["strike", "support", "intercept", "supply"]
    hex: int
    """The target hex."""
    phase: int
    """The number of the phase in which the mission is flown."""
    failed: bool = False
    """Whether an interception prevented the mission."""
    passed_interceptors: int = 0
    """The number of enemy air units that have let the mission pass."""


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle of fire combat: all attacks on one hex."""

    hex: int
    attackers: int
    """Attacking ground units, as a bit set."""
    air_support: int = 0
    """Air units that support the attack, as a bit set."""
    round: int = 0
    """The current round, counted from 1; 0 before the first round."""
    attack_hexes: int = 0
    """The hexes of the attackers, once the battle has begun."""
    strength: int = 0
    """Basic strength of the defenders at the start of the battle."""
    defending_side: int = -1
    """The number of the defending side, once the battle has begun."""
    hits: tuple[int, int] = (0, 0)
    """Hits of this round not yet allotted: on the attackers, then on the defenders."""
    absorbed: tuple[int, ...] = ()
    """Units that have absorbed a hit in this round, listed once for each hit."""
    advanced: int = 0
    """Units that have advanced into the cleared hex, or from it along a line."""


FieldLifetime = Literal["phase", "moves", "turn", "judged"]
"""How long a field of the state keeps its value: a phase, the moves of a phase, or a turn.

With `judged`, a field keeps its value until the next test at the beginning or end of a phase.
"""
T = TypeVar("T")


def expires_after(span: FieldLifetime, usual: T) -> T:
    """Return the declaration of a state field that returns to the default `usual` when its lifetime is
    over.
    """
    declared: T = field(default=usual, metadata={"lasts": span})
    return declared


@fast_init
@dataclass(frozen=True, slots=True)
class State:
    """A position of a game: all values on which rules depend, and the seed of all future die rolls.

    Units, sides and hexes are numbers of the compiled game; sets of them are bit sets. States are immutable
    and hashable; play creates new states with `replace`. Fields declared with `expires_after` return to their
    default at the end of their lifetime.
    """

    turn: int
    phase: int
    """The number of the current phase in the sequence of play."""
    stage: StageId
    """The kind of decision that is made next."""
    locations: tuple[int, ...]
    """The location of each unit: its hex, or POOL, NOT_IN_PLAY, OUT_OF_GAME or AT_BASE."""
    steps: bytes
    """The step of each unit, which its counter shows; 1 for full strength."""
    occupied: tuple[int, ...]
    """For each side, the hexes that contain its units."""
    owned: tuple[int, ...]
    """For each side, the hexes of the places it owns."""
    destroyed: tuple[int, ...]
    """For each side, the number of enemy units it has eliminated."""
    bonus_earned: tuple[bool, ...]
    """For each side, whether it has earned its bonus victory points."""
    seed: int
    dice_thrown: int
    """The number of dice rolled so far."""
    acted: int = expires_after("phase", 0)
    """Units that have moved, attacked or taken a replacement in this phase."""
    replacements_left: tuple[int, ...] = expires_after("phase", ())
    """The replacement points left in this phase, for each account of the phasing side."""
    battles: tuple[Battle, ...] = expires_after("phase", ())
    """Battles that are declared but not yet resolved, ordered by target."""
    fight: BattleInProgress | None = expires_after("phase", None)
    conditions: bytes = b""
    """The conditions of each unit: DISRUPTED, FORTIFIED and ENTRAINED as bits of one byte."""
    return_turns: bytes = b""
    """For each unit, the turn on which it may return or act again; 0 if there is none."""
    weather_by_turn: tuple[str, ...] = ()
    """The weather of each turn so far; the last entry is the current turn's weather."""
    barred_from_attack: int = expires_after("turn", 0)
    """Units that may not attack in the coming combat because they moved farther than attacking units may
    move.
    """
    attacked: int = expires_after("turn", 0)
    """Units whose hex was attacked when attacks were last allocated on this turn."""
    disrupted_this_turn: int = expires_after("turn", 0)
    """Units that were disrupted in this player turn."""
    missions: tuple[Mission, ...] = ()
    """The missions of the air units that are in use."""
    engagements: tuple[Engagement, ...] = ()
    """Battles of fire combat that are declared but not yet fought, ordered by hex."""
    current_engagement: Engagement | None = None
    """The battle of fire combat being fought."""
    captured_places: int = 0
    """Hexes of places that an enemy has captured at least once."""
    units_paid_for: int = expires_after("phase", 0)
    """Units on which replacement points were spent in this phase."""
    winning_side: int = -1
    """The side that has won before the end of the last turn; -1 if there is none."""
    movement_start: MovementStart | None = expires_after("moves", None)
    """The position that is restored when moves of the current movement phase are taken back."""
    attrition_roller: int = -1
    """The side that rolls for attrition; -1 if no side does."""
    places_entered: tuple[tuple[int, int], ...] = expires_after("moves", ())
    """Pairs of a unit and the places that its move entered and its side didn't own before.

    The pairs are ordered by unit, and cover only moves that can be taken back.
    """
    movement_left: tuple[tuple[int, MovementLeft], ...] = expires_after("moves", ())
    """Pairs of a unit and the movement it has left, ordered by unit."""
    phases_without_supply: tuple[tuple[int, int], ...] = ()
    """Pairs of a unit and the number of consecutive supply phases that it spent out of supply without a loss.
    """
    loss_points: tuple[int, ...] = ()
    """For each side, its victory points for enemy losses, if these points depend on kind or strength."""
    out_of_supply_when_moved: int = 0
    """Units out of supply at the start of their side's last movement phase, if any rule depends on this."""
    exit_points: tuple[int, ...] = ()
    """For each side, its victory points for units that exited the map."""
    front_gap_points: tuple[int, ...] = expires_after("judged", ())
    """For each side, its victory points for gaps in the enemy's fronts."""
    secured_holdings: int = expires_after("judged", 0)
    """Holdings of the victory table whose points a side keeps permanently, as a bit set of their numbers."""
    arrived_this_turn: int = expires_after("turn", 0)
    """Units that entered play in a replacement phase of this turn, if any rule depends on this."""
    used_trains: int = expires_after("turn", 0)
    """Units that entrained or detrained in the last movement phase of this turn."""
    isolated_when_moved: int = 0
    """The units of `out_of_supply_when_moved` that were isolated."""
    fallen_hexsides: int = 0
    """Fortified hexsides that units or attacks destroyed, as a bit set of their numbers."""
    hexsides_breached: tuple[tuple[int, int], ...] = expires_after("moves", ())
    """Pairs of a unit and the fortified hexsides that its move destroyed.

    The pairs are ordered by unit, and cover only moves that can be taken back.
    """
    serving_hexes: tuple[int, ...] = ()
    """The hexes that serve each side, ordered by changeable network and then by side."""
    network_hexes_entered: tuple[tuple[int, int], ...] = expires_after("moves", ())
    """Pairs of a unit and the hexes of changeable networks that its move entered.

    The pairs are ordered by unit, and cover only moves that can be taken back.
    """
    situation_counts: tuple[int, ...] = expires_after("judged", ())
    """For each situation, the number of consecutive tests at which it held; empty before the first test."""
    accumulated_replacements: tuple[tuple[int, ...], ...] = ()
    """For each side, the replacement points saved in each of its accounts; empty until points are saved."""
    defended: int = expires_after("phase", 0)
    """Units that have defended in this phase, if units defend only once in a phase."""
    situations_tested_at: tuple[int, int] = expires_after("judged", (0, -1))
    """The turn and phase at the start of which situations were last tested."""


def _defaults_of(span: FieldLifetime) -> Mapping[str, Any]:
    return {one.name: one.default for one in fields(State) if one.metadata.get("lasts") == span}


PHASE_DEFAULTS: Final = _defaults_of("phase")
"""The default values of the fields that last for a phase."""
MOVES_DEFAULTS: Final = _defaults_of("moves")
"""The default values of the fields that last for the moves of a phase."""
TURN_DEFAULTS: Final = _defaults_of("turn")
"""The default values of the fields that last for a turn."""
TEST_DEFAULTS: Final = _defaults_of("judged")
"""The default values of the fields that last until the next test."""


def movement_start_of(state: State, *, since: bool = False) -> MovementStart:
    """Return the position that is restored when moves are taken back.

    Set `since` right after an overrun: a unit whose move is taken back then has only the movement it had left
    after the overrun.
    """
    if not since:
        return MovementStart(
            state.locations,
            state.owned,
            state.captured_places,
            state.conditions,
            serving_hexes=state.serving_hexes,
        )
    return MovementStart(
        state.locations,
        state.owned,
        state.captured_places,
        state.conditions,
        state.acted,
        state.barred_from_attack,
        state.movement_left,
        state.used_trains,
        state.serving_hexes,
    )


def overruns_awaiting_dice(state: State) -> tuple[Battle, ...]:
    """Return the overruns for which a die must still be rolled."""
    return tuple(battle for battle in state.battles if battle.overrun_outcome is not None)


def disrupted_units(state: State) -> int:
    """Return the set of disrupted units."""
    return _units_in(state.conditions, DISRUPTED)


def entrained_units(state: State) -> int:
    """Return the set of entrained units."""
    return _units_in(state.conditions, ENTRAINED)


def units_in_condition(state: State, asked: Condition) -> int:
    """Return the units in a condition (disrupted, fortified or entrained), or, for a negated condition, the
    units that aren't in it.
    """
    so = _units_in(state.conditions, _FLAGS[asked])
    return ~so if asked in NEGATED_CONDITIONS else so


_FLAGS: Final[Mapping[Condition, int]] = {
    "disrupted": DISRUPTED,
    "undisrupted": DISRUPTED,
    "fortified": FORTIFIED,
    "unfortified": FORTIFIED,
    "entrained": ENTRAINED,
    "unentrained": ENTRAINED,
}
NEGATED_CONDITIONS: Final[frozenset[Condition]] = frozenset(("undisrupted", "unfortified", "unentrained"))
"""Conditions that mean the absence of another condition."""


@lru_cache(maxsize=64)
def _units_in(conditions: bytes, flag: int) -> int:
    """Return the units in a condition; the result is cached, because calls are frequent and conditions rarely
    change.
    """
    if not any(conditions):
        return 0
    return sum(1 << unit for unit, now in enumerate(conditions) if now & flag)


def noted_supply(state: State, unit: int) -> Degree:
    """Return a unit's supply as recorded at the start of its side's last movement phase."""
    if not state.out_of_supply_when_moved >> unit & 1:
        return "in"
    return "isolated" if state.isolated_when_moved >> unit & 1 else "limited"
