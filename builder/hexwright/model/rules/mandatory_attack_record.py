"""Records of mandatory attacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import Criteria, Features, PlaceKinds, Places, Terrains

Number = Annotated[str, Doc("The number of the rule or case.", '"3.4"')]
BelowMinimumOdds = Literal["first-column", "no-effect"]
"""The effect of odds below the first column of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOrigin:
    """Required content of the attacker's hex: at least one of the listed items."""

    terrain: Terrains = ()
    feature: Features = ()
    place: Places = ()
    place_kinds: PlaceKinds = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDuty(Criteria):
    """Attackers that must attack an adjacent hex with enemies. The criteria ask about the enemy hex and the
    step into it. In fire combat, attackers must attack every such hex that contains an undisrupted enemy.
    """

    attacking_from: Annotated[
        AttackOrigin | None,
        Doc("Required content of the attacker's hex; if omitted, any hex suffices.", "{feature: fort}"),
    ] = None


@dataclass(frozen=True, slots=True)
class AttackDuties:
    """Mandatory attacks in each phase of combat by odds. Every unit able to attack is checked against every
    adjacent hex with enemies, or, with `target: unit`, against every adjacent enemy. The attacker may divide
    units among attacks freely, and cancel attacks. No battle begins and the phase doesn't end until all
    mandatory attacks are declared. If there are too few units to attack each enemy with a different unit, as
    few enemies as possible may be left out.
    """

    must_attack: Annotated[
        tuple[AttackDuty, ...],
        Doc("Units that must attack at least one adjacent enemy; `{}` for every unit.", "[{}]"),
    ] = ()
    must_be_attacked: Annotated[
        tuple[AttackDuty, ...],
        Doc("Units whose adjacent enemies must all be attacked; `{}` for every enemy.", "[{}]"),
    ] = ()
    exceptions: Annotated[
        tuple[AttackDuty, ...],
        Doc("Attacks that are allowed but not mandatory.", "[{across: lake}]"),
    ] = ()
    rule: Number = ""
