"""What the scripts look up is what the data say."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hexwright.geometry.bitsets import members
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.rule_citations import with_rule_citations
from hexwright.vassal.codec.buildfile.components import GlobalTranslatableMessage, Map
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import lights, movement, names
from hexwright.vassal.enforcement.script import script
from hexwright.vassal.enforcement.tables import lookups
from hexwright.vassal.enforcement.tables.rows import CELL_END, ROW_END
from tests.vassal.compile.games import GAMES, game, module

slugs = pytest.mark.parametrize("slug", sorted(GAMES))


def texts(slug: str) -> dict[str, str]:
    """Return the named texts of a compiled module."""
    return {message.name: message.initial_value for message in module(slug).all(GlobalTranslatableMessage)}


def rows(table: str) -> dict[str, list[list[str]]]:
    """Read a table with keys as the scripts do."""
    found: dict[str, list[list[str]]] = {}
    for line in table.split(ROW_END) if table else ():
        key, *cells = line.split(CELL_END)
        found.setdefault(key, []).append(cells)
    return found


@slugs
def test_every_hex_has_a_number_of_its_own_and_costs_name_the_hexes_of_their_terrain(slug: str) -> None:
    data = game(slug)
    grid = HexGrid.of(data.hexmap.grid)
    held = rows(texts(slug)[names.HEXES])
    assert set(held) == set(grid)
    assert len({number for [[number]] in held.values()}) == len(held)
    for mode in data.rules.movement:
        told = rows(texts(slug)[names.COSTS]).get(mode.id, [])
        assert [points for *_, points in told] == [cost.cost for cost in mode.costs]
        for cost, (hexes, *_) in zip(mode.costs, told, strict=True):
            if not cost.terrain:
                continue  # It counts by something else, such as a hexside.
            numbers = {held[h][0][0] for h in grid if data.hexmap.terrain_of(h).id in cost.terrain}
            assert {str(n) for n in members(int(hexes, 16))} == numbers, (mode.id, cost.terrain)


@slugs
def test_a_line_links_the_hexes_of_its_paths_both_ways_and_no_others(slug: str) -> None:
    data = game(slug)
    number = {hex_id: int(n) for hex_id, [[n]] in rows(texts(slug)[names.HEXES]).items()}
    for line in data.hexmap.lines:
        told = texts(slug)[names.LINE + line.id].split()
        steps = {int(step): int(hexes, 16) for step, hexes in zip(told[::2], told[1::2], strict=True)}
        pairs = {
            pair
            for run in line.lines
            for one, other in zip(run.path, run.path[1:], strict=False)
            for pair in ((number[one], number[other]), (number[other], number[one]))
        }
        joined = {(a, a + step) for step, hexes in steps.items() for a in number.values() if hexes >> a & 1}
        assert joined == pairs


BY_ODDS = {"combat": ("odds", "combat"), "overruns": ("odds", "combat"), "movement": ("-", "steps")}
BY_FIRE = {
    "allocation": ("fire", "closed"),
    "fire": ("fire", "hits"),
    "air-strike": ("fire", "strike"),
    "supply": ("fire", "keep"),
    "movement": ("-", "works"),
    "other": ("-", "free"),
}


@slugs
def test_phases_say_which_way_of_fighting_they_belong_to_and_what_players_do_in_them(slug: str) -> None:
    data = game(slug)
    by_fire = data.rules.fire is not None
    for phase in data.rules.sequence:
        usual = ("-", "closed") if by_fire else ("-", "free")
        expected = (BY_FIRE if by_fire else BY_ODDS).get(phase.kind, usual)
        if (
            phase.kind == "supply"
            and data.rules.out_of_supply is not None
            and data.rules.out_of_supply.group is not None
        ):
            expected = ("-", "wasting")
        assert tuple(rows(lookups.phases(data).text)[phase.id][0][6:]) == expected


def test_battles_are_free_in_a_game_without_combat_rules() -> None:
    data = game("toy-bridge")
    bare = replace(data, rules=replace(data.rules, combat=None))
    assert {tuple(row[0][6:]) for row in rows(lookups.phases(bare).text).values()} == {("-", "free")}


@slugs
def test_movement_phases_name_side_classes_and_modes(slug: str) -> None:
    data = game(slug)
    held, moves = rows(lookups.phases(data).text), rows(lookups.moves(data).text)
    for number, phase in enumerate(data.rules.sequence):
        asked = [move.mode for move in phase.modes] or [data.rules.movement[0].id]
        classes = ",".join(phase.classes) or "*"
        (found,) = held[phase.id]
        assert found[:5] == [phase.side, phase.kind, classes, asked[0], str(number)]
        if phase.kind == "movement":
            assert found[5] == next(mode.rule for mode in data.rules.movement if mode.id == asked[0])
        told = [mode for mode, _ in moves.get(phase.id, [])]
        assert told == (asked if phase.kind == "movement" else [])


@slugs
def test_the_scripts_belong_to_the_module_and_carry_no_comments(slug: str) -> None:
    held = texts(slug)
    assert held[names.SCRIPT] == script(with_rule_citations(game(slug)), 150)
    assert not [line for line in held[names.SCRIPT].splitlines() if line.lstrip().startswith("//")]
    assert "//" not in re.sub(r'"(?:[^"\\]|\\.)*"', "", held[names.SCRIPT])


@slugs
def test_every_map_tells_its_units_when_a_move_ends(slug: str) -> None:
    assert {window.move_key for window in module(slug).all(Map)} == {names.MOVE_ENDED}


def unit_traits() -> tuple[Trait, ...]:
    """Return what judges the moves of a unit."""
    return tuple(movement.unit_traits(game("battle-for-moscow")))


def test_only_what_is_shown_stands_in_a_units_menu() -> None:
    triggers = [
        t
        for t in (*unit_traits(), *lights.unit_traits(game("battle-for-moscow")))
        if isinstance(t, TriggerAction)
    ]
    assert [t.menu for t in triggers if t.menu] == [
        "Take back this unit's move",
        lights.MENU,
        "Show its side's lines of communication",
    ]
    assert all(not t.match for t in triggers if t.menu)
