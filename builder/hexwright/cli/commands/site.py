"""The `hexwright site` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.build import ThemeOption
from hexwright.cli.commands.command_options import (
    OptionList,
    command_line_settings,
    parse_options,
    project_of,
    shown_output_path,
)
from hexwright.cli.console import print_diagnostics, print_message, print_result, show_stages
from hexwright.support.message_wording import count_noun


def _site_address(text: str) -> str:
    """Return the address of a site with a last slash; raise BadParameter if it isn't one of the web."""
    from urllib.parse import urlsplit

    if not text:
        return text
    parts = urlsplit(text)
    whole = parts.scheme in ("http", "https") and parts.netloc and " " not in text
    if not whole or parts.query or parts.fragment:
        raise typer.BadParameter(
            f"{text!r} isn't the address of a folder on the web, such as https://example.org/game/"
        )
    return text if text.endswith("/") else f"{text}/"


@app.command("site")
def site(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="The games, by folder name.", autocompletion=shell_completion.games
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every game of the project.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The site's folder; default: modules_out/site."),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(
            "--pyodide",
            metavar="DIR",
            help="Copy Pyodide from this folder; without it, browsers fetch it from a public address.",
        ),
    ] = None,
    files: Annotated[
        bool, typer.Option("--files/--no-files", help="Offer print files and the module.")
    ] = True,
    address: Annotated[
        str,
        typer.Option(
            "--address",
            metavar="URL",
            callback=_site_address,
            help="Where the site will stand; a link that is sent then shows a picture.",
        ),
    ] = "",
    theme: ThemeOption = "classic",
    option: OptionList = None,
) -> None:
    """Write a web page that plays games in the browser by their rules, without a server.

    Put the folder on any web host. Players need a link, and nothing else.
    """
    if bool(games) == every:
        raise typer.BadParameter("name the games of the site, or use --all for every game of the project")
    from hexwright.web.site.site_build import SiteRequest, write_site

    project = project_of(context)
    slugs = list(dict.fromkeys(project.require(slug) for slug in games or project.games()))
    if not slugs:
        print_message("no games for a site: data/ contains no folder with a game.yaml")
        raise typer.Exit(ExitCode.FINDINGS)
    folder = out or project.root / "modules_out" / "site"
    request = SiteRequest(project, slugs, folder, parse_options(option), theme, pyodide, files, address)
    with show_stages(verbose=command_line_settings(context).verbose) as watch:
        written = write_site(request, watch)
    print_diagnostics(written.diagnostics)
    print_result(
        f"{shown_output_path(folder)}  {count_noun(written.files, 'file')}, {written.size / 1e6:.1f} MB"
    )
    print_message(f"try it: python -m http.server --directory {shown_output_path(folder)}")
