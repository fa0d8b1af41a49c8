"""Describe mandatory attacks, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.mandatory_attack_record import AttackDuty
from hexwright.model.words.criteria_words import (
    attack_origin_text,
    enemies_text,
    exception_texts,
    place_and_time_texts,
    step_text,
    unit_text,
    units_text,
)

_BELOW: Final = {
    "first-column": "an attack below the first column of the table is fought in the first",
    "no-effect": "an attack below the first column of the table has no effect",
}


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about mandatory attacks in combat by odds, each with the rule it cites; none if no
    attack is mandatory.
    """
    combat = game.rules.odds_combat
    duties = combat.mandatory_attacks
    rule = duties.rule if duties is not None else combat.retreat.rule
    if duties is not None:
        for entry in duties.must_attack:
            yield rule, f"a unit adjacent to an enemy must attack{_circumstances(game, entry)}"
        for entry in duties.must_be_attacked:
            yield rule, f"an enemy adjacent to a unit must be attacked{_circumstances(game, entry)}"
        for entry in duties.exceptions:
            yield rule, f"attacks are optional{_circumstances(game, entry)}"
    if combat.below_minimum_odds is not None:
        yield rule, _BELOW[combat.below_minimum_odds]


def _circumstances(game: Game, entry: AttackDuty) -> str:
    found = list(place_and_time_texts(game, entry))
    where = (*step_text(game, entry), *attack_origin_text(game, entry.attacking_from))
    if entry.side or unit_text(game, entry) or where:
        found.append(" ".join((units_text(game, entry, "attackers"), *where)))
    if them := enemies_text(game, entry):
        found.append(f"against {them}")
    found += exception_texts(game, entry)
    return f" ({', '.join(found)})" if found else ""
