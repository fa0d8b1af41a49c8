"""Ask the script about an attack, and see to its answer: what battles by odds and by fire share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import TriggerAction
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.traits import (
    RECORD,
    RULE,
    TEXT,
    answer,
    on,
    part,
    refused,
    say,
)

NOTED: Final = f"{refused(names.ASSIST)[:-1]} && {part(RECORD)}.length() > 0}}"
"""Holds when an answer is no, only told, and leaves something to note."""
_BARE: Final = f"{refused(names.ASSIST)[:-1]} && {part(RECORD)}.length() == 0}}"


def refusals() -> Iterator[Trait]:
    """Yield what the chat says when something is refused, or stands against the rules."""
    yield say(names.TELL_NO, f'{{"Refused (" + {part(RULE)} + "): " + {part(TEXT)}}}', "Why not")
    yield say(
        names.TELL_BUT,
        f'{{"Against the rules (" + {part(RULE)} + "): " + {part(TEXT)} + " It stands."}}',
        "What is against the rules",
    )


def joining(picked: str) -> Iterator[Trait]:
    """Yield what picks a target, lets a unit join the attack on it or leave, or refuses that."""
    yield answer(picked, names.AIM, "aim", names.NOTE_AIM, names.TELL_ATTACK)
    yield answer("A unit joins or leaves", names.JOIN, "join", names.NOTE_ATTACK, names.TELL_ATTACK)
    # An attack against the rules is noted where there is one to note.
    yield on("It stands all the same", names.ALLOW, NOTED, names.NOTE_ATTACK, names.TELL_BUT)
    yield on("It can't be done", names.IMPOSSIBLE, _BARE, names.TELL_NO)


def attack(name: str, menu: str) -> TriggerAction:
    """Return the player's key that picks a target, or joins the attack on it."""
    answers = (names.AIM, names.JOIN, names.ALLOW, names.IMPOSSIBLE)
    return _pressed(name, menu, keys.ATTACK, names.JUDGE_ATTACK, *answers)


def fight(name: str, menu: str, *answers: Key) -> TriggerAction:
    """Return the player's key that fights a battle; `answers` carry out what the script says of it."""
    return _pressed(name, menu, keys.FIGHT, names.JUDGE_BATTLE, *answers)


def _pressed(name: str, menu: str, key: Key, *actions: Key) -> TriggerAction:
    """Return a key of players at the table that is judged afresh, unless the rules are off."""
    watching = f'{{{prop.ENFORCEMENT} != "{names.OFF}"}}'
    return TriggerAction(name=name, menu=menu, key=key, match=watching, actions=(names.FORGET, *actions))
