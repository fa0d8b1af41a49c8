"""Faults in rules.yaml and in positions: each test damages one fact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.fire_combat_record import (
    Exploitation,
    FireRules,
    HexsideLimit,
    HexsideLimitException,
    NotDisrupted,
    Stronghold,
)
from hexwright.model.rules.mandatory_attack_record import AttackDuty
from hexwright.model.scenario import UnitsInBox
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.rule_validation.scenario_checks import check_rules, find_unplayable
from tests.rules.fire.table import SCENARIO, game, number, play, rules, table


def codes(damaged: Game) -> list[str]:
    return [fault.code for fault in check_rules(damaged, damaged.scenario(SCENARIO))]


def with_fire(change: Callable[[FireRules], FireRules | None]) -> Game:
    fire = game().rules.fire
    assert fire is not None
    return replace(game(), rules=replace(game().rules, fire=change(fire)))


def limited(fire: FireRules, **more: object) -> FireRules:
    return replace(fire, dice_limits=(replace(fire.dice_limits[0], **more),))  # type: ignore[arg-type]


def advancing(fire: FireRules, **more: object) -> FireRules:
    assert fire.advance is not None
    return replace(fire, advance=replace(fire.advance, **more))  # type: ignore[arg-type]


def test_fire_as_shipped_has_no_faults() -> None:
    assert codes(game()) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda fire: None, "P005"),
        (lambda fire: replace(fire, hits_on=7, use_hit_tables=False), "P013"),
        (
            lambda fire: replace(
                fire, hexside_limit=HexsideLimit(2, (HexsideLimitException(2, classes=("tank",)),))
            ),
            "P013",
        ),
        (lambda fire: replace(fire, strongholds=(Stronghold("x", "x", dice=1),)), "P013"),
        (lambda fire: replace(fire, strongholds=(Stronghold("x", "x", place=("tula",)),)), "P013"),
        (lambda fire: replace(fire, air_support=(fire.air_support[0], fire.air_support[0])), "P013"),
        (lambda fire: limited(fire, unless=Unless(along=("road",), toward="tula")), "P013"),
        (lambda fire: limited(fire, unless=Unless(toward="moscow")), "P013"),
        (lambda fire: limited(fire, along=("road",), toward="moscow", away_from="moscow"), "P013"),
        (lambda fire: limited(fire, for_air_units=True, role="defence"), "P013"),
        (lambda fire: limited(fire, phases=(PhaseId("german-movement"),)), "P013"),
        (lambda fire: limited(fire, phases=(PhaseId("german-air"),)), None),
        (lambda fire: replace(fire, must_attack=(AttackDuty(across=("river",)),)), "P006"),
        (lambda fire: replace(fire, must_attack=(AttackDuty(unless=Unless(along=("road",))),)), "P006"),
        (
            lambda fire: replace(
                fire, hexside_limit=HexsideLimit(2, (HexsideLimitException(3, supply="in"),))
            ),
            "P006",
        ),
        (lambda fire: advancing(fire, not_disrupted=(NotDisrupted(condition="fortified"),)), "P006"),
        (
            lambda fire: advancing(fire, exploitation=(Exploitation("x", "x", against=(SideId("german"),)),)),
            "P006",
        ),
    ],
)
def test_damaged_declaration_is_reported(
    change: Callable[[FireRules], FireRules | None], code: str | None
) -> None:
    assert codes(with_fire(change)) == ([code] if code else [])


def test_a_phase_of_strikes_without_air_units_is_refused() -> None:
    rules, phases = game().rules, game().rules.sequence
    strike = next(n for n, phase in enumerate(phases) if phase.kind == "air-strike")
    idle = (*phases[:strike], replace(phases[strike], air_support=False), *phases[strike + 1 :])
    damaged = replace(game(), rules=replace(rules, sequence=idle))
    [fault] = find_unplayable(damaged, damaged.scenario(SCENARIO))
    assert (fault.path[-1], fault.code) == ("air_support", "P013")


def test_units_that_come_at_no_cost_wait_outside_and_by_one_entry() -> None:
    scenario = game().scenario(SCENARIO)
    entries = [entry for rule in game().rules.replacements for entry in rule.entries]
    coming = next(entry for entry in entries if entry.arrives == "scheduled")
    pool = next(box.id for box in game().hexmap.boxes if box.kind == "pool")
    held = (UnitsInBox((coming.units[0],), pool),)
    moved = replace(scenario, setup=replace(scenario.setup, in_boxes=held))
    assert [fault.path[-3] for fault in find_unplayable(game(), moved)] == [0]
    again = tuple(
        replace(rule, entries=(*rule.entries, rule.entries[0])) for rule in game().rules.replacements
    )
    twice = replace(game(), rules=replace(game().rules, replacements=again))
    assert [fault.path[-2:] for fault in find_unplayable(twice, scenario)] == [("entries", entries[0].id)]


def test_direction_of_a_road_that_leads_nowhere_is_reported() -> None:
    [mode] = game().rules.movement
    [mud, *others] = mode.allowance_modifiers
    lost = replace(mode, allowance_modifiers=(replace(mud, road_toward="tula"), *others))
    damaged = replace(game(), rules=replace(game().rules, movement=(lost,)))
    [fault] = check_rules(damaged, damaged.scenario(SCENARIO))
    assert fault.code == "P013"
    assert (
        fault.message
        == "movement 'march', entry 1 of 'allowance_modifiers': place 'tula' is not on line 'road'"
    )
    assert fault.hint == "places on the line: 'moscow', 'smolensk', 'vyazma' and 'mozhaisk'"


def with_event(**changed: object) -> Game:
    [event] = game().rules.events
    return replace(game(), rules=replace(game().rules, events=(replace(event, **changed),)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"phase": "german-supply"}, ["P014", "P005"]),
        ({"entry": "reserves"}, ["P014"]),
        ({"entry": "tanks"}, ["P014"]),
        ({"ends_game_on": (0, 1)}, ["P014"]),
        ({"ends_game_on": ()}, ["P014"]),
        ({"die": 2, "ends_game_on": (1, 2, 3)}, ["P014"]),
    ],
)
def test_event_that_can_t_happen_is_reported(changed: dict[str, object], expected: list[str]) -> None:
    assert codes(with_event(**changed)) == expected


def test_phase_with_two_events_or_none_is_reported() -> None:
    rules_ = game().rules
    assert codes(replace(game(), rules=replace(rules_, events=rules_.events * 2))) == ["P014"]
    assert codes(replace(game(), rules=replace(rules_, events=()))) == ["P005"]


def test_event_for_units_that_never_arrive_is_reported() -> None:
    oob = replace(game().oob, reinforcements=())
    assert "P014" in codes(replace(game(), oob=oob))


def test_phase_of_fire_without_allocation_is_reported() -> None:
    sequence = tuple(phase for phase in game().rules.sequence if phase.kind != "allocation")
    damaged = replace(game(), rules=replace(game().rules, sequence=sequence))
    assert set(codes(damaged)) == {"P013"}


def test_hit_number_without_a_table_is_reported() -> None:
    charts = replace(game().charts, hit_tables=game().charts.hit_tables[:2])
    assert codes(replace(game(), charts=charts)) == ["P013"]


def test_figure_of_hits_that_is_no_number_is_reported() -> None:
    units = game().counters.units
    face = replace(units[0].steps[0], ratings={"hits": "two"})
    counters = replace(game().counters, units=(replace(units[0], steps=(face,)), *units[1:]))
    assert codes(replace(game(), counters=counters)) == ["P013"]


# Positions -----------------------------------------------------------------------------------------


def fine() -> State:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "B1 german-3pz", "B1 german-4pz")
    state = table("german-allocation", *standing, "C1 russian-bryansk")
    return play(state, "attack german-2a D2", "attack german-3pz C1")


def _conditions(state: State, name: str, value: int) -> State:
    found = bytearray(state.conditions)
    found[number(name)] = value
    return replace(state, conditions=bytes(found))


def _battles(state: State, *battles: tuple[str, tuple[str, ...]]) -> State:
    setting = rules().setting
    return replace(
        state,
        engagements=tuple(
            Engagement(setting.board.index[hex_id], sum(1 << number(n) for n in names))  # type: ignore[index]
            for hex_id, names in battles
        ),
    )


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda s: replace(s, stage="fire"), "Q020"),
        (lambda s: replace(s, current_engagement=s.engagements[0], engagements=s.engagements[1:]), "Q020"),
        (lambda s: _battles(s, ("D3", ("german-2a",))), "Q021"),
        (lambda s: _battles(s, ("D2", ("german-2a",)), ("C1", ("german-2a",))), "Q022"),
        (lambda s: _battles(s, ("D2", ("german-3pz",))), "Q023"),
        (lambda s: _battles(s, ("C1", ("russian-tanks",))), "Q023"),
        (lambda s: _battles(s, ("C1", ("german-3pz", "german-4pz"))), "Q024"),
        (lambda s: _conditions(s, "german-2a", 4), "Q025"),
        (lambda s: _conditions(s, "german-2a", 3), "Q025"),
        (lambda s: _conditions(s, "german-9a", 2), "Q025"),
    ],
)
def test_damaged_position_is_reported(damage: Callable[[State], State], code: str) -> None:
    assert rules().status(fine()) == ()
    assert code in [fault.code for fault in rules().status(damage(fine()))]
