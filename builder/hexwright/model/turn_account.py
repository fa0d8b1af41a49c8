"""Define the account of a turn that was played: its phases, and what happened in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise, zip_longest
from typing import Final, Literal

from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.movement_record import counts_hexes
from hexwright.model.words.alike_sentences import split_sentences
from hexwright.model.words.battle_report_words import ROUND
from hexwright.model.words.rulebook_cases import Section, rulebook_sections
from hexwright.model.words.turn_citations import (
    Cited,
    cited_cases,
    codes_of_words,
    governing_case,
    recovery_cases,
    with_cases,
    with_citations,
)
from hexwright.model.words.turn_words import (
    SILENCE_WORDS,
    Silence,
    as_told,
    costs_text,
    die_rolled_later_once,
    hit_numbers_once,
    moves_left_out,
    stacks_text,
    with_counter_turned,
)
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.support.message_wording import join_with_and

ShownCondition = Literal["disrupted", "fortified", "entrained"]
"""A condition of a unit that its counter on the map may show."""
EventKind = Literal["move", "battle", "attack", "air mission", "arrival", "step"]
_MOST_LINES: Final = 40
"""The number of moves in a row up to which each has a line of its own."""
END_OF_TURN: Final = "End of the turn"
"""The title of the account of what happens after all phases."""
_MOST_TOLD: Final = 6
"""The number of moves of a phase that are told, unless more of the units fight."""
_DEAR: Final = 7
"""The number of hexes of a move up to which its costs are told hex by hex."""
_STAY: Final = "The defenders stay."
"""How a battle tells that no defender retreats."""
_RECOVERS: Final = " recovers."
"""How the end of a phase tells that a unit recovers."""
_SPECIAL, _RIDE = 4, 5
"""How much a move is worth in which something else happens, and a ride by rail, in hexes of its way."""
_IN_PARAGRAPH: Final = 12
"""The number of moves in a paragraph if there are more."""


@dataclass(frozen=True, slots=True)
class StandingUnit(ExampleUnit):
    """A unit on the map in a turn, with its conditions."""

    conditions: tuple[ShownCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A hex that a move enters."""

    hex: HexId
    points: Fraction
    """The movement points spent in the phase up to it."""
    ezoc: bool
    """Whether it is in an enemy zone of control."""


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One thing that happened: a move, a battle with its result, an arrival."""

    kind: EventKind
    side: SideId
    text: str
    arrows: tuple[tuple[HexId, HexId], ...] = ()
    """The way of each unit that moved, or the hex of each attacker with the hex that it attacked."""
    position: tuple[ExampleUnit, ...] = ()
    """All units on the map before it; units that take part come last."""
    unit: str = ""
    """The name of the unit that moved, with which the text begins."""
    way: tuple[HexId, ...] = ()
    """The hexes of a move in their order, with the first and the last; empty if they aren't known."""
    touched: frozenset[HexId] = frozenset()
    """The hexes of all units that took part or were changed, before and after it."""
    acting: tuple[UnitId, ...] = ()
    """The units on the map that moved or attacked."""
    steps: tuple[TurnStep, ...] = ()
    """The hexes that a move enters, with what they cost; empty if that isn't known."""
    deciding: tuple[StandingUnit, ...] = ()
    """The other units without which a move would cost something else, or a battle be another."""
    places: tuple[tuple[UnitId, HexId | None], ...] = ()
    """The units that it brings to another hex or takes off the map."""
    points: tuple[int, ...] = ()
    """The victory points that each side gets for losses in it, in games that give such points."""
    codes: tuple[str, ...] = ()
    """The kinds of the actions in it, and the results of dice after "result:"."""
    cited: Cited = ()
    """The numbers of the cases that govern it, by what they govern."""
    costs: str = ""
    """What it costs hex by hex, if the rulebook says so."""

    @property
    def hexes(self) -> frozenset[HexId]:
        """Return all hexes that it concerns; an event without any concerns the whole game."""
        return self.touched.union(self.way, *self.arrows)

    @property
    def is_special(self) -> bool:
        """Return whether more happens in a move than that a unit goes to a hex."""
        return self.kind == "move" and len(split_sentences(self.text)) > 1

    @property
    def weight(self) -> int:
        """Return how much a move shows: the hexes of its way, and more if something else happens in it."""
        return len(self.way) + _SPECIAL * self.is_special

    def concerns(self, hexes: Collection[HexId]) -> bool:
        """Whether it concerns any of some hexes."""
        return not self.hexes or not self.hexes.isdisjoint(hexes)

    def is_within(self, hexes: Collection[HexId]) -> bool:
        """Whether all its hexes, and all units that decide it, are in some hexes."""
        return all(one in hexes for one in (*self.hexes, *(unit.hex for unit in self.deciding)))


