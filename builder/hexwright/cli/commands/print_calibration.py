"""`hexwright print --calibrate`: write the calibration page, and store the values measured on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_result

if TYPE_CHECKING:
    from hexwright.paper.pages.duplex_backs import Duplex
    from hexwright.paper.pages.paper_sizes import Paper


def write_calibration_page(folder: Path, paper: Paper, duplex: Duplex) -> None:
    """Write the calibration page as a PDF, with its back placed for the edge on which the printer flips
    paper.
    """
    from hexwright.paper.printers.printer_calibration import draw_calibration
    from hexwright.render.pdf_document import PdfDocument

    document = PdfDocument("Calibration page")
    draw_calibration(document, paper, duplex)
    edge = "short" if duplex == "short" else "long"
    path = folder / f"calibration-{paper.name.lower()}-{edge}-edge.pdf"
    OutputFile.of(path).write(document.to_bytes())
    print_result(f"{path}: print both sides at 100 %, flipped on the {edge} edge")


def keep_calibration(
    printer: str | None,
    paper: Paper,
    offset: tuple[float, float] | None,
    lengths: tuple[float, float] | None,
) -> None:
    """Store a printer's offset and scale under its name; raise `InputError` for impossible values."""
    from hexwright.paper.pages.print_settings import PrintSettings
    from hexwright.paper.printers.printer_calibration import printer_scale
    from hexwright.paper.printers.printer_profiles import PrinterProfile, printers_file, save_printer

    if printer is None:
        raise typer.BadParameter("add --printer NAME, so that the values can be found again")
    scale = printer_scale(lengths, paper) if lengths is not None else (1.0, 1.0)
    x, y = offset or (0.0, 0.0)
    PrintSettings(offset=(x, y)).check()
    save_printer(printers_file(), printer, PrinterProfile(x, y, *scale))
    print_result(
        f"stored for printer {printer}: backs {x:+g} mm right, {y:+g} mm down; scale {scale[0] * 100:.2f} "
        f"% by {scale[1] * 100:.2f} %"
    )
