"""Small games with layouts of counters, written as YAML, for the tests of layouts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.load.game_loading import LoadedGame, load_game
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.render.canvas import Box
from hexwright.render.check_drawings import check_drawings
from hexwright.render.counters.counter_face import FaceRecord, counter_size
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.cookbook.recipes import SLUG, write


def load_with(counters: str, files: Mapping[str, bytes] | None = None) -> LoadedGame:
    """Return the small game with lines added to its counters.yaml, and files in its art folder; check its
    drawings too.
    """
    with TemporaryDirectory() as folder:
        project = write(Path(folder), [("counters.yaml", counters)])
        for name, data in (files or {}).items():
            file = project.art(SLUG) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return load_game(project, SLUG, sheet_faults=check_drawings)


def with_layout(parts: str, more: str = "", layout: str = "") -> LoadedGame:
    """Return the small game whose units have a layout of these parts above a ground."""
    lines = "\n".join(f"      - {line.strip()}" for line in parts.strip().splitlines())
    return load_with(
        f"unit_layout: own\n{more}\nlayouts:\n  own:\n    {layout or 'corner: 1'}\n    parts:\n"
        f"      - {{draw: ground}}\n{lines}\n"
    )


def told(loaded: LoadedGame, code: str) -> list[Diagnostic]:
    """Return the diagnostics of a code."""
    return [found for found in loaded.diagnostics if found.code == code]


def drawn(game: Game, counter: str, index: int = 0, art: Art = NO_ART) -> tuple[RecordingCanvas, FaceRecord]:
    """Draw a face at its true size; return what was drawn and what was noted for checks."""
    canvas, record = RecordingCanvas(), FaceRecord()
    marker = next((one for one in game.counters.markers if one.id == counter), None)
    found: Unit | None = None if marker is not None else game.counters.unit(UnitId(counter))
    if found is not None:
        box = Box(0, 0, *counter_size(game, found, index))
        draw_unit_face(canvas, game, found, index, CLASSIC, box, art=art, record=record)
    elif marker is not None:
        box = Box(0, 0, *counter_size(game, marker, index))
        draw_marker_face(canvas, game, marker, index, CLASSIC, box, art=art, record=record)
    return canvas, record
