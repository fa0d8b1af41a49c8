"""`hexwright schema`, and `hexwright docs` for those who work on hexwright itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app
from builder.cli.commands.shared import project_of
from builder.cli.console import say
from builder.output import write_atomically


@app.command("schema")
def schema(
    context: typer.Context,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where to write; otherwise docs/schemas/.")
    ] = None,
) -> None:
    """Write JSON Schemas of the data files.

    With them an editor completes and checks YAML while you type.
    """
    from builder.load.schema import schemas

    project = project_of(context)
    folder = out or project.root / "docs" / "schemas"
    for name, text in schemas().items():
        write_atomically(folder / name, text.encode())
        say(project.display(folder / name))


@app.command("docs", hidden=True)
def docs(context: typer.Context) -> None:
    """Write the generated documents of this repository anew."""
    from builder.load.format_doc import render_format_doc

    schema(context)
    target = project_of(context).root / "docs" / "data-format.md"
    write_atomically(target, render_format_doc().encode())
    say(project_of(context).display(target))
