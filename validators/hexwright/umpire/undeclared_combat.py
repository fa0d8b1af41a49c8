"""Check a log of fire combat in which attacks aren't declared.

With enforcement off, the log doesn't show which units attacked or how many dice they rolled. The table is
therefore accepted from phase to phase. Moves, replacements and fortifications are compared with the rules
engine. Battles, air strikes, recovery and supply are checked only for conditions that hold for every possible
declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from dataclasses import replace as with_fields

from hexwright.geometry.bitsets import members
from hexwright.rules.air.air_readiness import ready_air_units
from hexwright.rules.combat.disruption_recovery import recovering_units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import DISRUPTED, FORTIFIED, MOVES_DEFAULTS, PHASE_DEFAULTS, State
from hexwright.rules.engine.narration import unit_name
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.fire.fire_battle import disrupted, fire_rules
from hexwright.rules.supply.supply_phase import side_tested, units_cut_off
from hexwright.rules.turn.sequence_of_play import begin_phase, begin_turn, is_phase_played
from hexwright.umpire import offence_reasons
from hexwright.umpire.action_inference import MAX_HYPOTHESES, ActionInference
from hexwright.umpire.game_hypothesis import Hypothesis
from hexwright.umpire.offence_reasons import OffenceReason
from hexwright.umpire.table_adoption import with_table_adopted
from hexwright.umpire.table_snapshot import TableSnapshot, seen_location

_STRICT_PHASES = ("movement", "replacement")
"""Kinds of phases in which the rules engine either explains or forbids every change."""


@dataclass(slots=True)
class UndeclaredCombat:
    """Checks a log of fire combat without declared attacks."""

    kernel: RulesEngine
    reasons: list[OffenceReason] = field(default_factory=list)
    """The violations in the last step."""
    _met: tuple[int, ...] = ()

    def begin(self, course: Hypothesis, table: TableSnapshot) -> Hypothesis:
        """Return the hypothesis at the start of the phase shown by a table."""
        state = course.state
        setting = self.kernel.setting
        turn, phase = table.turn
        flown = state.missions if turn == state.turn else ()
        bare = replace(
            state,
            stage="done",
            current_engagement=None,
            engagements=(),
            missions=flown,
            **PHASE_DEFAULTS,
            **MOVES_DEFAULTS,
        )
        if turn != state.turn and turn in setting.turns:
            bare = begin_turn(setting, replace(bare, turn=turn))
            if bare.stage == "weather-roll" or setting.weather_now(bare) != table.weather:
                known = bare.weather_by_turn[
                    : -1 if len(bare.weather_by_turn) > len(state.weather_by_turn) else None
                ]
                bare = replace(bare, stage="done", weather_by_turn=(*known, table.weather))
        bare = replace(bare, turn=turn, phase=phase)
        kind = setting.phases[phase].kind
        if kind in _STRICT_PHASES and is_phase_played(setting, bare):
            bare = begin_phase(setting, bare)
        owed = tuple(one for one in course.pending if one.key[0] == "held")
        return Hypothesis(bare, owed, hexes_visited=bare.occupied)

    def follow(
        self, courses: list[Hypothesis], table: TableSnapshot, before: TableSnapshot
    ) -> list[Hypothesis]:
        """Return the hypotheses after a step; its violations are stored in `reasons`."""
        kind = self.kernel.setting.phases[courses[0].state.phase].kind
        if kind in _STRICT_PHASES and table.turn == before.turn:
            self.reasons = []
            inference = ActionInference(self.kernel)
            explained = [one for course in courses for one in inference.explain(course, table, before)]
            if explained:
                return list(dict.fromkeys(explained))[:MAX_HYPOTHESES]
        return [self._follow(courses[0], table, before)]

    def _follow(self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot) -> Hypothesis:
        self.reasons = []
        moments: list[State] = []
        """The phases between the two tables of a step; a change may have occurred in any of these phases."""
        if table.turn != before.turn:
            moments = [course.state, *self._states_between(course.state, before, table)]
            self._find_omissions(course, before, table)
            course = self.begin(course, table)
        elif table.weather != before.weather and course.state.weather_by_turn:
            now = (*course.state.weather_by_turn[:-1], table.weather)
            course = with_fields(course, state=replace(course.state, weather_by_turn=now))
        state, setting = course.state, self.kernel.setting
        kind = setting.phases[state.phase].kind
        course = course.without_settled(table)
        wrong = course.contradictions(table)
        if not wrong:
            return course
        if kind in _STRICT_PHASES:
            inference = ActionInference(self.kernel)
            course = inference.explain_partly(course, table, before)
            wrong = course.contradictions(table)
        drags, self._met = dict(course.drags), course.hexes_visited
        for unit in dict.fromkeys(number for what, number in wrong if what != "held"):
            reason = self._reason_against_change(course.state, unit, table, before, len(drags.get(unit, ())))
            earlier = (self._reason_against_change(moment, unit, table, before, 0) for moment in moments)
            if reason is not None and all(one is not None for one in earlier):
                self.reasons.append(reason)
        for what, number in wrong:
            if what == "held" and not self._may_have_entered(number, table, state):
                self.reasons.append(offence_reasons.explain_wrong_owner(self.kernel, number, table))
        after = with_table_adopted(self.kernel, course, table, wrong)
        met = tuple(old | new for old, new in zip(course.hexes_visited, after.state.occupied, strict=False))
        return with_fields(after, hexes_visited=met)

    def _states_between(self, state: State, before: TableSnapshot, table: TableSnapshot) -> Iterator[State]:
        """Yield the state at the start of each phase between two tables."""
        for turn, phase in _phases_between(before.turn, table.turn, len(self.kernel.setting.phases)):
            yield replace(state, turn=turn, phase=phase, stage="done")

    def _may_have_entered(self, hex_number: int, table: TableSnapshot, state: State) -> bool:
        """Return whether a unit of the side that a control marker shows may have been in the marker's hex."""
        setting = self.kernel.setting
        side = dict(table.owners)[hex_number]
        near = setting.board.near[hex_number] | 1 << hex_number
        units = setting.units_by_side[side]
        return any(table.where[unit] >= 0 and near >> table.where[unit] & 1 for unit in units)

    # Undeclared changes ------------------------------------------------------------------------------
    def _reason_against_change(
        self, state: State, unit: int, table: TableSnapshot, before: TableSnapshot, drags: int
    ) -> OffenceReason | None:
        """Return the reason why a unit's change is impossible under every declaration; None if it is possible
        under at least one.
        """
        setting = self.kernel.setting
        phase = setting.phases[state.phase]
        done = offence_reasons.describe_change(self.kernel, unit, before, table)
        plain = offence_reasons.explain_illegal_change(self.kernel, state, unit, before, table, drags=drags)
        if phase.kind in _STRICT_PHASES:
            return plain
        was, now = before.where[unit], table.where[unit]
        own = setting.side_of[unit] == setting.side(state)
        if now < 0 or was < 0:
            moved = seen_location(was) != seen_location(now)
            if not moved or (now < 0 and self._may_fall(state, unit, own)):
                return None
            if was >= 0 and now < 0 and phase.kind == "fire":
                return offence_reasons.reason_with_rule(
                    self.kernel, done, "no enemy is adjacent to it", "combat"
                )
            return plain
        if was != now:
            if phase.kind != "fire":
                return plain
            return self._reason_against_advance(state, unit, own, done, before, table)
        lost, gained = before.states[unit] & ~table.states[unit], table.states[unit] & ~before.states[unit]
        if table.steps[unit] != before.steps[unit] or gained & FORTIFIED:
            return plain
        if lost & DISRUPTED and unit not in self._may_recover(state):
            return offence_reasons.reason_with_rule(
                self.kernel, done, f"it doesn't recover in {phase.name}", "supply"
            )
        hurt = gained & DISRUPTED or lost & FORTIFIED
        if hurt and not self._may_be_hurt(state, unit, own):
            return offence_reasons.reason_with_rule(
                self.kernel, done, f"no attack can have hit it in {phase.name}", "combat"
            )
        return None

    def _has_met_enemy(self, state: State, unit: int) -> bool:
        """Return whether an enemy has been adjacent to a unit or to its present hex in this phase."""
        setting = self.kernel.setting
        enemies = setting.enemy_hexes(state, setting.side_of[unit])
        for side, hexes in enumerate(self._met):
            if side != setting.side_of[unit]:
                enemies |= hexes
        here = state.locations[unit]
        return bool((setting.board.near[here] | 1 << here) & enemies)

    def _may_fall(self, state: State, unit: int, own: bool) -> bool:
        kind = self.kernel.setting.phases[state.phase].kind
        if state.locations[unit] < 0:
            return True
        if kind == "supply":
            return unit in units_cut_off(self.kernel.setting, state) and disrupted(state, unit)
        return kind == "fire" and self._has_met_enemy(state, unit)

    def _may_be_hurt(self, state: State, unit: int, own: bool) -> bool:
        setting = self.kernel.setting
        match setting.phases[state.phase].kind:
            case "fire":
                return self._has_met_enemy(state, unit)
            case "air-strike":
                return not own and bool(ready_air_units(setting, state, setting.side(state)))
            case "supply":
                return unit in units_cut_off(setting, state)
            case _:
                return False

    def _may_recover(self, state: State) -> list[int]:
        """Return the units that could recover in a phase under at least one possible declaration."""
        setting = self.kernel.setting
        phase = setting.phases[state.phase]
        if phase.kind != "recovery":
            return []
        everybody = (1 << len(setting.units)) - 1
        attacked = everybody if phase.recovers == "attacked" else 0
        return recovering_units(setting, replace(state, attacked=attacked, disrupted_this_turn=0))

    def _reason_against_advance(
        self, state: State, unit: int, own: bool, done: str, before: TableSnapshot, table: TableSnapshot
    ) -> OffenceReason | None:
        """Return the reason why a retreat or an advance is impossible; None if it is possible."""
        setting, goal = self.kernel.setting, table.where[unit]
        near = setting.board.near[state.locations[unit]]
        side = setting.side_of[unit]
        there = setting.board.ids[goal]
        if setting.enemy_hexes(state, side) >> goal & 1:
            return offence_reasons.reason_with_rule(
                self.kernel, done, f"an enemy unit is in {there}", "combat"
            )
        if own:
            rule = fire_rules(setting).advance
            far = near if rule is None or not rule.exploitation else near | setting.board.around(near)
            reach = "an advance may only enter the cleared hex, or the hex beyond it"
            if not far >> goal & 1 or rule is None:
                return offence_reasons.reason_with_rule(self.kernel, done, reach, "combat")
            return None
        if not near >> goal & 1:
            here = setting.board.ids[state.locations[unit]]
            why = f"a retreat is one hex long, and {there} isn't adjacent to {here}"
            return offence_reasons.reason_with_rule(self.kernel, done, why, "combat")
        return None

    # The end of a phase ------------------------------------------------------------------------------
    def _find_omissions(self, course: Hypothesis, before: TableSnapshot, table: TableSnapshot) -> None:
        """Record required changes that were omitted in a phase, and phases that were skipped."""
        setting, state = self.kernel.setting, course.state
        phase = setting.phases[state.phase]
        if table.turn < before.turn:
            self.reasons.append(
                OffenceReason("the turn counter goes back", "a finished phase may not be played again", "")
            )
            return
        if phase.kind == "recovery" and phase.recovers not in ("attacked", "unattacked"):
            for unit in recovering_units(setting, state):
                name = unit_name(setting, setting.units[unit])
                why = f"it recovers in {phase.name}"
                self.reasons.append(
                    OffenceReason(
                        f"{name} stays disrupted", why, offence_reasons.rule_of(self.kernel, "supply")
                    )
                )
        if phase.kind == "supply":
            self.reasons += self._cut_off(state)
        for number in _phases_between(before.turn, table.turn, len(setting.phases)):
            skipped = setting.phases[number[1]]
            there = replace(state, turn=number[0], phase=number[1])
            weather = (
                number[0] == state.turn
            )  # The phases that the next turn's weather omits aren't known yet.
            if skipped.kind in _STRICT_PHASES and weather and is_phase_played(setting, there):
                why = "the phases must be played in order"
                self.reasons.append(OffenceReason(f"{skipped.name} is skipped", why, ""))

    def _cut_off(self, state: State) -> Iterator[OffenceReason]:
        """Yield reasons for units that were out of supply but not disrupted.

        Nothing is yielded if the side has air units that may have supplied them.
        """
        setting = self.kernel.setting
        side = side_tested(setting, state)
        rule = setting.air_units.rules.get(side)
        if (
            rule is not None
            and rule.supply_range is not None
            and list(members(setting.air_units.units[side]))
        ):
            return
        for unit in units_cut_off(setting, state):
            if not disrupted(state, unit):
                name = unit_name(setting, setting.units[unit])
                why = "it is out of supply and had to be disrupted"
                yield OffenceReason(
                    f"{name} stays undisrupted", why, offence_reasons.rule_of(self.kernel, "supply")
                )


def _phases_between(old: tuple[int, int], new: tuple[int, int], phases: int) -> Iterator[tuple[int, int]]:
    """Yield the turn and number of each phase between two given phases."""
    turn, phase = old
    for _ in range(3 * phases):
        phase += 1
        if phase >= phases:
            turn, phase = turn + 1, 0
        if (turn, phase) >= new:
            return
        yield turn, phase
