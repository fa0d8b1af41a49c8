"""Modules as people pack them: with old names, in a folder, twice, and by programs of all systems."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.module_checks.module_verdict import verify_paths
from tests.module_checks.sound import NAME, files

Entries = list[tuple[str, bytes]]


def _packed(tmp_path: Path, change: Callable[[Entries], Entries]) -> list[Diagnostic]:
    """Return what is found in the sound module if its entries are packed in another way."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as out:
        warnings.simplefilter("ignore")
        for name, data in change(list(files().entries.items())):
            out.writestr(name, data)
    (tmp_path / NAME).write_bytes(buffer.getvalue())
    return list(verify_paths([tmp_path / NAME]).diagnostics)


def _renamed(old: str, new: str, *left_out: str) -> Callable[[Entries], Entries]:
    return lambda entries: [
        (new + name.removeprefix(old) if name.startswith(old) else name, data)
        for name, data in entries
        if name not in left_out
    ]


@pytest.mark.parametrize(
    "change",
    [
        _renamed("buildFile.xml", "buildFile"),
        _renamed("buildFile.xml", "buildFile", "moduledata"),
        lambda entries: [("images/", b""), ("sounds/", b""), *entries],
        lambda entries: [*entries, ("images/.DS_Store", b"x"), ("images/Thumbs.db", b"x")],
        lambda entries: [*entries, ("__MACOSX/images/._full.png", b"x"), ("images/desktop.ini", b"x")],
    ],
    ids=["old-name", "old-name-without-moduledata", "folders", "desktop-files", "desktop-files-of-others"],
)
def test_this_way_is_no_fault(tmp_path: Path, change: Callable[[Entries], Entries]) -> None:
    assert _packed(tmp_path, change) == []


@pytest.mark.parametrize("folder", ["sound", "sound-1.0/module"])
def test_a_module_in_a_folder_of_the_archive_is_found(tmp_path: Path, folder: str) -> None:
    [found] = _packed(tmp_path, _renamed("", f"{folder}/"))
    assert found.code == "V002"
    assert found.message == f"buildFile.xml: the archive contains none; there is one in {folder}"


def test_a_new_build_file_needs_moduledata(tmp_path: Path) -> None:
    assert [found.code for found in _packed(tmp_path, _renamed("\0", "", "moduledata"))] == ["V003"]


def test_an_entry_that_stands_twice_is_judged_as_java_reads_it(tmp_path: Path) -> None:
    [found] = _packed(tmp_path, lambda entries: [("images/full.png", b"nothing"), *entries])
    assert (found.code, str(found.span)) == ("V010", f"{NAME}!images/full.png")
    told = _packed(tmp_path, lambda entries: [*entries, ("images/full.png", b"nothing")])
    assert {found.code for found in told} == {"V010", "V305"}


def test_names_with_backslashes_are_not_found_by_vassal(tmp_path: Path) -> None:
    found = _packed(tmp_path, _renamed("images/spent", "images\\spent"))
    assert {one.code for one in found} == {"V301"}
    hint = "the module has 'images\\spent.png'; pack the files with a program that writes / in names"
    assert found[0].hint == hint


def test_a_name_that_java_cannot_read_is_told_with_the_entry(tmp_path: Path) -> None:
    _packed(tmp_path, _renamed("images/spent", "images/xxxxx"))
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes().replace(b"images/xxxxx", b"images/gr\xfcne"))
    [found] = verify_paths([path]).diagnostics
    assert (found.code, str(found.span)) == ("V001", f"{NAME}!images/gr\\xfcne.png")
