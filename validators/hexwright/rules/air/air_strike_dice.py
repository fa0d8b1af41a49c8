"""Air strike dice: the dice of an air unit that attacks alone."""

from __future__ import annotations

from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import Engagement, Mission, State
from hexwright.rules.fire.dice_pools import air_dice
from hexwright.rules.fire.fire_battle import Scene, fire_rules, lack_of_all
from hexwright.rules.fire.fire_phase import side_chances, uses_tables
from hexwright.rules.fire.hit_chances import Chances, hits_of, table_thrown, thrown


def strike_dice(setting: Setting, state: State, mission: Mission) -> tuple[int, int]:
    """Return the lowest number that hits and the number of dice of a strike."""
    battle = Engagement(mission.hex, 0, 1 << mission.unit)
    scene = Scene.of(setting, state, battle, lack_of_all(setting, state))
    # There is no ground attack, so no attack along a road.
    shot = air_dice(scene, mission.unit)
    return shot.hits_from, shot.dice


def strike_chances(setting: Setting, state: State, mission: Mission) -> Chances:
    """Return the probability of each number of hits of a strike."""
    return side_chances(setting, (strike_dice(setting, state, mission),))


def strike_throw(setting: Setting, state: State, mission: Mission) -> int:
    """Return the hits that the seed gives a strike."""
    die, groups = fire_rules(setting).die, (strike_dice(setting, state, mission),)
    if uses_tables(setting):
        tables = setting.game.charts.hit_tables
        return table_thrown(groups, die, tables, state.seed, state.throws)[0]
    return hits_of(groups, thrown(groups, die, state.seed, state.throws))
