"""Replay a log against the rules engine, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from dataclasses import replace as with_fields
from typing import Final, Literal

from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.rules.combat.combat_phase import battle_named_by, is_attack_declared, normalize_target
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import StageId, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.setup.setup_legality import check_setup
from hexwright.rules.victory.victory_claims import declare_winner, ends_early
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.saves.save_legality import check_save, setup_lines
from hexwright.support.message_wording import single_line
from hexwright.umpire import offence_reasons
from hexwright.umpire.action_inference import (
    MAX_HYPOTHESES,
    ActionInference,
    is_state_behind,
    with_phase_forced_over,
)
from hexwright.umpire.declared_actions import DeclarationReader, StepDeclarations
from hexwright.umpire.dice_throws import DiceThrow
from hexwright.umpire.game_hypothesis import Hypothesis
from hexwright.umpire.offence_reasons import OffenceReason
from hexwright.umpire.table_adoption import with_table_adopted
from hexwright.umpire.table_snapshot import GENERAL_KEYS, TableSnapshot, TableTracker
from hexwright.umpire.undeclared_combat import UndeclaredCombat
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.saved_game_file import SavedGameFile

Kind = Literal["offence", "doubt"]
MAX_OPTION_CHANGES: Final = 16
"""How many changes of optional rules in a log are followed; each needs a rules engine."""
NO_DEADLINE: Final = (1_000_000, 0)
"""A turn and phase later than any that a game reaches."""
_FLIGHTS: Final = ("strike", "support", "fly", "intercept")
_VAGUE_REASONS: Final = (
    "it isn't possible now",
    "an air unit may fly only once in these phases, from its base, to a hex where its mission has an effect",
)
_DECLARED_ACTIONS: Final = ("attack", "strike", "support", "fly", "intercept", "keep", "engage")


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation or an unexplained change, with its step in the log; step 0 is the starting position."""

    kind: Kind
    step: int
    turn: int
    phase: str
    side: str
    done: str
    why: str
    rule: str
    undone: bool = False
    """Whether the players later undid the step."""


@dataclass(frozen=True, slots=True)
class StepThrow:
    """Dice with their step in the log, and the side that rolled them if that isn't the phasing side."""

    step: int
    phase: int
    """The number of the phase in which the dice were rolled."""
    side: str
    dice_throw: DiceThrow


@dataclass(frozen=True, slots=True)
class UmpireRuling:
    """All findings about a log, and the dice rolled in it."""

    findings: tuple[Finding, ...]
    throws: tuple[StepThrow, ...]
    steps: int

    @property
    def offences(self) -> tuple[Finding, ...]:
        """Return the violations that the players didn't undo."""
        return tuple(f for f in self.findings if f.kind == "offence" and not f.undone)


