"""Describe the criteria of any record in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Criteria, Near, Supply, Unless
from hexwright.model.rules.mandatory_attack_record import AttackOrigin
from hexwright.model.words.kind_names import kind_text, weather_text
from hexwright.model.words.unit_groups import classes_text, group_text
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.support.message_wording import join_with_and, number_ranges, with_article

SUPPLY: Final[Mapping[Supply, str]] = {
    "in": "in supply",
    "out": "out of supply",
    "limited": "in limited supply",
    "isolated": "when isolated",
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


_ARTICLES: Final = ("The ", "A ", "An ")


def time_texts(game: Game, when: Criteria) -> Iterator[str]:
    """Yield the criteria of weather, turns, situations and phases in words."""
    if when.weather:
        yield f"in {weather_text(game, when.weather)}"
    if when.turns:
        yield f"on {number_ranges('turn', when.turns, 'or')}"
    if when.situation:
        told = dict.fromkeys(situation_text(game, one) for one in when.situation)
        yield f"while {join_with_and([*told], 'or')}"
    if when.phases:
        yield f"in {_phases_text(game, when.phases)}"


def situation_text(game: Game, situation: str) -> str:
    """Return a situation in the middle of a sentence: "the Germans have come near to Voronezh"."""
    (name,) = _names((situation,), game.rules.situations)
    return f"{name[:1].lower()}{name[1:]}" if name.startswith(_ARTICLES) else name


def _phases_text(game: Game, phases: Sequence[str]) -> str:
    """Return the names of phases joined by "or"; "the second impulse" if each side has one of that name.

    Of a name of one word, the sides are told too: "German or Russian attacks".
    """
    named = [phase for phase in game.rules.sequence if phase.id in phases]
    if len(named) > 1 and {phase.side for phase in named} == {side.id for side in game.info.sides}:
        common = {phase.name.removeprefix(f"{game.info.side(phase.side).name} ") for phase in named}
        if len(common) == 1 and (told := common.pop()) != named[0].name:
            return f"the {told}" if " " in told else f"{sides_text(game, [p.side for p in named])} {told}"
    names = [_phase_text(game, name) for name in _names(phases, game.rules.sequence)]
    return join_with_and([f"the {name}" if name.endswith(_SINGLE) else name for name in names], "or")


def _phase_text(game: Game, name: str) -> str:
    """Return the name of a phase inside a sentence: small, if its first word is small in the rules too."""
    small = kind_text(game, name)
    first = f" {small.partition(' ')[0]} "
    return small if any(first in rule.text for rule in game.rules.summary) else name


_SINGLE: Final = (" impulse", " phase", " turn")
"""Ends of the names of phases that have an article: "in the German second impulse"."""


def ground_texts(game: Game, when: Criteria | Unless) -> Iterator[str]:
    """Yield the criteria of the hex in words."""
    hexmap = game.hexmap
    for ids, known in (
        (when.terrain, hexmap.terrain),
        (when.feature, hexmap.features),
    ):
        if ids:
            yield f"in {grounds_text(game, ids, known)}"
    if when.place:
        yield f"in {names_text(when.place, hexmap.places)}"
    if when.place_kinds:
        yield f"in {places_text(game, when.place_kinds)}"


def exception_texts(game: Game, when: Criteria) -> Iterator[str]:
    """Yield exceptions and required options in words."""
    if when.unless is not None:
        for words in (*ground_texts(game, when.unless), *_along(game, when.unless)):
            yield f"except {words}"
    for chosen in unusual_option_texts(game, when.option):
        yield f"with the option “{chosen}”"


def option_texts(game: Game, under: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of the choices that an entry requires."""
    for option, choice in under.items():
        offered = next((entry.choices for entry in game.rules.options if entry.id == option), ())
        yield names_text((choice,), offered)


