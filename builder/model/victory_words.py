"""Tell in words what gives points for the victory: reference and module take theirs from here."""

from __future__ import annotations

from builder.model.game import Game
from builder.model.ground_points import Advance, Holding
from builder.model.winning import Presence
from builder.wording import counted

LOSSES = "losses of the enemy"
EXITS = "units that left the map"
GAPS = "gaps in the front of the enemy"


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


def hexes(count: int) -> str:
    """Return a number of hexes, such as "3 hexes"."""
    return counted(count, "hex")


def held(game: Game, holding: Holding) -> str:
    """Return what a side has points for that holds some hexes, such as "Moscow held in supply"."""
    named = [place.name for place in game.hexmap.places if place.id in holding.places]
    named += [_named(game, holding.feature, holding.group)] if holding.feature is not None else []
    how = " in supply" if holding.supplied else ""
    when = ""
    if holding.phases:
        ended = " or ".join(game.rules.phase(phase).name for phase in holding.phases)
        when = f" at the end of {ended}"
    return f"{' and '.join(named)} held{how}{when}"


def past(game: Game, advance: Advance) -> str:
    """Return where a side's foremost unit stands, such as "more than 10 past the Start line, in supply"."""
    line = _named(game, advance.feature, advance.group)
    more = f"more than {advance.beyond} past" if advance.beyond else "past"
    return f"{more} {line}{', in supply' if advance.supplied else ''}"


def _named(game: Game, feature: str, group: str) -> str:
    found = next(one for one in game.hexmap.features if one.id == feature)
    part = next((one.name for one in found.groups if one.id == group), "")
    return f"{found.name} ({part})" if part else found.name
