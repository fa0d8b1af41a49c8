"""The command `hexwright umpire`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli.app import Exit, app
from hexwright.cli.commands.command_options import OutFile
from hexwright.cli.commands.saved_game_inputs import names_of, needed, read_log, shown_name
from hexwright.cli.console import say
from hexwright.diagnostics.diagnostic import Faults, Span


@app.command("umpire")
def umpire(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.vlog", help="A log of a game of the project.")],
    form: Annotated[
        Literal["text", "json", "html"],
        typer.Option("--format", help="Output for people or for programs, or a page to look at."),
    ] = "text",
    brief: Annotated[bool, typer.Option("--brief", help="Only the steps with a violation or note.")] = False,
    players: Annotated[bool, typer.Option("--players", help="Include the names of the players.")] = False,
    out: OutFile = None,
) -> None:
    """Replay a log against the rules: report actions, violations, and whether the dice were fair.

    Undeclared actions are inferred from the moves of counters and from the dice. Each violation cites its
    rule; afterwards the position on the table counts. The exit code is 1 if rules were violated.
    """
    from hexwright.saves import log_story
    from hexwright.saves.log_position import Position
    from hexwright.saves.save_summary import show
    from hexwright.support.atomic_writes import write_atomically
    from hexwright.umpire import umpire_report
    from hexwright.umpire.log_umpire import Umpire

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
    told = log_story.tell(game, names, facts, players=players)
    found = umpire_report.report_of(judge.kernel, told, judge.rule(), log_story.seats_of(game))
    match form:
        case "json":
            text = umpire_report.as_data(found)
        case "html":
            text = umpire_report.as_html(found)
        case _:
            text = umpire_report.as_text(found, brief=brief)
    if out is None:
        say(text)
    else:
        write_atomically(out, (text + "\n").encode())
        say(str(out))
    if found.ruling.offences:
        raise typer.Exit(Exit.FINDINGS)
