"""The booklet's sentences on tracing supply, its range and its lack come from the data."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.supply_record import (
    GroupLoss,
    SupplyLine,
    SupplyRange,
    SupplyRangeModifier,
    SupplyRules,
)
from hexwright.model.words.all_rule_words import by_subject
from hexwright.model.words.criteria_words import places_text
from tests.vassal.compile.games import game

GERMAN = SideId("german")
HAUL = MovementMode("haul", "Supplies", "ignored")


def told(rule: SupplyLine, supply: SupplyRules | None = None) -> tuple[str, ...]:
    """Return the sentences about supply in a game in which one side traces it so, and lacks it."""
    base = game("battle-for-moscow" if supply is None else "moscow-embattled")
    movement = (*base.rules.movement, HAUL)
    rules = replace(base.rules, supply_lines=(rule,), out_of_supply=supply, movement=movement)
    return by_subject(replace(base, rules=rules))["Supply"]


def test_sources_and_what_closes_the_way_are_told() -> None:
    bound = SupplyLine(
        GERMAN, edge=("west",), hexes=(HexId("0101"),), places=("moscow",), line=("rail",), range=4
    )
    assert told(bound) == (
        "German: supply comes from the west edge, 0101 or Moscow, while it is theirs, and along a railway "
        "from there, over at most 4 hexes, counting the unit's own",
        "German: supply lines can't enter hexes with enemy units or enemy zones of control",
    )
    free = replace(
        bound, hexes=(), places=(), line=(), range=None, ezoc="ignored", blocking_classes=("infantry",)
    )
    assert told(free) == (
        "German: supply comes from the west edge",
        "German: supply lines can't enter hexes with enemy units or empty hexes adjacent to undisrupted "
        "enemy infantry",
    )


def test_reach_and_what_stretches_it_are_told() -> None:
    stretches = (SupplyRangeModifier(multiply="1/2", turns=(2, 3)), SupplyRangeModifier(multiply="4/3"))
    reach = SupplyRange("haul", 6, limited_multiplier="2", modifiers=stretches)
    lines = told(SupplyLine(GERMAN, edge=("west",), range_in_mp=reach, fixed_in_movement=True))
    assert lines[0] == (
        "German: supply comes from the west edge, and reaches a unit by Supplies, "
        "for at most 6 movement points"
    )
    assert lines[2:] == (
        "German: up to twice as far, supply is limited; units further away are isolated",
        "German: supply reaches half as far (on turns 2 or 3)",
        "German: supply reaches 4/3 times as far",
        "German: in battles, units are supplied as they were when their side's last movement phase began",
    )
    each = replace(reach, points=None, unit_allowance=True)
    assert told(SupplyLine(GERMAN, range_in_mp=each))[0].endswith(
        "by Supplies, for at most its printed allowance"
    )


def test_want_of_it_is_told() -> None:
    traced = SupplyLine(GERMAN, edge=("west",))
    lines = [
        told(traced, rules)[-1]
        for rules in (
            SupplyRules(),
            SupplyRules("step", grace=1),
            SupplyRules("eliminated", grace=2),
            SupplyRules("group", GroupLoss("1/3", "up", "isolated", ("panzer",))),
            SupplyRules("group", GroupLoss("1", "down")),
        )
    ]
    assert lines == [
        "units out of supply are disrupted, and eliminated if they were",
        "units out of supply lose a step each, but not in their first supply phase without supply",
        "units out of supply are eliminated, but not in their first 2 supply phases in a row without supply",
        "each group of isolated panzer groups loses ⅓ of its defence strength, rounded up",
        "each group of units out of supply loses all its defence strength, rounded down",
    ]


def test_the_only_capital_is_told_by_its_name() -> None:
    made = game("moscow-embattled")
    assert places_text(made, ("capital", "major-city")) == "Moscow or a major city"
    assert places_text(made, ("capital", "major-city", "city")) == "Moscow, a major city or city"
    assert places_text(made, ("city", "town")) == "a city or town"
    nowhere = replace(made, hexmap=replace(made.hexmap, places=()))
    assert places_text(nowhere, ("capital", "city")) == "a capital or city"
