"""Check that units which retreat along a network alone can."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from validators.rules.unplayed import Path, Unplayed


def check_tracks(game: Game) -> Iterator[Unplayed]:
    """Yield classes that are told twice along what they retreat, or along what their side doesn't use."""
    combat = game.rules.combat
    told = set(combat.retreat.lost) if combat is not None else set[str]()
    for number, track in enumerate(combat.retreat.along if combat is not None else ()):
        at: Path = ("rules", "combat", "retreat", "along", number)
        for name in track.classes:
            if name in told:
                assert combat is not None
                never = name in combat.retreat.lost
                what = f"units of class '{name}' would retreat along two networks"
                what = f"units of class '{name}' never retreat ('lost'), so along nothing" if never else what
                yield Unplayed("P006", what, "name the class once", (*at, "classes"))
            told.add(name)
        network = next((one for one in game.rules.networks if one.id == track.network), None)
        sides = {unit.side for unit in game.counters.units if unit.unit_class in track.classes}
        for side in sorted(sides):
            if network is not None and network.use_of(side) is None:
                what = f"units of {side} retreat along '{network.id}', which their side doesn't use"
                hint = f"write '- {{side: {side}, …}}' under its 'uses'"
                yield Unplayed("P006", what, hint, (*at, "network"))
