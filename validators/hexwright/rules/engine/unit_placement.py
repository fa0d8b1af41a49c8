"""Unit placement: place, remove and reduce units. Every change of a unit's hex or face is made here."""

from __future__ import annotations

from collections.abc import Callable, Collection

from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import make_replacer, replace
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, FORTIFIED, MovementLeft, State, Strength
from hexwright.rules.transport.transport_networks import serving_after_entry
from hexwright.rules.victory.unit_points import score_loss


def _with_unit_moved(
    setting: CompiledGame, state: State, unit: int, to: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the values of `locations` and `occupied` after a unit has moved to another location."""
    old, side = state.locations[unit], setting.side_of[unit]
    where = (*state.locations[:unit], to, *state.locations[unit + 1 :])
    hexes = state.occupied[side]
    # Both sides stand in one hex only if players put them there against the rules.
    if old >= 0 and (old not in where or all(where[other] != old for other in setting.units_by_side[side])):
        hexes &= ~(1 << old)
    if to >= 0:
        hexes |= 1 << to
    return where, (*state.occupied[:side], hexes, *state.occupied[side + 1 :])


def place_unit(
    setting: CompiledGame,
    state: State,
    unit: int,
    hex_number: int,
    through: int = 0,
    acted: int | None = None,
    left: tuple[tuple[int, MovementLeft], ...] | None = None,
    enters: int = 0,
) -> State:
    """Return the state with a unit placed in a hex; the unit captures the places in that hex and in
    `through`.

    Network hexes in `enters` may change the side that they serve. For moves, `acted` and `left` replace the
    state's `acted` and `movement_left`.
    """
    side = setting.side_of[unit]
    where, occupied = _with_unit_moved(setting, state, unit, hex_number)
    owned = state.owned
    # A place belongs to the side whose unit was last in it.
    taken = (through | 1 << hex_number) & setting.places & ~owned[side]
    if taken:
        owned = tuple(hexes | taken if other == side else hexes & ~taken for other, hexes in enumerate(owned))
    serving = state.serving_hexes
    if serving and enters & setting.changeable_hexes:
        serving = serving_after_entry(setting, serving, unit, enters)
    conditions = state.conditions
    if conditions and conditions[unit] and state.locations[unit] != hex_number:
        # A unit leaves its fortification behind; outside of movement, it also leaves its train.
        drop = FORTIFIED if state.stage == "move" else FORTIFIED | ENTRAINED
        conditions = _conditions(state, unit, drop=drop)
    return _put(
        state,
        where,
        occupied,
        owned,
        state.acted if acted is None else acted,
        conditions,
        state.captured_places | taken,
        state.movement_left if left is None else left,
        serving,
    )


# A function of its own, because most actions of a game are moves.
_put: Callable[..., State] = make_replacer(
    State,
    "locations",
    "occupied",
    "owned",
    "acted",
    "conditions",
    "captured_places",
    "movement_left",
    "serving_hexes",
)


def remove_unit(setting: CompiledGame, state: State, unit: int, to: int) -> State:
    """Return the state after a unit has been removed from the map to POOL, NOT_IN_PLAY or OUT_OF_GAME.

    The unit loses its conditions.
    """
    where, occupied = _with_unit_moved(setting, state, unit, to)
    gone = replace(state, locations=where, occupied=occupied)
    if gone.phases_without_supply:
        gone = replace(
            gone, phases_without_supply=tuple(one for one in gone.phases_without_supply if one[0] != unit)
        )
    return clear_condition(gone, unit)


def show_step(state: State, unit: int, step: int) -> State:
    """Return the state with a unit's counter flipped to another step."""
    return replace(state, steps=state.steps[:unit] + bytes([step]) + state.steps[unit + 1 :])


def _conditions(state: State, unit: int, *, add: int = 0, drop: int = 0) -> bytes:
    now = (state.conditions[unit] & ~drop) | add
    return state.conditions[:unit] + bytes([now]) + state.conditions[unit + 1 :]


def disrupt_unit(state: State, unit: int) -> State:
    """Return the state with a unit disrupted; the unit loses its fortification."""
    return replace(
        state,
        conditions=_conditions(state, unit, add=DISRUPTED, drop=FORTIFIED),
        disrupted_this_turn=state.disrupted_this_turn | 1 << unit,
    )


def recover_unit(state: State, unit: int) -> State:
    """Return the state with a unit no longer disrupted."""
    return replace(state, conditions=_conditions(state, unit, drop=DISRUPTED))


def fortify_unit(state: State, unit: int) -> State:
    """Return the state with a unit fortified."""
    return replace(state, conditions=_conditions(state, unit, add=FORTIFIED))


def lose_fortification(state: State, unit: int) -> State:
    """Return the state with a unit's fortification removed."""
    return replace(state, conditions=_conditions(state, unit, drop=FORTIFIED))


def clear_condition(state: State, unit: int) -> State:
    """Return the state with a unit neither disrupted nor fortified nor entrained."""
    if not state.conditions or not state.conditions[unit]:
        return state
    return replace(state, conditions=_conditions(state, unit, drop=DISRUPTED | FORTIFIED | ENTRAINED))


def entrain_unit(state: State, unit: int) -> State:
    """Return the state with a unit entrained."""
    return replace(state, conditions=_conditions(state, unit, add=ENTRAINED))


def detrain_unit(state: State, unit: int) -> State:
    """Return the state with a unit no longer entrained."""
    return replace(state, conditions=_conditions(state, unit, drop=ENTRAINED))


def eliminate_unit(setting: CompiledGame, state: State, unit: int, *, scored: bool = True) -> State:
    """Return the state with a unit eliminated; a unit that may return as a replacement then returns at its
    weakest step.

    `scored` is false for eliminations that score no points, such as those by attrition.
    """
    gone = show_step(
        remove_unit(setting, state, unit, setting.arrivals_and_departures.destinations_when_eliminated[unit]),
        unit,
        setting.last_step[unit],
    )
    if delay := setting.arrivals_and_departures.return_delays.get(unit):
        gone = set_return_turn(gone, unit, state.turn + delay)
    if not scored:
        return gone  # A unit eliminated by attrition scores no point.
    # Each elimination counts, even if the unit returns later.
    victors = _eliminating_sides(setting, state, unit)
    gone = replace(gone, destroyed=tuple(n + (side in victors) for side, n in enumerate(gone.destroyed)))
    return score_loss(setting, state, gone, unit, victors)


def _eliminating_sides(setting: CompiledGame, state: State, unit: int) -> Collection[int]:
    """Return the sides that eliminate a unit: its opponents in battle, or all its enemies if there is no
    battle.
    """
    own, mover = setting.side_of[unit], setting.side(state)
    if own != mover:
        return (mover,)
    if state.current_engagement is not None:
        # In fire combat one side defends, and its units may have left the hex.
        return (state.current_engagement.defending_side,)
    if state.fight is not None:
        return {setting.side_of[defender] for defender in members(state.fight.defenders)}
    return [side for side in range(len(setting.sides)) if side != own]


def set_return_turn(state: State, unit: int, turn: int) -> State:
    """Return the state with `turn` recorded as the turn on which a unit may return or act again; 0 for no
    turn.
    """
    return replace(
        state, return_turns=state.return_turns[:unit] + bytes([turn]) + state.return_turns[unit + 1 :]
    )


def lose_step(
    setting: CompiledGame, state: State, unit: int, *, scored: bool = True, defends: bool = False
) -> tuple[State, Strength]:
    """Return the state after a unit's step loss, and the printed strength that the unit lost.

    This strength is the attack strength, or the defence strength if the unit `defends`.
    """
    step = state.steps[unit]
    strengths = (setting.defences if defends else setting.strengths)[unit]
    # The loss is the difference between the faces, or the whole strength of an eliminated unit.
    lost = strengths[step] - strengths[step + 1]
    if step == setting.last_step[unit]:
        return eliminate_unit(setting, state, unit, scored=scored), lost
    return show_step(state, unit, step + 1), lost
