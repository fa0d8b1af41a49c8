"""Describe limits on a free set-up, for cards, violations and chat."""

from __future__ import annotations

import re
from typing import Final

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario, SetUpCover, SetUpLimit

_LIES: Final = re.compile(r"((East|North|South|West) of|Across|Around|Behind|Below|Beyond|In|Within) ")
"""How a name begins that says where hexes lie."""


def ground_words(name: str, group: str = "") -> str:
    """Return where hexes lie, after "a hex": "east of the front line", "of the September start line", or
    "of “Rough ground”".
    """
    if _LIES.match(name):
        return ", ".join(f"{part[:1].lower()}{part[1:]}" for part in (name, group) if part)
    if group and name.lower().endswith("line"):
        return f"of the {group} {name[:1].lower()}{name[1:]}"
    return f"of “{': '.join(filter(None, (name, group)))}”"


def _hexes_words(game: Game, entry: SetUpLimit | SetUpCover) -> str:
    feature = next(feature for feature in game.hexmap.features if feature.id == entry.feature)
    group = next((group.name for group in feature.groups if group.id == entry.group), "")
    return ground_words(feature.name, group)


def limit_words(game: Game, limit: SetUpLimit) -> str:
    """Return the sentence that says how many units may start in the hexes of a limit."""
    side, most = game.info.side(limit.side).name, limit.max
    count = {0: f"no {side} unit starts", 1: f"at most one {side} unit starts"}
    return f"{count.get(most, f'at most {most} {side} units start')} in hexes {_hexes_words(game, limit)}"


def cover_words(game: Game, scenario: Scenario, cover: SetUpCover) -> str:
    """Return the sentence that says which units each hex to cover requires.

    If no unit of the side may start in any of these hexes, only zones of control can cover them.
    """
    features = {feature.id: feature for feature in game.hexmap.features}
    areas = [area for area in scenario.setup_areas if area.side == cover.side]
    open_to = {hex_id for area in areas for hex_id in area.open_hexes(game.hexmap)}
    side, zones = game.info.side(cover.side).name, game.rules.zoc.reach != "none"
    whole = f"each hex {_hexes_words(game, cover)}"
    if zones and areas and open_to.isdisjoint(features[cover.feature].hexes_of(cover.group)):
        return f"{whole} lies in the zone of control of a {side} unit"
    zone = ", or lies in the zone of control of one" if zones else ""
    return f"{whole} holds a {side} unit{zone}"
