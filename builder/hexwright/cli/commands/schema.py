"""The `hexwright schema` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import project_of, shown_output_path
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_result


@app.command("schema")
def schema(
    context: typer.Context,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Output folder; default: docs/schemas/.")
    ] = None,
) -> None:
    """Write JSON Schemas of the data files, and the page that describes every key.

    With the schemas, an editor completes and checks YAML while you type. With --out, only they are written.
    """
    from hexwright.load.format_documentation import DATA_FORMAT, render_format_doc
    from hexwright.load.json_schema import write_schemas

    project = project_of(context)
    for path in write_schemas(out or project.root / "docs" / "schemas"):
        print_result(shown_output_path(path))
    if out is None:
        OutputFile.of(project.root / DATA_FORMAT).write(render_format_doc().encode())
        print_result(shown_output_path(project.root / DATA_FORMAT))
