"""`hexwright log tell`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from builder.cli.app import app
from builder.cli.commands.saved_files import game_of, module_of, names_of, read_log
from builder.cli.commands.shared import OutFile
from builder.cli.console import say

log = typer.Typer(
    name="log", help="Tell a log (.vlog) as a story.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(log)


@log.callback()
def group() -> None:
    """Tell a log (.vlog) as a story."""


@log.command("tell")
def tell(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.vlog", help="A log of any module.")],
    form: Annotated[
        Literal["text", "markdown", "html"], typer.Option("--format", help="What to write.")
    ] = "text",
    module: Annotated[
        Path | None,
        typer.Option("--module", metavar="FILE.vmod", help="The log's module, for the names of its places."),
    ] = None,
    players: Annotated[bool, typer.Option("--players", help="Tell the names of the players, too.")] = False,
    out: OutFile = None,
) -> None:
    """Tell what happened in a log, turn by turn: moves, dice and chat, each with its step.

    A log of a module that hexwright didn't make needs --module for the names of places and turns;
    without it, places are told by their points.
    """
    from builder.output import write_atomically
    from validators.saves import story
    from validators.saves.position import Position
    from validators.saves.telling import show

    game = read_log(file)
    ours = game_of(context, game) if module is None else None
    position = Position(game)
    names = names_of(ours, module_of(module) if module is not None else None, position)
    facts = show(game, position, names, ours, players=players).facts
    facts = {name: value for name, value in facts.items() if name != "now"}  # The chapters tell it.
    told = story.tell(game, names, facts, players=players)
    write = {"text": story.as_text, "markdown": story.as_markdown, "html": story.as_html}[form]
    if out is None:
        say(write(told))
    else:
        write_atomically(out, (write(told) + "\n").encode())
        say(str(out))
