"""Unpack a module into files for people and for version control, and pack the files again.

The build file is laid out, and each saved game has a text beside it (`hexwright.vassal.codec.unpacked`). All
other entries are files with the same bytes. A folder that was unpacked before is brought up to date: only
files that differ are written, and files that the module no longer has are removed. Names that start with a
dot stay.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.makers.laying_out_job import LayingOutJob
from hexwright.makers.written_file import Destination, write_and_compare
from hexwright.support.file_limits import raised
from hexwright.support.message_wording import printable_line
from hexwright.support.named_files import read_regular
from hexwright.support.progress_stages import ProgressListener
from hexwright.support.workers.jobs import Engine
from hexwright.support.workers.local_engine import engine_for_work, work_on_engine
from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.archive_rewriting import ArchiveChanges
from hexwright.vassal.codec.buildfile.buildfile_parser import parse_any
from hexwright.vassal.codec.module_archive import BUILD_FILES, Archive, ArchiveError, other_build_file
from hexwright.vassal.codec.module_folder import ModuleFolder, open_archive
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.unpacked.buildfile_layout import lay_out_build_file
from hexwright.vassal.codec.unpacked.entry_file_names import entry_file_names
from hexwright.vassal.codec.unpacked.unpacked_folder import TEXT_SUFFIX, is_unpacked

ATTRIBUTES_FILE: Final = ".gitattributes"
GIT_ATTRIBUTES: Final = """\
# Written by `hexwright unpack`. Bytes stay as they are; modules and saved games are compared by hexwright.
* -text
*.vmod diff=hexwright
*.vmdx diff=hexwright
*.vsav diff=hexwright
*.vlog diff=hexwright
"""
GIT_DRIVER: Final = (
    """git config diff.hexwright.command 'sh -c "hexwright diff \\"$2\\" \\"$5\\" || true" --'"""
)
"""The command that makes `git diff` compare such files by `hexwright diff`."""

_SAVES: Final = (".vsav", ".vlog")
_LITTLE: Final = 500_000
"""Saved games of so many bytes together are laid out sooner than worker processes begin."""


@dataclass(frozen=True, slots=True)
class UnpackedModule:
    """What was written: the numbers of files, and the entries that are only there as they were packed."""

    files: int
    changed: int
    removed: int
    plain: tuple[str, ...]


def unpack_module(
    module: Path, folder: Path, progress: ProgressListener, engine: Engine | None = None
) -> UnpackedModule:
    """Unpack a module or extension into a folder, which is new, empty or was unpacked before.

    `engine` lays out saved games; by default processes do, if there are many.
    Raises InputError: J001 for a module that can't be read, J003 for a folder with other files, W001 if the
    folder can't be written; a new folder is then removed again.
    """
    _require_own_folder(folder)
    try:
        if not module.exists():
            raise ArchiveError("", module.name, "there is no such file: name a .vmod or .vmdx")
        with Archive(module) as archive:
            if not any(name in archive for name in BUILD_FILES):
                hint = other_build_file(archive.names)
                raise ArchiveError("", module.name, f"the archive contains no build file{hint}")
            return _unpack(archive, folder, progress, engine)
    except CodecError as error:
        raise _refused(module, error) from None
    except OSError as fault:
        what = f"the folder can't be written: {(fault.strerror or str(fault)).lower()}"
        hint = "free some space, or choose another folder"
        raise InputError.single("W001", what, _span(folder), hint) from None


def pack_module(folder: Path, module: Path, progress: ProgressListener) -> int:
    """Pack a folder as a module, and return the number of entries. The same files give the same bytes.

    Raises InputError: J001 for a folder without a build file, for one whose build file isn't well-formed, and
    for a file with the marks of a merge conflict; W001 and J002 as `write_and_compare` does.
    """
    try:
        if not folder.is_dir():
            what = (
                "this is a file: name the folder that 'hexwright unpack' wrote"
                if folder.exists()
                else "there is no such folder"
            )
            raise ArchiveError("", folder.name, what)
        progress.stage("reading the folder")
        archive = open_archive(folder)
        assert isinstance(archive, ModuleFolder)
        parse_any(archive.read(next(name for name in BUILD_FILES if name in archive)))
        progress.stage("packing")
        write_and_compare(folder, archive, ArchiveChanges({}), Destination(module))
        return len(archive.names)
    except CodecError as error:
        raise _refused(folder, error) from None


def _unpack(
    archive: Archive, folder: Path, progress: ProgressListener, engine: Engine | None
) -> UnpackedModule:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent) as held:
        made = Path(held) / "module"
        made.mkdir()
        paths = entry_file_names(archive.names)
        plain = _write_entries(archive, made, paths, progress)
        saves = {
            paths[name]: name
            for name in archive.names
            if name.lower().endswith(_SAVES) and name + TEXT_SUFFIX not in paths
        }
        sizes = {path: archive.size(name) for path, name in saves.items()}
        engine = engine or engine_for_work(is_much=sum(sizes.values()) > _LITTLE)
        texts = _lay_out_saves(made, list(sizes), progress, engine)
        plain += [name for path, name in saves.items() if path not in texts]
        _compare(archive, made, {saves[path]: path for path in texts})
        written = {*paths.values(), *(path + TEXT_SUFFIX for path in texts)}
        if not (folder / ATTRIBUTES_FILE).exists():
            (made / ATTRIBUTES_FILE).write_bytes(GIT_ATTRIBUTES.encode())
        if not folder.exists():
            made.rename(folder)
            return UnpackedModule(len(written), len(written), 0, tuple(plain))
        changed, removed = _update(made, folder, written)
        return UnpackedModule(len(written), changed, removed, tuple(plain))


def _write_entries(
    archive: Archive, made: Path, paths: dict[str, str], progress: ProgressListener
) -> list[str]:
    """Write all entries, the build file laid out; return its name if that can't be."""
    plain: list[str] = []
    for number, name in enumerate(archive.names, 1):
        if number % 50 == 1:
            progress.stage(f"unpacking {number} of {len(archive.names)}")
        data = archive.read(name)
        if name in BUILD_FILES:
            laid_out = lay_out_build_file(data)
            if laid_out is None:
                plain.append(name)
            data = data if laid_out is None else laid_out
        target = made / paths[name]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return plain


