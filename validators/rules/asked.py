"""Tell whether a record counts for a unit where it stands: by who it is, its hex, the time, how it stands."""

from __future__ import annotations

from validators.rules.circumstances import Circumstance, timely
from validators.rules.reckoning import standing
from validators.rules.setting import Setting
from validators.rules.state import State


def counts(setting: Setting, state: State, asked: Circumstance, unit: int) -> bool:
    """Tell whether it does for a unit on the map, as it stands there."""
    return (
        bool(asked.units >> unit & 1)
        and bool(asked.hexes >> state.where[unit] & 1)
        and now(setting, state, asked)
        and bool(standing(setting, state, asked, 1 << unit))
    )


def now(setting: Setting, state: State, asked: Circumstance) -> bool:
    """Tell whether it can at this time."""
    phase, weather = setting.phases[state.phase].id, setting.weather_now(state)
    return timely(asked.when, phase, weather, state.turn, setting.options)
