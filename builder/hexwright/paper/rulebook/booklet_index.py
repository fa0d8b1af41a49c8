"""Make the booklet's index: terms of the hobby and of the game, with the pages that mention them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeVar

from hexwright.model.counter_mix import Marker
from hexwright.model.game import Game
from hexwright.model.words.rule_tables import combat_rule
from hexwright.model.words.rulebook_cases import Section

Place = TypeVar("Place")
MARKERS: Final = "markers"
"""The list of markers in the key to the counters, among the lists of the classes of sides."""
_FIELD: Final[Mapping[str, str]] = {
    "advance after combat": r"move into it|advanc(?:e[sd]?|ing)",
    "attrition, frostbite": r"attrition|frostbite",
    "communication": r"communication",
    "control markers": r"control markers?",
    "declared attacks": r"declared?|declares",
    "eliminated units": r"eliminated",
    "air units": r"air units?|airpower|air strikes?",
    "demoralisation": r"demoralis\w+",
    "disruption": r"disrupt\w+",
    "exchange": r"exchanges?",
    "EZOC, enemy zone of control": r"EZOCs?",
    "fortification": r"fortifications?",
    "handicap": r"handicap",
    "hexes and hexsides": r"hexsides?",
    "hits": r"hits?",
    "impulses": r"impulses?",
    "interception": r"intercept\w*",
    "isolation": r"isolat\w+",
    "limited supply": r"limited supply",
    "losses": r"loss(?:es)?",
    "mandatory attacks": r"mandatory attacks?|must attack|must be attacked",
    "movement allowance": r"movement allowances?",
    "odds": r"odds",
    "optional rules": r"optional rules?",
    "pool": r"pool",
    "rail movement": r"rail movement|by rail",
    "recovery": r"recover\w*",
    "replacements": r"replacements?",
    "retreat": r"retreats?",
    "set-up": r"set-up|set up|starting the game",
    "ownership": r"owns|owned|owner",
    "overruns": r"overruns?",
    "reinforcements": r"reinforcements?",
    "stacking": r"more than one unit|stack(?:ing)?",
    "steps": r"steps|(?:a|one|each|every|last|of its|its) step",
    "strength": r"strengths?",
    "supply": r"supply|supplied",
    "terrain": r"terrain",
    "victory": r"wins?|victory",
    "victory points": r"victory points?",
    "weather": r"weather",
    "ZOC, zone of control": r"[Zz]ones? of control|ZOCs?",
}
_MOST_PAGES = 7
"""The maximum number of pages of a term; of more pages, those that mention it most."""
_MOST_NUMBERS: Final = 10
"""The maximum number of sections and cases of a term, apart from those that have it in their titles."""
_TITLE: Final = 1000
"""How often a section or a case counts as mentioning a term that it has in its title."""
_LEAST_RANGE: Final = 3
"""The number of consecutive cases from which only the first and the last are cited."""
_SHORT, _ABOUT = 3, 5
"""The number of words up to which a title of a section is a term, and up to which it says what a lead is
about."""
_KIND: Final = {"clear": "clear terrain", "good": "good weather", "fair": "fair weather"}
"""Adjectives among the names of terrain and weather, with what they describe."""

_VAGUE: Final = frozenset(
    [
        "after",
        "all",
        "any",
        "arrival",
        "at",
        "before",
        "beside",
        "both",
        "combat",
        "condition",
        "costs",
        "dice",
        "each",
        "effect",
        "effects",
        "entering",
        "every",
        "exceptions",
        "first",
        "friendly",
        "from",
        "in",
        "level",
        "limit",
        "limits",
        "no",
        "one",
        "other",
        "placement",
        "points",
        "rounds",
        "second",
        "when",
        "which",
        "withdrawal",
    ]
)
"""Words that say little at the beginning of a case's lead."""
_EVERYWHERE: Final = ("phase", "turn", "units")
"""The last words of leads that too many cases mention."""