@dataclass(slots=True)
class LogUmpire:
    """Replays one log; its hypotheses explain all steps so far."""

    ours: HexwrightGame
    game: SavedGameFile
    kernel: RulesEngine = field(init=False)
    hypotheses: list[Hypothesis] = field(init=False)
    findings: list[Finding] = field(default_factory=list)
    throws: list[StepThrow] = field(default_factory=list)
    position: LogPosition = field(init=False)
    watch: TableTracker = field(init=False)
    inference: ActionInference = field(init=False)
    _number: int = 0
    _reported: set[Finding] = field(default_factory=set)
    _taken_back: list[tuple[int, int]] = field(default_factory=list)
    """The ranges of findings that belong to steps undone later; ranges may overlap."""
    _before: list[tuple[TableSnapshot, list[Hypothesis], int]] = field(default_factory=list)
    """For each step that wasn't undone, the table and hypotheses before it, and the number of earlier
    findings.
    """
    _setting_up: bool = False
    _option_changes: int = 0
    _undeclared: UndeclaredCombat | None = None
    """The umpire for games with fire combat but without declared attacks; None in all other games."""

    def __post_init__(self) -> None:
        """Read the log's first position. Raises InputError if that isn't possible."""
        self.position = LogPosition(self.game)
        reading = ReadPosition.of(self.ours, self.position)
        self.kernel = reading.kernel
        self.watch = TableTracker(self.ours, self.position, self.kernel)
        self.inference = ActionInference(self.kernel)
        allocated = any(phase.kind == "allocation" for phase in self.kernel.setting.phases)
        if allocated and not self._declares():
            self._undeclared = UndeclaredCombat(self.kernel)
        self._begin(reading)

    def _declares(self) -> bool:
        """Return whether any attack is declared in the log."""
        position, ear = LogPosition(self.game), DeclarationReader(self.kernel)
        return any(ear.is_declaration(position.step(step)) for step in self.game.steps)

    def _begin(self, reading: ReadPosition) -> None:
        self._setting_up = reading.setting_up
        if self._setting_up:
            self.hypotheses = []
            return
        for fault in check_save(reading, self.game, "log"):
            kind: Kind = "offence" if fault.code.startswith(("Q", "U", "N01")) else "doubt"
            self._report(
                kind,
                offence_reasons.reason_with_rule(
                    self.kernel, fault.message, "this is the position at the start of the log", ""
                ),
            )
        first = self._read(reading)
        self.hypotheses = [self._undeclared.begin(first, self.watch.now) if self._undeclared else first]

    def _read(self, reading: ReadPosition) -> Hypothesis:
        """Return the hypothesis that starts with the current table; units marked as moved are treated as
        having moved.
        """
        state = reading.state(opened=True)
        if state.stage == "move":
            marked = (
                self.kernel.setting.unit_numbers.get(look.unit)
                for look in reading.pieces
                if look.unit is not None
                and any(trait.moved for trait in look.lying.piece.all(t.MarkWhenMoved))
            )
            for unit in marked:
                if unit is not None and self.kernel.setting.phase_units[state.phase] >> unit & 1:
                    state = replace(state, acted=state.acted | 1 << unit)
        return with_table_adopted(self.kernel, Hypothesis(state), self.watch.now)

    def follow_log(self) -> UmpireRuling:
        """Replay the whole log and return the findings."""
        ear = DeclarationReader(self.kernel)
        for number, step in enumerate(self.game.steps, start=1):
            self._number = number
            before = self.watch.now
            deed = self.position.step(step)
            if deed.values and self._follow_options():
                ear = DeclarationReader(self.kernel)
            heard = ear.read_step(deed, before)
            table = self.watch.step(deed)
            self._note(heard)
            if deed.undone:
                self._take_back(table)
            elif self._setting_up:
                self._set_up()
            else:
                self._before.append((before, self.hypotheses, len(self.findings)))
                if self._undeclared is not None:
                    self.hypotheses = self._undeclared.follow(self.hypotheses, table, before)
                    for reason in self._undeclared.reasons:
                        self._report("offence", reason)
                else:
                    self._follow(before, table, heard)
        return UmpireRuling(tuple(self._marked_findings()), tuple(self.throws), len(self.game.steps))

    def _marked_findings(self) -> Iterator[Finding]:
        """Yield the findings, with those of undone steps marked."""
        changes = Counter(first for first, _ in self._taken_back)
        changes.subtract(end for _, end in self._taken_back)
        depth = 0
        for number, one in enumerate(self.findings):
            depth += changes[number]
            yield with_fields(one, undone=True) if depth else one

    def _follow_options(self) -> bool:
        """Use the rules engine for the options that now hold; return whether they changed.

        A change is reported unless it is the early end of the game, to which all players agree in the module.
        """
        if self._option_changes == MAX_OPTION_CHANGES:
            return False
        kernel = self.ours.kernel(self.position)
        if kernel is self.kernel:
            return False
        self._option_changes += 1
        old, self.kernel = self.kernel, kernel
        self.watch.kernel = self.inference.kernel = kernel
        if self._undeclared is not None:
            self._undeclared = UndeclaredCombat(kernel)
        setting = kernel.setting
        agreed = setting.victory.early_end.option if setting.victory.early_end is not None else {}
        for option in setting.game.rules.options:
            chosen = setting.options.get(option.id, option.default)
            if chosen not in (old.setting.options.get(option.id, option.default), agreed.get(option.id)):
                name = next(choice.name for choice in option.choices if choice.id == chosen)
                done = f"the optional rule '{option.name}' changes to '{name}'"
                self._report("doubt", OffenceReason(done, "from here on the log is judged by it", ""))
        if setting.units != old.setting.units and self.hypotheses:
            self.hypotheses = [self._read(ReadPosition.of(self.ours, self.position))]
        if agreed and self.position.value("GameOver") == "true":
            self.hypotheses = [with_agreed_end(kernel, one) for one in self.hypotheses]
        return True

    # Start and undo ----------------------------------------------------------------------------------
    def _set_up(self) -> None:
        reading = ReadPosition.of(self.ours, self.position)
        if reading.setting_up:
            return
        self._setting_up = False
        setting = self.kernel.setting
        for fault in check_setup(setting.game, setting.scenario.id, setup_lines(reading, "log")):
            self._report(
                "offence",
                offence_reasons.reason_with_rule(self.kernel, fault.message, "the set-up isn't legal", ""),
            )
        self.hypotheses = [self._read(reading)]

    def _take_back(self, table: TableSnapshot) -> None:
        """Return to the hypotheses before an earlier step if the table is the same as it was then."""
        for back in range(1, min(len(self._before), 12) + 1):
            before, courses, count = self._before[-back]
            if before == table:
                self.hypotheses = courses
                self._taken_back.append((count, len(self.findings)))
                del self._before[-back:]
                return
        if not self._setting_up and self.hypotheses:
            self._report("doubt", OffenceReason("a step is undone", "no earlier step had this position", ""))
            self.hypotheses = [with_table_adopted(self.kernel, self.hypotheses[0], table)]

    def _note(self, heard: StepDeclarations) -> None:
        setting = self.kernel.setting
        chaser = next((a.unit for a in heard.actions if a.kind == "intercept"), None)
        side = setting.game.counters.unit(chaser).side if chaser is not None else None
        name = setting.game.info.side(side).name if side is not None else ""
        for throw in heard.throws:
            self.throws.append(StepThrow(self._number, self.watch.now.turn[1], name, throw))

    # One step ------------------------------------------------------------------------------------------
    def _follow(self, before: TableSnapshot, table: TableSnapshot, heard: StepDeclarations) -> None:
        if table.turn < before.turn:
            self._report(
                "offence",
                OffenceReason("the turn counter goes back", "a finished phase may not be played again", ""),
            )
            self.hypotheses = [self._read(ReadPosition.of(self.ours, self.position))]
            return
        if (
            table.network_notes and not before.network_notes
        ):  # The note did not exist before; from now on it counts.
            self.hypotheses = [replace_serving(one, table) for one in self.hypotheses]
        if table.turn != before.turn or table.over != before.over:
            self._report_overdue(before, table)
        rolled = any(action.kind == "roll" for action in heard.actions)
        fresh = () if rolled else tuple(t.faces[0] for t in heard.throws if len(t.faces) == 1)
        declared = [self._declared(course, heard, table, before) for course in self.hypotheses]
        # A hypothesis in which the declaration is legal is more likely than one in which it isn't.
        least = min((len(faults) for _, faults in declared), default=0)
        courses = [with_dice_thrown(course, fresh) for course, faults in declared if len(faults) == least]
        for fault in next((faults for _, faults in declared if len(faults) == least), []):
            self._report("offence", fault)
        ahead = [one for course in courses for one in self.inference.explain(course, table, before)]
        if not ahead:
            first, *others = courses
            late = (one for one in others if not is_state_behind(one.state, table))
            taken = [with_table_adopted(self.kernel, one, table) for one in late]
            ahead = [self._adopt_unexplained(first, table, before), *taken]
        elif all(one.results_without_dice for one in ahead):
            self._report(
                "doubt", OffenceReason("a battle is resolved", "the log contains no die roll for it", "")
            )
            ahead = [with_fields(one, results_without_dice=0) for one in ahead]
        if table.turn != before.turn:  # Throws of an earlier phase no longer decide anything.
            count = len(fresh)
            ahead = [
                with_fields(
                    one,
                    unused_dice=one.unused_dice[max(0, len(one.unused_dice) - count) :],
                    any_dice_thrown=bool(fresh),
                )
                for one in ahead
            ]
        self.hypotheses = list(dict.fromkeys(ahead))[:MAX_HYPOTHESES]

    def _declared(
        self, course: Hypothesis, heard: StepDeclarations, table: TableSnapshot, before: TableSnapshot
    ) -> tuple[Hypothesis, list[OffenceReason]]:
        """Return the hypothesis after a step's declarations, and the reasons why some of them are illegal."""
        faults: list[OffenceReason] = []
        for said in heard.actions:
            course = self._with_presupposed_decisions(course, said, table, before)
            state = course.state
            action = normalize_target(self.kernel.setting, state, said)
            if action.kind == "resolve" and state.stage == "declare" and state.battles:
                # The phase begins although mandatory attacks are missing.
                early = offence_reasons.explain_unfinished_phase(self.kernel, state)
                faults.append(with_fields(early, done="the first battle begins"))
                state = replace(state, stage="resolve")
                course = with_fields(course, state=state)
            if is_attack_declared(self.kernel.setting, state, action):
                continue
            if self.kernel.is_legal(state, action):
                course = course.after_action(self.kernel, action, table, before)
                if action.kind == "resolve":
                    bit = 1 << battle_named_by(self.kernel.setting, state, action).goal
                    course = with_fields(course, units_attacked=course.units_attacked | bit)
            elif action.kind in _DECLARED_ACTIONS and not (action.kind == "engage" and state.stage == "fire"):
                why = (
                    offence_reasons.violation_text(self.kernel, state, action.text)
                    or _VAGUE_REASONS[action.kind in _FLIGHTS]
                )
                told = " ".join(heard.lines[:1])[:160].rstrip(".") or action.text
                faults.append(offence_reasons.reason_with_rule(self.kernel, told, why, "combat"))
            elif action.kind == "roll" and action.rolls and state.stage == "fire":
                told = " ".join(heard.lines)[:160]
                faults.append(
                    offence_reasons.reason_with_rule(
                        self.kernel, told, "these dice can't score this number of hits", "combat"
                    )
                )
        for unit in heard.units_leaving_attack:
            course = self._with_attack_left(course, self.kernel.setting.unit_numbers[unit])
        return course, faults

    def _with_presupposed_decisions(
        self, course: Hypothesis, action: Action, table: TableSnapshot, before: TableSnapshot
    ) -> Hypothesis:
        """Return the hypothesis after the decisions that an action presupposes and that no counter shows."""
        for _ in range(2 + len(self.kernel.setting.sides)):
            stage = course.state.stage
            if (stage, action.kind) == ("roll", "resolve"):
                # The previous battle's die had no effect; otherwise the next battle couldn't begin.
                done = (
                    one
                    for one in self.inference.courses_after_unseen_result(course, table, before)
                    if not one.contradictions(table) and one.state.stage in ("resolve", "advance")
                )
                course = next(done, course)
                stage = course.state.stage
            silent = {
                ("declare", "resolve"): "end",
                ("advance", "resolve"): "hold",
                ("withdraw", "roll"): "hold",
                ("withdraw", "engage"): "hold",
                ("pursue", "engage"): "hold",
                ("intercept", "roll"): "pass",
            }.get((stage, action.kind))
            over = action.kind in ("strike", "support", "fly", "attack", "end")
            if stage == "intercept" and (over or self._is_of_a_later_side(course, action)):
                silent = "pass"
            if silent is None or not self.kernel.is_legal(course.state, Action(silent)):  # type: ignore[arg-type]
                break
            course = course.after_action(self.kernel, Action(silent), table, before)  # type: ignore[arg-type]
        return course

    def _is_of_a_later_side(self, course: Hypothesis, action: Action) -> bool:
        """Return whether an action is an interception by a side other than the side that decides now."""
        if action.kind != "intercept" or action.unit is None:
            return False
        return (
            self.kernel.active_side(course.state) != self.kernel.setting.game.counters.unit(action.unit).side
        )

    def _with_attack_left(self, course: Hypothesis, unit: int) -> Hypothesis:
        """Return the hypothesis after a unit has withdrawn from its declared attack."""
        state, bit = course.state, 1 << unit
        # A unit that made an overrun no longer has a note of its attack, but its die is still thrown.
        battles = tuple(
            b if b.overrun_outcome is not None else replace(b, attackers=b.attackers & ~bit)
            for b in state.battles
        )
        engagements = tuple(replace(b, attackers=b.attackers & ~bit) for b in state.engagements)
        changed = replace(
            state,
            acted=state.acted & ~bit if state.stage == "declare" else state.acted,
            battles=tuple(b for b in battles if b.attackers),
            engagements=tuple(b for b in engagements if b.attackers),
        )
        return with_fields(course, state=changed)

    # Unexplained changes -----------------------------------------------------------------------------
    def _report_overdue(self, before: TableSnapshot, table: TableSnapshot) -> None:
        """Report changes that earlier phases required but the table doesn't show, if all hypotheses agree on
        these changes.
        """
        courses = [one.without_settled(table) for one in self.hypotheses]
        least = min(courses, key=lambda one: len(one.overdue(table)), default=None)
        if least is None or not (late := least.overdue(table)):
            self.hypotheses = [one for one in courses if not one.overdue(table)] or courses
            return
        for one in late:
            kind: Kind = "doubt" if one.key[0] == "held" else "offence"
            self._report(
                kind,
                offence_reasons.explain_missing_change(self.kernel, one.key, least.state, before),
                before.turn,
            )
        # Markers that nobody turned stay wrong; the umpire continues with the true owner of the place.
        kept = tuple(
            with_fields(one, due_by=NO_DEADLINE) if one.key[0] == "held" else one
            for one in least.pending
            if one not in late or one.key[0] == "held"
        )
        keys = [one.key for one in late if one.key[0] != "held"]
        self.hypotheses = [with_table_adopted(self.kernel, with_fields(least, pending=kept), before, keys)]

    def _adopt_unexplained(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Hypothesis:
        """Report changes that no legal action explains, and return a hypothesis that accepts the table."""
        if (fixed := self._by_other_dice(course, table, before)) is not None:
            return fixed
        # Unrelated differences are reported separately: the rest may still be legal.
        course = self.inference.explain_partly(course, table, before)
        wrong = course.contradictions(table)
        units = dict.fromkeys(number for what, number in wrong if what not in GENERAL_KEYS)
        drags, state = dict(course.drags), state_for_reasons(self.kernel, course.state, table)
        for unit in units:
            why = offence_reasons.explain_illegal_change(
                self.kernel, state, unit, before, table, drags=len(drags.get(unit, ()))
            )
            self._report("offence", why, side=self._side_of(state, unit))
        for what, number in wrong:
            if what == "held":
                self._report("offence", offence_reasons.explain_wrong_owner(self.kernel, number, table))
            elif what == "net":
                self._report(
                    "offence", offence_reasons.explain_wrong_network(self.kernel, number, course.state, table)
                )
        course = with_table_adopted(self.kernel, course, table, wrong)
        return self._catch_up_to_phase(course, table, before)

    def _by_other_dice(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Hypothesis | None:
        """Report that a change can be explained only by a die roll that is missing from the log.

        Return the hypothesis with that die roll; None if no roll explains the change.
        """
        fits = course.state.stage in ("declare", "resolve", "attrition-roll")
        if not (course.unused_dice and fits and course.contradictions(table)):
            return None
        found = [
            (one, number)
            for number in range(1, 7)
            for one in self.inference.explain(
                with_fields(course, unused_dice=(number,), any_dice_thrown=True), table, before
            )[:1]
        ]
        if not found:
            return None
        wrong = course.contradictions(table)
        names = [
            offence_reasons.describe_change(self.kernel, n, before, table)
            for n in dict.fromkeys(n for w, n in wrong if w not in GENERAL_KEYS)
        ]
        shows = ", ".join(map(str, course.unused_dice))
        those = ", ".join(str(number) for _, number in found)
        why = f"the die shows {shows}, but in the possible battles only {those} would lead to this result"
        self._report(
            "offence", OffenceReason("; ".join(names), why, offence_reasons.rule_of(self.kernel, "combat"))
        )
        return found[0][0]

    def _catch_up_to_phase(
        self, course: Hypothesis, table: TableSnapshot, before: TableSnapshot
    ) -> Hypothesis:
        """Return the hypothesis at the table's turn and phase.

        Report phases that were ended illegally on the way.
        """
        for jumps in range(3 * len(self.kernel.setting.phases)):
            state = course.state
            if not is_state_behind(state, table):
                break
            ended = self.inference.courses_after_phase(course, table, before)
            after = next(ended, None)
            if after is None:
                # Attacks that were not declared with keys and changed nothing leave no trace.
                unseen = state.stage == "declare" and not state.battles and course.any_dice_thrown
                self._report(
                    "doubt" if unseen else "offence",
                    offence_reasons.explain_unfinished_phase(self.kernel, state),
                )
                after = course.in_state(with_phase_forced_over(self.kernel, state), table, before)
            if jumps and any(action.kind != "end" for action in self.kernel.legal_actions(state)):
                # The module passes phases in which nobody can decide anything.
                phase = self.kernel.setting.phases[state.phase].name
                self._report(
                    "offence", OffenceReason(f"{phase} is skipped", "the phases must be played in order", "")
                )
            course = after
        return with_table_adopted(self.kernel, course, table, course.contradictions(table))

    # Reports ------------------------------------------------------------------------------------------------
    def _side_of(self, state: State, unit: int) -> str:
        setting = self.kernel.setting
        return setting.game.info.side(setting.sides[setting.side(state)]).name

    def _report(
        self, kind: Kind, reason: OffenceReason, turn: tuple[int, int] | None = None, side: str | None = None
    ) -> None:
        setting = self.kernel.setting
        number, phase = turn or self.watch.now.turn
        played = setting.phases[phase] if 0 <= phase < len(setting.phases) else None
        who = side or (setting.game.info.side(played.side).name if played is not None else "")
        name = played.name if played is not None else ""
        done, why = single_line(reason.done), single_line(reason.why)
        found = Finding(kind, self._number, number, name, who, done, why, reason.rule)
        if found not in self._reported:
            self._reported.add(found)
            self.findings.append(found)


def with_dice_thrown(course: Hypothesis, faces: tuple[int, ...]) -> Hypothesis:
    """Return the hypothesis with numbers rolled added, which later results may use."""
    return (
        with_fields(course, unused_dice=course.unused_dice + faces, any_dice_thrown=True) if faces else course
    )


def with_agreed_end(kernel: RulesEngine, course: Hypothesis) -> Hypothesis:
    """Return the hypothesis with the game over if the players may end it early now."""
    if not ends_early(kernel.setting, course.state):
        return course
    return with_fields(course, state=declare_winner(kernel.setting, course.state, -1))


def replace_serving(course: Hypothesis, table: TableSnapshot) -> Hypothesis:
    """Return the hypothesis with each side's network hexes as shown by the table."""
    return with_fields(course, state=replace(course.state, serving_hexes=table.network_notes))


def state_for_reasons(kernel: RulesEngine, state: State, table: TableSnapshot) -> State:
    """Return the state by which a violation is explained; its phase is no later than the table's phase."""
    if (state.turn, state.phase) <= table.turn:
        return state
    stage: StageId = "resolve" if kernel.setting.phases[table.turn[1]].kind == "combat" else "done"
    return replace(state, turn=table.turn[0], phase=table.turn[1], stage=stage)
