"""Incomplete rules are refused before play, and every diagnostic code is explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.charts import AlternateTable
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.movement_record import Fortification
from hexwright.model.rules.rules_record import CombatRules, Effect, PhaseKind, PhaseMove, Rules
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.rules.supply_record import SupplyLine, SupplyRules
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_diagnostic_codes import ENTRIES
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.combat.printed_strength_checks import check_printed_strengths
from hexwright.rules.rule_validation.scenario_checks import check_rules, find_unplayable
from tests.rules.positions import LONG, SHORT, game, position, rules
from tests.shipped import ROOT
from tests.vassal.compile.games import game as other_game


def with_rules(change: Callable[[Rules], Rules]) -> Game:
    return replace(game(), rules=change(game().rules))


def _mode(told: Rules) -> Rules:
    first = replace(told.sequence[1], modes=(PhaseMove("fly"),))
    return replace(told, sequence=(told.sequence[0], first, *told.sequence[2:]))


def _effects(told: Rules) -> Rules:
    assert told.combat is not None
    fewer = {name: what for name, what in told.combat.effects.items() if name != "EX"}
    return replace(told, combat=replace(told.combat, effects=MappingProxyType({**fewer, "XX": ()})))


def _combat(told: Rules, **changes: Any) -> CombatRules:
    assert told.combat is not None
    return replace(told.combat, **changes)


def _starving(loss: Literal["disrupted", "step", "eliminated"]) -> Callable[[Rules], Rules]:
    def change(told: Rules) -> Rules:
        more = replace(told.sequence[0], id=PhaseId("want"), kind="supply")
        return replace(told, sequence=(*told.sequence, more), out_of_supply=SupplyRules(loss=loss))

    return change


def _traced(told: Rules, **changes: Any) -> tuple[SupplyLine, ...]:
    return tuple(replace(rule, **changes) for rule in told.supply_lines)


def _does(*done: Effect) -> Callable[[Rules], Rules]:
    """Return a function that gives a result other effects."""

    def changed(told: Rules) -> Rules:
        effects = {**_combat(told).effects, "AL": done}
        return replace(told, combat=_combat(told, effects=MappingProxyType(effects)))

    return changed


def _one_defender(told: Rules) -> Rules:
    first, *others = _combat(told).modifiers
    return replace(told, combat=_combat(told, modifiers=(replace(first, defenders="one"), *others)))


def _kind(kind: PhaseKind) -> Callable[[Rules], Rules]:
    """Return a function that changes the kind of the first combat phase."""

    def changed(told: Rules) -> Rules:
        number = next(n for n, phase in enumerate(told.sequence) if phase.kind == "combat")
        before, phase, after = told.sequence[:number], told.sequence[number], told.sequence[number + 1 :]
        return replace(told, sequence=(*before, replace(phase, kind=kind), *after))

    return changed


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (lambda r: replace(r, movement=()), ["P005", "P007", "P007"]),
        (lambda r: replace(r, combat=None), ["P005"]),
        (lambda r: replace(r, victory=()), ["P005"]),
        (lambda r: replace(r, supply_lines=()), ["P005", "P005"]),
        (lambda r: replace(r, replacements=r.replacements[:1]), ["P005"]),
        (lambda r: replace(r, stacking=Stacking(2)), []),
        (
            lambda r: replace(r, movement=(replace(r.movement[0], no_attack_bonus=1), *r.movement[1:])),
            ["P006"],
        ),
        (_kind("supply"), ["P005"]),
        (_starving("step"), []),
        (_starving("eliminated"), []),
        (_starving("disrupted"), []),
        (lambda r: replace(_starving("step")(r), supply_lines=()), ["P005"] * 3),
        (lambda r: replace(_starving("step")(r), combat=None), ["P005"] * 2),
        (_kind("weather"), ["P006"]),
        (_kind("other"), []),
        (_does("defender-retreat", "defender-retreat"), ["P006"]),
        (_does("attacker-step-loss", "attacker-step-loss", "defender-step-loss", "defender-step-loss"), []),
        (_does("attacker-exchange", "defender-step-loss"), ["P006"]),
        (_does("defender-step-loss", "attacker-step-loss", "attacker-exchange"), ["P006"]),
        (_does("defender-step-loss", "attacker-exchange", "attacker-exchange-half"), ["P006"]),
        (_does("defender-eliminated", "attacker-exchange-half"), []),
        (_one_defender, ["P006"]),
        (lambda r: replace(r, combat=_combat(_one_defender(r), target="hexes")), []),
        (lambda r: replace(r, combat=_combat(r, target="hex")), ["P006"]),
        (lambda r: replace(r, combat=_combat(r, target="hexes")), []),
        (lambda r: replace(r, out_of_supply=SupplyRules()), []),
        (lambda r: replace(r, fortification=Fortification(("infantry",))), ["P006"]),
        (
            lambda r: replace(
                r, replacements=tuple(replace(e, arrive_disrupted=True) for e in r.replacements)
            ),
            ["P006"] * 2,
        ),
        (
            lambda r: replace(
                r,
                supply_lines=(r.supply_lines[0], r.supply_lines[0], SupplyLine(SideId("red"))),
                replacements=(),
                sequence=(replace(r.sequence[0], kind="other"),),
            ),
            ["P006"] * 4,
        ),
        (lambda r: replace(r, supply_lines=_traced(r, headquarters=("tank",))), ["P006"] * 2),
        (lambda r: replace(r, supply_lines=_traced(r, line=("rail",))), ["P006"] * 2),
        (lambda r: replace(r, supply_lines=_traced(r, line=("rail",), not_across=("river",))), []),
        (lambda r: replace(r, supply_lines=_traced(r, headquarters=("tank",), range=3)), []),
        (lambda r: replace(r, combat=_combat(r, max_advancing=2)), []),
        (_mode, ["P007"]),
        (_effects, ["P008", "P008"]),
    ],
)
def test_incomplete_rules_are_reported(change: Callable[[Rules], Rules], codes: list[str]) -> None:
    damaged = with_rules(change)
    assert [d.code for d in check_rules(damaged, damaged.scenario(SHORT))] == codes
    for fault in find_unplayable(damaged, damaged.scenario(SHORT)):
        assert fault.hint
        assert hasattr(damaged, str(fault.path[0]))
    with pytest.raises(InputError) if codes else nullcontext():
        RulesEngine(damaged, SHORT)


def test_a_combat_table_that_no_modifier_reads_is_refused_and_so_are_results_without_effects_in_it() -> None:
    found = game()
    assert found.charts.combat is not None
    rows = MappingProxyType({str(face): ("NE", "XX") for face in range(1, 7)})
    other = AlternateTable("late", "Late", ("1:1", "2:1"), rows)
    charts = replace(found.charts, combat=replace(found.charts.combat, alternate_tables=(other,)))
    idle = replace(found, charts=charts)
    assert sorted(fault.code for fault in find_unplayable(idle, idle.scenario(SHORT))) == ["P006", "P008"]
    assert found.rules.combat is not None
    first, *rest = found.rules.combat.modifiers
    combat = replace(found.rules.combat, modifiers=(replace(first, table="late"), *rest))
    read = replace(idle, rules=replace(found.rules, combat=combat))
    assert [fault.code for fault in find_unplayable(read, read.scenario(SHORT))] == ["P008"]


def test_timetable_must_have_every_turn() -> None:
    longer = replace(game().scenario(SHORT), last_turn=9)
    assert [d.code for d in check_rules(game(), longer)] == ["P009"]


def test_a_scenario_may_begin_on_a_turn_of_rolled_weather() -> None:
    scenario = game().scenario(SHORT)
    first, *others = game().charts.turn_tracks
    assert first.id == scenario.turn_track
    rolled = replace(first.turns[0], weather_roll=MappingProxyType({"1": "clear", "2": "mud"}))
    table = replace(first, turns=(rolled, *first.turns[1:]))
    changed = replace(game(), charts=replace(game().charts, turn_tracks=(table, *others)))
    assert list(find_unplayable(changed, scenario)) == []


def test_units_that_never_come_back_need_a_box_of_the_eliminated() -> None:
    boxes = tuple(box for box in game().hexmap.boxes if box.kind != "eliminated")
    changed = replace(
        with_rules(
            lambda r: replace(r, replacements=(replace(r.replacements[0], not_replaceable=("panzer",)),))
        ),
        hexmap=replace(game().hexmap, boxes=boxes),
    )
    [fault] = [
        fault for fault in find_unplayable(changed, changed.scenario(SHORT)) if fault.path[-1] == "never"
    ]
    assert (fault.code, fault.at_table) == ("P006", True)
    assert "kind: eliminated" in fault.hint


def test_one_unit_of_a_side_is_made_of_another_on_a_turn() -> None:
    russians = game().rules.replacements[1]
    [made] = russians.conversions
    twice = replace(russians, conversions=(made, replace(made, unit=UnitId("soviet-1s"))))
    [arrival] = [one for one in game().oob.reinforcements if made.unit in one.units]
    oob = replace(game().oob, reinforcements=(replace(arrival, units=(made.unit, UnitId("soviet-1s"))),))
    changed = replace(with_rules(lambda r: replace(r, replacements=(r.replacements[0], twice))), oob=oob)
    faults = [
        fault for fault in find_unplayable(changed, changed.scenario(LONG)) if "conversions" in fault.path
    ]
    assert [fault.path[-2:] for fault in faults] == [(1, "unit")]


def test_complete_rules_have_no_faults() -> None:
    for scenario in game().scenarios:
        assert check_rules(game(), scenario) == ()


def test_every_code_that_is_used_is_explained_once() -> None:
    used: set[str] = set()
    for folder in ("validators/hexwright/rules", "validators/hexwright/players", "builder/hexwright/support"):
        for file in (ROOT / folder).rglob("*.py"):
            if file.name != "rules_diagnostic_codes.py":
                used |= set(re.findall(r'"([APQUL]\d{3})"', file.read_text("utf-8")))
    explained = [entry.code for entry in ENTRIES]
    assert sorted(explained) == sorted(used)


# Status -------------------------------------------------------------------------------------------


def fine() -> State:
    return position("german-combat", "0603 german-xxiv", "0604 soviet-16", "0707 soviet-3")


def _at(state: State, unit: int, hex_text: str) -> State:
    index = {str(h): n for h, n in rules().setting.board.index.items()}
    where = list(state.locations)
    where[unit] = index[hex_text]
    return replace(state, locations=tuple(where))


def _number(name: str) -> int:
    return next(n for n, unit in enumerate(rules().setting.units) if unit == name)


def _on(state: State, unit: int) -> Battle:
    """Return a battle of the first unit against another."""
    return Battle(1 << state.locations[unit], 1, unit)


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda s: replace(s, turn=9), "Q001"),
        (lambda s: replace(s, replacements_left=(-1,)), "Q003"),
        (lambda s: replace(s, locations=s.locations[1:]), "Q004"),
        (lambda s: replace(s, locations=(9999, *s.locations[1:])), "Q005"),
        (lambda s: replace(s, steps=b"\x03" + s.steps[1:]), "Q006"),
        (lambda s: _at(s, _number("soviet-3"), "0604"), "Q007"),
        (lambda s: _at(s, _number("soviet-3"), "0603"), "Q008"),
        (lambda s: replace(s, occupied=(0, s.occupied[1])), "Q009"),
        (lambda s: replace(s, owned=(s.owned[0] | s.owned[1], s.owned[1])), "Q010"),
        (lambda s: replace(s, owned=(0, s.owned[1] | s.owned[0])), "Q011"),
        (lambda s: replace(s, owned=(s.owned[0] | 1, s.owned[1])), "Q012"),
        (lambda s: replace(s, battles=(_on(s, 0),)), "Q013"),
        (lambda s: replace(s, battles=(Battle(s.occupied[0], 1),)), "Q013"),
        (
            lambda s: replace(s, battles=(_on(s, _number("soviet-16")), _on(s, _number("soviet-3")))),
            "Q014",
        ),
        (lambda s: replace(s, battles=(_on(s, _number("soviet-3")),)), "Q015"),
        (lambda s: replace(s, stage="retreat"), "Q016"),
    ],
)
def test_damaged_state_is_reported(damage: Callable[[State], State], code: str) -> None:
    assert rules().status(fine()) == ()
    assert code in [d.code for d in rules().status(damage(fine()))]


def test_messages_have_no_brackets_where_a_game_cites_no_rule() -> None:
    bare = replace(game(), rules=replace(game().rules, stacking=replace(game().rules.stacking, rule="")))
    kernel = RulesEngine(bare, SHORT)
    [told] = [d for d in kernel.status(_at(fine(), _number("soviet-3"), "0603")) if d.code == "Q008"]
    assert told.message == "units of both sides are in 0603"


def test_tank_unit_before_its_turn_is_reported() -> None:
    kernel = rules("what-happens-next")
    state = position("soviet-movement", "1303 soviet-tu", turn=5, kernel=kernel)
    assert [d.code for d in kernel.status(state)] == ["Q101"]


def test_phase_that_does_not_exist_is_reported() -> None:
    assert rules().status(replace(fine(), phase=9, battles=()))[0].code == "Q002"


def test_a_game_that_an_event_decided_is_won_whatever_counts_at_its_end() -> None:
    over = replace(fine(), stage="over", winning_side=1)
    assert rules().outcome(over).winner == rules().setting.sides[1]
    assert "hold" in rules().outcome(replace(over, winning_side=-1)).text


def test_a_strength_in_brackets_is_refused_only_where_battles_would_count_it() -> None:
    told = game()
    first, *others = told.counters.units
    marked = replace(first, steps=(replace(first.steps[0], enclosed="brackets"), *first.steps[1:]))
    changed = replace(told, counters=replace(told.counters, units=(marked, *others)))
    assert [fault.code for fault in check_printed_strengths(told)] == []
    [fault] = check_printed_strengths(changed)
    assert fault.code == "P006"
    assert first.id in fault.message
    assert list(check_printed_strengths(replace(changed, rules=replace(told.rules, combat=None)))) == []


def test_a_strength_in_defence_is_refused_where_nothing_counts_it() -> None:
    for found, words in (
        (game(), "no attack strength"),
        (other_game("moscow-embattled"), "a single strength"),
    ):
        first, *others = found.counters.units
        bare = replace(first.steps[0], strength=None, defence="2")
        marked = replace(first, steps=(bare, *first.steps[1:]))
        changed = replace(found, counters=replace(found.counters, units=(marked, *others)))
        [fault] = check_printed_strengths(changed)
        assert fault.path == ("counters", "units", first.id, "steps", 0, "defence")
        assert words in fault.message
