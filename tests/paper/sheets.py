"""Print games for the tests and read the PDFs back."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageStat

from hexwright.load.game_loading import Project, load_game
from hexwright.model.game import Game
from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.pages.print_settings import PrintPart, PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import POINTS
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy"
MM = 3.0
"""Pixels a millimetre at which pages are compared."""


@cache
def moscow() -> Game:
    return shipped("battle-for-moscow").game


@cache
def toy() -> tuple[Game, dict[str, bytes]]:
    loaded = load_game(Project(TOY), "toy-bridge")
    prefix = "art/toy-bridge/"
    art = {n.removeprefix(prefix): d for n, d in loaded.sources.items() if n.startswith(prefix)}
    return loaded.game, art


@cache
def game_of(name: str) -> Game:
    """Return a game that is shipped, or the toy."""
    if name == "toy":
        return toy()[0]
    return moscow() if name == "battle-for-moscow" else shipped(name).game


@cache
def calculator(name: str) -> ExampleCalculator:
    """Return what computes the examples of a game, each once for all tests."""
    return ExampleCalculator(game_of(name))


@cache
def book(name: str) -> Rulebook:
    """Return the rulebook of a game without diagrams, composed; tests read it, and change nothing."""
    return composed(game_of(name), None)


@cache
def illustrated(name: str) -> Rulebook:
    """Return the rulebook of a game with its diagrams, composed; tests read it, and change nothing."""
    return composed(game_of(name), calculator(name))


def composed(game: Game, reference: ExampleCalculator | None) -> Rulebook:
    """Return a composed rulebook of any game."""
    made = Rulebook(game, PrintSettings(), plan_sheet(game), reference)
    made.compose()
    return made


@cache
def illustrated_rules(name: str) -> bytes:
    """Return the rulebook of a game with its diagrams, as printed at home."""
    return PartDrawer(game_of(name), PrintSettings(), calculator(name)).draw("rules").to_bytes()


@cache
def _press(name: str) -> PartDrawer:
    return PartDrawer(game_of(name), PrintSettings())


@cache
def shown(name: str, part: PrintPart) -> bytes:
    """Return a part of a game as printed at home, without art; the map is laid out once for all parts."""
    return _press(name).draw(part).to_bytes()


def printed(game: Game, part: PrintPart, settings: PrintSettings) -> bytes:
    return PartDrawer(game, settings).draw(part).to_bytes()


@cache
def moscow_counters(duplex: str, theme: str = "classic") -> bytes:
    from hexwright.render.theme import THEMES

    settings = replace(PrintSettings(), duplex=duplex, theme=THEMES[theme])  # type: ignore[arg-type,index]
    return printed(moscow(), "counters", settings)


def opened(data: bytes) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(data)


def picture(document: pdfium.PdfDocument, page: int, mm: float = MM) -> Image.Image:
    # A hair less than the scale, or whole pixels would be rounded up to one more.
    found: Image.Image = document[page].render(scale=(mm - 1e-6) / POINTS).to_pil().convert("RGB")
    return found


def crop(image: Image.Image, box: Box, mm: float = MM) -> Image.Image:
    left, top = round(box.x * mm), round(box.y * mm)
    return image.crop((left, top, left + round(box.width * mm), top + round(box.height * mm)))


def difference(one: Image.Image, two: Image.Image) -> float:
    """Return how far two pictures differ, 0 to 255, with a pixel's play for edges."""
    size = (one.width // 2, one.height // 2)
    parts = ImageStat.Stat(ImageChops.difference(one.resize(size), two.resize(size))).mean
    return sum(parts) / len(parts)


@cache
def _page(data: bytes, page: int) -> tuple[pdfium.PdfDocument, pdfium.PdfTextPage, float]:
    document = opened(data)
    return document, document[page].get_textpage(), document[page].get_height()


def words_in(data: bytes, page: int, box: Box) -> str:
    """Return the text within a box in mm, blanks as one."""
    _, words, high = _page(data, page)
    text = words.get_text_bounded(
        left=box.x * POINTS,
        bottom=high - box.bottom * POINTS,
        right=box.right * POINTS,
        top=high - box.y * POINTS,
    )
    return " ".join(str(text).split())


def text_of(document: pdfium.PdfDocument, page: int) -> str:
    return " ".join(str(document[page].get_textpage().get_text_range()).split())


def streams(data: bytes) -> list[str]:
    """Return all content streams of a PDF, unpacked; fonts and pictures are left out."""
    found = []
    for start in re.finditer(rb"(?<!end)stream\r?\n", data):
        try:
            text = zlib.decompressobj().decompress(data[start.end() :]).decode("ascii")
        except (zlib.error, UnicodeDecodeError):
            continue
        if "begincmap" not in text:
            found.append(text)
    return found
