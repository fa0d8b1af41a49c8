"""Pieces as a table: unchanged cells keep their bytes, and a table that doesn't fit changes nothing."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.module_view import open_module
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from tests.foreign.modules import write
from tests.makers.test_module_edit import foreign_zip
from tests.module_checks import sound

Told = pytest.CaptureFixture[str]
Rows = list[dict[str, str]]


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vmod"
    path.write_bytes(foreign_zip(sound.files().entries))
    return path


@pytest.fixture
def table(module: Path, tmp_path: Path) -> Path:
    path = tmp_path / "pieces.csv"
    assert run(["pieces", str(module), "--csv", str(path)]) == ExitCode.OK
    return path


def read(path: Path) -> Rows:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def edited(path: Path, change: Callable[[Rows], object], delimiter: str = ",") -> None:
    rows = read(path)
    change(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)


def build_file(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read("buildFile.xml").decode()


def applied(module: Path, table: Path, out: Path, *more: str) -> int:
    return run(["pieces", str(module), "--apply", str(table), "--out", str(out), *more])


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_without_changes_keeps_every_byte(
    module: Path, table: Path, tmp_path: Path, delimiter: str
) -> None:
    edited(table, lambda rows: None, delimiter)
    assert applied(module, table, tmp_path / "new.vmod") == ExitCode.OK
    assert build_file(tmp_path / "new.vmod") == build_file(module)


def test_names_without_letters_or_with_spaces_around_them_have_columns(tmp_path: Path) -> None:
    traits = (t.DynamicProperty(name="", value="7"), t.Marker.of({" Morale ": "3", "Morale": "4"}))
    slot = c.PieceSlot.new(entry_name="Guard", gpid="1")
    slot.text = AddPiece(GamePiece.of(t.BasicPiece(name="Guard", gpid="1"), *traits)).encode()
    root = c.GameModule.new(c.PieceWindow.new(c.ListWidget.new(slot), name="Pieces"), name="Spaces")
    module = write(tmp_path, {"buildFile.xml": serialise(root)}, "spaces.vmod")
    table = tmp_path / "pieces.csv"
    assert run(["pieces", str(module), "--csv", str(table)]) == ExitCode.OK
    before = {"property": "7", "marker Morale": "3", "marker Morale (2)": "4"}
    assert before.items() <= read(table)[0].items()
    edited(table, lambda rows: rows[0].update({"property": "8", "marker Morale": "5"}))
    assert applied(module, table, tmp_path / "new.vmod") == ExitCode.OK
    with open_module([tmp_path / "new.vmod"]) as view:
        found = [placed.trait for placed in view.pieces[0].traits]
    assert [one for one in found if isinstance(one, t.DynamicProperty)] == [replace(traits[0], value="8")]
    assert [one.values for one in found if isinstance(one, t.Marker)] == [("5", "4")]


def test_changed_cells_alone_change(module: Path, table: Path, tmp_path: Path) -> None:
    def change(rows: Rows) -> None:
        guard = next(row for row in rows if row["name"] == "Guard")
        guard.update({"name": "Old Guard", "marker Strength": "6, or 7", "prototypes": "Unit | Common"})

    edited(table, change)
    assert applied(module, table, tmp_path / "new.vmod") == ExitCode.OK
    before, after = build_file(module), build_file(tmp_path / "new.vmod")
    at = before.index('entryName="Guard"')
    end = before.index("</VASSAL", at)
    assert after[:at] == before[:at]
    assert after.endswith(before[end:])
    slot = after[at : len(after) - len(before) + end]
    assert slot.startswith('entryName="Old Guard" gpid="1"')
    # The traits are written outermost first.
    assert (
        "+/null/prototype;Common\tprototype;Unit\\\tmark;Side,Strength\\\\\tpiece;;;full.png;Old Guard/"
        in slot
    )
    assert slot.count("Red,6\\, or 7") == 1


def test_a_new_row_copies_a_piece_with_a_fresh_id(module: Path, table: Path, tmp_path: Path) -> None:
    def change(rows: Rows) -> None:
        new = dict.fromkeys(rows[0], "")
        rows.insert(0, {**new, "copy of": "3", "name": "Banner"})
        rows.append(
            {**new, "copy of": next(r["path"] for r in rows if r["name"] == "Scout"), "name": "Rider"}
        )

    edited(table, change)
    out = tmp_path / "new.vmod"
    assert applied(module, table, out) == ExitCode.OK
    assert run(["pieces", str(out), "--csv", str(tmp_path / "again.csv")]) == ExitCode.OK
    rows = {row["name"]: row for row in read(tmp_path / "again.csv")}
    assert rows["Banner"]["gpid"] == "100"
    assert rows["Rider"]["gpid"] == "102"  # The marker that a banner places has 101.
    assert rows["Rider"]["marker Strength"] == rows["Scout"]["marker Strength"]
    assert 'nextPieceSlotId="103"' in build_file(out)
    assert run(["verify", str(out)]) == run(["verify", str(module)])


def test_a_piece_without_a_row_is_removed_only_if_asked_for(
    module: Path, table: Path, tmp_path: Path, capsys: Told
) -> None:
    edited(table, lambda rows: rows.remove(next(row for row in rows if row["name"] == "Guard")))
    assert applied(module, table, tmp_path / "kept.vmod") == ExitCode.OK
    assert "1 piece kept, though without a row; --remove removes them" in capsys.readouterr().err
    assert build_file(tmp_path / "kept.vmod") == build_file(module)
    assert applied(module, table, tmp_path / "less.vmod", "--remove") == ExitCode.OK
    assert 'entryName="Guard"' not in build_file(tmp_path / "less.vmod")


@pytest.mark.parametrize(
    ("column", "text", "told"),
    [
        ("path", "Elsewhere", "the module has no piece 'Elsewhere' — is the table of another module?"),
        ("gpid", "77", "this piece has the gpid '1', not '77'"),
        ("marker Strength", "x\\", "a string that ends in a backslash"),
        ("label Hint", "x", "has no label Hint"),
        ("prototypes", "New | Unit", "add new ones at the end"),
    ],
)
def test_a_cell_that_doesnt_fit_is_told_with_its_place(
    module: Path, table: Path, tmp_path: Path, capsys: Told, column: str, text: str, told: str
) -> None:
    def change(rows: Rows) -> None:
        for row in rows:
            row.setdefault(column, "")
        next(row for row in rows if row["name"] == "Guard")[column] = text

    edited(table, change)
    before = module.read_bytes()
    code = run(["pieces", str(module), "--apply", str(table), "--in-place"])
    err = capsys.readouterr().err
    assert code == ExitCode.FINDINGS
    assert "error[J005]" in err
    assert told in err or "no piece has 'label Hint'" in err
    assert module.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pieces.csv", "theirs.vmod"]


def test_columns_are_chosen_by_name(module: Path, tmp_path: Path, capsys: Told) -> None:
    out = tmp_path / "some.csv"
    assert run(["pieces", str(module), "--csv", str(out), "--columns", "name,marker S*"]) == ExitCode.OK
    assert list(read(out)[0]) == ["path", "gpid", "copy of", "name", "marker Side", "marker Strength"]
    assert run(["pieces", str(module), "--csv", str(out), "--columns", "nme"]) == ExitCode.FINDINGS
    assert "no column is called 'nme' — did you mean 'name'?" in capsys.readouterr().err
