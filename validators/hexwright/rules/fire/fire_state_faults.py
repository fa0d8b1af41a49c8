"""Fire state faults: find faults in a state's battles of fire combat."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Diagnostic, error
from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, FORTIFIED, Engagement, State
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.fire.fire_allocation import may_attack_across
from hexwright.rules.fire.fire_battle import fire_rules

_FIGHTING = frozenset({"fire", "allot", "withdraw", "pursue", "strike-roll", "strike-loss"})


def fire_state_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    """Yield all faults in a state's unit conditions and fire battles."""
    yield from _conditions(setting, state)
    if (state.current_engagement is not None) != (state.stage in _FIGHTING):
        yield error("Q020", f"stage {state.stage} doesn't match the fire battle in progress")
    battles = [
        *state.engagements,
        *([state.current_engagement] if state.current_engagement is not None else []),
    ]
    if not battles:
        return
    side = setting.side(state)
    enemies = setting.enemy_hexes(state, side)
    attacking = supporting = 0
    for battle in battles:
        here = setting.board.ids[battle.hex]
        # While hits are allotted and advances made, the hex may already be clear.
        clear = battle is state.current_engagement and state.stage in ("allot", "pursue")
        if not clear and not enemies >> battle.hex & 1:
            yield error("Q021", f"{here} is attacked, but no enemy is in it")
        if battle.attackers & attacking or battle.air_support & supporting:
            yield error("Q022", f"a unit that attacks {here} also takes part in another battle")
        attacking |= battle.attackers
        supporting |= battle.air_support
    for battle in state.engagements:
        yield from _attackers(setting, state, battle, side)


def _attackers(setting: CompiledGame, state: State, battle: Engagement, side: int) -> Iterator[Diagnostic]:
    """Yield faults in the attackers' positions, and in the number of attackers across one hexside."""
    here = setting.board.ids[battle.hex]
    across: dict[int, list[int]] = {}
    for unit in members(battle.attackers):
        place = state.locations[unit]
        if place < 0 or not setting.board.near[battle.hex] >> place & 1:
            yield error("Q023", f"{setting.units[unit]} attacks {here} but isn't adjacent to it")
        elif setting.side_of[unit] != side:
            yield error("Q023", f"{setting.units[unit]} attacks {here} outside its side's phase")
        across.setdefault(place, []).append(unit)
    rule = fire_rules(setting).hexside_limit
    for place, units in sorted(across.items()):
        if place >= 0 and not may_attack_across(setting, state, units, place, battle.hex):
            where = f"{setting.board.ids[place]}/{here}"
            yield error(
                "Q024",
                f"{len(units)} units attack across {where}, more than permitted{cite_rule(rule.rule)}",
            )


def _conditions(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    if not state.conditions:
        return
    for unit, now in enumerate(state.conditions):
        known = DISRUPTED | FORTIFIED | (0 if setting.train_mode is None else ENTRAINED)
        if now & ~known or (now & DISRUPTED and now & FORTIFIED):
            yield error("Q025", f"{setting.units[unit]} has the condition {now}, which doesn't exist")
        elif now and state.locations[unit] < 0 and now & FORTIFIED:
            yield error("Q025", f"{setting.units[unit]} is fortified but isn't on the map")
