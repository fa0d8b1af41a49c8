"""Pictures, layers of geography, records and lists."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

from PIL import Image

from hexwright.cli.commands.match import _read as read_match
from hexwright.cli.shell_completion import _choices
from hexwright.diagnostics.diagnostic import Span
from hexwright.geomap.csv_reader import read_csv
from hexwright.geomap.geojson_reader import read_geojson
from hexwright.geomap.layer_features import read_bytes
from hexwright.inspect.analysis.svg_drawing import drawing_faults
from hexwright.inspect.analysis.svg_parts import DrawingParts
from hexwright.inspect.analysis.svg_pixels import pixels_per_unit
from hexwright.load.check_pictures import _ON_COUNTERS, _content
from hexwright.load.project_folder import Project
from hexwright.module_checks.findings_baseline import Baseline
from hexwright.paper.printers.press_profiles import read_profile
from hexwright.paper.printers.printer_profiles import read_printers
from hexwright.sanitize import raster_checks
from hexwright.sanitize.picture_limits import DESIGNER_ART_LIMITS
from hexwright.sanitize.svg_checks import inspect_svg
from hexwright.support import table_files
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from tests.geomap.drawing import collection, feature
from tests.growth.dimension import Dimension, encoded

_HEAD: Final = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"


def _press_profile(count: int) -> bytes:
    """Return an ICC profile with so many tags, of which the last is the description."""
    tags = b"".join(struct.pack(">4sII", b"A2B0", 0, 0) for _ in range(count - 1))
    data = b"desc" + bytes(4) + struct.pack(">I", 4) + b"ours"
    size = 132 + 12 * count + len(data)
    head = struct.pack(">I", size) + bytes(8) + b"prtrCMYKLab " + bytes(12) + b"acsp"
    last = struct.pack(">4sII", b"desc", size - len(data), len(data))
    return head.ljust(128, b"\0") + struct.pack(">I", count) + tags + last + data


def _svg(inside: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda n: f"{_HEAD}{inside(n)}</svg>".encode()


def _judge_svg(path: Path) -> str:
    found = inspect_svg(path.read_bytes(), DESIGNER_ART_LIMITS)
    return " ".join(map(str, found.refusals))


_DRAWINGS: Final[dict[str, Callable[[int], str]]] = {
    "elements": lambda n: "<path d='M0 0h9'/>" * n,
    "points of a path": lambda n: f"<path d='M0 0{'h1' * n}'/>",
    "points of a polygon": lambda n: f"<polygon points='{'1,1 ' * n}'/>",
    "references": lambda n: "<g id='a'/>" + "<use href='#a'/>" * n,
    "names": lambda n: "".join(f"<g id='a{k}'/>" for k in range(n)),
    "rules of a stylesheet": lambda n: f"<style>{''.join(f'.a{k}{{fill:red}}' for k in range(n))}</style>",
    "text of a style": lambda n: f"<g style='{'fill:red;' * n}'/>",
    "text": lambda n: f"<text>{'x ' * n}</text>",
    "comments": lambda n: "<!-- x -->" * n,
    "shapes cut by each other": lambda n: "".join(
        f"<clipPath id='c{k}' clip-path='url(#c{k + 1})'/>" for k in range(n)
    ),
}


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a part of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _png(extra: Callable[[int], bytes] = lambda n: b"", side: int = 8) -> Callable[[int], bytes]:
    def make(n: int) -> bytes:
        head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
        rows = zlib.compress((b"\0" + bytes(side)) * side)
        return b"\x89PNG\r\n\x1a\n" + head + extra(n) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")

    return make


def _judge_png(path: Path) -> str:
    data = path.read_bytes()
    refused = raster_checks.raster_refusal(data)
    if refused is None:
        raster_checks.read_raster_info(data)
        raster_checks.decode_raster(data)
    return str(refused)


def _large(n: int) -> bytes:
    stream = io.BytesIO()
    Image.new("1", (n, n)).save(stream, "PNG")
    return stream.getvalue()


def _ring(n: int) -> list[list[float]]:
    points = [[30 + k / (n + 1), 50.0] for k in range(n)]
    return [*points, [30.5, 50.5], points[0]]


_FEATURES: Final[dict[str, Callable[[int], str]]] = {
    "features": lambda n: collection(*(feature(f"f{k}", "Point", [30.1, 50.1]) for k in range(n))),
    "points of a line": lambda n: collection(
        feature("f", "LineString", [[30 + k / n, 50.1] for k in range(n)])
    ),
    "points of a ring": lambda n: collection(feature("f", "Polygon", [_ring(n)])),
    "rings": lambda n: collection(feature("f", "Polygon", [_ring(3)] * n)),
    "parts": lambda n: collection(feature("f", "MultiPolygon", [[_ring(3)]] * n)),
    "properties": lambda n: collection(feature("f", "Point", [30.1, 50.1], **{f"p{k}": k for k in range(n)})),
    "a property's text": lambda n: collection(feature("f", "Point", [30.1, 50.1], p="x" * 50 * n)),
}
_DEEP: Final = "this isn't valid JSON|nested too deeply"


def _geography(path: Path) -> object:
    return read_geojson(path.read_bytes(), "a", "name")


def _rows(path: Path) -> object:
    data = path.read_bytes()
    return read_csv(data, "a", "name", "longitude", "latitude", "lines" if b"V" in data else "points")


def _wide(n: int) -> bytes:
    """Return a table with many columns, all but the first of which are left out in its rows."""
    return b",".join(b"c%d" % k for k in range(n)) + b"\n1" * n


def _few_cells(path: Path) -> object:
    with patch.object(table_files, "MAX_CELLS", 1000):
        return read_csv(path.read_bytes(), "a", "c0", "c1", "c2", "points")


def _baseline(n: int) -> bytes:
    rows = [{"code": "V1", "cause": f"c{k}", "places": ["x / trait 1 (y)"]} for k in range(n)]
    return json.dumps({"version": 1, "findings": rows}).encode()


def _record(n: int) -> bytes:
    return b"game: g\nscenario: s\nseed: 1\n" + b"red moves A1 B1\n" * n


def _printers(n: int) -> bytes:
    values = {"offset_x": 1, "offset_y": 1, "scale_x": 1, "scale_y": 1}
    return json.dumps({f"p{k}": values for k in range(n)}).encode()


def _metadata(path: Path) -> object:
    return Metadata.decode(path.read_bytes())


class _Nothing:
    """Neighbours of a drawing: there are none."""

    def picture(self, path: str) -> bool | None:
        """Return that there is no such picture."""
        return None

    def part(self, name: str) -> bool:
        """Return that there is no such part."""
        return False


def _batik(path: Path) -> object:
    return drawing_faults(path.read_bytes(), _Nothing())


def _file_of_game(path: Path) -> object:
    folder = path.with_name("project") / "data" / "a-game"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_bytes(path.read_bytes())
    return [len(part) for part in Project(folder.parents[1]).game_files("a-game")]


def _options(n: int) -> bytes:
    return b"options:\n" + b"".join(b"  o%d: {choices: {a: b, c: d}}\n" % k for k in range(n))


def _with_parts(path: Path) -> bytes:
    """Put an SVG's parts of another drawing inside it; the other is the SVG itself."""
    return DrawingParts(lambda _: path.read_bytes()).inside(path.read_bytes())


