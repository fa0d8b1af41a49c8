"""Draw a position as a map with counters, or a log as a film, using the pictures of its module.

Reversed boards, text labels, and pictures that `hexwright.sanitize` refuses are omitted. The module's code is
never run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.location_names import LaidBoard, LocationNames
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.public_view import Concealment, PublicView, active_mask
from hexwright.render.fonts import FontFace
from hexwright.render.svg_raster import rasterise
from hexwright.sanitize.picture_limits import DESIGNER_ART_LIMITS
from hexwright.sanitize.raster_checks import decode_raster
from hexwright.sanitize.svg_checks import inspect_svg
from hexwright.saves.log_story import LogStory, StepEntry
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.module_archive import ArchiveError
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.property_names import MAIN_MAP

if TYPE_CHECKING:
    from PIL import Image

#: Boards and counters with more pixels than this aren't drawn.
MAX_BOARD: Final = 120_000_000
MAX_COUNTER: Final = 4_000_000
MAX_FRAMES: Final = 5_000
_BACKGROUND: Final = (214, 208, 196)
_HIGHLIGHT: Final = (255, 196, 0, 255)

#: A picture, the offset of its centre from the piece's, its rotation in degrees, and its size.
PicturePart = tuple[str, int, int, int, float]


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A scaled-down map with its boards; `scale` is the number of picture pixels per map pixel."""

    map: str
    left: float
    top: float
    scale: float
    background: Image.Image


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
        self._parts: dict[tuple[PicturePart, ...], Image.Image | None] = {}
        self._images: dict[tuple[str, float], Image.Image | None] = {}
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
            picture = self._image(board.get("image", ""), MAX_BOARD, size[0])
            if picture is not None:
                at = round((laid.left - left) * scale), round((laid.top - top) * scale)
                small = picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
                ground.paste(small, at, small)
        return MapPicture(name, left, top, scale, ground)

    # Pictures of the module -------------------------------------------------------------------------
    def _image(self, name: str, most: int, px: int = 0) -> Image.Image | None:
        """Return a picture from the module in its own size, or a vector drawing rendered `px` pixels wide;
        None if the picture is refused.
        """
        entry = self.module.image_entry(name) if name else None
        seen = self.module.pictures.get(entry or "")
        if entry is None or not isinstance(seen, ImageHeader) or not 0 < seen.pixels <= most:
            return None
        holder = self.module.entries[entry]
        assert holder.archive is not None
        try:
            data = holder.archive.read(entry)
            if seen.format != "svg":
                return decode_raster(data)
            if inspect_svg(data, DESIGNER_ART_LIMITS).refusals:
                return None
            return _open_picture(rasterise(data.decode(), px or seen.width))
        except (ArchiveError, ValueError):
            return None

    def _scaled_image(self, name: str, scale: float) -> Image.Image | None:
        if (name, scale) not in self._images:
            picture = self._image(name, MAX_COUNTER)
            factor = self.scene.scale * min(max(scale, 0.01), 4.0)
            if picture is not None and factor != 1:
                width, height = (max(1, round(n * factor)) for n in picture.size)
                picture = picture.resize((width, height))
            self._images[name, scale] = picture
        return self._images[name, scale]

    def _counter(self, parts: tuple[PicturePart, ...]) -> Image.Image | None:
        """Return the picture of a counter, composed of parts that share the same centre."""
        from PIL import Image

        if parts not in self._parts:
            scale = self.scene.scale
            found = [
                (picture, x, y, turn)
                for name, x, y, turn, drawn in parts
                if (picture := self._scaled_image(name, drawn)) is not None
            ]
            reach = [
                (abs(round(x * scale)) + p.width // 2 + 1, abs(round(y * scale)) + p.height // 2 + 1)
                for p, x, y, _ in found
            ]
            made = None
            if found:
                half = max(a for a, _ in reach), max(b for _, b in reach)
                made = Image.new("RGBA", (2 * half[0], 2 * half[1]))
                for picture, x, y, turn in found:
                    turned = picture.rotate(-turn) if turn else picture
                    at = (
                        half[0] + round(x * scale) - turned.width // 2,
                        half[1] + round(y * scale) - turned.height // 2,
                    )
                    made.alpha_composite(turned, (max(0, at[0]), max(0, at[1])))
            self._parts[parts] = made
        return self._parts[parts]

    # A position -------------------------------------------------------------------------------------
    @cached_property
    def _layers(self) -> tuple[str, dict[str, int]]:
        """Return the property by which pieces are ordered on this map, and the rank of each of its values."""
        for node in self.module.all(c.LayeredPieceCollection):
            layers = node.component
            windows = [a.component.get("mapName", "") for a in node.ancestors()]
            if isinstance(layers, c.LayeredPieceCollection) and self.scene.map in windows:
                return layers.property, {name: n for n, name in enumerate(layers.layer_order)}
        return "", {}

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
        shown = set(lit)
        for lying, (x, y) in self._pieces_to_draw(position):
            counter = self._counter(tuple(picture_parts(lying, self.view)))
            if counter is None:
                continue
            at = round(x) - counter.width // 2, round(y) - counter.height // 2
            picture.paste(counter, at, counter)
            if lying.id in shown:
                box = counter.getbbox() or (0, 0, *counter.size)
                edges = at[0] + box[0], at[1] + box[1], at[0] + box[2], at[1] + box[3]
                pen.rectangle(edges, outline=_HIGHLIGHT[:3], width=max(2, round(8 * self.scene.scale)))
        return picture

    def _mark(self, picture: Image.Image, position: LogPosition) -> None:
        """Draw the marks of module scripts below the counters; an unchanged drawing of marks is reused."""
        found = self._marked(position) if self._marked is not None and self.scene.map == MAIN_MAP else ""
        if found != self._marks[0]:
            self._marks = found, _open_picture(rasterise(found, picture.width)) if found else None
        marks = self._marks[1]
        if marks is not None:
            picture.paste(marks, (0, 0), marks)

    def _pieces_to_draw(self, position: LogPosition) -> Iterator[tuple[PlacedPiece, tuple[float, float]]]:
        """Yield the pieces from the bottom up, each with its point in the picture."""
        layer, order = self._layers
        step = self._stacking_offset
        scene = self.scene
        found = []
        for n, lying in enumerate(position.pieces.values()):
            if lying.spot[0] != scene.map:
                continue
            stack = position.stack_of(lying.id)
            height = stack.index(lying.id) if lying.id in stack else 0
            x = (lying.spot[1] - scene.left + height * step[0]) * scene.scale
            y = (lying.spot[2] - scene.top - height * step[1]) * scene.scale
            over = order.get(lying.properties.get(layer, ""), len(order))
            found.append((over, height, n, lying, (x, y)))
        for _, _, _, lying, at in sorted(found, key=lambda row: row[:3]):
            yield lying, at


def _open_picture(png: bytes) -> Image.Image:
    from PIL import Image

    return Image.open(BytesIO(png)).convert("RGBA")


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
    found: list[PicturePart] = []
    for trait in lying.piece.traits:
        match trait:
            case t.BasicPiece():
                found = [(trait.image, 0, 0, 0, 1.0)]
            case t.Layer() if 0 < trait.level <= len(trait.images):
                part = (trait.images[trait.level - 1], trait.x_offset, trait.y_offset, 0, trait.scale)
                found.append(part)
            case t.CanRotate() if trait.facing:
                turn = (
                    round(trait.facing * 360 / trait.facings) if trait.facings > 1 else round(-trait.facing)
                )
                found = [(name, x, y, before + turn, drawn) for name, x, y, before, drawn in found]
            case t.MarkWhenMoved() if trait.moved:
                found.append((trait.image, trait.x_offset, trait.y_offset, 0, 1.0))
            case t.Mask() if trait is mask:
                found = [(trait.image, 0, 0, 0, 1.0)]
            case _:
                continue
    yield from (part for part in found if part[0])


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
    """Yield the pictures of a log, frame by frame. Raises InputError (N019) if the log is too long."""
    if len(game.steps) > MAX_FRAMES:
        raise InputError.single(
            "N019", f"the log has {len(game.steps)} steps, but a film can have at most {MAX_FRAMES}"
        )
    for moment in film_frames(game, story):
        lines = moment.log_entry.lines if moment.log_entry is not None else ()
        yield with_caption(drawing.draw(moment.position, moment.touched), (moment.chapter, "; ".join(lines)))


def encode_film(frames: Iterator[Image.Image], form: str, seconds: float = 0.6) -> bytes:
    """Return frames as an animation in the format `webp` or `gif`; the last frame is shown longer."""
    first, *rest = frames
    out = BytesIO()
    times = [round(seconds * 1000)] * len(rest) + [3000]
    if form == "gif":
        from PIL.Image import Dither

        # One palette for all frames; otherwise each frame would be matched again.
        palette = first.quantize(255)
        first, *rest = (frame.quantize(255, palette=palette, dither=Dither.NONE) for frame in (first, *rest))
        first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=False)
    else:
        more = {"quality": 70, "method": 0, "allow_mixed": False, "minimize_size": False}
        first.save(out, "WEBP", save_all=True, append_images=rest, duration=times, loop=0, **more)
    return out.getvalue()


def with_caption(picture: Image.Image, lines: Iterable[str]) -> Image.Image:
    """Return a picture with lines of text below it; lines that are too long are cut off."""
    from PIL import Image, ImageDraw, ImageFont

    size = max(14, picture.width // 60)
    font = ImageFont.truetype(str(FontFace.SANS.path), size)
    shown = list(lines)[:2] + [""] * 2
    strip = Image.new("RGB", (picture.width, picture.height + round(3.2 * size)), (28, 26, 24))
    strip.paste(picture, (0, 0))
    pen = ImageDraw.Draw(strip)
    for n, line in enumerate(shown[:2]):
        while line and pen.textlength(line, font) > picture.width - size:
            line = line[:-2].rstrip() + "…" if len(line) > 2 else ""
        colour = (255, 255, 255) if n else (200, 190, 170)
        pen.text((size // 2, picture.height + round((0.3 + 1.4 * n) * size)), line, colour, font)
    return strip
