"""Compiled mandatory attacks: units that must attack or be attacked, and the entries that apply at a given
moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.geometry.criteria_hexes import attack_origin_hexes
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.mandatory_attack_record import AttackDuties, AttackDuty
from hexwright.rules.engine.compiled_criteria import (
    CompiledCriteria,
    TimeContext,
    TimeContextFilter,
    UnitRoster,
    applies_at,
)


@dataclass(frozen=True, slots=True, eq=False)
class CompiledMandatoryAttack:
    """An entry that makes attacks mandatory, with compiled criteria."""

    record: AttackDuty
    criteria: CompiledCriteria
    attacker_hexes: Hexes
    """The hexes from which units must attack."""

    @classmethod
    def of(cls, board: Board, forces: UnitRoster, entry: AttackDuty) -> CompiledMandatoryAttack:
        """Return the compiled form of a mandatory attack entry."""
        return cls(
            entry, CompiledCriteria.of(board, forces, entry), attack_origin_hexes(board, entry.attacking_from)
        )


@dataclass(frozen=True, slots=True)
class ActiveMandatoryAttacks:
    """The mandatory attack entries that can apply at a given moment."""

    attackers: tuple[CompiledMandatoryAttack, ...] = ()
    enemies: tuple[CompiledMandatoryAttack, ...] = ()
    spared: tuple[CompiledMandatoryAttack, ...] = ()

    @property
    def any(self) -> bool:
        """Return whether any attack can be mandatory at this moment."""
        return bool(self.attackers or self.enemies)


class CompiledMandatoryAttacks:
    """The mandatory attack entries for battles by odds; empty if the rules have none."""

    def __init__(
        self, rules: AttackDuties | None, board: Board, forces: UnitRoster, options: Mapping[str, str]
    ) -> None:
        said = rules if rules is not None else AttackDuties()
        self.given = rules is not None
        """Whether the rules have mandatory attacks; only if they do may declared attacks be taken back."""
        self._options = options
        self._times = TimeContextFilter((*said.must_attack, *said.must_be_attacked, *said.exceptions))
        self._all = ActiveMandatoryAttacks(
            *(
                tuple(CompiledMandatoryAttack.of(board, forces, entry) for entry in entries)
                for entries in (said.must_attack, said.must_be_attacked, said.exceptions)
            )
        )
        self._timely: dict[TimeContext, ActiveMandatoryAttacks] = {}

    def active_at(self, moment: TimeContext) -> ActiveMandatoryAttacks:
        """Return the mandatory attack entries that can apply at a given moment."""
        key = self._times.reduce(moment)
        found = self._timely.get(key)
        if found is None:
            found = self._timely[key] = ActiveMandatoryAttacks(
                *(
                    tuple(due for due in dues if applies_at(due.record, key, self._options))
                    for dues in (self._all.attackers, self._all.enemies, self._all.spared)
                )
            )
        return found
