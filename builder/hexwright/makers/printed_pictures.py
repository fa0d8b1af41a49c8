"""The pictures of a module's faces, boards and charts for a PDF, each encoded when it is written."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.inspect.analysis.module_images import image_header, opaque_share
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.makers.picture_encoding import (
    BAND,
    PRINT_DPI,
    EncodingTask,
    ModulePictures,
    TaskEncoding,
    WholePicture,
)
from hexwright.makers.piece_faces import MAX_PIXELS, PieceFace, Size, face_size
from hexwright.render.canvas import Box
from hexwright.render.pdf_pictures import EncodedPicture, LatePicture, encode_pixels

MAX_BOARD: Final = 120_000_000
"""Boards and charts with more pixels than this aren't printed, if they must be decoded."""
_MOST_PX: Final = 6_000
"""The maximum width in pixels of a drawing of a board or chart."""


class PrintedPictures:
    """Late pictures of one module; `dpi` are the pixels of its pictures per inch of paper.

    `missing` collects the names of pictures that couldn't be drawn when the file was written.
    """

    def __init__(self, module: ModuleView, dpi: float) -> None:
        self.module = module
        self.missing: set[str] = set()
        self._pictures = ModulePictures(module, dpi)

    def face(self, face: PieceFace) -> LatePicture:
        """Return the picture of a piece's face."""
        parts = face.parts
        name = self._alone(face) if not parts.labels else ""
        key = _key("face", name or repr(parts.pictures), *map(repr, parts.labels))
        wide, high = self.size(face)
        return self._late(key, WholePicture(name, MAX_PIXELS) if name else parts, round(wide * high))

    def size(self, face: PieceFace) -> Size:
        """Return the size of a face's largest picture, in pixels."""
        return face_size(self.module, face)

    def extent(self, face: PieceFace) -> Box:
        """Return the box around all pictures of a face, in pixels from the piece's centre."""
        boxes = []
        for name, x, y, _, scale in face.pictures:
            seen = image_header(self.module, name)
            if seen is not None:
                wide, high = seen.width * scale, seen.height * scale
                boxes += [Point(x - wide / 2, y - high / 2), Point(x + wide / 2, y + high / 2)]
        return Box.around(boxes)

    def whole(self, name: str, width_mm: float) -> LatePicture:
        """Return a board or chart by its image's name, printed at a width."""
        px = min(_MOST_PX, round(width_mm / 25.4 * PRINT_DPI))
        seen = image_header(self.module, name)
        at_once = px * BAND if seen is not None and seen.format == "svg" else 0
        return self._late(_key("whole", name, str(px)), WholePicture(name, MAX_BOARD, px), at_once)

    def _alone(self, face: PieceFace) -> str:
        """Return the name of the picture that alone is visible of a face; "" if several are."""
        name, right, down, turn, scale = face.pictures[-1]
        top = image_header(self.module, name)
        if top is None or top.format == "svg" or (right, down, turn % 360, scale) != (0, 0, 0, 1.0):
            return ""
        below = face.pictures[:-1]
        if below and opaque_share(self.module, name, MAX_PIXELS) < 0.999:
            return ""
        for other, x, y, angle, factor in below:
            seen = image_header(self.module, other)
            if seen is None:
                continue
            wide, high = seen.width * factor + 2 * abs(x), seen.height * factor + 2 * abs(y)
            if angle % 360 or wide > top.width or high > top.height:
                return ""
        return name

    def _late(self, key: str, task: EncodingTask, pixels: int = 0) -> LatePicture:
        return LatePicture(key, TaskEncoding(task, self._pictures.dpi, self._encoded), pixels)

    def _encoded(self, task: EncodingTask) -> EncodedPicture:
        found = self._pictures.encoded(task)
        if found is not None:
            return found
        names = [task.name] if isinstance(task, WholePicture) else [part[0] for part in task.pictures]
        self.missing.add(", ".join(names))
        return encode_pixels(Image.new("RGB", (1, 1), "white"))


def _key(*words: str) -> str:
    return sha256("\0".join(words).encode()).hexdigest()[:24]
