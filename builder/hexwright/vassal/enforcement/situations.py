"""Test situations when phases begin, and report changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.tables.situation_tables import judging
from hexwright.vassal.enforcement.traits import in_phases, keep_for_all, on, say, watched

_SITUATION_NEWS: Final = "SituationNews"
"""The message about situations that have changed."""


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for situations."""
    if judging(game):
        for name, text in (
            (names.SITUATIONS, "How many times in a row situations were so"),
            (_SITUATION_NEWS, "What changed as situations were judged last"),
        ):
            yield GlobalProperty.new(name=name, initial_value="", description=text)


_NOTE_SITUATIONS: Final = KeyCommand.named("hexwright.rules.note-situations")
_HEAR_SITUATIONS: Final = KeyCommand.named("hexwright.rules.hear-situations")
_SITUATIONS_DUE: Final = KeyCommand.named("hexwright.rules.situations-due")
_TELL_SITUATIONS: Final = KeyCommand.named("hexwright.rules.tell-situations")
_SITUATED_DUE: Final = KeyCommand.named("hexwright.rules.situated-due")
_ASK_SITUATED: Final = KeyCommand.named("hexwright.rules.ask-situated")


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that test situations, at every level of enforcement.

    They end the game if a situation gives a side the victory.
    """
    asking = judging(game)
    if not asking:
        return
    yield keep_for_all(_SITUATION_NEWS, (_HEAR_SITUATIONS, call("situationNews", "PieceUID")))
    yield keep_for_all(names.SITUATIONS, (_NOTE_SITUATIONS, call("noteSituations", "PieceUID")))
    news = f'GetProperty("{_SITUATION_NEWS}")'
    yield say(_TELL_SITUATIONS, f"{{{news}}}", "What changed")
    yield on("Something changed", _SITUATIONS_DUE, f'{{{news} != ""}}', _TELL_SITUATIONS)
    judges = (_HEAR_SITUATIONS, _NOTE_SITUATIONS, _SITUATIONS_DUE, _SITUATED_DUE)
    yield on("Situations are judged", names.OPEN_PHASE, f"{{{in_phases(asking)}}}", *judges)
    if any(claim.situation for rules in game.rules.victory for claim in rules.automatic_victory):
        yield keep_for_all(names.WON, (_ASK_SITUATED, call("situated", "PieceUID")))
        ends = (_ASK_SITUATED, names.CLAIM_WON)
        yield on("Has a side won by one?", _SITUATED_DUE, watched(asking), *ends)
