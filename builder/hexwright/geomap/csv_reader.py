"""Read layers from CSV files: a header, then one point per row."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

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
from hexwright.support.message_wording import count_noun, did_you_mean, quote
from hexwright.support.table_files import read_csv_table

Shape = Literal["points", "lines", "areas"]

_LEAST: Final = {"points": 1, "lines": 2, "areas": 3}


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of a CSV file, with its location in the file."""

    line: int
    cells: Mapping[str, str]


def read_rows(data: bytes, file: str, columns: Sequence[str]) -> list[CsvRow]:
    """Return the rows of a CSV file; raise `InputError` if one of `columns` is missing (D014), or if the file
    isn't a table (D013) or is too long (D007).
    """
    table = read_csv_table(
        decode_utf8(data, file), file, "D013", max_rows=MAX_POINTS, too_many=too_many_points_error(file)
    )
    _require(table.headings, columns, Span(file, table.line, 1))
    return [CsvRow(row.line, dict(zip(table.headings, row.cells, strict=True))) for row in table.rows]


def _require(names: Sequence[str], columns: Sequence[str], span: Span) -> None:
    for column in columns:
        if column not in names:
            raise InputError.single(
                "D014",
                f"the file has no column {quote(column)}",
                span,
                f"{did_you_mean(column, names, 'columns')}; write the file's own column names in the spec, "
                f"under "
                "'longitude', 'latitude' and 'name'",
            )


def number_in(row: CsvRow, column: str, file: str) -> float:
    """Return a cell as a number; raise `InputError` (D009) if it isn't a number."""
    text = row.cells.get(column, "")
    try:
        value = float(text) if len(text) < 40 and "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        dotted = text.replace(",", ".") if text.count(",") == 1 else ""
        raise InputError.single(
            "D009",
            f"{quote(column)} must be a number, got {quote(text)}",
            Span(file, row.line, 1),
            f"write a decimal point instead of a comma: {dotted}"
            if dotted
            else "write a number without unit, or delete the row",
        )
    return value


def point_in(row: CsvRow, longitude: str, latitude: str, file: str) -> tuple[float, float]:
    """Return the longitude and latitude in a row's two columns; raise `InputError` for invalid values."""
    x, y = number_in(row, longitude, file), number_in(row, latitude, file)
    fault = degrees_error(x, y, Span(file, row.line, 1), "")
    if fault is not None:
        raise fault
    return x, y


def read_csv(
    data: bytes, file: str, name: str, longitude: str, latitude: str, shape: Shape
) -> list[LayerFeature]:
    """Return the features of a file.

    For points, each row is a feature. For lines and areas, consecutive rows with the same name are one
    feature.
    """
    rows = read_rows(data, file, (longitude, latitude, *((name,) if shape != "points" else ())))
    return list(_features(rows, file, name, longitude, latitude, shape))


def _features(
    rows: Sequence[CsvRow], file: str, name: str, longitude: str, latitude: str, shape: Shape
) -> Iterator[LayerFeature]:
    alone = shape == "points"
    for _, run in groupby(rows, lambda row: row.line if alone else row.cells.get(name, "")):
        group = list(run)
        first = group[0]
        points = [point_in(row, longitude, latitude, file) for row in group]
        span = Span(file, first.line, 1)
        called = property_as_line(first.cells.get(name, ""))
        if len(points) < _LEAST[shape]:
            raise InputError.single(
                "D013",
                f"{quote(called)} has {count_noun(len(points), 'point')}, but needs at least {_LEAST[shape]}",
                span,
                "put rows with the same name together, add points, or delete the row",
            )
        if alone:
            built = shapely.Point(points[0])
        elif shape == "lines":
            built = shapely.LineString(points)
        else:
            built = shapely.Polygon(points)
        properties = {key: property_as_line(value) for key, value in first.cells.items()}
        yield LayerFeature(called, properties, built, span, "")
