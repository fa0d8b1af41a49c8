"""Define the unit traits and keys that each combat system needs in the module."""

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
    """The unit traits and keys of one combat system."""

    words: asking.Words
    """The wording for the chat and menus."""
    questions: Callable[[], tuple[tuple[KeyCommand, str], ...]]
    """The keys that ask the script about battles, each with its script call.

    Keys that all combat systems share aren't listed.
    """
    unit_traits: Callable[[Game], Iterator[Trait]]
    answers: Callable[[Game], tuple[KeyCommand, ...]]
    """The keys that carry out the script's answer after a player resolves a battle."""
    moved: KeyCommand
    """The key that is sent after the script has checked a move."""
    done: KeyCommand
    """The key that carries out the script's answer about a player's action."""


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
    """Return the keys that ask the script about battles, each with its script call."""
    return (
        (names.JUDGE_ATTACK, call("judgeAttack", "PieceUID")),
        (names.JUDGE_BATTLE, call("judgeBattle", "PieceUID")),
        *(asked for way in _all(game) for asked in way.questions()),
    )


def moved(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that are sent after a checked move, one for each combat system."""
    return tuple(way.moved for way in _all(game))


def done(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that carry out the script's answer about a player's action, one for each combat
    system.
    """
    return tuple(way.done for way in _all(game))


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit attacks and defends."""
    found = _all(game)
    words = asking.together([way.words for way in found])
    yield from asking.declaring(words)
    for way in found:
        yield from way.unit_traits(game)
    if _ODDS in found or game.rules.attrition or supply_loss(game) in ("step", "eliminated", "group"):
        yield from battles.losses(game)
    yield asking.attack(words)
    yield asking.fight(words, names.IMPOSSIBLE, *(key for way in found for key in way.answers(game)))
