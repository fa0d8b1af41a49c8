from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.render.canvas import Box, Colour
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.statistics_diagrams import HEIGHT, WIDTH, DiagramSeries, draw_diagram
from hexwright.render.theme import CLASSIC

SHEET = Box(0, 0, WIDTH, HEIGHT)


def series(*values: float, spread: float = 0.0) -> DiagramSeries:
    low = tuple(max(0.0, v - spread) for v in values)
    return DiagramSeries("Reds", Colour("#aa0000"), values, low, tuple(v + spread for v in values))


def diagram(rows: list[DiagramSeries], **options: bool) -> RecordingCanvas:
    canvas = RecordingCanvas()
    heads = [str(n + 1) for n in range(len(rows[0].values))]
    draw_diagram(canvas, CLASSIC, "Steps lost", heads, rows, **options)
    return canvas


@given(
    st.lists(st.floats(0, 5000), min_size=1, max_size=14),
    st.floats(0, 50),
    st.booleans(),
)
def test_nothing_leaves_the_sheet_whatever_the_figures(
    values: list[float], spread: float, lines: bool
) -> None:
    canvas = diagram([series(*values, spread=spread), series(*values)], lines=lines)
    for drawn in (*canvas.paths,):
        assert SHEET.inset(-0.01).holds(drawn.path.box)
    for text in canvas.texts:
        assert SHEET.holds(text.box), text


def test_a_taller_figure_has_a_taller_bar() -> None:
    canvas = diagram([series(1, 2, 4)])
    bars = [d.path.box.height for d in canvas.paths if d.groups == ("series-0",) and d.style.fill]
    assert bars == pytest.approx([bars[2] / 4, bars[2] / 2, bars[2]])


def test_shares_stand_on_a_scale_of_a_hundred_per_cent() -> None:
    labels = [text.text for text in diagram([series(0.5, 0.25)], percent=True).texts]
    assert {"0%", "25%", "50%", "75%", "100%"} <= set(labels)


def test_no_labels_overlap_with_fourteen_turns() -> None:
    texts = diagram([series(*range(14)), series(*range(14))]).texts
    for number, one in enumerate(texts):
        for other in texts[number + 1 :]:
            assert not one.box.overlaps(other.box), (one.text, other.text)
