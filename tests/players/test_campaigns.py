"""Campaigns: the same record however it is played, nothing counted twice, and one line for each fault."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.load.yaml_tree import SourceFile
from hexwright.model.ids import HexId
from hexwright.players.campaigns import campaign_run
from hexwright.players.campaigns.campaign_job import CampaignJob, Chunk, PlayedChunk
from hexwright.players.campaigns.campaign_run import looks, play_campaign
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.campaigns.paired_comparison import CellPair, compare, pairs_of_cells
from hexwright.players.campaigns.plan_loading import Campaign, parse_plan, plan_campaign
from hexwright.players.playtesting.estimates import paired_difference
from hexwright.players.playtesting.game_record import read_record, replay
from hexwright.support.workers.jobs import TASKS_PER_WORKER
from hexwright.support.workers.local_engine import local_engine

SLUG = "the-ford"
Told = pytest.CaptureFixture[str]


def campaign(project: Project, text: str = "players: [random]\ngames: 12\n") -> Campaign:
    plan, spans = parse_plan(SourceFile("plan.yaml", text.encode()))
    return plan_campaign(project, load_game(project, SLUG), plan, spans, project.root)


def play(found: Campaign, file: Path, engine: object = None) -> int:
    with GameStore.create(file, found) as store:
        return play_campaign(found, store, engine or local_engine(1), lambda there, total: None)  # type: ignore[arg-type]


def rows(file: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(file) as connection:
        names = [name for _, name, *_ in connection.execute("PRAGMA table_info(games)") if name != "seconds"]
        return list(connection.execute(f"SELECT {', '.join(names)} FROM games ORDER BY cell, number"))


def refused(project: Project, text: str) -> str:
    with pytest.raises(InputError) as caught:
        campaign(project, text)
    return "\n".join(str(one) for one in caught.value.diagnostics)


def test_the_record_is_the_same_in_any_order_and_after_a_stop(project: Project, tmp_path: Path) -> None:
    found = campaign(project)

    def backwards(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        yield from local_engine(1)(job, iter(list(chunks)[::-1]))

    def stops(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        yield next(local_engine(1)(job, chunks))
        raise KeyboardInterrupt

    assert play(found, tmp_path / "whole") == 12
    assert play(found, tmp_path / "backwards", backwards) == 12
    with pytest.raises(KeyboardInterrupt):
        play(found, tmp_path / "stopped", stops)
    assert 0 < len(rows(tmp_path / "stopped")) < 12
    play(found, tmp_path / "stopped")
    assert rows(tmp_path / "whole") == rows(tmp_path / "backwards") == rows(tmp_path / "stopped")
    assert play(found, tmp_path / "whole") == 0


def test_the_record_has_each_place_that_changed_hands(project: Project, tmp_path: Path) -> None:
    play(campaign(project, "players: [greedy]\ngames: 12\n"), tmp_path / "record")
    captured = 0
    with GameStore.open(tmp_path / "record") as store:
        for _, game in store.games(str(store.cells()[0].cell)):
            captured += len(game.captures)
            gained = {side: [0] * len(turns) for side, turns in game.cities.items()}
            for changes in game.captures.values():
                assert all(old != new for (_, old), (_, new) in pairwise(changes))
                for turn, owner in changes:
                    for side, numbers in gained.items():
                        numbers[turn - 1] += 1 if side == owner else -1
            for side, turns in game.cities.items():
                steps = [after - before for before, after in pairwise(turns)]
                assert steps == gained[side][1:]
            ford = game.captures.get(HexId("0403"), ())
            assert game.prize_falls == (ford[0][0] if ford else None)
    assert captured > 6


def test_more_games_are_added_to_those_that_are_there(project: Project, tmp_path: Path) -> None:
    play(campaign(project, "players: [random]\ngames: 3\n"), tmp_path / "record")
    assert play(campaign(project, "players: [random]\ngames: 5\n"), tmp_path / "record") == 2


def test_a_killed_worker_loses_no_game_and_none_is_counted_twice(project: Project, tmp_path: Path) -> None:
    found = campaign(project)
    play(found, tmp_path / "whole")

    def robbed(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        import multiprocessing

        results = local_engine(2)(job, chunks)
        yield next(results)
        victims = multiprocessing.active_children()
        assert victims
        os.kill(victims[0].pid or 0, signal.SIGTERM)
        yield from results

    play(found, tmp_path / "robbed", robbed)
    assert rows(tmp_path / "robbed") == rows(tmp_path / "whole")


def test_workers_end_when_the_process_that_began_them_is_killed(tmp_path: Path) -> None:
    code = """
import os, sys, time
from hexwright.support.workers.local_engine import _new_pool
if __name__ == "__main__":
    pool = _new_pool(None, 1)
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""
    script = tmp_path / "main.py"
    script.write_text(code, "utf-8")
    main = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert main.stdout is not None
    with main.stdout:
        worker = int(main.stdout.readline())
        main.kill()
        main.wait()
    deadline = time.monotonic() + 20
    while _is_running(worker):
        assert time.monotonic() < deadline, "the worker outlived its parent"
        time.sleep(0.05)


