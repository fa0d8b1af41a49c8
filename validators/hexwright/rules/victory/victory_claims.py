"""Victory claims: check in victory phases whether a side has won, and determine the result of a game."""

from __future__ import annotations

from hexwright.model.rules.phase_start_steps import EVERY_PHASE
from hexwright.model.rules.victory_record import AutomaticVictory
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_module import PhaseModule, nothing_decided
from hexwright.rules.engine.rules_protocol import Outcome
from hexwright.rules.supply.supply_range import hexes_in_communication
from hexwright.rules.victory import situation_judging


def test_situations(setting: CompiledGame, state: State) -> State:
    """Return the state after the situations have been tested at the start of its phase; these tests may end
    the game.
    """
    if not setting.game.rules.situations:
        return state
    state, phase = situation_judging.update_situations(setting, state), setting.phases[state.phase].id
    counts = {
        one.id: count
        for one, count in zip(setting.game.rules.situations, state.situation_counts, strict=False)
        if phase in one.phases
    }
    for claim in setting.victory.automatic_victory:
        enough = claim.situation is not None and counts.get(claim.situation, 0) >= claim.consecutive
        if enough and state.turn > claim.after_turn:
            return declare_winner(setting, state, setting.sides.index(claim.side))
    if counts and ends_early(setting, state):
        return declare_winner(setting, state, -1)
    return state


def ends_early(setting: CompiledGame, state: State) -> bool:
    """Return whether the game ends because a side can no longer win on the turns that are left."""
    early = setting.victory.early_end
    if early is None or not setting.options_hold(early.option):
        return False
    return not any(
        _can_still_win(setting, state, claim)
        for claim in setting.victory.automatic_victory
        if claim.side == early.side
    )


def _can_still_win(setting: CompiledGame, state: State, claim: AutomaticVictory) -> bool:
    """Return whether enough tests of a claim's situation remain after the tests of the current phase."""
    rules, last = setting.game.rules.situations, setting.scenario.last_turn
    number = next(n for n, one in enumerate(rules) if one.id == claim.situation)
    today = [phase.id for phase in setting.phases[state.phase + 1 :]]
    asked = rules[number].phases
    left = sum(phase in asked for phase in today) + len(asked) * (last - state.turn)
    return left > 0 and state.situation_counts[number] + left >= claim.consecutive and last > claim.after_turn


def claim_holds(setting: CompiledGame, state: State, claim: AutomaticVictory) -> bool:
    """Return whether a claim holds, judged by its places or its situation.

    A claim to places holds if the side owns all of them and has a supply line to each.
    """
    if claim.situation is not None:
        asked = next(one for one in setting.game.rules.situations if one.id == claim.situation)
        return situation_judging.situation_holds(setting, state, asked)
    side = setting.sides.index(claim.side)
    held = state.owned[side] & hexes_in_communication(setting, state, side)
    return all(held >> setting.board.places[place] & 1 for place in claim.places)


def check_automatic_victory(setting: CompiledGame, state: State) -> State:
    """Return the state after a victory check: the game is over if the side has won; otherwise the state is
    unchanged.
    """
    phase = setting.phases[state.phase]
    side = phase.affected_side or phase.side
    for claim in setting.victory.automatic_victory:
        if claim.situation is not None or claim.side != side or state.turn <= claim.after_turn:
            continue
        if claim_holds(setting, state, claim):
            return declare_winner(setting, state, setting.sides.index(side))
    return state


def declare_winner(setting: CompiledGame, state: State, side: int) -> State:
    """Return the state in which the game is over and the side has won."""
    return replace(
        state, stage="over", winning_side=side, acted=0, replacements_left=(), battles=(), fight=None
    )


def outcome(setting: CompiledGame, state: State) -> Outcome:
    """Return the result of a game decided by claims, or the result that an unfinished game would have if it
    ended now.
    """
    people = {side.id: side.plural for side in setting.game.info.sides}
    if state.winning_side >= 0:
        winner = setting.sides[state.winning_side]
        return Outcome(winner, {}, f"The {people[winner]} win on turn {state.turn}.")
    for claim in setting.victory.automatic_victory:
        if claim.at_end and claim_holds(setting, state, claim):
            if claim.situation is not None:
                name = next(s.name for s in setting.game.rules.situations if s.id == claim.situation)
                return Outcome(claim.side, {}, f"The {people[claim.side]} win: {name}.")
            names = ", ".join(p.name for p in setting.game.hexmap.places if p.id in claim.places)
            return Outcome(claim.side, {}, f"The {people[claim.side]} win: they hold {names} in supply.")
    last = setting.victory.default_winner
    if last is None:
        return Outcome(None, {}, "A draw: no side won before the end of the game.")
    return Outcome(last, {}, f"The {people[last]} win: no other side won before the end of the game.")


PHASE_MODULE = PhaseModule(
    phase_openers={"victory": nothing_decided},
    beginning_steps={
        "situations": {EVERY_PHASE: test_situations},
        "claims": {"victory": check_automatic_victory},
    },
)
