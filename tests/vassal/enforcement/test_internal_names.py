"""No line that players read holds a name that only the module's own words and tables have."""

from __future__ import annotations

import re

import pytest

from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.playing import opened
from tests.vassal.enforcement.table import Table

SHIPPED = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")
KEYS = "ADLEFWXOCVPHR"
_WORDS = (
    "rule|phase|class|side|sides|pool|box|box-name|base|tray|network|network-name|situation|event|result|"
    "result-text|attrition|attrition-result|way|line|march-rule|place|limit|level|holding|bonus"
)
INTERNAL = re.compile(rf"\b(?:{_WORDS})\.(?:-|[a-z])|\(\W?\)|\.\.|: \.")
"""A key of the module's words, a rule without a name, or a sentence with a part missing."""


@pytest.mark.parametrize(
    "slug",
    [
        "toy-redoubt",
        "toy-volley",
        *(pytest.param(slug, marks=pytest.mark.slow) for slug in (*SHIPPED, "toy-causeway")),
    ],
)
def test_refusals_of_every_key_in_every_phase_name_things_as_players_do(slug: str) -> None:
    game, player = game_of(slug), opened(slug)
    player.start(game.scenarios[0].title, BOTH_SIDES)
    table = Table(player)
    pieces = [p for p in player.pieces(("Kind", "Side")) if p.properties["Kind"] == "unit" and p.location]
    chosen = [next(p.id for p in pieces if p.properties["Side"] == side.id) for side in game.info.sides]
    ids = [phase.id for phase in game.rules.sequence if "-" in phase.id]
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(ids)})(?![\w-])") if ids else re.compile("(?!)")
    for _ in game.rules.sequence:
        for piece in chosen:
            for key in KEYS:
                table.key(piece, f"keys:ctrl {key}")
        table.next()
        for line in (*table.told(), *table.prompt()):
            assert not INTERNAL.search(line.replace("…", "")), line
            assert not named.search(line), line
    assert table.problems() == []
