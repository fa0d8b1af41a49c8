"""Counters that are vector drawings are drawn once each, by workers or by this process."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hexwright.inspect.analysis import module_images
from hexwright.inspect.analysis.module_images import opaque_share, open_image
from hexwright.inspect.analysis.module_view import open_module
from hexwright.inspect.analysis.svg_drawings import module_drawing, open_rgba
from hexwright.makers.module_import import drawing_job
from hexwright.makers.module_import.drawn_pictures import DrawnPictures
from hexwright.render.svg_raster import SvgDrawing
from hexwright.support.workers.jobs import Engine, Job, workers_died
from hexwright.support.workers.local_engine import local_engine
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from tests.makers.small_wargame import Wargame, write_wargame
from tests.makers.test_module_import import imported

_NUMBER = 40
NAMES = {f"unit-{number}.svg": number % 2 == 0 for number in range(_NUMBER)}


def drawing(number: int, height: int = 50) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="50" height="{height}">'
        f'<rect width="{number + 1}" height="{height}" fill="#286"/></svg>'
    ).encode()


def drawn_wargame(folder: Path) -> Path:
    """Write a module with many drawings, one of which isn't square and one not well-formed."""
    entries = {f"images/{name}": drawing(number) for number, name in enumerate(NAMES)}
    entries["images/unit-1.svg"] = drawing(1, height=25)
    entries["images/unit-2.svg"] = drawing(2).replace(b"</svg>", b"")
    return write_wargame(folder, Wargame(entries=entries))


def all_drawn(module: Path, folder: Path, engine: Engine | None = None) -> Mapping[str, Any]:
    """Return the file of each drawing, and the share of those that are measured."""
    with open_module([module]) as view, DrawnPictures(view, folder, NAMES, engine) as drawn:
        return {name: (drawn.png(name), view.opaque_shares.get(name)) for name in NAMES}


def test_drawings_are_the_same_from_workers_as_from_this_process(tmp_path: Path) -> None:
    module = drawn_wargame(tmp_path)
    alone = all_drawn(module, tmp_path / "alone", local_engine(1))
    assert all_drawn(module, tmp_path / "shared", local_engine(2)) == alone
    assert alone["unit-2.svg"] == (None, 0.0)
    with Image.open(tmp_path / "alone" / "1.png") as wide:
        assert (wide.size, wide.convert("RGBA").getpixel((0, 0))) == ((150, 150), (0, 0, 0, 0))


def test_drawings_show_and_cover_what_they_do_when_they_are_opened(tmp_path: Path) -> None:
    module = drawn_wargame(tmp_path)
    with open_module([module]) as view, DrawnPictures(view, tmp_path / "a", NAMES) as drawn:
        drawn.wait_for(NAMES)
        shares = dict(view.opaque_shares)
        png = drawn.png("unit-8.svg")
    with open_module([module]) as view:
        assert shares == {name: opaque_share(view, name, 10**6) for name, covers in NAMES.items() if covers}
        opened = open_image(view, "unit-8.svg", 10**6, 150)
        assert opened is not None
        assert png is not None
        assert open_rgba(png).tobytes() == opened.tobytes()


def test_dead_workers_leave_their_drawings_to_this_process(tmp_path: Path) -> None:
    def dying(job: Job[Any, Any], tasks: Iterator[Any], /) -> Generator[Any, None, None]:
        yield job.do(next(tasks))
        raise workers_died("a drawing")

    module = drawn_wargame(tmp_path)
    assert all_drawn(module, tmp_path / "a", dying) == all_drawn(module, tmp_path / "b", local_engine(1))


def test_a_full_disk_is_told_where_a_drawing_is_waited_for(tmp_path: Path) -> None:
    def full(job: Job[Any, Any], tasks: Iterator[Any], /) -> Generator[Any, None, None]:
        yield job.do(next(tasks))
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    module = drawn_wargame(tmp_path)
    with open_module([module]) as view, DrawnPictures(view, tmp_path / "a", NAMES, full) as drawn:
        drawn.wait_for(["unit-0.svg"])
        with pytest.raises(OSError, match=os.strerror(ENOSPC)):
            drawn.wait_for(NAMES)


def test_an_import_draws_each_drawing_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bytes] = []

    def counted(svg: bytes) -> SvgDrawing | None:
        calls.append(svg)
        return module_drawing(svg)

    monkeypatch.setattr(drawing_job, "module_drawing", counted)
    monkeypatch.setattr(module_images, "module_drawing", None)
    unit = c.PieceSlot.new(entry_name="Red Tank", gpid="6")
    layer = t.Layer.of("Step", ("tank.svg", "tank-back.svg"), ("", "reduced"), level=1)
    unit.body = AddPiece(GamePiece.of(t.BasicPiece(name="Red Tank", gpid="6"), layer)).encode()
    entries = {"images/tank.svg": drawing(49), "images/tank-back.svg": drawing(48)}
    project = imported(tmp_path, Wargame(more=[c.PieceWindow.new(unit)], entries=entries))
    assert calls == [drawing(49), drawing(48)]
    assert {"red-tank.png", "red-tank-reduced.png"} <= {path.name for path in project.glob("art/*/*")}
