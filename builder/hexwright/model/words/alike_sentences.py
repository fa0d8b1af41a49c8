"""Join sentences that tell the same of several units, for the account of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.support.linear_regex import LinearRegex, Match
from hexwright.support.message_wording import join_with_and
from hexwright.support.plain_numbers import number_text

_SENTENCE: Final = re.compile(r"(?<=\.) (?=[A-Z0-9])")
_ORDINAL: Final = re.compile(r"(?:^|[:,] |\band |\(for )\d{1,3}\.$")
"""The end of what looks like a sentence, but is the number of a name."""
_TOLD: Final = LinearRegex(
    r"(?P<unit>.+?)(?: \((?P<strength>[\d/]+)\))?(?: in (?P<hex>[\pL\pN_]+(?: [^()]+?)?))? "
    r"(?P<verb>takes|is|has|advances|retreats|appears|recovers)"
    r"(?P<rest>| the loss| eliminated| disrupted| nowhere to retreat and is eliminated"
    r"| (?:into|to|in) [^.]+)\."
)
_LEFT: Final = LinearRegex(r"(?P<unit>.+?)(?: \([\d/]+\))? remains in (?P<hex>[^.]+)\.")
"""A unit that takes the place of another."""
_PLURALS: Final[Mapping[str, str]] = {"takes": "take", "is": "are", "has": "have"}
_AGAINST: Final = LinearRegex(r" (?:attacks?|overruns?)\. Battle against (?P<enemies>[^:]+): ")
_ENEMY: Final = LinearRegex(r"(?P<told>.+? \([\d/]+\)) in (?P<hex>.+)")
_OVERRUN: Final = LinearRegex(
    r"They are overrun(?P<cited>(?: \([^)]*\))?); a die will be rolled for them in (?P<phase>[^.]+)\."
    r"(?: [^.]+(?:\([^)]*\))?[^.]* is eliminated\.)*"
)
"""An overrun whose die is rolled later, with the sentences that eliminate its defenders."""
_OVERRUN_DIE: Final = LinearRegex(
    r"^(?P<us>.+?) attacks?\. (?P<them>[^:]+?) in (?P<hex>[\pL\pN_]+(?: [^:()]+?)?): "
    r"overrun, at (?P<odds>[^.]+)\."
)
_STRENGTHS: Final = LinearRegex(r"(?P<attack>\d+(?:\.\d+)?):(?P<defence>\d+(?:\.\d+)?) = ")
_FRACTION: Final = LinearRegex(r"\((?P<number>\d+/\d+)\)")
_DIE: Final = LinearRegex(r"shows (?P<die>-?\d+) (?P<sign>[+-])(?P<drm>\d+):")
_MINUS: Final = LinearRegex(r" -(?P<number>\d+) DRM\b")


@dataclass(frozen=True, slots=True)
class _Told:
    """What a sentence reports: a unit, its hex if it matters, and what happens to it."""

    unit: str
    hex: str
    verb: str
    rest: str


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text; the number of a name, as of the 4. Armee, ends none."""
    found: list[str] = []
    for part in _SENTENCE.split(text):
        if found and not ends_sentence(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def ends_sentence(text: str) -> bool:
    """Whether the full stop at the end of a text ends a sentence, and isn't that of a name's number."""
    return _ORDINAL.search(text) is None


def join_alike_sentences(text: str) -> str:
    """Return a text in which sentences in a row that tell the same of several units are one sentence.

    Names the hexes from which units advance and retreat, and lists the enemies of an attack by hex.
    """
    text = _OVERRUN_DIE.sub(_overrun_die, _OVERRUN.sub(_overrun, _AGAINST.sub(_attack, text)))
    joined: list[str] = []
    parsed = [_parsed(sentence) for sentence in split_sentences(text)]
    for is_told, run in groupby(parsed, key=lambda one: isinstance(one, _Told)):
        told = list(run)
        joined += _grouped(told) if is_told else map(str, told)
    return _in_figures(" ".join(joined))


def _in_figures(text: str) -> str:
    """Return a text in which numbers are as players write them: "5 against ½ = 10:1", "5 − 2 = 3"."""
    text = _STRENGTHS.sub(
        lambda found: f"{_number(found['attack'])} against {_number(found['defence'])} = ", text
    )
    text = _FRACTION.sub(lambda found: f"({_number(found['number'])})", text)
    text = _DIE.sub(_die, text)
    return _MINUS.sub(lambda found: f" −{found['number']} DRM", text)


def _number(written: str) -> str:
    return number_text(Fraction(written))


def _die(found: Match[str]) -> str:
    die, drm = int(found["die"]), int(f"{found['sign']}{found['drm']}")
    total = f"{die + drm}".replace("-", "−")
    return f"shows {die} {'−' if drm < 0 else '+'} {abs(drm)} = {total}:"


def _overrun(found: Match[str]) -> str:
    """Return that defenders count as gone until the die is rolled, which eliminates them."""
    return (
        f"The defenders are overrun{found['cited']} and count as gone; the die is rolled in {found['phase']}."
    )


def _overrun_die(found: Match[str]) -> str:
    them = join_unit_names(found["them"].split(", "))
    return f"{found['us']} overran {them} in {found['hex']} ({found['odds']})."


def _attack(found: Match[str]) -> str:
    """Return " attack 3rd Army (3) and 13th Army (3) in 1338: "; each hex is named once."""
    verb = found[0].partition(".")[0]
    by_hex: dict[str, list[str]] = {}
    for enemy in found["enemies"].split(", "):
        parts = _ENEMY.fullmatch(enemy)
        if parts is None:
            return f"{verb} {found['enemies']}: "
        by_hex.setdefault(parts["hex"], []).append(parts["told"])
    listed = [f"{join_with_and(told, 'and')} in {where}" for where, told in by_hex.items()]
    return f"{verb} {join_with_and(listed, 'and')}: "


def _parsed(sentence: str) -> _Told | str:
    if (left := _LEFT.fullmatch(sentence)) is not None:
        return _Told(left["unit"], "", f"{left['hex']} now holds", "")
    found = _TOLD.fullmatch(sentence)
    if found is None:
        return sentence
    moves = found["verb"] in ("advances", "retreats")
    return _Told(found["unit"], (found["hex"] or "") if moves else "", found["verb"], found["rest"])


def _grouped(run: Iterable[_Told | str]) -> Iterator[str]:
    """Yield a sentence for each thing that is told, in the order in which the first units meet it."""
    found: dict[tuple[str, str], list[_Told]] = {}
    for one in _with_fates([one for one in run if isinstance(one, _Told)]):
        found.setdefault((one.verb, one.rest), []).append(one)
    for (verb, rest), alike in found.items():
        by_hex: dict[str, list[str]] = {}
        for one in alike:
            by_hex.setdefault(one.hex, []).append(one.unit)
        names = [
            f"{join_unit_names(units)}{f' from {where}' if where else ''}" for where, units in by_hex.items()
        ]
        subject = join_with_and(names, "and")
        if verb.endswith("now holds"):
            yield f"{verb} {subject}."
            continue
        if len(alike) > 1:
            verb = _PLURALS.get(verb, verb.removesuffix("s"))
            rest = rest.replace(" and is ", " and are ")
        yield f"{subject} {verb}{rest}."


def _with_fates(told: list[_Told]) -> Iterator[_Told]:
    """Yield what is told; a unit that takes a loss and is eliminated is one thing."""
    last: _Told | None = None
    for one in told:
        if last is not None and (last.unit, last.rest, one.rest) == (one.unit, " the loss", " eliminated"):
            yield _Told(one.unit, "", "takes", " the loss and is eliminated")
            last = None
            continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last
