"""Redeployment checks: units picked up and placed elsewhere along a network."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Entry, ReplacementRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def check_redeployment(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems of picking units up or placing them again."""
    for number, rule in enumerate(game.rules.replacements):
        for entry in rule.entries:
            at: Path = ("rules", "replacements", number, "entries", entry.id)
            if entry.taken_up is not None:
                yield from _redeployment_faults(game, rule, entry, (*at, "taken_up"))


def _redeployment_faults(
    game: Game, rule: ReplacementRules, entry: Entry, at: Path
) -> Iterator[UnplayableRule]:
    own = f"units of '{entry.id}' are picked up"
    if entry.comes != "lost":
        yield UnplayableRule("P006", f"{own}, but have 'comes: {entry.comes}'", "write 'comes: lost'", at)
    for key in ("disrupted", "entrained"):
        if getattr(entry, key):
            told = f"{own}, but would appear {key} each time"
            yield UnplayableRule("P006", told, f"leave '{key}' or 'taken_up' out", at)
    network = next((one for one in game.rules.networks if one.id == entry.taken_up), None)
    if network is not None and network.use_of(rule.side) is None:
        told = f"{own} along '{network.id}', which {rule.side} doesn't use"
        yield UnplayableRule("P006", told, f"write '- {{side: {rule.side}, …}}' under its 'uses'", at)
