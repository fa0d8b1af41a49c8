"""Listed position: the state for lists of units; `state_builder` is the usual way in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine import unit_placement
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import AT_BASE, NOT_IN_PLAY, OUT_OF_GAME, POOL, TEST_DEFAULTS, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.unit_placement import disrupt_unit, fortify_unit
from hexwright.rules.turn.sequence_of_play import begin_turn, open_phase


def listed_state(
    rules: RulesEngine,
    standing: Iterable[str],
    *,
    turn: int = 1,
    phase: str,
    pool: Iterable[str] = (),
    gone: Iterable[str] = (),
    owners: Mapping[str, str] | None = None,
    seed: int = 0,
    weather: str | None = None,
    based: Iterable[str] = (),
    disrupted: Iterable[str] = (),
    fortified: Iterable[str] = (),
    entrained: Iterable[str] = (),
    opened: bool = True,
    noted: Mapping[str, Any],
    fresh: State | None = None,
) -> State:
    """Return the state at the beginning of a phase; see `state_builder.build_state` for the arguments.

    `fresh` is the state before the first action, where it is known.
    """
    setting = rules.setting
    if fresh is None:
        fresh = rules.set_up(seed)
    where = [NOT_IN_PLAY if place == NOT_IN_PLAY else OUT_OF_GAME for place in fresh.locations]
    steps = bytearray(fresh.steps)
    for name in based:
        where[setting.unit_numbers[UnitId(name)]] = AT_BASE
    for name in pool:
        unit = setting.unit_numbers[UnitId(name)]
        where[unit], steps[unit] = POOL, setting.last_step[unit]
    for name in gone:
        where[setting.unit_numbers[UnitId(name)]] = OUT_OF_GAME
    for entry in standing:
        hex_id, _, name = entry.partition(" ")
        name, _, step = name.partition("/")
        unit = setting.unit_numbers[UnitId(name)]
        where[unit], steps[unit] = setting.board.index[HexId(hex_id)], int(step or 1)
    occupied = tuple(union(where[u] for u in units if where[u] >= 0) for units in setting.units_by_side)
    number = next((n for n, p in enumerate(setting.phases) if p.id == PhaseId(phase)), None)
    if number is None:
        raise KeyError(phase)
    state = replace(
        fresh,
        phase=number,
        weather_by_turn=(),
        locations=tuple(where),
        steps=bytes(steps),
        occupied=occupied,
        owned=_owned(setting, fresh, owners or {}, occupied),
        **{**TEST_DEFAULTS, **noted},
    )
    state = replace(
        state, return_turns=bytes(_awaited(setting, state, unit, turn) for unit in range(len(where)))
    )
    state = _at_turn(setting, state, turn)
    if weather is not None:
        state = replace(state, weather_by_turn=(*state.weather_by_turn[:-1], weather))
    for name in disrupted:
        state = disrupt_unit(state, setting.unit_numbers[UnitId(name)])
    for name in fortified:
        state = fortify_unit(state, setting.unit_numbers[UnitId(name)])
    for name in entrained:
        state = unit_placement.entrain_unit(state, setting.unit_numbers[UnitId(name)])
    state = replace(state, disrupted_this_turn=0)
    return open_phase(setting, state) if opened else state


def _awaited(setting: CompiledGame, state: State, unit: int, turn: int) -> int:
    """Return the value of `return_turns` for a unit; 0 if the unit is at its base and its wait is over."""
    back = state.return_turns[unit]
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    if state.locations[unit] == POOL and entry is not None and entry.arrives == "scheduled":
        return 0  # It has come before it was lost.
    if state.locations[unit] in (NOT_IN_PLAY, POOL):
        return back
    if state.locations[unit] != AT_BASE or back < turn:
        return 0
    # An air unit put out of action may return only in a replacement phase of its side.
    side = setting.side_of[unit]
    return back if back > turn or state.phase <= _returns(setting, side) else 0


def _returns(setting: CompiledGame, side: int) -> int:
    """Return the first phase in which a side's air units return, or -1 if they return at the start
    of a turn.
    """
    rule = setting.air_units.rules.get(side)
    if rule is None or rule.returns == "turn":
        return -1
    own = (number for number, acting in enumerate(setting.phase_sides) if acting == side)
    return next((number for number in own if setting.phases[number].kind == "replacement"), -1)


def _at_turn(setting: CompiledGame, state: State, turn: int) -> State:
    """Return the state at the beginning of a turn; if the weather is rolled, it is the alphabetically first
    possible weather.
    """
    for now in range(setting.scenario.first_turn, turn + 1):
        state = begin_turn(setting, replace(state, turn=now, stage="begin"))
        if state.stage == "weather-roll":
            drawn = min(setting.turns[now].weather_roll.values())
            state = replace(state, weather_by_turn=(*state.weather_by_turn, drawn), stage="begin")
    return state


def _owned(
    setting: CompiledGame, fresh: State, owners: Mapping[str, str], occupied: Iterable[Hexes]
) -> tuple[Hexes, ...]:
    """Return the hexes that each side owns: the hexes it owns initially, corrected by `owners` and by the
    units in them.
    """
    owner = {number: side for side, hexes in enumerate(fresh.owned) for number in members(hexes)}
    for hex_text, side_text in owners.items():
        owner[setting.board.index[HexId(hex_text)]] = setting.sides.index(SideId(side_text))
    for side, hexes in enumerate(occupied):
        owner.update(dict.fromkeys(members(hexes & setting.places), side))
    return tuple(union(n for n, s in owner.items() if s == side) for side in range(len(setting.sides)))
