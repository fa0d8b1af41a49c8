"""The saved games inside a module that its pre-defined set-ups open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import SetBoards
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError

#: Larger set-ups are not read.
MAX_SETUP = 64 << 20


@dataclass(frozen=True, slots=True)
class ModuleSetUp:
    """One set-up: its node, its file's name, and its content or the error that prevents reading it."""

    node: ComponentNode
    file: str
    pieces: tuple[AddPiece, ...] = ()
    boards: tuple[SetBoards, ...] = ()
    metadata: Metadata | None = None
    text: str = ""
    """All commands of the set-up, as its file contains them."""
    fault: str = ""
    missing: bool = False


def read_set_ups(module: ModuleView) -> Iterator[ModuleSetUp]:
    """Yield the module's set-ups that name a file, with every part that can be read."""
    for node in module.all(c.PredefinedSetup):
        component = node.component
        assert isinstance(component, c.PredefinedSetup)
        # An entry without a file starts a new game.
        if component.is_menu or not component.use_file or "file" not in component.attrib:
            continue
        holder = module.entries.get(component.file)
        if holder is None or holder.archive is None:
            yield ModuleSetUp(node, component.file, missing=True)
            continue
        try:
            saved = SavedGameFile.read(holder.archive.read(component.file, MAX_SETUP))
        except CodecError as error:
            yield ModuleSetUp(node, component.file, fault=error.reason)
            continue
        yield ModuleSetUp(
            node,
            component.file,
            tuple(x for x in saved.setup_commands if isinstance(x, AddPiece)),
            tuple(x for x in saved.setup_commands if isinstance(x, SetBoards)),
            saved.module_metadata,
            saved.stored_commands or "",
        )
