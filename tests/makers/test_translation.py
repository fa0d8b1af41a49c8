"""Texts for translators: written in two forms, read again, and put where VASSAL looks for them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.module_view import open_module
from hexwright.makers.catalogue_files import (
    CatalogueEntry,
    read_po,
    read_properties,
    write_po,
    write_properties,
)
from hexwright.makers.translation import translatable_texts
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BEGIN_SAVE, END_SAVE, Compound
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from tests.foreign.modules import metadata
from tests.makers.small_wargame import Wargame, piece, write_wargame
from tests.makers.test_module_edit import foreign_zip
from tests.module_checks import sound

Told = pytest.CaptureFixture[str]
_TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vmod"
    path.write_bytes(foreign_zip(sound.files().entries))
    return path


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as read:
        return {i.filename: read.read(i) for i in read.infolist() if not i.is_dir()}


@given(st.dictionaries(_TEXTS, _TEXTS, max_size=4))
def test_catalogues_of_any_texts_are_read_as_they_were_written(texts: dict[str, str]) -> None:
    found = [CatalogueEntry(key, text, text[::-1]) for key, text in texts.items()]
    assert read_po(write_po(found, "de")) == found
    written = write_properties(texts)
    assert written.isascii()
    assert read_properties(written) == texts
    assert write_properties(texts, written) == written


def test_lines_of_a_file_of_properties_stay_as_they_are() -> None:
    before = "#by hand\n\nkey\\ one : old \\\n   text\nother=\\u00e9\n"
    assert read_properties(before) == {"key one": "old text", "other": "é"}
    assert write_properties({"other": "à", "new": "n"}, before) == (
        "#by hand\n\nkey\\ one : old \\\n   text\nother=\\u00E0\nnew=n\n"
    )


@pytest.mark.parametrize("suffix", [".po", ".properties"])
def test_translations_go_where_vassal_looks_for_them(module: Path, tmp_path: Path, suffix: str) -> None:
    catalogue, out = tmp_path / f"de{suffix}", tmp_path / "de.vmod"
    assert run(["translate", str(module), "--language", "de", "--to", str(catalogue)]) == ExitCode.OK
    text = catalogue.read_text("utf-8")
    if suffix == ".po":
        text = text.replace('msgid "Go home"\nmsgstr ""', 'msgid "Go home"\nmsgstr "Nach Hause"')
    else:
        text = text.replace("Piece.Go\\ home=Go home", "Piece.Go\\ home=Nach Hause")
    catalogue.write_text(text, "utf-8")
    command = ["translate", str(module), "--language", "de", "--apply", str(catalogue), "--out", str(out)]
    assert run(command) == ExitCode.OK
    before, after = entries(module), entries(out)
    assert after["Module_de.properties"] == b"Piece.Go\\ home=Nach Hause\n"
    added = b'<VASSAL.i18n.Language><VASSAL.i18n.Translation locale="de,"/></VASSAL.i18n.Language>'
    assert after["buildFile.xml"].replace(added, b"") == before["buildFile.xml"]
    assert run(["translate", str(out), "--language", "de", "--to", str(catalogue)]) == ExitCode.OK
    assert "Nach Hause" in catalogue.read_text("utf-8")


def test_what_may_not_fit_is_told(module: Path, tmp_path: Path, capsys: Told) -> None:
    catalogue = tmp_path / "de.properties"
    values = {"Piece.Go home": "Nach Hause in die Kaserne", "Piece.$location$: wreck marked": "Wrack"}
    catalogue.write_text(write_properties(values), "utf-8")
    command = ["translate", str(module), "--language", "de", "--apply", str(catalogue)]
    assert run([*command, "--out", str(tmp_path / "de.vmod")]) == ExitCode.OK
    err = capsys.readouterr().err
    assert "'Nach Hause in die Kaserne' for 'Go home': 25 letters instead of 7" in err
    assert "lacks $location$" in err


def test_a_catalogue_that_cant_be_used_is_refused(module: Path, tmp_path: Path, capsys: Told) -> None:
    catalogue = tmp_path / "de.po"
    command = ["translate", str(module), "--language", "de", "--apply", str(catalogue), "--in-place"]
    for text, told in (
        ('msgctxt "a"\nmsgid x\n', "line 2 has a text without double quotes"),
        ("hello\n", "line 1 isn't a line of a gettext catalogue"),
        ('msgctxt "Piece.A"\nmsgid "A"\nmsgstr "B"\n', "no text of the catalogue is in this module"),
    ):
        catalogue.write_text(text, "utf-8")
        assert run(command) == ExitCode.FINDINGS
        assert f"error[J006]: {told}" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["de.po", "theirs.vmod"]


def test_texts_that_only_set_ups_have_are_translated_too(tmp_path: Path, capsys: Told) -> None:
    old = GamePiece.of(
        t.BasicPiece(name="Old Guard", gpid="1", map="Main", x=9, y=9), t.TextLabel(label="Tired")
    )
    commands = (BEGIN_SAVE, AddPiece(old, "1"), AddPiece(piece("Red 2"), "2"), END_SAVE)
    saved = SavedGame(metadata(), b"", Compound(commands).encode()).encode()
    broken = c.PredefinedSetup.new(name="Winter", file="winter.vsav")
    entries = {"spring.vsav": saved, "winter.vsav": b"PK"}
    module = write_wargame(tmp_path, Wargame(more=[broken], entries=entries))
    catalogue = tmp_path / "de.po"
    command = ["translate", str(module), "--language", "de"]
    assert run([*command, "--to", str(catalogue)]) == ExitCode.OK
    assert "Pre-defined setup 'Winter' / winter.vsav: not a zip archive" in capsys.readouterr().err
    found = {one.key: one for one in read_po(catalogue.read_text("utf-8"))}
    assert {"Piece.Old Guard", "Piece.Tired", "Piece.Red 2"} <= found.keys()
    assert "#. Pre-defined setup 'Spring' / Old Guard" in catalogue.read_text("utf-8")
    text = catalogue.read_text("utf-8").replace('msgid "Tired"\nmsgstr ""', 'msgid "Tired"\nmsgstr "Müde"')
    catalogue.write_text(text, "utf-8")
    out = tmp_path / "de.vmod"
    assert run([*command, "--apply", str(catalogue), "--out", str(out)]) == ExitCode.OK
    with zipfile.ZipFile(out) as archive:
        assert archive.read("Module_de.properties") == b"Piece.Tired=M\\u00FCde\n"
        assert archive.read("spring.vsav") == saved


def test_keys_are_those_of_vassal(module: Path) -> None:
    """As in the files of properties that its Editor writes: folders and pickers of boards have no part."""
    with open_module([module]) as view:
        keys = set(translatable_texts(view, []))
    assert {
        "name",
        "Map.Main.mapName",
        "Map.Main..Board.Field..ZonedGrid..Zone.Depot.name",
        "Piece.Guard",
        "Piece.Flip",
    } <= keys
