"""Blunders: find the five gross mistakes of a computer player in the record of a game.

Every test asks the compiled game alone: its victory table, its combat tables and its movement rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.ids import SideId
from hexwright.players.assault_plan import AssaultPlanner, attackers_reach, combat_phase_after, prize_values
from hexwright.players.attack_plan import attack_value
from hexwright.players.contact_cost import HOPELESS_LOSS
from hexwright.players.front_repair import avoidable_gap
from hexwright.players.garrisons import (
    SIEGE_HEXES,
    Garrisons,
    defence_strength_in,
    enemy_strength,
    hexes_within,
    places_held,
)
from hexwright.players.prizes import KEY_POINTS, key_hexes, open_prizes, prizes
from hexwright.rules.combat.advance_after_combat import legal_advance_moves
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.combat.combat_phase import defending_units
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import units_yet_to_move

BlunderKind = Literal["prize-declined", "garrison-left", "hopeless-attack", "gap-ignored", "idle-turn"]

GOOD_GAIN: Final = 3.0
"""The expected gain, in points of strength, from which an attack is too good to be left out."""


_GROSS_SHARE: Final = 0.1
"""The share of the attackers' strength from which an expected loss is gross."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A gross mistake of a side."""

    kind: BlunderKind
    side: SideId
    turn: int
    text: str
    """The circumstances, for a designer who looks the game up."""


def find_blunders(rules: RulesEngine, start: State, actions: Iterable[Action]) -> tuple[Blunder, ...]:
    """Return the blunders in a game, in order of play."""
    finder, state = BlunderFinder(rules), start
    for action in actions:
        after = rules.apply(state, action)
        finder.watch(state, action, after)
        state = after
    finder.finish()
    return tuple(finder.found)


