"""Each error in a spec or a layer is reported with its place and with what to type instead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hexwright.diagnostics.codes.geomap_codes import ENTRIES
from hexwright.diagnostics.diagnostic import Diagnostic, InputError

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from hexwright.geomap import layer_features
from hexwright.geomap.draft_yaml import draft_as_yaml
from hexwright.geomap.map_draft import draft_map
from hexwright.geomap.map_file_update import update_map_file
from hexwright.geomap.spec_loading import read_spec
from tests.geomap import drawing

TOWNS = "name,lat,lon,size\nAlpha,50.30,30.50,3\nBeta,50.31,30.70,1\n"
RIVER = drawing.collection(drawing.line("A", [(30.1, 50.3), (30.9, 50.35)]))
LAYERS = """\
towns:
  town:
    sources: [{file: towns.csv}]
    importance: size
rivers:
  river:
    name: River
    sources: [{file: river.geojson}]
"""
WHOLE = drawing.HEAD.replace("ORIENTATION", "flat") + LAYERS


@dataclass(frozen=True)
class Case:
    """One damage, the code that reports it, and words of the message."""

    name: str
    code: str
    words: str
    spec: tuple[str, str] = ("", "")
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    before: Callable[[Path], None] = lambda _: None


def run(folder: Path) -> tuple[Diagnostic, ...]:
    """Draft and keep the spec of a folder; return all diagnostics."""
    try:
        spec = read_spec(folder / "spec.yaml", "spec.yaml")
        draft = draft_map(spec, drawing.Quiet())
        kept = update_map_file(spec, draft_as_yaml(draft.hexmap, "spec.yaml"))
    except InputError as faults:
        return faults.diagnostics
    return (*spec.report, *kept.diagnostics)


def lay(folder: Path, case: Case) -> None:
    """Write the sound spec and its layers, with one damage."""
    old, new = case.spec
    assert old in WHOLE
    (folder / "spec.yaml").write_text(WHOLE.replace(old, new, 1), encoding="utf-8")
    for name, text in {"towns.csv": TOWNS, "river.geojson": RIVER, **case.files}.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def drafted(folder: Path) -> None:
    """Draft once, as it is."""
    assert run(folder) == ()


def edited(old: str, new: str, file: str = "map.yaml", towns: str = "") -> Callable[[Path], None]:
    """Draft once, then change a file of what was made, and the towns."""

    def act(folder: Path) -> None:
        drafted(folder)
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        if towns:
            (folder / "towns.csv").write_text(towns, encoding="utf-8")

    return act


def handmade(folder: Path) -> None:
    """Leave a map that was written by hand."""
    (folder / "map.yaml").write_text("title: Mine\n", encoding="utf-8")


def table(*rows: str) -> dict[str, str | bytes]:
    """Return a table of towns."""
    return {"towns.csv": "name,lat,lon,size\n" + "\n".join(rows) + "\n"}


CASES = (
    Case("unknown-key", "K002", "did you mean 'window'", ("window:", "windov:")),
    Case("empty-window", "D002", "swap the two", ("west: 30.0, east: 31.0", "west: 31.0, east: 30.0")),
    Case("empty-window-north", "D002", "north", ("north: 50.6", "north: 50.0")),
    Case("numbering", "D003", "{row}", ("hex_km: 5", 'hex_km: 5, numbering: "{column}"')),
    Case("ambiguous", "D003", "more digits", ("hex_km: 5", 'hex_km: 1, numbering: "{column:A}{row:A}"')),
    Case("no-rest", "D004", "omit 'found'", ("art: clear", "art: clear, found: [{areas: {file: a.csv}}]")),
    Case(
        "two-layers",
        "D005",
        "rename",
        ("rivers:", "waters: {river: {name: L, hexsides: L, sources: [{file: a.csv}]}}\nrivers:"),
    ),
    Case("missing", "D006", "is missing", ("river.geojson", "rivers.geojson")),
    Case(
        "folder",
        "D006",
        "is not a regular file",
        ("river.geojson", "folder.geojson"),
        before=lambda f: (f / "folder.geojson").mkdir(),
    ),
    Case("absolute", "K013", "relative to the spec", ("river.geojson", "/etc/river.geojson")),
    Case(
        "latin-1",
        "D008",
        "UTF-8",
        files={"towns.csv": "name,lat,lon,size\nTöwn,50.3,30.5,1\n".encode("latin-1")},
    ),
    Case("nan", "D009", "must be a number", files=table("Alpha,nan,30.5,1")),
    Case("comma", "D009", "decimal point", files={"towns.csv": 'name,lat,lon,size\nA,"50,3",30.5,1\n'}),
    Case("json-nan", "D009", "finite", files={"river.geojson": RIVER.replace("50.35", "NaN")}),
    Case("json-infinite", "D009", "finite", files={"river.geojson": RIVER.replace("50.35", "1e999")}),
    Case("json-text", "D009", "two numbers", files={"river.geojson": RIVER.replace("50.35", '"x"')}),
    Case(
        "json-figures",
        "D009",
        "too many digits",
        files={"river.geojson": RIVER.replace("50.35", "9" * 5000)},
    ),
    Case("importance", "D009", "importance", files=table("Alpha,50.3,30.5,big")),
    Case("metres", "D010", "EPSG:4326", files=table("Alpha,5570000,410000,1")),
    Case(
        "exchanged-beyond",
        "D010",
        "swap",
        files={"river.geojson": RIVER.replace("[30.1, 50.3]", "[30.1, 150.3]")},
    ),
    Case(
        "crs",
        "D010",
        "EPSG:4326",
        files={
            "river.geojson": RIVER.replace('{"type": "Fea', '{"crs": {"name": "EPSG:3857"}, "type": "Fea', 1)
        },
    ),
    Case("cut-off", "D011", "cut off", files={"river.geojson": RIVER[:60]}),
    Case("deep", "D011", "again", files={"river.geojson": "[" * 100_000}),
    Case("topojson", "D012", "export the layer as GeoJSON", files={"river.geojson": '{"type": "Topology"}'}),
    Case(
        "one-point",
        "D012",
        "two points",
        files={"river.geojson": drawing.collection(drawing.line("A", [(30.5, 50.3)]))},
    ),
    Case(
        "unknown-shape",
        "D012",
        "use one of the types",
        files={"river.geojson": RIVER.replace("LineString", "Circle")},
    ),
    Case(
        "not-features",
        "D012",
        "list",
        files={"river.geojson": '{"type": "FeatureCollection", "features": 3}'},
    ),
    Case("long-row", "D013", "double quotes", files=table("Alpha,50.3,30.5,1,2,3")),
    Case("open-quote", "D013", "double quote", files=table('"' + "x" * 200_000)),
    Case("empty-table", "D013", "empty", files={"towns.csv": ""}),
    Case("column", "D014", "longitude", files={"towns.csv": "name,latitude,longitude,size\nA,50.3,30.5,1\n"}),
    Case("projection", "D015", "EPSG:32637", ("terrain:", 'projection: "EPSG:99999"\nterrain:')),
    Case("projection-words", "D030", "EPSG:32637", ("terrain:", "projection: nowhere\nterrain:")),
    Case(
        "projection-file",
        "D030",
        "'+proj=lcc +nadgrids=@/etc/passwd'",
        ("terrain:", 'projection: "+proj=lcc +nadgrids=@/etc/passwd"\nterrain:'),
    ),
    Case(
        "projection-pipeline",
        "D030",
        "isn't supported",
        ("terrain:", 'projection: "+proj=pipeline +step +proj=vgridshift +grids=/dev/zero"\nterrain:'),
    ),
    Case("no-plane", "D015", "plane", ("terrain:", 'projection: "EPSG:4326"\nterrain:')),
    Case("hexes", "D016", "larger", ("hex_km: 5", "hex_km: 0.2")),
    Case("nothing", "D017", "correct the window", files={"river.geojson": RIVER.replace("30.", "10.")}),
    Case(
        "exchanged",
        "D018",
        "swapped",
        ("file: towns.csv", "file: towns.csv, longitude: lat, latitude: lon"),
    ),
    Case(
        "exchanged-json",
        "D018",
        "swapped",
        files={"river.geojson": drawing.collection(drawing.line("A", [(50.3, 30.1), (50.35, 30.9)]))},
    ),
    Case(
        "where-key",
        "D019",
        "did you mean 'name'",
        ("file: river.geojson", "file: river.geojson, where: {nam: A}"),
    ),
    Case(
        "where-value",
        "D019",
        "values",
        ("file: river.geojson", "file: river.geojson, where: {name: Danube}"),
    ),
    Case("no-importance", "D019", "did you mean 'size'", ("importance: size", "importance: sise")),
    Case(
        "points-for-lines",
        "D020",
        "another section",
        files={"river.geojson": drawing.collection(drawing.feature("A", "Point", [30.5, 50.3]))},
    ),
    Case(
        "too-many-towns",
        "D021",
        "each town needs its own hex",
        ("hex_km: 5", "hex_km: 500, columns: 1, rows: 1"),
    ),
    Case("no-file", "D022", "sources", ("[{file: river.geojson}]", "[]")),
    Case(
        "no-limit",
        "D022",
        "at_least",
        ("  clear:", "  wood: {name: W, art: forest, found: [{samples: {file: a.csv}}]}\n  clear:"),
    ),
    Case("outside", "D023", "Gamma", files=table("Alpha,50.3,30.5,3", "Gamma,50.3,31.05,1")),
    Case(
        "no-ground",
        "D024",
        "lower 'share'",
        ("  clear:", "  wood: {name: W, art: forest, found: [{areas: {file: wood.geojson}}]}\n  clear:"),
        {
            "wood.geojson": drawing.collection(
                drawing.feature("W", "Polygon", [[[30.5, 50.3], [30.51, 50.3], [30.51, 50.31], [30.5, 50.3]]])
            )
        },
    ),
    Case("handmade", "D025", "written", before=handmade),
    Case("record", "D026", "restore", before=edited("alpha:", "alfa:", "spec.draft.yaml")),
    Case("unreadable", "D027", "correct this error", before=edited("title:", "titel:")),
    Case(
        "both",
        "D028",
        "your version was kept",
        before=edited(
            "name: Alpha, hex: ",
            'name: Alpha, kind: town, hex: "0101"} # ',
            towns="name,lat,lon,size\nAlpha,50.4,30.50,3\nBeta,50.31,30.70,1\n",
        ),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_damaged_fact_is_told_with_a_way_out(case: Case, tmp_path: Path) -> None:
    lay(tmp_path, case)
    case.before(tmp_path)
    told = run(tmp_path)
    mine = [one for one in told if one.code == case.code]
    assert mine, [str(one) for one in told]
    assert case.words in str(mine[0])
    assert mine[0].hint
    assert mine[0].span is not None


def test_the_undamaged_spec_has_no_findings(tmp_path: Path) -> None:
    lay(tmp_path, Case("sound", "", ""))
    drafted(tmp_path)


@pytest.mark.parametrize(("limit", "value"), [("MAX_BYTES", 50), ("MAX_POINTS", 1)])
def test_a_huge_file_is_refused(
    limit: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexwright.geomap import csv_reader, geojson_reader

    for module in (layer_features, geojson_reader, csv_reader):
        monkeypatch.setattr(module, limit, value, raising=False)
    lay(tmp_path, Case("sound", "", ""))
    assert [one.code for one in run(tmp_path)] == ["D007"]


@pytest.mark.parametrize(
    ("section", "module"), [("rivers", "river_snapping"), ("ways", "road_and_rail_routing")]
)
def test_a_layer_of_thousands_of_lines_is_refused(
    section: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"hexwright.geomap.{module}.MAX_SOURCE_LINES", 0)
    art = ", art: rail" if section == "ways" else ""
    spec = f"{section}:\n  line: {{name: Line{art}, sources: [{{file: river.geojson}}]}}\n"
    drawing.write(tmp_path, {"river.geojson": RIVER}, spec)
    (told,) = run(tmp_path)
    assert told.code == "D007"
    assert "'where'" in told.hint


def test_every_code_of_drafting_is_told_by_a_case() -> None:
    elsewhere = {"D001", "D007", "D029"}
    assert {case.code for case in CASES if case.code[0] == "D"} | elsewhere == {e.code for e in ENTRIES}


def test_every_code_that_is_raised_is_in_the_catalogue() -> None:
    folder = Path(layer_features.__file__).parent
    raised = {c for p in folder.glob("*.py") for c in re.findall(r'"(D\d{3})"', p.read_text("utf-8"))}
    assert raised == {entry.code for entry in ENTRIES}


def test_one_town_with_exchanged_coordinates_is_guessed(tmp_path: Path) -> None:
    near = drawing.HEAD.replace("ORIENTATION", "flat").replace("30.0, east: 31.0", "50.0, east: 51.0")
    (tmp_path / "spec.yaml").write_text(
        near.replace("south: 50.0, north: 50.6", "south: 50.1, north: 50.7")
        + LAYERS[: LAYERS.index("rivers")]
    )
    (tmp_path / "towns.csv").write_text("name,lat,lon,size\nA,50.4,50.5,1\nB,50.6,50.05,1\nC,50.05,50.6,1\n")
    (told,) = run(tmp_path)
    assert told.code == "D023"
    assert "longitude and latitude of 'C'" in told.hint


def test_odd_names_make_ids_and_text_that_can_be_read(tmp_path: Path) -> None:
    names = ["Вязьма", "Łódź", "no", "a: b #c", "{x}", "'", "日本", "Tula", "Tula", "", "\u202eevil"]
    rows = "".join(f'"{name}",{50.05 + n * 0.05:.2f},30.5,1\n' for n, name in enumerate(names))
    lay(tmp_path, Case("sound", "", "", files={"towns.csv": "name,lat,lon,size\n" + rows}))
    assert run(tmp_path) == ()
    assert run(tmp_path) == (), "the written map can be read again"
    text = (tmp_path / "map.yaml").read_text("utf-8")
    assert "\u202e" not in text
    for name in ("vyazma:", "lodz:", "tula:", "tula-2:", "evil:"):
        assert f"  {name} " in text


def test_json_of_the_moved_list_is_what_the_table_says(tmp_path: Path) -> None:
    from hexwright.geomap.moved_features import as_csv, as_json

    lay(tmp_path, Case("sound", "", "", files=table("Alpha,50.31,30.53,3", "Near,50.3102,30.5302,1")))
    moved = draft_map(read_spec(tmp_path / "spec.yaml", "spec.yaml"), drawing.Quiet()).moved
    entries = json.loads(as_json(moved))
    lines = as_csv(moved).decode().splitlines()
    assert len(lines) == len(entries) + 1
    near = next(entry for entry in entries if entry["name"] == "Near")
    assert near["hexes"] > 0.5
    assert near["why"].endswith("already contains Alpha")
