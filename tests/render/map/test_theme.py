from __future__ import annotations

import math
from itertools import combinations

import pytest

from hexwright.render.canvas import Colour
from hexwright.render.theme import THEMES, Theme, ThemeName
from tests.render.map.boards import game

# Full dichromacy in linear RGB, after Machado, Oliveira and Fernandes (2009).
SIGHT = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def _lab(colour: str, sight: str) -> tuple[float, float, float]:
    raw = [_linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5)]
    r, g, b = (max(0.0, min(1.0, sum(m * c for m, c in zip(row, raw, strict=True)))) for row in SIGHT[sight])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (math.pow(v, 1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _distance(a: str, b: str, sight: str) -> float:
    one, two = _lab(a, sight), _lab(b, sight)
    return math.dist(one, two)


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


@pytest.mark.parametrize("sight", SIGHT)
def test_grounds_of_the_contrast_theme_differ_for_every_eye(sight: str) -> None:
    for (one, a), (two, b) in combinations(_grounds(THEMES["contrast"]).items(), 2):
        assert _distance(a, b, sight) >= 15, (one, two)


@pytest.mark.parametrize("sight", SIGHT)
def test_lines_of_the_contrast_theme_differ_for_every_eye(sight: str) -> None:
    for (one, a), (two, b) in combinations(_lines(THEMES["contrast"]).items(), 2):
        assert _distance(a, b, sight) >= 15, (one, two)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("name", THEMES)
def test_sides_differ_for_every_eye_in_the_contrast_theme_and_for_most_in_classic(
    name: ThemeName, sight: str
) -> None:
    one, two = (THEMES[name].side(side) for side in game("2022").info.sides)
    least = 20 if name == "contrast" else 10
    assert _distance(one.accent, two.accent, sight) >= least
    assert _distance(one.fill, two.fill, sight) >= least


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
        light, dark = sorted((_luminance(ink), _luminance(ground)), reverse=True)
        least = 3.0 if ink == theme.hex_number else 4.5
        assert (light + 0.05) / (dark + 0.05) >= least, (ink, ground)


def _luminance(colour: str) -> float:
    r, g, b = (_linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
