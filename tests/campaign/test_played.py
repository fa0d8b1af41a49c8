"""The rules are played on the real map as naive readings of their text play them."""

from __future__ import annotations

from collections import deque
from functools import cache

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.random_stream import RandomStream
from hexwright.queries.supply_trace import walked
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.supply import supply_range
from hexwright.rules.supply.supply_range import hexes_in_supply
from tests.campaign.game import grid, loaded
from tests.rules.walks import compare

GERMAN, SOVIET = SideId("german"), SideId("soviet")


def played() -> Game:
    return loaded().game


@cache
def kernel() -> RulesEngine:
    return RulesEngine(played(), "scenario-01")


@cache
def positions() -> tuple[State, ...]:
    """Return positions with units of both sides scattered round Moscow, as each may move."""
    rules, chance, found = kernel(), RandomStream(7), list[State]()
    setting = rules.setting
    for number, phase in enumerate(("german-movement", "mechanised-movement", "soviet-movement") * 2):
        # Near Moscow, and where Germans are near their railheads.
        near = [
            hex_id for hex_id in grid() if ("35", "04")[number % 2] <= hex_id[:2] < ("64", "30")[number % 2]
        ]
        held: dict[HexId, SideId] = {}
        lines = []
        for unit in setting.units:
            kind = played().counters.unit(unit)
            here = chance.choice(near)
            if (
                chance.integer_below(3)
                or kind.unit_class in ("eb", "kampfgruppe")
                or held.get(here, kind.side) != kind.side
            ):
                continue
            held[here] = kind.side
            lines.append(f"{here} {unit}")
        found.append(build_state(rules, lines, turn=chance.choice([1, 5, 8]), phase=phase))
    return tuple(found)


def test_all_scenarios_can_be_played() -> None:
    game = played()
    assert len(game.scenarios) == 24
    assert [fault for scenario in game.scenarios for fault in check_rules(game, scenario)] == []


# Supply -------------------------------------------------------------------------------------------------


class Plain:
    """Who is supplied, by the text of the rules: a way of so many hexes to a railway hex, and on by rail."""

    def __init__(self, state: State, side: SideId) -> None:
        setting, game = kernel().setting, played()
        self.side, self.own, enemies = side, set[HexId](), set[HexId]()
        for unit, place in zip(setting.units, state.locations, strict=True):
            if place >= 0:
                here = setting.board.ids[place]
                (self.own if game.counters.unit(unit).side == side else enemies).add(here)
        zone = {near for here in enemies for near in grid().neighbours(here).values()}
        # German zones stop Soviet supply where no Soviet unit stands; Soviet zones stop nobody's.
        self.shut = enemies | (zone - self.own if side == SOVIET else set[HexId]())
        edges = {"west", "south"} if side == GERMAN else {"north", "south", "east"}
        begun = {hex_id for edge in game.hexmap.edges if edge.id in edges for hex_id in edge.hexes}
        self.shut_rails = self.shut | (self._tracks().keys() - self._served())
        self.rails = self._spread(begun & self._tracks().keys() - self.shut_rails, self._tracks())

    def _served(self) -> set[HexId]:
        """Return the railways that serve the side as the scenario begins."""
        [told] = [one for one in played().scenarios[0].networks["rail"] if one.side == self.side]
        features = [one for one in played().hexmap.features if one.id == told.feature]
        return set(told.hexes) | {h for one in features for group in one.groups for h in group.hexes}

    def _tracks(self) -> dict[HexId, set[HexId]]:
        found: dict[HexId, set[HexId]] = {}
        for line in next(line for line in played().hexmap.lines if line.id == "rail").lines:
            for here, there in zip(line.path, line.path[1:], strict=False):
                found.setdefault(here, set()).add(there)
                found.setdefault(there, set()).add(here)
        return found

    def _spread(self, begun: set[HexId], tracks: dict[HexId, set[HexId]]) -> set[HexId]:
        seen, waiting = set(begun), deque(begun)
        while waiting:
            for near in tracks[waiting.popleft()] - self.shut_rails - seen:
                seen.add(near)
                waiting.append(near)
        return seen

    def has(self, unit: HexId) -> bool:
        """Return whether units in a hex have a way; their own hex is open to them."""
        front, seen = {unit}, {unit}
        for _ in range(12 if self.side == GERMAN else 6):
            if front & self.rails:
                return True
            near = {one for here in front for one in grid().neighbours(here).values()}
            front = near - self.shut - seen
            seen |= front
        return bool(front & self.rails)


