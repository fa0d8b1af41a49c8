"""Update the counters of a saved game to match a module, as VASSAL's Refresh Counters does.

Each counter is matched to a slot of the palette by its game piece id, or else by its name. The counter's
traits are created from the slot, and keep their old state where type and kind agree
(VASSAL.build.module.GameRefresher, VASSAL.build.GpIdChecker).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from hexwright.inspect.analysis.log_position import NOWHERE, LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.public_view import is_concealed
from hexwright.saves.deck_refresh import NO_DECKS, DeckOptions, DeckRefresh, refresh_decks
from hexwright.saves.grid_snapping import snap_to_grids
from hexwright.saves.piece_refresh import PaletteSlots, RefreshOptions, refreshed_piece
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import END_SAVE, Command, Compound, replace_commands
from hexwright.vassal.codec.piece_template import AddStack
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack

BY_NAME_TOO = RefreshOptions(use_name=True)
"""The options with which VASSAL finds most counters."""


@dataclass(frozen=True, slots=True)
class UnrefreshedCounter:
    """A counter that was left unchanged, and the reason.

    `detail` belongs to the reason, but tells which piece of the module the counter is.
    """

    lying: PlacedPiece
    reason: str
    detail: str = ""


@dataclass(slots=True)
class RefreshResult:
    """A saved game with refreshed counters, and the counters that were left unchanged."""

    game: SavedGameFile
    updated: int = 0
    snapped: int = 0
    """The number of counters that were moved by a pixel to the point to which VASSAL's grid snaps."""
    dropped: int = 0
    """The number of empty stacks that were dropped. VASSAL drops them since 3.7.13."""
    by_name: list[PlacedPiece] = field(default_factory=list)
    """Counters whose slot was found only by name."""
    unrefreshed: list[UnrefreshedCounter] = field(default_factory=list)
    decks: DeckRefresh | None = None
    """The decks; None if they weren't to be renewed."""


def refresh(
    game: SavedGameFile,
    module: ModuleView,
    moduledata: bytes,
    position: LogPosition | None = None,
    options: RefreshOptions = BY_NAME_TOO,
    decks: DeckOptions = NO_DECKS,
) -> RefreshResult:
    """Return a saved game with its counters, and by `decks` its decks, as `module` defines them.

    `moduledata` identifies the module, and `position` is the game's position, if it is known already.
    Counters keep their ids, so that stacks and decks stay as they are. Counters that a player has masked or
    hidden are left unchanged, except in decks: VASSAL never refreshes pieces that the player may not see, but
    always the cards of decks.
    """
    position = position or LogPosition(game)
    work = _Refresher(PaletteSlots(module), position, options)
    updated = replace_commands(game.commands, work.command)
    of_decks = refresh_decks(position, module, decks, work.made) if decks.renew else None
    if of_decks is not None and of_decks.changes:
        updated = replace_commands(updated, lambda command: _with_decks(command, of_decks))
    commands, snapped = snap_to_grids(updated, module)
    return RefreshResult(
        SavedGameFile(moduledata or game.moduledata, game.savedata, commands),
        work.updated,
        snapped,
        work.dropped,
        work.by_name,
        work.left,
        of_decks,
    )


def _with_decks(command: Command, decks: DeckRefresh) -> Command | None:
    """Return a command with the deck, stack or card that replaces it, and with new decks at the end."""
    if command == END_SAVE and decks.added:
        return Compound((*decks.added, command))
    if not isinstance(command, AddPiece | AddStack) or command.id not in decks.made:
        return command
    made = decks.made[command.id]
    return AddPiece(made, command.id) if made is not None else None


class _Refresher:
    def __init__(self, slots: PaletteSlots, position: LogPosition, options: RefreshOptions) -> None:
        self._slots = slots
        self._options = options
        self._position = position
        self.updated = 0
        self.made: dict[str, GamePiece] = {}
        """The counters as they are now, by their ids."""
        self.dropped = 0
        self.by_name: list[PlacedPiece] = []
        self.left: list[UnrefreshedCounter] = []

    def command(self, command: Command) -> Command | None:
        """Return a command, with a refreshed counter if it adds one. Return None for an empty stack."""
        if not isinstance(command, AddPiece):
            return command
        basic = command.piece.basic
        if isinstance(basic, Stack) and not self._position.stacks.get(command.id or ""):
            self.dropped += 1
            return None
        if isinstance(basic, Stack | Deck):
            return command
        piece = command.piece
        lying = self._position.pieces.get(command.id or "") or PlacedPiece("", piece, NOWHERE, ())
        made = self.made[command.id or ""] = self._piece(dataclasses.replace(lying, piece=piece))
        return dataclasses.replace(command, piece=made)

    def _piece(self, lying: PlacedPiece) -> GamePiece:
        old, basic = lying.piece, lying.piece.basic
        if not isinstance(basic, t.BasicPiece):
            return self._leave(lying, "it can't be read")
        if lying.deck is None and is_concealed(old):
            return self._leave(lying, "a player has masked or hidden it")
        match = self._slots.match(basic.gpid, old.name, use_name=self._options.use_name)
        if match is None:
            number = f" {basic.gpid}" if basic.gpid else " without an id"
            named = " and no slot with its name" if self._options.use_name else ""
            return self._leave(lying, "the module has no slot", f"{number}{named}")
        try:
            made = refreshed_piece(old, match, self._options)
            made.encode_state()
        except CodecError as error:
            return self._leave(lying, "it can't be written", f": {error.reason}")
        self.updated += 1
        if match.by_name:
            self.by_name.append(lying)
        return made

    def _leave(self, lying: PlacedPiece, why: str, detail: str = "") -> GamePiece:
        self.left.append(UnrefreshedCounter(lying, why, detail))
        return lying.piece
