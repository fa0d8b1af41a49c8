"""Tables and lists from outside: set-ups, layers of geography, records of games, baselines."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geomap.csv_reader import read_csv as read_layer
from hexwright.geomap.geojson_reader import read_geojson
from hexwright.module_checks.findings_baseline import Baseline, BaselineError
from hexwright.players.playtesting.game_record import read_record
from hexwright.rules.setup.setup_legality import read_csv as read_setup
from tests.fuzz.frame import Input
from tests.fuzz.mutating import SPICE, multiplied_text, mutated_bytes, mutated_text
from tests.geomap.drawing import collection, feature, line

_LAYER: Final = "name,longitude,latitude\nVolga,30.5,50.1\nVolga,30.6,50.2\nVolga,30.7,50.1\nDon,30.1,50.5\n"
_SHAPES: Final = {
    "Point": [30.5, 50.1], "MultiPoint": [[30.5, 50.1], [30.6, 50.1]],
    "LineString": [[30.5, 50.1], [30.6, 50.2]], "MultiLineString": [[[30.5, 50.1], [30.6, 50.2]]],
    "Polygon": [[[30.0, 50.0], [30.9, 50.0], [30.9, 50.5], [30.0, 50.0]]],
    "MultiPolygon": [[[[30.0, 50.0], [30.9, 50.0], [30.9, 50.5], [30.0, 50.0]]]],
}  # fmt: skip
_BASELINE: Final = {"version": 1, "findings": [{"code": "V1", "cause": "a", "places": ["x / trait 1 (y)"]}]}


@cache
def _texts() -> dict[str, str]:
    features = [feature(kind, kind, points) for kind, points in _SHAPES.items()]
    return {
        "set-up": "unit,hex,step\nred-1,A1,1\nblue-1,B2,\n",
        "points": _LAYER,
        "lines": _LAYER.replace("Don,30.1,50.5\n", ""),
        "geography": collection(*features, line("Volga", [(30.1, 50.1), (30.2, 50.2)])),
        "record": "game: toy\nscenario: one\nseed: 7\noptions: a=b\nred moves A1 B1\nend  # done\n",
        "baseline": json.dumps(_BASELINE),
    }


_READERS: Final[dict[str, Callable[[bytes], object]]] = {
    "set-up": lambda data: read_setup(data.decode("utf-8-sig")),
    "points": lambda data: read_layer(data, "a", "name", "longitude", "latitude", "points"),
    "lines": lambda data: read_layer(data, "a", "name", "longitude", "latitude", "lines"),
    "geography": lambda data: read_geojson(data, "a", "name"),
    "record": lambda data: read_record(data.decode()),
}


def mutant(chance: Random) -> bytes:
    """Return, behind the name of its kind and a line end, a table with damage or with a part multiplied."""
    kind = chance.choice(sorted(_texts()))
    text = _texts()[kind]
    for _ in range(chance.choice((1, 1, 2))):
        text = (multiplied_text if chance.random() < 0.5 else _damaged)(chance, text)
    data = text.encode("utf-8", "replace")
    if chance.random() < 0.1:
        data = mutated_bytes(chance, data)
    return f"{kind}\n".encode() + data


def _damaged(chance: Random, text: str) -> str:
    return mutated_text(chance, text, (*SPICE, '"', "\r", "[]", "{}", "null"), most=5)


def run(path: Path) -> bool:
    """Read the table; tell whether it was taken."""
    kind, data = path.read_bytes().split(b"\n", 1)
    try:
        if kind == b"baseline":
            path.write_bytes(data)
            Baseline.read(path)
        else:
            _READERS[kind.decode()](data)
    except (InputError, BaselineError, UnicodeDecodeError):
        return False
    return True


INPUT = Input("layers-and-lists", "Set-ups, layers, records and baselines", ".list", mutant, run)
