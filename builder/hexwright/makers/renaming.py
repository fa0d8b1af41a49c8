"""Rename a prototype, property, key, image, map, board, zone, region, deck or side in a module and its saved
games.

The names in the module after the renaming are compared with those before it: each use of the old name must be
one of the new name, and no other use may differ. A name that can't be replaced everywhere is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import IMAGES, ComponentNode, ModuleFile, ModuleView
from hexwright.inspect.usage.component_uses import uses_in_component
from hexwright.inspect.usage.name_uses import NameKind, NameUse, UseRole, keystroke_of
from hexwright.inspect.usage.use_search import UseIndex, near_names
from hexwright.makers.module_edit import ModuleEdit, SkippedPart, with_markers
from hexwright.makers.name_occurrences import NameChange, NameReplacement
from hexwright.support.message_wording import join_with_or, printable_line, quote
from hexwright.support.progress_stages import ProgressListener
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile.buildfile_parser import parse_any
from hexwright.vassal.codec.buildfile.component_element import PlainElement
from hexwright.vassal.codec.buildfile.components import BoardPicker, PlayerRoster
from hexwright.vassal.codec.commands import (
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    MovePiece,
    SetBoards,
    SetGlobalProperty,
)
from hexwright.vassal.codec.commands import decode as decode_command
from hexwright.vassal.codec.piece_editing import PieceText, changed_piece
from hexwright.vassal.codec.saved_game_editing import changed_saved_game
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece

RENAMED_KINDS: Final = tuple(kind for kind in NameKind if kind not in (NameKind.CLASS, NameKind.TEXT))
#: Files in which the name of an image is a text.
_PAGES: Final = (".html", ".htm", ".svg", ".css")


@dataclass(frozen=True, slots=True)
class RenamedField:
    """One field that changes, with its place."""

    place: ModulePlace
    change: NameChange


@dataclass
class Renaming:
    """A renaming in one module or extension, made but not written yet."""

    edit: ModuleEdit
    names: NameReplacement
    fields: list[RenamedField] = field(default_factory=list)
    saved_games: int = 0
    """The number of set-ups and other saved games inside that change."""

    @cached_property
    def index(self) -> UseIndex:
        """Return the names of the module as it was opened."""
        return UseIndex(self.edit.view)

    @cached_property
    def all_names(self) -> tuple[NameReplacement, ...]:
        """Return the replacements of the name, and of the properties that VASSAL derives from it.

        A map `Main` has a property `Main_isVisible`, for example. In such a name, _ stands for spaces.
        """
        derived: dict[str, str] = {}
        for _, uses in self.index.of_components:
            if not any(self.names.is_definition(use) for use in uses):
                continue
            for use in uses:
                if self._is_derived(use):
                    end = len(self.names.old)
                    derived[use.name] = self.names.new.replace(" ", "_") + use.name[end:]
        more = (NameReplacement(NameKind.PROPERTY, old, new) for old, new in derived.items())
        return (self.names, *more)

    def _is_derived(self, use: NameUse) -> bool:
        """Whether a use defines a property whose name VASSAL derives from the old or new name."""
        if use.kind is not NameKind.PROPERTY or use.role is not UseRole.DEFINES:
            return False
        names = (self.names.old, self.names.new)
        starts = tuple(f"{form}_" for name in names for form in (name, name.replace(" ", "_")))
        return self.names.kind is not NameKind.PROPERTY and use.name.startswith(starts)

    def run(self, progress: ProgressListener) -> None:
        """Make all edits; raise InputError (J004) if a use keeps the old name, or another one changes."""
        progress.stage("components and pieces")
        self._components()
        self._pieces()
        if self.names.kind is NameKind.IMAGE:
            self._images()
        progress.stage("checking")
        self._check()
        self.saved_games = self.edit.change_saved_games(self.command, progress)

    def mentions(self) -> Iterator[ModulePlace]:
        """Yield the places where the old name stands in a text that isn't a use, and so stays."""
        changed = {one.place for one in self.fields}
        for node in self.edit.view.nodes:
            if node.place not in changed and any(
                isinstance(value.value, str) and self.names.is_in(value.value) for value in node.values
            ):
                yield node.place
        for design in self.edit.view.definitions:
            for placed in design.traits:
                if placed.place in changed or design.place in changed:
                    continue
                if any(
                    isinstance(value.value, str) and value.kind != "piece" and self.names.is_in(value.value)
                    for value in self.edit.view.trait_values(placed.trait)
                ):
                    yield placed.place

    # The build file ------------------------------------------------------------------------------
    def _components(self) -> None:
        for node in self.edit.view.nodes:
            component = node.component
            for name, text in [(str(key), str(value)) for key, value in component.attrib.items()]:
                if self.names.old in text or (self.names.kind is NameKind.KEY and self.names.may_occur(text)):
                    changed = self._attribute(node, name, text)
                    if changed != text:
                        self.edit.set_attribute(node, name, changed)
                        self.fields.append(RenamedField(node.place, NameChange(text, changed)))
            if isinstance(component, PlayerRoster | BoardPicker):
                self._inner_texts(node)

    def _attribute(self, node: ComponentNode, name: str, text: str) -> str:
        component = node.component
        changed = text
        for names in self.all_names:

            def is_use(probed: str, names: NameReplacement = names) -> bool:
                component.set(name, probed)
                node.__dict__.pop("values", None)
                try:
                    return names.has_probe(uses_in_component(node))
                except (CodecError, ValueError):
                    return False

            before = changed
            if names.kind is NameKind.KEY:
                changed = names.in_key_attribute(changed, is_use)
            if changed == before:
                changed = names.in_text(changed, is_use)
        component.set(name, text)
        node.__dict__.pop("values", None)
        return changed

    def _inner_texts(self, node: ComponentNode) -> None:
        """Rename sides of the roster, and maps and boards in the default layout of boards."""
        for child in node.component:
            text = (child.text or "").strip()
            if not isinstance(child, PlainElement) or self.names.old not in text:
                continue
            if isinstance(node.component, BoardPicker):
                changed = self._other_command(text)
            else:
                changed = (
                    self.names.new if text == self.names.old and self.names.kind is NameKind.SIDE else text
                )
            if changed != text:
                self.edit.build.set_body(child, changed)
                self.fields.append(RenamedField(node.place, NameChange(text, changed)))

    def _pieces(self) -> None:
        for node in self.edit.definition_nodes():
            body = node.component.body
            if not self.names.may_occur(body):
                continue
            found: list[NameChange] = []
            try:
                changed = changed_piece(body, with_markers(partial(self._trait, found)))
            except (CodecError, RecursionError) as error:
                self.edit.skipped.append(SkippedPart(node.place, reason_of(error)))
                continue
            if changed != body:
                self.edit.set_body(node, changed)
                self.fields += (RenamedField(node.place, change) for change in dict.fromkeys(found))

    def _trait(self, found: list[NameChange], trait: Trait) -> Trait:
        for names in self.all_names:
            trait, changes = names.in_trait(trait, self.index.of_trait)
            found += changes
        return trait

    def _images(self) -> None:
        archive = self.edit.archive
        old, new = IMAGES + self.names.old, IMAGES + self.names.new
        if old in archive:
            self.edit.entries[new] = archive.read(old)
            self.edit.removed.add(old)
        for name in archive.names:
            if name.lower().endswith(_PAGES) and name != old:
                text = archive.read(name).decode("utf-8", "surrogateescape")
                changed = self.names.in_text(text, lambda _: True) if self.names.is_in(text) else text
                if changed != text:
                    self.edit.entries[name] = changed.encode("utf-8", "surrogateescape")

    # The proof -----------------------------------------------------------------------------------
    def _check(self) -> None:
        changes = self.edit.changes()
        data = changes.content.get(self.edit.build_entry)
        if data is None:
            return
        file = self.edit.file
        renamed = ModuleFile(file.name, file.path, file.archive, parse_any(data), data, file.metadata)
        after = [one for one in _uses_of(UseIndex(ModuleView([renamed], []))) if not self._is_derived(one[1])]
        before = [one for one in _uses_of(self.index) if not self._is_derived(one[1])]
        for (place, use), (_, other) in zip(before, after, strict=False):
            if self._expected(use) != other.name or use.kind is not other.kind or use.role is not other.role:
                raise self._refused(place, use, other)
        if len(before) != len(after):
            raise self._refused(self.edit.view.place, None, None)

    def _expected(self, use: NameUse) -> str:
        """Return the name that a use has after the renaming."""
        for names in self.all_names:
            if use.kind is names.kind and use.name == names.old:
                return names.new
        return use.name

    def _refused(self, place: ModulePlace, use: NameUse | None, other: NameUse | None) -> InputError:
        what = f"{quote(self.names.old)} can't be renamed everywhere"
        if use is not None and other is not None:
            what += f": after it, {use.label or use.kind} would name {quote(other.name)} instead of "
            what += quote(self._expected(use))
        hint = "change this place in VASSAL's Editor first, or choose another name"
        return InputError.single("J004", printable_line(what), place.span(), hint)

    # Saved games ---------------------------------------------------------------------------------
    def command(self, text: str) -> str:
        """Return the text of a command of a saved game with the new name."""
        if not self.names.may_occur(text):
            return text
        if text.startswith("+/"):
            piece = PieceText.decode(text)
            changed = piece.changed(with_markers(self._saved_trait), self.names.may_occur)
            return text if changed is piece else changed.encode()
        return self._other_command(text)

    def _saved_trait(self, trait: Trait) -> Trait:
        if isinstance(trait, Stack | Deck | BasicPiece) and self.names.kind is NameKind.MAP:
            return replace(trait, map=self.names.new) if trait.map == self.names.old else trait
        if isinstance(trait, BasicPiece) and self.names.kind is NameKind.PROPERTY:
            pairs = trait.properties
            properties = tuple((self._new_name(name), value) for name, value in pairs)
            return replace(trait, properties=properties) if properties != pairs else trait
        return trait if isinstance(trait, Stack) else self._trait([], trait)

    def _new_name(self, name: str) -> str:
        return self.names.new if name == self.names.old else name

    def _new_state(self, state: str | None) -> str | None:
        """Return the state of a piece that is on the renamed map; its innermost part begins with the map."""
        if state is None:
            return None
        outer, tab, inner = state.rpartition("\t")
        old, new = (sequence_encoder.encode((name, ""), ";") for name in (self.names.old, self.names.new))
        return outer + tab + (new + inner.removeprefix(old) if inner.startswith(old) else inner)

    def _other_command(self, text: str) -> str:
        kind, old, new = self.names.kind, self.names.old, self.names.new
        command = decode_command(text)
        match command:
            case MovePiece() if kind is NameKind.MAP and old in (command.map, command.old_map):
                places = [new if place == old else place for place in (command.map, command.old_map)]
                return replace(command, map=places[0], old_map=places[1]).encode()
            case ChangePiece() if kind is NameKind.MAP:
                states = self._new_state(command.new), self._new_state(command.old)
                if states == (command.new, command.old):
                    return text
                return replace(command, new=states[0] or "", old=states[1]).encode()
            case SetBoards() if kind is NameKind.MAP and command.map == old:
                return replace(command, map=new).encode()
            case SetBoards() if kind is NameKind.BOARD:
                boards = tuple(replace(b, name=new) if b.name == old else b for b in command.boards)
                return replace(command, boards=boards).encode() if boards != command.boards else text
            case SetGlobalProperty() if kind is NameKind.PROPERTY and command.property_id == old:
                return replace(command, property_id=new).encode()
            case ChangeProperty() if kind is NameKind.PROPERTY and command.name == old:
                return replace(command, name=new).encode()
            case SetGlobalProperty() | ChangeProperty() if kind in (NameKind.MAP, NameKind.ZONE):
                return replace(command, container=new).encode() if command.container == old else text
            case AddPlayer() if kind is NameKind.SIDE and command.side == old:
                return replace(command, side=new).encode()
            case _:
                return text


