from __future__ import annotations

from itertools import combinations

import pytest

from hexwright.render.canvas import Colour
from hexwright.render.theme import THEMES, Theme, ThemeName
from hexwright.support.colour_contrast import contrast_ratio
from hexwright.support.colour_sight import SIGHTS, Sight, colour_distance
from tests.render.map.boards import game


def _grounds(theme: Theme) -> dict[str, Colour]:
    return {
        "land": theme.land,
        "forest": theme.forest,
        "water": theme.water,
        "fort ground": theme.fort_ground,
        "built up": theme.built_up,
    }


def _lines(theme: Theme) -> dict[str, Colour]:
    return {"rail": theme.rail, "water edge": theme.water_edge, "road": theme.road, "hex": theme.hex_line}


@pytest.mark.parametrize("sight", SIGHTS)
def test_grounds_of_the_contrast_theme_differ_for_every_eye(sight: Sight) -> None:
    for (one, a), (two, b) in combinations(_grounds(THEMES["contrast"]).items(), 2):
        assert colour_distance(a, b, sight) >= 15, (one, two)


@pytest.mark.parametrize("sight", SIGHTS)
def test_lines_of_the_contrast_theme_differ_for_every_eye(sight: Sight) -> None:
    for (one, a), (two, b) in combinations(_lines(THEMES["contrast"]).items(), 2):
        assert colour_distance(a, b, sight) >= 15, (one, two)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", THEMES)
def test_sides_differ_for_every_eye_in_the_contrast_theme_and_for_most_in_classic(
    name: ThemeName, sight: Sight
) -> None:
    one, two = (THEMES[name].side(side) for side in game("2022").info.sides)
    least = 20 if name == "contrast" else 10
    assert colour_distance(one.accent, two.accent, sight) >= least
    assert colour_distance(one.fill, two.fill, sight) >= least


@pytest.mark.parametrize("name", THEMES)
def test_lettering_stands_out_from_what_it_stands_on(name: ThemeName) -> None:
    theme = THEMES[name]
    for ink, ground in (
        (theme.ink, theme.panel),
        (theme.ink_quiet, theme.panel),
        (theme.place_name, theme.land),
        (theme.water_name, theme.land),
        (theme.fort, theme.land),
        (theme.hex_number, theme.land),
        (theme.on_dark, theme.ink),
    ):
        least = 3.0 if ink == theme.hex_number else 4.5
        assert contrast_ratio(ink, ground) >= least, (ink, ground)
