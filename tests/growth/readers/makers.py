"""Modules that tools for makers unpack, pack and edit."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.foreign.modules import packed as packed_entries
from tests.foreign.modules import palette, saved_game, slot
from tests.growth.dimension import Dimension, said
from tests.growth.readers.modules import packed
from tests.makers.small_wargame import Placed, Wargame, wargame_entries


def _pieces(n: int) -> bytes:
    return packed(palette(*(slot(f"unit {k}", str(k), "mark;A|mark;B", "a|b") for k in range(n))))


def _saved(n: int) -> bytes:
    return packed("", **{"s.vsav": saved_game(tuple((str(k), "Guard", "7", 1, 20, 25) for k in range(n)))})


def _unpacked(path: Path) -> str:
    folder = path.with_name("unpacked")
    shutil.rmtree(folder, ignore_errors=True)
    return said("unpack", path, folder) + said("pack", folder, path.with_name("again.vmod"))


def _rows(n: int) -> bytes:
    return b"path,gpid,copy of,name\n" + b"".join(b",,7,New %d\n" % k for k in range(n))


def _catalogue(n: int) -> bytes:
    entries = (f'msgctxt "Piece.Guard"\nmsgid "Guard"\nmsgstr "{k}"\n\n' for k in range(n))
    return "".join(entries).encode()


def _module(path: Path) -> Path:
    made = path.with_name("small.vmod")
    made.write_bytes(packed(palette(slot("Guard", "7", "", ""))))
    return made


def _applied(path: Path) -> str:
    return said("pieces", _module(path), "--apply", path, "--dry-run")


def _translated(path: Path) -> str:
    module = _module(path)
    return said("translate", module, "--language", "de", "--apply", path, "--out", path.with_name("de.vmod"))


def _placed(n: int) -> bytes:
    pieces = [Placed("Red 1", 20 + k % 400, 20 + k % 300) for k in range(n)]
    return packed_entries(wargame_entries(Wargame(placed=pieces)))


def _imported(path: Path) -> str:
    return said("import", path, path.with_name("project"), "--dry-run")


def _game(n: int) -> bytes:
    return saved_game(tuple((str(k), "Guard", "7", 1, 20, 25) for k in range(n)))


def _scaled(path: Path) -> str:
    return said("slim", _module(path), "--scale", "0.5", "--no-pack", "--save", path, "--dry-run")


_NAMED = "cli.commands.maker_options.read_named_file"
_IMPORT = "makers.module_import.starting_positions.PositionReader"
_FOLDER = "vassal.codec.unpacked.unpacked_folder.UnpackedFolder._read"

DIMENSIONS = (
    Dimension("pieces of an unpacked module", _FOLDER, ".vmod", _pieces, _unpacked, 40),
    Dimension(
        "pieces of an unpacked saved game",
        "makers.laying_out_job.LayingOutJob.do",
        ".vmod",
        _saved,
        _unpacked,
        40,
    ),
    Dimension("pieces of an imported set-up", f"{_IMPORT}._piece", ".vmod", _placed, _imported, 40),
    Dimension(
        "pieces of a scaled saved game", "makers.module_scaling._Scaling.save", ".vsav", _game, _scaled, 40
    ),
    Dimension("rows of a table of pieces", _NAMED, ".csv", _rows, _applied, 40),
    Dimension("entries of a catalogue", _NAMED, ".po", _catalogue, _translated, 80),
)
