"""Write a draft as map.yaml, one fact per line, so that the next run can recognise the user's edits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from hexwright.model.hex_map import HexMap
from hexwright.support.message_wording import printable_line

_PLAIN = re.compile(r"[^\W\d_](?:[\w .’–()-]*[\w)])?")
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def yaml_scalar(value: str) -> str:
    """Return a string as a YAML scalar, quoted if necessary."""
    flat = printable_line(value)
    if _PLAIN.fullmatch(flat) and flat.lower() not in _RESERVED:
        return flat
    return json.dumps(flat, ensure_ascii=False)


def draft_as_yaml(hexmap: HexMap, spec_name: str) -> str:
    """Return a draft as YAML text."""
    head = (
        f"# Drafted from {printable_line(spec_name)} by hexwright geomap. You may change, add and delete"
        " lines:\n"
        "# the next run keeps your edits and adds what is new in the draft. Write one fact per line.\n"
    )
    return head + "".join(f"{line}\n" for line in _lines(hexmap))


def _lines(hexmap: HexMap) -> Iterator[str]:
    grid, provenance = hexmap.grid, hexmap.provenance
    yield f"title: {yaml_scalar(hexmap.title)}"
    yield "provenance:"
    yield f"  status: {provenance.status}"
    yield f"  source: {yaml_scalar(provenance.source)}"
    if provenance.note:
        yield f"  note: {yaml_scalar(provenance.note)}"
    yield f"km_per_hex: {hexmap.km_per_hex:g}"
    yield "grid:"
    yield f"  orientation: {grid.orientation}"
    yield f"  columns: {grid.columns}"
    yield f"  rows: {grid.rows}"
    yield f"  shifted: {grid.shifted}"
    yield f"  numbering: {json.dumps(grid.numbering, ensure_ascii=False)}"
    yield f"  hex_mm: {grid.hex_mm:g}"
    yield "edges:"
    for edge in hexmap.edges:
        yield f"  {edge.id}:"
        yield f"    name: {yaml_scalar(edge.name)}"
        yield f"    hexes: [{', '.join(map(json.dumps, edge.hexes))}]"
    yield "terrain:"
    for kind in hexmap.terrain:
        yield f"  {kind.id}:"
        yield f"    name: {yaml_scalar(kind.name)}"
        yield f"    art: {kind.art}"
        if kind.hexes:
            yield from _listing("hexes", kind.hexes, 4)
    yield from _features(hexmap)
    yield from _hexsides(hexmap)
    yield from _ways(hexmap)
    if hexmap.places:
        yield "places:"
    for place in hexmap.places:
        yield f"  {place.id}: {{name: {_flow(place.name)}, hex: {json.dumps(place.hex)}, kind: {place.kind}}}"


def _features(hexmap: HexMap) -> Iterator[str]:
    if hexmap.features:
        yield "features:"
    for feature in hexmap.features:
        yield f"  {feature.id}:"
        yield f"    name: {yaml_scalar(feature.name)}"
        yield f"    art: {feature.art}"
        if feature.side:
            yield f"    side: {yaml_scalar(feature.side)}"
        yield "    groups:"
        for group in feature.groups:
            yield f"      {group.id}:"
            yield f"        name: {yaml_scalar(group.name)}"
            yield from _listing("hexes", group.hexes, 8)


def _hexsides(hexmap: HexMap) -> Iterator[str]:
    if hexmap.hexsides:
        yield "hexsides:"
    for feature in hexmap.hexsides:
        yield f"  {feature.id}:"
        yield f"    name: {yaml_scalar(feature.name)}"
        yield f"    art: {feature.art}"
        if feature.side:
            yield f"    side: {yaml_scalar(feature.side)}"
        yield "    lines:"
        for line in feature.lines:
            yield f"      {line.id}:"
            if line.name:
                yield f"        name: {yaml_scalar(line.name)}"
            yield from _listing("hexsides", line.hexsides, 8)


def _ways(hexmap: HexMap) -> Iterator[str]:
    if hexmap.lines:
        yield "lines:"
    for feature in hexmap.lines:
        yield f"  {feature.id}:"
        yield f"    name: {yaml_scalar(feature.name)}"
        yield f"    art: {feature.art}"
        yield "    lines:"
        for line in feature.lines:
            yield f"      {line.id}:"
            yield f"        name: {yaml_scalar(line.name)}"
            yield from _listing("path", line.path, 8)
            if line.exits:
                yield "        exits:"
            for exit_ in line.exits:
                yield f"          - {{hex: {json.dumps(exit_.hex)}, direction: {exit_.direction}}}"


def _listing(key: str, entries: Iterable[str], indent: int) -> Iterator[str]:
    yield f"{' ' * indent}{key}:"
    for entry in entries:
        yield f"{' ' * indent}  - {json.dumps(entry, ensure_ascii=False)}"


def _flow(value: str) -> str:
    plain = yaml_scalar(value)
    return plain if not re.search(r"[,\[\]{}]", plain) or plain.startswith('"') else json.dumps(value)
