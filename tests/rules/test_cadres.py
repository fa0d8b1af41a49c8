"""Cadres of units eliminated in battles by odds, from the data alone, and their later actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.cadre_record import Cadre
from hexwright.model.rules.criteria_record import Near
from hexwright.model.words.all_rule_words import by_subject
from hexwright.rules.combat import advance_after_combat, cadres
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.rules.games_with_cadres import ASKING, DEADLY, ENTRIES, asking, crowded, fought, told, toy

"""Results with heavier losses than the toy's own."""


"""Units that wait: Blue's differ from each other, Red's last two are alike."""


# A judge of its own ------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
def test_cadres_are_those_of_the_data(attacked: str) -> None:
    seen = fought(RulesEngine(toy(target=attacked), "the-week"), range(200))
    assert all(count for name, count in seen.items() if name != "no room"), seen


"""The same entries with criteria of hex, unit, time and disruption."""


@pytest.mark.parametrize("attacked", ["unit", "hexes"])
def test_cadres_depend_on_their_conditions(attacked: str) -> None:
    seen = fought(RulesEngine(asking(attacked=attacked), "the-week"), range(200))
    assert min(seen["lost"] - seen["came"], seen["came"]) > 20, seen


def _without(key: str, value: Any) -> tuple[Cadre, ...]:
    return tuple(replace(one, **{key: value}) for one in ASKING)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("terrain", ()), ("unless", None), ("units", ()), ("phases", ()), ("weather", ())),
        *(("turns", ()), ("place_kinds", ()), ("condition", None)),
    ],
)
def test_cadres_that_ignore_a_condition_are_found(
    key: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    heedless = RulesEngine(asking(_without(key, value)), "the-week").setting.cadres
    rules = RulesEngine(asking(), "the-week")
    monkeypatch.setitem(vars(rules.setting), "cadres", heedless)
    with pytest.raises(AssertionError):
        fought(rules, range(400))


def test_nothing_remains_where_limits_of_stacking_leave_no_room() -> None:
    seen = fought(RulesEngine(crowded(), "the-week"), range(120))
    assert seen["no room"], seen
    assert seen["came"], seen


# The judge finds faults --------------------------------------------------------------------------------


def _only_first(found: Callable[..., list[int]]) -> Callable[..., list[int]]:
    return lambda *given: found(*given)[:1]


def _all_that_wait(setting: Any, state: State, number: int, _hex: int) -> list[int]:
    units = (setting.unit_numbers[unit] for unit in setting.combat.cadres[number].replaced_by)
    return [unit for unit in units if state.locations[unit] < 0]


def _among_all(
    setting: Any, state: State, unit: int, hex_number: int, real: Any = cadres.place_cadre
) -> State:
    after: State = real(setting, state, unit, hex_number)
    assert after.fight is not None
    fight = replace(after.fight, attackers=after.fight.attackers | 1 << unit)
    return replace(after, fight=fight)


FAULTS: Mapping[str, tuple[Any, str, Any]] = {
    "nothing remains": (cadres, "cadre_entry_of", lambda *_: -1),
    "of any unit": (cadres, "cadre_entry_of", lambda setting, _, unit, *__: setting.side_of[unit]),
    "of full strength alone": (
        cadres,
        "cadre_entry_of",
        lambda setting, state, unit, *_, real=cadres.cadre_entry_of: (
            real(setting, state, unit) if state.steps[unit] == 1 else -1
        ),
    ),
    "whatever the room": (
        cadres,
        "available_cadres",
        lambda setting, state, number, _hex, real=cadres.available_cadres: real(setting, state, number, 0),
    ),
    "without a choice": (cadres, "available_cadres", _only_first(cadres.available_cadres)),
    "who took part comes back": (cadres, "available_cadres", _all_that_wait),
    "what remains doesn't advance": (
        advance_after_combat,
        "units_able_to_advance",
        lambda fight: fight.attackers,
    ),
    "it stays in the battle": (cadres, "place_cadre", _among_all),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_cadres_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(AssertionError):
        _thorough(crowded() if fault == "whatever the room" else toy())


def _thorough(found: Game) -> None:
    seen = fought(RulesEngine(found, "the-week"), range(200))
    assert seen["advanced"]


# What is refused ---------------------------------------------------------------------------------------


def test_entries_that_never_end_or_never_begin_are_refused() -> None:
    def of(*entries: Cadre) -> str:
        return told(toy(cadres=entries))

    one = ENTRIES[0]
    assert told(toy()) == ""
    assert "'blue-rump' would itself be replaced" in of(replace(one, min_strength=1))
    assert "'blue-rump' and 'red-rump' belong to different sides" in of(
        replace(one, replaced_by=(UnitId("blue-rump"), UnitId("red-rump")))
    )
    assert "applies to no unit of blue" in of(replace(one, min_strength=9))
    assert "names no cadre" in of(replace(one, replaced_by=()))
    assert "'blue-guard' arrives according to oob.yaml" in of(
        replace(one, replaced_by=(UnitId("blue-guard"),))
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("side", (SideId("blue"),)), ("supply", "out"), ("enemy_zoc", "in"), ("near", Near(within=1))),
        *(("across", ("river",)), ("against_classes", ("foot",)), ("condition", "fortified")),
        *(("condition", "disrupted"), ("phases", (PhaseId("blue-movement"),))),
    ],
)
def test_conditions_that_cadres_do_not_ask_are_refused(key: str, value: Any) -> None:
    found = toy(cadres=(replace(ENTRIES[0], **{key: value}), ENTRIES[1]))
    assert [one.path[-1] for one in find_unplayable(found, found.scenarios[0])] == [key]