def compared_supply() -> set[tuple[SideId, bool]]:
    """Compare who is supplied in all positions; return what befell units of each side."""
    setting, seen = kernel().setting, set[tuple[SideId, bool]]()
    for state in positions():
        for number, side in enumerate(setting.sides):
            told, plain = hexes_in_supply(setting, state, number), Plain(state, side)
            for hex_number in members(state.occupied[number]):
                here = setting.board.ids[hex_number]
                has = plain.has(here)
                assert bool(told >> hex_number & 1) == has, (side, here, state.turn, state.phase)
                seen.add((side, has))
    return seen


def test_supply_is_that_of_a_plain_reading() -> None:
    assert compared_supply() == {(side, has) for side in (GERMAN, SOVIET) for has in (True, False)}


def test_plain_reading_finds_zones_that_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompiledGame, "ezoc_hexes", lambda *_: 0)
    with pytest.raises(AssertionError):
        compared_supply()


def test_plain_reading_finds_ways_that_are_a_hex_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    known = walked
    monkeypatch.setattr(
        supply_range, "walked", lambda spread, length, *where: known(spread, length + 1, *where)
    )
    with pytest.raises(AssertionError):
        compared_supply()


# Movement ---------------------------------------------------------------------------------------------


def test_units_move_as_the_naive_walker_moves() -> None:
    rules, chance = kernel(), RandomStream(3)
    for state in positions()[:3]:
        names = rules.setting.units
        movers = [
            u for u, place in enumerate(state.locations) if place >= 0 and rules.actions_of(state, names[u])
        ]
        compare(rules, state, chance.choice(movers), chance, most=1)


# Overruns ---------------------------------------------------------------------------------------------


def overrun(turn: int, *standing: str, target: str) -> str:
    """Declare an overrun of a hex by all Germans beside it; return its result."""
    rules = kernel()
    state = build_state(rules, standing, turn=turn, phase="german-movement")
    for line in standing:
        unit = line.partition(" ")[2]
        if unit.startswith("german"):
            state = rules.apply(state, rules.parse(state, f"attack {unit} {target}"))
    legal = [action.text for action in rules.legal_actions(state)]
    return "done" if f"resolve {target}" in legal else "not enough"


def test_ten_to_one_is_enough_on_the_first_four_turns_alone() -> None:
    # 7 + 7 + 6 against 2 are 10:1, one column higher on turns 1 to 4.
    stack = ("0926 german-pz-7", "0926 german-pz-6", "0926 german-pz-3", "0927 soviet-rd-133")
    assert played().counters.unit(UnitId("soviet-rd-133")).steps[0].strength == 2
    assert [overrun(turn, *stack, target="0927") for turn in (1, 4, 16)] == ["done", "done", "not enough"]


def test_tank_brigade_by_itself_is_walked_over_and_one_with_infantry_is_not() -> None:
    lone = ("0926 german-inf-251", "0927 soviet-tb-127")
    assert overrun(1, *lone, target="0927") == "done"
    assert overrun(1, *lone, "0927 soviet-rd-133", target="0927") == "not enough"


# Fortified lines and replacements ---------------------------------------------------------------------


def test_attack_through_the_front_of_a_fortified_line_takes_two_from_the_die() -> None:
    setting = kernel().setting
    side = next(f for f in played().hexmap.hexsides if f.id == "fortified-line").lines[0].hexsides[0]
    behind, before = side.split("/")
    lines = (f"{before} german-pz-7", f"{behind} soviet-rd-133")
    state = build_state(kernel(), lines, turn=16, phase="german-combat")
    tank, infantry = (1 << setting.unit_numbers[UnitId(unit)] for unit in ("german-pz-7", "soviet-rd-133"))
    assert "fortified line -2 DRM" in compute_odds(setting, state, infantry, tank).text
    assert "fortified" not in compute_odds(setting, state, tank, infantry).text


def test_one_division_of_later_waves_comes_back_a_turn_where_that_is_chosen() -> None:
    for scenario, points in (("scenario-09", 1), ("scenario-01", 0)):
        rules = RulesEngine(played(), scenario)
        lines = ("4715 soviet-rd-133",)
        pool = ("german-inf-251", "german-inf-102", "german-inf-5", "german-pz-7")
        state = build_state(rules, lines, turn=2, phase="german-arrivals", pool=pool)
        back = {action.unit for action in rules.legal_actions(state) if action.kind == "new"}
        assert "german-inf-251" in back or not points
        assert not back & {"german-inf-5", "german-pz-7"}
        assert bool("german-inf-251" in back) == bool(points)
        if points:
            assert "german-inf-102" in back
            after = rules.apply(state, rules.parse(state, "new german-inf-251 0120"))
            assert "german-inf-102" not in {one.unit for one in rules.legal_actions(after)}
