"""Find the legal actions that led to the position shown by a log.

A change is explained by legal actions that cause exactly this change. Decisions that no counter shows may lie
between these actions: attacks, passing, or ending a phase. A change that no action explains is a violation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_fields
from itertools import chain, combinations
from typing import Final

from hexwright.geometry.bitsets import members, union
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.combat.attack_ranges import attackable_hexes, can_attack_all
from hexwright.rules.combat.battle_odds import ezoc_rule_for_retreat
from hexwright.rules.combat.combat_phase import battle_action, normalize_target
from hexwright.rules.combat.overruns import join_actions_of
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import MOVES_DEFAULTS, PHASE_DEFAULTS, Battle, State, Strength
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.unit_restrictions import units_unable_to_attack, units_unable_to_move
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import can_take_back, move_taken_back
from hexwright.rules.movement.zone_barriers import unbarred_hexes
from hexwright.rules.replacement.replacement_accounts import accumulate_replacements
from hexwright.rules.turn.event_dice import event_due
from hexwright.rules.turn.sequence_of_play import close_phase
from hexwright.umpire.game_hypothesis import INFERRED_BATTLE, Hypothesis, PendingChange
from hexwright.umpire.table_snapshot import GENERAL_KEYS, SeenKey, TableSnapshot

MAX_DEPTH: Final = 14
"""The maximum number of actions in one step of a log.

