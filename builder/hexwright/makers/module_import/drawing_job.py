"""The work of drawing the counters of a module; little is imported here, so that workers begin soon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hexwright.inspect.analysis.svg_drawings import drawing_share, module_drawing, open_rgba
from hexwright.makers.module_import.square_pictures import png_bytes, squared


class DrawingTask(NamedTuple):
    name: str
    svg: bytes
    width: int
    measured: bool


class DrawnPicture(NamedTuple):
    name: str
    png: bytes
    """The picture in a square; empty if it can't be drawn."""
    share: float | None
    """The share that isn't transparent, if it was asked for."""


DrawingTasks: TypeAlias = tuple[DrawingTask, ...]


@dataclass(frozen=True, slots=True)
class DrawingJob:
    """Draws some drawings, which are in the task."""

    def do(self, tasks: DrawingTasks) -> tuple[DrawnPicture, ...]:
        return tuple(_drawn(task) for task in tasks)

    def part_for(self, tasks: DrawingTasks) -> DrawingJob:
        return self

    def key(self, tasks: DrawingTasks) -> str:
        return f"the drawing {tasks[0].name}"


def _drawn(task: DrawingTask) -> DrawnPicture:
    drawing = module_drawing(task.svg)
    if drawing is None:
        return DrawnPicture(task.name, b"", 0.0 if task.measured else None)
    share = drawing_share(drawing) if task.measured else None
    try:
        png = drawing.whole(task.width)
    except ValueError:
        return DrawnPicture(task.name, b"", share)
    square = drawing.height_at(task.width) == task.width
    return DrawnPicture(task.name, png if square else png_bytes(squared(open_rgba(png))), share)
