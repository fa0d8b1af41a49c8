"""The start of Battle of Moscow is legal by the rule text, judged here from the data alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.model.scenario import Scenario, SetUpArea
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup
from tests.battle_of_moscow.game import grid, groups, homes, loaded

# By the proposal's cards: kinds of the letters A to R, and how many come when.
LETTERS = {
    "a": 1, "b": 2, "c": 2, "d": 2, "e": 4, "f": 4, "g": 1, "h": 1, "i": 2,
    "j": 2, "k": 2, "l": 2, "m": 3, "n": 2, "o": 2, "p": 2, "q": 3, "r": 1,
}  # fmt: skip
RUSSIANS = {2: 3, 4: 3, 6: 5, 8: 5, 9: 5}
GERMANS = {1: 1, 2: 1, 4: 2, 7: 2, 10: 1}


def scenario() -> Scenario:
    """Return the scenario."""
    return loaded().game.scenario("typhoon")


def placement() -> dict[HexId, tuple[UnitId, ...]]:
    """Return who stands where at start."""
    return {hex_id: tuple(units) for hex_id, units in scenario().setup.placement.items()}


def lettered() -> dict[str, SetUpArea]:
    """Return the areas of the letters of the map."""
    return {
        letter: a
        for letter, hexes in groups("key").items()
        for a in scenario().setup_areas
        if a.hexes == hexes
    }


def front() -> set[HexId]:
    return {hex_id for hexes in groups("front-line").values() for hex_id in hexes}


def reached(start: HexId) -> set[HexId]:
    """Return all land that is reached without stepping on the front line."""
    [lake] = (one for one in loaded().game.hexmap.terrain if one.art == "lake")
    shut = front() | set(lake.hexes)
    found, todo = {start}, deque([start])
    while todo:
        for near in grid().neighbours(todo.popleft()).values():
            if near not in found and near not in shut:
                found.add(near)
                todo.append(near)
    return found


def faults(placed: Mapping[HexId, Iterable[UnitId]]) -> list[str]:
    """Return what the rule text has against a set-up."""
    found = []
    west, key = reached(HexId("0120")), {h: letter for letter, hexes in groups("key").items() for h in hexes}
    isthmus, svir = reached(HexId("0101")), reached(HexId("1201"))
    counters = loaded().game.counters
    told = {unit: letter for letter, area in lettered().items() for unit in area.units}
    finns: Counter[str] = Counter()
    for hex_id, units in placed.items():
        units = tuple(units)
        if hex_id in front():
            found.append(f"{hex_id} is on the front line")
        for unit in units:
            kind = counters.unit(unit)
            if kind.unit_class == "finnish":
                finns["isthmus" if hex_id in isthmus else "svir" if hex_id in svir else "elsewhere"] += 1
            elif kind.side == "german" and hex_id not in west:
                found.append(f"{unit} isn't west of the front line")
            elif kind.side == "russian" and hex_id in west | isthmus | svir:
                found.append(f"{unit} isn't east of the front line")
            if unit in told and key.get(hex_id) != told[unit]:
                found.append(f"{unit} isn't at {told[unit].upper()}")
        if len({counters.unit(unit).side for unit in units}) > 1:
            found.append(f"both sides in {hex_id}")
        if counters.unit(units[0]).side == "german" and len(units) > 3:
            found.append(f"{len(units)} Germans in {hex_id}")
    if finns != {"isthmus": 4, "svir": 4}:
        found.append(f"Finns: {dict(finns)}")
    return found


def test_the_start_is_as_the_rules_ask() -> None:
    assert faults(placement()) == []


@pytest.mark.parametrize(
    ("unit", "to", "words"),
    [
        ("german-pz-2", "2324", "isn't west"),
        ("german-pz-2", "2323", "isn't west"),
        ("russian-army-31", "0120", "isn't east"),
        ("russian-army-7", "1306", "isn't at A"),
        ("finnish-5", "0101", "Finns"),
        ("german-pz-2", "0408", "on the front line"),
    ],
)
def test_a_unit_elsewhere_is_found_by_text_and_program(unit: str, to: str, words: str) -> None:
    placed = {h: tuple(u for u in units if u != unit) for h, units in placement().items()}
    placed = {h: units for h, units in placed.items() if units}
    placed[HexId(to)] = (*placed.get(HexId(to), ()), UnitId(unit))
    assert any(words in fault for fault in faults(placed))
    name = loaded().game.counters.unit(UnitId(unit)).name
    if words != "Finns":
        told = [SetUpLine(u, h) for h, units in placed.items() for u in units]
        assert any(name in str(fault) for fault in check_setup(loaded().game, "typhoon", told))


def test_the_program_finds_nothing_in_the_start_and_makes_others() -> None:
    told = [SetUpLine(u, h) for h, units in placement().items() for u in units]
    assert check_setup(loaded().game, "typhoon", told) == ()
    for seed in range(2):
        made = generate_setup(loaded().game, "typhoon", seed)
        assert check_setup(loaded().game, "typhoon", made) == ()
        assert len(made) == len(told)


def test_the_orders_of_battle_add_up_to_the_cards() -> None:
    game = loaded().game
    sides = Counter(unit.side for unit in game.counters.units)
    assert sides == {"german": 122, "russian": 98}
    germans = [unit for unit in game.counters.units if unit.side == "german"]
    factors = sum(
        unit.steps[0].strength or 0 for unit in germans if unit.unit_class not in ("finnish", "security")
    )
    assert factors == 292
    by_letter = {letter: len(area.units) for letter, area in lettered().items()}
    assert by_letter == LETTERS
    # The 168th and 299th come by no week of the card, but after the 40th Army may move.
    late = {"german-inf-168", "german-inf-299"}
    for side, wanted in (("russian", RUSSIANS), ("german", GERMANS)):
        come = Counter(
            a.turn for a in game.oob.reinforcements if a.side == side for unit in a.units if unit not in late
        )
        assert come == wanted
    once = Counter(unit for arrival in game.oob.reinforcements for unit in arrival.units)
    standing = {unit for units in placement().values() for unit in units}
    assert set(once.values()) == {1}
    assert not standing & once.keys()


def test_the_rule_texts_own_figures_stand() -> None:
    game = loaded().game
    army = game.counters.unit(UnitId("russian-army-42")).steps[0]
    assert (army.strength, army.defence, army.ma) == (3, None, 3)
    south_east = groups("key")["c"][0]
    assert set(placement()[south_east]) == {"russian-army-42", "russian-fort-2"}
    assert game.counters.unit(UnitId("russian-fort-2")).steps[0].defence == "2"
    assert placement()[homes()["Voronezh"]] == ("russian-army-40",)
    assert [turn.turn for turn in game.charts.turn_tracks[0].turns] == list(range(1, 11))
    table = game.charts.combat
    assert table is not None
    assert (table.columns[0], table.columns[-1]) == ("1:6", "7:1")
    assert {result.id for result in table.results} == {"AE", "AB", "EX", "DB", "DE"}
