"""Movement phases: movement legs, moves taken back, exits and fortification."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.bitsets import select, union_of
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
    movement_start_of,
    overruns_awaiting_dice,
)
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import fortify_unit, place_unit
from hexwright.rules.engine.unit_restrictions import units_unable_to_move
from hexwright.rules.movement.leg_results import apply_leg
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.overstacking import overstacking_units
from hexwright.rules.supply.supply_range import SupplyShortage, find_supply_shortage, units_with_noted_supply
from hexwright.rules.transport import rail_movement
from hexwright.rules.transport.rail_movement import train_actions_of
from hexwright.rules.transport.transport_networks import serving_after_entry
from hexwright.rules.victory.map_exits import exit_actions_of, leave_map


def moves_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the possible next legs of a unit's move in the current movement phase."""
    if state.locations[unit] < 0 or units_unable_to_move(setting, state) >> unit & 1:
        return []
    if state.battles and overruns.units_in_overruns(state) >> unit & 1:
        return []  # It takes part in an overrun.
    legs = legs_of_state(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return []  # It has done something else instead of a move.
    return setting.moves_to(unit, legs.end_hexes(unit))


def actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return all actions of a unit in the current movement phase."""
    found = moves_of(setting, state, unit) + exit_actions_of(setting, state, unit)
    joined = bool(state.battles) and overruns.units_in_declared_overruns(state) >> unit & 1
    if state.acted >> unit & 1 and not joined and unit in overstacking_units(setting, state):
        found.append(Action("take-back", setting.units[unit]))
    if setting.train_mode is not None:
        found += train_actions_of(setting, state, unit)
    if setting.units_able_to_fortify >> unit & 1 and unit in units_yet_to_move(setting, state):
        found += legal_fortifications(setting, state, (unit,))
    return found + _overruns_of(setting, state, unit) if setting.overruns else found


def _overruns_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the actions by which a unit may join, leave or resolve overruns."""
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
    where = state.locations
    return [unit for unit in select(range(len(where)), may) if where[unit] >= 0]


def legal_moves(setting: CompiledGame, state: State) -> list[Action]:
    """Return all actions of units in the phase, and the result of `legal_ends`."""
    found: list[Action] = []
    units = units_yet_to_move(setting, state)
    for unit in sorted((*units, *(unit for unit, _ in state.movement_left))):
        found += moves_of(setting, state, unit) + exit_actions_of(setting, state, unit)
        if setting.train_mode is not None:
            found += train_actions_of(setting, state, unit)
    found += legal_fortifications(setting, state, units)
    if setting.overruns:
        own = [unit for unit in setting.units_by_side[setting.side(state)] if state.locations[unit] >= 0]
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
    unit, end = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if state.locations[unit] < 0 or not setting.phase_units[state.phase] >> unit & 1:
        raise IllegalAction(f"{action.text}: the unit may not move in this phase")
    return apply_leg(setting, state, unit, end, legs_of_state(setting, state).leg_to(unit, end))


# Overstacking --------------------------------------------------------------------------------------


def legal_ends(setting: CompiledGame, state: State) -> list[Action]:
    """Return the action that ends the phase or, while a hex is overstacked, the actions that take back moves.

    Units in a declared overrun must first withdraw from it.
    """
    units = overstacking_units(setting, state)
    joined = overruns.units_in_declared_overruns(state) if units else 0
    return [
        Action("leave" if joined >> unit & 1 else "take-back", setting.units[unit]) for unit in units
    ] or [END]


def take_back(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit leaves an overstacked hex by taking its move back."""
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    if unit not in overstacking_units(setting, state):
        raise IllegalAction(f"{action.text}: the unit's hex isn't overstacked")
    if overruns.units_in_declared_overruns(state) >> unit & 1:
        raise IllegalAction(f"{action.text}: the unit must first leave its overrun")
    return move_taken_back(setting, state, unit)


def can_take_back(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit has moved in this phase (or since the last overrun), and may return."""
    before = state.movement_start
    if before is None or min(state.locations[unit], before.locations[unit]) < 0:
        return False
    changed = state.locations[unit] != before.locations[unit] or (
        # It entrained or detrained where it stood.
        bool((state.used_trains ^ before.used_trains) >> unit & 1)
        or (state.conditions[unit] ^ before.conditions[unit]) & ENTRAINED > 0
    )
    return (
        changed
        and bool(state.acted & setting.phase_units[state.phase] & 1 << unit)
        and not overruns.units_in_overruns(state) >> unit & 1
    )


def move_taken_back(setting: CompiledGame, state: State, unit: int) -> State:
    """Return the state as if a unit hadn't moved in this phase (or since the last overrun).

    Places that the unit entered return to their former owner, unless other moves of the phase also entered
    them. Fortified hexsides that the unit destroyed are intact again, unless other moves crossed them.
    """
    before, bit = state.movement_start, 1 << unit
    assert before is not None
    back = place_unit(
        setting, state, unit, before.locations[unit], acted=state.acted & ~bit | before.acted & bit
    )
    kept = tuple(entry for entry in state.network_hexes_entered if entry[0] != unit)
    serving = before.serving_hexes
    for other, hexes in kept:
        serving = serving_after_entry(setting, serving, other, hexes)
    others = tuple(entry for entry in state.places_entered if entry[0] != unit)
    lost = dict(state.places_entered).get(unit, 0) & ~union_of(places for _, places in others)
    standing = tuple(entry for entry in state.hexsides_breached if entry[0] != unit)
    mended = dict(state.hexsides_breached).get(unit, 0) & ~union_of(broken for _, broken in standing)
    return replace(
        back,
        owned=tuple(now & ~lost | then & lost for now, then in zip(back.owned, before.owned, strict=True)),
        captured_places=back.captured_places & ~lost | before.captured_places & lost,
        conditions=back.conditions[:unit] + before.conditions[unit : unit + 1] + back.conditions[unit + 1 :],
        barred_from_attack=back.barred_from_attack & ~bit | before.barred_from_attack & bit,
        used_trains=back.used_trains & ~bit | before.used_trains & bit,
        places_entered=others,
        movement_left=tuple(
            sorted((*(one for one in state.movement_left if one[0] != unit), *before.left_of(unit)))
        ),
        fallen_hexsides=back.fallen_hexsides & ~mended,
        hexsides_breached=standing,
        serving_hexes=serving,
        network_hexes_entered=kept,
    )


def end_moves(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with the phase over; raise IllegalAction if moves must be taken back first."""
    if overstacking_units(setting, state):
        raise IllegalAction("end: a hex is overstacked")
    cut, isolated = (
        units & units_with_noted_supply(setting)
        for units in (state.out_of_supply_when_moved, state.isolated_when_moved)
    )
    over = replace(
        state,
        stage="done",
        out_of_supply_when_moved=cut,
        isolated_when_moved=isolated,
        battles=overruns_awaiting_dice(state),
        **MOVES_DEFAULTS,
    )
    return rail_movement.detrain_at_phase_end(setting, over)


# Fortifying ---------------------------------------------------------------------------------------


def legal_fortifications(setting: CompiledGame, state: State, units: Iterable[int]) -> list[Action]:
    """Return the actions by which units fortify, for the units in `units` that haven't moved and
    may fortify.
    """
    if not setting.units_able_to_fortify:
        return []
    return [
        Action("fortify", setting.units[unit])
        for unit in units
        if setting.units_able_to_fortify >> unit & 1
        and not state.conditions[unit] & (FORTIFIED | DISRUPTED | ENTRAINED)
    ]


def apply_fortification(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a unit fortified.

    The unit gives up its move and, under an option, also its attack.
    """
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    if unit not in units_yet_to_move(setting, state) or not legal_fortifications(setting, state, (unit,)):
        raise IllegalAction(f"{action.text}: the unit can't fortify now")
    bit = 1 << unit
    barred = state.barred_from_attack | bit if fortifying_bars_attack(setting) else state.barred_from_attack
    return replace(fortify_unit(state, unit), acted=state.acted | bit, barred_from_attack=barred)


def fortifying_bars_attack(setting: CompiledGame) -> bool:
    """Return whether a unit that fortifies gives up its attack in the next combat phase."""
    rule = setting.game.rules.fortification
    return rule is not None and bool(rule.bars_attack) and setting.options_hold(rule.bars_attack)


def begin_movement(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of a movement phase."""
    started = {
        **MOVES_DEFAULTS,
        "movement_start": movement_start_of(state) if setting.may_overstack_in_phase else None,
    }
    return replace(state, stage="move", barred_from_attack=0, used_trains=0, **started)


def note_supply(setting: CompiledGame, state: State) -> State:
    """Return the state with the moving side's supply recorded, if moves or battles depend on supply."""
    if not setting.moves_by_supply[state.phase]:
        return state
    now, others = out_of_supply(setting, state), ~setting.unit_sets_by_side[setting.side(state)]
    return replace(
        state,
        out_of_supply_when_moved=state.out_of_supply_when_moved & others | now.out_of_supply,
        isolated_when_moved=state.isolated_when_moved & others | now.isolated,
    )


def out_of_supply(setting: CompiledGame, state: State) -> SupplyShortage:
    """Return the units of the phasing side on the map that lack supply in their present hexes."""
    return find_supply_shortage(setting, state, setting.side(state))


PHASE_MODULE = PhaseModule(
    phase_openers={"movement": begin_movement, "overruns": overruns.begin_overrun_dice},
    beginning_steps={"supply": {"movement": note_supply}},
    resume_stages={"movement": "move"},
    stages=(
        Stage(
            "move",
            "a move",
            {
                "move": ActionHandler(apply_move, ("unit", "hex")),
                "take-back": ActionHandler(take_back, ("unit",)),
                "fortify": ActionHandler(apply_fortification, ("unit",)),
                "exit": ActionHandler(leave_map, ("unit",)),
                "entrain": ActionHandler(
                    rail_movement.entrain_or_detrain, ("unit",), violation=rail_movement.entrainment_violation
                ),
                "detrain": ActionHandler(
                    rail_movement.entrain_or_detrain, ("unit",), violation=rail_movement.entrainment_violation
                ),
                "end": ActionHandler(end_moves),
                "attack": ActionHandler(
                    overruns.join_overrun, ("unit", "goal"), violation=overruns.join_violation
                ),
                "leave": ActionHandler(overruns.leave_overrun, ("unit",)),
                "resolve": ActionHandler(
                    overruns.resolve_overrun, ("goal",), violation=overruns.resolve_violation
                ),
            },
            legal_moves,
            movers=units_yet_to_move,
            unit_actions=actions_of,
            end_actions=legal_ends,
        ),
    ),
)
