"""Movement phases: legs of moves, moves taken back, exits and fortifying."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from hexwright.geometry.bitsets import select
from hexwright.rules.combat import overruns
from hexwright.rules.combat.combat_phase import battle_action, battle_of_leaving_unit
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import (
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    MOVES_DEFAULTS,
    State,
    entrained_units,
    movement_start_of,
    overruns_awaiting_dice,
)
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import fortify_unit, place_unit
from hexwright.rules.engine.unit_restrictions import units_unable_to_move
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.overstacking import overstacking_units
from hexwright.rules.supply.supply_range import SupplyShortage, find_supply_shortage, units_with_noted_supply
from hexwright.rules.transport import rail_movement
from hexwright.rules.transport.rail_movement import train_actions_of
from hexwright.rules.transport.transport_networks import serving_after_entry
from hexwright.rules.victory.map_exits import exit_actions_of, leave_map


def moves_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the possible next legs of a unit's move in the current movement phase."""
    if state.where[unit] < 0 or units_unable_to_move(setting, state) >> unit & 1:
        return []
    if state.battles and overruns.units_in_overruns(state) >> unit & 1:
        return []  # It takes part in an overrun.
    legs = legs_of_state(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return []  # It has done something else instead of a move.
    return setting.moves_to(unit, legs.ends(unit))


def actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return all actions of a unit in the current movement phase."""
    found = moves_of(setting, state, unit) + exit_actions_of(setting, state, unit)
    joined = bool(state.battles) and overruns.units_in_declared_overruns(state) >> unit & 1
    if state.acted >> unit & 1 and not joined and unit in overstacking_units(setting, state):
        found.append(Action("take-back", setting.units[unit]))
    if setting.trains is not None:
        found += train_actions_of(setting, state, unit)
    if setting.diggers >> unit & 1 and unit in units_yet_to_move(setting, state):
        found += legal_fortifications(setting, state, (unit,))
    return found + _overruns_of(setting, state, unit) if setting.overruns else found


def _overruns_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the overruns that a unit may join, leave or resolve."""
    if not overruns.units_in_overruns(state) >> unit & 1:
        return overruns.join_actions_of(setting, state, unit)
    if not overruns.units_in_declared_overruns(state) >> unit & 1:
        return []  # It has made an overrun for which the die is still to be rolled.
    own = battle_of_leaving_unit(setting, state, setting.units[unit])
    done = [battle_action(setting, "resolve", own)] if overruns.entry_achieved(setting, state, own) else []
    return overruns.leave_actions_of(setting, state, unit) + done


def units_yet_to_move(setting: CompiledGame, state: State) -> list[int]:
    """Return the units that may still move and have not moved in this phase."""
    may = setting.phase_units[state.phase] & ~state.acted & ~units_unable_to_move(setting, state)
    where = state.where
    return [unit for unit in select(range(len(where)), may) if where[unit] >= 0]


def legal_moves(setting: CompiledGame, state: State) -> list[Action]:
    """Return all actions of the phase and its end; or the moves to take back before it can end."""
    found: list[Action] = []
    units = units_yet_to_move(setting, state)
    for unit in sorted((*units, *(unit for unit, _ in state.left))):
        found += moves_of(setting, state, unit) + exit_actions_of(setting, state, unit)
        if setting.trains is not None:
            found += train_actions_of(setting, state, unit)
    found += legal_fortifications(setting, state, units)
    if setting.overruns:
        own = [unit for unit in setting.of_side[setting.side(state)] if state.where[unit] >= 0]
        for unit in own:
            found += overruns.join_actions_of(setting, state, unit) + overruns.leave_actions_of(
                setting, state, unit
            )
        found += overruns.resolve_actions(setting, state)
    # The phase can't end while any hex is overstacked.
    found += legal_ends(setting, state)
    return found


def apply_move(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a leg of a move; raise IllegalAction if no path leads there."""
    assert action.unit is not None
    assert action.hex is not None
    unit, end = setting.number[action.unit], setting.board.index[action.hex]
    if state.where[unit] < 0 or not setting.phase_units[state.phase] >> unit & 1:
        raise IllegalAction(f"{action.text}: it doesn't move in this phase")
    leg = legs_of_state(setting, state).to(unit, end)
    at = bisect_left(state.left, (unit,))
    on = at < len(state.left) and state.left[at][0] == unit
    left = (*state.left[:at], (unit, leg.left), *state.left[at + on :])
    bit = 1 << unit
    enters = (leg.passed | 1 << end) & setting.changeable
    moved = place_unit(setting, state, unit, end, leg.taken, state.acted | bit, left, enters)
    if leg.breached:
        moved = _with_fallen_hexsides(moved, unit, leg.breached)
    if state.begun is not None and enters:
        ways = dict(state.entered)
        ways[unit] = ways.get(unit, 0) | enters
        moved = replace(moved, entered=tuple(sorted(ways.items())))
    if state.begun is not None and leg.taken:
        seized = dict(state.seized)
        seized[unit] = seized.get(unit, 0) | leg.taken
        moved = replace(moved, seized=tuple(sorted(seized.items())))
    # Nothing else records that a unit which has ridden by rail gave up its attack.
    lost = bool(state.barred & bit) and bool((entrained_units(state) | state.rode) & bit)
    ready = leg.ready and not lost
    return replace(moved, barred=moved.barred ^ bit) if ready == bool(moved.barred & bit) else moved


def _with_fallen_hexsides(state: State, unit: int, walls: int) -> State:
    """Return the state with the fortified hexsides destroyed whose front a unit crossed."""
    fallen = replace(state, breached=state.breached | walls)
    if state.begun is None:
        return fallen
    broke = dict(state.broke)
    broke[unit] = broke.get(unit, 0) | walls
    return replace(fallen, broke=tuple(sorted(broke.items())))


# Overstacking --------------------------------------------------------------------------------------


def legal_ends(setting: CompiledGame, state: State) -> list[Action]:
    """Return the end of the phase, or the moves that may be taken back while a hex is overstacked.

    Units in a declared overrun must leave it first.
    """
    units = overstacking_units(setting, state)
    joined = overruns.units_in_declared_overruns(state) if units else 0
    return [
        Action("leave" if joined >> unit & 1 else "take-back", setting.units[unit]) for unit in units
    ] or [END]


def take_back(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state as if a unit hadn't moved in this phase (or since the last overrun); it may move
    again.

    Places that it captured return to their former owner, unless a friendly unit stands there now. Fortified
    hexsides that it destroyed are intact again.
    """
    assert action.unit is not None
    unit, before = setting.number[action.unit], state.begun
    if before is None or unit not in overstacking_units(setting, state):
        raise IllegalAction(f"{action.text}: its hex doesn't hold too many units")
    if overruns.units_in_declared_overruns(state) >> unit & 1:
        raise IllegalAction(f"{action.text}: it takes part in an overrun, and leaves that first")
    bit = 1 << unit
    back = place_unit(setting, state, unit, before.where[unit], acted=state.acted & ~bit | before.acted & bit)
    kept = tuple(entry for entry in state.entered if entry[0] != unit)
    serving = before.serving
    for other, hexes in kept:
        serving = serving_after_entry(setting, serving, other, hexes)
    lost = dict(state.seized).get(unit, 0) & ~back.occupied[setting.side_of[unit]]
    return replace(
        back,
        owned=tuple(now & ~lost | then & lost for now, then in zip(back.owned, before.owned, strict=True)),
        fallen=back.fallen & ~lost | before.fallen & lost,
        conditions=back.conditions[:unit] + before.conditions[unit : unit + 1] + back.conditions[unit + 1 :],
        barred=back.barred & ~bit | before.barred & bit,
        rode=back.rode & ~bit | before.rode & bit,
        seized=tuple(entry for entry in state.seized if entry[0] != unit),
        left=tuple(sorted((*(one for one in state.left if one[0] != unit), *before.left_of(unit)))),
        breached=back.breached & ~dict(state.broke).get(unit, 0),
        broke=tuple(entry for entry in state.broke if entry[0] != unit),
        serving=serving,
        entered=kept,
    )


def end_moves(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with the phase over; raise IllegalAction while moves must be taken back."""
    if overstacking_units(setting, state):
        raise IllegalAction("end: a hex holds more units than may stay in it")
    cut, isolated = (units & units_with_noted_supply(setting) for units in (state.cut, state.isolated))
    over = replace(
        state,
        stage="done",
        cut=cut,
        isolated=isolated,
        battles=overruns_awaiting_dice(state),
        **MOVES_DEFAULTS,
    )
    return rail_movement.detrain_at_phase_end(setting, over)


# Fortifying ---------------------------------------------------------------------------------------


def legal_fortifications(setting: CompiledGame, state: State, units: Iterable[int]) -> list[Action]:
    """Return the fortify actions of those units that have not moved and may fortify."""
    if not setting.diggers:
        return []
    return [
        Action("fortify", setting.units[unit])
        for unit in units
        if setting.diggers >> unit & 1 and not state.conditions[unit] & (FORTIFIED | DISRUPTED | ENTRAINED)
    ]


def apply_fortification(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a unit fortified. It gives up its move, and under an option its attack."""
    assert action.unit is not None
    unit = setting.number[action.unit]
    if unit not in units_yet_to_move(setting, state) or not legal_fortifications(setting, state, (unit,)):
        raise IllegalAction(f"{action.text}: it can't dig in now")
    bit = 1 << unit
    barred = state.barred | bit if fortifying_bars_attack(setting) else state.barred
    return replace(fortify_unit(state, unit), acted=state.acted | bit, barred=barred)


def fortifying_bars_attack(setting: CompiledGame) -> bool:
    """Return whether a unit that fortifies gives up its attack in the coming combat."""
    rule = setting.game.rules.fortification
    return rule is not None and bool(rule.bars_attack) and setting.under(rule.bars_attack)


def begin_movement(setting: CompiledGame, state: State) -> State:
    """Return the state ready for the decisions of a movement phase."""
    started = {**MOVES_DEFAULTS, "begun": movement_start_of(state) if setting.gathers else None}
    return replace(state, stage="move", barred=0, rode=0, **started)


def note_supply(setting: CompiledGame, state: State) -> State:
    """Return the state with the moving side's supply recorded, if moves or battles depend on it."""
    if not setting.moves_by_supply[state.phase]:
        return state
    now, others = out_of_supply(setting, state), ~setting.units_of[setting.side(state)]
    return replace(state, cut=state.cut & others | now.out, isolated=state.isolated & others | now.isolated)


def out_of_supply(setting: CompiledGame, state: State) -> SupplyShortage:
    """Return which units of the phasing side on the map lack supply in their present hexes."""
    return find_supply_shortage(setting, state, setting.side(state))


PHASE_MODULE = PhaseModule(
    opens={"movement": begin_movement, "overruns": overruns.begin_overrun_dice},
    begins={"supply": {"movement": note_supply}},
    homes={"movement": "move"},
    stages=(
        Stage(
            "move",
            "who moves where",
            {
                "move": ActionHandler(apply_move, ("unit", "hex")),
                "take-back": ActionHandler(take_back, ("unit",)),
                "fortify": ActionHandler(apply_fortification, ("unit",)),
                "exit": ActionHandler(leave_map, ("unit",)),
                "entrain": ActionHandler(
                    rail_movement.entrain_or_detrain, ("unit",), objects=rail_movement.entrainment_violation
                ),
                "detrain": ActionHandler(
                    rail_movement.entrain_or_detrain, ("unit",), objects=rail_movement.entrainment_violation
                ),
                "end": ActionHandler(end_moves),
                "attack": ActionHandler(
                    overruns.join_overrun, ("unit", "goal"), objects=overruns.join_violation
                ),
                "leave": ActionHandler(overruns.leave_overrun, ("unit",)),
                "resolve": ActionHandler(
                    overruns.resolve_overrun, ("goal",), objects=overruns.resolve_violation
                ),
            },
            legal_moves,
            movers=units_yet_to_move,
            of_unit=actions_of,
            ends=legal_ends,
        ),
    ),
)
