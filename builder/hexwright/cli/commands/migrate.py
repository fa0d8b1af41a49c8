"""The `hexwright migrate` command."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import GameArgument, project_of
from hexwright.cli.console import print_result

if TYPE_CHECKING:
    from hexwright.load.game_migration import MigratedFile


@app.command("migrate")
def migrate(
    context: typer.Context,
    game: GameArgument,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the changes as a unified diff, and write nothing.")
    ] = False,
) -> None:
    """Rename former keys and values in a game's YAML to those of this version.

    Comments, layout and everything else stay as they are.
    """
    from hexwright.load.game_migration import migrate_game
    from hexwright.support.atomic_writes import write_atomically

    project = project_of(context)
    changed = [file for file in migrate_game(project, game) if file.edits]
    for file in changed:
        if dry_run:
            print_result(_diff(file))
        else:
            write_atomically(project.root / file.file, file.after)
            print_result(f"{file.file}: {_counted(file)}")
    if not changed:
        print_result(f"{game}: nothing to rename")


def _diff(file: MigratedFile) -> str:
    """Return the changes of a file as a unified diff, as `git diff` writes it."""
    before, after = (data.decode("utf-8").split("\n") for data in (file.before, file.after))
    lines = unified_diff(before, after, f"a/{file.file}", f"b/{file.file}", lineterm="")
    return "\n".join(lines)


def _counted(file: MigratedFile) -> str:
    """Return the number of renamed keys and values in words."""
    keys = sum(edit.is_key for edit in file.edits)
    parts = [(keys, "key"), (len(file.edits) - keys, "value")]
    return " and ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in parts if n) + " renamed"
