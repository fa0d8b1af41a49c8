"""Let places change hands when units enter them: their control markers turn over."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import TriggerAction
from builder.vassal.compile import keys
from builder.vassal.compile.enforcement import lookups, names
from builder.vassal.compile.enforcement.script import call
from builder.vassal.compile.enforcement.traits import RECORD, keep_for_all, on, part, send


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what a unit needs to take the places that the script names at the end of a record."""
    if not lookups.held(game):
        return
    taken = f'{part(RECORD)}.split(" @")'
    yield keep_for_all(names.TAKEN, (names.NOTE_TAKEN, f'{{"," + {taken}[1] + ","}}'))
    yield on(
        "Places change hands",
        names.TAKE_PLACE,
        f'{{{part(RECORD)}.contains(" @")}}',
        names.NOTE_TAKEN,
        names.TURN_MARKER,
    )
    yield send(
        names.TURN_MARKER,
        names.CHANGE_HANDS,
        f'{{"${names.TAKEN}$".contains("," + LocationName + ",")}}',
        "The markers of the places show their new owner",
        only="control",
    )


def marker_traits() -> Iterator[Trait]:
    """Yield what a control marker needs to turn over for a unit, and by hand only while it isn't strict."""
    turn = (keys.TURN_OVER, keys.SAY_FLIPPED)
    yield on("A unit takes the place", names.CHANGE_HANDS, "", *turn)
    yield keep_for_all(names.VERDICT, (names.JUDGE_TURNING, call("judgeTurning", "PieceUID")))
    yield on("Turned by hand", names.TURN_BY_HAND, "", names.JUDGE_TURNING, *turn)
    yield TriggerAction(
        name="Change hands", menu="Change hands", key=keys.FLIP, match="", actions=(names.TURN_BY_HAND,)
    )
