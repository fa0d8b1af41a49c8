"""Open a module, an extension, a saved game or a log as a tree of items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView, open_module
from hexwright.inspect.show.editor_labels import UNREADABLE, LabelledFact
from hexwright.inspect.show.item_tree import (
    ComponentItem,
    FixedItem,
    LazyFolder,
    TreeItem,
    file_items,
    image_entries,
    image_items,
)
from hexwright.inspect.show.saved_game_items import MAX_SAVE, SavedGameView, SavedItem
from hexwright.inspect.show.value_wording import count_words
from hexwright.support.message_wording import printable_line
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.module_archive import SAVED_GAME, Archive
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError

#: Items that may start a path, wherever they are in the tree.
SHORTCUTS: dict[str, type[Component]] = {
    "pieces": c.PieceSlot,
    "prototypes": c.PrototypeDefinition,
    "set-ups": c.PredefinedSetup,
    "setups": c.PredefinedSetup,
    "maps": c.Map,
}


@dataclass(eq=False)
class SetUpItem(ComponentItem):
    """A pre-defined set-up. Its file is read when it is first needed."""

    module: ModuleView | None = None

    @property
    def file(self) -> str:
        """Return the name of the set-up's file, or an empty string for a menu or a set-up without a file."""
        component = self.node.component if self.node is not None else None
        if not isinstance(component, c.PredefinedSetup) or component.is_menu or not component.use_file:
            return ""
        return component.file

    @property
    def saved(self) -> SavedItem | str:
        """Return the content of the set-up's file, or the reason why it can't be read.

        Only the set-ups read last are kept: a module may have hundreds.
        """
        return _read_set_up(self.module, self.file, self.trail)

    @property
    def content_summary(self) -> str:
        """Return the number of the set-up's pieces in words, or the reason why its file can't be read."""
        assert self.module is not None
        assert self.node is not None
        found = self.module.set_up_by_node.get(self.node)
        if found is None or found.missing:
            return f"the module has no file '{self.file}'"
        if found.fault:
            return f"'{self.file}' can't be read: {found.fault}"
        return count_words(found.piece_count, "piece")

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts of the component and of the saved game."""
        own = super().facts
        if not self.file:
            return own
        if isinstance(self.saved, str):
            return (*own, LabelledFact("fault", "Not readable", self.saved, False, UNREADABLE))
        return (*own, *self.saved.facts)

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the set-ups in a menu, or the pieces of the set-up's saved game."""
        if not self.file or isinstance(self.saved, str):
            return super().children
        return self.saved.children


@lru_cache(maxsize=2)
def _read_set_up(module: ModuleView | None, file: str, trail: tuple[str, ...]) -> SavedItem | str:
    holder = module.entries.get(file) if module is not None else None
    if holder is None or holder.archive is None:
        return f"the module has no file '{file}'"
    try:
        game = SavedGameFile.read(holder.archive.read(file, MAX_SAVE))
    except CodecError as error:
        return f"'{file}' can't be read: {error.reason}"
    # All players have the module, and its set-ups with it.
    return SavedItem.of(SavedGameView(file, game, module, reveal=True), trail)


