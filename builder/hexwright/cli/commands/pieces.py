"""The `hexwright pieces` command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import command_line_settings
from hexwright.cli.commands.maker_options import (
    InPlaceOption,
    ModuleArgument,
    NewModuleOption,
    chosen_destination,
    read_named_file,
    tell_of_skipped_parts,
    write_edited,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_message, print_result, show_stages
from hexwright.support.message_wording import count_noun, printable_line

if TYPE_CHECKING:
    from hexwright.makers.piece_table import TableChanges

MAX_TABLE = 64 << 20
"""The maximum size of a table of pieces, in bytes."""
_SHOWN = 10


@app.command("pieces")
def pieces(
    context: typer.Context,
    module: ModuleArgument,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the pieces to this table.")
    ] = None,
    columns: Annotated[
        str,
        typer.Option("--columns", metavar="NAMES", help="Only these columns, such as 'name,marker *'."),
    ] = "",
    apply: Annotated[
        Path | None, typer.Option("--apply", metavar="FILE", help="Change the module as this table says.")
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="With --apply: remove the pieces that have no row.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --apply: print what would change, and write nothing.")
    ] = False,
    out: NewModuleOption = None,
    in_place: InPlaceOption = False,
) -> None:
    """Write the pieces of a module as a CSV table, or change them by such a table.

    A row is a piece: names, images, prototypes, markers, dynamic properties, layers and labels. Changed cells
    alone change the module. A row without a path is a new piece: it copies the one named in 'copy of'.
    """
    if (csv is None) is (apply is None):
        raise typer.BadParameter("write either --csv FILE, or --apply FILE")
    if csv is not None:
        _export(
            module, OutputFile.of(csv, module), [word.strip() for word in columns.split(",") if word.strip()]
        )
        return
    assert apply is not None
    if columns:
        raise typer.BadParameter("--columns is for --csv; a table that is applied may lack columns")
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.piece_table import PieceTable
    from hexwright.support.table_files import decode_csv, read_csv_table

    destination = None if dry_run else chosen_destination(module, out, in_place)
    table = read_csv_table(decode_csv(read_named_file(apply, MAX_TABLE), str(apply)), str(apply), "J005")
    with (
        show_stages(verbose=command_line_settings(context).verbose) as progress,
        ModuleEdit.open(module) as edit,
    ):
        progress.stage("reading the pieces")
        changes = PieceTable(edit).apply(table, remove=remove)
        _tell(changes, removed=remove)
        if destination is not None:
            progress.stage("writing the module")
            write_edited(edit, destination)


def _export(module: Path, out: OutputFile, columns: list[str]) -> None:
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.piece_table import PieceTable
    from hexwright.support.table_files import write_csv_table

    with ModuleEdit.open(module) as edit:
        table = PieceTable(edit)
        chosen = table.columns(columns)
        text = write_csv_table(table.lines(chosen))
        tell_of_skipped_parts(edit)
    # The mark lets spreadsheets read the file as UTF-8.
    out.write(text.encode("utf-8-sig", "backslashreplace"))
    print_result(f"{out.path}: {count_noun(len(table.rows), 'piece')}, {count_noun(len(chosen), 'column')}")


def _tell(changes: TableChanges, *, removed: bool) -> None:
    from hexwright.makers.piece_table import changes_in_words

    print_result(changes_in_words(changes))
    for path, column, old, new in changes.cells[:_SHOWN]:
        print_result(printable_line(f"  {path}: {column}: {old!r} → {new!r}"))
    if len(changes.cells) > _SHOWN:
        print_message(f"  and {len(changes.cells) - _SHOWN} more")
    for name, pattern in changes.added[:_SHOWN]:
        print_result(printable_line(f"  new: {name!r}, a copy of {pattern}"))
    if changes.missing:
        what = "removed" if removed else "kept, though without a row; --remove removes them"
        print_message(f"{count_noun(len(changes.missing), 'piece')} {what}:")
        for row in changes.missing[:_SHOWN]:
            print_message(f"  {row.path}")
        if len(changes.missing) > _SHOWN:
            print_message(f"  and {len(changes.missing) - _SHOWN} more")
