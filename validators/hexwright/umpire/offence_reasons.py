"""Explain why a position on the table isn't legal, with the rule that applies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexwright.geometry.bitsets import select
from hexwright.model.ids import UnitId
from hexwright.model.rules.odds_columns import decimal
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, FORTIFIED, BattleInProgress, State
from hexwright.rules.engine.narration import hex_name, parse_action, unit_name
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.violations import violation as legal_objection
from hexwright.rules.transport.compiled_networks import ChangeableNetwork
from hexwright.support.message_wording import count_noun
from hexwright.umpire.table_snapshot import SeenKey, TableSnapshot, seen_location

_CITED = re.compile(r" \(([^()]{1,80})\)$")


@dataclass(frozen=True, slots=True)
class OffenceReason:
    """An illegal action, the reason why it is illegal, and the rule's number or name (empty if there is
    none).
    """

    done: str
    why: str
    rule: str


def reason_with_rule(kernel: RulesEngine, done: str, why: str, topic: str) -> OffenceReason:
    """Return a reason with the rule cited in its text, or else with the rule for its topic."""
    found = _CITED.search(why)
    rule = found[1] if found is not None else rule_of(kernel, topic)
    return OffenceReason(done, why[: found.start()] if found is not None else why, rule)


def rule_of(kernel: RulesEngine, topic: str) -> str:
    """Return the number or name of the rule for a topic."""
    setting, rules = kernel.setting, kernel.setting.game.rules
    match topic:
        case "movement":
            return rules.movement[0].rule if rules.movement else ""
        case "stacking":
            return rules.stacking.rule
        case "combat" if rules.combat is not None:
            return rules.combat.retreat.rule
        case "combat" if rules.fire is not None and rules.fire.retreat is not None:
            return rules.fire.must_attack_rule.partition(".")[0] or rules.fire.retreat.rule
        case "replacement":
            return next((one.rule for one in setting.arrivals_and_departures.rules.values()), "")
        case "attrition":
            return next((one.rule for one in rules.attrition), "")
        case "supply":
            return rules.out_of_supply.rule if rules.out_of_supply is not None else ""
        case _:
            states = (n.states for n in rules.networks if topic == f"network {n.id}" and n.states is not None)
            return next((one.rule for one in states), "")


def topic_of(kernel: RulesEngine, state: State) -> str:
    """Return the rules topic of a state's phase."""
    kind = kernel.setting.phases[state.phase].kind
    return {"fire": "combat", "allocation": "combat", "air-strike": "combat", "recovery": "supply"}.get(
        kind, kind
    )


def violation_text(kernel: RulesEngine, state: State, text: str) -> str:
    """Return the reason why an action, given as text, isn't legal; an empty string if the action is legal or
    no reason is known.
    """
    action = parse_action(text)
    if kernel.is_legal(state, action):
        return ""
    deed = PHASE_REGISTRY.handler_of(state, action)
    own = None if deed is None else deed.violation
    legal = [*kernel.legal_actions(state), *([action] if deed is not None else [])]
    message = legal_objection(kernel.setting, state, action, legal, own)[0]
    _, between, why = message.partition(" is not legal: ")
    return why if between else message if " is not legal" not in message else ""


# One unit's change ---------------------------------------------------------------------------------


def describe_change(kernel: RulesEngine, unit: int, before: TableSnapshot, table: TableSnapshot) -> str:
    """Return a sentence, without a full stop, that describes a unit's change between two tables."""
    setting, name = kernel.setting, unit_name(kernel.setting, kernel.setting.units[unit])
    was, now = before.where[unit], table.where[unit]
    parts: list[str] = []
    if seen_location(was) != seen_location(now):
        here, there = (hex_name(setting, setting.board.ids[at]) if at >= 0 else "" for at in (was, now))
        parts.append(
            f"goes from {here} to {there}"
            if here and there
            else f"arrives in {there}"
            if there
            else f"is removed from {here or 'its box'}"
        )
    if now >= 0 and was >= 0:
        lost = table.steps[unit] - before.steps[unit]
        if lost:
            many = "a step" if abs(lost) == 1 else count_noun(abs(lost), "step")
            parts.append(f"{'loses' if lost > 0 else 'gains'} {many}")
        for flag, begins, stops in (
            (DISRUPTED, "is disrupted", "recovers"),
            (FORTIFIED, "digs in", "loses its fortifications"),
            (ENTRAINED, "entrains", "detrains"),
        ):
            if (before.states[unit] ^ table.states[unit]) & flag:
                parts.append(begins if table.states[unit] & flag else stops)
    return f"{name} {' and '.join(parts) or 'is unchanged'}"


