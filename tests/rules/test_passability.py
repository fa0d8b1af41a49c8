"""No unit retreats or advances into prohibited terrain: naive walker, conformance check and examples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.geometry.bitsets import members
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.movement_record import EntryCost
from hexwright.players.random_stream import RandomStream
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, write
from tests.rules.redoubt_walks import walked
from tests.rules.walking import Walker
from tests.tiers import ALL
from tests.vassal.compile.games import game

REDOUBT = "toy-redoubt"
USES = frozenset(
    {
        "wood", "swamp", "river", "road", "forts", "towns", "horse", "weather", "weather-dice", "options",
        "barred-ground", "costs-at-hexsides", "costs-along-lines", "costs-in-time", "phases-by-weather",
    }
)  # fmt: skip


def drawn(seed: int, folder: Path) -> Game:
    """Return a random game in which some units can't enter some hexes."""
    return load_game(write(Plan(seed, 7, 7, 3, 3, USES), folder), SLUG).game


def compared(found: Game, seed: int) -> tuple[int, list[str]]:
    """Compare all steps of all units during a game; return how many are blocked, and the differences."""
    kernel, choose = RulesEngine(found, found.scenarios[0].id), RandomStream(seed)
    state = kernel.set_up(seed)
    barred, wrong = 0, list[str]()
    for _ in range(3):
        barred += _look(kernel, state, wrong)
        for _ in range(12):
            if kernel.is_over(state):
                return barred, wrong
            if kernel.chance_outcomes(state):
                state = kernel.apply(state, kernel.draw(state))
            else:
                state = kernel.apply(state, choose.choice(kernel.legal_actions(state)))
    return barred, wrong


def _look(kernel: RulesEngine, state: State, wrong: list[str]) -> int:
    setting, barred = kernel.setting, 0
    if state.stage == "weather-roll":
        return 0  # Nobody knows the weather yet.
    for number, unit in enumerate(setting.units):
        if state.locations[number] < 0:
            continue
        walker = Walker(kernel, state, unit)
        for here in members(setting.board.every):
            ids = setting.board.ids
            told = {
                ids[there] for there in members(trodden(setting.passable_steps(state, number), 1 << here))
            }
            beside = list(walker.grid.neighbours(ids[here]).values())
            goes = {there for there in beside if walker.ever(ids[here], there)}
            barred += len(beside) - len(goes)
            if told != goes:
                wrong.append(f"{unit} from {ids[here]}: {sorted(told)}, not {sorted(goes)}")
    return barred


def test_units_tread_where_the_naive_walker_says_that_they_may_go(tmp_path: Path) -> None:
    barred = 0
    for seed in range(8 if ALL else 4):
        more, wrong = compared(drawn(seed, tmp_path / str(seed)), seed)
        assert wrong == [], seed
        barred += more
    assert barred > (100 if ALL else 40)


def test_the_walker_sees_a_reference_that_goes_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        CompiledGame, "passable_steps", lambda setting, state, unit: ((setting.board.around, -1),)
    )
    assert any(compared(drawn(seed, tmp_path / str(seed)), seed)[1] for seed in range(3))


# By example ---------------------------------------------------------------------------------------


def toy(*costs: EntryCost) -> Game:
    """Return the toy with other costs of its usual movement mode."""
    found = game(REDOUBT)
    (march,) = found.rules.movement
    return replace(found, rules=replace(found.rules, movement=(replace(march, costs=costs),)))


LAKE = EntryCost("never", across=("lake",))
HILLS = EntryCost("never", terrain=("hills",))


def after(found: Game, result: str, *standing: str) -> tuple[RulesEngine, State]:
    """Return the rules engine, and the state of a battle of amber-1 against slate-1 after a result."""
    combat = found.rules.combat
    assert combat is not None
    assert found.charts.combat is not None
    rows = {face: tuple(result for _ in row) for face, row in found.charts.combat.rows.items()}
    table = replace(found.charts.combat, rows=rows)
    bare = replace(combat, mandatory_attacks=None, below_minimum_odds=None, modifiers=())
    told = replace(
        found,
        charts=replace(found.charts, combat=table),
        rules=replace(found.rules, combat=bare),
    )
    kernel = RulesEngine(told, "the-day")
    state = build_state(kernel, standing, phase="amber-combat")
    goal = standing[1].split()[0]
    for text in (f"attack amber-1 {goal}", "end", f"resolve {goal}"):
        state = kernel.apply(state, kernel.parse(state, text))
    return kernel, kernel.apply(state, kernel.draw(state))


def across_the_lake(found: Game) -> tuple[HexId, HexId]:
    """Return two hexes that are separated by the lake."""
    lake = next(kind for kind in found.hexmap.hexsides if kind.id == "lake")
    here, there = lake.lines[0].hexsides[0].split("/")
    return HexId(here), HexId(there)


@pytest.mark.parametrize(("costs", "stage"), [((LAKE,), "done"), ((), "advance")])
def test_nobody_advances_across_what_it_may_never_cross(costs: tuple[EntryCost, ...], stage: str) -> None:
    here, there = across_the_lake(game(REDOUBT))
    _, state = after(toy(*costs), "DE", f"{here} amber-1", f"{there} slate-1")
    assert (state.stage == "advance") == (stage == "advance")


def test_nobody_retreats_into_what_it_may_never_enter() -> None:
    hills = {
        hex_id for kind in game(REDOUBT).hexmap.terrain if kind.id == "hills" for hex_id in kind.hexes or ()
    }
    setting = RulesEngine(toy(), "the-day").setting
    tried = 0
    for there in setting.board.grid:
        near = list(setting.board.grid.neighbours(there).values())
        if there in hills or not hills & {*near} or len(near) < 6:
            continue
        standing = (f"{next(one for one in near if one not in hills)} amber-1", f"{there} slate-1")
        kernel, state = after(toy(HILLS), "DR", *standing)
        free, went = after(toy(), "DR", *standing)
        if went.stage == "retreat" and any(one.hex in hills for one in free.legal_actions(went)):
            tried += 1
            assert not any(one.hex in hills for one in kernel.legal_actions(state) if one.kind == "retreat")
    assert tried


# Module and reference -----------------------------------------------------------------------------


def test_module_and_reference_keep_units_out_of_the_same(tmp_path: Path) -> None:
    found = toy(HILLS, LAKE)
    tally = walked(found, found, tmp_path, range(6 if ALL else 2))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["retreats"], tally.counts


def test_a_module_that_lets_units_go_everywhere_is_found_out(tmp_path: Path) -> None:
    assert walked(toy(), toy(HILLS, LAKE), tmp_path, range(12)).differences
