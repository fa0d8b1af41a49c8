"""The rules engine and the naive implementation agree on random positions over the real map."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from hexwright.geometry.bitsets import members, union
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import DISRUPTED, FORTIFIED, State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire.dice_pools import DicePool, attack_pool, defence_pool, hits_absorbed_by_places
from hexwright.rules.fire.fire_battle import supply_shortage_of_all
from hexwright.rules.turn.sequence_of_play import open_phase
from tests.rules.fire import naive
from tests.rules.fire.naive import Naive, Pending, Piece
from tests.rules.fire.table import act, game, index, look, play, rules, table, texts

GERMANS = ("german-2pz", "german-3pz", "german-4pz", "german-2a", "german-4a", "german-9a")
RUSSIANS = (
    "russian-western",
    "russian-bryansk",
    "russian-rzhev",
    "russian-16",
    "russian-50",
    "russian-tanks",
    "russian-1s",
)
PHASES = {
    "german-allocation": "operational",
    "blitz-allocation": "blitzkrieg",
    "russian-allocation": "operational",
    "deep-allocation": "deep",
}
WEATHERS = ("good", "mud", "hard-frost", "snow")


def naive_of(state: State, cut_off: frozenset[str] = frozenset()) -> Naive:
    """Return a state in the form of the naive implementation."""
    setting = rules().setting
    pieces = []
    for unit, place in enumerate(state.locations):
        if place < 0 or not setting.board.ids[place]:
            continue
        counter = game().counters.unit(setting.units[unit])
        now = state.conditions[unit]
        pieces.append(
            Piece(
                counter.id,
                counter.side,
                counter.unit_class,
                setting.board.ids[place],
                bool(now & DISRUPTED),
                bool(now & FORTIFIED),
                counter.unit_class == "panzer" or counter.id == "german-4a",
            )
        )
    phase = setting.phases[state.phase].id.replace("fire", "allocation")
    return Naive(
        tuple(pieces),
        setting.sides[setting.side(state)],
        setting.weather_now(state),
        PHASES[phase],
        cut_off,
        bool(state.captured_places >> index("C3") & 1),
    )


def counted(pool: DicePool) -> Counter[int]:
    return Counter(dict(pool.groups))


def compare_dice(
    state: State,
    target: str,
    attackers: list[str],
    air: list[str],
    fighting: int,
    cut_off: frozenset[str] = frozenset(),
) -> None:
    now = look(state, target, *attackers, air=air, fighting=fighting, cut_off=cut_off)
    seen = naive_of(state, cut_off)
    where = f"{attackers} with {air} on {target}, round {fighting}, {seen}"
    assert counted(attack_pool(now)) == naive.attack_dice(seen, target, attackers, air, fighting), where
    assert counted(defence_pool(now)) == naive.defence_dice(seen, target, attackers, fighting), where
    assert hits_absorbed_by_places(now) == naive.absorbed_by_place(seen, target), where


@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("phase", PHASES)
def test_dice_of_every_single_attack_across_every_hexside(phase: str, weather: str) -> None:
    ours, theirs = (
        (GERMANS, RUSSIANS) if "russian" not in phase and "deep" not in phase else (RUSSIANS, GERMANS)
    )
    some = RandomStream(len(phase) + len(weather))
    for target, beside in sorted(naive.near().items()):
        for start in sorted(beside):
            one, other = some.choice(list(ours)), some.choice(list(theirs))
            state = table(phase, f"{start} {one}", f"{target} {other}", weather=weather, opened=False)
            air = ["german-2fk"] if ours is GERMANS else ["russian-vvs"]
            compare_dice(state, target, [one], air, 1 + some.integer_below(2))


def scattered(some: RandomStream, phase: str, weather: str, most: int = 5) -> State:
    """Return a position with units of both sides in a few hexes, some disrupted or fortified."""
    hexes = sorted(naive.near())
    start = some.choice(hexes)
    close = some.shuffled(sorted({start} | naive.near()[start]))
    holders = {hex_id: some.choice([GERMANS, RUSSIANS]) for hex_id in close}
    standing, weak, dug = [], [], []
    left = {GERMANS: some.shuffled(GERMANS)[:most], RUSSIANS: some.shuffled(RUSSIANS)[:most]}
    for side, names in left.items():
        own = [hex_id for hex_id in close if holders[hex_id] is side]
        for name in names if own else []:
            standing.append(f"{some.choice(own)} {name}")
            if some.integer_below(4) == 0:
                weak.append(name)
            elif some.integer_below(4) == 0:
                dug.append(name)
    return table(phase, *standing, weather=weather, disrupted=weak, fortified=dug, opened=False)


@pytest.mark.parametrize("series", range(12))
def test_dice_of_random_attacks_with_stacks_conditions_air_and_supply(series: int) -> None:
    some = RandomStream(series)
    compared = 0
    while compared < 40:
        state = scattered(some, some.choice(sorted(PHASES)), some.choice(list(WEATHERS)))
        seen = naive_of(state)
        for target in sorted({p.hex for p in seen.pieces if p.side == seen.defender}):
            attackers = [
                p.name for p in seen.pieces if p.side == seen.attacker and p.hex in naive.near()[target]
            ]
            attackers = some.shuffled(attackers)[:3]
            if not attackers:
                continue
            fliers = ["german-2fk", "german-8fk"] if seen.attacker == "german" else ["russian-vvs"]
            air = fliers[: some.integer_below(len(fliers) + 1)]
            cut_off = frozenset(h for h in sorted({p.hex for p in seen.pieces}) if some.integer_below(3) == 0)
            compare_dice(state, target, attackers, air, 1 + some.integer_below(2), cut_off)
            compared += 1


@pytest.mark.parametrize("series", range(12))
def test_allocations_of_random_positions_step_by_step(series: int) -> None:
    some = RandomStream(100 + series)
    for _ in range(4):
        phase = some.choice(sorted(PHASES))
        state = scattered(some, phase, some.choice(list(WEATHERS)), most=4)
        state = table_opened(state)
        fixed: dict[str, str] = {}
        while rules().phase(state) == phase and state.stage == "allocate":
            expected = naive.next_attacks(naive_of(state), fixed, shock_only=phase == "deep-allocation")
            found = {text for text in texts(state) if not text.startswith("support")}
            assert found == expected, naive_of(state)
            line = some.choice(sorted(found))
            if line == "end":
                break
            _, name, target = line.split()
            fixed[name] = target
            state = play(state, line)


def table_opened(state: State) -> State:
    return open_phase(rules().setting, state)


def shown(state: State, names: list[str]) -> frozenset[Piece]:
    seen = naive_of(state)
    return frozenset(p for p in seen.pieces if p.name in names)


def everything(state: State, stage: str) -> set[State]:
    """Return all states that the choices of one stage can lead to."""
    open_states, found = {state}, set()
    while open_states:
        now = open_states.pop()
        if now.stage != stage:
            found.add(now)
            continue
        open_states |= {act(now, action) for action in rules().legal_actions(now)}
    return found


@pytest.mark.parametrize("series", range(10))
def test_allotments_retreats_and_advances_of_random_battles(series: int) -> None:
    some = RandomStream(200 + series)
    fought = 0
    while fought < 4:
        phase = some.choice(["german-allocation", "russian-allocation", "blitz-allocation"])
        state = table_opened(scattered(some, phase, some.choice(list(WEATHERS)), most=4))
        while rules().phase(state) == phase and state.stage == "allocate":
            state = play(state, some.choice([t for t in texts(state) if not t.startswith("support")]))
        while state.stage == "engage":
            line = some.choice(texts(state))
            state = play(state, line)
            state = follow(some, state, line.split()[1])
            fought += 1
            if state.stage == "fire":
                break


def starved(state: State) -> frozenset[str]:
    """Return the hexes whose units are out of supply."""
    setting = rules().setting
    hungry = union(
        state.locations[unit] for unit in members(supply_shortage_of_all(setting, state).out_of_supply)
    )
    return frozenset(str(hex_id) for hex_id in setting.hex_ids(hungry))


def follow(some: RandomStream, state: State, target: str) -> State:
    """Play one round of a battle and compare each choice; return the state after the battle."""
    setting = rules().setting
    assert state.current_engagement is not None
    seen = naive_of(state, starved(state))
    attackers = [str(setting.units[n]) for n in members(state.current_engagement.attackers)]
    defenders = [p.name for p in seen.inside(target, seen.defender)]
    strength = sum(naive.basic(seen.piece(name)) for name in defenders)
    sources = {seen.piece(name).hex for name in attackers}
    pending = [
        Pending(
            str(setting.board.ids[battle.hex]),
            tuple(str(setting.units[n]) for n in members(battle.attackers)),
        )
        for battle in state.engagements
    ]
    scored, suffered = 1 + some.integer_below(3), some.integer_below(3)
    left = max(0, scored - naive.absorbed_by_place(seen, target))
    after = act(state, Action("roll", rolls=(scored, suffered)))
    ends = everything(after, "allot")
    both = {(shown(s, attackers), shown(s, defenders)) for s in ends}
    by_hand = set(
        product(
            naive.results(tuple(map(seen.piece, attackers)), suffered),
            naive.results(tuple(map(seen.piece, defenders)), left),
        )
    )
    assert both == by_hand, f"{scored} and {suffered} hits on {target}: {seen}"
    state = some.choice(sorted(ends, key=repr))
    if state.stage == "withdraw":
        open_hexes = naive.retreat_hexes(naive_of(state, starved(state)), target, sources, pending)
        standing = [p.name for p in naive_of(state).inside(target, seen.defender)]
        expected = {f"retreat {name} {end}" for name in standing for end in open_hexes} | {"hold"}
        assert set(texts(state)) == expected, f"{target} from {sources}: {naive_of(state)}"
        while state.stage == "withdraw":
            state = play(state, some.choice(texts(state)))
    if state.stage == "pursue":
        now = naive_of(state)
        alive = [name for name in attackers if any(p.name == name for p in now.pieces)]
        fresh = [name for name in alive if not now.piece(name).disrupted]
        found = {shown(s, fresh) for s in everything(state, "pursue")}
        assert found == naive.advances(now, target, alive, strength), f"{target}: {now}"
        state = some.choice(sorted(everything(state, "pursue"), key=repr))
    return state


def test_comparison_notices_dice_reckoned_wrongly() -> None:
    state = table("german-allocation", "A1 german-4pz", "A2 russian-rzhev")
    compare_dice(state, "A2", ["german-4pz"], [], 1)
    dry = replace(naive_of(state), weather="snow")
    assert naive.defence_dice(dry, "A2", ["german-4pz"], 1) != counted(
        defence_pool(look(state, "A2", "german-4pz"))
    )
