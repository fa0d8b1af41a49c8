"""Explain the odds of a battle, why it is fought, and by which hexes its losers retreat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.geometry.bitsets import members, select
from hexwright.model.ids import HexId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.queries.retreat_paths import Retreat, ends_from, retreat_from, trodden
from hexwright.rules.combat.battle_odds import (
    BattleOdds,
    compute_odds,
    ezoc_rule_for_retreat,
    passable_enemy_hexes,
)
from hexwright.rules.combat.combat_phase import defending_units
from hexwright.rules.engine import narration
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.zone_barriers import unbarred_hexes
from hexwright.support.message_wording import join_with_and

_SOAK_OFF: Final = "soak-off"
"""The hobby's word for an attack that is made only since it is owed."""


def odds_codes(rules: RulesEngine, state: State, battle: Battle) -> tuple[str, ...]:
    """Return what gives a battle its odds, for the cases that govern it: each modifier, by its part."""
    found = ["odds"]
    for one in _odds(rules, state, battle).applied_modifiers:
        if one.part in ("attack", "defence", "die"):
            found.append(f"factor:{one.modifier.id}")
        elif one.part == "columns":
            found.append(f"shift:{one.modifier.id}")
    return (*found, *(f"crossing:{one.id}" for one in _part_crossings(rules, state, battle)))


def crossing_sentences(rules: RulesEngine, state: State, battle: Battle) -> str:
    """Return why a river that only some attackers cross doesn't count; "" if there is none."""
    names = (one.name for one in _part_crossings(rules, state, battle))
    return "".join(f" Not all attackers are across the {name}, so it doesn't count." for name in names)


def duty_sentence(rules: RulesEngine, state: State, battle: Battle) -> str:
    """Return why units attack at odds below 1:1 if attacks are mandatory; "" for other battles."""
    setting, odds = rules.setting, _odds(rules, state, battle)
    duties = setting.mandatory_attacks.active_at(setting.time_context(state))
    if not duties.any or odds.attack >= odds.defence:
        return ""
    names = [narration.unit_name(setting, name) for name in select(setting.units, battle.attackers)]
    hexes = [narration.hex_name(setting, setting.board.ids[one]) for one in members(battle.hexes)]
    told = any(_SOAK_OFF in case.text for one in rulebook_sections(setting.game) for case in one.cases)
    verb = "is" if len(names) == 1 else "are"
    named = f": a {_SOAK_OFF}" if told else ""
    where = join_with_and(hexes, "and")
    return f"{join_unit_names(names)} {verb} adjacent to {where}, which must be attacked too{named}. "


def _odds(rules: RulesEngine, state: State, battle: Battle) -> BattleOdds:
    them = defending_units(rules.setting, state, battle)
    return compute_odds(rules.setting, state, them, battle.attackers)


def _part_crossings(rules: RulesEngine, state: State, battle: Battle) -> Iterator[Modifier]:
    """Yield the modifiers of hexsides that all attackers must cross, if some do and some don't."""
    setting = rules.setting
    them = defending_units(setting, state, battle)
    applied = {one.modifier.id for one in _odds(rules, state, battle).applied_modifiers}
    for modifier in setting.game.rules.odds_combat.modifiers:
        if not (modifier.across or modifier.across_front) or modifier.id in applied:
            continue
        alone = (compute_odds(setting, state, them, 1 << unit) for unit in members(battle.attackers))
        across = [any(one.modifier.id == modifier.id for one in odds.applied_modifiers) for odds in alone]
        if modifier.attackers_required == "all" and any(across):
            yield modifier


def retreat_way(rules: RulesEngine, state: State, action: Action) -> Sequence[HexId]:
    """Return the hexes of a retreat after a battle, with the first and the last; of several paths the one by
    fewest units.
    """
    setting, board = rules.setting, rules.setting.board
    assert action.unit is not None
    assert action.hex is not None
    unit, goal = setting.unit_numbers[action.unit], board.index[action.hex]
    rule, side, start = setting.combat.retreat, setting.side_of[unit], state.locations[unit]
    far = rule.distance(state.fight.result) if state.fight is not None else rule.hexes
    passed = passable_enemy_hexes(setting, state, side)
    free = unbarred_hexes(setting, state, side, ezoc_rule_for_retreat(setting, unit), passed)
    tread, further = setting.passable_steps(state, unit), rule.if_overstacked == "continue"
    full = setting.full_hexes(state, unit)
    paths = retreat_from(board, tread, 1 << start, far, free, full, passed, further)
    foreign = setting.places & ~state.owned[side] & ~passed
    taken = {board.index[hex_id] for hex_id in action.through}
    found = [start]
    while found[-1] != goal and len(found) < len(paths.layers):
        onward = _onward(paths, 1 << found[-1], len(found), goal)
        fit = [one for one in onward if one == goal or bool(foreign >> one & 1) == (one in taken)]
        if not fit:
            break
        found.append(min(fit, key=lambda one: (state.locations.count(one), one)))
    if found[-1] != goal:
        found = [start, goal]
    return tuple(HexId(board.ids[one]) for one in found)


def _onward(paths: Retreat, here: int, number: int, goal: int) -> list[int]:
    """Return the hexes of a layer that are entered from a hex, and from which the retreat reaches its end."""
    reached = trodden(paths.tread, here) & paths.layers[number]
    return [one for one in members(reached) if one == goal or ends_from(paths, 1 << one) >> goal & 1]
