"""The `hexwright campaign report` command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.commands.campaign import RecordArgument, campaign, open_record
from hexwright.cli.commands.command_options import load_for_command, project_of, shown_output_path
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_message, print_result

if TYPE_CHECKING:
    from hexwright.load.game_loading import LoadedGame
    from hexwright.load.project_folder import Project
    from hexwright.players.campaigns.campaign_report import CampaignReport
    from hexwright.players.campaigns.report_findings import ReportFinding


@campaign.command("report")
def report(
    context: typer.Context,
    record: RecordArgument,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Write a page with pictures.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the report as JSON.")
    ] = None,
) -> None:
    """Report who wins, when and where it is decided, and what would change it.

    The findings are printed, a sentence each. Each scenario is described by its first combination in the
    plan; other options and variants are compared with it.
    """
    from hexwright.players.campaigns.campaign_report import report_campaign
    from hexwright.players.campaigns.report_findings import findings
    from hexwright.players.campaigns.stored_campaign import campaign_of_record

    page, data = OutputFile.optional(out, record), OutputFile.optional(json_file, record)
    with open_record(record) as (store, stored):
        loaded = load_for_command(context, stored.game)
        found = campaign_of_record(stored, record, project_of(context), loaded)
        told = report_campaign(found, store, shown_output_path(record))
    game = found.games[""]
    said = findings(told, game)
    titles = {one.scenario: one.title for one in told.scenarios}
    for scenario, title in titles.items():
        print_result(f"{title}:")
        for one in said:
            if one.scenario == scenario:
                print_result(f"  {one.text}")
    if told.data_changed:
        print_message("the game's data changed since the games were played: names and map are those of today")
    if data is not None:
        content = {**told.json(), "findings": [asdict(one) for one in said]}
        data.write_text(json.dumps(content, indent=1))
        print_result(str(json_file))
    if page is not None:
        page.write_text(_page(told, said, loaded, project_of(context)))
        print_result(str(out))


def _page(told: CampaignReport, said: Sequence[ReportFinding], loaded: LoadedGame, project: Project) -> str:
    from hexwright.pipeline.campaign_report.report_page import render_report
    from hexwright.pipeline.game_build import art_of
    from hexwright.pipeline.game_pictures import draw_pictures
    from hexwright.render.theme import CLASSIC
    from hexwright.support.progress_stages import StageTimer
    from hexwright.support.result_cache import ResultCache, cache_folder

    art, cache = art_of(project, loaded), ResultCache(cache_folder())
    pictures = draw_pictures(loaded.game, CLASSIC, art, cache, StageTimer(), ("map", "counters"))
    return render_report(told, said, loaded.game, pictures)
