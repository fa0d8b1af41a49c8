"""The `hexwright games` and `hexwright provenance` commands."""

from __future__ import annotations

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import GameArgument, load_for_command, project_of
from hexwright.cli.console import print_diagnostics, print_result, print_table
from hexwright.diagnostics.diagnostic import Diagnostic, InputError


@app.command("games")
def games(context: typer.Context) -> None:
    """List the games of the project."""
    project = project_of(context)
    slugs = project.games()
    if not slugs:
        print_result(
            f"no games yet: a game is a folder {project.display(project.data)}/<name>/ with a game.yaml"
        )
        return
    rows: list[tuple[str, ...]] = []
    faults: list[Diagnostic] = []
    for slug in slugs:
        try:
            game = load_for_command(context, slug).game
        except InputError as found:
            faults.extend(found.diagnostics)
            rows.append((slug, "(has errors)", "", "", ""))
            continue
        rows.append(
            (
                slug,
                game.info.title,
                str(game.info.published),
                game.info.version,
                ", ".join(scenario.id for scenario in game.scenarios),
            )
        )
    print_table("", ("game", "title", "published", "version", "scenarios"), rows)
    if faults:
        print_diagnostics(faults)
        raise typer.Exit(ExitCode.FINDINGS)


@app.command("provenance")
def provenance(context: typer.Context, game: GameArgument) -> None:
    """Show the sources of a game's data.

    Reconstructed data and rulings are marked.
    """
    from hexwright.model.provenance import sources_of

    rows = [
        (_within_file(part.path), part.provenance.status, part.provenance.source, part.provenance.note)
        for part in sources_of(load_for_command(context, game).game)
    ]
    print_table("", ("what", "status", "source", "note"), rows)


def _within_file(path: tuple[str, ...]) -> str:
    """Return the path of an entry, beginning with its file: "map.yaml › hexsides › river"."""
    from hexwright.load.game_loading import FILES

    if path[0] == "scenarios":
        home, inner = f"scenarios/{path[1]}.yaml", path[2:]
    else:
        home, inner = FILES[path[0]][0], path[1:]
    return " › ".join((home, *inner))
