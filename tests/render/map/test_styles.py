"""The styles of maps: what each draws, that it is drawn alike each time, and who can see it."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from itertools import combinations
from typing import get_args

import pytest
from PIL import Image, ImageMath

from hexwright.geometry.hex_layout import Point
from hexwright.model.colours import Colours, Palette
from hexwright.model.game import Game
from hexwright.model.hex_map import LookName, MapStyle, Terrain, TerrainArt
from hexwright.render.canvas import Box, Colour
from hexwright.render.map.ground.farm_stamps import farm_stamps
from hexwright.render.map.ground.land_cover import faded
from hexwright.render.map.ground.tree_stamps import tree_stamps
from hexwright.render.map.hex_regions import joined_outlines
from hexwright.render.map.hexes.terrain_areas import terrain_area, terrain_edge
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import distance_to
from hexwright.render.map.sheet.map_legend import draw_sample
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.svg_raster import SvgDrawing
from hexwright.render.theme import CLASSIC, CONTRAST, Theme, styled_theme, theme_of_look
from hexwright.support.colour_contrast import contrast_ratio, relative_luminance
from hexwright.support.colour_sight import SIGHTS, Sight, colour_distance
from tests.render.map.boards import game, plan, sheet
from tests.shipped import shipped

LOOK_NAMES: tuple[LookName, ...] = get_args(LookName)


def _styled(style: MapStyle) -> Game:
    played = game("a new game")
    return replace(played, hexmap=replace(played.hexmap, style=style))


@pytest.mark.parametrize("look", LOOK_NAMES)
def test_a_map_drawn_twice_in_a_style_has_the_same_bytes(look: LookName) -> None:
    played = _styled(MapStyle(look))
    one, two = (sheet_svg(played, styled_theme(CLASSIC, played)) for _ in range(2))
    assert one == two


def test_the_styles_differ_in_what_they_draw_on_the_land_only() -> None:
    drawn = {}
    for look in LOOK_NAMES:
        played = _styled(MapStyle(look))
        drawn[look] = sheet_svg(played, styled_theme(CLASSIC, played))
    assert len(set(drawn.values())) == 3
    assert [look for look, svg in drawn.items() if "<image" in svg] == ["publisher"]


def test_a_style_changes_colours_weights_and_densities() -> None:
    style = MapStyle(
        colours={"forest": "#AABBCC"}, weights={"grid": 2.0}, density={"fields": 0.0}, relief=0.5
    )
    theme = styled_theme(CLASSIC, _styled(style))
    assert theme.forest == "#aabbcc"
    assert (theme.look.grid, theme.look.fields, theme.look.relief) == (CLASSIC.look.grid * 2, 0.0, 0.5)


def test_a_style_may_use_the_palettes_of_the_counters() -> None:
    played = _styled(MapStyle(colours={"forest": "palette.guards.accent", "water": "palette.gone.ink"}))
    guards = Palette("guards", Colours("#d9c9a3", "#ece3cd", "#221a05", "#6B1D14"))
    playing = replace(played, counters=replace(played.counters, palettes=(guards,)))
    assert styled_theme(CLASSIC, playing).forest == "#6b1d14"
    assert styled_theme(CLASSIC, playing).water == CLASSIC.water


def test_who_asks_for_the_theme_contrast_gets_it_whatever_the_style() -> None:
    assert styled_theme(CONTRAST, _styled(MapStyle("plain"))) == CONTRAST


@pytest.mark.parametrize("art", [art for art in get_args(TerrainArt) if art not in ("clear", "field")])
def test_every_kind_of_terrain_has_marks_in_every_style(art: TerrainArt) -> None:
    played = game("a new game")
    kind = Terrain("kind", "Kind", art, (next(iter(plan("a new game").layout.grid)),))
    shown = replace(played, hexmap=replace(played.hexmap, terrain=(kind,)))
    for look in LOOK_NAMES:
        canvas = RecordingCanvas()
        draw_sample(canvas, shown, theme_of_look(look), "kind", Box(20, 20, 24, 16))
        assert any("terrain:kind" in path.groups for path in canvas.paths), look


def test_edges_of_forests_wander_off_the_hexsides_and_hexes_keep_their_centres() -> None:
    view = sheet("2022").board.view
    kind = next(kind for kind in view.hexmap.terrain if kind.art == "forest")
    sides = [(*ring, ring[0]) for ring in joined_outlines(view, kind.hexes)]
    edge = [point for ring in terrain_edge(view, kind) for point in ring[::12]]
    off = sorted(min(distance_to(point, side) for side in sides) for point in edge)
    hexside = view.layout.hex_width / math.sqrt(3)
    assert 0.12 <= off[int(0.9 * len(off))] / hexside <= 0.3
    area = terrain_area(view, kind)
    assert all(view.layout.centre(hex_id) in area for hex_id in kind.hexes)


@pytest.mark.parametrize("look", ["plain", "accessible"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_colour_blind_players_tell_the_grounds_of_flat_styles_apart(look: LookName, sight: Sight) -> None:
    theme = theme_of_look(look)
    grounds = {
        role: getattr(theme, role) for role in ("land", "forest", "swamp", "hills", "water", "built_up")
    }
    close = {
        (one, two): round(colour_distance(grounds[one], grounds[two], sight), 1)
        for one, two in combinations(grounds, 2)
    }
    assert {pair: far for pair, far in close.items() if far < 9} == {}


@pytest.mark.parametrize(
    ("case", "units"),
    [("2022", {"km", "miles"}), ("fixed sheet", {"km", "miles"}), ("a new game", {"m", "yards"})],
)
def test_the_scale_bar_is_at_least_half_a_hex_long_and_true_in_two_units(case: str, units: set[str]) -> None:
    drawn = sheet(case)
    told = [text for text in drawn.canvas.texts if re.fullmatch(r"[\d.]+ (km|miles|m|yards)", text.text)]
    assert {text.text.split()[1] for text in told} == units
    start = min(text.at.x for text in drawn.canvas.texts if text.text == "0")
    km = {"km": 1.0, "miles": 1.609344, "m": 0.001, "yards": 0.0009144}
    for text in told:
        long = text.at.x - start
        assert long >= 0.5 * min(drawn.plan.layout.hex_width, 60)
        length, unit = text.text.split()
        measured = long * drawn.game.hexmap.km_per_hex / drawn.plan.layout.hex_width
        assert measured == pytest.approx(float(length) * km[unit], rel=0.01)


@pytest.mark.parametrize(
    ("slug", "in_woods", "in_fields"), [("moscow-campaign", 2.9, 3.4), ("battle-of-moscow", 2.2, 2.4)]
)
def test_hex_numbers_are_read_among_the_marks_of_small_hexes(
    slug: str, in_woods: float, in_fields: float
) -> None:
    """Figures of 5 points can't be larger, so trees, fields and houses below them are paler."""
    played = shipped(slug).game
    theme, layout = styled_theme(CLASSIC, played), plan_sheet(played).layout
    view = MapView(played.hexmap, layout, Box(0, 0, 1, 1), theme)
    large = replace(view, layout=replace(layout, hex_width=24.0))
    for ground, least in ((theme.forest, in_woods), (theme.land, in_fields)):
        assert faded(large, ground) == theme
        assert contrast_ratio(theme.hex_number, _darkest(faded(view, ground))) > least
        assert contrast_ratio(theme.hex_number, _darkest(theme)) < least


