"""Define the `hexwright` command: its options, its exit codes, and its error reports.

Commands are in `hexwright.cli.commands`, one file per subject. Each imports what it needs when it runs, so
that `--help` and other short commands stay fast.
"""

from __future__ import annotations

import atexit
import errno
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.models import CommandInfo, TyperInfo

from hexwright.cli.console import (
    prepare_streams,
    print_diagnostics,
    print_message,
    print_result,
    silence_streams,
)
from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Span, display_path, error
from hexwright.support.file_limits import MAX_FACTOR, raise_limits
from hexwright.support.named_files import UnsuitableFileError


class ExitCode(IntEnum):
    """Exit codes, the same for all commands."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    INTERNAL_ERROR = 3
    INTERRUPTED = 130


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_BARRED = (errno.EACCES, errno.EPERM, errno.EIO, errno.ELOOP, errno.ENAMETOOLONG)
INTERRUPTED = "stopped; files written before are complete, and no partial file is left"

app = typer.Typer(
    name="hexwright",
    help="Turn the YAML of a board wargame into pictures, print sheets and a VASSAL module.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@dataclass(slots=True)
class CommandLineSettings:
    """The values of the options written before the command."""

    project: Path | None = None
    verbose: bool = False


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print_result(f"hexwright {version('hexwright')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    project: Annotated[
        Path | None,
        typer.Option(
            "--project",
            "-C",
            metavar="DIR",
            help="The folder that contains data/; by default, the nearest one from the current folder "
            "upward.",
        ),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Print each stage, and the traceback of an internal error."),
    ] = False,
    limits: Annotated[
        int,
        typer.Option(
            "--limits",
            metavar="N",
            min=1,
            max=MAX_FACTOR,
            help="Multiply the limits on size by N, for large files that you trust; SECURITY.md lists them.",
        ),
    ] = 1,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Store the values of the options written before the command."""
    context.obj = CommandLineSettings(project, verbose)
    raise_limits(limits)


def main() -> None:
    """Run the command line; print one line for a failure and exit with its exit code."""
    _exit_process(run(sys.argv[1:]))


def _exit_process(code: int) -> NoReturn:
    """End the process with an exit code, without freeing a game's million values one by one.

    Freeing them takes a tenth of a build's time. Registered exit handlers still run.
    """
    if threading.active_count() > 1:
        sys.exit(code)
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)
    os._exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments and return the exit code."""
    import hexwright.cli.commands  # noqa: F401 - registers the commands

    verbose = any(argument in ("-v", "--verbose") for argument in arguments)
    prepare_streams()
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except InputError as faults:
        print_diagnostics(faults.diagnostics)
        return ExitCode.FINDINGS
    except BrokenPipeError:
        # The reader of our output has closed it, as `| head` does; this isn't an error.
        silence_streams()
        return ExitCode.OK
    except KeyboardInterrupt:
        print_message(INTERRUPTED)
        return ExitCode.INTERRUPTED
    except Exception as fault:
        if isinstance(fault, OSError) and (refused := _machine_error_message(fault)):
            print_diagnostics([refused])
            return ExitCode.FINDINGS
        if verbose:
            traceback.print_exc()
        else:
            print_message(
                f"internal error: {type(fault).__name__}: {fault} — this is a bug in hexwright, not in "
                "your data; run again with -v before the command for the traceback, and please report it"
            )
        return ExitCode.INTERNAL_ERROR


def _machine_error_message(fault: OSError) -> Diagnostic | None:
    """Return the diagnostic for an error of the operating system; None for an error in hexwright.

    Functions that write files report their own errors, so a file named in `fault` is one that couldn't be
    read.
    """
    reason = (fault.strerror or "unknown reason").lower()
    if isinstance(fault, FileNotFoundError) and not _has_current_folder():
        return error("Y002", "the current folder was deleted", hint="change to a folder that exists")
    if fault.filename is None and fault.errno in _FULL:
        silence_streams()
        return error(
            "W001",
            f"the output can't be written: {reason}",
            hint="free some space, or write the output to another disk",
        )
    unsuitable = isinstance(fault, UnsuitableFileError)
    if fault.filename is not None and (unsuitable or fault.errno in _BARRED):
        name = Path(os.fsdecode(fault.filename))
        return error("Y002", f"the file can't be read: {reason}", Span(display_path(name, Path.cwd())))
    return None


def _has_current_folder() -> bool:
    try:
        return bool(os.getcwd())
    except OSError:
        return False


class _Commands(Mapping[str, Any]):
    """The commands by name, each created on demand: creating all takes 35 ms."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._parts: dict[str, tuple[list[CommandInfo], list[TyperInfo]]] = {}
        for command in app.registered_commands:
            assert command.name is not None, "every command is registered with a name"
            self._parts[command.name] = ([command], [])
        for group in app.registered_groups:
            assert group.typer_instance is not None, "every group is registered with its commands"
            self._parts[str(group.typer_instance.info.name)] = ([], [group])

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made.update(_group(*self._parts[name]).commands)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def _group(commands: list[CommandInfo], groups: list[TyperInfo]) -> Any:
    """Build the command with some of the registered subcommands."""
    part = copy(app)
    part.registered_commands, part.registered_groups = commands, groups
    return typer.main.get_command(part)


@cache
def _command() -> Callable[..., object]:
    """Build the command with all registered subcommands."""
    found = _group([], [])
    found.commands = _Commands()
    made: Callable[..., object] = found
    return made


def _run(arguments: list[str]) -> int:
    """Run the command line with these arguments and return the exit code; exceptions propagate."""
    try:
        _command()(arguments, prog_name="hexwright")
    except SystemExit as stop:
        # Typer turns a closed output into an exit code of its own.
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        # Typer turns Ctrl-C into this exit code without a message.
        if stop.code == ExitCode.INTERRUPTED:
            print_message(INTERRUPTED)
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return ExitCode.OK
