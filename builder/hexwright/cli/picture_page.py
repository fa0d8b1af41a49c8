"""Write docs/reference/pictures.md: a picture of each value of `art`, `symbol`, `emblem`, `size` and `kind`.

Run `python -m hexwright.cli.picture_page` in the repository's root. The values come from the data model, so a
new value gets its picture without a change here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from hexwright.load.game_loading import load_game
from hexwright.load.new_game import start_game
from hexwright.load.project_folder import Project
from hexwright.model.charts import Weather
from hexwright.model.counter_layouts import CounterLayout, LayoutPart
from hexwright.model.counter_mix import Marker, MarkerFace, MarkerSymbol, SizeName, SymbolName
from hexwright.model.game import Game, Side
from hexwright.model.hex_map import Feature, FeatureGroup, HexsideFeature, LineFeature, PlaceKind, Terrain
from hexwright.model.ids import HexId, SideId
from hexwright.render.canvas import Box, Canvas, Style
from hexwright.render.canvas import Path as Outline
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.marker_icons import MARKER_ICONS
from hexwright.render.counters.silhouettes import SILHOUETTES
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.sheet.map_legend import draw_sample
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import CLASSIC
from hexwright.render.weather_pictures import draw_weather
from hexwright.support.atomic_writes import write_atomically

PAGE: Final = Path("docs/reference/pictures.md")
FOLDER: Final = Path("docs/reference/pictures")
_COUNTER: Final = Box(0, 0, 15, 15)
_SAMPLE: Final = Box(0, 0, 30, 20)
_PX_PER_MM: Final = 8
_ID: Final = "shown"
_ROW: Final = 4

Draw = Callable[[Canvas, Any], None]


@dataclass(frozen=True, slots=True)
class Family:
    """The values of one key, and how each is drawn."""

    id: str
    title: str
    text: str
    yaml: str
    values: tuple[str, ...]
    box: Box
    draw: Draw

    def file(self, value: str) -> str:
        """Return the file name of the picture of a value."""
        return f"{self.id}-{value}.png"


@cache
def _game() -> Game:
    """Return the small game that `hexwright new` writes."""
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        start_game(project, "the-ford")
        return load_game(project, "the-ford").game


def _choices(cls: type, key: str) -> tuple[str, ...]:
    """Return the values that the annotation of a record's key allows."""
    return _flat(get_type_hints(cls)[key])


def _flat(literal: Any) -> tuple[str, ...]:
    return tuple(value for value in get_args(literal) if isinstance(value, str))


def _terrain(canvas: Canvas, value: Any) -> None:
    terrain = replace(_game().hexmap.terrain[0], id=_ID, art=value, hexes=())
    _on_map(canvas, _ID, terrain=(terrain,))


def _feature(canvas: Canvas, value: Any) -> None:
    groups = tuple(FeatureGroup(name, "", (HexId("0101"),)) for name in ("A", "B", "C"))
    _on_map(canvas, _ID, features=(Feature(_ID, "", value, groups, SideId("red")),))


def _hexside(canvas: Canvas, value: Any) -> None:
    _on_map(
        canvas, _ID, hexsides=(replace(_game().hexmap.hexsides[0], id=_ID, art=value, side=SideId("red")),)
    )


def _line(canvas: Canvas, value: Any) -> None:
    _on_map(canvas, _ID, lines=(replace(_game().hexmap.lines[0], id=_ID, art=value),))


def _place(canvas: Canvas, value: Any) -> None:
    _on_map(canvas, f"place:{value}", places=(replace(_game().hexmap.places[0], kind=value),))


def _on_map(canvas: Canvas, of: str, **parts: Any) -> None:
    game = _game()
    shown = replace(game, hexmap=replace(game.hexmap, **parts))
    draw_sample(canvas, shown, CLASSIC, of, _SAMPLE)


