"""`hexwright geomap`, as a designer runs it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from hexwright.cli.app import ExitCode, run

EXTRA = find_spec("shapely") is not None and find_spec("pyproj") is not None
needs_extra = pytest.mark.skipif(not EXTRA, reason="the extra 'geo' is not installed")

SPEC = """\
title: The Ford
provenance: {status: ruling, source: invented}
window: {west: 30.0, east: 31.0, south: 50.0, north: 50.6}
grid: {hex_km: 5}
terrain: {clear: {name: Clear, art: clear}}
towns: {town: {sources: [{file: towns.csv}]}}
rivers: {river: {name: River, sources: [{file: river.csv}]}}
ways: {road: {name: Road, art: road, sources: [{file: road.csv}]}}
"""
TOWNS = "name,lat,lon\nAlpha,50.30,30.53\nBeta,50.31,30.70\nNear,50.302,30.532\n"
RIVER = "name,lat,lon\nBrook,50.1,30.1\nBrook,50.3,30.4\nBrook,50.28,30.95\n"
ROAD = "name,lat,lon\nHigh road,50.30,30.53\nHigh road,50.31,30.70\nHigh road,50.5,30.9\n"

LAYERS = {"towns.csv": TOWNS, "river.csv": RIVER, "road.csv": ROAD}


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay a small spec into a folder without a project, and go there."""
    for name, text in {"spec.yaml": SPEC, **LAYERS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "spec.yaml"


def test_without_the_extra_one_plain_line_says_what_to_install(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacking(name: str, package: str | None = None) -> Any:
        return None if name in ("pyproj", "shapely") else find_spec(name, package)

    monkeypatch.setattr("hexwright.geomap.geo_extra.find_spec", lacking)
    assert run(["geomap", "spec.yaml"]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert 'pip install "pyproj>=3.7" "shapely>=2.1"' in told
    assert "Traceback" not in told


def test_the_message_names_the_libraries_that_the_extra_holds() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    source = (Path(__file__).parents[2] / "builder" / "hexwright" / "geomap" / "geo_extra.py").read_text(
        "utf-8"
    )
    for wanted in project["project"]["optional-dependencies"]["geo"]:
        assert f'"{wanted}"' in source


def test_nothing_but_the_command_imports_the_extra() -> None:
    """Everything else works where the libraries are not installed."""
    script = (
        "import sys; sys.modules.update(dict.fromkeys(('pyproj', 'shapely', 'numpy')))\n"
        "import hexwright.cli.commands, hexwright.pipeline.game_build\n"
        "import hexwright.load.json_schema, hexwright.geomap.draft_merge\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])


@needs_extra
def test_a_run_writes_map_record_picture_and_list(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    said = capsys.readouterr().out
    assert {path.name for path in spec.parent.iterdir()} - {
        "spec.yaml",
        "towns.csv",
        "river.csv",
        "road.csv",
    } == {
        "map.yaml",
        "spec.draft.yaml",
        "spec-overlay.svg",
        "spec-overlay.png",
        "spec-moved.csv",
        "spec-moved.json",
    }
    assert "map.yaml  new:" in said
    assert "Near" in said
    assert (spec.parent / "spec-overlay.png").read_bytes().startswith(b"\x89PNG")
    drawing = (spec.parent / "spec-overlay.svg").read_text("utf-8")
    assert "#d0021b" in drawing
    assert "Alpha" in drawing


@needs_extra
def test_a_drafted_map_passes_check_in_a_game(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    drafted = yaml.safe_load(Path("map.yaml").read_text("utf-8"))
    assert run(["new", "the-ford"]) == ExitCode.OK
    there = Path("data/the-ford/map.yaml")
    mine = yaml.safe_load(there.read_text("utf-8"))
    # The small game's own names stay, the ground under them is drafted.
    for side in ("west", "east"):
        drafted["edges"][side]["side"] = mine["edges"][side]["side"]
    hexes = drafted["places"]
    drafted["terrain"]["wood"] = {"name": "Wood", "art": "forest", "hexes": ["0105"]}
    drafted["features"], drafted["boxes"] = mine["features"], mine["boxes"]
    drafted["places"] = {
        "ford": {**hexes["alpha"], "owner": "blue"},
        "mill": {**hexes["beta"], "owner": "blue"},
        "near": hexes["near"],
    }
    there.write_text(yaml.safe_dump(drafted), encoding="utf-8")
    capsys.readouterr()
    assert run(["check", "the-ford"]) == ExitCode.OK, capsys.readouterr().err


@needs_extra
def test_edits_by_hand_survive_the_next_run(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["geomap", "spec.yaml"])
    map_ = Path("map.yaml")
    before = map_.read_text("utf-8")
    edited = before.replace("name: Brook", "name: Old Brook").replace(
        "  beta:", '  # the mill town\n  gamma: {name: Gamma, hex: "0505", kind: name}\n  beta:'
    )
    map_.write_text(edited, encoding="utf-8")
    Path("towns.csv").write_text(TOWNS.replace("50.31,30.70", "50.45,30.30"), encoding="utf-8")
    capsys.readouterr()
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    assert "your changes kept" in capsys.readouterr().out
    after = map_.read_text("utf-8")
    assert "name: Old Brook" in after
    assert '  # the mill town\n  gamma: {name: Gamma, hex: "0505", kind: name}\n' in after
    old, new = (next(line for line in text.splitlines() if "beta:" in line) for text in (before, after))
    assert old != new, "the town moved with its layer"


@needs_extra
def test_a_draft_that_an_earlier_version_recorded_is_read_with_the_keys_of_today(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["geomap", "spec.yaml"])
    record = Path("spec.draft.yaml")
    head, seal, rest = record.read_text("utf-8").partition("# seal: ")
    draft = rest.partition("\n")[2]
    former = draft.replace("hexsides:\n          ", "sides:\n          ")
    assert former != draft
    sealed = hashlib.sha256(former.encode()).hexdigest()
    record.write_text(f"{head}{seal}{sealed}\n{former}", encoding="utf-8")
    map_ = Path("map.yaml")
    edited = map_.read_text("utf-8").replace("name: Brook", "name: Old Brook")
    map_.write_text(edited, encoding="utf-8")
    capsys.readouterr()
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    assert "your changes kept" in capsys.readouterr().out
    assert map_.read_text("utf-8") == edited
    assert record.read_text("utf-8").endswith(draft)


@needs_extra
def test_a_conflict_is_told_with_place_and_both_values_and_keeps_the_persons(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["geomap", "spec.yaml"])
    map_ = Path("map.yaml")
    lines = map_.read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if "beta:" in line)
    lines[at] = '  beta: {name: Beta, hex: "0101", kind: city}'
    map_.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8", newline="")
    Path("towns.csv").write_text(TOWNS.replace("50.31,30.70", "50.45,30.30"), encoding="utf-8")
    capsys.readouterr()
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    told = capsys.readouterr().err
    now = map_.read_text("utf-8").splitlines().index(lines[at]) + 1
    assert f"map.yaml:{now}:1: warning[D028]: places › beta: you have " in told
    assert 'hex: "0101", kind: city' in told
    assert map_.read_bytes().count(b"\r\n") == map_.read_bytes().count(b"\n"), "line ends stay as they were"
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    assert "D028" not in capsys.readouterr().err, "told once"
    assert '"0101", kind: city' in map_.read_text("utf-8")


@needs_extra
def test_the_same_layers_give_the_same_bytes_in_any_process(spec: Path) -> None:
    assert run(["geomap", "spec.yaml"]) == ExitCode.OK
    made = [path for path in sorted(spec.parent.iterdir()) if path.name not in ("spec.yaml", *LAYERS)]
    first = {path.name: path.read_bytes() for path in made}
    for path in made:
        path.unlink()
    subprocess.run(
        [sys.executable, "-m", "hexwright.cli", "geomap", "spec.yaml"],
        check=True,
        capture_output=True,
        cwd=spec.parent,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert {path.name: path.read_bytes() for path in made} == first


@needs_extra
def test_a_spec_that_is_not_there_is_told(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["geomap", "sepc.yaml"]) == ExitCode.FINDINGS
    assert "sepc.yaml: error[Y001]: the file is missing — give the path of a spec" in capsys.readouterr().err
