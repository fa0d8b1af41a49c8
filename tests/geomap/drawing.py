"""Write a spec with layers into a folder and draft its map. Needs the extra `geo`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexwright.geomap.map_draft import MapDraft, draft_map
from hexwright.geomap.spec_loading import read_spec

Line = Sequence[tuple[float, float]]

HEAD = """\
title: Test
provenance: {status: ruling, source: invented}
window: {west: 30.0, east: 31.0, south: 50.0, north: 50.6}
grid: {hex_km: 5, orientation: ORIENTATION}
terrain:
  clear: {name: Clear, art: clear}
"""


class Quiet:
    """A watch that shows nothing."""

    def stage(self, name: str) -> None:
        """Take note of nothing."""


def collection(*features: Mapping[str, Any]) -> str:
    """Write features as GeoJSON."""
    return json.dumps({"type": "FeatureCollection", "features": list(features)})


def feature(name: str, kind: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    """Return a feature of GeoJSON."""
    return {
        "type": "Feature",
        "properties": {"name": name, **properties},
        "geometry": {"type": kind, "coordinates": coordinates},
    }


def line(name: str, points: Line) -> dict[str, Any]:
    """Return a line as a feature of GeoJSON."""
    return feature(name, "LineString", [list(point) for point in points])


def write(folder: Path, files: Mapping[str, str], spec: str, orientation: str = "flat") -> Path:
    """Write layers and a spec, of which only the layers' sections are given; return the spec's path."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / "spec.yaml"
    path.write_text(HEAD.replace("ORIENTATION", orientation) + spec, encoding="utf-8")
    return path


def draft(folder: Path, files: Mapping[str, str], spec: str, orientation: str = "flat") -> MapDraft:
    """Draft the map of layers and a spec."""
    return draft_map(read_spec(write(folder, files, spec, orientation), "spec.yaml"), Quiet())
