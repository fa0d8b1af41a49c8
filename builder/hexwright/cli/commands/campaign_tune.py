"""The `hexwright campaign tune` command."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.commands.campaign import campaign
from hexwright.cli.commands.command_options import (
    GameArgument,
    load_for_command,
    project_of,
    shown_output_path,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.commands.work_options import ClusterOption, WorkersOption, engine_of
from hexwright.cli.console import print_message, print_result, show_progress_bar
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import did_you_mean, quote


@campaign.command("tune")
def tune(
    context: typer.Context,
    game: GameArgument,
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", metavar="NAME", help="A scenario to play; default: all. May be repeated."),
    ] = None,
    generations: Annotated[
        int, typer.Option("--generations", min=1, max=10_000, help="How often better weights are proposed.")
    ] = 20,
    games: Annotated[
        int, typer.Option("--games", min=2, max=10_000, help="Games of each proposal and scenario.")
    ] = 16,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same weights.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to write; default: players.yaml of the game."),
    ] = None,
    workers: WorkersOption = None,
    on: ClusterOption = None,
) -> None:
    """Fit the weights of the computer player 'tuned' by games against 'greedy', and write them.

    Each side has weights of its own. Show that they are better by a campaign with another seed.
    """
    from hexwright.load.players_file import players_yaml
    from hexwright.players.campaigns.weight_tuning import (
        TuningPlan,
        games_of_side,
        players_of,
        require_tuning,
        tune_side,
    )

    require_tuning()
    loaded = load_for_command(context, game)
    found = loaded.game
    known = [one.id for one in found.scenarios]
    for name in scenario or ():
        if name not in known:
            hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
            told = f"{game} has no scenario {quote(name)}"
            raise InputError.single("P001", told, Span("--scenario"), hint)
    plan = TuningPlan(tuple(dict.fromkeys(scenario or known)), generations, games, seed)
    path = out or project_of(context).folder(game) / "players.yaml"
    file = OutputFile.of(path)
    sides = [side.id for side in found.info.sides]
    tuned = {}
    played = 0
    with (
        engine_of(workers, on, os.cpu_count() or 1) as engine,
        show_progress_bar("playing", len(sides) * games_of_side(found, plan), patient=True) as advance,
    ):
        for side in sides:
            one = tune_side(found, side, plan, engine, partial(_advance, advance, played))
            tuned[side], played = one.weights, played + one.games
    options = "".join(f" --scenario {name}" for name in scenario or ())
    said = (
        f"hexwright campaign tune {game}{options} --generations {generations} --games {games} --seed {seed}: "
        f"{played:,} games against greedy"
    )
    file.write_text(players_yaml(players_of(tuned, said)))
    print_message(
        f"show that they are better with 'players: [greedy, tuned]' and 'seed: {seed + 1}' in a plan"
    )
    print_result(shown_output_path(path))


def _advance(advance: Callable[[float], None], before: int, games: int) -> None:
    advance(before + games)
