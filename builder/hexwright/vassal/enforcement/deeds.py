"""Judge what a player does to a unit by key: turn it over, lose or regain a step, send it away or back.

The key and the menu ask; the script answers; the deed itself has a key of its own that no player presses.
`judgeDeed` in deeds.bsh sends the question on by the kind of the phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.victory_record import sides_with_exits
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.fighting import losing
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import answered, on, refused
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop


@dataclass(frozen=True, slots=True)
class Deed:
    """Something a player does to a unit by a key; `name` is what the script is asked about."""

    name: str
    pressed: KeyCommand
    menu: str
    does: bool = True
    """Whether there is a deed to do by key; else all is in what the answer brings."""

    @property
    def ask(self) -> KeyCommand:
        """Return the key that has the deed judged and, if it may be, done."""
        return KeyCommand.named(f"hexwright.rules.ask-{self.name}")

    @property
    def judge(self) -> KeyCommand:
        """Return the key that fetches the script's answer."""
        return KeyCommand.named(f"hexwright.rules.judge-{self.name}")

    @property
    def allow(self) -> KeyCommand:
        """Return the key that does the deed if the answer lets it."""
        return KeyCommand.named(f"hexwright.rules.allow-{self.name}")

    @property
    def do(self) -> KeyCommand:
        """Return the key of the deed itself, which judges nothing."""
        return KeyCommand.named(f"hexwright.do.{self.name}")


FLIP: Final = Deed("flip", key_commands.FLIP, "Turn over")
LOSE: Final = Deed("lose", key_commands.LOSE_STEP, "Lose a step")
REGAIN: Final = Deed("regain", key_commands.REGAIN_STEP, "Regain a step")
ELIMINATE: Final = Deed("eliminate", key_commands.ELIMINATE, "Eliminate")
LEAVE: Final = Deed("leave", key_commands.OUT_OF_GAME, "Take out of the game")
RETURN: Final = Deed("return", key_commands.GO_BACK, "Bring back where it was")
DEEDS: Final = (FLIP, LOSE, REGAIN, ELIMINATE, LEAVE, RETURN)


def stepped(game: Game) -> bool:
    """Tell whether any unit has more steps than one."""
    return any(len(unit.steps) > 1 for unit in game.counters.units)


def of(game: Game, more: tuple[Deed, ...] = ()) -> tuple[Deed, ...]:
    """Return what players may do to units; without a second step nothing is turned over or regained.

    In a game of fire units take hits, and who is eliminated by key in strict play is given up.
    """
    words: dict[Deed, str] = {}
    if told := losing(game):
        words[LOSE] = told
    if any(rule.give_up for rule in game.rules.replacements):
        words[ELIMINATE] = "Eliminate it, or give it up to come anew"
    if sides_with_exits(game.rules.victory):
        words[LEAVE] = "Leave the map, out of the game"
    found = (deed for deed in DEEDS if stepped(game) or deed not in (FLIP, REGAIN))
    return (*(replace(deed, menu=words.get(deed, deed.menu)) for deed in found), *more)


def menu_traits(done: tuple[Deed, ...]) -> Iterator[Trait]:
    """Yield the keys and menus of a unit for some deeds."""
    for deed in done:
        yield TriggerAction(
            name=f"{deed.menu}?", menu=deed.menu, key=deed.pressed, match="", actions=(deed.ask,)
        )


def unit_traits(judged: tuple[Deed, ...], answers: tuple[KeyCommand, ...] = ()) -> Iterator[Trait]:
    """Yield what judges deeds and lets them be done; a unit that is sent away isn't judged as a move.

    `answers` are the keys that carry out an answer in another way than by the deed's own key.
    """
    assist = refused(names.ASSIST)
    for deed in judged:
        done = (deed.do,)
        if deed.does:
            free = answered("free")
            yield on(f"{deed.menu}: may be", deed.allow, free, *done)
            yield on(f"{deed.menu}: stands", deed.allow, assist, names.TELL_BUT, *done)
        yield on(
            f"{deed.menu}: judged",
            deed.ask,
            "",
            names.FORGET,
            deed.judge,
            *answers,
            *((deed.allow,) if deed.does else ()),
        )


def questions(judged: tuple[Deed, ...]) -> tuple[tuple[KeyCommand, str], ...]:
    """Return the keys that ask about deeds, with what they ask; nothing is asked while the rules are off."""
    return tuple(
        (
            deed.judge,
            f'{{{prop.ENFORCEMENT} == "{names.OFF}" ? "free///" : '
            f"{call('judgeDeed', f'PieceUID + {chr(34)} {deed.name}{chr(34)}').strip('{}')}}}",
        )
        for deed in judged
    )
