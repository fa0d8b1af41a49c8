"""Say what the data of Battle for Moscow can't: handicaps (3.7) and the tank unit (7)."""

from __future__ import annotations

from builder.diagnostics import Diagnostic, error
from builder.model.ids import UnitId
from validators.rules.communication import in_communication
from validators.rules.hooks import Hooks
from validators.rules.pieces import face, put, remove
from validators.rules.protocol import Action
from validators.rules.replacement import spend
from validators.rules.setting import Setting
from validators.rules.state import ASIDE, GONE, State
from validators.rules.telling import unit_in_hex

TANK = "tank"


class BattleForMoscow(Hooks):
    """The hooks of Battle for Moscow."""

    # Replacement phases ---------------------------------------------------------------------------

    def points(self, setting: Setting, turn: int, side: int, points: int) -> int:
        """Return the replacements of a side with the handicap of 3.7 counted."""
        if setting.sides[side] == "soviet":
            return min(points, int(setting.options["soviet-replacements"]))
        if setting.sides[side] == "german" and setting.options["german-replacements"] == "even-turns":
            return points if turn % 2 == 0 else 0
        return points

    def joins_pool(self, setting: Setting, unit: UnitId) -> bool:
        """Tell whether a unit is taken as a replacement: the tank unit takes an army's place instead (7)."""
        return setting.game.counters.unit(unit).unit_class != TANK

    def extra_replacements(self, setting: Setting, state: State) -> list[Action]:
        """Return the armies that may become the tank unit (7)."""
        tank = _tank(setting)
        if tank is None or state.where[tank] != ASIDE or state.turn != _tank_turn(setting, tank):
            return []
        side = setting.side_of[tank]
        if setting.side(state) != side:
            return []
        # 7 The army must be in communication; Moscow's exception is for replacements alone.
        linked = in_communication(setting, state, side)
        return [
            Action("designate", setting.units[army])
            for army in setting.of_side[side]
            if state.where[army] >= 0 and linked >> state.where[army] & 1 and not state.acted >> army & 1
        ]

    def apply_extra(self, setting: Setting, state: State, action: Action) -> State:
        """Return the state with the tank unit in an army's place, at the same strength (7)."""
        tank = _tank(setting)
        if action.kind != "designate" or action.unit is None or tank is None:
            return super().apply_extra(setting, state, action)
        army = setting.number[action.unit]
        here, step = state.where[army], state.steps[army]
        # 7 The army is not destroyed: it has become the tank unit.
        without = remove(setting, state, army, GONE)
        return spend(face(put(setting, without, tank, here), tank, step), 1 << tank)

    def describe(self, setting: Setting, state: State, action: Action) -> str:
        """Return the designation as a sentence."""
        if action.kind == "designate" and action.unit is not None:
            return f"{unit_in_hex(setting, state, action.unit)} becomes the tank unit."
        return super().describe(setting, state, action)

    def status(self, setting: Setting, state: State) -> tuple[Diagnostic, ...]:
        """Return a fault when the tank unit is on the map before its turn (7)."""
        tank = _tank(setting)
        if tank is None or state.where[tank] < 0 or state.turn >= _tank_turn(setting, tank):
            return ()
        return (error("Q101", f"the tank unit is on the map on turn {state.turn} (7)"),)


def _tank(setting: Setting) -> int | None:
    """Return the number of the tank unit, or None in a scenario without it."""
    return next((n for n, name in enumerate(setting.class_of) if name == TANK), None)


def _tank_turn(setting: Setting, tank: int) -> int:
    """Return the turn on which it may be designated."""
    unit = setting.units[tank]
    return next((a.turn for a in setting.game.oob.arrivals if unit in a.units), 0)


HOOKS = BattleForMoscow()
