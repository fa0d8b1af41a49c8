"""Fire phase: attacks are allocated, then battles are fought one by one in rounds, with retreats and
advances.

Each function returns the next state. The stages, and who decides in each: `allocate` and `engage`, the
attacker; `fire`, chance; `allot`, the owners of the units hit, the defender first; `withdraw`, the defender;
`pursue`, the attacker.
"""

from __future__ import annotations

from fractions import Fraction

from hexwright.geometry.bitsets import union
from hexwright.rules.air.air_readiness import legal_support_missions
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_module import DiceStage, Outcomes
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt_unit, place_unit
from hexwright.rules.fire import fire_allocation
from hexwright.rules.fire.dice_pools import attack_pool, defence_pool, hits_absorbed_by_places
from hexwright.rules.fire.fire_advance import (
    attackers_able_to_enter,
    basic_strength_of,
    exploitation_hexes,
    fresh_attackers,
    is_disrupted_by_advance,
    may_any_advance,
    strength_still_needed,
)
from hexwright.rules.fire.fire_battle import (
    FireBattle,
    attackers_of,
    defenders_of,
    defending_side,
    disrupted,
    fire_phase,
    fire_rules,
    supply_shortage_of_all,
    units_attacked_in,
)
from hexwright.rules.fire.fire_retreat import legal_retreat_moves
from hexwright.rules.fire.hit_absorption import take_hit
from hexwright.rules.fire.hit_chances import (
    Chances,
    Group,
    chances,
    dice_thrown_by_table,
    hits_of,
    table_chances,
    throw_pool,
    throw_pool_by_table,
)

HOLD_ACTION = Action("hold")


def current_battle(setting: CompiledGame, state: State) -> FireBattle:
    """Return the battle of fire combat being fought; one must be in progress."""
    assert state.current_engagement is not None
    return FireBattle.of(setting, state, state.current_engagement, supply_shortage_of_all(setting, state))


# Allocation ----------------------------------------------------------------------------------------


