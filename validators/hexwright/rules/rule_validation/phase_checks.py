"""Phase checks: whether each phase has only keys that are used in its kind of phase."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or

KINDS_READING_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "classes": ("movement", "allocation"),
    "modes": ("movement",),
    "affected_side": ("recovery", "supply", "victory"),
    "units": ("recovery",),
    "exempt": ("recovery",),
    "recovers": ("recovery",),
    "supplied_only": ("recovery",),
    "rounds": ("fire",),
    "air_support": ("allocation", "fire", "air-strike"),
    "max_air_dice": ("fire", "air-strike"),
}
"""The kinds of phase in which a key is used; all other keys are used in every phase."""


def unread_phase_keys(game: Game) -> Iterator[UnplayableRule]:
    """Yield keys that have no effect in the kind of phase that sets them."""
    for phase in game.rules.sequence:
        for key in _keys_given(phase):
            if phase.kind not in KINDS_READING_KEY[key]:
                told = f"phase '{phase.id}': '{key}' has no effect in a phase of kind '{phase.kind}'"
                hint = (
                    f"leave '{key}' out; it is only for phases of kind {join_with_or(KINDS_READING_KEY[key])}"
                )
                yield UnplayableRule("P006", told, hint, ("rules", "sequence", phase.id, key))


def _keys_given(phase: Phase) -> Iterator[str]:
    """Yield the kind-specific keys that a phase sets to values other than their defaults."""
    for one in fields(phase):
        if (
            one.name in KINDS_READING_KEY
            and one.default is not MISSING
            and getattr(phase, one.name) != one.default
        ):
            yield one.name


def check_phase_kinds(
    game: Game, entry: Criteria, kinds: Collection[str], where: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield the phases named in an entry's criteria in which the entry has no effect because of
    their kind.
    """
    looked = [phase.id for phase in game.rules.sequence if phase.kind in kinds]
    for phase in entry.phases:
        if phase not in looked:
            told = f"{where} has no effect in phase '{phase}'"
            hint = f"phases with an effect: {join_with_or(looked, 'and')}" if looked else "leave 'phases' out"
            yield UnplayableRule("P006", told, hint, (*at, "phases"))
