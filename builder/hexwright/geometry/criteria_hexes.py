"""Find the hexes of a map, and the steps into them, that can meet some criteria."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexwright.geometry.bitsets import together, union
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.line_directions import way_name
from hexwright.model.hex_map import HexMap
from hexwright.model.ids import HexId
from hexwright.model.rules.criteria_record import Unless, When
from hexwright.model.rules.mandatory_attack_record import OutOf


def hexes_asked(board: Board, when: When) -> Hexes:
    """Return the hexes that can meet the criteria; for `into`, the hexes entered."""
    hexes = board.every & ~holding(board, when.unless)
    if when.terrain:
        hexes &= together(board.terrain[terrain] for terrain in when.terrain)
    if when.feature:
        hexes &= together(board.features[feature] for feature in when.feature)
    if when.place:
        hexes &= union(board.places[place] for place in when.place)
    if when.place_kinds:
        hexes &= board.at_places(when.place_kinds)
    return hexes & inside(board, when) if when.into else hexes


def is_asked(hexmap: HexMap, hex_id: str, when: When) -> bool:
    """Return whether a hex meets the criteria by ids alone, for a map without a valid board."""
    here = _in(hexmap, hex_id)
    if when.unless is not None and any(here(ground) for ground in _grounds(when.unless)):
        return False
    return all(here(ground) for ground in _grounds(when) if ground[1])


def _grounds(when: When | Unless) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("terrain", when.terrain),
        ("feature", when.feature),
        ("place", when.place),
        ("kind", when.place_kinds),
    )


def _in(hexmap: HexMap, hex_id: str) -> Callable[[tuple[str, tuple[str, ...]]], bool]:
    """Return a predicate for whether a hex contains any of some terrains, features, places or place kinds."""
    places = [place for place in hexmap.places if place.hex == hex_id]
    known = {
        "terrain": {hexmap.terrain_of(HexId(hex_id)).id},
        "feature": {feature.id for feature in hexmap.features if hex_id in feature.hexes},
        "place": {place.id for place in places},
        "kind": {str(place.kind) for place in places},
    }
    return lambda ground: not known[ground[0]].isdisjoint(ground[1])


def holding(board: Board, any_of: Unless | OutOf | None) -> Hexes:
    """Return the hexes that contain any of the items given; none if no items are given."""
    if any_of is None:
        return 0
    terrain = together(board.terrain[terrain] for terrain in any_of.terrain)
    features = together(board.features[feature] for feature in any_of.feature)
    places = union(board.places[place] for place in any_of.place)
    return terrain | features | places | board.at_places(any_of.place_kinds)


def out_of(board: Board, hexes: OutOf | None) -> Hexes:
    """Return the hexes from which an attack meets `out_of`; all hexes if it is omitted."""
    return board.every if hexes is None else holding(board, hexes)


def inside(board: Board, when: When) -> Hexes:
    """Return the hexes that a step must enter from outside; none if the criteria don't have `into`."""
    return together(board.features[feature] for feature in when.into)


def ways_back(when: When | Unless) -> Iterator[str]:
    """Yield the `way_name` of each line that a step follows, in the direction back from the hex entered."""
    for line in when.along:
        yield way_name(line, toward=when.away_from, away_from=when.toward)


def steps_asked(board: Board, when: When) -> tuple[Hexes, ...] | None:
    """Return, by hex, the adjacent hexes from which a step into it can meet the criteria; None if any can."""
    if not (when.across or when.facing or when.into or when.along):
        return None
    outside = board.every & ~inside(board, when)
    froms = [outside & near for near in board.near]
    if when.across:
        sides = [board.across[feature] for feature in when.across]
        froms = [hexes & together(far[number] for far in sides) for number, hexes in enumerate(froms)]
    if when.facing:
        fronts = [board.fronts[feature] for feature in when.facing]
        froms = [hexes & together(before[number] for before in fronts) for number, hexes in enumerate(froms)]
    if along := steps_along(board, when):
        froms = [hexes & one for hexes, one in zip(froms, along, strict=True)]
    return tuple(froms)


def steps_along(board: Board, when: When | Unless | None) -> tuple[Hexes, ...] | None:
    """Return, by hex, the hexes from which a line leads into it; None if the criteria have no line."""
    if when is None or not when.along:
        return None
    links = [board.links[way] for way in ways_back(when)]
    return tuple(together(far[number] for far in links) for number in range(len(board.ids)))
