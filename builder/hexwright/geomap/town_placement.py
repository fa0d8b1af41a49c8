"""Assign each town to a separate hex, in order of importance. No town is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geomap.layer_files import LayerReader, ProjectedFeature
from hexwright.geomap.moved_features import REPORTED_FROM, MovedFeature
from hexwright.geomap.spec_loading import LoadedSpec, span_of_source
from hexwright.model.geomap_spec import TownLayer
from hexwright.model.hex_map import PlaceKind
from hexwright.model.ids import HexId
from hexwright.support.message_wording import count_noun, did_you_mean, quote

_NAMED = 12
MAX_TOWNS = 5_000
"""The maximum number of towns on a map."""


@dataclass(frozen=True, slots=True)
class Town:
    """A town and its hex."""

    layer: str
    name: str
    kind: PlaceKind
    importance: float
    x: float
    y: float
    """The y coordinate of its geographic position, in km on the map."""
    hex: HexId


def place_towns(spec: LoadedSpec, layers: LayerReader) -> list[Town]:
    """Return the towns of all layers, in the order of the files; raise `InputError` for invalid towns."""
    waiting: list[tuple[TownLayer, ProjectedFeature, float]] = []
    for layer in spec.geography.towns:
        found = layers.features_of_layer("towns", layer.id, layer.sources, "points")
        inside = [one for one in found if _inside(layers, one)]
        _warn_of_towns_outside(spec, layer, layers, [one for one in found if not _inside(layers, one)])
        waiting += [(layer, one, _importance(spec, layer, one)) for one in inside]
    hexes = layers.field.hexes
    if len(waiting) > min(len(hexes), MAX_TOWNS):
        raise InputError.single(
            "D021",
            f"there are {len(waiting)} towns, but only {count_noun(len(hexes), 'hex')}; each town needs "
            f"its own hex"
            if len(waiting) > len(hexes)
            else f"there are {len(waiting):,} towns; the limit is {MAX_TOWNS:,}",
            span_of_source(spec, "towns", waiting[0][0].id, 0),
            "choose fewer towns with 'where', or make the hexes smaller",
        )
    taken: set[HexId] = set()
    chosen: dict[int, HexId] = {}
    for n in sorted(range(len(waiting)), key=lambda n: (-waiting[n][2], n)):
        point = waiting[n][1].shape
        home = layers.field.hex_near(point.x, point.y)
        if home in taken:
            home = next(h for h in layers.field.hexes_by_distance(point.x, point.y) if h not in taken)
        taken.add(home)
        chosen[n] = home
    return [
        Town(
            layer.id,
            one.name or f"{layer.id} {n + 1}",
            _kind(layer, importance),
            importance,
            one.shape.x,
            one.shape.y,
            chosen[n],
        )
        for n, (layer, one, importance) in enumerate(waiting)
    ]


def _inside(layers: LayerReader, one: ProjectedFeature) -> bool:
    """Return whether a town lies on a hex, or in the window and close to a hex."""
    field = layers.field
    point = one.shape
    if not field.window.holds(one.feature.shape.x, one.feature.shape.y):
        return False
    centre = field.layout.centre(field.hex_near(point.x, point.y))
    return bool(point.distance(type(point)(centre.x, centre.y)) <= field.hex_km)


def _warn_of_towns_outside(
    spec: LoadedSpec, layer: TownLayer, layers: LayerReader, outside: Sequence[ProjectedFeature]
) -> None:
    if not outside:
        return
    window = layers.field.window
    exchanged = [o for o in outside if window.holds(o.feature.shape.y, o.feature.shape.x)]
    names = ", ".join(one.name or "(no name)" for one in outside[:_NAMED])
    more = f" and {len(outside) - _NAMED} more" if len(outside) > _NAMED else ""
    spec.report.warning(
        "D023",
        f"{count_noun(len(outside), 'town')} of {quote(layer.id)} near the edge "
        f"{'lies' if len(outside) == 1 else 'lie'} off the map: {names}{more}",
        span_of_source(spec, "towns", layer.id, 0),
        f"swap longitude and latitude of {quote(exchanged[0].name)}, which would put it in the window"
        if exchanged
        else "widen the window to include these towns, or remove them from the file",
    )


def _importance(spec: LoadedSpec, layer: TownLayer, one: ProjectedFeature) -> float:
    if not layer.importance:
        return 0.0
    text = one.feature.properties.get(layer.importance)
    if text is None:
        raise InputError.single(
            "D019",
            f"{quote(one.name)} has no property {quote(layer.importance)}",
            one.feature.span,
            did_you_mean(layer.importance, sorted(one.feature.properties), "properties"),
        )
    try:
        value = float(text) if text and len(text) < 40 else 0.0
    except ValueError:
        value = float("nan")
    if value - value != 0:
        raise InputError.single(
            "D009",
            f"the importance of {quote(one.name)} must be a number, got {quote(text)}",
            one.feature.span,
            "write a number; a larger number means a more important town",
        )
    return value


def _kind(layer: TownLayer, importance: float) -> PlaceKind:
    reached = [(least, kind) for kind, least in layer.kinds.items() if importance >= least]
    return max(reached)[1] if reached else "town"


def moved_towns(layers: LayerReader, towns: Sequence[Town]) -> list[MovedFeature]:
    """Return the towns that were placed more than half a hex from their geographic position."""
    field = layers.field
    found: list[MovedFeature] = []
    by_hex = {town.hex: town.name for town in towns}
    for town in towns:
        centre = field.layout.centre(town.hex)
        km = ((centre.x - town.x) ** 2 + (centre.y - town.y) ** 2) ** 0.5
        if km > REPORTED_FROM * field.hex_km:
            longitude, latitude = field.degrees(town.x, town.y)
            own = field.hex_near(town.x, town.y)
            other = by_hex.get(own, "")
            why = (
                "near the corner of its hex" if own == town.hex else f"its hex {own} already contains {other}"
            )
            found.append(
                MovedFeature(
                    "moved", town.layer, town.name, town.hex, longitude, latitude, km, km / field.hex_km, why
                )
            )
    return found
