"""The key to the counters for pages on a screen: its small pictures, and what stands beside each."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from PIL import Image

from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_explanation import (
    explained_parts,
    figure_sentences,
    formation_title,
    marker_title,
    sample_units,
    side_classes,
    used_formations,
)
from hexwright.render.counters.counter_face import counter_size
from hexwright.render.counters.diagram_face import draw_diagram_face
from hexwright.render.counters.explained_counter import BESIDE, SAMPLE, draw_explained_counter, scaled_size
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import Theme

_PX: Final = 5.5
"""Pixels a millimetre at which the pictures are shown."""
_CLASS: Final = 9.0
_MARKER: Final = 11.0
"""The height in mm of a counter that stands for a class, and of a marker."""
_COLOURS: Final = 64
_PREFIX: Final = "key-"


@dataclass(frozen=True, slots=True)
class KeyPicture:
    """A picture of the key with its size on the page in pixels, and the text beside it."""

    file: str
    width: int
    height: int
    text: str


@dataclass(frozen=True, slots=True)
class ExplainedSample:
    """A counter with numbered parts, and what each tells."""

    picture: KeyPicture
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureKey:
    """The key to a game's counters, in the order of a page."""

    samples: tuple[ExplainedSample, ...]
    sentences: str
    groups: tuple[tuple[str, tuple[KeyPicture, ...]], ...]
    """The classes of each side and the markers, each group with its heading."""
    formations: tuple[tuple[str, str], ...]
    """The name of each formation, and its colour."""


def picture_key(game: Game, theme: Theme) -> PictureKey:
    """Return the key to a game's counters."""
    samples = sample_units(game, theme)
    groups = [
        (f"{side.name} classes", tuple(_entry(game, unit, name) for unit, name in side_classes(game, side)))
        for side in game.info.sides
    ]
    groups.append(("Markers", tuple(_entry(game, one, marker_title(one)) for one in game.counters.markers)))
    return PictureKey(
        tuple(
            ExplainedSample(
                _picture(game, _sample_file(unit), unit, SAMPLE, _sample_title(game, unit), beside=BESIDE),
                tuple(part.text for part in explained_parts(game, theme, unit)),
            )
            for unit in samples
        ),
        " ".join(figure_sentences(game, samples)),
        tuple((title, entries) for title, entries in groups if entries),
        tuple((formation_title(one), one.colour) for one in used_formations(game)),
    )


def key_drawings(game: Game, theme: Theme, art: Art = NO_ART) -> Mapping[str, str]:
    """Return the pictures of the key as SVG by their file names, drawn as the printed key is."""
    found: dict[str, str] = {}
    for unit in sample_units(game, theme):
        wide, high = scaled_size(counter_size(game, unit), SAMPLE)
        canvas = SvgCanvas(wide + 2 * BESIDE, high)
        parts = explained_parts(game, theme, unit)
        draw_explained_counter(canvas, game, theme, unit, Box(BESIDE, 0, wide, high), parts, art)
        found[_sample_file(unit)] = canvas.to_svg()
    for counter in _counters(game):
        wide, high = scaled_size(counter_size(game, counter), _height(counter))
        canvas, box = SvgCanvas(wide, high), Box(0, 0, wide, high)
        if isinstance(counter, Unit):
            draw_diagram_face(canvas, game, counter, 0, theme, box, art=art)
        else:
            draw_marker_face(canvas, game, counter, 0, theme, box, art=art)
        found[_file(counter)] = canvas.to_svg()
    return found


def key_rasters(game: Game, theme: Theme, art: Art = NO_ART, scale: int = 1) -> Mapping[str, bytes]:
    """Return the pictures of the key as PNG of few colours, by their file names.

    `scale` is the number of pixels for each pixel of the page.
    """
    widths = {one.file: one.width for one in _shown(picture_key(game, theme))}
    return {
        name: _of_few_colours(rasterise(svg, scale * widths[name]))
        for name, svg in key_drawings(game, theme, art).items()
    }


def _of_few_colours(picture: bytes) -> bytes:
    with Image.open(io.BytesIO(picture)) as image:
        few = image.convert("RGBA").quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
    made = io.BytesIO()
    few.save(made, "PNG", optimize=True)
    return made.getvalue()


def _counters(game: Game) -> Iterator[Unit | Marker]:
    """Yield the counters that stand for the classes of each side, and the markers."""
    for side in game.info.sides:
        yield from (unit for unit, _ in side_classes(game, side))
    yield from game.counters.markers


def _entry(game: Game, counter: Unit | Marker, text: str) -> KeyPicture:
    return _picture(game, _file(counter), counter, _height(counter), text)


def _picture(
    game: Game, file: str, counter: Unit | Marker, height: float, text: str, beside: float = 0.0
) -> KeyPicture:
    wide, high = scaled_size(counter_size(game, counter), height)
    return KeyPicture(file, round((wide + 2 * beside) * _PX), round(high * _PX), text)


def _height(counter: Unit | Marker) -> float:
    return _CLASS if isinstance(counter, Unit) else _MARKER


def _file(counter: Unit | Marker) -> str:
    return f"{_PREFIX}{'unit' if isinstance(counter, Unit) else 'marker'}-{counter.id}.png"


def _sample_file(unit: Unit) -> str:
    return f"{_PREFIX}explained-{unit.id}.png"


def _sample_title(game: Game, unit: Unit) -> str:
    return f"{game.info.side(unit.side).name}: {unit.name}"


def key_files(key: PictureKey) -> Iterable[str]:
    """Return the names of the pictures of a key."""
    return [one.file for one in _shown(key)]


def _shown(key: PictureKey) -> Iterator[KeyPicture]:
    """Yield all pictures of a key."""
    yield from (one.picture for one in key.samples)
    for _, entries in key.groups:
        yield from entries
