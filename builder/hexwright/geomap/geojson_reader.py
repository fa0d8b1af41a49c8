"""Read GeoJSON (RFC 7946) from untrusted files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import shapely

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geomap.layer_features import (
    MAX_POINTS,
    LayerFeature,
    decode_utf8,
    degrees_error,
    property_as_line,
    too_many_points_error,
)
from hexwright.support.file_limits import raised
from hexwright.support.message_wording import join_with_or, quote

_DEPTH = {"Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}
_SOUND_CRS = ("CRS84", "4326")


def read_geojson(data: bytes, file: str, name: str) -> list[LayerFeature]:
    """Return the features of a file, named by their property `name`; raise `InputError` for invalid files."""
    tree = _tree(decode_utf8(data, file), file)
    _refuse_crs(tree, file)
    return list(_Reader(file, name).features(tree))


def _tree(text: str, file: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise InputError.single(
            "D011",
            f"this isn't valid JSON: {fault.msg[:1].lower()}{fault.msg[1:]}",
            Span(file, fault.lineno, fault.colno),
            "export the layer as GeoJSON again; a file that was cut off ends in the middle",
        ) from None
    except RecursionError:
        message = "the JSON is nested too deeply"
        raise InputError.single("D011", message, Span(file), "export the layer as GeoJSON again") from None
    except ValueError:  # an integer of thousands of digits
        raise InputError.single(
            "D009", "a number has too many digits", Span(file), "round the number"
        ) from None


def _refuse_crs(tree: Any, file: str) -> None:
    crs = tree.get("crs") if isinstance(tree, dict) else None
    named = json.dumps(crs) if crs is not None else ""
    if crs is not None and not any(sound in named for sound in _SOUND_CRS):
        raise InputError.single(
            "D010",
            f"the file's 'crs' names a coordinate system that isn't supported: {quote(named)}",
            Span(file),
            "export the layer with longitudes and latitudes (EPSG:4326, WGS 84)",
        )


class _Reader:
    def __init__(self, file: str, name: str) -> None:
        self.file = file
        self.span = Span(file)
        self.name = name
        self.points = 0

    def features(self, tree: Any) -> Iterator[LayerFeature]:
        kind = tree.get("type") if isinstance(tree, dict) else None
        if kind == "FeatureCollection":
            entries = tree.get("features")
            if not isinstance(entries, list):
                raise self.fault("the FeatureCollection has no list 'features'")
            for number, entry in enumerate(entries, start=1):
                yield from self.feature(entry, f"feature {number}")
        elif kind == "Feature":
            yield from self.feature(tree, "feature 1")
        elif kind == "GeometryCollection" or kind in _DEPTH:
            yield from self.feature({"type": "Feature", "geometry": tree}, "the geometry")
        else:
            raise self.fault(
                f"the file's type is {quote(str(kind))}" if kind else "the file has no 'type'",
                "export the layer as GeoJSON: its 'type' must be 'FeatureCollection', 'Feature' or a "
                "geometry",
            )

    def feature(self, entry: Any, place: str) -> Iterator[LayerFeature]:
        if not isinstance(entry, dict) or entry.get("type") != "Feature":
            raise self.fault(
                f"{place} isn't a Feature", 'write {"type": "Feature", …} for each entry of \'features\''
            )
        raw = entry.get("properties")
        properties = (
            {str(key): property_as_line(value) for key, value in raw.items()} if isinstance(raw, dict) else {}
        )
        geometry = entry.get("geometry")
        if geometry is None:
            return
        for shape in self.shapes(geometry, place, 0):
            if not shape.is_empty:
                yield LayerFeature(properties.get(self.name, ""), properties, shape, self.span, place)

    def shapes(self, geometry: Any, place: str, nested: int) -> Iterator[Any]:
        kind = geometry.get("type") if isinstance(geometry, dict) else None
        if kind == "GeometryCollection" and nested < 4:
            inner = geometry.get("geometries")
            for part in inner if isinstance(inner, list) else ():
                yield from self.shapes(part, place, nested + 1)
            return
        if not isinstance(kind, str) or kind not in _DEPTH:
            raise self.fault(
                f"{place} has a geometry of the type {quote(str(kind))}",
                f"use one of the types {join_with_or(_DEPTH, 'and')}",
            )
        coordinates = self.coordinates(geometry.get("coordinates"), _DEPTH[kind], place)
        try:
            yield self.build(kind, coordinates)
        except (ValueError, shapely.errors.GEOSException):
            least = {"LineString": "two points", "MultiLineString": "two points"}.get(kind, "three points")
            raise self.fault(
                f"{place}: a {kind} needs {least}", "add the missing points, or delete the feature"
            ) from None

    def build(self, kind: str, c: Any) -> Any:
        if kind == "Point":
            return shapely.Point(c)
        if kind == "MultiPoint":
            return shapely.MultiPoint(c)
        if kind == "LineString":
            return shapely.LineString(c)
        if kind == "MultiLineString":
            return shapely.MultiLineString(c)
        areas = [c] if kind == "Polygon" else c
        return shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in areas if rings])

    def coordinates(self, value: Any, depth: int, place: str) -> Any:
        if not isinstance(value, list):
            raise self.fault(f"{place}: the coordinates aren't a list", "export the layer as GeoJSON again")
        if depth:
            return [self.coordinates(inner, depth - 1, place) for inner in value]
        self.points += 1
        if self.points > raised(MAX_POINTS):
            raise too_many_points_error(self.file)
        numbers = [part for part in value[:2] if isinstance(part, int | float) and not isinstance(part, bool)]
        if len(numbers) < 2:
            raise InputError.single(
                "D009",
                f"{place}: a point must be [longitude, latitude], got {quote(json.dumps(value))}",
                self.span,
                "write two numbers in degrees for the point, or delete it",
            )
        try:
            longitude, latitude = float(numbers[0]), float(numbers[1])
        except OverflowError:
            longitude = latitude = float("inf")
        fault = degrees_error(longitude, latitude, self.span, place)
        if fault is not None:
            raise fault
        return (longitude, latitude)

    def fault(self, message: str, hint: str = "export the layer as GeoJSON again") -> InputError:
        return InputError.single("D012", message, self.span, hint)
