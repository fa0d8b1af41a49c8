"""Sequence of play: phases, turns, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwright.model.ids import SideId
from hexwright.model.words import victory_words
from hexwright.rules.adjacent_elimination.play import eliminate_beside_enemies
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import (
    NOT_IN_PLAY,
    PHASE_DEFAULTS,
    POOL,
    TURN_DEFAULTS,
    State,
    overruns_awaiting_dice,
)
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_protocol import Outcome
from hexwright.rules.replacement.reinforcements import return_air_units
from hexwright.rules.turn import turn_weather
from hexwright.rules.victory import map_exits, territory_points, unit_points, victory_claims


def open_phase(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of its current phase, or of the next phase in which there is
    a decision.
    """
    for reached in opened_phases(setting, state):
        state = reached
    return state


def opened_phases(setting: CompiledGame, state: State) -> Iterator[State]:
    """Yield the state after the automatic steps of each phase, up to a phase with a decision."""
    while True:
        if state.stage == "weather-roll":
            yield state
            return
        if is_phase_played(setting, state):
            # Between two phases, the fields of the state are already reset.
            fresh = state if state.stage == "done" else replace(state, stage="done", **PHASE_DEFAULTS)
            state = begin_phase(setting, fresh)
            yield state
            if state.stage != "done":
                return
        state = next_phase(setting, state)
        if state.stage == "over":
            yield state
            return


def begin_phase(setting: CompiledGame, state: State) -> State:
    """Return the state in the first stage of its phase, after all automatic steps at the start of
    the phase.
    """
    kind = setting.phases[state.phase].kind
    for step in PHASE_REGISTRY.beginning_steps[kind]:
        state = step(setting, state)
        if state.stage == "over":
            return state
    return PHASE_REGISTRY.phase_openers[kind](setting, state)


