"""The command `hexwright new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import settings, written
from hexwright.cli.console import say
from hexwright.diagnostics.diagnostic import Faults


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
    from hexwright.load.json_schema import write_schemas
    from hexwright.load.new_game import start_game
    from hexwright.load.project_folder import Project, find_project

    explicit = settings(context).project
    try:
        project = find_project(Path.cwd(), explicit)
    except Faults:
        project = Project((explicit or Path.cwd()).resolve())
    for path in start_game(project, game, title):
        say(written(path))
    schemas = project.root / "docs" / "schemas"
    if not schemas.exists():
        write_schemas(schemas)
        say(f"{written(schemas)}  (for completion and checks in an editor)")
    say("")
    say(f"hexwright build {game}            builds its VASSAL module")
    say(f"hexwright play {game} the-ford    lets the computer play it")
    say(f"Then change the files step by step, and run: hexwright check {game}")
