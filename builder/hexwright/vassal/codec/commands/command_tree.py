"""Nested commands: several commands joined by ESC, and commands wrapped as steps of a log."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.commands.field_commands import FieldCommand, decode_field_command
from hexwright.vassal.codec.commands.piece_commands import (
    ChangePiece,
    MovePiece,
    RemovePiece,
    SetBoards,
    decode_piece_command,
)
from hexwright.vassal.codec.piece_template import AddPieceCopy, AddStack
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.sequence_encoder import CodecError

SEPARATOR = "\x1b"
MAX_DEPTH = 64
LOG_STEP = "LOG\t"


@dataclass(frozen=True, slots=True)
class LogStep:
    """The wrapper around a command that makes it a step of a log.

    In VASSAL it is VASSAL.build.module.BasicLogger.LogCommand.
    """

    command: Command

    def encode(self) -> str:
        """Return the wrapped command as text: ``LOG<TAB>`` and the command."""
        return LOG_STEP + self.command.encode()


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A command of any other kind, kept as a string.

    Examples are ``begin_save``, ``end_save`` and commands of a module's own Java code.
    """

    text: str

    def encode(self) -> str:
        """Return the stored string unchanged."""
        return self.text


BEGIN_SAVE = UnknownCommand("begin_save")
END_SAVE = UnknownCommand("end_save")
NOTHING = UnknownCommand("")
"""The command that does nothing (VASSAL.command.NullCommand). VASSAL puts it first when it joins commands."""


@dataclass(frozen=True, slots=True)
class Compound:
    """Several commands joined into one. VASSAL executes them in order."""

    commands: tuple[Command, ...]

    def encode(self) -> str:
        """Return the commands joined by ESC; raises CodecError if a command can't be encoded or contains
        ESC.
        """
        return sequence_encoder.encode([_part(command) for command in self.commands], SEPARATOR)


Command: TypeAlias = (
    AddPiece
    | AddPieceCopy
    | AddStack
    | RemovePiece
    | ChangePiece
    | MovePiece
    | SetBoards
    | FieldCommand
    | LogStep
    | UnknownCommand
    | Compound
)


def decode(text: str, depth: int = 0) -> Command:
    """Parse a command and its nested commands; unknown commands become `UnknownCommand`.

    Raises CodecError if commands are nested deeper than ``MAX_DEPTH``, or if a piece is invalid.
    """
    if depth > MAX_DEPTH:
        raise CodecError("", text[:80], f"commands are nested deeper than {MAX_DEPTH}")
    if SEPARATOR in text:
        parts = sequence_encoder.decode(text, SEPARATOR)
        if parts != [text]:
            return Compound(tuple(decode(part, depth + 1) for part in parts))
    if text.startswith(LOG_STEP):
        return LogStep(decode(text[4:], depth + 1))
    if text.startswith("+/"):
        return AddPiece.decode(text)
    return decode_field_command(text) or decode_piece_command(text) or UnknownCommand(text)


def _part(command: Command) -> str:
    text = command.encode()
    if SEPARATOR in text and not isinstance(command, Compound | LogStep):
        raise CodecError("", text[:80], "an ESC character inside a command would end the command")
    return text


def flatten_commands(root: Command) -> Iterator[Command]:
    """Yield all nested commands in the order of their execution, with log steps unwrapped."""
    waiting = [root]
    while waiting:
        command = waiting.pop()
        if isinstance(command, Compound):
            waiting.extend(reversed(command.commands))
        elif isinstance(command, LogStep):
            waiting.append(command.command)
        else:
            yield command


def replace_commands(
    commands: tuple[Command, ...], change: Callable[[Command], Command | None]
) -> tuple[Command, ...]:
    """Return the commands after `change` was applied to each of them.

    A command for which `change` returns None is dropped. Joined commands are changed one by one and keep
    their order. A log step counts as one command.
    """
    replaced: list[Command] = []
    for command in commands:
        if isinstance(command, Compound):
            replaced.append(dataclasses.replace(command, commands=replace_commands(command.commands, change)))
        elif (made := change(command)) is not None:
            replaced.append(made)
    return tuple(replaced)


def is_logged(command: Command) -> bool:
    """Return whether a command is a step of a log. For joined commands, only the first one is tested."""
    while isinstance(command, Compound) and command.commands:
        command = command.commands[0]
    return isinstance(command, LogStep)


def as_log_step(command: Command) -> Command:
    """Return a command as a step of a log. Joined commands are wrapped separately, as in VASSAL."""
    if isinstance(command, Compound):
        return Compound(tuple(map(as_log_step, command.commands)))
    return LogStep(command)


def from_log_step(command: Command) -> Command:
    """Return the command inside a step of a log, without the wrappers."""
    if isinstance(command, Compound):
        return Compound(tuple(map(from_log_step, command.commands)))
    return from_log_step(command.command) if isinstance(command, LogStep) else command