def _unit(canvas: Canvas, *, symbol: Any = "infantry", size: Any = "regiment", emblem: Any = None) -> None:
    game = _game()
    unit = replace(game.counters.units[0], size=size)
    classes = tuple(replace(each, symbol=symbol) for each in game.counters.classes)
    sides = tuple(replace(side, emblem=emblem or side.emblem) for side in game.info.sides)
    shown = replace(
        game, info=replace(game.info, sides=sides), counters=replace(game.counters, classes=classes)
    )
    draw_unit_face(canvas, shown, unit, 0, CLASSIC, _COUNTER)


def _marker(canvas: Canvas, value: Any) -> None:
    text = {"points": "10 points", "control": "", "none": "Free text"}.get(value, value.capitalize())
    side = SideId("red") if value == "control" else None
    face = MarkerFace(text, value, side)
    draw_marker_face(canvas, _game(), Marker(_ID, _ID, (face,)), 0, CLASSIC, _COUNTER)


def _weather(canvas: Canvas, value: Any) -> None:
    draw_weather(canvas, value, CLASSIC, _COUNTER)


def _drawing(canvas: Canvas, value: Any) -> None:
    """Draw one of our drawings on an empty counter of the first side."""
    game = _game()
    parts = (
        LayoutPart("ground"),
        LayoutPart("picture", (1.5, 2.0, 12.0, 11.0), of=value),
        LayoutPart("edge"),
    )
    layout = CounterLayout(_ID, parts)
    shown = replace(game, counters=replace(game.counters, layouts=(layout,), unit_layout=_ID))
    draw_unit_face(canvas, shown, game.counters.units[0], 0, CLASSIC, _COUNTER)


def families() -> tuple[Family, ...]:
    """Return the families of values that the page shows, in order."""
    return (
        Family(
            "terrain",
            "Terrain: `art`",
            "Terrain fills whole hexes. In `map.yaml`:",
            'terrain:\n  wood: {name: Wood, art: forest, hexes: ["0301", "0302"]}',
            _choices(Terrain, "art"),
            _SAMPLE,
            _terrain,
        ),
        Family(
            "hexside",
            "Hexsides: `art`",
            "Rivers, shores and defended hexsides are between hexes. In `map.yaml`:",
            "hexsides:\n  river:\n    name: River\n    art: river\n    lines:\n"
            "      brook: {name: Brook, hexsides: [0401/0501, 0401/0502]}",
            _choices(HexsideFeature, "art"),
            _SAMPLE,
            _hexside,
        ),
        Family(
            "line",
            "Lines: `art`",
            "Roads and railways go from hex to hex. In `map.yaml`:",
            "lines:\n  road:\n    name: Road\n    art: road\n    lines:\n"
            '      high-road: {name: High road, path: ["0103", "0203"]}',
            _choices(LineFeature, "art"),
            _SAMPLE,
            _line,
        ),
        Family(
            "feature",
            "Features: `art`",
            "Features are in hexes on top of the terrain, such as fortifications. In `map.yaml`:",
            "features:\n  fort:\n    name: Fort\n    art: fortification\n    side: blue\n    groups:\n"
            '      all: {name: Fort, hexes: ["0403"]}',
            _choices(Feature, "art"),
            _SAMPLE,
            _feature,
        ),
        Family(
            "place",
            "Places: `kind`",
            "Places are cities, towns and named spots. `name` is a label without a symbol. In `map.yaml`:",
            'places:\n  mill: {name: Mill, hex: "0603", kind: town, owner: blue}',
            tuple(value for part in get_args(PlaceKind) for value in (_flat(part) or (part,))),
            _SAMPLE,
            _place,
        ),
        Family(
            "symbol",
            "Unit classes: `symbol`",
            "The symbol in the counter's box belongs to the unit's class; `none` shows the side's emblem. In "
            "`counters.yaml`:",
            "classes:\n  foot: {name: Foot, symbol: infantry}",
            _flat(SymbolName),
            _COUNTER,
            lambda canvas, value: _unit(canvas, symbol=value),
        ),
        Family(
            "size",
            "Units: `size`",
            "The size symbol is above the unit symbol. In `counters.yaml`:",
            'units:\n  red-1:\n    designation: "1"\n    name: 1st Foot\n    side: red\n    '
            "unit_class: foot\n    size: regiment\n    steps: [{strength: 4, ma: 3}]",
            _flat(SizeName),
            _COUNTER,
            lambda canvas, value: _unit(canvas, size=value),
        ),
        Family(
            "emblem",
            "Sides: `emblem`",
            "The emblem identifies a side without colour and shapes the counter's head. In `game.yaml`:",
            "sides:\n  red: {name: Red, plural: Reds, emblem: cross}",
            _choices(Side, "emblem"),
            _COUNTER,
            lambda canvas, value: _unit(canvas, emblem=value),
        ),
        Family(
            "marker",
            "Markers: `symbol`",
            "A marker is a counter that is not a unit. In `counters.yaml`:",
            "markers:\n  turn: {name: Turn marker, faces: [{text: Turn, symbol: turn}]}",
            _flat(MarkerSymbol),
            _COUNTER,
            _marker,
        ),
        Family(
            "weather",
            "Weather: `art`",
            "The picture of a kind of weather on the turn track and on weather markers. In `charts.yaml`:",
            "weather:\n  rain: {name: Rain, art: mud, movement: One point less, combat: Normal}",
            _choices(Weather, "art"),
            _COUNTER,
            _weather,
        ),
        Family(
            "silhouette",
            "Layouts: silhouettes",
            "What a part `picture` of [a layout](../how-to/counter-layouts.md) can draw, in the layout's own "
            "colours. In `counters.yaml`:",
            "layouts:\n  squad:\n    parts:\n      - {draw: ground}\n"
            "      - {draw: picture, of: squad, box: [2, 3, 11, 7]}",
            tuple(drawing.id for drawing in SILHOUETTES),
            _COUNTER,
            _drawing,
        ),
        Family(
            "icon",
            "Layouts: icons of markers",
            "Icons that say what a marker means. In `counters.yaml`:",
            "layouts:\n  marker:\n    parts:\n      - {draw: ground}\n"
            '      - {draw: picture, of: "{data.icon}", box: [2, 1, 11, 8.5]}',
            tuple(drawing.id for drawing in MARKER_ICONS),
            _COUNTER,
            _drawing,
        ),
    )


