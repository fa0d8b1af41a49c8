"""Record the fortified hexsides that moves and battles destroy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import told
from hexwright.vassal.enforcement.traits import KIND, RECORD, keep_for_all, on, part
from hexwright.vassal.module import property_names as prop


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global property that contains the numbers of destroyed hexsides."""
    if game.rules.fortified_hexsides:
        yield GlobalProperty.new(
            name=prop.BREACHED, initial_value="", description="Hexsides with a front that have fallen"
        )


_NOTE_BREACH: Final = KeyCommand.named("hexwright.rules.note-breach")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that record destroyed hexsides when a legal move or a combat result is carried out."""
    if not game.rules.fortified_hexsides:
        return
    yield keep_for_all(prop.BREACHED, (_NOTE_BREACH, f"{{{told('breachedThen')}}}"))
    record, kind = part(RECORD), part(KIND)
    noted = f'{record}.contains(" broke:") || {record}.contains(" mended:") || {kind}.contains(",fell:")'
    yield on("Hexsides fall", names.TAKE_PLACE, f"{{{noted}}}", _NOTE_BREACH)
