"""Where units retreat to, beside a naive walk along all ways: past zones, and where friends leave no room."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Literal, get_args

import pytest

from builder.geometry.hexgrid import HexGrid
from builder.model.game import Game
from builder.model.ids import HexId, UnitId
from tests.rules.zoning import reaches
from tests.vassal.compile.games import game
from validators.rules.arrange import arrange
from validators.rules.combat import retreats
from validators.rules.kernel import Kernel

Zones = Literal["forbidden", "unless-friends", "ignored"]
Full = Literal["further", "eliminated"]
MOST = 3
"""Units in a hex of the toy."""


def changed(zones: Zones, full: Full, hexes: int) -> Game:
    toy = game("toy-causeway")
    combat = toy.rules.combat
    assert combat is not None
    retreat = replace(combat.retreat, ezoc=zones, full=full, hexes=hexes)
    stacking = replace(toy.rules.stacking, limit=MOST, limits=())
    return replace(toy, rules=replace(toy.rules, stacking=stacking, combat=replace(combat, retreat=retreat)))


def ends(game: Game, standing: dict[str, str], unit: str) -> set[str]:
    """Return where a unit may end its retreat, by the text of the rule alone."""
    grid = HexGrid.of(game.hexmap.grid)
    side = {one.id: one.side for one in game.counters.units}
    combat = game.rules.combat
    assert combat is not None
    rule, zoc, start = combat.retreat, game.rules.zoc, standing[unit]

    def stands(hex_id: str, *, own: bool) -> list[str]:
        there = [one for one, place in standing.items() if place == hex_id and one != unit]
        return [one for one in there if (side[UnitId(one)] == side[UnitId(unit)]) == own]

    def beside(hex_id: str) -> list[str]:
        return [str(one) for one in grid.neighbours(HexId(hex_id)).values()]

    def controls(one: str) -> bool:
        return zoc.reach != "none" and (
            not zoc.classes or game.counters.unit(UnitId(one)).unit_class in zoc.classes
        )

    # Nobody retreats into what the usual way of moving never lets him enter.
    never = {kind for one in game.rules.movement[0].costs if one.cost == "never" for kind in one.terrain}
    sea = {str(hex_id) for kind in game.hexmap.terrain if kind.id in never for hex_id in kind.hexes or ()}

    def shut(hex_id: str) -> bool:
        if stands(hex_id, own=False) or hex_id in sea:
            return True
        zone = any(
            controls(one) and reaches(game, side[UnitId(one)], HexId(hex_id))
            for near in beside(hex_id)
            for one in stands(near, own=False)
        )
        spared = zoc.friends_cancel or rule.ezoc == "unless-friends"
        return rule.ezoc != "ignored" and zone and not (spared and stands(hex_id, own=True))

    def room(hex_id: str) -> bool:
        return len(stands(hex_id, own=True)) < MOST

    ways = [[start]]
    for length in range(1, 9):
        ways = [
            [*way, after]
            for way in ways
            for after in beside(way[-1])
            if not shut(after)
            and after not in way
            and grid.distance(HexId(start), HexId(after)) >= min(length, rule.hexes)
        ]
        ways = list({way[-1]: way for way in ways}.values()) if length >= rule.hexes else ways
        if length < rule.hexes:
            continue
        if length > rule.hexes and rule.full == "eliminated":
            return set()
        if found := {way[-1] for way in ways if room(way[-1])}:
            return found
    return set()


@pytest.mark.parametrize("zones", get_args(Zones))
@pytest.mark.parametrize("full", get_args(Full))
@pytest.mark.parametrize("hexes", [1, 2])
def test_retreats_end_where_the_text_lets_them(zones: Zones, full: Full, hexes: int) -> None:
    assert compared(zones, full, hexes) == {True, False} or zones != "forbidden"


def compared(zones: Zones, full: Full, hexes: int) -> set[bool]:
    """Compare retreats in some positions; return whether there was any, and whether there was none."""
    told = changed(zones, full, hexes)
    kernel, chance = Kernel(told, "the-week", {}), random.Random(f"{zones}/{full}/{hexes}")
    setting = kernel.setting
    places = [hex_id for hex_id in setting.board.ids if hex_id in setting.board.grid]
    seen: set[bool] = set()
    for _ in range(25):
        standing: dict[str, str] = {}
        middle = chance.choice(places)
        near = [middle, *(setting.board.grid.neighbours(middle).values())][: chance.randint(2, 7)]
        own = {unit: setting.side_of[setting.number[unit]] for unit in setting.units}
        for unit in chance.sample(list(setting.units), len(setting.units)):
            hex_id = chance.choice(near)
            with_it = [one for one, place in standing.items() if place == hex_id]
            if all(own[UnitId(one)] == own[unit] for one in with_it) and len(with_it) < MOST:
                standing[unit] = hex_id
        state = arrange(
            kernel, tuple(f"{place} {unit}" for unit, place in standing.items()), phase="blue-combat"
        )
        for one in standing:
            found = retreats(setting, state, setting.number[UnitId(one)])
            ids = {str(end) for bits in found.values() for end in setting.hexes(bits)}
            assert ids == ends(told, standing, one), (standing, one)
            seen.add(bool(ids))
    return seen
