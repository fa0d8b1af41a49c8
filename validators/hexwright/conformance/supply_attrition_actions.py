"""Supply attrition actions: choose the losses of groups out of supply, and attempt illegal choices."""

from __future__ import annotations

from hexwright.conformance.module_player import LOSE_STEP_KEY, ModulePlayer
from hexwright.geometry.bitsets import members
from hexwright.model.ids import UnitId
from hexwright.rules.engine.rules_protocol import Action

SUPPLY_STEP = "supply"


def choose_group_loss(hands: ModulePlayer, action: Action) -> None:
    """Choose the unit that is lost."""
    assert action.unit is not None
    mirror = hands.paired_game
    mirror.count_attempt("group losses")
    mirror.table.key(action.unit, LOSE_STEP_KEY, SUPPLY_STEP)
    if not hands.compare_verdict(action.text, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)


def attempt_group_loss(hands: ModulePlayer) -> None:
    """Attempt to choose a wrong unit, drag a unit, or end the phase too early."""
    mirror, chance = hands.paired_game, hands.rng
    kernel, state, table = mirror.kernel, mirror.state, mirror.table
    setting = kernel.setting
    unit = chance.choice([number for number, place in enumerate(state.locations) if place >= 0])
    name = setting.units[unit]
    what = chance.randrange(3)
    if what == 0:
        mirror.count_attempt("refused ends of supply phases")
        table.next_phase()
    elif what == 1:
        here = 1 << state.locations[unit]
        near = setting.board.around(here) & ~here
        mirror.count_attempt("refused drags in supply phases")
        table.drag(name, setting.board.ids[chance.choice(list(members(near)))], SUPPLY_STEP)
    elif Action("lose", UnitId(name)) in kernel.legal_actions(state):
        return
    else:
        mirror.count_attempt("refused group losses")
        table.key(name, LOSE_STEP_KEY, SUPPLY_STEP)
    if not hands.compare_verdict(f"refused in a supply phase: {name}", ""):
        hands.end_walk()
    if not mirror.compare(f"refused in a supply phase: {name}"):
        hands.end_walk()
