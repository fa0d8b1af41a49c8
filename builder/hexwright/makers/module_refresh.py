"""Renew the pieces of a module's predefined set-ups from its palettes, as VASSAL's Editor does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.module_setups import MAX_SETUP, set_up_files
from hexwright.makers.module_edit import ModuleEdit, SkippedPart
from hexwright.saves.change_sentences import ModuleNames
from hexwright.saves.deck_refresh import NO_DECKS, DeckOptions, DeckRefresh, deck_lines
from hexwright.saves.piece_refresh import PaletteSlots, RefreshOptions
from hexwright.saves.set_up_refresh import LeftReason, SetUpRefresh, refresh_saved_game
from hexwright.support.message_wording import count_noun, printable_line, quote
from hexwright.support.progress_stages import ProgressListener
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of

_TOLD = 5


@dataclass(frozen=True, slots=True)
class RefreshedSetUp:
    """The figures of one set-up, and a line for each piece that was matched by its name or left.

    `off_map` is the number of pieces on no map, which VASSAL passes over without a word. `decks` are None
    unless they were to be renewed.
    """

    title: str
    file: str
    renewed: int
    changed: int
    by_name: tuple[str, ...]
    left: tuple[str, ...]
    off_map: int = 0
    decks: DeckRefresh | None = None


def refresh_set_ups(
    edit: ModuleEdit,
    options: RefreshOptions,
    progress: ProgressListener,
    is_chosen: Callable[[str, str], bool] = lambda title, file: True,
    *,
    decks: DeckOptions = NO_DECKS,
) -> tuple[RefreshedSetUp, ...]:
    """Renew the pieces of the chosen set-ups in place; `is_chosen` gets each set-up's name and file.

    `decks` says whether decks are renewed, deleted and added, too.

    Set-ups that can't be read are added to the edit's skipped parts. Raises InputError (J001) for a module in
    which several pieces have one id: VASSAL refreshes nothing in it.
    """
    slots = PaletteSlots(edit.view)
    _require_unambiguous(edit, slots)
    found: list[RefreshedSetUp] = []
    files = set_up_files(edit.view)
    for number, (file, node) in enumerate(files.items(), 1):
        title = node.component.get("name", "")
        if not is_chosen(title, file):
            continue
        progress.stage(f"set-up {number} of {len(files)}: {printable_line(title)}")
        try:
            renewed = refresh_saved_game(edit.archive.read(file, MAX_SETUP), slots, options, decks)
        except (CodecError, RecursionError) as error:
            edit.skipped.append(SkippedPart(node.place / file, reason_of(error)))
            continue
        if renewed.changed or (renewed.decks is not None and renewed.decks.changes):
            edit.entries[file] = renewed.data
        found.append(_told(edit, title, file, renewed))
    return tuple(found)


def _require_unambiguous(edit: ModuleEdit, slots: PaletteSlots) -> None:
    ids = slots.ambiguous
    if not ids:
        return
    named = [quote(gpid) for gpid in ids if gpid][:_TOLD]
    more = f" and {len(ids) - _TOLD} more" if len(ids) > _TOLD else ""
    what = f"several pieces have the id {', '.join(named)}{more}" if named else "some pieces have no id"
    hint = "VASSAL refreshes nothing then; open the module in the Editor, which renumbers them, and save it"
    raise InputError.single("J001", what, edit.view.place.span(), hint)


def _told(edit: ModuleEdit, title: str, file: str, renewed: SetUpRefresh) -> RefreshedSetUp:
    # All players have the module, and its set-ups with it.
    names = ModuleNames(edit.view, renewed.position.boards, reveal=True)
    left = [
        f"{names.piece(one.lying)} ({names.place(one.lying)}), id {one.gpid or 'none'}: {one.reason.value}"
        for one in renewed.left
        if one.reason is not LeftReason.OFF_MAP
    ]
    by_name = [f"{names.piece(lying)} ({names.place(lying)})" for lying in renewed.by_name]
    return RefreshedSetUp(
        title,
        file,
        renewed.renewed,
        renewed.changed,
        tuple(by_name),
        tuple(left),
        len(renewed.left) - len(left),
        renewed.decks,
    )


def refresh_lines(found: Sequence[RefreshedSetUp], *, every: bool) -> list[str]:
    """Return lines about refreshed set-ups, with the first few pieces that were left; all if `every`."""
    lines: list[str] = []
    for one in found:
        left = f", {count_noun(len(one.left), 'piece')} left" if one.left else ""
        pieces = count_noun(one.renewed, "piece")
        off = f", {one.off_map:,} on no map" if one.off_map else ""
        lines.append(
            f"{one.title or one.file} ({one.file}): {pieces} refreshed, {one.changed} changed{left}{off}"
        )
        if one.decks is not None:
            lines += (f"  {line}" for line in deck_lines(one.decks))
        for prefix, rows in (("by name: ", one.by_name), ("left: ", one.left)):
            shown = rows if every or len(rows) <= _TOLD + 1 else rows[:_TOLD]
            lines += [f"  {prefix}{row}" for row in shown]
            if len(shown) < len(rows):
                lines.append(f"  {prefix}{len(rows) - len(shown)} more; --all lists each")
    return [printable_line(line) for line in lines]
