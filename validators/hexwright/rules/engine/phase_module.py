"""Phase modules: the stages and actions that each part of the rules contributes.

Each part (movement, replacement, battle, …) defines one `PhaseModule`. `join_phase_modules` combines all of
them into the registry that the rules engine uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.charts import CombatTable
from hexwright.model.rules.phase_start_steps import EVERY_PHASE, PHASE_START_STEPS, PhaseStartStep
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import StageId, State
from hexwright.rules.engine.rules_protocol import Action, ActionKind
from hexwright.rules.engine.seeded_dice import throw_die

OpenPhase = Callable[[CompiledGame, State], State]
"""A function that begins a phase; the returned state has the stage "done" if there is no decision to make."""
ListActions = Callable[[CompiledGame, State], list[Action]]
ApplyAction = Callable[[CompiledGame, State, Action], State]
Decider = Callable[[CompiledGame, State], int]
"""A function that returns the number of the side that decides."""
Narrate = Callable[[CompiledGame, State, Action], str]
"""A function that describes an action in a sentence; the state argument is the state before the action."""
Outcomes = tuple[tuple[Action, Fraction], ...]


@dataclass(frozen=True, slots=True)
class DiceStage:
    """A stage decided by chance."""

    outcomes: Callable[[CompiledGame, State], Outcomes]
    """The possible actions with their probabilities, which add up to 1."""
    draw: Callable[[CompiledGame, State], Action]
    """The action that the state's seed determines."""
    is_possible: Callable[[CompiledGame, State, Action], bool]
    """Tests whether the dice can produce an action's result, without computing probabilities."""


Name = Literal["unit", "hex", "target", "goal"]
"""A name that an action may require; a `goal` is a target unit, or a hex if all units in a hex defend
together.
"""


@dataclass(frozen=True, slots=True)
class ActionHandler:
    """A kind of action in a stage: its effect, its required names, and its description."""

    apply: ApplyAction
    """Returns the state after the action; stage "done" ends the phase."""
    required_names: tuple[Name, ...] = ()
    """The names that the action must have.

    `apply` is called only if each name is present and exists in the game.
    """
    narrate: Narrate | None = None
    """Describes the action in a sentence; if None, `narration.describe` does so."""
    violation: Narrate | None = None
    """Returns the reason why the action isn't legal; if None, `violations.violation` does so."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of play, in which either a side or chance decides."""

    id: StageId
    prompt: str
    """The decision or die roll that the stage awaits, as a noun with an article."""
    handlers: Mapping[ActionKind, ActionHandler]
    """The handlers of possible actions and chance outcomes, by kind of action."""
    legal: ListActions | None = None
    """All legal actions; None if chance decides."""
    dice: DiceStage | None = None
    """The chance outcomes; None if a side decides."""
    decider: Decider | None = None
    """The side that decides; None for the phasing side."""
    movers: Callable[[CompiledGame, State], list[int]] | None = None
    """The units that have yet to act, if most actions in the stage are actions of single units."""
    unit_actions: Callable[[CompiledGame, State, int], list[Action]] | None = None
    """All actions of one unit, if they can be computed without computing other units' actions."""
    end_actions: ListActions | None = None
    """The action that ends the stage, or the actions required before the stage may end."""
    resume: OpenPhase | None = None
    """The function that continues this stage after a stage that it called; if None, the stage continues
    unchanged.
    """


@dataclass(frozen=True, slots=True)
class PhaseModule:
    """The contribution of one part of the rules: its stages, and how its kinds of phase begin."""

    phase_openers: Mapping[str, OpenPhase] = field(default_factory=dict)
    """For each kind of phase, the function that opens the first stage once the phase has begun."""
    beginning_steps: Mapping[PhaseStartStep, Mapping[str, OpenPhase]] = field(default_factory=dict)
    """Automatic changes at the start of a phase, keyed by start step, then by kind of phase (or the key for
    every phase).
    """
    resume_stages: Mapping[str, StageId] = field(default_factory=dict)
    """For each kind of phase, the stage that calls other stages; play returns to it when a called stage ends
    with "back".
    """
    stages: tuple[Stage, ...] = ()
    faults: tuple[Callable[[CompiledGame, State], Iterator[Diagnostic]], ...] = ()
    """Functions that check a state for faults that concern this part of the rules."""


