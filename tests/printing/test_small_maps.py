"""Maps at a small scale: few drawings serve all scales, and what can't be read isn't lettered."""

from __future__ import annotations

from builder.printing.mapsheet import small_map
from builder.render.fonts import SMALLEST_PRINT

SCALES = [0.02 * 1.05**n for n in range(80)]


def test_lettering_is_large_enough_at_every_scale() -> None:
    for scale in (scale for scale in SCALES if scale < 0.94):
        least = float(small_map(scale).rpartition("-")[2]) if "-" in small_map(scale) else 2.25
        assert least * scale >= SMALLEST_PRINT * 0.99


def test_few_drawings_serve_all_small_scales() -> None:
    assert len({small_map(scale) for scale in SCALES if 0.05 < scale < 0.5}) <= 20
