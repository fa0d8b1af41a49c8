"""The booklet prints what scenarios on one card share only once, and loses nothing of it."""

from __future__ import annotations

import re
from dataclasses import replace

from hexwright.paper.aids.setup_card_contents import scenario_paragraphs
from tests.campaign.game import loaded
from tests.paper.sheets import moscow


def test_scenarios_of_their_own_are_told_as_they_are() -> None:
    game = moscow()
    told = [f"{s.title}: {s.description}" for s in sorted(game.scenarios, key=lambda s: (s.order, s.id))]
    assert list(scenario_paragraphs(game)) == told


def test_facts_that_scenarios_share_are_printed_once_and_none_is_lost() -> None:
    game = loaded().game
    told = list(scenario_paragraphs(game))
    whole = sum(len(f"{scenario.title}: {scenario.description}") for scenario in game.scenarios)
    assert sum(map(len, told)) < 0.75 * whole
    shared = ""
    seen = set()
    for paragraph in told:
        if paragraph.startswith("Scenarios "):
            shared = paragraph
            continue
        own = next(s for s in game.scenarios if paragraph.startswith(f"{s.title}: "))
        seen.add(own.id)
        text = paragraph if own.description in paragraph else f"{shared} {paragraph}"
        for piece in re.split(r"(?<=[.;]) +", own.description):
            assert piece[:-1].removeprefix("and ") in text, own.id
    assert seen == {scenario.id for scenario in game.scenarios}


def test_a_description_without_a_stop_shares_its_words_too() -> None:
    game = moscow()
    first = game.scenarios[0]
    kinds = ("It rains", "It rains; and it snows", "It shines")
    same = [
        replace(
            first, id=f"s{n}", title=f"S{n}", description=words, based_on=first.id if n else None, order=n
        )
        for n, words in enumerate(kinds)
    ]
    same = [replace(one, based_on="s0" if one.based_on else None) for one in same]
    assert list(scenario_paragraphs(replace(game, scenarios=tuple(same)))) == [
        "Scenarios 1 and 2: It rains.",
        "S0: no more than that.",
        "S1: it snows.",
        "S2: It shines",
    ]
