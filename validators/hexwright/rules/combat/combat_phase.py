"""Combat phase: declare battles and resolve them one by one.

Each function returns the next state. `combat_results` carries out the effects of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.geometry.bitsets import members, select, union, union_of
from hexwright.model.charts import CombatTable
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat import attack_obligations
from hexwright.rules.combat.attack_ranges import (
    attackable_hexes,
    attackers_affected,
    bombardable_hexes,
    can_attack_all,
)
from hexwright.rules.combat.battle_odds import (
    BattleOdds,
    certain_result,
    compute_odds,
    lookup_result,
    odds_of_fight,
)
from hexwright.rules.combat.combat_results import carry_out_effects, may_lose_step_instead, return_from_battle
from hexwright.rules.combat.ignored_defenders import without_ignored_defenders
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Battle, BattleInProgress, State
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage, summed_dice
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_restrictions import units_unable_to_attack

# Declaration -------------------------------------------------------------------------------------


def units_able_to_attack(setting: CompiledGame, state: State) -> list[int]:
    """Return the units that have an enemy adjacent or in range and may be declared to attack."""
    side = setting.side(state)
    enemies = setting.enemy_hexes(state, side)
    contact = setting.board.around(enemies)
    may = setting.phase_modes[state.phase][0][1] & ~units_unable_to_attack(setting, state)
    if setting.combat.target != "hexes":
        # A unit attacks once a phase, and only enemies that are adjacent or in range.
        may &= ~state.acted
    where = state.locations
    return [
        u
        for u in select(range(len(where)), may)
        if where[u] >= 0 and (contact >> where[u] & 1 or bombardable_hexes(setting, state, u) & enemies)
    ]


def attacks_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the actions by which a unit may declare attacks."""
    hex_number = state.locations[unit]
    if hex_number < 0 or units_unable_to_attack(setting, state) >> unit & 1:
        return []
    targets = attackable_hexes(setting, state, unit) & setting.enemy_hexes(state, setting.side_of[unit])
    if setting.defends_as_one:
        row = setting.hex_attacks[unit]
        return [row[number] for number in members(targets) if _battle_joined_by(setting, state, unit, number)]
    if state.acted >> unit & 1:
        return []
    row = setting.attacks[unit]
    if setting.one_unit_per_hex:
        return [row[setting.unit_at(state, number)] for number in members(targets)]
    return [
        row[target] for target, place in enumerate(state.locations) if place >= 0 and targets >> place & 1
    ]


def actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the actions by which a unit may declare attacks or withdraw from its attack."""
    if setting.side_of[unit] != setting.side(state):
        return []
    return attacks_of(setting, state, unit) + leave_actions_of(setting, state, unit)


def legal_declarations(setting: CompiledGame, state: State) -> list[Action]:
    """Return the actions that declare attacks or take them back, and the result of `legal_ends`."""
    found = [
        action for unit in units_able_to_attack(setting, state) for action in attacks_of(setting, state, unit)
    ]
    found += [
        action
        for unit in units_able_to_leave_attack(setting, state)
        for action in leave_actions_of(setting, state, unit)
    ]
    ends = legal_ends(setting, state)
    return (
        [action for action in found if action not in ends] + ends
        if setting.mandatory_attacks.given
        else found + ends
    )


def legal_ends(setting: CompiledGame, state: State) -> list[Action]:
    """Return the action that ends the declaration of attacks, or the next action towards the mandatory
    attacks still to be declared.
    """
    step = attack_obligations.next_division_step(setting, state) if setting.mandatory_attacks.given else None
    if step is None:
        return [END]
    if step.goal < 0:
        return [Action("leave", setting.units[step.unit])]
    row = setting.hex_attacks if setting.defends_as_one else setting.attacks
    return [row[step.unit][step.goal]]


# If attacks are mandatory, they may be taken back: an allocation may turn out to omit a unit.


def units_able_to_leave_attack(setting: CompiledGame, state: State) -> list[int]:
    """Return the units that may withdraw from their declared attacks."""
    if not setting.mandatory_attacks.given:
        return []
    return list(members(union_of(battle.attackers for battle in state.battles)))


def leave_actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit withdraws from its attack; an empty list if it may not."""
    return (
        [Action("leave", setting.units[unit])] if unit in units_able_to_leave_attack(setting, state) else []
    )