@dataclass(frozen=True, slots=True)
class PhaseRegistry:
    """The combined contributions of all parts of the rules."""

    phase_openers: Mapping[str, OpenPhase]
    beginning_steps: Mapping[str, tuple[OpenPhase, ...]]
    """For each kind of phase, all steps of its start in order."""
    resume_stages: Mapping[str, StageId]
    stages: Mapping[StageId, Stage]
    faults: tuple[Callable[[CompiledGame, State], Iterator[Diagnostic]], ...]

    def handler_of(self, state: State, action: Action) -> ActionHandler | None:
        """Return the handler of an action in the current stage; None if the stage has no such action."""
        stage = self.stages.get(state.stage)
        return None if stage is None else stage.handlers.get(action.kind)

    def return_to_caller(self, setting: CompiledGame, state: State) -> State:
        """Return the state after a called stage has finished: the stage that called it resumes, in
        any phase.
        """
        stage = self.stages[self.resume_stages[setting.phases[state.phase].kind]]
        back = replace(state, stage=stage.id)
        return back if stage.resume is None else stage.resume(setting, back)


def join_phase_modules(parts: Sequence[PhaseModule]) -> PhaseRegistry:
    """Return all parts combined; raise ValueError if two parts define the same phase, step or stage."""
    opens: dict[str, OpenPhase] = {}
    begins: dict[tuple[PhaseStartStep, str], OpenPhase] = {}
    homes: dict[str, StageId] = {}
    stages: dict[StageId, Stage] = {}
    for part in parts:
        own = {stage.id: stage for stage in part.stages}
        steps = {
            (step, kind): of for step, kinds in part.beginning_steps.items() for kind, of in kinds.items()
        }
        again = {" ".join(step).strip() for step in begins.keys() & steps.keys()}
        twice = sorted((opens.keys() & part.phase_openers.keys()) | (stages.keys() & own.keys()) | again)
        if twice or len(own) < len(part.stages):
            raise ValueError(f"two procedures for {', '.join(twice) or 'a stage of one'}")
        opens |= part.phase_openers
        begins |= steps
        homes |= part.resume_stages
        stages |= own
    every = {kind: tuple(_ordered_steps(begins, kind)) for kind in opens}
    return PhaseRegistry(opens, every, homes, stages, tuple(fault for part in parts for fault in part.faults))


def _ordered_steps(begins: Mapping[tuple[PhaseStartStep, str], OpenPhase], kind: str) -> Iterator[OpenPhase]:
    for step in PHASE_START_STEPS:
        for asked in (EVERY_PHASE, kind):
            if (step, asked) in begins:
                yield begins[step, asked]


def nothing_decided(_setting: CompiledGame, state: State) -> State:
    """Return the state unchanged; used for phases in which nothing is decided."""
    return state


def one_die(sides: Callable[[CompiledGame, State], int]) -> DiceStage:
    """Return a dice stage that rolls one die; `sides` computes the die's number of sides."""

    def outcomes(setting: CompiledGame, state: State) -> Outcomes:
        faces = sides(setting, state)
        return tuple((Action("roll", roll=n), Fraction(1, faces)) for n in range(1, faces + 1))

    def draw(setting: CompiledGame, state: State) -> Action:
        return Action("roll", roll=throw_die(state.seed, state.dice_thrown, sides(setting, state)))

    def shows(setting: CompiledGame, state: State, action: Action) -> bool:
        return 1 <= action.roll <= sides(setting, state)

    return DiceStage(outcomes, draw, shows)


def summed_dice(table: Callable[[CompiledGame], CombatTable]) -> DiceStage:
    """Return a dice stage that rolls a combat table's dice and reports their sum."""

    def outcomes(setting: CompiledGame, state: State) -> Outcomes:
        return tuple((Action("roll", roll=total), share) for total, share in table(setting).chances.items())

    def draw(setting: CompiledGame, state: State) -> Action:
        thrown = table(setting)
        if thrown.dice == 1:
            return Action("roll", roll=throw_die(state.seed, state.dice_thrown, thrown.die))
        # One number encodes all dice, a digit for each face, so that a roll uses one word of the random
        # sequence.
        number = throw_die(state.seed, state.dice_thrown, thrown.die**thrown.dice) - 1
        total = thrown.dice
        for _ in range(thrown.dice):
            number, face = divmod(number, thrown.die)
            total += face
        return Action("roll", roll=total)

    def shows(setting: CompiledGame, state: State, action: Action) -> bool:
        thrown = table(setting)
        return thrown.dice <= action.roll <= thrown.dice * thrown.die

    return DiceStage(outcomes, draw, shows)


def finish_phase(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with its phase over; the rules engine then opens the next phase."""
    return replace(state, stage="done")
