"""Entries with a situation apply exactly while the situation holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria, criteria_in
from hexwright.players.policies import RandomPolicy
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import TimeContextFilter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.generated.plan import drawn
from tests.generated.writing import SLUG, write
from tests.tiers import sampled

ASKING = frozenset(
    (
        *("towns", "weather", "situations", "situations-asked", "communication", "replacements", "accounts"),
        *("road", "costs-along-lines", "wood", "dear-ground", "points-as-asked", "duties"),
    )
)
SEEDS = (3, 5, 8, 13, 21, 34)
ACTIONS = 150
NEVER = (999,)
"""Turns that no game has."""


def asked(part: Any, so: tuple[str, ...]) -> Any:
    """Return a part of the rules without criteria about situations, given the situations that hold."""
    if isinstance(part, tuple):
        return tuple(asked(entry, so) for entry in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    told = {one.name: asked(getattr(part, one.name), so) for one in fields(part) if one.init}
    if isinstance(part, Criteria) and part.situation:
        told["situation"] = ()
        if not {*part.situation} & {*so}:
            told["turns"] = NEVER
    return replace(part, **told)


def games(tmp_path: Path) -> Iterator[Game]:
    """Yield small random games in which records of many kinds depend on situations."""
    for seed in SEEDS:
        plan = drawn(seed)
        plan = replace(plan, uses=plan.uses | ASKING, columns=min(plan.columns, 6), rows=min(plan.rows, 5))
        found = load_game(write(plan, tmp_path / str(seed)), SLUG).game
        if not list(find_unplayable(found, found.scenarios[0])):
            yield found


def told(kernel: RulesEngine, state: State) -> object:
    """Return the legal actions of a position, or the chance outcomes."""
    if found := kernel.chance_outcomes(state):
        return found
    return sorted(str(action) for action in kernel.legal_actions(state))


def compared(
    found: Game,
    seed: int,
    truth: Callable[[CompiledGame, State], tuple[str, ...]] = CompiledGame.situations_now,
) -> Counter[str]:
    """Play random games beside games without situations; return how often situations held, and how often not.

    `truth` gives the situations that hold.
    """
    scenario = found.scenarios[0].id
    kernel, seen = RulesEngine(found, scenario), Counter[str]()
    plain: dict[tuple[str, ...], RulesEngine] = {}
    policy, state = RandomPolicy(kernel, seed), kernel.set_up(seed)
    for again in range(ACTIONS):
        if kernel.is_over(state):
            state = kernel.set_up(again)
        so = truth(kernel.setting, state)
        if so not in plain:
            plain[so] = RulesEngine(replace(found, rules=asked(found.rules, so)), scenario)
        assert told(kernel, state) == told(plain[so], state), (so, state)
        seen["so" if so else "not so"] += 1
        action = kernel.draw(state) if kernel.chance_outcomes(state) else policy.choose(state)
        after = kernel.apply(state, action)
        if (after.turn, after.phase) == (state.turn, state.phase):
            assert after == plain[so].apply(state, action), (so, action)
            seen["applied"] += 1
        state = after
    return seen


def test_rules_that_ask_for_a_situation_apply_while_it_holds(tmp_path: Path) -> None:
    seen = Counter[str]()
    for number, found in enumerate(games(tmp_path)):
        seen += compared(found, number)
        seen.update(str(at[0]) for at, when in criteria_in(found.rules) if when.situation)
    assert min(seen["so"], seen["not so"], seen["applied"]) > 200, seen
    assert {"movement", "combat", "supply_lines", "replacements", "victory"} <= {*seen}, seen


@pytest.mark.parametrize(
    "fault",
    sampled(
        [
            lambda patch: patch.setattr(CompiledGame, "situations_now", lambda self, state: ()),
            lambda patch: patch.setattr(
                TimeContextFilter, "reduce", lambda self, moment: moment._replace(situations=())
            ),
        ]
    ),
    ids=["never so", "kept as if it were always the same"],
)
def test_an_engine_that_forgets_situations_is_found(
    fault: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth, kept = CompiledGame.situations_now, list(games(tmp_path))
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        sum((compared(found, number, truth) for number, found in enumerate(kept)), Counter[str]())
