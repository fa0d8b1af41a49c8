"""Judge situations as phases begin, and tell what changed."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.vassal.buildfile.components import GlobalProperty
from builder.vassal.codec.fields import Trait
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.script import call
from builder.vassal.compile.enforcement.situation_tables import judging
from builder.vassal.compile.enforcement.traits import in_phases, keep_for_all, on, say, watched


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield what the whole game keeps of them."""
    if judging(game):
        for name, text in (
            (names.SITUATIONS, "How many times in a row situations were so"),
            (names.SITUATION_NEWS, "What changed as situations were judged last"),
        ):
            yield GlobalProperty.new(name=name, initial_value="", description=text)


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield what the referee needs to judge them, be the rules on or not, and to end a game won by one."""
    asking = judging(game)
    if not asking:
        return
    yield keep_for_all(names.SITUATION_NEWS, (names.HEAR_SITUATIONS, call("situationNews", "PieceUID")))
    yield keep_for_all(names.SITUATIONS, (names.NOTE_SITUATIONS, call("noteSituations", "PieceUID")))
    news = f'GetProperty("{names.SITUATION_NEWS}")'
    yield say(names.TELL_SITUATIONS, f'{{"Situation: " + {news}}}', "What changed")
    yield on("Something changed", names.SITUATIONS_DUE, f'{{{news} != ""}}', names.TELL_SITUATIONS)
    judges = (names.HEAR_SITUATIONS, names.NOTE_SITUATIONS, names.SITUATIONS_DUE, names.SITUATED_DUE)
    yield on("Situations are judged", names.OPEN_PHASE, f"{{{in_phases(asking)}}}", *judges)
    if any(claim.situation for rules in game.rules.victory for claim in rules.claims):
        yield keep_for_all(names.WON, (names.ASK_SITUATED, call("situated", "PieceUID")))
        ends = (names.ASK_SITUATED, names.CLAIM_WON)
        yield on("Has a side won by one?", names.SITUATED_DUE, watched(asking), *ends)
