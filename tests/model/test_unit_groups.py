"""Groups of units are named by one plural a class, in sentences, tables and refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.counter_mix import UnitClass
from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.words import combat_modifier_words
from hexwright.model.words.all_rule_words import by_subject
from hexwright.model.words.unit_groups import class_plural, class_singular, classes_text, group_text
from hexwright.vassal.enforcement.tables.lookups import words
from tests.shipped import shipped

MOSCOW = "battle-for-moscow"
GAMES = (MOSCOW, "moscow-embattled", "moscow-campaign", "battle-of-moscow")


def kind(name: str, plural: str = "") -> UnitClass:
    return UnitClass(name.lower(), name, "infantry", plural=plural)


def fielding(*kinds: UnitClass) -> Game:
    game = shipped(MOSCOW).game
    return replace(game, counters=replace(game.counters, classes=kinds))


@pytest.mark.parametrize(
    ("name", "plural", "many", "one"),
    [
        ("Foot", "", "Foot units", "Foot unit"),
        ("Tank brigade", "", "Tank brigade units", "Tank brigade unit"),
        ("Workers", "", "Workers", "unit of Workers"),
        ("Marines of the Guard", "", "Marines of the Guard units", "Marines of the Guard unit"),
        ("Colossus", "", "Colossus units", "Colossus unit"),
        ("Tank", "tanks", "tanks", "tank"),
        ("Kampfgruppe", "Kampfgruppen", "Kampfgruppen", "Kampfgruppe"),
        ("Rifle army", "rifle armies", "rifle armies", "rifle army"),
        ("Infantry", "infantry", "infantry", "infantry unit"),
        ("Finnish infantry", "Finnish infantry", "Finnish infantry", "Finnish infantry unit"),
        ("Workers", "workers", "workers", "unit of workers"),
        ("Replacements", "replacement counters", "replacement counters", "replacement counter"),
        ("Rokossovsky's army", "the 16th Army", "the 16th Army", "Rokossovsky's army"),
        ("Air", "air units", "air units", "air unit"),
    ],
)
def test_a_class_names_its_units(name: str, plural: str, many: str, one: str) -> None:
    assert class_plural(kind(name, plural)) == many
    assert class_singular(kind(name, plural)) == one


def test_units_of_several_classes_are_named_once() -> None:
    game = fielding(kind("Foot"), kind("Horse"), kind("Tank", "tanks"), kind("Workers"))
    assert classes_text(game, ("foot", "horse")) == "Foot or Horse units"
    assert classes_text(game, ("foot", "horse", "tank"), "and") == "Foot units, Horse units and tanks"
    assert classes_text(game, ("workers", "workers")) == "Workers"
    assert classes_text(game, ()) == ""
    assert classes_text(game, ("unread",)) == "unread"


@pytest.mark.parametrize(
    ("noun", "before", "told"),
    [
        ("units", "", "Red tanks or Foot units"),
        ("attackers", "", "attacking Red tanks or Foot units"),
        ("defenders", "", "defending Red tanks or Foot units"),
        ("attackers", "all", "all attackers are Red tanks or Foot units"),
        ("attacker", "one", "one attacking Red tank or Foot unit"),
        ("unit", "a", "a Red tank or Foot unit"),
    ],
)
def test_a_group_says_what_its_units_do(noun: str, before: str, told: str) -> None:
    game = fielding(kind("Tank", "tanks"), kind("Foot"))
    assert group_text(game, ("tank", "foot"), "Red", noun, before) == told


def test_a_side_in_the_name_of_a_class_stands_once() -> None:
    game = fielding(kind("Panzer group", "panzer groups"), kind("Army", "German armies"))
    assert group_text(game, ("army",), "German", "units") == "German armies"
    assert group_text(game, ("panzer group", "army"), "German", "units") == (
        "German panzer groups or German armies"
    )


def test_a_modifier_of_a_class_reads_as_a_sentence() -> None:
    game = shipped(MOSCOW).game
    modifier = Modifier(id="push", name="push", column_shift=1, classes=("tank",), attackers="all")
    rules = replace(game.rules, combat=replace(game.rules.odds_combat, modifiers=(modifier,)))
    (line,) = (line for _, line in combat_modifier_words.told_by_rule(replace(game, rules=rules)))
    assert line.sentence == "push 1R (all attackers are tanks)"


@pytest.mark.parametrize("slug", GAMES)
def test_no_game_speaks_of_units_of_a_class(slug: str) -> None:
    game = shipped(slug).game
    lines = [line for some in by_subject(game).values() for line in some]
    assert lines
    assert [line for line in lines if "of class" in line] == []
    assert all(entry.plural for entry in game.counters.classes)
    told = words(game)
    assert all(f"class.{entry.id}" in told and entry.plural in told for entry in game.counters.classes)
