"""Forfeit checks: lost units that can never return."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Entry, ReplacementRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

OTHER_ENTRY_KEYS = ("edge", "places", "place_kinds", "any_supplied_hex")
"""Keys other than `hexes` that determine where units may appear."""


def check_forfeit(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with rules that remove units from the game permanently."""
    for number, rule in enumerate(game.rules.replacements):
        for entry in rule.entries:
            if entry.lost_if_occupied:
                at: Path = ("rules", "replacements", number, "entries", entry.id, "lost_if_occupied")
                yield from _forfeit(game, rule, entry, at)


def _forfeit(game: Game, rule: ReplacementRules, entry: Entry, at: Path) -> Iterator[UnplayableRule]:
    own = f"units of '{entry.id}' leave the game if enemies are in all their hexes"
    if entry.arrives == "scheduled":
        told = f"{own}, but units with 'arrives: scheduled' wait until such hexes are free"
        yield UnplayableRule(
            "P006",
            told,
            "write 'arrives: when-eliminated' or 'arrives: delayed', or leave 'lost_if_occupied' out",
            at,
        )
    if not entry.hexes:
        hint = "write the entry's 'hexes', or leave 'lost_if_occupied' out"
        yield UnplayableRule("P006", f"{own}, but the entry has no 'hexes'", hint, at)
    for key in OTHER_ENTRY_KEYS:
        if entry.hexes and getattr(entry, key):
            told = f"{own}, but may also arrive by '{key}'"
            yield UnplayableRule("P006", told, f"leave '{key}' or 'lost_if_occupied' out", at)
    kinds = {box.kind for box in game.hexmap.boxes if box.side in (rule.side, None)}
    if not {"pool", "eliminated"} <= kinds:
        told = f"{own}, but would be in the same box as units that can return"
        hint = (
            f"write two boxes of {rule.side} in map.yaml, one with 'kind: pool', one with 'kind: eliminated'"
        )
        yield UnplayableRule("P006", told, hint, at)