def battle_of_leaving_unit(setting: CompiledGame, state: State, unit: UnitId) -> Battle:
    """Return the battle in which a unit attacks; raise IllegalAction if there is no such battle."""
    bit = 1 << setting.unit_numbers[unit]
    for battle in state.battles:
        if battle.attackers & bit:
            return battle
    raise IllegalAction(f"{unit} isn't taking part in any attack")


def leave_attack(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a unit removed from its attack; a battle over several hexes is cancelled."""
    assert action.unit is not None
    battle = battle_of_leaving_unit(setting, state, action.unit)
    together_on = battle.hexes.bit_count() > 1
    gone = battle.attackers if together_on else 1 << setting.unit_numbers[action.unit]
    rest = tuple(
        replace(b, attackers=b.attackers & ~gone) if b is battle else b
        for b in state.battles
        if b is not battle or b.attackers & ~gone
    )
    return replace(state, acted=state.acted & ~gone, battles=rest)


def _battle_joined_by(setting: CompiledGame, state: State, unit: int, hex_number: int) -> Battle | None:
    """Return the battle that results if a unit also attacks a hex; None if the unit may not.

    Battles that share a hex or an attacker are combined. In each battle, every attacker must be able to
    attack every hex.
    """
    bit, here = 1 << unit, 1 << hex_number
    own = next((b for b in state.battles if b.attackers & bit), None)
    there = next((b for b in state.battles if b.hexes & here), None)
    if own is None and there is None:
        return None if state.acted & bit else Battle(here, bit)
    if own is there or (own is None and state.acted & bit):
        return None
    if own is not None and setting.combat.target != "hexes":
        return None
    found = Battle(
        here | union_of(b.hexes for b in (own, there) if b is not None),
        bit | union_of(b.attackers for b in (own, there) if b is not None),
    )
    fits = all(can_attack_all(setting, state, each, found.hexes) for each in members(found.attackers))
    return found if fits else None


def declare_attack(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with one more attack declared; attacks on one unit or one hex form one battle."""
    assert action.unit is not None
    number, side = setting.unit_numbers[action.unit], setting.side(state)
    if setting.side_of[number] != side or state.locations[number] < 0:
        raise IllegalAction(f"{action.text}: only units of the phasing side on the map may attack")
    if action.hex is None:
        assert action.target is not None
        target = setting.unit_numbers[action.target]
        if setting.side_of[target] == side or state.locations[target] < 0 or state.acted >> number & 1:
            raise IllegalAction(
                f"{action.text}: the target isn't an enemy on the map, or the unit is already attacking"
            )
        joined = next((b for b in state.battles if b.target_unit == target), None)
        attackers = 0 if joined is None else joined.attackers
        battle = Battle(1 << state.locations[target], attackers | 1 << number, target)
    else:
        found = _battle_joined_by(setting, state, number, setting.board.index[action.hex])
        if found is None:
            raise IllegalAction(
                f"{action.text}: every attacker must reach every attacked hex, and may attack only once"
            )
        battle = found
    rest = [b for b in state.battles if b.target_unit != battle.target_unit or not b.hexes & battle.hexes]
    return replace(
        state,
        acted=state.acted | 1 << number,
        battles=tuple(sorted((*rest, battle), key=lambda each: each.goal)),
    )


# Resolution --------------------------------------------------------------------------------------


def battle_action(setting: CompiledGame, kind: str, battle: Battle) -> Action:
    """Return an action of the given kind for a whole battle; the action names the attacked unit or the first
    attacked hex.
    """
    if battle.target_unit >= 0:
        return Action(kind, target=setting.units[battle.target_unit])  # type: ignore[arg-type]
    return Action(kind, hex=setting.board.ids[battle.goal])  # type: ignore[arg-type]


def battle_named_by(setting: CompiledGame, state: State, action: Action) -> Battle:
    """Return the battle that an action names; raise IllegalAction if there is no such battle."""
    if action.hex is None:
        assert action.target is not None
        goal = setting.unit_numbers[action.target]
    else:
        goal = setting.board.index[action.hex]
    for battle in state.battles:
        if battle.goal == goal:
            return battle
    raise IllegalAction(f"{action.text}: there is no such battle")


def normalize_target(setting: CompiledGame, state: State, action: Action) -> Action:
    """Return an action with its target in canonical form: the hex if all units in a hex defend together, or
    else the unit.
    """
    whose = action.target
    if action.kind not in ("attack", "resolve") or whose is None or not setting.defends_as_one:
        return action
    number = setting.unit_numbers.get(whose, -1)
    done = next(
        (b for b in state.battles if b.overrun_outcome is not None and b.attackers >> max(number, 0) & 1),
        None,
    )
    if action.kind == "resolve" and number >= 0 and done is not None:
        # The die roll concerns the enemies overrun by this unit.
        return replace(action, target=None, hex=setting.board.ids[done.goal])
    place = state.locations[number] if number >= 0 else -1
    here = setting.board.ids[place] if place >= 0 else HexId(whose)
    if action.kind == "resolve" and here in setting.board.index:
        bit = 1 << setting.board.index[here]
        battle = next((b for b in state.battles if b.hexes & bit), None)
        here = here if battle is None else setting.board.ids[battle.goal]
    return replace(action, target=None, hex=here)


def is_attack_declared(setting: CompiledGame, state: State, action: Action) -> bool:
    """Return whether an attack on a hex is part of a battle in which the unit already takes part."""
    if action.kind != "attack" or action.unit is None or action.hex is None:
        return False
    bit, here = 1 << setting.unit_numbers[action.unit], 1 << setting.board.index[action.hex]
    return any(battle.attackers & bit and battle.hexes & here for battle in state.battles)


def defending_units(setting: CompiledGame, state: State, battle: Battle) -> int:
    """Return the defenders: the attacked unit, the enemies now in the hexes, or the overrun units."""
    if battle.overrun_outcome is not None:
        return battle.overrun_outcome.defenders
    if battle.target_unit >= 0:
        return 1 << battle.target_unit
    side = setting.side(state)
    there = union(
        unit
        for unit, place in enumerate(state.locations)
        if place >= 0 and battle.hexes >> place & 1 and setting.side_of[unit] != side
    )
    # A unit that has defended elsewhere in this phase doesn't defend again where it has retreated to.
    return without_ignored_defenders(setting, state, there & ~state.defended)


def legal_battles(setting: CompiledGame, state: State) -> list[Action]:
    """Return the actions by which the next battle may be resolved."""
    # The attacker chooses the order.
    plain = [battle_action(setting, "resolve", battle) for battle in state.battles]
    if not setting.combat.may_lower_odds and not setting.combat.ignorable_results:
        return plain
    return [
        *plain,
        *(one for battle in state.battles for one in _battles_after_announcements(setting, state, battle)),
    ]


def _battles_after_announcements(setting: CompiledGame, state: State, battle: Battle) -> Iterator[Action]:
    """Yield the actions that resolve a battle after an announcement by the attacker: a lower column or
    ignored results.
    """
    combat, plain = setting.combat, battle_action(setting, "resolve", battle)
    if battle.overrun_outcome is not None:
        return
    fought = compute_odds(setting, state, defending_units(setting, state, battle), battle.attackers)
    if fought.final_column < 1 or (combat.zero_defence_result is not None and not fought.defence):
        return  # Its result is certain.
    for column in range(fought.final_column if combat.may_lower_odds else 1):
        for ignoring in (False, True) if combat.ignorable_results else (False,):
            if column or ignoring:
                yield replace(plain, column=column, ignoring=ignoring)


def begin_resolution(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the resolution of a battle has begun; unless the odds are too low, a die must
    now be rolled.
    """
    battle = battle_named_by(setting, state, action)
    if action.column or action.ignoring:
        said = _battles_after_announcements(setting, state, battle)
        if all((one.column, one.ignoring) != (action.column, action.ignoring) for one in said):
            raise IllegalAction(f"{action.text}: this announcement isn't permitted")
    rest = tuple(b for b in state.battles if b is not battle)
    them = defending_units(setting, state, battle)
    fight = BattleInProgress(
        them,
        battle.attackers,
        battle.hexes,
        initial_attackers=battle.attackers,
        announced_column=action.column,
        ignores_results=action.ignoring,
    )
    if battle.overrun_outcome is not None:
        fight = replace(
            fight,
            loss_owed=battle.overrun_outcome.strength,
            overrun_entry=battle.overrun_outcome.entry,
            pending_cadres=_cadres_of_overrun(setting, state, battle),
        )
    defended = state.defended | them if setting.combat.defends_once else 0
    opened = replace(state, battles=rest, fight=fight, stage="roll", defended=defended)
    if battle.overrun_outcome is None:
        fought = compute_odds(setting, state, them, battle.attackers)
        if fought.final_column < 1:
            return return_from_battle(opened)  # Below the table's columns the attack has no effect.
        if (result := certain_result(setting, fought)) is not None:
            return _apply_result(setting, opened, fought, result)
    return opened


def _cadres_of_overrun(setting: CompiledGame, state: State, battle: Battle) -> tuple[tuple[int, int], ...]:
    """Return the cadre entries of overrun units, each with its hex; empty if an enemy is now in the hex."""
    assert battle.overrun_outcome is not None
    if state.occupied[setting.side(state)] >> battle.goal & 1:
        return ()
    return tuple((entry, battle.goal) for entry in battle.overrun_outcome.cadre_entries)


def apply_combat_roll(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a battle's die roll."""
    fight = state.fight
    assert fight is not None
    fought = odds_of_fight(setting, state, fight)
    result = lookup_result(setting, fought, action.roll)
    if fight.ignores_results and result in setting.combat.ignorable_results:
        again = replace(fight, result=result)
        return replace(state, fight=again, dice_thrown=state.dice_thrown + 1)  # The die is rolled again.
    return _apply_result(setting, replace(state, dice_thrown=state.dice_thrown + 1), fought, result)


def _apply_result(setting: CompiledGame, state: State, fought: BattleOdds, result: str) -> State:
    """Return the state after a battle's result has been applied, up to the next decision."""
    fight = state.fight
    assert fight is not None
    effects: tuple[str, ...] = setting.combat.effects[result]
    if fight.overrun_entry >= 0:  # The defenders have been removed before.
        effects = tuple(effect for effect in effects if effect != "defender-eliminated")
    involved = fight.attackers | fight.defenders
    worth = fought.multipliers_by_unit(involved) if setting.combat.exchange == "modified" else ()
    concerned = attackers_affected(setting, state, fight.attackers, fight.hexes)
    settled = replace(fight, attackers=concerned, result=result, pending_effects=effects, multipliers=worth)
    thrown = replace(state, fight=settled)
    if may_lose_step_instead(setting, settled):
        # In places of some kinds, the defender may take a step loss instead of the retreat.
        return replace(thrown, stage="stand")
    return carry_out_effects(setting, thrown)


# The phase ----------------------------------------------------------------------------------------


def begin_combat(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of a combat phase."""
    return replace(state, stage="declare")


def end_declaration(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after all battles have been declared, or the state after the phase if no battle was
    declared.
    """
    return continue_combat(setting, state)


def continue_combat(setting: CompiledGame, state: State) -> State:
    """Return the state between two battles, or the state after the phase if no battle is left."""
    return replace(state, stage="resolve" if state.battles else "done")


_MOST_NAMES: Final = 4
"""The maximum number of names in a list of units that must still attack."""


def end_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that names the units that must still attack and the enemies that must still be
    attacked.
    """
    owed = attack_obligations.outstanding_attacks(setting, state)
    rule = setting.combat.mandatory_attacks.rule if setting.combat.mandatory_attacks is not None else ""
    told = [f"{_first_names(select(setting.units, owed.units))} must still attack"] if owed.units else []
    if len(owed.goals) > owed.unattackable:
        ids: Sequence[str] = setting.board.ids if setting.defends_as_one else setting.units
        but = f"all but {owed.unattackable} of " if owed.unattackable else ""
        told.append(f"{but}{_first_names([ids[goal] for goal in owed.goals])} must still be attacked")
    return " and ".join(told) + cite_rule(rule)


def _first_names(names: Sequence[str]) -> str:
    """Return names joined into a phrase; names beyond the maximum are replaced with their number."""
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def combat_results_table(setting: CompiledGame) -> CombatTable:
    """Return the usual combat results table of the game."""
    charts = setting.game.charts
    assert charts.combat is not None
    return charts.combat


PHASE_MODULE = PhaseModule(
    phase_openers={"combat": begin_combat},
    resume_stages={"combat": "resolve", "overruns": "resolve"},
    stages=(
        Stage(
            "declare",
            "the declaration of attacks",
            {
                "attack": ActionHandler(declare_attack, ("unit", "goal")),
                "leave": ActionHandler(leave_attack, ("unit",)),
                "end": ActionHandler(end_declaration, violation=end_violation),
            },
            legal_declarations,
            movers=units_able_to_attack,
            unit_actions=actions_of,
            end_actions=legal_ends,
        ),
        Stage(
            "resolve",
            "the next battle",
            {"resolve": ActionHandler(begin_resolution, ("goal",))},
            legal_battles,
            resume=continue_combat,
        ),
        Stage(
            "roll",
            "the dice roll of the battle",
            {"roll": ActionHandler(apply_combat_roll)},
            dice=summed_dice(combat_results_table),
        ),
    ),
)
