"""Describe in `rules.yaml` what battles by odds are changed by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc, Pattern, Range, Reference
from hexwright.model.rules.criteria_record import When

FACTOR = Pattern("0|[1-9](?:/[1-9])?", "0, or a factor from 1/9 to 9, such as 1/2, 2 or 3/2")
Rounding = Literal["kept", "dropped", "raised"]


@dataclass(frozen=True, slots=True)
class Fractions:
    """What becomes of the fractions of strengths that are multiplied."""

    attack: Annotated[Rounding, Doc("Those of the attackers.", "dropped")] = "kept"
    defence: Annotated[Rounding, Doc("Those of the defender.", "raised")] = "kept"
    each: Annotated[
        bool, Doc("Whether it is done to the strength of each unit; else to that of all together.", "true")
    ] = False


@dataclass(frozen=True, slots=True)
class Modifier(When):
    """What a battle by odds is changed by: strengths multiplied, columns moved, the die raised or lowered."""

    id: str
    name: Annotated[str, Doc("What is named when it counts.", "river")]
    attack: Annotated[str | None, Doc("What the strength of attackers is multiplied by.", "1/2"), FACTOR] = (
        None
    )
    defence: Annotated[
        str | None, Doc("What the strength of the defender is multiplied by.", "2"), FACTOR
    ] = None
    columns: Annotated[int, Doc("Columns: below 0 to the left, for the defender.", "-1"), Range(-9, 9)] = 0
    die: Annotated[int, Doc("What is added to the die.", "1"), Range(-9, 9)] = 0
    most: Annotated[
        str | None,
        Doc(
            "The column in which the battle is fought at most, by its head, once all has counted; every "
            "combat table has one of it.",
            '"3:1"',
        ),
    ] = None
    table: Annotated[
        str | None,
        Doc(
            "The combat table by which the battle is fought, one of `others`; of several modifiers that "
            "name one and count, the first says which.",
            "blue-attacks",
        ),
        Reference("combat table"),
    ] = None
    attackers: Annotated[
        Literal["all", "one", "each"] | None,
        Doc(
            "How many attackers must be as it says: all, or one. `each` multiplies the strength of each "
            "that is. Without it `each` where it multiplies the attack, else all.",
            "one",
        ),
    ] = None
    defenders: Annotated[
        Literal["all", "one"],
        Doc(
            "Where several units are attacked as one: how many of them, and of their hexes, must be as it "
            "says for the attackers, the column, the die and the table. `defence` multiplies the strength of "
            "each that is.",
            "one",
        ),
    ] = "all"
    rule: Annotated[str, Doc("The rule's number or case.", '"3.3"')] = ""

    @property
    def asks(self) -> Literal["all", "one", "each"]:
        """Return how many attackers must be as it says."""
        return self.attackers or ("all" if self.attack is None else "each")
