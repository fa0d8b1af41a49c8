"""What a user reads from the calibration page, and what is kept of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageStat

from hexwright.diagnostics.diagnostic import InputError
from hexwright.paper.pages.duplex_backs import Duplex, back_placement
from hexwright.paper.pages.paper_sizes import A4, LETTER, Paper
from hexwright.paper.printers.printer_calibration import draw_calibration, measured_lengths, printer_scale
from hexwright.paper.printers.printer_profiles import (
    PrinterProfile,
    read_printer,
    read_printers,
    save_printer,
)
from hexwright.render.canvas import Box
from hexwright.render.pdf_document import PdfDocument
from tests.paper.sheets import opened, picture, text_of


def test_values_are_kept_by_name_beside_those_of_other_printers(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "printers.json"
    save_printer(file, "office", PrinterProfile(1.5, -0.5, 0.998, 1.002))
    save_printer(file, "home", PrinterProfile(3.0, 0.0))
    save_printer(file, "home", PrinterProfile(3.5, 0.0))
    assert read_printers(file) == {
        "office": PrinterProfile(1.5, -0.5, 0.998, 1.002),
        "home": PrinterProfile(3.5, 0.0),
    }


def test_an_unknown_printer_is_told_with_the_known_ones(tmp_path: Path) -> None:
    file = tmp_path / "printers.json"
    save_printer(file, "office", PrinterProfile())
    with pytest.raises(InputError, match=r"P108.*'offce'.*known printers: office"):
        read_printer(file, "offce")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"a": {"offset_x": "far"}}', '{"a": {"ofset": 1}}', '{"a": {"scale_x": 3}}', '{"a": 1}'],
)
def test_a_damaged_file_is_told_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "printers.json"
    file.write_text(text)
    with pytest.raises(InputError, match="P107"):
        save_printer(file, "home", PrinterProfile())
    assert file.read_text() == text


def test_scale_is_read_from_the_two_lines() -> None:
    assert measured_lengths(A4) == (160.0, 240.0)
    assert printer_scale((159.2, 241.2), A4) == pytest.approx((0.995, 1.005))


def test_a_page_that_was_fitted_to_the_paper_is_refused() -> None:
    with pytest.raises(InputError, match=r"P106.*155.*233"):
        printer_scale((155.2, 233.0), A4)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", [A4, LETTER, A4.turned], ids=["a4", "letter", "turned"])
def test_the_correction_brings_a_shifted_back_behind_its_front(duplex: Duplex, paper: Paper) -> None:
    # A printer lays the whole back page off by this much, seen from the front.
    off = (1.7, -0.9)
    back = back_placement(paper, duplex)
    front = Box(20, 30, 15, 15)
    x, y = back.correction(*off)
    told = back.box(front)
    moved = Box(told.x + x, told.y + y, told.width, told.height)
    # Seen through the paper, mirrored as it is turned, and laid off as the printer does.
    about_upright = back.head_down is None
    seen_x = paper.width - moved.right if about_upright else moved.x
    seen_y = moved.y if about_upright else paper.height - moved.bottom
    assert (seen_x + off[0], seen_y + off[1]) == pytest.approx((front.x, front.y))


@pytest.mark.parametrize(("paper", "command"), [(A4, "--calibrate --printer"), (LETTER, "--paper letter")])
def test_the_page_names_the_command_that_keeps_its_readings(paper: Paper, command: str) -> None:
    document = PdfDocument("calibration")
    draw_calibration(document, paper, "long")
    assert command in text_of(opened(document.to_bytes()), 0)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_crosses_of_the_back_lie_behind_the_zero_of_the_scales(duplex: Duplex) -> None:
    document = PdfDocument("calibration")
    draw_calibration(document, A4, duplex)
    pdf = opened(document.to_bytes())
    assert "160 mm" in text_of(pdf, 0)
    back = picture(pdf, 1).convert("L")
    for share in (0.22, 0.8):
        y = round(A4.height * (share if duplex == "long" else 1 - share) * 3)
        arm = back.crop((315 - 60, y - 3, 315 - 20, y + 3))
        assert ImageStat.Stat(arm).extrema[0][0] < 160
