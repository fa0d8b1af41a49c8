"""Phase checks: whether each phase has only keys that are used in phases of its kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.rule_validation.unplayable_rules import Path, Unplayed
from hexwright.support.message_wording import listed

READ_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "classes": ("movement", "allocation"),
    "moves": ("movement",),
    "of": ("recovery", "supply", "victory"),
    "units": ("recovery",),
    "exempt": ("recovery",),
    "recovers": ("recovery",),
    "in_supply": ("recovery",),
    "rounds": ("fire",),
    "air": ("allocation", "fire", "air-strike"),
    "air_dice": ("fire", "air-strike"),
}
"""The kinds of phase in which a key is used; all other keys are used in every phase."""


def unread(game: Game) -> Iterator[Unplayed]:
    """Yield keys of phases that have no effect."""
    for phase in game.rules.sequence:
        for key in _said(phase):
            if phase.kind not in READ_IN[key]:
                told = f"phase '{phase.id}': '{key}' has no effect in a phase of kind '{phase.kind}'"
                hint = f"leave '{key}' out; it is for phases of kind {listed(READ_IN[key])}"
                yield Unplayed("P006", told, hint, ("rules", "sequence", phase.id, key))


def _said(phase: Phase) -> Iterator[str]:
    """Yield the kind-specific keys that a phase sets to other values than their defaults."""
    for one in fields(phase):
        if one.name in READ_IN and one.default is not MISSING and getattr(phase, one.name) != one.default:
            yield one.name


def check_phases_of(
    game: Game, entry: When, kinds: Collection[str], where: str, at: Path
) -> Iterator[Unplayed]:
    """Yield phases named in criteria that are of no kind in which the entry is used."""
    looked = [phase.id for phase in game.rules.sequence if phase.kind in kinds]
    for phase in entry.phases:
        if phase not in looked:
            told = f"{where}: it has no effect in the phase '{phase}'"
            hint = f"phases where it has: {listed(looked, 'and')}" if looked else "leave it out"
            yield Unplayed("P006", told, hint, (*at, "phases"))
