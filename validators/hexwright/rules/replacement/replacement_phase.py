"""Replacement phase: first attrition, then replacements one by one."""

from __future__ import annotations

from hexwright.geometry.bitsets import union
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.model.ids import HexId
from hexwright.model.rules.replacement_record import Attrition, Conversion
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.criteria_tests import meets_criteria
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import NOT_IN_PLAY, OUT_OF_GAME, POOL, State
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage, finish_phase, one_die
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt_unit, lose_step, place_unit, remove_unit, show_step
from hexwright.rules.replacement.reinforcements import (
    arrive_at_base,
    arrives_free,
    awaits_entry,
    enter_free_unit,
    forfeit_shut_out_units,
    legal_entries,
    note_arrival,
    return_air_units,
)
from hexwright.rules.replacement.replacement_accounts import (
    Points,
    accumulate_replacements,
    deduct_payment,
    payable_hexes,
    replacements_received,
)
from hexwright.rules.replacement.stored_replacements import (
    Payment,
    has_stored,
    hexes_to_form_unit,
    payment_in,
    return_spent_units,
    stored_units_at,
)
from hexwright.rules.supply.supply_range import (
    find_supply_shortage,
    hexes_in_communication,
    hexes_over_capacity,
)

# Attrition ---------------------------------------------------------------------------------------


def attrition_this_turn(setting: CompiledGame, state: State) -> Attrition | None:
    """Return the attrition entry for which a die is rolled on this turn; None if there is no such entry."""
    weather = setting.weather_now(state)
    return next((a for a in setting.game.rules.attrition if a.weather == weather), None)


