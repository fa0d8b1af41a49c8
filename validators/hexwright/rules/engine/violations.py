"""Violations: why an action isn't legal, with the number of the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexwright.geometry.bitsets import union
from hexwright.model.ids import HexId
from hexwright.model.words import advance_after_combat_words
from hexwright.model.words.criteria_words import told_kinds
from hexwright.rules.combat.attack_ranges import bars, in_range
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.action_validation import unknown_name
from hexwright.rules.engine.game_state import FORTIFIED, GONE, POOL, State
from hexwright.rules.engine.hints_and_citations import cite
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_restrictions import gave_up, halted, unready, waiting
from hexwright.rules.movement.move_legs import Field
from hexwright.rules.movement.movement_phase import movers
from hexwright.rules.movement.overstacking import no_room
from hexwright.rules.replacement.airdrops import landed
from hexwright.rules.replacement.reinforcements import comes_free, is_awaited, why_not_dropped
from hexwright.rules.replacement.replacement_phase import (
    affords,
    entry_hexes,
    may_give_up,
    paid_for,
    price,
    replaceable,
    restorable,
    restoring_price,
    taken,
)
from hexwright.rules.replacement.stored_replacements import stores
from hexwright.rules.supply.supply_range import in_communication, overdrawn
from hexwright.rules.transport.rail_movement import is_entrained
from hexwright.rules.victory.map_exits import way_out
from hexwright.support.message_wording import counted

Reason = Callable[[Setting, State, Action], str]


def objection(
    setting: Setting, state: State, action: Action, legal: Iterable[Action], own: Reason | None = None
) -> tuple[str, str]:
    """Return why an action isn't legal, and a hint; `legal` lists the legal actions.

    `own` returns the reason for actions that a phase module knows best; it is empty if the game has no such
    action.
    """
    if unknown := unknown_name(setting, action):
        return unknown
    kinds = sorted({other.kind for other in legal}) or ["roll"]
    if action.kind == "end" and state.stage == "move":
        return _too_many(setting, state)
    leaves = action.kind == "exit" and state.stage == "move" and bool(setting.victory.exits)
    reason = own(setting, state, action) if own is not None else ""
    if action.kind not in (*kinds, "take-back") and not leaves and not reason:
        phase = setting.phases[state.phase].name
        return f"'{action.kind}' is not possible now, in {phase}", f"possible: {', '.join(kinds)}"
    if own is None and action.unit is not None:
        reason = _why_not(setting, state, setting.number[action.unit], action)
    return f"'{action.text}' is not legal" + (f": {reason}" if reason else ""), ""


def _why_not(setting: Setting, state: State, unit: int, action: Action) -> str:
    match action.kind:
        case "move":
            return _move(setting, state, unit, action.hex)
        case "take-back":
            return _take_back(setting, state, unit)
        case "attack":
            return _attack(setting, state, unit, action)
        case "new":
            return _new(setting, state, unit, action.hex)
        case "give-up":
            return _give_up(setting, state, unit)
        case "exit":
            return _exit(setting, state, unit)
        case "fortify":
            return _fort(setting, state, unit)
        case "restore" | "designate":
            return _restore(setting, state, unit, action.kind)
        case "retreat":
            return _retreat(setting, state)
        case "advance" if state.stage == "advance" and setting.advances.given:
            return _advance(setting, unit)
    return ""


def _retreat(setting: Setting, state: State) -> str:
    rule = setting.combat.retreat
    barred = "no EZOC and no enemy" if rule.ezoc == "forbidden" else "no enemy"
    room = "an empty hex" if setting.alone else "a hex with room"
    far = rule.far(state.fight.result) if state.fight is not None else rule.hexes
    away = counted(far, "hex")
    return f"a retreat ends {away} away, through {barred}, in {room}{cite(rule.rule)}"


def _advance(setting: Setting, unit: int) -> str:
    entries = [entry for entry, so in setting.advances.every if so.units >> unit & 1]
    if not entries:
        return "no units of its kind advance"
    cited = next((entry.rule for entry in entries if entry.rule), "")
    words = "; ".join(advance_after_combat_words.told(setting.game, entry) for entry in entries)
    return f"an advance goes a hex at a time, clear of enemies, where there is room: {words}{cite(cited)}"


def why_not_new(setting: Setting, state: State, unit: int) -> str:
    """Return why a unit doesn't arrive in this phase, for units that arrive by rules of their own."""
    name, rule = setting.units[unit], setting.coming.rules[setting.side_of[unit]]
    if state.where[unit] == GONE:
        return f"{name} is out of the game{cite(rule.rule)}"
    if unit in setting.parts:
        why = why_not_dropped(setting, state, unit) or "can't be dropped there"
        return f"{name} {why}{cite(setting.parts[unit].rule)}"
    entry = setting.coming.entries.get(unit)
    if entry is not None and state.where[unit] < 0 and not comes_free(setting, state, unit):
        if not is_awaited(setting, state, entry):
            told = next(one.name for one in setting.game.rules.situations if one.id == entry.situation)
            return f"{name} doesn't come before this is so: {told}{cite(entry.rule)}"
        return f"{name} is not due on turn {state.turn}{cite(entry.rule)}"
    if entry is None and state.where[unit] == POOL and not replaceable(setting, state, unit):
        return f"no more units of its kind come in this phase{cite(rule.rule)}"
    return ""


