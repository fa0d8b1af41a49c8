"""Define features in degrees, as read from layer files, and limits on the size of these files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import shapely

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.file_limits import raised
from hexwright.support.named_files import read_regular

MAX_BYTES: Final = 64_000_000
MAX_POINTS: Final = 2_000_000
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class LayerFeature:
    """A geographic feature: its name, its other properties, and its shape in degrees."""

    name: str
    properties: Mapping[str, str]
    shape: Any
    """A shapely geometry; x is the longitude."""
    span: Span
    """The location in the source: a line of a CSV file, or the GeoJSON file as a whole."""
    place: str
    """The same location in words, such as "feature 12"."""


@dataclass(frozen=True, slots=True)
class DegreeWindow:
    """The part of the earth that the map shows, in degrees."""

    west: float
    south: float
    east: float
    north: float

    def holds(self, longitude: float, latitude: float) -> bool:
        """Return whether a point lies in the window."""
        return self.west <= longitude <= self.east and self.south <= latitude <= self.north

    def grown(self, by: float) -> DegreeWindow:
        """Return the window with a margin of `by` degrees of latitude, which has the same width in km on all
        sides.
        """
        sideways = by / max(0.05, math.cos(math.radians((self.south + self.north) / 2)))
        return DegreeWindow(self.west - sideways, self.south - by, self.east + sideways, self.north + by)

    @property
    def box(self) -> Any:
        """Return the window as a shapely polygon."""
        return shapely.box(self.west, self.south, self.east, self.north)


def read_bytes(path: Path, file: str, named: Span) -> bytes:
    """Return the content of a layer file.

    If reading fails, raise `InputError` at `named`, where the spec names the file.
    """
    try:
        if not path.is_file():
            missing = not path.exists()
            raise InputError.single(
                "D006",
                f"the layer's file {file} {'is missing' if missing else 'is not a regular file'}",
                named,
                "paths are relative to the spec's folder: correct the path, or put the file there",
            )
        size = path.stat().st_size
        if size <= raised(MAX_BYTES):
            return read_regular(path, raised(MAX_BYTES))
    except OSError as fault:
        reason = (fault.strerror or "unknown reason").lower()
        raise InputError.single("D006", f"the layer's file {file} can't be read: {reason}", named) from None
    raise InputError.single(
        "D007",
        f"the file has {size:,} bytes; the limit is {raised(MAX_BYTES):,}",
        Span(file),
        "clip the layer to the map's window and simplify it in a GIS program first",
    )


def decode_utf8(data: bytes, file: str) -> str:
    """Decode UTF-8; raise `InputError` (D008) for other encodings."""
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise InputError.single(
            "D008",
            f"the byte 0x{data[fault.start]:02x} here is not UTF-8",
            Span(file, line, 1),
            "save the file as UTF-8",
        ) from None


def too_many_points_error(file: str) -> InputError:
    """Return the error for a file with more points than allowed."""
    return InputError.single(
        "D007",
        f"the file has more points than the limit of {raised(MAX_POINTS):,}",
        Span(file),
        "clip the layer to the map's window and simplify it in a GIS program first",
    )


def degrees_error(longitude: float, latitude: float, span: Span, place: str) -> InputError | None:
    """Return an error if coordinates aren't valid degrees; None if they are."""
    where = f"{place}: " if place else ""
    if not (math.isfinite(longitude) and math.isfinite(latitude)):
        return InputError.single(
            "D009",
            f"{where}a coordinate isn't a finite number",
            span,
            "write longitude and latitude in degrees, or delete the point",
        )
    if abs(longitude) <= 180 and abs(latitude) <= 90:
        return None
    if abs(latitude) <= 180 and abs(longitude) <= 90:
        return InputError.single(
            "D010",
            f"{where}the latitude {latitude:g} is beyond 90 degrees, but {longitude:g} would be valid",
            span,
            "longitude and latitude are probably swapped: in GeoJSON the longitude comes first; "
            "for CSV, swap 'longitude' and 'latitude' in the spec",
        )
    return InputError.single(
        "D010",
        f"{where}{longitude:g}, {latitude:g} are not a longitude and latitude in degrees",
        span,
        "export the layer with longitudes and latitudes (EPSG:4326, WGS 84)",
    )


def property_as_line(value: object) -> str:
    """Return a property as one line of text, truncated if long."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    text = " ".join(str(value).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
