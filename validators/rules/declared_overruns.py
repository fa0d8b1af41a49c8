"""Check that overruns can be played as they stand."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.model.overrunning import Overrun
from builder.model.rules import CombatRules
from builder.wording import listed
from validators.rules.declared_disruption import check_condition
from validators.rules.of_fire import by_fire
from validators.rules.unplayed import Path, Unplayed

_AT: Path = ("rules", "combat", "overruns")


def check_overruns(game: Game, combat: CombatRules) -> Iterator[Unplayed]:
    """Yield what keeps overruns from being played."""
    if not combat.overruns:
        return
    if by_fire(game):
        told = "'overruns' are played with combat by odds alone"
        yield Unplayed("P006", told, "leave 'overruns' out, or 'fire'", _AT)
    for number, entry in enumerate(combat.overruns):
        yield from check_condition(combat, entry, f"entry {number + 1} of 'overruns'", (*_AT, number))
        yield from _entry(game, entry, f"entry {number + 1} of 'overruns'", (*_AT, number))


def _entry(game: Game, entry: Overrun, where: str, at: Path) -> Iterator[Unplayed]:
    if entry.supply is not None and not game.rules.communication:
        told = f"{where} asks for supply, and no side traces any"
        yield Unplayed("P006", told, "write 'communication', or leave 'supply' out", (*at, "supply"))
    moved = [phase.id for phase in game.rules.sequence if phase.kind == "movement"]
    for phase in entry.phases:
        if phase not in moved:
            told = f"{where}: no units move in the phase '{phase}'"
            hint = f"phases of movement: {listed(moved, 'and')}" if moved else "leave it out"
            yield Unplayed("P006", told, hint, (*at, "phases"))
    table = game.charts.combat
    for one in table.all.values() if table is not None else ():
        heads = one.reckoned
        if heads.from_head(entry.odds) is None:
            beyond = ", or whole odds beyond the last" if heads.by == "odds" else ""
            told = f"{where}: '{entry.odds}' is no column of the table '{one.name}'"
            hint = f"columns: {listed(heads.heads, 'and')}{beyond}"
            yield Unplayed("P006", told, hint, (*at, "odds"))
