"""Join and reword the rules engine's sentences about a turn for the rulebook's example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import Final, Literal, Protocol

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.words.alike_sentences import join_alike_sentences, split_sentences
from hexwright.model.words.battle_report_words import fire_report, mission_report, odds_report
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.model.words.turn_citations import cost_cases
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.support.linear_regex import LinearRegex, Match
from hexwright.support.message_wording import join_with_and
from hexwright.support.plain_numbers import number_text

Silence = Literal["", "quiet", "elsewhere", "unplayed"]
"""Why a phase has no account: nothing happens, nothing happens here, or it isn't played on this turn."""

_UNSAID: Final = frozenset({"Nobody else advances."})
"""Sentences that say nothing that those before them don't."""
_HIT: Final = " takes a hit."
_ABSORBED: Final = LinearRegex(r"takes a hit and absorbs it, its second of the round\.")
_RETREAT: Final = LinearRegex(
    r" from (?P<start>[^.]+?) (?P<verb>retreats?) to (?P<end>[^.]+?) by way of (?P<via>[^.]+)\."
)
_LATER: Final = LinearRegex(r"; the die is rolled in [^.;]+")
_TAKEN: Final = LinearRegex(r"The (?P<side>[^.]+?) take [^.]+\.(?: The [^.]+? take [^.]+\.)+")
_POOL: Final = LinearRegex(r"\d+ (?:die|dice) hitting on (?P<range>\d-\d): ")
"""The dice of a side before their sources."""
_ELIMINATED: Final = LinearRegex(
    r"(?P<result>: [\pL\pN_/]+), (?:defenders?|attackers?) eliminated\. "
    r"(?P<who>[^.:]+ (?:is|are) eliminated\.)"
)


def as_told(text: str) -> str:
    """Return the sentences of the rules engine as a person would tell them."""
    text = " ".join(fire_report([*_with_effects(split_sentences(text))]))
    text = _ABSORBED.sub("takes a second hit and absorbs it.", mission_report(text))
    text = odds_report(join_alike_sentences(_TAKEN.sub(_taken, text)))
    text = _RETREAT.sub(_retreated, text)
    return _ELIMINATED.sub(lambda found: f"{found['result'].replace(':', ',')}: {found['who']}", text)


def _retreated(found: Match[str]) -> str:
    """Return the hexes of a retreat as those of a move."""
    way = (found["start"], *found["via"].split(", "), found["end"])
    return f" {found['verb']} {'–'.join(way)}."


def _with_effects(sentences: Sequence[str]) -> Iterator[str]:
    """Yield sentences; a hit is told with its effect, and nothing that goes without saying."""
    hit = ""
    for sentence in sentences:
        if hit:
            name = hit.removesuffix(_HIT)
            effect = sentence.removeprefix(f"{name} is ")
            if effect in ("disrupted.", "eliminated."):
                yield f"{name} takes a hit and is {effect}"
                hit = ""
                continue
            yield hit
            hit = ""
        if sentence.endswith(_HIT):
            hit = sentence
        elif sentence not in _UNSAID:
            yield sentence
    if hit:
        yield hit


def _taken(found: Match[str]) -> str:
    """Return one sentence about places that a side takes one after another."""
    side = found["side"]
    places = [place.strip().removesuffix(".") for place in found[0].split(f"The {side} take ")]
    return f"The {side} take {join_with_and(list(filter(None, places)), 'and')}."


def with_counter_turned(game: Game, text: str) -> str:
    """Return the account of a unit that digs in with how its counter shows that."""
    display = next((one for one in game.counters.conditions if one.condition == "fortified"), None)
    how = "" if display is None or display.turned is None else display.turned.replace("-", " ")
    return text.replace("digs in.", f"digs in; turn its counter {how}.") if how else text


def hit_numbers_once(text: str, known: str) -> tuple[str, str]:
    """Return the account of a battle without numbers that hit if they are `known`, and those known then."""

    def once(found: Match[str]) -> str:
        nonlocal known
        same, known = found["range"] == known, found["range"]
        return "" if same else found[0]

    return _POOL.sub(once, text), known


