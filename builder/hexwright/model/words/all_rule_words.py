"""Describe all rules in words, by rule and by subject, for booklet and help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules import replacement_costs
from hexwright.model.words import (
    advance_after_combat_words,
    airdrop_words,
    attack_announcement_words,
    bombardment_words,
    cadre_words,
    combat_modifier_words,
    disruption_words,
    fire_combat_words,
    forbidden_attack_words,
    garrison_release_words,
    ignored_defenders_words,
    mandatory_attack_words,
    movement_words,
    out_of_supply_survival_words,
    overrun_words,
    replacement_account_words,
    retreat_words,
    stacking_words,
    supply_capacity_words,
    supply_words,
    unit_conversion_words,
    victory_words,
    zoc_limit_words,
)
from hexwright.model.words.rule_lines import RuleLine
from hexwright.rules.adjacent_elimination import words as adjacent_elimination

"""Lines by the section of the rules they cite ("" for none), and by subject."""
GARRISONS: Final = "Garrisons"
"""The subject of units that may not move yet, whichever section their rule is in."""
_Lines = Callable[[Game], Iterator[tuple[str, str | RuleLine]]]
_SUBJECTS: Final[Mapping[str, tuple[_Lines, ...]]] = {
    "Movement": (movement_words.told_by_rule,),
    GARRISONS: (garrison_release_words.told_by_rule,),
    "Zones of control": (zoc_limit_words.told_by_rule,),
    "Stacking": (stacking_words.told_by_rule,),
    "Battles": (
        combat_modifier_words.told_by_rule,
        forbidden_attack_words.told_by_rule,
        bombardment_words.told_by_rule,
        retreat_words.told_by_rule,
        advance_after_combat_words.told_by_rule,
        ignored_defenders_words.told_by_rule,
        mandatory_attack_words.told_by_rule,
        overrun_words.told_by_rule,
        attack_announcement_words.told_by_rule,
        fire_combat_words.told_by_rule,
    ),
    "Supply": (
        supply_words.told_by_rule,
        supply_capacity_words.told_by_rule,
        out_of_supply_survival_words.told_by_rule,
    ),
    "Losses": (
        disruption_words.told_by_rule,
        cadre_words.told_by_rule,
        adjacent_elimination.told_by_rule,
    ),
    "Replacements": (
        replacement_costs.told_by_rule,
        unit_conversion_words.told_by_rule,
        replacement_account_words.rule_sentences,
        garrison_release_words.coming_by_rule,
        airdrop_words.told_by_rule,
    ),
    "Victory": (victory_words.told_by_rule,),
}
"""The function for each subject, in the order of the page."""


def by_subject(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return all lines by subject; subjects without lines are omitted."""
    found = {subject: tuple(str(line) for _, line in _all(game, told)) for subject, told in _SUBJECTS.items()}
    return {subject: lines for subject, lines in found.items() if lines}


def lines_by_rule(game: Game) -> Mapping[str, Mapping[str, tuple[RuleLine, ...]]]:
    """Return the lines with their rows of tables, by the section of the rules they cite, and by subject."""
    found: dict[str, dict[str, tuple[RuleLine, ...]]] = {}
    for subject, told in _SUBJECTS.items():
        for rule, line in _all(game, told):
            section = game.rules.section(rule)
            lines = found.setdefault("" if section is None else section.id, {})
            lines[subject] = (*lines.get(subject, ()), line)
    return found


def _all(game: Game, told: tuple[_Lines, ...]) -> Iterator[tuple[str, RuleLine]]:
    for some in told:
        for rule, line in some(game):
            yield rule, line if isinstance(line, RuleLine) else RuleLine(line)
