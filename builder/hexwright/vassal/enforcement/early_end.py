"""End a game early by agreement: the menu line, and the turn marker's traits.

In a game with an optional early end, all seats can choose it while they play. From then on the
option holds, as if it had been chosen before the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexwright.model.game import Game
from hexwright.rules.judging.game_properties import option_property, option_value
from hexwright.vassal.codec.buildfile.components import GlobalKeyCommand
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import (
    RECORD,
    TEXT,
    accepted,
    keep_for_all,
    literal,
    on,
    part,
    say,
)
from hexwright.vassal.enforcement.turn_marker import turn_marker_command

_JUDGE: Final = KeyCommand.named("hexwright.rules.judge-ending")
_ALLOW: Final = KeyCommand.named("hexwright.rules.allow-ending")
_PUT: Final = KeyCommand.named("hexwright.rules.put-ending")
_TELL: Final = KeyCommand.named("hexwright.rules.tell-ending")
_SET_WON: Final = KeyCommand.named("hexwright.rules.set-early-won")


def chosen_options(game: Game) -> Mapping[str, str]:
    """Return the choices, by option, under which the game ends early; empty if that isn't optional."""
    return {
        option: choice
        for rules in game.rules.victory
        if rules.early_end is not None
        for option, choice in rules.early_end.option.items()
    }


def button_text(game: Game) -> str:
    """Return the menu line for the agreement, or "" if the game has no optional early end."""
    if not chosen_options(game):
        return ""
    sides = dict.fromkeys(rules.early_end.side for rules in game.rules.victory if rules.early_end is not None)
    people = " or ".join(game.info.side(side).plural for side in sides)
    return f"End early: once the {people} can no longer win (all players)"


def commands(game: Game) -> Iterator[GlobalKeyCommand]:
    """Yield the menu command by which a player agrees to an early end."""
    if text := button_text(game):
        yield turn_marker_command("Early end", names.ASK_ENDING, names.ASK_ENDING, text=text)


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that set the option once all seats agree, and end a decided game."""
    chosen = chosen_options(game)
    if not chosen:
        return
    yield keep_for_all(names.VERDICT, (_JUDGE, call("judgeEarlyEnd", literal(""))))
    for option, choice in chosen.items():
        yield keep_for_all(option_property(option), (_PUT, option_value(choice)))
    yield keep_for_all(names.WON, (_SET_WON, f"{{{part(RECORD)}}}"))
    yield say(_TELL, f'{{"Agreement: " + {part(TEXT)}}}', "All agree to an early end")
    yield on("All agree to an early end", _ALLOW, accepted(), _PUT, _TELL, _SET_WON, names.CLAIM_WON)
    yield on("Who agrees to an early end", names.ASK_ENDING, "", _JUDGE, names.AGREE, _ALLOW)
