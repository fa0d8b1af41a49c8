"""Games with garrisons that are released when an enemy comes near."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.garrison_release_record import Garrison
from hexwright.model.rules.movement_record import EntryCost, LineCost, MovementMode
from hexwright.model.rules.situation_record import Situation, SituationFacts
from tests.rules.games_with_situations import SLUG
from tests.vassal.compile.games import game

RED, BLUE = SideId("red"), SideId("blue")
GARRISON, TANKS = UnitId("red-2"), UnitId("red-tank")
JUDGED = PhaseId("red-reinforcement")
NEARING = MovementMode(
    "nearing",
    "How near Blue is",
    "ignored",
    costs=(
        EntryCost("3", terrain=("clear", "wood")),
        EntryCost("4", terrain=("clear",), weather=("rain",)),
        EntryCost("5", terrain=("marsh",), side=(BLUE,)),
        EntryCost("1/2", terrain=("wood", "marsh"), side=(RED,)),
        EntryCost("never", terrain=("mere",)),
        EntryCost("1", across=("river",)),
    ),
    line_costs=(LineCost("road", "3/2"), LineCost("road", "5/2", weather=("rain",))),
)
NEAR = Situation(
    "near",
    "Blue is near",
    (JUDGED,),
    (SituationFacts(BLUE, reaches=("cross", "depot"), mode="nearing"),),
    permanent=True,
)
WAITS = Garrison(units=(GARRISON,), released_by="near", rule="5")


def toy(
    near: Situation = NEAR,
    waits: tuple[Garrison, ...] = (WAITS,),
    mode: MovementMode = NEARING,
    late: bool = True,
) -> Game:
    """Return the game in which a Red garrison, and the arrival of tanks, wait until Blue is near."""
    found = game(SLUG)
    rules = found.rules
    blue, red = rules.replacements
    coming = tuple(replace(entry, situation="near" if late else None) for entry in red.entries)
    return replace(
        found,
        rules=replace(
            rules,
            movement=(*rules.movement, mode),
            situations=(near,),
            garrisons=waits,
            replacements=(blue, replace(red, entries=coming)),
        ),
    )
