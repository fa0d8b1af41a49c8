"""Draw the same part of a game's map in each style: the pictures of docs/how-to/map-styles.md.

Run `python -m hexwright.cli.style_pictures GAME HEX` in the repository's root. HEX is the hex in the middle.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.model.hex_map import LookName, MapStyle
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.board.board_picture import open_sheet_picture
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.svg_raster import SvgDrawing
from hexwright.render.theme import CLASSIC, styled_theme
from hexwright.support.atomic_writes import write_atomically

FOLDER: Final = Path("docs/images")
_SIZE: Final = (828, 552)
_HEXES: Final = 7.5
"""The width of a picture in widths of a hex."""


def style_pictures(game: Game, middle: HexId) -> Iterator[tuple[str, bytes]]:
    """Yield a picture as PNG for each style that comes with hexwright, with its file name."""
    plan = plan_sheet(game)
    px_per_mm = _SIZE[0] / (_HEXES * plan.layout.hex_width)
    wide, high = (edge / px_per_mm for edge in _SIZE)
    at, field = plan.layout.centre(middle), plan.field
    left = max(field.x, min(at.x - wide / 2, field.right - wide))
    top = max(field.y, min(at.y - high / 2, field.bottom - high))
    shown = Box(left * px_per_mm, top * px_per_mm, *_SIZE)
    for look in get_args(LookName):
        styled = replace(game, hexmap=replace(game.hexmap, style=MapStyle(look)))
        svg = sheet_svg(styled, styled_theme(CLASSIC, styled), plan=plan)
        whole = SvgDrawing(svg).whole(round(plan.width * px_per_mm))
        buffer = io.BytesIO()
        with open_sheet_picture(whole) as sheet:
            x, y = round(shown.x), round(shown.y)
            part = sheet.crop((x, y, x + _SIZE[0], y + _SIZE[1])).convert("RGB")
        part.quantize(256).save(buffer, "PNG", optimize=True)
        yield f"style-{look}.png", buffer.getvalue()


if __name__ == "__main__":
    slug, number = sys.argv[1:]
    for name, picture in style_pictures(load_game(Project(Path.cwd()), slug).game, HexId(number)):
        write_atomically(FOLDER / name, picture)
