"""Say what a part of the rules contributes to play: what may be decided, and what comes of it.

Each module of procedures (movement, replacement, battle, …) offers one `Procedure`; `procedures`
joins them, and the kernel plays whatever they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from builder.diagnostics import Diagnostic
from builder.model.charts import CombatTable
from validators.rules.chance import throw
from validators.rules.changing import replace
from validators.rules.protocol import Action
from validators.rules.setting import Setting
from validators.rules.state import Stage, State

K = TypeVar("K")
V = TypeVar("V")

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


@dataclass(frozen=True, slots=True)
class Procedure:
    """What a part of the rules adds. Where nothing is said of a stage's decider, it is the phasing side."""

    opens: Mapping[str, Open] = field(default_factory=dict)
    """By kind of phase, how it begins."""
    legal: Mapping[Stage, Legal] = field(default_factory=dict)
    apply: Mapping[tuple[Stage, str], Apply] = field(default_factory=dict)
    """By stage and kind of action, what comes of it; a state with stage "done" ends the phase."""
    dice: Mapping[Stage, Dice] = field(default_factory=dict)
    deciders: Mapping[Stage, Decider] = field(default_factory=dict)
    tell: Mapping[tuple[Stage, str], Tell] = field(default_factory=dict)
    """Sentences for actions by stage and kind; others are told by `telling`."""
    objects: Mapping[tuple[Stage, str], Tell] = field(default_factory=dict)
    """Why an action isn't legal, by stage and kind; others are told by `objections`."""
    faults: tuple[Callable[[Setting, State], Iterator[Diagnostic]], ...] = ()
    """What else may be wrong with a state."""


def joined(parts: Iterable[Procedure]) -> Procedure:
    """Return all parts as one; raise ValueError where two claim the same."""
    whole = Procedure()
    for part in parts:
        whole = Procedure(
            _merged(whole.opens, part.opens),
            _merged(whole.legal, part.legal),
            _merged(whole.apply, part.apply),
            _merged(whole.dice, part.dice),
            _merged(whole.deciders, part.deciders),
            _merged(whole.tell, part.tell),
            _merged(whole.objects, part.objects),
            whole.faults + part.faults,
        )
    return whole


def _merged(one: Mapping[K, V], other: Mapping[K, V]) -> Mapping[K, V]:
    twice = sorted(str(key) for key in one.keys() & other.keys())
    if twice:
        raise ValueError(f"two procedures for {', '.join(twice)}")
    return {**one, **other}


def one_die(sides: Callable[[Setting, State], int]) -> Dice:
    """Return the throw of one die whose number of sides a function tells."""

    def outcomes(setting: Setting, state: State) -> Outcomes:
        faces = sides(setting, state)
        return tuple((Action("roll", roll=n), Fraction(1, faces)) for n in range(1, faces + 1))

    def draw(setting: Setting, state: State) -> Action:
        return Action("roll", roll=throw(state.seed, state.throws, sides(setting, state)))

    return Dice(outcomes, draw)


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

    return Dice(outcomes, draw)


def done(setting: Setting, state: State, action: Action) -> State:
    """Return the state with its phase over; the kernel opens the next one."""
    return replace(state, stage="done")
