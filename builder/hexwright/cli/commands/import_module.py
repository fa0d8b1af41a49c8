"""The `hexwright import` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import command_line_settings
from hexwright.cli.console import print_result, show_stages
from hexwright.support.message_wording import count_noun


@app.command("import")
def import_module(
    context: typer.Context,
    module: Annotated[Path, typer.Argument(metavar="MODULE", help="A module (.vmod), or its folder.")],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The new project's folder; it must not exist, or be empty.")
    ],
    name: Annotated[
        str, typer.Option("--name", metavar="GAME", help="The game's folder name; default: from its title.")
    ] = "",
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="TEXT", help="Only set-ups with this text in their name; may be repeated."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; only tell what would be carried over.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="List every place that isn't carried over.")] = False,
) -> None:
    """Turn a module of others into a hexwright project.

    The map becomes a picture with a hex grid, pieces become counters with their faces, set-ups scenarios.
    What can't be carried over is listed, by component. A game has the boards of one or several set-ups, which
    --only chooses. The module itself isn't changed.
    """
    from hexwright.makers.module_import.importing import import_module as imported

    with show_stages(verbose=command_line_settings(context).verbose) as progress:
        found = imported(module, folder, progress, name=name, only=only or (), dry_run=dry_run)
    for line in found.notes.lines(every=every):
        print_result(line)
    print_result(
        f"{found.slug}: {count_noun(found.hexes, 'hex')}, {count_noun(found.units, 'unit')}, "
        f"{count_noun(found.markers, 'marker')}, {count_noun(found.scenarios, 'scenario')}, "
        f"{count_noun(found.pictures, 'picture')}"
    )
    if not dry_run:
        print_result(f"hexwright --project {folder} check {found.slug}")
