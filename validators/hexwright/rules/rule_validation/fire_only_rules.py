"""Fire-only rules: in a game without fire combat, report the rules that only fire combat uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def uses_fire_combat(game: Game) -> bool:
    """Return whether a game has phases of fire combat, even if their rules are missing."""
    return game.rules.fire is not None or any(p.kind in ("allocation", "fire") for p in game.rules.sequence)


def uses_only_fire_combat(game: Game) -> bool:
    """Return whether a game has phases of fire combat but no phases of battles by odds."""
    return uses_fire_combat(game) and game.rules.combat is None


def fire_rules_in_odds_game(game: Game) -> Iterator[UnplayableRule]:
    """Yield rules of fire combat in a game that has no phase of fire combat."""
    for told, at in _fire_rules_used(game):
        hint = f"leave '{at[-1]}' out, or write 'fire' in rules.yaml"
        yield UnplayableRule("P006", f"{told}, which is only for fire combat", hint, at)


def _fire_rules_used(game: Game) -> Iterator[tuple[str, Path]]:
    rules = game.rules
    for name in ("air", "fortification"):
        if getattr(rules, name):
            yield f"rules.yaml has '{name}'", ("rules", name)
    for number, entry in enumerate(rules.replacements):
        at: Path = ("rules", "replacements", number)
        if entry.arrive_disrupted:
            yield f"replacements of {entry.side} have 'arrive_disrupted'", (*at, "arrive_disrupted")
        for one in entry.entries:
            if one.arrive_disrupted:
                yield (
                    f"entry '{one.id}' has 'arrive_disrupted'",
                    (*at, "entries", one.id, "arrive_disrupted"),
                )
