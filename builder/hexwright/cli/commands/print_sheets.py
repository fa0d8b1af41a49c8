"""`hexwright print`: sheets for paper, and the page that calibrates a printer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import app
from hexwright.cli.commands.build import OutOption, ThemeOption
from hexwright.cli.commands.command_options import OptionList, chosen, project_of, settings, written
from hexwright.cli.console import complain, say, tell, watching

if TYPE_CHECKING:
    from hexwright.model.game import Game
    from hexwright.paper.example_diagrams import Reference
    from hexwright.paper.print_settings import Part

_PAIR = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*")
_PARTS: Final[tuple[Part, ...]] = ("counters", "map", "aids", "rules")


def _pair(text: str | None, option: str, example: str) -> tuple[float, float] | None:
    if text is None:
        return None
    found = _PAIR.fullmatch(text.replace("−", "-"))
    if found is None:
        raise typer.BadParameter(f"{option} takes two numbers in mm, such as {example}; got {text!r}")
    return float(found[1]), float(found[2])


@app.command("print")
def print_(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game's folder name in data/.", autocompletion=shell_completion.games
        ),
    ] = None,
    paper: Annotated[
        str,
        typer.Option("--paper", metavar="PAPER", help="a4, letter, a3, tabloid, sheet, or WxH in mm."),
    ] = "a4",
    what: Annotated[
        str,
        typer.Option(
            "--what", metavar="PARTS", help="counters, map, aids, rules, several with commas, or all."
        ),
    ] = "all",
    theme: ThemeOption = "classic",
    duplex: Annotated[
        Literal["long", "short", "fold", "none"],
        typer.Option("--duplex", help="The edge your printer turns on; fold over; or one-sided."),
    ] = "long",
    offset: Annotated[
        str | None,
        typer.Option("--offset", metavar="X,Y", help="How far backs lie off, in mm, seen from the front."),
    ] = None,
    bleed: Annotated[
        float | None, typer.Option("--bleed", metavar="MM", help="Ground past the line of cut.")
    ] = None,
    marks: Annotated[bool, typer.Option("--marks/--no-marks", help="Cut marks.")] = True,
    shop: Annotated[bool, typer.Option("--shop", help="Files for a print shop: CMYK, boxes, slug.")] = False,
    booklet: Annotated[
        bool, typer.Option("--booklet", help="Impose the rules two pages to a side, to fold and staple.")
    ] = False,
    printer: Annotated[
        str | None, typer.Option("--printer", metavar="NAME", help="Apply what was measured for a printer.")
    ] = None,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Make the calibration page, or keep what you read from it.")
    ] = False,
    measured: Annotated[
        str | None, typer.Option("--measured", metavar="W,H", help="The page's two lines as measured, in mm.")
    ] = None,
    out: OutOption = None,
    option: OptionList = None,
) -> None:
    """Write PDFs to print, cut and play.

    Counters with backs that meet their fronts, the map at true size, player aids, the rules booklet.
    """
    from hexwright.paper.paper_sizes import parse_paper

    sheet = parse_paper(paper)
    shift = _pair(offset, "--offset", "1.5,-0.5")
    lengths = _pair(measured, "--measured", "160,240")
    if calibrate:
        if game is not None:
            raise typer.BadParameter("--calibrate is for a printer, not for a game: leave the game out")
        _calibrate(context, paper, duplex, printer, shift, lengths, out)
        return
    if lengths is not None:
        raise typer.BadParameter("--measured goes with --calibrate")
    if game is None:
        raise typer.BadParameter("name the game to print, or say --calibrate for the calibration page")

    from hexwright.paper.print_job import Job, print_game
    from hexwright.paper.print_settings import Settings
    from hexwright.paper.printer_profiles import printer_named, printers_file
    from hexwright.render.theme import THEMES
    from hexwright.support.result_cache import Cache, cache_folder

    scale = (1.0, 1.0)
    if printer is not None:
        kept = printer_named(printers_file(), printer)
        shift = shift or (kept.offset_x, kept.offset_y)
        scale = (kept.scale_x, kept.scale_y)
    project = project_of(context)
    job = Job(
        project=project,
        slug=game,
        out=out or project.root / "modules_out",
        parts=_parts(what),
        settings=Settings(
            theme=THEMES[theme],
            paper=sheet,
            duplex=duplex,
            offset=shift or (0.0, 0.0),
            scale=scale,
            bleed=bleed,
            marks=marks,
            shop=shop,
            imposed=booklet,
        ),
        options=chosen(option),
        reference=_reference,
    )
    verbose = settings(context).verbose
    with watching(verbose=verbose) as watch:
        run = print_game(job, Cache(cache_folder()), watch)
    tell(run.diagnostics)
    for file in run.files:
        state = "unchanged" if file.reused else "written"
        say(f"{written(file.path)}  {file.size / 1e6:.2f} MB, {state}")
    complain(f"in {run.seconds:.1f} s; print at 100 %, not fitted to the page")
    if verbose:
        for stage in run.stages:
            complain(f"  {stage.seconds:6.2f} s  {stage.name}")


def _reference(game: Game) -> Reference | None:
    # Imported late: a run that finds everything unchanged needs no reference.
    from hexwright.paper.example_figures import reference_of

    return reference_of(game)


def _parts(what: str) -> tuple[Part, ...]:
    words = [word.strip() for word in what.split(",") if word.strip()]
    if words == ["all"]:
        return _PARTS
    wrong = [word for word in words if word not in _PARTS]
    if wrong or not words:
        raise typer.BadParameter(f"--what takes {', '.join(_PARTS)} or all; got {what!r}")
    return tuple(part for part in _PARTS if part in words)


def _calibrate(
    context: typer.Context,
    paper: str,
    duplex: Literal["long", "short", "fold", "none"],
    printer: str | None,
    shift: tuple[float, float] | None,
    lengths: tuple[float, float] | None,
    out: Path | None,
) -> None:
    from hexwright.paper.paper_sizes import A4, parse_paper
    from hexwright.paper.print_settings import Settings
    from hexwright.paper.printer_calibration import draw_calibration, scale_of
    from hexwright.paper.printer_profiles import Printer, keep_printer, printers_file
    from hexwright.render.pdf_document import PdfDocument
    from hexwright.support.atomic_writes import write_atomically

    sheet = parse_paper(paper) or A4
    if shift is not None or lengths is not None:
        if printer is None:
            raise typer.BadParameter("say --printer NAME, so that the values can be found again")
        scale = scale_of(lengths, sheet) if lengths is not None else (1.0, 1.0)
        x, y = shift or (0.0, 0.0)
        Settings(offset=(x, y)).check()
        keep_printer(printers_file(), printer, Printer(x, y, *scale))
        say(
            f"kept for printer {printer}: backs {x:+g} mm right, {y:+g} mm down; "
            f"scale {scale[0] * 100:.2f} % by {scale[1] * 100:.2f} %"
        )
        return
    document = PdfDocument("Calibration page")
    draw_calibration(document, sheet, duplex)
    folder = out or _calibration_folder(context)
    path = folder / f"calibration-{sheet.name.lower()}-{'short' if duplex == 'short' else 'long'}-edge.pdf"
    write_atomically(path, document.to_bytes())
    edge = "short" if duplex == "short" else "long"
    say(f"{path}: print both sides at 100 %, turned on the {edge} edge")


def _calibration_folder(context: typer.Context) -> Path:
    return project_of(context).root / "modules_out"
