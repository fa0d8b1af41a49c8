"""Narration: describe actions, places and positions in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from hexwright.geometry.bitsets import select
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat import overruns
from hexwright.rules.combat.battle_odds import (
    BattleOdds,
    certain_result,
    compute_odds,
    lookup_result,
    odds_of_fight,
    overrun_odds,
)
from hexwright.rules.combat.combat_phase import battle_named_by, battle_of_leaving_unit, defending_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import (
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    Battle,
    BattleInProgress,
    State,
    disrupted_units,
)
from hexwright.rules.engine.rules_protocol import Action, ActionKind, IllegalAction
from hexwright.rules.replacement.reinforcements import appears_disrupted, arrives_free
from hexwright.rules.replacement.replacement_phase import unit_awaiting_conversion
from hexwright.rules.transport.transport_networks import network_change_sentences
from hexwright.support.message_wording import count_noun
from hexwright.support.plain_numbers import plain_number


def _by_word(*kinds: ActionKind) -> Mapping[str, ActionKind]:
    return {kind: kind for kind in kinds}


_KINDS_WITH_UNIT: Final = _by_word(
    "hit",
    "lose",
    "disrupt",
    "stand",
    "fall-back",
    "restore",
    "designate",
    "attrition",
    "fortify",
    "keep",
    "arrive",
    "take-back",
    "leave",
    "exit",
    "entrain",
    "detrain",
)
"""Actions written as their kind and a unit."""
_KINDS_WITH_UNIT_AND_HEX: Final = _by_word(
    "strike", "support", "fly", "give-up", "new", "advance", "remain", "move", "retreat", "attack"
)
"""Actions written as their kind, a unit and a hex."""


def parse_action(text: str) -> Action:
    """Parse an action's text form; raise IllegalAction if it matches no form."""
    words = text.split()
    match words:
        case ["end" | "hold" | "pass" as kind]:
            return Action(kind)
        case ["roll", *numbers] if rolls := _plain_numbers(numbers):
            return Action("roll", roll=rolls[0]) if len(rolls) == 1 else Action("roll", rolls=rolls)
        case ["engage", hex_id]:
            return Action("engage", hex=HexId(hex_id))
        case ["attack", unit, "on", target]:
            return Action("attack", UnitId(unit), target=UnitId(target))
        case ["resolve", goal, *more] if (said := _parse_announcement(more)) is not None:
            return Action("resolve", target=UnitId(goal), column=said[0], ignoring=said[1])
        case [word, unit] if word in _KINDS_WITH_UNIT:
            return Action(_KINDS_WITH_UNIT[word], UnitId(unit))
        case ["intercept", unit, target]:
            return Action("intercept", UnitId(unit), target=UnitId(target))
        case [word, unit, hex_id] if word in _KINDS_WITH_UNIT_AND_HEX:
            return Action(_KINDS_WITH_UNIT_AND_HEX[word], UnitId(unit), hex=HexId(hex_id))
        case ["retreat", unit, hex_id, "via", places]:
            through = tuple(HexId(place) for place in places.split(","))
            return Action("retreat", UnitId(unit), hex=HexId(hex_id), through=through)
    raise IllegalAction(
        f"'{text}' isn't an action", "write for example 'move UNIT HEX', 'attack UNIT on UNIT', 'end'"
    )


def _parse_announcement(words: list[str]) -> tuple[int, bool] | None:
    """Parse an attacker's announcement before the die roll; return the lower column and whether results are
    ignored. Return None if the words are no announcement.
    """
    match words:
        case []:
            return 0, False
        case ["ignoring"]:
            return 0, True
        case ["in", column, *more] if more in ([], ["ignoring"]):
            number = plain_number(column)
            return None if number is None else (number, bool(more))
    return None


