"""Overrun checks: overrun entries, and the dice rolled for overruns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.charts import CombatTable
from hexwright.model.game import Game
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.rules_record import CombatRules, Effect, Phase
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or

_AT: Path = ("rules", "combat", "overruns")
_ATTACKER_EFFECTS: Final[frozenset[Effect]] = frozenset(
    {
        "attacker-step-loss",
        "attacker-exchange",
        "attacker-exchange-half",
        "attacker-exchange-disrupted",
        "attacker-eliminated",
        "attacker-disrupted",
        "attacker-to-cadre",
    }
)
"""Effects on the attackers that a die roll after an overrun may have."""


def check_overruns(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with the overrun rules."""
    yield from _phases(game, combat)
    if not combat.overruns:
        return
    for number, entry in enumerate(combat.overruns):
        yield from check_condition(game, entry, f"entry {number + 1} of 'overruns'", (*_AT, number))
        yield from _entry(game, entry, f"entry {number + 1} of 'overruns'", (*_AT, number))
        if entry.afterwards == "enter":
            yield from _entering_faults(combat, entry, f"entry {number + 1} of 'overruns'", (*_AT, number))
        if entry.resolved == "phase-end":
            yield from _die_faults(game, combat, entry, f"entry {number + 1} of 'overruns'", (*_AT, number))


def _entry(game: Game, entry: Overrun, where: str, at: Path) -> Iterator[UnplayableRule]:
    if entry.supply is not None and not game.rules.supply_lines:
        told = f"{where} depends on supply, but no side traces supply"
        yield UnplayableRule("P006", told, "write 'supply_lines', or leave 'supply' out", (*at, "supply"))
    moved = [phase.id for phase in game.rules.sequence if phase.kind == "movement"]
    for phase in entry.phases:
        if phase not in moved:
            told = f"{where}: no units move in the phase '{phase}'"
            hint = f"movement phases: {join_with_or(moved, 'and')}" if moved else "leave 'phases' out"
            yield UnplayableRule("P006", told, hint, (*at, "phases"))
    table = game.charts.combat
    for one in table.all.values() if table is not None else ():
        heads = one.parsed_columns
        if heads.from_head(entry.odds) is None:
            beyond = ", or whole odds above the last column" if heads.by == "odds" else ""
            told = f"{where}: '{entry.odds}' isn't a column of table '{one.name}'"
            hint = f"columns: {join_with_or(heads.heads, 'and')}{beyond}"
            yield UnplayableRule("P006", told, hint, (*at, "odds"))


