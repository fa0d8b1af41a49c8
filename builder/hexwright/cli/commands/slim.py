"""The `hexwright slim` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
    """
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.module_slimming import slim as slimmed
    from hexwright.makers.module_slimming import slim_lines, slim_rows
    from hexwright.makers.picture_packing import can_pack_png

    if dry_run and (out is not None or in_place):
        raise typer.BadParameter("--dry-run writes nothing: leave out --out and --in-place")
    if not (remove or pack):
        raise typer.BadParameter("--no-remove and --no-pack leave nothing to do")
    destination = None if dry_run else chosen_destination(module, out, in_place)
    if pack and not can_pack_png():
        hint = 'write --no-pack, or type: pip install "pyoxipng>=9.1" (where hexwright is installed)'
        raise InputError.single("J010", "packing PNG needs the library pyoxipng", None, hint)
    with ModuleEdit.open(module) as edit:
        total = len(edit.archive.names)
        with show_progress_bar(f"packing {module.name}", total, patient=True) as bar:
            found = slimmed(
                edit,
                remove=remove,
                pack=pack,
                effort=effort,
                extensions=extension or (),
                progress=lambda _, done, of: bar(done / of * total if of else 0),
            )
        for line in slim_lines(found, every=every):
            print_result(line)
        print_table("", ("kind", "files", "MB", "files after", "MB after"), slim_rows(found))
        if destination is not None:
            write_edited(edit, destination)
