"""Look at a battle: who is in it, from where, over what, in which weather and with what supply."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry.bitsets import members, together, union
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.fire_combat_record import FireRules
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Circumstance, Moment, Units
from hexwright.rules.engine.game_state import DISRUPTED, FORTIFIED, NOT_SO, Engagement, State, in_condition
from hexwright.rules.fire.fire_criteria import Around, Counting
from hexwright.rules.supply.supply_range import Lack, lacking_in_battle

PLACE = -1
"""Who fires where no unit does, but a place."""


def fire_rules(setting: Setting) -> FireRules:
    """Return how battles are fought by fire; raise ValueError in a game without it."""
    fire = setting.game.rules.fire
    if fire is None:
        raise ValueError(f"{setting.game.slug}: rules.yaml has no 'fire'")
    return fire


def lack_of_all(setting: Setting, state: State) -> Lack:
    """Return who of all sides lacks supply in battles."""
    found = [lacking_in_battle(setting, state, side) for side in range(len(setting.sides))]
    return Lack(together(lack.out for lack in found), together(lack.isolated for lack in found))


def fire_phase(setting: Setting, state: State) -> Phase:
    """Return the phase in which the battles are fought that are allocated or fought now, or the strike."""
    if setting.phases[state.phase].kind == "air-strike":
        return setting.phases[state.phase]
    for phase in (*setting.phases[state.phase :], *setting.phases[: state.phase]):
        if phase.kind == "fire":
            return phase
    raise ValueError(f"{setting.game.slug}: rules.yaml has no phase of fire")


def disrupted(state: State, unit: int) -> bool:
    """Tell whether a unit is disrupted."""
    return bool(state.conditions[unit] & DISRUPTED)


def fortified(state: State, unit: int) -> bool:
    """Tell whether a unit is fortified."""
    return bool(state.conditions[unit] & FORTIFIED)


def units_in(setting: Setting, state: State, hexes: int, side: int) -> int:
    """Return the units of a side in some hexes, as a set of numbers."""
    return union(u for u in setting.of_side[side] if state.where[u] >= 0 and hexes >> state.where[u] & 1)


def attacked_in(setting: Setting, state: State, hexes: Hexes) -> Units:
    """Return the units in some hexes that the side whose phase it is fights there."""
    side = setting.side(state)
    return together(
        units_in(setting, state, hexes, other) for other in range(len(setting.sides)) if other != side
    )


def unbroken(setting: Setting, state: State, side: int) -> int:
    """Return the hexes with an undisrupted unit of a side."""
    return union(
        state.where[u] for u in setting.of_side[side] if state.where[u] >= 0 and not disrupted(state, u)
    )


def around(setting: Setting, state: State) -> Around:
    """Return what can count of attackers in the battles that are allocated or fought now."""
    return setting.fire.around(setting.moment(state)._replace(phase=fire_phase(setting, state).id))


def defending_side(setting: Setting, state: State, hex_number: int) -> int:
    """Return the side that holds a hex under attack; an enemy of the attacker's once it is clear."""
    enemies = [side for side in range(len(setting.sides)) if side != setting.side(state)]
    return next((side for side in enemies if state.occupied[side] >> hex_number & 1), enemies[0])


def defenders_of(setting: Setting, state: State, battle: Engagement) -> tuple[int, ...]:
    """Return the units in the hex attacked."""
    side = defending_side(setting, state, battle.hex)
    return tuple(members(units_in(setting, state, 1 << battle.hex, side)))


def attackers_of(state: State, battle: Engagement) -> tuple[int, ...]:
    """Return the ground units that attack and are still on the map."""
    return tuple(u for u in members(battle.attackers) if state.where[u] >= 0)


@dataclass(frozen=True, slots=True)
class Scene:
    """A battle as it stands. Build it with `Scene.of`."""

    setting: Setting
    state: State
    rules: FireRules
    phase: Phase
    round: int
    moment: Moment
    hex: int
    """The hex attacked."""
    attacker: int
    """The attacking side."""
    defender: int
    attackers: tuple[int, ...]
    """The ground units that attack, those off the map left out."""
    defenders: tuple[int, ...]
    air: tuple[int, ...]
    lack: Lack
    """Who of all sides lacks supply."""

    @classmethod
    def of(cls, setting: Setting, state: State, battle: Engagement, lack: Lack) -> Scene:
        """Look at a battle; before its first round, as it will be then."""
        return cls(
            setting=setting,
            state=state,
            rules=fire_rules(setting),
            phase=fire_phase(setting, state),
            round=max(1, battle.round),
            moment=setting.moment(state)._replace(phase=fire_phase(setting, state).id),
            hex=battle.hex,
            attacker=setting.side(state),
            defender=defending_side(setting, state, battle.hex),
            attackers=attackers_of(state, battle),
            defenders=defenders_of(setting, state, battle),
            air=tuple(members(battle.air)),
            lack=lack,
        )

    @property
    def firing(self) -> tuple[int, ...]:
        """Return the attackers that fire: the disrupted have no dice."""
        return tuple(u for u in self.attackers if not disrupted(self.state, u))

    def counting(self, *, defends: bool) -> Counting:
        """Return what can count in this round for the units of a role."""
        return self.setting.fire.counting(self.moment, self.round, self.hex, defends=defends)

    @property
    def froms(self) -> Hexes:
        """Return the hexes from which attackers fire."""
        return union(self.state.where[unit] for unit in self.firing)

    def counts(self, so: Circumstance, unit: int, *, defends: bool) -> bool:
        """Tell whether what can count does for a unit, or for a place (PLACE), which is of no class."""
        if so.anyone:
            return True
        if unit == PLACE:
            if so.when.classes or so.when.units:
                return False
            if so.when.side and self.setting.sides[self.defender] not in so.when.side:
                return False
        elif not so.units >> unit & 1:
            return False
        if so.hostile and not so.enemies & union(self.attackers if defends else self.defenders):
            return False
        if so.froms is not None or so.spared is not None:
            where = -1 if unit == PLACE or defends else self.state.where[unit]
            if not so.stepped(1 << where if where >= 0 else self.froms, self.hex):
                return False
        return not so.standing or (self._stands(so.when, unit) and self._accompanied(so, unit))

    def _accompanied(self, so: Circumstance, unit: int) -> bool:
        """Tell whether other units stand near as is asked; a place has no company."""
        if so.when.near is None or unit == PLACE:
            return so.when.near is None or so.when.near.missing
        own = self.setting.units_of[self.setting.side_of[unit]]
        return bool(so.near(self.setting.board, self.state.where, 1 << unit, own))

    def _stands(self, when: When, unit: int) -> bool:
        """Tell whether a unit stands as is asked; places and air units as if nothing had befallen them."""
        ground = unit != PLACE and self.state.where[unit] >= 0
        if when.supply is not None and not (
            self.lack.so(when.supply) >> unit & 1 if ground else when.supply == "in"
        ):
            return False
        if when.condition is not None:
            asked = when.condition
            if not (in_condition(self.state, asked) >> unit & 1 if ground else asked in NOT_SO):
                return False
        if when.zone is None:
            return True
        zones = self.setting.ezoc(self.state, self.setting.side_of[unit]) if ground else 0
        return (ground and bool(zones >> self.state.where[unit] & 1)) == (when.zone == "in")
