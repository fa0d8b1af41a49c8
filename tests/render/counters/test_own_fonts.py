"""Fonts of the designer's: glyphs, right-to-left names, joined Arabic, and what can't be set."""

from __future__ import annotations

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.render.counters.own_fonts import (
    OwnFont,
    UnusableFontError,
    join_arabic,
    own_font,
    unshapeable,
    visual_order,
)
from hexwright.vassal.module.help_pages import help_pages
from tests.render.counters.layout_games import drawn, load_with
from tests.render.counters.made_fonts import made_font

HEBREW = "חטיבה"
ARABIC = "سلام"


def test_a_text_of_an_own_font_is_drawn_as_shapes() -> None:
    data = made_font({"第": 1000, "二": 900, "師": 1000, "団": 1000})
    loaded = load_with(
        "unit_layout: own\n"
        "fonts: {kanji: {file: kanji.ttf, licence: OFL}}\n"
        "units: {red-1: {data: {native: 第二師団}}}\n"
        "layouts:\n  own:\n    parts:\n      - {draw: ground}\n"
        '      - {draw: text, text: "{data.native}", font: kanji, size: 7, box: [1, 2, 13, 4]}\n',
        {"kanji.ttf": data},
    )
    assert [found.code for found in loaded.diagnostics] == []
    canvas, record = drawn(loaded.game, "red-1", art={"kanji.ttf": data})
    assert canvas.texts == []
    (text,) = record.texts
    assert text.text == "第二師団"
    assert text.box.width == pytest.approx(3.9 * 7 * 25.4 / 72)
    shape = next(path.path.box for path in canvas.paths if path.groups == ("own.2",))
    assert text.box.inset(-0.01).holds(shape)


def test_the_licence_of_a_font_is_among_the_credits() -> None:
    loaded = load_with(
        "fonts: {kanji: {file: kanji.ttf, licence: 'OFL, The Makers'}}", {"kanji.ttf": made_font({"第": 9})}
    )
    (page,) = (page for page in help_pages(loaded.game) if page.title.startswith("About"))
    assert "kanji.ttf" in page.html
    assert "OFL, The Makers" in page.html


def test_names_in_other_scripts_are_left_to_the_layout() -> None:
    with pytest.raises(InputError, match="K015"):
        load_with(f"units: {{red-1: {{name: {HEBREW}}}}}")
    assert load_with(f"units: {{red-1: {{data: {{native: {HEBREW}}}}}}}").diagnostics == ()


def test_letters_that_a_font_lacks_are_an_error_at_the_unit() -> None:
    with pytest.raises(InputError) as fault:
        load_with(
            "unit_layout: own\n"
            "fonts: {kanji: {file: kanji.ttf, licence: OFL}}\n"
            "units: {red-1: {data: {native: 第三}}}\n"
            "layouts:\n  own:\n    parts:\n      - {draw: ground}\n"
            '      - {draw: text, text: "{data.native}", font: kanji, size: 7, box: [1, 2, 13, 4]}\n',
            {"kanji.ttf": made_font({"第": 1000})},
        )
    assert "font 'kanji' has no glyph for '三' in '第三' on unit 'red-1'" in str(fault.value)


def test_right_to_left_text_is_reordered_and_numbers_in_it_are_not() -> None:
    assert visual_order(HEBREW) == HEBREW[::-1]
    assert visual_order(f"{HEBREW} 12") == f"12 {HEBREW[::-1]}"
    assert visual_order(f"({HEBREW}) 3.5") == f"3.5 ({HEBREW[::-1]})"
    assert visual_order("2nd Division (mot.)") == "2nd Division (mot.)"


def test_arabic_letters_join_where_a_font_has_the_forms() -> None:
    forms = "\ufeb3\ufefc\ufee1"  # initial seen, final lam-alef, isolated meem
    known = {ord(char): "x" for char in forms + ARABIC}
    assert join_arabic(ARABIC, known) == forms
    assert join_arabic(ARABIC, {ord(char): "x" for char in ARABIC}) == ARABIC
    assert join_arabic("Abc", known) == "Abc"


def test_scripts_whose_letters_change_places_are_named() -> None:
    assert unshapeable("भारत") != ""
    assert unshapeable(ARABIC + HEBREW + "東京") == ""


@pytest.mark.parametrize("data", [b"", b"OTTO", made_font({"A": 500})[:300], b"\0" * 4000])
def test_a_damaged_font_is_refused(data: bytes) -> None:
    with pytest.raises(UnusableFontError):
        OwnFont(data)


def test_a_font_with_too_large_a_glyph_is_refused_when_it_is_drawn() -> None:
    font = own_font(made_font({"A": 500}, points=5000))
    with pytest.raises(UnusableFontError, match="too many points"):
        font.outline(font.glyphs("A")[0])