def explain_illegal_change(
    kernel: RulesEngine, state: State, unit: int, before: TableSnapshot, table: TableSnapshot, *, drags: int
) -> OffenceReason:
    """Return the reason why a unit's change isn't legal; `drags` counts its earlier drags in this phase."""
    done = describe_change(kernel, unit, before, table)
    was, now = before.where[unit], table.where[unit]
    if was >= 0 and now >= 0 and was != now:
        why, topic = _why_not_moved(kernel, state, unit, now, drags)
    elif was < 0 <= now:
        why, topic = _why_not_there(kernel, state, unit, now)
    elif now < 0 <= was:
        why, topic = _why_not_lost(kernel, state, "eliminates it", "eliminates it")
    elif table.steps[unit] < before.steps[unit]:
        why, topic = _why_not_restored(kernel, state, unit)
    elif table.steps[unit] > before.steps[unit]:
        why, topic = _why_not_lost(kernel, state, "costs it these steps", "costs steps")
    else:
        why, topic = _why_not_shown(kernel, state, unit, before.states[unit], table.states[unit])
    return reason_with_rule(kernel, done, why, topic)


def _phase(kernel: RulesEngine, state: State) -> str:
    return kernel.setting.phases[state.phase].name


def _why_not_moved(kernel: RulesEngine, state: State, unit: int, to: int, drags: int) -> tuple[str, str]:
    """Return the reason why a unit can't move to a hex, and the topic of the rule."""
    setting, name, there = kernel.setting, kernel.setting.units[unit], kernel.setting.board.ids[to]
    own = setting.side_of[unit] == setting.side(state)
    fleeing = state.fight.retreating if state.fight is not None else 0
    match state.stage:
        case "move" if drags and own:
            why = (
                "its drags in this phase add up to more than one move: its MA was used up, or an EZOC "
                "ended the move"
            )
            return why, "movement"
        case "move":
            return violation_text(kernel, state, f"move {name} {there}"), "movement"
        case "retreat" if fleeing >> unit & 1:
            return violation_text(kernel, state, f"retreat {name} {there}"), "combat"
        case "withdraw" if not own:
            return violation_text(kernel, state, f"retreat {name} {there}"), "combat"
        case "pursue" if own:
            return violation_text(kernel, state, f"advance {name} {there}"), "combat"
    phase = _phase(kernel, state)
    if topic_of(kernel, state) == "combat":
        why = "no possible battle allows this move, and units can't otherwise move in "
        return f"{why}{phase}", "combat"
    return f"units don't move in {phase}", "movement"


def _why_not_there(kernel: RulesEngine, state: State, unit: int, now: int) -> tuple[str, str]:
    if state.stage != "replace":
        return f"no unit arrives in {_phase(kernel, state)}", "replacement"
    why = violation_text(kernel, state, f"new {kernel.setting.units[unit]} {kernel.setting.board.ids[now]}")
    return why or "it can't arrive in this way", "replacement"


def _why_not_lost(kernel: RulesEngine, state: State, in_battle: str, otherwise: str) -> tuple[str, str]:
    topic = topic_of(kernel, state)
    if topic == "combat":
        return f"no possible battle {in_battle}", topic
    return f"nothing {otherwise} in {_phase(kernel, state)}", topic


def _why_not_restored(kernel: RulesEngine, state: State, unit: int) -> tuple[str, str]:
    if state.stage != "replace":
        return f"units regain steps only by replacements, not in {_phase(kernel, state)}", "replacement"
    why = violation_text(kernel, state, f"restore {kernel.setting.units[unit]}")
    return why or "replacements restore its steps one at a time", "replacement"


