"""Files for a print shop: plates, the cutter's line, inks, output intent, keys of PDF/X-4, specification."""

from __future__ import annotations

import re
import struct
import zlib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.diagnostics.diagnostic import InputError
from hexwright.paper.pages.paper_sizes import Paper, parse_paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.printers.press_profiles import read_profile
from hexwright.render.canvas import Colour
from hexwright.render.icc_profile import IccProfile
from hexwright.render.pdf_inks import operator, process_inks
from tests.paper.sheets import moscow, opened, printed, streams, text_of, toy


def icc(space: bytes = b"CMYK", kind: bytes = b"prtr", description: str = "Coated FOGRA39L") -> bytes:
    """Return a profile with a description and without tables."""
    words = description.encode() + b"\0"
    tag = b"desc" + bytes(4) + struct.pack(">I", len(words)) + words
    size = 128 + 4 + 12 + len(tag)
    header = struct.pack(">I", size) + bytes(8) + kind + space + b"Lab " + bytes(12) + b"acsp"
    table = struct.pack(">I4sII", 1, b"desc", 144, len(tag))
    return header.ljust(128, b"\0") + table + tag


@cache
def counters(profile: bool = False) -> bytes:
    game, art = toy()
    settings = PrintSettings(shop=True, art=art, profile=IccProfile.read(icc()) if profile else None)
    return printed(game, "counters", settings)


def drawn(data: bytes) -> str:
    return "\n".join(streams(data))


def test_register_marks_lie_on_all_plates() -> None:
    assert re.search(rb"/Separation /All /DeviceCMYK", counters())
    assert "/All CS 1 SCN" in drawn(counters())


def test_the_cutter_gets_a_line_of_its_own_that_overprints() -> None:
    game, _ = toy()
    text = drawn(counters())
    assert re.search(rb"/Separation /CutContour", counters())
    assert re.search(rb"/OP true", counters())
    fronts = text.count("/CutContour CS 1 SCN")
    assert fronts == len(re.findall(r"/gRLs\d+ gs[^Q]*/CutContour CS 1 SCN", text)) > 0
    # At home a person cuts along marks; a line across the sheet would only be in the way.
    assert b"CutContour" not in printed(game, "counters", PrintSettings())


def test_two_counters_that_touch_share_their_cut() -> None:
    text = drawn(printed(moscow(), "counters", PrintSettings(shop=True)))
    contour = re.search(r"/CutContour CS 1 SCN(.*?)\bS\b", text, re.DOTALL)
    assert contour is not None
    lines = re.findall(r"([\d.]+ [\d.]+) m\s+([\d.]+ [\d.]+) l", contour[1])
    assert len(lines) == len(set(lines)) > 10


@given(st.integers(0xE1, 0xFF), st.integers(0xC0, 0xFF), st.integers(0x80, 0xFF))
def test_a_tint_of_paper_has_no_black_dots(red: int, green: int, blue: int) -> None:
    inks = process_inks(Colour(f"#{red:02x}{green:02x}{blue:02x}"), False)
    assert inks[3] == 0 or red == green == blue


@given(st.integers(0, 0xFFFFFF))
def test_inks_give_back_the_colour_that_they_print(colour: int) -> None:
    parts = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    *inks, black = process_inks(Colour(f"#{colour:06x}"), False)
    if sum(inks) + black < 2.79:
        for ink, part in zip(inks, parts, strict=True):
            assert (1 - ink) * (1 - black) == pytest.approx(part, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_ink_values_are_written_without_exponents(inks: list[float]) -> None:
    assert re.fullmatch(r"(?:\d(?:\.\d+)? ){4}k", operator(tuple(inks), stroke=False))


def test_each_subset_of_a_font_has_its_own_tag() -> None:
    tags = re.findall(rb"/BaseFont /([A-Z]{6})\+", counters())
    assert len(tags) == len(set(tags)) > 3


def test_a_viewer_shows_what_each_page_is() -> None:
    document = opened(counters())
    assert document.get_page_label(0) == "Counters, sheet 1 of 1, front"


# Output intent --------------------------------------------------------------------------------------


def test_a_profile_names_its_printing_condition() -> None:
    assert IccProfile.read(icc()).condition == "FOGRA39"
    assert IccProfile.read(icc(description="GRACoL 2013 coated")).condition == "GRACoL 2013"
    assert IccProfile.read(icc(description="our own press")).condition == ""


def test_a_file_for_a_press_has_the_keys_of_pdf_x_4() -> None:
    data = counters(profile=True)
    assert re.match(rb"%PDF-1\.[67]", data)
    for key in (
        rb"/S /GTS_PDFX\b",
        rb"/OutputConditionIdentifier \(FOGRA39\)",
        rb"/N 4\b",
        rb"/Trapped /False",
        rb"/ID\s*\[",
    ):
        assert re.search(key, data), key
    # The packet isn't compressed, since a shop's preflight may search for it as text.
    for words in (b"<pdfxid:GTS_PDFXVersion>PDF/X-4<", b"<xmpMM:DocumentID>uuid:", b"<xmp:MetadataDate>"):
        assert words in data
    assert zlib.compress(icc()) in data
    document = opened(data)
    assert all(page.get_trimbox() != page.get_mediabox() for page in document)
    assert not re.search(r"[\d.] (?:rg|RG|g|G)\b", drawn(data))
    assert data.count(b"/FontFile2") == data.count(b"/BaseFont")
    assert b"/Encrypt" not in data
    game, art = toy()
    again = PrintSettings(shop=True, art=art, profile=IccProfile.read(icc()))
    assert data == printed(game, "counters", again)


def test_a_file_without_a_profile_claims_nothing() -> None:
    assert b"GTS_PDFX" not in counters()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"not a profile", "isn't an ICC profile"),
        (icc(space=b"RGB ", kind=b"mntr"), "for RGB colours, not for a CMYK press"),
        (icc() + b"more", "damaged: its length"),
        (None, "No such file"),
    ],
    ids=["text", "screen", "longer", "missing"],
)
def test_what_is_no_profile_of_a_press_is_refused(data: bytes | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "press.icc"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(InputError, match=f"P110.*press.icc can't be used: .*{words}"):
        read_profile(path)


# Sheets ---------------------------------------------------------------------------------------------


def test_the_specification_is_a_file_of_its_own() -> None:
    game, art = toy()
    press = PartDrawer(game, PrintSettings(shop=True, art=art))
    document = press.draw("counters")
    shown = opened(press.specify("counters", document).to_bytes())
    text = text_of(shown, 0)
    for words in ("Sheet specification", "15 × 15 mm", "black only", "CutContour", "none: translucent areas"):
        assert words in text
    pages = opened(document.to_bytes())
    assert len(pages) == document.pages
    assert not any("Sheet specification" in text_of(pages, n) for n in range(len(pages)))


def test_paper_may_be_named_in_inches() -> None:
    assert parse_paper("22x34in") == Paper("22x34in", 558.8, 863.6)
    assert parse_paper("8.5 x 14 in") == Paper("8.5x14in", 215.9, 355.6)


def test_a_shop_may_get_the_map_on_sheets_that_its_press_takes() -> None:
    game, art = toy()
    whole = opened(printed(game, "map", PrintSettings(shop=True, art=art)))
    parts = opened(printed(game, "map", PrintSettings(shop=True, art=art, map_paper=parse_paper("a5"))))
    assert len(whole) == 1
    assert len(parts) > 2
