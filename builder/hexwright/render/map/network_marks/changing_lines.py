"""Serialise the drawn lines of networks, so that the map needn't be laid out again."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.map.sheet.sheet_plan import LineStretch


def changing_line_ids(game: Game) -> tuple[str, ...]:
    """Return the ids of lines whose hexes can start or stop serving a side during play."""
    networks = (network for network in game.rules.networks if network.states is not None)
    return tuple(dict.fromkeys(line for network in networks for line in network.line))


def stretches_as_json(found: Mapping[HexId, LineStretch]) -> bytes:
    """Serialise line sections as JSON."""

    def pair(point: Point) -> tuple[float, float]:
        return round(point.x, 3), round(point.y, 3)

    told = {
        hex_id: [[[pair(p) for p in run] for run in one.runs], pair(one.middle), pair(one.way)]
        for hex_id, one in found.items()
    }
    return json.dumps(told, separators=(",", ":")).encode()


def stretches_from_json(data: bytes) -> Mapping[HexId, LineStretch]:
    """Parse the JSON of `stretches_as_json`."""
    return {
        HexId(hex_id): LineStretch(
            tuple(tuple(Point(*pair) for pair in run) for run in runs), Point(*middle), Point(*way)
        )
        for hex_id, (runs, middle, way) in json.loads(data).items()
    }
