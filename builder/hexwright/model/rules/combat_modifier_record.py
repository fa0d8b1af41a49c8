"""Records of modifiers in combat by odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc, Pattern, Range, Reference
from hexwright.model.rules.criteria_record import Criteria

FACTOR = Pattern("0|[1-9](?:/[1-9])?", "0, or a factor from 1/9 to 9, such as 1/2, 2 or 3/2")
Rounding = Literal["kept", "down", "up"]


@dataclass(frozen=True, slots=True)
class StrengthRounding:
    """The way in which multiplied strengths are rounded."""

    attack: Annotated[Rounding, Doc("Rounding of attack strengths.", "down")] = "kept"
    defence: Annotated[Rounding, Doc("Rounding of defence strengths.", "up")] = "kept"
    per_unit: Annotated[
        bool, Doc("Whether the strength of each unit is rounded, instead of the total.", "true")
    ] = False


@dataclass(frozen=True, slots=True)
class Modifier(Criteria):
    """A modifier of a battle by odds: a factor for strengths, a column shift or a DRM."""

    id: str
    name: Annotated[str, Doc("Name shown in reports when the entry applies.", "river")]
    attack: Annotated[str | None, Doc("Factor for the strength of attackers.", "1/2"), FACTOR] = None
    defence: Annotated[str | None, Doc("Factor for the strength of the defender.", "2"), FACTOR] = None
    column_shift: Annotated[
        int, Doc("Column shift; negative shifts left, in favour of the defender.", "-1"), Range(-9, 9)
    ] = 0
    drm: Annotated[int, Doc("DRM: the number added to the die roll.", "1"), Range(-9, 9)] = 0
    max_column: Annotated[
        str | None,
        Doc(
            "The highest column that the battle may use after all modifiers, by its head; every combat "
            "table must have it.",
            '"3:1"',
        ),
    ] = None
    table: Annotated[
        str | None,
        Doc(
            "The combat table used for the battle, one of `alternate_tables`. If several modifiers apply, "
            "the first "
            "that names a table decides.",
            "blue-attacks",
        ),
        Reference("combat table"),
    ] = None
    attackers: Annotated[
        Literal["all", "one", "each"] | None,
        Doc(
            "How many attackers must meet the criteria: `all` or `one`. With `each`, the strength of every "
            "attacker that meets them is multiplied. Default: `each` if the modifier has `attack`, "
            "otherwise `all`.",
            "one",
        ),
    ] = None
    defenders: Annotated[
        Literal["all", "one"],
        Doc(
            "The number of defending units, and of their hexes, that must meet the criteria if several "
            "units defend together. `defence` always multiplies the strength of each unit that meets "
            "them.",
            "one",
        ),
    ] = "all"
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.3"')] = ""

    @property
    def attackers_required(self) -> Literal["all", "one", "each"]:
        """Return the required attackers: all, at least one, or `each`, which applies the modifier only to
        attackers that meet the criteria.
        """
        return self.attackers or ("all" if self.attack is None else "each")