def index_terms(game: Game) -> Mapping[str, re.Pattern[str]]:
    """Return the terms of the index, each with the regular expression that finds it in the text."""
    words = dict(_FIELD)
    if all(len(unit.steps) == 1 for unit in game.counters.units):
        # A step is one from hex to hex then.
        del words["steps"]
    table = game.charts.combat
    known = {name for word in words for name in _names_of(word)}
    conditions = [kind.name for kind in game.charts.weather]
    conditions += [effect.name for effect in game.charts.terrain_effects]
    for name in (
        *conditions,
        *(kind.name for kind in game.counters.classes),
        *(mode.name for mode in game.rules.movement),
        *(place.name for place in game.hexmap.places),
        *(unit for arrival in game.oob.reinforcements for unit in map(str, _names(game, arrival.units))),
    ):
        if not _names_of(name) & known:
            words[_kind_of(name, twice=conditions.count(name) > 1)] = _named(name)
            known |= _names_of(name)
    for result in table.results if table is not None else ():
        # A result of the hobby's name has one entry.
        named = words.pop(result.name.casefold(), "") or _named(result.name)
        words.setdefault(f"{result.id}, {result.name}", rf"(?-i:{re.escape(result.id)})(?![\w/])|{named}")
    for marker in game.counters.markers:
        if not _names_of(marker.name) & known:
            words.setdefault(marker_entry(marker), rf"(?-i:{_named(marker.name)})")
    for term, told in game.rules.index.items():
        words = {word: found for word, found in words.items() if not _names_of(word) & _names_of(term)}
        if told:
            words[term] = "|".join(map(_named, told))
    for word in words:
        # "City" isn't a "major city".
        longer = [one for one in words if one.casefold().endswith(f" {word.casefold()}")]
        apart = "".join(f"(?<!{re.escape(one[: -len(word)])})" for one in longer)
        words[word] = f"{apart}(?:{words[word]})"
    return {
        word: re.compile(rf"\b(?:{expression})(?!\w)", re.IGNORECASE) for word, expression in words.items()
    }


def _kind_of(name: str, *, twice: bool) -> str:
    """Return what a kind of terrain or weather is called in an index: "Clear terrain" for "Clear"."""
    if twice:
        return f"{name}, terrain and weather"
    whole = _KIND.get(name.casefold(), name)
    return f"{name[:1]}{whole[1:]}"


def marker_entry(marker: Marker) -> str:
    """Return the term of the index for a marker."""
    return marker.name if "marker" in marker.name.casefold() else f"{marker.name} (marker)"


def _named(name: str) -> str:
    """Return the regular expression of a name in singular and plural."""
    single = _singular(name)
    if single.endswith("y") and single[-2:-1] not in _VOWELS:
        return f"{re.escape(single[:-1])}(?:y|ies)"
    return f"{re.escape(_singular(name))}(?:e?s)?" if _singular(name) else re.escape(name)


_NOT_PLURAL: Final = ("ss", "us", "is")
_VOWELS: Final = "aeiou"


def _singular(name: str) -> str:
    """Return a name whose last word is in the singular: "Fortified hex" for "Fortified hexes"."""
    for end in ("xes", "ches", "shes", "sses"):
        if name.endswith(end):
            return name[:-2]
    if name.endswith("ies") and len(name) > 4:
        return f"{name[:-3]}y"
    plural = name.endswith("s") and not name.endswith(_NOT_PLURAL) and len(name) > 3
    return name[:-1] if plural else name


@lru_cache(maxsize=1 << 12)
def _names_of(word: str) -> frozenset[str]:
    """Return what a term calls its subject: both "zoc" and "zone of control"."""
    parts = word.casefold().removeprefix("the ").split(", ")
    return frozenset(" ".join(map(_stem, part.split())) for part in parts)


def _stem(word: str) -> str:
    """Return the beginning of a word that its forms share: "advanc" of "advance" and "advancing"."""
    word = _singular(word)
    end = next((end for end in ("ing", "ed", "e") if word.endswith(end) and len(word) > len(end) + 3), "")
    return word.removesuffix(end)


def _names(game: Game, units: tuple[str, ...]) -> Iterator[str]:
    return (unit.name for unit in game.counters.units if unit.id in units)


