"""Draw a position as a map with counters, or a log as a film, using the pictures of its module.

Reversed boards, text labels, and pictures that `hexwright.sanitize` refuses are omitted. The module's code is
never run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.drawing_order import DrawingOrder
from hexwright.inspect.analysis.location_names import LaidBoard, LocationNames
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_images import open_image
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_pictures import PicturePart, picture_parts_of
from hexwright.inspect.analysis.public_view import Concealment, PublicView, active_mask
from hexwright.inspect.analysis.svg_drawings import open_rgba
from hexwright.render.fonts import FontFace
from hexwright.render.svg_raster import rasterise
from hexwright.saves.log_story import LogStory, StepEntry
from hexwright.support.file_limits import REMEDY, raised
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.property_names import MAIN_MAP

if TYPE_CHECKING:
    from PIL import Image

#: Boards and counters with more pixels than this aren't drawn.
MAX_BOARD: Final = 120_000_000
MAX_COUNTER: Final = 4_000_000
MAX_FRAMES: Final = 5_000
#: The most counters that all frames of a film may show together.
MAX_FILM_COUNTERS: Final = 10_000_000
#: The most pixels of counters' pictures that are kept, and that one picture of a position needs.
MAX_CACHED: Final = 64_000_000
MAX_PAINTED: Final = 2_000_000_000
#: Longer captions are cut off.
_CAPTION: Final = 400
_BACKGROUND: Final = (214, 208, 196)
_HIGHLIGHT: Final = (255, 196, 0, 255)


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A scaled-down map with its boards; `scale` is the number of picture pixels per map pixel."""

    map: str
    left: float
    top: float
    scale: float
    background: Image.Image


@dataclass(frozen=True, slots=True)
class _CounterPicture:
    """A picture of a counter, and the box around its visible pixels."""

    picture: Image.Image
    box: tuple[int, int, int, int]

    @property
    def pixels(self) -> int:
        return self.picture.width * self.picture.height


