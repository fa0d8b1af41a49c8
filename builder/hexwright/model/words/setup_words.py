"""Describe limits on a free set-up, for cards, violations and chat."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario, SetUpCover, SetUpLimit


def hexes_text(game: Game, entry: SetUpLimit | SetUpCover) -> str:
    """Return the name of the hexes of an entry, such as "Start line: September"."""
    feature = next(feature for feature in game.hexmap.features if feature.id == entry.feature)
    groups = [group.name for group in feature.groups if group.id == entry.group]
    return ": ".join([feature.name, *groups])


def limit_words(game: Game, limit: SetUpLimit) -> str:
    """Return the sentence that says how many units may start in the hexes of a limit."""
    side, most = game.info.side(limit.side).name, limit.max
    count = {0: f"no {side} unit starts", 1: f"at most one {side} unit starts"}
    return f"{count.get(most, f'at most {most} {side} units start')} in hexes of “{hexes_text(game, limit)}”"


def cover_words(game: Game, scenario: Scenario, cover: SetUpCover) -> str:
    """Return the sentence that says which units each hex to cover requires.

    If no unit of the side may start in any of these hexes, only zones of control can cover them.
    """
    features = {feature.id: feature for feature in game.hexmap.features}
    areas = [area for area in scenario.setup_areas if area.side == cover.side]
    open_to = {hex_id for area in areas for hex_id in area.open_hexes(game.hexmap)}
    side, zones = game.info.side(cover.side).name, game.rules.zoc.reach != "none"
    whole = f"each hex of “{hexes_text(game, cover)}”"
    if zones and areas and open_to.isdisjoint(features[cover.feature].hexes_of(cover.group)):
        return f"{whole} lies in the zone of control of a {side} unit"
    zone = ", or lies in the zone of control of one" if zones else ""
    return f"{whole} holds a {side} unit{zone}"
