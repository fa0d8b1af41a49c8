"""Where attacks are a duty, declaring ends exactly when the naive judge says, and always can end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal

import pytest

from builder.geometry.bits import members
from builder.model.circumstances import Near, Unless
from builder.model.duties import AttackDuties, AttackDuty, OutOf
from builder.model.game import Game
from builder.model.ids import PhaseId, SideId, UnitId
from builder.model.oob import Arrival, Replacement
from builder.model.stacking import Stacking
from tests.rules.dividing import Judge
from tests.vassal.compile.games import game
from validators.play.chooser import Chooser
from validators.play.greedy import Greedy
from validators.rules import division
from validators.rules.arrange import arrange
from validators.rules.combat import odds
from validators.rules.declared.judges import check_declared
from validators.rules.kernel import Kernel
from validators.rules.protocol import END, IllegalAction
from validators.rules.state import State

Attacked = Literal["unit", "hex", "hexes"]
EVERY = (AttackDuty(),)
ALL = AttackDuties(EVERY, EVERY, (), "3.9")
VARIANTS: Mapping[str, AttackDuties] = {
    "all": ALL,
    "attackers": AttackDuties(attackers=EVERY),
    "enemies": AttackDuties(enemies=EVERY),
    "not across the river": AttackDuties(EVERY, EVERY, (AttackDuty(across=("river",)),)),
    "not out of towns": AttackDuties(
        EVERY, EVERY, (AttackDuty(out_of=OutOf(place_kinds=("town",), terrain=("wood",))),)
    ),
    "foot in the open": AttackDuties(
        (AttackDuty(classes=("foot",), terrain=("clear",)),), (AttackDuty(against_classes=("foot",)),)
    ),
    "in supply": AttackDuties((AttackDuty(supply="in"),), EVERY, (AttackDuty(units=(UnitId("blue-1"),)),)),
    "in company": AttackDuties(
        (AttackDuty(near=Near(classes=("foot",), within=1)),),
        EVERY,
        (AttackDuty(near=Near(within=2, missing=True)),),
    ),
    "steady": AttackDuties((AttackDuty(condition="undisrupted"),), EVERY),
    "shaken": AttackDuties((AttackDuty(condition="disrupted"),), (AttackDuty(condition="undisrupted"),)),
    "another time": AttackDuties((AttackDuty(turns=(2,)),), (AttackDuty(weather=("rain",)),)),
    "of Red": AttackDuties(
        (AttackDuty(against=(SideId("blue"),)),), (AttackDuty(phases=(PhaseId("blue-combat"),)),)
    ),
}


def toy(
    attacked: Attacked,
    duties: AttackDuties,
    below: Literal["first", "nothing"] = "first",
    *,
    plain: bool = False,
) -> Game:
    """Return the toy with duties, with any number of units in a hex; if `plain`, with printed strengths."""
    found = game("toy-causeway")
    combat = found.rules.combat
    assert combat is not None
    modifiers = () if plain or attacked == "unit" else combat.modifiers
    changed = replace(combat, attacked=attacked, duties=duties, below=below, modifiers=modifiers)
    rules = replace(found.rules, combat=changed, stacking=Stacking())
    table = found.charts.combat
    if table is not None and not modifiers:
        # Modifiers say when another table is read.
        found = replace(found, charts=replace(found.charts, combat=replace(table, others=())))
    return replace(found, rules=rules)


@cache
def kernel(attacked: Attacked, variant: str = "all") -> Kernel:
    return Kernel(toy(attacked, VARIANTS[variant]), "the-week")


def scattered(rules: Kernel, chance: Chooser) -> State:
    """Return a position with a few units close together, in Blue's or Red's combat."""
    field = ["0303", "0304", "0403", "0404", "0405", "0503", "0504", "0505", "0604"]
    lines, taken = [], dict[str, str]()
    for unit in rules.setting.units:
        if chance.below(10) < 3:
            continue
        side = unit.partition("-")[0]
        free = [hex_id for hex_id in field if taken.get(hex_id, side) == side]
        if free:
            hex_id = chance.choice(free)
            taken[hex_id] = side
            lines.append(f"{hex_id} {unit}")
    shaken = [line.partition(" ")[2] for line in lines if not chance.below(4)]
    return arrange(rules, lines, phase=chance.choice(["blue-combat", "red-combat"]), disrupted=shaken)


def wandered(rules: Kernel, state: State, chance: Chooser) -> list[State]:
    """Return positions on a way of attacks declared and taken back at random."""
    found = [state]
    for _ in range(chance.below(7)):
        offers = [action for action in rules.legal_actions(state) if action != END]
        if not offers:
            break
        state = rules.apply(state, chance.choice(offers))
        found.append(state)
    return found


def ended(rules: Kernel, state: State, most: int = 40) -> State:
    """Return the position when declaring may end, going on as is proposed; fail where that takes too long."""
    for _ in range(most):
        [step] = rules.ends_of(state)
        assert rules.is_legal(state, step)
        if step == END:
            return state
        state = rules.apply(state, step)
    raise AssertionError("it goes on and on")


def compared(attacked: Attacked, variant: str, number: int) -> tuple[int, int, int]:
    """Compare some positions; return how many may end, how many may not, and how many leave somebody out."""
    rules, yes, no, spared = kernel(attacked, variant), 0, 0, 0
    for seed in range(number):
        chance = Chooser(seed)
        for state in wandered(rules, scattered(rules, chance), chance):
            judge = Judge(rules, state)
            may = rules.is_legal(state, END)
            assert may == judge.may_end(), (seed, rules.show(state), state.battles)
            last = ended(rules, state)
            assert Judge(rules, last).may_end()
            yes, no, spared = yes + may, no + (not may), spared + bool(judge.fewest)
    return yes, no, spared


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_declaring_ends_when_the_naive_judge_says(attacked: Attacked, variant: str) -> None:
    yes, no, _ = compared(attacked, variant, 14)
    assert yes
    assert no or variant in ("another time", "of Red")


KINDS: tuple[tuple[Attacked, str], ...] = (
    *(("hex", variant) for variant in VARIANTS),
    ("unit", "all"),
    ("unit", "enemies"),
    ("hexes", "all"),
    ("hexes", "enemies"),
    ("hexes", "attackers"),
)
"""What is attacked, and by which duties, where planted faults are looked for."""


def test_as_few_as_possible_are_left_out_where_not_all_can_be_attacked() -> None:
    _, _, spared = compared("hex", "all", 25)
    assert spared


# The judge finds faults -------------------------------------------------------------------------------


def first_come(
    goals: tuple[int, ...], touching: Mapping[int, division.Contact], units: int
) -> dict[int, int]:
    """Pair each goal with the first unit that is free, and never think again."""
    held: dict[int, int] = {}
    for goal in goals:
        unit = next((u for u in members(touching[goal].beside & units) if u not in held), None)
        if unit is not None:
            held[unit] = goal
    return held


FAULTS: Mapping[str, tuple[str, Callable[..., Any], str]] = {
    "nobody changes what he attacks": ("matched", first_come, "all"),
    "all can be attacked": ("matched", lambda goals, *_: dict(enumerate(goals)), "all"),
    "spared all the same": (
        "_meant",
        lambda _s, _t, dues, contact: contact.beside if dues else 0,
        "in supply",
    ),
    "one battle is enough": ("_attacked", lambda battles: set(range(99)) if battles else set(), "enemies"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_naive_judge_finds_planted_faults_in_attack_duties(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, planted, variant = FAULTS[fault]
    monkeypatch.setattr(division, name, planted)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        compared("hex", variant, 60)


# What is told, refused and taken back ----------------------------------------------------------------

LINES = ("0304 blue-1", "0304 blue-2", "0303 blue-3", "0404 red-1", "0403 red-3")
"""0304 lies beside both Red hexes, 0303 beside 0403 alone."""


def played(rules: Kernel, *texts: str, lines: tuple[str, ...] = LINES) -> State:
    state = arrange(rules, lines, phase="blue-combat")
    for text in texts:
        state = rules.apply(state, rules.parse(state, text))
    return state


def test_the_end_is_refused_with_who_must_still_attack_and_be_attacked() -> None:
    rules = kernel("hex")
    with pytest.raises(
        IllegalAction, match=r"blue-1, blue-3 must still attack and 0404 must still be attacked \(3\)"
    ):
        played(rules, "attack blue-2 0403", "end")


def test_a_division_that_leaves_somebody_out_is_taken_back_before_the_first_die() -> None:
    rules = kernel("hex")
    state = played(rules, "attack blue-1 0403", "attack blue-2 0403", "attack blue-3 0403")
    assert END not in rules.legal_actions(state)
    state = played(rules, "attack blue-1 0403", "attack blue-2 0403", "attack blue-3 0403", "leave blue-2")
    assert rules.describe(state, rules.parse(state, "leave blue-1")).startswith(
        "1st Blue Division (5) in 0304"
    )
    done = rules.apply(state, rules.parse(state, "attack blue-2 0404"))
    assert rules.is_legal(done, END)


def test_an_attack_on_several_hexes_is_called_off_by_whoever_leaves_it() -> None:
    rules = kernel("hexes")
    state = played(rules, "attack blue-1 0403", "attack blue-1 0404", "attack blue-2 0403", "leave blue-2")
    assert state.battles == ()
    assert state.acted == 0


def test_without_duties_nothing_is_taken_back() -> None:
    rules = Kernel(game("toy-causeway"), "the-week")
    state = played(rules, "attack blue-1 0403")
    assert not any(action.kind == "leave" for action in rules.legal_actions(state))


def test_below_the_first_column_a_battle_is_fought_in_the_first_where_rules_say_so() -> None:
    lines = ("0303 blue-guard", "0403 red-1", "0403 red-2", "0403 red-3")
    levels = []
    for below in ("first", "nothing"):
        rules = Kernel(toy("hex", ALL, below, plain=True), "the-week")
        state = played(rules, "attack blue-guard 0403", "end", lines=lines)
        them = sum(1 << rules.setting.number[UnitId(u)] for u in ("red-1", "red-2", "red-3"))
        found = odds(rules.setting, state, them, 1 << rules.setting.number[UnitId("blue-guard")])
        after = rules.apply(state, rules.parse(state, "resolve 0403"))
        levels.append((found.level, found.before, after.stage == "roll"))
    assert levels == [(1, "below 1:2", True), (0, "below 1:2", False)]


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({}, []),
        ({"below": None}, ["P006"]),
        ({"duties": AttackDuties()}, ["P006"]),
        ({"duties": AttackDuties(attackers=(AttackDuty(condition="fortified"),))}, ["P006"]),
        ({"duties": AttackDuties(EVERY, spared=(AttackDuty(phases=(PhaseId("blue-movement"),)),))}, ["P006"]),
        ({"duties": AttackDuties(EVERY, spared=(AttackDuty(unless=Unless(along=("road",))),))}, []),
    ],
)
def test_duties_that_nobody_could_play_are_refused(change: Mapping[str, Any], codes: list[str]) -> None:
    found = toy("hex", ALL)
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, **change)
    changed = replace(found, rules=replace(found.rules, combat=combat))
    assert [fault.code for fault in check_declared(changed, changed.scenario("the-week"))] == codes


# The policy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
def test_the_greedy_policy_declares_whole_divisions_and_takes_nothing_back(attacked: Attacked) -> None:
    rules, fought = kernel(attacked), 0
    for seed in range(40):
        state = scattered(rules, Chooser(seed))
        player, actions = Greedy(rules, seed), []
        while state.stage == "declare" and rules.setting.phases[state.phase].kind == "combat":
            action = player.choose(state)
            assert rules.is_legal(state, action)
            actions.append(action.kind)
            if action == END:
                break
            state = rules.apply(state, action)
        assert attacked == "hexes" or "leave" not in actions
        fought += bool(state.battles)
    assert fought > 20


def test_the_weak_are_soaked_off_and_the_strong_attack_where_it_is_worth_most() -> None:
    lines = ("0304 blue-1", "0304 blue-2", "0304 blue-guard", "0404 red-3", "0403 red-1", "0403 red-2")
    rules = Kernel(toy("hex", ALL, plain=True), "the-week")
    state = arrange(rules, lines, phase="blue-combat")
    player = Greedy(rules, 1)
    while (action := player.choose(state)) != END:
        state = rules.apply(state, action)
    names = {
        rules.setting.board.ids[b.goal]: {rules.setting.units[u] for u in members(b.attackers)}
        for b in state.battles
    }
    assert names == {"0403": {"blue-guard"}, "0404": {"blue-1", "blue-2"}}


# How long it takes --------------------------------------------------------------------------------------


def crowd(units: int) -> Kernel:
    """Return the toy with so many units of Blue and half as many of Red, with duties."""
    found = toy("hex", ALL)
    blue, red = found.counters.unit(UnitId("blue-1")), found.counters.unit(UnitId("red-1"))
    more = tuple(
        replace(one, id=UnitId(f"{one.side}-x{n}"), designation=str(n), name=f"{one.side.title()} {n}")
        for one, many in ((blue, units), (red, units // 2))
        for n in range(many)
    )
    late = tuple(Arrival(5, one.side, (one.id,), "Late.") for one in more)
    counters = replace(found.counters, units=(*found.counters.units, *more))
    points = tuple(Replacement(one.side, 5, 5, 1) for one in (blue, red))
    oob = replace(found.oob, arrivals=(*found.oob.arrivals, *late), replacements=points)
    return Kernel(replace(found, counters=counters, oob=oob), "the-week")


def lined_up(rules: Kernel, units: int) -> State:
    """Return a position with lines of Blue and Red hexes by turns, their units spread over them."""
    ids = rules.setting.board.ids
    rows = {side: [h for h in ids if h and int(h[2:]) % 2 == odd] for side, odd in (("blue", 1), ("red", 0))}
    lines = [f"{rows['blue'][n % len(rows['blue'])]} blue-x{n}" for n in range(units)]
    lines += [f"{rows['red'][n % len(rows['red'])]} red-x{n}" for n in range(units // 2)]
    return arrange(rules, lines, phase="blue-combat")


def test_sixty_units_are_divided_step_by_step() -> None:
    rules = crowd(60)
    state = lined_up(rules, 60)
    assert len(division.contacts(rules.setting, state)) == 30
    assert division.next_step(rules.setting, state) is not None
    assert rules.is_legal(ended(rules, state, most=200), END)
