"""Traits that command: triggers, global key commands, hot keys, reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from builder.vassal.codec.shared import Parameter
from builder.vassal.codec.values import java_int
from validators.engine.acting import Acting, keys_of
from validators.engine.changing import reach_of, set_parameter
from validators.engine.expressions import RecursionLimitError, Source
from validators.engine.maps import LiveMap
from validators.engine.pieces import LivePiece
from validators.engine.script.values import to_int
from validators.engine.targets import Target, deck_limit, select
from validators.engine.world import World
from validators.reading.keys import Identity, identity

#: What the engine's LoopControl allows.
LOOP_LIMIT = 500


class Trigger(Acting):
    """Be a Trigger Action (VASSAL.counters.TriggerAction)."""

    inner_first = True

    def prepare(self) -> None:
        trait = self.trait
        self.keys = keys_of(trait.key, *trait.watch)
        self.actions = [name for key in trait.actions if (name := identity(key)) is not None]
        self.index = java_int("0")
        self.state = ("index",) if trait.loop else ()
        self.bound = True
        self.indexed = bool(trait.loop and trait.index and trait.index_property)
        self.names = (trait.index_property,) if self.indexed else ()

    def get(self, name: str) -> tuple[bool, Any]:
        return True, str(self.index)

    def act(self, key: Identity) -> None:
        world, trait = self.world, self.trait
        if not world.evaluator.is_true(trait.match, self.piece):
            return
        if not trait.loop:
            try:
                self._once()
            except RecursionLimitError:
                world.problem(f"Infinite loop in the trigger {trait.name}")
            return
        self.index = self._whole(trait.index_start)
        step = self._whole(trait.index_step)
        self._single(trait.before_key)
        limit = world.evaluator.number(trait.loop_count, self.piece) if trait.loop_type == "counted" else 1
        turns = 0
        while limit > 0:
            if trait.loop_type == "while" and not world.evaluator.is_true(trait.loop_while, self.piece):
                break
            try:
                self._once()
            except RecursionLimitError:
                world.problem(f"Infinite loop in the trigger {trait.name}")
                break
            if trait.loop_type == "until" and world.evaluator.is_true(trait.loop_until, self.piece):
                break
            turns += 1
            world.evaluator.spend()
            if turns > LOOP_LIMIT:
                world.problem(f"More than {LOOP_LIMIT} turns in the loop of the trigger {trait.name}")
                break
            if trait.loop_type == "counted" and turns >= limit:
                break
            self.index = to_int(self.index + step)
        self._single(trait.after_key)

    def _whole(self, given: str) -> int:
        value = self.format(given) or "0"
        try:
            return java_int(value)
        except ValueError:
            self.world.problem(f"Numeric field contains a non-number: {given}")
            return 0

    def _once(self) -> None:
        with self.world.evaluator.limiter:
            for key in self.actions:
                if self.piece.map is None:
                    break
                self.piece.key(key)

    def _single(self, key: Any) -> None:
        name = identity(key) if key is not None else None
        if name is None or self.piece.map is None:
            return
        try:
            with self.world.evaluator.limiter:
                self.piece.key(name)
        except RecursionLimitError:
            self.world.problem(f"Infinite loop in the trigger {self.trait.name}")


def apply(
    world: World,
    target: Target,
    command: Identity | None,
    source: Source | None,
    maps: Sequence[LiveMap],
    parameters: Sequence[Parameter],
    report: str,
    quiet: bool,
) -> None:
    """Send a key to all pieces that a global key command reaches; `quiet` keeps their reports back."""
    before = world.reporting
    if quiet:
        world.reporting = False
    try:
        with world.evaluator.limiter:
            line = world.evaluator.format(report, source, localised=True) if report else ""
            if line:
                world.say("* " + line)
            if command is None:
                return
            send_to_each(world, select(world, target, source, maps), command, parameters, source)
    except RecursionLimitError:
        world.problem("Infinite loop in a global key command")
    finally:
        world.reporting = True if quiet else before


def send_to_each(
    world: World,
    pieces: Iterable[LivePiece],
    command: Identity,
    parameters: Sequence[Parameter],
    source: Source | None,
) -> None:
    """Send a key to pieces, each with the parameters set in it before."""
    for piece in pieces:
        piece.remember()
        for parameter in parameters:
            set_parameter(world, piece, parameter.property, parameter.value, source or world.holder)
        piece.key(command)


class GlobalKey(Acting):
    """Be a Global Key Command (VASSAL.counters.CounterGlobalKeyCommand)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)
        self.command = identity(self.trait.command) if self.trait.command is not None else None

    def act(self, key: Identity) -> None:
        trait, world = self.trait, self.world
        reach = reach_of(self)
        most = deck_limit(world, trait.from_deck, self.piece)
        target = Target(trait.target, trait.match, self.piece, reach, most)
        here = self.piece.map
        maps = [here] if reach is not None and here is not None else list(world.maps.values())
        apply(world, target, self.command, self.piece, maps, trait.parameters, "", trait.suppress_reports)


