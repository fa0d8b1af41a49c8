"""Air strike dice: the dice rolled for an air unit that attacks alone."""

from __future__ import annotations

from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import Engagement, Mission, State
from hexwright.rules.fire.dice_pools import air_dice
from hexwright.rules.fire.fire_battle import FireBattle, fire_rules, supply_shortage_of_all
from hexwright.rules.fire.fire_phase import side_chances, uses_tables
from hexwright.rules.fire.hit_chances import Chances, hits_of, throw_pool, throw_pool_by_table


def strike_dice(setting: CompiledGame, state: State, mission: Mission) -> tuple[int, int]:
    """Return the lowest die roll that scores a hit in a strike, and the number of dice."""
    battle = Engagement(mission.hex, 0, 1 << mission.unit)
    scene = FireBattle.of(setting, state, battle, supply_shortage_of_all(setting, state))
    # There is no ground attack, so no attack along a road.
    shot = air_dice(scene, mission.unit)
    return shot.hits_from, shot.dice


def strike_chances(setting: CompiledGame, state: State, mission: Mission) -> Chances:
    """Return the probability of each number of hits that a strike can score."""
    return side_chances(setting, (strike_dice(setting, state, mission),))


def strike_throw(setting: CompiledGame, state: State, mission: Mission) -> int:
    """Return the number of hits that a strike scores, as determined by the state's seed."""
    die, groups = fire_rules(setting).die, (strike_dice(setting, state, mission),)
    if uses_tables(setting):
        tables = setting.game.charts.hit_tables
        return throw_pool_by_table(groups, die, tables, state.seed, state.dice_thrown)[0]
    return hits_of(groups, throw_pool(groups, die, state.seed, state.dice_thrown))
