"""Hold a position of a game as one small frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

from hexwright.model.rules.criteria_record import Condition, Degree
from hexwright.rules.engine.fast_dataclasses import quick

POOL: Final = -1
"""Waits to be taken as a replacement."""
ASIDE: Final = -2
"""Not yet in play."""
GONE: Final = -3
"""Out of the game."""

BASE: Final = -4
"""An air unit at its bases, from which it flies its missions."""

DISRUPTED: Final = 1
"""Condition of a unit: it neither moves nor fires until it recovers."""
FORTIFIED: Final = 2
"""Condition of a unit: its works take a hit before it does."""

ENTRAINED: Final = 4
"""Condition of a unit: it moves along a line alone, until it detrains."""

Strength = int | Fraction
"""Strength of a unit or of several; a fraction where modifiers multiply it."""

Left = tuple[tuple[int, int, int], ...]
"""What a unit's move has left, in order: the number of a way of moving that can have led it where it stands,
the hexes beside the allowance that it used, and what it spent, in parts of a point; more than the allowance
where the move is over (see `legs.halted`)."""

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
    # Air units, supply and whatever else is decided by phase.
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
    # A phase that is about to begin, or is over, and the way back to the stage that called another: no state
    # that is played on has these.
    "begin",
    "back",
    "done",
    "over",
]


@dataclass(frozen=True, slots=True)
class Overran:
    """Enemies that were overrun, and for which a die is still thrown."""

    units: int
    """Who they were, as a set of numbers."""
    strength: Strength
    """What they had, as printed: what exchanges match."""
    entry: int
    """The number of the entry of `overruns` by which it was done."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A declared battle: the hexes that are attacked, and the attackers, as sets of numbers."""

    hexes: int
    attackers: int
    alone: int = -1
    """The one unit that is attacked by itself, whoever stands with it; -1 where all in the hexes are."""
    overran: Overran | None = None
    """Who was overrun, where only the die is still to be thrown for it."""

    @property
    def goal(self) -> int:
        """Return what the battle is known by: the unit that is attacked, or the first of the hexes."""
        return self.alone if self.alone >= 0 else (self.hexes & -self.hexes).bit_length() - 1


@dataclass(frozen=True, slots=True)
class Fight:
    """The battle that is being resolved; units and hexes are sets of numbers."""

    defenders: int
    """Who defended, the lost among them."""
    attackers: int
    """The attackers that are left: neither lost nor made to retreat."""
    hexes: int
    """Where the defenders stood."""
    result: str = ""
    todo: tuple[str, ...] = ()
    """Effects of the result that are not yet carried out."""
    owed: Strength = 0
    """Strength that the attacker must still lose, or what the defender lost until it is matched."""
    fleeing: int = 0
    """Units that have yet to retreat."""
    worth: tuple[tuple[int, Fraction], ...] = ()
    """By unit: what its strength was multiplied by, where exchanges go by that and it wasn't 1."""
    advanced: int = 0
    """Attackers that have entered a hex that the defenders left."""
    further: tuple[int, ...] = ()
    """Those that have gone on from it, each as often as hexes."""
    remains: tuple[tuple[int, int], ...] = ()
    """Of units that were eliminated and of which something may remain: the number of the entry, and the hex,
    in order."""
    fought: int = 0
    """Who attacked, the lost among them."""
    remained: int = 0
    """What remained of attackers: it may advance as they may."""
    column: int = 0
    """The lower column that the attackers announced; 0 for that of the odds."""
    ignoring: bool = False
    """Whether they ignore the results that they may."""
    overrun: int = -1
    """The number of the entry by which the defenders were overrun before; -1 in a battle."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How a movement phase began, or stood after the last overrun, for moves that are taken back."""

    where: tuple[int, ...]
    owned: tuple[int, ...]
    fallen: int
    conditions: bytes
    acted: int = 0
    barred: int = 0
    left: tuple[tuple[int, Left], ...] = ()
    rode: int = 0
    serving: tuple[int, ...] = ()

    def left_of(self, unit: int) -> tuple[tuple[int, Left], ...]:
        """Return the entry of `left` for a unit, if it has one."""
        return tuple(entry for entry in self.left if entry[0] == unit)


