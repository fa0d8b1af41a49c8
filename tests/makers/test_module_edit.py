"""Edits of modules of others: what isn't edited keeps its bytes, and nothing is written by halves."""

from __future__ import annotations

import dataclasses
import io
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.diagnostics.diagnostic import InputError
from hexwright.makers.module_edit import ModuleEdit
from hexwright.makers.written_file import Destination
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_editing import BuildFileText
from hexwright.vassal.codec.buildfile.buildfile_parser import parse_any
from hexwright.vassal.codec.module_archive import Archive
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import Marker
from tests.module_checks import sound

BEFORE = "<?xml version='1.0' encoding='{}'?>\r\n<!-- a > b -->\n<VASSAL.build.GameModule name = 'It&#39;s "
BETWEEN = (
    " &#34;' version=\"a > b\" odd='1'>\n  <VASSAL.build.module.PrototypesContainer>\n"
    "\t<VASSAL.build.module.PrototypeDefinition description='' name=\"P\"> \n"
    "+/null/mark;A\\\tpiece;;;;a &gt; b/x &#38; &quot;y&quot; "
)
AFTER = (
    " \\\tnull;0;0;;0 </VASSAL.build.module.PrototypeDefinition >\n\t<some.Other a='1'/><!-- <not> -->"
    "<some.Other><![CDATA[ <x> ]]></some.Other>\n  </VASSAL.build.module.PrototypesContainer>\n"
    "</VASSAL.build.GameModule>\n\n"
)
ENCODINGS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "iso-8859-1": "iso-8859-1", "utf-16": "utf-16"}


def foreign_zip(entries: dict[str, bytes]) -> bytes:
    """Return an archive as other programs write it: with dates, folders and comments, unsorted."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr(zipfile.ZipInfo("images/", (2001, 2, 3, 4, 5, 6)), b"")
        for number, name in enumerate(sorted(entries, reverse=True)):
            info = zipfile.ZipInfo(name, (2011, 1 + number % 12, 9, 8, 7, 6))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.comment = b"made by hand"
            out.writestr(info, entries[name])
        out.comment = b"a module"
    return buffer.getvalue()


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vmod"
    path.write_bytes(foreign_zip(sound.files().entries))
    return path


def described(path: Path) -> list[tuple[str, tuple[int, ...], int, int, bytes]]:
    with zipfile.ZipFile(path) as read:
        return [(i.filename, i.date_time, i.CRC, i.compress_size, i.comment) for i in read.infolist()]


def in_other_words(trait: Trait) -> Trait:
    if isinstance(trait, Marker):
        return dataclasses.replace(trait, values=tuple(f"{value}!" for value in trait.values))
    return trait


def test_a_module_without_edits_is_written_with_all_its_bytes(module: Path, tmp_path: Path) -> None:
    with ModuleEdit.open(module) as edit:
        assert edit.change_traits(lambda trait: trait) == 0
        assert edit.change_saved_games(lambda command: command) == 0
        edit.write(Destination(tmp_path / "new.vmod"))
        assert edit.skipped == []
    assert described(tmp_path / "new.vmod") == described(module)
    with zipfile.ZipFile(tmp_path / "new.vmod") as read:
        assert (read.testzip(), read.comment) == (None, b"a module")


def test_an_edit_changes_its_entry_alone_and_twice_alike(module: Path, tmp_path: Path) -> None:
    written = []
    for name in ("one.vmod", "two.vmod"):
        with ModuleEdit.open(module) as edit:
            assert edit.change_traits(in_other_words) > 0
            edit.entries["images/zz.png"] = b"new"
            edit.removed.add("moduledata")
            edit.write(Destination(tmp_path / name))
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    before, after = ({row[0]: row for row in described(path)} for path in (module, tmp_path / "one.vmod"))
    assert list(after) == [name for name in before if name != "moduledata"] + ["images/zz.png"]
    assert [n for n in before if n in after and before[n] != after[n]] == ["buildFile.xml"]


@given(
    old=st.text(st.characters(codec="latin-1", min_codepoint=0xA1), max_size=5),
    new=st.text(st.characters(codec="latin-1", min_codepoint=0x20), max_size=9).filter(str.isprintable),
    encoding=st.sampled_from(sorted(ENCODINGS)),
)
def test_what_is_beside_an_edit_keeps_its_bytes(old: str, new: str, encoding: str) -> None:
    before = BEFORE.format(ENCODINGS[encoding])
    data = f"{before}{old}{BETWEEN}{old}{AFTER}".encode(encoding)
    root = parse_any(data)
    edits = BuildFileText(data, root)
    assert edits.edited() == data
    edits.set_attribute(root, "name", f"It's {new} \"")
    (prototype,) = root.all(c.PrototypeDefinition)
    edits.set_body(prototype, prototype.body.replace(f'"y" {old} ', f'"y" {new} '))
    changed = edits.edited()
    read = parse_any(changed)
    assert read.get("name") == f"It's {new} \""
    assert next(read.all(c.PrototypeDefinition)).body == prototype.body.replace(f'"y" {old} ', f'"y" {new} ')
    text = changed.decode(encoding)
    assert text.startswith(before)
    assert BETWEEN in text
    assert text.endswith(AFTER)


def test_an_edit_that_cant_be_made_is_refused() -> None:
    data = f"{BEFORE.format('utf-8')}{BETWEEN}{AFTER}".encode()
    root = parse_any(data)
    edits = BuildFileText(data, root)
    with pytest.raises(CodecError, match="no attribute with this name"):
        edits.set_attribute(root, "absent", "x")
    with pytest.raises(CodecError, match="XML can't contain"):
        edits.set_attribute(root, "name", "\x1b")
    with pytest.raises(CodecError, match="more than text"):
        edits.set_body(root[0][3], "x")


def test_in_place_keeps_the_original_under_a_new_name(module: Path) -> None:
    original = module.read_bytes()
    for backup in ("theirs.vmod.bak", "theirs.vmod.bak2"):
        before = module.read_bytes()
        with ModuleEdit.open(module) as edit:
            edit.change_traits(in_other_words)
            edit.write(Destination.in_place(module))
        assert (module.with_name(backup)).read_bytes() == before
        assert module.read_bytes() != before
    assert module.with_name("theirs.vmod.bak").read_bytes() == original


def test_a_full_disk_leaves_nothing_behind(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    before = module.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    with ModuleEdit.open(module) as edit:
        edit.change_traits(in_other_words)
        with pytest.raises(InputError, match="No space left"):
            edit.write(Destination(tmp_path / "new.vmod"))
    assert [path.name for path in tmp_path.iterdir()] == ["theirs.vmod"]
    assert module.read_bytes() == before


def test_saved_games_change_command_by_command(module: Path, tmp_path: Path) -> None:
    def renamed(command: str) -> str:
        return command.replace("Board", "Plank") if "BoardPicker" in command else command

    with ModuleEdit.open(module) as edit:
        (name,) = edit.saved_game_entries()
        assert edit.change_saved_games(renamed) == 1
        edit.write(Destination(tmp_path / "new.vmod"))
        before = edit.archive.read(name)
    with Archive(tmp_path / "new.vmod") as archive:
        after = archive.read(name)
    with Archive(before) as old, Archive(after) as new:
        assert old.names == new.names
        assert [n for n in old.names if old.read(n) != new.read(n)] == ["savedGame"]
        assert new.read("savedGame")[:7] == old.read("savedGame")[:7]
