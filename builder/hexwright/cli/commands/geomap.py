"""`hexwright geomap`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import settings, written
from hexwright.cli.console import say, table, tell, watching
from hexwright.support.message_wording import counted

_SHOWN = 20


@app.command("geomap")
def geomap(
    context: typer.Context,
    spec: Annotated[
        Path,
        typer.Argument(metavar="SPEC.yaml", help="What to draft from: docs/reference/geomap.md shows one."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where picture and list go; otherwise beside the spec."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Tell all that was moved, not the first alone.")
    ] = False,
) -> None:
    """Draft a map from geography.

    Towns, rivers, railways, woods in degrees become map.yaml; what you changed in it stays.
    """
    from hexwright.geomap.geo_extra import require_extra

    require_extra()
    from hexwright.geomap.displacements import HEADS, rows
    from hexwright.geomap.geomap_run import run

    with watching(verbose=settings(context).verbose) as watch:
        outcome = run(spec, written(spec), out, watch)
    tell(outcome.diagnostics)
    listed = rows(outcome.moved)
    if listed:
        shown = listed if every else listed[:_SHOWN]
        table("Moved by more than half a hex, or left out", HEADS, shown)
        if len(shown) < len(listed):
            say(f"and {len(listed) - len(shown)} more: --all shows them")
    say(f"{written(outcome.kept.map)}  {outcome.kept.state}: {outcome.contents}")
    say(f"{written(outcome.kept.record)}  by which the next run knows your changes")
    say(f"{written(outcome.pictures[1])}  the source over the draft, and the same as SVG")
    things = counted(len(listed), "thing")
    say(f"{written(outcome.lists[0])}  {things} moved or left out, and the same as JSON")
