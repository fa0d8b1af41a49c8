from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.map.canvas_clipping import ClippedCanvas
from hexwright.render.map.hex_regions import PolygonArea
from hexwright.render.recording_canvas import RecordingCanvas

BOX = Box(10, 20, 30, 15)
RED = Colour("#ff0000")
points = st.builds(Point, st.floats(0, 60), st.floats(0, 60))


def _clipped(path: Path, style: Style) -> RecordingCanvas:
    canvas = RecordingCanvas()
    ClippedCanvas(canvas, BOX).path(path, style)
    return canvas


@given(st.lists(points, min_size=3, max_size=8))
def test_nothing_is_painted_outside_the_box(corners: list[Point]) -> None:
    drawn = _clipped(Path.smooth(corners, closed=True), Style(fill=RED, stroke=RED))
    for path in drawn.paths:
        assert BOX.inset(-1e-6).holds(path.path.box)


def _is_on_edge(probe: Point, ring: list[Point]) -> bool:
    """Return whether a point lies on an edge's line, where rounding decides on which side it is."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return any(abs((b.x - a.x) * (probe.y - a.y) - (b.y - a.y) * (probe.x - a.x)) < 1e-6 for a, b in pairs)


@given(st.lists(points, min_size=3, max_size=3), points)
def test_parts_within_the_box_are_filled_as_before(corners: list[Point], probe: Point) -> None:
    drawn = _clipped(Path.line(corners, closed=True), Style(fill=RED))
    if not BOX.inset(0.01).holds(Box(probe.x, probe.y, 0, 0)) or _is_on_edge(probe, corners):
        return
    rings = [[p for segment in path.path.segments for p in segment.points] for path in drawn.paths]
    assert (probe in PolygonArea([corners])) == (probe in PolygonArea(rings))


def test_a_line_that_leaves_and_comes_back_is_painted_in_two_runs() -> None:
    line = [Point(12, 22), Point(50, 22), Point(50, 30), Point(12, 30)]
    (path,) = _clipped(Path.line(line), Style(stroke=RED)).paths
    assert [segment.kind for segment in path.path.segments] == ["M", "L", "M", "L"]


def test_a_path_outside_the_box_is_not_painted() -> None:
    assert _clipped(Path.ellipse(Point(70, 70), 5), Style(fill=RED, stroke=RED)).paths == []
