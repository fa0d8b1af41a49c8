"""Games with markers for railheads and for cuts of railways."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from tests.rules.games_with_railways import railway

BLUE, RED = "blue", "red"


def marked(*, whole: bool = True, uses: dict[str, dict[str, Any]] | None = None) -> Game:
    """Return the railway game with markers on Blue's hexes and at both sides' railheads."""
    found = railway(whole=whole)
    [road] = found.rules.networks
    more = uses or {
        BLUE: {"marked": True, "railhead_name": "railhead"},
        RED: {"railhead_name": "end of the road"},
    }
    changed = replace(road, uses=tuple(replace(use, **more.get(use.side, {})) for use in road.uses))
    return replace(found, rules=replace(found.rules, networks=(changed,)))