def die_rolled_later_once(text: str, known: set[str]) -> str:
    """Return the account of an overrun without when its die is rolled if that is `known`; add it there."""

    def once(found: Match[str]) -> str:
        same = found[0] in known
        known.add(found[0])
        return "" if same else found[0]

    return _LATER.sub(once, text)


def moves_left_out(number: int) -> str:
    """Return the words before the ends of moves that aren't told; 0 if they aren't counted."""
    if not number:
        return "Other moves end here"
    return "One other move ends here" if number == 1 else f"The other {number} moves end here"


def stacks_text(game: Game, units: Iterable[tuple[UnitId, HexId]]) -> str:
    """Return units by hex, such as "1532 53rd Rifle Division; 1634 222nd Rifle Division"."""
    by_hex = groupby(sorted(units, key=itemgetter(1)), key=itemgetter(1))
    return "; ".join(
        f"{hex_id} {join_unit_names([game.counters.unit(unit).name for unit, _ in stack])}"
        for hex_id, stack in by_hex
    )


def costs_text(game: Game, steps: Sequence[PaidStep], first: HexId) -> str:
    """Return what a move costs hex by hex, with what costs more there: "1134 1, 1334 2 (forest)"."""
    hexmap, mode = game.hexmap, game.rules.movement[0]
    costly = {one for cost in mode.costs for one in (*cost.across, *cost.across_front, *cost.into)}
    crossed = {
        frozenset(pair.split("/")): feature.name.lower()
        for feature in hexmap.hexsides
        if feature.id in costly
        for line in feature.lines
        for pair in line.hexsides
    }
    roads = {
        frozenset(pair): feature.name.lower()
        for feature in hexmap.lines
        if feature.is_road
        for line in feature.lines
        for pair in pairwise(line.path)
    }
    told, before, spent, by_road, zone = [], first, Fraction(0), False, False
    for step in steps:
        terrain, pair = hexmap.terrain_of(step.hex), frozenset((before, step.hex))
        if step.points - spent < 1 and pair in roads:
            met, by_road = [roads[pair]], True
        else:
            met = [terrain.name.lower()] if terrain.hexes else []
            met += [crossed[pair]] if pair in crossed else []
        met += [_zone_text(mode, zone, last=step is steps[-1])] if step.ezoc else []
        why = f" ({', '.join(met)})" if met else ""
        told.append(f"{step.hex} {number_text(step.points - spent)}{why}")
        before, spent, zone = step.hex, step.points, step.ezoc
    ezoc = any(step.ezoc for step in steps)
    cited = cost_cases(game, rulebook_sections(game), road=by_road, ezoc=ezoc)
    where = f" ({', '.join(cited)})" if cited else ""
    return f"Hex by hex{where}: {', '.join(told)}."


def _zone_text(mode: MovementMode, before: bool, *, last: bool) -> str:
    """Return what an EZOC does to a move, `before` which it may have been in one: it costs, or ends it."""
    if mode.ezoc_costs is not None:
        more = mode.ezoc_costs.zoc_to_zoc if before else mode.ezoc_costs.enter
        return f"{more} for the EZOC"
    return "EZOC: ends the move" if last and mode.ezoc == "stops" else "EZOC"


class PaidStep(Protocol):
    """A hex that a move enters, with the movement points spent up to it."""

    @property
    def hex(self) -> HexId:
        """Return the hex."""

    @property
    def points(self) -> Fraction:
        """Return the movement points spent in the phase up to it."""

    @property
    def ezoc(self) -> bool:
        """Whether it is in an enemy zone of control."""


SILENCE_WORDS: Final[Mapping[Silence, str]] = MappingProxyType(
    {
        "quiet": "nothing happens.",
        "elsewhere": "nothing happens here.",
        "unplayed": "not on this turn.",
    }
)
"""What is told, after their titles, of phases in which nothing happens."""
