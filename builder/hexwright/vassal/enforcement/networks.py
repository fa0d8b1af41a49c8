"""Traits by which units cut or repair networks when they enter the hexes of these networks.

A global property records which side each hex of a network serves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.tables.network_tables import changes
from hexwright.vassal.enforcement.traits import RECORD, keep_for_all, on, part, say


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for networks."""
    if changes(game):
        for name, text in (
            (names.NETWORKS, "Which hexes of networks serve whom"),
            (names.NETWORKS_BEGUN, "The same as the first move of a phase found it"),
        ):
            yield GlobalProperty.new(name=name, initial_value="", description=text)


_NOTE_NETWORKS: Final = KeyCommand.named("hexwright.rules.note-networks")
_NOTE_NETWORKS_BEGUN: Final = KeyCommand.named("hexwright.rules.note-networks-begun")
_TELL_NETWORKS: Final = KeyCommand.named("hexwright.rules.tell-networks")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit changes the networks along its move, if the script's
    answer says so.
    """
    if not changes(game):
        return
    yield keep_for_all(names.NETWORKS_BEGUN, (_NOTE_NETWORKS_BEGUN, call("networksBegun", "PieceUID")))
    yield keep_for_all(names.NETWORKS, (_NOTE_NETWORKS, call("networksToNote", "PieceUID")))
    yield say(_TELL_NETWORKS, call("tellNetworks", "PieceUID"), "What becomes of networks")
    yield on(
        "Hexes of networks are entered",
        names.TAKE_PLACE,
        f'{{({part(RECORD)} + " @").split(" @", -1)[1].contains("%")}}',
        _NOTE_NETWORKS_BEGUN,
        _TELL_NETWORKS,
        _NOTE_NETWORKS,
    )
