"""Overruns in a movement phase: attackers declare an overrun, and resolve it once the odds are high enough.

An overrun is declared like a battle and resolved without a die roll: the defenders are eliminated, and the
attackers spend movement points. In some games a later die roll decides what happens to the attackers. Until
then, the overrun remains in the list of battles, and other units may join it. The phase of kind `overruns`
resolves it as a battle whose defenders have been removed.
"""

from __future__ import annotations

from hexwright.geometry.bitsets import first, members, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.overrun_record import Overrun
from hexwright.rules.combat.attack_ranges import adjacent_attackable_hexes
from hexwright.rules.combat.battle_odds import BattleOdds, compute_odds
from hexwright.rules.combat.cadres import cadre_entry_of
from hexwright.rules.combat.combat_phase import battle_action, battle_named_by, defending_units
from hexwright.rules.combat.strength_totals import filter_by_unit_state
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine import unit_restrictions
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, Units, applies_at
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import (
    MOVES_DEFAULTS,
    Battle,
    MovementLeft,
    OverrunOutcome,
    State,
    movement_start_of,
    overruns_awaiting_dice,
)
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import eliminate_unit
from hexwright.rules.movement.leg_results import apply_leg
from hexwright.rules.movement.move_legs import LegFinder, legs_of_state, spent_when_halted
from hexwright.rules.movement.movement_ways import MovementWay
from hexwright.rules.movement.overstacking import overstacking_units

Entry = tuple[Overrun, CompiledCriteria]


def active_overruns(setting: CompiledGame, state: State) -> list[Entry]:
    """Return the overrun entries that can apply in the current phase."""
    if not setting.overruns:
        return []
    now = setting.time_context(state)
    return [entry for entry in setting.overruns if applies_at(entry[0], now, setting.options)]


def units_in_overruns(state: State) -> Units:
    """Return the units in declared overruns, or in overruns that still need a die roll; these units may not
    move any further.
    """
    return union_of(battle.attackers for battle in state.battles)


def units_in_declared_overruns(state: State) -> Units:
    """Return the units in declared overruns that are not yet resolved."""
    return union_of(battle.attackers for battle in state.battles if battle.overrun_outcome is None)


def hexes_awaiting_dice(state: State) -> Hexes:
    """Return the hexes of overruns that still need a die roll."""
    return union_of(battle.hexes for battle in overruns_awaiting_dice(state))


