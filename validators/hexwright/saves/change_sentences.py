"""Describe positions, and changes between two positions, in players' terms.

These names and sentences are printed by `hexwright save show`, `save diff`, `log tell` and `umpire`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from hexwright.diagnostics.diagnostic import InputError
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.turn_trackers import LiveTurnTracker
from hexwright.emulator.world_loading import UnplayableError, build_world
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.public_view import Concealment, PublicView, active_mask
from hexwright.module_state.state_notes import whole_number
from hexwright.rules.transport.transport_networks import network_change_sentences
from hexwright.saves.hexwright_saves import HexwrightGame, LocatedPiece, ReadPosition
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.module import property_names as prop


class PieceNames(Protocol):
    """The names of a game's pieces and locations."""

    @property
    def ignores_points(self) -> bool:
        """Return whether the exact point of a piece within a location is meaningless."""

    @property
    def view(self) -> PublicView:
        """Return what all players may see of the pieces."""

    @property
    def public_names(self) -> frozenset[str]:
        """Return the names of the game that the chat may use like a player's name."""

    def piece(self, lying: PlacedPiece) -> str:
        """Return the name of a piece for all players."""

    def aliases(self, lying: PlacedPiece) -> Iterator[str]:
        """Yield all names that the chat may use for a piece."""

    def place(self, lying: PlacedPiece) -> str:
        """Return the name of a piece's place for all players."""

    def changed(self, old: PlacedPiece, new: PlacedPiece) -> Iterator[str]:
        """Yield the changes of a piece, each as a predicate that follows the piece's name in a sentence."""

    def whole_turn(self, position: LogPosition) -> str:
        """Return the turn and phase in words; an empty string if they are unknown."""

    def off_board_changes(self, old: LogPosition, new: LogPosition) -> Iterator[str]:
        """Yield changes that no piece shows, one sentence each, without a full stop."""


@dataclass
class ModuleNames:
    """Names in games of any module.

    Locations are named by the module's grids if the module is given, otherwise by coordinates.
    """

    ignores_points: ClassVar[bool] = False
    module: ModuleView | None = None
    boards: Mapping[str, Sequence[BoardChoice]] = field(default_factory=dict)
    reveal: bool = False
    _counters: tuple[LiveTurnTracker, ...] = ()
    _world: GameWorld | None = None
    _read: tuple[LogPosition | None, int] = (None, 0)
    """The position whose properties were read, and how many of its history."""

    def __post_init__(self) -> None:
        self.view = PublicView(self.module, self.boards, reveal=self.reveal)
        if self.module is not None:
            with suppress(UnplayableError):
                self._world, toolbar = build_world(self.module)
                self._counters = tuple(toolbar.trackers)

    @property
    def public_names(self) -> frozenset[str]:
        """Return the names of the module's sides."""
        return frozenset(self.module.sides) if self.module is not None else frozenset()

    def piece(self, lying: PlacedPiece) -> str:
        """Return the basic name of a piece; for a concealed piece, only a name that reveals nothing."""
        return self.view.name(lying)

    def aliases(self, lying: PlacedPiece) -> Iterator[str]:
        """Yield the basic name, and the values of Marker traits that may be names."""
        yield self.piece(lying)
        for marker in lying.piece.all(t.Marker):
            yield from (value for value in marker.values if len(value) > 3 and not value.isdigit())

    def place(self, lying: PlacedPiece) -> str:
        """Return a piece's location, with the map's name unless the location includes it."""
        return place_words(self.view, lying)

    def changed(self, old: PlacedPiece, new: PlacedPiece) -> Iterator[str]:
        """Yield changes of layers (by the names of their levels) and of rotation.

        Values of properties are omitted: modules store internal data in them, and report important changes in
        the chat.
        """
        for was, now in zip(old.piece.traits, new.piece.traits, strict=False):
            if was == now:
                continue
            match was, now:
                case t.Layer() as one, t.Layer() as other:
                    yield from _layer(one, other)
                case t.CanRotate(), t.CanRotate():
                    yield "turns"
                case _:
                    continue

    def whole_turn(self, position: LogPosition) -> str:
        """Return the text of the turn trackers; an empty string without the module, because the module
        defines their format.
        """
        shown = []
        if self._world is not None:
            # Only what was set since the last call: a log may set thousands of properties.
            known, at = self._read
            for name, value in position.history[at if known is position else 0 :]:
                if (found := self._world.holder.find(name)) is not None:
                    found.value = value
            self._read = position, len(position.history)
        for counter in self._counters:
            if counter.id in position.turns:
                counter.set_state(position.turns[counter.id])
                shown.append(counter.shown())
        return ", ".join(text for text in shown if text)

    def off_board_changes(self, old: LogPosition, new: LogPosition) -> Iterator[str]:
        """Yield nothing, because properties of unknown modules can't be interpreted."""
        yield from ()


def place_words(view: PublicView, lying: PlacedPiece) -> str:
    """Return a piece's location for all players, with the map's name if the location is a point."""
    map_name, found = view.place(lying)
    return f"{map_name} {found}" if "," in found and map_name not in ("", found) else found


def _layer(old: t.Layer, new: t.Layer) -> Iterator[str]:
    if (old.level > 0) != (new.level > 0):
        yield f"{'shows' if new.level > 0 else 'no longer shows'} {new.name or 'a layer'}"
    if abs(old.level) != abs(new.level):
        named = new.names[abs(new.level) - 1] if 0 < abs(new.level) <= len(new.names) else ""
        shown = named.lstrip("+").strip() or f"level {abs(new.level)}"
        yield f"has {new.name or 'its layer'} at {shown}"


