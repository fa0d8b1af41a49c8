"""Tables of units and set-ups in CSV and XLSX, beside the files of a game."""

from __future__ import annotations

import io
import shutil
import tempfile
from functools import cache
from pathlib import Path
from random import Random

import openpyxl

from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.load.table_export import export_tables
from tests.fuzz.frame import Input
from tests.fuzz.mutating import SPICE, mutated_archive, mutated_bytes, mutated_text, packed
from tests.fuzz.tool import hexwright
from tests.load.damage import SLUG, TOY
from tests.load.test_tables import with_tables

_WORDS = (
    "id",
    "unit",
    "step2.",
    "steps",
    "ratings.",
    "provenance.",
    "#",
    "'=1",
    '"',
    '""',
    "\n",
    "\r",
    "1.0",
    ".",
)


@cache
def _table() -> str:
    return export_tables(load_game(Project(TOY), SLUG).game)["units.csv"]


@cache
def _parts() -> dict[str, bytes]:
    book = openpyxl.Workbook()
    for line in _table().splitlines():
        book.active.append([float(cell) if cell.isdigit() else cell for cell in line.split(",")])
    stream = io.BytesIO()
    book.save(stream)
    import zipfile

    with zipfile.ZipFile(stream) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def mutant(chance: Random) -> bytes:
    """Return a table with damage to its text, or a workbook with damage to a part or to its archive."""
    if chance.random() < 0.5:
        text = mutated_text(chance, _table(), (*SPICE, *_WORDS))
        return text.encode(chance.choice(("utf-8", "utf-8-sig", "utf-16")), "replace")
    entries = dict(_parts())
    name = chance.choice(sorted(entries))
    if chance.random() < 0.5:
        entries[name] = mutated_text(chance, entries[name].decode()).encode("utf-8", "replace")
    elif chance.random() < 0.5:
        entries[name] = mutated_bytes(chance, entries[name])
    data = packed(chance, entries)
    return data if chance.random() < 0.7 else mutated_archive(chance, data)


def run(path: Path) -> bool:
    """Check a game whose units are in the table, and the table as a set-up."""
    data = path.read_bytes()
    name = "units.xlsx" if data[:2] == b"PK" else "units.csv"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ("data", "art"):
            shutil.copytree(TOY / part / SLUG, root / part / SLUG)
        with_tables(root, SLUG, {name: data})
        table = root / "data" / SLUG / name
        hexwright("-C", root, "setup", "check", SLUG, "the-bridge", table)
        return hexwright("-C", root, "check", SLUG)


INPUT = Input("tables", "Tables of units in CSV and XLSX", ".table", mutant, run, sample=12, processes=True)