def begin_allocation(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of allocation, or the state after the phase if no attack is possible."""
    fresh = replace(
        state, stage="allocate", engagements=(), current_engagement=None, attacked=0, disrupted_this_turn=0
    )
    return fresh if len(legal_allocations(setting, fresh)) > 1 else replace(fresh, stage="done")


def legal_allocations(setting: CompiledGame, state: State) -> list[Action]:
    """Return the attacks that may still be allocated, and the action that ends allocation if no mandatory
    attack remains.
    """
    board = setting.board
    found = [
        Action("attack", setting.units[unit], hex=board.ids[target])
        for unit in fire_allocation.units_able_to_attack(setting, state)
        for target in fire_allocation.legal_targets_of(setting, state, unit)
    ]
    found += legal_support_missions(setting, state)
    if not fire_allocation.unmet_targets(setting, state):
        found.append(END)
    return found


def allocate(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has been allocated to the attack on a hex."""
    assert action.unit is not None
    assert action.hex is not None
    unit, target = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if unit not in fire_allocation.units_able_to_attack(setting, state):
        raise IllegalAction(f"{action.text}: the unit can't attack, or is already attacking")
    if not fire_allocation.targets_of(setting, state, unit) >> target & 1:
        raise IllegalAction(f"{action.text}: no enemy is in that hex, or the hex isn't adjacent")
    return fire_allocation.assign_attacker(state, unit, target)


def end_allocation(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with all attacks allocated and the units in attacked hexes recorded."""
    hexes = union(battle.hex for battle in state.engagements)
    attacked = state.attacked | units_attacked_in(setting, state, hexes)
    return replace(state, stage="done", attacked=attacked)


# Battles -------------------------------------------------------------------------------------------


def begin_fire(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of the battles, or the state after the phase if no attack
    was allocated.
    """
    return continue_battles(setting, replace(state, current_engagement=None))


def continue_battles(setting: CompiledGame, state: State) -> State:
    """Return the state between two battles, or the state after the phase if no battle is left."""
    return replace(state, stage="engage" if state.engagements else "done")


def return_from_battle(state: State) -> State:
    """Return the state after a battle; play returns to the stage in which the battle began."""
    return replace(state, current_engagement=None, stage="back")


def legal_battles(setting: CompiledGame, state: State) -> list[Action]:
    """Return the actions by which the next battle may be begun."""
    return [Action("engage", hex=setting.board.ids[battle.hex]) for battle in state.engagements]


def begin_battle(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a battle has begun."""
    assert action.hex is not None
    number = setting.board.index[action.hex]
    battle = next((b for b in state.engagements if b.hex == number), None)
    if battle is None:
        raise IllegalAction(f"{action.text}: no attack on this hex has been allocated")
    rest = tuple(b for b in state.engagements if b.hex != number)
    taken = replace(state, engagements=rest, current_engagement=battle)
    defenders = list(defenders_of(setting, taken, battle))
    begun = replace(
        battle,
        round=1,
        attack_hexes=union(state.locations[unit] for unit in attackers_of(taken, battle)),
        strength=basic_strength_of(setting, taken, defenders),
        defending_side=defending_side(setting, taken, battle.hex),
    )
    return replace(taken, current_engagement=begun, stage="fire")


def pools(setting: CompiledGame, state: State) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Return the dice of attackers and defenders, grouped by the number that hits."""
    return dice_pools_of(current_battle(setting, state))


def dice_pools_of(now: FireBattle) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Return the dice of a battle's attackers and defenders, grouped by the number that hits."""
    return attack_pool(now).groups, defence_pool(now).groups


def uses_tables(setting: CompiledGame) -> bool:
    """Return whether the number of hits is looked up in tables rather than counted on the dice."""
    rules = fire_rules(setting)
    return rules.use_hit_tables and setting.options_hold(rules.hit_tables_option)


def side_chances(setting: CompiledGame, groups: tuple[Group, ...]) -> Chances:
    """Return the probability of each number of hits that a dice pool can score."""
    die = fire_rules(setting).die
    if uses_tables(setting):
        return table_chances(groups, die, setting.game.charts.hit_tables)
    return chances(groups, die)


def hit_outcomes(setting: CompiledGame, state: State) -> Outcomes:
    """Return the possible pairs of hits by attackers and defenders, with their probabilities."""
    attack, defence = (side_chances(setting, groups) for groups in pools(setting, state))
    return tuple(
        (Action("roll", rolls=(a, d)), p * q)
        for a, p in enumerate(attack)
        for d, q in enumerate(defence)
        if p * q > Fraction(0)
    )


def draw_hits(setting: CompiledGame, state: State) -> Action:
    """Return the die roll action with the hits that the state's seed determines."""
    die, count, found = fire_rules(setting).die, state.dice_thrown, []
    for groups in pools(setting, state):
        if uses_tables(setting):
            hits, used = throw_pool_by_table(groups, die, setting.game.charts.hit_tables, state.seed, count)
        else:
            hits = hits_of(groups, throw_pool(groups, die, state.seed, count))
            used = sum(dice for _, dice in groups)
        found.append(hits)
        count += used
    return Action("roll", rolls=tuple(found))


def dice_thrown_in_round(now: FireBattle) -> int:
    """Return the number of dice rolled in a round."""
    setting, found = now.setting, 0
    for groups in dice_pools_of(now):
        if uses_tables(setting):
            found += dice_thrown_by_table(groups, setting.game.charts.hit_tables)
        else:
            found += sum(dice for _, dice in groups)
    return found


def is_outcome_possible(setting: CompiledGame, state: State, action: Action) -> bool:
    """Return whether an action gives a number of hits for each side; no upper limit is checked."""
    return len(action.rolls) == 2 and min(action.rolls) >= 0


FIRE_DICE = DiceStage(hit_outcomes, draw_hits, is_outcome_possible)


def apply_hits(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after both sides have fired; the hits still have to be allotted."""
    now, battle = current_battle(setting, state), state.current_engagement
    assert battle is not None
    scored, suffered = action.rolls
    hits = (suffered, max(0, scored - hits_absorbed_by_places(now)))
    fired = replace(
        state,
        dice_thrown=state.dice_thrown + dice_thrown_in_round(now),
        current_engagement=replace(battle, hits=hits, absorbed=()),
    )
    return allot_forced_hits(setting, fired)


# Hits ----------------------------------------------------------------------------------------------


def allotting_side(setting: CompiledGame, state: State) -> int:
    """Return the side that allots the next hit: the defending side while it has hits to allot, then the
    attacker.
    """
    battle = state.current_engagement
    assert battle is not None
    return battle.defending_side if battle.hits[1] else setting.side(state)


def units_able_to_take_hit(setting: CompiledGame, state: State) -> tuple[int, ...]:
    """Return the units of the side that takes the next hit, defenders first."""
    battle = state.current_engagement
    assert battle is not None
    return defenders_of(setting, state, battle) if battle.hits[1] else attackers_of(state, battle)


def legal_hits(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each unit that may take the next hit; its owner chooses."""
    return [Action("hit", setting.units[unit]) for unit in units_able_to_take_hit(setting, state)]


def allot_hit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has taken a hit."""
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    if unit not in units_able_to_take_hit(setting, state):
        raise IllegalAction(f"{action.text}: this unit can't take the hit")
    return allot_forced_hits(setting, _take_hit(setting, state, unit))


def _take_hit(setting: CompiledGame, state: State, unit: int) -> State:
    battle = state.current_engagement
    assert battle is not None
    on_attackers, on_defenders = battle.hits
    hits = (on_attackers, on_defenders - 1) if on_defenders else (on_attackers - 1, on_defenders)
    after, fought = take_hit(setting, state, replace(battle, hits=hits), unit)
    return replace(after, current_engagement=fought)


def allot_forced_hits(setting: CompiledGame, state: State) -> State:
    """Allot hits while only one choice is possible, and end the round when no hit is left."""
    while True:
        battle = state.current_engagement
        assert battle is not None
        if not any(battle.hits):
            return end_round(setting, state)
        targets = units_able_to_take_hit(setting, state)
        if not targets:
            left = (battle.hits[0], 0) if battle.hits[1] else (0, 0)
            state = replace(state, current_engagement=replace(battle, hits=left))
        elif len(targets) == 1:
            state = _take_hit(setting, state, targets[0])
        else:
            return replace(state, stage="allot")


# End of a round --------------------------------------------------------------------------------------


def end_round(setting: CompiledGame, state: State) -> State:
    """Return the state after the hits of a round have been allotted: attackers may advance if the hex is
    empty; otherwise defenders may retreat.
    """
    battle = state.current_engagement
    assert battle is not None
    if not defenders_of(setting, state, battle):
        return begin_advance(setting, state)
    if attackers_of(state, battle) and legal_retreat_moves(setting, state, battle):
        return replace(state, stage="withdraw")
    return next_round(setting, state)


def next_round(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of the next round, or after the battle if the defenders have held the
    hex.
    """
    battle = state.current_engagement
    assert battle is not None
    # If all attackers are disrupted or gone, none can fire: the attack has failed.
    firing = any(not disrupted(state, unit) for unit in attackers_of(state, battle))
    if battle.round >= fire_phase(setting, state).rounds or not firing:
        return return_from_battle(state)
    return replace(
        state, current_engagement=replace(battle, round=battle.round + 1, absorbed=()), stage="fire"
    )


def legal_retreats(setting: CompiledGame, state: State) -> list[Action]:
    """Return the retreats that single defenders may make, and the action by which the others stay."""
    battle = state.current_engagement
    assert battle is not None
    found = [
        Action("retreat", setting.units[unit], hex=setting.board.ids[end])
        for unit, end in legal_retreat_moves(setting, state, battle)
    ]
    return [*found, HOLD_ACTION]


def retreat(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a defender has retreated."""
    assert action.unit is not None
    assert action.hex is not None
    assert state.current_engagement is not None
    rule = fire_rules(setting).retreat
    assert rule is not None
    unit, end = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if (unit, end) not in legal_retreat_moves(setting, state, state.current_engagement):
        raise IllegalAction(f"{action.text}: the unit can't retreat there")
    after = place_unit(setting, state, unit, end)
    if rule.disrupts:
        after = disrupt_unit(after, unit)
    assert after.current_engagement is not None
    return after if defenders_of(setting, after, after.current_engagement) else begin_advance(setting, after)


def stop_retreating(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the defender has chosen to leave the remaining units in place."""
    return next_round(setting, state)


def defending_side_of_battle(setting: CompiledGame, state: State) -> int:
    """Return the side that defends in the current battle."""
    assert state.current_engagement is not None
    return state.current_engagement.defending_side


# Advance -------------------------------------------------------------------------------------------


def begin_advance(setting: CompiledGame, state: State) -> State:
    """Return the state in which attackers may advance because the last defender is gone."""
    battle = state.current_engagement
    assert battle is not None
    if fire_rules(setting).advance is None or not may_any_advance(setting, state, battle):
        return return_from_battle(state)
    return replace(state, stage="pursue")


def legal_advances(setting: CompiledGame, state: State) -> list[Action]:
    """Return the advances that single attackers may make, and, if enough have advanced, the action by which
    the others stay.
    """
    battle = state.current_engagement
    assert battle is not None
    board = setting.board
    found, inside = list[Action](), attackers_able_to_enter(setting, state, battle)
    for unit in fresh_attackers(state, battle):
        if unit in inside:
            found.append(Action("advance", setting.units[unit], hex=board.ids[battle.hex]))
        found += [
            Action("advance", setting.units[unit], hex=board.ids[end])
            for end, _ in exploitation_hexes(setting, state, battle, unit)
        ]
    if not strength_still_needed(setting, state, battle):
        found.append(HOLD_ACTION)
    return found


def advance(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after an attacker has advanced into the cleared hex, or through it into
    another hex.
    """
    battle = state.current_engagement
    assert battle is not None
    assert action.unit is not None
    assert action.hex is not None
    unit, end = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    bit = 1 << unit
    if unit not in fresh_attackers(state, battle):
        raise IllegalAction(f"{action.text}: the unit may not advance")
    if end == battle.hex:
        if unit not in attackers_able_to_enter(setting, state, battle):
            raise IllegalAction(f"{action.text}: stacking leaves no room there")
        battle = replace(battle, advanced=battle.advanced | bit)
    else:
        entry = next(
            (e for number, e in exploitation_hexes(setting, state, battle, unit) if number == end), None
        )
        if entry is None:
            raise IllegalAction(f"{action.text}: no path leads to that hex")
        if entry.surplus_only:
            battle = replace(battle, attackers=battle.attackers & ~bit)
        else:
            battle = replace(battle, advanced=battle.advanced | bit)
    after = place_unit(setting, replace(state, current_engagement=battle), unit, end, 1 << battle.hex)
    if is_disrupted_by_advance(setting, state, unit, end):
        after = disrupt_unit(after, unit)
    return after if may_any_advance(setting, after, battle) else return_from_battle(after)


def stop_advancing(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the attacker has chosen to leave the remaining units in place."""
    return return_from_battle(state)
