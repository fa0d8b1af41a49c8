"""A long subpath that is cut to a region paints the region's pixels, and no change elsewhere alters it."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from random import Random

import pytest
from PIL import Image, ImageChops

from hexwright.render.canvas import Box
from hexwright.render.map.board import long_subpaths
from hexwright.render.map.board.board_regions import BoardRegions
from hexwright.render.map.board.long_subpaths import LongSubpath
from hexwright.render.svg_raster import rasterise

REGION = Box(40, 40, 20, 20)
AROUND = REGION.inset(-2)
ROUNDING = 8
"""How much a pixel may differ: the renderer sums pieces in their order."""
LOOKS = {
    "filled": 'fill="#a04020"',
    "evenodd": 'fill="#a04020" fill-rule="evenodd"',
    "stroked": 'fill="none" stroke="#a04020" stroke-width="0.8" stroke-linejoin="round"',
    "veiled": 'fill="none" stroke="#a04020" stroke-opacity="0.5" stroke-width="0.8"',
}


def pixels(data: str, look: str) -> Image.Image:
    """Return the pixels of the region."""
    sides = f"{REGION.x} {REGION.y} {REGION.width} {REGION.height}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{sides}" width="20mm" height="20mm">'
    picture = rasterise(f'{head}<path {LOOKS[look]} d="{data}"/></svg>', 60)
    with Image.open(io.BytesIO(picture)) as whole:
        return whole.convert("RGBA")


def wild(chance: Random) -> str:
    """Return a line that crosses itself and goes around the region, near it and far from it."""
    if chance.random() < 0.1:
        return "M0,0L100,0L100,100L0,100"
    at = [chance.uniform(0, 100), chance.uniform(0, 100)]
    angle, found = chance.uniform(0, 6), []
    for _ in range(chance.randrange(3, 300)):
        found.append(f"{at[0]:.3f},{at[1]:.3f}")
        angle += chance.gauss(0.1, 0.5)
        step = chance.choice((1, 4, 30))
        at = [at[0] + step * math.cos(angle), at[1] + step * math.sin(angle)]
        at = [value if -20 < value < 120 else 50 + chance.uniform(-40, 40) for value in at]
    return "M" + "L".join(found)


def differences(numbers: range) -> Iterator[tuple[int, str]]:
    """Yield the lines that a cut changes, each with its look."""
    for number in numbers:
        line = wild(Random(number))
        for look in LOOKS:
            for data in (line, line + "Z"):
                filled = look in ("filled", "evenodd")
                part = LongSubpath(data, filled=filled).within(AROUND)
                apart = ImageChops.difference(pixels(part, look), pixels(data, look))
                if max(most for _, most in apart.getextrema()) > ROUNDING:  # type: ignore[misc]
                    yield number, look


def test_a_cut_subpath_paints_the_pixels_of_the_whole() -> None:
    assert list(differences(range(60))) == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("_way_around", lambda start, end, box: 0.0),
        ("_corner", lambda number, box: f"{box.centre.x},{box.centre.y}"),
        ("_around_box", lambda times, box: ""),
        ("_place", lambda point, box: 0.5),
    ],
)
def test_planted_faults_of_cutting_are_seen(
    name: str, fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_subpaths, name, fault)
    assert any(differences(range(60)))


def coast(start: int, far: float) -> str:
    """Return a ring around the region's left half; `far` moves a point far from it, `start` is where it
    begins.
    """
    points = [(50 + 0.02 * (n % 2), 90 - n) for n in range(80)]
    points += [(50, 5), (5 - far, 5), (5, 95), (50, 95)]
    points = points[start:] + points[:start]
    return "M" + "L".join(f"{x:.3f},{y:.3f}" for x, y in points) + "Z"


@pytest.mark.parametrize("filled", [True, False])
def test_what_is_far_from_a_region_does_not_change_its_part(filled: bool) -> None:
    cut = {
        LongSubpath(coast(start, far), filled=filled).within(AROUND)
        for start in (0, 7, 40, 60, 79, 82)
        for far in (0, 3)
    }
    assert len(cut) == 1


def test_a_dashed_line_is_not_cut() -> None:
    """Its dashes are counted from its beginning."""
    data = "M" + "L".join(f"{n / 10},{50 + n % 2}" for n in range(2000))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">'
    line = '{}<path fill="none" stroke="#000" stroke-width="0.3"{} d="{}"/></svg>'
    whole = BoardRegions(line.format(head, ' stroke-dasharray="0.5 0.3"', data)).document(REGION)
    assert data in whole
    part = BoardRegions(line.format(head, "", data)).document(REGION)
    assert data not in part
