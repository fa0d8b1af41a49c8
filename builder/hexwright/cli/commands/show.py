"""The `hexwright show` and `hexwright diff` commands."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import ModuleOption, PlayersOption, RevealOption
from hexwright.cli.console import print_message, print_result

if TYPE_CHECKING:
    from hexwright.inspect.show.item_tree import TreeItem
    from hexwright.inspect.show.open_as_items import SecrecyOptions


@app.command("show")
def show(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A module (.vmod or its folder), extension, saved game or log."),
    ],
    path: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH",
            help="The part to show: a name, a number or *, with / between levels; or pieces, prototypes, "
            "images, set-ups, maps, files.",
        ),
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output for people or for programs.")
    ] = "text",
    module: ModuleOption = None,
    players: PlayersOption = False,
    reveal: RevealOption = False,
) -> None:
    """Show the content of any module or saved game.

    Of a saved game, what players hide from each other is shown only with --reveal. Set-ups of a module are
    shown in full.
    """
    from hexwright.inspect.show import items_as_json, items_as_text
    from hexwright.inspect.show.open_as_items import open_file
    from hexwright.inspect.show.path_search import PathNotFoundError, find_items
    from hexwright.support.message_wording import printable_line

    root = open_file(file, _secrecy(module, players, reveal))
    _tell_of_private_windows(root)
    try:
        items = find_items(root, " / ".join(path or []))
    except PathNotFoundError as missing:
        print_message(f"{printable_line(file.name)}: {missing} — {missing.hint}")
        raise typer.Exit(ExitCode.FINDINGS) from None
    _write(
        items_as_json.items_as_json(items) if form == "json" else items_as_text.items_as_text(items, _width())
    )


@app.command("diff")
def diff(
    old: Annotated[
        Path, typer.Argument(metavar="OLD", help="A module or folder, extension, saved game, log.")
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another file of the same kind.")],
    form: Annotated[
        Literal["text", "json", "markdown"],
        typer.Option("--format", help="Output for people, for programs, or for a changelog."),
    ] = "text",
    module: ModuleOption = None,
    players: PlayersOption = False,
    reveal: RevealOption = False,
) -> None:
    """Describe the changes between two modules in designers' terms.

    Of two saved games, what players hide from each other is compared only with --reveal. The exit code is 0
    if nothing differs; it is 1 if the modules differ or a file can't be read.
    """
    from hexwright.inspect.diff import comparison_report
    from hexwright.inspect.diff.file_comparison import compare_items
    from hexwright.inspect.show.open_as_items import open_file

    secrecy = _secrecy(module, players, reveal)
    before, after = (open_file(path, secrecy) for path in (old, new))
    _tell_of_private_windows(after)
    try:
        found = compare_items(before, after, old.name, new.name)
    except ValueError as mixed:
        raise typer.BadParameter(str(mixed)) from None
    if form == "json":
        _write(comparison_report.as_json(found))
    elif form == "markdown":
        _write(comparison_report.as_markdown(found))
    else:
        _write(comparison_report.as_text(found, _width()))
    if found.changes:
        raise typer.Exit(ExitCode.FINDINGS)


def _secrecy(module: Path | None, players: bool, reveal: bool) -> SecrecyOptions:
    from hexwright.cli.commands.saved_game_inputs import open_log_module
    from hexwright.inspect.show.open_as_items import SecrecyOptions

    return SecrecyOptions(reveal, players, open_log_module(module) if module is not None else None)


def _tell_of_private_windows(root: TreeItem) -> None:
    from hexwright.cli.commands.saved_game_inputs import tell_of_private_windows
    from hexwright.inspect.show.saved_game_items import SavedItem

    saved = root.saved if isinstance(root, SavedItem) else None
    if saved is not None and saved.module is None and not saved.reveal:
        tell_of_private_windows(saved.position)


def _width() -> int:
    return min(max(shutil.get_terminal_size((100, 24)).columns, 60), 140) if sys.stdout.isatty() else 100


def _write(text: str) -> None:
    """Print text that may contain characters not supported by the terminal's encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    print_result(text.encode(encoding, "backslashreplace").decode(encoding))
