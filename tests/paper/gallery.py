"""Write the small pictures that docs/reference/printing.md shows: `python -m tests.paper.gallery`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.pages.paper_sizes import A4
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.printers.printer_calibration import draw_calibration
from hexwright.render.pdf_document import PdfDocument
from hexwright.support.atomic_writes import write_atomically
from tests.paper.sheets import ROOT, moscow, opened, picture

FOLDER = ROOT / "docs" / "gallery"
_DETAILED = ("set-up", "rules-cover", "rules-example")
"""Pages with much of the map, which take many bytes."""
LIMIT = 300_000
"""Bytes that all pictures together may take."""


def pages() -> dict[str, tuple[bytes, int]]:
    """Return the pages shown: name → the PDF and the page in it."""
    game = moscow()
    press = PartDrawer(game, PrintSettings(), ExampleCalculator(game))
    counters = press.draw("counters").to_bytes()
    tiles = press.draw("map").to_bytes()
    aids = press.draw("aids").to_bytes()
    rules = press.draw("rules").to_bytes()
    fold = PartDrawer(game, PrintSettings(duplex="fold")).draw("counters").to_bytes()
    calibration = PdfDocument("calibration")
    draw_calibration(calibration, A4, "long")
    return {
        "counters-front": (counters, 0),
        "counters-back": (counters, 1),
        "counters-fold": (fold, 0),
        "map-assembly": (tiles, 0),
        "map-tile": (tiles, 1),
        "aid": (aids, 0),
        "set-up": (aids, len(opened(aids)) - 1),
        "rules-cover": (rules, 0),
        "rules-example": (rules, 3),
        "calibration": (calibration.to_bytes(), 0),
    }


def small(data: bytes, page: int, mm: float = 2.0) -> bytes:
    """Return a page as a PNG of few colours with `mm` pixels a millimetre, and a grey rim."""
    image = picture(opened(data), page, mm)
    framed = Image.new("RGB", (image.width + 2, image.height + 2), "#8a8a8a")
    framed.paste(image, (1, 1))
    buffer = io.BytesIO()
    framed.quantize(96, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        buffer, "PNG", optimize=True
    )
    return buffer.getvalue()


def write(folder: Path) -> int:
    """Write all pictures; return how many bytes they take."""
    total = 0
    for name, (data, page) in pages().items():
        content = small(data, page, 1.7 if name in _DETAILED else 2.0)
        write_atomically(folder / f"{name}.png", content)
        total += len(content)
    return total


if __name__ == "__main__":
    print(f"{write(FOLDER)} of {LIMIT} bytes")
