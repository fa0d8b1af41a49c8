"""The commands `hexwright games` and `hexwright provenance`."""

from __future__ import annotations

import typer

from hexwright.cli.app import Exit, app
from hexwright.cli.commands.command_options import GameArgument, load, project_of
from hexwright.cli.console import say, table, tell
from hexwright.diagnostics.diagnostic import Diagnostic, Faults


@app.command("games")
def games(context: typer.Context) -> None:
    """List the games of the project."""
    project = project_of(context)
    slugs = project.games()
    if not slugs:
        say(f"no games yet: a game is a folder {project.display(project.data)}/<name>/ with a game.yaml")
        return
    rows: list[tuple[str, ...]] = []
    faults: list[Diagnostic] = []
    for slug in slugs:
        try:
            game = load(context, slug).game
        except Faults as found:
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
    table("", ("game", "title", "published", "version", "scenarios"), rows)
    if faults:
        tell(faults)
        raise typer.Exit(Exit.FINDINGS)


@app.command("provenance")
def provenance(context: typer.Context, game: GameArgument) -> None:
    """Show the sources of a game's data.

    Reconstructed data and rulings are marked.
    """
    from hexwright.model.provenance import sources_of

    rows = [
        (part.name, part.provenance.status, part.provenance.source, part.provenance.note)
        for part in sources_of(load(context, game).game)
    ]
    table("", ("what", "status", "source", "note"), rows)
