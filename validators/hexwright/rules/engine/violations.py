"""Violations: reasons why an action isn't legal, with the number of the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexwright.geometry.bitsets import union
from hexwright.model.ids import HexId
from hexwright.model.words import advance_after_combat_words
from hexwright.model.words.criteria_words import place_kinds_text
from hexwright.rules.combat.attack_ranges import can_attack_all, forbidding_entries
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.action_validation import unknown_name
from hexwright.rules.engine.game_state import FORTIFIED, OUT_OF_GAME, POOL, State
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_restrictions import (
    disrupted_units_that_stay,
    explain_lost_attack,
    units_unable_to_attack,
    unreleased_garrisons,
)
from hexwright.rules.movement.move_legs import MovementObstacles
from hexwright.rules.movement.movement_phase import units_yet_to_move
from hexwright.rules.movement.overstacking import stacking_violation
from hexwright.rules.replacement.airdrops import units_dropped_this_turn
from hexwright.rules.replacement.reinforcements import (
    airdrop_violation_of,
    arrives_free,
    awaits_entry,
    is_situation_met,
)
from hexwright.rules.replacement.replacement_phase import (
    blocked_entry_hexes,
    can_afford,
    entry_hexes,
    is_replaceable,
    may_give_up,
    payment_for,
    replacement_cost,
    restorable_units,
    restoration_cost,
)
from hexwright.rules.replacement.stored_replacements import stored_units_at
from hexwright.rules.supply.supply_range import hexes_in_communication, hexes_over_capacity
from hexwright.rules.transport.rail_movement import is_entrained
from hexwright.rules.victory.map_exits import exit_entry_at
from hexwright.support.message_wording import count_noun

Reason = Callable[[CompiledGame, State, Action], str]


def violation(
    setting: CompiledGame, state: State, action: Action, legal: Iterable[Action], own: Reason | None = None
) -> tuple[str, str]:
    """Return the reason why an action isn't legal, and a hint; `legal` lists the legal actions.

    `own` returns the reason given by the phase module that handles the action; it is None if no phase of the
    game has such an action.
    """
    if unknown := unknown_name(setting, action):
        return unknown
    kinds = sorted({other.kind for other in legal}) or ["roll"]
    if action.kind == "end" and state.stage == "move":
        return _overstacking_violation(setting, state)
    leaves = action.kind == "exit" and state.stage == "move" and bool(setting.victory.exits)
    reason = "" if own is None else own(setting, state, action)
    if action.kind not in (*kinds, "take-back") and not leaves and not reason:
        phase = setting.phases[state.phase].name
        return f"'{action.kind}' is not possible now in {phase}", f"possible actions: {', '.join(kinds)}"
    if own is None:
        reason = reason_against(setting, state, action)
    return f"'{action.text}' is not legal" + (f": {reason}" if reason else ""), ""


def reason_against(setting: CompiledGame, state: State, action: Action, own: Reason | None = None) -> str:
    """Return the reason why a unit's action isn't legal; an empty string if no reason is known."""
    if own is not None:
        return own(setting, state, action)
    if action.unit is None:
        return ""
    unit = setting.unit_numbers[action.unit]
    match action.kind:
        case "move":
            return _move_violation(setting, state, unit, action.hex)
        case "take-back":
            return _take_back_violation(setting, state, unit)
        case "attack":
            return _attack_violation(setting, state, unit, action)
        case "new":
            return _placement_violation(setting, state, unit, action.hex)
        case "give-up":
            return _give_up_violation(setting, state, unit)
        case "exit":
            return _exit_violation(setting, state, unit)
        case "fortify":
            return _fortification_violation(setting, state, unit)
        case "restore" | "designate":
            return _restoration_violation(setting, state, unit, action.kind)
        case "retreat":
            return _retreat_violation(setting, state)
        case "advance" if state.stage == "advance" and setting.advances.given:
            return _advance_violation(setting, unit)
    return ""


def _retreat_violation(setting: CompiledGame, state: State) -> str:
    rule = setting.combat.retreat
    barred = "an EZOC or an enemy's hex" if rule.ezoc == "forbidden" else "an enemy's hex"
    room = "an empty hex" if setting.one_unit_per_hex else "a hex with room"
    far = rule.distance(state.fight.result) if state.fight is not None else rule.hexes
    away = count_noun(far, "hex")
    return f"a retreat must end {away} away in {room}, and may not enter {barred}{cite_rule(rule.rule)}"


def _advance_violation(setting: CompiledGame, unit: int) -> str:
    entries = [entry for entry, so in setting.advances.every if so.units >> unit & 1]
    if not entries:
        return "units of this kind may not advance"
    cited = next((entry.rule for entry in entries if entry.rule), "")
    words = "; ".join(advance_after_combat_words.told(setting.game, entry) for entry in entries)
    told = "an advance moves one hex at a time, into a hex that has room and contains no enemies"
    return f"{told}: {words}{cite_rule(cited)}"


def arrival_violation(setting: CompiledGame, state: State, unit: int) -> str:
    """Return the reason why a unit can't arrive in this phase; an empty string if no arrival rule
    forbids it.
    """
    name, rule = setting.units[unit], setting.arrivals_and_departures.rules[setting.side_of[unit]]
    if state.locations[unit] == OUT_OF_GAME:
        return f"{name} is out of the game{cite_rule(rule.rule)}"
    if unit in setting.breakdown_units:
        why = airdrop_violation_of(setting, state, unit) or "can't be airdropped there"
        return f"{name} {why}{cite_rule(setting.breakdown_units[unit].rule)}"
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    awaited = awaits_entry(setting, state, unit)
    if entry is not None and awaited and state.locations[unit] < 0 and not arrives_free(setting, state, unit):
        if not is_situation_met(setting, state, entry):
            told = next(one.name for one in setting.game.rules.situations if one.id == entry.situation)
            return f"{name} may not arrive until this situation holds: {told}{cite_rule(entry.rule)}"
        return f"{name} is not due on turn {state.turn}{cite_rule(entry.rule)}"
    if not awaited and state.locations[unit] == POOL and not is_replaceable(setting, state, unit):
        return f"{name} can't be brought in as a replacement in this phase{cite_rule(rule.rule)}"
    return ""


def release_awaited(setting: CompiledGame, state: State, unit: int) -> str:
    """Return why a unit is held in its hex, as a phrase that follows the unit's name; an empty string if it
    isn't held.
    """
    if units_dropped_this_turn(setting, state) >> unit & 1:
        return f"was airdropped on this turn and may not move{cite_rule(setting.breakdown_units[unit].rule)}"
    if not unreleased_garrisons(setting, state) >> unit & 1:
        return ""
    so, rules = setting.situations_now(state), setting.game.rules
    entry = next(one for one, units in setting.garrisons if units >> unit & 1 and one.released_by not in so)
    told = next(one.name for one in rules.situations if one.id == entry.released_by)
    return f"may not move until this situation holds: {told}{cite_rule(entry.rule)}"


def _give_up_violation(setting: CompiledGame, state: State, unit: int) -> str:
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    name, rule = setting.units[unit], setting.arrivals_and_departures.rules[setting.side_of[unit]]
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    free = entry is not None and entry.arrives == "when-eliminated" and not state.acted >> unit & 1
    if entry is not None and entry.redeploys_on is not None and state.locations[unit] >= 0:
        why = "can't be placed there" if free else "may be picked up only once per phase"
        return f"{name} {why}{cite_rule(entry.rule or rule.rule)}"
    if not rule.may_give_up_units or not (free or may_give_up(setting, state, unit)):
        return f"{name} can't be given up{cite_rule(rule.give_up_rule)}"
    return f"{name} can't return there{cite_rule(rule.rule)}"


def _fortification_violation(setting: CompiledGame, state: State, unit: int) -> str:
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    name, rule = setting.units[unit], setting.game.rules.fortification
    cited = cite_rule(rule.rule if rule is not None else "")
    if not setting.units_able_to_fortify >> unit & 1:
        return f"units like {name} can't fortify{cited}"
    if is_entrained(state, unit):
        return f"{name} is entrained and can't fortify{cited}"
    if state.conditions[unit] & FORTIFIED:
        return f"{name} is already fortified{cited}"
    return f"{name} is disrupted or has already moved{cited}"


def _exit_violation(setting: CompiledGame, state: State, unit: int) -> str:
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    name, entry = setting.units[unit], exit_entry_at(setting, state, unit)
    if entry is None:
        return f"{name} can't exit the map from {setting.board.ids[state.locations[unit]]}"
    if waits := release_awaited(setting, state, unit):
        return f"{name} {waits}"
    return f"{name} has too few MP left to exit the map, which costs {entry.cost}{cite_rule(entry.rule)}"


def _wrong_unit_violation(setting: CompiledGame, state: State, unit: int) -> str:
    side = setting.side(state)
    name = setting.units[unit]
    if setting.side_of[unit] != side:
        return f"{name} doesn't belong to the phasing side, {setting.side_name(side)}"
    if state.locations[unit] < 0:
        return f"{name} is not on the map"
    return ""


def _tied_to_lines(setting: CompiledGame, state: State, unit: int, target: HexId, *, ezoc: bool) -> str:
    """Return why a unit that only moves along lines can't enter a hex; an empty string if it has another
    mode.
    """
    modes = [mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1]
    lines = [mode.along for mode in modes if mode.along is not None]
    if len(lines) != len(modes):
        return ""
    if not any(setting.board.links[line][state.locations[unit]] for line in lines):
        return f"{setting.units[unit]} isn't on a line that it may use: {_line_names(setting, lines)}"
    shut = [mode.name for mode in modes if mode.ezoc == "forbidden"]
    if ezoc and len(shut) == len(modes):
        return f"{target} is in an EZOC, which {' and '.join(shut)} may not enter"
    return ""


def _move_violation(setting: CompiledGame, state: State, unit: int, target: HexId | None) -> str:
    name = setting.units[unit]
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    rule = setting.game.rules.movement[0].rule
    moved = unit in dict(state.movement_left)
    if state.acted >> unit & 1 and not moved:
        return f"{name} has already acted in this phase{cite_rule(rule)}"
    if disrupted_units_that_stay(setting, state) >> unit & 1:
        return f"{name} is disrupted and may not move{cite_rule(setting.disruption.rule or rule)}"
    if waits := release_awaited(setting, state, unit):
        return f"{name} {waits}"
    if unit not in units_yet_to_move(setting, state) and not moved:
        return f"{name} may not move in {setting.phases[state.phase].name}{cite_rule(rule)}"
    assert target is not None
    number = setting.board.index[target]
    field = MovementObstacles.of(setting, state, setting.side_of[unit])
    if field.enemies >> number & 1:
        return f"an enemy unit is in {target}{cite_rule(rule)}"
    if not setting.may_overstack_in_phase and (full := stacking_violation(setting, state, unit, number)):
        return full
    if tied := _tied_to_lines(setting, state, unit, target, ezoc=bool(field.ezoc >> number & 1)):
        return f"{tied}{cite_rule(rule)}"
    zones = "" if setting.game.rules.zoc.reach == "none" else "EZOC or "
    if moved:
        return f"{name} can't reach {target} with the movement it has left{cite_rule(rule)}"
    why = f"its MA is too small, or {zones}enemy units block the way{cite_rule(rule)}"
    return f"{target} is out of {name}'s reach: {why}"


def _line_names(setting: CompiledGame, lines: Iterable[str]) -> str:
    """Return the names of lines, in the order in which movement modes list them."""
    names = {feature.id: feature.name for feature in setting.game.hexmap.lines}
    return " or ".join(dict.fromkeys(names[line] for line in lines))


def _overstacking_violation(setting: CompiledGame, state: State) -> tuple[str, str]:
    """Return a sentence about the overstacked hexes that keep a movement phase from ending, and a hint."""
    side = setting.side(state)
    told = []
    for limit in setting.stacking.limits:
        over = setting.hex_ids(limit.overstacked_hexes(state.locations, side))
        holds = [
            f"{h} holds {count_noun(state.locations.count(setting.board.index[h]), 'unit')}" for h in over
        ]
        if holds:
            told.append(f"{', '.join(holds)}, but {limit.text}{cite_rule(limit.rule)}")
    phase = setting.phases[state.phase].name
    return (
        f"{phase} can't end: {'; '.join(told)}",
        "move a unit out of the hex, or take back its move: take-back UNIT",
    )


def _take_back_violation(setting: CompiledGame, state: State, unit: int) -> str:
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    name, rule = setting.units[unit], setting.game.rules.stacking.rule
    if state.stage != "move" or not state.acted >> unit & 1:
        return f"{name} has not moved in this phase"
    return f"only a move into an overstacked hex may be taken back{cite_rule(rule)}"


def _attack_violation(setting: CompiledGame, state: State, unit: int, action: Action) -> str:
    name = setting.units[unit]
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    rule = setting.combat.retreat.rule
    if why := explain_lost_attack(setting, state, unit):
        return f"{name} {why}{cite_rule(rule)}"
    if units_unable_to_attack(setting, state) >> unit & 1:
        return f"{name} is disrupted and may not attack{cite_rule(setting.disruption.rule or rule)}"
    if state.acted >> unit & 1 and setting.combat.target != "hexes":
        return f"{name} is already attacking; a unit may attack only once per phase{cite_rule(rule)}"
    if action.target is not None:
        target, side = action.target, setting.side_of[setting.unit_numbers[action.target]]
        if side == setting.side_of[unit]:
            return f"{target} isn't an enemy of {name}"
        return f"{name} isn't adjacent to {target}{_or_range_text(setting, unit)}{cite_rule(rule)}"
    assert action.hex is not None
    return _attack_on_hex(setting, state, unit, action.hex)


def _attack_on_hex(setting: CompiledGame, state: State, unit: int, goal: HexId) -> str:
    name, rule, there = setting.units[unit], setting.combat.retreat.rule, setting.board.index[goal]
    if not setting.enemy_hexes(state, setting.side_of[unit]) >> there & 1:
        return f"there is no enemy of {name} in {goal}"
    if bar := next(
        (entry for entry, hexes in forbidding_entries(setting, state, unit) if hexes >> there & 1), None
    ):
        return f"{name} may not attack {goal}{cite_rule(bar.rule or rule)}"
    if not can_attack_all(setting, state, unit, 1 << there):
        return f"{name} isn't adjacent to {goal}{_or_range_text(setting, unit)}{cite_rule(rule)}"
    if any(b.attackers >> unit & 1 and b.hexes >> there & 1 for b in state.battles):
        return f"{name} is already attacking {goal}"
    reach = "reach" if setting.bombardment.given else "be adjacent to"
    return f"every attacker in a battle must {reach} every attacked hex{cite_rule(rule)}"


def _or_range_text(setting: CompiledGame, unit: int) -> str:
    return ", which is also out of range" if setting.bombardment.units >> unit & 1 else ""


def _placement_violation(setting: CompiledGame, state: State, unit: int, target: HexId | None) -> str:
    name, side = setting.units[unit], setting.side(state)
    if setting.side_of[unit] != side:
        return f"{name} doesn't belong to the phasing side, {setting.side_name(side)}"
    rule = setting.arrivals_and_departures.rules[side]
    if reason := arrival_violation(setting, state, unit):
        return reason
    if state.locations[unit] != POOL:
        return f"{name} isn't available as a replacement{cite_rule(rule.rule)}"
    stored = stored_units_at(setting, state, unit)
    if (cost := replacement_cost(setting, unit)) > sum(state.replacements_left) + max(
        map(len, stored.values()), default=0
    ):
        left = sum(state.replacements_left)
        return f"{name} costs {count_noun(cost, 'replacement')} ({left} left){cite_rule(rule.rule)}"
    assert target is not None
    number = setting.board.index[target]
    if blocked_entry_hexes(setting, state, side) >> number & 1:
        return f"{target} is occupied{cite_rule(rule.rule)}"
    gone = union(payment_for(setting, state, unit, number).spent_units)
    if hexes_over_capacity(setting, state, side, (unit,), gone).get(unit, 0) >> number & 1:
        return f"the supply capacity in {target} is too small for {name}{cite_rule(rule.rule)}"
    if rule.accounts:
        there = f", even with the {len(stored[number])} stored there" if number in stored else ""
        told = f"the accounts can't pay {count_noun(cost, 'replacement')} for {name} in {target}{there}"
        return f"{told}{cite_rule(rule.rule)}"
    if not entry_hexes(setting, state, unit, setting.board.every) >> number & 1:
        kinds = place_kinds_text(rule.place_kinds) if rule.place_kinds else ""
        edge = f"neither on the {rule.edge} edge nor a" if kinds else f"not on the {rule.edge} edge"
        place = f" {kinds} of the {setting.side_name(side)} side" if kinds else ""
        return f"{target} is {edge}{place}{cite_rule(rule.rule)}"
    return f"{target} is not in communication{cite_rule(rule.rule)}"


def _restoration_violation(setting: CompiledGame, state: State, unit: int, kind: str) -> str:
    name, side = setting.units[unit], setting.side(state)
    if whose := _wrong_unit_violation(setting, state, unit):
        return whose
    rule = setting.arrivals_and_departures.rules[side]
    if state.acted >> unit & 1:
        return f"{name} has already received a replacement in this phase{cite_rule(rule.rule)}"
    if kind == "restore" and state.steps[unit] == 1:
        return f"{name} is at full strength{cite_rule(rule.rule)}"
    linked = hexes_in_communication(setting, state, side)
    if kind == "restore" and unit in restorable_units(setting, state, side):
        cost = restoration_cost(setting, unit, state.steps[unit])
        left = sum(state.replacements_left)
        dear = f"restoring {name} costs {count_noun(cost, 'replacement')} ({left} left)"
        return (
            ""
            if can_afford(setting, state, unit, state.locations[unit], cost)
            else f"{dear}{cite_rule(rule.rule)}"
        )
    return (
        "" if linked >> state.locations[unit] & 1 else f"{name} is not in communication{cite_rule(rule.rule)}"
    )
