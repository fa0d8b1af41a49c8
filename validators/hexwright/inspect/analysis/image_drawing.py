"""Judge which images VASSAL draws: by their headers, their names and, for SVG, their content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import Final

from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_view import IMAGES, ModuleView
from hexwright.inspect.analysis.svg_drawing import MAX_BYTES, DrawingFault, drawing_faults
from hexwright.vassal.codec.sequence_encoder import CodecError

#: The most bytes of SVG that are searched; further drawings are judged by their headers alone.
MAX_TOTAL: Final = 64 << 20


@dataclass(frozen=True, slots=True)
class ImageJudgement:
    """Why VASSAL draws nothing of an image, if it doesn't, and what it ignores in one that it draws."""

    undrawn: str = ""
    ignored: tuple[DrawingFault, ...] = ()


class _Neighbours:
    """The files around an SVG. It notes the images of which drawings draw parts."""

    def __init__(self, module: ModuleView, entry: str, parts: set[str]) -> None:
        self.module = module
        self.folder = dirname(entry)
        self.parts = parts

    def picture(self, path: str) -> bool | None:
        other = normpath(join(self.folder, path))
        if other not in self.module.entries:
            return None
        picture = self.module.pictures.get(other)
        return isinstance(picture, ImageHeader) and picture.format != "bmp"

    def part(self, name: str) -> bool:
        self.parts.add(IMAGES + name)
        return IMAGES + name in self.module.entries


def judge_images(module: ModuleView) -> Mapping[str, ImageJudgement]:
    """Return the judgement of each image that VASSAL doesn't draw as it is, by its entry.

    A drawing of which others draw parts need not be drawn itself.
    """
    found: dict[str, ImageJudgement] = {}
    parts: set[str] = set()
    left = MAX_TOTAL
    for entry, picture in module.pictures.items():
        named_svg = entry.endswith(".svg")
        if isinstance(picture, str):
            judgement = ImageJudgement(f"not a picture: {picture}")
        elif named_svg != (picture.format == "svg"):
            judgement = ImageJudgement(f"{picture.format.upper()}, but the name {_ENDINGS[named_svg]}")
        elif named_svg and left > 0:
            data = _data(module, entry)
            left -= len(data)
            judgement = _judge_svg(data, _Neighbours(module, entry, parts))
        else:
            continue
        if judgement != ImageJudgement():
            found[entry] = judgement
    return {entry: judgement for entry, judgement in found.items() if entry not in parts}


_ENDINGS: Final = {True: "ends in .svg", False: "doesn't end in .svg"}


def _data(module: ModuleView, entry: str) -> bytes:
    archive = module.entries[entry].archive
    try:
        return archive.read(entry, MAX_BYTES) if archive is not None else b""
    except CodecError:
        return b""


def _judge_svg(data: bytes, neighbours: _Neighbours) -> ImageJudgement:
    faults = drawing_faults(data, neighbours)
    fatal = [fault for fault in faults if fault.fatal]
    more = f", and {len(fatal) - 1} more" if len(fatal) > 1 else ""
    undrawn = f"VASSAL draws nothing of it: {fatal[0].message} (line {fatal[0].line}){more}" if fatal else ""
    return ImageJudgement(undrawn, () if fatal else tuple(faults))
