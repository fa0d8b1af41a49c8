"""Beyond the cut of a map's sheet its paper continues, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from hexwright.model.game import Game
from hexwright.model.hex_map import MapStyle
from hexwright.paper.pages.page_margins import HOME_BLEED, SHOP_BLEED, SLUG_MM
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC, styled_theme
from tests.paper.sheets import MM, opened, picture, printed, toy

_ROOM = 20.0
"""Width of the margin of a paper that is larger than the sheet, in mm."""


def _game(style: MapStyle) -> Game:
    played, _ = toy()
    return replace(played, hexmap=replace(played.hexmap, style=style))


def _crop(page: Image.Image, box: Box) -> Image.Image:
    x, y, right, bottom = (round(edge * MM) for edge in (box.x, box.y, box.right, box.bottom))
    return page.crop((x, y, right, bottom))


def _extremes(grey: Image.Image) -> tuple[int, int]:
    """Return the least and the greatest value of a grey picture."""
    histogram = grey.histogram()
    found = [value for value, count in enumerate(histogram) if count]
    return found[0], found[-1]


def _strips(cut: Box, near: float, far: float) -> list[Box]:
    """Return the strips beside a cut, from `near` to `far` mm outside it; a negative number is inside."""
    wide = far - near
    return [
        Box(cut.x - far, cut.y, wide, cut.height),
        Box(cut.right + near, cut.y, wide, cut.height),
        Box(cut.x, cut.y - far, cut.width, wide),
        Box(cut.x, cut.bottom + near, cut.width, wide),
    ]


@pytest.mark.parametrize("shop", [False, True], ids=["at home", "print shop"])
def test_the_paper_continues_beyond_the_cut(shop: bool) -> None:
    played = _game(MapStyle("plain"))
    plan, theme = plan_sheet(played), styled_theme(CLASSIC, played)
    larger = Paper("large", plan.width + 2 * _ROOM, plan.height + 2 * _ROOM)
    settings = PrintSettings(theme=theme, shop=shop, map_paper=None if shop else larger)
    page = picture(opened(printed(played, "map", settings)), 0)
    corner, bleed = (SLUG_MM, SHOP_BLEED) if shop else (_ROOM, HOME_BLEED)
    cut = Box(corner, corner, plan.width, plan.height)
    paper = page.getpixel((round((corner + 1) * MM), round((corner + 1) * MM)))
    for strip in _strips(cut, -0.5, bleed - 0.5):
        found = _crop(page, strip)
        spread = ImageChops.difference(found, Image.new("RGB", found.size, paper)).convert("L")
        assert _extremes(spread)[1] <= 3, strip
    if not shop:
        # Marks of the cut stand clear of the bleed.
        beyond = _crop(page, Box(cut.x + 5, cut.y - bleed - 0.8, cut.width - 10, 0.5))
        assert _extremes(beyond.convert("L")) == (255, 255)


def test_aged_paper_is_drawn_to_the_edge_of_the_bleed() -> None:
    played = _game(MapStyle("plain", paper="aged"))
    plan, theme = plan_sheet(played), styled_theme(CLASSIC, played)
    page = picture(opened(printed(played, "map", PrintSettings(theme=theme, shop=True))), 0)
    cut = Box(SLUG_MM, SLUG_MM, plan.width, plan.height)
    for strip in _strips(cut, 0.5, SHOP_BLEED - 0.5):
        _, lightest = _extremes(_crop(page, strip).convert("L"))
        _, inside = _extremes(_crop(page, Box(cut.x + 4.5, cut.y + 4.5, 1, 1)).convert("L"))
        assert lightest < _extremes(Image.new("RGB", (1, 1), theme.sheet).convert("L"))[0] - 8
        assert lightest <= inside + 12
