"""The rules engine and the naive list of actions agree in the positions of random games.

There are more than 500 positions of both scenarios, with and without options. Movement positions are compared
for five units each, all other positions completely.
"""

from __future__ import annotations

import pytest

from hexwright.geometry.bitsets import members
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from tests.rules.naive import Table
from tests.rules.positions import LONG, SHORT, position, rules

OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = (
    (),
    (
        ("city-retreat", "on"),
        ("mud-movement", "one-less"),
        ("maximum-odds", "before-terrain"),
        ("attrition-rolls", "each-phase"),
    ),
)
POSITIONS = 65
SERIES = 8


def compare(kernel: RulesEngine, state: State, chooser: RandomStream, table: Table | None = None) -> None:
    """Compare the legal actions of a position, and the odds of its battles."""
    table = table or Table(kernel, state)
    if state.stage == "move":
        begun = [u for n, u in enumerate(kernel.setting.units) if state.acted >> n & 1]
        some = frozenset([*chooser.shuffled(kernel.movers(state))[:5], *begun])
        found = {
            a.text
            for unit in some
            for a in kernel.actions_of(state, unit)
            if a.kind != "move" or unit not in begun
        }
        found |= {action.text for action in kernel.phase_end_actions(state)}
        expected = {*table.moves(some), *([] if table.overfull() else ["end"])}
    else:
        found = {action.text for action in kernel.legal_actions(state)}
        expected = table.actions()
    where = f"turn {state.turn} {table.phase} {state.stage}"
    assert sorted(found - expected) == [], f"{where}: only the kernel has these"
    assert sorted(expected - found) == [], f"{where}: only the naive enumerator has these"
    for battle in state.battles:
        names = [kernel.setting.units[unit] for unit in members(battle.attackers)]
        target = kernel.setting.units[battle.target_unit]
        level = compute_odds(kernel.setting, state, 1 << battle.target_unit, battle.attackers).final_column
        assert level == table.level(target, list(names)), f"{where}: {names} on {target}"


@pytest.mark.parametrize("series", range(SERIES))
def test_kernel_agrees_with_the_naive_enumerator(series: int) -> None:
    kernel = rules((SHORT, LONG)[series % 2], *OPTIONS[series // 2 % 2])
    chooser, policy = RandomStream(series), RandomPolicy(kernel, series)
    state = kernel.set_up(series)
    compared, pause = 0, 0
    while not kernel.is_over(state):
        if kernel.active_side(state) != CHANCE:
            # Every decision of these kinds, and one in about thirty of the many moves and attacks.
            if state.stage not in ("move", "declare") or pause <= 0:
                compare(kernel, state, chooser)
                compared += 1
                pause = 10 + chooser.integer_below(40)
            pause -= 1
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
        state = kernel.apply(state, action)
    assert compared >= POSITIONS


def test_comparison_notices_a_rule_played_wrongly() -> None:
    kernel = rules(LONG, ("mud-movement", "one-less"))
    state = position("german-movement", "0707 german-xxiv", "1410 soviet-16", turn=3, kernel=kernel)
    compare(kernel, state, RandomStream(1))
    with pytest.raises(AssertionError, match="only the naive enumerator"):
        compare(rules(LONG), state, RandomStream(1), Table(kernel, state))
