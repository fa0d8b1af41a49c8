"""Say what a part of the rules contributes to play: its stages, and what may be done in each.

Each module of procedures (movement, replacement, battle, …) offers one `Procedure`; `procedures`
joins them, and the kernel plays whatever they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.charts import CombatTable
from hexwright.model.rules.phase_start_steps import BEGINNINGS, EVERY_PHASE, Beginning
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import StageId, State
from hexwright.rules.engine.rules_protocol import Action, ActionKind
from hexwright.rules.engine.seeded_dice import throw

Open = Callable[[Setting, State], State]
"""Begins a phase; gives stage "done" when there is nothing to decide in it."""
Legal = Callable[[Setting, State], list[Action]]
Apply = Callable[[Setting, State, Action], State]
Decider = Callable[[Setting, State], int]
"""Tells the number of the side that decides."""
Tell = Callable[[Setting, State, Action], str]
"""Puts an action into a sentence; the state is the one before it."""
Outcomes = tuple[tuple[Action, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """A stage in which chance decides."""

    outcomes: Callable[[Setting, State], Outcomes]
    """What may happen, with probabilities that add up to 1."""
    draw: Callable[[Setting, State], Action]
    """What the seed makes of it."""
    shows: Callable[[Setting, State, Action], bool]
    """Tells whether dice can show what an action says, found without reckoning chances."""


Name = Literal["unit", "hex", "target", "goal"]
"""What an action may have to name; a `goal` is a target, or a hex where all in it defend as one."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A kind of action in a stage: what it does there, and how it is told."""

    apply: Apply
    """What comes of it; a state with stage "done" ends the phase."""
    names: tuple[Name, ...] = ()
    """What it can't do without; `apply` is given nothing else, and no name that isn't in the game."""
    tell: Tell | None = None
    """A sentence for it; where there is none, `telling` has one."""
    objects: Tell | None = None
    """Why it isn't legal; where nothing is said, `objections` says it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of play, in which a side decides or chance does: all that is to be known of it."""

    id: StageId
    prompt: str
    """What is to be decided in it, as in "who moves where"."""
    deeds: Mapping[ActionKind, Deed]
    """By kind of action what may be done, or may fall."""
    legal: Legal | None = None
    """All actions that may be taken; None where chance decides."""
    dice: Dice | None = None
    """What chance may do; None where a side decides."""
    decider: Decider | None = None
    """Who decides; None for the phasing side."""
    movers: Callable[[Setting, State], list[int]] | None = None
    """The units that have yet to act, where most actions are theirs."""
    of_unit: Callable[[Setting, State, int], list[Action]] | None = None
    """All actions of one unit, where they are found without those of others."""
    ends: Legal | None = None
    """The end of the stage, or what comes first before it may end."""
    resumes: Open | None = None
    """What comes once a stage that this one called is over; it goes on as it is where nothing is said."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """What a part of the rules adds: how phases of its kinds begin, and stages."""

    opens: Mapping[str, Open] = field(default_factory=dict)
    """By kind of phase, what is to be decided in it once it has begun."""
    begins: Mapping[Beginning, Mapping[str, Open]] = field(default_factory=dict)
    """By step of the beginning, and by kind of phase or for every phase, what happens of itself."""
    homes: Mapping[str, StageId] = field(default_factory=dict)
    """By kind of phase, the stage that calls others: where these end with stage "back", it goes on."""
    stages: tuple[Stage, ...] = ()
    faults: tuple[Callable[[Setting, State], Iterator[Diagnostic]], ...] = ()
    """What else may be wrong with a state."""


@dataclass(frozen=True, slots=True)
class Procedures:
    """What all parts add."""

    opens: Mapping[str, Open]
    begins: Mapping[str, tuple[Open, ...]]
    """By kind of phase, all steps of its beginning in their order."""
    homes: Mapping[str, StageId]
    stages: Mapping[StageId, Stage]
    faults: tuple[Callable[[Setting, State], Iterator[Diagnostic]], ...]

    def deed(self, state: State, action: Action) -> Deed | None:
        """Return what an action does in the stage of a state; None where it isn't of that stage."""
        stage = self.stages.get(state.stage)
        return None if stage is None else stage.deeds.get(action.kind)

    def returned(self, setting: Setting, state: State) -> State:
        """Return the state in the stage that called the one which is over, whatever phase it is."""
        stage = self.stages[self.homes[setting.phases[state.phase].kind]]
        back = replace(state, stage=stage.id)
        return back if stage.resumes is None else stage.resumes(setting, back)


