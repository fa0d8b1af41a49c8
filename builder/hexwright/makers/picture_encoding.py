"""The pictures of a module's faces, boards and charts as a PDF holds them; also by worker processes.

Little is imported here, so that workers begin soon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from hexwright.inspect.analysis.module_images import (
    image_header,
    open_drawing,
    read_image_bytes,
    read_whole_drawing,
    shared_image,
)
from hexwright.inspect.analysis.module_view import ModuleView, open_pictures
from hexwright.inspect.analysis.svg_drawings import open_rgba
from hexwright.inspect.analysis.svg_pixels import pixels_per_unit
from hexwright.makers.piece_faces import FaceParts, draw_face
from hexwright.render.pdf_pictures import (
    EncodedPicture,
    LatePicture,
    encode_bands,
    encode_file,
    encode_pixels,
)
from hexwright.render.pictures_ahead import BeginEncoding
from hexwright.support.workers.local_engine import worker_pool, workers_for_work
from hexwright.vassal.codec.sequence_encoder import CodecError

PRINT_DPI: Final = 300.0
"""The resolution at which drawings and labels are rendered."""
_SHARPER: Final = 1.25
"""Faces with drawings or labels are drawn larger than their pixels only by more than this factor."""
BAND: Final = 256
"""The number of rows of a drawing that are rendered at once."""


class WholePicture(NamedTuple):
    """An image of at most `most` pixels; a drawing is rendered `px` pixels wide, or in its own size for 0."""

    name: str
    most: int
    px: int = 0


EncodingTask: TypeAlias = FaceParts | WholePicture


@dataclass(frozen=True, slots=True)
class ModulePictures:
    """Encodes pictures of a module; `dpi` are the pixels of its pictures per inch of paper."""

    module: ModuleView
    dpi: float

    def encoded(self, task: EncodingTask) -> EncodedPicture | None:
        """Return a picture; None if it is absent or can't be drawn."""
        return self._whole(*task) if isinstance(task, WholePicture) else self._drawn(task)

    def _drawn(self, face: FaceParts) -> EncodedPicture | None:
        scale = PRINT_DPI / self.dpi
        if not face.labels:
            scale = min(scale, max((self._detail(part[0]) for part in face.pictures), default=1.0))
        drawn = draw_face(self.module, face, scale if scale > _SHARPER else 1.0)
        return encode_pixels(drawn.image) if drawn is not None else None

    def _detail(self, name: str) -> float:
        """Return the scale up to which a picture gets sharper; infinity for shapes and texts."""
        seen = image_header(self.module, name)
        if seen is None or seen.format != "svg":
            return 1.0
        return pixels_per_unit(read_whole_drawing(self.module, name) or b"")

    def _whole(self, name: str, most: int, px: int) -> EncodedPicture | None:
        seen = image_header(self.module, name)
        data = read_image_bytes(self.module, name) if seen is not None and seen.format != "svg" else None
        kept = encode_file(data) if data is not None else None
        if kept is not None:
            return kept
        if px and seen is not None and seen.format == "svg":
            return self._rendered(name, round(min(px, seen.width * max(1.0, self._detail(name)))))
        picture = shared_image(self.module, name, most, px)
        return encode_pixels(picture) if picture is not None else None

    def _rendered(self, name: str, px: int) -> EncodedPicture | None:
        """Return a drawing of a board, rendered in bands: whole, it would need hundreds of megabytes."""
        try:
            drawing = open_drawing(self.module, name)
            if drawing is None:
                return None
            height = drawing.height_at(px)
            tops = range(0, height, BAND)
            bands = (open_rgba(drawing.band(px, top, min(BAND, height - top))) for top in tops)
            return encode_bands(px, height, bands)
        except ValueError:
            return None


# By worker processes -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TaskEncoding:
    """Encodes a picture where it is called. A worker can do the task instead."""

    task: EncodingTask
    dpi: float
    here: Callable[[EncodingTask], EncodedPicture]

    def __call__(self) -> EncodedPicture:
        return self.here(self.task)


@dataclass(frozen=True, slots=True)
class EncodingJob:
    """Encodes pictures of a module with its extensions, whose files it opens. A task has a resolution."""

    files: tuple[Path, ...]

    def do(self, task: tuple[EncodingTask, float] | None) -> EncodedPicture | None:
        """Return a picture, or None if it can't be drawn. Without a task, prepare this process for others."""
        module = _module_pictures(self.files)
        if task is None:
            return None
        return ModulePictures(module, task[1]).encoded(task[0])

    def part_for(self, task: tuple[EncodingTask, float] | None) -> EncodingJob:
        return self

    def key(self, task: tuple[EncodingTask, float] | None) -> str:
        return f"the picture {task[0] if task is not None else ''}"


@cache
def _module_pictures(files: tuple[Path, ...]) -> ModuleView:
    module = open_pictures(files)
    assert module.pictures is not None  # All headers are read.
    return module


@contextmanager
def encoding_workers(files: tuple[Path, ...], *, is_much: bool) -> Iterator[BeginEncoding | None]:
    """Provide worker processes for much work, which begin at once. What they can't do is done here."""
    workers = workers_for_work(is_much=is_much)
    if workers == 1:
        yield None
        return
    with worker_pool(EncodingJob(files), workers) as give:

        def begin(picture: LatePicture) -> Callable[[], EncodedPicture]:
            encode = picture.encode
            if not isinstance(encode, TaskEncoding):
                return encode
            try:
                return _Awaited(give((encode.task, encode.dpi)), encode)
            except BrokenProcessPool:
                return encode

        for _ in range(workers):
            give(None)
        yield begin


@dataclass(frozen=True, slots=True)
class _Awaited:
    future: Future[EncodedPicture | None]
    here: TaskEncoding

    def __call__(self) -> EncodedPicture:
        try:
            found = self.future.result()
        except (BrokenProcessPool, CodecError):
            found = None
        return found if found is not None else self.here()