def _why_not_shown(kernel: RulesEngine, state: State, unit: int, before: int, after: int) -> tuple[str, str]:
    """Return the reason why a unit can't have the conditions that its counter shows, and the topic of the
    rule.
    """
    name, phase, topic = kernel.setting.units[unit], _phase(kernel, state), topic_of(kernel, state)
    gained = after & ~before
    if gained & FORTIFIED:
        if state.stage == "move":
            return violation_text(kernel, state, f"fortify {name}"), "movement"
        return f"units fortify only while they may move, not in {phase}", "movement"
    if (before ^ after) & ENTRAINED and state.stage == "move":
        verb = "entrain" if gained & ENTRAINED else "detrain"
        return violation_text(kernel, state, f"{verb} {name}"), "movement"
    if before == after:
        return "the actions so far don't lead to this condition", topic
    return f"nothing causes this change in {phase}", topic


def explain_wrong_owner(kernel: RulesEngine, hex_number: int, table: TableSnapshot) -> OffenceReason:
    """Return the reason why a control marker can't show the side it shows."""
    setting = kernel.setting
    side = dict(table.owners).get(hex_number, 0)
    people = setting.game.info.side(setting.sides[side]).plural
    place = hex_name(setting, setting.board.ids[hex_number])
    return reason_with_rule(
        kernel,
        f"the marker of {place} shows the {people}",
        "none of their units has entered the hex",
        "replacement",
    )


def explain_wrong_network(
    kernel: RulesEngine, slot: int, state: State, table: TableSnapshot
) -> OffenceReason:
    """Return the reason why network hexes can't have started or stopped serving a side as the table shows."""
    setting = kernel.setting
    one, people = _network(kernel, slot)
    more, fewer = (
        table.network_notes[slot] & ~state.serving_hexes[slot],
        state.serving_hexes[slot] & ~table.network_notes[slot],
    )
    told = [
        f"{word} the {people} in {', '.join(setting.hex_ids(hexes))}"
        for word, hexes in (("serves", more), ("stops serving", fewer))
        if hexes
    ]
    states = one.network.states
    menders = states is not None and bool(states.repaired_by)
    why = "no repairing unit of this side entered them" if menders else "it can't be repaired"
    if fewer:
        why = "no enemy unit entered them" if not more else f"{why}, and no enemy unit entered them"
    return reason_with_rule(
        kernel, f"{one.network.name} {' and '.join(told)}", why, f"network {one.network.id}"
    )


def _network(kernel: RulesEngine, slot: int) -> tuple[ChangeableNetwork, str]:
    """Return the network and the side whose hexes are stored at an index of `State.serving_hexes`."""
    setting = kernel.setting
    count = len(setting.sides)
    return setting.changeable_networks[slot // count], setting.game.info.side(
        setting.sides[slot % count]
    ).plural


# Unfinished business -------------------------------------------------------------------------------


def explain_unfinished_phase(kernel: RulesEngine, state: State) -> OffenceReason:
    """Return the reason why a phase may not end yet."""
    phase = kernel.setting.phases[state.phase].name
    done = f"{phase} ends"
    if state.stage == "move":
        why = violation_text(kernel, state, "end").removeprefix(f"{phase} can't end: ")
        return reason_with_rule(kernel, done, why, "stacking")
    if state.fight is not None:
        return OffenceReason(done, _undecided(kernel, state.stage, state.fight), rule_of(kernel, "combat"))
    match state.stage:
        case "resolve" | "engage":
            return OffenceReason(done, "a declared battle isn't resolved", rule_of(kernel, "combat"))
        case "attrition-roll":
            return OffenceReason(done, "the attrition die isn't rolled", rule_of(kernel, "attrition"))
        case "attrition-loss":
            return OffenceReason(
                done, "the step lost to attrition isn't removed", rule_of(kernel, "attrition")
            )
        case "allot" | "strike-loss":
            return OffenceReason(done, "the hits aren't allocated", rule_of(kernel, "combat"))
        case "allocate" | "declare" | "pursue":
            way = "hold" if state.stage == "pursue" else "end"
            return reason_with_rule(kernel, done, violation_text(kernel, state, way), "combat")
        case _:
            stage = PHASE_REGISTRY.stages.get(state.stage)
            asked = "something" if stage is None else stage.prompt
            return OffenceReason(
                done, f"a decision must still be made: {asked}", rule_of(kernel, topic_of(kernel, state))
            )