def _lay_out_saves(made: Path, paths: Sequence[str], progress: ProgressListener, engine: Engine) -> set[str]:
    """Write texts beside saved games; return the paths of those that have one.

    Raises InputError (J002) if a saved game can't be restored from its text.
    """
    left, texts = dict.fromkeys(paths), set[str]()

    def lay_out(engine: Engine) -> None:
        with closing(engine(LayingOutJob(made), iter(tuple(left)))) as results:
            for one in results:
                del left[one.path]
                progress.stage(f"laying out saved game {len(paths) - len(left)} of {len(paths)}")
                if not one.is_restored:
                    raise _unequal(one.path, made)
                if one.has_text:
                    texts.add(one.path)

    work_on_engine(engine, lay_out)
    return texts


def _compare(archive: Archive, made: Path, laid_out: Mapping[str, str]) -> None:
    """Raise InputError (J002) if the unpacked files don't give the entries of the archive again.

    `laid_out` has the paths of saved games that were restored from their texts already.
    """
    with open_archive(made) as unpacked:
        wrong = sorted(set(archive.names) ^ set(unpacked.names))
        for name in () if wrong else archive.names:
            path = laid_out.get(name)
            again = unpacked.read(name) if path is None else read_regular(made / path, raised(MAX_ENTRY))
            if again != archive.read(name):
                wrong.append(name)
    if wrong:
        raise _unequal(wrong[0], made)


def _unequal(name: str, made: Path) -> InputError:
    what = f"the entry {printable_line(name)} isn't the same after it was unpacked"
    return InputError.single("J002", what, _span(made), "report this error; nothing was written")


def _update(made: Path, folder: Path, written: set[str]) -> tuple[int, int]:
    """Move files that differ to a folder, and remove files that the module no longer has; return both
    numbers.
    """
    before = (
        set(ModuleFolder(folder).names) if any((folder / name).is_file() for name in BUILD_FILES) else set()
    )
    changed = 0
    for path in sorted({*written, ATTRIBUTES_FILE}):
        source, target = made / path, folder / path
        if not source.exists() or _same(source, target):
            continue
        if target.is_dir():
            shutil.rmtree(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(source, target)
        changed += 1
    stale = sorted(before - written)
    for path in stale:
        (folder / path).unlink(missing_ok=True)
        for parent in (folder / path).parents:
            if parent == folder or any(parent.iterdir()):
                break
            parent.rmdir()
    return changed, len(stale)


def _same(one: Path, other: Path) -> bool:
    if not other.is_file() or one.stat().st_size != other.stat().st_size:
        return False
    return read_regular(one, raised(MAX_ENTRY)) == read_regular(other, raised(MAX_ENTRY))


def _require_own_folder(folder: Path) -> None:
    if not folder.exists() or is_unpacked(folder):
        return
    if not folder.is_dir():
        raise InputError.single("J003", "it is a file, not a folder", _span(folder), "name a new folder")
    if any(not path.name.startswith(".") for path in folder.iterdir()):
        hint = "name a new folder, or one that 'hexwright unpack' wrote"
        raise InputError.single("J003", "the folder contains other files", _span(folder), hint)


def _refused(path: Path, error: CodecError) -> InputError:
    named = f"{error.field}: " if error.field and error.field not in error.reason else ""
    return InputError.single("J001", printable_line(named + error.reason), _span(path))


def _span(path: Path) -> Span:
    return Span(printable_line(path.as_posix()))
