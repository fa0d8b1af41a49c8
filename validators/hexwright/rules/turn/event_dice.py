"""Event dice: dice that may bring units before their turn, or that are rolled while certain units are in
play.
"""

from __future__ import annotations

from hexwright.model.rules.replacement_record import Event
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage, nothing_decided, one_die
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_placement import set_return_turn
from hexwright.rules.replacement.reinforcements import reserve_in_play, units_before_their_turn
from hexwright.rules.victory.victory_claims import declare_winner


def event_due(setting: CompiledGame, state: State) -> Event | None:
    """Return the event of the current phase if its die must be rolled now; otherwise None."""
    phase = setting.phases[state.phase].id
    for event in setting.game.rules.events:
        entry = next(
            (e for e in setting.arrivals_and_departures.entry_by_unit.values() if e.id == event.entry), None
        )
        if event.phase != phase or entry is None:
            continue
        if event.arrives_on:
            return (
                event
                if state.turn >= event.first_turn and units_before_their_turn(setting, state, entry)
                else None
            )
        if state.turn < setting.arrivals_and_departures.first_turn(entry) and reserve_in_play(
            setting, state, entry
        ):
            return event
    return None


def begin_event(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of an event phase, or the state after the phase if no die must
    be rolled.
    """
    return state if event_due(setting, state) is None else replace(state, stage="event-roll")


def event_die(setting: CompiledGame, state: State) -> int:
    """Return the number of sides of the event's die."""
    event = event_due(setting, state)
    assert event is not None
    return event.die


def apply_event_roll(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the event's die roll; certain rolls end the game."""
    event = event_due(setting, state)
    assert event is not None
    thrown = replace(state, dice_thrown=state.dice_thrown + 1)
    if action.roll in event.ends_game_on and event.winner is not None:
        return declare_winner(setting, thrown, setting.sides.index(event.winner))
    if action.roll in event.arrives_on:
        entry = next(e for e in setting.arrivals_and_departures.entry_by_unit.values() if e.id == event.entry)
        for unit in units_before_their_turn(setting, state, entry):
            thrown = set_return_turn(thrown, unit, state.turn)
    return replace(thrown, stage="done")


def narrate_event_roll(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that gives the result of the event's die roll."""
    event = event_due(setting, state)
    assert event is not None
    what = event.no_effect_text
    if action.roll in event.ends_game_on + event.arrives_on:
        what = event.ends_game_text if action.roll in event.ends_game_on else event.arrives_text
    return f"The die shows {action.roll}: {what}."


PHASE_MODULE = PhaseModule(
    phase_openers={"event": nothing_decided},
    beginning_steps={"event": {"event": begin_event}},
    stages=(
        Stage(
            "event-roll",
            "the die roll of the event",
            {"roll": ActionHandler(apply_event_roll, narrate=narrate_event_roll)},
            dice=one_die(event_die),
        ),
    ),
)
