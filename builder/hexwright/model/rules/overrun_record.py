"""Describe overruns in `rules.yaml`: enemies that are eliminated while units move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc, Pattern, Range, Reference
from hexwright.model.rules.criteria_record import When

LEAST = Pattern(
    "[1-9][0-9]{0,2}[:-][1-9][0-9]{0,2}|[+-]?[0-9]{1,3}", "odds such as 10:1, or a difference such as +9"
)


@dataclass(frozen=True, slots=True)
class Overrun(When):
    """Enemies that are overrun in a movement phase: all of them are eliminated at once, and units go on
    moving. Attackers stand beside them, move in the phase and have the points left; they declare it as
    attacks are declared in battles. What `combat` attacks is overrun: a unit, or all in a hex. Attackers
    and enemies must all be as it says. Of several entries the first counts by which it can be done. Where
    `stacking` is kept as the phase ends nobody is overrun while a hex holds too many that moved there, and
    what was moved by then is not taken back any more.
    """

    odds: Annotated[
        str,
        Doc(
            "The least odds, or difference, once all modifiers have counted: a column of the combat table, "
            "or whole odds beyond its last. By odds, enemies without strength are always overrun.",
            '"10:1"',
        ),
        LEAST,
    ]
    cost: Annotated[
        int,
        Doc("Movement points that each attacker spends on it, beside those for hexes that it enters.", "1"),
        Range(0, 99),
    ] = 0
    modes: Annotated[
        tuple[str, ...],
        Doc("Movement modes by which units move that overrun; empty for all.", "[march]"),
        Reference("mode"),
    ] = ()
    attackers: Annotated[
        Literal["stack", "any"],
        Doc("Who may overrun together: units in one hex, or any that stand beside the enemy.", "any"),
    ] = "stack"
    then: Annotated[
        Literal["go-on", "stay"],
        Doc(
            "What attackers do afterwards: go on moving with what they have left, into the hex that is empty "
            "now or elsewhere, unless an EZOC still stops them; or stay for the rest of the phase.",
            "stay",
        ),
    ] = "go-on"
    resolved: Annotated[
        Literal["at-once", "phase-end"],
        Doc(
            "Whether a die is thrown for the attackers: none where all is resolved at once; else one in a "
            "phase of kind `overruns`, which follows that of movement, in the column of `odds`. Each result "
            "of that column eliminates the defenders, who are gone by then; what else it does befalls the "
            "attackers, who may advance after it. Until the phase ends others beside the hex may join them, "
            "as `attackers` lets them; it befalls these, too.",
            "phase-end",
        ),
    ] = "at-once"
    rule: Annotated[str, Doc("The rule's number or case.", '"3.6"')] = ""
