"""The gate for SVGs from outside: drawings pass; scripts, outside references and endless drawings are
reported.
"""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from hexwright.sanitize import DESIGNER_ART_LIMITS, MODULE_PICTURE_LIMITS, RefusalKind, inspect_svg
from hexwright.sanitize.svg_references import (
    DocumentReference,
    EmbeddedData,
    ExternalReference,
    RelativeFileReference,
    read_reference,
    read_style,
)
from tests.sanitize.svg_samples import BEFORE, COSTLY, SOUND, UNREADABLE, UNSAFE, bomb, svg


@pytest.mark.parametrize("body", SOUND)
def test_a_drawing_that_stays_within_itself_passes(body: str) -> None:
    assert inspect_svg(svg(body), DESIGNER_ART_LIMITS).refusals == ()


@pytest.mark.parametrize("body", UNSAFE)
def test_a_drawing_that_runs_or_reaches_outside_is_unsafe(body: str) -> None:
    for limits in (DESIGNER_ART_LIMITS, MODULE_PICTURE_LIMITS):
        (first, *_) = inspect_svg(svg("\n  " + body), limits).refusals
        assert first.kind is RefusalKind.UNSAFE
        assert (first.line, first.column) >= (2, 1)
        assert first.remedy


@pytest.mark.parametrize("before", BEFORE)
def test_declarations_before_the_svg_element_are_judged(before: str) -> None:
    use = "<image href='&a;'/>" if "ENTITY a " in before else "<image/>"
    for limits in (DESIGNER_ART_LIMITS, MODULE_PICTURE_LIMITS):
        assert inspect_svg(svg(use, before), limits).of(RefusalKind.UNSAFE)


def test_a_modules_drawing_may_declare_entities_and_a_counters_may_not() -> None:
    old = svg("<g id='&n;'/>", '<!DOCTYPE svg [<!ENTITY n "layer">]>')
    assert inspect_svg(old, MODULE_PICTURE_LIMITS).refusals == ()
    assert inspect_svg(old, DESIGNER_ART_LIMITS).of(RefusalKind.UNSAFE)
    standard = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    assert inspect_svg(svg("", standard), DESIGNER_ART_LIMITS).refusals == ()


def test_files_beside_it_are_the_callers_to_allow() -> None:
    asked: list[str] = []

    def within(path: str) -> bool:
        asked.append(path)
        return not path.startswith("..")

    assert inspect_svg(svg("<use href='a/%62/../c.svg#x'/>"), MODULE_PICTURE_LIMITS, within).refusals == ()
    assert inspect_svg(svg("<use href='%2e%2e/c.svg#x'/>"), MODULE_PICTURE_LIMITS, within).of(
        RefusalKind.UNSAFE
    )
    assert inspect_svg(svg("<use href='..\\c.svg#x'/>"), MODULE_PICTURE_LIMITS, within).of(RefusalKind.UNSAFE)
    assert asked == ["a/c.svg", "../c.svg", "../c.svg"]


@pytest.mark.parametrize("body", COSTLY, ids=range(len(COSTLY)))
def test_a_drawing_that_costs_too_much_is_refused_before_it_is_drawn(body: str) -> None:
    (refusal,) = inspect_svg(svg(body), DESIGNER_ART_LIMITS).refusals
    assert refusal.kind is RefusalKind.COSTLY


def test_a_picture_for_four_inks_is_refused_as_art_alone() -> None:
    stream = io.BytesIO()
    Image.new("CMYK", (3, 3)).save(stream, "JPEG")
    drawing = svg(f"<image href='data:image/jpeg;base64,{base64.b64encode(stream.getvalue()).decode()}'/>")
    (refusal,) = inspect_svg(drawing, DESIGNER_ART_LIMITS).refusals
    assert refusal.kind is RefusalKind.UNDRAWABLE
    assert "CMYK" in refusal.reason
    assert inspect_svg(drawing, MODULE_PICTURE_LIMITS).refusals == ()


def test_a_bomb_of_entities_or_of_references_is_told_in_a_module_too() -> None:
    declared = '<!ENTITY a0 "aaaaaaaaaaaaaaaaaaaa">'
    declared += "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    assert inspect_svg(svg("&a9;", f"<!DOCTYPE svg [{declared}]>"), MODULE_PICTURE_LIMITS).of(
        RefusalKind.COSTLY
    )
    assert inspect_svg(svg(bomb(12)), MODULE_PICTURE_LIMITS).of(RefusalKind.COSTLY)
    assert inspect_svg(svg(bomb(4)), MODULE_PICTURE_LIMITS).refusals == ()


@pytest.mark.parametrize("data", UNREADABLE)
def test_files_that_are_no_svg_in_utf8_are_unreadable(data: bytes) -> None:
    (refusal,) = inspect_svg(data, DESIGNER_ART_LIMITS).refusals
    assert refusal.kind is RefusalKind.UNREADABLE


def test_other_encodings_are_judged_in_a_module() -> None:
    body = "<script/>"
    assert inspect_svg(svg(body).decode().encode("utf-16"), MODULE_PICTURE_LIMITS).of(RefusalKind.UNSAFE)
    latin = b'<?xml version="1.0" encoding="windows-1252"?>' + svg(body + "\u00e9").decode().encode("cp1252")
    assert inspect_svg(latin, MODULE_PICTURE_LIMITS).of(RefusalKind.UNSAFE)


def test_no_more_is_told_than_anybody_reads() -> None:
    assert len(inspect_svg(svg("<script/>" * 1000), MODULE_PICTURE_LIMITS).refusals) == 20


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("", DocumentReference("")),
        (" #a%20b ", DocumentReference("a b")),
        ("data:image/png;base64,QUI=", EmbeddedData("image/png", b"AB")),
        ("DATA:image/png,A%42", EmbeddedData("image/png", b"AB")),
        ("data:image/png", EmbeddedData("image/png", None)),
        ("a/../b.svg#x", RelativeFileReference("b.svg")),
        ("../b.svg", RelativeFileReference("../b.svg")),
        ("http:b.svg", ExternalReference("http:b.svg")),
        ("/b.svg", ExternalReference("/b.svg")),
    ],
)
def test_an_address_means_what_it_means_to_a_browser(text: str, meaning: object) -> None:
    assert read_reference(text) == meaning


def test_a_style_is_read_in_time_proportional_to_its_length() -> None:
    # What stands between two references is read once, whatever is left open.
    for piece in ("url(", "url('#a'", "url(  ", "\\", "\\75", "@namespace url(", "image(", "'", "/*"):
        style = read_style(piece * 20_000)
        assert sum(len(str(reference)) for reference in style.references) < 4_000_000
