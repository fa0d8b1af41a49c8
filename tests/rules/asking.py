"""A naive oracle for criteria: whether a record applies to a unit in its hex, key by key, by printed ids."""

from __future__ import annotations

from hexwright.model.ids import PhaseId, UnitId
from hexwright.model.rules.criteria_record import Criteria
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.battling import Battle, Standing
from tests.rules.grounds import on_ground

_LAST: list[Battle] = []
"""A battle of nobody in the position that was asked about last: it says who stands where."""


def _standing(kernel: RulesEngine, state: State) -> Battle:
    if not (_LAST and _LAST[0].kernel is kernel and _LAST[0].state is state):
        _LAST[:] = [Battle(kernel, state, (), ())]
    return _LAST[0]


def so(
    kernel: RulesEngine,
    state: State,
    when: Criteria,
    unit: UnitId,
    *,
    shaken: bool | None = None,
    phase: PhaseId | None = None,
) -> bool:
    """Return whether the criteria of an entry hold for a unit on the map.

    The unit's disruption and the phase are read from the state, unless `shaken` or `phase` overrides them.
    """
    battle = _standing(kernel, state)
    one = battle.units[unit]
    if shaken is None:
        shaken = state.conditions[kernel.setting.unit_numbers[unit]] == DISRUPTED
    return (
        battle.now(when)
        and (not when.phases or (phase or kernel.phase(state)) in when.phases)
        and on_ground(kernel.setting.game, when, one.hex)
        and (not when.side or one.side in when.side)
        and (not (when.classes or when.units) or one.kind in when.classes or one.id in when.units)
        and (when.supply is None or battle.supplied(one, when.supply))
        and (when.enemy_zoc is None or in_zone(battle, one) == (when.enemy_zoc == "in"))
        and (when.condition is None or shaken == (when.condition == "disrupted"))
        and (when.near is None or battle.accompanied(when.near, one) != when.near.missing)
    )


def in_zone(battle: Battle, one: Standing) -> bool:
    """Return whether a unit is adjacent to an enemy that has a zone of control; zones extend into all hexes
    here."""
    rules, combat = battle.game.rules, battle.rules
    weak = combat.disruption is not None and not combat.disruption.exerts_zoc
    return any(
        other.side != one.side
        and other.hex in battle.beside(one.hex)
        and (not rules.zoc.classes or other.kind in rules.zoc.classes)
        and not (weak and other.shaken)
        for other in battle.units.values()
    )
