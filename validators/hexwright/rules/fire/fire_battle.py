"""Fire battle: the units, hexes, weather and supply of one battle of fire combat."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.fire_combat_record import FireRules
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeContext, Units
from hexwright.rules.engine.game_state import (
    DISRUPTED,
    FORTIFIED,
    NEGATED_CONDITIONS,
    Engagement,
    State,
    units_in_condition,
)
from hexwright.rules.fire.fire_criteria import ActiveAttackerRules, ActiveFireRules
from hexwright.rules.supply.supply_range import SupplyShortage, supply_shortage_in_battle

PLACE_AS_UNIT = -1
"""The number used instead of a unit's number if a place fires."""


def fire_rules(setting: CompiledGame) -> FireRules:
    """Return the rules of fire combat; raise ValueError if the game has no such rules."""
    fire = setting.game.rules.fire
    if fire is None:
        raise ValueError(f"{setting.game.slug}: rules.yaml has no 'fire'")
    return fire


def supply_shortage_of_all(setting: CompiledGame, state: State) -> SupplyShortage:
    """Return the units of all sides that lack supply for battles."""
    found = [supply_shortage_in_battle(setting, state, side) for side in range(len(setting.sides))]
    return SupplyShortage(
        union_of(lack.out_of_supply for lack in found), union_of(lack.isolated for lack in found)
    )


def fire_phase(setting: CompiledGame, state: State) -> Phase:
    """Return the phase in which the declared battles are fought, or the air strike phase itself."""
    if setting.phases[state.phase].kind == "air-strike":
        return setting.phases[state.phase]
    for phase in (*setting.phases[state.phase :], *setting.phases[: state.phase]):
        if phase.kind == "fire":
            return phase
    raise ValueError(f"{setting.game.slug}: rules.yaml has no phase of kind 'fire'")


def disrupted(state: State, unit: int) -> bool:
    """Return whether a unit is disrupted."""
    return bool(state.conditions[unit] & DISRUPTED)


def fortified(state: State, unit: int) -> bool:
    """Return whether a unit is fortified."""
    return bool(state.conditions[unit] & FORTIFIED)


def units_in(setting: CompiledGame, state: State, hexes: int, side: int) -> int:
    """Return the units of a side in `hexes`, as a bit set."""
    return union(
        u for u in setting.units_by_side[side] if state.locations[u] >= 0 and hexes >> state.locations[u] & 1
    )


def units_attacked_in(setting: CompiledGame, state: State, hexes: Hexes) -> Units:
    """Return the enemies of the phasing side in `hexes`."""
    side = setting.side(state)
    return union_of(
        units_in(setting, state, hexes, other) for other in range(len(setting.sides)) if other != side
    )


def hexes_with_undisrupted_units(setting: CompiledGame, state: State, side: int) -> int:
    """Return the hexes with an undisrupted unit of a side."""
    return union(
        state.locations[u]
        for u in setting.units_by_side[side]
        if state.locations[u] >= 0 and not disrupted(state, u)
    )


def active_attacker_rules(setting: CompiledGame, state: State) -> ActiveAttackerRules:
    """Return the rules that can apply to attackers in the declared battles."""
    return setting.fire_rules.active_for_attackers(
        setting.time_context(state)._replace(phase=fire_phase(setting, state).id)
    )


def defending_side(setting: CompiledGame, state: State, hex_number: int) -> int:
    """Return the side whose units are in an attacked hex; if the hex is empty, return an enemy of the
    attacker.
    """
    enemies = [side for side in range(len(setting.sides)) if side != setting.side(state)]
    return next((side for side in enemies if state.occupied[side] >> hex_number & 1), enemies[0])


def defenders_of(setting: CompiledGame, state: State, battle: Engagement) -> tuple[int, ...]:
    """Return the units in the attacked hex."""
    side = defending_side(setting, state, battle.hex)
    return tuple(members(units_in(setting, state, 1 << battle.hex, side)))


def attackers_of(state: State, battle: Engagement) -> tuple[int, ...]:
    """Return the attacking ground units that are still on the map."""
    return tuple(u for u in members(battle.attackers) if state.locations[u] >= 0)


