"""Supply phase: supply flights, losses, disruption, and survival of isolated units."""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union_of
from hexwright.model.ids import UnitId
from hexwright.rules.air.air_missions import begin_supply_flight, legal_flights, units_without_supply
from hexwright.rules.air.air_narration import narrate_flight
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import applies_at
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.narration import unit_in_hex
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt_unit, eliminate_unit, lose_step
from hexwright.rules.supply.supply_attrition import (
    AttritionGroup,
    attrition_groups_of,
    group_losses,
    loss_choices,
    place_group_cadres,
)


def side_tested(setting: CompiledGame, state: State) -> int:
    """Return the side whose supply the phase determines."""
    phase = setting.phases[state.phase]
    return setting.sides.index(phase.affected_side or phase.side)


def begin_supply(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of a supply phase; supply flights come first if any are possible."""
    if legal_flights(setting, state, side_tested(setting, state)):
        return replace(state, stage="supply-flight")
    return apply_supply_losses(setting, state)


def legal_supply_flights(setting: CompiledGame, state: State) -> list[Action]:
    """Return all possible supply flights, and the action that ends them."""
    return [*legal_flights(setting, state, side_tested(setting, state)), END]


def end_flights(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the side has chosen to make no more supply flights."""
    return apply_supply_losses(setting, state)


# Losses ---------------------------------------------------------------------------------------------


def units_cut_off(setting: CompiledGame, state: State) -> list[int]:
    """Return the units of the tested side that are out of supply."""
    return list(members(units_without_supply(setting, state, side_tested(setting, state))))


def survival_room(setting: CompiledGame, state: State, number: int, side: int) -> int:
    """Return how many disrupted, unsupplied units of a side may survive in a hex."""
    now = setting.time_context(state)
    for entry, so in setting.survivals:
        mine = not entry.side or setting.sides[side] in entry.side
        if mine and so.hexes >> number & 1 and applies_at(entry, now, setting.options):
            return entry.max
    return 0


def doomed_units(setting: CompiledGame, state: State) -> dict[int, list[int]]:
    """Return, for each hex, the units out of supply that were already disrupted."""
    found: dict[int, list[int]] = {}
    for unit in units_cut_off(setting, state):
        if state.conditions[unit] & DISRUPTED:
            found.setdefault(state.locations[unit], []).append(unit)
    return dict(sorted(found.items()))


def contested_units(setting: CompiledGame, state: State) -> list[int]:
    """Return the units in the first hex for which the owner must still choose survivors."""
    side = side_tested(setting, state)
    for number, units in doomed_units(setting, state).items():
        kept = sum(state.acted >> unit & 1 for unit in units)
        if kept < survival_room(setting, state, number, side) < len(units):
            return [unit for unit in units if not state.acted >> unit & 1]
    return []


def attrition_groups(setting: CompiledGame, state: State) -> list[AttritionGroup]:
    """Return the groups that suffer losses together in a phase; empty if units suffer losses one by one."""
    rules = setting.game.rules.out_of_supply
    if rules is None or rules.group is None:
        return []
    return attrition_groups_of(setting, state, side_tested(setting, state), rules.group)


def legal_survivors(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each unit that may be chosen next, to survive or to be lost."""
    open_to = [
        unit for group in attrition_groups(setting, state) for unit in loss_choices(setting, state, group)
    ]
    if open_to:
        return [Action("lose", setting.units[unit]) for unit in sorted(open_to)]
    return [Action("keep", setting.units[unit]) for unit in contested_units(setting, state)]


def choose_unit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has been chosen to survive or to be lost."""
    assert action.unit is not None
    if action not in legal_survivors(setting, state):
        raise IllegalAction(f"{action.text}: this unit can't be chosen")
    return apply_supply_losses(
        setting, replace(state, acted=state.acted | 1 << setting.unit_numbers[action.unit])
    )


def apply_supply_losses(setting: CompiledGame, state: State) -> State:
    """Return the state after units have suffered the effects of lacking supply, or the state in which the
    owner must choose survivors.
    """
    rules = setting.game.rules.out_of_supply
    if rules is not None and rules.loss == "group":
        return _apply_group_losses(setting, state)
    if rules is not None and rules.loss != "disrupted":
        before = state
        for unit in _units_past_grace(setting, state, rules.grace):
            if rules.loss == "eliminated":
                state = eliminate_unit(setting, state, unit)
            else:
                state, _ = lose_step(setting, state, unit)
        return replace(
            _count_phase_without_supply(setting, state, units_cut_off(setting, before), rules.grace),
            stage="done",
        )
    if contested_units(setting, state):
        return replace(state, stage="isolation")
    side = side_tested(setting, state)
    # All at the same time: a loss here doesn't open or close a supply line for another unit.
    out, dead = units_cut_off(setting, state), 0
    for number, units in doomed_units(setting, state).items():
        spare = survival_room(setting, state, number, side) >= len(units)
        dead |= sum(1 << unit for unit in units if not spare and not state.acted >> unit & 1)
    for unit in out:
        if not dead >> unit & 1 and not state.conditions[unit] & DISRUPTED:
            state = disrupt_unit(state, unit)
    for unit in members(dead):
        state = eliminate_unit(setting, state, unit)
    return replace(state, stage="done")


def _apply_group_losses(setting: CompiledGame, state: State) -> State:
    """Return the state after all groups have taken their losses, or the state in which the owner must choose
    another unit.
    """
    found = attrition_groups(setting, state)
    if any(loss_choices(setting, state, group) for group in found):
        return replace(state, stage="isolation")
    before, gone = state, union_of(group_losses(group, state) for group in found)
    for unit in members(gone):
        state = eliminate_unit(setting, state, unit)
    assert setting.game.rules.out_of_supply is not None
    rule = setting.game.rules.out_of_supply.group
    left = (
        place_group_cadres(setting, before, state, gone, rule) if rule is not None and rule.cadres else state
    )
    return replace(left, stage="done")


def narrate_group_loss(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about the unit chosen to be lost."""
    return (
        f"{unit_in_hex(setting, state, action.unit or UnitId(''))} is chosen to be lost for lack of supply."
    )


def _units_past_grace(setting: CompiledGame, state: State, grace: int) -> list[int]:
    """Return the units out of supply whose grace period is over."""
    gone_without = dict(state.phases_without_supply)
    return [unit for unit in units_cut_off(setting, state) if gone_without.get(unit, 0) >= grace]


def _count_phase_without_supply(setting: CompiledGame, state: State, out: list[int], grace: int) -> State:
    """Return the state with the current phase added to the count of each unit that was out of supply
    in it.
    """
    if not grace:
        return state
    side, before = side_tested(setting, state), dict(state.phases_without_supply)
    others = {unit: count for unit, count in before.items() if setting.side_of[unit] != side}
    own = {unit: min(before.get(unit, 0) + 1, grace) for unit in out if state.locations[unit] >= 0}
    return replace(state, phases_without_supply=tuple(sorted((others | own).items())))


PHASE_MODULE = PhaseModule(
    phase_openers={"supply": begin_supply},
    resume_stages={"supply": "supply-flight"},
    stages=(
        Stage(
            "supply-flight",
            "a supply flight",
            {
                "fly": ActionHandler(begin_supply_flight, ("unit", "hex"), narrate_flight),
                "end": ActionHandler(end_flights),
            },
            legal_supply_flights,
        ),
        Stage(
            "isolation",
            "the unit without supply that survives or is lost",
            {
                "keep": ActionHandler(choose_unit, ("unit",)),
                "lose": ActionHandler(choose_unit, ("unit",), narrate_group_loss),
            },
            legal_survivors,
            decider=side_tested,
        ),
    ),
)
