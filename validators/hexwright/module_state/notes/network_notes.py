"""The stored property of networks: the hexes that serve each side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.module_state.state_notes import NotedGame, StateNotes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.vassal.enforcement.names import NETWORKS
from hexwright.vassal.enforcement.tables.network_tables import changes
from hexwright.vassal.enforcement.tables.network_tables import noted as note_of


class NetworkNotes(StateNotes):
    """The stored property of networks whose hexes change."""

    is_compared = True

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the hexes that serve each side, for each network."""
        return {NETWORKS: note_of(setting.game, state.serving_hexes)} if changes(setting.game) else {}

    def fields_before_phase(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return the stored hexes; an empty mapping if the property is missing or can't be read."""
        serving = serving_hexes_in_note(noted.setting, noted.value(NETWORKS))
        return {} if serving is None else {"serving_hexes": serving}


def serving_hexes_in_note(setting: CompiledGame, note: str) -> tuple[int, ...] | None:
    """Parse the stored hexes that serve each side; return None if the string can't be read."""
    if not setting.changeable_networks:
        return None
    kept = dict(one.partition("=")[::2] for one in note.split())
    sides = range(len(setting.sides))
    keys = [
        (one, f"{one.network.id}.{setting.sides[side]}")
        for one in setting.changeable_networks
        for side in sides
    ]
    try:
        found = [(one.hexes, int(kept[key], 16)) for one, key in keys]
    except (KeyError, ValueError):
        return None
    return None if any(hexes & ~laid for laid, hexes in found) else tuple(hexes for _, hexes in found)


NOTES: Final = NetworkNotes()
