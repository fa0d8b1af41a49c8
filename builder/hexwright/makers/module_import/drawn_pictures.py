"""The vector drawings of counters as PNG, drawn by worker processes while the import goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Condition, Thread
from typing import Final

from hexwright.inspect.analysis.module_images import image_header, read_whole_drawing
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.makers.module_import.drawing_job import DrawingJob, DrawingTask, DrawingTasks, DrawnPicture
from hexwright.makers.piece_faces import MAX_PIXELS
from hexwright.render.map.sheet.board_resolution import COUNTER_PICTURE
from hexwright.support.named_files import read_regular
from hexwright.support.workers.jobs import Engine
from hexwright.support.workers.local_engine import engine_for_work, work_on_engine

_FEW: Final = 200
"""As many drawings are drawn sooner than worker processes begin."""
_TOGETHER: Final = 16
"""The number of drawings that a worker gets at once."""


_MOST_BYTES: Final = 8 * MAX_PIXELS
"""More bytes than a PNG of so many pixels has."""


class DrawnPictures:
    """The drawings of a module's counters, as large as modules show counters.

    They are drawn between `__enter__` and `__exit__`, and kept in the files of a folder.
    """

    def __init__(
        self, module: ModuleView, folder: Path, names: Mapping[str, bool], engine: Engine | None = None
    ) -> None:
        """Prepare the drawings among the images with these names; those with True are also measured for
        `opaque_share`.
        """
        self._module = module
        self._folder = folder
        widths = {name: width for name in names if (width := _width(module, name))}
        self._asked = {name: (width, names[name]) for name, width in widths.items()}
        self._engine = engine or engine_for_work(is_much=len(widths) > _FEW)
        self._files: dict[str, Path | None] = {}
        self._changed = Condition()
        self._stopped = False
        self._fault: BaseException | None = None
        self._thread = Thread(target=self._draw, daemon=True)

    def __enter__(self) -> DrawnPictures:
        if self._asked:
            self._folder.mkdir()
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped = True
        if self._asked:
            self._thread.join()

    def wait_for(self, names: Iterable[str]) -> None:
        """Wait until those of the images that are drawings are drawn and measured."""
        for name in names:
            if name in self._asked:
                self._wait(name)

    def png(self, name: str) -> bytes | None:
        """Return a drawing in a transparent square; None for other images, or if it can't be drawn."""
        path = self._wait(name) if name in self._asked else None
        return read_regular(path, _MOST_BYTES) if path is not None else None

    def _wait(self, name: str) -> Path | None:
        with self._changed:
            self._changed.wait_for(lambda: name in self._files or self._fault is not None)
            if name not in self._files and self._fault is not None:
                raise self._fault
            return self._files[name]

    # In the thread ----------------------------------------------------------------------------------------
    def _draw(self) -> None:
        try:
            work_on_engine(self._engine, self._draw_with)
        except BaseException as fault:
            # Raised again where a drawing is waited for.
            with self._changed:
                self._fault = fault
                self._changed.notify_all()

    def _draw_with(self, engine: Engine) -> None:
        with closing(engine(DrawingJob(), self._tasks())) as results:
            for drawn in (one for result in results for one in result):
                if self._stopped:
                    return
                self._keep(drawn)

    def _tasks(self) -> Iterator[DrawingTasks]:
        tasks = (
            DrawingTask(name, read_whole_drawing(self._module, name) or b"", *asked)
            for name, asked in self._asked.items()
            if name not in self._files
        )
        while together := tuple(islice(tasks, _TOGETHER)):
            yield together

    def _keep(self, drawn: DrawnPicture) -> None:
        path = self._folder / f"{len(self._files)}.png" if drawn.png else None
        if path is not None:
            path.write_bytes(drawn.png)
        with self._changed:
            if drawn.share is not None:
                self._module.opaque_shares.setdefault(drawn.name, drawn.share)
            self._files[drawn.name] = path
            self._changed.notify_all()


def _width(module: ModuleView, name: str) -> int:
    """Return the width at which a drawing is drawn; 0 for other pictures."""
    head = image_header(module, name)
    if head is None or head.format != "svg":
        return 0
    factor = max(1.0, COUNTER_PICTURE / max(head.width, head.height))
    return max(1, round(head.width * factor)) if head.pixels * factor * factor <= MAX_PIXELS else 0
