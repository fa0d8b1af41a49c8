"""Cite the cases that govern what happens in the rulebook's example of a turn, each where it is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.model.words.alike_sentences import ends_sentence
from hexwright.model.words.rulebook_cases import Case, Section
from hexwright.support.linear_regex import LinearRegex

Cited = tuple[tuple[str, tuple[str, ...]], ...]
"""Codes of what is told, with the numbers of the cases that govern it."""

_LEADS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "advance": ("advance", "entering the hex"),
        "enter": ("advance", "entering the hex"),
        "retreat": ("retreat",),
        "stay": ("retreat",),
        "disrupt": ("disruption",),
        "hit": ("absorbing hits",),
        "loss": ("absorbing hits",),
        "hits": ("hits",),
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
        "take": ("control",),
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
        "owed": ("mandatory attacks",),
        "points": ("eliminated units",),
    }
)
"""The words with which the case begins that governs an action, by its kind."""
_WORDS: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = MappingProxyType(
    {
        "odds": (("divide", "fraction"), ("divide", "round")),
        "cap": (("odds above",),),
        "attack": (("first declare", "battles"),),
        "take": (("owns", "last"),),
        "placing": (("new", "is placed"),),
    }
)
"""Words that a sentence of the case has, if no case is headed by the action."""
_TITLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"attack": ("combat", "battles", "battle")})
"""The titles of the section that is cited for an action that no case governs."""
_PARTICULAR: Final[Mapping[str, str]] = MappingProxyType(
    {"strike": "one die", "support": "one die", "bonus": "bonus hex"}
)
"""Words of the sentence by which an action differs in phases of one name, such as a Blitzkrieg."""
_PLACES: Final[Mapping[str, LinearRegex[str]]] = MappingProxyType(
    {
        "attack": LinearRegex(r" against "),
        "odds": LinearRegex(r" against "),
        "cap": LinearRegex(r" counts as "),
        "factor": LinearRegex(r" against "),
        "shift": LinearRegex(r"; (?:with|the shift)\b"),
        "crossing": LinearRegex(r"Not all attackers are across "),
        "soak-off": LinearRegex(r", which must be attacked too"),
        "owed": LinearRegex(r", which must be attacked too"),
        "overrun": LinearRegex(r" (?:are overrun|overran) "),
        "roll": LinearRegex(r"the die is rolled in |The die shows "),
        "result": LinearRegex(r"The die shows "),
        "retreat": LinearRegex(r" retreats? (?:to |[\pL\pN]+–)"),
        "advance": LinearRegex(r" advances? (?:into|to) "),
        "remain": LinearRegex(r" now holds "),
        "hits": LinearRegex(r"dice hit on "),
        "intercept": LinearRegex(r" intercepts "),
        "disrupt": LinearRegex(r" (?:is|are) disrupted"),
        "hit": LinearRegex(r" (?:is|are) disrupted"),
        "loss": LinearRegex(r" (?:is|are) eliminated"),
        "stay": LinearRegex(r"The defenders stay"),
        "tired": LinearRegex(r" advances? into .*? (?:is|are) disrupted"),
        "take": LinearRegex(r"\bThe [\pL ]+ take "),
        "enter": LinearRegex(r"none of them enters"),
        "no second round": LinearRegex(r"there is no second round"),
        "one round": LinearRegex(r"The attack has only one round"),
        "dug-in": LinearRegex(r" loses its fortification"),
        "bonus": LinearRegex(r" gives up its attack"),
    }
)
"""The words of a clause at whose end the case is cited; other cases are cited at the end of the text."""
_AT_ONCE: Final[Mapping[str, LinearRegex[str]]] = MappingProxyType(
    {"rounds": LinearRegex(r"\bRound 2"), "overrun": LinearRegex(r" are overrun")}
)
"""Words right after which a case is cited."""
_TOLD: Final[Mapping[str, LinearRegex[str]]] = MappingProxyType(
    {"take": _PLACES["take"], "stay": _PLACES["stay"], "owed": _PLACES["owed"], "rounds": _AT_ONCE["rounds"]}
)
"""Codes that words of the text tell, whatever the action is."""
_AGAIN: Final = frozenset(
    {
        *("odds", "cap", "factor", "shift", "crossing", "soak-off", "owed", "overrun", "roll", "result"),
        *("retreat", "advance", "enter", "loss", "no second round", "one round"),
    }
)
"""Codes whose cases are cited again and again in a phase, since they tell why a battle ends as it does."""
_ONLY_THERE: Final = frozenset({"hits", "roll"})
"""Codes whose cases are cited only if the text has the words for them."""
_SEVERAL: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"no second round": ("disrupted", "rounds"), "one round": ("rounds", "one-round")}
)
"""Codes for which cases of several others are cited."""


def codes_of_words(text: str) -> tuple[str, ...]:
    """Return the codes of what a text tells beside its actions."""
    return tuple(code for code, words in _TOLD.items() if words.search(text) is not None)


def cited_cases(
    game: Game,
    sections: Sequence[Section],
    codes: Iterable[str],
    side: str,
    phase: str,
    seen: set[str],
) -> Cited:
    """Return the cases that govern an event by its codes; `seen` has those that its phase has cited.

    Words of a code after ":" tell more, such as a result of the dice, a modifier or a unit.
    """
    found: list[tuple[str, tuple[str, ...]]] = []
    known: set[str] = set()
    for code in dict.fromkeys(codes):
        kind = code.partition(":")[0]
        cases: list[str] = []
        for one in _SEVERAL.get(kind, (code,)):
            cases += _cases_of(game, sections, one, side, phase)
        wanted = [
            case
            for case in dict.fromkeys(cases)
            if case and case not in known and (kind in _AGAIN or case not in seen)
        ]
        known.update(wanted)
        seen.update(wanted)
        if wanted:
            found.append((kind, tuple(wanted)))
    # A section isn't cited beside one of its cases.
    return tuple(
        (kind, left)
        for kind, cases in found
        if (left := tuple(case for case in cases if not any(one.startswith(f"{case}.") for one in known)))
    )


def _cases_of(game: Game, sections: Sequence[Section], code: str, side: str, phase: str) -> Iterator[str]:
    kind, _, more = code.partition(":")
    if kind in ("factor", "shift", "crossing"):
        yield _modifier_case(game, sections, more)
    elif kind == "new" and (new := replacement_cases(sections, more, side)):
        yield from new
    else:
        case = governing_case(sections, code, side)
        yield case
        if kind in _PARTICULAR and not phase.startswith(side):
            yield _particular_case(sections, case, (phase.partition(" ")[0].lower(), _PARTICULAR[kind]))


def _modifier_case(game: Game, sections: Sequence[Section], name: str) -> str:
    """Return the number of the case that gives a modifier of battles by odds."""
    modifier = next(one for one in game.rules.odds_combat.modifiers if one.id == name)
    section = next((one for one in sections if one.id == modifier.rule), None)
    if section is None:
        return ""
    words = ["DRM"] if modifier.drm else ["doubl"]
    if modifier.column_shift:
        words = [f"{abs(modifier.column_shift)}{'L' if modifier.column_shift < 0 else 'R'}"]
    elif "1/2" in (modifier.attack, modifier.defence):
        words = ["half", "halved"]
    numbered = [case for case in section.cases if case.number]
    headed = (case.number for case in numbered if case.lead and modifier.name.startswith(case.lead.lower()))
    telling = (case.number for case in numbered if any(word in case.sentence for word in words))
    return next(headed, "") or next(telling, section.number)


def governing_case(sections: Sequence[Section], code: str, side: str) -> str:
    """Return the number of the case that governs an event; "" if none does.

    Of several cases, that of the `side` wins; `code` is the kind of an action, with more about it after ":",
    such as a result of the dice, the way in which a unit moves, or the side of an interceptor.
    """
    kind, _, result = code.partition(":")
    side = result if kind == "interceptor" else side
    kind = "owed" if kind == "soak-off" else kind
    if kind == "roll":
        return _overrun_case(sections, " roll ")
    if kind == "overrun":
        return _overrun_case(sections, "")
    found: list[tuple[bool, str]] = []
    for section in sections:
        for case in section.cases:
            if case.number and _governs(section, case, kind, result):
                if kind in ("mode", "result"):
                    return case.number
                found.append((side.lower() in (case.lead or case.text).lower(), case.number))
    ours = [number for mine, number in found if mine]
    telling = [_telling_case(sections, words) for words in _WORDS.get(kind, ())]
    titled = [section.number for section in sections if section.title.lower() in _TITLES.get(kind, ())]
    return next(filter(None, (*ours, *(number for _, number in found), *telling, *titled)), "")


def _governs(section: Section, case: Case, kind: str, result: str) -> bool:
    lead = (case.lead or case.text).lower()
    if kind == "mode":
        return lead == result.lower()
    if kind == "result":
        short, _, name = result.lower().partition("|")
        return lead.startswith(f"{short}, ") or case.lead.lower() == name
    return _is_headed(section, case, _LEADS.get(kind, ()))


def _overrun_case(sections: Sequence[Section], word: str) -> str:
    """Return the number of the first case of overruns, or of the one that has a word."""
    for section in sections:
        if section.title.lower() == "overrun" and section.cases:
            telling = (case.number for case in section.cases if word and word in case.text)
            return next(telling, section.cases[0].number)
    return ""


def _telling_case(sections: Iterable[Section], words: Collection[str]) -> str:
    """Return the number of the first case that has some words in one sentence; "" if none has."""
    for section in sections:
        for case in section.cases:
            sentences = case.sentence.lower().split(". ")
            if case.number and any(all(word in one for word in words) for one in sentences):
                return case.number
    return ""


def _particular_case(sections: Iterable[Section], number: str, words: Collection[str]) -> str:
    """Return the case of the same section that tells what is other in some phases; "" if none does."""
    same = [one for one in sections if any(case.number == number for case in one.cases)]
    return _telling_case(same, words) if number else ""


def _is_headed(section: Section, case: Case, leads: Sequence[str]) -> bool:
    """Whether a case begins with one of some words, which may follow the title of its section and ": "."""
    titled = f"{section.title}: {case.lead}".lower()
    return any(
        titled == lead if ": " in lead else bool(case.lead) and case.lead.lower().startswith(lead)
        for lead in leads
    )


def replacement_cases(sections: Sequence[Section], unit: str, side: str) -> tuple[str, ...]:
    """Return the numbers of the cases by which a unit returns: one that names it, and that of its hex.

    If no case names the unit, the first case of the same section governs it.
    """
    for section in sections:
        placing = [case.number for case in section.cases if _is_headed(section, case, _LEADS["new"])]
        if placing:
            numbered = [case for case in section.cases if case.number]
            naming = [case.number for case in numbered if unit in case.sentence]
            return (naming or [numbered[0].number])[0], placing[0]
    titled = [section for section in sections if "replacement" in section.title.lower()][:1]
    telling = [_telling_case(titled, (*words, side.lower())) for words in _WORDS["placing"]]
    found = next(filter(None, (*telling, *(section.number for section in titled))), "")
    return (found,) if found else ()


def recovery_cases(game: Game, sections: Sequence[Section], closing: str) -> tuple[str, ...]:
    """Return the numbers of the cases by which units recover: their condition, and when such units do."""
    condition = governing_case(sections, "recovery", "")
    section = next((one for one in sections if any(case.number == condition for case in one.cases)), None)
    if section is None or not condition:
        return ()
    found = [condition]
    for unit in game.counters.units:
        if f"{unit.name} recovers." in closing:
            heads = (unit.name.lower(), f"{game.info.side(unit.side).name} units".lower())
            headed = ((case.lead.lower(), case.number) for case in section.cases)
            by_head = dict(headed)
            found += [by_head[head] for head in heads if head in by_head][:1]
    return tuple(dict.fromkeys(found))


def cost_cases(game: Game, sections: Sequence[Section], *, road: bool, ezoc: bool) -> tuple[str, ...]:
    """Return the numbers of the cases that give the costs of a move, by road or into an EZOC if it was."""
    mode, zoc = game.rules.movement[0].rule, game.rules.zoc.rule
    moving = [one for one in sections if one.id == mode]
    zones = [one for one in sections if one.id in (mode, zoc)]
    zones.sort(key=lambda one: one.id != mode)
    own = [case for one in moving for case in one.cases if case.number]
    cost = [case.number for case in own if case.lead.lower() == "terrain"]
    telling = [_telling_case(moving, words) for words in (("cost",), ("points", "enter"))]
    found = [next(filter(None, (*cost, *telling)), "") or _number_of(moving)]
    found += [case.number for case in own if road and case.lead.lower().startswith("road")]
    if ezoc:
        costs = [case.number for one in zones for case in one.cases if case.lead.lower() == "costs"]
        told = [
            _telling_case(zones, words)
            for words in (("enters an", "ezoc"), ("enters an", "enemy zone"), ("enters", "stops"))
        ]
        found.append(next(filter(None, (*costs, *told)), "") or _number_of(zones[-1:]))
    return tuple(filter(None, dict.fromkeys(found)))


def _number_of(sections: Sequence[Section]) -> str:
    return next((one.number for one in sections), "")


def with_cases(text: str, cases: Sequence[str]) -> str:
    """Return a text with the numbers of the cases that govern it before its last full stop."""
    return with_citations(text, (("", tuple(cases)),))


def with_citations(text: str, cited: Cited) -> str:
    """Return a text with the numbers of cases, each at the end of the clause that it governs."""
    if not text:
        return text
    places: dict[int, list[str]] = {}
    for kind, cases in cited:
        if cases and (kind not in _ONLY_THERE or _PLACES[kind].search(text) is not None):
            places.setdefault(_place(text, kind), []).extend(cases)
    for at in sorted(places, reverse=True):
        numbers = sorted(dict.fromkeys(places[at]), key=_in_order)
        text = f"{text[:at]} ({', '.join(numbers)}){text[at:]}"
    return text if text.endswith((".", ":")) or not places else f"{text}."


def _in_order(case: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in case.split("."))


def _place(text: str, kind: str) -> int:
    """Return where in a text the cases of a code are cited."""
    at_once, clause = _AT_ONCE.get(kind), _PLACES.get(kind)
    if at_once is not None and (found := at_once.search(text)) is not None:
        return found.end()
    if clause is not None and (found := clause.search(text)) is not None:
        return _end_of_clause(text, found.end())
    return len(text) - text.endswith(".")


def _end_of_clause(text: str, start: int) -> int:
    """Return where the clause ends that goes on at a place: at a semicolon, or at a full stop."""
    for at in range(start, len(text)):
        last = text[at + 1 : at + 2] in ("", " ", "\n")
        if text[at] == ";" or (text[at] == "." and last and ends_sentence(text[: at + 1])):
            return at
    return len(text)
