"""Play one game and collect its statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.policies import play_game
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action

_COSTLY: Final[frozenset[str]] = frozenset({"roll", "lose", "stand", "attrition", "retreat"})
"""Kinds of actions by which units may lose steps; actions that eliminate units are counted separately."""
_BETWEEN_UNITS: Final[frozenset[str]] = frozenset({"engage", "fire", "strike", "support", "intercept"})
"""Kinds of actions that units take in combat without a `fight`: fire combat and air combat."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The statistics of one game."""

    seed: int
    winner: SideId | None
    level: str | None
    """The victory level; None for a draw, or if the victory table has no levels."""
    points: Mapping[SideId, int]
    actions: int
    last_turn: int
    prize_falls: int | None
    """The turn on which the most important place first changed hands; None if it never did."""
    prize_owner: SideId | None
    """The owner of the most important place at the end."""
    destroyed: Mapping[SideId, tuple[int, ...]]
    """For each side, the number of enemy units that it eliminated on each turn."""
    steps_lost: Mapping[SideId, tuple[int, ...]]
    """For each side, the number of steps that it lost on each turn."""
    battles: Mapping[HexId, int]
    """For each hex, the number of battles fought for it."""
    points_by_turn: Mapping[SideId, tuple[int, ...]]
    """For each side, its victory points at the end of each turn; empty if points don't decide the game."""
    cities: Mapping[SideId, tuple[int, ...]]
    """For each side, the number of places that it owned at the end of each turn."""
    decided: int
    """The turn from whose end on the winner was always ahead."""
    lost: tuple[UnitId, ...]
    """The units that were eliminated."""
    fought: tuple[UnitId, ...]
    """The units that took part in a battle."""
    captures: Mapping[HexId, tuple[tuple[int, SideId | None], ...]]
    """For each place that changed hands, by its hex: the turns on which it did, each with the new owner."""


def main_objective(rules: RulesEngine) -> tuple[str, int] | None:
    """Return the name and hex number of the place that decides the game or scores the most points; None if
    there is none.
    """
    victory = rules.setting.victory
    wanted = victory.hold or victory.bonus_place
    claimed = [place for claim in victory.automatic_victory for place in claim.places]
    if claimed:
        wanted = max(claimed, key=claimed.count)
    if wanted is None:
        return None
    place = next(p for p in rules.setting.game.hexmap.places if p.id == wanted)
    return place.name, rules.setting.board.index[place.hex]


class _Losses:
    """The units eliminated and steps lost in a game, counted by side and turn, and the units that fought."""

    def __init__(self, rules: RulesEngine, turns: int) -> None:
        self.rules = rules
        self.lost = self.fought = 0
        self.destroyed = [[0] * turns for _ in rules.setting.sides]
        self.steps = [[0] * turns for _ in rules.setting.sides]

    def count(self, before: State, action: Action, after: State) -> None:
        """Add the losses caused by an action."""
        setting = self.rules.setting
        turn = before.turn - setting.scenario.first_turn
        for side in range(len(setting.sides)):
            self.destroyed[side][turn] += after.destroyed[side] - before.destroyed[side]
        if action.kind in _COSTLY or before.destroyed != after.destroyed:
            for unit, side in enumerate(setting.side_of):
                lost = _steps(self.rules, before, unit) - _steps(self.rules, after, unit)
                self.steps[side][turn] += max(0, lost)
                if lost > 0 and after.locations[unit] < 0:
                    self.lost |= 1 << unit
        if after.fight is not None and after.fight is not before.fight:
            self.fought |= after.fight.attackers | after.fight.defenders
        if action.kind in _BETWEEN_UNITS:
            for one in (action.unit, action.target, *action.units):
                if one is not None:
                    self.fought |= 1 << setting.unit_numbers[one]

    def units(self, numbers: int) -> tuple[UnitId, ...]:
        """Return the ids of the units in a bit set, sorted."""
        found = self.rules.setting.unit_numbers.items()
        return tuple(sorted(unit for unit, number in found if numbers >> number & 1))


