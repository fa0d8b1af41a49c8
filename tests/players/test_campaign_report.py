"""Reports of campaigns: figures equal to a naive recount, bounded memory, a page that needs nothing else."""

from __future__ import annotations

import json
import math
import re
import sqlite3
import statistics
import tracemalloc
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.load.project_folder import Project
from hexwright.players.campaigns import campaign_report, won_and_lost
from hexwright.players.campaigns.campaign_report import CampaignReport, Change
from hexwright.players.campaigns.game_tally import GameFigure, GameTally, ValueCounts
from hexwright.players.campaigns.plan_loading import Campaign
from hexwright.players.campaigns.report_findings import findings, points_text, share_text
from hexwright.players.playtesting.estimates import Estimate, deviations_of
from tests.players.campaign_records import (
    BLUE,
    CHANCES,
    FORD,
    GOLDEN,
    RED,
    SLUG,
    TURNS,
    ford_campaign,
    ford_project,
    golden_text,
    invented_game,
    report_of,
    write_games,
)

Told = pytest.CaptureFixture[str]
Rows = Sequence[Mapping[str, Any]]
COLUMNS = {"points": "points_by_turn", "places": "cities", "steps lost": "steps_lost"}
ROOT = Path(__file__).parents[2]
GAMES = 80


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return ford_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def campaign(project: Project) -> Campaign:
    return ford_campaign(project)


