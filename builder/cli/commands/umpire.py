"""`hexwright umpire`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from builder.cli.app import Exit, app
from builder.cli.commands.saved_files import names_of, needed, read_log, shown_name
from builder.cli.commands.shared import OutFile
from builder.cli.console import say
from builder.diagnostics import Faults, Span


@app.command("umpire")
def umpire(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.vlog", help="A log of a game of the project.")],
    form: Annotated[
        Literal["text", "json", "html"],
        typer.Option("--format", help="For people, for programs or to look at."),
    ] = "text",
    brief: Annotated[
        bool, typer.Option("--brief", help="Only the steps of which something is said.")
    ] = False,
    players: Annotated[bool, typer.Option("--players", help="Tell the names of the players, too.")] = False,
    out: OutFile = None,
) -> None:
    """Replay a log against the rules: what was done, what the rules forbid, and whether the dice were fair.

    What nobody declared is inferred from where counters went and from the dice. Each offence names its
    rule; after it the table counts as it stands. Ends with 1 where the rules were broken.
    """
    from builder.output import write_atomically
    from validators.saves import story
    from validators.saves.position import Position
    from validators.saves.telling import show
    from validators.umpire import report
    from validators.umpire.umpire import Umpire

    game = read_log(file)
    ours = needed(context, game, file)
    try:
        judge = Umpire(ours, game)
    except Faults as faults:
        placed = (replace(fault, span=Span(shown_name(file))) for fault in faults.diagnostics)
        raise Faults(tuple(placed)) from None
    names = names_of(ours)
    facts = show(game, Position(game), names, ours, players=players).facts
    facts = {name: value for name, value in facts.items() if name != "now"}
    told = story.tell(game, names, facts, players=players)
    found = report.report_of(judge.kernel, told, judge.rule(), story.seats_of(game))
    match form:
        case "json":
            text = report.as_data(found)
        case "html":
            text = report.as_html(found)
        case _:
            text = report.as_text(found, brief=brief)
    if out is None:
        say(text)
    else:
        write_atomically(out, (text + "\n").encode())
        say(str(out))
    if found.ruling.offences:
        raise typer.Exit(Exit.FINDINGS)
