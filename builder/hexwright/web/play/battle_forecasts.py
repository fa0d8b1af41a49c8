"""Battles before they are fought: odds with all shifts, or dice, and the chance of each result."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hexwright.geometry.bitsets import members, select, union, union_of
from hexwright.model.ids import UnitId
from hexwright.rules.combat.battle_odds import (
    BattleOdds,
    certain_result,
    compute_odds,
    lookup_result,
    odds_of_fight,
    overrun_odds,
    retreat_destinations,
)
from hexwright.rules.combat.combat_phase import combat_results_table, defending_units
from hexwright.rules.engine.game_state import Battle, Engagement, State, Strength
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.fire.fire_battle import FireBattle, attackers_of, defenders_of, supply_shortage_of_all
from hexwright.rules.fire.fire_phase import current_battle, dice_pools_of, side_chances
from hexwright.rules.fire.hit_chances import Group
from hexwright.support.plain_numbers import number_text
from hexwright.web.play.json_values import Json
from hexwright.web.play.mean_losses import losses_of_fight, mean_losses


def declared_battles(rules: RulesEngine, state: State) -> list[Json]:
    """Return the battles that are declared and not yet fought, with their odds or dice."""
    setting = rules.setting
    found = []
    for battle in state.battles:
        defenders = defending_units(setting, state, battle)
        found.append(
            _battle(rules, state, battle.hexes, defenders, battle.attackers)
            | {
                "odds": odds_facts(
                    rules,
                    state,
                    _odds_of_declared(rules, state, battle, defenders),
                    defenders,
                    battle.attackers,
                )
            }
        )
    for engagement in state.engagements:
        defenders = union(defenders_of(setting, state, engagement))
        attackers = union(attackers_of(state, engagement)) | engagement.air_support
        found.append(
            _battle(rules, state, 1 << engagement.hex, defenders, attackers)
            | {"fire": fire_facts(rules, state, engagement)}
        )
    return found


def _odds_of_declared(rules: RulesEngine, state: State, battle: Battle, defenders: int) -> BattleOdds:
    """Return the odds of a declared battle; those of the die that is left, if the defenders were overrun."""
    setting, overrun = rules.setting, battle.overrun_outcome
    if overrun is None:
        return compute_odds(setting, state, defenders, battle.attackers)
    return overrun_odds(setting, state, defenders, battle.attackers, battle.goal, overrun.entry)


def battle_in_progress(rules: RulesEngine, state: State) -> Json | None:
    """Return the battle being fought; None if there is none."""
    setting = rules.setting
    if state.fight is not None:
        fight = state.fight
        facts = _battle(rules, state, fight.hexes, fight.defenders, fight.attackers)
        facts |= {
            "result": fight.result,
            "owed": number_text(fight.loss_owed) if fight.loss_owed else "",
            "retreating": select(setting.units, fight.retreating),
        }
        if state.stage == "roll":
            fought = odds_of_fight(setting, state, fight)
            facts |= {
                "odds": odds_facts(rules, state, fought, fight.defenders, fight.attackers),
                "chances": result_chances(rules, fought),
            }
            facts["losses"] = losses_of_fight(rules, state)
        return facts
    if state.current_engagement is not None:
        engagement = state.current_engagement
        defenders = union(defenders_of(setting, state, engagement))
        facts = _battle(
            rules, state, 1 << engagement.hex, defenders, union(attackers_of(state, engagement))
        ) | {"round": engagement.round, "hits": list(engagement.hits)}
        if state.stage == "fire":
            facts["fire"] = fire_facts(rules, state, None)
        return facts
    return None


def _battle(rules: RulesEngine, state: State, hexes: int, defenders: int, attackers: int) -> Json:
    setting = rules.setting
    return {
        "hexes": list(setting.hex_ids(hexes)),
        "defenders": select(setting.units, defenders),
        "attackers": select(setting.units, attackers),
        "from": list(
            setting.hex_ids(union(state.locations[u] for u in members(attackers) if state.locations[u] >= 0))
        ),
    }


def odds_facts(rules: RulesEngine, state: State, fought: BattleOdds, defenders: int, attackers: int) -> Json:
    """Return odds as the page shows them: strengths, columns before and after shifts, and each shift."""
    heads = fought.columns.heads
    return {
        "attack": number_text(fought.attack),
        "defence": number_text(fought.defence),
        "before": fought.comparison,
        "final": fought.final_odds,
        "columns": list(heads),
        "initial_column": fought.initial_column,
        "column": fought.final_column,
        "die": fought.die,
        "modifiers": list(fought.modifier_texts),
        "certain": certain_result(rules.setting, fought) or "",
        "text": fought.text,
        "strengths": {
            "attack": _strengths(rules, state, fought, attackers, rules.setting.strengths),
            "defence": []
            if fought.overrun
            else _strengths(rules, state, fought, defenders, rules.setting.defences),
        },
        "changes": [{"part": one.part, "text": one.text} for one in fought.applied_modifiers],
        "limits": list(fought.capped_totals),
    }


def _strengths(
    rules: RulesEngine,
    state: State,
    fought: BattleOdds,
    units: int,
    printed: Sequence[Sequence[Strength]],
) -> list[Json]:
    """Return each unit with its printed strength, and the factor that multiplies it in the battle."""
    factors = dict(fought.multipliers_by_unit(units))
    return [
        {
            "unit": rules.setting.units[unit],
            "strength": number_text(printed[unit][state.steps[unit]]),
            "factor": number_text(factors[unit]) if unit in factors else "",
            "counts": number_text(printed[unit][state.steps[unit]] * factors.get(unit, 1)),
        }
        for unit in members(units)
    ]


def result_chances(rules: RulesEngine, fought: BattleOdds) -> list[Json]:
    """Return each result that the dice may give, with its share of all throws and its rolls."""
    setting = rules.setting
    certain = certain_result(setting, fought)
    if certain is not None:
        return [_result(rules, certain, Fraction(1), [])]
    if fought.final_column < 1:
        return []
    table, _ = setting.tables[fought.table]
    shares: dict[str, Fraction] = {}
    rolls: dict[str, list[int]] = {}
    for roll, share in table.chances.items():
        result = lookup_result(setting, fought, roll)
        shares[result] = shares.get(result, Fraction(0)) + share
        rolls.setdefault(result, []).append(roll)
    return [_result(rules, result, share, rolls[result]) for result, share in shares.items()]


def _result(rules: RulesEngine, result: str, share: Fraction, rolls: list[int]) -> Json:
    told = {one.id: one for one in combat_results_table(rules.setting).results}
    known = told.get(result)
    return {
        "result": result,
        "name": known.name if known is not None else result,
        "text": known.text if known is not None else "",
        "share": round(float(share), 4),
        "rolls": rolls,
    }


def fire_facts(rules: RulesEngine, state: State, engagement: Engagement | None) -> Json:
    """Return the dice of both sides in a battle of fire combat, and their chances of hits.

    Without an engagement, the battle being fought is meant.
    """
    setting = rules.setting
    now = (
        current_battle(setting, state)
        if engagement is None
        else FireBattle.of(setting, state, engagement, supply_shortage_of_all(setting, state))
    )
    attack, defence = dice_pools_of(now)
    return {"attack": _pool(rules, attack), "defence": _pool(rules, defence)}


def _pool(rules: RulesEngine, groups: tuple[Group, ...]) -> Json:
    chances = side_chances(rules.setting, groups)
    expected = sum((hits * share for hits, share in enumerate(chances)), Fraction(0))
    return {
        "groups": [{"hits_on": hits_on, "dice": dice} for hits_on, dice in groups],
        "chances": [round(float(share), 4) for share in chances],
        "expected": round(float(expected), 2),
    }


def forecast(rules: RulesEngine, state: State, goal: str, chosen: list[str] | None) -> Json:
    """Return the attack on a unit or hex as it would be with the `chosen` attackers.

    By default, these are the units declared against it, or else all units that may attack it. Raises
    IllegalAction if nothing can attack it now.
    """
    setting = rules.setting
    hex_number, target = _goal(rules, state, goal)
    declared = {
        unit
        for battle in state.battles
        if _is_of(rules, state, battle, hex_number, target)
        for unit in members(battle.attackers)
    }
    declared |= {
        unit for one in state.engagements if one.hex == hex_number for unit in members(one.attackers)
    }
    busy = {u for b in state.battles for u in members(b.attackers)} | {
        u for e in state.engagements for u in members(e.attackers)
    }
    able = sorted(declared | _able(rules, state, hex_number, target))
    if not able:
        raise IllegalAction("No unit can attack that hex now.")
    attackers = declared or {unit for unit in able if unit not in busy}
    if chosen is not None:
        attackers = {unit for unit in able if setting.units[unit] in chosen}
    facts: Json = {
        "goal": goal,
        "hex": setting.board.ids[hex_number],
        "target": setting.units[target] if target >= 0 else None,
        "able": [
            {
                "unit": setting.units[unit],
                "declared": unit in declared,
                "busy": unit in busy and unit not in declared,
            }
            for unit in able
        ],
        "attackers": [setting.units[unit] for unit in sorted(attackers)],
        "odds": None,
        "fire": None,
        "chances": [],
        "losses": [],
        "retreat": [],
        "cornered": [],
    }
    if not attackers:
        return facts
    if setting.game.rules.combat is None or state.stage == "allocate":
        trial = Engagement(hex_number, union(attackers))
        defenders = defenders_of(setting, state, trial)
        return facts | {
            "defenders": [setting.units[unit] for unit in defenders],
            "fire": fire_facts(rules, state, trial),
        }
    defenders_bits = (
        1 << target
        if target >= 0
        else defending_units(setting, state, Battle(1 << hex_number, union(attackers)))
    )
    fought = compute_odds(setting, state, defenders_bits, union(attackers))
    open_to = {
        unit: union_of(retreat_destinations(setting, state, unit).values())
        for unit in members(defenders_bits)
    }
    return facts | {
        "defenders": select(setting.units, defenders_bits),
        "odds": odds_facts(rules, state, fought, defenders_bits, union(attackers)),
        "chances": result_chances(rules, fought),
        "losses": mean_losses(rules, state, Battle(1 << hex_number, union(attackers), target)),
        "retreat": list(setting.hex_ids(union_of(open_to.values()))),
        "cornered": [setting.units[unit] for unit, hexes in open_to.items() if not hexes],
    }


def _goal(rules: RulesEngine, state: State, goal: str) -> tuple[int, int]:
    """Return the hex and the unit that a goal names; the unit is -1 if all units of the hex are attacked."""
    setting = rules.setting
    number = setting.unit_numbers.get(UnitId(goal), -1)
    if number < 0:
        at = next((n for n, one in enumerate(setting.board.ids) if one == goal), -1)
        if at < 0:
            raise IllegalAction(f"There is no unit or hex {goal!r}.")
        combat = setting.game.rules.combat
        if combat is None or setting.defends_as_one:
            return at, -1
        side = setting.side(state)
        enemies = [u for u, h in enumerate(state.locations) if h == at and setting.side_of[u] != side]
        return at, enemies[0] if enemies else -1
    if state.locations[number] < 0:
        raise IllegalAction("That unit isn't on the map.")
    if setting.game.rules.combat is None or setting.defends_as_one:
        return state.locations[number], -1
    return state.locations[number], number


def _is_of(rules: RulesEngine, state: State, battle: Battle, hex_number: int, target: int) -> bool:
    if battle.target_unit >= 0:
        return battle.target_unit == target
    return bool(battle.hexes >> hex_number & 1)


def _able(rules: RulesEngine, state: State, hex_number: int, target: int) -> set[int]:
    """Return the units that may be declared against a goal now."""
    setting = rules.setting
    where = setting.board.ids[hex_number]
    named = setting.units[target] if target >= 0 else None
    found = set()
    for unit in rules.movers(state) or {a.unit for a in rules.legal_actions(state) if a.unit}:
        for action in rules.actions_of(state, unit):
            if action.kind == "attack" and (
                action.hex == where or (named is not None and action.target == named)
            ):
                found.add(setting.unit_numbers[unit])
    return found
