"""Attackers' announcements before the die roll, from the data alone, in rules engine and module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import battle_odds, combat_phase
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.conformance.close_combat import close, walked
from tests.conformance.walking import ahead, around, bench_of
from tests.rules.battling import Battle
from tests.rules.games_with_disruption import FIELD, names
from tests.tiers import ALL
from tests.vassal.compile.games import game


def toy(**more: Any) -> Game:
    """Return the toy in which attackers announce lower odds and ignore retreats."""
    found = game("toy-causeway")
    assert found.rules.combat is not None
    changed = replace(found.rules.combat, **{"may_lower_odds": True, "ignorable_results": ("DR",), **more})
    return replace(found, rules=replace(found.rules, combat=changed))


def watched(number: int) -> Counter[str]:
    """Fight battles one at a time; return how often each event occurred."""
    rules, seen = RulesEngine(toy(), "the-week"), Counter[str]()
    for seed in range(number):
        chance = RandomStream(seed)
        taken: dict[str, str] = {}
        lines = []
        for unit in rules.setting.units:
            hex_id = chance.choice(FIELD)
            if taken.setdefault(hex_id, unit.partition("-")[0]) == unit.partition("-")[0]:
                lines.append(f"{hex_id} {unit}")
        state = build_state(rules, lines, phase=chance.choice(("blue-combat", "red-combat")))
        for _ in range(3):
            attacks = [action for action in rules.legal_actions(state) if action.kind == "attack"]
            state = rules.apply(state, chance.choice(attacks)) if attacks else state
        if not state.battles:
            continue
        state = rules.apply(state, rules.parse(state, "end"))
        legal = [action for action in rules.legal_actions(state) if action.hex is not None]
        action = chance.choice(legal)
        mine = [one for one in legal if one.hex == action.hex]
        state = rules.apply(state, action)
        if state.fight is None:
            assert len(mine) == 1, seed
            continue
        them = tuple(names(rules, state.fight.defenders))
        naive = Battle(rules, state, them, tuple(names(rules, state.fight.attackers)))
        # In full and in each lower column, with results ignored or without.
        assert len(mine) == 2 * naive.column(), seed
        column = action.column or naive.column()
        seen["lower"] += action.column > 0
        while state.stage == "roll":
            shown = rules.draw(state).roll
            rows = naive_rows(rules.setting.game, naive.table())
            letters = rows[str(min(max(shown + naive.die(), 1), 6))][column - 1]
            state = rules.apply(state, rules.draw(state))
            if letters == "DR" and action.ignoring:
                assert state.stage == "roll", seed
                seen["again"] += 1
            else:
                assert state.stage != "roll", seed
                assert state.fight is None or state.fight.result == letters, seed
                seen["fought"] += 1
                seen["retreats"] += letters == "DR"
    return seen


def naive_rows(found: Game, table: str) -> Mapping[str, tuple[str, ...]]:
    usual = found.charts.combat
    assert usual is not None
    return {"": usual.rows, **{one.id: one.rows for one in usual.alternate_tables}}[table]


def test_battles_are_fought_as_announced() -> None:
    seen = watched(150)
    assert all(seen[name] for name in ("lower", "again", "fought", "retreats")), seen


FAULTS: Mapping[str, tuple[Any, str, Callable[..., Any]]] = {
    "the odds stay as they are": (battle_odds, "with_announced_column", lambda fought, _column: fought),
    "nothing may be announced": (combat_phase, "_battles_after_announcements", lambda *_: ()),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_announced_battles_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(AssertionError):
        watched(150)


ANNOUNCED = 3 if ALL else 1


def test_module_and_reference_announce_the_same(tmp_path: Path) -> None:
    tally = walked(
        bench_of(close(toy()), tmp_path),
        ahead(24, 1, 13, 6),
        {"announcements": ANNOUNCED, "refused announcements": 1},
    )
    assert not tally.differences, tally.differences
    assert tally.counts["announcements"] >= ANNOUNCED, tally.counts


def test_a_module_that_ignores_something_else_is_found_out(tmp_path: Path) -> None:
    bench = bench_of(close(toy()), tmp_path, close(toy(ignorable_results=("EX",))))
    assert walked(bench, around(1, 24)).differences


def test_announcements_are_read_and_told() -> None:
    rules = RulesEngine(toy(), "the-week")
    state = build_state(rules, ["0304 blue-1", "0304 blue-2", "0405 red-3"], phase="blue-combat")
    for text in ("attack blue-1 0405", "end"):
        state = rules.apply(state, rules.parse(state, text))
    for text in ("resolve 0405 in 1 ignoring", "resolve 0405 ignoring", "resolve 0405 in 1"):
        action = rules.parse(state, text)
        assert action.text == text
        told = rules.describe(state, action)
        assert ("announced 1:2" in told) == ("in 1" in text)
        assert ("ignoring DR" in told) == text.endswith("ignoring")
    with pytest.raises(IllegalAction):
        rules.parse(state, "resolve 0405 in 9")
    lines = [line for some in by_subject(toy()).values() for line in some]
    assert any("lower column" in line for line in lines)
    assert any("ignore DR" in line for line in lines)


def test_battles_that_would_be_thrown_for_ever_are_refused() -> None:
    def told(**more: Any) -> str:
        changed = toy(**more)
        return "; ".join(fault.message for fault in check_rules(changed, changed.scenarios[0]))

    assert told() == ""
    assert "continue forever" in told(ignorable_results=("EX", "DR", "DL", "DE"))
    combat = toy().rules.combat
    assert combat is not None
    luck = Modifier(id="luck", name="luck", drm=5)
    assert "continue forever" in told(ignorable_results=("DE",), modifiers=(*combat.modifiers, luck))
    assert "isn't in the combat table" in told(ignorable_results=("ZZ",))
