"""Movement mode checks: modes, the criteria of their entries, and keys that only fire combat uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import MovementMode
from hexwright.rules.rule_validation.combat.fire_checks import check_direction, unused_criteria
from hexwright.rules.rule_validation.fire_only_rules import uses_fire_combat
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import did_you_mean


def check_movement(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the movement modes."""
    modes = [mode.id for mode in game.rules.movement]
    for phase in game.rules.sequence:
        for number, move in enumerate(phase.modes):
            if move.mode not in modes:
                told = f"phase '{phase.id}': there is no movement mode '{move.mode}'"
                at = ("rules", "sequence", phase.id, "modes", number, "mode")
                yield UnplayableRule(
                    "P007",
                    told,
                    did_you_mean(move.mode, modes, "modes") if modes else "write the mode under 'movement'",
                    at,
                )
    for mode in game.rules.movement:
        line = mode.road_bonus.line if mode.road_bonus is not None else None
        for number, effect in enumerate(mode.allowance_modifiers):
            where = f"movement '{mode.id}', entry {number + 1} of 'allowance_modifiers'"
            way: Path = ("rules", "movement", mode.id, "allowance_modifiers", number, "road_toward")
            yield from check_direction(game, where, line, effect.road_toward, way)
        yield from _unused_criteria(mode)
        yield from _fire_only_keys(game, mode)


def _unused_criteria(mode: MovementMode) -> Iterator[UnplayableRule]:
    """Yield criteria of a mode's entries that have no effect during movement."""
    parts: tuple[tuple[str, tuple[Criteria, ...]], ...] = (
        ("costs", mode.costs),
        ("line_costs", mode.line_costs),
        ("allowance_modifiers", mode.allowance_modifiers),
    )
    for part, entries in parts:
        for number, entry in enumerate(entries):
            at: Path = ("rules", "movement", mode.id, part, number)
            where = f"movement '{mode.id}': '{part}'"
            told = (key for key in entry.unused if (part, key) != ("costs", "along"))
            yield from unused_criteria(entry, where, told, at)
            if part == "costs":
                hint = f"write 'line_costs: [{{line: {', '.join(entry.along)}, cost: …}}]' beside 'costs'"
                yield from unused_criteria(entry, where, ("along",), at, hint)


def _fire_only_keys(game: Game, mode: MovementMode) -> Iterator[UnplayableRule]:
    """Yield keys of a movement mode that only fire combat uses, or that conflict with attacks."""
    at: Path = ("rules", "movement", mode.id, "no_attack_bonus")
    if mode.no_attack_bonus and not uses_fire_combat(game):
        told = f"movement '{mode.id}': 'no_attack_bonus' is only for fire combat"
        yield UnplayableRule("P006", told, "leave 'no_attack_bonus' out", at)
    if mode.no_attack_bonus and game.rules.odds_combat.overruns:
        told = (
            f"movement '{mode.id}': 'no_attack_bonus' is for units that don't attack, but its units "
            "may overrun"
        )
        yield UnplayableRule("P006", told, "leave 'no_attack_bonus' or 'overruns' of 'combat' out", at)
