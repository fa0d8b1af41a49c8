"""Fire criteria: find the entries of fire combat that can apply, given the phase, weather, turn, round, hex
and role.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from hexwright.geometry.hex_board import Board, Hex
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.fire_combat_record import (
    DefenceBonus,
    DiceDivisor,
    DiceLimit,
    Exploitation,
    FireRules,
    FireStrength,
    HexsideLimitException,
    HitModifier,
    NotDisrupted,
    RoleCriteria,
    RoundCriteria,
    Stronghold,
)
from hexwright.rules.combat.mandatory_attacks import CompiledMandatoryAttack
from hexwright.rules.engine.compiled_criteria import (
    CompiledCriteria,
    TimeContext,
    TimeContextFilter,
    UnitRoster,
    applies_at,
)

T = TypeVar("T", bound=Criteria)
R = TypeVar("R", bound=RoundCriteria)


@dataclass(frozen=True, slots=True, eq=False)
class RecordWithCriteria(Generic[T]):
    """An entry with its compiled criteria."""

    record: T
    criteria: CompiledCriteria


@dataclass(frozen=True, slots=True)
class ActiveFireRules:
    """The entries that can apply in a round to attackers or to defenders; criteria about single units are
    tested later.
    """

    strengths: tuple[RecordWithCriteria[FireStrength], ...]
    changes: tuple[RecordWithCriteria[HitModifier], ...]
    limits: tuple[RecordWithCriteria[DiceLimit], ...]
    air_limits: tuple[RecordWithCriteria[DiceLimit], ...]
    divisions: tuple[RecordWithCriteria[DiceDivisor], ...]
    bonuses: tuple[RecordWithCriteria[DefenceBonus], ...]
    strongholds: tuple[RecordWithCriteria[Stronghold], ...]


@dataclass(frozen=True, slots=True)
class ActiveAttackerRules:
    """The entries that can apply to attackers before and after battles; criteria about hexes are tested
    later.
    """

    hexside_limit_exceptions: tuple[RecordWithCriteria[HexsideLimitException], ...]
    mandatory_attacks: tuple[CompiledMandatoryAttack, ...]
    undisrupted_advances: tuple[RecordWithCriteria[NotDisrupted], ...]
    exploitations: tuple[RecordWithCriteria[Exploitation], ...]


class CompiledFireRules:
    """The entries of fire combat, compiled for a scenario."""

    def __init__(
        self, rules: FireRules, board: Board, forces: UnitRoster, options: Mapping[str, str]
    ) -> None:
        def asked(entries: Iterable[T]) -> tuple[RecordWithCriteria[T], ...]:
            return tuple(
                RecordWithCriteria(entry, CompiledCriteria.of(board, forces, entry)) for entry in entries
            )

        advance = rules.advance
        self._options = options
        self._strengths, self._changes = asked(rules.strengths), asked(rules.hit_modifiers)
        self._limits, self._divisions = asked(rules.dice_limits), asked(rules.dice_divisors)
        self._bonuses, self._strongholds = asked(rules.defence_bonuses), asked(rules.strongholds)
        self._more = asked(rules.hexside_limit.exceptions)
        self._duties = tuple(CompiledMandatoryAttack.of(board, forces, duty) for duty in rules.must_attack)
        self._steady = asked(advance.not_disrupted if advance is not None else ())
        self._beyond = asked(advance.exploitation if advance is not None else ())
        everything: tuple[tuple[RecordWithCriteria[Criteria], ...], ...] = (
            *(self._strengths, self._changes, self._limits, self._divisions, self._bonuses),  # type: ignore[assignment]
            *(self._strongholds, self._more, self._steady, self._beyond),
        )
        entries = (*(one.record for kind in everything for one in kind), *rules.must_attack)
        self._times = TimeContextFilter(entries)
        self._counting: dict[tuple[TimeContext, int, Hex, bool], ActiveFireRules] = {}
        self._now: dict[TimeContext, ActiveFireRules] = {}
        self._around: dict[TimeContext, ActiveAttackerRules] = {}

    def active_in_round(
        self, moment: TimeContext, fought: int, here: Hex, *, defends: bool
    ) -> ActiveFireRules:
        """Return the entries that can apply in a round of a battle for a hex."""
        when = self._times.reduce(moment)
        key = (when, fought, here, defends)
        found = self._counting.get(key)
        if found is None:
            role = "defence" if defends else "attack"

            def placed(entries: tuple[RecordWithCriteria[R], ...]) -> tuple[RecordWithCriteria[R], ...]:
                return tuple(
                    one
                    for one in entries
                    if one.criteria.hexes >> here & 1
                    and (not one.record.rounds or fought in one.record.rounds)
                    and (not isinstance(one.record, RoleCriteria) or one.record.role in (None, role))
                )

            now = self._active_at(when)
            found = self._counting[key] = ActiveFireRules(
                strengths=placed(now.strengths),
                changes=placed(now.changes),
                limits=placed(now.limits),
                air_limits=placed(now.air_limits),
                divisions=placed(now.divisions),
                bonuses=placed(now.bonuses),
                strongholds=placed(now.strongholds),
            )
        return found

    def _active_at(self, when: TimeContext) -> ActiveFireRules:
        """Return the entries that can apply at a given time, for any hex and unit."""
        found = self._now.get(when)
        if found is None:
            limits = self._is_active(self._limits, when)
            found = self._now[when] = ActiveFireRules(
                strengths=self._is_active(self._strengths, when),
                changes=self._is_active(self._changes, when),
                limits=tuple(one for one in limits if not one.record.for_air_units),
                air_limits=tuple(one for one in limits if one.record.for_air_units),
                divisions=self._is_active(self._divisions, when),
                bonuses=self._is_active(self._bonuses, when),
                strongholds=self._is_active(self._strongholds, when),
            )
        return found

    def active_for_attackers(self, moment: TimeContext) -> ActiveAttackerRules:
        """Return the entries that can apply to attackers in the phase in which battles are fought."""
        key = self._times.reduce(moment)
        found = self._around.get(key)
        if found is None:
            found = self._around[key] = ActiveAttackerRules(
                hexside_limit_exceptions=self._is_active(self._more, key),
                mandatory_attacks=tuple(
                    due for due in self._duties if applies_at(due.record, key, self._options)
                ),
                undisrupted_advances=self._is_active(self._steady, key),
                exploitations=self._is_active(self._beyond, key),
            )
        return found

    def _is_active(
        self, entries: tuple[RecordWithCriteria[T], ...], when: TimeContext
    ) -> tuple[RecordWithCriteria[T], ...]:
        return tuple(one for one in entries if applies_at(one.record, when, self._options))
