"""Join and reword the rules engine's sentences about a turn for the rulebook's example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from hexwright.model.words.alike_sentences import join_alike_sentences, split_sentences
from hexwright.support.linear_regex import LinearRegex, Match
from hexwright.support.message_wording import join_with_and

Silence = Literal["", "quiet", "elsewhere", "unplayed"]
"""Why a phase has no account: nothing happens, nothing happens here, or it isn't played on this turn."""

_UNSAID: Final = frozenset({"Nobody else advances."})
"""Sentences that say nothing that those before them don't."""
_HIT: Final = " takes a hit."
_ABSORBED: Final = LinearRegex(r"takes a hit and absorbs it, its second of the round\.")
_RANGE: Final = LinearRegex(r"hitting on (?P<low>\d)-(?P<high>\d)")
_ELIMINATED: Final = LinearRegex(
    r"(?P<result>: [\pL\pN_/]+), (?:defenders?|attackers?) eliminated\. "
    r"(?P<who>[^.:]+ (?:is|are) eliminated\.)"
)
_DICE: Final = LinearRegex(
    r"Attackers roll (?P<attack>[\d ]+|no dice), defenders roll (?P<defence>[\d ]+|no dice)\."
)


def as_told(text: str) -> str:
    """Return the sentences of the rules engine as a person would tell them."""
    text = " ".join(_with_effects(split_sentences(text)))
    text = _ABSORBED.sub("takes a second hit and absorbs it.", text)
    text = _RANGE.sub(lambda found: f"hitting on {found['low']}–{found['high']}", text)
    text = _DICE.sub(_dice, text)
    text = join_alike_sentences(text)
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


def _dice(found: Match[str]) -> str:
    attack, defence = (
        "none" if rolls == "no dice" else join_with_and(rolls.split(), "and")
        for rolls in (found["attack"], found["defence"])
    )
    return f"The attackers roll {attack}, the defenders {defence}."


SILENCE_WORDS: Final[Mapping[Silence, str]] = MappingProxyType(
    {
        "quiet": "nothing happens.",
        "elsewhere": "nothing happens here.",
        "unplayed": "not played on this turn.",
    }
)
"""What is told, after their titles, of phases in which nothing happens."""
