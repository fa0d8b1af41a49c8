"""Every size of counter, with every kind of marker and every kind of face: `check` says what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest

from hexwright.diagnostics.diagnostic import Span
from hexwright.model.counter_mix import (
    Marker,
    MarkerFace,
    MarkerSymbol,
    SizeName,
    Step,
    SymbolName,
    UnitClass,
)
from hexwright.model.game import Game
from hexwright.model.ids import Mm, UnitId
from hexwright.render.canvas import Box
from hexwright.render.check_drawings import check_drawings
from hexwright.render.counters.counter_background import DESIGN, SAFE_INSET
from hexwright.render.counters.counter_batch import counter_face_svg, counter_faces
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from tests.render.counters.cards import moscow
from tests.render.counters.ink import ink_box
from tests.tiers import sampled

SIZES = [edge / 2 for edge in range(20, 61)]
"""From 10 to 30 mm, in steps of half a millimetre."""
SYMBOLS: tuple[MarkerSymbol, ...] = get_args(MarkerSymbol)
TEXTS = ("", " ", "7", "+1", "Moved", "VP +1", "Out of supply", "Victory points 12", "Interdiction")
FACES = (
    Step(),
    Step(strength=7),
    Step(ma=12),
    Step(12, 10, {"hits": "3"}),
    Step(4, 6, {"a": "2", "b": "12", "c": "x"}, enclosed="brackets"),
    Step(8, 5, defence="9 1/2"),
)


def every_face(edge: float) -> Game:
    """Return a game whose counters have this size: each kind of marker with each text, each kind of face."""
    played = moscow()
    classes = tuple(UnitClass(f"class-{symbol}", symbol, symbol) for symbol in get_args(SymbolName))
    sizes = get_args(SizeName)
    first, late = played.counters.units[0], UnitId(played.oob.reinforcements[0].units[0])
    units = tuple(
        replace(
            first,
            id=late if number == 0 else UnitId(f"unit-{number}"),
            designation=("1", "XXXVIII", "Bryansk Front")[number % 3],
            size=sizes[number % len(sizes)],
            unit_class=classes[number % len(classes)].id,
            steps=(face, face),
        )
        for number, face in enumerate(FACES * 2)
    )
    sides = (None, played.info.sides[0].id)
    markers = tuple(
        Marker(f"{symbol}-{number}", symbol, tuple(MarkerFace(text, symbol, side) for side in sides))
        for symbol in SYMBOLS
        for number, text in enumerate(TEXTS)
    )
    sheet = replace(played.counters.sheet, counter_mm=Mm(edge))
    counters = replace(played.counters, sheet=sheet, classes=classes, units=units, markers=markers)
    return replace(played, counters=counters)


def faces_drawn(played: Game) -> Iterator[tuple[str, RecordingCanvas, Box]]:
    """Yield each face as it is drawn for paper: its file's name, its items, its card."""
    edge = played.counters.sheet.counter_mm
    card = Box(0, 0, edge, edge)
    units = {unit.id for unit in played.counters.units}
    for face in counter_faces(played):
        canvas = RecordingCanvas()
        if face.counter.id in units:
            draw_unit_face(
                canvas, played, played.counters.unit(UnitId(face.counter.id)), face.index, CLASSIC, card
            )
        else:
            marker = next(one for one in played.counters.markers if one.id == face.counter.id)
            draw_marker_face(canvas, played, marker, face.index, CLASSIC, card)
        yield face.file, canvas, card


def told(played: Game) -> set[tuple[str | int, ...]]:
    """Return the paths of the values of which `check` says that they are cut on their counters."""
    asked: list[tuple[str | int, ...]] = []

    def locate(path: tuple[str | int, ...]) -> Span:
        asked.append(path)
        return Span("counters.yaml", len(asked), 1)

    return {
        asked[found.span.line - 1]
        for found in check_drawings(played, locate)
        if found.code == "C011" and found.span
    }


@pytest.mark.parametrize("edge", sampled(SIZES, *range(0, len(SIZES), 4)))
def test_what_check_passes_is_drawn_whole_and_within_the_card(edge: float) -> None:
    played = every_face(edge)
    warned = {str(path[2]) for path in told(played)}
    for name, canvas, card in faces_drawn(played):
        counter = name.partition("-")[2].rpartition("-")[0]
        cut = any("…" in text.text for text in canvas.texts)
        assert not cut or counter in warned, f"{edge}: {name} is cut, and nobody says so"
        safe = card.inset(0.75 * SAFE_INSET * edge / DESIGN)
        outside = [text.text for text in canvas.texts if not safe.holds(ink_box(text))]
        assert not outside, f"{edge}: {name} leaves the card"


@pytest.mark.parametrize("edge", [10.0, 13.0])
def test_every_face_becomes_a_picture(edge: float) -> None:
    played = every_face(edge)
    for face in counter_faces(played):
        assert rasterise(counter_face_svg(played, face, CLASSIC), 20)


def test_texts_of_markers_names_and_ratings_are_told_as_designations_are() -> None:
    small = told(every_face(10))
    assert {path[-1] for path in small} >= {"text", "designation", "ratings", "name"}
    assert not told(moscow())
