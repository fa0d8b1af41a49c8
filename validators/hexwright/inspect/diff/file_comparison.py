"""Compare two files: two modules or extensions, or two saved games or logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path

from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_view import IMAGES, ComponentNode, ModuleView
from hexwright.inspect.diff.change_records import (
    SECTIONS,
    ChangeDetail,
    ChangeKind,
    ModuleChange,
    pair_by_keys,
)
from hexwright.inspect.diff.component_comparison import ComponentComparison, component_title
from hexwright.inspect.diff.saved_game_comparison import ComparedGame, compare_saved_games
from hexwright.inspect.show.item_tree import TreeItem, byte_count_words
from hexwright.inspect.show.open_as_items import ModuleItem, SetUpItem, open_file
from hexwright.inspect.show.saved_game_items import SavedItem
from hexwright.inspect.show.value_wording import value_as_words
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.moduledata import EXTENSION_ENTRY, MODULE_ENTRY, Metadata
from hexwright.vassal.codec.module_archive import BUILD_FILES
from hexwright.vassal.codec.sequence_encoder import CodecError

_METADATA = {
    "version": "Version number",
    "vassal_version": "Version of VASSAL",
    "description": "Description",
    "name": "Game Name",
    "extra": "Additional module info",
    "universal": "Allow loading with any module",
}


@dataclass(frozen=True, slots=True)
class FileComparison:
    """The differences between two files, section by section."""

    old_file: str
    new_file: str
    old_title: str
    new_title: str
    changes: tuple[ModuleChange, ...]


def compare_files(old: Path, new: Path) -> FileComparison:
    """Compare two files; of saved games, what all players may see.

    Raises InputError for a file that can't be read, and ValueError if a module is compared with a saved game.
    """
    before, after = open_file(old), open_file(new)
    return compare_items(before, after, old.name, new.name)


def compare_items(before: TreeItem, after: TreeItem, old_file: str, new_file: str) -> FileComparison:
    """Compare two open files. Raises ValueError if a module is compared with a saved game."""
    if isinstance(before, ModuleItem) and isinstance(after, ModuleItem):
        found = list(_modules(before, after))
    elif isinstance(before, SavedItem) and isinstance(after, SavedItem):
        sides = [ComparedGame.of(i.saved) for i in (before, after) if i.saved is not None]
        found = [
            ModuleChange("Set-ups", "", "", detail) for detail in compare_saved_games(sides[0], sides[1])
        ]
    else:
        raise ValueError("one file is a module, the other a saved game: compare two files of the same kind")
    found.sort(key=lambda change: SECTIONS.index(change.section))
    return FileComparison(old_file, new_file, before.title, after.title, tuple(dict.fromkeys(found)))


def _modules(before: ModuleItem, after: ModuleItem) -> Iterator[ModuleChange]:
    old, new = before.module, after.module
    assert old is not None
    assert new is not None
    trees = ComponentComparison(old, new)
    own = list(trees.changes())
    yield from own
    yield from _metadata(
        old, new, {d.label: (d.old, d.new) for d in (x.detail for x in own if not x.subject)}
    )
    set_ups = [
        (one, other)
        for one, other in trees.pairs
        if isinstance(one.component, c.PredefinedSetup) and isinstance(other.component, c.PredefinedSetup)
    ]
    for one, other in set_ups:
        yield from _set_up(_opened(before, one), _opened(after, other), other)
    yield from _images(old, new)
    yield from _files(old, new)


def _metadata(
    old: ModuleView, new: ModuleView, told: dict[str, tuple[str | None, str | None]]
) -> Iterator[ModuleChange]:
    before, after = (module.files[0].metadata for module in (old, new))
    if before is None or after is None:
        if before is not after:
            what = ChangeKind.REMOVED if after is None else ChangeKind.ADDED
            yield ModuleChange("Module", "", "", ChangeDetail(what, "", "moduledata"))
        return
    for row in fields(Metadata):
        values = getattr(before, row.name), getattr(after, row.name)
        label = _METADATA.get(row.name)
        if label is None or values[0] == values[1]:
            continue
        words = value_as_words(values[0]), value_as_words(values[1])
        # The metadata repeat values of the module itself.
        if told.get(label) != words:
            yield ModuleChange(
                "Module", "", "", ChangeDetail(ChangeKind.CHANGED, "moduledata", label, *words)
            )


def _opened(item: ModuleItem, node: ComponentNode) -> SetUpItem:
    assert item.make is not None
    made = item.make(node)
    assert isinstance(made, SetUpItem)
    return made


def _set_up(before: SetUpItem, after: SetUpItem, node: ComponentNode) -> Iterator[ModuleChange]:
    title = component_title(node)
    place = node.parent.place.path if node.parent is not None else ""
    if not before.file or not after.file:
        return
    if isinstance(before.saved, str) or isinstance(after.saved, str):
        words = [saved if isinstance(saved, str) else "readable" for saved in (before.saved, after.saved)]
        if words[0] != words[1]:
            yield ModuleChange(
                "Set-ups", title, place, ChangeDetail(ChangeKind.CHANGED, "", "Saved game", *words)
            )
        return
    if before.saved.saved is None or after.saved.saved is None or before.saved.saved == after.saved.saved:
        return
    old, new = (
        ComparedGame.of(before.saved.saved),
        ComparedGame.of(after.saved.saved),
    )
    for detail in compare_saved_games(old, new):
        yield ModuleChange("Set-ups", title, place, detail)


def _images(old: ModuleView, new: ModuleView) -> Iterator[ModuleChange]:
    before, after = ([e for e in sorted(m.entries) if e.startswith(IMAGES)] for m in (old, new))
    yield from _entries("Images", old, new, before, after)


def _files(old: ModuleView, new: ModuleView) -> Iterator[ModuleChange]:
    before, after = (sorted(m.entries.keys() - _known(m)) for m in (old, new))
    yield from _entries("Files", old, new, before, after)


def _known(module: ModuleView) -> frozenset[str]:
    """Return the archive entries whose changes are reported in other sections."""
    saved = (n.component.get("file", "") for n in module.all(c.PredefinedSetup))
    images = (e for e in module.entries if e.startswith(IMAGES))
    return frozenset((*saved, *images, *BUILD_FILES, MODULE_ENTRY, EXTENSION_ENTRY))


def _entries(
    section: str, old: ModuleView, new: ModuleView, before: list[str], after: list[str]
) -> Iterator[ModuleChange]:
    same = set(before) & set(after)
    gone = [entry for entry in before if entry not in same]
    come = [entry for entry in after if entry not in same]
    digests = {("old", e): _digest(old, e) for e in gone} | {("new", e): _digest(new, e) for e in come}
    left, right = [("old", e) for e in gone], [("new", e) for e in come]
    renamed = pair_by_keys(left, right, lambda two: digests[two] or None)
    for i, j in renamed.pairs:
        names = _short(gone[i]), _short(come[j])
        yield ModuleChange(section, names[1], "", ChangeDetail(ChangeKind.RENAMED, "", "Name", *names))
    for i in renamed.removed:
        words = _words(old, gone[i])
        yield ModuleChange(
            section, _short(gone[i]), "", ChangeDetail(ChangeKind.REMOVED, "", "", words, None)
        )
    for j in renamed.added:
        words = _words(new, come[j])
        yield ModuleChange(section, _short(come[j]), "", ChangeDetail(ChangeKind.ADDED, "", "", None, words))
    for entry in sorted(same):
        if _size(old, entry) == _size(new, entry):
            digest = _digest(old, entry), _digest(new, entry)
            if digest[0] == digest[1]:
                continue
        two = [_words(module, entry) for module in (old, new)]
        if two[0] == two[1]:
            digest = _digest(old, entry), _digest(new, entry)
            two = [f"{word}, digest {mark[:8]}" for word, mark in zip(two, digest, strict=True)]
        yield ModuleChange(section, _short(entry), "", ChangeDetail(ChangeKind.CHANGED, "", "Content", *two))


def _short(entry: str) -> str:
    return entry.removeprefix(IMAGES)


def _words(module: ModuleView, entry: str) -> str:
    picture = module.pictures.get(entry)
    size = byte_count_words(_size(module, entry))
    if isinstance(picture, ImageHeader):
        return f"{picture.width} × {picture.height} px, {size}"
    return size


def _size(module: ModuleView, entry: str) -> int:
    archive = module.entries[entry].archive
    return archive.size(entry) if archive is not None else 0


def _digest(module: ModuleView, entry: str) -> str:
    archive = module.entries[entry].archive
    try:
        return sha256(archive.read(entry)).hexdigest() if archive is not None else ""
    except CodecError:
        return ""
