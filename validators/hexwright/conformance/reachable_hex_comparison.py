"""Reachable hex comparison: compare the hexes that the module highlights for a unit with the hexes it may
legally enter.
"""

from __future__ import annotations

from hexwright.conformance.module_player import ModulePlayer
from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import NOT_IN_PLAY, State


def compare_reachable_hexes(hands: ModulePlayer, unit: int) -> None:
    """Highlight the hexes that a unit may enter, and compare them with the rules engine's result, hex
    by hex.
    """
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    name = setting.units[unit]
    mirror.count_attempt("lights")
    lit = mirror.table.reachable_hexes(name)
    expected = _reached(hands, setting, state, unit)
    mirror.tally.counts["hexes highlighted"] += len(expected)
    mirror.table.chat()
    if lit == expected:
        return
    here = setting.board.ids[state.locations[unit]] if state.locations[unit] >= 0 else "off the map"
    lacking, more = sorted(expected - lit), sorted(lit - expected)
    mirror.report_difference(
        f"reachable hexes of {name} ({here})",
        ", ".join(lacking) or "no other hexes",
        f"{', '.join(more)} instead" if more else "not highlighted",
    )
    hands.end_walk()


def _reached(hands: ModulePlayer, setting: CompiledGame, state: State, unit: int) -> frozenset[HexId]:
    """Return the hexes that a unit may enter according to the rules engine, without the unit's own hex."""
    kernel, board = hands.paired_game.kernel, setting.board
    name = setting.units[unit]
    waits = state.locations[unit] == NOT_IN_PLAY and state.stage == "replace"
    if waits and any(made == unit for made, _, _ in setting.arrivals_and_departures.conversions):
        # The action names only the unit whose place is taken, not the new one: units of the other side don't
        # count.
        may = setting.side_of[unit] == setting.side(state)
        turned = [a.unit for a in kernel.legal_actions(state) if may and a.kind == "designate"]
        return frozenset(board.ids[state.locations[setting.unit_numbers[u]]] for u in turned if u is not None)
    if state.stage == "retreat" and state.fight is not None and state.fight.retreating >> unit & 1:
        union = 0
        for hexes in retreat_destinations(setting, state, unit).values():
            union |= hexes
        return frozenset(board.ids[number] for number in members(union))
    goals = {
        a.hex
        for a in kernel.legal_actions(state)
        if a.unit == name and a.hex is not None and a.kind != "attack"
    }
    here = board.ids[state.locations[unit]] if state.locations[unit] >= 0 else None
    # A unit that is given up may come back in its hex.
    return frozenset(goal for goal in goals if goal != here or state.stage == "replace")
