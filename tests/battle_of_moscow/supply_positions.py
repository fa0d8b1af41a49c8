"""Positions in which supply is traced, and those that cut Moscow and the edges off."""

from __future__ import annotations

from functools import cache
from typing import Final

from hexwright.model.ids import HexId, SideId
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import grid, kernel, played
from tests.battle_of_moscow.plain_supply import GERMAN, RUSSIAN, ground, lines

WEATHERS: Final = ("fair", "mud", "hardfrost", "snow")


def scattered(chance: RandomStream, weather: str) -> State:
    """Return a position with both sides' units anywhere, many around a city, and in the way of railways."""
    ids = [here for here in grid() if ground().get(here) != "lake"]
    near = {
        city: [here for here in ids if grid().distance(HexId(city), here) < 6] for city in ("0507", "2324")
    }
    held: dict[HexId, SideId] = {}
    found: list[str] = []
    for unit in kernel().setting.units:
        side, city = played().counters.unit(unit).side, chance.choice(["0507", "2324"])
        where = near[city] if side == RUSSIAN and chance.integer_below(3) else ids
        if side == GERMAN and chance.integer_below(2):
            where = sorted(lines("rail").keys())
        here = chance.choice(where)
        if chance.integer_below(4) and held.setdefault(here, side) == side:
            found.append(f"{here} {unit}")
    owners = {"0507": "german" if chance.integer_below(6) == 0 else "russian", "2324": "russian"}
    owners = {here: side for here, side in owners.items() if HexId(here) not in held}
    return build_state(kernel(), found, turn=2, phase="russian-movement", weather=weather, owners=owners)


@cache
def positions() -> tuple[State, ...]:
    chance = RandomStream(8)
    return tuple(scattered(chance, weather) for weather in WEATHERS for _ in range(3))


@cache
def closed() -> tuple[str, ...]:
    """Return Germans on all railways that lead to the east edge, so that nothing comes from there."""
    edge = next(one.hexes for one in played().hexmap.edges if one.id == "east")
    units = [unit for unit in kernel().setting.units if unit.startswith("german-pz")]
    ends = [here for here in edge if here in lines("rail")]
    return tuple(f"{here} {unit}" for here, unit in zip(ends, units, strict=False))
