"""The compiled modules judge and play as the rules engine does, on walks in the emulator."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Literal, cast

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally, Difference
from hexwright.conformance.conformance_run import (
    ConformanceJob,
    NamedGame,
    WantedAmounts,
    WorkPiece,
    do_work,
    prove,
    replay_game,
)
from hexwright.conformance.conformance_walk import (
    ConformanceBench,
    WalkPlan,
    explain_unplayable,
    plan_walk,
    replay,
    walk,
)
from hexwright.conformance.module_player import ModulePlayer
from hexwright.conformance.running_module import EmulatedModule
from hexwright.diagnostics.diagnostic import InputError
from hexwright.emulator.emulated_game import EmulatedGame as VirtualGame
from hexwright.model.charts import AlternateTable
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, PhaseId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.movement_record import ZoneCosts
from hexwright.model.rules.odds_columns import Measure
from hexwright.recording.emulated_bench import emulated_bench
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.support.workers.local_engine import local_engine
from hexwright.support.workers.shared_file import SharedFile
from hexwright.support.workers.work_record import WorkRecord
from tests.conformance.conftest import CAUSEWAY, EMBATTLED, MOSCOW, TOY, VOLLEY, Benches, playable
from tests.conformance.walking import ShortJob, several
from tests.rules.unused import without
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game as declared
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def told(tally: ComparisonTally) -> list[str]:
    """Return the differences in words."""
    return [str(difference) for difference in tally.differences]


@pytest.mark.parametrize("kind", sampled(["combat", "replacement", ""], 2))
def test_a_walk_is_judged_as_the_reference_judges_it(benches: Benches, kind: str) -> None:
    bench = benches(MOSCOW)
    plans = (plan_walk(bench.game, seed) for seed in range(100))
    tally = walk(
        bench, next(found for found in plans if found.kind == kind), lambda so_far: so_far.counts.total() > 60
    )
    assert told(tally) == []
    assert tally.counts["phase ends"] + tally.counts["refused battle steps"] > 0


def test_a_set_up_by_hand_is_judged_as_the_reference_judges_it(benches: Benches) -> None:
    bench = benches(MOSCOW)
    by_hand = next(found for found in (plan_walk(bench.game, seed) for seed in range(100)) if found.by_hand)
    tally = walk(bench, by_hand, lambda so_far: so_far.counts["set-ups"] > 0)
    assert told(tally) == []
    assert tally.counts["set-ups"] == 1
    assert tally.counts["refused placements"] > 0


# By hand, by both policies, and from each kind of phase.
@pytest.mark.parametrize("seed", range(10) if ALL else (2, 3, 4, 6))
def test_walks_of_a_game_with_other_zones_and_ways_of_moving_show_no_difference(
    benches: Benches, seed: int
) -> None:
    assert told(walk(benches(TOY), plan_walk(benches(TOY).game, seed))) == []


# As above.
@pytest.mark.parametrize("seed", range(8) if ALL else (0, 3, 6, 7))
def test_walks_of_a_game_with_stacks_roads_and_supply_by_length_show_no_difference(
    benches: Benches, seed: int
) -> None:
    assert told(walk(benches(CAUSEWAY), plan_walk(benches(CAUSEWAY).game, seed))) == []


@pytest.mark.parametrize("seed", sampled(range(3), 1))
def test_whole_walks_of_a_toy_of_fire_combat_show_no_difference(benches: Benches, seed: int) -> None:
    tally = walk(benches(VOLLEY), plan_walk(benches(VOLLEY).game, seed))
    assert told(tally) == []
    assert tally.counts["moves"] > 0


@pytest.mark.parametrize("seed", sampled(range(6), 1))
def test_a_whole_game_of_the_greedy_policy_ends_in_the_same_state(benches: Benches, seed: int) -> None:
    tally = replay_game(benches((VOLLEY, TOY, CAUSEWAY)[seed % 3]), seed)
    assert told(tally) == []
    assert tally.counts["whole games"] == 1


@pytest.mark.slow
def test_a_greedy_turn_ends_in_the_same_state(benches: Benches) -> None:
    bench = benches(MOSCOW)
    tally = replay(bench, bench.game.scenarios[0].id, seed=5, options={}, phases=7)
    assert told(tally) == []
    assert tally.counts["actions in replays"] > 50


def test_the_first_turns_of_a_scenario_that_is_named_end_in_the_same_state(benches: Benches) -> None:
    bench = benches(TOY)
    found = NamedGame(str(bench.game.scenarios[0].id), 1)
    tally = do_work(bench, WorkPiece(4, 1, whole=True, named=found))
    assert told(tally) == []
    assert tally.counts["partial games"] == tally.counts["turns in partial games"] == 1
    assert tally.counts["actions in replays"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 10])
def test_first_turns_of_a_game_of_fire_combat_show_no_difference(benches: Benches, seed: int) -> None:
    plan_of_it = dataclasses.replace(plan_walk(benches(EMBATTLED).game, seed), length=14)
    tally = walk(benches(EMBATTLED), plan_of_it)
    assert [str(difference) for difference in tally.differences] == []
    assert tally.counts["battles"] > 0
    assert tally.counts["refused allocations"] + tally.counts["illegal moves"] > 0


@pytest.mark.parametrize("kept", sampled(["phase-end", "always"], 1))
def test_stacks_of_two_are_kept_alike(tmp_path: Path, kept: Literal["phase-end", "always"]) -> None:
    game = declared(TOY)
    assert game.rules.stacking.limit == 2
    stacking = dataclasses.replace(game.rules.stacking, enforced=kept)
    game = dataclasses.replace(game, rules=dataclasses.replace(game.rules, stacking=stacking))
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(game, TOY, tmp_path / "toy.vmod"))
    )
    kinds = ("combat", "movement")
    plans = (
        dataclasses.replace(plan_walk(game, seed), kind=kinds[seed % 2], length=2, attempt_rate=0.85)
        for seed in range(16)
    )
    total = several(bench, plans, {"moves onto friends": 4})
    assert told(total) == []
    assert total.counts["moves onto friends"] > 3


def test_a_unit_cancels_the_zone_of_the_hex_that_it_leaves(tmp_path: Path) -> None:
    game = playable(TOY)
    march, *others = game.rules.movement
    dear = dataclasses.replace(march, ezoc_costs=ZoneCosts(leave="1"), ezoc="ignored")
    game = dataclasses.replace(game, rules=dataclasses.replace(game.rules, movement=(dear, *others)))
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(game, TOY, tmp_path / "toy.vmod"))
    )
    plans = (
        dataclasses.replace(plan_walk(game, seed), kind="movement", length=1, attempt_rate=0.85)
        for seed in range(6)
    )
    total = several(bench, plans, {"lights": 6})
    assert told(total) == []
    assert total.counts["lights"] > 5


def test_a_set_up_by_hand_may_begin_with_the_die_for_attrition(tmp_path: Path) -> None:
    game = playable(TOY)
    first = dataclasses.replace(game.scenarios[0], first_phase=PhaseId("red-replacement"))
    [days] = game.charts.turn_tracks
    wet = tuple(dataclasses.replace(turn, weather="wet") for turn in days.turns)
    charts = dataclasses.replace(game.charts, turn_tracks=(dataclasses.replace(days, turns=wet),))
    game = dataclasses.replace(game, charts=charts, scenarios=(first,))
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(game, TOY, tmp_path / "toy.vmod"))
    )
    total = ComparisonTally()
    for seed in range(3):
        by_hand = dataclasses.replace(
            plan_walk(game, seed), by_hand=True, phases_skipped=0, kind="", length=1, attempt_rate=0.3
        )
        total.add(walk(bench, by_hand))
    assert told(total) == []
    assert total.counts["set-ups"] == 3
    assert total.counts["attrition rolls"] == 3


@pytest.mark.slow
def test_a_die_for_attrition_that_the_module_reads_wrongly_is_found(tmp_path: Path) -> None:
    game = playable(TOY)
    [days] = game.charts.turn_tracks
    wet = tuple(dataclasses.replace(turn, weather="wet") for turn in days.turns)
    right = dataclasses.replace(
        game, charts=dataclasses.replace(game.charts, turn_tracks=(dataclasses.replace(days, turns=wet),))
    )
    # The module turns each result about: what costs a step costs nothing.
    [attrition] = game.rules.attrition
    tables = tuple(
        dataclasses.replace(
            table,
            rows={
                roll: tuple("None" if result == attrition.result else attrition.result for result in results)
                for roll, results in table.rows.items()
            },
        )
        if table.id == attrition.table
        else table
        for table in game.charts.tables
    )
    wrong = dataclasses.replace(right, charts=dataclasses.replace(right.charts, tables=tables))
    for made, found in ((right, False), (wrong, True)):
        table = EmulatedModule(write_module(made, TOY, tmp_path / f"{found}.vmod"))
        bench, total = ConformanceBench(right, SavedGameWriter(right, plan(TOY)), table), ComparisonTally()
        for seed in range(4):
            total.add(walk(bench, dataclasses.replace(plan_walk(right, seed), kind="replacement", length=3)))
            if total.differences:
                break
        assert total.counts["attrition rolls"] > 0
        assert any("attrition die roll" in str(difference) for difference in total.differences) == found


@pytest.mark.slow
def test_phases_that_players_do_by_themselves_are_passed_over(tmp_path: Path) -> None:
    game = playable(TOY)
    first, *rest = game.rules.sequence
    camp = dataclasses.replace(first, id=PhaseId("camp"), name="Camp", kind="other")
    rules = dataclasses.replace(game.rules, sequence=(first, rest[0], camp, *rest[1:]))
    game = dataclasses.replace(game, rules=rules)
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(game, TOY, tmp_path / "toy.vmod"))
    )
    assert explain_unplayable(game) == ""
    assert told(replay_game(bench, 0)) == []


@pytest.mark.parametrize("turn", sampled([2, 3], 1))
def test_a_unit_that_arrives_later_waits_for_its_turn(tmp_path: Path, turn: int) -> None:
    game = playable(TOY)
    late = dataclasses.replace(
        game.oob.reinforcements[0], turn=turn, side=SideId("red"), units=(UnitId("red-2"),)
    )
    first = game.scenarios[0]
    held = dataclasses.replace(first.setup.in_boxes[0], units=(UnitId("red-2"),), box=BoxId("red-pool"))
    placement = {h: u for h, u in first.setup.placement.items() if "red-2" not in u}
    setup = dataclasses.replace(first.setup, in_boxes=(*first.setup.in_boxes, held), placement=placement)
    points = tuple(dataclasses.replace(r, first_turn=1, last_turn=3, points=3) for r in game.oob.replacements)
    oob = dataclasses.replace(game.oob, reinforcements=(late,), replacements=points)
    scenario = without(
        dataclasses.replace(first, setup=setup, setup_areas=()), game.oob.reinforcements[0].units
    )
    game = dataclasses.replace(game, oob=oob, scenarios=(scenario,))
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(game, TOY, tmp_path / "toy.vmod"))
    )
    plans = (
        dataclasses.replace(plan_walk(game, seed), kind="replacement", by_hand=False) for seed in range(24)
    )
    total = several(bench, plans, {"replacements": 3})
    assert told(total) == []
    assert total.counts["replacements"] > 0


HEADS: dict[Measure, tuple[str, ...]] = {"odds": ("1:3", "2:3", "1-1"), "differential": ("-2", "0", "+1")}


@pytest.mark.slow
@pytest.mark.parametrize("by", sampled(sorted(HEADS), 1))
def test_battles_are_fought_by_any_heads(tmp_path: Path, by: Measure) -> None:
    game = playable(TOY)
    table = game.charts.combat
    assert table is not None
    other = dataclasses.replace(table, columns=HEADS[by], kind=by)
    game = dataclasses.replace(game, charts=dataclasses.replace(game.charts, combat=other))
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(game, TOY, tmp_path / "toy.vmod"))
    )
    plans = [found for found in (plan_walk(game, seed) for seed in range(40)) if found.kind == "combat"]
    total = several(bench, plans[:12], {"battles": 6})
    assert told(total) == []
    assert total.counts["battles"] > 5


def _with_another_table(letters: str, heads: tuple[str, ...] = ("1:9", "1:5", "1:3")) -> Game:
    """Return the toy with a table for the attacks of one side; its results follow one another in the rows."""
    game = playable(TOY)
    table, combat, found = game.charts.combat, game.rules.combat, cycle(letters.split())
    assert table is not None
    assert combat is not None
    rows = {face: tuple(next(found) for _ in heads) for face in table.rows}
    charts = dataclasses.replace(
        game.charts,
        combat=dataclasses.replace(
            table, alternate_tables=(AlternateTable("own", "A table of its own", heads, rows),)
        ),
    )
    own = Modifier(id="own", name="own attack", table="own", side=(game.info.sides[0].id,))
    combat = dataclasses.replace(combat, modifiers=(own, *combat.modifiers))
    return dataclasses.replace(game, charts=charts, rules=dataclasses.replace(game.rules, combat=combat))


def _fought(game: Game, module: Game, folder: Path) -> ComparisonTally:
    bench = ConformanceBench(
        game, SavedGameWriter(game, plan(TOY)), EmulatedModule(write_module(module, TOY, folder / "toy.vmod"))
    )
    plans = [found for found in (plan_walk(game, seed) for seed in range(40)) if found.kind == "combat"]
    return several(bench, plans[:12], {"battles": 6})


def test_battles_are_fought_by_the_table_that_a_modifier_names(tmp_path: Path) -> None:
    game = _with_another_table("DE NE DR AR AE")
    total = _fought(game, game, tmp_path)
    assert told(total) == []
    assert total.counts["battles"] > 5


@pytest.mark.parametrize(
    ("letters", "heads"),
    [("NE DR AR AE DE", ("1:9", "1:5", "1:3")), ("DE NE DR AR AE", ("1:9", "1:5", "5:1"))],
    ids=["results", "heads"],
)
def test_a_module_with_other_results_or_heads_in_such_a_table_is_found_out(
    tmp_path: Path, letters: str, heads: tuple[str, ...]
) -> None:
    game = _with_another_table("DE NE DR AR AE")
    assert told(_fought(game, _with_another_table(letters, heads), tmp_path))


@pytest.mark.slow
def test_a_module_that_judges_otherwise_is_found_out(benches: Benches, tmp_path: Path) -> None:
    game = playable(TOY)
    zoc = dataclasses.replace(game.rules.zoc, reach="none")
    loose = dataclasses.replace(game, rules=dataclasses.replace(game.rules, zoc=zoc))
    table = EmulatedModule(write_module(loose, TOY, tmp_path / "loose.vmod"))
    bench = ConformanceBench(game, SavedGameWriter(game, plan(TOY)), table)
    plans = [plan_walk(game, seed) for seed in range(12)]
    busy = [dataclasses.replace(found, attempt_rate=0.85) for found in plans if not found.kind]
    found: list[str] = []
    for drawn in (*plans, *busy):
        found += told(walk(bench, drawn))
        if all(any(what in difference for difference in found) for what in ("retreat", "reachable hexes")):
            break
    assert any("retreat" in difference for difference in found)
    assert any("reachable hexes" in difference for difference in found)


def test_a_reference_that_lets_no_unit_join_a_friend_is_found_out(benches: Benches) -> None:
    bench = benches(MOSCOW)
    stacking = dataclasses.replace(bench.game.rules.stacking, enforced="always")
    rules = dataclasses.replace(bench.game.rules, stacking=stacking)
    other = dataclasses.replace(bench, game=dataclasses.replace(bench.game, rules=rules))
    way = WalkPlan(bench.game.scenarios[0].id, 2, {}, "random", False, 0, "movement", 1, 0.9)
    tally = walk(other, way, lambda so_far: bool(so_far.differences))
    assert told(tally)
    assert tally.counts["moves"] + tally.counts["lights"] < 60


def test_a_reference_that_fails_is_told_as_a_difference(
    benches: Benches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_hands: ModulePlayer) -> None:
        raise LookupError("no such unit")

    monkeypatch.setattr("hexwright.conformance.conformance_walk._attempt_something", fail)
    way = WalkPlan(benches(TOY).game.scenarios[0].id, 2, {}, "random", False, 0, "", 1, 0.9)
    (difference,) = told(walk(benches(TOY), way))
    assert "LookupError: no such unit, at test_walks.py" in difference


def test_a_walk_is_the_same_for_its_seed(benches: Benches) -> None:
    bench = benches(TOY)
    first, second = (walk(bench, plan_walk(bench.game, 3)) for _ in range(2))
    assert first.counts == second.counts
    assert first.counts.total() > 0


def test_window_entries_of_scripts_outlive_games_and_are_added_once(benches: Benches) -> None:
    table = benches(TOY).table
    title = benches(TOY).game.scenarios[0].title
    kept = []
    for _ in range(3):
        table.start(title)
        world = cast(VirtualGame, table._player).world
        kept.append((world.client["hexwright.rules"], sum(len(one.drawn) for one in world.maps.values())))
    assert kept[0] == kept[1] == kept[2]
    assert kept[0][1]


class CountedJob(ConformanceJob):
    """A comparison whose pieces are counted, and done by a function."""

    def __init__(self, work: Callable[[WorkPiece], ComparisonTally]) -> None:
        self.pieces: list[WorkPiece] = []
        self._work = work
        super().__init__("counted", "", lambda: pytest.fail("no bench is needed"))

    def do(self, piece: WorkPiece) -> ComparisonTally:
        self.pieces.append(piece)
        return self._work(piece)


def moves(number: int) -> ComparisonTally:
    return ComparisonTally(Counter({"moves": number}))


def test_the_proof_goes_on_until_there_is_enough(benches: Benches) -> None:
    bench = benches(TOY)
    job = CountedJob(ShortJob("toy", "", lambda: bench).do)
    tally = prove(local_engine(1), job, WantedAmounts(moves=4, battles=1, games=0), 1, lambda _: None)
    assert tally.counts["moves"] >= 4
    assert tally.counts["battles"] >= 1
    assert [piece.first for piece in job.pieces] == [1 + 4 * n for n in range(len(job.pieces))]


def test_the_proof_ends_with_what_is_under_way_when_the_time_is_over() -> None:
    job, amounts = CountedJob(lambda piece: moves(3)), WantedAmounts(moves=100, battles=0, games=0)
    tally = prove(local_engine(1), job, amounts, 1, lambda _: None, late=lambda: len(job.pieces) == 2)
    assert tally.counts["moves"] == 6
    tally = prove(local_engine(1), job, amounts, 1, lambda _: None, late=lambda: True)
    assert tally.counts["moves"] == 3, "what was begun is told, however short the time"


def test_the_proof_gives_up_what_a_game_hardly_has() -> None:
    job = CountedJob(lambda piece: moves(0 if piece.whole else 30))
    amounts = WantedAmounts(moves=10, battles=5, games=2)
    tally = prove(local_engine(1), job, amounts, 1, lambda _: None)
    assert (tally.counts["moves"], tally.counts["battles"]) == (90, 0)


def test_two_workers_compare_what_one_compares(benches: Benches, tmp_path: Path) -> None:
    bench = benches(TOY)
    module = write_module(bench.game, TOY, tmp_path / "toy.vmod")
    job = ShortJob("toy", "", partial(emulated_bench, bench.game, SharedFile.of(module)))
    amounts = WantedAmounts(moves=1, battles=0, games=0)
    alone = prove(local_engine(1), ShortJob("toy", "", lambda: bench), amounts, 1, lambda _: None)
    assert alone.counts["moves"]
    assert prove(local_engine(2), job, amounts, 1, lambda _: None) == alone
    module.write_bytes(b"another")
    with pytest.raises(InputError, match=r"P048.*toy\.vmod: it has another content here"):
        prove(local_engine(1), job, amounts, 1, lambda _: None)


def test_a_proof_goes_on_from_its_record(tmp_path: Path) -> None:
    def found(piece: WorkPiece) -> ComparisonTally:
        tally = moves(3)
        tally.phases["combat"] += piece.first
        tally.differences.append(Difference("toy", "week", {"a": "b"}, str(piece), 1, "here", "x", "y", "z"))
        tally.times["move"].append(0.25)
        return tally

    amounts = WantedAmounts(moves=9, battles=0, games=0)
    whole = prove(local_engine(1), CountedJob(found), amounts, 1, lambda _: None)
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        first = CountedJob(found)
        prove(local_engine(1), first, amounts, 1, lambda _: None, record, late=lambda: True)
        assert len(first.pieces) == 1
        rest = CountedJob(found)
        assert prove(local_engine(1), rest, amounts, 1, lambda _: None, record) == whole
        assert [piece.first for piece in rest.pieces] == [5, 9]