def waits_for(setting: Setting, state: State, unit: int) -> str:
    """Return the situation for which a held unit waits, to be put after its name; empty for other units."""
    if landed(setting, state) >> unit & 1:
        return f"was dropped in this turn, and stays{cite(setting.parts[unit].rule)}"
    if not waiting(setting, state) >> unit & 1:
        return ""
    so, rules = setting.situations_now(state), setting.game.rules
    entry = next(one for one, units in setting.waiting if units >> unit & 1 and one.until not in so)
    told = next(one.name for one in rules.situations if one.id == entry.until)
    return f"doesn't move before this is so: {told}{cite(entry.rule)}"


def _give_up(setting: Setting, state: State, unit: int) -> str:
    if whose := _whose(setting, state, unit):
        return whose
    name, rule = setting.units[unit], setting.coming.rules[setting.side_of[unit]]
    entry = setting.coming.entries.get(unit)
    free = entry is not None and entry.comes == "lost" and not state.acted >> unit & 1
    if entry is not None and entry.taken_up is not None and state.where[unit] >= 0:
        why = "can't be put down there" if free else "is taken up once in a phase"
        return f"{name} {why}{cite(entry.rule or rule.rule)}"
    if not rule.give_up or not (free or may_give_up(setting, state, unit)):
        return f"{name} can't be given up{cite(rule.give_up_rule)}"
    return f"{name} can't appear there{cite(rule.rule)}"


def _fort(setting: Setting, state: State, unit: int) -> str:
    if whose := _whose(setting, state, unit):
        return whose
    name, rule = setting.units[unit], setting.game.rules.fortification
    cited = cite(rule.rule if rule is not None else "")
    if not setting.diggers >> unit & 1:
        return f"{name} never digs in{cited}"
    if is_entrained(state, unit):
        return f"{name} is entrained and doesn't dig in{cited}"
    if state.conditions[unit] & FORTIFIED:
        return f"{name} is dug in already{cited}"
    return f"{name} is disrupted or has moved{cited}"


def _exit(setting: Setting, state: State, unit: int) -> str:
    if whose := _whose(setting, state, unit):
        return whose
    name, entry = setting.units[unit], way_out(setting, state, unit)
    if entry is None:
        return f"{name} can't leave the map from {setting.board.ids[state.where[unit]]}"
    if waits := waits_for(setting, state, unit):
        return f"{name} {waits}"
    return f"{name} has less left of its move than the {entry.cost} that leaving costs{cite(entry.rule)}"


def _whose(setting: Setting, state: State, unit: int) -> str:
    side = setting.side(state)
    name = setting.units[unit]
    if setting.side_of[unit] != side:
        return f"{name} is not {setting.side_name(side)}, whose phase it is"
    if state.where[unit] < 0:
        return f"{name} is not on the map"
    return ""


