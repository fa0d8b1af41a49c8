"""Air readiness: which air units may fly, and which attacks they may support."""

from __future__ import annotations

from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import AT_BASE, Mission, State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire import fire_allocation


def current_mission(state: State) -> Mission:
    """Return the mission being flown: the last mission that isn't an interception."""
    return next(mission for mission in reversed(state.missions) if mission.kind != "intercept")


def intercepting_side(setting: CompiledGame, state: State) -> int:
    """Return the side that may now intercept the current mission; if there are several, they decide in the
    order of play.
    """
    mission = current_mission(state)
    return (setting.side_of[mission.unit] + 1 + mission.passed_interceptors) % len(setting.sides)


def ready_air_units(setting: CompiledGame, state: State, side: int) -> list[int]:
    """Return the air units of a side that may fly now: units at a base that haven't flown in this group of
    phases.
    """
    start = setting.air_units.mission_groups[state.phase]
    used = 0
    for mission in state.missions:
        if mission.phase >= start:
            used |= 1 << mission.unit
    return [
        unit
        for unit in members(setting.air_units.units[side] & ~used)
        if state.locations[unit] == AT_BASE and not state.return_turns[unit]
    ]


def legal_support_missions(setting: CompiledGame, state: State) -> list[Action]:
    """Return the actions by which air units may support an allocated attack."""
    if not state.engagements or not setting.air_units.units[setting.side(state)]:
        return []
    units = ready_air_units(setting, state, setting.side(state))
    if not units:
        return []
    hexes = [
        setting.board.ids[battle.hex]
        for battle in state.engagements
        if fire_allocation.may_support(setting, state, battle)
    ]
    return [Action("support", setting.units[unit], hex=hex_id) for unit in units for hex_id in hexes]
