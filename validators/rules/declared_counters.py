"""Check that battles count the strengths of counters as they are printed."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from validators.rules.unplayed import Unplayed


def check_printed(game: Game) -> Iterator[Unplayed]:
    """Yield strengths in brackets or parentheses, whose meaning nothing can say yet, and idle defences."""
    if game.rules.combat is None and game.rules.fire is None:
        return
    for unit in game.counters.units:
        for number, step in enumerate(unit.steps):
            if step.defence is not None and (game.rules.fire is not None or step.strength is None):
                told = (
                    f"unit '{unit.id}' has a strength in defence and none in attack"
                    if game.rules.fire is None
                    else f"unit '{unit.id}' has a strength in defence, and by fire one serves for all"
                )
                hint = "write 'strength: 0' beside it" if game.rules.fire is None else "leave 'defence' out"
                at = ("counters", "units", unit.id, "steps", number, "defence")
                yield Unplayed("P006", told, hint, at)
            if step.enclosed is not None:
                told = (
                    f"unit '{unit.id}' has a strength in {step.enclosed}, and battles count it as any other"
                )
                hint = "leave 'enclosed' out, or leave 'combat' and 'fire' out of rules.yaml"
                at = ("counters", "units", unit.id, "steps", number, "enclosed")
                yield Unplayed("P006", told, hint, at)
