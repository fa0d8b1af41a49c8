"""Find the designer's own pictures that a game names, and the paths in the data that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from hexwright.model.counter_layouts import TEMPLATE, CounterLayout
from hexwright.model.counter_mix import CounterMix, Marker, Unit
from hexwright.model.game import Game

Named = tuple[tuple[str, ...], str]
"""The path in the data that names a picture, and the picture's name."""

_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")
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
    for card in game.charts.pictures:
        yield ("charts", "pictures", card.id, "picture"), card.picture
    yield from _layout_pictures(game.counters)


def is_picture_file(name: str) -> bool:
    """Return whether a value of a layout is the name of a picture file, not of one of our drawings."""
    return "{" not in name and name.lower().endswith(_ENDINGS)


def _layout_pictures(mix: CounterMix) -> Iterator[Named]:
    """Yield the picture files that layouts name, and those in columns from which layouts take pictures."""
    columns: set[str] = set()
    for layout in mix.layouts:
        for number, part in enumerate(layout.parts):
            here = ("counters", "layouts", layout.id, "parts", str(number))
            for key, name in (("of", part.of if part.draw == "picture" else ""), ("mask", part.mask)):
                if is_picture_file(name):
                    yield (*here, key), name
            if part.draw == "picture":
                columns.update(TEMPLATE.findall(part.of))
    for path, data in _own_data(mix):
        for name, value in data.items():
            if f"data.{name}" in columns and is_picture_file(value):
                yield (*path, "data", name), value


def _own_data(mix: CounterMix) -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
    """Yield the further values of units, steps and markers, with the paths of their owners."""
    for unit in mix.units:
        yield ("counters", "units", unit.id), unit.data
        for index, step in enumerate(unit.steps):
            yield ("counters", "units", unit.id, "steps", str(index)), step.data
    for marker in mix.markers:
        for index, face in enumerate(marker.faces):
            yield ("counters", "markers", marker.id, "faces", str(index)), face.data


def with_sound_pictures(game: Game, sound: Callable[[str], bool]) -> Game:
    """Return the game with only those of its own pictures whose names `sound` accepts."""

    def kept(name: str) -> str:
        return name if name and sound(name) else ""

    def kept_data(data: Mapping[str, str]) -> Mapping[str, str]:
        return {key: kept(value) if is_picture_file(value) else value for key, value in data.items()}

    def unit_of(unit: Unit) -> Unit:
        steps = tuple(
            replace(step, picture=kept(step.picture), data=kept_data(step.data)) for step in unit.steps
        )
        return replace(
            unit,
            symbol_picture=kept(unit.symbol_picture),
            back_picture=kept(unit.back_picture),
            steps=steps,
            data=kept_data(unit.data),
        )

    def marker_of(marker: Marker) -> Marker:
        faces = tuple(
            replace(face, picture=kept(face.picture), data=kept_data(face.data)) for face in marker.faces
        )
        return replace(marker, faces=faces)

    def layout_of(layout: CounterLayout) -> CounterLayout:
        parts = tuple(
            replace(
                part,
                of=kept(part.of) if is_picture_file(part.of) else part.of,
                mask=kept(part.mask) if is_picture_file(part.mask) else part.mask,
            )
            for part in layout.parts
        )
        return replace(layout, parts=parts)

    counters = replace(
        game.counters,
        units=tuple(map(unit_of, game.counters.units)),
        markers=tuple(map(marker_of, game.counters.markers)),
        layouts=tuple(map(layout_of, game.counters.layouts)),
        fonts=tuple(font for font in game.counters.fonts if sound(font.file)),
    )
    terrain = tuple(replace(kind, picture=kept(kind.picture)) for kind in game.hexmap.terrain)
    hexmap = replace(game.hexmap, picture=kept(game.hexmap.picture), terrain=terrain)
    cards = tuple(replace(card, picture=kept(card.picture)) for card in game.charts.pictures)
    return replace(game, counters=counters, hexmap=hexmap, charts=replace(game.charts, pictures=cards))
