"""Find the case of a section that an example explains, so that its diagram stands beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from hexwright.model.example_of_play import Example, ExampleKind
from hexwright.model.game import Game
from hexwright.model.words.rulebook_cases import Case, Section

_WORDS: Final[Mapping[ExampleKind, tuple[str, ...]]] = {
    "zoc": ("zone",),
    "movement": (),
    "combat": ("odds",),
    "supply": ("supply", "communication"),
    "retreat": ("retreat",),
    "advance": ("advance", "into a hex"),
}
"""Words of the cases that examples of each kind explain; movement is explained from its first case on."""
_DEFINED: Final = re.compile(r"\bis (?:also )?in (?:supply|communication) (?:if|when)\b")
"""How a case says when a unit is in supply."""
_IN_LEAD: Final = 8
_IN_TEXT: Final = 2
_NAMED: Final = 12
"""How well a case fits: its lead or its text has a word of the kind, its lead a word of the title."""
_SIDE: Final = 4
"""How much better a case fits whose lead names the side of the example's subject."""
_DEFINES, _ATTACKS, _TITLED = 1, 1, 1
"""How much better a case fits an example of supply if it says when units have it, an attack if it speaks of
attacks, or a move if its text has a word of the title.
"""
_LONG: Final = 3
_COMMON: Final = frozenset({"movement", "combat", "battles", "attack", "supply"})


def explained_case(game: Game, section: Section, example: Example) -> Case | None:
    """Return the case of a section that an example explains; the first one if none speaks of it."""
    side = game.info.side(game.counters.unit(example.subject).side).name.lower()
    names = {word for unit in game.counters.units for word in unit.name.lower().split()}
    words = {word for word in example.title.lower().split() if len(word) > _LONG} - _COMMON - names

    def fit(case: Case) -> int:
        lead, text = case.lead.lower(), case.text.lower()
        fits = (_IN_LEAD * (one in lead) or _IN_TEXT * (one in text) for one in _WORDS[example.kind])
        score = max(fits, default=0)
        score += _ATTACKS * (example.kind == "combat" and "attack" in text)
        score += _SIDE * (side in lead)
        score += _DEFINES * (example.kind == "supply" and _DEFINED.search(text) is not None)
        score += _TITLED * (example.kind == "movement" and any(word in text for word in words))
        return score + _NAMED * any(word in lead for word in words)

    numbered = [case for case in section.cases if case.number]
    return max(numbered, key=fit, default=None)
