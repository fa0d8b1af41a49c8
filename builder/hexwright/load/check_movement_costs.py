"""Check movement costs."""

from __future__ import annotations

from hexwright.load.check_context import Check
from hexwright.model.rules.movement_record import EntryCost
from hexwright.support.message_wording import quote


def check_movement(check: Check) -> None:
    """Report hexes that cost nothing to enter, because a unit could enter any number of them."""
    for mode in check.game.rules.movement:
        for number, entry in enumerate(mode.costs):
            path = ("rules", "movement", mode.id, "costs", number)
            if _free(entry) and check.sound(*path):
                check.error(
                    "K013",
                    f"in movement mode {quote(mode.id)} hexes cost nothing to enter",
                    check.spans.value(*path, "cost"),
                    "write points above 0, such as 1/99; 0 is for steps 'across', 'facing' or 'into' "
                    "something, which cost nothing besides the hex",
                )


def _free(entry: EntryCost) -> bool:
    return entry.cost == "0" and not (entry.across or entry.facing or entry.into)
