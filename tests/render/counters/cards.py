"""Draw counters on a recording canvas and say what is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_background import SAFE_INSET
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import Theme
from tests.render.counters.ink import ink_box, stroke_box
from tests.shipped import shipped

CARD = Box(0, 0, 15, 15)
KEPT_CLEAR = ("symbol", "size", "emblem", "rosette")
"""Groups of shapes that lettering must not touch, its own group's apart."""
MAY_MEET = {("number", "rosette")}


@cache
def moscow() -> Game:
    """Return the game that is shipped, with counters of the standard layout."""
    game = shipped("battle-for-moscow").game
    return replace(game, counters=replace(game.counters, formations=(), layouts=()))


def drawn(game: Game, face: FaceId, theme: Theme) -> RecordingCanvas:
    """Draw a face on a card of 15 mm."""
    canvas = RecordingCanvas()
    if isinstance(face.counter, Unit):
        draw_unit_face(canvas, game, face.counter, face.index, theme, CARD)
    else:
        draw_marker_face(canvas, game, face.counter, face.index, theme, CARD)
    return canvas


def faults(canvas: RecordingCanvas) -> list[str]:
    """Return what leaves the safe area, and what overlaps."""
    found = []
    safe = CARD.inset(SAFE_INSET - 0.01)
    shapes = [
        (path.groups[0], stroke_box(path))
        for path in canvas.paths
        if path.groups and path.groups[0] in KEPT_CLEAR
    ]
    shapes += [(image.groups[0], image.box) for image in canvas.images]
    texts = [(text, ink_box(text)) for text in canvas.texts]
    found += [f"{name} leaves the card: {box}" for name, box in shapes if not safe.holds(box)]
    found += [f"{text.text!r} leaves the card: {box}" for text, box in texts if not safe.holds(box)]
    for text, box in texts:
        for name, shape in shapes:
            own = text.groups[0] == name or (text.groups[0], name) in MAY_MEET
            if not own and box.inset(0.02).overlaps(shape):
                found.append(f"{text.text!r} touches {name}: {box} {shape}")
    for (name, first), (twin, second) in combinations(shapes, 2):
        if name != twin and "rosette" not in (name, twin) and first.inset(0.02).overlaps(second):
            found.append(f"{name} touches {twin}: {first} {second}")
    for (one, first), (other, second) in combinations(texts, 2):
        if first.inset(0.02).overlaps(second):
            found.append(f"{one.text!r} touches {other.text!r}: {first} {second}")
    return found
