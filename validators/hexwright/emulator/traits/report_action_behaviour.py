"""The Report Action trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.ReportAction)
class ReportActionBehaviour(TraitBehaviour):
    """A Report Action trait (VASSAL.counters.ReportState)."""

    inner_first = True

    def prepare(self) -> None:
        trait = self.trait
        self.listed = [*trait.keys, *trait.previous_keys]
        self.keys = keys_of(*self.listed)
        self.at: int = trait.message
        self.state = ("at",) if trait.messages else ()
        self.remembers = any("old" in text for text in (trait.report, *trait.messages))

    def perform(self, key: Identity) -> None:
        world, piece, trait = self.world, self.piece, self.trait
        number = next(n for n, one in enumerate(self.listed) if key_identity(one) == key)
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
    """A piece as reports see it. A name that begins with `old` refers to the value before the command."""

    def __init__(self, piece: Any, old: dict[str, Any]) -> None:
        self.piece = piece
        self.old = old

    def get(self, name: str) -> Any:
        if name.startswith("old") and len(name) >= 4:
            return self.old.get(name[3:])
        return self.piece.get(name)
