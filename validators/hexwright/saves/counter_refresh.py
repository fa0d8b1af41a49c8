"""Update the counters of a saved game to match a module, as VASSAL's Refresh Counters does.

Each counter is matched to a slot of the palette by its game piece id, or else by its name. The counter's
traits are created from the slot, and keep their old state where type and kind agree
(VASSAL.build.module.GameRefresher, VASSAL.build.GpIdChecker).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexwright.inspect.analysis.log_position import NOWHERE, LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.inspect.analysis.public_view import is_concealed
from hexwright.saves.grid_snapping import snap_to_grids
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import Command, replace_commands
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, decode_part
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait

#: A key without a keystroke: its number, then its name.
_NUMBERED = re.compile(r"\b57\d{3}(\\*,0\\*,)(?=\w)")


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


def refresh(
    game: SavedGameFile, module: ModuleView, moduledata: bytes, position: LogPosition | None = None
) -> RefreshResult:
    """Return a saved game with its counters as `module` defines them.

    `moduledata` identifies the module, and `position` is the game's position, if it is known already.
    Counters keep their ids, so that stacks and decks stay as they are. Counters that a player has masked or
    hidden are left unchanged, except in decks: VASSAL never refreshes pieces that the player may not see, but
    always the cards of decks.
    """
    work = _Refresher(_PaletteSlots(module), position or LogPosition(game))
    updated = replace_commands(game.commands, work.command)
    commands, snapped = snap_to_grids(updated, module)
    return RefreshResult(
        SavedGameFile(moduledata or game.moduledata, game.savedata, commands),
        work.updated,
        snapped,
        work.dropped,
        work.by_name,
        work.left,
    )


class _PaletteSlots:
    """The counters of a module's palette with expanded prototypes, keyed by game piece id and by name."""

    def __init__(self, module: ModuleView) -> None:
        self._module = module
        self._by_id: dict[str, PieceDefinition] = {}
        self._by_name: dict[str, PieceDefinition] = {}
        for design in module.pieces:
            assert design.piece is not None
            if design.gpid:
                self._by_id[design.gpid] = design
            if design.component is not None:
                self._by_name.setdefault(design.piece.name, design)
        self._made: dict[PieceDefinition, tuple[Trait, ...]] = {}

    def of(self, gpid: str, name: str) -> tuple[tuple[Trait, ...] | None, bool]:
        """Return a slot's traits, innermost first, and whether the slot was found only by name."""
        design = self._by_id.get(gpid) if gpid else None
        named = design is None
        if design is None:
            design = self._by_name.get(name)
        if design is None:
            return None, False
        if design not in self._made:
            traits = (placed.trait for placed in self._module.expanded(design))
            # Saved games contain prototypes as traits, and no comments.
            self._made[design] = tuple(x for x in traits if not isinstance(x, t.Prototype | t.Comment))
        return self._made[design], named


class _Refresher:
    def __init__(self, slots: _PaletteSlots, position: LogPosition) -> None:
        self._slots = slots
        self._position = position
        self.updated = 0
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
        lying = self._position.pieces.get(command.id or "") or PlacedPiece("", piece, NOWHERE, (), ())
        return dataclasses.replace(command, piece=self._piece(dataclasses.replace(lying, piece=piece)))

    def _piece(self, lying: PlacedPiece) -> GamePiece:
        old, basic = lying.piece, lying.piece.basic
        if not isinstance(basic, t.BasicPiece):
            return self._leave(lying, "it can't be read")
        if lying.deck is None and is_concealed(old):
            return self._leave(lying, "a player has masked or hidden it")
        traits, named = self._slots.of(basic.gpid, old.name)
        if traits is None or not isinstance(traits[0], t.BasicPiece):
            number = f" {basic.gpid} and no slot" if basic.gpid else " without an id and no slot"
            return self._leave(lying, "the module has no slot", f"{number} with its name")
        try:
            made = GamePiece(
                (
                    decode_part(traits[0].encode_type(), basic.encode_state()),
                    *(_with_old_state(old, trait) for trait in traits[1:]),
                )
            )
            made.encode_state()
        except CodecError as error:
            return self._leave(lying, "it can't be written", f": {error.reason}")
        self.updated += 1
        if named:
            self.by_name.append(lying)
        return made

    def _leave(self, lying: PlacedPiece, why: str, detail: str = "") -> GamePiece:
        self.left.append(UnrefreshedCounter(lying, why, detail))
        return lying.piece


def _with_old_state(old: GamePiece, new: Trait) -> Trait:
    """Return a slot's trait with the state of the matching trait in the old counter."""
    if isinstance(new, t.Marker) or (isinstance(new, t.TextLabel) and new.key is None):
        return new  # The values of markers, and labels that can't be changed in play, come from the module.
    fellow = next(_matching_traits(old, new), None)
    if fellow is None:
        return new
    state = fellow.encode_state()
    try:
        return decode_part(new.encode_type(), state)
    except CodecError:
        return new


def _without_key_numbers(trait: Trait) -> str:
    """Return a trait's type without the numbers that VASSAL assigns to named keys in each session.

    VASSAL 3.8 writes a Movement Trail with one more field than VASSAL 3.7 does; both forms are treated as the
    same trait.
    """
    told = trait.fresh() if isinstance(trait, t.MovementTrail) else trait
    return _NUMBERED.sub(r"\1", told.encode_type())


def _matching_traits(old: GamePiece, new: Trait) -> Iterator[Trait]:
    """Yield the old traits of the same kind whose state a new trait may take over, outermost first."""
    wanted = _without_key_numbers(new)
    for trait in reversed(old.traits[1:]):
        if type(trait) is not type(new):
            continue
        if _without_key_numbers(trait) == wanted:
            yield trait
            continue
        match new, trait:
            case t.TextLabel(description=name), t.TextLabel(description=was) if name == was:
                yield trait
            case t.Layer(name=name), t.Layer(name=was) if name == was:
                yield trait
            case t.CanRotate(name=name), t.CanRotate(name=was) if name == was:
                yield trait
            case _:
                continue
