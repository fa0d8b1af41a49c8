"""The `hexwright geomap` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import command_line_settings, shown_output_path
from hexwright.cli.console import print_diagnostics, print_result, print_table, show_stages
from hexwright.support.message_wording import count_noun

_SHOWN = 20


@app.command("geomap")
def geomap(
    context: typer.Context,
    spec: Annotated[
        Path,
        typer.Argument(
            metavar="SPEC.yaml", help="The spec of the draft; docs/reference/geomap.md shows one."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder for picture and list; default: next to the spec."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="List all moved objects, not only the first ones.")
    ] = False,
) -> None:
    """Draft a map from geographic data.

    Towns, rivers, railways and woods in degrees become map.yaml; your edits in it are kept.
    """
    from hexwright.geomap.geo_extra import require_extra

    require_extra()
    from hexwright.geomap.geomap_run import run_geomap
    from hexwright.geomap.moved_features import HEADS, moved_feature_rows

    with show_stages(verbose=command_line_settings(context).verbose) as watch:
        outcome = run_geomap(spec, shown_output_path(spec), out, watch)
    print_diagnostics(outcome.diagnostics)
    listed = moved_feature_rows(outcome.moved)
    if listed:
        shown = listed if every else listed[:_SHOWN]
        print_table("Moved by more than half a hex, or left out", HEADS, shown)
        if len(shown) < len(listed):
            print_result(f"and {len(listed) - len(shown)} more; --all lists them")
    print_result(
        f"{shown_output_path(outcome.map_update.map)}  {outcome.map_update.state}: {outcome.contents}"
    )
    print_result(
        f"{shown_output_path(outcome.map_update.record)}  the record from which "
        "the next run recognises your edits"
    )
    print_result(
        f"{shown_output_path(outcome.pictures[1])}  the source data drawn over the draft, also as SVG"
    )
    things = count_noun(len(listed), "feature")
    print_result(f"{shown_output_path(outcome.lists[0])}  {things} moved or left out, also as JSON")
