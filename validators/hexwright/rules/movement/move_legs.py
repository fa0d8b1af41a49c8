"""Move legs: move units in legs; each leg uses the part of the allowance that earlier legs have left.

A leg captures as few enemy places on its way as the movement left permits. Of the paths that capture equally
few places, the leg follows the cheapest. A player who wants another path must move in shorter legs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union_of
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.model.rules.movement_record import MovementMode
from hexwright.queries.movement_flood import (
    Ground,
    Levels,
    Sources,
    ends,
    flood,
    passed,
    spent_in,
    spent_to,
    trail,
)
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import MovementLeft, State, entrained_units, noted_supply
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.movement.movement_ways import MovementWay
from hexwright.rules.transport.rail_capacity import usable_train_hexes


@dataclass(frozen=True, slots=True)
class MovementObstacles:
    """The sets of hexes that restrict all moving units of a side."""

    enemies: Hexes
    ezoc: Hexes
    friends: Hexes
    unowned_places: Hexes
    """Places that the side doesn't own."""
    regained_places: Hexes
    """Places captured by moves of this phase; they change owner again if these moves are taken back."""

    @classmethod
    def of(cls, setting: CompiledGame, state: State, side: int) -> MovementObstacles:
        """Return the obstacles for a side in a state."""
        enemies = setting.enemy_hexes(state, side)
        foreign = setting.places & ~state.owned[side]
        start = state.movement_start
        regained = 0 if start is None else setting.places & state.owned[side] & ~start.owned[side]
        return cls(enemies, setting.ezoc_hexes(state, side), state.occupied[side], foreign, regained)


class MoveLeg(NamedTuple):
    """The result of one leg of a move."""

    places_taken: Hexes
    """The enemy places captured on the way and at the end."""
    movement_left: MovementLeft
    may_attack: bool
    """Whether the unit may still attack in the next combat phase."""
    front_crossed: int = 0
    """The fortified hexside that is destroyed because the leg crosses its front."""
    network_hexes: Hexes = 0
    """The hexes of changeable networks on the leg's path."""
    places_crossed: Hexes = 0
    """The places on the leg's path or at its end that other moves captured earlier in the phase."""
    fronts_crossed: int = 0
    """The fortified hexsides whose front the leg crosses and which other moves of the phase destroyed."""


def spent_when_halted(way: MovementWay, spent: int) -> int:
    """Return the value recorded for a unit that an EZOC stopped. The value exceeds the allowance and encodes
    the points spent.

    If more than the allowance was spent, `spent` is returned unchanged.
    """
    return way.allowance + 2 + spent if spent <= way.allowance else spent


