"""The `hexwright rename` command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.command_options import command_line_settings
from hexwright.cli.commands.maker_options import (
    InPlaceOption,
    ModuleArgument,
    chosen_destination,
    read_named_file,
    tell_of_skipped_parts,
)
from hexwright.cli.console import print_message, print_result, show_stages
from hexwright.support.message_wording import count_noun, printable_line

if TYPE_CHECKING:
    from hexwright.inspect.usage.name_uses import NameKind
    from hexwright.makers.renaming import Renaming
    from hexwright.makers.written_file import Destination

_SHOWN = 12
_WIDTH = 70


@app.command("rename")
def rename(
    context: typer.Context,
    module: ModuleArgument,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="prototype, property, key (named, or such as Ctrl+F), image, map, board, zone, region, deck "
            "or side.",
        ),
    ],
    old: Annotated[str, typer.Argument(metavar="OLD", help="The name, as the module writes it.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name, which the module doesn't use.")],
    extension: Annotated[
        list[Path] | None,
        typer.Option("--extension", metavar="FILE", help="Also rename in this extension; may be repeated."),
    ] = None,
    save: Annotated[
        list[Path] | None,
        typer.Option("--save", metavar="FILE", help="Also rename in this saved game; may be repeated."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the module to this file, the others beside it."),
    ] = None,
    in_place: InPlaceOption = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would change, and write nothing.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="List every change.")] = False,
) -> None:
    """Rename a prototype, property, key or other name everywhere in a module.

    Expressions, formats, set-ups and the extensions and saved games that are named change, too. Texts that
    only mention the name stay, and are listed. A name that is taken, or can't be replaced everywhere, is
    refused.
    """
    from hexwright.makers.name_occurrences import NameReplacement
    from hexwright.makers.renaming import open_renaming, renamed_save, require_names
    from hexwright.makers.written_file import write_saved_game

    chosen = _kind(kind, new)
    others = [*(extension or []), *(save or [])]
    places = [] if dry_run else _destinations(module, others, out, in_place)
    names = NameReplacement(chosen, old, new)
    _tell_of_other_extensions(module, extension or [])
    with show_stages(verbose=command_line_settings(context).verbose) as progress:
        opened = [open_renaming(path, names) for path in (module, *(extension or []))]
        require_names(opened, chosen, names.old, names.new)
        for one in opened:
            one.run(progress)
        saves = [(path, _save_data(path)) for path in save or []]
        changed = [renamed_save(opened[0], data, path) for path, data in saves]
    for one in opened:
        _tell(one, every)
    for (path, data), new_data in zip(saves, changed, strict=True):
        print_result(
            printable_line(f"{path.name}: {'changed' if data != new_data else 'no use of the name'}")
        )
    if dry_run:
        return
    for one, place in zip(opened, places, strict=False):
        one.edit.write(place)
        _tell_written(place)
    for new_data, place, (path, _) in zip(changed, places[len(opened) :], saves, strict=True):
        write_saved_game(path, new_data, place)
        _tell_written(place)


def _tell_of_other_extensions(module: Path, named: list[Path]) -> None:
    """Print the extensions in VASSAL's folder for them that aren't named, though they may use the name."""
    folder = module.with_name(f"{module.stem}_ext")
    others = {path.name for path in folder.glob("*.vmdx")} - {path.name for path in named}
    if others:
        which = ", ".join(sorted(others))
        print_message(
            printable_line(f"not renamed in the extensions of {folder.name}: {which}; see --extension")
        )


def _kind(word: str, new: str) -> NameKind:
    from hexwright.makers.renaming import RENAMED_KINDS, bad_name_reason

    kind = next((kind for kind in RENAMED_KINDS if kind == word), None)
    if kind is None:
        raise typer.BadParameter(f"KIND must be one of {', '.join(RENAMED_KINDS)}; got {word!r}")
    reason = bad_name_reason(kind, new)
    if reason is not None:
        raise typer.BadParameter(f"{new!r} can't be a name: {reason}")
    return kind


def _destinations(module: Path, others: list[Path], out: Path | None, in_place: bool) -> list[Destination]:
    first = chosen_destination(module, out, in_place)
    if out is None:
        return [first, *(chosen_destination(path, None, True) for path in others)]
    beside = [chosen_destination(path, out.parent / path.name, False) for path in others]
    return [first, *beside]


def _save_data(path: Path) -> bytes:
    from hexwright.support.file_limits import raised
    from hexwright.vassal.codec.archive_limits import MAX_ENTRY

    return read_named_file(path, raised(MAX_ENTRY))


def _tell(one: Renaming, every: bool) -> None:
    places = {field.place for field in one.fields}
    saved = f", {count_noun(one.saved_games, 'set-up')}" if one.saved_games else ""
    print_result(
        printable_line(
            f"{one.edit.path.name}: {count_noun(len(one.fields), 'change')} in "
            f"{count_noun(len(places), 'place')}{saved}"
        )
    )
    shown = one.fields if every else one.fields[:_SHOWN]
    for field in shown:
        print_result(printable_line(f"  {field.place.path or field.place.file}"))
        print_result(printable_line(f"    - {_excerpt(field.change.before, one.names.old)}"))
        print_result(printable_line(f"    + {_excerpt(field.change.after, one.names.new)}"))
    if len(shown) < len(one.fields):
        print_message(f"  and {len(one.fields) - len(shown)} more; --all lists each")
    mentions = list(dict.fromkeys(one.mentions()))
    if mentions:
        print_message("mentioned in texts that stay as they are:")
        for place in mentions if every else mentions[:_SHOWN]:
            print_message(printable_line(f"  {place.path}"))
        if not every and len(mentions) > _SHOWN:
            print_message(f"  and {len(mentions) - _SHOWN} more; --all lists each")
    tell_of_skipped_parts(one.edit)


def _excerpt(text: str, name: str) -> str:
    if len(text) <= _WIDTH:
        return text
    start = max(0, text.find(name) - _WIDTH // 2)
    end = start + _WIDTH
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def _tell_written(place: Destination) -> None:
    print_result(printable_line(str(place.path)))
    if place.backup is not None:
        print_message(f"the original is now {printable_line(str(place.backup))}")