_PARSER: Final = "inspect.analysis.svg_parts.parse_drawing"
_PARTS: Final = tuple(
    Dimension(
        f"{name} of a drawing", "inspect.analysis.svg_parts.parse_drawing", ".svg", make, _with_parts, 30
    )
    for name, make in (
        ("parts of others", _svg(lambda n: "".join(f"<use id='u{i}' href='o.svg#u{i}'/>" for i in range(n)))),
        ("nested parts of others", _svg(lambda n: "<g id='a'>" * n + "<use href='o.svg#a'/>" + "</g>" * n)),
    )
)
_BATIK: Final = "inspect.analysis.svg_drawing.drawing_faults"

DIMENSIONS = (
    *_PARTS,
    *(
        Dimension(f"{name} of a drawing of a module", _BATIK, ".svg", _svg(inside), _batik, 30)
        for name, inside in _DRAWINGS.items()
    ),
    Dimension(
        "options offered by the shell", "cli.shell_completion._choices", ".yaml", _options, _choices, 30
    ),
    Dimension(
        "options at most",
        "cli.shell_completion._choices",
        ".yaml",
        _options,
        _choices,
        5000,
        "more than 100,000 bytes",
    ),
    Dimension(
        "a file of a game", "load.project_folder.Project.game_files", ".yaml", bytes, _file_of_game, 5000
    ),
    Dimension(
        "bytes of a layer",
        "geomap.layer_features.read_bytes",
        ".csv",
        bytes,
        lambda path: read_bytes(path, "a", Span("a")),
        64_000_001,
        "the limit is 64,000,000",
    ),
    Dimension(
        "bytes of a picture",
        "load.check_pictures._content",
        ".png",
        bytes,
        lambda path: _content(path, _ON_COUNTERS),
        8_000_001,
        "the limit is 8,000,000",
    ),
    *(
        Dimension(
            f"{name} of a drawing",
            "sanitize.svg_checks._SvgInspector.__init__",
            ".svg",
            _svg(inside),
            _judge_svg,
            60,
        )
        for name, inside in _DRAWINGS.items()
    ),
    *(
        Dimension(
            f"{name} of a drawing of pictures",
            "inspect.analysis.svg_pixels.pixels_per_unit",
            ".svg",
            _svg(inside),
            lambda path: pixels_per_unit(path.read_bytes()),
            60,
        )
        for name, inside in (
            ("pictures", lambda n: "<image width='9' height='9' href='data:image/png;base64,a'/>" * n),
            ("groups", lambda n: "<g>" * n + "</g>" * n),
        )
    ),
    Dimension(
        "depth of a drawing",
        "sanitize.svg_checks._SvgInspector.__init__",
        ".svg",
        _svg(lambda n: "<g>" * n + "</g>" * n),
        _judge_svg,
        49,
        "deep",
    ),
    Dimension(
        "elements of a drawing at most",
        "sanitize.svg_checks._SvgInspector.__init__",
        ".svg",
        _svg(lambda n: "<g/>" * n),
        _judge_svg,
        10_001,
        "10.?000",
    ),
    Dimension(
        "attributes of an element of a drawing",
        "sanitize.svg_checks._SvgInspector.__init__",
        ".svg",
        _svg(lambda n: f"<g {' '.join(f'a{k}=' + chr(39) * 2 for k in range(n))}/>"),
        _judge_svg,
        121,
        "120",
    ),
    Dimension(
        "parts of a PNG",
        "sanitize.raster_checks.read_raster_info",
        ".png",
        _png(lambda n: chunk(b"tEXt", b"a\0b") * n),
        _judge_png,
        60,
    ),
    Dimension(
        "text of a PNG",
        "sanitize.raster_checks._check_whole",
        ".png",
        _png(lambda n: chunk(b"tEXt", b"a\0" + b"b" * n)),
        _judge_png,
        3000,
    ),
    Dimension(
        "letters of a PNG",
        "sanitize.raster_checks.decode_raster",
        ".png",
        _png(lambda n: chunk(b"tEXt", b"a\0" + b"b" * n)),
        _judge_png,
        3000,
    ),
    Dimension(
        "pixels of a PNG",
        "sanitize.raster_checks.read_raster_info",
        ".png",
        _large,
        _judge_png,
        4001,
        "pixels",
    ),
    *(
        Dimension(
            f"{name} of a layer",
            "geomap.geojson_reader._tree",
            ".geojson",
            encoded(make),
            _geography,
            60,
        )
        for name, make in _FEATURES.items()
    ),
    Dimension(
        "depth of a layer",
        "geomap.geojson_reader._tree",
        ".geojson",
        lambda n: b"[" * n,
        _geography,
        100_000,
        _DEEP,
    ),
    Dimension(
        "rows of a layer",
        "support.table_files._csv_rows",
        ".csv",
        lambda n: b"name,longitude,latitude\n" + b"a,30.1,50.1\n" * n,
        _rows,
        60,
    ),
    Dimension(
        "points of a line of a layer",
        "support.table_files._csv_rows",
        ".csv",
        lambda n: b"name,longitude,latitude\n" + b"V,30.1,50.1\n" * n,
        _rows,
        60,
    ),
    Dimension(
        "cells of a layer that aren't written",
        "support.table_files._csv_rows",
        ".csv",
        _wide,
        _few_cells,
        40,
        "more than 1,000 cells",
    ),
    Dimension(
        "findings of a baseline",
        "module_checks.findings_baseline.Baseline.read",
        ".json",
        _baseline,
        Baseline.read,
        60,
    ),
    Dimension("actions of a record", "cli.commands.match._read", ".game", _record, read_match, 60),
    Dimension(
        "tags of a press's profile",
        "paper.printers.press_profiles.read_profile",
        ".icc",
        _press_profile,
        read_profile,
        200,
    ),
    Dimension(
        "printers", "paper.printers.printer_profiles.read_printers", ".json", _printers, read_printers, 60
    ),
    Dimension(
        "metadata of a module",
        "vassal.codec.buildfile.moduledata.Metadata.decode",
        ".xml",
        lambda n: b"<data><name>" + b"x" * n + b"</name></data>",
        _metadata,
        3000,
    ),
    Dimension(
        "elements of metadata",
        "vassal.codec.buildfile.moduledata.Metadata.decode",
        ".xml",
        lambda n: b"<data>" + b"<name>x</name>" * n + b"</data>",
        _metadata,
        60,
    ),
)
