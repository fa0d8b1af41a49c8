"""Arrivals of replacements: where they may come, and the factors left by account."""

from __future__ import annotations

from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import kernel

ARMY = "russian-army-16"


def arrivals(*standing: str, turn: int = 1, pool: tuple[str, ...] = (ARMY,)) -> State:
    """Return Russian arrivals with a unit that waits."""
    return build_state(
        kernel(), ("0130 german-inf-251", *standing), turn=turn, phase="russian-arrivals", pool=pool
    )


def goals(state: State, unit: str = ARMY) -> set[str]:
    """Return where a unit may come."""
    return {
        str(one.hex)
        for one in kernel().legal_actions(state)
        if one.kind == "new" and one.unit == UnitId(unit)
    }


def points(state: State) -> dict[str | None, int]:
    """Return the factors by account."""
    side = kernel().setting.side(state)
    return {
        one.id: left
        for one, left in zip(kernel().setting.accounts[side], state.replacements_left, strict=True)
    }
