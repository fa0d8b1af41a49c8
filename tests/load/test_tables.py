"""Units and set-ups in CSV and XLSX: read with their rows and columns, written again, within limits."""

from __future__ import annotations

import io
import re
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game_despite_errors
from hexwright.load.project_folder import Project
from hexwright.load.table_export import export_tables
from hexwright.model.game import Game
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_face import CounterFace
from hexwright.render.theme import CLASSIC
from hexwright.support.table_files import MAX_CELL, MAX_COLUMNS, MAX_ROWS, read_csv_table
from hexwright.support.xlsx_files import MAX_BYTES, MAX_PARTS, read_xlsx_table
from tests.load.damage import FOLDER, SLUG, copy_toy
from tests.shipped import ROOT, shipped

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
HEAD = "id,designation,name,side,unit_class,size,strength,ma"
SOUND = f"{HEAD}\nred-9,9,Ninth,red,foot,regiment,4,2\n"


def without(text: str, key: str, value: str) -> str:
    """Return YAML in which the block of a key is a plain value instead."""
    block = re.compile(rf"^( *){key}:.*\n(?:\1 .*\n|\1#.*\n|\n)*", re.MULTILINE)
    assert len(block.findall(text)) == 1
    return block.sub(rf"\1{key}: {value}\n", text)


def with_tables(root: Path, slug: str, tables: dict[str, bytes]) -> None:
    """Write tables into a game's folder, and let the YAML name them instead of its entries."""
    folder = root / "data" / slug
    for name, data in tables.items():
        (folder / name).write_bytes(data)
        stem = name.rpartition(".")[0]
        yaml = folder / ("counters.yaml" if stem == "units" else f"{stem}.yaml")
        key = "units" if stem == "units" else "placement"
        text = yaml.read_text("utf-8")
        if stem == "units" or "\n  placement:" in text:
            yaml.write_text(without(text, key, name.rpartition("/")[2]), "utf-8")


def workbook(rows: list[list[Any]], prepare: Callable[[Any], None] = lambda book: None) -> bytes:
    """Return a workbook with one sheet of rows, which `prepare` may change."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    prepare(book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def copied(tmp_path: Path, slug: str) -> Path:
    """Return a project with a copy of one of the four games."""
    for part in ("data", "art"):
        if (ROOT / part / slug).is_dir():
            (tmp_path / part).mkdir(exist_ok=True)
            shutil.copytree(ROOT / part / slug, tmp_path / part / slug)
    return tmp_path


def same(first: Game, second: Game) -> bool:
    """Whether two games are equal, down to the order of mappings."""
    return first == second and repr(first) == repr(second)


def found_in(tmp_path: Path, data: bytes, name: str = "units.csv") -> list[str]:
    """Return what is said of a toy game whose units are in a table."""
    root = copy_toy(tmp_path)
    with_tables(root, SLUG, {name: data})
    found = load_game_despite_errors(Project(root), SLUG).diagnostics
    return [str(one).removeprefix(f"{FOLDER}/") for one in found if one.span and "units." in one.span.file]


@pytest.mark.parametrize("slug", GAMES)
def test_units_and_set_ups_go_to_tables_and_back_without_loss(slug: str, tmp_path: Path) -> None:
    before = shipped(slug).game
    tables = {name: text.encode() for name, text in export_tables(before).items()}
    assert len(tables) == 1 + len(before.scenarios)
    root = copied(tmp_path, slug)
    with_tables(root, slug, tables)
    loaded = load_game_despite_errors(Project(root), slug)
    assert not loaded.failed
    assert same(loaded.game, before)
    assert loaded.sources[f"data/{slug}/units.csv"] == tables["units.csv"]


def test_units_whose_data_have_another_order_go_to_tables_too(tmp_path: Path) -> None:
    game = load_game_despite_errors(Project(copy_toy(tmp_path)), SLUG).game
    one, other, *rest = game.counters.units
    turned = (replace(one, data={"a": "1", "b": "2"}), replace(other, data={"b": "3", "a": "4"}), *rest)
    table = export_tables(replace(game, counters=replace(game.counters, units=turned)))["units.csv"]
    head, first, second = (line.split(",") for line in table.splitlines()[:3])
    at = head.index("data.a"), head.index("data.b")
    assert [[row[n] for n in at] for row in (first, second)] == [["1", "2"], ["4", "3"]]


def test_a_workbook_holds_the_same_units_as_the_csv(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    before = load_game_despite_errors(Project(root), SLUG).game
    rows: list[list[Any]] = [
        [int(cell) if re.fullmatch("[1-9][0-9]*", cell) else cell or None for cell in row.split(",")]
        for row in export_tables(before)["units.csv"].splitlines()
    ]
    with_tables(root, SLUG, {"units.xlsx": workbook(rows)})
    assert same(load_game_despite_errors(Project(root), SLUG).game, before)


def test_all_keys_of_a_unit_have_a_column(tmp_path: Path) -> None:
    head = "ID,Designation,name,side,Unit class,size,strength,ma,ratings.grit,defence,enclosed,"
    head += "step3.ratings.a.b,steps,symbol_picture,provenance.status,provenance.source,# notes"
    row = (
        'red-9;\'=9;"Ninth; of ""Foot""";red;foot;regiment;4,0;2.0;2;1/2;brackets;x;4;lion.svg;ruling;here;no'
    )
    root = copy_toy(tmp_path)
    with_tables(root, SLUG, {"units.csv": (head.replace(",", ";") + "\r\n" + row + "\r\n").encode("utf-16")})
    (unit,) = load_game_despite_errors(Project(root), SLUG).game.counters.units
    assert (unit.designation, unit.name) == ("=9", 'Ninth; of "Foot"')
    assert [(step.strength, step.ma, dict(step.ratings)) for step in unit.steps] == [
        (4, 2, {"grit": "2"}),
        (None, None, {}),
        (None, None, {"a.b": "x"}),
        (None, None, {}),
    ]
    assert unit.steps[0].defence == "1/2"
    assert unit.provenance is not None
    assert unit.provenance.source == "here"


