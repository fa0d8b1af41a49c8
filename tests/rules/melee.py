"""Fight battles between units at random positions in a few hexes, for an observer."""

from __future__ import annotations

from collections.abc import Callable

from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.engine.state_builder import build_state
from tests.rules.games_with_cadres import FIELD


def fought(rules: RulesEngine, seeds: range, watch: Callable[[State, Action, State], None]) -> None:
    """Fight one of Blue's combat phases for each seed; possible cadres wait off the map."""
    for seed in seeds:
        chance = RandomStream(seed)
        taken: dict[str, str] = {}
        lines, pool = [], []
        for unit in rules.setting.units:
            side, hex_id = unit.partition("-")[0], chance.choice(FIELD)
            if unit.endswith(("rump", "rest", "relic")):
                pool.append(str(unit))
            elif taken.setdefault(hex_id, side) == side:
                lines.append(f"{hex_id} {unit}")
        state = build_state(rules, lines, phase="blue-combat", pool=pool)
        for _ in range(4):
            attacks = [a for a in rules.legal_actions(state) if a.kind == "attack"]
            if state.stage == "declare" and attacks:
                state = rules.apply(state, chance.choice(attacks))
        here = (state.turn, state.phase)
        while (state.turn, state.phase) == here and not rules.is_over(state):
            rolls = rules.active_side(state) == CHANCE
            action = rules.draw(state) if rolls else chance.choice(rules.legal_actions(state))
            action = Action("end") if state.stage == "declare" else action
            after = rules.apply(state, action)
            watch(state, action, after)
            state = after