@dataclass(frozen=True, slots=True)
class TurnSentence:
    """A part of a paragraph: what happened, after the names of the units that moved."""

    lead: str
    text: str


@dataclass(frozen=True, slots=True)
class PhaseAccount:
    """What happened in one phase."""

    title: str
    events: tuple[TurnEvent, ...]
    closing: str = ""
    """The consequences of the end of the phase, if any."""
    titles: tuple[str, ...] = ()
    silence: Silence = ""
    """The phases of which nothing is told, and why; their closing goes on after the title."""
    closing_cases: tuple[str, ...] = ()
    """The numbers of the cases that govern it."""
    gaps: str = ""
    """What gaps in the lines of the whole map gave."""
    untold: int = 0
    """The number of its moves that aren't told, unless only a sector of the map is."""
    ends: tuple[tuple[UnitId, HexId | None], ...] = ()
    """Where units come to by moves that aren't told; None if they leave the map."""
    others: str = ""
    """A sentence about these moves."""
    position: tuple[StandingUnit, ...] = ()
    """All units on the map as it begins."""

    @classmethod
    def silent(cls, titles: Sequence[str], why: Silence) -> PhaseAccount:
        """Return the account of phases in a row of which nothing is told."""
        return cls(join_with_and(titles, "and"), (), SILENCE_WORDS[why], tuple(titles), why)

    @property
    def paragraphs(self) -> tuple[tuple[TurnSentence, ...], ...]:
        """Return the account as paragraphs: one for each move and battle, and one for others in a row.

        Many moves in a row share paragraphs. Units that move in the same way one after another are told
        together, and units that meet the same in a battle. A move by rail implies that the unit entrained and
        detrained.
        """
        found: list[tuple[TurnSentence, ...]] = []
        later: set[str] = set()
        for kind, group in groupby(_without_entraining(self.events), key=_manner):
            run = list(group)
            if kind == "move":
                moves = [_moved(alike) for _, alike in groupby(run, key=_move_words)]
                many = _IN_PARAGRAPH if len(moves) > _MOST_LINES else 1
                found += (tuple(moves[n : n + many]) for n in range(0, len(moves), many))
            elif kind in ("battle", "air mission"):
                for event in run:
                    text = die_rolled_later_once(as_told(event.text), later)
                    rounds = with_citations(text, event.cited).split(ROUND)
                    found += ((TurnSentence("", told.strip()),) for told in rounds)
            else:
                # Arrivals by other cases are told apart.
                parts = (list(alike) for _, alike in groupby(run, key=_arrival_cases))
                found.append((TurnSentence("", " ".join(map(_steps_text, parts))),))
        if self.others:
            last = max((n for n, told in enumerate(found) if told[0].lead), default=-1)
            found.insert(last + 1, (TurnSentence("", self.others),))
        ends = (with_cases(as_told(self.closing), self.closing_cases), as_told(self.gaps))
        found += ((TurnSentence("", text),) for text in ends if text)
        return tuple(found)

    @property
    def length(self) -> int:
        """Return the number of characters of the paragraphs."""
        return sum(len(told.lead) + len(told.text) for paragraph in self.paragraphs for told in paragraph)

    def cited(self, game: Game, sections: Sequence[Section], sides: Mapping[SideId, str]) -> PhaseAccount:
        """Return the account with the numbers of the cases that govern its events."""
        seen: set[str] = set()
        names = [f"({section.title})" for section in sections]
        found = []
        for event in self.events:
            codes = (*event.codes, *codes_of_words(event.text))
            cited = cited_cases(game, sections, codes, sides[event.side], self.title, seen)
            text = event.text
            if any(kind == "overrun" for kind, _ in cited):
                # The rules engine cites the section of the case.
                for name in names:
                    text = text.replace(f" {name}", "")
            found.append(replace(event, text=text, cited=cited))
        recovery = recovery_cases(game, sections, self.closing) if _RECOVERS in self.closing else ()
        return replace(self, events=tuple(found), closing_cases=recovery)

    def shortened(self, fighters: Set[UnitId]) -> PhaseAccount:
        """Return the account without dull moves if there are many; those of `fighters` are all told."""
        moves = [event for event in self.events if event.kind == "move" and event.arrows]
        ways = {event.way or event.arrows[0] for event in moves}
        if len(ways) <= _MOST_TOLD:
            return self
        order = sorted(moves, key=lambda event: -event.weight - _RIDE * (_BY_RAIL in event.text))
        kept = {id(event) for event in moves if not fighters.isdisjoint(event.acting)}
        for event in order:
            if len(kept) < _MOST_TOLD:
                kept.add(id(event))
        told = [event for event in self.events if event not in moves or id(event) in kept]
        return replace(self, events=tuple(told), untold=len(moves) - len(kept))

    def within(self, hexes: Collection[HexId]) -> PhaseAccount:
        """Return the account of what concerns some hexes; of moves only those that can be followed there."""
        told = tuple(
            event
            for event in _without_entraining(self.events)
            if (event.is_within(hexes) if event.kind == "move" else event.concerns(hexes))
        )
        return replace(self, events=told, gaps="")

    @property
    def is_empty(self) -> bool:
        """Whether its account is empty, though it isn't known to be silent."""
        return not (self.silence or self.events or self.closing or self.gaps or self.ends)


