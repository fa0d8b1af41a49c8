"""The `hexwright show` and `hexwright diff` commands."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.console import print_message, print_result


@app.command("show")
def show(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A module (.vmod or its folder), extension, saved game or log."),
    ],
    path: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH",
            help="The part to show: a name, a number or *, with / between levels; or pieces, prototypes, "
            "images, set-ups, maps, files.",
        ),
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output for people or for programs.")
    ] = "text",
) -> None:
    """Show the content of any module or saved game."""
    from hexwright.inspect.show import items_as_json, items_as_text
    from hexwright.inspect.show.open_as_items import open_file
    from hexwright.inspect.show.path_search import PathNotFoundError, find_items
    from hexwright.support.message_wording import printable_line

    root = open_file(file)
    try:
        items = find_items(root, " / ".join(path or []))
    except PathNotFoundError as missing:
        print_message(f"{printable_line(file.name)}: {missing} — {missing.hint}")
        raise typer.Exit(ExitCode.FINDINGS) from None
    _write(
        items_as_json.items_as_json(items) if form == "json" else items_as_text.items_as_text(items, _width())
    )


@app.command("diff")
def diff(
    old: Annotated[
        Path, typer.Argument(metavar="OLD", help="A module or folder, extension, saved game, log.")
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another file of the same kind.")],
    form: Annotated[
        Literal["text", "json", "markdown"],
        typer.Option("--format", help="Output for people, for programs, or for a changelog."),
    ] = "text",
) -> None:
    """Describe the changes between two modules in designers' terms.

    The exit code is 0 if nothing differs; it is 1 if the modules differ or a file can't be read.
    """
    from hexwright.inspect.diff import comparison_report
    from hexwright.inspect.diff.file_comparison import compare_files

    try:
        found = compare_files(old, new)
    except ValueError as mixed:
        raise typer.BadParameter(str(mixed)) from None
    if form == "json":
        _write(comparison_report.as_json(found))
    elif form == "markdown":
        _write(comparison_report.as_markdown(found))
    else:
        _write(comparison_report.as_text(found, _width()))
    if found.changes:
        raise typer.Exit(ExitCode.FINDINGS)


def _width() -> int:
    return min(max(shutil.get_terminal_size((100, 24)).columns, 60), 140) if sys.stdout.isatty() else 100


def _write(text: str) -> None:
    """Print text that may contain characters not supported by the terminal's encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    print_result(text.encode(encoding, "backslashreplace").decode(encoding))
