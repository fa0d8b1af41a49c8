"""`hexwright show`, `hexwright diff`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from builder.cli.app import Exit, app
from builder.cli.console import complain, say


@app.command("show")
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A module (.vmod), extension (.vmdx), saved game or log.")
    ],
    path: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]",
            help="What to show: a name, a number or *, with / between steps; or pieces, prototypes, images, "
            "set-ups, maps, files.",
        ),
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="For people or for programs.")
    ] = "text",
) -> None:
    """Show what a module or a saved game holds, whoever made it."""
    from validators.showing import data, text
    from validators.showing.finding import NotFound, find
    from validators.showing.opening import open_file

    root = open_file(file)
    try:
        items = find(root, " / ".join(path or []))
    except NotFound as missing:
        complain(f"{file.name}: {missing} — {missing.hint}")
        raise typer.Exit(Exit.FINDINGS) from None
    _write(data.show(items) if form == "json" else text.show(items, _width()))


def _width() -> int:
    return min(max(shutil.get_terminal_size((100, 24)).columns, 60), 140) if sys.stdout.isatty() else 100


def _write(text: str) -> None:
    """Print what may hold letters that the terminal's encoding doesn't know."""
    encoding = sys.stdout.encoding or "utf-8"
    say(text.encode(encoding, "backslashreplace").decode(encoding))