_BY_RAIL: Final = ", by rail"


def _without_entraining(events: tuple[TurnEvent, ...]) -> Iterator[TurnEvent]:
    """Yield the events; entraining, a ride and detraining one after another are the ride alone."""
    for event, after in zip_longest(events, events[1:]):
        rides = after is not None and after.kind == "move" and _BY_RAIL in after.text
        if rides and event.text.startswith(after.unit) and event.text.endswith(" entrains."):
            continue
        if event.kind == "move" and event.unit and _BY_RAIL in event.text:
            ride, by_rail, rest = event.text.partition(f"{_BY_RAIL}.")
            if rest.startswith(f" {event.unit} ") and rest.endswith(" detrains.") and rest.count(".") == 1:
                event = replace(event, text=f"{ride}{by_rail}")
        yield event


def _manner(event: TurnEvent) -> EventKind:
    return event.kind if event.kind in ("move", "battle", "air mission") else "step"


def _arrival_cases(event: TurnEvent) -> Cited:
    return event.cited if event.kind == "arrival" else ()


def _steps_text(events: Sequence[TurnEvent]) -> str:
    cited = tuple(dict.fromkeys(one for event in events for one in event.cited))
    return with_citations(as_told(" ".join(event.text for event in events)), cited)


def _move_words(event: TurnEvent) -> str:
    text = with_citations(as_told(event.text.removeprefix(event.unit).strip()), event.cited)
    return f"{text} {event.costs}".strip()


