"""The pictures of a module's faces, boards and charts as a PDF gets them: encoded one at a time."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.inspect.analysis.module_images import (
    image_header,
    opaque_share,
    open_drawing,
    read_image_bytes,
    read_whole_drawing,
    shared_image,
)
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.svg_drawings import open_rgba
from hexwright.inspect.analysis.svg_pixels import pixels_per_unit
from hexwright.makers.piece_faces import MAX_PIXELS, PieceFace, Size, draw_face, face_size
from hexwright.render.canvas import Box
from hexwright.render.pdf_pictures import (
    EncodedPicture,
    LatePicture,
    encode_bands,
    encode_file,
    encode_pixels,
)

PRINT_DPI: Final = 300.0
"""The resolution at which drawings and labels are rendered."""
_SHARPER: Final = 1.25
"""Faces with drawings or labels are drawn larger than their pixels only by more than this factor."""
MAX_BOARD: Final = 120_000_000
"""Boards and charts with more pixels than this aren't printed, if they must be decoded."""
_BAND: Final = 256
"""The number of rows of a drawing that are rendered at once."""
_MOST_PX: Final = 6_000
"""The maximum width in pixels of a drawing of a board or chart."""


class PrintedPictures:
    """Late pictures of one module; `dpi` are the pixels of its pictures per inch of paper.

    `missing` collects the names of pictures that couldn't be drawn when the file was written.
    """

    def __init__(self, module: ModuleView, dpi: float) -> None:
        self.module = module
        self.dpi = dpi
        self.missing: set[str] = set()

    def face(self, face: PieceFace) -> LatePicture:
        """Return the picture of a piece's face."""
        parts = face.pictures
        labels = tuple(repr(label) for label in face.labels)
        name = self._alone(face) if not labels else ""
        key = _key("face", name or repr(parts), *labels)
        wide, high = self.size(face)
        encode = (lambda: self._whole(name, MAX_PIXELS)) if name else (lambda: self._drawn(face))
        return LatePicture(key, encode, round(wide * high))

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
        return LatePicture(_key("whole", name, str(px)), lambda: self._whole(name, MAX_BOARD, px))

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

    def _drawn(self, face: PieceFace) -> EncodedPicture:
        scale = PRINT_DPI / self.dpi
        if not face.labels:
            scale = min(scale, max((self._detail(part[0]) for part in face.pictures), default=1.0))
        drawn = draw_face(self.module, face, scale if scale > _SHARPER else 1.0)
        if drawn is None:
            return self._absent(", ".join(part[0] for part in face.pictures))
        return encode_pixels(drawn.image)

    def _detail(self, name: str) -> float:
        """Return the scale up to which a picture gets sharper; infinity for shapes and texts."""
        seen = image_header(self.module, name)
        if seen is None or seen.format != "svg":
            return 1.0
        return pixels_per_unit(read_whole_drawing(self.module, name) or b"")

    def _whole(self, name: str, most: int, px: int = 0) -> EncodedPicture:
        seen = image_header(self.module, name)
        data = read_image_bytes(self.module, name) if seen is not None and seen.format != "svg" else None
        kept = encode_file(data) if data is not None else None
        if kept is not None:
            return kept
        if px and seen is not None and seen.format == "svg":
            return self._rendered(name, round(min(px, seen.width * max(1.0, self._detail(name)))))
        picture = shared_image(self.module, name, most, px)
        return encode_pixels(picture) if picture is not None else self._absent(name)

    def _rendered(self, name: str, px: int) -> EncodedPicture:
        """Return a drawing of a board, rendered in bands: whole, it would need hundreds of megabytes."""
        try:
            drawing = open_drawing(self.module, name)
            if drawing is None:
                return self._absent(name)
            height = drawing.height_at(px)
            tops = range(0, height, _BAND)
            bands = (open_rgba(drawing.band(px, top, min(_BAND, height - top))) for top in tops)
            return encode_bands(px, height, bands)
        except ValueError:
            return self._absent(name)

    def _absent(self, name: str) -> EncodedPicture:
        self.missing.add(name)
        return encode_pixels(Image.new("RGB", (1, 1), "white"))


def _key(*words: str) -> str:
    return sha256("\0".join(words).encode()).hexdigest()[:24]
