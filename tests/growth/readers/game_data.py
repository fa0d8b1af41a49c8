"""The YAML and the tables of a game, as `check` and `setup check` read them."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import openpyxl
import yaml

from hexwright.cli.commands.setup import _read
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.rules.setup.setup_legality import check_setup
from tests.fuzz.frame import ROOT
from tests.growth.dimension import Dimension, Read, encoded, said

_SLUG: Final = "the-game"
_YAML: Final = "load.yaml_tree.read_source"


def _in_place_of(name: str, *command: str) -> Read:
    """Return a reader that checks the small game with the file in place of one of its own."""

    def read(path: Path) -> str:
        root = path.parent / "project"
        shutil.rmtree(root, ignore_errors=True)
        for other, text in small_game("The Game").items():
            (root / "data" / _SLUG / other).parent.mkdir(parents=True, exist_ok=True)
            (root / "data" / _SLUG / other).write_text(text, "utf-8")
        (root / "data" / _SLUG / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, root / "data" / _SLUG / name)
        return said("-C", root, *(command or ("check", _SLUG)))

    return read


@cache
def _toy() -> Game:
    return load_game(Project(ROOT / "tests" / "toy"), "toy-bridge").game


def _setup(path: Path) -> str:
    return "\n".join(map(str, check_setup(_toy(), "the-bridge", _read(path))))


def _changed(name: str, change: Callable[[dict[str, Any], int], object]) -> Callable[[int], bytes]:
    """Return a maker of one of the game's files with its data changed."""

    def make(n: int) -> bytes:
        data = yaml.safe_load(small_game("The Game")[name])
        change(data, n)
        return yaml.dump(data, Dumper=_Plain, sort_keys=False, width=1000).encode()

    return make


