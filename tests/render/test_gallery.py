"""The small pictures of a game."""

from __future__ import annotations

import io

from PIL import Image

from builder.gallery import map_thumbnail
from builder.pictures import Pictures
from builder.render.map.sheet import sheet_svg
from builder.render.theme import THEMES
from tests.render.map.boards import game, plan


def test_the_preview_of_a_map_never_reads_its_large_picture_back() -> None:
    svg = sheet_svg(game("toy-volley"), THEMES["classic"])
    pictures = Pictures(plan("toy-volley"), svg, b"too large to be opened", {}, {}, {}, {}, {}, {})
    with Image.open(io.BytesIO(map_thumbnail(pictures, 300))) as preview:
        assert preview.width == 300
        share = plan("toy-volley").height / plan("toy-volley").width
        assert abs(preview.height / preview.width - share) < 0.01