@pytest.fixture(scope="module")
def record(campaign: Campaign, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("record") / "ford.sqlite"
    write_games(file, campaign, GAMES)
    return file


@pytest.fixture(scope="module")
def report(record: Path, campaign: Campaign) -> CampaignReport:
    return report_of(record, campaign)


@pytest.fixture(scope="module")
def rows(record: Path) -> Rows:
    """The games of the project's own data, read without any code of ours."""
    connection = sqlite3.connect(record)
    connection.row_factory = sqlite3.Row
    query = "SELECT * FROM games WHERE cell NOT LIKE 'weak%' ORDER BY number"
    found = [
        {
            name: json.loads(value) if isinstance(value, str) and value[:1] in "[{" else value
            for name, value in dict(row).items()
        }
        for row in connection.execute(query)
    ]
    connection.close()
    assert len(found) == GAMES
    return found


# A naive recount -------------------------------------------------------------------------------------------


def test_results_are_those_of_a_naive_recount(report: CampaignReport, rows: Rows) -> None:
    own = report.cells[0]
    won = Counter(row["winner"] for row in rows)
    assert {side: round(share.value * GAMES) for side, share in own.wins.items()} == {
        side: won[side] for side in (RED, BLUE)
    }
    assert own.draws.value == won[None] / GAMES
    assert {(one.side, one.level): one.games for one in own.levels} == Counter(
        (row["winner"], row["level"]) for row in rows
    )
    for share in (*own.wins.values(), own.draws):
        p, z = share.value, 1.959964
        for end in (share.low, share.high):  # Wilson's ends are where the distance is z deviations.
            if 0 < end < 1:
                assert abs(p - end) == pytest.approx(z * math.sqrt(end * (1 - end) / GAMES), abs=1e-9)


def test_curves_are_those_of_a_naive_recount(report: CampaignReport, rows: Rows) -> None:
    curves = {(one.kind, one.side): one for one in report.scenarios[0].curves}
    assert len(curves) == 6
    for (kind, side), curve in curves.items():
        for one in curve.turns:
            column = COLUMNS[kind]
            values = [row[column][side][one.turn - 1] for row in rows]
            if kind == "steps lost":
                values = [sum(row[column][side][: one.turn]) for row in rows]
            ordered = sorted(values)
            assert one.mean.value == pytest.approx(statistics.mean(values))
            spread = 1.959964 * statistics.stdev(values) / math.sqrt(GAMES)
            assert one.mean.high - one.mean.value == pytest.approx(spread)
            assert (one.low, one.median, one.high) == (ordered[7], ordered[39], ordered[71])


def test_places_units_and_battles_are_those_of_a_naive_recount(report: CampaignReport, rows: Rows) -> None:
    scenario = report.scenarios[0]
    ford, mill = sorted(scenario.places, key=lambda one: one.hex)
    fell = [row for row in rows if FORD in row["captures"]]
    assert (ford.name, mill.name, scenario.objective) == ("The Ford", "Mill", FORD)
    assert (mill.changed.value, mill.first_turn, mill.owners[BLUE].value) == (0, None, 1)
    assert ford.changed.value == len(fell) / GAMES
    assert ford.changes == sum(len(row["captures"][FORD]) for row in fell) / GAMES
    assert ford.owners[RED].value == sum(row["prize_owner"] == RED for row in rows) / GAMES
    assert ford.owners[RED].value + ford.owners[BLUE].value == pytest.approx(1)
    first = sorted(row["prize_falls"] for row in fell)
    assert ford.first_turn == first[math.ceil(len(first) / 2) - 1]
    assert ford.wins_if_taken[RED].value == sum(row["winner"] == RED for row in fell) / len(fell)
    for unit in scenario.units:
        assert unit.eliminated.value == sum(unit.unit in row["lost"] for row in rows) / GAMES
        assert unit.fought.value == sum(unit.unit in row["fought"] for row in rows) / GAMES
    assert [unit.name for unit in scenario.units if not unit.fought.value] == ["Red Horse"]
    for battle in scenario.battles:
        assert battle.battles.value == sum(row["battles"].get(battle.hex, 0) for row in rows) / GAMES
    decided = Counter((row["decided"], row["winner"]) for row in rows)
    for turn in scenario.decided:
        assert turn.wins == {side: decided[turn.turn, side] for side in (RED, BLUE)}
        assert turn.draws == decided[turn.turn, None]
    assert sum(turn.share.value for turn in scenario.decided) == pytest.approx(1)


def test_differences_between_won_and_lost_games_are_those_of_a_naive_recount(
    report: CampaignReport, rows: Rows
) -> None:
    (contrasts,) = report.scenarios[0].contrasts
    groups = [[row for row in rows if (row["winner"] == RED) is won] for won in (True, False)]
    assert (contrasts.side, contrasts.won, contrasts.others) == (RED, len(groups[0]), len(groups[1]))

    def value(row: Mapping[str, Any], figure: GameFigure) -> float:
        found: float
        if figure.kind == "steps lost":
            found = sum(row["steps_lost"][figure.what][: figure.turn])
        elif figure.kind in ("points", "places"):
            found = row[COLUMNS[figure.kind]][figure.what][figure.turn - 1]
        elif figure.kind == "battles in":
            found = row["battles"].get(figure.what, 0)
        elif figure.kind == "eliminated":
            found = figure.what in row["lost"]
        else:
            found = any(owner == figure.side for _, owner in row["captures"].get(figure.what, []))
        return found

    turns = range(1, TURNS)
    # The capture of the ford is left out: it is the result itself.
    figures = [GameFigure("battles in", place) for place in (FORD, "0502")]
    figures += [
        GameFigure("eliminated", one.unit) for one in report.scenarios[0].units if one.eliminated.value
    ]
    for kind in ("points", "places", "steps lost"):
        figures += [GameFigure(kind, side, turn) for side in (RED, BLUE) for turn in turns]
    figures = [one for one in figures if any(value(row, one) for row in rows)]
    assert contrasts.compared == len(figures)
    z = deviations_of(len(figures))
    clear: dict[tuple[str, str, str], float] = {}
    for figure in figures:
        values = [[value(row, figure) for row in group] for group in groups]
        variances = [max(statistics.variance(one), 1 / len(one)) for one in values]
        step = statistics.mean(values[0]) - statistics.mean(values[1])
        error = math.sqrt(sum(two / len(one) for one, two in zip(values, variances, strict=True)))
        if abs(step) > z * error:
            subject = figure.kind, figure.what, figure.side
            effect = step / math.sqrt(statistics.mean(variances))
            clear[subject] = max(clear.get(subject, 0.0), effect, key=abs)
    found = {(one.figure.kind, one.figure.what, one.figure.side): one.effect.value for one in contrasts.found}
    assert {subject: pytest.approx(effect) for subject, effect in clear.items()} == found
    assert ("steps lost", RED, "") in found
    sizes = [abs(one.effect.value) for one in contrasts.found]
    assert sizes == sorted(sizes, reverse=True)


def test_a_change_is_the_difference_within_pairs_of_games(report: CampaignReport) -> None:
    (change,) = report.changes
    assert (change.what, change.before, change.after, change.pairs) == ("variant", "", "weak", GAMES)
    games = [[invented_game(seed, chance) for seed in range(GAMES)] for chance in CHANCES]
    wins = [[game.winner == RED for game in one] for one in games]
    red = change.sides[RED]
    assert red.before.value == sum(wins[0]) / GAMES
    assert red.after.value == sum(wins[1]) / GAMES
    assert red.difference.value == pytest.approx(sum(wins[1]) / GAMES - sum(wins[0]) / GAMES)
    assert red.difference.low < red.difference.value < red.difference.high


# Honesty ---------------------------------------------------------------------------------------------------


def test_many_equal_figures_show_no_difference() -> None:
    """Coin tosses decide: with 95 % for each of 60 figures alone, three would seem to differ."""
    tally = GameTally(1)
    for seed in range(300):
        game = invented_game(seed, 0.5)
        tally.add(replace(game, winner=RED if seed % 2 else BLUE, captures={}, steps_lost={}))
    found = won_and_lost.contrasts(tally, RED, TURNS, None)
    assert found.compared > 20
    assert found.found == ()


def test_few_games_are_not_compared(campaign: Campaign, tmp_path: Path) -> None:
    write_games(tmp_path / "record", campaign, 40)
    found = report_of(tmp_path / "record", campaign)
    (contrasts,) = found.scenarios[0].contrasts
    assert (contrasts.compared, contrasts.found) == (0, ())
    assert any("at least 30" in one.text for one in findings(found, campaign.games[""]))


def test_intervals_allow_for_repeated_looks_and_many_changes(
    record: Path, campaign: Campaign, report: CampaignReport
) -> None:
    looked = replace(campaign, plan=replace(campaign.plan, precision=0.05))
    wider = report_of(record, looked)
    assert (report.looks, wider.looks) == (1, 2)

    def width(share: Estimate) -> float:
        return share.high - share.low

    assert width(wider.cells[0].wins[RED]) > width(report.cells[0].wins[RED])
    assert width(wider.changes[0].sides[RED].difference) > width(report.changes[0].sides[RED].difference)


def test_a_change_whose_interval_has_zero_is_called_unclear(
    report: CampaignReport, campaign: Campaign
) -> None:
    def advice(change: Change) -> str:
        told = findings(replace(report, changes=(change,)), campaign.games[""])
        return next(one.text for one in told if one.subject == "advice")

    change = report.changes[0]
    red = change.sides[RED]
    assert red.difference.high < 0
    assert "instead of" in advice(change)
    unclear = replace(red, difference=Estimate(-0.05, -0.15, 0.05))
    assert "no clear difference" in advice(replace(change, sides={**change.sides, RED: unclear}))


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (Estimate(0.71, 0.69, 0.73), "71 ± 2 %"),
        (Estimate(0.712, 0.710, 0.714), "71.2 ± 0.2 %"),
        (Estimate(0.0, 0.0, 0.037), "0 % (at most 3.7 %)"),
        (Estimate(1.0, 0.963, 1.0), "100 % (at least 96.3 %)"),
    ],
)
def test_shares_are_told_with_their_precision(share: Estimate, told: str) -> None:
    assert share_text(share) == told


