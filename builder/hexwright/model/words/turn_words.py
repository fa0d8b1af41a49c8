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
from hexwright.model.words.alike_sentences import join_alike_sentences, split_sentences
from hexwright.model.words.battle_report_words import fire_report, mission_report, odds_report
from hexwright.model.words.rulebook_cases import Case, Section, rulebook_sections
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
    return _ELIMINATED.sub(lambda found: f"{found['result'].replace(':', ',')}: {found['who']}", text)


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
    """Return what a move costs hex by hex, with what costs more there: "1134 1, 1334 3 (river): 4 MP"."""
    hexmap = game.hexmap
    costs = game.rules.movement[0].costs
    costly = {one for cost in costs for one in (*cost.across, *cost.across_front, *cost.into)}
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
    told, before, spent = [], first, Fraction(0)
    for step in steps:
        terrain, pair = hexmap.terrain_of(step.hex), frozenset((before, step.hex))
        if step.points - spent < 1 and pair in roads:
            met = [roads[pair]]
        else:
            met = [terrain.name.lower()] if terrain.hexes else []
            met += [crossed[pair]] if pair in crossed else []
        met += ["EZOC"] if step.ezoc else []
        why = f" ({', '.join(met)})" if met else ""
        told.append(f"{step.hex} {number_text(step.points - spent)}{why}")
        before, spent = step.hex, step.points
    sections = {section.id: section.number for section in rulebook_sections(game)}
    rules = (game.rules.movement[0].rule, game.rules.zoc.rule if any(one.ezoc for one in steps) else "")
    cited = [sections[rule] for rule in rules if rule in sections]
    total = f"{number_text(spent)}\u00a0MP"
    where = f" ({join_with_and(cited, 'and')})" if cited else ""
    return f"Hex by hex: {', '.join(told)}; together {total}{where}."


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


def governing_case(sections: Sequence[Section], code: str, side: str) -> str:
    """Return the number of the case that governs an event; "" if no case is headed by it.

    Of several cases, that of the `side` wins; `code` is the kind of an action, with more about it after ":",
    such as a result of the dice, the way in which a unit moves, or the side of an interceptor.
    """
    kind, _, result = code.partition(":")
    side = result if kind == "interceptor" else side
    found: list[tuple[bool, str]] = []
    for section in sections:
        for case in section.cases:
            lead = (case.lead or case.text).lower()
            if kind == "mode":
                if case.number and lead == result.lower():
                    return case.number
            elif kind == "result":
                short, _, name = result.lower().partition("|")
                if case.number and (lead.startswith(f"{short}, ") or case.lead.lower() == name):
                    return case.number
            elif case.number and _is_headed(section, case, _LEADS.get(kind, ())):
                found.append((side.lower() in lead, case.number))
            elif kind == section.title.lower() and section.cases and section.cases[0].number:
                telling = (one.number for one in section.cases if result and result in one.text)
                return next(telling, section.cases[0].number)
    ours = [number for mine, number in found if mine]
    titled = [section.number for section in sections if section.title.lower() in _TITLES.get(kind, ())]
    return next(iter(ours or [number for _, number in found] or titled), "")


def _is_headed(section: Section, case: Case, leads: Sequence[str]) -> bool:
    """Whether a case begins with one of some words, which may follow the title of its section and ": "."""
    titled = f"{section.title}: {case.lead}".lower()
    return any(
        titled == lead if ": " in lead else bool(case.lead) and case.lead.lower().startswith(lead)
        for lead in leads
    )


def replacement_cases(sections: Sequence[Section], unit: str) -> tuple[str, ...]:
    """Return the numbers of the cases by which a unit returns: one that names it, and that of its hex.

    If no case names the unit, the first case of the same section governs it.
    """
    for section in sections:
        placing = [case.number for case in section.cases if _is_headed(section, case, _LEADS["new"])]
        if placing:
            numbered = [case for case in section.cases if case.number]
            naming = [case.number for case in numbered if unit in case.sentence]
            return (naming or [numbered[0].number])[0], placing[0]
    title = next((section.number for section in sections if "replacement" in section.title.lower()), "")
    return (title,) if title else ()


def with_cases(text: str, cases: Sequence[str]) -> str:
    """Return a text with the numbers of the cases that govern it before its last full stop."""
    if not cases or not text:
        return text
    return f"{text.removesuffix('.')} ({', '.join(cases)})."


_LEADS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "advance": ("advance", "entering the hex"),
        "retreat": ("retreat",),
        "disrupt": ("disruption",),
        "hit": ("absorbing hits",),
        "fortify": ("fortifying",),
        "strike": ("german missions", "russian missions", "missions"),
        "support": ("german missions", "russian missions", "missions"),
        "intercept": ("interception",),
        "new": ("placement", "rebuilding"),
        "entrain": ("rail movement", "entrained units"),
        "weather": ("weather roll",),
        "recovery": ("recovery",),
        "withdrawal": ("withdrawal",),
        "road": ("moscow road",),
        "bonus": ("bonus hex",),
        "odds": ("odds",),
        "rounds": ("rounds",),
        "one-round": ("second action", "second attack"),
        "disrupted": ("disrupted units: effect",),
        "tired": ("advancing after combat: disruption",),
        "remain": ("kampfgruppe", "cadre", "new partisans"),
        "dug-in": ("fortification: effect",),
        "interceptor": ("german interceptor", "russian interceptor"),
        "arrive": ("reinforcements", "arrival"),
        "attack": ("allocating attacks", "declaring", "dividing attacks"),
        "points": ("eliminated units",),
    }
)
"""The words with which the case begins that governs an action, by its kind."""
_TITLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"attack": ("combat", "battles", "battle")})
"""The titles of the section that is cited for an action if no case is headed by it."""
SILENCE_WORDS: Final[Mapping[Silence, str]] = MappingProxyType(
    {
        "quiet": "nothing happens.",
        "elsewhere": "nothing happens here.",
        "unplayed": "not on this turn.",
    }
)
"""What is told, after their titles, of phases in which nothing happens."""