def begin_overrun_dice(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of the phase in which dice are rolled for overruns."""
    return replace(state, stage="resolve") if state.battles else state


# Declaration ----------------------------------------------------------------------------------------


def join_actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the actions by which a unit may join overruns."""
    rows = active_overruns(setting, state)
    if not rows or not _may_act(setting, state, unit):
        return []
    near = adjacent_attackable_hexes(setting, state, unit)
    targets = near & setting.enemy_hexes(state, setting.side_of[unit])
    late = [
        b
        for b in overruns_awaiting_dice(state)
        if near & b.hexes and _may_join_afterwards(setting, state, unit, b)
    ]
    if setting.defends_as_one:
        goals = list(members(targets))
    else:
        goals = [other for other, place in enumerate(state.locations) if place >= 0 and targets >> place & 1]
    goals = [
        goal
        for goal in goals
        if _entries_allowing(setting, state, rows, _overrun_joined_by(setting, state, unit, goal))
    ]
    goals += [battle.goal for battle in late]
    if not goals:
        return []
    row = (setting.hex_attacks if setting.defends_as_one else setting.attacks)[unit]
    return [row[goal] for goal in goals]


def _may_join_afterwards(setting: CompiledGame, state: State, unit: int, battle: Battle) -> bool:
    """Return whether a unit may join a resolved overrun that still needs a die roll."""
    assert battle.overrun_outcome is not None
    entry = setting.overruns[battle.overrun_outcome.entry]
    rule, asked = entry
    bit, where = 1 << unit, state.locations
    return (
        bool(asked.units & bit)
        and (rule.attackers == "any" or where[unit] == where[first(battle.attackers)])
        and asked.filter_by_step(where, bit, battle.goal) == bit
        and filter_by_unit_state(setting, state, asked, bit) == bit
        and bool(_spent_after_overrun(setting, state, rule, unit))
        and not overstacking_units(setting, state)
    )


def _may_act(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit may act in this movement phase and isn't in an overrun yet."""
    broken = unit_restrictions.units_unable_to_move(
        setting, state
    ) | unit_restrictions.units_unable_to_attack(setting, state)
    may = setting.phase_units[state.phase] & ~units_in_overruns(state) & ~broken
    return state.locations[unit] >= 0 and bool(may >> unit & 1)


def _overrun_joined_by(setting: CompiledGame, state: State, unit: int, goal: int) -> Battle:
    """Return the overrun of a goal after adding a unit to it."""
    for battle in state.battles:
        if battle.goal == goal:
            return replace(battle, attackers=battle.attackers | 1 << unit)
    if setting.defends_as_one:
        return Battle(1 << goal, 1 << unit)
    return Battle(1 << state.locations[goal], 1 << unit, goal)


def _entries_allowing(setting: CompiledGame, state: State, rows: list[Entry], battle: Battle) -> list[Entry]:
    """Return the overrun entries that permit all attackers to take part in an overrun, without regard to the
    odds.
    """
    them = defending_units(setting, state, battle)
    return [entry for entry in rows if _entry_allows(setting, state, entry, them, battle.attackers)]


def _entry_allows(setting: CompiledGame, state: State, entry: Entry, them: Units, attackers: Units) -> bool:
    rule, asked = entry
    where = state.locations
    if rule.attackers == "stack" and len({where[unit] for unit in members(attackers)}) > 1:
        return False
    if attackers & ~asked.units:
        return False
    for unit in members(them):
        here = where[unit]
        if not (asked.hexes >> here & 1 and asked.enemies >> unit & 1):
            return False
        if asked.filter_by_step(where, attackers, here) != attackers:
            return False
    if filter_by_unit_state(setting, state, asked, attackers) != attackers:
        return False
    if rule.afterwards == "enter":
        goal = where[first(them)]
        return attackers.bit_count() == 1 and _can_enter(setting, state, first(attackers), goal)
    return all(_spent_after_overrun(setting, state, rule, unit) for unit in members(attackers))


def join_overrun(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the action's unit has joined the overrun that the action names."""
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    if action not in join_actions_of(setting, state, unit):
        raise IllegalAction(f"{action.text}: the unit can't join this overrun")
    if action.hex is not None:
        goal = setting.board.index[action.hex]
    else:
        assert action.target is not None
        goal = setting.unit_numbers[action.target]
    battle = _overrun_joined_by(setting, state, unit, goal)
    rest = (other for other in state.battles if other.goal != goal)
    taken = replace(state, battles=tuple(sorted((*rest, battle), key=lambda each: each.goal)))
    if battle.overrun_outcome is None:
        return taken
    rule = setting.overruns[battle.overrun_outcome.entry][0]
    return _charge_attackers(
        setting, taken, rule, 1 << unit, {unit: _spent_after_overrun(setting, state, rule, unit)}
    )


def leave_actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit withdraws from its overrun; an empty list if it may not."""
    return [Action("leave", setting.units[unit])] if units_in_declared_overruns(state) >> unit & 1 else []


def leave_overrun(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a unit removed from its overrun; the unit may move again."""
    assert action.unit is not None
    bit = 1 << setting.unit_numbers[action.unit]
    if not units_in_declared_overruns(state) & bit:
        raise IllegalAction(f"{action.text}: the unit isn't in an overrun that it may leave")
    parts = (replace(battle, attackers=battle.attackers & ~bit) for battle in state.battles)
    return replace(state, battles=tuple(battle for battle in parts if battle.attackers))


# Resolution -----------------------------------------------------------------------------------------


def entry_achieved(setting: CompiledGame, state: State, battle: Battle) -> Entry | None:
    """Return the first entry by which a declared overrun can be resolved; None if there is no such entry."""
    if battle.overrun_outcome is not None:
        return None
    found = _entries_allowing(setting, state, active_overruns(setting, state), battle)
    if not found or overstacking_units(setting, state):
        return None  # Earlier moves can no longer be taken back, so no hex may be overstacked.
    fought = compute_odds(setting, state, defending_units(setting, state, battle), battle.attackers)
    return next((entry for entry in found if meets_odds(entry[0], fought)), None)


def meets_odds(rule: Overrun, fought: BattleOdds) -> bool:
    """Return whether the odds, with all modifiers but without the table's limits, suffice for an overrun."""
    if fought.columns.by == "odds" and not fought.defence:
        return rule.zero_strength
    least = fought.columns.from_head(rule.odds)
    return least is not None and fought.uncapped_column >= least


def resolve_actions(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each overrun that can be resolved now."""
    return [
        battle_action(setting, "resolve", battle)
        for battle in state.battles
        if entry_achieved(setting, state, battle)
    ]


def resolve_overrun(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with all defenders eliminated and the cost deducted from the attackers' movement
    points.
    """
    battle = battle_named_by(setting, state, action)
    entry = entry_achieved(setting, state, battle)
    if entry is None:
        raise IllegalAction(f"{action.text}: the odds are too low, or a unit may not take part")
    rule = entry[0]
    if rule.afterwards == "enter":
        return _enter_overrun_hex(setting, state, battle)
    paid = {unit: _spent_after_overrun(setting, state, rule, unit) for unit in members(battle.attackers)}
    them = defending_units(setting, state, battle)
    rest = tuple(other for other in state.battles if other is not battle)
    if _awaits_die(rule):
        number = next(n for n, each in enumerate(setting.overruns) if each is entry)
        strength = sum(setting.defences[unit][state.steps[unit]] for unit in members(them))
        left = (cadre_entry_of(setting, state, unit) for unit in members(them))
        remnants = tuple(sorted(one for one in left if one >= 0))
        due = replace(battle, overrun_outcome=OverrunOutcome(them, strength, number, remnants))
        rest = tuple(sorted((*rest, due), key=lambda each: each.goal))
    for unit in members(them):
        state = eliminate_unit(setting, state, unit)
    return _charge_attackers(setting, replace(state, battles=rest), rule, battle.attackers, paid)


def _charge_attackers(
    setting: CompiledGame, state: State, rule: Overrun, attackers: Units, paid: dict[int, Spent]
) -> State:
    """Return the state with the cost of an overrun deducted from the attackers' movement points.

    Moves made before the overrun can no longer be taken back.
    """
    ezoc = setting.ezoc_hexes(state, setting.side(state))
    left = dict(state.movement_left)
    for unit, spent in paid.items():
        ways = legs_of_state(setting, state).ways(unit)
        caught = bool(ezoc >> state.locations[unit] & 1)
        left[unit] = tuple(
            (
                number,
                layer,
                _spent_with_halt(
                    ways[number], points, stays=rule.afterwards == "stop", halts=halts and caught
                ),
            )
            for number, layer, points, halts in spent
        )
    done = replace(
        state,
        acted=state.acted | attackers,
        movement_left=tuple(sorted(left.items())),
    )
    return _with_moves_final(done)


def _with_moves_final(done: State) -> State:
    """Return the state in which no move made so far can be taken back."""
    return (
        replace(
            done,
            **{
                **MOVES_DEFAULTS,
                "movement_start": movement_start_of(done, since=True),
                "movement_left": done.movement_left,
            },
        )
        if done.movement_start is not None
        else done
    )


# Moving into the hex --------------------------------------------------------------------------------


def _legs_into(setting: CompiledGame, state: State, goal: int) -> LegFinder:
    """Return a finder of movement legs that ignores the enemies in hex `goal`, but not their zones of
    control.
    """
    legs = LegFinder(setting, state)
    legs.field = replace(legs.field, enemies=legs.field.enemies & ~(1 << goal))
    return legs


def _can_enter(setting: CompiledGame, state: State, unit: int, goal: int) -> bool:
    """Return whether a unit has enough movement left to enter the hex of the enemies that it overruns."""
    return bool(_legs_into(setting, state, goal).end_hexes(unit) >> goal & 1)


def _enter_overrun_hex(setting: CompiledGame, state: State, battle: Battle) -> State:
    """Return the state with the defenders eliminated and the only attacker moved into their hex."""
    unit, goal = first(battle.attackers), battle.goal
    leg = _legs_into(setting, state, goal).leg_to(unit, goal)
    rest = tuple(other for other in state.battles if other is not battle)
    them = defending_units(setting, state, battle)
    for other in members(them):
        state = eliminate_unit(setting, state, other)
    return _with_moves_final(apply_leg(setting, replace(state, battles=rest), unit, goal, leg))


# Movement points ------------------------------------------------------------------------------------

Spent = list[tuple[int, int, int, bool]]
"""For each movement mode that can have led a unit to its hex: the mode's number, the hexes beyond the
allowance, the points spent including the overrun, and whether an enemy zone of control (EZOC) had stopped the
unit.
"""


def _spent_after_overrun(setting: CompiledGame, state: State, rule: Overrun, unit: int) -> Spent:
    """Return the hexes and points that a unit has used after it pays for an overrun; empty if it
    can't pay.
    """
    legs = legs_of_state(setting, state)
    ways = legs.ways(unit)
    afoot = (number for number, way in enumerate(ways) if not way.is_for_entrained)
    before: MovementLeft = legs.left.get(unit) or tuple((number, 0, 0) for number in afoot)
    found: Spent = []
    for number, layer, noted in before:
        way = ways[number]
        halts = noted > way.allowance + 1
        spent = noted - way.allowance - 2 if halts else noted
        total = spent + rule.cost * way.parts_per_point
        by_it = not rule.modes or way.mode.id in rule.modes
        # Units that stop for an overrun without a cost need nothing left, and may have moved their one hex;
        # those whose overrun awaits its die take part in no other.
        needs_none = not rule.cost and rule.afterwards == "stop" and _awaits_die(rule)
        if by_it and (needs_none or (spent <= way.allowance and total <= way.allowance)):
            found.append((number, layer, total, halts))
    return found


def _spent_with_halt(way: MovementWay, spent: int, *, stays: bool, halts: bool) -> int:
    """Return the points to record in `MovementLeft` for a unit after an overrun."""
    if stays:
        return way.allowance + 1
    return spent_when_halted(way, spent) if halts else spent


# Text -----------------------------------------------------------------------------------------------


def overrun_outcome_text(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a short description of an overrun's result; `state` is the state before the overrun."""
    entry = entry_achieved(setting, state, battle_named_by(setting, state, action))
    if entry is None:
        return ""
    die = f"; a die will be rolled for them in {_dice_phase(setting, state)}" if _awaits_die(entry[0]) else ""
    return f" They are overrun{cite_rule(entry[0].rule)}{die}."


def _awaits_die(rule: Overrun) -> bool:
    return rule.resolved == "phase-end"


def _dice_phase(setting: CompiledGame, state: State) -> str:
    """Return the name of the next phase in which dice are rolled for overruns."""
    return setting.phases[(state.phase + 1) % len(setting.phases)].name


def join_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why a unit can't join an overrun; an empty string in a game without overruns."""
    if action.unit is None or not setting.overruns:
        return ""
    unit = setting.unit_numbers[action.unit]
    name = action.unit
    rows = active_overruns(setting, state)
    cited = cite_rule(setting.overruns[0][0].rule)
    if not rows:
        return f"no overruns are possible in {setting.phases[state.phase].name}{cited}"
    if units_in_overruns(state) >> unit & 1:
        return f"{name} already takes part in an overrun{cited}"
    if not _may_act(setting, state, unit):
        return f"{name} may not move in {setting.phases[state.phase].name}{cited}"
    target = action.hex
    if target is None and action.target is not None:
        place = state.locations[setting.unit_numbers[action.target]]
        target = setting.board.ids[place] if place >= 0 else None
    here = -1 if target is None else setting.board.index[target]
    attacked = setting.enemy_hexes(state, setting.side_of[unit]) | hexes_awaiting_dice(state)
    if here < 0 or not attacked >> here & 1:
        return f"no enemy of {name} is in the target hex{cited}"
    if not setting.board.near[state.locations[unit]] >> here & 1:
        return f"{name} isn't adjacent to {target}{cited}"
    if not any(_spent_after_overrun(setting, state, rule, unit) for rule, _ in rows):
        return f"{name} has too few MP left for an overrun{cited}"
    if hexes_awaiting_dice(state) >> here & 1 and overstacking_units(setting, state):
        return f"no overrun is possible while a hex is overstacked{cited}"
    return (
        f"{name} may not overrun {target}, at least not together with the units already in the overrun{cited}"
    )


def resolve_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why an overrun can't be resolved."""
    if not setting.overruns:
        return ""
    try:
        battle = battle_named_by(setting, state, action)
    except IllegalAction:
        return "no unit has joined an overrun of this target"
    if battle.overrun_outcome is not None:
        return f"the overrun has already been resolved; its die is rolled in {_dice_phase(setting, state)}"
    found = _entries_allowing(setting, state, active_overruns(setting, state), battle)
    rule = found[0][0] if found else setting.overruns[0][0]
    if not found:
        return f"a unit in the overrun may no longer take part{cite_rule(rule.rule)}"
    if overstacking_units(setting, state):
        return f"no overrun is possible while a hex is overstacked{cite_rule(rule.rule)}"
    fought = compute_odds(setting, state, defending_units(setting, state, battle), battle.attackers)
    odds = fought.columns.name(fought.uncapped_column)
    return f"the overrun needs {rule.odds}, but the odds are {odds}{cite_rule(rule.rule)}"
