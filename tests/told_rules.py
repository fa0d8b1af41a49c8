"""The sentences about a game's rules, by the sections of the rules that they belong to."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import lines_by_rule


def by_rule(game: Game) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the sentences by section, and by subject."""
    return {
        section: {subject: tuple(map(str, lines)) for subject, lines in subjects.items()}
        for section, subjects in lines_by_rule(game).items()
    }
