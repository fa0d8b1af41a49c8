"""Games with supply ranges in movement points."""

from __future__ import annotations

from hexwright.model.ids import SideId
from hexwright.model.rules.movement_record import EntryCost, LineCost, MovementMode, ZoneCosts

RED, BLUE = SideId("red"), SideId("blue")
HAUL = MovementMode(
    id="haul",
    name="Supplies",
    ezoc="ignored",
    costs=(
        EntryCost("2", terrain=("wood",)),
        EntryCost("3/2", terrain=("marsh",), side=(RED,)),
        EntryCost("never", across=("river",)),
        EntryCost("2", across=("river",), side=(BLUE,), weather=("rain",)),
    ),
    line_costs=(LineCost("road", "1/2"),),
    ezoc_costs=ZoneCosts(enter="1", leave="1/2"),
)