@dataclass(frozen=True, slots=True)
class Mission:
    """What an air unit does: a strike, support of an attack, an interception, a flight with supplies."""

    unit: int
    kind: Literal["strike", "support", "intercept", "supply"]
    hex: int
    """Where it is flown to."""
    phase: int
    """The number of the phase in which it is flown."""
    failed: bool = False
    """Whether an interception prevented it."""
    passed: int = 0
    """How many of its enemies have let it pass."""


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle of fire combat: all attacks on one hex."""

    hex: int
    attackers: int
    """Ground units that attack, as a set of numbers."""
    air: int = 0
    """Air units that support the attack, as a set of numbers."""
    round: int = 0
    """The round that is being fought, from 1 on; 0 before the first."""
    sources: int = 0
    """The hexes that it was attacked from, once it has begun."""
    strength: int = 0
    """Basic strength of the defenders when it began."""
    defender: int = -1
    """The side that defends, once it has begun."""
    hits: tuple[int, int] = (0, 0)
    """Hits of this round not yet allotted: on the attackers, on the defenders."""
    absorbed: tuple[int, ...] = ()
    """Units that have absorbed a hit in this round, once for each hit."""
    advanced: int = 0
    """Units that have entered the cleared hex, or gone on from it along a line."""


Span = Literal["phase", "moves", "turn", "judged"]
"""How long something lasts that a state holds: for a phase, for the moves of one, for a turn.

Or until it is judged again, as a phase begins or ends.
"""
T = TypeVar("T")


def lasts(span: Span, usual: T) -> T:
    """Declare a field of a state that is as `usual` again when a span is over."""
    declared: T = field(default=usual, metadata={"lasts": span})
    return declared


@quick
@dataclass(frozen=True, slots=True)
class State:
    """A position. Units and hexes are numbers of the `Setting`; sets of them are bits."""

    turn: int
    phase: int
    """Number of the phase in the sequence of play."""
    stage: StageId
    """What has to be decided next."""
    where: tuple[int, ...]
    """By unit: its hex, or POOL, ASIDE or GONE."""
    steps: bytes
    """By unit: the face it shows, 1 for full strength."""
    occupied: tuple[int, ...]
    """By side: the hexes with its units."""
    owned: tuple[int, ...]
    """By side: the places it owns, as hexes."""
    destroyed: tuple[int, ...]
    """By side: how many enemy units it has eliminated."""
    bonus: tuple[bool, ...]
    """By side: whether it has earned its bonus."""
    seed: int
    throws: int
    """Dice thrown so far."""
    acted: int = lasts("phase", 0)
    """Units that have moved, attacked or taken a replacement in this phase."""
    points: tuple[int, ...] = lasts("phase", ())
    """Replacements left in this phase, by account of the side whose phase it is."""
    battles: tuple[Battle, ...] = lasts("phase", ())
    """Battles declared and not yet resolved, by what is attacked."""
    fight: Fight | None = lasts("phase", None)
    conditions: bytes = b""
    """By unit: DISRUPTED, FORTIFIED and ENTRAINED, added up."""
    back: bytes = b""
    """By unit: the turn on which it may return or act again; 0 for none."""
    weathers: tuple[str, ...] = ()
    """The weather of each turn so far; the last is this turn's."""
    barred: int = lasts("turn", 0)
    """Units that may not attack in the coming combat: they went further than attackers may."""
    attacked: int = lasts("turn", 0)
    """Units whose hex was attacked when attacks were last allocated on this turn."""
    shaken: int = lasts("turn", 0)
    """Units that were disrupted in this player turn."""
    missions: tuple[Mission, ...] = ()
    """Air units in use."""
    engagements: tuple[Engagement, ...] = ()
    """Battles of fire combat declared and not yet fought, by hex."""
    engaged: Engagement | None = None
    """The one that is being fought."""
    fallen: int = 0
    """Hexes of places that an enemy has taken at some time."""
    paid: int = lasts("phase", 0)
    """Units on which replacements were spent in this phase."""
    won: int = -1
    """The side that has won before the last turn ended; -1 for none."""
    begun: Begun | None = lasts("moves", None)
    """How the movement phase began in which moves may be taken back."""
    roller: int = -1
    """The side that rolls for attrition; -1 for none."""
    seized: tuple[tuple[int, int], ...] = lasts("moves", ())
    """By unit in order: the places that its move of this phase took, where it may be taken back."""
    left: tuple[tuple[int, Left], ...] = lasts("moves", ())
    """By unit in order: what the legs of its move of this phase have left."""
    hungry: tuple[tuple[int, int], ...] = ()
    """By unit in order: how many phases of supply in a row it went without at no cost, from 1 on."""
    bled: tuple[int, ...] = ()
    """By side: the points it has for units that others lost, where their kind or strength counts."""
    cut: int = 0
    """Units that were out of supply as their side's last movement phase began, where that is asked for."""
    exited: tuple[int, ...] = ()
    """By side: the points it has for its units that left the map."""
    gapped: tuple[int, ...] = lasts("judged", ())
    """By side: the points it has for gaps in fronts of others."""
    secured: int = lasts("judged", 0)
    """Holdings of the victory table whose points a side has for good, as a set of their numbers."""
    came: int = lasts("turn", 0)
    """Units that came into play in a replacement phase of this turn, where that matters."""
    rode: int = lasts("turn", 0)
    """Units that entrained or detrained in the last movement phase of this turn."""
    isolated: int = 0
    """Those of `cut` that were isolated."""
    breached: int = 0
    """Hexsides with a front that units or attacks made fall, as a set of their numbers."""
    broke: tuple[tuple[int, int], ...] = lasts("moves", ())
    """By unit in order: those that its move of this phase made fall, where it may be taken back."""
    serving: tuple[int, ...] = ()
    """By network whose hexes change, and by side: the hexes that serve it."""
    entered: tuple[tuple[int, int], ...] = lasts("moves", ())
    """By unit in order: the hexes of such networks that its move of this phase entered, where it may be taken
    back."""
    situations: tuple[int, ...] = lasts("judged", ())
    """By situation: how many times in a row it was judged to be so; empty before any was judged."""
    saved: tuple[tuple[int, ...], ...] = ()
    """By side: the replacements that it has kept, by account; nothing before any were."""
    situated: tuple[int, int] = lasts("judged", (0, -1))
    """The turn and the phase as which began situations were judged last."""


