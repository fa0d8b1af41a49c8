"""Describe disruption in combat by odds, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about disrupted units, each with the rule it cites; none if nothing disrupts units."""
    combat = game.rules.odds_combat
    if "odds" not in game.rules.combat_kinds or not game.rules.disrupts:
        return
    told = combat.disruption_rules
    barred = [word for word, may in (("move", told.may_move), ("attack", told.may_attack)) if not may]
    if barred:
        yield told.rule, f"disrupted units can't {' or '.join(barred)}"
    if not told.exerts_zoc:
        yield told.rule, "disrupted units have no ZOC"
    if told.second_disruption != "nothing":
        cost = "loses a step" if told.second_disruption == "step" else "is eliminated"
        yield told.rule, f"a disrupted unit that is disrupted again {cost}"
    phases = [phase for phase in game.rules.sequence if phase.kind == "recovery"]
    for phase in phases:
        side = phase.affected_side or phase.side
        whose = game.info.side(side).name
        traced = phase.supplied_only and any(rule.side == side for rule in game.rules.supply_lines)
        supplied = " in supply" if traced else ""
        before = ", except those disrupted in this player turn" if phase.recovers == "earlier" else ""
        yield told.rule, f"disrupted {whose} units{supplied} recover in {phase.name}{before}"
