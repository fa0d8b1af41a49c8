"""Contact costs: what it costs a unit to stand beside enemies that it must then attack."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.players.attack_plan import ELIMINATION_VALUE, expected_gain
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.combat.ignored_defenders import without_ignored_defenders
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State

HOPELESS_LOSS: Final = 1.0
"""The expected loss, in points of strength, from which an attack is hopeless."""


class ContactCosts:
    """The expected losses of units that must attack because they are adjacent to enemies."""

    def __init__(self, setting: CompiledGame, state: State, combat: int) -> None:
        self.setting = setting
        duties = setting.mandatory_attacks.active_at(setting.time_context(replace(state, phase=combat)))
        self.units: Units = union_of(due.criteria.units for due in duties.attackers)
        """The units that must attack."""
        self.enemies: Units = union_of(due.criteria.enemies for due in duties.attackers)
        """The enemies that they must attack."""
        self._spared = [(due.criteria.units, due.attacker_hexes) for due in duties.spared]
        self.combat = combat
        self._binding: dict[int, Hexes] = {}
        self._known: dict[tuple[Hex, Units, Hex], float] = {}
        """The expected gains of attacks, by target, attackers and the hex of the unit that joined them."""
        self._shares = _shares_by_column(setting)

    def hexes_binding(self, unit: int) -> Hexes:
        """Return the hexes in which a unit beside enemies must attack."""
        found = self._binding.get(unit)
        if found is None:
            spared = union_of(hexes for units, hexes in self._spared if units >> unit & 1)
            found = self.setting.board.every & ~spared if self.units >> unit & 1 else 0
            self._binding[unit] = found
        return found

    def cost(self, strength: float, attack: float, defence: float, side: int, enemy_hex: Hex) -> float:
        """Return the expected loss less the gain of a unit that joins an attack on a hex of an enemy side."""
        defence *= 2.0 ** max(0.0, self.setting.defensive_shifts[side][enemy_hex])
        column = _column(self.setting, attack, max(1.0, defence))
        lost, won = self._shares[column]
        share = strength / max(1.0, attack)
        return lost * (strength + ELIMINATION_VALUE) - won * share * (defence + ELIMINATION_VALUE)

    def is_hopeless(self, state: State, unit: int, number: Hex, assaulted: Collection[Hex]) -> bool:
        """Return whether a unit in a hex would have to make an attack that is expected to lose strength.

        Enemies that planned assaults attack don't count, and all friends beside an enemy attack it.
        """
        if not self.hexes_binding(unit) >> number & 1:
            return False
        setting, side = self.setting, self.setting.side_of[unit]
        near = setting.board.near
        targets = near[number] & setting.enemy_hexes(state, side)
        there: State | None = None
        for target in members(targets):
            if target in assaulted:
                continue
            if there is None:
                there = self._position(state, unit, number)
            where = there.locations
            enemies = union(n for n, place in enumerate(where) if place == target)
            defenders = without_ignored_defenders(setting, there, enemies)
            if not defenders & self.enemies:
                continue
            friends = union(
                mate
                for mate in members(self.units & setting.unit_sets_by_side[side])
                if where[mate] >= 0 and near[target] >> where[mate] & 1
            )
            key = (target, friends, number)
            value = self._known.get(key)
            if value is None:
                flees = all(retreat_destinations(setting, there, one) for one in members(defenders))
                value = self._known[key] = expected_gain(setting, there, defenders, friends, flees)
            if value <= -HOPELESS_LOSS:
                return True
        return False

    def _position(self, state: State, unit: int, number: Hex) -> State:
        """Return the position in the combat phase if a unit stood in a hex."""
        side = self.setting.side_of[unit]
        where = (*state.locations[:unit], number, *state.locations[unit + 1 :])
        own = union(where[mate] for mate in self.setting.units_by_side[side] if where[mate] >= 0)
        occupied = tuple(own if n == side else hexes for n, hexes in enumerate(state.occupied))
        return replace(state, locations=where, occupied=occupied, phase=self.combat, stage="declare")


def _column(setting: CompiledGame, attack: float, defence: float) -> int:
    """Return the number of the column of the combat table for two strengths, from 0."""
    _, columns = setting.tables[setting.table_ids[0]]
    reached = attack / defence if columns.by == "odds" else attack - defence
    return max(0, sum(reached >= numerator / denominator for numerator, denominator in columns.least) - 1)


def _shares_by_column(setting: CompiledGame) -> tuple[tuple[float, float], ...]:
    """Return, by column, the share of the attackers and of the defenders that a battle costs on average."""
    table, columns = setting.tables[setting.table_ids[0]]
    found = []
    for column in range(len(columns.least)):
        lost = won = 0.0
        for roll, ways in table.roll_frequencies.items():
            effects = setting.combat.effects[table.row(roll)[column]]
            if {"attacker-eliminated", "attacker-to-cadre"} & {*effects}:
                lost += ways
            elif {"attacker-exchange", "attacker-exchange-half", "attacker-step-loss"} & {*effects}:
                lost += ways / 2
            elif "attacker-retreat" in effects:
                lost += ways / 4
            if {"defender-eliminated", "defender-to-cadre"} & {*effects}:
                won += ways
            elif {"defender-retreat", "defender-step-loss"} & {*effects}:
                won += ways / 4
        throws = table.die**table.dice
        found.append((lost / throws, won / throws))
    return tuple(found)