def _usual(span: Span) -> Mapping[str, Any]:
    return {one.name: one.default for one in fields(State) if one.metadata.get("lasts") == span}


OF_PHASE: Final = _usual("phase")
"""What lasts for a phase, as it is when none is being played."""
OF_MOVES: Final = _usual("moves")
"""What lasts for the moves of a phase, as it is outside."""
OF_TURN: Final = _usual("turn")
"""What lasts for a turn, as it is when one begins."""
OF_JUDGING: Final = _usual("judged")
"""What is judged as phases begin and end, as it is before any has."""


def begun_with(state: State, *, since: bool = False) -> Begun:
    """Return what moves are taken back to: a phase that begins, or `since` an overrun what they have left."""
    if not since:
        return Begun(state.where, state.owned, state.fallen, state.conditions, serving=state.serving)
    return Begun(
        state.where,
        state.owned,
        state.fallen,
        state.conditions,
        state.acted,
        state.barred,
        state.left,
        state.rode,
        state.serving,
    )


def overran(state: State) -> tuple[Battle, ...]:
    """Return the overruns that were done and for which a die is still thrown."""
    return tuple(battle for battle in state.battles if battle.overran is not None)


def disrupted_units(state: State) -> int:
    """Return the set of disrupted units."""
    return _units_in(state.conditions, DISRUPTED)


def entrained_units(state: State) -> int:
    """Return the set of entrained units."""
    return _units_in(state.conditions, ENTRAINED)


def in_condition(state: State, asked: Condition) -> int:
    """Return the units that are as is asked: disrupted, fortified or entrained, or not so."""
    so = _units_in(state.conditions, _FLAGS[asked])
    return ~so if asked in NOT_SO else so


_FLAGS: Final[Mapping[Condition, int]] = {
    "disrupted": DISRUPTED,
    "undisrupted": DISRUPTED,
    "fortified": FORTIFIED,
    "unfortified": FORTIFIED,
    "entrained": ENTRAINED,
    "unentrained": ENTRAINED,
}
NOT_SO: Final[frozenset[Condition]] = frozenset(("undisrupted", "unfortified", "unentrained"))
"""What is so of whom nothing has befallen."""


@lru_cache(maxsize=64)
def _units_in(conditions: bytes, flag: int) -> int:
    """Return the units in a condition; it is asked for again and again while conditions are the same."""
    if not any(conditions):
        return 0
    return sum(1 << unit for unit, now in enumerate(conditions) if now & flag)


def supply_noted(state: State, unit: int) -> Degree:
    """Return how a unit was supplied as its side's last movement phase began, as far as it was noted."""
    if not state.cut >> unit & 1:
        return "in"
    return "isolated" if state.isolated >> unit & 1 else "limited"
