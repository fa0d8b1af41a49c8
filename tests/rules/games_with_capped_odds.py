"""Games with a maximum for the odds of some battles."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from tests.vassal.compile.games import game

SLUG, SCENARIO = "toy-causeway", "the-week"


def heads() -> list[str]:
    """Return the column heads of the default combat table that all other tables also have."""
    table = game(SLUG).charts.combat
    assert table is not None
    common = set(table.columns).intersection(*(one.columns for one in table.alternate_tables))
    return [head for head in table.columns if head in common]


def capped(head: str | None) -> Game:
    """Return the game in which units on foot are never attacked at odds above a maximum."""
    found = game(SLUG)
    combat = found.rules.combat
    assert combat is not None
    holds = Modifier(id="holds", name="holds", max_column=head, against_classes=("foot",))
    modifiers = combat.modifiers if head is None else (*combat.modifiers, holds)
    return replace(found, rules=replace(found.rules, combat=replace(combat, modifiers=modifiers)))