class LegFinder:
    """All possible next legs of units on the map in one position, computed on demand."""

    def __init__(self, setting: CompiledGame, state: State) -> None:
        self.setting, self.state = setting, state
        self.moment = setting.time_context_of_moves(state)
        self._known = setting.cached_ways(self.moment)
        self.left = dict(state.movement_left)
        """For each unit that has moved, the movement it has left."""
        self.field = MovementObstacles.of(setting, state, setting.side(state))
        """The obstacles of the phasing side; other sides' units don't move."""
        self.riding = 0
        """The entrained units."""
        self.shy = 0
        """The units that may not enter an EZOC because they entrained or detrained in this phase."""
        self._bars = False
        if setting.train_mode is not None and setting.train_mode.entraining is not None:
            rule = setting.train_mode.entraining
            self.riding = entrained_units(state)
            self.shy = 0 if rule.may_enter_ezoc else state.used_trains
            self._bars = not rule.may_attack
        self._grounds: dict[tuple[str, bool], Ground] = {}
        self._levels: dict[tuple[int, int], Levels] = {}

    def ways(self, unit: int) -> tuple[MovementWay, ...]:
        """Return a unit's movement modes in this phase, even if the unit has no movement left.

        The modes cross no intact fortified hexside; `leg_across_front` handles such a step as a separate leg.
        """
        found = self._available_ways(unit, faced=False)
        whole = self._intact_fronts
        return (
            tuple(self.setting.fortified_hexsides.without_intact_fronts(way, whole) for way in found)
            if whole
            else found
        )

    def _available_ways(self, unit: int, *, faced: bool) -> tuple[MovementWay, ...]:
        state = self.state
        supply, step = noted_supply(state, unit), state.steps[unit]
        found = self._known.get((unit, step, supply, faced))
        return found or self.setting.ways(self.moment, unit, step, supply=supply, faced=faced)

    @cached_property
    def _intact_fronts(self) -> int:
        """Return the intact fortified hexsides that the phasing side can destroy."""
        setting = self.setting
        return (
            setting.fortified_hexsides.intact_hexsides(self.state.fallen_hexsides, setting.side(self.state))
            if setting.has_fortified_hexsides
            else 0
        )

    @cached_property
    def _fallen_fronts(self) -> int:
        """Return the hexsides that moves of this phase destroyed, including the hexsides of whole lines that
        have fallen.
        """
        if not self.state.hexsides_breached:
            return 0
        walls, now = self.setting.fortified_hexsides, self.state.fallen_hexsides
        before = now & ~union_of(broken for _, broken in self.state.hexsides_breached)
        return walls.fallen(now) & ~walls.fallen(before)

    def leg_across_front(self, unit: int, goal: Hex) -> MoveLeg | None:
        """Return a unit's step across an intact fortified hexside; None if the unit can't take such
        a step.
        """
        here, field = self.state.locations[unit], self.field
        wall = (
            self.setting.fortified_hexsides.hexside_between(here, goal) & self._intact_fronts
            if self._intact_fronts
            else 0
        )
        if not wall:
            return None
        end = 1 << goal
        left: list[tuple[int, int, int]] = []
        ready = False
        for number, way in enumerate(self._available_ways(unit, faced=True)):
            ground, sources = self._flood_ground(way.mode, unit), self._sources(unit, number, way)
            if not sources:
                continue
            stopped = way.mode.ezoc == "stops" and field.ezoc & end
            step = ground._replace(open_hexes=ground.open_hexes & end)
            for layer, reached in enumerate(flood(way, step, sources)):
                spent = spent_in(reached, end)
                if spent >= 0:
                    left.append((number, layer, spent_when_halted(way, spent) if stopped else spent))
                    ready |= way.allows_attack
        crossed = field.regained_places & end
        found = MoveLeg(field.unowned_places & end, tuple(left), ready, wall, places_crossed=crossed)
        return found if left else None

    def _hexes_across_fronts(self, unit: int, *, attacks: bool = False) -> Hexes:
        """Return the hexes that a unit may enter across an intact fortified hexside."""
        if not self._intact_fronts:
            return 0
        found = 0
        for goal in members(
            self.setting.fortified_hexsides.hexes_behind(self.state.locations[unit], self._intact_fronts)
        ):
            leg = self.leg_across_front(unit, goal)
            if leg is not None and (leg.may_attack or not attacks):
                found |= 1 << goal
        return found

    def end_hexes(self, unit: int) -> Hexes:
        """Return the hexes where a unit's next leg may end."""
        found = self._hexes_across_fronts(unit)
        for number, way in enumerate(self.ways(unit)):
            if not way.is_redundant:
                found |= ends(self._flood_way(unit, number, way))
        return self._hexes_free_to_end(unit, found)

    def end_hexes_for_attack(self, unit: int) -> Hexes:
        """Return the hexes where a unit's next leg may end so that the unit may still attack."""
        if self._bars and (self.riding | self.state.used_trains) >> unit & 1:
            return 0
        found = self._hexes_across_fronts(unit, attacks=True)
        for number, way in enumerate(self.ways(unit)):
            if way.allows_attack:
                found |= ends(self._flood_way(unit, number, way))
        return self._hexes_free_to_end(unit, found)

    def can_afford_exit(self, unit: int, cost: str) -> bool:
        """Return whether a unit has enough movement points left to exit the map, including the cost of
        leaving an EZOC.
        """
        here = self.state.locations[unit]
        held = self.field.ezoc >> here & 1
        for number, way in enumerate(self.ways(unit)):
            line = way.mode.along
            if line is not None and not self.setting.board.links[line][here]:
                continue
            asked = Fraction(cost) * way.parts_per_point + (way.leave if held else 0)
            if any(spent + asked <= way.allowance for _, spent, _ in self._sources(unit, number, way)):
                return True
        return False

    def fewest_points_to(self, unit: int, goal: Hex) -> Fraction:
        """Return the fewest movement points that a unit must spend to reach a possible end hex."""
        if (step := self.leg_across_front(unit, goal)) is not None:
            ways = self._available_ways(unit, faced=True)
            spent_by = ((ways[number], spent) for number, _, spent in step.movement_left)
            return min(Fraction(min(spent, way.allowance), way.parts_per_point) for way, spent in spent_by)
        found = (
            Fraction(min(spent, way.allowance), way.parts_per_point)
            for number, way in enumerate(self.ways(unit))
            if (spent := spent_to(self._flood_way(unit, number, way), 1 << goal)) >= 0
        )
        return min(found)

    def _hexes_free_to_end(self, unit: int, hexes: Hexes) -> Hexes:
        """Return `hexes` without the unit's own hex, and without full hexes if stacking is always
        enforced.
        """
        # Units may pass through friends. A move ends where there is room, at the latest at the end of the
        # phase.
        full = 0 if self.setting.may_overstack_in_phase else self.setting.full_hexes(self.state, unit)
        return hexes & ~full & ~(1 << self.state.locations[unit])

    def leg_to(self, unit: int, goal: Hex) -> MoveLeg:
        """Return a unit's leg to another hex; raise IllegalAction if no path leads there."""
        if (step := self.leg_across_front(unit, goal)) is not None:
            return step
        end = 1 << goal
        field = self.field
        foreign = field.unowned_places & ~end
        ways = self.ways(unit)
        if len(ways) == 1 and ways[0].plain:
            # Most games have only one movement mode, and most legs pass no place.
            met = 0
            for spent, hexes in enumerate(self._flood_way(unit, 0, ways[0])[0]):
                if hexes & end:
                    if met & foreign:
                        break
                    stopped = ways[0].mode.ezoc == "stops" and field.ezoc & end
                    rest = spent_when_halted(ways[0], spent) if stopped else spent
                    on_way = (
                        self._network_hexes_on_way(unit, 0, ways[0], goal, foreign)
                        if met & self._changeable_hexes
                        else 0
                    )
                    return MoveLeg(
                        field.unowned_places & end,
                        ((0, 0, rest),),
                        may_attack=True,
                        network_hexes=on_way,
                        places_crossed=self._places_crossed(unit, 0, ways[0], goal, foreign),
                        fronts_crossed=self._fronts_crossed(unit, 0, ways[0], goal, foreign),
                    )
                met |= hexes
        taken = self._places_taken(unit, goal, foreign)
        left: list[tuple[int, int, int]] = []
        ready = False
        for number, way in enumerate(ways):
            # Every mode that can lead here without passing other places may continue.
            levels = self._flood_around_places(unit, number, way, end, foreign & ~taken)
            stopped = way.mode.ezoc == "stops" and field.ezoc & end
            for layer, reached in enumerate(levels):
                spent = spent_in(reached, end)
                if spent >= 0:
                    left.append((number, layer, spent_when_halted(way, spent) if stopped else spent))
                    ready |= way.allows_attack
        # Of the modes that lead there, prefer the first after which the unit may attack.
        first = min(left, key=lambda one: not ways[one[0]].allows_attack)[0]
        shut = foreign & ~taken
        return MoveLeg(
            taken | field.unowned_places & end,
            tuple(left),
            ready,
            network_hexes=self._network_hexes_on_way(unit, first, ways[first], goal, shut),
            places_crossed=self._places_crossed(unit, first, ways[first], goal, shut),
            fronts_crossed=self._fronts_crossed(unit, first, ways[first], goal, shut),
        )

    def path_hexes(self, unit: int, goal: Hex) -> Hexes:
        """Return the hexes that a unit's leg to a possible end hex enters, including the end hex.

        Raises IllegalAction if no path leads there.
        """
        end = 1 << goal
        if self.leg_across_front(unit, goal) is not None:
            return end
        foreign = self.field.unowned_places & ~end
        shut = foreign & ~self._places_taken(unit, goal, foreign)
        ways = self.ways(unit)
        found = [
            (not way.allows_attack, Fraction(spent, way.parts_per_point), number)
            for number, way in enumerate(ways)
            if (spent := spent_to(self._flood_around_places(unit, number, way, end, shut), end)) >= 0
        ]
        number = min(found)[2]
        return self._trail(unit, number, ways[number], end, shut)

    def _places_crossed(self, unit: int, number: int, way: MovementWay, goal: Hex, shut: Hexes) -> Hexes:
        """Return the places captured in this phase that a leg enters: its end hex, and the places that every
        path of the same cost must enter.

        If several places can't all be avoided, the path avoids the places with lower numbers first. The path
        always avoids the places in `shut`.
        """
        end = 1 << goal
        found = self.field.regained_places & end
        others = self.field.regained_places & ~end
        if others:
            cost = spent_to(self._flood_around_places(unit, number, way, end, shut), end)
            for place in members(others):
                around = self._flood_around_places(unit, number, way, end, shut | 1 << place)
                if spent_to(around, end) == cost:
                    shut |= 1 << place
                else:
                    found |= 1 << place
        return found

    def _fronts_crossed(self, unit: int, number: int, way: MovementWay, goal: Hex, shut: Hexes) -> int:
        """Return the hexsides destroyed in this phase whose front every path of the same cost must cross.

        If several fronts can't all be avoided, the path avoids the fronts with lower numbers first. The path
        always avoids the places in `shut`.
        """
        found, closed = 0, 0
        if self._fallen_fronts:
            end, walls = 1 << goal, self.setting.fortified_hexsides
            ground, sources = self._flood_ground(way.mode, unit), self._sources(unit, number, way)
            cost = spent_to(flood(way, ground, sources, shut), end)
            for front in members(self._fallen_fronts):
                around = walls.without_intact_fronts(way, closed | 1 << front)
                if spent_to(flood(around, ground, sources, shut), end) == cost:
                    closed |= 1 << front
                else:
                    found |= 1 << front
        return found

    @property
    def _changeable_hexes(self) -> Hexes:
        return self.setting.changeable_hexes

    def _network_hexes_on_way(
        self, unit: int, number: int, way: MovementWay, goal: Hex, shut: Hexes
    ) -> Hexes:
        """Return the hexes of changeable networks on the cheapest path of a leg, including its end hex.

        The path avoids the places in `shut`.
        """
        changing = self._changeable_hexes
        return self._trail(unit, number, way, 1 << goal, shut) & changing if changing else 0

    def _trail(self, unit: int, number: int, way: MovementWay, goal: Hexes, shut: Hexes) -> Hexes:
        done = self._flood_around_places(unit, number, way, goal, shut), self._sources(unit, number, way)
        return trail(self.setting.board, way, self._flood_ground(way.mode, unit), done, goal, shut)

    @cached_property
    def _usable_train_hexes(self) -> Hexes:
        """Return the hexes through which entrained units may ride now, including the hexes they occupy."""
        return usable_train_hexes(self.setting, self.state, self.setting.side(self.state))

    def _flood_ground(self, mode: MovementMode, unit: int) -> Ground:
        """Return the open hexes, stop hexes and EZOC hexes for a unit that moves in a mode."""
        # A unit entrained in this phase may have to stay out of EZOC.
        shy = self.shy >> unit & 1 == 1
        found = self._grounds.get((mode.id, shy))
        if found is None:
            field = self.field
            # A unit never enters a hex with an enemy unit.
            open_hexes = self.setting.board.every & ~field.enemies
            if mode.entraining is not None:
                open_hexes = self._usable_train_hexes
            if mode.ezoc == "forbidden" or shy:
                open_hexes &= (
                    ~field.ezoc
                )  # This mode never enters an EZOC, even in a hex with a friendly unit.
            if not mode.through_friendly_units:
                open_hexes &= ~field.friends
            stops = field.ezoc if mode.ezoc == "stops" else 0
            found = self._grounds[mode.id, shy] = Ground(open_hexes, stops, field.ezoc)
        return found

    def _sources(self, unit: int, number: int, way: MovementWay) -> Sources:
        here = 1 << self.state.locations[unit]
        if self.riding or way.is_for_entrained:
            if bool(self.riding >> unit & 1) != way.is_for_entrained:
                return ()
            if way.is_for_entrained and not self._usable_train_hexes & here:
                return ()
        left = self.left.get(unit) if self.left else None
        if left is None:
            return ((0, 0, here),)
        limit = way.allowance
        return [(layer, spent, here) for at, layer, spent in left if at == number and spent <= limit]

    def _flood_way(self, unit: int, number: int, way: MovementWay) -> Levels:
        """Return the hexes that a unit can reach with the movement it has left in a mode, by cost; `[[]]` if
        it has none left.
        """
        key = (unit, number)
        levels = self._levels.get(key)
        if levels is None:
            sources = self._sources(unit, number, way)
            levels = flood(way, self._flood_ground(way.mode, unit), sources) if sources else [[]]
            self._levels[key] = levels
        return levels

    def _flood_around_places(
        self, unit: int, number: int, way: MovementWay, goal: Hexes, places: Hexes
    ) -> Levels:
        """Return the hexes reached on paths that avoid `places`, by cost; the search stops once it reaches
        the goal.
        """
        levels = self._flood_way(unit, number, way)
        dearest = max(spent_in(layer, goal) for layer in levels) if places else -1
        if dearest < 0:
            return levels
        # A road hex costs nothing, so it leads on to hexes of the same cost.
        before = dearest + bool(way.further)
        met = 0
        for layer in levels:
            for hexes in layer[:before]:
                met |= hexes
        if not met & places:
            return levels
        return flood(way, self._flood_ground(way.mode, unit), self._sources(unit, number, way), places)

    def _places_taken(self, unit: int, goal: Hex, foreign: Hexes) -> Hexes:
        """Return the places that a leg captures on its way: as few as possible without losing the unit's
        right to attack.
        """
        board, end = self.setting.board, 1 << goal
        for attacks in (True, False):
            found: list[Hexes] = []
            for number, way in enumerate(self.ways(unit)):
                if way.allows_attack != attacks or spent_to(self._flood_way(unit, number, way), end) < 0:
                    continue
                if spent_to(self._flood_around_places(unit, number, way, end, foreign), end) >= 0:
                    return 0
                ground, sources = self._flood_ground(way.mode, unit), self._sources(unit, number, way)
                found.append(passed(board, way, ground, sources, end, foreign))
            if found:
                return min(found, key=lambda places: places.bit_count())
        name = self.setting.units[unit]
        raise IllegalAction(f"move {name} {board.ids[goal]}: no path leads there")


def legs_of_state(setting: CompiledGame, state: State) -> LegFinder:
    """Return the `LegFinder` of a position; the `LegFinder` for the latest position is cached."""
    found: LegFinder | None = setting.recent.legs
    if found is None or found.state is not state:
        found = setting.recent.legs = LegFinder(setting, state)
    return found
