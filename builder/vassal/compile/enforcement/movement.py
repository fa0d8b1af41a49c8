"""Judge a unit's move when it ends: the traits that ask the script and do what it answers.

Every trigger looks at the script's answer when its key arrives. A unit that is sent back ends a move
once more; the guard keeps that from being judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.vassal.codec.fields import Trait
from builder.vassal.codec.shared import Change, Limits, PropertyCommand
from builder.vassal.codec.traits import (
    DynamicProperty,
    ReportAction,
    SendToLocation,
    SetGlobalProperty,
    TriggerAction,
)
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.script import call

_KIND, _RULE, _RECORD, _TEXT = range(4)


def part(number: int) -> str:
    """Return the expression for a part of the script's answer, without braces."""
    return f'GetProperty("{names.VERDICT}").split("/", 4)[{number}]'


def unit_traits() -> Iterator[Trait]:
    """Yield what every unit needs so that its moves are judged."""
    yield _property(names.VERDICT, (names.JUDGE, call("judgeMove", "PieceUID")))
    yield _property(names.RECORD, (names.NOTE, f"{{{part(_RECORD)}}}"))
    yield _property(names.GUARD, (names.GUARD_ON, "1"), (names.GUARD_OFF, "0"), value="0")
    yield SetGlobalProperty(
        name=prop.LAST_VIOLATION,
        limits=Limits(),
        commands=(
            PropertyCommand("", names.TELL_REFUSED, Change.set(f"{{{part(_RULE)}}}")),
            PropertyCommand("", names.TELL_BROKEN, Change.set(f"{{{part(_RULE)}}}")),
            PropertyCommand("", names.TELL, Change.set("")),
        ),
        description=f"Keeps {prop.LAST_VIOLATION}",
    )
    yield SendToLocation(
        key=names.SEND_BACK,
        map="$OldMap$",
        x="$OldX$",
        y="$OldY$",
        description="Back to where the move began",
        destination="L",
    )
    yield _say(names.TELL, f'{{"Legal: " + {part(_TEXT)}}}', "What is left to a unit that moved")
    yield _say(
        names.TELL_REFUSED,
        f'{{"Refused (" + {part(_RULE)} + "): " + {part(_TEXT)} + " It is sent back."}}',
        "Why a move was refused",
    )
    yield _say(
        names.TELL_BROKEN,
        f'{{"Against the rules (" + {part(_RULE)} + "): " + {part(_TEXT)} + " It stands."}}',
        "Why a move is against the rules",
    )
    moved = f'{names.RECORD}.startsWith({prop.TURN} + "." + {prop.PHASE} + " ")'
    yield _trigger(
        "A unit that had not moved counts as not moved", names.UNMOVE, f"{{!{moved}}}", keys.UNMOVED
    )
    refused = f'{names.VERDICT}.startsWith("no/")'
    yield _trigger(
        "A refused move is taken back",
        names.REFUSE,
        f'{{{refused} && {prop.ENFORCEMENT} == "{names.STRICT}"}}',
        names.GUARD_ON,
        names.TELL_REFUSED,
        names.SEND_BACK,
        keys.CLEAR_TRAIL,
        names.UNMOVE,
        names.GUARD_OFF,
    )
    yield _trigger(
        "A move against the rules is told",
        names.OBJECT,
        f'{{{refused} && {prop.ENFORCEMENT} == "{names.ASSIST}"}}',
        names.TELL_BROKEN,
        names.NOTE,
    )
    yield _trigger(
        "A legal move is noted",
        names.ACCEPT,
        f'{{{names.VERDICT}.startsWith("ok/")}}',
        names.NOTE,
        names.TELL,
    )
    yield _trigger(
        "A unit ended a move",
        names.MOVE_ENDED,
        f'{{{prop.ENFORCEMENT} != "{names.OFF}" && {names.GUARD} != 1}}',
        names.JUDGE,
        names.REFUSE,
        names.OBJECT,
        names.ACCEPT,
    )


def _property(name: str, *commands: tuple[Key, str], value: str = "") -> DynamicProperty:
    return DynamicProperty(
        name=name,
        commands=tuple(PropertyCommand("", key, Change.set(text)) for key, text in commands),
        description="Enforcement of the rules",
        value=value,
    )


def _say(key: Key, text: str, description: str) -> ReportAction:
    return ReportAction(keys=(key,), report=text, description=description)


def _trigger(name: str, key: Key, match: str, *actions: Key) -> TriggerAction:
    return TriggerAction(name=name, key=key, match=match, actions=actions)
