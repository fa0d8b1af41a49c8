"""`slim` removes what nothing uses, packs without loss, and keeps everything else."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.makers.module_edit import ModuleEdit
from hexwright.makers.module_slimming import slim
from hexwright.makers.picture_packing import packed_picture
from hexwright.support.workers.jobs import Engine, Job, workers_died
from hexwright.support.workers.local_engine import local_engine
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.module_archive import Archive
from tests.foreign.modules import write
from tests.module_checks import sound

Told = pytest.CaptureFixture[str]
DRAWING = (
    b'<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" '
    b'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="20" height="20" inkscape:zoom="3">'
    b"<metadata>mine</metadata><!-- a note --><text y='9'>a<!-- b -->c</text>"
    b'<rect width="9" height="9" fill="red" inkscape:label="box"/></svg>'
)


def _picture(mode: str, size: tuple[int, int], seed: int, format_: str = "PNG") -> bytes:
    colours = random.Random(seed)
    picture = Image.new(mode, size)
    for at in range(0, size[0] * size[1], 3):
        value = tuple(colours.choice((0, 80, 255)) for _ in picture.getbands())
        picture.putpixel((at % size[0], at // size[0]), value if len(value) > 1 else value[0])
    out = io.BytesIO()
    picture.save(out, format_, compress_level=0) if format_ == "PNG" else picture.save(out, format_)
    return out.getvalue()


def _pixels(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGBA").tobytes()


@given(
    st.sampled_from(["L", "LA", "P", "RGB", "RGBA"]),
    st.tuples(st.integers(1, 40), st.integers(1, 40)),
    st.integers(0, 99),
)
@settings(max_examples=25, deadline=None)
def test_a_packed_png_has_the_same_pixels(mode: str, size: tuple[int, int], seed: int) -> None:
    data = _picture(mode, size, seed)
    packed = packed_picture("a.png", data)
    if packed is not None:
        assert len(packed) < len(data)
        assert _pixels(packed) == _pixels(data)


@given(st.binary(max_size=200))
@settings(max_examples=50, deadline=None)
def test_damaged_pictures_are_left_alone(end: bytes) -> None:
    data = _picture("RGB", (20, 20), 1)
    cut = data[: len(data) - 20 - len(end)] + end
    packed = packed_picture("a.png", cut)
    assert packed is None or _pixels(packed) == _pixels(cut)
    assert packed_picture("a.svg", end) is None


def test_other_kinds_of_pictures_are_left_alone() -> None:
    assert packed_picture("a.jpg", _picture("RGB", (20, 20), 1, "JPEG")) is None
    assert packed_picture("a.png", _picture("RGB", (20, 20), 1, "JPEG")) is None
    assert packed_picture("a.svg", b"<svg>&oops;</svg>") is None


def test_a_packed_svg_loses_only_what_is_never_drawn() -> None:
    packed = packed_picture("a.svg", DRAWING)
    assert packed is not None
    assert b"inkscape" not in packed
    assert b"mine" not in packed
    assert b"<!--" not in packed
    assert b">ac</text>" in packed
    assert b'fill="red"' in packed


@pytest.fixture
def module(tmp_path: Path) -> Path:
    files = sound.files()
    for name in ("images/full.png", "images/left.png", "images/4_pips.png"):
        files.entries[name] = _picture("RGBA", (40, 40), len(name))
    files.entries["images/badge.svg"] = DRAWING
    files.replace("{Strength * 2", '{Strength + "_pips.png" + Strength * 2')
    return write(tmp_path, files.entries, "theirs.vmod")


def test_unused_pictures_go_and_those_that_play_may_name_stay(module: Path, capsys: Told) -> None:
    out = module.with_name("slim.vmod")
    assert run(["slim", str(module), "--out", str(out)]) == ExitCode.OK
    told = capsys.readouterr().out
    assert "removed: 1 picture that nothing uses\n  left.png\n" in told
    assert '  4_pips.png — may be used by {Strength + "_pips.png"' in told
    assert "packed: 3 pictures" in told
    with Archive(module) as before, Archive(out) as after:
        assert set(before.names) - set(after.names) == {"images/left.png"}
        for name in after.names:
            if name in ("images/full.png", "images/4_pips.png"):
                assert len(after.read(name)) < len(before.read(name))
                assert _pixels(after.read(name)) == _pixels(before.read(name))
            elif name != "images/badge.svg":
                assert after.read(name) == before.read(name)
    assert run(["slim", str(out), "--out", str(module.with_name("again.vmod"))]) == ExitCode.OK
    assert module.with_name("again.vmod").read_bytes() == out.read_bytes()


def _slimmed(module: Path, engine: Engine) -> tuple[Mapping[str, bytes], list[tuple[int, int]]]:
    """Return the changed files, and the progress: what is done, and of how much."""
    told: list[tuple[int, int]] = []
    with ModuleEdit.open(module) as edit:
        found = slim(
            edit, remove=False, progress=lambda _, done, total: told.append((done, total)), engine=engine
        )
        assert found.packed == len(edit.entries)
        return dict(sorted(edit.entries.items())), told


def _dying(job: Job[Any, Any], tasks: Iterator[Any]) -> Generator[Any, None, None]:
    """Do one task; then the workers have died."""
    yield job.do(next(tasks))
    raise workers_died("a picture")


def test_pictures_are_packed_the_same_by_this_process_by_workers_and_after_these_died(tmp_path: Path) -> None:
    files = sound.files()
    for number in range(6):
        files.entries[f"images/{number}.png"] = _picture("RGBA", (300, 300), number)
    module = write(tmp_path, files.entries, "theirs.vmod")
    alone, told = _slimmed(module, local_engine(1))
    assert len(alone) >= 6
    done = [one for one, _ in told]
    assert done == sorted(done)
    assert (done[0], *told[-1]) == (0, told[0][1], told[0][1])
    large, small = (work for work in (done[n] - done[n - 1] for n in (-1, 1)))
    assert {large > 300 * 300, small > 300 * 300} == {True, False}
    assert _slimmed(module, local_engine(2))[0] == alone
    assert _slimmed(module, _dying) == (alone, [*told[:2], *told[1:]])


def test_the_table_tells_sizes_by_kind(module: Path, capsys: Told) -> None:
    assert run(["slim", str(module), "--dry-run", "--no-pack"]) == ExitCode.OK
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines() if "\t" in line]
    assert rows[0] == ["kind", "files", "MB", "files after", "MB after"]
    counts = {row[0]: (int(row[1]), int(row[3])) for row in rows[1:]}
    assert counts["PNG pictures"] == (6, 5)
    assert counts["SVG pictures"] == (1, 1)
    assert counts["all files"] == (12, 11)


def test_a_picture_that_an_extension_uses_stays(module: Path, capsys: Told) -> None:
    extension = write(module.parent, sound.extension(image="left.png"), "more.vmdx")
    options = ["--dry-run", "--no-pack", "--extension", str(extension)]
    assert run(["slim", str(module), *options]) == ExitCode.OK
    assert "removed" not in capsys.readouterr().out


def test_a_picture_that_only_a_set_up_shows_stays(tmp_path: Path, capsys: Told) -> None:
    files = sound.files()
    root = c.GameModule.new(c.PredefinedSetup.new(name="Start", file="start.vsav"), name="Old")
    files.entries["buildFile.xml"] = serialise(root)
    module = write(tmp_path, files.entries)
    assert run(["slim", str(module), "--dry-run", "--no-pack", "--all"]) == ExitCode.OK
    told = capsys.readouterr().out
    assert "  back.png" in told
    assert "  full.png" not in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "write either --out FILE, or --in-place"),
        (("--dry-run", "--in-place"), "--dry-run writes nothing"),
        (("--dry-run", "--no-remove", "--no-pack"), "leave nothing to do"),
    ],
)
def test_contradicting_options_are_refused(
    options: tuple[str, ...], words: str, module: Path, capsys: Told
) -> None:
    assert run(["slim", str(module), *options]) == ExitCode.USAGE
    assert words in " ".join(capsys.readouterr().err.replace("│", " ").split())


def test_without_its_library_packing_says_what_to_install(
    module: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "oxipng", None)
    assert run(["slim", str(module), "--dry-run"]) == ExitCode.FINDINGS
    assert "J010]: packing PNG needs the library pyoxipng" in capsys.readouterr().err
    assert run(["slim", str(module), "--dry-run", "--no-pack"]) == ExitCode.OK