def _darkest(theme: Theme) -> Colour:
    """Return the darkest colour of trees and fields that covers more than a speck."""
    stamps = (*tree_stamps(theme, "wood", 1.0), *farm_stamps(theme, 1.0, village=False))
    fills = [style.fill for stamp in stamps for _, style in stamp.parts if style.fill is not None]
    return min(fills, key=relative_luminance)


_PX_PER_MM = 4.0
_CELL = 8


def _value(picture: Image.Image, at: tuple[int, int]) -> float:
    value = picture.getpixel(at)
    assert isinstance(value, float)
    return value


def _share_of_bare_land(played: Game) -> float:
    """Return the share of land without a mark within 1 mm: where the picture hardly changes."""
    planned = plan_sheet(played)
    drawing = SvgDrawing(sheet_svg(played, styled_theme(CLASSIC, played), plan=planned))
    width = round(planned.width * _PX_PER_MM)
    picture = Image.open(io.BytesIO(drawing.band(width, 0, drawing.height_at(width)))).convert("L")
    grey = picture.convert("F")
    # The variance of the pixels of each cell of 2 mm: the mean of the squares less the square of the mean.
    square = ImageMath.lambda_eval(lambda a: a["g"] * a["g"], g=grey).reduce(_CELL)
    mean = grey.reduce(_CELL)
    wet = {h for kind in played.hexmap.terrain if kind.art in ("lake", "sea") for h in kind.hexes}
    bare = total = 0
    field = planned.field
    for row in range(int(field.y) + 2, int(field.bottom) - 2, 2):
        for column in range(int(field.x) + 2, int(field.right) - 2, 2):
            here = planned.layout.hex_at(Point(column, row))
            if here is not None and here not in wet:
                total += 1
                at = int(column * _PX_PER_MM) // _CELL, int(row * _PX_PER_MM) // _CELL
                bare += _value(square, at) - _value(mean, at) ** 2 < 9.0
    return bare / total


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["moscow-campaign", "battle-of-moscow"])
def test_little_land_has_no_mark_within_a_millimetre(slug: str) -> None:
    assert _share_of_bare_land(shipped(slug).game) <= 0.15