def index_entries(
    terms: Mapping[str, re.Pattern[str]], texts: Mapping[Place, str]
) -> list[tuple[str, list[Place]]]:
    """Return the terms in alphabetical order, each with the places, such as pages, whose text mentions it.

    Terms that no place mentions are omitted; of many places those that mention a term most are named.
    """
    found: list[tuple[str, list[Place]]] = []
    for word, expression in terms.items():
        told = {place: len(expression.findall(text)) for place, text in texts.items()}
        most = sorted(filter(told.__getitem__, told), key=lambda place: -told[place])[:_MOST_PAGES]
        if most:
            found.append((_entry(word), [place for place in texts if place in most]))
    return sorted(found, key=lambda entry: (entry[0].casefold(), entry[0]))


class CaseIndex:
    """The index of a rulebook: which sections and cases have which term."""

    def __init__(self, game: Game, sections: Sequence[Section]) -> None:
        self._game, self._sections = game, sections

    @cached_property
    def _cited(self) -> Mapping[str, list[str]]:
        """The terms with the numbers of sections and cases, wherever these stand."""
        sections = self._sections
        texts = {
            case.number: " ".join((case.lead, case.text, *case.rulings))
            for section in sections
            for case in section.cases
            if case.number
        }
        found: dict[str, list[str]] = {}
        placing = {
            marker_entry(one): re.compile(rf"\b(?:{_named(one.name)}) markers?(?!\w)", re.IGNORECASE)
            for one in self._game.counters.markers
        }
        for word, expression in index_terms(self._game).items():
            # The case that places a marker calls it one; others have the condition of its name.
            numbers = _citations(sections, texts, placing[word]) if word in placing else []
            if numbers := numbers or _citations(sections, texts, expression):
                found[_entry(word)] = numbers
        _add_titles(found, sections, texts)
        _add_leads(found, sections, texts)
        return found

    def entries(
        self, key_page: str = "", pages: Mapping[str, str] = MappingProxyType({})
    ) -> list[tuple[str, list[str]]]:
        """Return the terms of the index, each with the numbers of the sections and cases that have it.

        A term in all cases of a section cites the section. Of a term with too many numbers the sections and
        cases that have it in their titles stay, and those that mention it most. Every case is found by its
        lead, every combat result at least by the section about battles, and every class and marker at least
        by `key_page`, the page with the key to the counters, or that of `pages` which its list is on: lists
        by the ids of sides, and `MARKERS`.
        """
        game, sections, found = self._game, self._sections, dict(self._cited)
        _add_fallbacks(found, game, sections, key_page, pages)
        found = {word: numbers for word, numbers in found.items() if not _left_out(game, word)}
        cited = [(word.casefold(), {*numbers}) for word, numbers in found.items()]
        entries = [
            (word, _ranges(sections, numbers))
            for word, numbers in found.items()
            if word in game.rules.index
            or not any(
                {*numbers} <= same and longer.startswith(f"{word.casefold()} ") for longer, same in cited
            )
        ]
        return sorted(entries, key=lambda entry: (entry[0].lstrip("½").casefold(), entry[0]))


def _left_out(game: Game, word: str) -> bool:
    """Whether a game declares a term without words."""
    return any(not told and term.casefold() == word.casefold() for term, told in game.rules.index.items())


def _entry(word: str) -> str:
    return word[:1].upper() + word[1:]


def _citations(
    sections: Sequence[Section], texts: Mapping[str, str], expression: re.Pattern[str]
) -> list[str]:
    """Return the numbers of the sections and cases that have a term, in order; not too many."""
    numbers: dict[str, int] = {}
    """The numbers with how often they mention the term."""
    for section in sections:
        cases = [case.number for case in section.cases if case.number]
        told = {number: len(expression.findall(texts[number])) for number in cases}
        having = {number: times for number, times in told.items() if times}
        if expression.search(section.title) or (len(having) == len(told) > 1):
            numbers[section.number] = _TITLE
        else:
            leads = {case.number for case in section.cases if expression.search(case.lead)}
            numbers |= {number: _TITLE if number in leads else times for number, times in having.items()}
    if len(_ranges(sections, [*numbers])) > _MOST_NUMBERS:
        titles = sum(times == _TITLE for times in numbers.values())
        most = sorted(numbers, key=lambda number: -numbers[number])[: max(titles, _MOST_NUMBERS)]
        return [number for number in numbers if number in most]
    return [*numbers]