class PositionDrawing:
    """Draws positions in games of one module, `width` pixels wide."""

    def __init__(
        self,
        module: ModuleView,
        position: LogPosition,
        width: int,
        map_name: str = "",
        marked: Callable[[LogPosition], str] | None = None,
        *,
        reveal: bool = False,
    ) -> None:
        """Choose the named map, or the map with the most pieces. Raises InputError (N017) if there is no such
        map, or if it is a private window; with `reveal`, those are drawn too.

        `marked` returns an SVG document with the drawings of module scripts; the document has the size of the
        main map's board. The scripts themselves are never run.
        """
        self.module = module
        self._marked = marked
        self._marks: tuple[str, Image.Image | None] = ("", None)
        self.width = width
        self.view = PublicView(module, position.boards, reveal=reveal)
        self._order = DrawingOrder(module)
        locations = LocationNames(module, position.boards)
        if self.view.is_private(map_name):
            what = f"the map '{map_name}' is a window that only some sides may open"
            raise InputError.single("N017", what, hint="--reveal draws it")
        # Of maps with equally many pieces, the module's first.
        counts = self._counts(position)
        windows = dict.fromkeys((*(node.component.get("mapName", "") for node in module.maps), *counts))
        shown = sorted(windows, key=lambda name: -counts.get(name, 0))
        named = [map_name] if map_name else [name for name in shown if not self.view.is_private(name)]
        laid = next(((name, found) for name in named if (found := locations.boards_on(name))), None)
        if laid is None:
            known = ", ".join(sorted({node.component.get("mapName", "") for node in module.maps}))
            what = f"there is no map '{map_name}'" if map_name else "there is no map with a board to draw"
            raise InputError.single("N017", what, hint=f"the module has {known or 'no maps'}")
        self._images: dict[tuple[str, float, int], _CounterPicture | None] = {}
        self._cached = 0
        self._painted = 0
        self.parts_left_out: set[str] = set()
        """The pictures of counters that aren't drawn because they have too many pixels at their scale."""
        self.parts_outside: set[str] = set()
        """The pictures of counters that lie outside the map by their own offset."""
        self.scene = self._scene(*laid)

    def _counts(self, position: LogPosition) -> Mapping[str, int]:
        """Return the number of pieces on each map that everyone may open."""
        names = (p.spot[0] for p in position.pieces.values())
        return Counter(name for name in names if name and not self.view.is_private(name))

    def maps_left_out(self, position: LogPosition) -> tuple[tuple[str, int], ...]:
        """Return the other maps that everyone may open, each with the number of its pieces."""
        return tuple(row for row in self._counts(position).items() if row[0] != self.scene.map)

    def _scene(self, name: str, boards: tuple[LaidBoard, ...]) -> MapPicture:
        from PIL import Image

        left, top = min(b.left for b in boards), min(b.top for b in boards)
        across = max(b.left + b.width for b in boards) - left
        down = max(b.top + b.height for b in boards) - top
        scale = min(1.0, self.width / max(across, 1), 4 * self.width / max(down, 1))
        ground = Image.new("RGB", (max(1, round(across * scale)), max(1, round(down * scale))), _BACKGROUND)
        for laid in boards:
            size = max(1, round(laid.width * scale)), max(1, round(laid.height * scale))
            board = laid.board.component
            picture = open_image(self.module, board.get("image", ""), MAX_BOARD, size[0])
            if picture is not None:
                at = round((laid.left - left) * scale), round((laid.top - top) * scale)
                small = picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
                ground.paste(small, at, small)
        return MapPicture(name, left, top, scale, ground)

    # Pictures of the module -------------------------------------------------------------------------
    def _scaled_image(self, name: str, scale: float, turn: int) -> _CounterPicture | None:
        """Return a counter's picture at a scale, turned by degrees clockwise; None if it can't be drawn.

        The pictures used last are kept, up to `MAX_CACHED` pixels.
        """
        key = (name, scale, turn)
        if key in self._images:
            self._images[key] = found = self._images.pop(key)
            return found
        found = self._make_image(*key)
        self._images[key] = found
        self._cached += found.pixels if found is not None else 0
        while self._cached > MAX_CACHED:
            oldest = self._images.pop(next(iter(self._images)))
            self._cached -= oldest.pixels if oldest is not None else 0
        return found

    def _make_image(self, name: str, scale: float, turn: int) -> _CounterPicture | None:
        picture = open_image(self.module, name, MAX_COUNTER)
        if picture is None:
            return None
        self._paint(picture.width * picture.height)
        factor = self.scene.scale * (min(max(scale, 0.01), 4.0) if isfinite(scale) else 1.0)
        width, height = (max(1, round(n * factor)) for n in picture.size)
        if width * height > MAX_COUNTER:
            self.parts_left_out.add(name)
            return None
        if factor != 1:
            picture = picture.resize((width, height))
        if turn:
            picture = picture.rotate(-turn)
        return _CounterPicture(picture, picture.getbbox() or (0, 0, *picture.size))

    def _paint(self, pixels: int) -> None:
        self._painted += pixels
        if self._painted > raised(MAX_PAINTED):
            what = f"the counters need more than {raised(MAX_PAINTED):,} pixels"
            raise InputError.single("N022", what, hint=REMEDY)

    # A position -------------------------------------------------------------------------------------
    @cached_property
    def _stacking_offset(self) -> tuple[int, int]:
        for node in self.module.all(c.StackMetrics):
            metrics = node.component
            windows = [a.component.get("mapName", "") for a in node.ancestors()]
            if isinstance(metrics, c.StackMetrics) and self.scene.map in windows:
                return metrics.unex_sep_x or 2, metrics.unex_sep_y or 4
        return 2, 4

    def draw(self, position: LogPosition, lit: Iterable[str] = ()) -> Image.Image:
        """Return the map with its pieces; pieces whose ids are in `lit` get a frame."""
        from PIL import ImageDraw

        picture = self.scene.background.copy()
        self._mark(picture, position)
        pen = ImageDraw.Draw(picture)
        shown, width = set(lit), max(2, round(8 * self.scene.scale))
        self._painted = 0
        for lying, at in self._pieces_to_draw(position):
            drawn = [self._draw_part(picture, part, at) for part in picture_parts(lying, self.view)]
            boxes = [box for box in drawn if box is not None]
            if boxes and lying.id in shown:
                pen.rectangle(_around(boxes, picture.size), outline=_HIGHLIGHT[:3], width=width)
        return picture

    def _draw_part(
        self, picture: Image.Image, part: PicturePart, at: tuple[float, float]
    ) -> tuple[int, int, int, int] | None:
        """Draw a part of a piece whose centre is at a point; return the box around it, or None if it can't be
        drawn.

        A part may lie anywhere, because its offset is the file's. Outside the picture it costs nothing.
        """
        name, right, down, turn, drawn = part
        found = self._scaled_image(name, drawn, turn % 360)
        if found is None:
            return None
        (width, height), box, scale = found.picture.size, found.box, self.scene.scale
        left = round(at[0]) + round(right * scale) - width // 2
        top = round(at[1]) + round(down * scale) - height // 2
        if -width < left < picture.width and -height < top < picture.height:
            self._paint(found.pixels)
            picture.paste(found.picture, (left, top), found.picture)
        elif right or down:
            self.parts_outside.add(name)
        return left + box[0], top + box[1], left + box[2], top + box[3]

    def _mark(self, picture: Image.Image, position: LogPosition) -> None:
        """Draw the marks of module scripts below the counters; an unchanged drawing of marks is reused."""
        found = self._marked(position) if self._marked is not None and self.scene.map == MAIN_MAP else ""
        if found != self._marks[0]:
            self._marks = found, open_rgba(rasterise(found, picture.width)) if found else None
        marks = self._marks[1]
        if marks is not None:
            picture.paste(marks, (0, 0), marks)

    def _pieces_to_draw(self, position: LogPosition) -> Iterator[tuple[PlacedPiece, tuple[float, float]]]:
        """Yield the pieces from the bottom up, each with its point in the picture."""
        step = self._stacking_offset
        scene = self.scene
        on_map = self._order.pieces(position, scene.map)
        # A gap in a stack would show that an invisible piece is there.
        seen = {p.id for p in on_map if self.view.concealment(p) is not Concealment.INVISIBLE}
        stacks = ([piece for piece in members if piece in seen] for members in position.stacks.values())
        heights = {piece: n for members in stacks for n, piece in enumerate(members)}
        for lying in on_map:
            height = heights.get(lying.id, 0)
            x = (lying.spot[1] - scene.left + height * step[0]) * scene.scale
            y = (lying.spot[2] - scene.top - height * step[1]) * scene.scale
            yield lying, (x, y)