def _moved(alike: Iterable[TurnEvent]) -> TurnSentence:
    events = list(alike)
    names = [event.unit for event in events if event.unit]
    return TurnSentence(join_unit_names(names) if names else "", _move_words(events[0]))


@dataclass(frozen=True, slots=True)
class TurnAccount:
    """One turn of a scenario, from its first phase to its last."""

    scenario: str
    turn: str
    phases: tuple[PhaseAccount, ...]
    position: tuple[ExampleUnit, ...] = ()
    """All units on the map at its start."""
    scoring: tuple[str, ...] = ()
    """The people of each side, such as "Germans", in games that give victory points for losses."""

    @property
    def length(self) -> int:
        """Return the number of characters of all paragraphs."""
        return sum(phase.length for phase in self.phases)

    def within(self, hexes: Collection[HexId]) -> TurnAccount:
        """Return the account of what concerns some hexes, with the units that begin there."""
        phases = tuple(phase.within(hexes) for phase in self.phases)
        return replace(self, phases=phases, position=tuple(one for one in self.position if one.hex in hexes))

    def told(self, game: Game, sector: Set[HexId] | None = None) -> TurnAccount:
        """Return the account as the rulebook tells it, of the whole map or of a sector.

        Of many moves in a phase only some are told, one of them with its costs, and the ends of the others;
        what happens cites its cases. In a sector the ends of moves across its edge are told, too.
        """
        cut = self if sector is None else self.within(sector)
        fighters = [
            {unit for event in phase.events if event.kind == "battle" for unit in event.acting}
            for phase in cut.phases
        ]
        sections, names = rulebook_sections(game), {side.id: side.name for side in game.info.sides}
        phases = [*_with_stays_once(cut.phases)]
        phases = [
            phase.cited(game, sections, names).shortened(frozenset().union(*fighters[number:]))
            for number, phase in enumerate(phases)
        ]
        dearest = max(
            (event for phase in phases for event in phase.events if 3 <= len(event.steps) <= _DEAR),
            key=_instructive,
            default=None,
        )
        if dearest is not None and not counts_hexes(game.rules.movement):
            paid = replace(dearest, costs=costs_text(game, dearest.steps, dearest.way[0]))
            phases = [
                replace(phase, events=tuple(paid if one is dearest else one for one in phase.events))
                for phase in phases
            ]
        phases = [*_with_ends(phases, self, sector)]
        phases = [
            PhaseAccount.silent((phase.title,), "elsewhere") if phase.is_empty else phase for phase in phases
        ]
        phases = [*joined_silences(phases)]
        if self.scoring:
            phases.append(PhaseAccount(END_OF_TURN, (), _points_text(self.scoring, phases, sections)))
        phases = [
            replace(
                phase,
                events=tuple(
                    replace(event, text=with_counter_turned(game, event.text)) for event in phase.events
                ),
                others=_others_text(game, phase, sector),
            )
            for phase in _with_hit_numbers_once(phases)
        ]
        return replace(cut, phases=tuple(phases))


def _points_text(plurals: Sequence[str], phases: Iterable[PhaseAccount], sections: Sequence[Section]) -> str:
    """Return a sentence about the victory points for the losses that are told."""
    scored = [event.points for phase in phases for event in phase.events if event.points]
    totals = [sum(row) for row in zip(*scored, strict=True)] or [0] * len(plurals)
    told = [f"the {side} {points}" for side, points in zip(plurals, totals, strict=True)]
    case = governing_case(sections, "points", "")
    return with_cases(
        f"Victory points for these losses: {join_with_and(told, 'and')}.", [case] if case else ()
    )


