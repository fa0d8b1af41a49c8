"""A scanned map: the toy game's map as hexwright draws it, then turned, scaled and stretched like a scan."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.scan_fit import PixelTransform
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.theme import CLASSIC
from tests.load.damage import SLUG, TOY

CORNERS = ("A1", "E1", "A5", "E5")
SCALE = 4.0
"""The resolution of the board in pixels per mm."""
ENOUGH = 60
"""Pixels around the map on the scan."""


@cache
def published() -> tuple[Game, SheetPlan, Image.Image]:
    """Return the toy game, the plan of its sheet, and its board as hexwright draws it."""
    game = load_game(Project(TOY), SLUG).game
    plan = plan_sheet(game)
    board = board_picture(sheet_svg(game, CLASSIC), round(plan.width * SCALE))
    return game, plan, Image.open(io.BytesIO(board)).convert("RGB")


def turned(degrees: float, px_per_mm: float, stretch: float = 1.0) -> PixelTransform:
    """Return the transform of a scan that is turned clockwise, and stretched across; all of it is visible."""
    _, plan, _ = published()
    angle, wide = math.radians(degrees), px_per_mm * stretch
    a, b = wide * math.cos(angle), -px_per_mm * math.sin(angle)
    d, e = wide * math.sin(angle), px_per_mm * math.cos(angle)
    field = plan.field
    corners = [Point(x, y) for x in (field.x, field.right) for y in (field.y, field.bottom)]
    left = min(a * p.x + b * p.y for p in corners)
    top = min(d * p.x + e * p.y for p in corners)
    return PixelTransform(a, b, ENOUGH - left, d, e, ENOUGH - top)


def scan_of(transform: PixelTransform, form: str = "JPEG") -> bytes:
    """Return the published map as a scanner with this transform sees it, without what is around the map."""
    _, plan, board = published()
    scale, field = SCALE, plan.field
    corners = [transform.apply(Point(x, y)) for x in (field.x, field.right) for y in (field.y, field.bottom)]
    size = round(max(p.x for p in corners)) + ENOUGH, round(max(p.y for p in corners)) + ENOUGH
    origin, right, down = (transform.inverse(Point(*at)) for at in ((0, 0), (1, 0), (0, 1)))
    sheet = Image.new("RGB", board.size, (250, 250, 245))
    area = tuple(round(v * scale) for v in (field.x, field.y, field.right, field.bottom))
    sheet.paste(board.crop(area), area[:2])  # type: ignore[arg-type]
    scan = sheet.transform(
        size,
        Image.Transform.AFFINE,
        (
            (right.x - origin.x) * scale,
            (down.x - origin.x) * scale,
            origin.x * scale,
            (right.y - origin.y) * scale,
            (down.y - origin.y) * scale,
            origin.y * scale,
        ),
        Image.Resampling.BICUBIC,
        fillcolor=(250, 250, 245),
    )
    stream = io.BytesIO()
    scan.save(stream, form, quality=92)
    return stream.getvalue()


def pixels_of(transform: PixelTransform, hexes: tuple[str, ...] = CORNERS) -> Mapping[str, tuple[int, int]]:
    """Return the pixels of hexes' centres, in whole pixels as a person reads them."""
    _, plan, _ = published()
    centres = {hex_id: plan.layout.centre(hex_id) for hex_id in plan.layout.grid if hex_id in hexes}
    found = {hex_id: transform.apply(centre) for hex_id, centre in centres.items()}
    return {hex_id: (round(found[hex_id].x), round(found[hex_id].y)) for hex_id in hexes}  # type: ignore[index]


def with_scan(root: Path, scan: bytes, keys: str, name: str = "scan.jpg") -> Path:
    """Give the copy of the toy project in `root` a scanned map with these keys; return the root."""
    (root / f"art/{SLUG}/{name}").write_bytes(scan)
    path = root / f"data/{SLUG}/map.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}picture: {name}\nscan: {{{keys}}}\n", encoding="utf-8")
    return root


def in_yaml(pixels: Mapping[str, tuple[float, float]]) -> str:
    """Return the pixels of hexes as the value of `hexes`."""
    return "hexes: {" + ", ".join(f'"{hex_id}": [{x}, {y}]' for hex_id, (x, y) in pixels.items()) + "}"