@dataclass(eq=False)
class ModuleItem(ComponentItem):
    """A module or an extension; `module` is the complete view of it."""

    module: ModuleView | None = None

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the components, followed by one item for the images and one for the other files."""
        assert self.module is not None
        images = len(image_entries(self.module))
        files = len(self.module.entries) - images
        folders = (
            LazyFolder(
                "Images",
                ("images",),
                "images",
                "folder",
                "",
                count_words(images, "image"),
                load_children=self._images,
            ),
            LazyFolder(
                "Files",
                ("files",),
                "files",
                "folder",
                "",
                count_words(files, "file"),
                load_children=self._files,
            ),
        )
        return (*super().children, *folders)

    def _images(self) -> tuple[TreeItem, ...]:
        return image_items(self.module) if self.module is not None else ()

    def _files(self) -> tuple[TreeItem, ...]:
        return file_items(self.module) if self.module is not None else ()

    def shortcut(self, word: str) -> FixedItem | None:
        """Return all pieces, prototypes, set-ups or maps as one item; None for any other word."""
        kind = SHORTCUTS.get(word.casefold())
        if kind is None or self.module is None or self.make is None:
            return None
        held = tuple(map(self.make, self.module.all(kind)))
        title = word.capitalize()
        return FixedItem(title, (word,), word, "folder", "", f"{len(held):,}", given_children=held)


@dataclass(frozen=True, slots=True)
class SecrecyOptions:
    """What to report about a saved game: what players hide from each other, and the names of the players.

    Private windows and places are known if the game's module is given.
    """

    reveal: bool = False
    players: bool = False
    module: ModuleView | None = None


def open_file(path: Path, secrecy: SecrecyOptions = SecrecyOptions()) -> TreeItem:
    """Read a module or extension, packed or as a folder, or a saved game or log.

    Items report parts that can't be read. Raise InputError if the file can't be opened.
    """
    if path.is_dir():
        return module_item(open_module([path]))
    if path.exists():
        saved = _saved_game(path, secrecy)
        return saved if saved is not None else module_item(open_module([path]))
    from hexwright.module_checks.checks.archive_unreadable import CHECK

    hint = "name a .vmod, .vmdx, .vsav or .vlog, or the folder of an unpacked module"
    raise InputError.single(CHECK.code, "there is no such file", Span(printable_line(path.as_posix())), hint)


def module_item(module: ModuleView) -> ModuleItem:
    """Return the item of an open module. Raise InputError if the module can't be read."""
    require_readable(module)
    node = module.nodes[0]
    name = node.component.get("name") or node.component.get("description") or module.files[0].name
    item = ModuleItem.of(node, partial(_item, module), f"{name} {node.component.get('version', '')}".strip())
    item.module, item.trail, item.name = module, (), name
    return item


def open_readable(paths: Sequence[Path]) -> ModuleView:
    """Open a module with its extensions, packed or as folders.

    Raise InputError: J001 if a file isn't there, V001 or V002 if the module can't be read.
    """
    for path in paths:
        if not path.exists():
            hint = "name a .vmod or .vmdx, or the folder of an unpacked module"
            where = Span(printable_line(path.as_posix()))
            raise InputError.single("J001", "there is no such file", where, hint)
    module = open_module(paths)
    try:
        require_readable(module)
    except InputError:
        module.close()
        raise
    return module


def require_readable(module: ModuleView) -> None:
    """Raise InputError if the module's archive or build file can't be read."""
    if not module.nodes:
        raise _refused(module)


def _item(module: ModuleView, node: ComponentNode) -> TreeItem:
    make = partial(_item, module)
    if isinstance(node.component, c.PredefinedSetup):
        item = SetUpItem.of(node, make)
        item.module, item.kind = module, "set-up"
        return item
    return ComponentItem.of(node, make)


def _refused(module: ModuleView) -> InputError:
    # Imported late: the explanations of codes are slow to import, and rarely needed here.
    from hexwright.module_checks.checks import archive_unreadable, build_file_unreadable

    codes = {"archive": archive_unreadable.CHECK.code, "build-file": build_file_unreadable.CHECK.code}
    trouble = next(trouble for trouble in module.troubles if trouble.about in codes)
    return InputError.single(codes[trouble.about], printable_line(trouble.message), trouble.place.span())


def _saved_game(path: Path, secrecy: SecrecyOptions) -> SavedItem | None:
    wanted = path.suffix.lower() in (".vsav", ".vlog")
    try:
        with Archive(path) as archive:
            if not wanted and SAVED_GAME not in archive:
                return None
        game = SavedGameFile.read(path, MAX_SAVE)
    except CodecError as error:
        if not wanted:
            return None
        from hexwright.module_checks.checks.setup_broken import CHECK

        raise InputError.single(
            CHECK.code, printable_line(error.reason), Span(printable_line(path.name))
        ) from None
    return SavedItem.of(SavedGameView(path.name, game, secrecy.module, secrecy.reveal, secrecy.players), ())
