"""Idle units: the reason why a unit has nothing to do in a stage of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_protocol import Action, ActionKind
from hexwright.rules.engine.violations import reason_against
from hexwright.rules.replacement.replacement_phase import entry_hexes

_TRIED: Final[Mapping[str, ActionKind]] = {"move": "move", "declare": "attack", "allocate": "attack"}
"""The action that is tried for a unit in each stage in which units act one by one."""
_MOST_REASONS: Final = 3
_MOST_TRIED: Final = 12


def explain_idle_unit(setting: CompiledGame, state: State, unit: int) -> str:
    """Return why a unit has no action in this stage: the reason against what it would most likely do."""
    name, found = setting.units[unit], dict[str, str]()
    if state.locations[unit] < 0 and state.stage != "replace":
        return f"{name} is not on the map"
    for action in _tries(setting, state, unit):
        if reason := _reason(setting, state, action):
            # Of reasons that differ by the hex alone, the first is enough.
            found.setdefault(reason.replace(action.hex or " ", ""), reason)
    if found:
        return "; ".join([*found.values()][:_MOST_REASONS])
    if state.stage in ("declare", "allocate"):
        return f"no enemy that {name} may attack is adjacent to it"
    if state.stage == "replace":
        return f"{name} can't receive a replacement or arrive now"
    stage = PHASE_REGISTRY.stages.get(state.stage)
    return "the game is over" if stage is None else f"the game is waiting for {stage.prompt}"


def _reason(setting: CompiledGame, state: State, action: Action) -> str:
    handler = PHASE_REGISTRY.handler_of(state, action)
    return reason_against(setting, state, action, None if handler is None else handler.violation)


def _tries(setting: CompiledGame, state: State, unit: int) -> Iterator[Action]:
    """Yield actions that the unit may be expected to take; none of them is legal for an idle unit."""
    name, here, board = setting.units[unit], state.locations[unit], setting.board
    if state.stage == "replace":
        if here >= 0:
            yield Action("restore", name)
            return
        hexes = entry_hexes(setting, state, unit, board.every) or board.every
        for goal, _ in zip(members(hexes), range(_MOST_TRIED), strict=False):
            yield Action("new", name, hex=board.ids[goal])
        return
    kind = _TRIED.get(state.stage)
    if kind is None:
        return
    for goal in members(board.near[here]):
        if kind == "move":
            yield Action("move", name, hex=board.ids[goal])
        elif setting.enemy_hexes(state, setting.side_of[unit]) >> goal & 1:
            yield Action("attack", name, hex=board.ids[goal])
