"""The `hexwright umpire` command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import OutFile, PlayersOption, RevealOption
from hexwright.cli.commands.output_files import OutputFile, print_or_write
from hexwright.cli.commands.saved_game_inputs import display_names, read_log, require_our_game, shown_name
from hexwright.diagnostics.diagnostic import InputError, Span


@app.command("umpire")
def umpire(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.vlog", help="A log of a game of the project.")],
    form: Annotated[
        Literal["text", "json", "html"],
        typer.Option("--format", help="Output for people, for programs, or as an HTML page."),
    ] = "text",
    brief: Annotated[
        bool, typer.Option("--brief", help="Show only the steps with a violation or note.")
    ] = False,
    players: PlayersOption = False,
    reveal: RevealOption = False,
    out: OutFile = None,
) -> None:
    """Replay a log against the rules: report actions, violations, and whether the dice were fair.

    Undeclared actions are inferred from the moves of counters and from the dice. Each violation cites its
    rule; the replay then continues from the position on the table. The exit code is 1 if rules were violated.
    """
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.inspect.analysis.player_names import PlayerNames
    from hexwright.saves import log_story
    from hexwright.saves.save_summary import summarize_save
    from hexwright.umpire import umpire_report
    from hexwright.umpire.log_umpire import LogUmpire

    report = OutputFile.optional(out, file)
    game = read_log(file)
    ours = require_our_game(context, game, file)
    try:
        judge = LogUmpire(ours, game)
    except InputError as faults:
        placed = (replace(fault, span=Span(shown_name(file))) for fault in faults.diagnostics)
        raise InputError(tuple(placed)) from None
    names = display_names(ours, reveal=reveal)
    told_names = PlayerNames(game, names.public_names, shown=players)
    facts = summarize_save(game, LogPosition(game), names, ours, told_names).facts
    facts = {name: value for name, value in facts.items() if name != "now"}
    told = log_story.write_story(game, names, facts, told_names)
    seats = PlayerNames(game, names.public_names).seats
    found = umpire_report.make_report(judge.kernel, told, judge.follow_log(), seats)
    match form:
        case "json":
            text = umpire_report.as_data(found)
        case "html":
            text = umpire_report.as_html(found)
        case _:
            text = umpire_report.as_text(found, brief=brief)
    print_or_write(text, report)
    if found.ruling.offences:
        raise typer.Exit(ExitCode.FINDINGS)
