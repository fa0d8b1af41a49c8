"""Check players' actions on a unit, such as turning it over, losing a step, or removing it.

The key or menu line asks the script. If the script allows the action, a second key, which players never
press, performs it. `judgeDeed` in deeds.bsh handles the question according to the kind of phase.
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
from hexwright.vassal.enforcement.fighting import has_steps, losing
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import answered, on, refused
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that players perform on a unit with a key. `name` identifies the action in the script."""

    name: str
    pressed: KeyCommand
    menu: str
    does: bool = True
    """Whether a second key performs the action. If not, the script's answer contains all effects."""

    @property
    def ask(self) -> KeyCommand:
        """Return the key that players press.

        It asks the script, and performs the action if the script allows it.
        """
        return KeyCommand.named(f"hexwright.rules.ask-{self.name}")

    @property
    def judge(self) -> KeyCommand:
        """Return the key that requests the script's answer."""
        return KeyCommand.named(f"hexwright.rules.judge-{self.name}")

    @property
    def allow(self) -> KeyCommand:
        """Return the key that performs the action if the script's answer allows it."""
        return KeyCommand.named(f"hexwright.rules.allow-{self.name}")

    @property
    def do(self) -> KeyCommand:
        """Return the key that performs the action without asking the script."""
        return KeyCommand.named(f"hexwright.do.{self.name}")


FLIP: Final = Deed("flip", key_commands.FLIP, "Turn over")
LOSE: Final = Deed("lose", key_commands.LOSE_STEP, "Lose a step")
REGAIN: Final = Deed("regain", key_commands.REGAIN_STEP, "Regain a step")
ELIMINATE: Final = Deed("eliminate", key_commands.ELIMINATE, "Eliminate")
LEAVE: Final = Deed("leave", key_commands.OUT_OF_GAME, "Take out of the game")
RETURN: Final = Deed("return", key_commands.GO_BACK, "Bring back where it was")
DEEDS: Final = (FLIP, LOSE, REGAIN, ELIMINATE, LEAVE, RETURN)


def of(game: Game, more: tuple[Deed, ...] = ()) -> tuple[Deed, ...]:
    """Return the actions that players may perform on units.

    Turning over and regaining steps require units with several steps. In a game with fire combat, units take
    hits, and players may eliminate their own units even at the strict level.
    """
    words: dict[Deed, str] = {}
    if told := losing(game):
        words[LOSE] = told
    if any(rule.may_give_up_units for rule in game.rules.replacements):
        words[ELIMINATE] = "Eliminate it, or give it up so that it returns"
    if sides_with_exits(game.rules.victory):
        words[LEAVE] = "Leave the map, out of the game"
    found = (deed for deed in DEEDS if has_steps(game) or deed not in (FLIP, REGAIN))
    return (*(replace(deed, menu=words.get(deed, deed.menu)) for deed in found), *more)


def menu_traits(done: tuple[Deed, ...]) -> Iterator[Trait]:
    """Yield a unit's keys and menu lines for the given actions."""
    for deed in done:
        yield TriggerAction(
            name=f"{deed.menu}?", menu=deed.menu, key=deed.pressed, match="", actions=(deed.ask,)
        )


def unit_traits(judged: tuple[Deed, ...], answers: tuple[KeyCommand, ...] = ()) -> Iterator[Trait]:
    """Yield the traits that check actions and perform them.

    Sending a unit to a box isn't checked as a move. The keys in `answers` carry out answers that need no
    second key.
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
    """Return the keys that ask the script about actions, each with its script call.

    They ask nothing if enforcement is off.
    """
    return tuple(
        (
            deed.judge,
            f'{{{prop.ENFORCEMENT} == "{names.OFF}" ? "free///" : '
            f"{call('judgeDeed', f'PieceUID + {chr(34)} {deed.name}{chr(34)}').strip('{}')}}}",
        )
        for deed in judged
    )
