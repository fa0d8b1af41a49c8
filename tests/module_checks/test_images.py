"""Pictures are recognized by their headers alone."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from hexwright.inspect.analysis.image_headers import ImageHeader, read_image_header
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.damages import scout_with
from tests.module_checks.sound import NAME, files, png


def test_a_png_tells_size_and_channels() -> None:
    assert read_image_header(png(30, 20)) == ImageHeader("png", 30, 20, "rgba")
    assert read_image_header(png(30, 20, 3)) == ImageHeader("png", 30, 20, "palette")
    assert read_image_header(png(30, 20, 0, depth=16)) == ImageHeader("png", 30, 20, "gray", 16)


def test_a_png_whose_clear_colour_the_engine_gives_up_at_is_refused() -> None:
    whole = png(30, 20, 2)
    clear = b"tRNS" + bytes(6) + bytes(4)
    assert read_image_header(whole[:33] + struct.pack(">I", 6) + clear + whole[33:]) == ImageHeader(
        "png", 30, 20, "rgb"
    )
    with pytest.raises(ValueError, match="3 bytes long"):
        read_image_header(whole[:33] + struct.pack(">I", 3) + b"tRNS" + bytes(7) + whole[33:])


def test_gif_jpeg_and_bmp_tell_their_size() -> None:
    assert read_image_header(b"GIF89a" + struct.pack("<HH", 7, 9)) == ImageHeader("gif", 7, 9)
    profile = b"\xff\xe0" + struct.pack(">H", 4) + b"xx"
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, 20, 30, 3)
    assert read_image_header(b"\xff\xd8" + profile + frame) == ImageHeader("jpeg", 30, 20)
    assert read_image_header(b"BM" + bytes(16) + struct.pack("<ii", 5, -6)) == ImageHeader("bmp", 5, 6)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        (b"<svg width='10' height='20'>", (10, 20)),
        (b"<svg width='1in' height='25.4mm'>", (96, 96)),
        (b"<?xml version='1.0'?><s:svg viewBox='0 0 30 40'>", (30, 40)),
        (b"<svg>", (0, 0)),
    ],
)
def test_an_svg_tells_its_size(head: bytes, size: tuple[int, int]) -> None:
    assert read_image_header(head) == ImageHeader("svg", *size)


@pytest.mark.parametrize(
    "head", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff", b"BM", b"hello", b"\x00" * 99]
)
def test_files_that_are_no_picture_are_refused(head: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_image_header(head)


@pytest.mark.parametrize(
    ("report", "hint"),
    [
        (
            '{Icon + "_hit.png height=22>" + pieceName}',
            'may be used by {Icon + "_hit.png height=22>" + pieceName}',
        ),
        ('{"<img src=block_" + Icon + ".png>"}', 'may be used by {"<img src=block_" + Icon + ".png>"}'),
        ("<img src=block_$Icon$.png>", "may be used by <img src=block_$Icon$.png>"),
        ("<img src=Block_hit.png>", ""),
        ('{"hit " + Icon}', ""),
    ],
)
def test_an_unused_image_is_told_with_what_may_put_its_name_together(
    report: str, hint: str, tmp_path: Path
) -> None:
    made = files()
    scout_with(t.DynamicProperty(name="Icon", value="x"), t.ReportAction(report=report))(made)
    made.entries["images/block_hit.png"] = png(9, 9)
    write(tmp_path / NAME, made.entries)
    [found] = verify_paths([tmp_path / NAME], ["V302"]).diagnostics
    assert found.hint == hint


def test_an_unused_image_is_told_with_the_one_that_differs_in_capitals_alone(tmp_path: Path) -> None:
    made = files()
    made.entries["images/FULL.png"] = png(9, 9)
    write(tmp_path / NAME, made.entries)
    [found] = verify_paths([tmp_path / NAME]).diagnostics
    assert (found.code, found.hint) == ("V302", "the module uses 'full.png'")
