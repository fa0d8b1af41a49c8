"""Determine the terrain of each hex.

Water is measured by its area in a hex, other terrain by probes in the hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import shapely

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geomap.csv_reader import number_in, read_rows
from hexwright.geomap.layer_features import degrees_error
from hexwright.geomap.layer_files import LayerReader, ProjectedFeature
from hexwright.geomap.projected_hexes import ProjectedHexes
from hexwright.geomap.spec_loading import LoadedSpec
from hexwright.model.geomap_spec import GeoSamples, TerrainRule
from hexwright.model.ids import HexId
from hexwright.support.file_limits import REMEDY, raised

MAX_PROBE_TESTS = 200_000_000
"""The maximum number of points that are tested for being inside an area, counted once for each area."""
_FINE = 4
"""Rings of probes around a hex's centre. They give 61 probes, each for an equal part of the hex."""


def water_hexes(field: ProjectedHexes, water: Sequence[ProjectedFeature], share: float) -> tuple[HexId, ...]:
    """Return the hexes of which at least a share, from 0 to 1, is water."""
    if not water:
        return ()
    whole = shapely.union_all([one.shape for one in water])
    outlines = field.outlines
    covered = numpy.zeros(len(outlines))
    wet = shapely.STRtree(outlines).query(whole, predicate="intersects")
    covered[wet] = shapely.area(shapely.intersection(outlines[wet], whole)) / shapely.area(outlines[wet])
    return tuple(h for h, part in zip(field.hexes, covered, strict=True) if part >= share - 1e-9)


class TerrainSampler:
    """A sampler that tests all hexes against the terrain rules of a spec at once."""

    def __init__(self, spec: LoadedSpec, layers: LayerReader) -> None:
        self.spec = spec
        self.layers = layers
        self.field = layers.field
        offsets = _offsets(self.field)
        self.probes: Any = self.field.centres[:, None, :] + offsets[None, :, :]
        self.count = len(offsets)
        self._tests = 0
        self._nearest: dict[tuple[object, ...], Any] = {}

    def hexes_by_terrain(self, water: frozenset[HexId]) -> dict[str, tuple[HexId, ...]]:
        """Return the hexes of each terrain. A hex gets the first terrain whose share it reaches."""
        free = numpy.array([hex_id not in water for hex_id in self.field.hexes])
        found: dict[str, tuple[HexId, ...]] = {}
        for kind in self.spec.geography.terrain:
            mine = numpy.zeros(len(free), dtype=bool)
            for number, rule in enumerate(kind.found):
                at = self.spec.spans.value("terrain", kind.id, "found", number)
                mine |= self._shares(rule, at) >= rule.share - 1e-9
            mine &= free
            free &= ~mine
            found[kind.id] = tuple(h for h, take in zip(self.field.hexes, mine, strict=True) if take)
            if kind.found and not found[kind.id]:
                self.spec.report.warning(
                    "D024",
                    f"no hex gets the terrain {kind.id!r}",
                    self.spec.spans.key("terrain", kind.id),
                    "lower 'share' or the limits, or move the terrain up the list: a hex gets the first "
                    "that matches",
                )
        return found

    def _shares(self, rule: TerrainRule, at: Span) -> Any:
        fits = numpy.ones(self.probes.shape[:2], dtype=bool)
        if rule.areas is not None:
            inside = numpy.zeros(self.probes.shape[:2], dtype=bool)
            for one in self.layers.read(rule.areas, at, "areas"):
                shapely.prepare(one.shape)
                west, north, east, south = one.shape.bounds
                x, y, reach = self.field.centres[:, 0], self.field.centres[:, 1], self.field.hex_km
                near = (x >= west - reach) & (x <= east + reach) & (y >= north - reach) & (y <= south + reach)
                probes = self.probes[near]
                self._tests += probes.shape[0] * probes.shape[1]
                if self._tests > raised(MAX_PROBE_TESTS):
                    raise InputError.single(
                        "D029",
                        f"the terrain's areas need more than {raised(MAX_PROBE_TESTS):,} tests of points",
                        at,
                        f"merge areas that overlap in a GIS program first; {REMEDY}",
                    )
                inside[near] |= shapely.contains_xy(one.shape, probes[:, :, 0], probes[:, :, 1])
            fits &= inside
        if rule.samples is not None:
            fits &= self._sampled(rule.samples, at)
        return fits.mean(axis=1)

    def _sampled(self, samples: GeoSamples, at: Span) -> Any:
        """Return, for each probe, whether the values of the nearest sample are within the limits."""
        file = self.spec.name(samples.file)
        limits = (*samples.at_least, *samples.at_most)
        rows = read_rows(
            self.layers.bytes_of(samples.file, at), file, (samples.longitude, samples.latitude, *limits)
        )
        points, good = [], []
        reach = self.field.read_window
        for row in rows:
            x, y = (number_in(row, c, file) for c in (samples.longitude, samples.latitude))
            fault = degrees_error(x, y, Span(file, row.line, 1), "")
            if fault is not None:
                raise fault
            if reach.holds(x, y):
                points.append((x, y))
                good.append(
                    all(number_in(row, c, file) >= least for c, least in samples.at_least.items())
                    and all(number_in(row, c, file) <= most for c, most in samples.at_most.items())
                )
        if not points:
            self.spec.report.warning(
                "D017",
                f"{file} has no samples in the window",
                at,
                "correct the window, or delete the file from the spec",
            )
            return numpy.zeros(self.probes.shape[:2], dtype=bool)
        placed = self.field.projected(shapely.MultiPoint(points))
        key = (samples.file, samples.longitude, samples.latitude, samples.reach_km)
        if key not in self._nearest:
            tree = shapely.STRtree(shapely.get_parts(placed))
            asked = shapely.points(self.probes.reshape(-1, 2))
            self._nearest[key] = tree.query_nearest(
                asked, max_distance=samples.reach_km or self.field.hex_km, all_matches=False
            )
        asking, nearest = self._nearest[key]
        fits = numpy.zeros(self.probes.shape[0] * self.count, dtype=bool)
        fits[asking] = numpy.array(good)[nearest]
        return fits.reshape(self.probes.shape[:2])


def _offsets(field: ProjectedHexes) -> Any:
    """Return the positions of probes relative to a hex's centre.

    They are the centres of the small hexes that make up the hex.
    """
    count = 3 * _FINE * (_FINE + 1) + 1
    small = field.hex_km / count**0.5
    flat = field.layout.flat
    found = []
    for q in range(-_FINE, _FINE + 1):
        for r in range(-_FINE, _FINE + 1):
            if abs(q + r) <= _FINE:
                along, across = small * (r + q / 2), small * q * 3**0.5 / 2
                # A hex composed of small hexes is rotated by 30° relative to them.
                found.append((along, across) if flat else (across, along))
    return numpy.array(found)