def test_changes_of_shares_are_told_in_points() -> None:
    assert points_text(Estimate(-0.11, -0.13, -0.09)) == "\N{MINUS SIGN}11 ± 2 points"


# Bounds ----------------------------------------------------------------------------------------------------


def test_memory_does_not_grow_with_the_number_of_games(campaign: Campaign, tmp_path: Path) -> None:
    peaks: list[int] = []
    write_games(tmp_path / "first", campaign, 40)
    report_of(tmp_path / "first", campaign)  # What is computed once isn't measured.
    for games in (60, 400):
        write_games(tmp_path / str(games), campaign, games)
        tracemalloc.start()
        report_of(tmp_path / str(games), campaign)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_values_are_counted_together_if_there_are_very_many() -> None:
    few, many = ValueCounts(), ValueCounts()
    for value in range(100_000):
        few.add(value % 100)
        many.add(value)
    assert [few.quantile(share) for share in (0.1, 0.5, 0.9)] == [9, 49, 89]
    assert many.quantile(0.5) == pytest.approx(50_000, rel=0.01)
    assert len(many._counts) <= 512


# The command -----------------------------------------------------------------------------------------------


def test_the_report_is_the_golden_one(report: CampaignReport, campaign: Campaign) -> None:
    told = "python -m tests.players.campaign_records writes it anew"
    assert golden_text(report, campaign) == GOLDEN.read_text("utf-8"), told


def test_page_and_json_are_written_and_need_no_other_file(
    project: Project, record: Path, tmp_path: Path, capsys: Told
) -> None:
    page, data = tmp_path / "ford.html", tmp_path / "ford.json"
    given = ["-C", str(project.root), "campaign", "report", str(record)]
    assert run([*given, "--out", str(page), "--json", str(data)]) == ExitCode.OK
    told = capsys.readouterr().out
    text, content = page.read_text("utf-8"), json.loads(data.read_text("utf-8"))
    for finding in content["findings"]:
        assert finding["text"] in told
    assert content["games"] == 2 * GAMES
    assert not re.search(r"<script|<link|@import|url\(|\b(?:src|href)=\"(?!#|data:)", text)
    assert "Red Horse" in text
    assert len(text) < 400_000
    assert re.search(r"of one combination: as it is, \w+ on both sides\.", text)
    assert not any(cell["cell"] in text for cell in content["cells"])
    before = page.read_bytes()
    assert run([*given, "--out", str(page)]) == ExitCode.OK
    assert page.read_bytes() == before