def _is_running(process: int) -> bool:
    """Whether a process runs; one that ended but that nobody has waited for doesn't."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except OSError:
        return False


def test_an_engine_asks_for_no_more_chunks_than_its_workers_hold(project: Project) -> None:
    found, taken = campaign(project), 0

    def chunks() -> Iterator[Chunk]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield Chunk(0, number, (number,))

    results = local_engine(2)(found.job, chunks())
    for given in range(1, 6):
        next(results)
        assert taken - given <= 2 * TASKS_PER_WORKER
    results.close()


def test_a_large_campaign_has_larger_chunks_instead_of_more(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def counted(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        for played in local_engine(1)(job, chunks):
            sizes.append(len(played.games))
            yield replace(played, seconds=(100.0,) * len(played.games))

    assert play(campaign(project, "players: [random]\ngames: 3\n"), tmp_path / "few", counted) == 3
    assert sizes == [1, 1, 1]
    sizes.clear()
    monkeypatch.setattr(campaign_run, "_MOST_CHUNKS", 3)
    assert play(campaign(project, "players: [random]\ngames: 8\n"), tmp_path / "many", counted) == 8
    assert sizes == [3, 3, 2]


def test_a_campaign_stops_when_the_precision_is_reached(project: Project, tmp_path: Path) -> None:
    found = campaign(project, "players: [random]\ngames: 400\nprecision: 0.5\n")
    assert looks(found) == (50, 100, 200, 400)
    assert play(found, tmp_path / "record") == 50
    assert campaign_run.deviations(found) > campaign_run.deviations(campaign(project))


def test_players_meet_in_all_seats(project: Project) -> None:
    found = campaign(project, "players: [random, greedy]\n")
    assert [" ".join(player for _, player in cell.players) for cell in found.cells] == [
        "random random",
        "random greedy",
        "greedy random",
        "greedy greedy",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("scenarios: [the-frod]\n", "plan.yaml:1:13: "),
        ("scenarios: [the-frod]\n", "the-ford"),
        ("players: [genius]\n", "plan.yaml:1:11"),
        ("players: [tuned]\n", "the-ford has no weights for the player 'tuned'"),
        ("players: [random, random]\n", "twice"),
        ("variants: {new: {project: nowhere}}\n", "has no data/the-ford/game.yaml"),
        ("gmaes: 3\n", "games"),
        ("options: [{}, {weather: wet}]\n", "plan.yaml:1:15"),
    ],
)
def test_a_plan_that_names_what_is_not_there_is_refused(project: Project, text: str, told: str) -> None:
    assert told in refused(project, text)


def test_games_of_other_data_are_not_counted_together(project: Project, tmp_path: Path) -> None:
    play(campaign(project, "players: [random]\ngames: 1\n"), tmp_path / "record")
    with pytest.raises(InputError, match="seed 0 instead of 1"):
        play(campaign(project, "players: [random]\ngames: 1\nseed: 1\n"), tmp_path / "record")


def test_a_record_gains_a_variant_but_not_games_of_changed_data(project: Project, tmp_path: Path) -> None:
    other = changed_copy(project, tmp_path / "other")
    play(campaign(project, "players: [random]\ngames: 2\n"), tmp_path / "record")
    both = f"players: [random]\ngames: 2\nvariants: {{new: {{project: {other}}}}}\n"
    assert play(campaign(project, both), tmp_path / "record") == 2
    (other / "data" / SLUG / "oob.yaml").write_text("provenance: {status: ruling, source: changed}\n")
    with pytest.raises(InputError, match=r"games of data new \w+ instead of"):
        play(campaign(project, both), tmp_path / "record")


def test_new_weights_matter_to_the_games_of_the_player_tuned_alone(project: Project, tmp_path: Path) -> None:
    other = changed_copy(project, tmp_path / "other")
    weights = other / "data" / SLUG / "players.yaml"
    weights.write_text("odds: {red: {goal: 2}}\n")
    text = f"players: [PLAYER]\ngames: 1\nvariants: {{new: {{project: {other}}}}}\n"
    greedy = campaign(project, text.replace("PLAYER", "greedy"))
    weights.write_text("odds: {red: {goal: 3}}\n")
    again = campaign(project, text.replace("PLAYER", "greedy"))
    assert [again.digest(cell) for cell in again.cells] == [greedy.digest(cell) for cell in greedy.cells]
    tuned = tuned_digests(other)
    weights.write_text("odds: {red: {goal: 2}}\n")
    assert tuned_digests(other).isdisjoint(tuned)


def tuned_digests(root: Path) -> set[str]:
    found = campaign(Project(root), "players: [tuned]\n")
    return {found.digest(cell) for cell in found.cells}


def changed_copy(project: Project, root: Path) -> Path:
    """Return a copy of the project in which Blue's guard is as weak as its horse."""
    shutil.copytree(project.root, root)
    counters = root / "data" / SLUG / "counters.yaml"
    text = counters.read_text("utf-8")
    assert "{strength: 5, ma: 3}, {strength: 3, ma: 3}" in text
    changed = text.replace("{strength: 5, ma: 3}, {strength: 3, ma: 3}", "{strength: 1, ma: 3}")
    counters.write_text(changed, "utf-8")
    return root


