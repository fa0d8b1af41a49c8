"""A game is fought by odds and by fire, each in its phases; stacking and disruption hold for both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.movement_record import Fortification
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.rules_record import Rules
from hexwright.model.rules.victory_record import Presence, VictoryRules
from hexwright.players.policies import POLICIES, play_game
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine import unit_restrictions
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.fire import fire_advance, fire_phase, fire_retreat
from hexwright.rules.fire.fire_battle import defenders_of, defending_side
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.turn.sequence_of_play import victory_awards
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.battles import unit_traits as traits_of
from hexwright.vassal.module.unit_conditions import FORTIFIED
from tests.rules.game_of_odds_and_fire import both
from tests.rules.stacking import may_stay, stacks
from tests.tiers import sampled

BY_FIRE = frozenset({"allocate", "engage", "fire", "allot", "withdraw", "pursue"})
BY_ODDS = frozenset(
    {"declare", "resolve", "roll", "stand", "losses", "defender-losses", "disrupting", "retreat", "advance"}
)
SCENARIO = "the-week"


@cache
def kernel() -> RulesEngine:
    return RulesEngine(both(), SCENARIO)


def start(rules: RulesEngine, seed: int) -> State:
    placed: dict[HexId, list[UnitId]] = {}
    for entry in generate_setup(rules.setting.game, SCENARIO, seed):
        placed.setdefault(HexId(entry.hex), []).append(UnitId(entry.unit))
    return rules.set_up(seed, {h: tuple(units) for h, units in placed.items()})


# Whole games, by the data alone ----------------------------------------------------------------------


class Watch:
    """Observes each state of a game, and compares its legal actions with the data."""

    def __init__(self, rules: RulesEngine) -> None:
        self.rules, self.game = rules, rules.setting.game
        self.seen: Counter[str] = Counter()

    def __call__(self, state: State, action: Action, after: State) -> None:
        self.stage(state)
        legal = self.rules.legal_actions(state)
        there = stacks(self.rules, state)
        assert all(may_stay(self.game, hex_id, units) for hex_id, units in there.items())
        if state.stage in ("allocate", "declare"):
            self.attackers(state, legal)
        if state.stage == "withdraw":
            self.retreats(state, legal, there)
        if state.stage == "pursue":
            self.advances(state, legal, there)

    def stage(self, state: State) -> None:
        """Compare the stage with the phase."""
        kind = self.rules.setting.phases[state.phase].kind
        assert (state.stage in BY_FIRE) == (kind in ("allocation", "fire")), state.stage
        assert (state.stage in BY_ODDS) <= (kind == "combat"), state.stage
        self.seen[f"stage {state.stage}"] += 1

    def attackers(self, state: State, legal: list[Action]) -> None:
        """Check that no disrupted unit attacks, whatever disrupted it."""
        for action in legal:
            if action.kind == "attack" and action.unit is not None:
                number = self.rules.setting.unit_numbers[action.unit]
                assert not state.conditions[number] & DISRUPTED, action.text
        for number, now in enumerate(state.conditions):
            if now & DISRUPTED and self.rules.setting.side_of[number] == self.rules.setting.side(state):
                self.seen[f"disrupted in {state.stage}"] += 1

    def room(self, there: Mapping[HexId, list[UnitId]], unit: UnitId, hex_id: HexId) -> bool:
        return may_stay(self.game, hex_id, [*(u for u in there.get(hex_id, ()) if u != unit), unit])

    def free(self, there: Mapping[HexId, list[UnitId]], unit: UnitId, around: HexId) -> set[HexId]:
        """Return the adjacent hexes without an enemy of a unit."""
        board, side = self.rules.setting.board, self.game.counters.unit(unit).side
        beside = self.rules.setting.hex_ids(board.near[board.index[around]])
        return {
            hex_id
            for hex_id in beside
            if all(self.game.counters.unit(other).side == side for other in there.get(hex_id, ()))
        }

    def retreats(self, state: State, legal: list[Action], there: Mapping[HexId, list[UnitId]]) -> None:
        """Check that retreats end in an adjacent hex that is free of enemies and has room."""
        assert state.current_engagement is not None
        here = self.rules.setting.board.ids[state.current_engagement.hex]
        mine = {(one.unit, one.hex) for one in legal if one.kind == "retreat"}
        wanted = set()
        for unit in there[here]:
            for hex_id in self.free(there, unit, here):
                if self.room(there, unit, hex_id):
                    wanted.add((unit, hex_id))
                else:
                    self.seen["no room to give way"] += 1
        assert mine == wanted
        self.seen["gives way"] += len(mine)

    def advances(self, state: State, legal: list[Action], there: Mapping[HexId, list[UnitId]]) -> None:
        """Check that advances enter the cleared hex, or a hex beyond it, with room."""
        battle, setting = state.current_engagement, self.rules.setting
        assert battle is not None
        here = setting.board.ids[battle.hex]
        fresh = [
            name
            for number, name in enumerate(setting.units)
            if battle.attackers >> number & 1
            and not battle.advanced >> number & 1
            and state.locations[number] >= 0
            and not state.conditions[number] & DISRUPTED
        ]
        mine = {(one.unit, one.hex) for one in legal if one.kind == "advance"}
        inside = {(unit, here) for unit in fresh if self.room(there, unit, here)}
        on = {
            (unit, hex_id)
            for unit in fresh
            for hex_id in self.free(there, unit, here)
            if self.room(there, unit, hex_id) and unit not in there.get(hex_id, ())
        }
        assert mine == inside | on
        strengths = {unit: self.game.counters.unit(unit).steps for unit in fresh}
        faces = {unit: state.steps[setting.unit_numbers[unit]] - 1 for unit in fresh}
        left = sum(strengths[unit][faces[unit]].strength or 0 for unit, _ in inside)
        entered = sum(
            self.game.counters.unit(name).steps[state.steps[number] - 1].strength or 0
            for number, name in enumerate(setting.units)
            if battle.advanced >> number & 1
        )
        owed = min(battle.strength - entered, left) > 0
        assert (Action("hold") in legal) == (not owed)
        self.seen["advances"] += len(mine)
        self.seen["no room to advance"] += len(fresh) - len(inside)


ASKED = (
    *(f"stage {stage}" for stage in ("allocate", "engage", "fire", "allot", "withdraw", "pursue")),
    *(f"stage {stage}" for stage in ("declare", "roll", "retreat", "advance")),
    *("disrupted in declare", "disrupted in allocate", "gives way", "no room to give way"),
    *("advances", "no room to advance"),
)


def watched(rules: RulesEngine, games: int) -> Counter[str]:
    """Play random games until every wanted event has occurred; return the counts of events."""
    watch = Watch(rules)
    for seed in range(games):
        play_game(rules, seed, {}, watch, start(rules, seed))
        if all(watch.seen[kind] for kind in ASKED):
            break
    return watch.seen


def test_whole_games_keep_ways_stacks_and_conditions_apart_and_together() -> None:
    assert not list(find_unplayable(both(), both().scenario(SCENARIO)))
    seen = watched(kernel(), 60)
    assert {kind: seen[kind] for kind in ASKED if not seen[kind]} == {}


def _anywhere(setting: object, state: State, battle: object) -> list[int]:
    return fire_advance.fresh_attackers(state, battle)  # type: ignore[arg-type]


def _all_round(setting: object, state: State, battle: object) -> list[tuple[int, int]]:
    side = defending_side(setting, state, battle.hex)  # type: ignore[arg-type, attr-defined]
    ends = fire_retreat.retreat_hexes(setting, state, battle, side)  # type: ignore[arg-type]
    units = defenders_of(setting, state, battle)  # type: ignore[arg-type]
    return [(unit, end) for unit in units for end in members(ends)]


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    sampled(
        [
            (fire_phase, "attackers_able_to_enter", _anywhere),
            (fire_advance, "attackers_able_to_enter", _anywhere),
            (fire_phase, "legal_retreat_moves", _all_round),
            (unit_restrictions, "disrupted_units", lambda state: 0),
        ],
        0,
        2,
        3,
    ),
    ids=["advance into full hexes", "owed though nobody fits", "retreat into full hexes", "attack disrupted"],
)
def test_planted_faults_in_a_game_of_odds_and_fire_are_found(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, fault: Callable[..., object]
) -> None:
    monkeypatch.setattr(where, name, fault)
    with pytest.raises(AssertionError):
        watched(RulesEngine(both(), SCENARIO), 60)


@pytest.mark.parametrize("name", sorted(POLICIES.keys() - {"tuned"}))  # That one fights as greedy does.
def test_every_policy_fights_in_both_ways(name: str) -> None:
    rules = kernel()
    seen: Counter[str] = Counter()

    def count(state: State, action: Action, _after: State) -> None:
        seen[state.stage] += 1

    if name == "search":
        policy = POLICIES[name](rules, 1)
        state = start(rules, 1)
        while rules.setting.phases[state.phase].kind != "combat" or state.stage != "declare":
            side = rules.active_side(state)
            action = policy.choose(state) if side in rules.setting.sides else rules.draw(state)
            count(state, action, state)
            state = rules.apply(state, action)
        assert seen["allocate"]
        return
    for seed in range(3):
        play_game(rules, seed, dict.fromkeys(rules.setting.sides, name), count, start(rules, seed))
    assert min(seen[stage] for stage in ("allocate", "engage", "declare", "resolve")) > 0


def test_a_result_that_disrupts_razes_works_in_the_module() -> None:
    dug = both(lambda rules: replace(rules, fortification=Fortification(classes=("foot",))))
    [suffered] = [one for one in traits_of(dug) if isinstance(one, TriggerAction) and one.key == names.SHAKE]
    assert FORTIFIED.end_key in suffered.actions


# What is refused -------------------------------------------------------------------------------------


def told(change: Callable[[Rules], Rules]) -> list[tuple[str, str]]:
    damaged = both(change)
    return [
        (str(fault.path[-1]), fault.hint) for fault in find_unplayable(damaged, damaged.scenario(SCENARIO))
    ]


def test_no_unit_moves_between_allocation_and_fire() -> None:
    def mixed(rules: Rules) -> Rules:
        kinds = [phase.kind for phase in rules.sequence]
        first, combat = kinds.index("fire"), kinds.index("combat")
        order = list(rules.sequence)
        order.insert(first, order.pop(combat))
        return replace(rules, sequence=tuple(order))

    assert told(mixed) == [
        (
            "blue-combat",
            "move 'blue-combat' before the phase of kind 'allocation', or after the phase of kind 'fire'",
        )
    ]


def _marching(rules: Rules) -> Rules:
    return replace(rules, movement=(replace(rules.movement[0], no_attack_bonus=1), *rules.movement[1:]))


def test_a_hex_further_for_who_does_not_attack_is_no_way_to_an_overrun() -> None:
    def overrunning(rules: Rules) -> Rules:
        return replace(_marching(rules), combat=replace(rules.odds_combat, overruns=(Overrun(odds="5:1"),)))

    assert told(_marching) == []
    assert ("no_attack_bonus", "leave 'no_attack_bonus' or 'overruns' of 'combat' out") in told(overrunning)


def test_a_unit_that_marched_the_extra_hex_attacks_neither_by_odds_nor_by_fire() -> None:
    rules = RulesEngine(both(_marching), SCENARIO)
    seen: Counter[str] = Counter()

    def watch(state: State, action: Action, after: State) -> None:
        if state.stage in ("allocate", "declare") and state.barred_from_attack:
            attacks = {one.unit for one in rules.legal_actions(state) if one.kind == "attack"}
            names = {
                rules.setting.units[n]
                for n in range(len(rules.setting.units))
                if state.barred_from_attack >> n & 1
            }
            assert not attacks & names
            seen[state.stage] += 1

    for seed in range(30):
        play_game(rules, seed, {}, watch, start(rules, seed))
        if seen["allocate"] and seen["declare"]:
            break
    assert seen["allocate"]
    assert seen["declare"]


def _dug_in(rules: Rules) -> Rules:
    works = Modifier("works", "works", defence="2", condition="fortified")
    bare = Modifier("bare", "bare", defence="3", condition="unfortified", units=(UnitId("red-2"),))
    points = VictoryRules(
        "dug-in",
        presence=(
            Presence(side=(SideId("red"),), points=1, condition="fortified"),
            Presence(side=(SideId("red"),), points=10, condition="undisrupted"),
        ),
    )
    return replace(
        rules,
        fortification=Fortification(classes=("foot",)),
        combat=replace(rules.odds_combat, modifiers=(*rules.odds_combat.modifiers, works, bare)),
        victory=(points,),
    )


def test_works_count_by_odds_and_for_points_where_units_dig_in() -> None:
    found = both(_dug_in)
    found = replace(found, scenarios=tuple(replace(one, victory="dug-in") for one in found.scenarios))
    assert [fault.message for fault in find_unplayable(found, found.scenario(SCENARIO))] == []
    rules = RulesEngine(found, SCENARIO)
    number = rules.setting.unit_numbers
    standing = ("0304 red-1", "0303 red-2", "0101 red-tank", "0404 blue-1")
    state = build_state(rules, standing, phase="blue-combat", fortified=("red-1",), disrupted=("red-2",))
    one, other, foe = (1 << number[UnitId(name)] for name in ("red-1", "red-2", "blue-1"))
    plain, turned = (
        build_state(rules, standing, phase="blue-combat", fortified=who) for who in ((), ("red-2",))
    )

    def defence(there: State, units: int) -> Fraction:
        return Fraction(compute_odds(rules.setting, there, units, foe).defence)

    assert defence(state, one) == 2 * defence(plain, one)
    assert defence(plain, other) == Fraction(3, 2) * defence(turned, other)
    assert sorted(points for _, points in victory_awards(rules.setting, state)[SideId("red")] if points) == [
        1,
        10,
    ]


def test_works_are_asked_about_in_vain_where_nobody_digs_in() -> None:
    def asked(rules: Rules) -> Rules:
        return replace(_dug_in(rules), fortification=None)

    assert ("condition", "leave 'condition' out, or write 'fortification' in rules.yaml") in told(asked)
