"""Tell which hexes units may ride through, and who is entrained."""

from __future__ import annotations

from builder.geometry.board import Hexes
from validators.rules.circumstances import Units
from validators.rules.setting import Setting
from validators.rules.state import State, entrained_units


def usable(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side may entrain, ride and detrain now.

    They are those of the line that hold no enemy, lie in no zone of his and, where that is asked for, beside
    none, and are no place of others.
    """
    mode = setting.trains
    assert mode is not None
    assert mode.entraining is not None
    enemies = setting.enemies(state, side)
    shut = enemies | setting.ezoc(state, side) | (setting.places & ~state.owned[side])
    if mode.entraining.clear_of == "enemies":
        shut |= setting.board.around(enemies)
    return setting.rails & ~shut


def counted(setting: Setting, state: State, side: int) -> Units:
    """Return the units of a side that are, or were, entrained in this phase."""
    return (entrained_units(state) | state.rode) & setting.units_of[side]


def room(setting: Setting, state: State, side: int) -> int | None:
    """Return how many more units of a side may entrain in this phase; None for any number."""
    mode = setting.trains
    assert mode is not None
    assert mode.entraining is not None
    most = mode.entraining.most(setting.sides[side])
    return None if most is None else max(0, most - counted(setting, state, side).bit_count())


def unready(setting: Setting, state: State) -> Units:
    """Return the units that don't attack in battles by odds: who is entrained, or was, where that bars it."""
    if setting.trains is None:
        return 0
    return entrained_units(state) | state.barred


def moved_last(setting: Setting, state: State) -> str:
    """Return the last movement phase of the turn that was played before the one of a state; "" for none."""
    weather = setting.weather_now(state)
    for phase in reversed(setting.phases[: state.phase]):
        out = state.turn in phase.not_on or (phase.weather and weather not in phase.weather)
        if phase.kind == "movement" and not out:
            return phase.id
    return ""