class HexwrightNames:
    """Names in a game made by hexwright."""

    ignores_points: ClassVar[bool] = True

    def __init__(self, ours: HexwrightGame, *, reveal: bool = False) -> None:
        self.ours = ours
        self.view = PublicView(reveal=reveal)
        self._units = {str(unit.id): unit.name for unit in ours.game.counters.units}
        self._places = {str(place.hex): place.name for place in ours.game.hexmap.places}

    @property
    def public_names(self) -> frozenset[str]:
        """Return the names of the game's sides and units."""
        sides = {side.name for side in self.ours.game.info.sides}
        return frozenset(sides.union(self._units.values()))

    def piece(self, lying: PlacedPiece) -> str:
        """Return a unit's full name, the name of the place that a marker marks, or the piece's basic name."""
        if self.view.concealment(lying) is not None:
            return self.view.name(lying)
        unit = lying.properties.get(prop.UNIT_ID)
        if unit in self._units:
            return self._units[unit]
        if lying.properties.get(prop.KIND) == "control":
            here = self.ours.sheet.location_of(lying.spot)[0]
            return f"the marker of {self._places.get(here, here) if here is not None else 'nothing'}"
        return self.view.name(lying)

    def aliases(self, lying: PlacedPiece) -> Iterator[str]:
        """Yield a unit's full name and designation, or the place that a marker marks."""
        yield self.piece(lying)
        yield lying.name
        if lying.properties.get(prop.KIND) == "control":
            yield self._places.get(self.ours.sheet.location_of(lying.spot)[0] or "", "")

    def place(self, lying: PlacedPiece) -> str:
        """Return the hex number or the name of the box at a piece's point."""
        _, x, y = lying.spot
        location, _ = self.ours.sheet.location_of(lying.spot)
        found = self.view.place(lying)[1]
        if found != f"{x}, {y}":
            return found
        return location if location is not None else f"a point outside all hexes ({x}, {y})"

    def changed(self, old: PlacedPiece, new: PlacedPiece) -> Iterator[str]:
        """Yield steps lost and regained, conditions, and new owners of places."""
        one, other = self.ours.locate_piece(old), self.ours.locate_piece(new)
        if other.properties["Kind"] == "control" and one.properties["Side"] != other.properties["Side"]:
            sides = {str(side.id): side.name for side in self.ours.game.info.sides}
            yield f"shows {sides.get(other.properties['Side'] or '', 'no side')} now"
            return
        yield from _steps(one, other)
        for name, begins, ends in (
            ("Disrupted_Level", "is disrupted", "recovers"),
            ("Fortified_Level", "digs in", "leaves its fortifications"),
            ("Entrained_Level", "entrains", "detrains"),
        ):
            was, now = one.properties[name] == "2", other.properties[name] == "2"
            if was != now:
                yield begins if now else ends

    def whole_turn(self, position: LogPosition) -> str:
        """Return the turn and phase, such as "Turn 2, German combat"; an empty string if the game
        has none.
        """
        from hexwright.vassal.module.turn_counter_state import read_turn

        try:
            turn, number = read_turn(next(iter(position.turns.values()), ""))
        except (ValueError, IndexError):
            return ""
        phases = self.ours.game.rules.sequence
        if position.value(prop.SETTING_UP) == "true":
            return "Set-up"
        return f"Turn {turn}, {phases[number].name}" if 0 <= number < len(phases) else f"Turn {turn}"

    def off_board_changes(self, old: LogPosition, new: LogPosition) -> Iterator[str]:
        """Yield sentences about network hexes that were cut or repaired."""
        try:
            before, after = ReadPosition.of(self.ours, old), ReadPosition.of(self.ours, new)
            states = before.state(), after.state()
        except InputError:
            return
        if before.kernel is after.kernel:
            yield from (line.rstrip(".") for line in network_change_sentences(before.kernel.setting, *states))


def _steps(old: LocatedPiece, new: LocatedPiece) -> Iterator[str]:
    was, now = (whole_number(look.properties["Step"] or "") or 1 for look in (old, new))
    if new.properties["Kind"] != "unit" or was == now:
        return
    if now > was:
        yield "loses a step" if now == was + 1 else f"loses {now - was} steps"
    else:
        yield "is at full strength again" if now == 1 else "regains a step"


def piece_changes(
    names: PieceNames, before: Mapping[str, PlacedPiece | None], after: Mapping[str, PlacedPiece | None]
) -> Iterator[str]:
    """Yield the changes of pieces between two positions that all players may see, one sentence each."""
    hidden = names.view.concealment
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if all(one is None or hidden(one) is Concealment.INVISIBLE for one in (old, new)):
            continue
        if old is None and new is not None:
            yield f"{names.piece(new)} appears in {names.place(new)}"
        elif new is None and old is not None:
            yield f"{names.piece(old)} is removed from {names.place(old)}"
        elif old is not None and new is not None:
            parts = list(names.changed(old, new)) if hidden(old) is hidden(new) is None else []
            here, there = names.place(old), names.place(new)
            if here != there:
                parts.insert(0, f"goes from {here} to {there}")
            elif old.spot != new.spot and not (names.ignores_points or names.view.is_private(new.spot[0])):
                parts.insert(0, f"is moved within {there}")
            masked = [active_mask(one.piece) is not None for one in (old, new)]
            if masked[0] != masked[1] and {hidden(old), hidden(new)} <= {None, Concealment.MASKED}:
                parts.append("is masked" if masked[1] else "is unmasked")
            if parts:
                yield f"{names.piece(new)} {' and '.join(parts)}"
