"""Redeployment checks: rules for units that are picked up and placed elsewhere on a network."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Entry, ReplacementRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def check_redeployment(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the rules for picking units up and placing them again."""
    for number, rule in enumerate(game.rules.replacements):
        for entry in rule.entries:
            at: Path = ("rules", "replacements", number, "entries", entry.id)
            if entry.redeploys_on is not None:
                yield from _redeployment_faults(game, rule, entry, (*at, "redeploys_on"))


def _redeployment_faults(
    game: Game, rule: ReplacementRules, entry: Entry, at: Path
) -> Iterator[UnplayableRule]:
    own = f"units of entry '{entry.id}' can be redeployed"
    if entry.arrives != "when-eliminated":
        yield UnplayableRule(
            "P006", f"{own}, which needs 'arrives: when-eliminated'", "write 'arrives: when-eliminated'", at
        )
    for key, word in (("arrive_disrupted", "disrupted"), ("arrive_entrained", "entrained")):
        if getattr(entry, key):
            told = f"{own}, but would be {word} at each redeployment"
            yield UnplayableRule("P006", told, f"leave '{key}' or 'redeploys_on' out", at)
    network = next((one for one in game.rules.networks if one.id == entry.redeploys_on), None)
    if network is not None and network.use_of(rule.side) is None:
        told = f"{own} along network '{network.id}', which {rule.side} doesn't use"
        yield UnplayableRule(
            "P006", told, f"write '- {{side: {rule.side}, …}}' under 'uses' of network '{network.id}'", at
        )
