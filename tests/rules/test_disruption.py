"""Disruption in battles by odds, its restrictions, and recovery, from the data alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.charts import AlternateTable
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.disruption_record import Disruption, SecondDisruption
from hexwright.model.rules.rules_record import Effect
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import advance_after_combat, combat_phase, combat_results, disruption_recovery
from hexwright.rules.compiled import compiled_zones
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import movement_phase
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.games_with_disruption import FIELD, names, shaken, standing, toy
from tests.rules.supplying import Supply


@cache
def kernel(disruption: Disruption | None) -> RulesEngine:
    found = toy(disruption)
    # Without limits by kind whole games are livelier: at random hardly anybody meets the enemy otherwise.
    stacking = replace(found.rules.stacking, limits=())
    return RulesEngine(replace(found, rules=replace(found.rules, stacking=stacking)), "the-week")


# What results do ---------------------------------------------------------------------------------------

EFFECTS: tuple[tuple[Effect, ...], ...] = (
    ("defender-disrupted",),
    ("attacker-disrupted",),
    ("attacker-disrupted", "defender-disrupted"),
    ("defender-retreat", "defender-disrupted"),
    ("defender-disrupted", "defender-retreat"),
    ("attacker-disrupted", "attacker-retreat"),
    ("attacker-disrupted", "defender-eliminated"),
)


def fought(effects: tuple[Effect, ...], again: SecondDisruption, number: int) -> tuple[int, int]:
    """Compare the results of battles; return the number of disrupted units, and of units penalized."""
    # A battle ends the phase, and on the first turn nobody recovers after it.
    changed = toy(Disruption(second_disruption=again, may_attack=True), effects)
    later = tuple(
        replace(phase, except_turns=(1,)) if phase.kind == "recovery" else phase
        for phase in changed.rules.sequence
    )
    rules = RulesEngine(replace(changed, rules=replace(changed.rules, sequence=later)), "the-week")
    fresh = hurt = 0
    for seed in range(number):
        chance = RandomStream(seed)
        taken: dict[str, str] = {}
        lines = []
        for unit in rules.setting.units:
            hex_id = chance.choice(FIELD)
            if taken.setdefault(hex_id, unit.partition("-")[0]) == unit.partition("-")[0]:
                lines.append(f"{hex_id} {unit}")
        broken = [line.partition(" ")[2] for line in lines if not chance.integer_below(3)]
        state = build_state(rules, lines, phase="blue-combat", disrupted=broken)
        attacks = [action for action in rules.legal_actions(state) if action.kind == "attack"]
        if not attacks:
            continue
        state = rules.apply(state, chance.choice(attacks))
        state = rules.apply(state, rules.parse(state, "end"))
        state = rules.apply(state, rules.legal_actions(state)[0])
        if state.fight is None:
            continue  # Below the table.
        before = state
        sides = {
            "attacker": names(rules, state.fight.attackers),
            "defender": names(rules, state.fight.defenders),
        }
        state = rules.apply(state, rules.parse(state, "roll 3"))
        while state.fight is not None and state.stage != "advance":
            state = rules.apply(state, chance.choice(rules.legal_actions(state)))
        met = {unit for side, them in sides.items() if f"{side}-disrupted" in effects for unit in them}
        was, where = shaken(rules, before), standing(rules, state)
        for unit, number_of in rules.setting.unit_numbers.items():
            told = (seed, effects, again, unit)
            struck = unit in met and unit in was and again != "nothing"
            steps = 1 if struck and again == "step" else 9 if struck else 0
            left = before.steps[number_of] + steps <= rules.setting.last_step[number_of]
            lost = not left or (unit in sides["defender"] and "defender-eliminated" in effects)
            flees = ("defender-retreat" in effects and unit in sides["defender"]) or (
                "attacker-retreat" in effects and unit in sides["attacker"]
            )
            if unit not in standing(rules, before):
                continue
            assert lost <= (unit not in where), told
            assert (unit in where) or lost or flees, told
            if unit in where:
                assert state.steps[number_of] == before.steps[number_of] + steps, told
                assert (unit in shaken(rules, state)) == (unit in was or unit in met), told
            fresh += unit in met and unit not in was
            hurt += struck
    return fresh, hurt


@pytest.mark.parametrize("again", ["nothing", "step", "eliminated"])
@pytest.mark.parametrize("effects", EFFECTS)
def test_results_disrupt_all_that_are_left_of_a_side(
    effects: tuple[Effect, ...], again: SecondDisruption
) -> None:
    fresh, hurt = fought(effects, again, 40)
    assert fresh
    assert bool(hurt) == (again != "nothing")


# Whole games -------------------------------------------------------------------------------------------


def zone_of(rules: RulesEngine, state: State, side: str) -> set[HexId]:
    """Return the hexes in the zones of control of a side's enemies."""
    played = rules.setting.game
    told = played.rules.combat.disruption if played.rules.combat is not None else None
    grid = HexGrid.of(played.hexmap.grid)
    found: set[HexId] = set()
    for unit, hex_id in standing(rules, state).items():
        counter = played.counters.unit(unit)
        holds = counter.unit_class in played.rules.zoc.classes or not played.rules.zoc.classes
        if (
            counter.side != side
            and holds
            and not (told is not None and not told.exerts_zoc and unit in shaken(rules, state))
        ):
            found |= set(grid.neighbours(hex_id).values())
    return found


