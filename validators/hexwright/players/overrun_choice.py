"""Overrun choice: find possible overruns and the units best suited to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwright.geometry.bitsets import members
from hexwright.model.rules.overrun_record import Overrun
from hexwright.rules.combat import overruns
from hexwright.rules.combat.battle_odds import overrun_odds
from hexwright.rules.combat.combat_phase import battle_action, defending_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import Battle, State, overruns_awaiting_dice
from hexwright.rules.engine.rules_protocol import Action


def best_overrun(setting: CompiledGame, state: State) -> tuple[list[Action], int] | None:
    """Return the actions and units of the overrun that costs the enemy the most strength; None if no overrun
    is possible.

    For each target, the strongest units join until the overrun is possible.
    """
    if not overruns.active_overruns(setting, state) or overruns.units_in_declared_overruns(state):
        return None
    own = [unit for unit in setting.units_by_side[setting.side(state)] if state.locations[unit] >= 0]
    joins = {unit: actions for unit in own if (actions := overruns.join_actions_of(setting, state, unit))}
    best: tuple[int, list[Action], int] | None = None
    for goal in _goals_by_hex(setting, state, joins):
        # An overrunning stack is in one hex, so each hex is tried by itself, and all of them together.
        for units in _groups(setting, state, joins, goal):
            found = _try_overrun(setting, state, goal, units)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return None if best is None else best[1:]


def _goals_by_hex(setting: CompiledGame, state: State, joins: Mapping[int, Sequence[Action]]) -> list[Action]:
    """Return one action that begins an overrun for each enemy that any unit may overrun."""
    found: dict[object, Action] = {}
    # Units already overrun are gone.
    done = {setting.board.ids[battle.goal] for battle in overruns_awaiting_dice(state)}
    for actions in joins.values():
        for action in actions:
            if action.hex in done:
                continue
            found.setdefault(action.hex or action.target, action)
    return list(found.values())


def _groups(
    setting: CompiledGame, state: State, joins: Mapping[int, Sequence[Action]], goal: Action
) -> list[list[int]]:
    """Return the groups of units that may join an overrun: the units of each hex, and all units together.

    Each group is in descending order of strength.
    """
    able = [
        unit
        for unit, actions in joins.items()
        if any((a.hex, a.target) == (goal.hex, goal.target) for a in actions)
    ]
    able.sort(key=lambda unit: (-setting.strengths[unit][state.steps[unit]], unit))
    hexes = sorted({state.locations[unit] for unit in able})
    return [[unit for unit in able if state.locations[unit] == place] for place in hexes] + [able]


def _try_overrun(
    setting: CompiledGame, state: State, goal: Action, units: list[int]
) -> tuple[int, list[Action], int] | None:
    """Return the enemy's loss, the actions and the units of an overrun; None if it isn't possible."""
    before = state
    actions: list[Action] = []
    for unit in units:
        joining = [
            a
            for a in overruns.join_actions_of(setting, state, unit)
            if (a.hex, a.target) == (goal.hex, goal.target)
        ]
        if not joining:
            continue
        actions += joining
        state = overruns.join_overrun(setting, state, joining[0])
        [battle] = (one for one in state.battles if one.overrun_outcome is None)
        entry = overruns.entry_achieved(setting, state, battle)
        if entry is not None:
            after = overruns.resolve_overrun(setting, state, battle_action(setting, "resolve", battle))
            lost = sum(
                setting.strengths[other][before.steps[other]] + 1
                for other, place in enumerate(before.locations)
                if place >= 0 > after.locations[other]
            )
            if lost <= _expected_cost(setting, state, battle, entry[0]):
                return None
            return lost, [*actions, battle_action(setting, "resolve", battle)], int(battle.attackers)
    return None


def _expected_cost(setting: CompiledGame, state: State, battle: Battle, rule: Overrun) -> float:
    """Return the average strength that an overrun's die roll costs the attackers; 0 if no die is rolled."""
    if rule.resolved == "at-once":
        return 0.0
    them = defending_units(setting, state, battle)
    ours = [setting.strengths[unit][state.steps[unit]] for unit in members(battle.attackers)]
    owed = sum(setting.defences[unit][state.steps[unit]] for unit in members(them))
    number = next(n for n, (each, _) in enumerate(setting.overruns) if each is rule)
    fought = overrun_odds(setting, state, them, battle.attackers, battle.goal, number)
    table, _ = setting.tables[fought.table]
    total = 0.0
    faces = range(table.dice, table.dice * table.die + 1)
    for face in faces:  # Sums of several dice are treated as equally likely: it is a guess, not a rule.
        effects = setting.combat.effects[table.row(face + fought.die)[fought.final_column - 1]]
        if {"attacker-eliminated", "attacker-to-cadre"} & {*effects}:
            total += sum(ours)
        elif "attacker-exchange" in effects:
            total += min(sum(ours), owed)
        elif "attacker-exchange-half" in effects:
            total += float(min(sum(ours), owed / 2))
        elif "attacker-step-loss" in effects:
            total += min(ours)
    return total / len(faces)
