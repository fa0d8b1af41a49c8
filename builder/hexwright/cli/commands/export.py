"""The `hexwright export` command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import (
    GameArgument,
    load_for_command,
    project_of,
    shown_output_path,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_result

if TYPE_CHECKING:
    from hexwright.load.game_loading import LoadedGame
    from hexwright.paper.pages.print_settings import PrintSettings


@app.command("export")
def export(
    context: typer.Context,
    game: GameArgument,
    csv: Annotated[bool, typer.Option("--csv", help="Write CSV, which spreadsheets open.")] = False,
    tts: Annotated[
        bool, typer.Option("--tts", help="Write a saved object for Tabletop Simulator with its pictures.")
    ] = False,
    sheets: Annotated[
        bool, typer.Option("--sheets", help="Write sheets of all counters as pictures, with a manifest.")
    ] = False,
    url: Annotated[
        str,
        typer.Option(
            "--url",
            metavar="URL",
            help="Address of the folder to which you upload the pictures for --tts; default: your disk.",
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Output folder; default: GAME-csv/, -tts/ or -sheets/."),
    ] = None,
) -> None:
    """Write a game's units and set-ups as tables, or its counters for other tables.

    Tables put beside the YAML can replace it: `units: units.csv` in counters.yaml, and
    `placement: SCENARIO.csv` in a scenario. Pictures are drawn as for print.
    """
    chosen = [name for name, given in (("csv", csv), ("tts", tts), ("sheets", sheets)) if given]
    if len(chosen) != 1:
        raise typer.BadParameter("write one of --csv, --tts and --sheets")
    folder = out or Path(f"{game}-{chosen[0]}")
    loaded = load_for_command(context, game)
    inputs = project_of(context).game_folders(game)
    files = _files(context, game, loaded, chosen[0], folder, url)
    for name, data in files.items():
        OutputFile.of(folder / name, *inputs).write(data)
        print_result(shown_output_path(folder / name))


def _files(
    context: typer.Context, game: str, loaded: LoadedGame, kind: str, folder: Path, url: str
) -> dict[str, bytes]:
    """Return the files of an export by name."""
    if kind == "csv":
        from hexwright.load.table_export import export_tables

        return {name: text.encode() for name, text in export_tables(loaded.game).items()}
    settings = _settings(context, game, loaded)
    if kind == "sheets":
        from hexwright.paper.counters.image_sheets import sheet_files

        return sheet_files(loaded.game, settings)
    from hexwright.paper.counters.tabletop_simulator import map_picture, tabletop_files

    base = url.rstrip("/") if url else folder.resolve().as_uri()
    picture = map_picture(loaded.game, settings)
    return tabletop_files(loaded.game, settings, picture, lambda name: f"{base}/{name}")


def _settings(context: typer.Context, game: str, loaded: LoadedGame) -> PrintSettings:
    """Return settings for drawing as for print, with the game's own pictures."""
    from hexwright.paper.pages.print_settings import PrintSettings

    project = project_of(context)
    prefix = f"{project.display(project.art(game))}/"
    art = {
        name.removeprefix(prefix): data for name, data in loaded.sources.items() if name.startswith(prefix)
    }
    return PrintSettings(art=art)