def watched(disruption: Disruption | None, seeds: range) -> dict[str, int]:
    """Play random games; compare them with the data alone, and return how often each event occurred."""
    rules = kernel(disruption)
    told = disruption or Disruption()
    sequence = rules.setting.game.rules.sequence
    counts = dict.fromkeys(("barred", "recovered", "kept", "starved", "lit"), 0)
    for seed in seeds:
        state, policy, chooser = rules.set_up(seed), RandomPolicy(rules, seed), RandomStream(seed)
        since: dict[UnitId, tuple[int, str]] = {}
        while not rules.is_over(state):
            here, now = sequence[state.phase], shaken(rules, state)
            for number, side in enumerate(rules.setting.sides):
                zone = set(rules.setting.board.names(rules.setting.ezoc_hexes(state, number)))
                assert zone == zone_of(rules, state, side), (seed, state.turn, here.id)
            chance = rules.active_side(state) == CHANCE
            for action in () if chance else rules.legal_actions(state):
                if action.unit in now:
                    barred = {
                        "move": not told.may_move,
                        "advance": not told.may_move,
                        "attack": not told.may_attack,
                    }
                    assert not barred.get(action.kind, False), (seed, action.text)
            counts["barred"] += len(now)
            action = rules.draw(state) if chance else policy.choose(state)
            if here.kind in ("combat", "movement") and not chance and chooser.integer_below(3):
                # They seek each other and fight, for at random hardly anybody does.
                action = max(rules.legal_actions(state), key=lambda one: _eager(rules, state, one))
            after = rules.apply(state, action)
            then, where = shaken(rules, after), standing(rules, after)
            passed = _passed(sequence, state, after, over=rules.is_over(after))
            for unit in then - now:
                since[unit] = (state.turn, here.side)
                assert state.stage in ("roll", "retreat", "losses", "defender-losses", "stand"), (seed, unit)
            side_of = {unit: rules.setting.game.counters.unit(unit).side for unit in now}
            for unit in now:
                due = [
                    n for n in passed if sequence[n].kind == "recovery" and sequence[n].side == side_of[unit]
                ]
                if unit not in where:
                    continue
                if not due:
                    assert unit in then, (seed, unit, action.text)
                    continue
                # It recovers in supply, unless it was disrupted in this very player turn.
                fed = Supply(rules, replace(after, phase=due[0]), side_of[unit]).has(where[unit])
                recent = since[unit] == (state.turn, side_of[unit])
                assert (unit in then) == (recent or not fed), (seed, unit, recent, fed)
                counts["recovered"] += unit not in then
                counts["kept"] += recent
                counts["starved"] += not fed
            state = after
    return counts


def _eager(rules: RulesEngine, state: State, action: Action) -> tuple[bool, int]:
    """Return a sort key by which attacks come first, then moves towards an enemy."""
    if action.kind != "move" or action.unit is None or action.hex is None:
        return action.kind in ("attack", "resolve"), -99 if action.kind == "end" else -98
    counters = rules.setting.game.counters
    grid, side = HexGrid.of(rules.setting.game.hexmap.grid), counters.unit(action.unit).side
    there = [hex_id for unit, hex_id in standing(rules, state).items() if counters.unit(unit).side != side]
    return False, -min((grid.distance(action.hex, hex_id) for hex_id in there), default=0)


def _passed(sequence: tuple[Any, ...], before: State, after: State, *, over: bool) -> list[int]:
    """Return the phases between two states."""
    found: list[int] = []
    turn, phase = before.turn, before.phase
    while (turn, phase) != (after.turn, after.phase):
        phase += 1
        if phase == len(sequence):
            turn, phase = turn + 1, 0
        found.append(phase)
    return found if over else found[:-1]


