"""Modules that tools for makers unpack, pack and edit."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.foreign.modules import palette, saved_game, slot
from tests.growth.dimension import Dimension, said
from tests.growth.readers.modules import packed


def _pieces(n: int) -> bytes:
    return packed(palette(*(slot(f"unit {k}", str(k), "mark;A|mark;B", "a|b") for k in range(n))))


def _saved(n: int) -> bytes:
    return packed("", **{"s.vsav": saved_game(tuple((str(k), "Guard", "7", 1, 20, 25) for k in range(n)))})


def _unpacked(path: Path) -> str:
    folder = path.with_name("unpacked")
    shutil.rmtree(folder, ignore_errors=True)
    return said("unpack", path, folder) + said("pack", folder, path.with_name("again.vmod"))


_FOLDER = "vassal.codec.unpacked.unpacked_folder.UnpackedFolder._read"

DIMENSIONS = (
    Dimension("pieces of an unpacked module", _FOLDER, ".vmod", _pieces, _unpacked, 40),
    Dimension("pieces of an unpacked saved game", _FOLDER, ".vmod", _saved, _unpacked, 40),
)
