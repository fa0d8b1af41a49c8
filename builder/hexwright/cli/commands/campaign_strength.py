"""The `hexwright campaign strength` command."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hexwright.cli.commands.campaign import campaign, open_record
from hexwright.cli.commands.command_options import shown_output_path
from hexwright.cli.console import print_result, print_table
from hexwright.diagnostics.diagnostic import InputError, Span

if TYPE_CHECKING:
    from hexwright.players.campaigns.player_strength import CellResults


@campaign.command("strength")
def strength(
    records: Annotated[
        list[Path], typer.Argument(metavar="RECORD…", help="Records of campaigns, also of several games.")
    ],
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output for people or for programs.")
    ] = "text",
) -> None:
    """Rate the computer players of records in Elo points, by all games between them.

    A player's points are its lead over the first player of the plan. Sides, draws, options and variants are
    taken into account: what favours a side favours no player.
    """
    from hexwright.players.campaigns.player_strength import player_strengths

    table = player_strengths(_results(records))
    if table is None:
        raise InputError.single(
            "P044",
            "no two players met in these games",
            Span(", ".join(map(shown_output_path, records))),
            "name two or more players in the plan, such as 'players: [greedy, random]'",
        )
    if form == "json":
        print_result(json.dumps(asdict(table), indent=1))
        return
    rows = [
        (one.player, f"{one.games:,}", f"{one.score:.1%}", one.elo_text(table.reference))
        for one in table.players
    ]
    heads = ("player", "games", "score", f"Elo points, {table.reference} = 0 (95 % interval)")
    print_table("", heads, rows)


def _results(records: list[Path]) -> list[CellResults]:
    """Return the results of all records; games that are in several of them count once."""
    from hexwright.players.campaigns.player_strength import stored_results

    found: dict[str, CellResults] = {}
    for record in records:
        with open_record(record) as (store, _):
            for digest, one in stored_results(store):
                if digest not in found or found[digest].games < one.games:
                    found[digest] = one
    return list(found.values())
