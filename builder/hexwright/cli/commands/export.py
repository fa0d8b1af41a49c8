"""The `hexwright export` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import (
    GameArgument,
    load_for_command,
    project_of,
    shown_output_path,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_result


@app.command("export")
def export(
    context: typer.Context,
    game: GameArgument,
    csv: Annotated[bool, typer.Option("--csv", help="Write CSV, which spreadsheets open.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Output folder; default: GAME-csv/."),
    ] = None,
) -> None:
    """Write a game's units and set-ups as tables.

    Put beside the YAML, they can replace it: `units: units.csv` in counters.yaml, and
    `placement: SCENARIO.csv` in a scenario.
    """
    from hexwright.load.table_export import export_tables

    if not csv:
        raise typer.BadParameter("write --csv, the only format")
    folder = out or Path(f"{game}-csv")
    for name, text in export_tables(load_for_command(context, game).game).items():
        OutputFile.of(folder / name, project_of(context).folder(game)).write(text.encode())
        print_result(shown_output_path(folder / name))