It also limits the number of phases without decisions that a step may skip.
"""
MAX_DETOURS: Final = 2
"""The maximum number of places that are tried as detours of a single drag."""
MAX_ATTACKERS: Final = 8
"""The maximum number of units, taken in descending order of strength, that are tried for an undeclared
overrun.
"""
_OF_OVERRUNS: Final = ("attack", "leave", "resolve")
MAX_HYPOTHESES: Final = 48
"""The maximum number of hypotheses that are followed at the same time."""
_HOLD, _PASS = Action("hold"), Action("pass")
_UNSEEN_ACTIONS: Final = {
    "advance": _HOLD,
    "withdraw": _HOLD,
    "pursue": _HOLD,
    "intercept": _PASS,
    "supply-flight": END,
}
_PHASE_ENDS: Final = {
    **_UNSEEN_ACTIONS,
    "move": END,
    "replace": END,
    "declare": END,
    "allocate": END,
    "strike": END,
}


class ActionInference:
    """Finds the actions between two table positions of one game."""

    def __init__(self, kernel: RulesEngine) -> None:
        self.kernel = kernel

    def explain(self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot) -> list[Hypothesis]:
        """Return the hypotheses in which legal actions lead from `course` to the table; empty if there are
        none.
        """
        return self._explain(course, table, before, MAX_DEPTH)

    def _explain(
        self,
        course: Hypothesis,
        table: TableSnapshot,
        before: TableSnapshot,
        left: int,
        *,
        may_end: bool = True,
    ) -> list[Hypothesis]:
        course = course.without_settled(table)
        wrong = course.contradictions(table)
        late = is_state_behind(course.state, table)
        if not wrong and not late:
            return [course]
        found: list[Hypothesis] = []
        if left == 0:
            return found
        if wrong:
            for after in self._proposed_courses(course, wrong, table, before):
                found += self._explain(after, table, before, left - 1, may_end=may_end)
                if len(found) >= MAX_HYPOTHESES:
                    break
        if late and may_end and all(one.results_without_dice > course.results_without_dice for one in found):
            # A step ends at most one phase with decisions. An automatic change is more likely than a battle
            # whose die nobody saw.
            ends = self.courses_after_phase(course, table, before)
            found[:0] = [
                one for after in ends for one in self._explain(after, table, before, left - 1, may_end=False)
            ]
        return list(dict.fromkeys(found))[:MAX_HYPOTHESES]

    def explain_partly(self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot) -> Hypothesis:
        """Return the hypothesis in which legal actions explain as much of a change as possible."""
        for _ in range(MAX_DEPTH):
            wrong = course.contradictions(table)
            better = (
                after
                for after in self._proposed_courses(course, wrong, table, before)
                if len(after.contradictions(table)) < len(wrong)
            )
            after = next(better, None)
            if after is None:
                break
            course = after
        return course

    # Possible actions --------------------------------------------------------------------------------
    def _proposed_courses(
        self, course: Hypothesis, wrong: list[SeenKey], table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield hypotheses that explain more of a change, or that lead closer to an explanation."""
        state = course.state
        if (state.turn, state.phase) > table.turn:
            return  # A change can't belong to a phase that has not begun.
        units = list(dict.fromkeys(number for what, number in wrong if what not in GENERAL_KEYS))
        match state.stage:
            case "weather-roll" | "attrition-roll" | "event-roll" | "roll":
                yield from self.courses_after_roll(course, table, before)
            case "move":
                yield from self._courses_by_move(course, units, table, before)
                yield from self._courses_by_overrun(course, units, table, before)
                if held := [number for what, number in wrong if what == "held"]:
                    yield from self._courses_by_round_trip(course, held, table, before)
            case "declare" | "resolve":
                yield from self._courses_by_battle(course, units, table, before)
            case "over":
                return
            case _:
                yield from self._courses_by_choice(course, units, table, before)
                if state.stage == "stand":
                    yield from self._apply_if_legal(
                        course, self.kernel.legal_actions(state)[-1], table, before
                    )
                elif state.stage in _UNSEEN_ACTIONS:
                    yield from self._apply_if_legal(course, _UNSEEN_ACTIONS[state.stage], table, before)

    def _apply_if_legal(
        self, course: Hypothesis, action: Action, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        if self.kernel.is_legal(course.state, action):
            yield course.after_action(self.kernel, action, table, before)

    def _courses_by_choice(
        self, course: Hypothesis, units: list[int], table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the results of legal actions that bring the units to their positions on the table."""
        kernel, number = self.kernel, self.kernel.setting.unit_numbers
        index = kernel.setting.board.index
        wrong = len(course.contradictions(table))
        for action in kernel.legal_actions(course.state):
            if action.unit is None or number[action.unit] not in units:
                continue
            # A unit that moves may be eliminated by the consequences.
            if action.hex is not None and 0 <= table.where[number[action.unit]] != index[action.hex]:
                continue
            after = course.after_action(kernel, action, table, before)
            if len(after.contradictions(table)) < wrong:
                yield after
        if course.state.stage == "retreat":
            yield from self._courses_with_partial_retreat(course, table)

    def _courses_with_partial_retreat(self, course: Hypothesis, table: TableSnapshot) -> Iterator[Hypothesis]:
        """Yield the hypothesis of a partial retreat, because players may drag a retreating unit hex
        by hex.
        """
        assert course.state.fight is not None
        for unit in members(course.state.fight.retreating):
            yield from self._partial_retreat(course, unit, table)

    def _partial_retreat(self, course: Hypothesis, target: int, table: TableSnapshot) -> Iterator[Hypothesis]:
        state, setting = course.state, self.kernel.setting
        start, here = state.locations[target], table.where[target]
        side = setting.side_of[target]
        if here < 0 or not trodden(setting.passable_steps(state, target), 1 << start) >> here & 1:
            return
        if unbarred_hexes(setting, state, side, ezoc_rule_for_retreat(setting, target)) >> here & 1:
            half = PendingChange(("at", target), here, (state.turn, state.phase))
            others = (one for one in course.pending if one.key != half.key)
            yield with_fields(course, pending=tuple(sorted((half, *others))))

    # Moves -------------------------------------------------------------------------------------------
    def _courses_by_move(
        self, course: Hypothesis, units: list[int], table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the moves of the first unit that moved, both directly and through places on the way."""
        kernel, state = self.kernel, course.state
        setting = kernel.setting
        for unit in units:
            if setting.side_of[unit] != setting.side(state) or state.locations[unit] < 0:
                continue
            found: list[Hypothesis] = []
            goal = table.where[unit]
            here = state.locations[unit]
            for action in kernel.actions_of(state, setting.units[unit]):
                if not _leads(setting, action, here, goal):
                    continue
                after = course.after_action(kernel, action, table, before)
                if len(after.contradictions(table)) < len(course.contradictions(table)) and goal < 0:
                    found.append(after)
                elif len(after.contradictions(table)) < len(course.contradictions(table)):
                    found.append(self._with_drag(after, unit, here, goal, back=action.kind == "take-back"))
            before_moves = state.movement_start
            if before_moves is not None and goal == before_moves.locations[unit] != here:
                found += self._course_by_return(course, unit, table, before)
            if goal >= 0:
                by_places = self._courses_via_places(course, unit, goal, table, before)
                found += [self._with_drag(after, unit, here, goal, back=False) for after in by_places]
            if found:
                # Routes come first that leave the fewest differences from the table.
                yield from sorted(found, key=lambda one: (len(one.contradictions(table)), len(one.pending)))[
                    :4
                ]
                return

    def _course_by_return(
        self, course: Hypothesis, unit: int, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the hypothesis in which a unit takes its move back.

        The module has a key for it, whether or not the unit's hex is overstacked.
        """
        setting, state = self.kernel.setting, course.state
        if can_take_back(setting, state, unit):
            after = course.in_state(move_taken_back(setting, state, unit), table, before)
            if len(after.contradictions(table)) < len(course.contradictions(table)):
                yield self._with_drag(after, unit, state.locations[unit], table.where[unit], back=True)

    def _courses_by_overrun(
        self, course: Hypothesis, units: list[int], table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the results of undeclared overruns by as few units as possible."""
        kernel, state = self.kernel, course.state
        setting = kernel.setting
        if not setting.overruns:
            return
        gone = [unit for unit in units if state.locations[unit] >= 0 > table.where[unit]]
        own = setting.units_by_side[setting.side(state)]
        joins = [join for unit in own for join in join_actions_of(setting, state, unit)]
        for unit in gone:
            if setting.side_of[unit] == setting.side(state):
                continue
            here, name = setting.board.ids[state.locations[unit]], setting.units[unit]
            able = [join for join in joins if join.hex == here or join.target == name]
            able.sort(key=lambda join: -self._strength(state, join))
            able = able[:MAX_ATTACKERS]
            found = 0
            for count in range(1, len(able) + 1):
                for some in combinations(able, count):
                    one = course
                    for join in some:
                        if not kernel.is_legal(one.state, join):
                            break
                        one = one.after_action(kernel, join, table, before)
                    else:
                        done = normalize_target(setting, one.state, Action("resolve", target=name))
                        if kernel.is_legal(one.state, done):
                            yield one.after_action(kernel, done, table, before)
                            found += 1
                    if found == MAX_HYPOTHESES:
                        return

    def _strength(self, state: State, join: Action) -> int:
        setting = self.kernel.setting
        assert join.unit is not None
        unit = setting.unit_numbers[join.unit]
        return setting.strengths[unit][state.steps[unit]]

    def _with_drag(self, after: Hypothesis, unit: int, here: int, goal: int, *, back: bool) -> Hypothesis:
        """Return the hypothesis with a drag recorded; if `back` is true, the unit takes its move back and has
        no drags.
        """
        drags = dict(after.drags)
        drags[unit] = (*drags.get(unit, (here,)), goal)
        if back:
            del drags[unit]
        return with_fields(after, drags=tuple(sorted(drags.items())))

    def _courses_via_places(
        self, course: Hypothesis, unit: int, goal: int, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield moves through places.

        Drags don't show such moves, but the new owners of the places do.
        """
        setting, state = self.kernel.setting, course.state
        if units_unable_to_move(setting, state) >> unit & 1:
            return
        waiting = [course]
        for _ in range(MAX_DETOURS):
            ahead: list[Hypothesis] = []
            for one in waiting:
                legs = legs_of_state(setting, one.state)
                if one.state.acted >> unit & 1 and unit not in legs.left:
                    continue
                foreign = legs.field.unowned_places & legs.end_hexes(unit) & ~(1 << goal)
                places = setting.moves_to(unit, foreign)
                ahead += [one.after_action(self.kernel, action, table, before) for action in places]
            for one in ahead:
                if legs_of_state(setting, one.state).end_hexes(unit) >> goal & 1:
                    (action,) = setting.moves_to(unit, 1 << goal)
                    yield one.after_action(self.kernel, action, table, before)
            waiting = ahead[:MAX_HYPOTHESES]

    def _courses_by_round_trip(
        self, course: Hypothesis, held: list[int], table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield moves that took places on their way and returned to their start."""
        setting = self.kernel.setting
        for name in self.kernel.movers(course.state):
            unit = setting.unit_numbers[name]
            legs = legs_of_state(setting, course.state)
            if any(legs.end_hexes(unit) >> place & 1 for place in held):
                yield from self._courses_via_places(course, unit, course.state.locations[unit], table, before)

    # Battles on the CRT --------------------------------------------------------------------------------
    def _courses_by_battle(
        self, course: Hypothesis, units: list[int], table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the results of declared or inferred battles that dice rolled in this phase may
        have decided.
        """
        state = course.state
        if state.battles:
            for battle in state.battles:
                opened = state if state.stage == "resolve" else self.kernel.apply(state, END)
                yield from self._courses_by_resolution(course, opened, battle, table, before)
            return
        for battle in self._battles(course, units):
            begun = replace(
                state,
                stage="resolve",
                battles=(battle, INFERRED_BATTLE),
                acted=state.acted | battle.attackers,
            )
            yield from self._courses_by_resolution(course, begun, battle, table, before)

    def _battles(self, course: Hypothesis, units: list[int]) -> Iterator[Battle]:
        """Yield the battles that may have changed these units: one for each enemy in range of attackers."""
        setting, state = self.kernel.setting, course.state
        side = setting.side(state)
        targets = {unit for unit in units if setting.side_of[unit] != side and state.locations[unit] >= 0}
        own = [unit for unit in units if setting.side_of[unit] == side and state.locations[unit] >= 0]
        for unit in own if not targets else ():
            within = attackable_hexes(setting, state, unit)
            targets |= {
                other
                for other, at in enumerate(state.locations)
                if at >= 0 and setting.side_of[other] != side and within >> at & 1
            }
        may = setting.phase_modes[state.phase][0][1] & ~state.acted & ~units_unable_to_attack(setting, state)
        for hexes, alone in self._possible_goals(state, sorted(targets)):
            able = [
                u
                for u in members(may)
                if state.locations[u] >= 0 and can_attack_all(setting, state, u, hexes)
            ]
            if course.units_attacked >> Battle(hexes, 0, alone).goal & 1 or not able:
                continue
            sizes = range(1, min(len(able), 6) + 1)
            for some in chain.from_iterable(combinations(able, size) for size in sizes):
                yield Battle(hexes, union(some), alone)

    def _possible_goals(self, state: State, targets: list[int]) -> Iterator[tuple[int, int]]:
        """Yield possible targets among these units: each unit alone, or each of their hexes if units in a hex
        defend together.
        """
        setting = self.kernel.setting
        if not setting.defends_as_one:
            yield from ((1 << state.locations[target], target) for target in targets)
            return
        stood = dict.fromkeys(state.locations[target] for target in targets)
        yield from ((1 << place, -1) for place in stood)
        if setting.combat.target == "hexes":
            enemies = setting.enemy_hexes(state, setting.side(state))
            for place in stood:
                # At most two hexes are assumed as a joint target, if one attacker can be adjacent to both.
                within = setting.board.around(setting.board.near[place]) & enemies & ~(1 << place)
                yield from ((1 << place | 1 << other, -1) for other in members(within))

    def _courses_by_resolution(
        self, course: Hypothesis, opened: State, battle: Battle, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        kernel = self.kernel
        plain = battle_action(kernel.setting, "resolve", battle)
        for action in kernel.legal_actions(opened):
            if (action.kind, action.target, action.hex) == ("resolve", plain.target, plain.hex):
                taken_up = kernel.apply(opened, action)
                if taken_up.stage == "roll":
                    yield from self._courses_by_roll(course, taken_up, battle, table, before)
                elif taken_up.locations != opened.locations:
                    # Against no strength no die is rolled.
                    noted = with_fields(course, units_attacked=course.units_attacked | 1 << battle.goal)
                    yield noted.in_state(taken_up, table, before)

    def _courses_by_roll(
        self, course: Hypothesis, taken_up: State, battle: Battle, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the possible results of the die roll in the battle that is being resolved."""
        kernel = self.kernel
        noted = with_fields(course, units_attacked=course.units_attacked | 1 << battle.goal)
        for face, left in faces(course, kernel, taken_up):
            fallen = kernel.apply(taken_up, Action("roll", roll=face))
            thrown = with_fields(
                noted,
                unused_dice=left,
                results_without_dice=course.results_without_dice + (not course.any_dice_thrown),
            )
            after = thrown.in_state(fallen, table, before)
            if after.contradictions(table) != course.contradictions(table) or fallen.stage in (
                "roll",
                "losses",
                "defender-losses",
                "disrupting",
                "remnant",
                "retreat",
                "stand",
                "advance",
            ):
                yield after

    # Dice and the end of phases ------------------------------------------------------------------------
    def courses_after_roll(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the possible results of the next die roll.

        These are the results of the numbers rolled, or the results that the table shows.
        """
        kernel, state = self.kernel, course.state
        seen: list[tuple[bytes, str]] = []
        """Results of an event's die roll: the units that arrive because of it, and whether it ends
        the game.
        """
        for face, left in faces(course, kernel, state):
            after = with_fields(course, unused_dice=left).after_action(
                kernel, Action("roll", roll=face), table, before
            )
            if state.stage == "weather-roll" and kernel.setting.weather_now(after.state) != table.weather:
                continue
            if state.stage == "event-roll" and not self._allows_event_result(state, after.state, table):
                continue
            if state.stage == "event-roll" and (after.state.return_turns, after.state.stage) in seen:
                continue
            seen.append((after.state.return_turns, after.state.stage))
            yield after
            if state.stage == "weather-roll":
                return

    def courses_after_unseen_result(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the possible results of a battle's die roll that change no counter."""
        if course.unused_dice:
            yield from self.courses_after_roll(course, table, before)

    def _allows_event_result(self, state: State, after: State, table: TableSnapshot) -> bool:
        """Return whether the result of an event's die roll (a victory or early arrivals) is consistent with
        the table.
        """
        if after.stage == "over" and not table.over:
            return False
        event = event_due(self.kernel.setting, state)
        # The note lists every entry that arrives early, including those that a player chose. Only a die that
        # can bring the entry explains it. With the rules off there is no note, and the arriving units show
        # what the die did.
        noted = event is not None and event.arrives_on and f",{event.entry}:" in f",{table.early_entries}"
        return not noted or after.return_turns != state.return_turns

    def courses_after_phase(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the hypothesis at the end of its phase if the phase may end; decisions that no counter shows
        are skipped.
        """
        begun = (course.state.turn, course.state.phase)
        waiting = [course]
        for _ in range(MAX_DEPTH):
            ahead: list[Hypothesis] = []
            for one in waiting:
                state = one.state
                if (state.turn, state.phase) != begun or state.stage == "over":
                    yield one
                elif state.stage in ("weather-roll", "attrition-roll", "event-roll"):
                    ahead += self.courses_after_roll(one, table, before)
                elif state.stage == "roll":
                    ahead += self.courses_after_unseen_result(one, table, before)
                elif state.stage == "isolation":
                    ahead += self._courses_by_survivor_choice(one, table, before)
                elif state.stage in _PHASE_ENDS:
                    ahead += self._apply_if_legal(one, _PHASE_ENDS[state.stage], table, before)
            if not ahead:
                return
            waiting = ahead

    def _courses_by_survivor_choice(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Iterator[Hypothesis]:
        """Yield the choice of surviving or eliminated units that the table shows."""
        number = self.kernel.setting.unit_numbers
        actions = self.kernel.legal_actions(course.state)
        shown = [
            a
            for a in actions
            if a.unit is not None and (table.where[number[a.unit]] >= 0) == (a.kind == "keep")
        ]
        # A group's weak units were chosen first; otherwise fewer units might have been enough.
        shown.sort(key=lambda a: self._loss_value(course.state, a))
        for action in (shown or actions)[:1]:
            yield course.after_action(self.kernel, action, table, before)

    def _loss_value(self, state: State, action: Action) -> Strength:
        """Return the strength of a unit chosen as a loss; 0 for a unit chosen to survive."""
        if action.kind != "lose" or action.unit is None:
            return 0
        unit = self.kernel.setting.unit_numbers[action.unit]
        return self.kernel.setting.defences[unit][state.steps[unit]]


def faces(course: Hypothesis, kernel: RulesEngine, state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the possible numbers of a die roll, each with the dice that remain unused.

    If no die was rolled in the phase, every number is possible, because some players use real dice.
    """
    possible = [action.roll for action, _ in kernel.chance_outcomes(state)]
    if not course.any_dice_thrown:
        yield from ((face, ()) for face in possible)
        return
    seen: set[int] = set()
    for at, face in enumerate(course.unused_dice):
        if face in possible and face not in seen:
            seen.add(face)
            yield face, course.unused_dice[at + 1 :]


def is_state_behind(state: State, table: TableSnapshot) -> bool:
    """Return whether the table's turn and phase are later than a state's turn and phase."""
    return state.stage != "over" and (table.over or (state.turn, state.phase) < table.turn)


def with_phase_forced_over(kernel: RulesEngine, state: State) -> State:
    """Return the state at the end of its phase, even if decisions still had to be made in it."""
    if state.replacements_left:
        state = accumulate_replacements(kernel.setting, state)
    bare = replace(
        state,
        stage="done",
        current_engagement=None,
        engagements=(),
        attrition_roller=-1,
        **PHASE_DEFAULTS,
        **MOVES_DEFAULTS,
    )
    return close_phase(kernel.setting, bare)


def _leads(setting: CompiledGame, action: Action, here: int, goal: int) -> bool:
    """Return whether an action may bring a unit from a hex to its goal; a negative goal means a location off
    the map.
    """
    if action.kind in _OF_OVERRUNS or (action.kind == "exit") != (goal < 0):
        return False
    if action.kind in ("fortify", "entrain", "detrain"):
        return goal == here
    return action.kind != "move" or (action.hex is not None and setting.board.index[action.hex] == goal)
