"""Describe the criteria of any record in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Criteria, Near, Supply, Unless
from hexwright.model.rules.mandatory_attack_record import AttackOrigin
from hexwright.support.message_wording import join_with_and, number_ranges

SUPPLY: Final[Mapping[Supply, str]] = {
    "in": "in supply",
    "out": "out of supply",
    "limited": "in limited supply",
    "isolated": "that are isolated",
}


class _Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def place_and_time_texts(game: Game, when: Criteria) -> Iterator[str]:
    """Yield the criteria of hex and time in words."""
    yield from ground_texts(game, when)
    yield from time_texts(game, when)


def time_texts(game: Game, when: Criteria) -> Iterator[str]:
    """Yield the criteria of weather, turns, situations and phases in words."""
    if when.weather:
        yield f"in {names_text(when.weather, game.charts.weather)}"
    if when.turns:
        yield f"on {number_ranges('turn', when.turns, 'or')}"
    if when.situation:
        names = _names(when.situation, game.rules.situations)
        inside = [f"the {name[4:]}" if name.startswith("The ") else name for name in names]
        yield f"while {join_with_and(inside, 'or')}"
    if when.phases:
        yield f"in {names_text(when.phases, game.rules.sequence)}"


def ground_texts(game: Game, when: Criteria | Unless) -> Iterator[str]:
    """Yield the criteria of the hex in words."""
    hexmap = game.hexmap
    for ids, known in (
        (when.terrain, hexmap.terrain),
        (when.feature, hexmap.features),
        (when.place, hexmap.places),
    ):
        if ids:
            yield f"in {names_text(ids, known)}"
    if when.place_kinds:
        yield f"in a {place_kinds_text(when.place_kinds)}"


def exception_texts(game: Game, when: Criteria) -> Iterator[str]:
    """Yield exceptions and required options in words."""
    if when.unless is not None:
        for words in (*ground_texts(game, when.unless), *_along(game, when.unless)):
            yield f"not {words}"
    for chosen in option_texts(game, when.option):
        yield f"where chosen: {chosen}"


def option_texts(game: Game, under: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of the choices that an entry requires."""
    for option, choice in under.items():
        offered = next((entry.choices for entry in game.rules.options if entry.id == option), ())
        yield names_text((choice,), offered)


def unit_text(game: Game, when: Criteria) -> tuple[str, ...]:
    """Return the criteria of the unit in words."""
    found: list[str] = []
    kinds = [*_names(when.classes, game.counters.classes), *_names(when.units, game.counters.units)]
    if not when.units and (most := _most_classes(game, when.classes, when.side)):
        found.append(f"of {most}")
    elif kinds:
        # Single units need no side to be known by.
        sides = [game.info.side(side).name for side in when.side if when.classes]
        found.append(
            " ".join(("of", *([join_with_and(sides, "or")] if sides else []), join_with_and(kinds, "or")))
        )
    elif when.side:
        found.append(f"of {_people(game, when.side)}")
    if when.condition is not None:
        found.append(f"that are {when.condition}")
    if when.supply is not None:
        found.append(SUPPLY[when.supply])
    if when.enemy_zoc is not None:
        found.append(f"{'in' if when.enemy_zoc == 'in' else 'outside'} enemy zones of control")
    if when.near is not None:
        found.append(_near(game, when.near))
    return tuple(found)


_LONG_LIST: Final = 4
"""From this number on, classes are told by those that are lacking, if those are far fewer."""


def _most_classes(game: Game, classes: Sequence[str], sides: Sequence[SideId]) -> str:
    """Return most classes of a side or of all, such as "the Reds except Tanks"; "" if they aren't most."""
    if len(classes) < _LONG_LIST or len(sides) > 1:
        return ""
    fielded = {unit.unit_class for unit in game.counters.units if not sides or unit.side in sides}
    lacking = [entry.id for entry in game.counters.classes if entry.id in fielded - {*classes}]
    if 2 * len(lacking) > len(classes):
        return ""
    whose = _people(game, sides) if sides else "all classes"
    if not lacking:
        return whose
    return f"{whose} except {join_with_and(_names(lacking, game.counters.classes), 'and')}"


def enemy_text(game: Game, when: Criteria) -> tuple[str, ...]:
    """Return the criteria of the enemy in words."""
    if most := _most_classes(game, when.against_classes, when.against):
        return (most,)
    found: list[str] = []
    if when.against:
        found.append(_people(game, when.against))
    if when.against_classes:
        found.append(
            f"{'of ' if when.against else ''}{names_text(when.against_classes, game.counters.classes)}"
        )
    return tuple(found)


def step_text(game: Game, when: Criteria) -> tuple[str, ...]:
    """Return the criteria of the step into the hex in words."""
    found: list[str] = []
    if when.across:
        found.append(f"across {names_text(when.across, game.hexmap.hexsides)}")
    if when.across_front:
        found.append(f"through the front of {names_text(when.across_front, game.hexmap.hexsides)}")
    if when.into:
        found.append(f"from outside {names_text(when.into, game.hexmap.features)}")
    return (*found, *_along(game, when))


def attack_origin_text(game: Game, ground: AttackOrigin | None) -> tuple[str, ...]:
    """Return the criteria of the attacker's hex in words; an empty tuple if there are none."""
    if ground is None:
        return ()
    hexmap = game.hexmap
    words = [
        names_text(ids, known)
        for ids, known in (
            (ground.terrain, hexmap.terrain),
            (ground.feature, hexmap.features),
            (ground.place, hexmap.places),
        )
        if ids
    ]
    if ground.place_kinds:
        words.append(f"a {place_kinds_text(ground.place_kinds)}")
    return (f"out of {' or '.join(words)}",) if words else ()


def place_kinds_text(kinds: Sequence[str]) -> str:
    """Return kinds of places joined by "or": "capital, major city or city"."""
    return join_with_and([kind.replace("-", " ") for kind in kinds], "or")


def names_text(ids: Iterable[str], known: Sequence[_Named]) -> str:
    """Return the names of entries joined by "or": "Clear, Forest or Hills"."""
    return join_with_and(_names(ids, known), "or")


def _near(game: Game, near: Near) -> str:
    names = (*_names(near.classes, game.counters.classes), *_names(near.units, game.counters.units))
    who = join_with_and(names, "or") if names else "another unit of their side"
    if not near.within:
        return f"not stacked with {who}" if near.missing else f"stacked with {who}"
    away = "a hex" if near.within == 1 else f"{near.within} hexes"
    return f"{'not ' if near.missing else ''}within {away} of {who}"


def _along(game: Game, when: Criteria | Unless) -> tuple[str, ...]:
    if not when.along:
        return ()
    found = f"along {names_text(when.along, game.hexmap.lines)}"
    if when.toward is not None:
        found += f" toward {names_text((when.toward,), game.hexmap.places)}"
    if when.away_from is not None:
        found += f" away from {names_text((when.away_from,), game.hexmap.places)}"
    return (found,)


def _people(game: Game, sides: Iterable[SideId]) -> str:
    return " or ".join(f"the {game.info.side(side).plural}" for side in sides)


def _names(ids: Iterable[str], known: Sequence[_Named]) -> list[str]:
    names = {entry.id: entry.name for entry in known}
    return list(dict.fromkeys(names.get(one, one) for one in ids))