def _undecided(kernel: RulesEngine, stage: str, fight: BattleInProgress) -> str:
    """Return a description of the decision that a battle in progress awaits."""
    setting = kernel.setting

    def named(units: int) -> str:
        return ", ".join(unit_name(setting, unit) for unit in select(setting.units, units))

    match stage:
        case "retreat":
            return f"{named(fight.retreating)} had to retreat after {fight.result}"
        case "losses":
            lost = "a step" if fight.loss_owed <= 1 else f"strength {decimal(fight.loss_owed)}"
            return f"the attackers of {named(fight.defenders)} had to lose {lost} after {fight.result}"
        case "defender-losses":
            return f"one of {named(fight.defenders)} had to lose a step after {fight.result}"
        case "disrupting":
            return (
                f"the attackers of {named(fight.defenders)} had to disrupt units with strength "
                f"{decimal(fight.loss_owed)} after {fight.result}"
            )
        case "remnant":
            hexes = ", ".join(sorted({setting.board.ids[number] for _, number in fight.pending_cadres}))
            return f"the cadres of units eliminated in {hexes} had to be placed after {fight.result}"
        case "stand":
            return f"{named(fight.defenders)} had to lose a step or retreat"
        case _:
            return f"the battle against {named(fight.defenders)} isn't resolved"


def explain_missing_change(
    kernel: RulesEngine, key: SeenKey, state: State, table: TableSnapshot
) -> OffenceReason:
    """Return an explanation of an automatic change that the table should show but doesn't."""
    setting = kernel.setting
    what, number = key
    if what == "held":
        side = next((n for n, hexes in enumerate(state.owned) if hexes >> number & 1), 0)
        people = setting.game.info.side(setting.sides[side]).plural
        return OffenceReason(
            f"the marker of {hex_name(setting, setting.board.ids[number])} isn't flipped",
            f"the {people} hold it",
            rule_of(kernel, "replacement"),
        )
    if what == "net":
        one, people = _network(kernel, number)
        hexes = ", ".join(setting.hex_ids(state.serving_hexes[number] ^ table.value(key)))
        return OffenceReason(
            f"{one.network.name} in {hexes} doesn't change for the {people}",
            "a unit entered these hexes",
            rule_of(kernel, f"network {one.network.id}"),
        )
    name = unit_name(setting, UnitId(setting.units[number]))
    if what == "at":
        where, there = state.locations[number], table.where[number]
        had = "be eliminated" if where < 0 else f"be in {hex_name(setting, setting.board.ids[where])}"
        stays = (
            f"remains in {hex_name(setting, setting.board.ids[there])}" if there >= 0 else "isn't on the map"
        )
        return OffenceReason(f"{name} {stays}", f"it had to {had}", rule_of(kernel, "combat"))
    if what == "step":
        more = state.steps[number] > table.steps[number]
        had = "lose a step" if more else "show a stronger step"
        shows = f"{name} shows step {table.steps[number]}"
        return OffenceReason(shows, f"it had to {had}: step {state.steps[number]}", rule_of(kernel, "combat"))
    now, seen = state.conditions[number], table.states[number]
    for flag, had, hadnt in (
        (DISRUPTED, "be disrupted", "recover"),
        (FORTIFIED, "be dug in", "lose its fortifications"),
        (ENTRAINED, "be entrained", "detrain"),
    ):
        if (now ^ seen) & flag:
            return OffenceReason(
                f"{name} is unchanged",
                f"it had to {had if now & flag else hadnt}",
                rule_of(kernel, "supply"),
            )
    return OffenceReason(f"{name} is unchanged", "it had to change", "")
