"""Find the hexes of a map, and the steps into them, that can meet some criteria."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexwright.geometry.bitsets import union, union_of
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.line_directions import directed_line_name
from hexwright.model.hex_map import HexMap
from hexwright.model.ids import HexId
from hexwright.model.rules.criteria_record import Criteria, Unless
from hexwright.model.rules.mandatory_attack_record import AttackOrigin


def hexes_meeting_criteria(board: Board, when: Criteria) -> Hexes:
    """Return the hexes that can meet the criteria; if `into` is given, the hexes that a step enters."""
    hexes = board.every & ~hexes_containing(board, when.unless)
    if when.terrain:
        hexes &= union_of(board.terrain[terrain] for terrain in when.terrain)
    if when.feature:
        hexes &= union_of(board.features[feature] for feature in when.feature)
    if when.place:
        hexes &= union(board.places[place] for place in when.place)
    if when.place_kinds:
        hexes &= board.hexes_of_place_kinds(when.place_kinds)
    return hexes & target_feature_hexes(board, when) if when.into else hexes


def hex_meets_criteria(hexmap: HexMap, hex_id: str, when: Criteria) -> bool:
    """Return whether a hex meets the criteria.

    It compares ids only, so it also works on a map without a valid board.
    """
    here = _content_test(hexmap, hex_id)
    if when.unless is not None and any(here(ground) for ground in _hex_contents_wanted(when.unless)):
        return False
    return all(here(ground) for ground in _hex_contents_wanted(when) if ground[1])


def _hex_contents_wanted(when: Criteria | Unless) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("terrain", when.terrain),
        ("feature", when.feature),
        ("place", when.place),
        ("kind", when.place_kinds),
    )


def _content_test(hexmap: HexMap, hex_id: str) -> Callable[[tuple[str, tuple[str, ...]]], bool]:
    """Return a function that tests for terrains, features, places or kinds of place in a hex."""
    places = [place for place in hexmap.places if place.hex == hex_id]
    known = {
        "terrain": {hexmap.terrain_of(HexId(hex_id)).id},
        "feature": {feature.id for feature in hexmap.features if hex_id in feature.hexes},
        "place": {place.id for place in places},
        "kind": {str(place.kind) for place in places},
    }
    return lambda ground: not known[ground[0]].isdisjoint(ground[1])


def hexes_containing(board: Board, any_of: Unless | AttackOrigin | None) -> Hexes:
    """Return the hexes that contain any of the listed items; the empty set if `any_of` is None."""
    if any_of is None:
        return 0
    terrain = union_of(board.terrain[terrain] for terrain in any_of.terrain)
    features = union_of(board.features[feature] for feature in any_of.feature)
    places = union(board.places[place] for place in any_of.place)
    return terrain | features | places | board.hexes_of_place_kinds(any_of.place_kinds)


def attack_origin_hexes(board: Board, hexes: AttackOrigin | None) -> Hexes:
    """Return the hexes from which an attack meets `attacking_from`; all hexes if that key is omitted."""
    return board.every if hexes is None else hexes_containing(board, hexes)


def target_feature_hexes(board: Board, when: Criteria) -> Hexes:
    """Return the hexes of the features in `into`, which a step must enter from outside.

    The result is empty if there is no `into`.
    """
    return union_of(board.features[feature] for feature in when.into)


def reversed_line_names(when: Criteria | Unless) -> Iterator[str]:
    """Yield the names of the directed lines that lead back along the lines of the criteria.

    A line toward a hex becomes a line away from it.
    """
    for line in when.along:
        yield directed_line_name(line, toward=when.away_from, away_from=when.toward)


def criteria_steps(board: Board, when: Criteria) -> tuple[Hexes, ...] | None:
    """Return, for each hex, the adjacent hexes from which a step into it can meet the criteria.

    None means that the criteria don't restrict steps.
    """
    if not (when.across or when.across_front or when.into or when.along):
        return None
    outside = board.every & ~target_feature_hexes(board, when)
    froms = [outside & near for near in board.near]
    if when.across:
        sides = [board.across[feature] for feature in when.across]
        froms = [hexes & union_of(far[number] for far in sides) for number, hexes in enumerate(froms)]
    if when.across_front:
        fronts = [board.fronts[feature] for feature in when.across_front]
        froms = [hexes & union_of(before[number] for before in fronts) for number, hexes in enumerate(froms)]
    if along := line_steps(board, when):
        froms = [hexes & one for hexes, one in zip(froms, along, strict=True)]
    return tuple(froms)


def line_steps(board: Board, when: Criteria | Unless | None) -> tuple[Hexes, ...] | None:
    """Return, for each hex, the hexes from which a line leads into it; None if the criteria name no line."""
    if when is None or not when.along:
        return None
    links = [board.links[way] for way in reversed_line_names(when)]
    return tuple(union_of(far[number] for far in links) for number in range(len(board.ids)))
