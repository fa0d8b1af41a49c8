"""Options shared by several commands: the project, a game, the options of a build."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import Settings
from hexwright.cli.shell_completion import choices, games, scenarios

if TYPE_CHECKING:
    from hexwright.load.game_loading import Loaded, Project

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's folder name in data/.", autocompletion=games)
]
ScenarioArgument = Annotated[
    str,
    typer.Argument(metavar="SCENARIO", help="A scenario, by the name of its file.", autocompletion=scenarios),
]
OutFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of the screen.")
]
OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=CHOICE",
        help="Choose among the game's options; may be repeated.",
        autocompletion=choices,
    ),
]


def settings(context: typer.Context) -> Settings:
    """Return the options given before the command."""
    found = context.find_object(Settings)
    assert found is not None
    return found


def project_of(context: typer.Context) -> Project:
    """Return the project that the command works on; raise `Faults` if there is none."""
    from hexwright.load.project_folder import find_project

    return find_project(Path.cwd(), settings(context).project)


def written(path: Path) -> str:
    """Return the path of an output relative to the current folder."""
    from hexwright.diagnostics.diagnostic import display_path

    return display_path(path.absolute(), Path.cwd())


def chosen(options: list[str] | None) -> Mapping[str, str]:
    """Parse `NAME=CHOICE` options; raise a usage error for anything else."""
    found: dict[str, str] = {}
    for text in options or []:
        name, sign, choice = text.partition("=")
        if not (name and sign and choice):
            raise typer.BadParameter(f"--option takes NAME=CHOICE, such as edition=1986; got {text!r}")
        found[name.strip()] = choice.strip()
    return found


def load(context: typer.Context, slug: str, options: list[str] | None = None) -> Loaded:
    """Load a game, including the check that the fonts can draw its texts; raise `Faults` if it has errors."""
    from hexwright.diagnostics.diagnostic import Faults

    loaded = examine(context, slug, options)
    if loaded.failed:
        raise Faults(loaded.diagnostics)
    return loaded


def examine(context: typer.Context, slug: str, options: list[str] | None = None) -> Loaded:
    """Read a game like `load`, even with errors; raise `Faults` only if there is no game."""
    from hexwright.load.game_loading import examine_game
    from hexwright.render.check_drawings import judge_pictures
    from hexwright.render.fonts import missing_glyphs

    return examine_game(
        project_of(context),
        slug,
        chosen(options),
        glyph_faults=missing_glyphs,
        sheet_faults=judge_pictures,
    )
