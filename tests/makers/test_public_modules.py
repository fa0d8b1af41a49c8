"""All makers' commands on modules of others, chained; VASSAL opens the results as it opens the originals.

The modules aren't part of this repository: HEXWRIGHT_MODULES names a folder with them. The page *Working
on an existing module* lists those on which we ran this.
"""

from __future__ import annotations

import csv
import os
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.engine_driver import Engine, EngineError
from hexwright.engine_driver.engine_replies import PieceReply
from hexwright.inspect.analysis.module_view import open_module
from hexwright.vassal.codec.buildfile import components as c
from tests.foreign.running import modules_of

FOLDER = os.environ.get("HEXWRIGHT_MODULES", "")
MODULES = modules_of(Path(FOLDER)) if FOLDER else []
DONE = (ExitCode.OK, ExitCode.FINDINGS)
Look = Callable[[PieceReply], object]

pytestmark = [pytest.mark.engine, pytest.mark.skipif(not FOLDER, reason="HEXWRIGHT_MODULES is unset")]


class Chain:
    """Commands of which each changes what the one before wrote."""

    def __init__(self, module: Path, folder: Path) -> None:
        self.module = module
        self.folder = folder
        self.last = module

    def change(self, name: str, *words: str) -> None:
        """Run a command on the last file. It may refuse the module in words, and then writes nothing."""
        out = self.folder / f"{name}{self.module.suffix}"
        assert run([name, str(self.last), *words, "--out", str(out)]) in DONE
        if out.exists():
            self.last = out


def _entries(path: Path) -> dict[str, int]:
    with zipfile.ZipFile(path) as archive:
        return {one.filename: one.CRC for one in archive.infolist() if not one.is_dir()}


def _prototype(module: Path) -> str | None:
    with open_module([module]) as view:
        names = Counter(node.component.get("name", "") for node in view.all(c.PrototypeDefinition))
    return next((name for name, count in names.items() if count == 1 and name == name.strip() != ""), None)


def _edit_a_name(table: Path) -> bool:
    with table.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.reader(file))
    place = rows[0].index("name")
    row = next((row for row in rows[1:] if row[place]), None)
    if row is None:
        return False
    row[place] = "Edited in a table"
    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return True


def _opened(path: Path, look: Look) -> tuple[object, ...]:
    """Return the set-ups of a module, the problems when it opens, and the pieces of a set-up or new game."""
    with Engine(path, timeout=300) as engine:
        titles = [one.title for one in engine.setups()]
        problems = sorted(one.text for one in engine.take_problems() if one.level == "error")
        for title in titles:
            try:
                engine.start(title)
            except EngineError:
                continue
            if engine.pieces():
                break
        else:
            engine.new_game()
        pieces = Counter(map(look, engine.pieces()))
        return titles, problems, pieces


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_goes_through_all_commands_and_opens_as_before(module: Path, tmp_path: Path) -> None:
    folder, again = tmp_path / "unpacked", tmp_path / f"again{module.suffix}"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    assert run(["pack", str(folder), str(again)]) == ExitCode.OK
    assert _entries(again) == _entries(module)
    assert run(["where", str(module), "--unused"]) in DONE
    chain = Chain(module, tmp_path)
    prototype = _prototype(module)
    if prototype is not None:
        assert run(["where", str(module), prototype, "--kind", "prototype"]) == ExitCode.OK
        chain.change("rename", "prototype", prototype, "Renamed by hexwright")
    table = tmp_path / "pieces.csv"
    assert run(["pieces", str(chain.last), "--csv", str(table)]) in DONE
    if table.exists() and _edit_a_name(table):
        chain.change("pieces", "--apply", str(table))
    chain.change("refresh")
    chain.change("slim", "--effort", "0")
    catalogue = tmp_path / "de.po"
    assert run(["translate", str(chain.last), "--language", "de", "--to", str(catalogue)]) in DONE
    if catalogue.exists():
        chain.change("translate", "--language", "de", "--apply", str(catalogue))
    assert run(["print", str(module), "--out", str(tmp_path / "sheets")]) in DONE
    assert run(["import", str(module), str(tmp_path / "project")]) in DONE
    if module.suffix != ".vmdx":
        assert _opened(chain.last, lambda p: (p.map, p.x, p.y)) == _opened(
            module, lambda p: (p.map, p.x, p.y)
        )


@pytest.mark.parametrize(
    "module", [one for one in MODULES if one.suffix != ".vmdx"], ids=lambda path: path.name
)
def test_a_scaled_module_has_each_piece_on_its_hex(module: Path, tmp_path: Path) -> None:
    out = tmp_path / "scaled.vmod"
    command = ["slim", str(module), "--scale", "0.5", "--no-pack", "--no-remove", "--out", str(out)]
    assert run(command) == ExitCode.OK
    assert _opened(out, lambda p: (p.name, p.map, p.location, p.index)) == _opened(
        module, lambda p: (p.name, p.map, p.location, p.index)
    )