@dataclass(frozen=True, slots=True)
class FireBattle:
    """One battle of fire combat at a given moment. Create it with `FireBattle.of`."""

    setting: CompiledGame
    state: State
    rules: FireRules
    phase: Phase
    round: int
    moment: TimeContext
    hex: int
    """The attacked hex."""
    attacker: int
    """The number of the attacking side."""
    defender: int
    attackers: tuple[int, ...]
    """The attacking ground units on the map."""
    defenders: tuple[int, ...]
    air: tuple[int, ...]
    supply_shortage: SupplyShortage
    """The units of all sides that lack supply."""

    @classmethod
    def of(cls, setting: CompiledGame, state: State, battle: Engagement, lack: SupplyShortage) -> FireBattle:
        """Return a battle with its units, round and supply; before the first round, the values are those of
        the first round.
        """
        return cls(
            setting=setting,
            state=state,
            rules=fire_rules(setting),
            phase=fire_phase(setting, state),
            round=max(1, battle.round),
            moment=setting.time_context(state)._replace(phase=fire_phase(setting, state).id),
            hex=battle.hex,
            attacker=setting.side(state),
            defender=defending_side(setting, state, battle.hex),
            attackers=attackers_of(state, battle),
            defenders=defenders_of(setting, state, battle),
            air=tuple(members(battle.air_support)),
            supply_shortage=lack,
        )

    @property
    def firing(self) -> tuple[int, ...]:
        """Return the attackers that fire; disrupted units have no dice."""
        return tuple(u for u in self.attackers if not disrupted(self.state, u))

    def active_rules(self, *, defends: bool) -> ActiveFireRules:
        """Return the rules that can apply in this round to attackers, or to defenders if `defends`."""
        return self.setting.fire_rules.active_in_round(self.moment, self.round, self.hex, defends=defends)

    @property
    def attack_hexes(self) -> Hexes:
        """Return the hexes from which the attackers fire."""
        return union(self.state.locations[unit] for unit in self.firing)

    def applies_to(self, so: CompiledCriteria, unit: int, *, defends: bool) -> bool:
        """Return whether criteria hold for a unit, or for PLACE_AS_UNIT, which belongs to no class."""
        if so.tests_no_unit:
            return True
        if unit == PLACE_AS_UNIT:
            if so.record.classes or so.record.units:
                return False
            if so.record.side and self.setting.sides[self.defender] not in so.record.side:
                return False
        elif not so.units >> unit & 1:
            return False
        if so.tests_enemy and not so.enemies & union(self.attackers if defends else self.defenders):
            return False
        if so.origin_hexes is not None or so.excluded_origins is not None:
            where = -1 if unit == PLACE_AS_UNIT or defends else self.state.locations[unit]
            if not so.matches_step(1 << where if where >= 0 else self.attack_hexes, self.hex):
                return False
        return not so.tests_unit_state or (
            self._is_in_state(so.record, unit) and self._has_nearby_unit(so, unit)
        )

    def _has_nearby_unit(self, so: CompiledCriteria, unit: int) -> bool:
        """Return whether the units near a unit meet the criteria; a place is treated as having no units near
        it.
        """
        if so.record.near is None or unit == PLACE_AS_UNIT:
            return so.record.near is None or so.record.near.missing
        own = self.setting.unit_sets_by_side[self.setting.side_of[unit]]
        return bool(so.filter_by_nearby_units(self.setting.board, self.state.locations, 1 << unit, own))

    def _is_in_state(self, when: Criteria, unit: int) -> bool:
        """Return whether a unit's supply, condition and zone of control meet the criteria.

        Places and air units are treated as in supply, without conditions and outside all zones of control.
        """
        ground = unit != PLACE_AS_UNIT and self.state.locations[unit] >= 0
        if when.supply is not None and not (
            self.supply_shortage.units_supplied_as(when.supply) >> unit & 1 if ground else when.supply == "in"
        ):
            return False
        if when.condition is not None:
            asked = when.condition
            if not (
                units_in_condition(self.state, asked) >> unit & 1 if ground else asked in NEGATED_CONDITIONS
            ):
                return False
        if when.enemy_zoc is None:
            return True
        zones = self.setting.ezoc_hexes(self.state, self.setting.side_of[unit]) if ground else 0
        return (ground and bool(zones >> self.state.locations[unit] & 1)) == (when.enemy_zoc == "in")