def test_a_layout_prints_any_column_of_a_table(tmp_path: Path) -> None:
    table = f"{HEAD},formation,data.morale,step2.strength,step2.data.morale\n"
    table += "red-9,9,Ninth,red,foot,regiment,4,2,guard,A,2,B\n"
    root = copy_toy(tmp_path)
    with_tables(root, SLUG, {"units.csv": table.encode()})
    with (root / "data" / SLUG / "counters.yaml").open("a", encoding="utf-8") as file:
        file.write("formations: {guard: {name: The Guard, short: Gd, colour: '#204060'}}\n")
    game = load_game_despite_errors(Project(root), SLUG).game
    (unit,) = game.counters.units
    shown = [
        CounterFace.in_box(game, unit, index, CLASSIC, Box(0, 0, 15, 15)).fill_in(
            "{formation.short} {strength} {data.morale}"
        )
        for index in range(2)
    ]
    assert shown == ["Gd 4 A", "Gd 2 B"]


def test_faults_are_told_by_row_and_column(tmp_path: Path) -> None:
    rows = [
        HEAD + ",step2.strength,steps",
        "red-8,8,Eighth,rad,foot,regiment,4,2,,",
        "",
        "red-9,9,,red,foot,regiment,four,2,,",
        "red-9,9,Tenth,red,foot,regiment,4,2,,",
        ",9,Tenth,red,foot,regiment,4,2,,",
        '"red 7","7\n7",Seventh,red,foot,regiment,4,2,2,1',
    ]
    assert found_in(tmp_path, "\n".join(rows).encode()) == [
        "units.csv:2, column \"side\": error[R001]: there is no side 'rad' — did you mean 'red'? "
        "(see sides in game.yaml)",
        "units.csv:4, column \"name\": error[K008]: 'name' in unit 'red-9' has no value — write, for "
        "example, XXIV Panzer Corps",
        "units.csv:4, column \"strength\": error[K004]: 'strength' in step 1 of unit 'red-9' must be a whole "
        "number, got 'four' — write a number in digits",
        "units.csv:5, column \"id\": error[Y008]: id 'red-9' is repeated; first used in row 4 — rename or "
        "delete one of the two entries",
        'units.csv:6, column "id": error[Y018]: the row has no id — write an id, or delete the row',
        "units.csv:7, column \"id\": error[K010]: 'red 7' can't be the id of a unit — use letters a–z, "
        "digits, '-', '_' and '.', at most 60 characters, no spaces",
        "units.csv:7, column \"steps\": error[K004]: 'steps' must be the number of steps in this row, "
        "got '1' — write 2, or leave the cell empty",
    ]


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("Sise", "unknown column 'Sise' — did you mean 'size'?"),
        ("attack", "unknown column 'attack' — write 'strength' instead"),
        ("step2.size", "unknown column 'step2.size'"),
        ("steps.ma", "unknown column 'steps.ma'"),
        ("ratings.", "unknown column 'ratings.'"),
        ("provenance", "unknown column 'provenance'"),
        ("Unit-Class", "the columns 'unit_class' and 'Unit-Class' mean the same key"),
    ],
)
def test_a_wrong_heading_is_told_once_with_the_nearest(heading: str, told: str, tmp_path: Path) -> None:
    data = f"{HEAD},{heading}\nred-9,9,Ninth,red,foot,regiment,4,2,1\n"
    (line,) = found_in(tmp_path, data.encode())
    assert line.startswith(f'units.csv:1, column "{heading}": error[')
    assert told in line


