"""Tell in words what changes battles, and when: chat, reckoning, booklet and help take theirs from here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, Protocol

from builder.model.circumstances import When
from builder.model.game import Game
from builder.model.ids import SideId
from builder.model.modifying import Modifier

Part = Literal["attack", "defence", "columns", "die"]
"""What of a battle a modifier changes."""
_VERBS: Final = {Fraction(1, 2): "halves", Fraction(2): "doubles", Fraction(3): "triples"}
_AMONG: Final = {"all": "all attackers", "one": "one attacker", "each": "attackers"}


class _Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def changes(modifier: Modifier) -> Iterator[tuple[Part, str]]:
    """Yield what a modifier changes, each in words, such as "river halves the attack" or "forest -1"."""
    if modifier.attack is not None:
        yield "attack", f"{modifier.name} {_times(modifier.attack)}attack"
    if modifier.defence is not None:
        yield "defence", f"{modifier.name} {_times(modifier.defence)}defence"
    if modifier.columns:
        yield "columns", f"{modifier.name} {modifier.columns:+d}"
    if modifier.die:
        yield "die", f"{modifier.name} {modifier.die:+d} to the die"


def _times(factor: str) -> str:
    times = Fraction(factor)
    return f"{_VERBS[times]} the " if times in _VERBS else f"multiplies by {times} the "


def told(game: Game, modifier: Modifier) -> str:
    """Return a modifier as a line: what it changes, and when; "river -1 (all attackers across River)"."""
    effects = ", ".join(words for _, words in changes(modifier))
    when = ", ".join(_circumstances(game, modifier))
    return f"{effects} ({when})" if when else effects


def told_by_rule(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return the lines of all modifiers by the section of the rules that they cite; "" for no section."""
    found: dict[str, tuple[str, ...]] = {}
    for modifier in game.rules.combat.modifiers if game.rules.combat is not None else ():
        section = game.rules.section(modifier.rule)
        cited = "" if section is None else section.id
        found[cited] = (*found.get(cited, ()), told(game, modifier))
    return found


def _circumstances(game: Game, modifier: Modifier) -> Iterator[str]:
    yield from _ground(game, modifier)
    own, enemy, step = _own(game, modifier), _enemy(game, modifier), _step(game, modifier)
    among = _AMONG[modifier.asks]
    if any(part != "defence" for part, _ in changes(modifier)):
        if own or step:
            yield " ".join((among, *own, *step))
        if enemy:
            yield " ".join(("against", *enemy))
    else:
        if own:
            yield " ".join(("defender", *own))
        if enemy or step:
            yield " ".join((_AMONG["all"] if modifier.asks == "each" else among, *enemy, *step))
    for option, choice in modifier.under.items():
        offered = next((entry.choices for entry in game.rules.options if entry.id == option), ())
        yield f"where chosen: {_either((choice,), offered)}"


def _ground(game: Game, when: When) -> Iterator[str]:
    """Yield where and at what time it is."""
    hexmap = game.hexmap
    for ids, known in (
        (when.terrain, hexmap.terrain),
        (when.feature, hexmap.features),
        (when.place, hexmap.places),
        (when.weather, game.charts.weather),
    ):
        if ids:
            yield f"in {_either(ids, known)}"
    if when.place_kinds:
        yield f"in a {' or '.join(when.place_kinds)}"
    if when.turns:
        yield f"on turn {' or '.join(map(str, when.turns))}"


def _own(game: Game, when: When) -> tuple[str, ...]:
    """Return what the unit must be and how it must stand."""
    found: list[str] = []
    if when.side:
        found.append(f"of {_people(game, when.side)}")
    if when.classes or when.units:
        names = (*_names(when.classes, game.counters.classes), *_names(when.units, game.counters.units))
        found.append(f"of {' or '.join(names)}")
    if when.supply is not None:
        found.append("in supply" if when.supply == "in" else "out of supply")
    if when.zone is not None:
        found.append(f"{'in' if when.zone == 'in' else 'outside'} enemy zones of control")
    return tuple(found)


def _enemy(game: Game, when: When) -> tuple[str, ...]:
    found: list[str] = []
    if when.against:
        found.append(_people(game, when.against))
    if when.against_classes:
        found.append(f"{'of ' if when.against else ''}{_either(when.against_classes, game.counters.classes)}")
    return tuple(found)


def _people(game: Game, sides: Iterable[SideId]) -> str:
    return " or ".join(f"the {game.info.side(side).plural}" for side in sides)


def _step(game: Game, when: When) -> tuple[str, ...]:
    found: list[str] = []
    if when.across:
        found.append(f"across {_either(when.across, game.hexmap.hexsides)}")
    if when.into:
        found.append(f"from outside {_either(when.into, game.hexmap.features)}")
    return tuple(found)


def _names(ids: Iterable[str], known: Sequence[_Named]) -> list[str]:
    names = {entry.id: entry.name for entry in known}
    return [names.get(one, one) for one in ids]


def _either(ids: Iterable[str], known: Sequence[_Named]) -> str:
    return " or ".join(_names(ids, known))
