"""Group the steps between adjacent hexes by the movement cost entries that apply to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from hexwright.geometry.bitsets import members
from hexwright.geometry.criteria_hexes import criteria_steps, hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Steps, steps_by_marks
from hexwright.model.rules.movement_record import EntryCost, MovementMode

_CACHED_STEPS: deque[tuple[Board, tuple[EntryCost, ...], Mapping[tuple[int, ...], Steps]]] = deque(maxlen=32)
"""The most recent results, because the rules engine, the module's tables and its help request the same ones.
"""


def steps_by_costs(board: Board, mode: MovementMode) -> Mapping[tuple[int, ...], Steps]:
    """Return the steps between adjacent hexes, grouped by the indices of the cost entries that apply to them.

    Steps to which no entry applies have the key (). The result is empty if no entry depends on the step.
    """
    for known, costs, found in _CACHED_STEPS:
        if known is board and costs == mode.costs:
            return found
    made = _crossings(board, mode.costs)
    _CACHED_STEPS.append((board, mode.costs, made))
    return made


def _crossings(board: Board, costs: tuple[EntryCost, ...]) -> Mapping[tuple[int, ...], Steps]:
    marked: dict[int, list[Hexes]] = {}
    for number, entry in enumerate(costs):
        if (far := _steps_of_entry(board, entry)) is not None:
            marked[number] = far
    return steps_by_marks(board.near, marked) if marked else {}


def _steps_of_entry(board: Board, entry: EntryCost) -> list[Hexes] | None:
    """Return, for each hex, the adjacent hexes to which a step has the entry's cost.

    None means that the cost depends only on the hex entered.
    """
    froms = criteria_steps(board, entry)
    if froms is None:
        return None
    far = [0] * len(board.near)
    for number in members(hexes_meeting_criteria(board, entry)):
        for before in members(froms[number] & board.near[number]):
            far[before] |= 1 << number
    return far