def test_a_set_up_is_told_by_its_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = copy_toy(tmp_path)
    table = "Unit;Hex\nred-1;A1\nred-2;B1\nred-horse;C1\nblue-1;B44\nblue2;C4\n;C4\n"
    with_tables(root, SLUG, {"scenarios/the-bridge.csv": table.encode()})
    assert run(["-C", str(root), "check", SLUG]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "the-bridge.csv:5, column \"Hex\": error[M001]: hex 'B44' is not on the map" in told
    assert "the-bridge.csv:6, column \"Unit\": error[R001]: there is no unit 'blue2'" in told
    assert 'the-bridge.csv:7, column "Unit": error[Y018]: this cell is empty' in told


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "units.csv: error[Y018]: the table is empty"),
        (b"\n \n", "units.csv: error[Y018]: the table is empty"),
        (b"id,name\n", "units.csv:1:1: error[K001]: the table has no column 'designation', 'side'"),
        (SOUND.encode() + b"a,b,c,d,e,f,g,h,i\n", "units.csv:3:1: error[Y018]: this row has 9 cells, but"),
        (SOUND.encode() + b'x,"open\n' * 3, "units.csv:3:1: error[Y018]: "),
        (
            SOUND.encode() + b'x,"open' + b"\ny" * 90_000,
            "units.csv:3:1: error[Y018]: a double quote in this row",
        ),
        (
            b"x," * 1_100,
            f"units.csv:1:1: error[Y018]: the table has 1,100 columns; the limit is {MAX_COLUMNS:,}",
        ),
        (SOUND.encode() + b"z" * 2001, f"units.csv:3:1: error[Y018]: a cell has more than {MAX_CELL:,}"),
        (
            b"id\n" + b"x\n" * (MAX_ROWS + 1),
            f"units.csv:20002:1: error[Y018]: the table has more than {MAX_ROWS:,}",
        ),
        (SOUND.replace("Ninth", "N\x07inth").encode(), 'units.csv:2, column "name": error[Y005]: this cell'),
        ("é".encode("latin-1"), "units.csv:1:1: error[Y004]: the file is not UTF-8 here"),
        (b"\xff\xfea", "units.csv:1:1: error[Y004]: the file is not UTF-16 here"),
    ],
)
def test_what_is_no_table_is_told_in_one_line(data: bytes, told: str, tmp_path: Path) -> None:
    (line,) = found_in(tmp_path, data)
    assert line.startswith(told)


