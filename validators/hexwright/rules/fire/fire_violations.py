"""Fire violations: reasons why an action of fire combat isn't legal, with the rule that forbids it."""

from __future__ import annotations

from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_restrictions import explain_lost_attack
from hexwright.rules.fire import fire_allocation
from hexwright.rules.fire.fire_advance import is_not_needed, strength_still_needed
from hexwright.rules.fire.fire_battle import disrupted, fire_rules
from hexwright.rules.movement.overstacking import stacking_violation


def attack_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why a unit may not attack a hex."""
    if action.unit is None or action.hex is None:
        return "write 'attack UNIT HEX'"
    name, unit, target = action.unit, setting.unit_numbers[action.unit], setting.board.index[action.hex]
    phase, rules, side = setting.phases[state.phase], fire_rules(setting), setting.side(state)
    if setting.side_of[unit] != side:
        return f"{name} doesn't belong to the phasing side, {setting.side_name(side)}"
    if state.locations[unit] < 0:
        return f"{name} is not on the map"
    if disrupted(state, unit):
        return f"{name} is disrupted and may not attack"
    if why := explain_lost_attack(setting, state, unit):
        return f"{name} {why}"
    if phase.classes and setting.class_of[unit] not in phase.classes:
        return f"{name} may not attack in {phase.name}"
    attacks = fire_allocation.attackers_by_target(state)
    taken = next((hex_number for hex_number, who in attacks.items() if who >> unit & 1), None)
    if taken is not None:
        return f"{name} is already attacking {setting.board.ids[taken]}"
    if not fire_allocation.targets_of(setting, state, unit) >> target & 1:
        return f"{name} isn't adjacent to an enemy in {action.hex}"
    attackers = attacks.get(target, 0)
    if not fire_allocation.may_join(setting, state, unit, attackers, target):
        side_name = f"{setting.board.ids[state.locations[unit]]}/{action.hex}"
        case = cite_rule(rules.hexside_limit.rule)
        return f"too many units would attack across {side_name} with {name}{case}"
    owed = fire_allocation.further_required_targets(
        setting, state, {**attacks, target: attackers | 1 << unit}
    )
    case = cite_rule(rules.must_attack_rule)
    return f"{_names(setting, owed)} must also be attacked, but no unit would be left to do so{case}"


def end_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why allocation may not end yet."""
    due = fire_allocation.unmet_targets(setting, state)
    return f"{_names(setting, due)} must also be attacked{cite_rule(fire_rules(setting).must_attack_rule)}"


def retreat_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why a unit may not retreat to a hex."""
    rule = fire_rules(setting).retreat
    battle = state.current_engagement
    if rule is None or battle is None or action.unit is None or action.hex is None:
        return ""
    unit, end = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if state.locations[unit] != battle.hex or setting.side_of[unit] == setting.side(state):
        return f"{action.unit} isn't a defender of {setting.board.ids[battle.hex]}"
    if not setting.board.near[battle.hex] >> end & 1:
        return (
            f"a retreat is one hex long, and {action.hex} isn't adjacent to {setting.board.ids[battle.hex]}"
        )
    if setting.enemy_hexes(state, setting.side_of[unit]) >> end & 1:
        return f"an enemy unit is in {action.hex}"
    if full := stacking_violation(setting, state, unit, end):
        return full
    if state.occupied[setting.side_of[unit]] >> end & 1:
        case = cite_rule(rule.rule)
        return (
            f"friendly units in {action.hex} are attacked with at least as many dice as they defend "
            f"with{case}"
        )
    return f"{action.hex} is empty and adjacent to a hex from which the attack came{cite_rule(rule.rule)}"


def advance_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why a unit may not advance into a hex."""
    rule = fire_rules(setting).advance
    battle = state.current_engagement
    if rule is None or battle is None or action.unit is None or action.hex is None:
        return ""
    unit, end = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if not battle.attackers >> unit & 1:
        return f"{action.unit} didn't attack {setting.board.ids[battle.hex]}"
    if disrupted(state, unit):
        return f"{action.unit} is disrupted and may not advance"
    if battle.advanced >> unit & 1:
        return f"{action.unit} has already advanced"
    if not setting.board.near[battle.hex] >> end & 1:
        return f"{action.hex} isn't adjacent to {setting.board.ids[battle.hex]}"
    if setting.enemy_hexes(state, setting.side_of[unit]) >> end & 1:
        return f"an enemy unit is in {action.hex}"
    if full := stacking_violation(setting, state, unit, end):
        return full
    if not is_not_needed(setting, state, battle, unit):
        need = strength_still_needed(setting, state, battle)
        cleared = setting.board.ids[battle.hex]
        return f"units with a strength of {need} must first enter {cleared}{cite_rule(rule.rule)}"
    rules = ", ".join(dict.fromkeys(entry.rule for entry in rule.exploitation if entry.rule))
    return f"{action.unit} can't advance to {action.hex}{cite_rule(rules)}"


def hold_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why more units must advance."""
    rule = fire_rules(setting).advance
    battle = state.current_engagement
    if rule is None or battle is None:
        return ""
    need = strength_still_needed(setting, state, battle)
    cleared = setting.board.ids[battle.hex]
    return f"units with a strength of {need} must still enter {cleared}{cite_rule(rule.rule)}"


def _names(setting: CompiledGame, hexes: int) -> str:
    return ", ".join(setting.board.ids[number] for number in members(hexes))