class _Plain(yaml.SafeDumper):
    """A writer that repeats what occurs twice, since aliases are refused."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _units(data: dict[str, Any], n: int) -> None:
    data["units"] |= {f"red-x{k}": data["units"]["red-1"] | {"designation": f"x{k}"} for k in range(n)}


def _classes(data: dict[str, Any], n: int) -> None:
    data["classes"] |= {f"c{k}": {"name": f"C{k}", "symbol": "infantry"} for k in range(n)}
    for k, unit in enumerate(data["units"].values()):
        unit["unit_class"] = f"c{k}x"


def _faulty_units(data: dict[str, Any], n: int) -> None:
    data["units"] |= {f"red-x{k}": data["units"]["red-1"] | {"sid": "red"} for k in range(n)}


def _hexes(data: dict[str, Any], n: int) -> None:
    data["terrain"]["wood"]["hexes"] = [f"{k % 90 + 10}{k % 90 + 10}" for k in range(n)]


def _rivers(data: dict[str, Any], n: int) -> None:
    lines = data["hexsides"]["river"]["lines"]
    lines |= {f"r{k}": {"name": f"River {k}", "hexsides": ["0401/0501"]} for k in range(n)}


def _places(data: dict[str, Any], n: int) -> None:
    data["places"] |= {f"p{k}": {"name": f"Place {k}", "hex": "0403", "kind": "town"} for k in range(n)}


def _placements(data: dict[str, Any], n: int) -> None:
    data["setup"]["placement"] |= {"0102": [f"red-{k}" for k in range(n)]}


def _phases(data: dict[str, Any], n: int) -> None:
    data["sequence"] |= {f"s{k}": data["sequence"]["red-movement"] for k in range(n)}


def _modifiers(data: dict[str, Any], n: int) -> None:
    data["movement"]["march"]["costs"] = [{"terrain": f"w{k}", "cost": 2} for k in range(n)]


def _summary(data: dict[str, Any], n: int) -> None:
    data["summary"] |= {f"{k}": {"title": f"Rule {k}", "text": "One sentence."} for k in range(10, n + 10)}


def _rows_of_a_chart(data: dict[str, Any], n: int) -> None:
    data["terrain_effects"] = [data["terrain_effects"][0]] * n


_GAMES: Final[dict[str, tuple[str, Callable[[dict[str, Any], int], object]]]] = {
    "units": ("counters.yaml", _units),
    "classes and units of none": ("counters.yaml", _classes),
    "faulty units": ("counters.yaml", _faulty_units),
    "hexes": ("map.yaml", _hexes),
    "rivers": ("map.yaml", _rivers),
    "places": ("map.yaml", _places),
    "unknown units placed": ("scenarios/the-ford.yaml", _placements),
    "phases": ("rules.yaml", _phases),
    "costs": ("rules.yaml", _modifiers),
    "rules in words": ("rules.yaml", _summary),
    "rows of a chart": ("charts.yaml", _rows_of_a_chart),
}


def _sheet(n: int, columns: int = 3) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["unit", "hex", "step", *(f"c{k}" for k in range(columns - 3))])
    for k in range(n):
        book.active.append([f"u{k}", "0101", 1])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


_LISTS: Final[dict[str, Callable[[int], str]]] = {
    "entries": lambda n: "".join(f"- {{unit: u{k}, hex: '0101'}}\n" for k in range(n)),
    "entries of one unit": lambda n: "- {unit: u1, hex: '0101'}\n" * n,
    "a scalar's text": lambda n: f"- {{unit: {'u' * 50 * n}, hex: '0101'}}\n",
    "lines of a scalar": lambda n: "- unit: |\n" + "   x\n" * n + "  hex: '0101'\n",
    "comments": lambda n: "# nothing\n" * n + "- {unit: u1, hex: '0101'}\n",
    "keys": lambda n: "- {unit: u1, hex: '0101'" + "".join(f", k{k}: 1" for k in range(n)) + "}\n",
    "keys twice": lambda n: "- {unit: u1" + "".join(", hex: '0101'" for _ in range(n)) + "}\n",
    "documents": lambda n: "--- x\n" * n,
    "mappings": lambda n: "".join(f"- {{a: {{b: {k}}}}}\n" for k in range(n)),
}
_TABLES: Final[dict[str, Callable[[int], str]]] = {
    "rows": lambda n: "unit,hex,step\n" + "".join(f"u{k},0101,1\n" for k in range(n)),
    "rows of one unit": lambda n: "unit,hex,step\n" + "u1,0101,1\n" * n,
    "empty rows": lambda n: "unit,hex,step\n" + ",,\n" * n + "u1,0101,1\n",
    "quotes": lambda n: "unit,hex,step\n" + f'"{chr(34) * 2 * n}",0101,1\n',
}

DIMENSIONS = (
    *(
        Dimension(f"{name} of a set-up", _YAML, ".yaml", encoded(make), _setup, 30)
        for name, make in _LISTS.items()
    ),
    *(
        Dimension(
            f"{name} of a CSV set-up",
            "support.table_files._csv_rows",
            ".csv",
            encoded(make),
            _setup,
            30,
        )
        for name, make in _TABLES.items()
    ),
    *(
        Dimension(f"{what} of a game", _YAML, ".yaml", _changed(name, change), _in_place_of(name), 10)
        for what, (name, change) in _GAMES.items()
    ),
    Dimension("depth of YAML", _YAML, ".yaml", lambda n: b"[" * n, _setup, 25, "nested more than 24 levels"),
    Dimension(
        "size of YAML", _YAML, ".yaml", lambda n: b" " * n, _setup, 4_000_001, "the limit is 4,000,000"
    ),
    Dimension("aliases", _YAML, ".yaml", lambda n: b"- &a x\n" + b"- *a\n" * n, _setup, 3, "alias|anchor"),
    Dimension(
        "rows of a table",
        "support.table_files._csv_rows",
        ".csv",
        lambda n: b"unit,hex\n" + b"u,0101\n" * n,
        _setup,
        20_001,
        "more than 20,000 rows",
    ),
    Dimension(
        "columns of a table",
        "support.table_files._csv_rows",
        ".csv",
        lambda n: b",".join(b"c%d" % k for k in range(n)),
        _setup,
        1_001,
        "the limit is 1,000",
    ),
    Dimension("rows of a workbook", "support.xlsx_files.read_xlsx_table", ".xlsx", _sheet, _setup, 10),
    Dimension(
        "columns of a workbook",
        "support.xlsx_files._check_archive",
        ".xlsx",
        lambda n: _sheet(1, n),
        _setup,
        201,
        "the limit is 200",
    ),
)
