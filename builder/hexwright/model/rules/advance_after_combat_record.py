"""Records of advances after combat by odds: units, distance and limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceAfterCombat(Criteria):
    """Attackers that may advance, and the maximum distance: first into an attacked hex, then from hex to hex.
    Each hex must be free of enemies and within the stacking limits. The criteria ask about the hex entered.
    If several entries apply, any of them permits the advance.
    """

    unused: ClassVar[tuple[str, ...]] = (
        "supply",
        "enemy_zoc",
        "condition",
        "near",
        "against",
        "against_classes",
    )

    hexes: Annotated[int, Doc("Maximum number of hexes that the units advance.", "2"), Range(1, 99)] = 1
    max: Annotated[
        int | None,
        Doc(
            "Maximum number of these units that may advance after a battle; if omitted, `max_advancing` "
            "sets the "
            "limit.",
            "1",
        ),
        Range(1, 99),
    ] = None
    results: Annotated[
        tuple[str, ...],
        Doc("Results after which the units may advance; empty for any.", "[DR]"),
        Reference("result"),
    ] = ()
    ezoc: Annotated[
        Literal["stops", "ignored"],
        Doc("Whether an advance ends on entering an EZOC (`stops`) or may continue (`ignored`).", "stops"),
    ] = "ignored"
    rule: Annotated[str, Doc("The number of the rule or case.", '"7.3"')] = ""