def test_units_that_wait_nowhere_are_refused() -> None:
    found = toy()
    (scenario,) = found.scenarios
    held = tuple(
        replace(one, units=tuple(unit for unit in one.units if unit != "red-rump"))
        for one in scenario.setup.in_boxes
    )
    changed = replace(scenario, setup=replace(scenario.setup, in_boxes=held))
    assert "cadres not in any box: 'red-rump'" in told(replace(found, scenarios=(changed,)))


def test_a_unit_that_does_not_remain_is_refused() -> None:
    rules = RulesEngine(toy(dict.fromkeys(DEADLY, ("defender-eliminated",))), "the-week")
    state = build_state(
        rules,
        ["0304 blue-1", "0304 blue-2", "0404 red-1"],
        phase="blue-combat",
        pool=["red-rump", "red-rest", "red-relic", "blue-rump"],
    )
    for text in ("attack blue-1 0404", "attack blue-2 0404", "end", "resolve 0404", "roll 3"):
        state = rules.apply(state, rules.parse(state, text))
    assert state.stage == "remnant"
    assert rules.active_side(state) == "red"
    for text in ("remain blue-rump 0404", "remain red-rump 0304", "remain red-relic 0404"):
        with pytest.raises(IllegalAction):
            rules.apply(state, rules.parse(state, text))
    after = rules.apply(state, rules.parse(state, "remain red-rest 0404"))
    assert after.stage != "advance", "its hex isn't empty"
    told = rules.describe(state, rules.parse(state, "remain red-rest 0404"))
    assert told == "Red Rest (2) remains in 0404 Bridge."


def test_booklet_and_help_explain_cadres() -> None:
    lines = [line for some in by_subject(toy()).values() for line in some]
    line = "one of Red Rump, Red Rest, Red Relic takes the place of a Red Foot unit or unit of Tanks"
    end = "with a strength of 3 or more that a battle eliminates"
    assert f"{line} {end}" in lines, lines


def test_booklet_and_help_name_the_conditions_of_cadres() -> None:
    lines = [line for some in by_subject(asking()).values() for line in some]
    blue = "one of Blue Rump, Blue Rest takes the place of a Blue unit"
    red = "one of Red Rump, Red Rest, Red Relic takes the place of a Red unit"
    two, three = (f"with a strength of {n} or more that a battle eliminates" for n in (2, 3))
    for line in (
        f"{blue} {two} (in clear terrain, except in Red set-up)",
        f"{blue.removesuffix('a Blue unit')}1st Blue Division or Blue Tanks {two}",
        f"{blue} {two} (in Red combat)",
        f"{red.removesuffix('unit')}Foot unit or unit of Tanks {three} (in rain)",
        f"{red.removesuffix('Red unit')}disrupted Red unit {three}",
    ):
        assert line in lines, (line, lines)
