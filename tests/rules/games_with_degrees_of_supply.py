"""Games with limited supply and isolation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.movement_record import AllowanceModifier, MovementMode
from hexwright.model.rules.rules_record import CombatRules
from hexwright.model.rules.supply_record import SupplyRange, SupplyRangeModifier
from hexwright.players.policies import play_game
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from tests.rules.battling import Battle
from tests.rules.games_with_supply_in_points import HAUL
from tests.rules.supplying import Supply
from tests.vassal.compile.games import game

SLUG, SCENARIO = "toy-causeway", "the-week"
RED, BLUE = SideId("red"), SideId("blue")
REACH = SupplyRange(
    "haul",
    unit_allowance=True,
    limited_multiplier="2",
    modifiers=(
        SupplyRangeModifier(multiply="1/2", weather=("rain",), side=(RED,)),
        SupplyRangeModifier(multiply="2/3", turns=(1, 3)),
    ),
)
PACES = (
    AllowanceModifier(supply="limited", multiply="1/2", rounding="down"),
    AllowanceModifier(supply="limited", multiply="2/3", side=(BLUE,)),
    AllowanceModifier(supply="isolated", multiply="1/4", add=1),
)
CHANGES = (
    Modifier(id="half", name="hungry attackers", attack="1/2", supply="out"),
    Modifier(id="weak", name="isolated defenders", defence="1/2", supply="isolated"),
    Modifier(id="slow", name="short of supplies", drm=1, supply="limited"),
)


def degrees(
    reach: SupplyRange = REACH,
    paces: tuple[AllowanceModifier, ...] = PACES,
    *,
    kept: bool = True,
    **haul: Any,
) -> Game:
    """Return the game with supply ranges by each unit's allowance, and moves and battles that depend on
    supply."""
    found = game(SLUG)
    bare: dict[str, Any] = {"range": None, "not_into": (), "line": (), "headquarters": ()}
    far = {**bare, "range_in_mp": reach, "fixed_in_movement": kept}
    traced = tuple(replace(rule, **far) for rule in found.rules.supply_lines)
    modes = tuple(
        replace(mode, allowance_modifiers=(*(p for p in mode.allowance_modifiers if not p.supply), *paces))
        for mode in found.rules.movement
    )
    supplies: MovementMode = replace(HAUL, **haul)
    combat = found.rules.combat
    assert combat is not None
    fought: CombatRules = replace(combat, modifiers=(*combat.modifiers, *CHANGES))
    rules = replace(found.rules, supply_lines=traced, movement=(*modes, supplies), combat=fought)
    return replace(found, rules=rules)


def watched(found: Game, seeds: range) -> Counter[str]:
    """Play games; compare every supply record with the naive tracer, and every battle with the naive
    calculator."""
    kernel = RulesEngine(found, SCENARIO)
    setting, seen = kernel.setting, Counter[str]()
    for seed in seeds:
        noted: dict[str, str] = {}

        def told(state: State, side: str, noted: dict[str, str] = noted) -> None:
            naive = Supply(kernel, state, side)
            for unit in setting.units_by_side[setting.sides.index(side)]:
                name = setting.units[unit]
                noted.pop(name, None)
                if state.locations[unit] >= 0 and (degree := naive.degree(name)) != "in":
                    noted[name] = degree
                    seen[degree] += 1

        def held(state: State, noted: dict[str, str] = noted) -> None:
            for number, name in enumerate(setting.units):
                out, isolated = (
                    state.out_of_supply_when_moved >> number & 1,
                    state.isolated_when_moved >> number & 1,
                )
                so = "in" if not out else "isolated" if isolated else "limited"
                assert so == noted.get(name, "in"), f"{name} on turn {state.turn}"

        def after(before: State, action: Action, state: State) -> None:
            begins = (before.turn, before.phase) != (state.turn, state.phase) and state.stage == "move"
            if begins:
                told(state, setting.sides[setting.side(state)])
            held(state)
            for battle in state.battles if action.kind == "attack" else ():
                names = [name for n, name in enumerate(setting.units) if battle.attackers >> n & 1]
                there = [
                    name
                    for n, name in enumerate(setting.units)
                    if state.locations[n] >= 0 and battle.hexes >> state.locations[n] & 1
                ]
                if battle.target_unit >= 0:
                    there = [setting.units[battle.target_unit]]
                naive = Battle(kernel, state, tuple(there), tuple(names))
                defenders, attackers = (
                    sum(1 << setting.unit_numbers[name] for name in some) for some in (there, names)
                )
                came = compute_odds(setting, state, defenders, attackers)
                assert (came.attack, came.defence, came.die) == (naive.attack(), naive.defence(), naive.die())
                seen["battles"] += 1

        play_game(kernel, seed, dict.fromkeys(setting.sides, "random"), after)
    return seen
