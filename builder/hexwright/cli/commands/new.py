"""The `hexwright new` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import command_line_settings, shown_output_path
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_result
from hexwright.diagnostics.diagnostic import InputError


@app.command("new")
def new(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The new game's folder name, such as battle-of-hill-3.")
    ],
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="Its title; default: the folder's name in words.")
    ] = "",
) -> None:
    """Create a small game that checks, builds and plays.

    It is written to the project's data/, or to a new project in this folder if there is none.
    """
    from hexwright.load.format_documentation import DATA_FORMAT, render_format_doc
    from hexwright.load.json_schema import write_schemas
    from hexwright.load.new_game import start_game
    from hexwright.load.project_folder import Project, find_project

    explicit = command_line_settings(context).project
    try:
        project = find_project(Path.cwd(), explicit)
    except InputError:
        project = Project((explicit or Path.cwd()).resolve())
    for path in start_game(project, game, title):
        print_result(shown_output_path(path))
    schemas = project.root / "docs" / "schemas"
    if not schemas.exists():
        write_schemas(schemas)
        print_result(f"{shown_output_path(schemas)}  (for completion and checks in an editor)")
    page = project.root / DATA_FORMAT
    if not page.exists():
        OutputFile.of(page).write(render_format_doc().encode())
        print_result(f"{shown_output_path(page)}  (every key of the data)")
    print_result("")
    print_result(f"hexwright build {game}            builds its VASSAL module")
    print_result(f"hexwright play {game} the-ford    lets the computer play it")
    print_result(f"Then change the files step by step, and run: hexwright check {game}")
