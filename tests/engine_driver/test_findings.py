"""What the engine says becomes diagnostics: against a scripted driver."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.engine_driver import engine_codes, engine_findings
from hexwright.engine_driver.engine_findings import MOST_PROBLEMS

LOADED = '{"event":"loaded","name":"Fake","version":"1","engine":"3.7.26"}'
Examine = Callable[..., tuple[Diagnostic, ...]]


def reply(value: object) -> str:
    return json.dumps({"event": "reply", "id": 0, "ok": True, "value": value}).replace('"id": 0', '"id": @ID')


def problem(kind: str, level: str, text: str) -> str:
    return json.dumps(
        {"event": "problem", "kind": kind, "level": level, "text": text, "detail": "", "during": ""}
    )


def game(*, started: bool) -> str:
    return reply({"started": started, "pieces": 0, "side": None, "steps_left": 0})


def map_seen(*, showing: bool) -> str:
    return reply([{"name": "Map", "width": 9, "height": 9, "boards": [], "showing": showing}])


CLEAN: Mapping[str, Sequence[object]] = {
    "draw_slots": [reply(3)],
    "setups": [reply([])],
    "new_game": [game(started=True)],
    "start": [game(started=True)],
    "maps": [map_seen(showing=True)],
    "show_windows": [reply([])],
    "draw_map": [reply(None)],
    "draw_windows": [reply(None)],
    "wait": [reply(None)],
}


@pytest.fixture
def examine(tmp_path: Path, fake_driver: list[str]) -> Examine:
    """Return a function that examines a module whose answers are clean except for the replies given."""

    def run(
        replies: Mapping[str, Sequence[object]], first: Sequence[object] = (LOADED,)
    ) -> tuple[Diagnostic, ...]:
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"first": list(first), "replies": {**CLEAN, **replies}}), "utf-8")
        return engine_findings(script, driver=fake_driver, timeout=20.0)

    return run


def coded(found: tuple[Diagnostic, ...]) -> list[tuple[str, Severity]]:
    return [(diagnostic.code, diagnostic.severity) for diagnostic in found]


def test_clean_module_has_no_findings(examine: Examine) -> None:
    assert examine({}) == ()


@pytest.mark.parametrize(
    ("kind", "level", "code"),
    [
        ("log", "error", "E003"),
        ("log", "warning", "E004"),
        ("bug", "error", "E005"),
        ("dialog", "warning", "E006"),
        ("manager", "error", "E009"),
    ],
)
def test_each_kind_of_problem_has_its_code(examine: Examine, kind: str, level: str, code: str) -> None:
    (found,) = examine({}, first=[problem(kind, level, "so it is"), LOADED])
    assert (found.code, found.severity) == (code, Severity(level))
    assert found.message == "on opening: so it is"


def test_problem_told_twice_is_found_once_at_its_first_moment(examine: Examine) -> None:
    said = problem("log", "warning", "image x.png\nnot  found")
    (found,) = examine({"draw_slots": [said, reply(1)], "draw_map": [said, *CLEAN["draw_map"]]})
    assert found.message == "drawing the pieces: image x.png not found"


def test_set_up_that_does_not_start_is_named(examine: Examine) -> None:
    setups = [reply([{"title": "Bad", "file": "bad.vsav"}])]
    (found,) = examine({"setups": setups, "start": [game(started=False)]})
    assert found.code == "E007"
    assert "'Bad'" in found.message


def test_map_never_shown_is_found(examine: Examine) -> None:
    assert coded(examine({"maps": [map_seen(showing=False)]})) == [("E008", Severity.ERROR)]


def test_refused_command_does_not_end_the_walk(examine: Examine) -> None:
    refusal = '{"event":"reply","id":@ID,"ok":false,"error":"no window","detail":""}'
    late = [problem("log", "error", "late"), *CLEAN["draw_windows"]]
    found = examine({"show_windows": [refusal], "draw_windows": late})
    assert [diagnostic.code for diagnostic in found] == ["E010", "E003"]


def test_crash_is_found_with_what_was_said_before(examine: Examine) -> None:
    found = examine({"new_game": [problem("log", "error", "endless loop"), {"do": "crash"}]})
    assert [diagnostic.code for diagnostic in found] == ["E003", "E002"]
    assert found[1].message.startswith("starting a new game: ")


def test_refused_module_is_a_finding(examine: Examine) -> None:
    (found,) = examine({}, first=['{"event":"refused","reason":"not a zip","detail":""}'])
    assert (found.code, found.message) == ("E001", "VASSAL can't open the module: not a zip")


def test_problems_without_end_are_not_all_listed(examine: Examine) -> None:
    said = [problem("log", "error", f"{number}") for number in range(MOST_PROBLEMS + 5)]
    found = examine({"draw_slots": [*said, reply(1)]})
    assert [diagnostic.code for diagnostic in found] == ["E003"] * MOST_PROBLEMS + ["E002"]
    assert f"more than {MOST_PROBLEMS} different problems" in found[-1].message


def test_long_problem_is_cut(examine: Examine) -> None:
    (found,) = examine({}, first=[problem("log", "error", "x" * 5000), LOADED])
    assert found.message == f"on opening: {'x' * 2000}…"


def test_every_code_is_explained_once() -> None:
    numbers = [entry.code for entry in engine_codes.ENTRIES]
    assert numbers == [f"E{number:03}" for number in range(1, len(numbers) + 1)]


def test_a_silent_engine_says_how_to_wait_longer(tmp_path: Path, fake_driver: list[str]) -> None:
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps({"first": [LOADED], "replies": {**CLEAN, "setups": [{"do": "hang"}]}}), "utf-8"
    )
    (finding,) = engine_findings(script, driver=fake_driver, timeout=0.5)
    assert finding.code == "E002"
    assert "did not answer within 0.5 s" in finding.message
    assert "--wait SECONDS" in finding.hint
