"""Check a valid game for problems in the pictures that are drawn from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.standard_layouts import STANDARD
from hexwright.render.canvas import Box
from hexwright.render.counters.check_layouts import check_layouts
from hexwright.render.counters.check_sight import check_sight
from hexwright.render.counters.counter_batch import FaceId, counter_faces
from hexwright.render.counters.counter_face import layout_of
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face, printed_figures
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.map.names.map_fonts import check_map_fonts
from hexwright.render.map.sheet.check_sheet_size import check_sheet_size
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from hexwright.support.message_wording import quote

Locate = Callable[[tuple[str | int, ...]], Span]

_AMPLE_MM: Final = 600.0
"""The edge of a counter on which every text fits; the proportions of its drawing are those of any other."""


def check_drawings(game: Game, locate: Locate, art: Art = NO_ART) -> tuple[Diagnostic, ...]:
    """Return diagnostics for an unsuitable sheet size, and for counters that can't be read or told apart.

    `locate` returns the source location of a value in the data; `art` contains the game's own pictures and
    fonts.
    """
    layouts = tuple(check_layouts(game, locate, art))
    drawable = all(found.severity is not Severity.ERROR for found in layouts)
    return (
        *check_sheet_size(game, locate),
        *_shortened_texts(game, locate),
        *layouts,
        *check_map_fonts(game, locate, art),
        *(check_sight(game, locate, art) if drawable else ()),
    )


def _shortened_texts(game: Game, locate: Locate) -> Iterator[Diagnostic]:
    """Yield a warning for each text that is shortened or omitted on a face as large as it is printed."""
    edge = game.counters.sheet.counter_mm
    pictured = dict.fromkeys(_face_pictures(game), b"")
    told: set[Span] = set()
    for face in counter_faces(game):
        if layout_of(game, face.counter, face.index).id != STANDARD:
            continue
        drawn = _texts_drawn(game, face, edge, pictured)
        for group, whole in _texts_drawn(game, face, _AMPLE_MM, pictured).items():
            kept = drawn.get(group, "")
            if "".join(kept.split()) == "".join(whole.split()):
                continue
            what, path, remedy = _subject(game, face, group)
            place = locate(path)
            if place in told:
                continue
            told.add(place)
            rest = f"cut to {quote(kept)}" if kept else "omitted"
            yield Diagnostic(
                "C011",
                Severity.WARNING,
                f"{what} {quote(whole)} is {rest} on the counter: {edge:g} mm is too narrow",
                place,
                f"{remedy}, or write a larger 'counter_mm'",
                f"{what}s that are too long for their counter",
            )


def _face_pictures(game: Game) -> Iterator[str]:
    """Yield the designer's pictures that are whole faces, on which nothing else is drawn."""
    for unit in game.counters.units:
        yield from (step.picture for step in unit.steps if step.picture)
    for marker in game.counters.markers:
        yield from (face.picture for face in marker.faces if face.picture)


def _texts_drawn(game: Game, face: FaceId, edge: float, pictured: Mapping[str, bytes]) -> Mapping[str, str]:
    """Return the texts on a face, keyed by the group of items in which they are drawn."""
    canvas, box = RecordingCanvas(), Box(0, 0, edge, edge)
    if isinstance(face.counter, Unit):
        draw_unit_face(canvas, game, face.counter, face.index, CLASSIC, box, art=pictured)
    else:
        draw_marker_face(canvas, game, face.counter, face.index, CLASSIC, box, art=pictured)
    found: dict[str, list[str]] = {}
    for text in canvas.texts:
        found.setdefault(text.groups[0] if text.groups else "", []).append(text.text)
    return {group: " ".join(texts) for group, texts in found.items()}


def _subject(game: Game, face: FaceId, group: str) -> tuple[str, tuple[str | int, ...], str]:
    """Return what a group of texts is called, the path of its value in the data, and how to shorten it."""
    if not isinstance(face.counter, Unit):
        here = ("counters", "markers", face.counter.id, "faces", str(face.index), "text")
        return "text", here, "write a shorter text"
    unit = ("counters", "units", face.counter.id)
    step = (*unit, "steps", str(face.index))
    match group:
        case "designation":
            return (
                "designation",
                (*unit, "designation"),
                "write a shorter designation and the full name as 'name'",
            )
        case "figures" if not printed_figures(face.counter.steps[face.index]):
            return "name", (*unit, "name"), "write a shorter name"
        case "values":
            return "rating", (*step, "ratings"), "write shorter ratings, or print fewer with 'art: none'"
        case "arrival":
            return "turn of arrival", unit, "print the turn elsewhere, such as on a set-up card"
    return "strength", step, "print smaller figures"
