"""Make the few kinds of traits that the enforcement is built of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import FastMatch, NumericLimits, PropertyChange, PropertyCommand
from hexwright.vassal.codec.traits import (
    DynamicProperty,
    GlobalKeyCommand,
    ReportAction,
    SetGlobalProperty,
    TriggerAction,
)
from hexwright.vassal.enforcement import names
from hexwright.vassal.module import property_names as prop

KIND, RULE, RECORD, TEXT = range(4)
"""The parts of a script's answer. A record may end in "@" and the places that change hands."""


def part(number: int) -> str:
    """Return the expression for a part of the script's answer, without braces."""
    return f'GetProperty("{names.VERDICT}").split("/", 4)[{number}]'


def begins(text: str) -> str:
    """Return the expression that holds when the script's answer begins so, without braces.

    The answer names pieces, as their designers did. The engine writes the value of a property that an
    expression uses as a variable into a script, where a backslash would break it; one that is asked for
    by its name stays what it is.
    """
    return f'GetProperty("{names.VERDICT}").startsWith("{text}")'


def answered(kind: str) -> str:
    """Return the expression that holds when the script's answer is of a kind."""
    return f"{{{begins(f'{kind}/')}}}"


def kept(record: str) -> str:
    """Return the expression for a record without the places that change hands."""
    return f'{record}.split(" @")[0]'


def keep(name: str, *commands: tuple[KeyCommand, str]) -> DynamicProperty:
    """Return what keys note on the piece; the judge writes it (see judge.py)."""
    return DynamicProperty(
        name=name,
        commands=tuple(PropertyCommand("", key, PropertyChange.set(text)) for key, text in commands),
        description="Enforcement of the rules",
    )


def keep_for_all(name: str, *commands: tuple[KeyCommand, str]) -> SetGlobalProperty:
    """Return what sets a property of the game by keys.

    What lasts no longer than a command belongs here: a change of a piece's memory writes its whole state.
    """
    return SetGlobalProperty(
        name=name,
        limits=NumericLimits(),
        commands=tuple(PropertyCommand("", key, PropertyChange.set(text)) for key, text in commands),
        description=f"Keeps {name}",
    )


def say(key: KeyCommand, text: str, description: str) -> ReportAction:
    """Return a line in the chat; the text is an expression that begins with a text of ours."""
    return ReportAction(keys=(key,), report=text, description=description)


def send(
    key: KeyCommand, command: KeyCommand, match: str, description: str, *, only: str = ""
) -> GlobalKeyCommand:
    """Return what sends a key to pieces for which an expression holds, `only` to those of a kind."""
    target = FastMatch("COUNTER", by_property=bool(only), property=prop.KIND if only else "", value=only)
    return GlobalKeyCommand(
        menu="",
        key=key,
        command=command,
        match=match,
        suppress_reports=False,
        target=target,
        description=description,
    )


def on(name: str, key: KeyCommand, match: str, *actions: KeyCommand) -> TriggerAction:
    """Return a trigger: when the key arrives and the expression holds, these keys follow."""
    return TriggerAction(name=name, menu="", key=key, match=match, actions=actions)


def answer(name: str, key: KeyCommand, kind: str, *actions: KeyCommand) -> TriggerAction:
    """Return the trigger that carries out an answer of one kind."""
    return on(name, key, answered(kind), *actions)


def in_phases(phases: Iterable[str]) -> str:
    """Return the expression that holds in one of these phases, without braces."""
    listed = "," + "".join(f"{phase}," for phase in phases)
    return f'"{listed}".contains("," + {prop.PHASE} + ",")'


def watched(phases: Iterable[str]) -> str:
    """Return the expression that holds in one of these phases while the rules aren't off."""
    return f'{{{in_phases(phases)} && {prop.ENFORCEMENT} != "{names.OFF}"}}'


def violation(broken: tuple[KeyCommand, ...], fine: tuple[KeyCommand, ...]) -> SetGlobalProperty:
    """Return what keeps the number of the rule that was broken last."""
    return SetGlobalProperty(
        name=prop.LAST_VIOLATION,
        limits=NumericLimits(),
        commands=(
            *(PropertyCommand("", key, PropertyChange.set(f"{{{part(RULE)}}}")) for key in broken),
            *(PropertyCommand("", key, PropertyChange.set("")) for key in fine),
        ),
        description=f"Keeps {prop.LAST_VIOLATION}",
    )


def objection(broken: tuple[KeyCommand, ...], fine: tuple[KeyCommand, ...]) -> SetGlobalProperty:
    """Return what keeps in words what was refused last and why, for the toolbar to show."""
    return SetGlobalProperty(
        name=prop.LAST_REFUSAL,
        limits=NumericLimits(),
        commands=(
            *(
                PropertyCommand("", key, PropertyChange.set(f'{{"(" + {part(RULE)} + ") " + {part(TEXT)}}}'))
                for key in broken
            ),
            *(PropertyCommand("", key, PropertyChange.set("")) for key in fine),
        ),
        description=f"Keeps {prop.LAST_REFUSAL}",
    )


def refused(level: str) -> str:
    """Return the expression that holds when the answer is no and the rules are set so."""
    return f'{{{begins("no/")} && {prop.ENFORCEMENT} == "{level}"}}'


REFEREE: Final = FastMatch("MODULE", by_property=True, property=prop.KIND, value="turn")
"""Reaches the piece that follows the turn, without an expression for every other piece."""


def seated(game: Game) -> str:
    """Return the expression that holds for a player at the table, and not for one who watches."""
    seats = (*(side.name for side in game.info.sides), prop.BOTH_SIDES)
    return "(" + " || ".join(f'GetProperty("PlayerSide").equals({literal(seat)})' for seat in seats) + ")"


def literal(text: str) -> str:
    """Return a text as a literal of Java."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def accepted() -> str:
    """Return the expression that holds when the answer is yes."""
    return answered("ok")
