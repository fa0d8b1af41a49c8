"""Games in which a side keeps its replacements in separate accounts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.model.order_of_battle import Replacement
from hexwright.model.rules.replacement_record import Account, AccountReduction
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.vassal.compile.games import game

SLUG, SCENARIO, PHASE = "toy-bridge", "the-bridge", PhaseId("blue-replacement")
BLUE, RED = SideId("blue"), SideId("red")
CUT = Situation(
    "cut",
    "The Keep is held",
    (PHASE,),
    (SituationFacts(BLUE, occupies=("keep",)), SituationFacts(RED, owns=("bridgeton",))),
    "1.1",
)
TOWN = Account(
    "town",
    "the town",
    classes=("foot",),
    places=("bridgeton",),
    reductions=(AccountReduction(situation=("cut",), multiply="1/2", rule="1.1"),),
    rule="1.1",
)
ARMY = Account("army", "the army")
SOUTH = Account("south", "the south", classes=("horse", "foot"), edge=("south",), hexes=(HexId("B4"),))
GIVEN = {"town": 3, "army": 2, "south": 1}


def apart(
    given: dict[str, int] | None = None, kept: tuple[Account, ...] = (TOWN, ARMY, SOUTH), **more: Any
) -> Game:
    """Return the game in which Blue's replacements go to separate accounts."""
    found = game(SLUG)
    rules = tuple(
        replace(rule, cost="strength", may_stack=True, accounts=kept, **more) if rule.side == BLUE else rule
        for rule in found.rules.replacements
    )
    grants = tuple(
        Replacement(BLUE, 1, 9, points, account=account) for account, points in (given or GIVEN).items()
    )
    return replace(
        found,
        rules=replace(found.rules, replacements=rules, situations=(CUT,)),
        oob=replace(found.oob, replacements=grants),
    )


def received(found: Game, account: Account, *, cut: bool) -> int:
    """Return the points that an account receives according to the data."""
    points = sum(one.points for one in found.oob.replacements if one.account == account.id)
    for share in account.reductions:
        if cut:
            points = points * Fraction(share.multiply).numerator // Fraction(share.multiply).denominator
    return points


def pays(
    kernel: RulesEngine, state: State, account: Account, unit: UnitId, here: HexId, usual: set[HexId]
) -> bool:
    """Return whether an account pays for a unit in a hex."""
    found = kernel.setting.game
    if account.classes and found.counters.unit(unit).unit_class not in account.classes:
        return False
    if not (account.edge or account.hexes or account.places):
        return here in usual
    own = set(kernel.setting.board.names(state.owned[kernel.setting.sides.index(BLUE)]))
    where = {place.id: place.hex for place in found.hexmap.places}
    hexes = {hex_id for edge in found.hexmap.edges if edge.id in account.edge for hex_id in edge.hexes}
    return here in hexes | {*account.hexes} | ({where[place] for place in account.places} & own)


def payment(kernel: RulesEngine, state: State, payers: list[bool], price: int) -> tuple[int, list[int]]:
    """Return the points that accounts can pay together, and the points left in each after paying a price."""
    [rule] = [one for one in kernel.setting.game.rules.replacements if one.side == BLUE]
    so = kernel.setting.situations_now(state)
    lost = [one for one in rule.deductions if {*one.situation} & {*so}]
    spared = {
        one.id
        for one in rule.accounts
        if any(levy.full_accounts_only for levy in lost)
        and any({*share.situation} & {*so} for share in one.reductions)
    }
    from_all = [
        points
        for points, one in zip(state.replacements_left, rule.accounts, strict=True)
        if one.id not in spared
    ]
    usable = max(0, sum(from_all) - sum(levy.points for levy in lost)) if lost else 999
    most, left, owed, free = 0, list(state.replacements_left), price, usable
    levied_sum = 0
    for number, (pays_here, one) in enumerate(zip(payers, rule.accounts, strict=True)):
        if not pays_here:
            continue
        held = bool(lost) and one.id not in spared
        if held:
            levied_sum += state.replacements_left[number]
        else:
            most += state.replacements_left[number]
        taken = min(state.replacements_left[number], owed, free if held else owed)
        left[number] -= taken
        owed -= taken
        free -= taken if held else 0
    return most + min(levied_sum, usable), left


def faults(found: Game) -> str:
    return " ".join(one.message for one in find_unplayable(found, found.scenario(SCENARIO)))
