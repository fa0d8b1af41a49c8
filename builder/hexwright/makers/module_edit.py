"""Open a module or extension of others, edit it in place, and write it as a new file that is read again.

How a command uses it::

    with ModuleEdit.open(path) as edit:
        edit.build.set_attribute(node.component, "name", "New")     # attributes and bodies of components
        edit.change_traits(lambda trait: …)                         # traits of all pieces and prototypes
        edit.change_saved_games(lambda command: …, progress)        # the set-ups inside the module
        edit.entries["images/new.png"] = data                       # added or replaced files
        edit.removed.add("images/old.png")                          # removed files
        edit.write(destination)                                     # see `written_file`

`edit.view` is the same `ModuleView` that `show`, `diff` and `verify` read. It shows the module as it was
opened, also after edits. What isn't edited keeps its bytes: the text of the build file outside edited values,
the traits of a piece beside the edited one, commands of saved games, and the packed bytes, dates and order of
the archive's entries. The same edits of the same file give the same bytes. A folder is written as a new
archive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_setups import MAX_SETUP
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleFile, ModuleView
from hexwright.inspect.show.open_as_items import open_readable
from hexwright.makers.written_file import Destination, write_and_compare
from hexwright.support.message_wording import printable_line
from hexwright.support.progress_stages import ProgressListener
from hexwright.vassal.codec.archive_rewriting import ArchiveChanges
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_editing import BuildFileText
from hexwright.vassal.codec.module_archive import BUILD_FILES, Archive
from hexwright.vassal.codec.piece_editing import TraitChange, changed_piece
from hexwright.vassal.codec.saved_game_editing import CommandChange, changed_saved_game
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import PlaceMarker

_MAX_MARKERS = 8


@dataclass(frozen=True, slots=True)
class SkippedPart:
    """A part of the module that edits left as it was, and the reason."""

    place: ModulePlace
    reason: str


@dataclass(eq=False)
class ModuleEdit:
    """A module or extension that is open for edits. `view` shows it as it was before them."""

    view: ModuleView
    path: Path
    entries: dict[str, bytes] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)
    skipped: list[SkippedPart] = field(default_factory=list)
    """What `change_traits` and `change_saved_games` couldn't read, and so left as it was."""

    @classmethod
    def open(cls, path: Path) -> ModuleEdit:
        """Open a module or extension, packed or as a folder. Raises InputError if it can't be read."""
        return cls(open_readable([path]), path)

    def __enter__(self) -> ModuleEdit:
        return self

    def __exit__(self, *_: object) -> None:
        self.view.close()

    @property
    def file(self) -> ModuleFile:
        """Return the file that is edited."""
        return self.view.files[0]

    @property
    def archive(self) -> Archive:
        """Return the archive or folder as it was opened."""
        assert self.file.archive is not None
        return self.file.archive

    @cached_property
    def build_entry(self) -> str:
        """Return the name of the build file's entry."""
        return next(name for name in BUILD_FILES if name in self.archive)

    @cached_property
    def build(self) -> BuildFileText:
        """Return the text of the build file, for edits. Raises InputError if it can't be edited exactly."""
        assert self.file.root is not None
        try:
            return BuildFileText(self.archive.read(self.build_entry), self.file.root)
        except CodecError as error:
            raise self.refused(error.reason) from None

    def change_traits(self, change: TraitChange) -> int:
        """Apply `change` to each trait of all pieces and prototypes, also in markers that they place.

        Return the number of changed definitions. What can't be read is added to `skipped`.
        """
        count = 0
        deep = with_markers(change)
        for node in self.definition_nodes():
            body = node.component.body
            try:
                changed = changed_piece(body, deep)
            except (CodecError, RecursionError) as error:
                self.skipped.append(SkippedPart(node.place, reason_of(error)))
                continue
            if changed != body:
                self.set_body(node, changed)
                count += 1
        return count

    def definition_nodes(self) -> Iterator[ComponentNode]:
        """Yield the components whose body is a piece: slots and definitions of prototypes."""
        yield from self.view.all(c.PieceSlot, c.PrototypeDefinition)

    def set_body(self, node: ComponentNode, text: str) -> None:
        """Replace the body of a component. Raises InputError, which names the component, if that can't be."""
        try:
            self.build.set_body(node.component, text)
        except CodecError as error:
            raise self.refused(error.reason, node.place) from None

    def set_attribute(self, node: ComponentNode, name: str, value: str) -> None:
        """Replace an attribute, by its XML name. Raises InputError, which names the component, if that can't
        be.
        """
        try:
            self.build.set_attribute(node.component, name, value)
        except CodecError as error:
            raise self.refused(error.reason, node.place) from None

    def saved_game_entries(self) -> tuple[str, ...]:
        """Return the names of saved games and logs inside the module: set-ups, tutorials and others."""
        named = {node.component.get("file", "") for node in self.view.all(c.PredefinedSetup)}
        return tuple(
            name for name in self.archive.names if name in named or name.lower().endswith((".vsav", ".vlog"))
        )

    def change_saved_games(self, change: CommandChange, progress: ProgressListener | None = None) -> int:
        """Apply `change` to each command of all saved games inside the module, one file after another.

        Return the number of changed files. Files that can't be read are added to `skipped`.
        """
        count = 0
        names = self.saved_game_entries()
        for number, name in enumerate(names, 1):
            if progress is not None:
                progress.stage(f"set-up {number} of {len(names)}: {printable_line(name)}")
            try:
                data = self.entries.get(name) or self.archive.read(name, MAX_SETUP)
                changed = changed_saved_game(data, change)
            except (CodecError, RecursionError) as error:
                self.skipped.append(SkippedPart(self.view.place / name, reason_of(error)))
                continue
            if changed != data:
                self.entries[name] = changed
                count += 1
        return count

    def changes(self) -> ArchiveChanges:
        """Return all edits as changes to the archive; raises InputError for edits that can't be encoded."""
        content = dict(self.entries)
        if "build" in self.__dict__ and self.build.is_edited:
            try:
                content[self.build_entry] = self.build.edited()
            except CodecError as error:
                raise self.refused(error.reason) from None
        return ArchiveChanges(content, frozenset(self.removed))

    def write(self, destination: Destination) -> None:
        """Write the edited module, read it again and compare it; close the module as it was opened.

        Raises InputError if the file can't be written, or differs from the edits when it is read again.
        """
        write_and_compare(self.path, self.archive, self.changes(), destination)

    def refused(self, reason: str, place: ModulePlace | None = None) -> InputError:
        """Return the error for an edit that can't be made."""
        where = (place or self.view.place).span()
        return InputError.single("J001", f"can't be edited: {printable_line(reason)}", where)


def with_markers(change: TraitChange) -> TraitChange:
    """Return a change of traits that also applies to the pieces that traits place as markers."""

    def run(trait: Trait, depth: int = 0) -> Trait:
        changed = change(trait)
        if isinstance(changed, PlaceMarker) and changed.marker.startswith("+/") and depth < _MAX_MARKERS:
            inner = changed_piece(changed.marker, lambda below: run(below, depth + 1))
            if inner != changed.marker:
                changed = replace(changed, marker=inner)
        return changed

    return run


def _span(path: Path) -> Span:
    return Span(printable_line(path.as_posix()))
