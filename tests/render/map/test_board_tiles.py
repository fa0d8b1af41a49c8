"""The board's picture in tiles: it is the whole map, and a change draws only the tiles around it anew."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.board import board_picture as tiling
from hexwright.render.map.board import board_regions
from hexwright.render.map.board.board_form import BoardForm
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.board.board_regions import BoardRegions
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC, styled_theme
from hexwright.support.result_cache import ResultCache
from tests.shipped import shipped

PX_PER_MM = 4
EDGE = 200
ROUNDING = 64
"""How much a pixel of a thin line may differ: a renderer that starts elsewhere rounds it to its neighbour."""


def drawn(game: Game) -> str:
    return sheet_svg(game, styled_theme(CLASSIC, game))


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped("battle-for-moscow").game


@pytest.fixture(scope="module")
def sheet(game: Game) -> str:
    return drawn(game)


@pytest.fixture(autouse=True)
def _small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiling, "_EDGE", EDGE)


def width(game: Game) -> int:
    return round(plan_sheet(game).width * PX_PER_MM)


def pixels(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


def worst(one: Image.Image, other: Image.Image) -> int:
    """Return how much the most different pixels differ."""
    assert one.size == other.size
    return max(most for _, most in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


def in_one_tile(svg: str, wide: int) -> Image.Image:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiling, "_EDGE", 1 << 16)
        return pixels(board_picture(svg, wide, BoardForm.LOSSLESS))


@pytest.fixture(scope="module")
def whole(game: Game, sheet: str) -> Image.Image:
    return in_one_tile(sheet, width(game))


@pytest.fixture(scope="module")
def joined(game: Game, sheet: str) -> Image.Image:
    """The map of tiles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiling, "_EDGE", EDGE)
        return pixels(board_picture(sheet, width(game), BoardForm.LOSSLESS))


def test_tiles_join_to_the_whole_map(joined: Image.Image, whole: Image.Image) -> None:
    assert worst(joined, whole) <= ROUNDING
    apart = ImageChops.difference(joined, whole).convert("L").histogram()
    assert sum(apart[4:]) < 0.0005 * joined.width * joined.height


def share_apart_at_edges(joined: Image.Image, whole: Image.Image) -> float:
    """Return the share of pixels beside the edges of tiles that differ from those of the whole map."""
    apart = ImageChops.difference(joined, whole).convert("L")
    edges = Image.new("L", apart.size, 0)
    for x in range(EDGE, apart.width, EDGE):
        edges.paste(255, (x - 1, 0, x + 1, apart.height))
    for y in range(EDGE, apart.height, EDGE):
        edges.paste(255, (0, y - 1, apart.width, y + 1))
    beside = apart.histogram(edges)
    return sum(beside[4:]) / sum(beside)


def test_no_seam_is_seen(
    game: Game, sheet: str, whole: Image.Image, joined: Image.Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert share_apart_at_edges(joined, whole) < 0.004
    monkeypatch.setattr(tiling, "_BLEED", 0)
    bare = pixels(board_picture(sheet, width(game), BoardForm.LOSSLESS))
    assert share_apart_at_edges(bare, whole) > 0.008


@pytest.mark.parametrize(("name", "value"), [("_AROUND", -9), ("_stroke_reach", lambda one: -3.0)])
def test_a_margin_that_is_too_small_is_seen(
    name: str, value: object, game: Game, sheet: str, whole: Image.Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_regions, name, value)
    assert worst(pixels(board_picture(sheet, width(game), BoardForm.LOSSLESS)), whole) > ROUNDING


def changed(game: Game) -> tuple[Game, HexId]:
    """Return the game without one hex of its forest, and the hex."""
    kinds = list(game.hexmap.terrain)
    at = next(n for n, kind in enumerate(kinds) if kind.art == "forest")
    gone = kinds[at].hexes[0]
    kinds[at] = replace(kinds[at], hexes=kinds[at].hexes[1:])
    return replace(game, hexmap=replace(game.hexmap, terrain=tuple(kinds))), gone


class Counting(ResultCache):
    """A cache that counts the tiles that are made."""

    made: list[str] = []  # noqa: RUF012 - one list for the test

    def put(self, key: str, content: bytes) -> None:
        self.made.append(key)
        super().put(key, content)


def test_a_changed_hex_draws_only_the_tiles_around_it(game: Game, sheet: str, tmp_path: Path) -> None:
    """Counted, with tiles of 50 mm: the change reaches at most three hexes far."""
    after, hex_id = changed(game)
    altered, wide = drawn(after), width(game)
    cache = Counting(tmp_path)
    cache.made.clear()
    board_picture(sheet, wide, BoardForm.LOSSLESS, cache)
    tiles = len(cache.made)
    assert tiles == -(-wide // EDGE) * -(-round(plan_sheet(game).height * PX_PER_MM) // EDGE)
    board_picture(sheet, wide, BoardForm.LOSSLESS, cache)
    assert len(cache.made) == tiles
    warm = board_picture(altered, wide, BoardForm.LOSSLESS, cache)
    plan = plan_sheet(after)
    centre, reach = plan.layout.centre(hex_id), 3 * plan.layout.hex_width
    edge = EDGE * plan.width / wide
    near = {
        (int(x // edge), int(y // edge))
        for x in (centre.x - reach, centre.x, centre.x + reach)
        for y in (centre.y - reach, centre.y, centre.y + reach)
    }
    assert 0 < len(cache.made) - tiles <= len(near) < tiles / 2
    assert warm == board_picture(altered, wide, BoardForm.LOSSLESS)


def test_damaged_tiles_are_drawn_anew(game: Game, sheet: str, tmp_path: Path) -> None:
    cache, wide = ResultCache(tmp_path), width(game)
    sound = board_picture(sheet, wide, BoardForm.PAINTED, cache)
    for entry in tmp_path.glob("??/*"):
        entry.write_bytes(entry.read_bytes()[:-9])
    assert board_picture(sheet, wide, BoardForm.PAINTED, cache) == sound


def test_pictures_outside_the_drawing_are_refused() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    for link in ("file:///etc/passwd", "data:text/plain;base64,YQ==", "data:image/svg+xml;base64,"):
        with pytest.raises(ValueError, match="isn't a part of it"):
            BoardRegions(f'{head}<image xlink:href="{link}" width="9" height="9"/></svg>')


@pytest.mark.parametrize(
    ("tag", "shape"),
    [
        ("rect", 'x="10" y="10" width="20" height="20"'),
        ("circle", 'cx="20" cy="20" r="10"'),
        ("ellipse", 'cx="20" cy="20" rx="10" ry="10"'),
        ("line", 'x1="10" y1="10" x2="30" y2="30"'),
        ("polyline", 'points="10,10 30,10 30,30"'),
        ("polygon", 'points="10,10 30,10 30,30"'),
    ],
)
def test_a_shape_is_drawn_in_the_regions_that_it_reaches(tag: str, shape: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><{tag} {shape} stroke="#000"/></svg>'
    regions = BoardRegions(svg)
    assert f"<{tag} " in regions.document(Box(29, 29, 2, 2))
    assert f"<{tag} " not in regions.document(Box(40, 40, 2, 2))
