"""The `hexwright log tell` command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import ModuleOption, OutFile, PlayersOption, RevealOption
from hexwright.cli.commands.output_files import OutputFile, print_or_write
from hexwright.cli.commands.saved_game_inputs import (
    as_png,
    display_names,
    find_our_game,
    map_marker,
    module_to_draw,
    open_log_module,
    read_log,
    tell_of_maps_left_out,
    tell_of_parts_left_out,
)
from hexwright.cli.console import print_result, show_progress_bar

if TYPE_CHECKING:
    from PIL.Image import Image

    from hexwright.saves.log_story import LogStory
    from hexwright.saves.position_drawing import PositionDrawing
    from hexwright.vassal.codec.saved_game_file import SavedGameFile

PICTURE_PX = 1600
FILM_PX = 960

log = typer.Typer(name="log", help="Narrate a log (.vlog).", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(log)


@log.callback()
def group() -> None:
    """Narrate a log (.vlog)."""


@log.command("tell")
def tell(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.vlog", help="A log of any module.")],
    form: Annotated[
        Literal["text", "markdown", "html"], typer.Option("--format", help="Output format.")
    ] = "text",
    module: ModuleOption = None,
    players: PlayersOption = False,
    reveal: RevealOption = False,
    pictures: Annotated[
        Path | None,
        typer.Option(
            "--pictures", metavar="DIR", help="Draw the map at the end of each phase into this folder."
        ),
    ] = None,
    film: Annotated[
        Path | None,
        typer.Option("--film", metavar="FILE", help="Write the whole game as an animation, .webp or .gif."),
    ] = None,
    map_name: Annotated[
        str, typer.Option("--map", metavar="NAME", help="The map to draw; default: the one with most pieces.")
    ] = "",
    out: OutFile = None,
) -> None:
    """Narrate a log turn by turn: moves, dice and chat, each with its step.

    A log of a module that wasn't made by hexwright needs --module for the names of places and turns; without
    it, places are given as coordinates. --pictures and --film draw with the module's pictures; for a game of
    the project they use the module built last. What players hide from each other is told only with --reveal.
    """
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.inspect.analysis.player_names import PlayerNames
    from hexwright.saves import log_story
    from hexwright.saves.save_summary import summarize_save

    report = OutputFile.optional(out, file, module)
    if film is not None and film.suffix.lower() not in (".webp", ".gif"):
        raise typer.BadParameter(
            f"a film's file name must end in .webp or .gif: --film {film.with_suffix('.webp')}"
        )
    movie = OutputFile.optional(film, file, module)
    game = read_log(file)
    ours = find_our_game(context, game) if module is None else None
    position = LogPosition(game)
    names = display_names(
        ours, open_log_module(module) if module is not None else None, position, reveal=reveal
    )
    told_names = PlayerNames(game, names.public_names, shown=players)
    facts = summarize_save(game, position, names, ours, told_names).facts
    facts = {name: value for name, value in facts.items() if name != "now"}  # Reported by the chapters.
    told = log_story.write_story(game, names, facts, told_names)
    if pictures is not None or movie is not None:
        from hexwright.saves.position_drawing import PositionDrawing

        opened, marked = module_to_draw(context, module, ours, file), map_marker(ours)
        begun = LogPosition(game)
        tell_of_maps_left_out(PositionDrawing(opened, begun, 1, map_name, reveal=reveal), begun)
        draw = partial(PositionDrawing, opened, begun, map_name=map_name, marked=marked, reveal=reveal)
        drawn = None if pictures is None else partial(_picture_file, pictures, (file, module))
        _draw(lambda width: draw(width=width), game, told, drawn, movie)
        if out is None:
            return
    write = {"text": log_story.as_text, "markdown": log_story.as_markdown, "html": log_story.as_html}[form]
    print_or_write(write(told), report)


def _draw(
    draw: Callable[[int], PositionDrawing],
    game: SavedGameFile,
    told: LogStory,
    picture_file: Callable[[str], OutputFile] | None,
    film: OutputFile | None,
) -> None:
    """Write a map for each phase, and the whole log as a film.

    `draw` takes the width of the pictures, and `picture_file` the name of one.
    """
    from hexwright.saves import position_drawing

    if picture_file is not None:
        drawn = draw(PICTURE_PX)
        for number, moment in enumerate(
            (m for m in position_drawing.film_frames(game, told) if m.ends_chapter), start=1
        ):
            words = "".join(sign if sign.isalnum() else "-" for sign in moment.chapter.lower())
            name = "-".join(part for part in words.encode("ascii", "ignore").decode().split("-") if part)
            out = picture_file(f"{number:02}-{name[:60]}.png")
            out.write(as_png(drawn.draw(moment.position)))
            print_result(str(out.path))
        tell_of_parts_left_out(drawn)
    if film is not None:
        from hexwright.saves.film_encoding import encode_film

        drawn, count = draw(FILM_PX), position_drawing.frame_count(game, told)
        with show_progress_bar("drawing", count, patient=True) as progress:
            frames = _counted(position_drawing.draw_film(drawn, game, told), progress)
            film.write(encode_film(frames, count, film.path.suffix.lower().removeprefix(".")))
        print_result(str(film.path))
        tell_of_parts_left_out(drawn)


def _picture_file(folder: Path, inputs: tuple[Path | None, ...], name: str) -> OutputFile:
    return OutputFile.of(folder / name, *inputs)


def _counted(frames: Iterator[Image], progress: Callable[[float], None]) -> Iterator[Image]:
    for number, frame in enumerate(frames):
        progress(number)
        yield frame
