"""Records of overruns in `rules.yaml`: enemies eliminated during movement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc, Pattern, Range, Reference
from hexwright.model.rules.criteria_record import Criteria

ODDS_PATTERN = Pattern(
    "[1-9][0-9]{0,2}[:-][1-9][0-9]{0,2}|[+-]?[0-9]{1,3}", "odds such as 10:1, or a difference such as +9"
)


@dataclass(frozen=True, slots=True)
class Overrun(Criteria):
    """Enemies that may be overrun in a movement phase: all of them are eliminated at once, and the attackers
    continue to move. Attackers must be adjacent, able to move in the phase, and have enough points left;
    an overrun is declared like an attack. It attacks a unit or all units in a hex, as `combat` does. All
    attackers and enemies must meet the criteria. The first entry by which the overrun is possible counts.
    If stacking is enforced at the end of the phase, no overrun is allowed while a hex is overstacked by
    moved units, and earlier moves can't be taken back afterwards.
    """

    odds: Annotated[
        str,
        Doc(
            "Minimum odds or difference after all modifiers: a column of the combat table, or whole odds "
            "above the last column. With odds, enemies without strength can always be overrun, unless "
            "`zero_strength` is `false`.",
            '"10:1"',
        ),
        ODDS_PATTERN,
    ]
    cost: Annotated[
        int,
        Doc("Movement points that each attacker spends, in addition to those for hexes that it enters.", "1"),
        Range(0, 99),
    ] = 0
    modes: Annotated[
        tuple[str, ...],
        Doc("Movement modes in which units may overrun; empty for all.", "[march]"),
        Reference("mode"),
    ] = ()
    attackers: Annotated[
        Literal["stack", "any"],
        Doc(
            "Which units may overrun together: those in one hex (`stack`), or any adjacent to the "
            "enemy (`any`).",
            "any",
        ),
    ] = "stack"
    zero_strength: Annotated[
        bool,
        Doc(
            "With combat by odds: whether this entry also permits overruns of enemies without strength. "
            "Write `false` if another entry does.",
            "false",
        ),
    ] = True
    afterwards: Annotated[
        Literal["continue", "stop", "enter"],
        Doc(
            "Movement of attackers after an overrun. `continue`: they may move on with their remaining "
            "points, unless an EZOC stops them. `enter`: a single attacker enters the hex at once, at the "
            "cost it has while the enemy's ZOC still counts, and may then move on; a unit that can't "
            "enter the hex can't overrun. `stop`: they stay in their hexes for the rest of the phase. With "
            "`stop`, `resolved: phase-end` and no `cost`, units without movement points left may take part.",
            "stop",
        ),
    ] = "continue"
    resolved: Annotated[
        Literal["at-once", "phase-end"],
        Doc(
            "When the result for the attackers is rolled. `at-once`: never; the overrun has no other "
            "effect. `phase-end`: in a phase of kind `overruns` after the movement phase, in the column of "
            "`odds`. Every result of that column must eliminate the defenders, which are already gone; its "
            "other effects apply to the attackers, which may then advance. Until the phase ends, further "
            "adjacent units may join as `attackers` allows; the result applies to them too.",
            "phase-end",
        ),
    ] = "at-once"
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.6"')] = ""
