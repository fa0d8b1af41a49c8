"""Number the rules for readers: sections, their cases, and the rulings beside them.

Rulebook and pages on a screen are made from these cases, so that both cite the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import RuleText
from hexwright.support.linear_regex import LinearRegex

_PARAGRAPHS: Final = LinearRegex(r"\n\s*\n")
_RULING: Final = LinearRegex(r"\s*\[Ruling: ((?:[^\[\]]|\[[^\]]*\])*)\]")
_LEAD: Final = LinearRegex(r"(?:\d+\. )?([^.:;()]{1,36}):(?: |$)")
_EXAMPLE: Final = "Example:"
_LETTERS: Final = LinearRegex(r"\s*\([A-Z](?:, ?[A-Z])*\)([\s.,;:]|$)")
"""Letters of cases of a published text; nothing is printed under them here."""
_NUMBER: Final = LinearRegex(r"\d+(?:\.\d+)*")
_CITING: Final = LinearRegex(r"(?:\(|\brules? |, )$")
"""What precedes the number of a cited section or case."""
_REACH: Final = 8
"""The number of characters before a number in which that is looked for."""
_APOSTROPHE: Final = LinearRegex(r"([\pL\pN])'")


@dataclass(frozen=True, slots=True)
class Case:
    """A numbered paragraph of the rules."""

    number: str
    """The number, such as "3.2.1"; empty for an introduction and for an example."""
    lead: str
    """The word or two with which the case begins, without a colon."""
    text: str
    rulings: tuple[str, ...] = ()
    """The answers to questions that the published text leaves open."""
    example: bool = False

    @property
    def sentence(self) -> str:
        """Return lead and text as plain text."""
        return f"{self.lead}: {self.text}" if self.lead else self.text


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules with its number and its cases."""

    id: str
    number: str
    title: str
    level: int
    """1 for a chapter, 2 for a section of it."""
    cases: tuple[Case, ...]


def rulebook_sections(game: Game) -> tuple[Section, ...]:
    """Return the sections of a game's rules in order; sections without a published number are counted."""
    told = [rule for rule in game.rules.summary if rule.audience != "module"]
    numbers = dict(_numbers(told))
    parents = {rule.id.rpartition(".")[0] for rule in told}
    return tuple(
        Section(
            rule.id,
            numbers[rule.id],
            rule.title,
            rule.id.count(".") + 1 if rule.number else 1,
            tuple(_cases(game, rule, numbers, counted=rule.id not in parents)),
        )
        for rule in told
    )


def _numbers(rules: list[RuleText]) -> Iterator[tuple[str, str]]:
    count = 0
    for rule in rules:
        if rule.number:
            yield rule.id, rule.number
        else:
            count += 1
            yield rule.id, str(count)


def _cases(game: Game, rule: RuleText, numbers: Mapping[str, str], *, counted: bool) -> Iterator[Case]:
    """Yield the cases of a rule; the introduction of a chapter with sections isn't `counted`."""
    count = 0
    for paragraph in _PARAGRAPHS.split(game.text_of(rule)):
        text = " ".join(paragraph.split())
        found = (ruling[1] for ruling in _RULING.finditer(text))
        rulings = tuple(_clean(game, ruling, numbers) for ruling in found if ruling.strip())
        text = _clean(game, _RULING.sub("", text), numbers)
        if not text and not rulings:
            continue
        if text.startswith(_EXAMPLE):
            yield Case("", "Example", _capital(text.removeprefix(_EXAMPLE).strip()), rulings, example=True)
            continue
        lead = _LEAD.match(text)
        count += 1
        yield Case(
            f"{numbers[rule.id]}.{count}" if counted else "",
            lead[1].strip() if lead else "",
            _capital(text[lead.end() :].strip()) if lead else text,
            rulings,
        )


def without_letters(text: str) -> str:
    """Return a text without the letters of cases that it cites."""
    return _LETTERS.sub(lambda letters: letters[1], text)


def _clean(game: Game, text: str, numbers: Mapping[str, str]) -> str:
    """Return a text in which titles of cited sections are numbers, and cited letters are left out."""
    for rule in game.rules.summary:
        if rule.id in numbers:
            for name in {rule.title, rule.heading} - {""}:
                if f"({name}" not in text:
                    continue
                cited = LinearRegex(rf"\({re.escape(name)}(?:, (?:case )?[A-Z])?\)")
                text = cited.sub(f"({numbers[rule.id]})", text)
    text = without_letters(text)
    return _APOSTROPHE.sub(lambda letter: f"{letter[1]}’", text).strip()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def citable_numbers(sections: Iterable[Section]) -> frozenset[str]:
    """Return the numbers of some sections and their cases, which texts may cite."""
    found = {number for one in sections for number in (one.number, *(case.number for case in one.cases))}
    return frozenset(found - {""})


def cited_runs(text: str, known: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield a text in runs, none empty, each with whether it is the number of a section or case cited."""
    at = 0
    for start, end in _cited_numbers(text, known):
        if start > at:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False


def _cited_numbers(text: str, known: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of a text in which the number of a section or case is cited."""
    for found in _NUMBER.finditer(text):
        if not _CITING.search(text[max(0, found.start() - _REACH) : found.start()]):
            continue
        if text[found.end() : found.end() + 1] not in ("", *"),. "):
            continue
        if text[: max(0, found.start() - 1)].endswith("such as "):
            # A strength in brackets, such as (1).
            continue
        inside = text.rfind("(", 0, found.start()) > text.rfind(")", 0, found.start())
        if found[0] in known and (inside or text[: found.start()].endswith(("rule ", "rules "))):
            yield found.span()
