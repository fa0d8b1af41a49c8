"""Check that each hex costs something to enter."""

from __future__ import annotations

from hexwright.load.check_context import CheckContext
from hexwright.model.rules.movement_record import EntryCost
from hexwright.support.message_wording import quote


def check_movement_costs(check: CheckContext) -> None:
    """Report hexes that cost nothing to enter, because a unit could enter any number of them."""
    for mode in check.game.rules.movement:
        for number, entry in enumerate(mode.costs):
            path = ("rules", "movement", mode.id, "costs", number)
            if _free(entry) and check.was_read_whole(*path):
                check.error(
                    "K013",
                    f"hexes cost nothing to enter in movement mode {quote(mode.id)}",
                    check.spans.value(*path, "cost"),
                    "write a cost above 0, such as 1/99; 0 is allowed only for the extra cost of a step, "
                    "with "
                    "'across', 'across_front' or 'into'",
                )


def _free(entry: EntryCost) -> bool:
    return entry.cost == "0" and not (entry.across or entry.across_front or entry.into)
