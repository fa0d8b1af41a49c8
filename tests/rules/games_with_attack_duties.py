"""Games with mandatory attacks, and positions in which their declarations are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Literal

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.criteria_record import Near
from hexwright.model.rules.mandatory_attack_record import AttackDuties, AttackDuty, AttackOrigin
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END
from hexwright.rules.engine.state_builder import build_state
from tests.rules.dividing import Judge
from tests.vassal.compile.games import game

Attacked = Literal["unit", "hex", "hexes"]
EVERY = (AttackDuty(),)
ALL = AttackDuties(EVERY, EVERY, (), "3.9")
VARIANTS: Mapping[str, AttackDuties] = {
    "all": ALL,
    "attackers": AttackDuties(must_attack=EVERY),
    "enemies": AttackDuties(must_be_attacked=EVERY),
    "not across the river": AttackDuties(EVERY, EVERY, (AttackDuty(across=("river",)),)),
    "not out of towns": AttackDuties(
        EVERY, EVERY, (AttackDuty(attacking_from=AttackOrigin(place_kinds=("town",), terrain=("wood",))),)
    ),
    "foot in the open": AttackDuties(
        (AttackDuty(classes=("foot",), terrain=("clear",)),), (AttackDuty(against_classes=("foot",)),)
    ),
    "in supply": AttackDuties((AttackDuty(supply="in"),), EVERY, (AttackDuty(units=(UnitId("blue-1"),)),)),
    "in company": AttackDuties(
        (AttackDuty(near=Near(classes=("foot",), within=1)),),
        EVERY,
        (AttackDuty(near=Near(within=2, missing=True)),),
    ),
    "steady": AttackDuties((AttackDuty(condition="undisrupted"),), EVERY),
    "shaken": AttackDuties((AttackDuty(condition="disrupted"),), (AttackDuty(condition="undisrupted"),)),
    "another time": AttackDuties((AttackDuty(turns=(2,)),), (AttackDuty(weather=("rain",)),)),
    "of Red": AttackDuties(
        (AttackDuty(against=(SideId("blue"),)),), (AttackDuty(phases=(PhaseId("blue-combat"),)),)
    ),
}


def toy(
    attacked: Attacked,
    duties: AttackDuties,
    below: Literal["first-column", "no-effect"] = "first-column",
    *,
    plain: bool = False,
) -> Game:
    """Return the toy with mandatory attacks and unlimited stacking; if `plain`, with printed strengths."""
    found = game("toy-causeway")
    combat = found.rules.combat
    assert combat is not None
    modifiers = () if plain or attacked == "unit" else combat.modifiers
    changed = replace(
        combat, target=attacked, mandatory_attacks=duties, below_minimum_odds=below, modifiers=modifiers
    )
    rules = replace(found.rules, combat=changed, stacking=Stacking())
    table = found.charts.combat
    if table is not None and not modifiers:
        # Modifiers say when another table is read.
        found = replace(found, charts=replace(found.charts, combat=replace(table, alternate_tables=())))
    return replace(found, rules=rules)


@cache
def kernel(attacked: Attacked, variant: str = "all") -> RulesEngine:
    return RulesEngine(toy(attacked, VARIANTS[variant]), "the-week")


def scattered(rules: RulesEngine, chance: RandomStream) -> State:
    """Return a position with a few units close together, in a combat phase of Blue or Red."""
    field = ["0303", "0304", "0403", "0404", "0405", "0503", "0504", "0505", "0604"]
    lines, taken = [], dict[str, str]()
    for unit in rules.setting.units:
        if chance.integer_below(10) < 3:
            continue
        side = unit.partition("-")[0]
        free = [hex_id for hex_id in field if taken.get(hex_id, side) == side]
        if free:
            hex_id = chance.choice(free)
            taken[hex_id] = side
            lines.append(f"{hex_id} {unit}")
    shaken = [line.partition(" ")[2] for line in lines if not chance.integer_below(4)]
    return build_state(rules, lines, phase=chance.choice(["blue-combat", "red-combat"]), disrupted=shaken)


def wandered(rules: RulesEngine, state: State, chance: RandomStream) -> list[State]:
    """Return the positions along a random sequence of declared and withdrawn attacks."""
    found = [state]
    for _ in range(chance.integer_below(7)):
        offers = [action for action in rules.legal_actions(state) if action != END]
        if not offers:
            break
        state = rules.apply(state, chance.choice(offers))
        found.append(state)
    return found


def ended(rules: RulesEngine, state: State, most: int = 40) -> State:
    """Return the position in which declaration may end, after the proposed actions.

    Raises AssertionError if that takes more than `most` actions.
    """
    for _ in range(most):
        [step] = rules.phase_end_actions(state)
        assert rules.is_legal(state, step)
        if step == END:
            return state
        state = rules.apply(state, step)
    raise AssertionError("it goes on and on")


def compared(attacked: Attacked, variant: str, number: int) -> tuple[int, int, int]:
    """Compare some positions.

    Return how many may end, how many may not, and how many leave a mandatory attack out.
    """
    rules, yes, no, spared = kernel(attacked, variant), 0, 0, 0
    for seed in range(number):
        chance = RandomStream(seed)
        for state in wandered(rules, scattered(rules, chance), chance):
            judge = Judge(rules, state)
            may = rules.is_legal(state, END)
            assert may == judge.may_end(), (seed, rules.show(state), state.battles)
            last = ended(rules, state)
            assert Judge(rules, last).may_end()
            yes, no, spared = yes + may, no + (not may), spared + bool(judge.fewest)
    return yes, no, spared


KINDS: tuple[tuple[Attacked, str], ...] = (
    *(("hex", variant) for variant in VARIANTS),
    ("unit", "all"),
    ("unit", "enemies"),
    ("hexes", "all"),
    ("hexes", "enemies"),
    ("hexes", "attackers"),
)
