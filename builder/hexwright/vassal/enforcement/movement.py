"""Check a unit's move when it ends: the traits that ask the script and carry out the answer.

Each trigger reads the script's answer when its key arrives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import (
    announcing,
    deeds,
    handling,
    names,
    orders,
    replacements,
    setup,
    victory,
    works,
)
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import (
    RECORD,
    RULE,
    TEXT,
    accepted,
    answered,
    begins,
    keep,
    keep_for_all,
    kept,
    objection,
    on,
    part,
    refused,
    say,
    violation,
)
from hexwright.vassal.module import key_commands, unit_conditions
from hexwright.vassal.module import property_names as prop

_RECORD: Final = "MoveRecord"
"""A unit's movement so far in this phase.

The format is "turn.phase hex start ready way=points+hexes … name:value …".
"""
_JUDGE: Final = KeyCommand.named("hexwright.rules.judge")
_TAKE_BACK: Final = KeyCommand.named("hexwright.rules.take-back")
_SAY_MOVE: Final = KeyCommand.named("hexwright.rules.say-move")
_SAY_UNTOLD_MOVE: Final = KeyCommand.named("hexwright.rules.say-untold-move")
_TELL_MOVE: Final = KeyCommand.named("hexwright.rules.tell-move")
_OBJECT: Final = KeyCommand.named("hexwright.rules.object")
_STRAY: Final = KeyCommand.named("hexwright.rules.stray")
_TELL: Final = KeyCommand.named("hexwright.rules.tell")
_TELL_BROKEN: Final = KeyCommand.named("hexwright.rules.tell-broken")
_NO_MOVE: Final = KeyCommand.named("hexwright.rules.no-move")
_UNMOVE: Final = KeyCommand.named("hexwright.rules.unmove")
_ASK_TO_GO_BACK: Final = KeyCommand.named("hexwright.rules.ask-to-go-back")
_JUDGE_GOING_BACK: Final = KeyCommand.named("hexwright.rules.judge-going-back")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit's moves are checked."""
    judge = (_JUDGE, call("judgeMove", "PieceUID"))
    more = (*announcing.deeds(game), *unit_conditions.deeds(game), *orders.deeds(game))
    asked = deeds.questions(deeds.of(game, (*more, *replacements.deeds(game))))
    back = key_commands.takes_moves_back(game)
    going_back = ((_JUDGE_GOING_BACK, call("judgeTakeBack", "PieceUID")),) if back else ()
    yield keep_for_all(
        names.VERDICT, (names.FORGET, ""), judge, *going_back, *handling.questions(game), *asked
    )
    yield keep(_RECORD, (names.NOTE, f"{{{kept(part(RECORD))}}}"))
    told = (_TELL_BROKEN,), (_TELL, names.TELL_PLACED)
    yield violation(*told)
    yield objection(*told)
    yield say(_TELL, f"{{{part(TEXT)}}}", "What is left to a unit that moved")
    yield say(
        _TELL_BROKEN,
        f'{{"Against the rules (" + {part(RULE)} + "): " + {part(TEXT)} + " It stands."}}',
        "Why a move is against the rules",
    )
    moved = f'{_RECORD}.startsWith({prop.TURN} + "." + {prop.PHASE} + " ")'
    yield on("A unit that had not moved counts as not moved", _UNMOVE, f"{{!{moved}}}", key_commands.UNMOVED)
    # VASSAL marks any dragged unit as moved, but retreating, advancing or arriving units haven't moved.
    stands = f"!{moved} && !({refused(names.ASSIST).strip('{}')})"
    yield on(
        "What is no move leaves no mark",
        _NO_MOVE,
        f"{{{stands}}}",
        key_commands.UNMOVED,
        key_commands.CLEAR_TRAIL,
    )
    # Where others of its stack moved on; a move that is rejected entirely never happened (see judge.bsh).
    yield on("A move is taken back", _TAKE_BACK, "", key_commands.CLEAR_TRAIL, _UNMOVE)
    if back:
        # Once the script allows it, it takes the unit to where its move began (judge.bsh).
        yield TriggerAction(
            name="Its move should be taken back",
            menu="Take back this unit's move",
            key=key_commands.TAKE_BACK,
            match="",
            actions=(_ASK_TO_GO_BACK,),
        )
        yield on("Whether it may go back", _ASK_TO_GO_BACK, "", names.FORGET, _JUDGE_GOING_BACK)
    yield on(
        "A move against the rules is told",
        _OBJECT,
        refused(names.ASSIST),
        _TELL_BROKEN,
        names.NOTE,
    )
    stray = answered("stray")
    yield on("A new counter can't be sent back", _STRAY, stray, _TELL_BROKEN)
    yield on("A legal move is noted", names.ACCEPT, accepted(), names.NOTE, _TELL, names.TAKE_PLACE)
    yield from works.unit_traits(game)
    yield from setup.unit_traits(game)
    yield say(
        _TELL_MOVE,
        f'{{{prop.FULL_NAME} + ": " + OldLocationName + " → " + LocationName}}',
        "Where a unit went",
    )
    other = '{OldMap != "" && (OldLocationName != LocationName || OldMap != CurrentMap)}'
    yield on("A unit went elsewhere", _SAY_MOVE, other, _TELL_MOVE)
    # An answer with a text names the hexes itself; one that forbids the move doesn't.
    untold = f"{{{begins('no/')} || {begins('free/')} || {begins('stray/')}}}"
    yield on("Its move isn't told otherwise", _SAY_UNTOLD_MOVE, untold, _SAY_MOVE)
    off = f'{prop.ENFORCEMENT} == "{names.OFF}"'
    yield on("A unit ended a move unwatched", names.MOVE_ENDED, f"{{{off}}}", _SAY_MOVE)
    yield on(
        "A unit ended a move",
        names.MOVE_ENDED,
        f"{{!({off})}}",
        names.FORGET,
        _JUDGE,
        _SAY_UNTOLD_MOVE,
        _OBJECT,
        names.ACCEPT,
        *handling.moved(game),
        *((names.SUPPLY,) if game.rules.replacements else ()),
        _STRAY,
        names.PLACED,
        _NO_MOVE,
    )
    # After judging: a unit that was sent back has not been eliminated.
    yield from victory.unit_traits(game)