def _others_text(game: Game, phase: PhaseAccount, sector: Set[HexId] | None) -> str:
    """Return a sentence about the ends of moves that aren't told; "" if all are."""
    ends = phase.ends
    here = [(unit, hex_id) for unit, hex_id in ends if hex_id and (sector is None or hex_id in sector)]
    away = [game.counters.unit(unit).name for unit, hex_id in ends if hex_id and (unit, hex_id) not in here]
    gone = [game.counters.unit(unit).name for unit, hex_id in ends if hex_id is None]
    told = [f"{moves_left_out(phase.untold)}: {stacks_text(game, here)}."] if here else []
    told += [f"Out of the sector: {join_unit_names(away)}."] if away else []
    told += [f"Off the map: {join_unit_names(gone)}."] if gone else []
    return " ".join(told)


def _with_stays_once(phases: Sequence[PhaseAccount]) -> Iterator[PhaseAccount]:
    """Yield accounts that tell only of the first battle that the defenders stay, and that others do."""
    retreats = any("retreat" in event.codes for phase in phases for event in phase.events)
    others = "as below where no retreat is told" if retreats else "here and in all battles below"
    several = sum(event.text.count(_STAY) for phase in phases for event in phase.events) > 1
    first = f"{_STAY.removesuffix('.')}, {others}." if several else _STAY
    for phase in phases:
        events = []
        for event in phase.events:
            before, stay, after = event.text.partition(_STAY)
            after = after.replace(f" {_STAY}", "")
            events.append(
                replace(event, text=f"{before}{first}{after}" if first else f"{before.rstrip()}{after}")
                if stay
                else event
            )
            first = "" if stay else first
        yield replace(phase, events=tuple(events))


def _with_hit_numbers_once(phases: Iterable[PhaseAccount]) -> Iterator[PhaseAccount]:
    """Yield accounts of battles that tell the numbers that hit only the first time, and where others hit."""
    known = ""
    for phase in phases:
        events = []
        for event in phase.events:
            text, known = (
                hit_numbers_once(event.text, known) if event.kind == "battle" else (event.text, known)
            )
            events.append(replace(event, text=text))
        yield replace(phase, events=tuple(events))


def _instructive(event: TurnEvent) -> tuple[int, int]:
    """Return how many different costs a move has, and how few hexes."""
    ways = [Fraction(0), *(step.points for step in event.steps)]
    costs = {b - a for a, b in pairwise(ways)}
    return len(costs) + any(step.ezoc for step in event.steps), -len(event.steps)


def _with_ends(
    phases: Iterable[PhaseAccount], whole: TurnAccount, sector: Set[HexId] | None
) -> Iterator[PhaseAccount]:
    """Yield accounts with where units come to by what isn't told, and in a sector also out of it."""
    true: dict[UnitId, HexId | None] = {one.unit: one.hex for one in whole.position}
    told = {unit: hex_id for unit, hex_id in true.items() if sector is None or hex_id in sector}
    for phase, played in zip(phases, whole.phases, strict=True):
        true.update(place for event in played.events for place in event.places)
        told.update(place for event in phase.events for place in event.places)
        ends = tuple(
            (unit, hex_id)
            for unit, hex_id in true.items()
            if told.get(unit) != hex_id and (sector is None or hex_id in sector or told.get(unit) in sector)
        )
        told.update(ends)
        # Of a sector moves across its edge aren't told either, so that a number would mean little.
        yield replace(phase, ends=ends, untold=phase.untold if sector is None else 0)


def joined_silences(phases: Iterable[PhaseAccount]) -> tuple[PhaseAccount, ...]:
    """Return accounts in which phases in a row of which nothing is told for one reason share one account.

    Phases of which nothing happens here may be among those in which nothing happens.
    """
    found: list[PhaseAccount] = []
    for phase in phases:
        last = found[-1] if found else None
        if last is not None and phase.silence and last.silence:
            both = {last.silence, phase.silence}
            if len(both) == 1 or "unplayed" not in both:
                why: Silence = "elsewhere" if "elsewhere" in both else phase.silence
                found[-1] = PhaseAccount.silent((*last.titles, *phase.titles), why)
                continue
        found.append(phase)
    return tuple(found)
