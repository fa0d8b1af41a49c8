"""Movement and supply agree with a second, naive implementation in random positions on the whole map."""

from __future__ import annotations

from functools import cache

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.ids import HexId
from hexwright.players.random_stream import RandomStream
from hexwright.rules.air.air_missions import legal_flights
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.supply.supply_range import hexes_in_communication
from tests.rules.campaign.camp import camp, game, rules

UP = [("B1", "B2"), ("B2", "B3"), ("B3", "B4")]
DOWN = [(there, here) for here, there in UP]
CITIES = {"B4", "B1", "C1", "A2", "B2", "D2", "A3", "C3", "C4", "A5"}
HEXES = {"panzer": 2, "tank": 2, "infantry": 1, "sixteenth": 1, "shock": 1, "front": 0, "rifle": 0}
GERMANS = ("german-2pz", "german-3pz", "german-2a", "german-9a")
RUSSIANS = ("russian-western", "russian-50", "russian-16", "russian-tanks", "russian-1s", "russian-bryansk")


@cache
def near() -> dict[str, set[str]]:
    grid = HexGrid.of(game().hexmap.grid)
    return {str(h): {str(n) for n in grid.neighbours(h).values()} for h in grid}


def strewn(some: RandomStream, phase: str, weather: str, based: tuple[str, ...] = ()) -> State:
    """Return a position with units in random hexes, some disrupted, and places owned by either side."""
    hexes = some.shuffled(sorted(near()))
    taken: dict[str, str] = {}
    standing = []
    for unit in (*GERMANS, *RUSSIANS):
        side = unit.partition("-")[0]
        free = [h for h in hexes if taken.get(h, side) == side]
        here = some.choice(free)
        taken[here] = side
        standing.append(f"{here} {unit}")
    owners = {
        str(p.hex): some.choice(["german", "russian"]) for p in game().hexmap.places if p.kind != "name"
    }
    shaken = [unit for unit in (*GERMANS, *RUSSIANS) if not some.integer_below(5)]
    turn = {"good": 2, "mud": 2, "hard-frost": 3, "snow": 4}[weather]
    return camp(
        phase,
        *standing,
        weather=weather,
        turn=turn,
        owners=owners,
        disrupted=shaken,
        based=based,
        opened=False,
    )


def who(state: State) -> dict[str, tuple[str, str]]:
    """Return, by unit, its side and hex."""
    setting = rules().setting
    return {
        str(setting.units[n]): (str(setting.sides[setting.side_of[n]]), str(setting.board.ids[place]))
        for n, place in enumerate(state.locations)
        if place >= 0
    }


# Supply -------------------------------------------------------------------------------------------


def traced(state: State, side: str, start: str) -> bool:
    """Return whether a unit in a hex has a supply line to its edge, searched from the unit outwards."""
    closed = shut(state, side)
    edge = {f"{row}{'1' if side == 'german' else '5'}" for row in "ABCD"}
    seen, front = {start}, {start}
    while front:
        if front & edge:
            return True
        front = {n for h in front for n in near()[h]} - seen - closed
        seen |= front
    return False


def shut(state: State, side: str) -> set[str]:
    """Return the hexes through which no supply line of a side runs."""
    units, setting = who(state), rules().setting
    other = "russian" if side == "german" else "german"
    enemies = {h for owner, h in units.values() if owner == other}
    friends = {h for owner, h in units.values() if owner == side}
    theirs = {str(h) for h in setting.hex_ids(state.owned[setting.sides.index(other)])}
    guards = {
        h
        for name, (owner, h) in units.items()
        if owner == other
        and setting.class_of[setting.units.index(name)] in ("infantry", "front")
        and not state.conditions[setting.units.index(name)] & DISRUPTED
    }
    return enemies | (theirs & CITIES) | {h for g in guards for h in near()[g] if h not in friends}


def lines(state: State, side: str) -> set[str]:
    """Return the hexes through which a side's supply lines run."""
    return {h for h in set(near()) - shut(state, side) if traced(state, side, h)}


def hops(start: str, end: str) -> int:
    """Return the distance between two hexes."""
    reached, count = {start}, 0
    while end not in reached:
        reached |= {n for h in reached for n in near()[h]}
        count += 1
    return count


@pytest.mark.parametrize("series", range(4))
def test_supplies_are_flown_as_far_as_hexes_of_the_lines_allow(series: int) -> None:
    some = RandomStream(700 + series)
    setting = rules().setting
    flown = kept = 0
    for _ in range(12):
        state = strewn(some, "german-supply", "good", based=("german-8fk",))
        found = {str(action.hex) for action in legal_flights(setting, state, 0)}
        bases = lines(state, "german")
        cut = {h for side, h in who(state).values() if side == "german" and not traced(state, "german", h)}
        assert found == {h for h in cut if any(hops(h, base) <= 2 for base in bases)}, who(state)
        flown, kept = flown + len(found), kept + len(cut - found)
    assert flown
    assert kept


@pytest.mark.parametrize("series", range(6))
def test_supply_is_what_each_unit_finds_for_itself(series: int) -> None:
    some = RandomStream(500 + series)
    setting = rules().setting
    for _ in range(12):
        state = strewn(some, "german-supply", "good")
        linked = [hexes_in_communication(setting, state, side) for side in (0, 1)]
        for unit, (side, start) in who(state).items():
            number = setting.board.index[HexId(start)]
            ours = bool(linked[0 if side == "german" else 1] >> number & 1)
            assert ours == traced(state, side, start), f"{unit} in {start}: {who(state)}"
