"""The `hexwright build` and `hexwright render` commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import (
    GameArgument,
    OptionList,
    chosen_parts,
    command_line_settings,
    parse_options,
    project_of,
    shown_output_path,
)
from hexwright.cli.console import print_diagnostics, print_message, print_result, show_stages
from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Severity
from hexwright.support.message_wording import count_noun, join_with_and

ThemeOption = Annotated[
    Literal["classic", "contrast"],
    typer.Option(
        "--theme",
        help="Colours like those of printed games, or colours that are safe for colour-blind players.",
    ),
]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Output folder; default: modules_out/.")
]


@app.command("build")
def build(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="The games to build, by folder name.", autocompletion=shell_completion.games
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Build every game of the project.")] = False,
    out: OutOption = None,
    theme: ThemeOption = "classic",
    option: OptionList = None,
    dump: Annotated[
        Path | None,
        typer.Option("--dump", metavar="DIR", help="Also write the intermediate results of the stages."),
    ] = None,
) -> None:
    """Build VASSAL modules."""
    if bool(games) == every:
        raise typer.BadParameter("name the games to build, or use --all for every game of the project")
    from hexwright.paper.rulebook.screen_figures import FigureMaker
    from hexwright.pipeline.game_build import BuildRequest, build_game
    from hexwright.recording.tutorial_recorder import TutorialRecorder
    from hexwright.support.result_cache import ResultCache, cache_folder

    project = project_of(context)
    slugs = list(dict.fromkeys(games or project.games()))
    if not slugs:
        print_message("no games to build: data/ contains no folder with a game.yaml")
        raise typer.Exit(ExitCode.FINDINGS)
    cache = ResultCache(cache_folder())
    found: list[Diagnostic] = []
    failed = False
    for slug in slugs:
        request = BuildRequest(
            project=project,
            slug=slug,
            out=out or project.root / "modules_out",
            options=parse_options(option),
            theme=theme,
            dump=dump,
        )
        try:
            with show_stages(verbose=command_line_settings(context).verbose) as watch:
                built = build_game(
                    request, cache, watch, TutorialRecorder.current_version(), FigureMaker.current_version()
                )
        except InputError as faults:
            found.extend(faults.diagnostics)
            failed = True
            continue
        found.extend(built.diagnostics)
        state = "unchanged" if built.reused else f"built in {built.seconds:.1f} s"
        print_result(f"{shown_output_path(built.path)}  {built.size / 1e6:.1f} MB, {state}")
        if command_line_settings(context).verbose:
            for stage in built.stages:
                print_message(f"  {stage.seconds:6.2f} s  {stage.name}")
    print_diagnostics(found)
    if failed:
        raise typer.Exit(ExitCode.FINDINGS)


@app.command("render")
def render(
    context: typer.Context,
    game: GameArgument,
    out: OutOption = None,
    theme: ThemeOption = "classic",
    option: OptionList = None,
    faulty: Annotated[
        bool,
        typer.Option(
            "--in-spite-of-errors", help="Draw the valid parts of a game with errors, and report the errors."
        ),
    ] = False,
    what: Annotated[
        str,
        typer.Option(
            "--what",
            metavar="KINDS",
            help="map, counters or charts, or several of them separated by commas, or all.",
        ),
    ] = "all",
    scenario: Annotated[
        str,
        typer.Option(
            "--scenario",
            metavar="NAME",
            help="Also draw the set-up of this scenario on the map.",
            autocompletion=shell_completion.scenarios,
        ),
    ] = "",
) -> None:
    """Write only the pictures of a game.

    These are map, counters and charts as SVG, PNG and HTML, and a sheet with all counters.
    """
    from hexwright.pipeline.game_build import BuildRequest, render_game
    from hexwright.pipeline.game_pictures import PICTURE_KINDS
    from hexwright.support.result_cache import ResultCache, cache_folder

    project = project_of(context)
    request = BuildRequest(
        project=project,
        slug=game,
        out=out or project.root / "modules_out",
        options=parse_options(option),
        theme=theme,
    )
    with show_stages(verbose=command_line_settings(context).verbose) as watch:
        rendered = render_game(
            request,
            ResultCache(cache_folder()),
            watch,
            in_spite_of_errors=faulty,
            kinds=chosen_parts(what, PICTURE_KINDS),
            scenario=scenario,
        )
    print_diagnostics(rendered.diagnostics)
    failed = any(found.severity is Severity.ERROR for found in rendered.diagnostics)
    left_out = " (without the faulty parts)" if failed else ""
    told = f"{count_noun(len(rendered.files), 'file')}, in {rendered.seconds:.1f} s{left_out}"
    print_result(f"{shown_output_path(rendered.folder)}  {told}")
    if rendered.removed:
        print_result(f"removed: {count_noun(rendered.removed, 'old picture')}")
    if rendered.scan:
        print_result(rendered.scan)
    if rendered.omitted:
        names = join_with_and(rendered.omitted, "and")
        print_result(
            f"the map has no room for {names}: shorten a name, or give its region more "
            "hexes without towns and railways"
        )
    if failed:
        raise typer.Exit(ExitCode.FINDINGS)
