"""The charts of a module that are pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwright.geomap.id_slugs import UniqueIds
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.makers.module_import.counter_art import CounterArt
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.project_files import Line
from hexwright.vassal.codec.buildfile import components as c

_TAKEN: Final = frozenset({"map", "weather", "turn record: turns", "victory", "sequence of play"})
"""Titles of charts and windows that every imported game has, in lower case."""


def chart_records(module: ModuleView, art: CounterArt, notes: ImportNotes) -> Mapping[str, Line]:
    """Return the charts of charts.yaml by their ids, and write their pictures."""
    ids, titles = UniqueIds(), set(_TAKEN)
    found: dict[str, Line] = {}
    for node in module.all(c.Chart):
        chart = node.component
        assert isinstance(chart, c.Chart)
        file = art.picture_file(chart.file_name, chart.chart_name or "chart")
        if not file:
            notes.add("chart left out: its picture can't be drawn", node.place)
            continue
        name = " ".join(chart.chart_name.split()) or "Chart"
        title, number = name, 1
        while title.lower() in titles:
            number += 1
            title = f"{name} ({number})"
        titles.add(title.lower())
        found[ids.new_id(name, "chart")] = Line(name=title, picture=file)
    return found
