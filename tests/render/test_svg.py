"""What the canvas for SVG writes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path, Segment
from hexwright.render.svg_canvas import number, path_data

LENGTHS = st.floats(-20_000, 20_000) | st.integers(-9_999_999, 9_999_999).map(lambda n: n / 1000)
POINTS = st.builds(Point, LENGTHS, LENGTHS)
SEGMENTS = (
    st.builds(lambda kind, p: Segment(kind, (p,)), st.sampled_from(("M", "L")), POINTS)
    | st.builds(lambda *points: Segment("C", points), POINTS, POINTS, POINTS)
    | st.just(Segment("Z"))
)


@given(st.lists(SEGMENTS, max_size=12))
def test_a_path_written_at_once_reads_as_its_figures_one_by_one(segments: list[Segment]) -> None:
    one_by_one = "".join(
        segment.kind + " ".join(f"{number(p.x)},{number(p.y)}" for p in segment.points)
        for segment in segments
    )
    assert path_data(Path(tuple(segments))) == one_by_one
