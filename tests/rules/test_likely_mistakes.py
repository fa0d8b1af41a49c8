"""Data that can be played but probably mean something else are told as advice, with place and remedy."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import start_game
from hexwright.load.project_folder import Project
from hexwright.pipeline.game_findings import likely_mistakes
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
TOY = Project(Path(__file__).parents[1] / "toy")
MODIFIER = "    wood: {name: wood, column_shift: -1, terrain: wood,"


def advice(tmp_path: Path, *changes: tuple[str, str, str]) -> list[str]:
    """Return the advice for the game that `hexwright new` writes, after changes to its files."""
    project = Project(tmp_path)
    start_game(project, "ford")
    for name, old, new in changes:
        path = project.folder("ford") / name
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")
    found = [str(one).removeprefix("data/ford/") for one in likely_mistakes(load_game(project, "ford"))]
    assert all("advice[A0" in line and " — " in line for line in found)
    return found


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "rules.yaml",
            MODIFIER,
            MODIFIER + " side: red, against: red,",
            "rules.yaml:30:11: advice[A001]: 'wood' in 'modifiers' never applies: units of red don't",
        ),
        (
            "rules.yaml",
            MODIFIER,
            MODIFIER + " against: blue, against_classes: guard,",
            "advice[A001]: 'wood' in 'modifiers' never applies: no unit has against: blue and",
        ),
        (
            "rules.yaml",
            MODIFIER,
            MODIFIER + " place: ford,",
            "'modifiers' never applies: no hex has terrain: wood and",
        ),
        (
            "rules.yaml",
            "across: river,",
            "across: river, into: red-start,",
            "never applies: no step has across: river and into: red",
        ),
        (
            "rules.yaml",
            "{terrain: wood, cost: 2}",
            "{terrain: wood, turns: 9, cost: 2}",
            "no scenario has turn 9",
        ),
        (
            "map.yaml",
            " 0403/0503,",
            "",
            "map.yaml:38:19: advice[A002]: 'brook' of 'river' has a gap of one hexside — insert 0403/0503",
        ),
        (
            "counters.yaml",
            "2nd Red Foot",
            "1st Red Foot",
            "advice[A003]: 'red-1' and 'red-2' have the same name, '1st Red Foot' — give each",
        ),
        (
            "counters.yaml",
            "[{strength: 5, ma: 3}, {strength: 3, ma: 3}]",
            "[{strength: 3, ma: 3}, {strength: 5, ma: 3}]",
            "advice[A004]: step 2 of unit 'blue-guard' is stronger than step 1: strength 5 instead of 3",
        ),
        (
            "rules.yaml",
            "{terrain: wood, cost: 2}",
            "{place: ford, cost: never}",
            "map.yaml:49:31: advice[A005]: place 'ford' counts for victory, but only blue can come there",
        ),
        (
            "map.yaml",
            "  wood: {name",
            '  bush: {name: Bush, art: forest, hexes: ["0101"]}\n  wood: {name',
            "map.yaml:18:27: advice[A006]: 'bush' and 'wood' are drawn alike — give each its own 'art', or a",
        ),
        (
            "map.yaml",
            "places:",
            '  track: {name: Track, art: road, lines: {a: {name: A, path: ["0101", "0201"]}}}\nplaces:',
            "advice[A006]: 'road' and 'track' are drawn alike",
        ),
    ],
)
def test_a_likely_mistake_is_told_once_with_its_place(
    file: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    if "against_classes" in new:
        changes = [("counters.yaml", "classes:\n", "classes:\n  guard: {name: Guard, symbol: infantry}\n")]
    else:
        changes = []
    (line,) = advice(tmp_path, *changes, (file, old, new))
    assert told in line


def test_recovery_that_silently_needs_supply_is_asked_for(tmp_path: Path) -> None:
    phase = "  rally: {name: Rally, side: red, kind: recovery, text: Red units recover.}\n"
    other = phase.replace("rally", "rest").replace("side: red", "side: blue")
    changes = [
        (
            "rules.yaml",
            "sequence:\n",
            "sequence:\n" + phase + other.replace("kind", "supplied_only: false, kind"),
        ),
        ("rules.yaml", "AL: [attacker-step-loss]", "AL: [attacker-step-loss, attacker-disrupted]"),
    ]
    (line,) = advice(tmp_path / "a", *changes)
    assert "advice[A007]: phase 'rally': only units in supply recover, since their side has" in line
    assert "write 'supplied_only: true', or 'false' for all units" in line
    said = ("rules.yaml", "Rally, side: red,", "Rally, side: red, supplied_only: true,")
    assert advice(tmp_path / "b", *changes, said) == []


def test_a_victory_place_behind_impassable_hexes_is_out_of_reach(tmp_path: Path) -> None:
    walls = "{terrain: wood, cost: never}"
    terrain = 'hexes: ["0301", "0302", "0304", "0602", "0605", "0705"]}'
    around = terrain.replace("]", ', "0402", "0404", "0303", "0503", "0504"]')
    areas = ("map.yaml", 'hexes: ["0403", "0502", "0504", "0603"]', 'hexes: ["0403", "0502", "0601", "0603"]')
    moved = ("scenarios/the-ford.yaml", '"0504": blue-2', '"0601": blue-2')
    changes = [("rules.yaml", "{terrain: wood, cost: 2}", walls), ("map.yaml", terrain, around), areas, moved]
    (line,) = advice(tmp_path / "a", *changes)
    assert "[A005]: place 'ford'" in line
    infantry = ("rules.yaml", walls, "{terrain: wood, classes: horse, cost: never}")
    assert (
        advice(
            tmp_path / "b", changes[1], areas, moved, ("rules.yaml", "{terrain: wood, cost: 2}", infantry[2])
        )
        == []
    )


def test_interchangeable_counters_may_share_a_name_and_a_far_stream_is_no_gap(tmp_path: Path) -> None:
    text = '  red-2: {designation: "2", name: 2nd Red Foot'
    same = [
        ("counters.yaml", text, "  red-2: {designation: F, name: Foot"),
        (
            "counters.yaml",
            '  red-1: {designation: "1", name: 1st Red Foot',
            "  red-1: {designation: F, name: Foot",
        ),
        ("map.yaml", " 0403/0503, 0403/0504,", ""),
    ]
    assert advice(tmp_path, *same) == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_four_games_give_no_cause_for_advice(slug: str) -> None:
    assert list(likely_mistakes(shipped(slug))) == []


def test_the_toy_games_give_no_cause_for_advice() -> None:
    for slug in TOY.games():
        assert list(likely_mistakes(load_game(TOY, slug))) == []


def test_advice_fails_no_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(advice(tmp_path, ("counters.yaml", "2nd Red Foot", "1st Red Foot"))) == 1
    assert run(["-C", str(tmp_path), "check", "ford"]) == ExitCode.OK
    told = capsys.readouterr()
    assert "advice[A003]" in told.err
    assert "ford: no errors" in told.out


def test_checks_of_rules_wait_for_values_that_exist() -> None:
    game = shipped("battle-for-moscow").game
    asked: set[tuple[str | int, ...]] = set()

    def sound(path: tuple[str | int, ...]) -> bool:
        asked.add(path)
        return True

    list(find_unplayable(game, game.scenarios[0], sound))
    for path in asked:
        value: Any = game
        for part in path:
            if isinstance(value, tuple):
                value = next(entry for entry in value if entry.id == part)
            else:
                assert part in {field.name for field in fields(value)}, path
                value = getattr(value, str(part))