@pytest.mark.parametrize(
    "name", ["../units.csv", "/etc/units.csv", "units.ods", "units.csv/", "C:x.csv", "a b"]
)
def test_only_a_table_beside_the_file_can_be_named(name: str, tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    path = root / FOLDER / "counters.yaml"
    path.write_text(without(path.read_text("utf-8"), "units", f'"{name}"'), "utf-8")
    (line,) = [str(one) for one in load_game_despite_errors(Project(root), SLUG).diagnostics]
    assert "error[K003]: 'units' in counters.yaml must be a mapping or the name of a table" in line


def test_what_a_table_cannot_hold_is_not_exported_silently(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    path = root / FOLDER / "counters.yaml"
    path.write_text(path.read_text("utf-8").replace("name: First Red Foot", 'name: "First "'), "utf-8")
    with pytest.raises(InputError, match=r"units.csv:2:1: error\[Y018\]: a table can't hold this entry"):
        export_tables(load_game_despite_errors(Project(root), SLUG).game)


# Workbooks ---------------------------------------------------------------------------------------


def read_book(data: bytes, sheet: str = "units") -> list[tuple[str, ...]]:
    table = read_xlsx_table(data, "a.xlsx", sheet, "Y018")
    return [table.headings, *(row.cells for row in table.rows)]


def test_cells_are_read_as_a_spreadsheet_shows_them() -> None:
    def prepare(book: Any) -> None:
        book.active["A2"].number_format = "0000"

    cells = [102, 4.0, 2.5, True, " x ", "=1+1"]
    data = workbook([["hex", "a", "b", "c", "d", "e"], cells[:5]], prepare)
    assert read_book(data) == [("hex", "a", "b", "c", "d", "e"), ("0102", "4", "2.5", "true", "x", "")]
    with pytest.raises(
        InputError, match=r'a.xlsx:2, column "F".*the formula in this cell has no stored value'
    ):
        read_book(workbook([["hex"], cells]))
    with pytest.raises(InputError, match=r'a.xlsx:2, column "A".*took this cell for a date'):
        read_book(workbook([["x"], [date(2026, 2, 1)]]))


def test_the_sheet_of_the_key_is_read_among_several() -> None:
    def prepare(book: Any) -> None:
        book.active.title = "Notes"
        book.create_sheet("Units").append(["id"])

    assert read_book(workbook([["x"]], prepare)) == [("id",)]
    with pytest.raises(InputError, match=r"the sheets 'Notes' and 'Units' — name .* 'placement'"):
        read_book(workbook([["x"]], prepare), "placement")


def test_without_the_library_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.setattr("hexwright.support.xlsx_files.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"error\[Y019\].*as CSV, or type: pip install \"openpyxl>=3.1\""):
        read_book(SMALL)


def repacked(data: bytes, change: Callable[[str, bytes], bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a workbook with other parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return stream.getvalue()


def in_sheet(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, text: text.replace(old, new) if "sheet1" in name else text


SMALL = workbook([["id"], ["x"]])
ENTITY = b'<!DOCTYPE a [<!ENTITY b "bb">]><worksheet'


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: b"", "isn't an XLSX workbook"),
        (lambda: b"PK\x03\x04 nothing", "isn't an XLSX workbook"),
        (lambda: SMALL[:-400], "isn't an XLSX workbook"),
        (lambda: repacked(SMALL, in_sheet(b"<worksheet", ENTITY)), "isn't plain XML"),
        (lambda: repacked(SMALL, lambda name, text: text.decode().encode("utf-16")), "isn't plain XML"),
        (
            lambda: repacked(SMALL, lambda name, text: text + b" " * MAX_BYTES),
            f"the limits are {MAX_PARTS:,} and",
        ),
        (lambda: repacked(SMALL, lambda name, text: text, zipfile.ZIP_LZMA), "packed by an unusual method"),
        (lambda: repacked(SMALL, lambda name, text: b"" if "workbook" in name else text), "can't be read"),
        (lambda: repacked(SMALL, in_sheet(b"</sheetData>", b"<a>" * 200_000 + b"</a>")), "can't be read"),
        (lambda: repacked(SMALL, in_sheet(b'<row r="2"', b'<row r="1048577"')), "rows"),
        (lambda: repacked(SMALL, in_sheet(b'r="A2"', b'r="XFD2"')), "cells"),
        (lambda: repacked(SMALL, in_sheet(b'r="2"', b'r="x"')), "can't be read"),
    ],
)
def test_a_hostile_workbook_is_refused_in_one_line(made: Callable[[], bytes], told: str) -> None:
    try:
        rows = read_book(made())
    except InputError as fault:
        (found,) = fault.diagnostics
        assert told in found.message
    else:
        assert told in ("rows", "cells")
        assert rows == [("id",)]


def test_rows_and_text_behind_the_limits_of_a_workbook_are_not_read() -> None:
    with pytest.raises(InputError, match="more than 2,000 characters"):
        read_book(workbook([["id"], ["x" * 2001]]))
    assert read_csv_table("a\n\n1\n", "a.csv", "Y018").rows[0].line == 3