def apply_attrition_roll(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the attrition die roll."""
    rule = attrition_this_turn(setting, state)
    assert rule is not None
    side = state.attrition_roller
    table = next(t for t in setting.game.charts.tables if t.id == rule.table)
    result = table.rows[str(action.roll)][table.columns.index(setting.sides[side])]
    hurt = result == rule.result and state.occupied[side] != 0
    thrown = replace(state, dice_thrown=state.dice_thrown + 1)
    return replace(thrown, stage="attrition-loss") if hurt else _next_roller(setting, rule, thrown)


def _next_roller(setting: CompiledGame, rule: Attrition, state: State) -> State:
    """Return the state in which the next side rolls for attrition, or replacements begin."""
    phasing = setting.side(state)
    rollers = [phasing]
    if rule.all_sides_roll is not None and setting.options_hold(rule.all_sides_roll):
        rollers += [side for side in range(len(setting.sides)) if side != phasing]
    left = rollers[rollers.index(state.attrition_roller) + 1 :] if state.attrition_roller >= 0 else rollers
    if not left:
        return replace(state, stage="replace", attrition_roller=-1)
    return replace(state, stage="attrition-roll", attrition_roller=left[0])


def attrition_side(setting: CompiledGame, state: State) -> int:
    """Return the side that must take the current attrition loss."""
    return state.attrition_roller


def legal_attrition(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each unit that may take the attrition loss."""
    # The side that suffers chooses which of its units is reduced.
    units = setting.units_by_side[state.attrition_roller]
    return [Action("attrition", setting.units[u]) for u in units if state.locations[u] >= 0]


def take_attrition_loss(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has taken an attrition loss."""
    assert action.unit is not None
    rule = attrition_this_turn(setting, state)
    assert rule is not None
    unit = _own_unit_of(setting, state, action, state.attrition_roller)
    reduced, _ = lose_step(setting, state, unit, scored=False)
    return _next_roller(setting, rule, reduced)


# Replacements --------------------------------------------------------------------------------------


def default_entry_hexes(setting: CompiledGame, state: State, side: int, linked: Hexes) -> Hexes:
    """Return the hexes where a side's new units appear by default; `linked` is the set of hexes with a supply
    line.
    """
    board, rule = setting.board, setting.arrivals_and_departures.rules[side]
    exempt = board.bits(board.ids[board.places[place]] for place in rule.exempt)
    # A hex of the edge, or an own place that has a supply line or needs none.
    places = setting.board.hexes_of_place_kinds(rule.place_kinds) & state.owned[side] & (linked | exempt)
    return board.edges[rule.edge] | places


def blocked_entry_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes that a side's new units can't enter because of the units in them."""
    enemies = setting.enemy_hexes(state, side)
    return (
        enemies if setting.arrivals_and_departures.rules[side].may_stack else enemies | state.occupied[side]
    )


def entry_hexes(setting: CompiledGame, state: State, unit: int, linked: Hexes) -> Hexes:
    """Return the hexes where a new unit may appear and can be paid for.

    `linked` is the set of hexes in which units of its side have a supply line.
    """
    side = setting.side_of[unit]
    usual = default_entry_hexes(setting, state, side, linked)
    hexes = payable_hexes(setting, state, unit, replacement_cost(setting, unit), usual) & ~union(
        stored_units_at(setting, state, unit)
    )
    short = hexes_over_capacity(setting, state, side, (unit,)).get(unit, 0)
    return (hexes & ~short | hexes_to_form_unit(setting, state, unit, usual)) & ~blocked_entry_hexes(
        setting, state, side
    )


def restorable_units(setting: CompiledGame, state: State, side: int) -> list[int]:
    """Return the reduced units that may regain a step."""
    board, rule = setting.board, setting.arrivals_and_departures.rules[side]
    exempt = board.bits(board.ids[board.places[place]] for place in rule.exempt)
    # A unit to be restored has a supply line or is in an exempt place. Each takes only one in a phase.
    linked = (
        setting.unit_sets_by_side[side] & ~find_supply_shortage(setting, state, side).out_of_supply
        if side in setting.supply_lines
        else 0
    )
    return [
        unit
        for unit in setting.units_by_side[side]
        if state.locations[unit] >= 0
        and state.steps[unit] > 1
        and not state.acted >> unit & 1
        and (linked >> unit | exempt >> state.locations[unit]) & 1
    ]


def legal_replacements(setting: CompiledGame, state: State) -> list[Action]:
    """Return all replacements that the side may take now, and the action that ends the phase."""
    side = setting.side(state)
    free = bool(
        setting.arrivals_and_departures.entry_by_unit or setting.arrivals_and_departures.arrival_choices
    )
    rich = any(state.replacements_left) or has_stored(setting, state, side)
    asked = rich or free or unit_awaiting_conversion(setting, state, side) is not None
    linked = hexes_in_communication(setting, state, side) if asked else 0
    extra = legal_entries(setting, state, side, linked) if free else []
    made = [Action("designate", setting.units[u]) for u in convertible_units(setting, state, side, linked)]
    if not rich:
        return [*extra, *made, END]
    found = [
        Action("restore", setting.units[u])
        for u in restorable_units(setting, state, side)
        if can_afford(setting, state, u, state.locations[u], restoration_cost(setting, u, state.steps[u]))
    ]
    usual, closed = (
        default_entry_hexes(setting, state, side, linked),
        blocked_entry_hexes(setting, state, side),
    )
    shared = setting.arrivals_and_departures.rules[side].may_stack
    waits = [
        unit
        for unit in setting.units_by_side[side]
        if state.locations[unit] == POOL and is_replaceable(setting, state, unit)
    ]
    short = hexes_over_capacity(setting, state, side, waits)

    def goals(unit: int) -> tuple[HexId, ...]:
        hexes = payable_hexes(setting, state, unit, replacement_cost(setting, unit), usual) & ~short.get(
            unit, 0
        )
        hexes &= ~union(stored_units_at(setting, state, unit))
        hexes = hexes & ~setting.full_hexes(state, unit) if shared else hexes
        return setting.hex_ids((hexes | hexes_to_form_unit(setting, state, unit, usual)) & ~closed)

    found += [Action("new", setting.units[unit], hex=hex_id) for unit in waits for hex_id in goals(unit)]
    if setting.arrivals_and_departures.rules[side].may_give_up_units:
        found += [
            Action("give-up", setting.units[unit], hex=hex_id)
            for unit in setting.units_by_side[side]
            if state.locations[unit] >= 0 and may_give_up(setting, state, unit)
            for hex_id in goals(unit)
        ]
    found += extra
    found += made
    found.append(END)
    return found


def unit_awaiting_conversion(setting: CompiledGame, state: State, side: int) -> tuple[int, Conversion] | None:
    """Return the first unit of a side into which another unit may now be converted, with its rule; None if
    there is no such unit.
    """
    for unit, turn, rule in setting.arrivals_and_departures.conversions:
        ready = setting.side_of[unit] == side and state.locations[unit] == NOT_IN_PLAY and turn == state.turn
        if ready and payable_hexes(setting, state, unit, rule.cost, setting.board.every):
            return unit, rule
    return None


def convertible_units(setting: CompiledGame, state: State, side: int, linked: int) -> list[int]:
    """Return the units that may be converted; `linked` is the set of hexes in which their side has a supply
    line.
    """
    found = unit_awaiting_conversion(setting, state, side)
    if found is None:
        return []
    # The converted unit must have a supply line; exempt places are for replacements only.
    asked = setting.conversions[found[0]]

    def fits(unit: int) -> bool:
        """Return whether the new unit may stack with the other units in the old unit's hex."""
        others = setting.unit_sets_by_side[side] & ~(1 << unit)
        return (
            not setting.stacking.full_hexes_with(state.locations, found[0], side, others)
            >> state.locations[unit]
            & 1
        )

    return [
        unit
        for unit in setting.units_by_side[side]
        if state.locations[unit] >= 0
        and meets_criteria(setting, state, asked, unit)
        and linked >> state.locations[unit] & 1
        and not state.acted >> unit & 1
        and can_afford(setting, state, found[0], state.locations[unit], found[1].cost)
        and fits(unit)
    ]


def restore_step(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a unit restored to its next stronger step."""
    assert action.unit is not None
    unit = _own_unit_of(setting, state, action, setting.side(state))
    if state.steps[unit] == 1 or not any(state.replacements_left):
        raise IllegalAction(f"{action.text}: the unit is at full strength, or no replacements are left")
    cost = restoration_cost(setting, unit, state.steps[unit])
    left = deduct_payment(setting, state, unit, state.locations[unit], cost, setting.board.every)
    return spend_replacements(show_step(state, unit, state.steps[unit] - 1), 1 << unit, left)


def bring_in_replacement(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a new unit on the map at its weakest step."""
    assert action.unit is not None
    assert action.hex is not None
    unit = setting.unit_numbers[action.unit]
    side = setting.side_of[unit]
    if side != setting.side(state) or state.locations[unit] >= 0:
        raise IllegalAction(f"{action.text}: only units of the phasing side that are off the map may arrive")
    if arrives_free(setting, state, unit):
        return enter_free_unit(setting, state, unit, setting.board.index[action.hex])
    here = setting.board.index[action.hex]
    if state.locations[unit] != POOL or not (
        any(state.replacements_left) or stored_units_at(setting, state, unit)
    ):
        raise IllegalAction(
            f"{action.text}: the unit isn't available as a replacement, or no replacements are left"
        )
    price_paid = payment_for(setting, state, unit, here)
    placed = place_unit(setting, state, unit, here)
    if setting.arrivals_and_departures.rules[side].arrive_disrupted:
        placed = disrupt_unit(placed, unit)
    placed = note_arrival(setting, return_spent_units(setting, placed, price_paid.spent_units), unit)
    return spend_replacements(show_step(placed, unit, setting.last_step[unit]), 1 << unit, price_paid.left)


def is_replaceable(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit may be brought in with replacement points.

    The unit's class must permit this, and the unit must not return in another way.
    """
    rule = setting.arrivals_and_departures.rules[setting.side_of[unit]]
    if awaits_entry(setting, state, unit) or unit in setting.breakdown_units:
        return False
    if rule.classes and setting.class_of[unit] not in rule.classes:
        return False
    return _first_of_its_kind(setting, state, unit)


def _first_of_its_kind(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether the limit of one replacement per phase, which applies to some classes, still permits a
    unit.
    """
    for classes in setting.arrivals_and_departures.rules[setting.side_of[unit]].max_one_of:
        if setting.class_of[unit] in classes and setting.units_of_classes(classes) & state.units_paid_for:
            return False
    return True


def may_give_up(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit on the map may be given up so that it returns at once as a replacement."""
    rule, name = setting.arrivals_and_departures.rules[setting.side_of[unit]], setting.class_of[unit]
    if (
        state.acted >> unit & 1
        or name in rule.not_replaceable
        or setting.air_units.units[setting.side_of[unit]] >> unit & 1
    ):
        return False
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    if entry is not None and entry.arrives == "when-eliminated":
        return False  # It returns automatically, in the hexes of its own entry.
    return _first_of_its_kind(setting, state, unit)


def give_up_unit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has been removed from the map and brought in again."""
    assert action.unit is not None
    assert action.hex is not None
    unit = _own_unit_of(setting, state, action, setting.side(state))
    if arrives_free(setting, state, unit):
        # The unit must leave its old hex first, because it doesn't count there any more.
        return enter_free_unit(
            setting, remove_unit(setting, state, unit, POOL), unit, setting.board.index[action.hex]
        )
    if not any(state.replacements_left) or not may_give_up(setting, state, unit):
        raise IllegalAction(f"{action.text}: the unit can't be given up, or no replacements are left")
    here = setting.board.index[action.hex]
    left = payment_for(setting, state, unit, here).left
    off = remove_unit(setting, state, unit, POOL)
    placed = place_unit(setting, off, unit, here)
    if setting.arrivals_and_departures.rules[setting.side_of[unit]].arrive_disrupted:
        placed = disrupt_unit(placed, unit)
    placed = note_arrival(setting, placed, unit)
    return spend_replacements(show_step(placed, unit, setting.last_step[unit]), 1 << unit, left)


def convert_unit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a conversion: the new unit is in the old unit's hex.

    It shows the same step as the old unit if it has such a step. Raises IllegalAction if no unit is
    available.
    """
    found = unit_awaiting_conversion(setting, state, setting.side(state))
    if found is None or action.unit is None:
        raise IllegalAction(f"{action.text}: no conversion is possible now")
    unit, rule = found
    old = setting.unit_numbers[action.unit]
    if old not in convertible_units(setting, state, setting.side(state), setting.board.every):
        raise IllegalAction(f"{action.text}: this unit can't be converted")
    here, step = state.locations[old], state.steps[old]
    left = deduct_payment(setting, state, unit, here, rule.cost, setting.board.every)
    # The unit isn't eliminated: it has become another.
    without = remove_unit(setting, state, old, OUT_OF_GAME)
    shown = min(step, setting.last_step[unit])
    placed = note_arrival(setting, place_unit(setting, without, unit, here), unit)
    return spend_replacements(show_step(placed, unit, shown), 1 << unit, left)


def _own_unit_of(setting: CompiledGame, state: State, action: Action, side: int) -> int:
    """Return the number of the unit that an action names; raise IllegalAction unless it belongs to the side
    and is on the map.
    """
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    if setting.side_of[unit] != side or state.locations[unit] < 0:
        raise IllegalAction(f"{action.text}: the unit isn't a {setting.side_name(side)} unit on the map")
    return unit


def replacement_cost(setting: CompiledGame, unit: int) -> int:
    """Return the cost of bringing a unit in, in replacement points."""
    return setting.arrivals_and_departures.replacement_costs[unit][0]


def restoration_cost(setting: CompiledGame, unit: int, step: int) -> int:
    """Return the cost in replacement points of restoring a unit from `step` to the next stronger step."""
    return setting.arrivals_and_departures.replacement_costs[unit][step - 1]


def can_afford(setting: CompiledGame, state: State, unit: int, here: Hex, cost: int) -> bool:
    """Return whether a side can pay a cost for a unit in a hex."""
    return bool(payable_hexes(setting, state, unit, cost, setting.board.every) >> here & 1)


def payment_for(setting: CompiledGame, state: State, unit: int, here: Hex) -> Payment:
    """Return the payment for a new unit in the hex where it appears."""
    side = setting.side_of[unit]
    # With several accounts, the hex decides which of them pay, and the usual hexes of new units matter too.
    told = any(account.pays_only_locally for account in setting.accounts[side])
    linked = hexes_in_communication(setting, state, side) if told else setting.board.every
    usual = default_entry_hexes(setting, state, side, linked) if told else setting.board.every
    return payment_in(setting, state, unit, here, usual)


def spend_replacements(state: State, units: int, left: Points) -> State:
    """Return the state with points spent on `units`, which can receive no other replacement in this phase."""
    return replace(
        state, replacements_left=left, acted=state.acted | units, units_paid_for=state.units_paid_for | units
    )


def begin_replacement(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of a replacement phase."""
    # A side rolls for attrition first, in its own replacement phase or in each.
    rule = attrition_this_turn(setting, state)
    return replace(state, stage="replace") if rule is None else _next_roller(setting, rule, state)


def receive_replacements(setting: CompiledGame, state: State) -> State:
    """Return the state with the phasing side's replacement points received, and its air units ready again."""
    side = setting.side(state)
    ready = return_air_units(setting, state, side)
    return replace(ready, replacements_left=replacements_received(setting, ready, side))


def forfeit_own_units(setting: CompiledGame, state: State) -> State:
    """Return the state after the phasing side has permanently lost the units that can never return."""
    return forfeit_shut_out_units(setting, state, setting.side(state))


def end_replacement(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with the phase over; unused points are lost, except in accounts that accumulate
    points.
    """
    return finish_phase(setting, accumulate_replacements(setting, state), action)


def attrition_die(setting: CompiledGame, state: State) -> int:
    """Return the number of sides of the attrition die."""
    rule = attrition_this_turn(setting, state)
    assert rule is not None
    return next(t.die for t in setting.game.charts.tables if t.id == rule.table)


PHASE_MODULE = PhaseModule(
    phase_openers={"replacement": begin_replacement},
    beginning_steps={
        "orders": {"replacement": forfeit_own_units},
        "replacements": {"replacement": receive_replacements},
    },
    stages=(
        Stage(
            "attrition-roll",
            "the die roll for attrition",
            {"roll": ActionHandler(apply_attrition_roll)},
            dice=one_die(attrition_die),
        ),
        Stage(
            "attrition-loss",
            "the unit that suffers attrition",
            {"attrition": ActionHandler(take_attrition_loss, ("unit",))},
            legal_attrition,
            decider=attrition_side,
        ),
        Stage(
            "replace",
            "a replacement",
            {
                "restore": ActionHandler(restore_step, ("unit",)),
                "new": ActionHandler(bring_in_replacement, ("unit", "hex")),
                "give-up": ActionHandler(give_up_unit, ("unit", "hex")),
                "arrive": ActionHandler(arrive_at_base, ("unit",)),
                "designate": ActionHandler(convert_unit, ("unit",)),
                "end": ActionHandler(end_replacement),
            },
            legal_replacements,
        ),
    ),
)
