"""Let places change hands when units enter them: their control markers turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from builder.model.game import Game
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import TriggerAction
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile.enforcement import lookups, names
from builder.vassal.compile.enforcement.script import call
from builder.vassal.compile.enforcement.traits import RECORD, keep_for_all, on, part, send

_NOTE_TAKEN: Final = Key.named("hexwright.rules.note-taken")
_CHANGE_HANDS: Final = Key.named("hexwright.rules.change-hands")
_TURN_MARKER: Final = Key.named("hexwright.rules.turn-marker")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what a unit needs to take the places that the script names at the end of a record."""
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
"""The face to which a marker turns, by what the unit has noted that changes hands."""
FELL: Final = f'{{!{_NOTED}.contains("*")}}'
"""Whether a place has fallen then: not one that is given back and never fell before."""

_TURN_BY_HAND: Final = Key.named("hexwright.rules.turn-by-hand")
_JUDGE_TURNING: Final = Key.named("hexwright.rules.judge-turning")


def marker_traits() -> Iterator[Trait]:
    """Yield what a control marker needs to turn over for a unit, and by hand only while it isn't strict."""
    yield on("A unit takes the place", _CHANGE_HANDS, "", keys.SHOW_SIDE, keys.SAY_FLIPPED)
    yield keep_for_all(names.VERDICT, (_JUDGE_TURNING, call("judgeTurning", "PieceUID")))
    yield on("Turned by hand", _TURN_BY_HAND, "", _JUDGE_TURNING, keys.TURN_OVER, keys.SAY_FLIPPED)
    yield TriggerAction(
        name="Change hands", menu="Change hands", key=keys.FLIP, match="", actions=(_TURN_BY_HAND,)
    )
