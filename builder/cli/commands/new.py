"""`hexwright new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app
from builder.cli.commands.shared import settings, written
from builder.cli.console import say
from builder.diagnostics import Faults


@app.command("new")
def new(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The new game's folder name, such as battle-of-hill-3.")
    ],
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="Its title; otherwise the folder's name in words.")
    ] = "",
) -> None:
    """Start a small game that checks, builds and plays.

    It goes to the project's data/, or to a new project in this folder when there is none.
    """
    from builder.load.folder import Project, find_project
    from builder.load.scaffold import start_game
    from builder.load.schema import write_schemas

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
        say(f"{written(schemas)}  (with these an editor completes the YAML)")
    say("")
    say(f"hexwright build {game}            makes its VASSAL module")
    say(f"hexwright play {game} the-ford    lets the computer play it")
    say(f"Then change the files step by step, and say: hexwright check {game}")