def _around(boxes: Sequence[tuple[int, int, int, int]], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the box around boxes, cut off just outside a picture of a size."""
    left, top = (max(-100, min(box[n] for box in boxes)) for n in (0, 1))
    right, bottom = (min(size[n] + 100, max(box[n + 2] for box in boxes)) for n in (0, 1))
    return left, top, max(left, right), max(top, bottom)


def picture_parts(lying: PlacedPiece, view: PublicView) -> Iterator[PicturePart]:
    """Yield the picture parts of a piece from the bottom up, as all players may see them.

    A face-down card is drawn as its Mask trait draws it, even if it isn't masked; without that trait, not at
    all.
    """
    hidden = view.concealment(lying)
    if hidden in (Concealment.INVISIBLE, Concealment.PRIVATE_WINDOW):
        return
    mask = active_mask(lying.piece) if hidden is not None else None
    if hidden is Concealment.FACE_DOWN:
        backs = lying.piece.all(t.Mask)
        yield from ((back.image, 0, 0, 0, 1.0) for back in backs[-1:] if back.image)
        return
    yield from picture_parts_of(lying.piece.traits, mask)


# A log ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A step of a log that changes the picture, with its description."""

    position: LogPosition
    chapter: str
    log_entry: StepEntry | None
    touched: tuple[str, ...]
    ends_chapter: bool = False
    """Whether the frame is the last frame of its chapter."""


def film_frames(game: SavedGameFile, story: LogStory) -> Iterator[FilmFrame]:
    """Yield the frames of a log in order, starting with its first position; each frame updates
    the position.
    """
    position = LogPosition(game)
    told = {entry.step: (chapter.title, entry) for chapter in story.chapters for entry in chapter.entries}
    last = {chapter.entries[-1].step for chapter in story.chapters}
    title = story.chapters[0].title if story.chapters else story.title
    yield FilmFrame(position, title, None, ())
    for number, step in enumerate(game.steps, start=1):
        deed = position.step(step)
        entry = None
        if number in told:
            title, entry = told[number]
        if entry is not None or deed.before:
            yield FilmFrame(position, title, entry, tuple(deed.before), number in last)


def draw_film(drawing: PositionDrawing, game: SavedGameFile, story: LogStory) -> Iterator[Image.Image]:
    """Yield the pictures of a log, frame by frame."""
    for moment in film_frames(game, story):
        lines = moment.log_entry.lines if moment.log_entry is not None else ()
        yield with_caption(drawing.draw(moment.position, moment.touched), (moment.chapter, "; ".join(lines)))


def frame_count(game: SavedGameFile, story: LogStory) -> int:
    """Return the number of frames of a log's film. Raises InputError (N019) if the film would be too long."""
    most, frames, counters = raised(MAX_FRAMES), 0, 0
    for moment in film_frames(game, story):
        frames += 1
        counters += len(moment.position.pieces)
        if counters > raised(MAX_FILM_COUNTERS):
            what = f"a film may show at most {raised(MAX_FILM_COUNTERS):,} counters, counted in each frame"
            raise InputError.single("N019", what, hint=REMEDY)
    if len(game.steps) > most:
        what = f"the log has {len(game.steps)} steps, but a film can have at most {most}"
        raise InputError.single("N019", what, hint=REMEDY)
    return frames


def with_caption(picture: Image.Image, lines: Iterable[str]) -> Image.Image:
    """Return a picture with lines of text below it; lines that are too long are cut off."""
    from PIL import Image, ImageDraw, ImageFont

    size = max(14, picture.width // 60)
    font = ImageFont.truetype(str(FontFace.SANS.path), size)
    shown = [line[:_CAPTION] for line in lines][:2] + [""] * 2
    strip = Image.new("RGB", (picture.width, picture.height + round(3.2 * size)), (28, 26, 24))
    strip.paste(picture, (0, 0))
    pen = ImageDraw.Draw(strip)
    for n, line in enumerate(shown[:2]):
        while line and pen.textlength(line, font) > picture.width - size:
            line = line[:-2].rstrip() + "…" if len(line) > 2 else ""
        colour = (255, 255, 255) if n else (200, 190, 170)
        pen.text((size // 2, picture.height + round((0.3 + 1.4 * n) * size)), line, colour, font)
    return strip