class _Captures:
    """The places that changed hands, with the turns on which they did and the new owners."""

    def __init__(self, rules: RulesEngine) -> None:
        self._board, self._sides = rules.setting.board, rules.setting.sides
        self.found: dict[HexId, list[tuple[int, SideId | None]]] = {}

    def count(self, before: State, after: State) -> None:
        """Add the places that changed hands by an action."""
        if before.owned == after.owned:
            return
        changed = 0
        for old, new in zip(before.owned, after.owned, strict=True):
            changed |= old ^ new
        for number in members(changed):
            self.found.setdefault(self._board.ids[number], []).append(
                (before.turn, self.owner(after, number))
            )

    def owner(self, state: State, hex_number: int) -> SideId | None:
        """Return the side that owns a hex."""
        return next((s for n, s in enumerate(self._sides) if state.owned[n] >> hex_number & 1), None)


class _TurnEnds:
    """The situation after the last action of each turn: who would win, the points and the places owned."""

    def __init__(self, rules: RulesEngine, turns: int) -> None:
        self.rules = rules
        self._first = rules.setting.scenario.first_turn
        self._turns = turns
        sides = rules.setting.sides
        self.points: dict[SideId, list[int]] = {side: [] for side in sides}
        self.cities: dict[SideId, list[int]] = {side: [] for side in sides}
        self._leaders: list[SideId | None] = []

    def note(self, state: State, turn: int) -> None:
        """Note the situation at the end of a turn; turns since the last note ended alike."""
        outcome = self.rules.outcome(state)
        while len(self._leaders) <= min(turn - self._first, self._turns - 1):
            self._leaders.append(outcome.winner)
            for number, side in enumerate(self.rules.setting.sides):
                self.cities[side].append(state.owned[number].bit_count())
                if outcome.points:
                    self.points[side].append(outcome.points.get(side, 0))

    def decided(self, winner: SideId | None) -> int:
        """Return the turn from whose end on the winner was always ahead."""
        turn = len(self._leaders)
        while turn > 1 and self._leaders[turn - 2] == winner:
            turn -= 1
        return self._first + max(0, turn - 1)


def simulate_game(
    rules: RulesEngine,
    seed: int,
    policies: Mapping[SideId, str],
    progress: Callable[[float], None] | None = None,
) -> GameResult:
    """Play one game and return its statistics; `progress` receives the completed share after each turn."""
    setting = rules.setting
    first, last = setting.scenario.first_turn, setting.scenario.last_turn
    turns = last - first + 1
    losses, ends, captures = _Losses(rules, turns), _TurnEnds(rules, turns), _Captures(rules)
    battles: Counter[HexId] = Counter()

    def watch(before: State, action: Action, after: State) -> None:
        if progress is not None and after.turn != before.turn:
            progress(min(1.0, (after.turn - first) / turns))
        if after.turn != before.turn:
            ends.note(after, before.turn)
        losses.count(before, action, after)
        if action.kind == "resolve" and action.target is not None:
            battles[setting.board.ids[before.locations[setting.unit_numbers[action.target]]]] += 1
        if action.kind in ("engage", "resolve") and action.hex is not None:
            battles[action.hex] += 1
        captures.count(before, after)

    played = play_game(rules, seed, policies, watch)
    ends.note(played.final, last)
    outcome = rules.outcome(played.final)
    prize = main_objective(rules)
    falls = captures.found.get(setting.board.ids[prize[1]]) if prize is not None else None
    return GameResult(
        seed=seed,
        winner=outcome.winner,
        level=outcome.level,
        points=dict(outcome.points),
        actions=len(played.actions),
        last_turn=played.final.turn,
        prize_falls=falls[0][0] if falls else None,
        prize_owner=captures.owner(played.final, prize[1]) if prize is not None else None,
        destroyed={side: tuple(losses.destroyed[n]) for n, side in enumerate(setting.sides)},
        steps_lost={side: tuple(losses.steps[n]) for n, side in enumerate(setting.sides)},
        battles=dict(sorted(battles.items())),
        points_by_turn={side: tuple(values) for side, values in ends.points.items() if values},
        cities={side: tuple(values) for side, values in ends.cities.items()},
        decided=ends.decided(outcome.winner),
        lost=losses.units(losses.lost),
        fought=losses.units(losses.fought),
        captures={place: tuple(changes) for place, changes in sorted(captures.found.items())},
    )


def _steps(rules: RulesEngine, state: State, unit: int) -> int:
    """Return the number of steps that a unit has left; 0 if it is off the map."""
    if state.locations[unit] < 0:
        return 0
    return rules.setting.last_step[unit] - state.steps[unit] + 1