class HotKey(Acting):
    """Be a Global Hotkey (VASSAL.counters.GlobalHotKey)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)
        self.hotkey = identity(self.trait.hotkey) if self.trait.hotkey is not None else None

    def act(self, key: Identity) -> None:
        if self.hotkey is None:
            return
        journal = self.world.journal
        # What is sent meanwhile comes back as part of the piece's own command.
        journal.pause()
        try:
            with self.world.evaluator.limiter:
                self.world.hotkeys(self.hotkey)
        except RecursionLimitError:
            self.world.problem("Infinite loop in a global hot key")
        finally:
            journal.paste(journal.resume())


class Report(Acting):
    """Be a Report Action (VASSAL.counters.ReportState)."""

    inner_first = True

    def prepare(self) -> None:
        trait = self.trait
        self.listed = [*trait.keys, *trait.previous_keys]
        self.keys = keys_of(*self.listed)
        self.at: int = trait.message
        self.state = ("at",) if trait.messages else ()
        self.remembers = any("old" in text for text in (trait.report, *trait.messages))

    def act(self, key: Identity) -> None:
        world, piece, trait = self.world, self.piece, self.trait
        number = next(n for n, one in enumerate(self.listed) if identity(one) == key)
        here = piece.map
        old = piece.snapshot or {}
        words: dict[str, str | None] = {
            "mapName": here.title if here is not None else None,
            "location": here.location(piece.position) if here is not None else None,
            "oldMapName": _optional(piece.get("OldMap")),
            "oldLocation": _optional(piece.get("OldLocationName")),
            "oldPieceName": _optional(old.get("LocalizedName")),
            "newPieceName": piece.name,
            "menuCommand": "",
        }
        given = trait.report
        if self.at >= 0 and trait.messages:
            given = self._next(number)
        seen = _OldAndNew(piece, old)
        line = world.evaluator.format(given, seen, words, localised=True)
        if here is not None:
            shown = here.component.change_format if world.reporting or trait.no_suppress else ""
        else:
            shown = "$message$" if world.reporting or trait.no_suppress else ""
        line = world.evaluator.format(shown or "", seen, {**words, "message": line}, localised=True)
        if line:
            world.say("* " + line)

    def _next(self, number: int) -> str:
        trait, old = self.trait, self.at
        size = len(trait.messages)
        if number < len(trait.keys):
            given = trait.messages[self.at % size]
            self.at = (self.at + 1) % size
        else:
            self.at = (self.at + size - 1) % size
            given = trait.messages[(self.at + size - 1) % size]

        def undo() -> None:
            self.at = old

        self.changed(undo)
        return str(given)


def _optional(value: Any) -> str | None:
    return None if value is None else str(value)


class _OldAndNew:
    """Be a piece as reports see it: names that begin with old mean what was before the command."""

    def __init__(self, piece: Any, old: dict[str, Any]) -> None:
        self.piece = piece
        self.old = old

    def get(self, name: str) -> Any:
        if name.startswith("old") and len(name) >= 4:
            return self.old.get(name[3:])
        return self.piece.get(name)