class BlunderFinder:
    """Collects the blunders of a game while it is played."""

    def __init__(self, rules: RulesEngine) -> None:
        self.setting = rules.setting
        self.found: list[Blunder] = []
        self._prizes = [prizes(self.setting, side) for side in range(len(self.setting.sides))]
        self._keys = key_hexes(self.setting)
        self._phase: tuple[int, int] | None = None
        self._start: State | None = None
        """The position as the current or last movement phase began."""
        self._player_turn: tuple[int, int] | None = None
        self._starts: list[State] = []
        """The positions as the movement phases of the player turn began."""
        self._battles = 0

    def watch(self, before: State, action: Action, after: State) -> None:
        """Look for blunders in one action."""
        side = self.setting.side(before)
        if (before.turn, side) != self._player_turn:
            self.finish()
            self._player_turn, self._battles = (before.turn, side), 0
        if before.stage == "move":
            if (before.turn, before.phase) != self._phase:
                self._phase, self._start = (before.turn, before.phase), before
                self._starts.append(before)
            if action.kind == "end":
                self._judge_moves(before)
        elif before.stage == "declare" and action.kind == "end":
            self._judge_attacks(after)
        elif before.stage == "advance":
            self._judge_advance(before, action, after)
        if action.kind == "resolve":
            self._battles += 1

    def finish(self) -> None:
        """End a player turn: check whether it passed without a battle."""
        starts, self._starts = self._starts, []
        if starts and not self._battles:
            self._judge_idleness(starts)

    def _report(self, kind: BlunderKind, state: State, side: int, text: str) -> None:
        self.found.append(Blunder(kind, self.setting.sides[side], state.turn, text))

    def _names(self, hexes: Hexes) -> str:
        return ", ".join(self.setting.hex_ids(hexes))

    # Prizes ---------------------------------------------------------------------------------------

    def _judge_advance(self, before: State, action: Action, after: State) -> None:
        """Report a battle after which no attacker entered a hex that wins or scores."""
        if after.stage == "advance" or before.fight is None:
            return
        side = self.setting.side(before)
        offered = union_of(hexes for _, hexes in legal_advance_moves(self.setting, before, before.fight))
        declined = union_of(
            prize.hexes & offered
            for prize in open_prizes(self.setting, before, side, self._prizes[side])
            if not after.occupied[side] & prize.hexes
        )
        if declined:
            self._report("prize-declined", before, side, f"no advance into {self._names(declined)}")

    # Moves ----------------------------------------------------------------------------------------

    def _judge_moves(self, end: State) -> None:
        """Report the blunders of a movement phase, given the position at its end."""
        start = self._start
        if start is None:
            return
        side = self.setting.side(end)
        self._judge_entries(start, end, side)
        self._judge_garrisons(start, end, side)
        self._judge_gaps(start, end, side)

    def _judge_entries(self, start: State, end: State, side: int) -> None:
        """Report a place that decides the game, empty and within reach, that no unit entered."""
        enemies = self.setting.enemy_hexes(end, side)
        wanted = union_of(
            prize.hexes & ~enemies
            for prize in open_prizes(self.setting, end, side, self._prizes[side])
            if prize.points >= KEY_POINTS and (prize.owning or not prize.hexes & enemies)
        )
        legs = legs_of_state(self.setting, start) if wanted else None
        for unit in units_yet_to_move(self.setting, start) if legs is not None else ():
            busy = end.locations[unit] >= 0 and self._keys >> end.locations[unit] & 1
            if not busy and legs is not None and (reached := legs.end_hexes(unit) & wanted):
                self._report("prize-declined", end, side, f"no move into {self._names(reached)}")
                return

    def _judge_garrisons(self, start: State, end: State, side: int) -> None:
        """Report a besieged place that units left although enemies near it are stronger than the rest."""
        setting = self.setting
        for place in places_held(setting, start, side, self._keys):
            area, near = hexes_within(setting, place, SIEGE_HEXES), hexes_within(setting, place, 1)
            threat = enemy_strength(setting, start, side, area)
            had = defence_strength_in(setting, start, side, near)
            kept = defence_strength_in(setting, end, side, near)
            gone = [
                unit
                for unit in setting.units_by_side[side]
                if (here := start.locations[unit]) >= 0
                and near >> here & 1
                and (end.locations[unit] < 0 or not area >> end.locations[unit] & 1)
                and setting.defences[unit][start.steps[unit]]
            ]
            if gone and kept < had and kept < threat:
                names = ", ".join(setting.units[unit] for unit in gone)
                self._report("garrison-left", end, side, f"{names} left {self._names(place)}")

    def _judge_gaps(self, start: State, end: State, side: int) -> None:
        """Report a gap in the front that a unit out of contact could have made smaller without risk."""
        found = avoidable_gap(self.setting, start, end, side, self._garrison_hexes(start, side))
        if found is not None:
            unit, number = found
            name, at = self.setting.units[unit], self.setting.board.ids[number]
            self._report("gap-ignored", end, side, f"{name} could have gone to {at}")

    def _garrison_hexes(self, state: State, side: int) -> Hexes:
        """Return the hexes of the garrisons of places that decide the game and that a side holds."""
        return union_of(
            hexes_within(self.setting, place, 1)
            for place in places_held(self.setting, state, side, self._keys)
        )

    # Battles --------------------------------------------------------------------------------------

    def _judge_attacks(self, state: State) -> None:
        """Report attacks that are expected to lose more than they gain and that serve no other attack.

        A loss is gross if it is at least a point and a tenth of the attackers' strength.
        """
        worth = prize_values(self.setting, state, self.setting.side(state))
        gains = [
            (battle, self._gain_of(state, battle, worth))
            for battle in state.battles
            if battle.overrun_outcome is None
        ]
        good = [battle for battle, gain in gains if gain > 0]
        for battle, gain in gains:
            strength = sum(
                self.setting.strengths[unit][state.steps[unit]] for unit in members(battle.attackers)
            )
            gross = max(HOPELESS_LOSS, _GROSS_SHARE * float(strength))
            if gain <= -gross and not self._supports(state, battle, good):
                chosen = self._chose_contact(state, battle.attackers)
                if chosen:
                    names = ", ".join(self.setting.units[unit] for unit in members(chosen))
                    at = self._names(battle.hexes)
                    self._report(
                        "hopeless-attack", state, self.setting.side(state), f"{names} on {at}, {gain:.1f}"
                    )

    def _gain_of(self, state: State, battle: Battle, worth: Mapping[int, float]) -> float:
        """Return the expected gain of a battle, with the prize that it may win."""
        defenders = defending_units(self.setting, state, battle)
        if not defenders:
            return 0.0
        flees = all(retreat_destinations(self.setting, state, unit) for unit in members(defenders))
        return attack_value(self.setting, state, defenders, battle.attackers, flees, worth)

    def _supports(self, state: State, battle: Battle, good: Iterable[Battle]) -> bool:
        """Return whether a battle frees a better one: one of the two touches the other's enemies."""
        ours = self.setting.board.around(battle.hexes)
        places = union(state.locations[unit] for unit in members(battle.attackers))
        return any(
            self.setting.board.around(other.hexes) & places
            or ours & union(state.locations[unit] for unit in members(other.attackers))
            for other in good
        )

    def _chose_contact(self, state: State, attackers: Units) -> Units:
        """Return the attackers that could have avoided the attack: by not declaring it, or by moving."""
        setting, start = self.setting, self._start
        if not setting.mandatory_attacks.given:
            return attackers
        if start is None:
            return 0
        side = setting.side(state)
        contact = setting.board.around(setting.enemy_hexes(state, side))
        yet = union(units_yet_to_move(setting, start))
        held = self._garrison_hexes(state, side)
        found = 0
        for unit in members(attackers):
            place, now = start.locations[unit], state.locations[unit]
            if place < 0 or held >> now & 1:
                continue  # It has just come, or guards a place that decides the game.
            moved_in = place != now and not contact >> place & 1
            # A unit whose every way out is barred or full had to fight.
            away = yet >> unit & 1 and legs_of_state(setting, start).end_hexes(unit) & ~contact
            if moved_in or (away and away & ~setting.full_hexes(state, unit)):
                found |= 1 << unit
        return found

    # Idleness -------------------------------------------------------------------------------------

    def _judge_idleness(self, starts: Iterable[State]) -> None:
        """Report a turn without battles of a side that is stronger and had a good attack within reach."""
        setting = self.setting
        for state in starts:
            side, combat = setting.side(state), combat_phase_after(setting, state)
            strength = [self._strength_on_map(state, each) for each in range(len(setting.sides))]
            if combat is None or strength[side] < max(
                each for number, each in enumerate(strength) if number != side
            ):
                continue
            garrisons = Garrisons(setting, state, side)
            reach = {
                unit: hexes & garrisons.hexes_open_to(state, unit)
                for unit, hexes in attackers_reach(setting, state, combat).items()
            }
            best = AssaultPlanner(setting, state, combat, reach).best()
            if best is not None and best.value >= GOOD_GAIN:
                at = setting.board.ids[best.target]
                self._report(
                    "idle-turn", state, side, f"no battle, though {at} could be attacked: {best.value:.1f}"
                )
                return

    def _strength_on_map(self, state: State, side: int) -> int:
        setting = self.setting
        return sum(
            setting.strengths[unit][state.steps[unit]]
            for unit in setting.units_by_side[side]
            if state.locations[unit] >= 0
        )