VARIANTS: Mapping[str, Disruption | None] = {
    "as it comes": None,
    "without zones": Disruption(exerts_zoc=False),
    "on the move": Disruption(may_move=True),
    "fighting on": Disruption(may_attack=True, exerts_zoc=False, second_disruption="step"),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_keep_to_what_the_data_say(variant: str) -> None:
    counts = watched(VARIANTS[variant], range(3))
    assert all(counts[name] for name in ("barred", "recovered", "kept")), counts


# The judges find faults --------------------------------------------------------------------------------

FAULTS: Mapping[str, tuple[Any, str, Callable[..., Any]]] = {
    "the disrupted move": (movement_phase, "units_unable_to_move", lambda *_: 0),
    "the disrupted advance": (advance_after_combat, "disrupted_units_that_stay", lambda *_: 0),
    "the disrupted attack": (combat_phase, "units_unable_to_attack", lambda *_: 0),
    "the disrupted keep their zones": (compiled_zones, "disrupted_units", lambda *_: 0),
    "all recover": (disruption_recovery, "_is_phase_for", lambda *_: True),
    "nobody recovers": (disruption_recovery, "_is_phase_for", lambda *_: False),
    "they recover without supply": (disruption_recovery, "units_without_supply", lambda *_: 0),
    "nobody is disrupted": (combat_results, "disrupt_unit", lambda state, _unit: state),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_disruption_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(AssertionError):
        _thorough()


def _thorough() -> None:
    counts = watched(Disruption(exerts_zoc=False), range(5))
    assert min(counts[name] for name in ("recovered", "kept", "starved"))


# What is refused ---------------------------------------------------------------------------------------


def told(changed: Game) -> str:
    return "; ".join(fault.message for fault in check_rules(changed, changed.scenarios[0]))


def test_disruption_that_has_no_effect_or_no_end_is_refused() -> None:
    assert told(toy(Disruption())) == ""
    assert "after 'attacker-retreat' no unit is left" in told(
        toy(None, ("attacker-retreat", "attacker-disrupted"))
    )
    assert "no result disrupts units" in told(toy(Disruption(), ("defender-retreat",)))
    changed = toy(None)
    kept = tuple(phase for phase in changed.rules.sequence if phase.id != "red-recovery")
    assert "combat results disrupt units of red, but no phase lets them recover" in told(
        replace(changed, rules=replace(changed.rules, sequence=kept))
    )


def test_units_that_no_table_disrupts_need_no_recovery() -> None:
    changed = toy(None, ("attacker-disrupted",))
    combat, table = changed.rules.combat, changed.charts.combat
    assert combat is not None
    assert table is not None
    first = table.results[0].id
    mild = AlternateTable("mild", "Mild", table.columns, {"1": (first,) * len(table.columns)})
    effects: dict[str, tuple[Effect, ...]] = dict.fromkeys(combat.effects, ("attacker-disrupted",))
    effects[first] = ("defender-retreat",)
    kept = tuple(phase for phase in changed.rules.sequence if phase.id != "red-recovery")

    def judged(**asked: Any) -> str:
        own = Modifier(id="own", name="own", table="mild", side=(SideId("red"),), **asked)
        fought = replace(combat, effects=effects, modifiers=(own,))
        charts = replace(changed.charts, combat=replace(table, alternate_tables=(mild,)))
        return told(
            replace(changed, charts=charts, rules=replace(changed.rules, combat=fought, sequence=kept))
        )

    # Red attacks by a table that disrupts nobody; now and then isn't always.
    assert judged() == ""
    assert "combat results disrupt units of red, but no phase lets them recover" in judged(turns=(2,))


def test_nobody_recovers_where_nobody_is_disrupted() -> None:
    plain = toy(None, ("defender-retreat",), modifiers=())
    assert "no unit is ever disrupted" in told(plain)
    asking = toy(None, ("defender-retreat",))
    assert "depends on whether a unit is disrupted" in told(asking)


def test_an_attack_by_a_disrupted_unit_is_refused_by_its_rule() -> None:
    rules = kernel(Disruption(rule="7"))
    state = build_state(
        rules, ["0304 blue-1", "0304 blue-2", "0404 red-1"], phase="blue-combat", disrupted=["blue-1"]
    )
    with pytest.raises(IllegalAction, match=r"blue-1 is disrupted and may not attack \(7\)"):
        rules.apply(state, rules.parse(state, "attack blue-1 0404"))


@pytest.mark.parametrize(
    "effects", [("defender-retreat", "defender-disrupted"), ("defender-disrupted", "defender-retreat")]
)
def test_a_second_disruption_is_not_reported_as_a_missing_retreat(effects: tuple[Effect, ...]) -> None:
    rules = RulesEngine(toy(Disruption(second_disruption="eliminated"), effects), "the-week")
    state = build_state(rules, ["0304 blue-1", "0404 red-1"], phase="blue-combat", disrupted=["red-1"])
    told = []
    for text in ("attack blue-1 0404", "end", "resolve 0404", "roll 4"):
        told.append(rules.describe(state, rules.parse(state, text)))
        state = rules.apply(state, rules.parse(state, text))
    while state.stage == "retreat":
        action = rules.legal_actions(state)[0]
        told.append(rules.describe(state, action))
        state = rules.apply(state, action)
    assert "is eliminated" in told[-1]
    assert "nowhere to retreat" not in " ".join(told)
