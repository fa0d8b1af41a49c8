"""The work of renewing the pieces of set-ups: in workers, because dozens of large ones take long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hexwright.inspect.analysis.module_setups import MAX_SETUP
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.saves.change_sentences import ModuleNames
from hexwright.saves.deck_refresh import DeckOptions, DeckRefresh
from hexwright.saves.piece_refresh import PaletteSlots, RefreshOptions
from hexwright.saves.set_up_refresh import LeftReason, SetUpRefresh, refresh_saved_game
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of


class SetUpFile(NamedTuple):
    """A saved game in a module, and the name of the set-up that opens it."""

    file: str
    title: str


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


class RefreshResult(NamedTuple):
    """What became of a set-up: its figures, and the new file if it changed; or why it can't be read."""

    file: str
    told: RefreshedSetUp | None
    data: bytes | None = None
    reason: str = ""


def refreshed_set_up(
    slots: PaletteSlots, task: SetUpFile, options: RefreshOptions, decks: DeckOptions
) -> RefreshResult:
    """Renew the pieces of a set-up in the module of the slots."""
    module = slots.module
    archive = module.files[0].archive
    assert archive is not None
    try:
        renewed = refresh_saved_game(archive.read(task.file, MAX_SETUP), slots, options, decks)
    except (CodecError, RecursionError) as error:
        return RefreshResult(task.file, None, reason=reason_of(error))
    is_changed = renewed.changed or (renewed.decks is not None and renewed.decks.changes)
    return RefreshResult(task.file, _told(module, task, renewed), renewed.data if is_changed else None)


def _told(module: ModuleView, task: SetUpFile, renewed: SetUpRefresh) -> RefreshedSetUp:
    # All players have the module, and its set-ups with it.
    names = ModuleNames(module, renewed.position.boards, reveal=True)
    left = [
        f"{names.piece(one.lying)} ({names.place(one.lying)}), id {one.gpid or 'none'}: {one.reason.value}"
        for one in renewed.left
        if one.reason is not LeftReason.OFF_MAP
    ]
    by_name = [f"{names.piece(lying)} ({names.place(lying)})" for lying in renewed.by_name]
    return RefreshedSetUp(
        task.title,
        task.file,
        renewed.renewed,
        renewed.changed,
        tuple(by_name),
        tuple(left),
        len(renewed.left) - len(left),
        renewed.decks,
    )


@dataclass(frozen=True, slots=True)
class RefreshingJob:
    """Renews set-ups of a module, which each worker opens once."""

    module: Path
    options: RefreshOptions
    decks: DeckOptions

    def do(self, task: SetUpFile) -> RefreshResult:
        """Renew a set-up."""
        return refreshed_set_up(_slots(self.module), task, self.options, self.decks)

    def part_for(self, task: SetUpFile) -> RefreshingJob:
        """Return this job."""
        return self

    def key(self, task: SetUpFile) -> str:
        """Return the file of the set-up."""
        return f"the set-up {task.file}"


@lru_cache(maxsize=1)
def _slots(module: Path) -> PaletteSlots:
    return PaletteSlots(open_module([module]))
