"""Say what a way of fighting asks of units in the module: their traits, and what is promised of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from builder.model.game import Game
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.values import Key
from builder.vassal.compile.enforcement import announcing, battles, fire, names
from builder.vassal.compile.enforcement.fighting import BY_FIRE, BY_HAND, BY_ODDS, fighting


@dataclass(frozen=True, slots=True)
class Handling:
    """What units need for a way of fighting."""

    questions: Callable[[], tuple[tuple[Key, str], ...]]
    """The keys that ask about battles, with what they ask."""
    unit_traits: Callable[[Game], Iterator[Trait]]
    moved: Key
    """What follows a move that was judged."""
    done: Key
    """What carries out the answer to a deed."""


def _by_odds(game: Game) -> Iterator[Trait]:
    yield from battles.unit_traits(game)
    yield from announcing.unit_traits(game)


def _by_fire(game: Game) -> Iterator[Trait]:
    yield from fire.unit_traits(game)
    if game.rules.attrition:
        yield from battles.losses(game)


_ODDS: Final = Handling(battles.questions, _by_odds, names.GO_ON_FIGHTING, names.GO_ON_FIGHTING)
_FIRE: Final = Handling(fire.questions, _by_fire, names.LEAVE, names.TAKE_HIT)
_OF: Final[Mapping[str, Handling]] = MappingProxyType(
    {BY_HAND.name: _ODDS, BY_ODDS.name: _ODDS, BY_FIRE.name: _FIRE}
)


def handling(game: Game) -> Handling:
    """Return what units of a game need to fight."""
    return _OF[fighting(game).name]
