"""The small pictures of a game."""

from __future__ import annotations

import io

from PIL import Image

from builder.gallery import map_thumbnail
from builder.pictures import Pictures
from builder.render.map.picture import board_picture
from builder.render.map.sheet import sheet_svg
from builder.render.theme import THEMES
from tests.render.map.boards import game, plan


def test_the_preview_of_a_map_is_its_board_made_small_without_drawing_it_anew() -> None:
    board = board_picture(sheet_svg(game("toy-volley"), THEMES["classic"]), 900)
    pictures = Pictures(plan("toy-volley"), "not to be drawn anew", board, {}, {}, {}, {}, {}, {}, {})
    with Image.open(io.BytesIO(map_thumbnail(pictures, 300))) as preview:
        assert preview.width == 300
        share = plan("toy-volley").height / plan("toy-volley").width
        assert abs(preview.height / preview.width - share) < 0.01
