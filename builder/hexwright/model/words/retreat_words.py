"""Describe retreats along lines, through ZOCs and past enemies, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.retreat_route_record import RetreatTrack
from hexwright.model.words.criteria_words import features_text, place_and_time_texts, units_text
from hexwright.model.words.unit_groups import classes_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about retreats, each with its rule, in the order in which entries apply."""
    for track in game.rules.odds_combat.retreat.along_network:
        yield track.rule, told(game, track)
    rule = game.rules.odds_combat.retreat
    if rule.ignores_ezoc:
        whose = classes_text(game, rule.ignores_ezoc)
        yield rule.rule, f"{whose} may retreat through enemy zones of control"
    if rule.passable_enemies:
        whom = classes_text(game, rule.passable_enemies)
        line = f"units may retreat through hexes that hold only enemy {whom}"
        yield rule.rule, f"{line}; a retreat that would end there continues to the nearest hex beyond"


def told(game: Game, track: RetreatTrack) -> str:
    """Return an entry as a line: "engineers retreat and advance only along a Railway …"."""
    name = features_text(game, (track.network,), game.rules.networks)
    line = f"{units_text(game, track)} retreat and advance only along {name}"
    line += " that serves their side; a unit that can't is eliminated"
    when = ", ".join(place_and_time_texts(game, track))
    return f"{line} ({when})" if when else line