@pytest.fixture(scope="module")
def compared(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with the games of a project and of a variant."""
    folder = tmp_path_factory.mktemp("compared")
    other = changed_copy(project, folder / "other")
    text = f"players: [random]\ngames: 12\nvariants: {{weak: {{project: {other}}}}}\n"
    play(campaign(project, text), folder / "ford.sqlite")
    return folder / "ford.sqlite"


def test_a_variant_is_compared_by_games_with_the_same_seeds(compared: Path) -> None:
    with GameStore.open(compared) as store:
        own, weak = (one.cell for one in store.cells())
        (pair,) = pairs_of_cells([own, weak], [own, weak], {}, {"variant": "weak"}, "ford")
        found = compare(store, store, pair)
        games = [dict(store.games(str(cell))) for cell in (own, weak)]
    assert (pair.before, pair.after, found.pairs) == (own, weak, 12)
    wins = next(one for one in found.figures if one.name == "red wins")
    expected = sum((games[1][n].winner == "red") - (games[0][n].winner == "red") for n in range(12)) / 12
    assert wins.difference.value == pytest.approx(expected)
    assert wins.difference.low < wins.difference.value < wins.difference.high
    different = sum(games[0][n] != games[1][n] for n in range(12))
    assert 2 <= len(found.most_different) == min(10, different)
    distances = [one.distance() for one in found.most_different]
    assert distances == sorted(distances, reverse=True)
    assert all(one.before == games[0][one.number] for one in found.most_different)


def test_equal_versions_show_no_difference_but_keep_an_interval(compared: Path) -> None:
    with GameStore.open(compared) as store:
        own = store.cells()[0].cell
        found = compare(store, store, CellPair(own, own, ""))
    assert found.most_different == ()
    assert {one.difference.value for one in found.figures} == {0}
    assert all(one.difference.low < 0 < one.difference.high for one in found.figures if one.is_share)


def test_a_paired_difference_uses_only_the_pairs_that_changed() -> None:
    """Checked by hand: 9 of 40 pairs gained, 3 lost; half a pair more of each of four kinds."""
    found = paired_difference(9, 3, 40)
    assert found.value == pytest.approx(0.15)
    assert (round(found.low, 4), round(found.high, 4)) == (-0.0198, 0.3055)


def test_the_games_that_differ_most_are_written_and_open_again(
    project: Project, compared: Path, tmp_path: Path, capsys: Told
) -> None:
    out = tmp_path / "out"
    given = ["-C", str(project.root), "campaign", "compare", str(compared), "--out", str(out)]
    assert run([*given, "--format", "json"]) == ExitCode.OK
    (told,) = json.loads(capsys.readouterr().out)
    assert len(list(out.iterdir())) == 4 * len(told["most_different"])
    first = told["most_different"][0]
    record = read_record(next(out.glob("01-*-before.txt")).read_text("utf-8"))
    rules, final, _ = replay(load_game(project, SLUG).game, record, "record")
    assert record.seed == first["seed"]
    assert first["before"].startswith(f"{rules.outcome(final).winner} wins")
    assert (
        run(["-C", str(project.root), "log", "tell", str(next(out.glob("01-*-after.vlog")))]) == ExitCode.OK
    )


def test_combinations_that_do_not_fit_are_refused_with_those_there_are(
    project: Project, compared: Path, capsys: Told
) -> None:
    given = ["-C", str(project.root), "campaign", "compare", str(compared), "--after"]
    assert run([*given, "edition=1986"]) == ExitCode.FINDINGS
    assert "there are: the-ford, red random, blue random; weak, the-ford" in capsys.readouterr().err
    assert run([*given, "edition"]) == ExitCode.USAGE


def test_a_full_disk_keeps_the_games_before(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = campaign(project)
    with GameStore.create(tmp_path / "record", found) as store:
        results = local_engine(1)(found.job, iter([Chunk(0, 0, (1,)), Chunk(0, 1, tuple(range(2, 40)))]))
        store.add(found, next(results))
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(InputError, match="full"):
            store.add(found, next(results))
    assert len(rows(tmp_path / "record")) == 1


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no record " * 1000)
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE games (a)")
    for name in ("text", "other", "missing"):
        with pytest.raises(InputError, match="record"), GameStore.open(tmp_path / name):
            pass


def test_a_campaign_is_played_and_resumed_by_commands(
    project: Project, tmp_path: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.yaml").write_text("players: [random]\ngames: 4\n")
    root = str(project.root)
    assert run(["-C", root, "campaign", SLUG, "plan.yaml", "-w", "1"]) == ExitCode.OK
    told = capsys.readouterr()
    assert "4 of 4" in told.out
    assert "4 games played" in told.err
    assert run(["-C", root, "campaign", "resume", "plan.sqlite", "-w", "1"]) == ExitCode.OK
    assert "games played" not in capsys.readouterr().err
    assert run(["-C", root, "campaign", "status", "plan.sqlite"]) == ExitCode.OK
    assert "4 of 4" in capsys.readouterr().out
