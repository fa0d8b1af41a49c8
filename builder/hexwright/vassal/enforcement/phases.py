"""End a phase only if the rules allow it: the button, and the turn marker's response.

The turn tracker itself only advances. Its button sends a key to the turn marker, which asks the script. All
effects belong to one undo step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.vassal.codec.buildfile.components import GlobalKeyCommand
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names, replacements
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.setup import SETTING_UP
from hexwright.vassal.enforcement.traits import (
    RULE,
    TEXT,
    accepted,
    keep_for_all,
    objection,
    on,
    part,
    refused,
    say,
    violation,
)
from hexwright.vassal.enforcement.turn_marker import turn_marker_command
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop

BACK_BUTTON: Final = "Back one phase (not while strict)"


def commands() -> Iterator[GlobalKeyCommand]:
    """Yield the commands that send a player's request to the turn marker.

    A player can request the end of a phase, or the return to the previous phase.
    """
    for name, text, key in (
        ("A phase should end", "", names.ASK_PHASE),
        ("A phase should come back", BACK_BUTTON, names.ASK_BACK),
    ):
        yield turn_marker_command(name, key, key, text=text)


_JUDGE_PHASE: Final = KeyCommand.named("hexwright.rules.judge-phase")
_WARN_PHASE: Final = KeyCommand.named("hexwright.rules.warn-phase")
_END_PHASE: Final = KeyCommand.named("hexwright.rules.end-phase")
_TELL_WARNED: Final = KeyCommand.named("hexwright.rules.tell-warned")
_JUDGE_BACK: Final = KeyCommand.named("hexwright.rules.judge-back")
_TELL_BACK: Final = KeyCommand.named("hexwright.rules.tell-back")


def referee_traits(*, scored: bool = True, settled: bool = False, saves: bool = False) -> Iterator[Trait]:
    """Yield the turn marker's traits that end a phase if the script allows it.

    `scored` means that points may be scored when a player turn ends. `settled` means that the script changes
    units when a phase ends. `saves` means that replacements can be saved.
    """
    # Points, the start of the game after set-up, and the turn tracker.
    ends = ((names.SAVE, saves), (names.SETTLE, settled), (names.CLOSE_TURN, scored))
    settles = tuple(key for key, does in ends if does)
    goes_on = (*settles, names.BEGIN, names.GO_ON)
    asked = (
        (_JUDGE_PHASE, call("judgePhase", "PieceUID")),
        (_JUDGE_BACK, call("judgeBack", "PieceUID")),
        *replacements.referee_questions(),
    )
    yield keep_for_all(names.VERDICT, (names.FORGET, ""), *asked)
    yield violation((_TELL_WARNED,), (names.TELL_ENDED,))
    yield objection((_TELL_WARNED,), (key_commands.PHASE_STATE,))
    yield say(
        _TELL_WARNED,
        f'{{"Against the rules (" + {part(RULE)} + "): " + {part(TEXT)}'
        f' + ({SETTING_UP} ? " It begins all the same." : " It ends all the same.")}}',
        "Why a phase should not end",
    )
    yield say(_TELL_BACK, '{PlayerName + " went back one phase."}', "Who went back")
    yield on(
        "A phase that should not end",
        _WARN_PHASE,
        refused(names.ASSIST),
        _TELL_WARNED,
        *goes_on,
    )
    yield on("A phase ends", _END_PHASE, accepted(), names.TELL_ENDED, *goes_on)
    off = f'{prop.ENFORCEMENT} == "{names.OFF}"'
    yield on(
        "A phase should end",
        names.ASK_PHASE,
        f"{{!({off})}}",
        names.FORGET,
        _JUDGE_PHASE,
        names.AGREE,
        _WARN_PHASE,
        _END_PHASE,
    )
    yield on("A phase ends unwatched", names.ASK_PHASE, f"{{{off}}}", *goes_on)
    yield on("A phase comes back", names.ASK_BACK, "", _JUDGE_BACK, _TELL_BACK, names.GO_BACK)
