"""The small pictures of a game."""

from __future__ import annotations

import io

from PIL import Image, ImageChops, ImageStat

from hexwright.pipeline.gallery_pictures import map_thumbnail
from hexwright.pipeline.game_pictures import GamePictures
from hexwright.render.map.board.board_form import BoardForm
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.theme import THEMES
from tests.render.map.boards import game, plan


def test_the_preview_of_a_map_is_its_board_made_small_without_drawing_it_anew() -> None:
    board = board_picture(sheet_svg(game("toy-volley"), THEMES["classic"]), 900)
    pictures = GamePictures(plan("toy-volley"), "not to be drawn anew", board, {}, {}, {}, {}, {}, {}, {})
    with Image.open(io.BytesIO(map_thumbnail(pictures, 300))) as preview:
        assert preview.width == 300
        share = plan("toy-volley").height / plan("toy-volley").width
        assert abs(preview.height / preview.width - share) < 0.01


def test_a_board_with_shaded_land_is_small_and_keeps_its_colours() -> None:
    svg = sheet_svg(game("toy-volley"), THEMES["classic"])
    exact, painted = (
        Image.open(io.BytesIO(board_picture(svg, 900, form)))
        for form in (BoardForm.LOSSLESS, BoardForm.PAINTED)
    )
    fine = io.BytesIO()
    exact.save(fine, "JPEG", quality=74, progressive=True, optimize=True)
    size = len(board_picture(svg, 900, BoardForm.PAINTED))
    assert size < 0.85 * len(fine.getvalue())
    assert max(ImageStat.Stat(ImageChops.difference(exact, painted.convert("RGB"))).mean) < 4
