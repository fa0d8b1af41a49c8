"""Print any module: sheets of its counters and cards with aligned backs, its maps in tiles, its charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.module_images import image_header
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.makers.picture_encoding import encoding_workers
from hexwright.makers.piece_faces import PieceFace, Size
from hexwright.makers.printed_pictures import PrintedPictures
from hexwright.makers.printed_pieces import PieceChoice, PieceList, PrintedPiece, list_pieces
from hexwright.model.counter_mix import Sheet
from hexwright.model.ids import Mm
from hexwright.paper.counters.counter_imposition import (
    CounterPage,
    CounterRun,
    CounterSlot,
    arrange_counters,
    counter_area,
)
from hexwright.paper.counters.counter_sheet_index import draw_index
from hexwright.paper.counters.counter_sheets import draw_counter_sheets
from hexwright.paper.map.flat_sheets import FlatSheet, draw_flat_sheet
from hexwright.paper.pages.compact_list import ListHeading, ListItem, ListRow
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.page_furniture import draw_foot, draw_head
from hexwright.paper.pages.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.canvas import Path as DrawnPath
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.pdf_pictures import LatePicture
from hexwright.render.pictures_ahead import BeginEncoding
from hexwright.support.atomic_writes import refuse_inputs, write_atomically
from hexwright.support.message_wording import count_noun, printable_line
from hexwright.support.progress_stages import ProgressListener
from hexwright.vassal.codec.buildfile import components as c

ModulePart = Literal["counters", "cards", "map", "charts"]
MODULE_PARTS: Final[tuple[ModulePart, ...]] = ("counters", "cards", "map", "charts")
_SAME_SHAPE: Final = 0.06
"""A back whose proportions differ less from the front's is stretched to it."""
_FEW: Final = 400
"""As many pictures are encoded sooner than worker processes begin."""
_EVERY: Final = 100
"""Progress is told after this number of pictures."""
_MOST_LINES: Final = 5_000
"""The maximum number of lines of a grid along one edge of a board."""


@dataclass(frozen=True, slots=True)
class ModulePrintJob:
    """What to print of a module, and where the files go. `stem` begins their names."""

    out: Path
    stem: str
    parts: tuple[ModulePart, ...]
    settings: PrintSettings
    choice: PieceChoice
    dpi: float | None = None
    inputs: tuple[Path, ...] = ()

    def path(self, part: ModulePart) -> Path:
        """Return the file of a part, such as "theirs-counters-a4.pdf"."""
        settings = self.settings
        words = [self.stem, part]
        paper = settings.map_paper or settings.paper if part == "map" else settings.desk_paper
        words.append(paper.name.lower() if paper is not None else "sheet")
        if part in ("counters", "cards") and settings.duplex != "long":
            words.append({"short": "short-edge", "fold": "fold", "none": "one-sided"}[settings.duplex])
        return self.out / f"{'-'.join(words)}.pdf"


