"""The rules are played on the real map as naive readings of their text play them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from heapq import heappop, heappush

import pytest

from builder.model.ids import HexId, SideId, UnitId
from builder.model.moving import EntryCost
from tests.battle_of_moscow.game import START, forts, grid, groups, kernel, played
from validators.kept.parts import unit_notes
from validators.play.chooser import Chooser
from validators.rules import hauling
from validators.rules.arrange import arrange
from validators.rules.communication import lacking
from validators.rules.declared import check_declared
from validators.rules.kernel import Kernel
from validators.rules.railways import moved_last
from validators.rules.setting import Setting
from validators.rules.state import State

GERMAN, RUSSIAN = SideId("german"), SideId("russian")


def test_nothing_keeps_it_from_being_played() -> None:
    assert check_declared(played(), played().scenarios[0]) == ()


# Supply -----------------------------------------------------------------------------------------------


@cache
def positions() -> tuple[State, ...]:
    """Return positions with the units of both sides scattered over the middle of the map."""
    chance, found = Chooser(5), list[State]()
    near = [hex_id for hex_id in grid() if "06" <= hex_id[:2] < "27" and hex_id[2:] > "08"]
    for turn in (1, 1):
        held: dict[HexId, SideId] = {}
        lines = []
        for unit in kernel().setting.units:
            side, here = played().counters.unit(unit).side, chance.choice(near)
            if chance.below(3) == 0 and held.setdefault(here, side) == side:
                lines.append(f"{here} {unit}")
        found.append(arrange(kernel(), lines, turn=turn, phase="german-movement"))
    return tuple(found)


class Plain:
    """How units are supplied, by the text: points from a friendly railway, or a road that leads to one."""

    def __init__(self, state: State, side: SideId) -> None:
        setting, game = kernel().setting, played()
        zones, self.enemies = set[HexId](), set[HexId]()
        for unit, place in zip(setting.units, state.where, strict=True):
            kind = game.counters.unit(unit)
            if place >= 0 and kind.side != side:
                here = setting.board.ids[place]
                self.enemies.add(here)
                if kind.unit_class not in ("partisans", "workers", "dropped"):
                    zones |= {here, *grid().neighbours(here).values()}
        # Russians in a hex that is fortified on all sides ignore zones.
        zones -= forts() if side == RUSSIAN else set()
        edge = "west" if side == GERMAN else "east"
        begun = {hex_id for one in game.hexmap.edges if one.id == edge for hex_id in one.hexes}
        # A railway is friendly that leads to the edge, free of enemies and their zones.
        rails, roads = _lines("rail"), _lines("road")
        friendly = _spread((begun & rails.keys()) - zones - self.enemies, rails, zones | self.enemies)
        sources = friendly | _spread(friendly & roads.keys(), roads, self.enemies)
        self.spent = self._points(side, sources)
        # A railway that leads to Moscow or Leningrad alone supplies Russians no more than half.
        own = setting.board.names(state.owned[setting.sides.index(side)])
        cities = {"0507", "2324"} & set(own) if side == RUSSIAN else set[HexId]()
        besieged = _spread({*cities} - zones - self.enemies, rails, zones | self.enemies)
        self.besieged = self._points(side, besieged | _spread(besieged & roads.keys(), roads, self.enemies))

    def _points(self, side: SideId, sources: set[HexId]) -> dict[HexId, int]:
        terrain = {here: kind.id for kind in played().hexmap.terrain for here in kind.hexes}
        costs = {"swamp": 2, "forest": 2, "hills": 2} if side == GERMAN else {}
        spent = dict.fromkeys(sources, 0)
        waiting = [(0, here) for here in sorted(sources)]
        while waiting:
            far, here = heappop(waiting)
            # Supplies come into a hex with an enemy, where nobody of theirs stands, and not out of it.
            if far > spent[here] or here in self.enemies:
                continue
            for near in grid().neighbours(here).values():
                kind = terrain.get(near, "clear")
                if kind != "lake" and far + costs.get(kind, 1) < spent.get(near, 99):
                    spent[near] = far + costs.get(kind, 1)
                    heappush(waiting, (spent[near], near))
        return spent

    def degree(self, here: HexId, allowance: int) -> str:
        """Return how a unit is supplied."""
        far = self.spent.get(here, 99)
        poorly = min(far, self.besieged.get(here, 99))
        return "in" if far <= allowance else "limited" if poorly <= 2 * allowance else "isolated"


@cache
def _lines(name: str) -> dict[HexId, set[HexId]]:
    found: dict[HexId, set[HexId]] = {}
    for line in next(line for line in played().hexmap.lines if line.id == name).lines:
        for here, there in zip(line.path, line.path[1:], strict=False):
            found.setdefault(here, set()).add(there)
            found.setdefault(there, set()).add(here)
    return found


def _spread(begun: set[HexId], lines: dict[HexId, set[HexId]], shut: set[HexId]) -> set[HexId]:
    seen, waiting = set(begun), list(begun)
    while waiting:
        for near in lines.get(waiting.pop(), set()) - shut - seen:
            seen.add(near)
            waiting.append(near)
    return seen


def compared() -> set[tuple[SideId, str]]:
    """Compare how all units are supplied in all positions; return what was seen of each side."""
    setting, seen = kernel().setting, set[tuple[SideId, str]]()
    for state in positions():
        for number, side in enumerate(setting.sides):
            plain, lack = Plain(state, side), lacking(setting, state, number)
            for unit in setting.of_side[number]:
                if (place := state.where[unit]) < 0:
                    continue
                told = "limited" if lack.out >> unit & 1 else "in"
                told = "isolated" if lack.isolated >> unit & 1 else told
                allowance = setting.mas[unit][state.steps[unit]]
                if allowance:
                    assert told == plain.degree(setting.board.ids[place], allowance), setting.units[unit]
                    seen.add((side, told))
    return seen


def test_supply_is_that_of_a_plain_reading() -> None:
    every = {(side, told) for side in (GERMAN, RUSSIAN) for told in ("in", "limited", "isolated")}
    # Railways lead everywhere in the west: hardly a German is so far from all of them.
    assert compared() >= every - {(GERMAN, "isolated")}


def test_plain_reading_finds_zones_that_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Setting, "ezoc", lambda *_: 0)
    with pytest.raises(AssertionError):
        compared()


def test_plain_reading_finds_limited_supply_that_comes_no_farther(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hauling, "_farther", lambda _reach: Fraction(1))
    monkeypatch.setattr("tests.battle_of_moscow.test_played.kernel", lambda: Kernel(played(), START))
    with pytest.raises(AssertionError):
        compared()


# Impulses and water -----------------------------------------------------------------------------------


def farthest(unit: str, here: str, phase: str, *others: str, turn: int = 1) -> int:
    """Return how many hexes away a unit may go at most."""
    state = arrange(kernel(), (f"{here} {unit}", *others), turn=turn, phase=phase)
    moves = kernel().actions_of(state, UnitId(unit))
    hexes = [one.hex for one in moves if one.kind == "move" and one.hex is not None]
    return max((grid().distance(HexId(here), there) for there in hexes), default=0)


def test_units_go_half_as_far_in_the_second_impulse() -> None:
    # Off the roads; 3 are halved to 1.
    german = "0130 german-inf-251"
    assert farthest("german-inf-251", "0238", "german-second-movement", "2340 russian-army-43") == 2
    assert farthest("russian-army-43", "2919", "russian-second-movement", german) == 1
    assert farthest("russian-cav-1", "3019", "russian-second-movement", german) == 3
    # Nobody goes who isn't supplied.
    assert farthest("russian-cav-1", "3004", "russian-second-movement", german) == 0


def test_nobody_walks_over_the_gulf() -> None:
    costs = next(mode for mode in played().rules.movement if mode.id == "march").costs
    frozen = [cost for cost in costs if isinstance(cost, EntryCost) and cost.weather == ("snow",)]
    assert all(cost.unless and cost.unless.feature == ("gulf",) for cost in frozen)
    lake = next(kind.hexes for kind in played().hexmap.terrain if kind.id == "lake")
    assert set(groups("gulf")["all"]) < set(lake)


def test_the_position_before_the_first_die_for_the_weather_can_be_written() -> None:
    begun = kernel().set_up(1)
    assert begun.stage == "weather-roll"
    assert moved_last(kernel().setting, begun) == ""
    assert not any("Rode" in notes for notes in unit_notes(kernel().setting, begun).values())
