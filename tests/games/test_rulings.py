"""Every ruling of a ledger is printed in booklet and help, beside its case."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final

import pytest

from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.model.rules.rules_record import RuleText
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.vassal.module.help_pages import help_pages
from tests.paper.sheets import opened, shown, text_of
from tests.shipped import ROOT, shipped

LARGE: Final = ("battle-of-moscow", "moscow-campaign")
"""Games whose booklets take long to compose."""
every_game = pytest.mark.parametrize(
    "slug",
    [pytest.param(slug, marks=pytest.mark.slow if slug in LARGE else ()) for slug in Project(ROOT).games()],
)

_SENTENCE: Final = re.compile(r"[^.;:]+")
_WORD: Final = re.compile(r"[a-z]{4,}")
ENOUGH: Final = 5
"""A sentence needs so many different words to be distinguished from another."""
ALIKE: Final = 0.75
"""The share of a ruling's words that make another sentence say the same."""


def plain(text: str) -> str:
    """Return a text in one line, with the apostrophes of a keyboard."""
    return " ".join(text.replace("\u2019", "'").split())


@cache
def help_sections(slug: str) -> dict[str, str]:
    """Return the help page of the rules by heading."""
    [page] = [page for page in help_pages(shipped(slug).game) if page.file == "help/rules.html"]
    found: dict[str, str] = {}
    for part in page.html.split("<h2>")[1:]:
        heading, _, text = (html.unescape(re.sub(r"<[^>]+>", "", one)) for one in part.partition("</h2>"))
        found[plain(heading)] = plain(text)
    return found


@cache
def booklet_pages(slug: str) -> tuple[str, ...]:
    """Return the pages of the printed booklet."""
    document = opened(shown(slug, "rules"))
    return tuple(plain(text_of(document, number)) for number in range(len(document)))


def is_printed(pages: tuple[str, ...], text: str) -> bool:
    """Whether a text stands on a page, or begins on one and ends on the next."""
    if any(text in page for page in pages):
        return True
    words = text.split()
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return any(first in one and then in other for first, then in halves for one, other in pairwise(pages))


def words_of(text: str) -> frozenset[str]:
    """Return the different words of a sentence, by their first letters."""
    return frozenset(word[:6] for word in _WORD.findall(text.lower()))


def told_as_text(game: Game, rule: RuleText) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a rule's own text that tell what a ruling of its section decides."""
    own = [words_of(sentence) for sentence in _SENTENCE.findall(re.sub(r"Ruling\[[^]]*\]", ".", rule.text))]
    for case in game.ledger.cases:
        if game.rules.section(case.id) is not rule:
            continue
        for sentence in _SENTENCE.findall(case.ruling):
            ruled = words_of(sentence)
            if len(ruled) >= ENOUGH and any(len(ruled & said) >= ALIKE * len(ruled) for said in own):
                yield case.id, sentence.strip()


@every_game
def test_every_ruling_is_told_in_booklet_and_help_under_its_rule(slug: str) -> None:
    game = shipped(slug).game
    sections = {section.id: section for section in rulebook_sections(game)}
    untold = []
    for case in game.ledger.cases:
        if not case.ruling:
            continue
        rule = game.rules.section(case.id)
        assert rule is not None, case.id
        ruling = plain(case.ruling)
        section = sections[rule.id]
        if f"Ruling: {ruling}" not in help_sections(slug)[plain(f"{section.number} {section.title}")]:
            untold.append(f"{case.id} in the help")
        if not is_printed(booklet_pages(slug), ruling):
            untold.append(f"{case.id} in the booklet")
    assert untold == []


@every_game
def test_a_ruling_stands_beside_the_sentence_of_its_case(slug: str) -> None:
    """No paragraph is rulings alone."""
    for rule in shipped(slug).game.rules.summary:
        for paragraph in rule.text.split("\n\n"):
            marked = re.findall(r"Ruling\[([^]]*)\]", paragraph)
            said = re.sub(r"Ruling\[[^]]*\]", "", paragraph)
            assert not marked or said.strip(), (rule.id, paragraph)


@every_game
def test_no_case_is_told_as_text_that_the_ledger_calls_a_ruling(slug: str) -> None:
    game = shipped(slug).game
    assert [found for rule in game.rules.summary for found in told_as_text(game, rule)] == []


@every_game
def test_a_ruling_that_is_copied_into_the_text_is_found(slug: str) -> None:
    game = shipped(slug).game
    long = [
        case
        for case in game.ledger.cases
        if any(len(words_of(sentence)) >= ENOUGH for sentence in _SENTENCE.findall(case.ruling))
    ]
    assert len(long) > 10
    for case in long:
        rule = game.rules.section(case.id)
        assert rule is not None
        copied = replace(rule, text=f"{rule.text} {case.ruling}")
        rules = tuple(copied if one is rule else one for one in game.rules.summary)
        spoilt = replace(game, rules=replace(game.rules, summary=rules))
        assert case.id in {found for found, _ in told_as_text(spoilt, copied)}
