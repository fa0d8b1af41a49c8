"""Action tree counts: count the possible actions by unit and by depth, like a chess program's perft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction


@dataclass(frozen=True, slots=True)
class ActionCounts:
    """The numbers of action sequences from one position."""

    depth: int
    total: int
    """The number of action sequences of this length, including shorter sequences that end the game."""
    by_unit: Mapping[str, int]
    """The number of sequences for each unit that takes the first action; "" stands for actions without a
    unit.
    """


def _next(rules: RulesEngine, state: State) -> list[Action]:
    if rules.active_side(state) == CHANCE:
        return [action for action, _ in rules.chance_outcomes(state)]
    return rules.legal_actions(state)


def count_actions(rules: RulesEngine, state: State, depth: int) -> ActionCounts:
    """Count the sequences of `depth` actions from a state; die rolls are counted as actions."""
    known: dict[tuple[State, int], int] = {}

    def below(here: State, left: int) -> int:
        actions = _next(rules, here)
        if left <= 1 or not actions:
            return len(actions) if left else 1
        key = (here, left)
        if key not in known:
            known[key] = sum(below(rules.apply(here, action), left - 1) or 1 for action in actions)
        return known[key]

    if depth <= 0:
        return ActionCounts(depth, 1, {})
    by_unit: dict[str, int] = {}
    for action in _next(rules, state):
        name = action.unit or action.target or ""
        found = 1 if depth <= 1 else below(rules.apply(state, action), depth - 1) or 1
        by_unit[name] = by_unit.get(name, 0) + found
    return ActionCounts(depth, sum(by_unit.values()), dict(sorted(by_unit.items())))


def state_after(rules: RulesEngine, state: State, line: str = "") -> State:
    """Return the state after the actions in `line`, which are separated by ";"; die rolls are random.

    Raise InputError for an action that isn't legal.
    """
    for text in filter(None, (part.strip() for part in line.split(";"))):
        while rules.active_side(state) == CHANCE and not text.startswith("roll"):
            state = rules.apply(state, rules.draw(state))
        try:
            state = rules.apply(state, rules.parse(state, text))
        except IllegalAction as fault:
            raise InputError.single("P012", f"'{text}': {fault}", Span("--line"), fault.hint) from fault
    return state


def counts_table(rules: RulesEngine, state: State, depth: int) -> str:
    """Return the counts for a position as a table with one line per unit."""
    counted = count_actions(rules, state, depth)
    lines = [f"turn {state.turn} {rules.phase(state)} {state.stage} depth {depth}: {counted.total}"]
    lines += [f"  {name or '-'} {number}" for name, number in counted.by_unit.items()]
    return "\n".join(lines)
