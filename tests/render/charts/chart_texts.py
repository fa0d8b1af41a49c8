"""Charts as they are drawn, and the texts in them."""

from __future__ import annotations

from itertools import combinations

from hexwright.render.canvas import Box
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES, Theme
from tests.render.counters.ink import ink_box

CLASSIC = THEMES["classic"]


def drawn(chart: Chart, theme: Theme = CLASSIC) -> RecordingCanvas:
    canvas = RecordingCanvas()
    chart.draw(canvas, theme)
    return canvas


def faults(chart: Chart, theme: Theme = CLASSIC) -> list[str]:
    """Texts that leave the frame of a chart or touch each other."""
    frame = Box(0, 0, chart.width, chart.height).inset(3)
    texts = [(text.text, ink_box(text)) for text in drawn(chart, theme).texts if text.text.strip()]
    found = [f"{text!r} leaves the frame" for text, box in texts if not frame.holds(box)]
    for (one, first), (other, second) in combinations(texts, 2):
        if first.inset(0.02).overlaps(second):
            found.append(f"{one!r} touches {other!r}")
    return found


def all_text(chart: Chart) -> str:
    return " ".join(text.text for text in drawn(chart).texts)
