"""The pictures of an imported game: each face of a counter as a square file in the game's art folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hexwright.geomap.id_slugs import UniqueIds
from hexwright.inspect.analysis.module_images import image_header, open_image, read_image_bytes
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_pictures import PicturePart
from hexwright.makers.module_import.drawn_pictures import DrawnPictures
from hexwright.makers.module_import.square_pictures import png_bytes, squared
from hexwright.makers.piece_faces import PieceFace, draw_face, face_size
from hexwright.render.map.sheet.board_resolution import COUNTER_PICTURE
from hexwright.sanitize import ART_FORMATS, COUNTER_RASTER, read_raster_info

_SQUARE: Final = 0.02
"""The share by which width and height of a picture may differ that is used as a square."""
_MOST_BYTES: Final = 8_000_000
_CHART: Final = 3_000
"""The longest edge in pixels of a chart that had to be scaled down."""
_ENDINGS: Final = {form: ending for ending, form in reversed(list(ART_FORMATS.items()))}


@dataclass(eq=False)
class CounterArt:
    """Writes the faces of counters into a folder; the same face is written once."""

    module: ModuleView
    folder: Path
    drawn: DrawnPictures
    files: int = 0
    _names: UniqueIds = field(default_factory=UniqueIds)
    _by_face: dict[tuple[tuple[PicturePart, ...], tuple[str, ...]], str] = field(default_factory=dict)

    def file_of(self, face: PieceFace, name: str) -> str:
        """Return the name of the file with a face; "" if nothing of it can be drawn.

        A square picture that is all of the face keeps its bytes. `name` is that of the piece.
        """
        key = face.pictures, tuple(label.label for label in face.labels)
        found = self._by_face.get(key)
        if found is None:
            found = self._by_face[key] = self._write(face, name)
        return found

    def picture_file(self, image: str, name: str) -> str:
        """Return the name of the file with a picture of the module, of any proportions; "" for none."""
        kept = self._kept(image, square=False)
        if kept is not None:
            return self.add(name, *kept)
        picture = open_image(self.module, image, 4 * COUNTER_RASTER.pixels)
        if picture is None:
            return ""
        if picture.width * picture.height > COUNTER_RASTER.pixels:
            picture.thumbnail((_CHART, _CHART))
        return self.add(name, ".png", png_bytes(picture))

    def add(self, stem: str, ending: str, data: bytes) -> str:
        """Write a file whose name is derived from a stem, and return its name."""
        name = self._names.new_id(stem, "picture") + ending
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(data)
        self.files += 1
        return name

    def _write(self, face: PieceFace, name: str) -> str:
        pictures = face.pictures
        if len(pictures) == 1 and pictures[0][1:] == (0, 0, 0, 1.0) and not face.labels:
            stem = pictures[0][0].rpartition(".")[0] or pictures[0][0]
            kept = self._kept(pictures[0][0])
            if kept is not None:
                return self.add(stem, *kept)
            png = self.drawn.png(pictures[0][0])
            if png is not None:
                return self.add(f"{name} {face.level}".strip(), ".png", png)
        drawn = draw_face(self.module, face.parts, self._scale(face))
        if drawn is None:
            return ""
        return self.add(f"{name} {face.level}".strip(), ".png", png_bytes(squared(drawn.image)))

    def _scale(self, face: PieceFace) -> float:
        """Return the scale at which a face is drawn: a vector drawing as large as modules show counters."""
        heads = [image_header(self.module, part[0]) for part in face.pictures]
        edge = max(face_size(self.module, face))
        if edge <= 0 or any(head is None or head.format != "svg" for head in heads):
            return 1.0
        return max(1.0, COUNTER_PICTURE / edge)

    def _kept(self, image: str, *, square: bool = True) -> tuple[str, bytes] | None:
        """Return the ending and bytes of a picture that a game can use as it is; None for others."""
        data = read_image_bytes(self.module, image)
        if data is None or len(data) > _MOST_BYTES:
            return None
        try:
            info = read_raster_info(data)
        except ValueError:
            return None
        plain = info.frames == 1 and not info.needs_rotation and not info.is_cmyk
        fits = not square or abs(info.width - info.height) <= _SQUARE * info.width
        small = info.pixels <= COUNTER_RASTER.pixels
        return (_ENDINGS[info.form], data) if plain and fits and small and info.form in _ENDINGS else None
