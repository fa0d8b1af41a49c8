"""Renew the pieces of a module's predefined set-ups from its palettes, as VASSAL's Editor does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.module_setups import set_up_files
from hexwright.makers.module_edit import ModuleEdit, SkippedPart
from hexwright.makers.refreshing_job import (
    RefreshedSetUp,
    RefreshingJob,
    RefreshResult,
    SetUpFile,
    refreshed_set_up,
)
from hexwright.saves.deck_refresh import NO_DECKS, DeckOptions, deck_lines
from hexwright.saves.piece_refresh import PaletteSlots, RefreshOptions
from hexwright.support.message_wording import count_noun, printable_line, quote
from hexwright.support.progress_stages import ProgressListener
from hexwright.support.workers.local_engine import engine_with_one_worker, workers_for_work

_TOLD: Final = 5
_LITTLE: Final = 500_000
"""As many bytes of set-ups are renewed sooner than worker processes begin."""


def refresh_set_ups(
    edit: ModuleEdit,
    options: RefreshOptions,
    progress: ProgressListener,
    is_chosen: Callable[[str, str], bool] = lambda title, file: True,
    *,
    decks: DeckOptions = NO_DECKS,
) -> tuple[RefreshedSetUp, ...]:
    """Renew the pieces of the chosen set-ups in place; `is_chosen` gets each set-up's name and file.

    `decks` says whether decks are renewed, deleted and added, too. If there is much to renew, another process
    does a part of it.

    Set-ups that can't be read are added to the edit's skipped parts. Raises InputError (J001) for a module in
    which several pieces have one id: VASSAL refreshes nothing in it.
    """
    slots = PaletteSlots(edit.view)
    _require_unambiguous(edit, slots)
    files = set_up_files(edit.view)
    tasks = [SetUpFile(file, node.component.get("name", "")) for file, node in files.items()]
    tasks = [task for task in tasks if is_chosen(task.title, task.file)]

    def here(task: SetUpFile) -> RefreshResult:
        return refreshed_set_up(slots, task, options, decks)

    is_much = sum(edit.archive.size(task.file) for task in tasks) > _LITTLE
    engine = engine_with_one_worker(here) if workers_for_work(is_much=is_much) > 1 else None
    results: dict[str, RefreshResult] = {}
    job = RefreshingJob(edit.path, options, decks)
    for result in map(here, tasks) if engine is None else engine(job, iter(tasks)):
        results[result.file] = result
        title = printable_line(files[result.file].component.get("name", ""))
        progress.stage(f"set-up {len(results)} of {len(tasks)}: {title}")
    found: list[RefreshedSetUp] = []
    for result in (results[task.file] for task in tasks):
        if result.told is None:
            place = files[result.file].place / result.file
            edit.skipped.append(SkippedPart(place, result.reason))
            continue
        if result.data is not None:
            edit.entries[result.file] = result.data
        found.append(result.told)
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
