"""Reword the rules engine's sentences about battles and missions as a rulebook tells an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from hexwright.support.linear_regex import LinearRegex, Match
from hexwright.support.message_wording import join_with_and

ROUND: Final = "\n"
"""What stands before each round of a battle but the first, for paragraphs."""
_ODDS: Final = LinearRegex(
    r"(?P<strengths>\S+ against \S+) = (?P<odds>\d+:\d+)"
    r"(?P<causes>(?:, [^,.:]+(?:: [^,.:]+| [+−]?\d+ ?[A-Z]+))*)"
    r"(?:, final (?P<final>\d+:\d+))?"
)
_SHIFT: Final = LinearRegex(r"(?P<name>.+) (?P<shift>\d[LR])")
_BATTLE: Final = LinearRegex(r"Battle of (?P<place>.+)\.")
_POOL: Final = LinearRegex(
    r"(?P<who>Attack|Defence): "
    r"(?:no dice: |\d+ (?:die|dice) hitting on (?P<range>\d[-–]\d): )?(?P<sources>.+)\."
)
_SOURCE: Final = LinearRegex(r"(?P<name>.+?) (?P<dice>\d+)(?: \((?P<notes>[^()]+)\))?")
_BETWEEN_SOURCES: Final = LinearRegex(r"(?P<end> \d+(?: \([^()]*\))?), ")
_ROUND: Final = LinearRegex(r"Round (?P<number>\d+)\.")
_FACES: Final = LinearRegex(
    r"Attackers roll (?P<attack>[\d ]+|no dice), defenders roll (?P<defence>[\d ]+|no dice)\."
)
_SCORED: Final = LinearRegex(r"The attackers score (?P<attack>[^,]+), the defenders (?P<defence>[^,]+)\.")
_STRIKE: Final = LinearRegex(
    r"(?P<unit>.+), (?P<dice>\d+ (?:die|dice)) hitting on (?P<range>\d[-–]\d), scores (?P<hits>[^.]+)\."
)
_DIGS_IN: Final = LinearRegex(r"(?P<unit>.+?)(?: \(\d+\))? in (?P<hex>.+) digs in(?P<how>[^.]*)\.")


def odds_report(text: str) -> str:
    """Return a text whose odds are sentences: "21 against 4 is 5:1; with 1L for the forest it is 4:1"."""
    return _ODDS.sub(_odds, text)


def _odds(found: Match[str]) -> str:
    causes = [one for one in found["causes"].split(", ") if one]
    shifts = [one for one in causes if _SHIFT.fullmatch(one)]
    others = [one for one in causes if one not in shifts]
    told = found["strengths"] + (f" ({', '.join(others)})" if others else "") + f" is {found['odds']}"
    if shifts:
        final = found["final"] or found["odds"]
        if _ratio(final) < _ratio(found["odds"]) and all(one.endswith("R") for one in shifts):
            # No column is higher.
            causes = [_the(one.rpartition(" ")[0]) for one in shifts]
            verb = "changes" if len(shifts) == 1 else "change"
            named = f"shift{'' if len(shifts) == 1 else 's'} for {join_with_and(causes, 'and')}"
            return f"{told.rpartition(' is ')[0]} counts as {final}; the {named} {verb} nothing"
        verb = "stays" if final == found["odds"] else "is"
        return f"{told}; with {join_with_and([_shift(one) for one in shifts], 'and')} it {verb} {final}"
    return told + (f", which counts as {found['final']}" if found["final"] else "")


def _ratio(odds: str) -> Fraction:
    attack, _, defence = odds.partition(":")
    return Fraction(int(attack), int(defence))


def _shift(written: str) -> str:
    found = _SHIFT.fullmatch(written)
    return written if found is None else f"{found['shift']} for {_the(found['name'])}"


def _the(name: str) -> str:
    return f"the {name}" if name[:1].lower() == name[:1] and name[:1].upper() != name[:1] else name


def fire_report(sentences: Sequence[str]) -> Iterator[str]:
    """Yield sentences; those about dice pools and rolls are told as in an example of play.

    The dice of a side are told again only where they have changed since the round before.
    """
    known: dict[str, str] = {}
    opening, rolls, told_anew = "", ("", ""), set[str]()
    for sentence in sentences:
        if battle := _BATTLE.fullmatch(sentence):
            opening = f"Battle of {battle['place']}: "
            known.clear()
        elif pool := _POOL.fullmatch(sentence):
            who = pool["who"]
            before, known[who] = known.get(who), pool["sources"]
            if before != pool["sources"]:
                told_anew.add(who)
                yield opening + _pool(pool)
                opening = ""
        elif number := _ROUND.fullmatch(sentence):
            opening = "" if number["number"] == "1" else f"{ROUND}Round {number['number']}: "
        elif faces := _FACES.fullmatch(sentence):
            rolls = faces["attack"], faces["defence"]
        elif scored := _SCORED.fullmatch(sentence):
            hits = (scored["attack"], scored["defence"])
            dice = "" if "Defence" in told_anew else _terrain_dice(known.get("Defence", ""))
            sides = zip(("attackers", "defenders"), rolls, hits, ("", dice), strict=True)
            told = " ".join(_roll(*side) for side in sides)
            told_anew.clear()
            yield opening + (f"{told[:1].lower()}{told[1:]}" if opening else told)
            opening, rolls = "", ("", "")
        elif strike := _STRIKE.fullmatch(sentence):
            low_high = strike["range"].replace("-", "–")
            verb = "hits" if strike["dice"] == "1 die" else "hit"
            yield f"It rolls {strike['dice']}, which {verb} on {low_high}: {strike['hits']}."
        elif digs := _DIGS_IN.fullmatch(sentence):
            yield f"{digs['unit']} in {digs['hex']} fortifies{digs['how']}."
        else:
            yield sentence


def _pool(found: Match[str]) -> str:
    """Return a sentence about the dice of a side, each with its source."""
    parsed = [_SOURCE.fullmatch(one) for one in _split_sources(found["sources"])]
    shots = [one for one in parsed if one is not None]
    if not shots or len(shots) < len(parsed):
        return found[0]
    units = [one for one in shots if not _for_whom(one)]
    told = [_unit_dice(found["who"], one, first=n == 0) for n, one in enumerate(units)]
    more = [
        f"{_the(one['name'])} adds {one['dice']}" + (f" for {whom}" if len(units) > 1 else "")
        for one in shots
        if (whom := _for_whom(one))
    ]
    both = ", but " if more and not any(int(one["dice"]) for one in units) else ", and "
    text = both.join(join_with_and(part, "and") for part in (told, more) if part)
    hits = f"; dice hit on {found['range'].replace('-', '–')}" if found["range"] else ""
    return f"{text}{hits}."


def _for_whom(source: Match[str]) -> str:
    notes = (source["notes"] or "").split(", ")
    return next((note.removeprefix("for ") for note in notes if note.startswith("for ")), "")


def _unit_dice(who: str, source: Match[str], *, first: bool) -> str:
    name = source["name"] + (f" ({source['notes']})" if source["notes"] else "")
    number = int(source["dice"])
    dice = "none" if not number else f"{number}"
    if not first:
        return f"{name} with {dice}"
    dice = "no dice" if not number else f"{number} {'die' if number == 1 else 'dice'}"
    return f"{name} {'attacks' if who == 'Attack' else 'defends'} with {dice}"


def _terrain_dice(sources: str) -> str:
    """Return the name of the dice of defenders that have only those of a terrain; "" for others."""
    parsed = [_SOURCE.fullmatch(one) for one in _split_sources(sources)]
    rolling = [one for one in parsed if one is not None and int(one["dice"])]
    if len(rolling) != 1 or not _for_whom(rolling[0]):
        return ""
    return f" with {_the(rolling[0]['name'])}’s {'die' if rolling[0]['dice'] == '1' else 'dice'}"


def _split_sources(sources: str) -> list[str]:
    return _BETWEEN_SOURCES.sub(lambda one: f"{one['end']}\n", sources).split("\n")


def _roll(side: str, faces: str, hits: str, dice: str) -> str:
    """Return what a side rolled, and its hits; `dice` names dice of which nothing else is told."""
    if not faces:
        return f"The {side} score {hits}."
    if faces == "no dice":
        return f"The {side} have no dice."
    return f"The {side} roll {join_with_and(faces.split(), 'and')}{dice}: {hits}."


def mission_report(text: str) -> str:
    """Return a text in which a mission that nobody intercepts is one sentence with its flight."""
    return _UNOPPOSED.sub(lambda found: f"{found['flight']}; nobody intercepts.", text)


_UNOPPOSED: Final = LinearRegex(
    r"(?P<flight>[^.]*(?:\d\. [^.]+)? (?:strikes|flies to support)[^.]*)\. Nobody intercepts\."
)
