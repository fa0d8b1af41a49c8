"""A naive test of zones of control: whether a side's zones extend into a hex."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.zoc_limit_record import ZocLimit
from tests.rules.map_reading import read_map


def reaches(game: Game, side: str, here: HexId) -> bool:
    """Return whether a hex adjacent to a unit of a side is in its zone of control."""
    return not any(
        side in (entry.side or (side,))
        and all(_fits(game, here, entry, every=True))
        and not (entry.unless is not None and any(_fits(game, here, entry.unless, every=False)))
        for entry in game.rules.zoc.not_into
    )


def _fits(game: Game, here: HexId, asked: ZocLimit | Unless, *, every: bool) -> list[bool]:
    """Return, for each criterion given, whether the hex meets it; `every` is the value for other criteria."""
    read = read_map(game.hexmap)
    kinds = [one.kind for one in read.places_in(here)]
    names = [one.id for one in read.places_in(here)]
    features = [one.id for one in read.features_in(here)]
    terrain = [one.id for one in game.hexmap.terrain if here in (one.hexes or ())]
    has = (
        (asked.terrain, terrain or ["clear"]),
        (asked.feature, features),
        (asked.place, names),
        (asked.place_kinds, kinds),
    )
    return [bool({*wanted} & {*there}) if wanted else every for wanted, there in has]