def joined(parts: Sequence[Procedure]) -> Procedures:
    """Return all parts as one; raise ValueError where two claim the same."""
    opens: dict[str, Open] = {}
    begins: dict[tuple[Beginning, str], Open] = {}
    homes: dict[str, StageId] = {}
    stages: dict[StageId, Stage] = {}
    for part in parts:
        own = {stage.id: stage for stage in part.stages}
        steps = {(step, kind): of for step, kinds in part.begins.items() for kind, of in kinds.items()}
        again = {" ".join(step).strip() for step in begins.keys() & steps.keys()}
        twice = sorted((opens.keys() & part.opens.keys()) | (stages.keys() & own.keys()) | again)
        if twice or len(own) < len(part.stages):
            raise ValueError(f"two procedures for {', '.join(twice) or 'a stage of one'}")
        opens |= part.opens
        begins |= steps
        homes |= part.homes
        stages |= own
    every = {kind: tuple(_steps(begins, kind)) for kind in opens}
    return Procedures(opens, every, homes, stages, tuple(fault for part in parts for fault in part.faults))


def _steps(begins: Mapping[tuple[Beginning, str], Open], kind: str) -> Iterator[Open]:
    for step in BEGINNINGS:
        for asked in (EVERY_PHASE, kind):
            if (step, asked) in begins:
                yield begins[step, asked]


def nothing_decided(_setting: Setting, state: State) -> State:
    """Return the state unchanged: nothing is decided, so the phase is over."""
    return state


def one_die(sides: Callable[[Setting, State], int]) -> Dice:
    """Return the throw of one die whose number of sides a function tells."""

    def outcomes(setting: Setting, state: State) -> Outcomes:
        faces = sides(setting, state)
        return tuple((Action("roll", roll=n), Fraction(1, faces)) for n in range(1, faces + 1))

    def draw(setting: Setting, state: State) -> Action:
        return Action("roll", roll=throw(state.seed, state.throws, sides(setting, state)))

    def shows(setting: Setting, state: State, action: Action) -> bool:
        return 1 <= action.roll <= sides(setting, state)

    return Dice(outcomes, draw, shows)


def summed_dice(table: Callable[[Setting], CombatTable]) -> Dice:
    """Return the throw of a table's dice, whose sum is told."""

    def outcomes(setting: Setting, state: State) -> Outcomes:
        return tuple((Action("roll", roll=total), share) for total, share in table(setting).chances.items())

    def draw(setting: Setting, state: State) -> Action:
        thrown = table(setting)
        if thrown.dice == 1:
            return Action("roll", roll=throw(state.seed, state.throws, thrown.die))
        # One number for all dice, whose digits are the faces: each throw takes one word of chance.
        number = throw(state.seed, state.throws, thrown.die**thrown.dice) - 1
        total = thrown.dice
        for _ in range(thrown.dice):
            number, face = divmod(number, thrown.die)
            total += face
        return Action("roll", roll=total)

    def shows(setting: Setting, state: State, action: Action) -> bool:
        thrown = table(setting)
        return thrown.dice <= action.roll <= thrown.dice * thrown.die

    return Dice(outcomes, draw, shows)


def done(setting: Setting, state: State, action: Action) -> State:
    """Return the state with its phase over; the kernel opens the next one."""
    return replace(state, stage="done")
