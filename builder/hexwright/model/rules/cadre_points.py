"""Points subtracted for cadres, where a victory table says so."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.cadre_record import Remnant
from hexwright.model.rules.cadre_sources import units_leaving_cadre
from hexwright.model.rules.victory_record import Loss, VictoryRules


def loss_entries_for(game: Game, rules: VictoryRules, entry: Remnant) -> list[Loss | None]:
    """Return the loss entries that count for units leaving a cadre, each once; None for units without one."""
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


def cadre_deductions(game: Game, rules: VictoryRules, entry: Remnant) -> tuple[SideId, int] | None:
    """Return the side whose points are reduced for a cadre, and by how many per strength point."""
    loss = next(iter(loss_entries_for(game, rules, entry)), None)
    if loss is None or not loss.less_cadres:
        return None
    side = game.counters.unit(entry.replaced_by[0]).side
    # With several enemies, the entry names the side.
    enemy = next(one.id for one in game.info.sides if one.id != side)
    return (loss.scored_by or enemy, loss.points)
