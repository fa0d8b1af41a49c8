"""The recipes of the cookbook of counters, and their pictures.

Run `python -m tests.cookbook.counter_recipes` at the project's root to draw the pictures anew.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

from hexwright.load.game_loading import LoadedGame
from hexwright.render.counters.counter_batch import FaceId, counter_face_svg, counter_faces
from hexwright.render.counters.counter_face import counter_size, layout_of
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from tests.cookbook.recipes import ROOT
from tests.render.counters.layout_games import load_with

PAGE: Final = ROOT / "docs" / "how-to" / "counter-cookbook.md"
PICTURES: Final = ROOT / "docs" / "images" / "counter-cookbook"
_BLOCK: Final = re.compile(r'^```yaml title="([a-z-]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_PX_PER_MM: Final = 15
_GAP: Final = 12
_MOST: Final = 4


@cache
def counter_recipes() -> Mapping[str, str]:
    """Return the YAML of each recipe by its title."""
    return dict(_BLOCK.findall(PAGE.read_text("utf-8")))


@cache
def recipe_game(title: str) -> LoadedGame:
    """Return the small game with the lines of a recipe."""
    return load_with(counter_recipes()[title])


def faces_of(title: str) -> tuple[FaceId, ...]:
    """Return the first faces that a recipe draws with its own layout."""
    game = recipe_game(title).game
    own = [face for face in counter_faces(game) if layout_of(game, face.counter, face.index).id != "standard"]
    named = [face for face in own if face.counter.id in counter_recipes()[title]]
    return tuple((named or own)[:_MOST])


def picture_of(title: str) -> bytes:
    """Return the faces of a recipe side by side, as PNG."""
    game = recipe_game(title).game
    drawn = []
    for face in faces_of(title):
        width = round(counter_size(game, face.counter, face.index)[0] * _PX_PER_MM)
        data = rasterise(counter_face_svg(game, face, CLASSIC), width)
        drawn.append(Image.open(io.BytesIO(data)).convert("RGBA"))
    size = (
        sum(picture.width + _GAP for picture in drawn) + _GAP,
        max(picture.height for picture in drawn) + 2 * _GAP,
    )
    strip = Image.new("RGB", size, "#efe5cd")
    x = _GAP
    for picture in drawn:
        strip.paste(picture, (x, _GAP), picture)
        x += picture.width + _GAP
    buffer = io.BytesIO()
    strip.quantize(128, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for title in counter_recipes():
        Path(PICTURES / f"{title}.png").write_bytes(picture_of(title))
