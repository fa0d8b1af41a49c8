"""A scanned map is straightened, fitted to the grid, and used by everything that shows the map."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.scan_fit import MAX_RESIDUAL, PixelTransform, fit_scan
from hexwright.load.check_scan import describe_fit
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.model.hex_map import Grid, MapScan
from hexwright.model.ids import HexId, Mm
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.print_job import PrintJob, print_game
from hexwright.pipeline.game_build import BuildRequest, build_game
from hexwright.render.map.board.board_form import board_form
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.map_layers import draw_map_layers
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers, sheet_svg
from hexwright.render.map.sheet.scan_check import scan_check_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from hexwright.support.result_cache import ResultCache
from hexwright.vassal.codec.module_archive import Archive
from tests.load.damage import SLUG, copy_toy, findings, load_toy
from tests.render.map.scans import CORNERS, SCALE, in_yaml, pixels_of, published, scan_of, turned, with_scan

LAYOUT = Layout(HexGrid.of(Grid("flat", 20, 15, "even", "{column:02}{row:02}", Mm(20))), 20.0, Point(12, 9))
FAR = ("0101", "2001", "0115", "2015")


def scan(transform: PixelTransform, hexes: tuple[str, ...] = FAR, **off: tuple[float, float]) -> MapScan:
    """Return the pixels of hexes under a transform, some of them off by some pixels."""
    found = {}
    for hex_id in hexes:
        at, (dx, dy) = transform.apply(LAYOUT.centre(HexId(hex_id))), off.get(f"h{hex_id}", (0.0, 0.0))
        found[HexId(hex_id)] = (at.x + dx, at.y + dy)
    return MapScan(found)


def similarity(degrees: float, scale: float) -> PixelTransform:
    angle = math.radians(degrees)
    cos, sin = scale * math.cos(angle), scale * math.sin(angle)
    return PixelTransform(cos, -sin, 140.0, sin, cos, 95.0)


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("degrees", [0.0, -1.7, 4.0, 90.0])
def test_a_turned_and_scaled_scan_is_found_from_two_three_or_four_hexes(count: int, degrees: float) -> None:
    fit = fit_scan(LAYOUT, scan(similarity(degrees, 6.3), FAR[:count]))
    assert fit is not None
    assert fit.residual < 1e-6
    assert (fit.transform.px_per_mm, fit.transform.rotation) == pytest.approx((6.3, degrees))
    middle = LAYOUT.centre(HexId("1008"))
    assert fit.transform.apply(middle).distance(similarity(degrees, 6.3).apply(middle)) < 1e-6
    assert fit.transform.inverse(fit.transform.apply(middle)).distance(middle) < 1e-9


def test_four_hexes_allow_different_scales_and_three_tell_of_them() -> None:
    across = PixelTransform(6.5, 0.1, 20, -0.1, 6.0, 30)
    whole, three = fit_scan(LAYOUT, scan(across)), fit_scan(LAYOUT, scan(across, FAR[:3]))
    assert whole is not None
    assert three is not None
    assert whole.residual < 1e-6 < 10 < three.residual
    assert whole.transform.stretch == pytest.approx(6.5 / 6, abs=0.01)


def test_one_hex_with_its_width_and_rotation_is_enough() -> None:
    wanted = similarity(2.5, 5.0)
    at = wanted.apply(LAYOUT.centre(HexId("0305")))
    fit = fit_scan(LAYOUT, MapScan({HexId("0305"): (at.x, at.y)}, hex_px=100.0, rotation=2.5))
    assert fit is not None
    for hex_id in FAR:
        centre = LAYOUT.centre(HexId(hex_id))
        assert fit.transform.apply(centre).distance(wanted.apply(centre)) < 1e-6
    assert fit_scan(LAYOUT, MapScan({HexId("0305"): (at.x, at.y)})) is None
    assert fit_scan(LAYOUT, MapScan({HexId("0305"): (5, 5), HexId("0405"): (5, 5)})) is None


def test_the_hex_with_the_wrong_pixel_is_the_worst() -> None:
    for count in (3, 4):
        fit = fit_scan(LAYOUT, scan(similarity(1.0, 6.0), FAR[:count], h0115=(0.0, 120.0)))
        assert fit is not None
        assert fit.residual > MAX_RESIDUAL * 120
        assert count == 3 or fit.suspect == "0115"


def difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def pictured(root: Path) -> tuple[Game, dict[str, bytes]]:
    """Load the toy game with its pictures."""
    loaded, prefix = load_toy(root), f"art/{SLUG}/"
    return loaded.game, {n.removeprefix(prefix): d for n, d in loaded.sources.items() if n.startswith(prefix)}


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_the_board_shows_the_map_as_it_was_printed_and_nothing_else(tmp_path: Path) -> None:
    transform = turned(2.3, 4.7, 1.01)
    root = with_scan(copy_toy(tmp_path), scan_of(transform), in_yaml(pixels_of(transform)))
    game, art = pictured(root)
    _, plan, board = published()
    field = plan.field.inset(2.0)
    area = tuple(round(v * SCALE) for v in (field.x, field.y, field.right, field.bottom))
    svg = sheet_svg(game, CLASSIC, art=art)
    mine = opened(board_picture(svg, board.width, board_form(game, art))).crop(area)  # type: ignore[arg-type]
    theirs = board.crop(area)  # type: ignore[arg-type]
    assert difference(mine, theirs) < 4
    # Two pixels aside it would differ far more.
    assert difference(mine, ImageChops.offset(theirs, 2, 0)) > 1.5 * difference(mine, theirs)
    assert sheet_svg(game, CLASSIC, art=art) == svg


def test_a_picture_shows_the_grid_over_the_scan(tmp_path: Path) -> None:
    transform = turned(-1.5, 3.0)
    root = with_scan(copy_toy(tmp_path), scan_of(transform), in_yaml(pixels_of(transform)))
    game, art = pictured(root)
    _, plan, _ = published()
    svg = scan_check_svg(game, CLASSIC, plan, art)
    assert svg is not None
    check = opened(rasterise(svg, round(plan.field.width * SCALE)))
    corner = Point(plan.field.x, plan.field.y)

    def around(point: Point) -> list[tuple[int, int, int]]:
        at = (point - corner).scaled(SCALE)
        spots = [(round(at.x) + dx, round(at.y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [check.getpixel(spot) for spot in spots]  # type: ignore[misc]

    for hexside in plan.layout.grid.hexsides:
        one, other = plan.layout.hexside(hexside)
        seen = around(one.towards(other, 0.5))
        assert max(min(red, blue) - green for red, green, blue in seen) > 60, hexside
    # A ring around the centre of each hex that the data give.
    for hex_id in CORNERS:
        seen = around(plan.layout.centre(HexId(hex_id)) + Point(3, 0))
        assert max(blue - red for red, _, blue in seen) > 60, hex_id
    assert scan_check_svg(published()[0], CLASSIC, plan, art) is None


@pytest.mark.parametrize(
    ("overlay", "drawn"),
    [
        ("", set()),
        ("grid, numbers", {"hex-numbers"}),
        ("terrain, lines", {"terrain:wood", "roads", "rails", "rivers"}),
    ],
)
def test_an_overlay_draws_what_it_names(overlay: str, drawn: set[str], tmp_path: Path) -> None:
    transform = turned(0.0, 2.0)
    root = with_scan(
        copy_toy(tmp_path), scan_of(transform), f"{in_yaml(pixels_of(transform))}, overlay: [{overlay}]"
    )
    game, art = pictured(root)
    canvas = RecordingCanvas()
    draw_map_layers(canvas, sheet_layers(game, CLASSIC, plan_sheet(game), art=art))
    groups = {name for path in canvas.paths for name in path.groups}
    groups |= {name for stamp in canvas.stamps_drawn for name in stamp.groups}
    groups |= {name for text in canvas.texts for name in text.groups}
    assert groups & {"hex-numbers", "terrain:wood", "roads", "rails", "rivers"} == drawn
    # On a picture that may be dark, every number has an outline.
    numbers = [text.text for text in canvas.texts if "hex-numbers" in text.groups]
    halos = [text for text in canvas.texts if "number-halos" in text.groups]
    assert [text.text for text in halos] == numbers
    assert all(text.halo is not None for text in halos)


def test_module_and_print_use_the_scan(tmp_path: Path) -> None:
    transform = turned(-1.2, 6.0)
    root = with_scan(copy_toy(tmp_path), scan_of(transform), in_yaml(pixels_of(transform)))
    cache = ResultCache(tmp_path / "cache")
    built = build_game(BuildRequest(Project(root), SLUG, tmp_path / "out"), cache)
    with Archive(built.path) as archive:
        [name] = [name for name in archive.names if name.startswith("images/map-")]
        assert name.endswith(".jpg")
        assert name.removeprefix("images/").encode() in archive.read("buildFile.xml")
    job = PrintJob(Project(root), SLUG, tmp_path / "paper", ("map",), PrintSettings())
    [paper] = print_game(job, cache).files
    data = paper.path.read_bytes()
    # The assembly and the tiles show one stored picture.
    assert len(pdfium.PdfDocument(data)) > 2
    assert data.count(b"/DCTDecode") == 1


ERRORS = {
    "picture: ": ("M021", "a scan needs a picture, but 'picture' is missing"),
    'hexes: {"A1": [200, 300]}': ("M021", "1 hex can't tell"),
    'hexes: {"A1": [200, 300], "E1": [900, 300]}, hex_px: 120': ("M021", "'hex_px' and 2 hexes both tell"),
    'hexes: {"A9": [200, 300], "E1": [900, 300]}': ("M001", "hex 'A9' is not on the map"),
    'hexes: {"A1": [200, 300], "E1": [776, 300], "A5": [200, 700]}': (
        "M022",
        "from their places in the grid",
    ),
    'hexes: {"A1": [900, 300], "E1": [200, 300], "A5": [900, 900], "E5": [200, 900]}': (
        "M022",
        "is mirrored",
    ),
    'hexes: {"A1": [0, 0], "E1": [900, 0], "A5": [0, 300], "E5": [900, 300]}': ("M022", "is stretched 2."),
    'hexes: {"A1": [200, 300], "E1": [9000, 300]}': ("M023", "more lie outside the scan of"),
}


@pytest.mark.parametrize("keys", ERRORS)
def test_a_scan_that_can_not_fit_is_told_of(keys: str, tmp_path: Path) -> None:
    root = with_scan(
        copy_toy(tmp_path), scan_of(turned(0.0, 2.0)), keys if "hexes" in keys else "hexes: {A1: [9, 9]}"
    )
    if "hexes" not in keys:
        path = root / f"data/{SLUG}/map.yaml"
        path.write_text(path.read_text(encoding="utf-8").replace("picture: scan.jpg\n", ""), encoding="utf-8")
    code, words = ERRORS[keys]
    found = [one for one in findings(lambda: load_toy(root)) if one.code.startswith("M0")]
    assert [one.code for one in found] == [code]
    assert words in found[0].message
    assert found[0].hint


def test_the_fit_is_said_in_pixels(tmp_path: Path) -> None:
    transform = turned(0.7, 5.0)
    pixels = dict(pixels_of(transform, CORNERS[:3]))
    pixels["A5"] = (pixels["A5"][0] + 3, pixels["A5"][1])
    root = with_scan(copy_toy(tmp_path), scan_of(transform), in_yaml(pixels))
    said = describe_fit(load_toy(root).game.hexmap)
    assert "3 hexes, the farthest 1." in said or "3 hexes, the farthest 2." in said
    assert "a hex is 119.8 pixels wide" in said
    root = with_scan(
        copy_toy(tmp_path / "two"), scan_of(transform), in_yaml(pixels_of(transform, CORNERS[:2]))
    )
    assert "2 hexes, too few to tell errors" in describe_fit(load_toy(root).game.hexmap)
