"""The gate for SVGs from outside: what draws passes, what runs, refers outside or never ends is told."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from hexwright.sanitize import IN_ART, IN_MODULE, Kind, survey
from hexwright.sanitize.svg_references import Beside, Elsewhere, Embedded, Local, read_reference, read_style
from tests.art.svg_samples import BEFORE, COSTLY, SOUND, UNREADABLE, UNSAFE, bomb, svg


@pytest.mark.parametrize("body", SOUND)
def test_a_drawing_that_stays_within_itself_passes(body: str) -> None:
    assert survey(svg(body), IN_ART).refusals == ()


@pytest.mark.parametrize("body", UNSAFE)
def test_a_drawing_that_runs_or_reaches_outside_is_unsafe(body: str) -> None:
    for limits in (IN_ART, IN_MODULE):
        (first, *_) = survey(svg("\n  " + body), limits).refusals
        assert first.kind is Kind.UNSAFE
        assert (first.line, first.column) >= (2, 1)
        assert first.remedy


@pytest.mark.parametrize("before", BEFORE)
def test_declarations_before_the_svg_element_are_judged(before: str) -> None:
    use = "<image href='&a;'/>" if "ENTITY a " in before else "<image/>"
    for limits in (IN_ART, IN_MODULE):
        assert survey(svg(use, before), limits).of(Kind.UNSAFE)


def test_a_modules_drawing_may_declare_entities_and_a_counters_may_not() -> None:
    old = svg("<g id='&n;'/>", '<!DOCTYPE svg [<!ENTITY n "layer">]>')
    assert survey(old, IN_MODULE).refusals == ()
    assert survey(old, IN_ART).of(Kind.UNSAFE)
    standard = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    assert survey(svg("", standard), IN_ART).refusals == ()


def test_files_beside_it_are_the_callers_to_allow() -> None:
    asked: list[str] = []

    def within(path: str) -> bool:
        asked.append(path)
        return not path.startswith("..")

    assert survey(svg("<use href='a/%62/../c.svg#x'/>"), IN_MODULE, within).refusals == ()
    assert survey(svg("<use href='%2e%2e/c.svg#x'/>"), IN_MODULE, within).of(Kind.UNSAFE)
    assert survey(svg("<use href='..\\c.svg#x'/>"), IN_MODULE, within).of(Kind.UNSAFE)
    assert asked == ["a/c.svg", "../c.svg", "../c.svg"]


@pytest.mark.parametrize("body", COSTLY, ids=range(len(COSTLY)))
def test_a_drawing_that_costs_too_much_is_refused_before_it_is_drawn(body: str) -> None:
    (refusal,) = survey(svg(body), IN_ART).refusals
    assert refusal.kind is Kind.COSTLY


def test_a_picture_for_four_inks_is_refused_as_art_alone() -> None:
    stream = io.BytesIO()
    Image.new("CMYK", (3, 3)).save(stream, "JPEG")
    drawing = svg(f"<image href='data:image/jpeg;base64,{base64.b64encode(stream.getvalue()).decode()}'/>")
    (refusal,) = survey(drawing, IN_ART).refusals
    assert refusal.kind is Kind.UNDRAWABLE
    assert "CMYK" in refusal.reason
    assert survey(drawing, IN_MODULE).refusals == ()


def test_a_bomb_of_entities_or_of_references_is_told_in_a_module_too() -> None:
    declared = '<!ENTITY a0 "aaaaaaaaaaaaaaaaaaaa">'
    declared += "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    assert survey(svg("&a9;", f"<!DOCTYPE svg [{declared}]>"), IN_MODULE).of(Kind.COSTLY)
    assert survey(svg(bomb(12)), IN_MODULE).of(Kind.COSTLY)
    assert survey(svg(bomb(4)), IN_MODULE).refusals == ()


@pytest.mark.parametrize("data", UNREADABLE)
def test_files_that_are_no_svg_in_utf8_are_unreadable(data: bytes) -> None:
    (refusal,) = survey(data, IN_ART).refusals
    assert refusal.kind is Kind.UNREADABLE


def test_other_encodings_are_judged_in_a_module() -> None:
    body = "<script/>"
    assert survey(svg(body).decode().encode("utf-16"), IN_MODULE).of(Kind.UNSAFE)
    latin = b'<?xml version="1.0" encoding="windows-1252"?>' + svg(body + "\u00e9").decode().encode("cp1252")
    assert survey(latin, IN_MODULE).of(Kind.UNSAFE)


def test_no_more_is_told_than_anybody_reads() -> None:
    assert len(survey(svg("<script/>" * 1000), IN_MODULE).refusals) == 20


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("", Local("")),
        (" #a%20b ", Local("a b")),
        ("data:image/png;base64,QUI=", Embedded("image/png", b"AB")),
        ("DATA:image/png,A%42", Embedded("image/png", b"AB")),
        ("data:image/png", Embedded("image/png", None)),
        ("a/../b.svg#x", Beside("b.svg")),
        ("../b.svg", Beside("../b.svg")),
        ("http:b.svg", Elsewhere("http:b.svg")),
        ("/b.svg", Elsewhere("/b.svg")),
    ],
)
def test_an_address_means_what_it_means_to_a_browser(text: str, meaning: object) -> None:
    assert read_reference(text) == meaning


def test_a_style_is_read_in_time_proportional_to_its_length() -> None:
    # What stands between two references is read once, whatever is left open.
    for piece in ("url(", "url('#a'", "url(  ", "\\", "\\75", "@namespace url(", "image(", "'", "/*"):
        style = read_style(piece * 20_000)
        assert sum(len(str(reference)) for reference in style.references) < 4_000_000
