"""Situation tests: test situations at the start of phases, and count consecutive tests at which they hold."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.bitsets import union
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.queries.movement_flood import Ground, ends, flood
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.transport.transport_networks import usable_hexes


def update_situations(setting: CompiledGame, state: State) -> State:
    """Return the state after testing the situations that are tested at the start of its phase."""
    phase = setting.phases[state.phase].id
    now = (state.turn, state.phase)
    rules = setting.game.rules.situations
    # For a position read in the middle of a phase, the situations were tested at its start.
    if state.situations_tested_at == now or all(phase not in one.phases for one in rules):
        return state
    before = state.situation_counts or (0,) * len(rules)
    counts = tuple(
        count
        if phase not in one.phases
        else count + 1
        if (one.permanent and count) or situation_holds(setting, state, one)
        else 0
        for one, count in zip(rules, before, strict=True)
    )
    return replace(state, situation_counts=counts, situations_tested_at=now)


def situation_holds(setting: CompiledGame, state: State, situation: Situation) -> bool:
    """Return whether a situation holds in a position."""
    return any(_fact_holds(setting, state, fact) for fact in situation.any)


def _fact_holds(setting: CompiledGame, state: State, fact: SituationFacts) -> bool:
    side, board = setting.sides.index(fact.side), setting.board

    def inside(hexes: Hexes, places: Iterable[str]) -> bool:
        return all(hexes >> board.places[place] & 1 for place in places)

    if not inside(state.owned[side], fact.owns) or not inside(state.occupied[side], fact.occupies):
        return False
    if fact.mode is not None and not _is_reached(setting, state, fact):
        return False
    if fact.network is None:
        return True
    return inside(~usable_hexes(setting, state, fact.network, side), fact.cut_off)


def _is_reached(setting: CompiledGame, state: State, fact: SituationFacts) -> bool:
    """Return whether a unit can reach a place using the movement mode of the test, ignoring all
    other units.
    """
    assert fact.mode is not None
    side, board = setting.sides.index(fact.side), setting.board
    way = setting.supply_movements.movement_way_for(fact.mode, fact.side, side, setting.time_context(state))
    # One flood serves all: units with less than the largest allowance start with the difference spent.
    begun: dict[int, Hexes] = {}
    for unit in setting.units_by_side[side]:
        if state.locations[unit] >= 0:
            spent = way.allowance - setting.allowances[unit][state.steps[unit]] * way.parts_per_point
            begun[spent] = begun.get(spent, 0) | 1 << state.locations[unit]
    reached = flood(
        way, Ground(board.every, 0, 0), [(0, spent, hexes) for spent, hexes in sorted(begun.items())]
    )
    return bool(ends(reached) & union(board.places[place] for place in fact.reaches))
