"""Pictures are drawn on trial in a process of its own: they may end that one, and not ours."""

from __future__ import annotations

import subprocess
from subprocess import CompletedProcess
from typing import TYPE_CHECKING, cast

import pytest

from hexwright.diagnostics.diagnostic import Span
from hexwright.load.check_pictures import _Art, _check_rendering
from hexwright.render.svg_raster import rasterise
from hexwright.sanitize import PNG_MAGIC
from hexwright.sanitize.trial_drawing import try_rendering

if TYPE_CHECKING:
    from hexwright.load.check_context import CheckContext

SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
GOOD = f"{SVG}<rect width='9' height='9'/></svg>"
OVERFLOW = SVG + "<g opacity='.9'>" * 950 + "<rect width='9' height='9'/>" + "</g>" * 950 + "</svg>"
"""Deeper than the renderer's stack; the gate would have refused it."""
PANIC = f"{SVG}<g transform='scale(1e9)'><rect width='1' height='1' stroke='red'/></g></svg>"


def test_a_drawing_that_ends_the_process_is_told_and_the_others_are_judged_all_the_same() -> None:
    good, overflow, panic, last = try_rendering((GOOD, OVERFLOW, PANIC, GOOD))
    assert (good, last) == ("", "")
    assert "or crashes" in overflow
    assert "renderer fails" in panic


def test_a_pixel_image_is_tried_at_one_width_and_a_drawing_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], **_: object) -> CompletedProcess[bytes]:
        tried.append(tuple(command[5:]))
        return CompletedProcess(command, 0, b"drawn\n")

    monkeypatch.setattr(subprocess, "run", run)
    files = {"pixels.png": PNG_MAGIC, "drawing.svg": GOOD.encode()}
    pictures = [_Art(name, Span(name), name, data) for name, data in files.items()]
    _check_rendering(cast("CheckContext", None), pictures)
    assert tried == [("64",), ("64", "150", "700")]


def test_nothing_to_draw_starts_no_process() -> None:
    assert try_rendering(()) == ()


def test_a_panic_of_the_renderer_is_a_value_error_and_no_wish_to_stop() -> None:
    with pytest.raises(ValueError, match="can't be rendered"):
        rasterise(PANIC, 100)


@pytest.mark.parametrize("href", ["/etc/hostname.png", "secret.png", "file:///secret.png"])
def test_the_renderer_is_handed_no_drawing_that_names_a_file(href: str) -> None:
    with pytest.raises(ValueError, match="refers to another file"):
        rasterise(f"{SVG}<image href='{href}' width='9' height='9'/></svg>", 100)