@dataclass
class ModulePrint:
    """The files that were written, with what they contain, and sentences about what they don't."""

    files: list[tuple[Path, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def print_module(module: ModuleView, job: ModulePrintJob, progress: ProgressListener) -> ModulePrint:
    """Write the parts of a module as PDFs. Each file is written completely or not at all.

    Raises InputError for an output that would replace the module (W002) or can't be written (W001).
    """
    job.settings.check()
    for part in job.parts:
        refuse_inputs(job.path(part), job.inputs)
    progress.stage("reading the pieces")
    files = tuple(file.source for file in module.files if file.source is not None)
    is_much = len(module.pictures) > _FEW and not {"counters", "cards"}.isdisjoint(job.parts)
    with encoding_workers(files, is_much=is_much) as begin:
        printing = _Printing(module, job, list_pieces(module, job.choice, job.dpi), progress, begin)
        for part in job.parts:
            progress.stage(f"printing the {part}")
            printing.part(part)
    printing.tell()
    return printing.result


@dataclass(frozen=True, slots=True)
class ModuleCounters:
    """The counters or cards of a module, as a `CounterSource`."""

    title: str
    part: str
    sheet: Sheet
    pieces: tuple[PrintedPiece, ...]
    pictures: PrintedPictures

    def pages(self, paper: Paper, area: Box, bleed: float) -> tuple[CounterPage[PrintedPiece], ...]:
        """Arrange all counters within an area of a page; raise `InputError` (P102) if some don't fit."""
        sizes = groupby(self.pieces, key=lambda piece: piece.size)
        runs = (CounterRun(tuple(run), size) for size, run in sizes)
        return arrange_counters(runs, self.sheet, paper, area, bleed, origin=self.title)

    def draw(self, canvas: PdfCanvas, piece: PrintedPiece, box: Box, bleed: float, *, back: bool) -> None:
        """Draw the front or the back of a counter. Its bleed is the enlarged picture below it."""
        face = piece.back if back else piece.front
        if face is None:
            return
        picture = self.pictures.face(face)
        shown = self._shown(piece, face, box)
        if bleed > 0:
            canvas.picture(shown.inset(-bleed), picture)
        canvas.picture(shown, picture)

    def _shown(self, piece: PrintedPiece, face: PieceFace, box: Box) -> Box:
        """Return the box of a face's picture; parts of a face may lie beside the counter."""
        wide, high = self.pictures.size(piece.front)
        own = self.pictures.extent(face)
        if abs(own.width / own.height / (box.width / box.height) - 1) <= _SAME_SHAPE:
            return box
        if face is piece.front and (own.width > wide or own.height > high):
            scale = box.width / wide
            x, y = box.centre.x + own.x * scale, box.centre.y + own.y * scale
            return Box(x, y, own.width * scale, own.height * scale)
        fit = min(box.width / own.width, box.height / own.height)
        across, down = own.width * fit, own.height * fit
        return Box(box.centre.x - across / 2, box.centre.y - down / 2, across, down)

    def outline(self, slot: CounterSlot[PrintedPiece]) -> DrawnPath | None:
        """Return None: straight cuts make all counters."""
        return None


class _Printing:
    def __init__(
        self,
        module: ModuleView,
        job: ModulePrintJob,
        pieces: PieceList,
        progress: ProgressListener,
        begin: BeginEncoding | None,
    ) -> None:
        self.module, self.job, self.pieces, self.progress = module, job, pieces, progress
        self.begin = begin
        self.settings = job.settings
        self.pictures = PrintedPictures(module, pieces.resolution.dpi)
        root = module.root
        self.title = printable_line((root.get("name") if root is not None else "") or module.files[0].name)
        self.result = ModulePrint()

    def part(self, part: ModulePart) -> None:
        match part:
            case "counters":
                self._pieces(part, self.pieces.counters, "counter")
            case "cards":
                self._pieces(part, self.pieces.cards, "card")
            case "map":
                self._boards()
            case "charts":
                self._charts()

    # Counters and cards --------------------------------------------------------------------------------
    def _pieces(self, part: ModulePart, pieces: Sequence[PrintedPiece], noun: str) -> None:
        if not pieces:
            return
        bleed = self.settings.bleed or 0.0
        fold = self.settings.duplex == "fold"
        area = counter_area(self.settings.desk_paper, fold=fold, gap=bleed + 4.0 if fold else 0.0)
        large = [one for one in pieces if one.size[0] > area.width or one.size[1] > area.height]
        fitting = tuple(one for one in pieces if one.size[0] <= area.width and one.size[1] <= area.height)
        document = self._document(part.capitalize())
        edge = min((min(one.size) for one in fitting), default=15.0)
        sheet = Sheet(Mm(edge), gutter_mm=Mm(2 * bleed), bleed_mm=Mm(bleed), block_gap_mm=Mm(8.0))
        source = ModuleCounters(self.title, part.capitalize(), sheet, fitting, self.pictures)
        if fitting:
            draw_counter_sheets(document, source, self.settings, bleed)
        for piece in large:
            self._large(document, piece)
        draw_index(document, self.title, self.settings, _index(pieces), len(pieces), noun)
        backs = sum(one.back is not None for one in pieces)
        told = f"{count_noun(len(pieces), noun)}, {backs:,} with a back"
        if large:
            told += f", {len(large):,} of them larger than the paper"
        self._write(part, document, told)

    def _large(self, document: PdfDocument, piece: PrintedPiece) -> None:
        """Draw a piece that is larger than the paper, on tiles; its back follows."""
        for face, side in ((piece.front, ""), (piece.back, ", back")):
            if face is not None:
                name = f"{piece.number} {piece.name}{side}"
                sheet = self._sheet(name, self.pictures.face(face), piece.size)
                self._flat(document, sheet, self.settings.desk_paper)

    def _sheet(
        self,
        name: str,
        picture: LatePicture,
        size: Size,
        lines: tuple[tuple[float, ...], tuple[float, ...]] = ((), ()),
    ) -> FlatSheet:
        def draw(canvas: PdfCanvas, at: Placement) -> None:
            with canvas.placed(at):
                canvas.picture(Box(0, 0, *size), picture)

        return FlatSheet(self.title, name, *size, *lines, draw)

    # Boards and charts ---------------------------------------------------------------------------------
    def _boards(self) -> None:
        document = self._document("Maps")
        paper = self.settings.map_paper or self.settings.paper
        seen: set[str] = set()
        for node in self.module.boards:
            image = node.component.get("image") or ""
            header = image_header(self.module, image)
            if image in seen or not self.job.choice.takes(node.place.path):
                continue
            if header is None:
                if image:
                    self.pictures.missing.add(image)
                continue
            seen.add(image)
            mm = self.pieces.resolution.mm
            size = mm(header.width), mm(header.height)
            xs, ys = _grid_lines(node, header.width, header.height)
            lines = tuple(map(mm, xs)), tuple(map(mm, ys))
            picture = self.pictures.whole(image, size[0])
            self._flat(document, self._sheet(self._board_name(node), picture, size, lines), paper)
        if seen:
            self._write("map", document, count_noun(len(seen), "map"))

    @staticmethod
    def _board_name(node: ComponentNode) -> str:
        window = node.inside(c.Map)
        names = [window.get("mapName") if window is not None else "", node.component.get("name")]
        return printable_line(", ".join(dict.fromkeys(name for name in names if name))) or "Map"

    def _flat(self, document: PdfDocument, sheet: FlatSheet, paper: Paper | None) -> None:
        try:
            draw_flat_sheet(document, sheet, self.settings, paper)
        except InputError as error:
            what = error.diagnostics[0].message
            self.result.notes.append(printable_line(f"not printed: {sheet.name}: {what}"))

    def _charts(self) -> None:
        document = self._document("Charts")
        seen: set[str] = set()
        for node in self.module.all(c.Chart):
            image = node.component.get("fileName") or ""
            header = image_header(self.module, image)
            if image in seen or not self.job.choice.takes(node.place.path):
                continue
            if header is None:
                self.pictures.missing.add(image)
                continue
            seen.add(image)
            size = (self.pieces.resolution.mm(header.width), self.pieces.resolution.mm(header.height))
            self._chart(document, image, node.component.get("chartName") or image, size)
        if seen:
            self._write("charts", document, count_noun(len(seen), "chart"))

    def _chart(self, document: PdfDocument, image: str, name: str, size: tuple[float, float]) -> None:
        """Draw a chart on one page, upright or turned, at its own size or smaller."""
        desk = self.settings.desk_paper
        wide, high = size

        def fit(paper: Paper) -> float:
            across, down = paper.width - 2 * SIDE, paper.height - HEAD - FOOT
            return min(1.0, across / wide, down / high)

        paper = max((desk, desk.turned), key=fit)
        across, down = wide * fit(paper), high * fit(paper)
        name = printable_line(name)
        with open_page(document, self.settings, paper, name, bookmark=name) as canvas:
            draw_head(canvas, self.title, self.settings.theme, paper, name)
            box = Box((paper.width - across) / 2, HEAD, across, down)
            canvas.picture(box, self.pictures.whole(image, across))
            draw_foot(canvas, self.settings.theme, paper, "", paper.name)

    # Files ---------------------------------------------------------------------------------------------
    def _document(self, what: str) -> PdfDocument:
        return PdfDocument(f"{self.title}: {what}", subject=what, keywords="wargame, print and play")

    def _write(self, part: ModulePart, document: PdfDocument, told: str) -> None:
        path = self.job.path(part)

        def watch(number: int, count: int) -> None:
            if number % _EVERY == 0:
                self.progress.stage(f"printing the {part}: picture {number:,} of {count:,}")

        write_atomically(
            path, lambda file: document.write_to(file, watch, self.begin), inputs=self.job.inputs
        )
        self.result.files.append((path, f"{told}, {count_noun(document.pages, 'page')}"))

    def tell(self) -> None:
        """Add sentences about sizes, and about what isn't printed."""
        notes, pieces = self.result.notes, self.pieces
        notes.insert(0, pieces.resolution.told)
        if pieces.card_note and "cards" in self.job.parts:
            notes.insert(1, pieces.card_note)
        if pieces.marks:
            marks = count_noun(pieces.marks, "level")
            notes.append(f"not printed: {marks} of layers that only add a mark to a counter")
        if pieces.without_picture:
            notes.append(f"not printed: {count_noun(pieces.without_picture, 'piece')} without a picture")
        pages = len(self.module.all(c.HtmlChart))
        if pages and "charts" in self.job.parts:
            notes.append(f"not printed: {count_noun(pages, 'HTML chart')}; print these from a browser")
        if self.pictures.missing:
            named = ", ".join(sorted(self.pictures.missing)[:5])
            more = len(self.pictures.missing) - 5
            rest = f" and {more} more" if more > 0 else ""
            notes.append(printable_line(f"pictures that are absent or can't be drawn: {named}{rest}"))


def _index(pieces: Iterable[PrintedPiece]) -> Iterator[ListItem]:
    """Yield the index in the order of the numbers, with a heading for each window and panel."""
    for group, run in groupby(pieces, key=lambda piece: piece.group):
        yield ListHeading(group or "Pieces")
        for name, alike in groupby(run, key=lambda piece: piece.name):
            numbers = [piece.number for piece in alike]
            first, last = numbers[0], numbers[-1]
            tail = f"× {len(numbers)}" if len(numbers) > 1 else ""
            yield ListRow(str(first) if first == last else f"{first}–{last}", name, tail)


def _grid_lines(board: ComponentNode, width: int, height: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the lines in pixels along which a board is cut best: corners of hexes, edges of squares."""
    waiting = [*board.children]
    while waiting:
        node = waiting.pop(0)
        grid = node.component
        if isinstance(grid, c.HexGrid) and (dx := grid.dx or 0.0) > 1 and (dy := grid.dy or 0.0) > 1:
            long = tuple(grid.x0 + dx * k for k in _steps(grid.x0, dx, height if grid.sideways else width))
            across = tuple(x + dx * part for x in long for part in (1 / 3, 2 / 3))
            span = width if grid.sideways else height
            down = tuple(grid.y0 + dy / 2 * k for k in _steps(grid.y0, dy / 2, span))
            return (down, across) if grid.sideways else (across, down)
        if isinstance(grid, c.SquareGrid) and (dx := grid.dx or 0.0) > 1 and (dy := grid.dy or 0.0) > 1:
            across = tuple(grid.x0 + dx * (k + 0.5) for k in _steps(grid.x0, dx, width))
            return across, tuple(grid.y0 + dy * (k + 0.5) for k in _steps(grid.y0, dy, height))
        waiting += node.children
    return (), ()


def _steps(origin: float, step: float, length: float) -> range:
    """Return the numbers of steps from an origin that lie within a length, and one on each side."""
    first = int(-origin // step) - 1
    return range(first, min(first + _MOST_LINES, int((length - origin) // step) + 2))
