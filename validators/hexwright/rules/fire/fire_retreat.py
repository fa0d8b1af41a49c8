"""Fire retreat: the hexes to which defenders may retreat after a round."""

from __future__ import annotations

from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.fire.dice_pools import attack_pool, defence_pool
from hexwright.rules.fire.fire_battle import (
    FireBattle,
    defenders_of,
    defending_side,
    fire_rules,
    supply_shortage_of_all,
)


def retreat_hexes(setting: CompiledGame, state: State, battle: Engagement, side: int) -> int:
    """Return the hexes to which defenders of a battle may retreat."""
    rule = fire_rules(setting).retreat
    if rule is None:
        return 0
    board = setting.board
    beside = board.near[battle.hex] & ~setting.enemy_hexes(state, side)
    friends = beside & state.occupied[side]
    empty = beside & ~state.occupied[side]
    if not rule.adjacent_to_attackers:
        # An empty hex is closed if the attack came from it or from an adjacent hex.
        empty &= ~(board.around(battle.attack_hexes) | battle.attack_hexes)
    if not rule.may_join_attacked:
        friends &= ~_hexes_outgunned(setting, state, friends)
    return empty | friends


def _hexes_outgunned(setting: CompiledGame, state: State, friends: int) -> int:
    """Return the friendly hexes that are attacked with at least as many dice as they are defended with."""
    found = 0
    for battle in state.engagements:
        if friends >> battle.hex & 1:
            scene = FireBattle.of(setting, state, battle, supply_shortage_of_all(setting, state))
            if attack_pool(scene).dice >= defence_pool(scene).dice:
                found |= 1 << battle.hex
    return found


def legal_retreat_moves(setting: CompiledGame, state: State, battle: Engagement) -> list[tuple[int, int]]:
    """Return the possible retreats as pairs of unit number and hex number."""
    side = defending_side(setting, state, battle.hex)
    ends = tuple(members(retreat_hexes(setting, state, battle, side)))
    return [
        (unit, end)
        for unit in defenders_of(setting, state, battle)
        for end in ends
        if not setting.full_hexes(state, unit) >> end & 1
    ]
