"""The key to the counters on a screen: pictures drawn as in print, small, each beside its words."""

from __future__ import annotations

import io
from functools import cache

import pytest
from lxml import html
from PIL import Image

from hexwright.render.counters.counter_explanation import (
    explained_parts,
    marker_title,
    sample_unit,
)
from hexwright.render.counters.key_pictures import key_files, key_rasters, picture_key
from hexwright.render.theme import CLASSIC, styled_theme
from hexwright.vassal.module.help_pages import help_pages
from hexwright.vassal.module.module_compiler import compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from tests.shipped import shipped
from tests.vassal.compile.games import game as toy_game
from tests.vassal.compile.games import plan

GAMES = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")
MOST_BYTES = 30_000


@cache
def rasters(slug: str) -> dict[str, bytes]:
    game = shipped(slug).game
    return dict(key_rasters(game, styled_theme(CLASSIC, game)))


def rules_page(slug: str, pictures: dict[str, bytes]) -> html.HtmlElement:
    pages = help_pages(shipped(slug).game, pictures)
    return html.fromstring(next(page.html for page in pages if page.file == "help/rules.html"))


@pytest.mark.parametrize("slug", GAMES)
def test_pictures_are_small_and_have_the_size_that_the_page_gives(slug: str) -> None:
    made = rasters(slug)
    shown = {image.get("src"): image for image in rules_page(slug, made).iter("img")}
    assert set(shown) == set(made) == set(key_files(picture_key(shipped(slug).game, CLASSIC)))
    assert sum(map(len, made.values())) < MOST_BYTES
    for name, data in made.items():
        with Image.open(io.BytesIO(data)) as image:
            told = (int(shown[name].get("width", "")), int(shown[name].get("height", "")))
            assert image.width == told[0], name
            assert abs(image.height - told[1]) <= 1, name
            assert len(image.convert("RGBA").getcolors(1 << 16) or ()) > 4, name


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_tells_beside_the_pictures_all_that_the_printed_key_tells(slug: str) -> None:
    game = shipped(slug).game
    text = " ".join(rules_page(slug, rasters(slug)).text_content().split())
    wanted = [marker_title(marker).replace("\xa0", " ") for marker in game.counters.markers]
    wanted += [one.name for one in game.counters.classes]
    wanted += [
        one.name
        for one in game.counters.formations
        if any(u.formation == one.id for u in game.counters.units)
    ]
    for side in game.info.sides:
        unit = sample_unit(game, CLASSIC, side)
        assert unit is not None
        wanted += [part.text for part in explained_parts(game, CLASSIC, unit)]
    assert [one for one in wanted if one not in text] == []


def test_a_page_without_pictures_names_none() -> None:
    page = rules_page("battle-for-moscow", {})
    assert not list(page.iter("img"))
    assert "On the German counter of" in page.text_content()


def test_the_module_has_the_pictures_that_its_help_shows() -> None:
    game = toy_game("toy-bridge")
    stock = ModulePieces.of(game, plan("toy-bridge"))
    made = key_rasters(game, CLASSIC)
    files = compile_module(stock, b"", made, ()).files
    shown = [image.get("src") for image in html.fromstring(files["help/rules.html"].decode()).iter("img")]
    assert shown
    assert all(files[f"images/{name}"] == made[name] for name in shown if name)
