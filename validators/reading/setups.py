"""The saved games inside a module that its pre-defined set-ups open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.vassal.archive import SavedGame
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.codec.commands import BEGIN_SAVE, Command, Compound, Log, SetBoards, decode
from builder.vassal.codec.piece import AddPiece
from builder.vassal.codec.sequence import CodecError
from validators.reading.module import Module, Node

#: A set-up larger than this is not looked into.
MAX_SETUP = 64 << 20


@dataclass(frozen=True, slots=True)
class SetUp:
    """Hold one set-up: its node, its file's name, what it holds, or the fault that hinders reading it."""

    node: Node
    file: str
    pieces: tuple[AddPiece, ...] = ()
    boards: tuple[SetBoards, ...] = ()
    metadata: Metadata | None = None
    text: str = ""
    """All of its commands, as they are stored."""
    fault: str = ""
    missing: bool = False


def set_ups(module: Module) -> Iterator[SetUp]:
    """Yield the module's set-ups that name a file, read as far as they can be."""
    for node in module.all(c.PredefinedSetup):
        component = node.component
        assert isinstance(component, c.PredefinedSetup)
        # An entry that names no file begins a new game.
        if component.is_menu or not component.use_file or "file" not in component.attrib:
            continue
        holder = module.entries.get(component.file)
        if holder is None or holder.archive is None:
            yield SetUp(node, component.file, missing=True)
            continue
        try:
            saved = SavedGame.decode(holder.archive.read(component.file, MAX_SETUP))
            commands = tuple(_flat(decode(saved.text)))
            if BEGIN_SAVE not in commands:
                raise CodecError(component.file, "", "holds no saved game")
        except (CodecError, RecursionError, UnicodeError) as error:
            reason = error.reason if isinstance(error, CodecError) else "can't be read"
            yield SetUp(node, component.file, fault=reason)
            continue
        yield SetUp(
            node,
            component.file,
            tuple(x for x in commands if isinstance(x, AddPiece)),
            tuple(x for x in commands if isinstance(x, SetBoards)),
            _metadata(saved.moduledata),
            saved.text,
        )


def _flat(command: Command) -> Iterator[Command]:
    if isinstance(command, Compound):
        for inner in command.commands:
            yield from _flat(inner)
    elif isinstance(command, Log):
        yield from _flat(command.command)
    else:
        yield command


def _metadata(data: bytes) -> Metadata | None:
    try:
        return Metadata.decode(data)
    except CodecError:
        return None
