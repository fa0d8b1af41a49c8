from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from hexwright.render.counters.counter_batch import (
    FaceId,
    counter_face_svg,
    counter_faces,
    counter_pictures,
    counter_svgs,
    raster_faces,
)
from hexwright.render.theme import THEMES, Theme
from tests.render.counters.cards import moscow

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
SOME = (
    "unit-german-xxiv-1.png",
    "unit-german-xxiv-2.png",
    "unit-soviet-3-1.png",
    "unit-soviet-3-2.png",
    "marker-turn-1.png",
)


def some_svgs(theme: Theme) -> dict[str, str]:
    game = moscow()
    return {f.file: counter_face_svg(game, f, theme) for f in counter_faces(game) if f.file in SOME}


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def difference(a: bytes, b: bytes) -> float:
    """Mean difference of two pictures in grey, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(opened(a).convert("L"), opened(b).convert("L"))).mean[0]


def test_every_face_has_a_picture_with_a_plain_name() -> None:
    game = moscow()
    names = list(counter_svgs(game, THEMES["classic"]))
    faces = sum(len(u.steps) for u in game.counters.units) + sum(len(m.faces) for m in game.counters.markers)
    assert len(set(names)) == len(names) == faces
    assert {
        name for name in names if not re.fullmatch(r"(unit|marker)-[A-Za-z0-9._-]+-\d+\.png", name)
    } == set()
    assert "unit-german-xxiv-1.png" in names


@themes
def test_same_game_gives_the_same_text_and_bytes(theme: Theme) -> None:
    first, second = some_svgs(theme), some_svgs(theme)
    assert first == second
    assert raster_faces(first, 40) == raster_faces(second, 40)


def test_face_rastered_alone_is_the_same_as_among_others() -> None:
    svgs = some_svgs(THEMES["classic"])
    together = raster_faces(svgs, 30)
    assert {name: raster_faces({name: svg}, 30)[name] for name, svg in svgs.items()} == together


def test_pictures_have_the_size_asked_for_and_clear_corners() -> None:
    for data in raster_faces(some_svgs(THEMES["classic"]), 75).values():
        picture = opened(data)
        assert (picture.size, picture.mode) == ((75, 75), "RGBA")
        corners = {picture.getpixel(at) for at in ((0, 0), (74, 0), (0, 74), (74, 74))}
        assert {pixel[3] for pixel in corners if isinstance(pixel, tuple)} == {0}
        middle = picture.getpixel((37, 60))
        assert isinstance(middle, tuple)
        assert middle[3] == 255


@themes
def test_front_and_back_and_sides_differ_even_in_grey_at_half_zoom(theme: Theme) -> None:
    pictures = raster_faces(some_svgs(theme), 75)
    german, german_back, soviet, soviet_back, _ = (pictures[name] for name in SOME)
    assert difference(german, german_back) > 25
    assert difference(soviet, soviet_back) > 25
    assert difference(german, soviet) > 12


def test_any_designation_stands_in_the_svg_as_it_is_written() -> None:
    game = moscow()
    text = "<&>\"';/Ж"
    unit = replace(game.counters.units[0], designation=text)
    svg = counter_face_svg(game, FaceId(unit, 0), THEMES["classic"])
    words = [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")]
    assert text in words


def test_art_is_embedded_in_the_face_of_the_unit_that_names_it() -> None:
    game = moscow()
    unit = replace(game.counters.units[0], symbol_picture="tiger.svg")
    game = replace(game, counters=replace(game.counters, units=(unit,), markers=()))
    red = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#f00" d="M0 0h3v2H0z"/></svg>'
    )
    plain = counter_pictures(game, THEMES["classic"], 60)
    drawn = counter_pictures(game, THEMES["classic"], 60, {"tiger.svg": red})
    name = f"unit-{unit.id}-1.png"
    assert plain[name] != drawn[name]
    assert opened(drawn[name]).getpixel((30, 29)) == (255, 0, 0, 255)
