"""What VASSAL's renderer was seen to do with SVG, and what is reported about it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from hexwright.inspect.analysis.svg_drawing import MAX_ELEMENTS, drawing_faults
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, files, png

_RECORDED = Path(__file__).parent / "svg_drawing.tsv"
_ROOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="20" height="20" viewBox="0 0 20 20">'
)
_BESIDE = {
    **dict.fromkeys(
        ("x.png", "a.gif", "a.jpg", "a.tiff", "ok.svg", "grey16.png", "spaces in name .png"), True
    ),
    **dict.fromkeys(("a.bmp", "a.webp", "text.png"), False),
}


class _Beside:
    """The files beside the recorded drawings."""

    def picture(self, path: str) -> bool | None:
        return None if path.startswith("/") else _BESIDE.get(PurePosixPath(path).name)

    def part(self, name: str) -> bool:
        return name in _BESIDE


def test_every_recorded_drawing_is_judged_as_the_engine_drew_it() -> None:
    rows = [line.split("\t") for line in _RECORDED.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 229
    for seen, text in rows:
        faults = drawing_faults(text.replace("<svg…>", _ROOT).encode(), _Beside())
        judged = "nothing" if any(fault.fatal for fault in faults) else "ignores" if faults else "draws"
        assert judged == seen, (text, faults)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<use href="#abc"/>', "<use> has no xlink:href (only href, which SVG 1.1 lacks)"),
        (
            '<image xlink:href="gone.png" width="1" height="1"/>',
            "<image> refers to gone.png, which the module lacks",
        ),
        ('<path d="M 1 1 L x"/>', 'd="M 1 1 L x" of <path> can\'t be read'),
        (
            '<rect id="a"/><use xlink:href="#a"/>',
            "<use> refers to #a; in an archive, ids need three characters or more",
        ),
    ],
)
def test_a_drawing_that_is_not_shown_is_told_with_the_reason(inside: str, message: str) -> None:
    found = drawing_faults(f"{_ROOT}\n{inside}</svg>".encode(), _Beside())
    assert (2, message, True) in found


def _told(tmp_path: Path, **images: bytes) -> list[str]:
    made = files().entries
    for name, data in images.items():
        made[f"images/{name.replace('__', '.')}"] = data
    write(tmp_path / NAME, made)
    found = verify_paths([tmp_path / NAME], ignore=("V302",)).diagnostics
    return [f"{one.code} {str(one.span).rpartition('/')[2]}" for one in found]


def test_files_are_drawn_by_the_ending_of_their_names(tmp_path: Path) -> None:
    drawing = f"{_ROOT}</svg>".encode()
    assert _told(tmp_path, a__svg=drawing, b__png=png(2, 2), c__tif=b"II*\0" + bytes(20)) == []
    assert _told(tmp_path, a__png=drawing, b__SVG=drawing, c__svg=png(2, 2)) == [
        "V305 a.png",
        "V305 b.SVG",
        "V305 c.svg",
    ]


def test_a_picture_in_a_drawing_is_looked_for_beside_it(tmp_path: Path) -> None:
    def naming(path: str) -> bytes:
        return f'{_ROOT}<image xlink:href="{path}" width="9" height="9"/></svg>'.encode()

    assert _told(tmp_path, a__svg=naming("full.png"), b__svg=naming("../images/full.png")) == []
    assert _told(tmp_path, a__svg=naming("images/full.png"), b__svg=naming("b.svg")) == ["V305 a.svg"]


def test_drawings_without_bound_are_not_searched() -> None:
    many = f"{_ROOT}{'<g/>' * MAX_ELEMENTS}<use/></svg>".encode()
    assert drawing_faults(many, _Beside()) == []
    deep = f"{_ROOT}{'<g>' * 200}<use/>{'</g>' * 200}</svg>".encode()
    assert drawing_faults(deep, _Beside()) == []
    round_about = f'{_ROOT}<g id="ring"><use xlink:href="#ring"/></g></svg>'.encode()
    assert drawing_faults(round_about, _Beside()) == []


@pytest.mark.parametrize(
    ("value", "read"),
    [("translate(.5.5)", True), ("rotate(1.5.5.5)", True), ("scale(1-.5)", True), ("scale(1,)", False)],
)
def test_numbers_of_a_transform_end_where_batik_ends_them(value: str, read: bool) -> None:
    drawing = f'{_ROOT}<rect width="5" height="5" transform="{value}"/></svg>'
    assert (drawing_faults(drawing.encode(), _Beside()) == []) is read