def _tied_to_lines(setting: Setting, state: State, unit: int, target: HexId, *, ezoc: bool) -> str:
    """Return why a unit whose modes all follow lines can't enter a hex; empty if it has another mode."""
    modes = [mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1]
    lines = [mode.along for mode in modes if mode.along is not None]
    if len(lines) != len(modes):
        return ""
    if not any(setting.board.links[line][state.where[unit]] for line in lines):
        return f"{setting.units[unit]} stands on no {_lines(setting, lines)}"
    shut = [mode.name for mode in modes if mode.ezoc == "forbidden"]
    if ezoc and len(shut) == len(modes):
        return f"{target} is in an EZOC, which {' and '.join(shut)} never enters"
    return ""


def _move(setting: Setting, state: State, unit: int, target: HexId | None) -> str:
    name = setting.units[unit]
    if whose := _whose(setting, state, unit):
        return whose
    rule = setting.game.rules.movement[0].rule
    moved = unit in dict(state.left)
    if state.acted >> unit & 1 and not moved:
        return f"{name} has done something else in this phase{cite(rule)}"
    if halted(setting, state) >> unit & 1:
        return f"{name} is disrupted{cite(setting.disruption.rule or rule)}"
    if waits := waits_for(setting, state, unit):
        return f"{name} {waits}"
    if unit not in movers(setting, state) and not moved:
        return f"{name} may not move in {setting.phases[state.phase].name}{cite(rule)}"
    assert target is not None
    number = setting.board.index[target]
    field = Field.of(setting, state, setting.side_of[unit])
    if field.enemies >> number & 1:
        return f"an enemy unit stands in {target}{cite(rule)}"
    if not setting.gathers and (full := no_room(setting, state, unit, number)):
        return full
    if tied := _tied_to_lines(setting, state, unit, target, ezoc=bool(field.ezoc >> number & 1)):
        return f"{tied}{cite(rule)}"
    zones = "" if setting.game.rules.zoc.reach == "none" else ", EZOC"
    if moved:
        return f"{target} is out of {name}'s reach by what its move has left{cite(rule)}"
    why = f"allowance{zones} or the way through enemies forbid it{cite(rule)}"
    return f"{target} is out of {name}'s reach: {why}"


def _lines(setting: Setting, lines: Iterable[str]) -> str:
    """Return the names of lines, in the order in which movement modes name them."""
    names = {feature.id: feature.name for feature in setting.game.hexmap.lines}
    return " or ".join(dict.fromkeys(names[line] for line in lines))


def _too_many(setting: Setting, state: State) -> tuple[str, str]:
    """Return which hexes keep a movement phase from ending, with the stacking limit, and a hint."""
    side = setting.side(state)
    told = []
    for limit in setting.stacks.limits:
        over = setting.hexes(limit.over(state.where, side))
        holds = [f"{h} holds {counted(state.where.count(setting.board.index[h]), 'unit')}" for h in over]
        if holds:
            told.append(f"{', '.join(holds)}, {limit.told}{cite(limit.rule)}")
    phase = setting.phases[state.phase].name
    return f"{phase} can't end: {'; '.join(told)}", "move one of them on, or take a move back: take-back UNIT"


def _take_back(setting: Setting, state: State, unit: int) -> str:
    if whose := _whose(setting, state, unit):
        return whose
    name, rule = setting.units[unit], setting.game.rules.stacking.rule
    if state.stage != "move" or not state.acted >> unit & 1:
        return f"{name} has not moved in this phase"
    return f"only a move into a hex that holds too many units is taken back{cite(rule)}"


def _attack(setting: Setting, state: State, unit: int, action: Action) -> str:
    name = setting.units[unit]
    if whose := _whose(setting, state, unit):
        return whose
    rule = setting.combat.retreat.rule
    if why := gave_up(setting, state, unit):
        return f"{name} {why}{cite(rule)}"
    if unready(setting, state) >> unit & 1:
        return f"{name} is disrupted and doesn't attack{cite(setting.disruption.rule or rule)}"
    if state.acted >> unit & 1 and setting.combat.attacked != "hexes":
        return f"{name} attacks already; a unit attacks once a phase{cite(rule)}"
    if action.target is not None:
        target, side = action.target, setting.side_of[setting.number[action.target]]
        if side == setting.side_of[unit]:
            return f"{target} is no enemy of {name}"
        return f"{name} doesn't stand beside {target}{_or_range(setting, unit)}{cite(rule)}"
    assert action.hex is not None
    return _attack_on_hex(setting, state, unit, action.hex)


