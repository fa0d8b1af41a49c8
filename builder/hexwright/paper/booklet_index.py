"""Make the booklet's index: terms of the hobby and of the game, with the pages that mention them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from hexwright.model.game import Game
from hexwright.model.words.rulebook_cases import Section

Place = TypeVar("Place")
_FIELD: Final[Mapping[str, str]] = {
    "advance after combat": r"move into it|advance",
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
"""The maximum number of pages of a term; a term on more pages is left out."""


_VAGUE: Final = frozenset(
    [
        "all",
        "any",
        "both",
        "each",
        "end",
        "friendly",
        "in",
        "no",
        "one",
        "other",
        "second",
        "turn",
        "germans",
        "sides",
        "units",
    ]
)
"""Words with which no term of a game's own rules begins or ends."""


def index_terms(game: Game) -> Mapping[str, re.Pattern[str]]:
    """Return the terms of the index, each with the regular expression that finds it in the text."""
    words = dict(_FIELD)
    if all(len(unit.steps) == 1 for unit in game.counters.units):
        # A step is one from hex to hex then.
        del words["steps"]
    table = game.charts.combat
    for name in (
        *(kind.name for kind in game.charts.weather),
        *(kind.name for kind in game.counters.classes),
        *(effect.name for effect in game.charts.terrain_effects),
        *(mode.name for mode in game.rules.movement),
        *(place.name for place in game.hexmap.places),
        *(unit for arrival in game.oob.reinforcements for unit in map(str, _names(game, arrival.units))),
    ):
        if not any(_singular(name) == _singular(word) for word in words):
            words[name] = re.escape(name) + "s?"
    for result in table.results if table is not None else ():
        # A result of the hobby's name has one entry.
        named = words.pop(result.name.casefold(), "")
        expression = rf"{re.escape(result.id)}(?!\w)" + (f"|{named}" if named else "")
        words.setdefault(f"{result.id}, {result.name}", expression)
    for word in words:
        # "City" isn't a "major city".
        longer = [one for one in words if one.casefold().endswith(f" {word.casefold()}")]
        apart = "".join(f"(?<!{re.escape(one[: -len(word)])})" for one in longer)
        words[word] = f"{apart}(?:{words[word]})"
    return {
        word: re.compile(rf"\b(?:{expression})(?!\w)", 0 if word[:2].isupper() else re.IGNORECASE)
        for word, expression in words.items()
    }


def _singular(word: str) -> str:
    return word.casefold().rstrip("sen")


def _own_terms(sections: Sequence[Section], known: Collection[str]) -> Iterator[str]:
    """Yield the terms of a game's own rules: what cases begin with and other cases mention."""
    cases = [case for section in sections for case in section.cases if case.number]
    seen = {_singular(word) for word in known}
    for lead in dict.fromkeys(case.lead.removeprefix("The ") for case in cases):
        first, _, last = lead.casefold().rpartition(" ")
        if not lead or first.split(" ")[0] in _VAGUE or last in _VAGUE:
            continue
        if any(_singular(lead) in word for word in seen):
            continue
        # A single word has to be a name, as "Blitzkrieg" is.
        flags = re.IGNORECASE if " " in lead else 0
        found = re.compile(rf"(?<=[\w,;] )\b{re.escape(lead)}(?!\w)", flags)
        if any(found.search(case.text) for case in cases):
            seen.add(_singular(lead))
            yield lead


def _names(game: Game, units: tuple[str, ...]) -> Iterator[str]:
    return (unit.name for unit in game.counters.units if unit.id in units)


def index_entries(
    terms: Mapping[str, re.Pattern[str]], texts: Mapping[Place, str]
) -> list[tuple[str, list[Place]]]:
    """Return the terms in alphabetical order, each with the places, such as pages, whose text mentions it.

    Terms that no place mentions are omitted, and terms that too many mention.
    """
    found: list[tuple[str, list[Place]]] = []
    for word, expression in terms.items():
        places = [place for place, text in texts.items() if expression.search(text)]
        if 0 < len(places) <= _MOST_PAGES:
            found.append((word[0].upper() + word[1:], places))
    return sorted(found, key=lambda entry: (entry[0].casefold(), entry[0]))


def case_index(game: Game, sections: Sequence[Section]) -> list[tuple[str, list[str]]]:
    """Return the terms of the index, each with the numbers of the sections and cases that have it.

    A term in all cases of a section cites the section. A term with too many numbers cites only the sections
    and cases that have it in their titles. Of "Tank" and "Tank Unit" with equal numbers, the longer stays.
    """
    terms = dict(index_terms(game))
    for word in _own_terms(sections, terms):
        terms[word] = re.compile(rf"\b(?:{re.escape(word)})(?!\w)", re.IGNORECASE if " " in word else 0)
    texts: dict[str, str] = {}
    for section in sections:
        for case in section.cases:
            if case.number:
                texts[case.number] = " ".join((case.lead, case.text, *case.rulings))
    titles = {section.number: section.title for section in sections}
    titles |= {case.number: case.lead for section in sections for case in section.cases if case.number}
    found: list[tuple[str, list[str]]] = []
    for word, expression in terms.items():
        numbers: list[str] = []
        for section in sections:
            numbered = [case.number for case in section.cases if case.number]
            having = [number for number in numbered if expression.search(texts[number])]
            whole = expression.search(section.title) or (len(having) == len(numbered) > 1)
            numbers += [section.number] if whole else having
        if len(numbers) > _MOST_PAGES:
            numbers = [number for number in numbers if expression.search(titles[number])]
        if 0 < len(numbers) <= _MOST_PAGES:
            found.append((word[0].upper() + word[1:], numbers))
    cited = [(word.casefold(), numbers) for word, numbers in found]
    found = [
        (word, numbers)
        for word, numbers in found
        if not any(numbers == same and longer.startswith(f"{word.casefold()} ") for longer, same in cited)
    ]
    return sorted(found, key=lambda entry: (entry[0].casefold(), entry[0]))
