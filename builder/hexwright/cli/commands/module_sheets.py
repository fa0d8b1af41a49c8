"""`hexwright print` of any module."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from hexwright.cli.app import ExitCode
from hexwright.cli.commands.command_options import chosen_parts, shown_output_path
from hexwright.cli.console import print_message, print_result, show_stages
from hexwright.support.message_wording import printable_line

if TYPE_CHECKING:
    from hexwright.paper.pages.print_settings import PrintSettings

_SUFFIXES: Final = (".vmod", ".vmdx", ".zip")


@dataclass(frozen=True, slots=True)
class ModuleChoice:
    """The options that say what is printed of a module, as typed."""

    only: tuple[str, ...]
    without: tuple[str, ...]
    copies: tuple[str, ...]
    dpi: float | None


def named_module(text: str) -> Path | None:
    """Return the module that an argument names, by its ending or as a folder; None for a game's name."""
    path = Path(text)
    if path.suffix.lower() in _SUFFIXES:
        return path
    built = any((path / name).is_file() for name in ("buildFile.xml", "buildFile"))
    return path if built else None


def print_module_sheets(
    files: tuple[Path, ...],
    settings: PrintSettings,
    what: str,
    choice: ModuleChoice,
    out: Path | None,
    verbose: bool,
) -> None:
    """Print a module with its extensions, and tell what was written."""
    from hexwright.inspect.show.open_as_items import open_readable
    from hexwright.makers.module_print import MODULE_PARTS, ModulePrintJob, print_module
    from hexwright.makers.printed_pieces import PieceChoice

    parts = chosen_parts(what, MODULE_PARTS)
    pieces = PieceChoice(choice.only, choice.without, tuple(map(_copies, choice.copies)))
    stem = printable_line((files[0].stem or files[0].resolve().name).replace(" ", "-").lower())
    job = ModulePrintJob(out or Path("."), stem, parts, settings, pieces, choice.dpi, files)
    with open_readable(files) as module, show_stages(verbose=verbose) as stages:
        found = print_module(module, job, stages)
    for note in found.notes:
        print_message(note)
    for path, told in found.files:
        print_result(f"{shown_output_path(path)}  {path.stat().st_size / 1e6:.2f} MB, {told}")
    if found.files:
        print_message("print at 100 %, not fitted to the page")
    else:
        print_message("the module has nothing of this to print; nothing was written")
        raise typer.Exit(ExitCode.FINDINGS)


def _copies(text: str) -> tuple[str, int]:
    words, sign, number = text.rpartition("=")
    if not (words and sign and number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= 500):
        raise typer.BadParameter(f"--copies takes TEXT=N, such as Markers=6, with N up to 500; got {text!r}")
    return words, int(number)