def test_players_are_compared_over_all_their_seats(project: Project, tmp_path: Path) -> None:
    campaign = ford_campaign(project, "random, greedy")
    write_games(tmp_path / "record", campaign, 6)
    won = sum(invented_game(seed, chance).winner == RED for seed in range(6) for chance in CHANCES)
    found = report_of(tmp_path / "record", campaign).players
    assert [(one.player, one.side) for one in found] == [
        (player, side) for player in ("random", "greedy") for side in (RED, BLUE)
    ]
    for one in found:
        assert one.games == 2 * 2 * 6
        if one.side == RED:
            assert one.wins.value == 2 * won / one.games
    page = tmp_path / "page.html"
    given = ["-C", str(project.root), "campaign", "report", str(tmp_path / "record"), "--out", str(page)]
    assert run(given) == ExitCode.OK
    text = page.read_text("utf-8")
    assert "Over all combinations in which a player had the side" in text
    assert "<h3>Strength</h3>" in text


def test_a_page_of_one_combination_has_no_advice(
    project: Project, campaign: Campaign, tmp_path: Path, capsys: Told
) -> None:
    write_games(tmp_path / "record", campaign, 3, cells=1)
    page = tmp_path / "page.html"
    given = ["-C", str(project.root), "campaign", "report", str(tmp_path / "record"), "--out", str(page)]
    assert run(given) == ExitCode.OK
    assert "3 games between computer players, in 1 combination of" in page.read_text("utf-8")
    assert "no clear difference" not in capsys.readouterr().out


def test_each_key_of_the_json_is_documented(report: CampaignReport) -> None:
    keys = set()

    def collect(value: object) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                keys.add(key)
                collect(part)
        elif isinstance(value, list):
            for part in value:
                collect(part)

    collect(report.json())
    page = (ROOT / "docs" / "reference" / "campaign-report.md").read_text("utf-8")
    documented = set(re.findall(r"`([a-z_]+)`", page))
    assert keys - documented - {RED, BLUE} == set()


def test_a_record_without_games_ends_in_one_line(
    campaign: Campaign, project: Project, tmp_path: Path, capsys: Told
) -> None:
    write_games(tmp_path / "record", campaign, 0)
    given = ["-C", str(project.root), "campaign", "report", str(tmp_path / "record")]
    assert run(given) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "the record has no games yet" in told
    assert "campaign resume" in told


DAMAGE = (
    ("cities", '{"red": ['),
    ("cities", "7"),
    ("battles", "[]"),
    ("points", '{"red": NaN}'),
    ("captures", '{"0403": []}'),
    ("lost", "[7]"),
    ("decided", "soon"),
    ("prize_falls", "1"),
)


def test_a_damaged_game_ends_in_one_line_and_the_last_page_stays(
    record: Path, project: Project, tmp_path: Path, capsys: Told
) -> None:
    damaged, page = tmp_path / "damaged.sqlite", tmp_path / "page.html"
    page.write_text("the last page")
    given = ["-C", str(project.root), "campaign", "report", str(damaged), "--out", str(page)]
    for column, value in DAMAGE:
        damaged.write_bytes(record.read_bytes())
        with sqlite3.connect(damaged) as connection:
            connection.execute(f"UPDATE games SET {column} = ? WHERE number = 3", (value,))
        connection.close()
        assert run(given) == ExitCode.FINDINGS, column
        assert "the record can't be read" in capsys.readouterr().err
    damaged.write_bytes(record.read_bytes()[: record.stat().st_size // 2])
    assert run(given) == ExitCode.FINDINGS
    assert page.read_text() == "the last page"


def test_a_record_whose_game_is_gone_ends_in_one_line(record: Path, tmp_path: Path, capsys: Told) -> None:
    (tmp_path / "data").mkdir()
    assert run(["-C", str(tmp_path), "campaign", "report", str(record)]) == ExitCode.FINDINGS
    assert SLUG in capsys.readouterr().err


def test_changed_data_are_told(record: Path, campaign: Campaign) -> None:
    changed = replace(campaign, data={**campaign.data, "": "another"})
    assert report_of(record, changed).data_changed
    assert not report_of(record, campaign).data_changed


def test_the_recount_finds_a_planted_fault(
    record: Path, campaign: Campaign, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgets_the_last_turn(tally: GameTally, turn: int, *others: Any) -> campaign_report.DecidedTurn:
        return decided(tally, min(turn, TURNS - 1), *others)

    decided = campaign_report._decided
    monkeypatch.setattr(campaign_report, "_decided", forgets_the_last_turn)
    with pytest.raises(AssertionError):
        test_places_units_and_battles_are_those_of_a_naive_recount(report_of(record, campaign), rows)
