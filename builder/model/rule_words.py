"""Tell in words, by rule and by subject, what the data make count: booklet and help take theirs from here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from builder.model import (
    account_words,
    advance_words,
    announcement_words,
    barring_words,
    bombardment_words,
    conversion_words,
    disruption_words,
    drop_words,
    duty_words,
    fire_words,
    modifier_words,
    movement_words,
    overlooking_words,
    overrun_words,
    prices,
    ration_words,
    remnant_words,
    retreat_words,
    stack_words,
    supply_words,
    survival_words,
    untenable_words,
    victory_words,
    waiting_words,
    zone_words,
)
from builder.model.game import Game

Told = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Lines by the section of the rules that each cites, "" for none, and by their subject."""
_Lines = Callable[[Game], Iterator[tuple[str, str]]]
_SUBJECTS: Final[Mapping[str, tuple[_Lines, ...]]] = {
    "Movement": (movement_words.told_by_rule, waiting_words.told_by_rule),
    "Zones of control": (zone_words.told_by_rule,),
    "Stacking": (stack_words.told_by_rule,),
    "Battles": (
        modifier_words.told_by_rule,
        barring_words.told_by_rule,
        bombardment_words.told_by_rule,
        retreat_words.told_by_rule,
        advance_words.told_by_rule,
        overlooking_words.told_by_rule,
        duty_words.told_by_rule,
        overrun_words.told_by_rule,
        announcement_words.told_by_rule,
        fire_words.told_by_rule,
    ),
    "Supply": (supply_words.told_by_rule, ration_words.told_by_rule, survival_words.told_by_rule),
    "Losses": (disruption_words.told_by_rule, remnant_words.told_by_rule, untenable_words.told_by_rule),
    "Replacements": (
        prices.told_by_rule,
        conversion_words.told_by_rule,
        account_words.told_by_rule,
        waiting_words.coming_by_rule,
        drop_words.told_by_rule,
    ),
    "Victory": (victory_words.told_by_rule,),
}
"""Who tells what, in the order of the page."""


def by_subject(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return all lines by their subject; subjects of which nothing is told are left out."""
    found = {subject: tuple(line for _, line in _all(game, told)) for subject, told in _SUBJECTS.items()}
    return {subject: lines for subject, lines in found.items() if lines}


def by_rule(game: Game) -> Told:
    """Return the lines behind the section of the rules that each cites."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for subject, told in _SUBJECTS.items():
        for rule, line in _all(game, told):
            section = game.rules.section(rule)
            lines = found.setdefault("" if section is None else section.id, {})
            lines[subject] = (*lines.get(subject, ()), line)
    return found


def _all(game: Game, told: tuple[_Lines, ...]) -> Iterator[tuple[str, str]]:
    for some in told:
        yield from some(game)
