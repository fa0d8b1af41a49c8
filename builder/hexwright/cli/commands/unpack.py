"""The `hexwright unpack` and `hexwright pack` commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import command_line_settings
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_message, print_result, show_stages
from hexwright.support.message_wording import count_noun, printable_line


@app.command("unpack")
def unpack(
    context: typer.Context,
    module: Annotated[Path, typer.Argument(metavar="MODULE", help="A module (.vmod) or extension (.vmdx).")],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new folder, or one that was unpacked before.")
    ],
) -> None:
    """Unpack a module into files for people and for version control.

    The build file has a line for each attribute and trait; a text beside each saved game has its commands.
    `show`, `diff`, `verify` and `pack` read the folder. In a folder that was unpacked before, files that
    differ are replaced and files that the module lacks are removed.
    """
    from hexwright.makers.unpacked_module import GIT_DRIVER, unpack_module

    is_new = not folder.exists()
    with show_stages(verbose=command_line_settings(context).verbose) as progress:
        found = unpack_module(module, folder, progress)
    changes = "" if is_new else f": {found.changed:,} written, {found.removed:,} removed"
    print_result(f"{folder}: {count_noun(found.files, 'file')}{changes}")
    for name in found.plain:
        print_message(f"left as it is, because its text couldn't be restored: {printable_line(name)}")
    if is_new:
        print_message(f"to let 'git diff' compare modules and saved games: {GIT_DRIVER}")


@app.command("pack")
def pack(
    context: typer.Context,
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="A folder written by 'hexwright unpack', or any unpacked module."),
    ],
    module: Annotated[Path, typer.Argument(metavar="MODULE", help="The module to write, such as game.vmod.")],
) -> None:
    """Pack a folder as a module or extension, and read the result again.

    The same files always give the same bytes. Names that start with a dot are left out.
    """
    from hexwright.makers.unpacked_module import pack_module

    OutputFile.of(module, folder)
    if module.resolve().is_relative_to(folder.resolve()):
        raise typer.BadParameter("the module must be outside the folder, or it would be packed the next time")
    with show_stages(verbose=command_line_settings(context).verbose) as progress:
        number = pack_module(folder, module, progress)
    print_result(f"{module}: {count_noun(number, 'file')}")
