"""Games in which some units may only retreat along lines."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.rules.retreat_route_record import RetreatTrack
from tests.rules.games_with_railways import railway

TRACKS = (RetreatTrack(classes=("foot",), network="road", rule="3"),)


def tracked(*along: RetreatTrack, whole: bool = True) -> Game:
    """Return the railway game in which units retreat only along its lines; all results make units retreat."""
    found = railway(whole=whole)
    combat = found.rules.combat
    assert combat is not None
    effects = {
        **combat.effects,
        "DE": ("defender-retreat",),
        "DL": ("defender-retreat",),
        "EX": ("defender-retreat",),
    }
    changed = replace(combat, effects=effects, retreat=replace(combat.retreat, hexes=1, along_network=along))
    return replace(found, rules=replace(found.rules, combat=changed))
