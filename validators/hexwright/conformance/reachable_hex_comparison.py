"""Compare the hexes that the module lights up for a unit with those that the rules engine allows."""

from __future__ import annotations

from hexwright.conformance.module_player import ModulePlayer
from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import NOT_IN_PLAY, State


def compare_reachable_hexes(hands: ModulePlayer, unit: int) -> None:
    """Light up the hexes a unit may go to, and compare them with the rules engine, hex by hex."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    name = setting.units[unit]
    mirror.tried("lights")
    lit = mirror.table.lit(name)
    expected = _reached(hands, setting, state, unit)
    mirror.tally.counts["hexes lit up"] += len(expected)
    mirror.table.chat()
    if lit == expected:
        return
    here = setting.board.ids[state.where[unit]] if state.where[unit] >= 0 else "off the map"
    lacking, more = sorted(expected - lit), sorted(lit - expected)
    mirror.differs(
        f"{name} ({here}) lights up where it may go",
        ", ".join(lacking) or "no more",
        f"{', '.join(more)} instead" if more else "these are dark",
    )
    hands.part()


def _reached(hands: ModulePlayer, setting: CompiledGame, state: State, unit: int) -> frozenset[HexId]:
    """Return the hexes that the rules engine lets a unit go to, without its own."""
    kernel, board = hands.mirror.kernel, setting.board
    name = setting.units[unit]
    waits = state.where[unit] == NOT_IN_PLAY and state.stage == "replace"
    if waits and any(made == unit for made, _, _ in setting.coming.conversions):
        # The action names only the unit whose place is taken, not the new one: units of the other side don't
        # count.
        may = setting.side_of[unit] == setting.side(state)
        turned = [a.unit for a in kernel.legal_actions(state) if may and a.kind == "designate"]
        return frozenset(board.ids[state.where[setting.number[u]]] for u in turned if u is not None)
    if state.stage == "retreat" and state.fight is not None and state.fight.fleeing >> unit & 1:
        union = 0
        for hexes in retreat_destinations(setting, state, unit).values():
            union |= hexes
        return frozenset(board.ids[number] for number in members(union))
    goals = {
        a.hex
        for a in kernel.legal_actions(state)
        if a.unit == name and a.hex is not None and a.kind != "attack"
    }
    here = board.ids[state.where[unit]] if state.where[unit] >= 0 else None
    # A unit that is given up may come back in its hex.
    return frozenset(goal for goal in goals if goal != here or state.stage == "replace")
