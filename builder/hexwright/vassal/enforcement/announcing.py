"""Add attackers' announcements before the die roll: to use a lower column, or to ignore some results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.deeds import Deed
from hexwright.vassal.enforcement.traits import RECORD, answer, keep_for_all, part
from hexwright.vassal.module import key_commands

LOWER: Final = Deed("lower", key_commands.LOWER, "Fight it at lower odds", does=False)
IGNORE: Final = Deed("ignore", key_commands.IGNORE, "Ignore a result, or not", does=False)


def deeds(game: Game) -> tuple[Deed, ...]:
    """Return the actions by which attackers can announce a choice."""
    combat = game.rules.odds_combat
    return (*((LOWER,) if combat.may_lower_odds else ()), *((IGNORE,) if combat.ignorable_results else ()))


_ANNOUNCED: Final = "Announced"
"""The announcements that attackers have made in a phase, before the die roll."""


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for announcements."""
    if deeds(game):
        text = "What attackers have announced before the die is thrown"
        yield GlobalProperty.new(name=_ANNOUNCED, initial_value="", description=text)


_NOTE_ANNOUNCED: Final = KeyCommand.named("hexwright.rules.note-announced")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the unit traits that record an announcement and report it."""
    if deeds(game):
        yield keep_for_all(_ANNOUNCED, (_NOTE_ANNOUNCED, f"{{{part(RECORD)}}}"))
        does = (_NOTE_ANNOUNCED, names.TELL_BATTLE)
        yield answer("Something is announced", names.GO_ON_FIGHTING, "announce", *does)
