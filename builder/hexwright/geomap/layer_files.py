"""Read layer files, select the features that match the filter, and project those near the window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import shapely

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geomap.crossing_limits import require_few_crossings, require_few_points
from hexwright.geomap.csv_reader import Shape, read_csv
from hexwright.geomap.geojson_reader import read_geojson
from hexwright.geomap.layer_features import LayerFeature, read_bytes
from hexwright.geomap.projected_hexes import ProjectedHexes
from hexwright.geomap.spec_loading import LoadedSpec, span_of_source
from hexwright.model.geomap_spec import GeoSource
from hexwright.support.message_wording import count_noun, did_you_mean, join_with_or, quote

_KINDS: dict[Shape, tuple[str, ...]] = {
    "points": ("Point", "MultiPoint"),
    "lines": ("LineString", "MultiLineString"),
    "areas": ("Polygon", "MultiPolygon"),
}
_ALSO: dict[Shape, tuple[str, ...]] = {"points": (), "lines": ("Polygon", "MultiPolygon"), "areas": ()}
"""Further shapes that a layer accepts. A layer of lines accepts areas and uses their outlines."""


@dataclass(frozen=True, slots=True)
class ProjectedFeature:
    """A feature with its shape on the map, in km."""

    feature: LayerFeature
    shape: Any

    @property
    def name(self) -> str:
        """Return the feature's name; empty if it has none."""
        return self.feature.name


class LayerReader:
    """A reader that reads each file of a spec only once. Errors and warnings go to the spec's report."""

    def __init__(self, spec: LoadedSpec, field: ProjectedHexes) -> None:
        self.spec = spec
        self.field = field
        self._bytes: dict[str, bytes] = {}
        self._points = 0
        """The number of points of all shapes that were read, within the window."""

    def features_of_layer(
        self, section: str, layer: str, sources: Sequence[GeoSource], shape: Shape
    ) -> list[ProjectedFeature]:
        """Return the features near the window from all files of a layer; raise `InputError` for invalid
        files.
        """
        found: list[ProjectedFeature] = []
        for number, source in enumerate(sources):
            found.extend(self.read(source, span_of_source(self.spec, section, layer, number), shape))
        return found

    def bytes_of(self, path: str, named: Span) -> bytes:
        """Return the bytes of a file; raise `InputError` if it can't be read."""
        if path not in self._bytes:
            self._bytes[path] = read_bytes(self.spec.folder / path, self.spec.name(path), named)
        return self._bytes[path]

    def read(self, source: GeoSource, named: Span, shape: Shape) -> list[ProjectedFeature]:
        """Return the features of one file near the window; raise `InputError` for an invalid file."""
        file = self.spec.name(source.file)
        data = self.bytes_of(source.file, named)
        if source.file.endswith(".csv"):
            read = read_csv(data, file, source.name, source.longitude, source.latitude, shape)
        else:
            read = read_geojson(data, file, source.name)
        chosen = _chosen(read, source, named)
        require_few_crossings(chosen, file)
        fitting = _fitting(chosen, shape, file)
        near = self._near(fitting, shape, file)
        if fitting and not near:
            self._warn_of_empty_source(fitting, named, file)
        elif not fitting:
            self.spec.report.warning(
                "D017",
                f"{file} has no features for this layer",
                named,
                "correct 'where', or delete the file from the spec",
            )
        return near

    def _near(self, features: Iterable[LayerFeature], shape: Shape, file: str) -> list[ProjectedFeature]:
        if shape == "points":
            return [
                ProjectedFeature(feature, self.field.projected(feature.shape))
                for feature in features
                if self.field.read_window.holds(feature.shape.x, feature.shape.y)
            ]
        box = self.field.read_window.box
        step = self.field.hex_km / 4 / 111.2
        near: list[ProjectedFeature] = []
        for feature in features:
            if not feature.shape.intersects(box):
                continue
            # A straight line in degrees isn't straight on the projected map, so it gets enough points to
            # bend.
            inside = feature.shape.intersection(box)
            self._points += require_few_points(feature, inside, step, file, self._points)
            if not inside.is_empty:
                near.append(ProjectedFeature(feature, self.field.projected(shapely.segmentize(inside, step))))
        return near

    def _warn_of_empty_source(self, features: Sequence[LayerFeature], named: Span, file: str) -> None:
        window = self.field.window
        exchanged = sum(window.holds(y, x) for x, y in (_middle(feature) for feature in features))
        if exchanged:
            self.spec.report.error(
                "D018",
                f"{file}: longitude and latitude are probably swapped: {exchanged} of "
                f"{count_noun(len(features), 'feature')} would lie in the window if the two were exchanged",
                named,
                "for CSV, swap 'longitude' and 'latitude' in the spec; in GeoJSON, write the longitude first",
            )
            return
        x, y = _middle(features[0])
        self.spec.report.warning(
            "D017",
            f"{file} has no features in the window; the first lies at longitude {x:g}, latitude {y:g}",
            named,
            "correct the window, or delete the file from the spec",
        )


def _middle(feature: LayerFeature) -> tuple[float, float]:
    west, south, east, north = feature.shape.bounds
    return round((west + east) / 2, 3), round((south + north) / 2, 3)


def _chosen(features: Sequence[LayerFeature], source: GeoSource, named: Span) -> list[LayerFeature]:
    kept = list(features)
    for key, texts in source.where.items():
        known = {name for feature in features for name in feature.properties}
        if features and key not in known:
            raise InputError.single(
                "D019",
                f"no feature of {quote(source.file)} has the property {quote(key)}",
                named,
                did_you_mean(key, sorted(known), "properties"),
            )
        wanted = {text.strip() for text in texts.split(" | ")}
        kept = [feature for feature in kept if feature.properties.get(key, "") in wanted]
        if features and not kept:
            values = sorted({feature.properties.get(key, "") for feature in features} - {""})
            raise InputError.single(
                "D019",
                f"no feature of {quote(source.file)} has {join_with_or(sorted(wanted))} as its {quote(key)}",
                named,
                did_you_mean(texts, values, "values"),
            )
    return kept


def _fitting(features: Sequence[LayerFeature], shape: Shape, file: str) -> list[LayerFeature]:
    """Split multipoints and repair areas.

    Raise `InputError` for features of another shape.
    """
    fitting: list[LayerFeature] = []
    for feature in features:
        kind = feature.shape.geom_type
        if kind not in _KINDS[shape] and kind not in _ALSO[shape]:
            raise InputError.single(
                "D020",
                f"{feature.place or quote(feature.name)} is a {kind}; this layer takes {shape}",
                feature.span,
                "move the file to another section of the spec, or choose features with 'where'",
            )
        if kind == "MultiPoint":
            fitting.extend(_with(feature, point) for point in feature.shape.geoms)
        elif kind in ("Polygon", "MultiPolygon"):
            sound = shapely.make_valid(feature.shape)
            parts = [part for part in shapely.get_parts(sound) if part.area > 0]
            whole = shapely.union_all(parts)
            fitting.append(_with(feature, whole if shape == "areas" else whole.boundary))
        else:
            fitting.append(feature)
    return fitting


def _with(feature: LayerFeature, shape: Any) -> LayerFeature:
    return LayerFeature(feature.name, feature.properties, shape, feature.span, feature.place)
