"""Change the owners of places that units enter. Their control markers are turned over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.tables import lookups
from hexwright.vassal.enforcement.traits import RECORD, keep_for_all, on, part, send
from hexwright.vassal.module import key_commands

_NOTE_TAKEN: Final = KeyCommand.named("hexwright.rules.note-taken")
_CHANGE_HANDS: Final = KeyCommand.named("hexwright.rules.change-hands")
_TURN_MARKER: Final = KeyCommand.named("hexwright.rules.turn-marker")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit turns over the control markers of the places that the script's answer
    lists.
    """
    if not lookups.held(game):
        return
    taken = f'{part(RECORD)}.split(" @")'
    yield keep_for_all(names.TAKEN, (_NOTE_TAKEN, f'{{"," + {taken}[1] + ","}}'))
    yield on(
        "Places change hands",
        names.TAKE_PLACE,
        f'{{{part(RECORD)}.contains(" @")}}',
        _NOTE_TAKEN,
        _TURN_MARKER,
    )
    yield send(
        _TURN_MARKER,
        _CHANGE_HANDS,
        f'{{"${names.TAKEN}$".contains("," + LocationName + "=")}}',
        "The markers of the places show their new owner",
        only="control",
    )


_NOTED: Final = f'GetProperty("{names.TAKEN}").split("," + LocationName + "=")[1].split(",")[0]'
SHOWN: Final = f'{{{_NOTED}.replace("*", "")}}'
"""The new face of a control marker, taken from the record of the unit that turns it."""
FELL: Final = f'{{!{_NOTED}.contains("*")}}'
"""Whether the place has changed hands. It is false again if the place is returned to its first owner."""

_TURN_BY_HAND: Final = KeyCommand.named("hexwright.rules.turn-by-hand")
_JUDGE_TURNING: Final = KeyCommand.named("hexwright.rules.judge-turning")


def marker_traits() -> Iterator[Trait]:
    """Yield the traits that turn a control marker over.

    A unit that takes the place turns it. If enforcement isn't strict, players can turn it too.
    """
    yield on("A unit takes the place", _CHANGE_HANDS, "", key_commands.SHOW_SIDE, key_commands.SAY_FLIPPED)
    yield keep_for_all(names.VERDICT, (_JUDGE_TURNING, call("judgeTurning", "PieceUID")))
    yield on(
        "Turned by hand", _TURN_BY_HAND, "", _JUDGE_TURNING, key_commands.TURN_OVER, key_commands.SAY_FLIPPED
    )
    yield TriggerAction(
        name="Change hands", menu="Change hands", key=key_commands.FLIP, match="", actions=(_TURN_BY_HAND,)
    )
