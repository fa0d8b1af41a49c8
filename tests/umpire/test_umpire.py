"""The umpire finds each planted offence, and none in games that keep the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.saves.recording import recorded
from tests.tiers import sampled
from tests.umpire.offences import OFFENCES, Offence
from tests.umpire.planting import EMBATTLED, MOSCOW, Field, judged
from tests.umpire.recording import GAMES, RECORDED, name_of

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]


@pytest.mark.parametrize("offence", OFFENCES, ids=lambda o: o.name.replace(" ", "-"))
def test_planted_offence_is_found_and_no_other(offence: Offence) -> None:
    field = offence.plant()
    for told in offence.told:
        found = field.found(told=told)
        offences = [one for one in found if one.kind == "offence"]
        assert offences, "nothing was found"
        assert {one.step for one in offences} == {len(field.replay.steps)}, found
        assert any(one.rule == offence.rule or not offence.rule for one in offences), found
        assert any(offence.says in f"{one.done}: {one.why}" for one in offences), found


def test_offences_of_more_than_thirty_kinds_are_planted_in_both_games() -> None:
    assert len({one.name for one in OFFENCES}) >= 30


def _whole(slug: str, scenario: int, seed: int, policy: str, most: int) -> Field:
    field = Field.begun(slug, scenario, seed)
    try:
        return field.play(lambda f: len(f.replay.steps) >= most or f.state.stage == "over", policy)
    except AssertionError:
        return field


@pytest.mark.parametrize(
    ("slug", "scenario", "seed", "policy", "most"),
    sampled(
        [
            (MOSCOW, 0, 3, "greedy", 200),
            (MOSCOW, 1, 8, "random", 120),
            (EMBATTLED, 1, 5, "greedy", 250),
            (EMBATTLED, 1, 9, "random", 120),
            ("toy-bridge", 0, 2, "greedy", 60),
            ("toy-causeway", 0, 1, "greedy", 90),  # A battle without effect ends a phase.
            ("toy-causeway", 0, 2, "greedy", 90),
            ("toy-causeway", 0, 3, "greedy", 90),  # A unit starves as a phase without battles ends.
            ("toy-causeway", 0, 4, "greedy", 90),
            ("toy-causeway", 0, 7, "greedy", 90),  # Who has retreated is disrupted once more, and falls.
            ("toy-redoubt", 0, 1, "greedy", 90),
            ("toy-redoubt", 0, 2, "random", 90),
        ],
        0,
        2,
        4,
        7,
        9,
        10,
        11,
    ),
)
def test_nothing_is_found_in_a_legal_game(
    slug: str, scenario: int, seed: int, policy: str, most: int
) -> None:
    field = _whole(slug, scenario, seed, policy, most)
    assert field.found() == ()
    # Who attacks whom by fire leaves no trace in steps that pass several phases at once.
    if slug != EMBATTLED:
        assert field.found(told=False) == ()


@pytest.mark.parametrize(("slug", "scenario", "seed", "phases"), GAMES)
def test_nothing_is_found_in_what_the_engine_recorded_while_nobody_judged(
    slug: str, scenario: int, seed: int, phases: int
) -> None:
    del scenario, phases
    ruling = judged(slug, SavedGameFile.read(RECORDED / name_of(slug, seed)))
    assert ruling.findings == ()
    assert ruling.steps > 30
    assert ruling.throws


def test_offences_played_by_hand_are_found_and_those_taken_back_are_told_as_such() -> None:
    ruling = judged(MOSCOW, SavedGameFile.read(recorded("by-hand.vlog")))
    assert {one.step for one in ruling.offences} >= {3, 4, 5, 6, 7, 12}
    assert [one.step for one in ruling.findings if one.undone] == [10]


def test_report_tells_steps_offences_and_dice(tmp_path: Path, capsys: Told) -> None:
    log = recorded("by-hand.vlog")
    assert run(["-C", str(ROOT), "umpire", str(log)]) == ExitCode.FINDINGS
    told = capsys.readouterr().out
    assert "  12  LVI Panzer Corps: 0304 → 0303\n" in told
    assert "an enemy unit is in 0303 (3.2)" in told
    assert "German: 1 d6, faces 0 0 0 1 0 0, mean 4.00" in told
    run(["-C", str(ROOT), "umpire", str(log), "--brief"])
    assert "switched sides" not in capsys.readouterr().out
    run(["-C", str(ROOT), "umpire", str(log), "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    assert data["findings"][0]["rule"] == "3.3"
    assert data["dice"][0]["faces"] == [0, 0, 0, 1, 0, 0]
    page = tmp_path / "game.html"
    run(["-C", str(ROOT), "umpire", str(log), "--format", "html", "--out", str(page)])
    assert '<span class="offence">against the rules: ' in page.read_text()
    assert "Driver" not in page.read_text()


def test_legal_log_ends_with_nothing_to_be_said(capsys: Told) -> None:
    log = RECORDED / name_of(EMBATTLED, 3)
    assert run(["-C", str(ROOT), "umpire", str(log), "--brief"]) == ExitCode.OK
    assert capsys.readouterr().out.rstrip().endswith("steps: no violations of the rules")
