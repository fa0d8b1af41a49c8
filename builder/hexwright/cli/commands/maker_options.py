"""Options of the commands that write a changed copy of a module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_message, print_result
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun, printable_line
from hexwright.support.named_files import read_regular

if TYPE_CHECKING:
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.written_file import Destination

ModuleArgument = Annotated[
    Path, typer.Argument(metavar="MODULE", help="A module (.vmod or its folder) or extension (.vmdx).")
]
NewModuleOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the changed module to this file.")
]
InPlaceOption = Annotated[
    bool, typer.Option("--in-place", help="Replace the module; the original is kept as MODULE.bak.")
]
_SHOWN = 10


def chosen_destination(module: Path, out: Path | None, in_place: bool) -> Destination:
    """Return where the changed module goes; raise a usage error unless one of the two options is given.

    Raise `InputError` (W002) if --out is the module itself. Call this before the work.
    """
    from hexwright.makers.written_file import Destination

    if (out is not None) is in_place:
        raise typer.BadParameter("write either --out FILE, or --in-place")
    if out is None:
        return Destination.in_place(module)
    return Destination(OutputFile.of(out, module).path)


def read_named_file(path: Path, limit: int) -> bytes:
    """Return the content of a file that the user names; raise `InputError` (J001) if it can't be read."""
    try:
        return read_regular(path, limit)
    except OSError as fault:
        reason = (
            "there is no such file" if isinstance(fault, FileNotFoundError) else fault.strerror or str(fault)
        )
        where = Span(printable_line(path.as_posix()))
        raise InputError.single("J001", f"the file can't be read: {reason.lower()}", where) from None


def write_edited(edit: ModuleEdit, destination: Destination) -> None:
    """Write the module, and print the names of the new file and of the backup."""
    tell_of_skipped_parts(edit)
    edit.write(destination)
    print_result(str(destination.path))
    if destination.backup is not None:
        print_message(f"the original is now {printable_line(str(destination.backup))}")


def tell_of_skipped_parts(edit: ModuleEdit) -> None:
    """Print the parts that can't be read and were left as they are."""
    for part in edit.skipped[:_SHOWN]:
        print_message(printable_line(f"left as it is: {part.place}: {part.reason}"))
    if len(edit.skipped) > _SHOWN:
        print_message(f"left as they are: {count_noun(len(edit.skipped) - _SHOWN, 'more part')}")
