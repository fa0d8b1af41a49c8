"""The title page of a module: everything on it comes from the game's data, and long names fit."""

from __future__ import annotations

import dataclasses
import io
import re

import pytest
from PIL import Image

from hexwright.model.game import Game
from hexwright.render.about_picture import HEIGHT, WIDTH, about_drawing, about_picture
from hexwright.render.fonts import FontFace, text_width
from tests.vassal.compile.games import GAMES, game


def words(svg: str) -> list[tuple[float, float, float, str]]:
    """Return each line of text: its left edge, its baseline, its size, and the text."""
    found = re.findall(r"<text ([^>]*)>([^<]*)</text>", svg)
    values = [(dict(re.findall(r'([\w-]+)="([^"]*)"', given)), text) for given, text in found]
    return [(float(v["x"]), float(v["y"]), float(v["font-size"]), text) for v, text in values]


@pytest.mark.parametrize("slug", GAMES)
def test_the_title_page_names_the_game_its_sides_and_its_people(slug: str) -> None:
    info = game(slug).info
    told = " ".join(text for *_, text in words(about_drawing(game(slug))))
    assert info.title in told
    assert f"Version {info.version} of the module" in told
    for side in info.sides:
        assert side.plural in told
    for name in info.credits[0].names:
        assert name in told


def test_only_a_published_game_names_its_publisher(monkeypatch: pytest.MonkeyPatch) -> None:
    base = game("battle-for-moscow")
    assert "First published in 1986 by GDW" in about_drawing(base)
    monkeypatch.setattr(Game, "invented", True)
    assert "published" not in about_drawing(base)


def test_long_titles_and_many_credits_stay_on_the_page() -> None:
    base = game("battle-for-moscow")
    info = dataclasses.replace(
        base.info, title="The <Long> & Winding Campaigns of the Great War " * 3, credits=base.info.credits * 9
    )
    svg = about_drawing(dataclasses.replace(base, info=info))
    assert "&lt;Long&gt; &amp;" in svg
    for x, y, size, text in words(svg):
        assert 0 < y < HEIGHT
        assert x + text_width(text, FontFace.SANS, size) < WIDTH


def test_the_picture_has_its_size_and_the_same_bytes_each_time() -> None:
    data = about_picture(game("battle-for-moscow"))
    assert data == about_picture(game("battle-for-moscow"))
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.size == (WIDTH, HEIGHT)


def test_the_steps_of_the_wizard_have_room_above_the_words() -> None:
    # VASSAL's list of up to eight steps is 18 pixels a line, below a heading of 40.
    assert min(y - size for _, y, size, _ in words(about_drawing(game("battle-for-moscow")))) > 40 + 8 * 17
