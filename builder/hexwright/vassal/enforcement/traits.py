"""Create the kinds of traits that the enforcement uses."""

from __future__ import annotations

from collections.abc import Iterable

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
"""The parts of the script's answer.

A record may end in "@" and the places that change hands.
"""


def part(number: int) -> str:
    """Return the expression for a part of the script's answer, without braces."""
    return f'GetProperty("{names.VERDICT}").split("/", 4)[{number}]'


def begins(text: str) -> str:
    """Return the expression for whether the script's answer begins with a prefix, without braces.

    The answer contains names of pieces from the game's data. If a property is used as a variable, VASSAL
    inserts its value into a script, where a backslash would break the script. GetProperty avoids that.
    """
    return f'GetProperty("{names.VERDICT}").startsWith("{text}")'


def answered(kind: str) -> str:
    """Return the expression for whether the script's answer is of the given kind."""
    return f"{{{begins(f'{kind}/')}}}"


def kept(record: str) -> str:
    """Return the expression for a record without the places that change hands."""
    return f'{record}.split(" @")[0]'


def keep(name: str, *commands: tuple[KeyCommand, str]) -> DynamicProperty:
    """Return the trait that stores values on the piece when keys arrive.

    The script writes these values (see judge.py).
    """
    return DynamicProperty(
        name=name,
        commands=tuple(PropertyCommand("", key, PropertyChange.set(text)) for key, text in commands),
        description="Enforcement of the rules",
    )


def keep_for_all(name: str, *commands: tuple[KeyCommand, str]) -> SetGlobalProperty:
    """Return the trait that sets a global property when keys arrive.

    It is meant for values that are needed only within one command. A change of the piece's own property
    would write the piece's whole state.
    """
    return SetGlobalProperty(
        name=name,
        limits=NumericLimits(),
        commands=tuple(PropertyCommand("", key, PropertyChange.set(text)) for key, text in commands),
        description=f"Keeps {name}",
    )


def say(key: KeyCommand, text: str, description: str) -> ReportAction:
    """Return the trait that writes a line to the chat.

    `text` is an expression whose value begins with a fixed word.
    """
    return ReportAction(keys=(key,), report=text, description=description)


def send(
    key: KeyCommand, command: KeyCommand, match: str, description: str, *, only: str = ""
) -> GlobalKeyCommand:
    """Return the trait that sends a key to all pieces for which an expression is true.

    `only` limits it to one kind of piece.
    """
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
    """Return a trigger that sends other keys if an expression is true when its key arrives."""
    return TriggerAction(name=name, menu="", key=key, match=match, actions=actions)


def answer(name: str, key: KeyCommand, kind: str, *actions: KeyCommand) -> TriggerAction:
    """Return a trigger that sends other keys if the script's answer is of the given kind."""
    return on(name, key, answered(kind), *actions)


def in_phases(phases: Iterable[str]) -> str:
    """Return the expression for whether the current phase is one of the given phases, without braces."""
    listed = "," + "".join(f"{phase}," for phase in phases)
    return f'"{listed}".contains("," + {prop.PHASE} + ",")'


def watched(phases: Iterable[str]) -> str:
    """Return the expression for whether the current phase is one of the given phases and enforcement isn't
    off.
    """
    return f'{{{in_phases(phases)} && {prop.ENFORCEMENT} != "{names.OFF}"}}'


def violation(broken: tuple[KeyCommand, ...], fine: tuple[KeyCommand, ...]) -> SetGlobalProperty:
    """Return the trait that stores the number of the rule that was last violated."""
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
    """Return the trait that stores the last rejection and its reason. The toolbar shows them."""
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
    """Return the expression for whether the answer is no at the given level of enforcement."""
    return f'{{{begins("no/")} && {prop.ENFORCEMENT} == "{level}"}}'


def run(statement: str) -> str:
    """Return the expression that runs a statement of the scripts' entry points, such as `judge();`."""
    quoted = statement.replace('"', '\\"')
    return f'{{new bsh.Interpreter().eval({names.RUN} + "{quoted}").toString()}}'


def press(function: str) -> str:
    """Return the expression that calls a script function without arguments."""
    return run(f'press("{function}");')


def seated(game: Game) -> str:
    """Return the expression for whether the user is a player instead of an observer."""
    seats = (*(side.name for side in game.info.sides), prop.BOTH_SIDES)
    return "(" + " || ".join(f'GetProperty("PlayerSide").equals({literal(seat)})' for seat in seats) + ")"


def literal(text: str) -> str:
    """Return a string as a Java string literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def accepted() -> str:
    """Return the expression for whether the answer is yes."""
    return answered("ok")
