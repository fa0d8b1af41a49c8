"""Record what is drawn on a face, for checks."""

from __future__ import annotations

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.counters.counter_face import FaceRecord, counter_size
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_back, draw_unit_face
from hexwright.render.designer_pictures import Art
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import Theme


def face_record(game: Game, face: FaceId, theme: Theme, art: Art) -> FaceRecord:
    """Return what is drawn on a face of the size that it has on paper."""
    record, canvas = FaceRecord(), RecordingCanvas()
    box = Box(0, 0, *counter_size(game, face.counter, face.index))
    if isinstance(face.counter, Unit):
        draw_unit_face(canvas, game, face.counter, face.index, theme, box, art=art, record=record)
    else:
        draw_marker_face(canvas, game, face.counter, face.index, theme, box, art=art, record=record)
    return record


def back_record(game: Game, unit: Unit, theme: Theme, art: Art) -> FaceRecord:
    """Return what is drawn on the back of a unit with one face, of the size that it has on paper."""
    record = FaceRecord()
    box = Box(0, 0, *counter_size(game, unit))
    draw_unit_back(RecordingCanvas(), game, unit, theme, box, art=art, record=record)
    return record
