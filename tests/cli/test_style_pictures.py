"""The page of styles shows one part of a map in each style."""

from __future__ import annotations

import io
from pathlib import Path
from typing import get_args

from PIL import Image

from hexwright.cli.style_pictures import FOLDER, style_pictures
from hexwright.model.hex_map import LookName
from tests.render.map.boards import game

ROOT = Path(__file__).parents[2]


def test_every_style_has_a_picture_of_the_same_part_of_a_map() -> None:
    played = game("a new game")
    found = dict(style_pictures(played, played.hexmap.places[0].hex))
    assert list(found) == [f"style-{look}.png" for look in get_args(LookName)]
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in found.values()]
    assert len({picture.tobytes() for picture in pictures}) == len(pictures)
    page = (ROOT / "docs" / "how-to" / "map-styles.md").read_text("utf-8")
    for name, picture in zip(found, pictures, strict=True):
        assert f"(../images/{name})" in page
        with Image.open(ROOT / FOLDER / name) as shown:
            assert shown.size == picture.size
