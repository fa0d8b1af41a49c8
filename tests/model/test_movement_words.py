"""The booklet's costs of moving come from the data: every entry of every game, with all its criteria."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.movement_record import (
    AllowanceModifier,
    EntryCost,
    LineCost,
    MovementMode,
    ZoneCosts,
)
from hexwright.model.rules.rail_movement_record import EntrainedLimit, Entraining
from hexwright.model.words.all_rule_words import by_subject
from hexwright.model.words.movement_words import allowance_line, cost_line
from hexwright.vassal.module.help_pages import help_pages
from tests.shipped import shipped
from tests.told_rules import by_rule
from tests.vassal.compile.games import GAMES, game

BASE = "battle-for-moscow"
GERMAN = SideId("german")


def moving(mode: MovementMode) -> tuple[str, ...]:
    """Return the sentences about one way of moving."""
    base = game(BASE)
    return by_subject(replace(base, rules=replace(base.rules, movement=(mode,))))["Movement"]


@pytest.mark.parametrize("slug", sorted({*GAMES, "moscow-campaign", "battle-of-moscow"}))
def test_each_entry_is_told_in_booklet_and_help(slug: str) -> None:
    found = game(slug) if slug in GAMES else shipped(slug).game
    lines = by_subject(found).get("Movement", ())
    page = html.unescape(
        next(page.html for page in help_pages(found) if page.file.endswith("enforcement.html"))
    )
    assert all(line in page for line in lines)
    assert sorted(lines) == sorted(
        line for subjects in by_rule(found).values() for line in subjects.get("Movement", ())
    )
    for mode in found.rules.movement:
        entries = [cost_line(found, cost).sentence for cost in mode.costs] + [
            cost_line(found, line).sentence for line in mode.line_costs
        ]
        for words in (*entries, *(allowance_line(found, pace).sentence for pace in mode.allowance_modifiers)):
            assert any(line.endswith(words) for line in lines), words


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (EntryCost(cost="2", terrain=("forest",)), "a forest hex costs 2 MP"),
        (EntryCost(cost="1/2"), "each hex costs ½ MP"),
        (EntryCost(cost="never", terrain=("forest",)), "a forest hex can't be entered"),
        (EntryCost(cost="1", across=("river",)), "a step across a river costs 1 MP more"),
        (EntryCost(cost="0", across=("river",)), "a step across a river costs nothing more"),
        (
            EntryCost(cost="3/2", terrain=("forest",), across=("river",)),
            "a step across a river into a hex in forest costs 3/2 MP more",
        ),
        (
            EntryCost(
                cost="2", terrain=("forest",), weather=("mud",), side=(SideId("german"),), classes=("panzer",)
            ),
            "a forest hex costs 2 MP (in mud, German panzers)",
        ),
        (
            EntryCost(cost="2", terrain=("forest",), unless=Unless(along=("rail",))),
            "a forest hex costs 2 MP (except along a railway)",
        ),
        (LineCost(line="rail", cost="1/2"), "a hex entered along a railway costs ½ MP"),
        (
            LineCost(line="rail", cost="1/2", terrain=("forest",), turns=(1, 2, 3)),
            "a hex entered along a railway in forest costs ½ MP (on turns 1 to 3)",
        ),
    ],
)
def test_a_cost_says_what_it_asks(entry: EntryCost | LineCost, words: str) -> None:
    assert cost_line(game(BASE), entry).sentence == words


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (AllowanceModifier(multiply="1/2", rounding="down"), "the allowance is halved, rounded down"),
        (
            AllowanceModifier(multiply="2/3", rounding="up"),
            "the allowance is multiplied by ⅔, rounded up",
        ),
        (
            AllowanceModifier(multiply="1/2", add=-1, supply="out"),
            "the allowance is halved and is 1 less (units out of supply)",
        ),
        (
            AllowanceModifier(allowance=1, hex_cost="1"),
            "the allowance is 1 and each hex costs 1 MP, whatever its terrain",
        ),
        (AllowanceModifier(add=2, weather=("snow",)), "the allowance is 2 more (in snow)"),
        (AllowanceModifier(allowance=0, terrain=("forest",)), "the allowance is 0 in forest"),
    ],
)
def test_a_pace_says_what_it_changes(pace: AllowanceModifier, words: str) -> None:
    assert allowance_line(game(BASE), pace).sentence == words


def test_zones_and_what_a_way_allows_besides_are_told() -> None:
    plain = MovementMode("march", "March", ezoc="stops")
    assert moving(plain) == ("a move ends in the first hex of an enemy zone of control that it enters",)
    dear = replace(
        plain,
        ezoc="ignored",
        ezoc_costs=ZoneCosts("3", "2", "5"),
        always_one_hex=True,
        through_friendly_units=False,
    )
    assert moving(dear) == (
        "entering an enemy zone of control costs 3 MP more",
        "leaving an enemy zone of control costs 2 MP more",
        "going directly from one enemy zone of control to another costs 5 MP more",
        "an unmoved unit may always move one hex, whatever it costs, "
        "unless from one enemy zone of control to another",
        "units can't pass through units of their own side",
    )
    never = replace(plain, ezoc="ignored", ezoc_costs=ZoneCosts("1", "0", "never"))
    assert moving(never)[1] == "going directly from one enemy zone of control to another isn't allowed"


def test_trains_are_told() -> None:
    limits = (EntrainedLimit(9, (SideId("soviet"),), counts_reinforcements=False),)
    ride = Entraining(
        "1/2",
        "1/4",
        30,
        "enemies",
        None,
        may_attack=False,
        may_enter_ezoc=False,
        may_stay_entrained=True,
        capacity=limits,
    )
    lines = moving(
        MovementMode("train", "Train", ezoc="forbidden", along="rail", allowance=7, entraining=ride)
    )
    assert lines == (
        "only along a railway",
        "the allowance is 7 for all units",
        "enemy zones of control may not be entered",
        "a unit spends half of the allowance to entrain and ¼ of the allowance to detrain, rounded up",
        "a unit rides 30 hexes for 1 MP",
        "units can't entrain, ride or detrain adjacent to an enemy",
        "units that are entrained as the phase ends stay so",
        "units that moved by rail in a phase can't attack or enter an enemy zone of control afterwards",
        "at most 9 Soviet units a phase; units that arrived on the same turn don't count",
    )


def test_ways_of_moving_are_told_apart_by_name() -> None:
    found: Game = game(BASE)
    assert "Movement: a forest hex costs 2 MP" in by_rule(found)["3.2"]["Movement"]
    assert "Rail movement: only along a railway" in by_rule(found)["3.2"]["Movement"]
