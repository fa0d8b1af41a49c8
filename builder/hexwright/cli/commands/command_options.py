"""Define options shared by several commands: the project, a game, the options of a build."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from hexwright.cli.app import CommandLineSettings
from hexwright.cli.shell_completion import choices, games, scenarios

if TYPE_CHECKING:
    from hexwright.load.game_loading import LoadedGame, Project

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
ModuleOption = Annotated[
    Path | None,
    typer.Option(
        "--module",
        metavar="FILE.vmod",
        help="The game's module, for places, pictures and private windows.",
    ),
]
PlayersOption = Annotated[bool, typer.Option("--players", help="Include the names of the players.")]
RevealOption = Annotated[
    bool,
    typer.Option(
        "--reveal",
        help="Also show what players hide: masked and invisible pieces, face-down cards, private windows.",
    ),
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


def command_line_settings(context: typer.Context) -> CommandLineSettings:
    """Return the options given before the command."""
    found = context.find_object(CommandLineSettings)
    assert found is not None
    return found


def project_of(context: typer.Context) -> Project:
    """Return the project that the command works on; raise `InputError` if there is none."""
    from hexwright.load.project_folder import find_project

    return find_project(Path.cwd(), command_line_settings(context).project)


def shown_output_path(path: Path) -> str:
    """Return the path of an output relative to the current folder."""
    from hexwright.diagnostics.diagnostic import display_path

    return display_path(path.absolute(), Path.cwd())


def parse_options(options: list[str] | None) -> Mapping[str, str]:
    """Parse `NAME=CHOICE` options; raise a usage error for anything else."""
    found: dict[str, str] = {}
    for text in options or []:
        name, sign, choice = text.partition("=")
        if not (name and sign and choice):
            raise typer.BadParameter(f"--option takes NAME=CHOICE, such as edition=1986; got {text!r}")
        found[name.strip()] = choice.strip()
    return found


def load_for_command(context: typer.Context, slug: str, options: list[str] | None = None) -> LoadedGame:
    """Load a game and check that the fonts can draw its text; raise `InputError` if it has errors."""
    from hexwright.diagnostics.diagnostic import InputError

    loaded = load_despite_errors(context, slug, options)
    if loaded.failed:
        raise InputError(loaded.diagnostics)
    return loaded


def load_despite_errors(context: typer.Context, slug: str, options: list[str] | None = None) -> LoadedGame:
    """Load a game even if it has errors; raise `InputError` only if the game doesn't exist."""
    from hexwright.load.game_loading import load_game_despite_errors
    from hexwright.render.check_drawings import check_drawings
    from hexwright.render.fonts import missing_glyphs

    return load_game_despite_errors(
        project_of(context),
        slug,
        parse_options(options),
        glyph_faults=missing_glyphs,
        sheet_faults=check_drawings,
    )


Part = TypeVar("Part", bound=str)


def chosen_parts(what: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts that the option --what names, in their own order; raise `BadParameter` for others."""
    words = [word.strip() for word in what.split(",") if word.strip()]
    if words == ["all"]:
        return parts
    if not words or any(word not in parts for word in words):
        raise typer.BadParameter(f"--what needs {', '.join(parts)} or all; got {what!r}")
    return tuple(part for part in parts if part in words)
