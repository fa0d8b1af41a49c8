"""The `hexwright campaign` commands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import (
    GameArgument,
    load_for_command,
    project_of,
    shown_output_path,
)
from hexwright.cli.commands.work_options import ClusterOption, WorkersOption, engine_of
from hexwright.cli.console import print_message, print_result, print_table, show_progress_bar

if TYPE_CHECKING:
    from hexwright.players.campaigns.game_store import GameStore, StoredPlan
    from hexwright.players.campaigns.plan_loading import Campaign


class _CampaignGroup(TyperGroup):
    """The group of commands, in which `campaign GAME` is short for `campaign run GAME`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first word names."""
        known = not args or args[0] in self.commands or args[0].startswith("-")
        return super().resolve_command(ctx, args if known else ["run", *args])


campaign = typer.Typer(
    name="campaign",
    cls=_CampaignGroup,
    help="Play many games by a plan and record each; 'campaign GAME' is short for 'campaign run GAME'.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(campaign)

RecordArgument = Annotated[
    Path, typer.Argument(metavar="RECORD", help="The record that 'campaign run' writes.")
]


@campaign.command("run")
def run(
    context: typer.Context,
    game: GameArgument,
    plan: Annotated[
        Path | None,
        typer.Argument(metavar="PLAN.yaml", help="What is played; if omitted, every scenario by greedy."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="The record; default: GAME.sqlite or PLAN.sqlite."),
    ] = None,
    workers: WorkersOption = None,
    on: ClusterOption = None,
) -> None:
    """Play the games of a plan, and record each in an SQLite file.

    If the record has games already, only the missing ones are played: stop at any time and go on later.
    """
    from hexwright.load.value_spans import ValueSpans
    from hexwright.model.campaign_plan import CampaignPlan
    from hexwright.players.campaigns.plan_loading import plan_campaign, read_plan

    given, spans = read_plan(plan, shown_output_path(plan)) if plan else (CampaignPlan(), ValueSpans())
    loaded = load_for_command(context, game)
    folder = plan.absolute().parent if plan else Path.cwd()
    found = plan_campaign(project_of(context), loaded, given, spans, folder)
    _play(found, record or Path(f"{plan.stem if plan else game}.sqlite"), workers, on)


@campaign.command("resume")
def resume(
    context: typer.Context, record: RecordArgument, workers: WorkersOption = None, on: ClusterOption = None
) -> None:
    """Play the games that a record lacks, by the plan in it."""
    with open_record(record) as (_, stored):
        pass
    _play(_stored_campaign(context, record, stored), record, workers, on)


@campaign.command("status")
def status(context: typer.Context, record: RecordArgument) -> None:
    """Print how many games of each combination are in a record, and who won them."""
    with open_record(record) as (store, stored):
        found = _stored_campaign(context, record, stored)
        _print_status(found, store)


@contextmanager
def open_record(record: Path) -> Iterator[tuple[GameStore, StoredPlan]]:
    """Open a record that exists, with its plan; raise `InputError` if it is none."""
    from hexwright.players.campaigns.game_store import GameStore

    with GameStore.open(record) as store:
        yield store, store.plan()


def _stored_campaign(context: typer.Context, record: Path, stored: StoredPlan) -> Campaign:
    from hexwright.players.campaigns.stored_campaign import campaign_of_record

    loaded = load_for_command(context, stored.game)
    return campaign_of_record(stored, record, project_of(context), loaded)


def _play(found: Campaign, record: Path, workers: int | None, on: str | None) -> None:
    from hexwright.players.campaigns.campaign_run import games_wanted, play_campaign
    from hexwright.players.campaigns.game_store import GameStore

    with engine_of(workers, on, os.cpu_count() or 1) as engine, GameStore.create(record, found) as store:
        sizes = games_wanted(found, store)
        there = sum(store.count(str(cell), size) for cell, size in zip(found.cells, sizes, strict=True))
        begun, before = monotonic(), store.seconds()
        with show_progress_bar("playing", sum(sizes), patient=True, start=there) as advance:
            played = play_campaign(found, store, engine, _advance(advance))
        if played:
            took = max(monotonic() - begun, 1e-6)
            print_message(
                f"{played:,} games played, {played / took:.3g} a second; "
                f"a game takes {(store.seconds() - before) / played:.3g} s of processor"
            )
        _print_status(found, store)
    print_result(f"{shown_output_path(record)}  the record; SQLite, DuckDB and pandas open it")


def _advance(advance: Callable[[float], None]) -> Callable[[int, int], None]:
    return lambda there, total: advance(there)


def _print_status(found: Campaign, store: GameStore) -> None:
    from hexwright.players.campaigns.campaign_run import deviations, games_wanted
    from hexwright.players.playtesting.estimates import share_estimate

    sides = [side.id for side in found.games[""].info.sides]
    rows = []
    for cell, wanted in zip(found.cells, games_wanted(found, store), strict=True):
        there = store.count(str(cell), found.plan.games)
        wins = store.wins(str(cell), found.plan.games)
        shares = [share_estimate(wins.get(side, 0), there, deviations(found)) for side in (*sides, None)]
        texts = [f"{one.value:.1%} ({one.low:.1%} to {one.high:.1%})" if there else "-" for one in shares]
        rows.append((str(cell), f"{there} of {wanted}", *texts))
    print_table("", ("combination", "games", *(f"{side} wins" for side in sides), "draws"), rows)
