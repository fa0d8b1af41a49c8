"""Positions in which enemies can be overrun."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hexwright.model.ids import PhaseId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Near
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.rules.positions import LONG, game

VARIANTS: dict[str, tuple[Overrun, ...]] = {
    "plain": (Overrun(odds="2:1", cost=1),),
    "dear, from anywhere": (Overrun(odds="3:1", cost=3, attackers="any"),),
    "to stay": (Overrun(odds="1:1", afterwards="stop", attackers="any"),),
    "beyond the table": (Overrun(odds="7:1", attackers="any"),),
    "panzers in the open": (
        Overrun(odds="3:1", classes=("panzer", "tank"), terrain=("clear",), against_classes=("infantry",)),
        Overrun(odds="6:1", cost=2, attackers="any", enemy_zoc="out"),
    ),
    "over rivers": (
        Overrun(odds="1:1", across=("river",), attackers="any"),
        Overrun(odds="4:1", cost=1, near=Near(classes=("panzer",), within=1)),
    ),
    "some weather": (
        Overrun(odds="2:1", weather=("mud",), modes=("rail",), attackers="any"),
        Overrun(odds="2:1", weather=("clear",), cost=1, supply="in"),
        Overrun(
            odds="1:1", turns=(1, 2, 3, 4, 5, 6), phases=(PhaseId("german-movement"),), afterwards="stop"
        ),
    ),
    "to enter": (
        Overrun(odds="1:1", afterwards="enter"),
        Overrun(odds="3:1", attackers="any", cost=1, zero_strength=False),
    ),
}


@cache
def kernel(name: str) -> RulesEngine:
    """Return the first game with overruns, unlimited stacking, and units of a hex that defend together."""
    found = game()
    assert found.rules.combat is not None
    woods = Modifier(id="woods", name="woods", column_shift=-1, terrain=("forest",))
    river = Modifier(id="river", name="river", attack="1/2", across=("river",))
    luck = Modifier(id="luck", name="luck", column_shift=2, turns=(4, 5, 6, 7))
    combat = replace(
        found.rules.combat, overruns=VARIANTS[name], modifiers=(woods, river, luck), target="hex"
    )
    rules = replace(found.rules, combat=combat, stacking=Stacking())
    return RulesEngine(replace(found, rules=rules), LONG)


def position(rules: RulesEngine, chooser: RandomStream) -> State:
    """Return a position in a movement phase with units of both sides close together."""
    setting = rules.setting
    near = setting.board.index[chooser.choice([hex_id for hex_id in setting.board.ids if hex_id])]
    around = 1 << near
    for _ in range(3):
        around |= setting.board.around(around)
    sides: dict[str, int] = {}
    lines = []
    for number, unit in enumerate(setting.units):
        here = str(chooser.choice(setting.hex_ids(around)))
        if (
            chooser.integer_below(2)
            and sides.setdefault(here, setting.side_of[number]) == setting.side_of[number]
        ):
            lines.append(f"{here} {unit}")
    phase = chooser.choice([phase.id for phase in setting.phases if phase.kind == "movement"])
    return build_state(rules, lines, turn=1 + chooser.integer_below(14), phase=phase)