def pictures() -> Mapping[str, bytes]:
    """Return all pictures as PNG, by file name."""
    found = {}
    for family in families():
        for value in family.values:
            canvas = SvgCanvas(family.box.width, family.box.height, f"{family.id}: {value}")
            canvas.path(Outline.rectangle(family.box), Style(fill=CLASSIC.panel))
            family.draw(canvas, value)
            width = round(family.box.width * _PX_PER_MM)
            found[family.file(value)] = board_picture(canvas.to_svg(), width)
    return found


def page() -> str:
    """Return the page as Markdown."""
    parts = [
        "# What each value looks like",
        "Some keys choose a drawing. This page shows one picture of each value, in the theme `classic`, "
        "drawn by the same code as maps and counters. The page is generated by `python -m "
        "hexwright.cli.picture_page`. For drawings of your own see [your own counters and "
        "pictures](../how-to/own-pictures.md).",
    ]
    parts += [
        f"## {family.title}\n\n{family.text}\n\n```yaml\n{family.yaml}\n```\n\n{_table(family)}"
        for family in families()
    ]
    return "\n\n".join(parts) + "\n"


def _table(family: Family) -> str:
    rows = [family.values[n : n + _ROW] for n in range(0, len(family.values), _ROW)]
    width = len(rows[0])
    lines = []
    for row in rows:
        cells = [f"![{value}](pictures/{family.file(value)})<br>`{value}`" for value in row]
        lines.append("| " + " | ".join(cells + [""] * (width - len(cells))) + " |")
    # The first row is the table head.
    lines.insert(1, "|" + " :---: |" * width)
    return "\n".join(lines)


def write_page(root: Path) -> None:
    """Write the page and its pictures to a folder; pictures of removed values are deleted."""
    wanted = pictures()
    for name, data in wanted.items():
        write_atomically(root / FOLDER / name, data)
    for file in (root / FOLDER).glob("*.png"):
        if file.name not in wanted:
            file.unlink()
    write_atomically(root / PAGE, page().encode())


if __name__ == "__main__":
    write_page(Path.cwd())
