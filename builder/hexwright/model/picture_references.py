"""Find the designer's own pictures that a game names, and the paths in the data that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game

Named = tuple[tuple[str, ...], str]
"""The path in the data that names a picture, and the picture's name."""

MAP_PICTURE = ("hexmap", "picture")
"""The path of the picture of the whole map."""


def pictures_named(game: Game) -> Iterator[Named]:
    """Yield every picture in `art/<slug>/` that the data name, in order, with the path of the value that
    names it.
    """
    return ((path, picture) for path, picture in _picture_fields(game) if picture)


def _picture_fields(game: Game) -> Iterator[Named]:
    yield MAP_PICTURE, game.hexmap.picture
    for kind in game.hexmap.terrain:
        yield ("hexmap", "terrain", kind.id, "picture"), kind.picture
    for unit in game.counters.units:
        here = ("counters", "units", unit.id)
        yield (*here, "symbol_picture"), unit.symbol_picture
        for index, step in enumerate(unit.steps):
            yield (*here, "steps", str(index), "picture"), step.picture
        yield (*here, "back_picture"), unit.back_picture
    for marker in game.counters.markers:
        for index, face in enumerate(marker.faces):
            yield ("counters", "markers", marker.id, "faces", str(index), "picture"), face.picture


def with_sound_pictures(game: Game, sound: Callable[[str], bool]) -> Game:
    """Return the game with only those of its own pictures whose names `sound` accepts."""

    def kept(name: str) -> str:
        return name if name and sound(name) else ""

    def unit_of(unit: Unit) -> Unit:
        steps = tuple(replace(step, picture=kept(step.picture)) for step in unit.steps)
        return replace(
            unit, symbol_picture=kept(unit.symbol_picture), back_picture=kept(unit.back_picture), steps=steps
        )

    def marker_of(marker: Marker) -> Marker:
        return replace(
            marker, faces=tuple(replace(face, picture=kept(face.picture)) for face in marker.faces)
        )

    counters = replace(
        game.counters,
        units=tuple(map(unit_of, game.counters.units)),
        markers=tuple(map(marker_of, game.counters.markers)),
    )
    terrain = tuple(replace(kind, picture=kept(kind.picture)) for kind in game.hexmap.terrain)
    hexmap = replace(game.hexmap, picture=kept(game.hexmap.picture), terrain=terrain)
    return replace(game, counters=counters, hexmap=hexmap)
