"""Find what remains of units takes off the points for their loss, where a victory table says so."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.cadre_record import Remnant
from hexwright.model.rules.cadre_sources import leavers
from hexwright.model.rules.victory_record import Loss, VictoryRules


def counted_by(game: Game, rules: VictoryRules, entry: Remnant) -> list[Loss | None]:
    """Return the entries by which units count that leave something, each once; None for those that don't."""
    strong = (
        unit
        for unit in leavers(game, entry)
        if any((step.strength or 0) >= entry.strength for step in unit.steps)
    )
    found: list[Loss | None] = []
    for unit in strong:
        if (loss := rules.loss(unit)) not in found:
            found.append(loss)
    return found


def taken_off(game: Game, rules: VictoryRules, entry: Remnant) -> tuple[SideId, int] | None:
    """Return who has fewer points where something remains by an entry, and how many for each point of it."""
    loss = next(iter(counted_by(game, rules, entry)), None)
    if loss is None or not loss.less_remnants:
        return None
    side = game.counters.unit(entry.leaves[0]).side
    # Of several enemies the entry names one.
    enemy = next(one.id for one in game.info.sides if one.id != side)
    return (loss.to or enemy, loss.points)