def _ranges(sections: Sequence[Section], numbers: Sequence[str]) -> list[str]:
    """Return the numbers with three or more consecutive cases as one: "5.3–5.6"."""
    order = [case.number for section in sections for case in section.cases if case.number]
    follows = dict(pairwise(order))
    runs: list[list[str]] = []
    for number in numbers:
        near = runs and follows.get(runs[-1][-1]) == number
        if near and number.rpartition(".")[0] == runs[-1][-1].rpartition(".")[0]:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [told for run in runs for told in (run if len(run) < _LEAST_RANGE else [f"{run[0]}–{run[-1]}"])]


def _add(found: dict[str, list[str]], word: str, numbers: Iterable[str], order: Sequence[str]) -> None:
    """Add numbers to the term that calls its subject by a word, or to a new term."""
    names = _names_of(word)
    same = next((one for one in found if _names_of(one) & names), _entry(word))
    told = [*found.get(same, ()), *numbers]
    # A section that is cited whole has its cases.
    whole = [one for one in told if not any(one.startswith(f"{other}.") for other in told)]
    found[same] = sorted(dict.fromkeys(whole), key=order.index)


def _order(sections: Sequence[Section]) -> list[str]:
    return [n for section in sections for n in (section.number, *(case.number for case in section.cases))]


def _add_titles(found: dict[str, list[str]], sections: Sequence[Section], texts: Mapping[str, str]) -> None:
    """Add the short titles of sections."""
    order = _order(sections)
    for section in sections:
        if len(section.title.split()) <= _SHORT:
            _add(found, section.title, [section.number], order)


def _add_leads(found: dict[str, list[str]], sections: Sequence[Section], texts: Mapping[str, str]) -> None:
    """Add what cases begin with; a word that says little without its section stands below the section's."""
    order = _order(sections)
    leads = [(section, case) for section in sections for case in section.cases if case.number and case.lead]
    in_sections: dict[frozenset[str], set[str]] = {}
    for section, case in leads:
        in_sections.setdefault(_names_of(case.lead), set()).add(section.id)
    for section, case in leads:
        lead = case.lead.removeprefix("The ")
        known = any(_names_of(one) & _names_of(lead) for one in found)
        vague = lead.casefold().split(" ")[0] in _VAGUE or len(in_sections[_names_of(case.lead)]) > 1
        about = section.title.removeprefix("The ").replace(",", "")
        if vague and not known and len(about.split()) <= _ABOUT:
            lower = lead if lead[:2].isupper() else lead[:1].lower() + lead[1:]
            _add(found, f"{about}: {lower}", [case.number], order)
            continue
        numbers = [case.number]
        if " " in lead and not vague and not lead.endswith(_EVERYWHERE):
            numbers += _citations(sections, texts, re.compile(rf"\b{_named(lead)}(?!\w)", re.IGNORECASE))
        _add(found, lead, numbers, order)


def _add_fallbacks(
    found: dict[str, list[str]],
    game: Game,
    sections: Sequence[Section],
    key_page: str,
    pages: Mapping[str, str],
) -> None:
    """Add the results, classes and markers that no case mentions."""
    battles = next((one.number for one in sections if one.id == combat_rule(game)), "")
    results = game.charts.combat.results if game.charts.combat is not None else ()
    words_of = {result.id: f"{result.id}, {result.name}" for result in results}
    for word in words_of.values():
        # Another result may have a part of the name: De and De/Ad.
        apart = {other for other in words_of.values() if other != word}
        if battles and not any(_names_of(word) & _names_of(one) for one in found if one not in apart):
            found[_entry(word)] = [battles]
    sides = {unit.unit_class: unit.side for unit in reversed(game.counters.units)}
    words = [(one.name, pages.get(sides.get(one.id, ""), key_page)) for one in game.counters.classes]
    words += [(marker_entry(one), pages.get(MARKERS, key_page)) for one in game.counters.markers]
    for word, page in words:
        if page and not any(_names_of(word) & _names_of(one) for one in found):
            found[_entry(word)] = [page]
