"""Read a spec, and check the rules that its schema can't express."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError, Span
from hexwright.geometry.hex_numbering import Numbering
from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_readers import build_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import parse, read_source
from hexwright.model.geomap_spec import FrontLayer, GeoSpec, RiverLayer, TownLayer, WaterLayer, WayLayer
from hexwright.model.hex_map import Grid
from hexwright.support.message_wording import join_with_or, quote

_Layer = TownLayer | RiverLayer | WaterLayer | WayLayer | FrontLayer
_LEAST = 0.001
"""Minimum width and height of a window, in degrees."""


@dataclass(frozen=True)
class LoadedSpec:
    """A spec, the source locations of its values, and the report of its errors and warnings."""

    geography: GeoSpec
    path: Path
    """The path of the spec's file."""
    file: str
    """The name of the file in messages."""
    spans: ValueSpans
    report: DiagnosticReport

    @property
    def folder(self) -> Path:
        """Return the folder to which the spec's paths are relative."""
        return self.path.parent

    @property
    def stem(self) -> str:
        """Return the spec's name without suffix. Output files are named after it."""
        return self.path.stem

    @property
    def layer_files(self) -> tuple[str, ...]:
        """Return the paths of all files that the spec names, relative to its folder."""
        spec = self.geography
        layers: tuple[_Layer, ...] = (*spec.towns, *spec.rivers, *spec.waters, *spec.ways, *spec.fronts)
        rules = [rule for kind in spec.terrain for rule in kind.found]
        named = (*(source for layer in layers for source in layer.sources), *(rule.areas for rule in rules))
        samples = (rule.samples.file for rule in rules if rule.samples is not None)
        return (*(source.file for source in named if source is not None), *samples)

    def name(self, path: str) -> str:
        """Return the name under which messages mention a path from the spec."""
        head = self.file.rpartition("/")[0]
        return f"{head}/{path}" if head else path


def read_spec(path: Path, file: str) -> LoadedSpec:
    """Read a spec, which messages call `file`; raise `InputError` with all its errors."""
    report, spans = DiagnosticReport(), ValueSpans()
    source = read_source(
        path, file, "give the path of a spec, such as geography/spec.yaml; docs/reference/geomap.md shows one"
    )
    tree = parse(source, report)
    value = None if tree is None else build_record(GeoSpec, tree, (), ReaderContext(source, report, spans))
    report.raise_if_failed()
    assert value is not None
    spec = LoadedSpec(value, path, file, spans, report)
    _check(spec)
    report.raise_if_failed()
    return spec


def _check(spec: LoadedSpec) -> None:
    _window(spec)
    _numbering(spec)
    _terrain(spec)
    _ids(spec)
    sections: dict[str, Sequence[_Layer]] = {
        "towns": spec.geography.towns,
        "rivers": spec.geography.rivers,
        "waters": spec.geography.waters,
        "ways": spec.geography.ways,
        "fronts": spec.geography.fronts,
    }
    for section, layers in sections.items():
        for layer in layers:
            if not layer.sources:
                spec.report.error(
                    "D022",
                    f"{quote(layer.id)} has no file",
                    spec.spans.value(section, layer.id, "sources"),
                    "write, for example, sources: [{file: rivers.geojson}]",
                )


def _window(spec: LoadedSpec) -> None:
    window = spec.geography.window
    for low, high, words in (
        ("west", "east", "longitudes increase toward the east; a window across 180° can't be drawn"),
        ("south", "north", "latitudes increase toward the north"),
    ):
        least, most = getattr(window, low), getattr(window, high)
        if most - least < _LEAST:
            spec.report.error(
                "D002",
                f"the window is empty: {low} is {least:g} and {high} is {most:g}",
                spec.spans.value("window", high),
                f"swap the two values, or correct one of them: {words}"
                if most < least
                else f"increase {high} or reduce {low}",
            )


def _numbering(spec: LoadedSpec) -> None:
    grid = spec.geography.grid
    try:
        Numbering(grid.numbering)
    except ValueError as fault:
        spec.report.error(
            "D003", str(fault), spec.spans.value("grid", "numbering"), 'write "{column:02}{row:02}"'
        )


def require_distinct_ids(spec: LoadedSpec, grid: Grid) -> HexGrid:
    """Return the hex grid; raise `InputError` (D003) if the numbering gives two hexes the same id."""
    hexes = HexGrid.of(grid)
    if len(hexes) < grid.columns * grid.rows:
        raise InputError.single(
            "D003",
            f"numbering {quote(grid.numbering)} gives several of {grid.columns} × {grid.rows} hexes the "
            f"same id",
            spec.spans.value("grid", "numbering"),
            "use more digits, such as {row:02} or {row:03}",
        )
    return hexes


def _terrain(spec: LoadedSpec) -> None:
    kinds = spec.geography.terrain
    rest = [kind.id for kind in kinds if not kind.found]
    if len(rest) != 1:
        spec.report.error(
            "D004",
            "every terrain has 'found', so a hex that matches none has no terrain"
            if not rest
            else f"{join_with_or(rest, 'and')} have no 'found'; only one terrain may omit it",
            spec.spans.key("terrain", *rest[1:2]),
            "omit 'found' for the terrain that fills the rest of the map, and only there",
        )
    for kind in kinds:
        for number, rule in enumerate(kind.found):
            at = spec.spans.value("terrain", kind.id, "found", number)
            if rule.areas is None and rule.samples is None:
                spec.report.error(
                    "D022",
                    f"rule {number + 1} of {quote(kind.id)} has no file",
                    at,
                    "write, for example, areas: {file: swamps.geojson}; or samples with 'file' and "
                    "'at_least'",
                )
            elif rule.samples is not None and not (rule.samples.at_least or rule.samples.at_most):
                spec.report.error(
                    "D022",
                    f"the samples of {quote(kind.id)} have no limit, so every hex would match",
                    at,
                    "write, for example, at_least: {woods: 0.75}",
                )


def _ids(spec: LoadedSpec) -> None:
    """Report ids that would occur twice in the same mapping of map.yaml."""
    geography = spec.geography
    parts: tuple[tuple[tuple[str, str], ...], ...] = (
        (*(("terrain", k.id) for k in geography.terrain), *(("waters", w.id) for w in geography.waters)),
        (
            *(("rivers", r.id) for r in geography.rivers),
            *(("waters", w.id) for w in geography.waters if w.hexsides),
            *(("fronts", f.id) for f in geography.fronts if f.drawn == "hexsides"),
        ),
    )
    for part in parts:
        first: dict[str, str] = {}
        for section, name in part:
            before = first.setdefault(name, section)
            if before != section:
                spec.report.error(
                    "D005",
                    f"the id {quote(name)} occurs under {quote(before)} and under {quote(section)}",
                    spec.spans.key(section, name),
                    "rename one of the two layers: both become entries of the same mapping in map.yaml",
                )


def span_of_source(spec: LoadedSpec, section: str, layer: str, number: int) -> Span:
    """Return the location in the spec of a layer's file. Files are counted from 0."""
    return spec.spans.value(section, layer, "sources", number, "file")