def _plain_numbers(words: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers that all words write; nothing if one of them is no number."""
    numbers = [plain_number(word) for word in words]
    return tuple(number for number in numbers if number is not None) if None not in numbers else ()


def unit_name(setting: CompiledGame, unit: UnitId) -> str:
    """Return a unit's full name."""
    return setting.game.counters.unit(unit).name


def hex_name(setting: CompiledGame, hex_id: HexId) -> str:
    """Return a hex number, followed by the name of the place in the hex if there is one."""
    place = setting.game.hexmap.place_in(hex_id)
    return f"{hex_id} {place.name}" if place is not None else hex_id


def unit_in_hex(setting: CompiledGame, state: State, unit: UnitId, *, defends: bool = False) -> str:
    """Return a unit's name, strength and hex; the strength is the defence strength if the unit `defends`."""
    number = setting.unit_numbers[unit]
    strength = (setting.defences if defends else setting.strengths)[number][state.steps[number]]
    place = state.locations[number]
    where = f" in {hex_name(setting, setting.board.ids[place])}" if place >= 0 else ""
    return f"{unit_name(setting, unit)} ({strength}){where}"


def describe(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that describes an action; `state` is the state before the action."""
    composed = _COMPOSED.get(action.kind)
    if composed is not None:
        return composed(setting, state, action)
    sentence = _SENTENCES.get(action.kind)
    if action.unit is not None and is_at_last_step(setting, state, action.unit):
        sentence = _SENTENCES_AT_LAST_STEP.get(action.kind, sentence)
    if sentence is None:
        return action.text
    via = ", ".join(hex_name(setting, hex_id) for hex_id in action.through)
    return sentence.format(
        unit=_acting(setting, state, action),
        to="" if action.hex is None else hex_name(setting, action.hex),
        via=f" by way of {via}" if via else "",
    )


_SENTENCES: Final[Mapping[ActionKind, str]] = {
    "move": "{unit} moves to {to}{via}.",
    "retreat": "{unit} retreats to {to}{via}.",
    "advance": "{unit} advances into {to}.",
    "remain": "{unit} remains in {to}.",
    "lose": "{unit} loses a step.",
    "disrupt": "{unit} is disrupted.",
    "stand": "{unit} loses a step and holds its hex.",
    "fall-back": "{unit} gives up its hex.",
    "keep": "{unit} holds out.",
    "attrition": "{unit} suffers attrition and loses a step.",
    "restore": "{unit} is restored.",
    "fortify": "{unit} digs in.",
    "entrain": "{unit} entrains.",
    "detrain": "{unit} detrains.",
    "exit": "{unit} leaves the map.",
}
"""Templates for actions whose description needs only the unit, its hex and the hexes along its path."""
_SENTENCES_AT_LAST_STEP: Final[Mapping[ActionKind, str]] = {
    "lose": "{unit} takes the loss.",
    "stand": "{unit} takes the loss, and the hex is held.",
    "attrition": "{unit} suffers attrition.",
}
"""Templates for units at their last step, whose elimination is described as a consequence."""


def is_at_last_step(setting: CompiledGame, state: State, unit: UnitId) -> bool:
    """Return whether the loss of a step eliminates a unit."""
    number = setting.unit_numbers[unit]
    return state.steps[number] == setting.last_step[number]


def _acting(setting: CompiledGame, state: State, action: Action) -> str:
    return "" if action.unit is None else unit_in_hex(setting, state, action.unit)


def _take_back(setting: CompiledGame, state: State, action: Action) -> str:
    assert action.unit is not None
    assert state.movement_start is not None
    start = setting.board.ids[state.movement_start.locations[setting.unit_numbers[action.unit]]]
    return f"{_acting(setting, state, action)} takes its move back to {hex_name(setting, start)}."


def _end(setting: CompiledGame, state: State, action: Action) -> str:
    if state.stage == "declare":
        return "All attacks are declared."
    return f"{setting.phases[state.phase].name} ends."


def _hold(setting: CompiledGame, state: State, action: Action) -> str:
    fight = state.fight
    return "Nobody else advances." if fight and has_advanced(fight) else "Nobody advances."


def has_advanced(fight: BattleInProgress) -> bool:
    """Return whether any unit has advanced after the battle."""
    return bool(fight.advanced_units or fight.advanced_further)


def _attack(setting: CompiledGame, state: State, action: Action) -> str:
    if action.target is not None:
        goal = unit_in_hex(setting, state, action.target, defends=True)
    else:
        goal = "" if action.hex is None else hex_name(setting, action.hex)
    return f"{_acting(setting, state, action)} attacks {goal}."


def _leave(setting: CompiledGame, state: State, action: Action) -> str:
    return f"{_acting(setting, state, action)} {_leave_text(setting, state, action)}."


def _resolve(setting: CompiledGame, state: State, action: Action) -> str:
    battle = battle_named_by(setting, state, action)
    them = defending_units(setting, state, battle)
    if battle.overrun_outcome is not None:
        return _overrun_odds_text(setting, state, battle)
    reckoning = compute_odds(setting, state, them, battle.attackers)
    effect = "" if reckoning.final_column >= 1 else " No effect."
    if (result := certain_result(setting, reckoning)) is not None:
        effect = f" {_result_name(setting, result)}."
    if state.stage == "move":
        effect = overruns.overrun_outcome_text(setting, state, action)
    named = (unit_in_hex(setting, state, name, defends=True) for name in select(setting.units, them))
    said = announcement_text(setting, reckoning, action)
    return f"Battle against {', '.join(named)}: {reckoning.text}{said}.{effect}"


def _roll(setting: CompiledGame, state: State, action: Action) -> str:
    fight = state.fight
    if fight is None:
        people = setting.game.info.side(setting.sides[state.attrition_roller]).plural
        whose = "" if state.attrition_roller == setting.side(state) else f" for the {people}"
        return f"The die for attrition shows {action.roll}{whose}."
    fought = odds_of_fight(setting, state, fight)
    result = lookup_result(setting, fought, action.roll)
    if fight.ignores_results and result in setting.combat.ignorable_results:
        return f"The die shows {action.roll}: {result}, which is ignored; it is thrown again."
    changed = f" {fought.die:+d}" if fought.die else ""
    return f"The die shows {action.roll}{changed}: {result}, {_result_name(setting, result).lower()}."


def _result_name(setting: CompiledGame, result: str) -> str:
    """Return the name of a combat result."""
    table = setting.game.charts.combat
    assert table is not None
    return next(one.name for one in table.results if one.id == result)


def _new(setting: CompiledGame, state: State, action: Action) -> str:
    assert action.unit is not None
    assert action.hex is not None
    unit, to = _acting(setting, state, action), hex_name(setting, action.hex)
    part = setting.breakdown_units.get(setting.unit_numbers[action.unit])
    shaken = _disrupted_text(setting, state, action)
    if part is None:
        return f"{unit} appears in {to}{shaken}."
    whole = unit_name(setting, setting.units[part.whole_unit])
    return f"{unit} is dropped in {to}, in place of {whole}{shaken}."


def _designate(setting: CompiledGame, state: State, action: Action) -> str:
    found = unit_awaiting_conversion(setting, state, setting.side(state))
    if not found:
        return action.text
    successor = unit_name(setting, setting.units[found[0]])
    return f"{successor} takes the place of {_acting(setting, state, action)}."


def _give_up(setting: CompiledGame, state: State, action: Action) -> str:
    unit = _acting(setting, state, action)
    to = "" if action.hex is None else hex_name(setting, action.hex)
    if _is_redeployment(setting, action):
        return f"{unit} is picked up and placed in {to}."
    return f"{unit} is given up and returns in {to}{_disrupted_text(setting, state, action)}."


def _arrive(setting: CompiledGame, state: State, action: Action) -> str:
    return f"{unit_name(setting, action.unit or UnitId(''))} arrives at its bases."


_COMPOSED: Final[Mapping[ActionKind, Callable[[CompiledGame, State, Action], str]]] = {
    "take-back": _take_back,
    "end": _end,
    "hold": _hold,
    "attack": _attack,
    "leave": _leave,
    "resolve": _resolve,
    "roll": _roll,
    "new": _new,
    "designate": _designate,
    "give-up": _give_up,
    "arrive": _arrive,
}
"""Functions that describe all other kinds of action."""


def _overrun_odds_text(setting: CompiledGame, state: State, battle: Battle) -> str:
    """Return a phrase with the units, hex and odds of an overrun whose die must be rolled."""
    assert battle.overrun_outcome is not None
    them = battle.overrun_outcome.defenders
    fought = overrun_odds(setting, state, them, battle.attackers, battle.goal, battle.overrun_outcome.entry)
    names = ", ".join(unit_name(setting, name) for name in select(setting.units, them))
    return f"{names} in {hex_name(setting, setting.board.ids[battle.goal])}: {fought.text}."


def _is_redeployment(setting: CompiledGame, action: Action) -> bool:
    """Return whether an action removes a unit from the map to place it elsewhere, rather than give it up."""
    entry = (
        setting.arrivals_and_departures.entry_by_unit.get(setting.unit_numbers[action.unit])
        if action.unit is not None
        else None
    )
    return entry is not None and entry.redeploys_on is not None


def announcement_text(setting: CompiledGame, reckoned: BattleOdds, action: Action) -> str:
    """Return the attacker's announcement before the die roll, beginning with a comma; an empty string if
    there is no announcement.
    """
    lower = f", announced {reckoned.columns.name(action.column)}" if action.column else ""
    return lower + (f", ignoring {' and '.join(setting.combat.ignorable_results)}" if action.ignoring else "")


def _leave_text(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the predicate of a sentence about a unit that withdraws from its attack.

    An attack on several hexes is cancelled.
    """
    assert action.unit is not None
    battle = battle_of_leaving_unit(setting, state, action.unit)
    if battle.target_unit >= 0:
        alone = setting.units[battle.target_unit]
        return f"leaves the attack on {unit_in_hex(setting, state, alone, defends=True)}"
    hexes = " and ".join(hex_name(setting, h) for h in setting.hex_ids(battle.hexes))
    if battle.hexes.bit_count() > 1:
        return f"leaves the attack on {hexes} together, so the attack is called off"
    return f"leaves the attack on {hexes}"


def _disrupted_text(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a note that a new unit is disrupted, or an empty string."""
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    free = entry is not None and arrives_free(setting, state, unit)
    on = ", entrained" if free and entry is not None and entry.arrive_entrained else ""
    return (", disrupted" if appears_disrupted(setting, state, unit) else "") + on


def consequences(setting: CompiledGame, before: State, action: Action, after: State) -> str:
    """Return sentences about the indirect effects of an action: losses and captured places."""
    found: list[str] = []
    fight, spent = before.fight, 0
    for unit, old in enumerate(before.locations):
        if old < 0:
            here, who = after.locations[unit], setting.units[unit]
            left = any(who in entry.replaced_by for entry, _ in setting.group_cadres)
            if here >= 0 and left and action.unit != who:
                place = hex_name(setting, setting.board.ids[here])
                found.append(f"{unit_name(setting, who)} remains in {place}.")
            continue
        name = unit_name(setting, setting.units[unit])
        if after.locations[unit] < 0 and action.kind == "exit" and setting.units[unit] == action.unit:
            continue
        if after.locations[unit] < 0 and action.kind == "new":
            spent += 1
            continue
        if after.locations[unit] < 0 and action.kind != "designate":
            cornered = fight is not None and _fell_for_want_of_retreat(setting, before, fight, action, unit)
            found.append(f"{name} {'has nowhere to retreat and ' if cornered else ''}is eliminated.")
            continue
        if action.kind != "disrupt" or setting.units[unit] != action.unit:
            found += _condition_change_text(name, before, after, unit)
        if after.steps[unit] > before.steps[unit] and action.kind == "roll":
            found.append(f"{name} is reduced to {setting.strengths[unit][after.steps[unit]]}.")
    if spent:
        found.append(
            f"{count_noun(spent, 'stored replacement')} {'is' if spent == 1 else 'are'} spent on it."
        )
    found += _places_taken(setting, before, action, after)
    found += network_change_sentences(setting, before, after)
    return " ".join(found)


def _places_taken(setting: CompiledGame, before: State, action: Action, after: State) -> Iterator[str]:
    for side, hexes in enumerate(after.owned):
        taken = hexes & ~before.owned[side]
        if taken:
            people = setting.game.info.side(setting.sides[side]).plural
            places = ", ".join(hex_name(setting, h) for h in setting.hex_ids(taken))
            does = f"hold {places} again" if action.kind == "take-back" else f"take {places}"
            yield f"The {people} {does}."


def _condition_change_text(name: str, before: State, after: State, unit: int) -> list[str]:
    """Return a list with a sentence about the change of a unit's condition; an empty list if the condition
    didn't change.
    """
    if before.conditions == after.conditions or before.locations[unit] != after.locations[unit] < 0:
        return []
    gained = after.conditions[unit] & ~before.conditions[unit]
    lost = before.conditions[unit] & ~after.conditions[unit]
    if gained & DISRUPTED:
        return [f"{name} is disrupted."]
    if lost & DISRUPTED:
        return [f"{name} recovers."]
    if lost & ENTRAINED and before.stage not in ("move",):
        return [f"{name} is no longer entrained."]
    return [f"{name} loses its fortification."] if lost & FORTIFIED else []


def _fell_for_want_of_retreat(
    setting: CompiledGame, before: State, fight: BattleInProgress, action: Action, unit: int
) -> bool:
    """Return whether a removed unit was eliminated because it couldn't retreat, and not by combat losses."""
    if not (fight.defenders | fight.attackers) >> unit & 1:
        return False
    last = before.steps[unit] == setting.last_step[unit]
    if action.kind == "retreat":
        return bool(fight.retreating >> unit & 1) and action.unit != setting.units[unit]
    if action.kind != "roll":
        chosen = last and action.kind in ("lose", "stand") and action.unit == setting.units[unit]
        return not chosen and not _fell_by_second_disruption(
            setting, before, fight, fight.pending_effects, unit
        )
    fought = odds_of_fight(setting, before, fight)
    effects = setting.combat.effects[lookup_result(setting, fought, action.roll)]
    if _fell_by_second_disruption(setting, before, fight, effects, unit):
        return False
    if fight.attackers >> unit & 1:
        return "attacker-retreat" in effects and not {"attacker-eliminated", "attacker-to-cadre"} & {*effects}
    lost = bool({"defender-eliminated", "defender-to-cadre"} & {*effects}) or (
        last and "defender-step-loss" in effects
    )
    return "defender-retreat" in effects and not lost


def _fell_by_second_disruption(
    setting: CompiledGame, before: State, fight: BattleInProgress, effects: Sequence[str], unit: int
) -> bool:
    """Return whether a second disruption eliminated a unit before any effect could make it retreat."""
    attacks = fight.attackers >> unit & 1
    shaking = "attacker-disrupted" if attacks else "defender-disrupted"
    fleeing = "attacker-retreat" if attacks else "defender-retreat"
    if shaking not in effects or fleeing in effects[: effects.index(shaking)]:
        return False
    again = setting.disruption.second_disruption
    taken = again == "eliminated" or (again == "step" and before.steps[unit] == setting.last_step[unit])
    return taken and bool(disrupted_units(before) >> unit & 1)


def position_text(setting: CompiledGame, state: State) -> str:
    """Return a description of a position: units by hex, units in the pool, and owners of places."""
    phase = setting.phases[state.phase]
    weather = "not known" if state.stage == "weather-roll" else setting.weather_now(state)
    lines = [f"Turn {state.turn}, {phase.name}, weather {weather}, to decide: {state.stage}"]
    for side, name in enumerate(setting.sides):
        title = setting.game.info.side(name).name
        standing = sorted(
            (setting.board.ids[state.locations[u]], setting.units[u], state.steps[u])
            for u in setting.units_by_side[side]
            if state.locations[u] >= 0
        )
        lines.append(
            f"{title}: " + ", ".join(f"{h} {u}{'' if s == 1 else '/' + str(s)}" for h, u, s in standing)
        )
        waiting = [setting.units[u] for u in setting.units_by_side[side] if state.locations[u] == -1]
        lines.append(f"{title} pool: {', '.join(waiting) or 'none'}")
        owned = [hex_name(setting, h) for h in setting.hex_ids(state.owned[side])]
        lines.append(f"{title} places: {', '.join(owned) or 'none'}")
    return "\n".join(lines)
