"""Turn weather: weather is fixed by the turn track, or rolled at the start of the turn or after the previous
turn.
"""

from __future__ import annotations

from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage, one_die
from hexwright.rules.engine.rules_protocol import Action


def determine_weather(setting: CompiledGame, state: State) -> State:
    """Return the state with the weather of its turn recorded, or the state in which the weather die must be
    rolled.
    """
    turn = setting.turns[state.turn]
    if turn.weather_roll:
        return replace(state, stage="weather-roll")
    now = (
        turn.weather_after.get(state.weather_by_turn[-1], turn.weather)
        if state.weather_by_turn
        else turn.weather
    )
    return replace(state, weather_by_turn=(*state.weather_by_turn, now))


def weather_die(setting: CompiledGame, state: State) -> int:
    """Return the number of sides of the weather die."""
    return len(setting.turns[state.turn].weather_roll)


def apply_weather_roll(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with the rolled weather, in the first phase of the turn."""
    now = setting.turns[state.turn].weather_roll[str(action.roll)]
    return replace(
        state, weather_by_turn=(*state.weather_by_turn, now), dice_thrown=state.dice_thrown + 1, stage="begin"
    )


def narrate_weather_roll(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about the rolled weather."""
    now = setting.turns[state.turn].weather_roll[str(action.roll)]
    name = next(kind.name for kind in setting.game.charts.weather if kind.id == now)
    return f"The die for the weather shows {action.roll}: {name}."


PHASE_MODULE = PhaseModule(
    stages=(
        Stage(
            "weather-roll",
            "the die roll for the weather",
            {"roll": ActionHandler(apply_weather_roll, narrate=narrate_weather_roll)},
            dice=one_die(weather_die),
        ),
    ),
)
