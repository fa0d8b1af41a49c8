"""Replacements in separate accounts: the points received and the hexes and units paid for, from the data
alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.ids import UnitId
from hexwright.model.order_of_battle import Replacement
from hexwright.model.rules.replacement_record import ReplacementDeduction
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import POOL
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import replacement_accounts, replacement_phase
from tests.rules.games_with_accounts import BLUE, PHASE, SCENARIO, apart, faults, payment, pays, received
from tests.rules.games_with_prices import cost

# By the data alone ---------------------------------------------------------------------------------------


def watched(kernel: RulesEngine, seeds: range) -> Counter[str]:
    """Take random replacements; compare the legal ones and the points left, and return counts of events."""
    found, setting, seen = kernel.setting.game, kernel.setting, Counter[str]()
    [rule] = [one for one in found.rules.replacements if one.side == BLUE]
    every = setting.hex_ids(setting.board.every)
    keep = {place.hex for place in found.hexmap.places if place.id == "keep"}
    south = {hex_id for edge in found.hexmap.edges if edge.id == "south" for hex_id in edge.hexes}
    for seed in seeds:
        chance = RandomStream(seed)
        units = ["blue-1", "blue-2", "blue-guard", "blue-horse"]
        waits = [unit for unit in units if chance.fraction() < 0.6] or units[:1]
        spots = ["C3", "D5", "B4", "A5", "E3"]
        standing = [
            f"{chance.choice(spots)} {unit}{chance.choice(('/2', ''))}"
            for unit in units[:2]
            if unit not in waits
        ]
        block = chance.choice(([], ["B3 red-1"], ["C3 red-2"], ["A5 red-horse"]))
        state = build_state(kernel, [*standing, *block], phase=PHASE, pool=waits, turn=1)
        cut = bool(setting.situations_now(state))
        assert state.replacements_left == tuple(received(found, one, cut=cut) for one in rule.accounts)
        seen["cut off"] += cut
        while state.stage == "replace" and kernel.phase(state) == PHASE:
            legal = {action.text: action for action in kernel.legal_actions(state)}
            rich = replace(state, replacements_left=(99,) * len(rule.accounts))
            anywhere = {action.text for action in kernel.legal_actions(rich)}
            for unit in map(UnitId, units):
                number = setting.unit_numbers[unit]
                step, place = state.steps[number], state.locations[number]
                closed = setting.full_hexes(state, number) | setting.enemy_hexes(state, setting.side(state))
                kinds = ("new",) if place == POOL else ("restore",) if place >= 0 else ()
                for kind in kinds:
                    price = cost(found, unit, step, kind) if kind == "new" or step > 1 else 0
                    hexes = every if kind == "new" else (setting.board.ids[place],)
                    usual = {*keep, *south} if kind == "new" else {*every}
                    for here in hexes:
                        text = f"{kind} {unit} {here}" if kind == "new" else f"{kind} {unit}"
                        payers = [pays(kernel, state, one, unit, here, usual) for one in rule.accounts]
                        enough = payment(kernel, state, payers, price)[0] >= price
                        most = max(
                            (p for p, so in zip(state.replacements_left, payers, strict=True) if so),
                            default=0,
                        )
                        if text in legal:
                            assert price, text
                            assert enough, f"seed {seed}: {text} with {state.replacements_left}"
                            seen["by several"] += most < price
                        elif text in anywhere:
                            assert not enough, f"seed {seed}: {text} with {state.replacements_left}"
                            seen["too dear"] += 1
                            seen["levied"] += most >= price
                        elif any(payers) and price and kind == "new":
                            assert closed >> setting.board.index[here] & 1, f"seed {seed}: {text}"
                        seen["paid elsewhere"] += not any(payers)
            action = chance.choice(list(legal.values()))
            after = kernel.apply(state, action)
            if action.unit is not None:
                number = setting.unit_numbers[action.unit]
                here = action.hex or setting.board.ids[state.locations[number]]
                owed = cost(found, action.unit, state.steps[number], action.kind)
                usual = {*keep, *south} if action.kind == "new" else {*every}
                payers = [pays(kernel, state, one, action.unit, here, usual) for one in rule.accounts]
                can, left = payment(kernel, state, payers, owed)
                assert can >= owed
                assert after.replacements_left == tuple(left), f"seed {seed}: {action.text}"
                seen[action.kind] += 1
            state = after
    return seen


def test_accounts_receive_and_pay_what_is_written() -> None:
    seen = watched(RulesEngine(apart(), SCENARIO), range(60))
    assert {"cut off", "by several", "too dear", "paid elsewhere", "new", "restore"} <= {*(+seen)}, seen


@pytest.mark.parametrize("whole", [False, True])
def test_levied_replacements_stay_unused(*, whole: bool) -> None:
    seen = watched(
        RulesEngine(
            apart(
                deductions=(
                    ReplacementDeduction(situation=("cut",), points=2, full_accounts_only=whole, rule="1.1"),
                )
            ),
            SCENARIO,
        ),
        range(60),
    )
    assert {"levied", "by several", "new", "restore"} <= {*(+seen)}, seen


def test_a_levy_that_is_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        replacement_accounts, "_deduction_left", lambda setting, _state, side: (99, (False,) * 3)
    )
    with pytest.raises(AssertionError):
        watched(
            RulesEngine(
                apart(deductions=(ReplacementDeduction(situation=("cut",), points=2, rule="1.1"),)), SCENARIO
            ),
            range(60),
        )


@pytest.mark.parametrize(
    ("module", "name", "planted"),
    [
        (
            replacement_accounts,
            "_hexes_covering_cost",
            lambda found, hexes, owed, _: hexes if sum(p for p, *_ in found) >= owed else 0,
        ),
        (replacement_phase, "payable_hexes", lambda setting, *_: setting.board.every),
        (replacement_phase, "deduct_payment", lambda _setting, state, *_: state.replacements_left),
        (
            replacement_phase,
            "replacements_received",
            lambda setting, state, side: tuple(
                sum(e.points for e in setting.game.oob.replacements if e.account == one.id)
                for one in setting.accounts[side]
            ),
        ),
    ],
    ids=["all pay everywhere", "nothing is dear", "nothing is spent", "never halved"],
)
def test_other_accounts_are_found_out(
    module: Any, name: str, planted: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, planted)
    with pytest.raises((AssertionError, ValueError)):
        watched(RulesEngine(apart(), SCENARIO), range(60))


# Told ----------------------------------------------------------------------------------------------------


def test_an_account_that_pays_for_no_unit_is_reported() -> None:
    kernel = RulesEngine(apart(), SCENARIO)
    state = build_state(kernel, (), phase=PHASE, pool=["blue-horse", "blue-guard"])
    with pytest.raises(IllegalAction, match="the accounts can't pay 1 replacement for blue-horse in C3"):
        kernel.apply(state, kernel.parse(state, "new blue-horse C3"))
    assert any(a.text == "new blue-guard C3" for a in kernel.legal_actions(state))


def test_booklet_and_help_explain_accounts() -> None:
    lines = by_subject(apart())["Replacements"]
    assert "Blue replacements for the town pay for Foot units in Bridgeton" in lines
    assert "Blue replacements for the town: multiplied by 1/2, rounded down, while the Keep is held" in lines
    assert "Blue replacements for the army pay for units of any class wherever new units arrive" in lines


def test_booklet_and_help_tell_what_is_levied() -> None:
    lines = by_subject(
        apart(deductions=(ReplacementDeduction(situation=("cut",), points=2, full_accounts_only=True),))
    )["Replacements"]
    [line] = [one for one in lines if "are lost" in one]
    assert line.startswith("Blue replacements: 2 are lost, chosen by the side from accounts that receive all")


def test_a_game_with_accounts_can_be_played() -> None:
    assert faults(apart()) == ""


def test_replacements_that_no_account_receives_are_refused() -> None:
    found = apart()
    loose = replace(found, oob=replace(found.oob, replacements=(Replacement(BLUE, 1, 9, 2),)))
    assert "has replacement accounts, but these points name no account" in faults(loose)
    assert "account 'town' of blue never receives points" in faults(loose)
    stray = apart(kept=())
    assert "replacement points go to account 'town', but" in faults(stray)


def test_accounts_that_pay_for_nobody_are_refused() -> None:
    assert "no unit of its classes can be brought in with replacements" in faults(apart(classes=("horse",)))
