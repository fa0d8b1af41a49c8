"""Games with situations that are tested at the start of phases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.model.rules.victory_record import AutomaticVictory, VictoryRules
from tests.conformance.walking import parted, several
from tests.vassal.compile.games import game

SLUG, SCENARIO = "toy-causeway", "the-week"
RED, BLUE = SideId("red"), SideId("blue")
MOVES = (PhaseId("blue-movement"), PhaseId("red-movement"))
FALLEN = Situation(
    "fallen",
    "The Bridge is lost",
    MOVES,
    (SituationFacts(BLUE, owns=("bridge",)), SituationFacts(BLUE, occupies=("cross", "depot"))),
    "6",
)
LONELY = Situation(
    "lonely", "Red is cut off", MOVES[1:], (SituationFacts(RED, cut_off=("bridge", "cross"), network="road"),)
)
SHAKEN = Modifier("lost-heart", "lost heart", drm=1, situation=("lonely", "fallen"), side=(RED,))
BOLD = Modifier("bold", "bold", attack="2", situation=("fallen",), side=(BLUE,))
WINS = (
    AutomaticVictory(BLUE, situation="fallen", consecutive=3),
    AutomaticVictory(RED, situation="lonely", consecutive=9, at_end=True),
)


def situated(
    told: tuple[Situation, ...] = (FALLEN, LONELY),
    changes: tuple[Modifier, ...] = (SHAKEN, BOLD),
    claims: tuple[AutomaticVictory, ...] = WINS,
) -> Game:
    """Return the game with situations on which battles and claims of victory depend."""
    found = game(SLUG)
    combat = found.rules.combat
    assert combat is not None
    rules = replace(
        found.rules,
        situations=told,
        combat=replace(combat, modifiers=(*combat.modifiers, *changes)),
        victory=(VictoryRules("towns", automatic_victory=claims, default_winner=RED),),
    )
    return replace(found, rules=rules)


def differing(bench: ConformanceBench, games: range, walks: range, **changes: Any) -> list[str]:
    """Return the differences found in games and walks."""
    said: dict[str, Any] = {"by_hand": False, "length": 4, "attempt_rate": 0.3, **changes}
    plans = (replace(plan_walk(bench.game, seed), **said) for seed in walks)
    return parted(bench, games) or [str(one) for one in several(bench, plans).differences]