def close_phase(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of the next phase, or at the end of the game."""
    after = next_phase(setting, state)
    return after if after.stage == "over" else open_phase(setting, after)


def is_phase_played(setting: CompiledGame, state: State) -> bool:
    """Return whether a state's phase is played on its turn and in its weather."""
    return setting.is_phase_played(state, state.phase)


def next_phase(setting: CompiledGame, state: State) -> State:
    """Return the state with its phase number, and if necessary its turn, advanced, before any effects of the
    new phase.
    """
    if is_phase_played(setting, state):
        state = eliminate_beside_enemies(setting, state)
    state = territory_points.score_territory(setting, state)
    side = setting.side(state)
    number = (state.phase + 1) % len(setting.phases)
    if number == 0 or setting.phase_sides[number] != side:
        state = _end_player_turn(setting, state)
    if number:
        return replace(
            state, phase=number, stage="done", **{**PHASE_DEFAULTS, "battles": overruns_awaiting_dice(state)}
        )
    if state.turn >= setting.scenario.last_turn:
        return replace(state, stage="over", **PHASE_DEFAULTS)
    after = replace(
        state,
        turn=state.turn + 1,
        phase=0,
        stage="done",
        **PHASE_DEFAULTS,
        **TURN_DEFAULTS,
    )
    return begin_turn(setting, after)


def begin_turn(setting: CompiledGame, state: State, since: int | None = None) -> State:
    """Return the state with the turn's weather, and with newly available units in the pool.

    `since` is the first turn whose arrivals are included; by default, only the current turn's arrivals are
    included.
    """
    state = turn_weather.determine_weather(setting, state)
    first = state.turn if since is None else since
    arriving = {
        unit
        for unit, turn in setting.arrivals_and_departures.joins_replacements_on.items()
        if first <= turn <= state.turn
    }
    # Units that arrive later can't be taken as replacements before their turn.
    where = tuple(
        POOL if unit in arriving and place == NOT_IN_PLAY else place
        for unit, place in enumerate(state.locations)
    )
    return _return_to_base(setting, replace(state, locations=where))


def _return_to_base(setting: CompiledGame, state: State) -> State:
    """Return the state with air units back at their bases if their time out of action is over and they need
    no replacement.
    """
    for side, rule in setting.air_units.rules.items():
        if rule.returns == "turn":
            state = return_air_units(setting, state, side)
    return state


def _end_player_turn(setting: CompiledGame, state: State) -> State:
    """Return the state after an enemy player turn, recording any bonus that a side has earned."""
    rules = setting.victory
    if state.disrupted_this_turn and setting.recovers_earlier:
        state = replace(state, disrupted_this_turn=0)
    if state.missions:
        state = replace(state, missions=())
    if rules.bonus_place is None:
        return state
    here = setting.board.places[rules.bonus_place]
    mover = setting.side(state)
    # A unit in the place at the end of the enemy's player turn earns the bonus, once.
    earned = tuple(
        had
        or (setting.sides[side] in rules.bonus and side != mover and bool(state.occupied[side] >> here & 1))
        for side, had in enumerate(state.bonus_earned)
    )
    return replace(state, bonus_earned=earned)


def victory_awards(setting: CompiledGame, state: State) -> Mapping[SideId, tuple[tuple[str, int], ...]]:
    """Return, for each side, the items that currently score points, with their points; empty if a place
    decides the game.
    """
    rules, board = setting.victory, setting.board
    if rules.hold is not None or rules.automatic_victory:
        return {}
    found: dict[SideId, tuple[tuple[str, int], ...]] = {}
    for number, side in enumerate(setting.sides):
        killed = state.destroyed[number]
        what = f"{killed} enemy {'unit' if killed == 1 else 'units'} eliminated"
        given = [(what, killed * rules.eliminated)] if killed and not rules.losses else []
        if bled := unit_points.loss_points(state, number):
            given.append((victory_words.LOSSES_TITLE, bled))
        if exited := map_exits.exit_points(state, number):
            given.append((victory_words.EXITS_TITLE, exited))
        given += territory_points.territory_awards(setting, state, number)
        given += unit_points.presence_awards(setting, state, number)
        given += [
            (place.name, points)
            for place in setting.game.hexmap.places
            if (points := rules.points_for(place)) and state.owned[number] >> board.index[place.hex] & 1
        ]
        if state.bonus_earned[number] and rules.bonus.get(side):
            taken = next(p.name for p in setting.game.hexmap.places if p.id == rules.bonus_place)
            given.append((f"{taken} occupied at the end of an enemy turn", rules.bonus[side]))
        found[side] = tuple(given)
    return found


def victory_points(setting: CompiledGame, state: State) -> Mapping[SideId, int]:
    """Return each side's current victory points; empty if a place decides the game."""
    return {
        side: sum(number for _, number in given) for side, given in victory_awards(setting, state).items()
    }


def outcome(setting: CompiledGame, state: State) -> Outcome:
    """Return the result of the game, or the result that an unfinished game would have if it ended now."""
    rules, board = setting.victory, setting.board
    if rules.automatic_victory or state.winning_side >= 0:
        return victory_claims.outcome(setting, state)
    names = {side.id: side.plural for side in setting.game.info.sides}
    if rules.hold is not None:
        here = board.places[rules.hold]
        place = next(p.name for p in setting.game.hexmap.places if p.id == rules.hold)
        winner = next((s for n, s in enumerate(setting.sides) if state.owned[n] >> here & 1), None)
        if winner is None:
            return Outcome(None, {}, f"A draw: no side holds {place}.")
        return Outcome(winner, {}, f"The {names[winner]} win: they hold {place}.")
    totals = victory_points(setting, state)
    score = ", ".join(f"{names[side]} {totals[side]}" for side in setting.sides)
    winner, level = rules.decided(totals)
    if winner is None:
        return Outcome(None, totals, f"A draw: {score}.")
    if level is None:
        return Outcome(winner, totals, f"The {names[winner]} win: {score}.")
    return Outcome(winner, totals, f"{level.name} of the {names[winner]}: {score}.", level.name)
