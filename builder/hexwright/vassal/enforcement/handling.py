"""Say what the ways of fighting ask of units in the module: their traits, and what is promised of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import announcing, asking, battles, fire, names
from hexwright.vassal.enforcement.fighting import supply_loss, ways
from hexwright.vassal.enforcement.script import call


@dataclass(frozen=True, slots=True)
class Handling:
    """What units need for a way of fighting."""

    words: asking.Words
    """How it is told in the chat and in menus."""
    questions: Callable[[], tuple[tuple[KeyCommand, str], ...]]
    """The keys that ask about battles beside those of all ways, with what they ask."""
    unit_traits: Callable[[Game], Iterator[Trait]]
    answers: Callable[[Game], tuple[KeyCommand, ...]]
    """What carries out the answer to the key that fights a battle."""
    moved: KeyCommand
    """What follows a move that was judged."""
    done: KeyCommand
    """What carries out the answer to a deed."""


def _by_odds(game: Game) -> Iterator[Trait]:
    yield from battles.unit_traits(game)
    yield from announcing.unit_traits(game)


_ODDS: Final = Handling(
    battles.WORDS, battles.questions, _by_odds, battles.answers, names.GO_ON_FIGHTING, names.GO_ON_FIGHTING
)
_FIRE: Final = Handling(
    fire.WORDS, fire.questions, fire.unit_traits, fire.answers, names.LEAVE, names.TAKE_HIT
)
_OF: Final[Mapping[CombatKind, Handling]] = MappingProxyType({"hand": _ODDS, "odds": _ODDS, "fire": _FIRE})


def _all(game: Game) -> tuple[Handling, ...]:
    return tuple(_OF[way.name] for way in ways(game))


def questions(game: Game) -> tuple[tuple[KeyCommand, str], ...]:
    """Return the keys that ask about battles, with what they ask."""
    return (
        (names.JUDGE_ATTACK, call("judgeAttack", "PieceUID")),
        (names.JUDGE_BATTLE, call("judgeBattle", "PieceUID")),
        *(asked for way in _all(game) for asked in way.questions()),
    )


def moved(game: Game) -> tuple[KeyCommand, ...]:
    """Return what follows a move that was judged, each by the answers of its own way of fighting."""
    return tuple(way.moved for way in _all(game))


def done(game: Game) -> tuple[KeyCommand, ...]:
    """Return what carries out the answer to a deed, likewise."""
    return tuple(way.done for way in _all(game))


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what units of a game need to attack and to be attacked."""
    found = _all(game)
    words = asking.together([way.words for way in found])
    yield from asking.declaring(words)
    for way in found:
        yield from way.unit_traits(game)
    if _ODDS in found or game.rules.attrition or supply_loss(game) in ("step", "eliminated", "group"):
        yield from battles.losses(game)
    yield asking.attack(words)
    yield asking.fight(words, names.IMPOSSIBLE, *(key for way in found for key in way.answers(game)))
