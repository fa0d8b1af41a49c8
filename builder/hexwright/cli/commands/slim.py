"""The `hexwright slim` command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.maker_options import (
    InPlaceOption,
    ModuleArgument,
    NewModuleOption,
    chosen_destination,
    write_edited,
)
from hexwright.cli.console import print_result, print_table, show_progress_bar
from hexwright.diagnostics.diagnostic import InputError

if TYPE_CHECKING:
    from hexwright.makers.written_file import Destination


@app.command("slim")
def slim(
    module: ModuleArgument,
    out: NewModuleOption = None,
    in_place: InPlaceOption = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only tell what would be removed, and the sizes.")
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove/--no-remove", help="Remove pictures that nothing uses.")
    ] = True,
    pack: Annotated[
        bool, typer.Option("--pack/--no-pack", help="Pack PNG and SVG pictures without any loss.")
    ] = True,
    effort: Annotated[
        int, typer.Option("--effort", min=0, max=6, help="More effort packs PNG smaller and takes longer.")
    ] = 2,
    scale: Annotated[
        float | None,
        typer.Option(
            "--scale",
            metavar="FACTOR",
            help="Also scale boards, grids, zones, pieces and set-ups together, such as by 0.5.",
        ),
    ] = None,
    pieces: Annotated[
        bool,
        typer.Option(
            "--scale-pieces/--keep-pieces",
            help="With --scale: whether pictures, labels and offsets of pieces are scaled, too.",
        ),
    ] = True,
    save: Annotated[
        list[Path] | None,
        typer.Option("--save", metavar="FILE", help="With --scale: also this saved game; may be repeated."),
    ] = None,
    extension: Annotated[
        list[Path] | None,
        typer.Option(
            "--extension",
            metavar="FILE",
            help="An extension (.vmdx) that may use the module's pictures; may be repeated.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="List every picture.")] = False,
) -> None:
    """Make a module smaller without changing what players see.

    Pictures that neither the module nor its set-ups use are removed; those whose name an expression may put
    together stay, and are listed. Older saved games may use removed pictures. PNG needs the extra `slim`.
    With --scale, boards, grids, zones, pieces and set-ups are scaled together, so that each piece stays on
    its hex. Saved games outside the module then fit it only if --save names them.
    """
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.module_scaling import LARGEST, SMALLEST
    from hexwright.makers.module_slimming import slim as slimmed
    from hexwright.makers.module_slimming import slim_lines, slim_rows
    from hexwright.makers.picture_packing import can_pack_png
    from hexwright.makers.written_file import write_saved_game

    if dry_run and (out is not None or in_place):
        raise typer.BadParameter("--dry-run writes nothing: leave out --out and --in-place")
    if not (remove or pack or scale):
        raise typer.BadParameter("--no-remove and --no-pack leave nothing to do")
    if scale is not None and not SMALLEST <= scale <= LARGEST:
        raise typer.BadParameter(f"--scale is a factor from {SMALLEST:g} to {LARGEST:g}, such as 0.5")
    if scale is None and (save or not pieces):
        raise typer.BadParameter("--keep-pieces and --save concern --scale: write it, too")
    destination = None if dry_run else chosen_destination(module, out, in_place)
    places = [] if dry_run else [_beside(path, out) for path in save or []]
    if pack and not can_pack_png():
        hint = 'write --no-pack, or type: pip install "pyoxipng>=9.1" (where hexwright is installed)'
        raise InputError.single("J010", "packing PNG needs the library pyoxipng", None, hint)
    with ModuleEdit.open(module) as edit:
        with show_progress_bar(f"{module.name}: percent done", 100, patient=True) as bar:
            found = slimmed(
                edit,
                remove=remove,
                pack=pack,
                effort=effort,
                extensions=extension or (),
                scale=scale,
                scale_pieces=pieces,
                saves=save or (),
                progress=lambda _, done, of: bar(done / of * 100 if of else 0),
            )
        for line in slim_lines(found, every=every):
            print_result(line)
        print_table("", ("kind", "files", "MB", "files after", "MB after"), slim_rows(found))
        if destination is not None:
            write_edited(edit, destination)
    made = found.scaled.saves if found.scaled is not None else []
    for path, data, place in zip(save or [], made, places, strict=False):
        write_saved_game(path, data, place)
        print_result(str(place.path))


def _beside(save: Path, out: Path | None) -> Destination:
    """Return where a saved game is written: beside the module, or in its own place."""
    return chosen_destination(save, out.parent / save.name if out is not None else None, out is None)
