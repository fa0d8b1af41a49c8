"""`hexwright print`: sheets for paper, and the page that calibrates a printer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import app
from hexwright.cli.commands.build import OutOption, ThemeOption
from hexwright.cli.commands.command_options import (
    OptionList,
    chosen_parts,
    command_line_settings,
    parse_options,
    project_of,
    shown_output_path,
)
from hexwright.cli.commands.module_sheets import ModuleChoice, named_module, print_module_sheets
from hexwright.cli.commands.print_calibration import keep_calibration, write_calibration_page
from hexwright.cli.console import print_diagnostics, print_message, print_result, show_stages

if TYPE_CHECKING:
    from hexwright.model.game import Game
    from hexwright.paper.figures.example_diagrams import ExampleSource
    from hexwright.paper.pages.print_settings import PrintPart
    from hexwright.paper.print_job import PrintJob

_PAIR = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*")
Duplex = Literal["long", "short", "fold", "none"]
_PARTS: Final[tuple[PrintPart, ...]] = ("counters", "map", "aids", "rules")


def _pair(text: str | None, option: str, example: str) -> tuple[float, float] | None:
    if text is None:
        return None
    found = _PAIR.fullmatch(text.replace("−", "-"))
    if found is None:
        raise typer.BadParameter(f"{option} needs two numbers in mm, such as {example}; got {text!r}")
    return float(found[1]), float(found[2])


GameOption = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A game's folder name in data/, or any module (.vmod, .vmdx or its folder).",
        autocompletion=shell_completion.games,
    ),
]
PaperOption = Annotated[
    str,
    typer.Option("--paper", metavar="PAPER", help="a5, a4, a3, letter, legal, tabloid, sheet, or 22x34in."),
]
PartsOption = Annotated[
    str,
    typer.Option(
        "--what",
        metavar="PARTS",
        help="counters, map, aids or rules, or several of them separated by commas, or all. Of a module: "
        "counters, cards, map or charts.",
    ),
]
DuplexOption = Annotated[
    Duplex,
    typer.Option(
        "--duplex",
        help="The edge on which your printer flips paper, fold for sheets to fold over, or none for "
        "one-sided sheets.",
    ),
]
OffsetOption = Annotated[
    str | None,
    typer.Option("--offset", metavar="X,Y", help="Offset of the backs in mm, seen from the front."),
]
BleedOption = Annotated[
    float | None, typer.Option("--bleed", metavar="MM", help="Background beyond the cutting line, in mm.")
]
MarksOption = Annotated[bool, typer.Option("--marks/--no-marks", help="Cut marks.")]
ShopOption = Annotated[bool, typer.Option("--shop", help="Files for a print shop: CMYK, boxes, slug.")]
IccOption = Annotated[
    Path | None,
    typer.Option(
        "--icc", metavar="FILE", help="ICC profile of the shop's press, as output intent; with --shop."
    ),
]
MapPaperOption = Annotated[
    str | None,
    typer.Option("--map-paper", metavar="PAPER", help="The map's paper, if it differs, such as 22x34in."),
]
HexOption = Annotated[
    float | None,
    typer.Option(
        "--hex", metavar="MM", help="The width of the map's hexes, if it differs from the game's, such as 16."
    ),
]
BookletOption = Annotated[
    bool, typer.Option("--booklet", help="Arrange the rules two pages to a side, to fold and staple.")
]
PrinterOption = Annotated[
    str | None, typer.Option("--printer", metavar="NAME", help="Apply the stored corrections of a printer.")
]
CalibrateOption = Annotated[
    bool, typer.Option("--calibrate", help="Write the calibration page, or store the values measured on it.")
]
MeasuredOption = Annotated[
    str | None,
    typer.Option("--measured", metavar="W,H", help="The measured lengths of the page's two lines, in mm."),
]
DpiOption = Annotated[
    float | None,
    typer.Option(
        "--dpi",
        metavar="N",
        min=20,
        max=1200,
        help="Of a module: the pixels of its pictures per inch of paper; without it, a guess that is told.",
    ),
]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--only", metavar="TEXT", help="Of a module: only what has this text in its path; may be repeated."
    ),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="TEXT", help="Of a module: nothing with this text in its path; may be repeated."
    ),
]
CopiesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--copies",
        metavar="TEXT=N",
        help="Of a module: N copies of the pieces with this text in their path; may be repeated.",
    ),
]
ExtensionOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--extension",
        metavar="FILE",
        help="Of a module: an extension (.vmdx) printed with it; may be repeated.",
    ),
]


@app.command("print")
def print_(
    context: typer.Context,
    game: GameOption = None,
    paper: PaperOption = "a4",
    what: PartsOption = "all",
    theme: ThemeOption = "classic",
    duplex: DuplexOption = "long",
    offset: OffsetOption = None,
    bleed: BleedOption = None,
    marks: MarksOption = True,
    shop: ShopOption = False,
    icc: IccOption = None,
    map_paper: MapPaperOption = None,
    hex_mm: HexOption = None,
    booklet: BookletOption = False,
    printer: PrinterOption = None,
    calibrate: CalibrateOption = False,
    measured: MeasuredOption = None,
    out: OutOption = None,
    option: OptionList = None,
    dpi: DpiOption = None,
    only: OnlyOption = None,
    without: WithoutOption = None,
    copies: CopiesOption = None,
    extension: ExtensionOption = None,
) -> None:
    """Write PDFs to print, cut and play.

    They contain counters with matching backs, the map at true size, player aids and the rules booklet. Of any
    module: its counters and cards with all faces by layer, its maps in tiles, and its charts.
    """
    from hexwright.paper.pages.paper_sizes import A4, parse_paper

    sheet = parse_paper(paper)
    shift = _pair(offset, "--offset", "1.5,-0.5")
    lengths = _pair(measured, "--measured", "160,240")
    if calibrate:
        if game is not None:
            raise typer.BadParameter("--calibrate is for a printer, not for a game: omit the game")
        if shift is not None or lengths is not None:
            keep_calibration(printer, sheet or A4, shift, lengths)
        else:
            write_calibration_page(out or project_of(context).root / "modules_out", sheet or A4, duplex)
        return
    if lengths is not None:
        raise typer.BadParameter("--measured needs --calibrate")
    if icc is not None and not shop:
        raise typer.BadParameter("--icc is for files for a print shop: add --shop")
    if game is None:
        raise typer.BadParameter(
            "name the game or module to print, or use --calibrate for a calibration page"
        )

    from hexwright.paper.pages.print_settings import PrintSettings
    from hexwright.paper.print_job import PrintJob
    from hexwright.paper.printers.press_profiles import read_profile
    from hexwright.paper.printers.printer_profiles import PrinterProfile, printers_file, read_printer
    from hexwright.render.theme import THEMES

    kept = read_printer(printers_file(), printer) if printer is not None else PrinterProfile()
    settings = PrintSettings(
        theme=THEMES[theme],
        paper=sheet,
        duplex=duplex,
        offset=shift or (kept.offset_x, kept.offset_y),
        scale=(kept.scale_x, kept.scale_y),
        bleed=bleed,
        marks=marks,
        shop=shop,
        profile=None if icc is None else read_profile(icc),
        map_paper=None if map_paper is None else parse_paper(map_paper, "--map-paper"),
        hex_mm=hex_mm,
        imposed=booklet,
    )
    module = named_module(game)
    if module is not None:
        if shop or booklet or option or hex_mm is not None:
            raise typer.BadParameter("--shop, --booklet, --hex and --option are for games of a project")
        choice = ModuleChoice(tuple(only or ()), tuple(without or ()), tuple(copies or ()), dpi)
        print_module_sheets(
            (module, *(extension or ())), settings, what, choice, out, command_line_settings(context).verbose
        )
        return
    if dpi is not None or only or without or copies or extension:
        raise typer.BadParameter("--dpi, --only, --without, --copies and --extension are for modules")
    project = project_of(context)
    job = PrintJob(
        project=project,
        slug=game,
        out=out or project.root / "modules_out",
        parts=chosen_parts(what, _PARTS),
        settings=settings,
        options=parse_options(option),
        reference=_reference,
    )
    _run(job, verbose=command_line_settings(context).verbose)


def _run(job: PrintJob, *, verbose: bool) -> None:
    from hexwright.paper.print_job import print_game
    from hexwright.support.result_cache import ResultCache, cache_folder

    with show_stages(verbose=verbose) as watch:
        run = print_game(job, ResultCache(cache_folder()), watch)
    print_diagnostics(run.diagnostics)
    for file in run.files:
        state = "unchanged" if file.reused else "written"
        print_result(f"{shown_output_path(file.path)}  {file.size / 1e6:.2f} MB, {state}")
    print_message(f"in {run.seconds:.1f} s; print at 100 %, not fitted to the page")
    if verbose:
        for stage in run.stages:
            print_message(f"  {stage.seconds:6.2f} s  {stage.name}")


def _reference(game: Game) -> ExampleSource | None:
    # Imported late: a run without changes doesn't need the rules engine.
    from hexwright.paper.figures.example_figures import example_calculator

    return example_calculator(game)
