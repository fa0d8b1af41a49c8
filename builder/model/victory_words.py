"""Tell in words what gives points for the victory: reference and module take theirs from here."""

from __future__ import annotations

from builder.model.game import Game
from builder.model.winning import Presence
from builder.wording import counted

LOSSES = "losses of the enemy"
EXITS = "units that left the map"


def things(presence: Presence, count: int) -> str:
    """Return how many things an entry counted, such as "3 units" or "14 strength points"."""
    return counted(count, COUNTED[presence.per])


COUNTED = {"unit": "unit", "strength": "strength point"}
"""What entries count, by their `per`."""


def where(game: Game, presence: Presence) -> str:
    """Return where units stand that count, such as "in supply within 3 hexes of Moscow"."""
    found = ["in supply"] if presence.supplied else []
    if presence.place is not None:
        place = next(place.name for place in game.hexmap.places if place.id == presence.place)
        found.append(
            f"within {counted(presence.within, 'hex')} of {place}" if presence.within else f"in {place}"
        )
    if presence.feature is not None:
        name = next(feature.name for feature in game.hexmap.features if feature.id == presence.feature)
        found.append(f"in {name}")
    if presence.place is None and presence.feature is None:
        found.append("on the map")
    return " ".join(found)
