"""The command `hexwright geomap`."""

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
        typer.Argument(
            metavar="SPEC.yaml", help="The spec of the draft; docs/reference/geomap.md shows one."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder for picture and list; default: next to the spec."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="List everything that was moved, not only the first entries.")
    ] = False,
) -> None:
    """Draft a map from geographic data.

    Towns, rivers, railways and woods in degrees become map.yaml; your edits in it are kept.
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
    say(f"{written(outcome.kept.record)}  the record from which the next run recognizes your edits")
    say(f"{written(outcome.pictures[1])}  the source over the draft, also as SVG")
    things = counted(len(listed), "thing")
    say(f"{written(outcome.lists[0])}  {things} moved or left out, also as JSON")