def _attack_on_hex(setting: Setting, state: State, unit: int, goal: HexId) -> str:
    name, rule, there = setting.units[unit], setting.combat.retreat.rule, setting.board.index[goal]
    if not setting.enemies(state, setting.side_of[unit]) >> there & 1:
        return f"there is no enemy of {name} in {goal}"
    if bar := next((entry for entry, hexes in bars(setting, state, unit) if hexes >> there & 1), None):
        return f"{name} may not attack {goal}{cite(bar.rule or rule)}"
    if not in_range(setting, state, unit, 1 << there):
        return f"{name} doesn't stand beside {goal}{_or_range(setting, unit)}{cite(rule)}"
    if any(b.attackers >> unit & 1 and b.hexes >> there & 1 for b in state.battles):
        return f"{name} attacks {goal} already"
    beside = "reaches" if setting.bombarding.given else "stands beside"
    return f"in one battle every attacker {beside} every hex that is attacked{cite(rule)}"


def _or_range(setting: Setting, unit: int) -> str:
    return ", nor is it in its range" if setting.bombarding.units >> unit & 1 else ""


def _new(setting: Setting, state: State, unit: int, target: HexId | None) -> str:
    name, side = setting.units[unit], setting.side(state)
    if setting.side_of[unit] != side:
        return f"{name} is not {setting.side_name(side)}, whose phase it is"
    rule = setting.coming.rules[side]
    if reason := why_not_new(setting, state, unit):
        return reason
    if state.where[unit] != POOL:
        return f"{name} doesn't wait as a replacement{cite(rule.rule)}"
    stored = stores(setting, state, unit)
    if (cost := price(setting, unit)) > sum(state.points) + max(map(len, stored.values()), default=0):
        return f"{name} costs {counted(cost, 'replacement')}, of {sum(state.points)} left{cite(rule.rule)}"
    assert target is not None
    number = setting.board.index[target]
    if taken(setting, state, side) >> number & 1:
        return f"{target} is occupied{cite(rule.rule)}"
    gone = union(paid_for(setting, state, unit, number).stored)
    if overdrawn(setting, state, side, (unit,), gone).get(unit, 0) >> number & 1:
        return f"{name} would live in {target} of rations that have too little for it{cite(rule.rule)}"
    if rule.accounts:
        there = f" beside {len(stored[number])} stored there" if number in stored else ""
        told = f"no account has the {counted(cost, 'replacement')} for {name} in {target}{there}"
        return f"{told}{cite(rule.rule)}"
    if not entry_hexes(setting, state, unit, setting.board.every) >> number & 1:
        kinds = told_kinds(rule.place_kinds) if rule.place_kinds else ""
        edge = f"neither on the {rule.edge} edge nor a" if kinds else f"not on the {rule.edge} edge"
        place = f" {kinds} of the {setting.side_name(side)} side" if kinds else ""
        return f"{target} is {edge}{place}{cite(rule.rule)}"
    return f"{target} is not in communication{cite(rule.rule)}"


def _restore(setting: Setting, state: State, unit: int, kind: str) -> str:
    name, side = setting.units[unit], setting.side(state)
    if whose := _whose(setting, state, unit):
        return whose
    rule = setting.coming.rules[side]
    if state.acted >> unit & 1:
        return f"{name} took a replacement in this phase{cite(rule.rule)}"
    if kind == "restore" and state.steps[unit] == 1:
        return f"{name} is at full strength{cite(rule.rule)}"
    linked = in_communication(setting, state, side)
    if kind == "restore" and unit in restorable(setting, state, side):
        cost = restoring_price(setting, unit, state.steps[unit])
        dear = f"to restore {name} costs {counted(cost, 'replacement')}, of {sum(state.points)} left"
        return "" if affords(setting, state, unit, state.where[unit], cost) else f"{dear}{cite(rule.rule)}"
    return "" if linked >> state.where[unit] & 1 else f"{name} is not in communication{cite(rule.rule)}"
