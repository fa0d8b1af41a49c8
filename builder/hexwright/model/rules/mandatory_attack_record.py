"""Describe who must attack whom: a duty between a unit and an enemy hex beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import Features, PlaceKinds, Places, Terrains, When

Number = Annotated[str, Doc("The number of the rule or case.", '"3.4"')]
Below = Literal["first", "nothing"]
"""What becomes of a battle below the first column of its table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOf:
    """What the hex holds that a unit attacks from: any one of these."""

    terrain: Terrains = ()
    feature: Features = ()
    place: Places = ()
    place_kinds: PlaceKinds = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDuty(When):
    """Attackers, and a hex with enemies beside them: the hex asked about, into which the step leads. By fire,
    attackers must attack every such hex with an undisrupted enemy.
    """

    out_of: Annotated[
        OutOf | None, Doc("What the attacker's hex contains; if omitted, anything.", "{feature: fort}")
    ] = None


@dataclass(frozen=True, slots=True)
class AttackDuties:
    """Who must attack, and who must be attacked, in each phase of combat by odds. Every unit that may
    attack is looked at beside every hex with enemies that it touches, or, with `attacked: unit`, beside
    every enemy. The attacker divides his units as he likes, and may take attacks back; but no battle
    begins, nor does the phase end, before all that is due is declared. Of enemies that can't all be
    attacked, each by another unit, as few as possible are left out.
    """

    attackers: Annotated[
        tuple[AttackDuty, ...],
        Doc("Units that must attack at least one adjacent enemy; `{}` for every unit.", "[{}]"),
    ] = ()
    enemies: Annotated[
        tuple[AttackDuty, ...],
        Doc("Units whose adjacent enemies must all be attacked; `{}` for every enemy.", "[{}]"),
    ] = ()
    spared: Annotated[
        tuple[AttackDuty, ...],
        Doc("Attacks that are allowed but not mandatory.", "[{across: lake}]"),
    ] = ()
    rule: Number = ""
