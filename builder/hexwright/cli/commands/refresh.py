"""The `hexwright refresh` command."""

from __future__ import annotations

from typing import Annotated

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import command_line_settings
from hexwright.cli.commands.maker_options import (
    InPlaceOption,
    ModuleArgument,
    NewModuleOption,
    chosen_destination,
    tell_of_skipped_parts,
    write_edited,
)
from hexwright.cli.commands.refresh_options import (
    AddDecksOption,
    DecksOption,
    DeleteDecksOption,
    FixGpidOption,
    LabelNamesOption,
    LayerNamesOption,
    RotatorNamesOption,
    deck_options,
    require_use_name,
)
from hexwright.cli.console import print_message, print_result, show_stages
from hexwright.support.message_wording import count_noun, did_you_mean, nearest_word, printable_line


@app.command("refresh")
def refresh(
    context: typer.Context,
    module: ModuleArgument,
    out: NewModuleOption = None,
    in_place: InPlaceOption = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only tell what would change, and what can't be matched.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="TEXT", help="Only set-ups with this text in name or file; may be repeated."
        ),
    ] = None,
    use_name: Annotated[
        bool,
        typer.Option("--use-name", help="Use counter names to identify counters whose number is unknown."),
    ] = False,
    fix_gpid: FixGpidOption = False,
    labels: LabelNamesOption = True,
    layers: LayerNamesOption = True,
    rotators: RotatorNamesOption = True,
    decks: DecksOption = False,
    delete_decks: DeleteDecksOption = False,
    add_decks: AddDecksOption = False,
    every: Annotated[bool, typer.Option("--all", help="List every piece that was left.")] = False,
) -> None:
    """Renew the pieces of a module's set-ups from its palettes, like Refresh Predefined Setups in VASSAL.

    The options are those of VASSAL's dialog, with its defaults, but the hot key VassalPostRefreshGHK isn't
    sent. The exit code is 1 if a piece or deck couldn't be refreshed.
    `hexwright save refresh` renews a saved game.
    """
    from hexwright.inspect.analysis.module_setups import set_up_files
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.module_refresh import refresh_lines, refresh_set_ups
    from hexwright.saves.piece_refresh import RefreshOptions

    require_use_name(use_name, fix_gpid)
    of_decks = deck_options(decks, delete_decks, add_decks)
    if dry_run and (out is not None or in_place):
        raise typer.BadParameter("--dry-run writes nothing: leave out --out and --in-place")
    destination = None if dry_run else chosen_destination(module, out, in_place)
    options = RefreshOptions(use_name, fix_gpid, labels, layers, rotators)
    wanted = [text.casefold() for text in only or []]

    def is_chosen(title: str, file: str) -> bool:
        return not wanted or any(text in title.casefold() or text in file.casefold() for text in wanted)

    with (
        ModuleEdit.open(module) as edit,
        show_stages(verbose=command_line_settings(context).verbose) as stages,
    ):
        found = refresh_set_ups(edit, options, stages, is_chosen, decks=of_decks)
        if destination is None:
            tell_of_skipped_parts(edit)
        elif found:
            write_edited(edit, destination)
    for line in refresh_lines(found, every=every):
        print_result(line)
    if not found and not edit.skipped:
        titles = [node.component.get("name", "") for node in set_up_files(edit.view).values()]
        if not (wanted and titles):
            print_message("the module has no set-ups with files; nothing written")
            return
        asked = (only or [""])[0]
        hint = did_you_mean(asked, titles) if nearest_word(asked, titles) else f"such as {titles[0]!r}"
        print_message(printable_line(f"no set-up has '{asked}' in its name or file — {hint}"))
        raise typer.Exit(ExitCode.FINDINGS)
    left = sum(len(one.left) + (len(one.decks.left) if one.decks else 0) for one in found)
    print_result(
        f"{count_noun(len(found), 'set-up')}, "
        f"{count_noun(sum(one.renewed for one in found), 'piece')} refreshed, "
        f"{sum(one.changed for one in found):,} changed, {left:,} left"
    )
    if left or edit.skipped:
        raise typer.Exit(ExitCode.FINDINGS)
