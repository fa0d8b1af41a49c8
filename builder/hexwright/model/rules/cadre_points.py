"""Compute the points that a victory table subtracts for cadres."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.cadre_record import Cadre
from hexwright.model.rules.cadre_sources import units_leaving_cadre
from hexwright.model.rules.victory_record import Loss, VictoryRules


def loss_entries_for(game: Game, rules: VictoryRules, entry: Cadre) -> list[Loss | None]:
    """Return the distinct loss entries that apply to units leaving a cadre; None if no entry applies to a
    unit.
    """
    strong = (
        unit
        for unit in units_leaving_cadre(game, entry)
        if any((step.strength or 0) >= entry.min_strength for step in unit.steps)
    )
    found: list[Loss | None] = []
    for unit in strong:
        if (loss := rules.loss(unit)) not in found:
            found.append(loss)
    return found


def cadre_deductions(game: Game, rules: VictoryRules, entry: Cadre) -> tuple[SideId, int] | None:
    """Return the side that loses points for a cadre, and the points per strength point; None if no side loses
    points.
    """
    loss = next(iter(loss_entries_for(game, rules, entry)), None)
    if loss is None or not loss.less_cadres:
        return None
    side = game.counters.unit(entry.replaced_by[0]).side
    # With several enemies, the entry names the side.
    enemy = next(one.id for one in game.info.sides if one.id != side)
    return (loss.scored_by or enemy, loss.points)