def unusual_option_texts(game: Game, under: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of the choices that an entry requires and that aren't the default."""
    usual = {option.id: option.default for option in game.rules.options}
    yield from option_texts(game, {key: choice for key, choice in under.items() if usual.get(key) != choice})


def units_text(game: Game, when: Criteria, noun: str = "units", before: str = "") -> str:
    """Return a noun with the criteria of the unit, such as "attacking German tanks in supply".

    `before` is a word that precedes it all, such as "one"; "a" becomes "an" where it has to.
    """
    named = _names(when.units, game.counters.units)
    if named and not when.classes and noun in ("unit", "units") and before in ("", "a"):
        told = join_unit_names(named) if noun == "units" and not before else join_with_and(named, "or")
        return " ".join((told, *_condition_texts(game, when)))
    if when.classes and not (_most_classes(game, when.classes, when.side) and not named):
        told = group_text(game, when.classes, sides_text(game, when.side), noun, before, named)
        return " ".join((told, *_condition_texts(game, when)))
    sides = () if named and not when.classes else when.side
    after = unit_text(game, when)
    if when.condition is not None:
        after = tuple(words for words in after if words != _condition(when.condition))
    return _phrase(game, sides, noun, before, after, when.condition or "")


def unit_text(game: Game, when: Criteria) -> tuple[str, ...]:
    """Return the criteria of the unit in words that follow a noun; its side isn't among them."""
    named = _names(when.units, game.counters.units)
    if not named and (most := _most_classes(game, when.classes, when.side)):
        return (*_condition_texts(game, when), most)
    kinds = [f"that are {classes_text(game, when.classes)}"] if when.classes else []
    kinds += [f"named {join_with_and(named, 'or')}"] if named else []
    return (*((" or ".join(kinds),) if kinds else ()), *_condition_texts(game, when))


def _condition_texts(game: Game, when: Criteria) -> Iterator[str]:
    """Yield the criteria of a unit's condition, supply and place in words."""
    if when.condition is not None:
        yield _condition(when.condition)
    if when.supply is not None:
        yield SUPPLY[when.supply]
    if when.enemy_zoc is not None:
        yield f"{'in' if when.enemy_zoc == 'in' else 'outside'} enemy zones of control"
    if when.near is not None:
        yield _near(game, when.near)


def _condition(condition: str) -> str:
    return f"that are {condition}"


_LONG_LIST: Final = 4
"""From this number on, classes are told by those that are lacking, if those are far fewer."""
_EVERY_CLASS: Final = "of any class"


def _most_classes(game: Game, classes: Sequence[str], sides: Sequence[SideId]) -> str:
    """Return most classes of a side or of all, such as "except Tanks"; "" if they aren't most."""
    if len(classes) < _LONG_LIST or len(sides) > 1:
        return ""
    flying = {one for force in game.rules.air for one in force.classes} - {*classes}
    fielded = {unit.unit_class for unit in game.counters.units if not sides or unit.side in sides} - flying
    lacking = [entry.id for entry in game.counters.classes if entry.id in fielded - {*classes}]
    if 2 * len(lacking) > len(classes):
        return ""
    if not lacking:
        return _EVERY_CLASS
    return f"except {classes_text(game, lacking, 'and')}"


def enemies_text(game: Game, when: Criteria, noun: str = "units", before: str = "") -> str:
    """Return a noun with the criteria of the enemy, such as "Soviet tanks"; "" without any."""
    if not (when.against or when.against_classes):
        return ""
    most = _most_classes(game, when.against_classes, when.against)
    if when.against_classes and not most:
        return group_text(game, when.against_classes, sides_text(game, when.against), noun, before)
    return _phrase(game, when.against, noun, before, (most,) if most else ())


def sides_text(game: Game, sides: Iterable[SideId]) -> str:
    """Return the names of sides as they stand before a noun: "German or Finnish"; "" without any."""
    names = [game.info.side(side).name for side in sides]
    return join_with_and(names, "or") if names else ""


def _phrase(
    game: Game, sides: Sequence[SideId], noun: str, before: str, after: Sequence[str], condition: str = ""
) -> str:
    words = " ".join(filter(None, (condition, sides_text(game, sides), noun)))
    if before == "a":
        words = with_article(words)
    elif before:
        words = f"{before} {words}"
    # Every class of a side is every unit of it.
    told = [word for word in after if word != _EVERY_CLASS or not sides]
    return " ".join((words, *told))


def step_text(game: Game, when: Criteria) -> tuple[str, ...]:
    """Return the criteria of the step into the hex in words."""
    found: list[str] = []
    if when.across:
        found.append(f"across {features_text(game, when.across, game.hexmap.hexsides)}")
    if when.across_front:
        found.append(f"through the front of {features_text(game, when.across_front, game.hexmap.hexsides)}")
    if when.into:
        found.append(f"from outside {grounds_text(game, when.into, game.hexmap.features)}")
    return (*found, *_along(game, when))


def attack_origin_text(game: Game, ground: AttackOrigin | None) -> tuple[str, ...]:
    """Return the criteria of the attacker's hex in words; an empty tuple if there are none."""
    if ground is None:
        return ()
    hexmap = game.hexmap
    words = [
        grounds_text(game, ids, known)
        for ids, known in ((ground.terrain, hexmap.terrain), (ground.feature, hexmap.features))
        if ids
    ]
    if ground.place:
        words.append(names_text(ground.place, hexmap.places))
    if ground.place_kinds:
        words.append(places_text(game, ground.place_kinds))
    return (f"out of {' or '.join(words)}",) if words else ()


def places_text(game: Game, kinds: Sequence[str]) -> str:
    """Return kinds of places with articles: "Moscow, a major city or city"; the only capital has its name."""
    capitals = [place.name for place in game.hexmap.places if place.kind == "capital" and place.name]
    named = capitals if "capital" in kinds and len(capitals) == 1 else []
    others = [kind.replace("-", " ") for kind in kinds if not (named and kind == "capital")]
    return join_with_and([*named, *(f"a {kind}" for kind in others[:1]), *others[1:]], "or")


def place_kinds_text(kinds: Sequence[str]) -> str:
    """Return kinds of places joined by "or": "capital, major city or city"."""
    return join_with_and([kind.replace("-", " ") for kind in kinds], "or")


def names_text(ids: Iterable[str], known: Sequence[_Named]) -> str:
    """Return the names of entries joined by "or": "Clear, Forest or Hills"."""
    return join_with_and(_names(ids, known), "or")


def _near(game: Game, near: Near) -> str:
    kinds = (classes_text(game, near.classes),) if near.classes else ()
    names = (*kinds, *_names(near.units, game.counters.units))
    who = " or ".join(names) if len(names) < 3 else join_with_and(names, "or")
    who = who or "another unit of their side"
    if not near.within:
        return f"not stacked with {who}" if near.missing else f"stacked with {who}"
    away = "a hex" if near.within == 1 else f"{near.within} hexes"
    return f"{'not ' if near.missing else ''}within {away} of {who}"


def _along(game: Game, when: Criteria | Unless) -> tuple[str, ...]:
    if not when.along:
        return ()
    found = f"along {features_text(game, when.along, game.hexmap.lines)}"
    if when.toward is not None:
        found += f" toward {names_text((when.toward,), game.hexmap.places)}"
    if when.away_from is not None:
        found += f" away from {names_text((when.away_from,), game.hexmap.places)}"
    return (found,)


_INSIDE: Final = (" of ", " on ", " at ", " from ", " around ")
"""Words inside the name of a single stretch of the map, such as "Gulf of Finland"."""


_OF_TERRAIN: Final = frozenset(("broken", "clear", "open", "rough"))
"""Names of terrain that need a noun: "in clear terrain"."""


def grounds_text(game: Game, ids: Iterable[str], known: Sequence[_Named]) -> str:
    """Return the names of hexes joined by "or", with articles: "forest or a fortified hex", "the Gulf of
    Finland".
    """
    names = [(name, _ground(kind_text(game, name))) for name in _names(ids, known)]
    if known is game.hexmap.features:
        names = [(name, _with_its_article(name, told)) for name, told in names]
    return join_with_and([told for _, told in names], "or")


def _with_its_article(name: str, told: str) -> str:
    """Return a common noun that names single hexes with an article: "a fortification"."""
    common = told[:1] != name[:1] and told[1:] == name[1:] and not told.startswith("the ")
    return with_article(told) if common and not told.endswith("s") else told


def _ground(name: str) -> str:
    if name.casefold().startswith("the "):
        return f"the {name[4:]}"
    if name.casefold().endswith(" hex"):
        return with_article(name)
    if name in _OF_TERRAIN:
        return f"{name} terrain"
    return f"the {name}" if any(word in name for word in _INSIDE) else name


def features_text(game: Game, ids: Iterable[str], known: Sequence[_Named]) -> str:
    """Return the names of hexsides or lines joined by "or", with articles: "a river or a lake", "the Moscow
    Road".
    """
    return join_with_and([_feature(kind_text(game, name)) for name in _names(ids, known)], "or")


def _feature(name: str) -> str:
    words = name.split()
    if words[0].casefold() == "the":
        return f"the {name[4:]}"
    if len(words) > 1 and all(word[0] != word[0].casefold() for word in words):
        return f"the {name}"
    return name if name.endswith("s") and not name.endswith("ss") else with_article(name)


def _names(ids: Iterable[str], known: Sequence[_Named]) -> list[str]:
    names = {entry.id: entry.name for entry in known}
    return list(dict.fromkeys(names.get(one, one) for one in ids))