def open_renaming(path: Path, names: NameReplacement) -> Renaming:
    """Open a module or extension for a renaming. Raises InputError if it can't be read."""
    return Renaming(ModuleEdit.open(path), names)


def require_names(opened: Sequence[Renaming], kind: NameKind, old: str, new: str) -> None:
    """Raise InputError (J004) unless the modules have the old name and lack the new one."""
    uses = [use for one in opened for _, use in _uses_of(one.index, images=True) if use.kind is kind]
    place = opened[0].edit.view.place.span()
    if not any(use.name == old for use in uses):
        near = near_names(opened[0].index, old, (kind,))
        hint = f"did you mean {join_with_or(near)}?" if near else "'hexwright where' finds names"
        raise InputError.single("J004", f"no {kind} is called {quote(old)}", place, hint)
    if any(use.name == new for use in uses):
        taken = next(use for use in uses if use.name == new)
        how = "is taken" if taken.role is UseRole.DEFINES else "is used already"
        raise InputError.single("J004", f"the name {quote(new)} {how}", place, "choose another name")


def renamed_save(renaming: Renaming, data: bytes, path: Path) -> bytes:
    """Return a saved game with the new name; raise InputError if it can't be read or written exactly."""
    try:
        return changed_saved_game(data, renaming.command)
    except (CodecError, RecursionError) as error:
        reason = reason_of(error)
        where = Span(printable_line(path.as_posix()))
        raise InputError.single("J001", f"can't be edited: {printable_line(reason)}", where) from None


def bad_name_reason(kind: NameKind, name: str) -> str | None:
    """Return why a thing of a kind can't have a name, or None if it can."""
    if not name.strip() or name != name.strip():
        return "it is empty, or has spaces around it"
    if not name.isprintable():
        return "it has control characters"
    if kind is NameKind.KEY and "," in name and keystroke_of(name) is None:
        return "the name of a key can't have a comma"
    if kind is NameKind.PROPERTY and not _is_plain_property(name):
        return "a property needs a name of letters, digits, _ and spaces that doesn't begin with a digit"
    if kind is NameKind.IMAGE and any(sign in name for sign in '/\\:*?"<>|'):
        return "an image needs a name that every system can have"
    if name.endswith("\\"):
        return "VASSAL joins a name that ends in a backslash with the next text"
    return None


def _is_plain_property(name: str) -> bool:
    return not name[0].isdigit() and all(letter.isalnum() or letter in "_ " for letter in name)


def _uses_of(index: UseIndex, *, images: bool = False) -> Iterator[tuple[ModulePlace, NameUse]]:
    """Yield the names in components and traits, and with `images` in files, too."""
    for place, uses in index.definitions():
        for use in uses:
            if images or use.label != "File" or use.role is not UseRole.DEFINES:
                yield place, use