def _entering_faults(combat: CombatRules, entry: Overrun, where: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with an overrun whose attacker moves into the hex."""
    told = f"{where} has 'afterwards: enter'"
    if combat.target == "unit":
        wanted = "all units in a hex must then be attacked together"
        hint = "write 'target: hex' or 'target: hexes' under 'combat'"
        yield UnplayableRule("P006", f"{told}: {wanted}", hint, (*at, "afterwards"))
    if entry.cost:
        why = "the attacker pays for its move into the hex and nothing else"
        yield UnplayableRule("P006", f"{told}: {why}", "leave 'cost' out", (*at, "cost"))
    if entry.modes:
        why = "the attacker moves by any movement mode that leads into the hex"
        yield UnplayableRule("P006", f"{told}: {why}", "leave 'modes' out", (*at, "modes"))
    if entry.attackers == "any":
        why = "a single unit moves into the hex"
        yield UnplayableRule("P006", f"{told}: {why}", "leave 'attackers' out", (*at, "attackers"))


def _die_faults(
    game: Game, combat: CombatRules, entry: Overrun, where: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with the die roll that decides an overrun in a later phase."""
    here = (*at, "resolved")
    told = f"{where} has 'resolved: phase-end'"
    if entry.afterwards != "stop":
        yield UnplayableRule(
            "P006",
            f"{told}, but 'afterwards' lets the attackers move on",
            "write 'afterwards: stop'",
            (*at, "afterwards"),
        )
    if combat.target == "unit":
        wanted = "all units in a hex must then be attacked together"
        yield UnplayableRule(
            "P006", f"{told}: {wanted}", "write 'target: hex' or 'target: hexes' under 'combat'", here
        )
    if combat.exchange != "printed":
        wanted = "exchanges must then count printed strength, because the defenders have been removed"
        yield UnplayableRule("P006", f"{told}: {wanted}", "write 'exchange: printed' under 'combat'", here)
    sequence = game.rules.sequence
    for number, phase in enumerate(sequence):
        after = sequence[number + 1] if number + 1 < len(sequence) else None
        if phase.kind != "movement" or not _can_apply_in(entry, phase) or _throws_dice_for(after, phase):
            continue
        wanted = f"no phase for the die roll follows phase '{phase.id}'"
        hint = (
            f"write a phase with 'side: {phase.side}' and 'kind: overruns' right after '{phase.id}', without "
            f"'weather' and 'except_turns'; or write 'phases' without '{phase.id}' in the entry"
        )
        yield UnplayableRule("P006", f"{told}, and {wanted}", hint, here)
    table = game.charts.combat
    for one in table.all.values() if table is not None else ():
        yield from _column_faults(combat, entry, one, told, (*at, "odds"))


def _can_apply_in(entry: Overrun, phase: Phase) -> bool:
    """Return whether an entry can apply in a movement phase."""
    return (not entry.phases or phase.id in entry.phases) and (not entry.side or phase.side in entry.side)


def _throws_dice_for(phase: Phase | None, moved: Phase) -> bool:
    """Return whether a phase that follows the movement phase `moved` rolls dice for its overruns."""
    return (
        phase is not None
        and phase.kind == "overruns"
        and phase.side == moved.side
        and _is_always_played(phase)
    )


def _is_always_played(phase: Phase) -> bool:
    return not phase.weather and not phase.except_turns


def _column_faults(
    combat: CombatRules, entry: Overrun, table: CombatTable, told: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield the results in the overrun column whose effects are impossible in an overrun."""
    columns = table.parsed_columns
    level = columns.from_head(entry.odds)
    if level is None or level < 1:
        return  # An unknown column is reported elsewhere.
    level = min(level, len(columns.heads))
    for result in dict.fromkeys(results[level - 1] for results in table.rows.values()):
        effects = combat.effects.get(result)
        if effects is None:
            continue
        head = f"result '{result}' in column {columns.heads[level - 1]} of table '{table.name}'"
        if "defender-eliminated" not in effects:
            why = "doesn't eliminate the defenders, which have already been removed"
            hint = f"write 'defender-eliminated' among the effects of '{result}', or 'resolved: at-once'"
            yield UnplayableRule("P006", f"{told}: {head} {why}", hint, at)
        elif more := sorted(set(effects) - _ATTACKER_EFFECTS - {"defender-eliminated"}):
            why = f"has effects that an overrun can't have: {join_with_or(more, 'and')}"
            yield UnplayableRule(
                "P006",
                f"{told}: {head} {why}",
                f"remove these effects from '{result}', or write 'resolved: at-once'",
                at,
            )


def _phases(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield phases that roll dice for overruns although no overrun needs a die roll."""
    sequence = game.rules.sequence
    for number, phase in enumerate(sequence):
        if phase.kind != "overruns":
            continue
        at: Path = ("rules", "sequence", phase.id, "kind")
        moved = sequence[number - 1] if number else None
        if not any(entry.resolved == "phase-end" for entry in combat.overruns):
            told = f"phase '{phase.id}': no entry of 'overruns' has 'resolved: phase-end'"
            yield UnplayableRule(
                "P006", told, "write 'resolved: phase-end' in an entry of 'overruns', or delete the phase", at
            )
        elif moved is None or moved.kind != "movement" or moved.side != phase.side:
            told = f"phase '{phase.id}' doesn't follow a movement phase of its side"
            yield UnplayableRule(
                "P006", told, f"move '{phase.id}' right after a movement phase of {phase.side}", at
            )
        elif not _is_always_played(phase):
            key = "weather" if phase.weather else "except_turns"
            told = f"phase '{phase.id}': a phase of kind 'overruns' must be played on every turn"
            yield UnplayableRule("P006", told, f"leave '{key}' out", ("rules", "sequence", phase.id, key))
