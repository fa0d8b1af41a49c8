"""The `hexwright serve` command."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import app
from hexwright.cli.commands.build import ThemeOption
from hexwright.cli.commands.command_options import OptionList, parse_options, project_of
from hexwright.cli.console import print_message, print_result
from hexwright.diagnostics.diagnostic import InputError

PORT = 8741
"""The port that is used by default: games in play are kept in the browser by address and port."""


@app.command("serve")
def serve(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game to open; if omitted, the only game, or a list.",
            autocompletion=shell_completion.games,
        ),
    ] = None,
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65535, help="The port on this machine; 0 for any that is free."),
    ] = PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    editor: Annotated[
        str,
        typer.Option(
            "--editor",
            metavar="NAME",
            help="The editor that links open: vscode, vscodium, cursor, zed, idea, pycharm, sublime, none, "
            "or an address.",
        ),
    ] = "vscode",
    theme: ThemeOption = "classic",
    option: OptionList = None,
) -> None:
    """Show a game in the browser while its files are written, and play it by its rules.

    The page shows map, counters, charts and findings, and draws what changed whenever a file is saved. Only
    browsers on this machine can open it. Ctrl-C stops it.
    """
    for library in ("starlette", "uvicorn", "watchfiles"):
        if find_spec(library) is None:
            raise InputError.single(
                "H002",
                f"serving needs the library {library}, which is not installed",
                None,
                'type: pip install "starlette>=0.45" "uvicorn>=0.34" "watchfiles>=1.0" (in the environment '
                "that hexwright runs in)",
            )
    from hexwright.render.theme import THEMES
    from hexwright.web.server.page_files import MISSING_BUNDLE, NEEDS_BUNDLE, has_bundle
    from hexwright.web.server.run_server import EDITORS, run_server

    if not has_bundle():
        raise InputError.single("H003", MISSING_BUNDLE, None, NEEDS_BUNDLE)
    project = project_of(context)
    slug = project.require(game) if game is not None else None
    games = project.games()
    if slug is None and len(games) == 1:
        slug = games[0]
    address = EDITORS.get(editor, editor)
    if address and "{file}" not in address:
        known = ", ".join(EDITORS)
        raise typer.BadParameter(f"--editor takes {known}, or an address with {{file}}; got {editor!r}")

    def started(url: str) -> None:
        print_result(f"{slug or 'games'}: {url}")
        sys.stdout.flush()
        print_message("only browsers on this machine can open it; Ctrl-C stops it")
        if browser:
            import webbrowser

            webbrowser.open(url)

    run_server(project, slug, parse_options(option), THEMES[theme], port, address, started)
