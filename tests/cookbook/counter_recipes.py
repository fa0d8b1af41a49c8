"""The recipes of the cookbook of counters, and their pictures.

Run `python -m tests.cookbook.counter_recipes` at the project's root to draw the pictures anew.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

from hexwright.load.game_loading import LoadedGame
from hexwright.model.game import Game
from hexwright.model.standard_layouts import STANDARD
from hexwright.render.counters.counter_batch import FaceId, counter_face_svg, counter_faces
from hexwright.render.counters.counter_face import counter_size, layout_of
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from tests.cookbook.recipes import ROOT
from tests.render.counters.layout_games import load_with
from tests.shipped import shipped

PAGE: Final = ROOT / "docs" / "how-to" / "counter-cookbook.md"
PICTURES: Final = ROOT / "docs" / "images" / "counter-cookbook"
_BLOCK: Final = re.compile(r'^```yaml title="([a-z-]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
BEFORE_AND_AFTER: Final = ROOT / "docs" / "images" / "counters-before-after.png"
SHOWN_COUNTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "battle-for-moscow": ("german-xxiv", "german-xxii", "soviet-3", "soviet-1s"),
    "moscow-campaign": (
        "german-pz-7",
        "german-gd",
        "german-kg-1",
        "german-eb-1",
        "soviet-tb-127",
        "soviet-gds-5",
        "rail-cut",
    ),
    "battle-of-moscow": (
        "german-inf-1",
        "finnish-5",
        "russian-army-16",
        "russian-fort-1",
        "russian-shock-1",
        "unsupplied",
    ),
    "moscow-embattled": (
        "german-2pz",
        "german-8fk",
        "russian-western",
        "russian-16",
        "russian-1s",
        "russian-vvs",
    ),
}
"""The counters of our games that are shown with the standard layout and with their own."""
_PX_PER_MM: Final = 15
_TRUE_PX_PER_MM: Final = 3.78
_GROUND: Final = "#efe5cd"
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
    return _packed(_row(game, faces_of(title), _PX_PER_MM))


def standard_layouts(game: Game) -> Game:
    """Return a game whose counters have the standard layout."""
    mix = game.counters
    plain = replace(
        mix,
        layouts=(),
        unit_layout=STANDARD,
        marker_layout=STANDARD,
        classes=tuple(replace(each, layout=None) for each in mix.classes),
        formations=tuple(replace(each, layout=None, palette=None) for each in mix.formations),
        units=tuple(replace(each, layout=None) for each in mix.units),
        markers=tuple(replace(each, layout=None) for each in mix.markers),
    )
    return replace(game, counters=plain)


def before_and_after() -> bytes:
    """Return counters of our games with the standard layout and with their own, at true size and at 400 %."""
    rows = []
    for slug, names in SHOWN_COUNTERS.items():
        game = shipped(slug).game
        for scale in (_TRUE_PX_PER_MM, _PX_PER_MM):
            for shown in (standard_layouts(game), game):
                faces = {face.counter.id: face for face in counter_faces(shown) if not face.index}
                rows.append(_row(shown, [faces[name] for name in names], scale))
    sheet = Image.new("RGB", (max(row.width for row in rows), sum(row.height for row in rows)), _GROUND)
    top = 0
    for row in rows:
        sheet.paste(row, (0, top))
        top += row.height
    return _packed(sheet)


def _row(game: Game, faces: Sequence[FaceId], px_per_mm: float) -> Image.Image:
    drawn = []
    for face in faces:
        width = round(counter_size(game, face.counter, face.index)[0] * px_per_mm)
        data = rasterise(counter_face_svg(game, face, CLASSIC), width)
        drawn.append(Image.open(io.BytesIO(data)).convert("RGBA"))
    size = (
        sum(picture.width + _GAP for picture in drawn) + _GAP,
        max(picture.height for picture in drawn) + 2 * _GAP,
    )
    strip = Image.new("RGB", size, _GROUND)
    x = _GAP
    for picture in drawn:
        strip.paste(picture, (x, _GAP), picture)
        x += picture.width + _GAP
    return strip


def _packed(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.quantize(128, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    BEFORE_AND_AFTER.write_bytes(before_and_after())
    PICTURES.mkdir(parents=True, exist_ok=True)
    for title in counter_recipes():
        Path(PICTURES / f"{title}.png").write_bytes(picture_of(title))
