"""Set-up cards say where reinforcements appear as the rules have it: both read one entry of the data."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hexwright.load.game_loading import Project
from hexwright.model.ids import HexId
from hexwright.model.words.arrival_words import arrival_text
from tests.shipped import ROOT, shipped


@pytest.mark.parametrize("slug", Project(ROOT).games())
def test_no_card_has_words_of_its_own_for_where_units_of_entries_appear(slug: str) -> None:
    game = shipped(slug).game
    entered = {unit for rule in game.rules.replacements for one in rule.entries for unit in one.units}
    for arrival in game.oob.reinforcements:
        if entered & {*arrival.units}:
            assert not re.search(r"\bedge|\bhex|\bin [A-Z]|\bat [A-Z]", arrival.text), arrival
            assert re.search(r"\bedge\b|\b[Ii]n \d", arrival_text(game, arrival)), arrival


def test_the_card_of_battle_of_moscow_says_by_which_edge_units_come() -> None:
    game = shipped("battle-of-moscow").game
    told = {str(unit): arrival_text(game, one) for one in game.oob.reinforcements for unit in one.units}
    assert told["russian-army-5"] == "By the east edge."
    assert told["german-air-7"] == "By the west edge."
    south = (
        "By the south edge from 0143 to 1943, once a German unit has ended its turn within one turn's move "
        "of Voronezh."
    )
    assert told["german-inf-168"] == south


def test_the_card_follows_the_rules() -> None:
    game = shipped("battle-of-moscow").game
    [german, russian] = game.rules.replacements
    entries = tuple(
        replace(one, edge=("east", "south"), places=("moscow",), arrive_entrained=True)
        for one in russian.entries
    )
    rules = replace(game.rules, replacements=(german, replace(russian, entries=entries)))
    changed = replace(game, rules=rules)
    first = next(one for one in changed.oob.reinforcements if one.side == "russian")
    words = "By the east edge or south edge or in Moscow, if the side holds it, entrained."
    assert arrival_text(changed, first) == words
    few = tuple(
        replace(one, edge=(), hexes=one.hexes or (HexId("2324"), HexId("2325"))) for one in german.entries
    )
    changed = replace(game, rules=replace(rules, replacements=(replace(german, entries=few), russian)))
    first = next(one for one in changed.oob.reinforcements if one.side == "german")
    assert arrival_text(changed, first) == "In 2324 or 2325."
