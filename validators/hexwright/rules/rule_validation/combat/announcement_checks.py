"""Announcement checks: announcements that attackers may make before the die roll."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.charts import CombatTable
from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or


def check_announcements(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with announcements, mainly battles whose dice would be rolled again forever."""
    at: Path = ("rules", "combat", "ignorable_results")
    table = game.charts.combat
    known = [entry.id for entry in table.results] if table is not None else []
    for number, result in enumerate(combat.ignorable_results):
        if result not in known:
            told = f"'ignorable_results' names '{result}', which isn't in the combat table"
            yield UnplayableRule("P008", told, f"results: {join_with_or(known, 'and')}", (*at, number))
    for one in table.all.values() if table is not None and combat.ignorable_results else ():
        if (column := endless_column(one, combat)) is not None:
            told = (
                f"in column '{one.columns[column]}' of '{one.name}' every result may be ignored and "
                "rolled again, so a battle could continue forever"
            )
            yield UnplayableRule("P006", told, "remove a result from 'ignorable_results'", at)


def endless_column(table: CombatTable, combat: CombatRules) -> int | None:
    """Return the first column in which dice could be rolled forever because some DRM leads only to ignored
    results. Return None if there is no such column.
    """
    down = sum(min(0, modifier.drm) for modifier in combat.modifiers)
    up = sum(max(0, modifier.drm) for modifier in combat.modifiers)
    if combat.max_drm is not None:
        down, up = max(down, -combat.max_drm), min(up, combat.max_drm)
    for change in range(down, up + 1):
        rows = [table.row(face + change) for face in table.roll_frequencies]
        for column in range(len(table.columns)):
            if all(row[column] in combat.ignorable_results for row in rows):
                return column
    return None
