"""One fact damaged, one finding: what the loader says of every fault, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwright.diagnostics.codes import CATALOGUE, ENTRIES, explain
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game_despite_errors
from hexwright.load.project_folder import Project, find_project
from hexwright.load.yaml_tree import MAX_ERRORS
from tests.load.damage import SLUG, Case, append, copy_toy, load_toy, replace
from tests.load.findings import CASES, read_golden
from tests.load.mistakes import GOLDEN as MISTAKES

BUILDER = Path(__file__).parents[2] / "builder" / "hexwright"
CODES_TESTED_ELSEWHERE = {"G001", "G002", "G003", "G009", "G010", "Y015", "Y019"}
LOADER_LETTERS = "YKRMCSTOG"


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{case.code}" for n, case in enumerate(CASES)])
def test_a_damaged_fact_is_told_where_it_stands(case: Case, tmp_path: Path) -> None:
    found = case.run(tmp_path)
    assert found == read_golden()[case.name]
    assert any(f"[{case.code}]" in line for line in found)


def test_the_undamaged_game_has_no_findings(tmp_path: Path) -> None:
    assert load_toy(copy_toy(tmp_path)).diagnostics == ()


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("scenarios: [the-bridge]", "", ["O005"]),
        ("scenarios: [the-bridge]", ", scenarios: [the-bridge, rearguard]", ["O005"]),
        ("scenarios: [the-bridge]", ", scenarios: [rearguard]", []),
        ("choose: 1", "", ["O005"]),
        ("choose: 1", ", choose: 1", []),
    ],
)
def test_a_unit_arrives_once_in_a_scenario(first: str, second: str, told: list[str], tmp_path: Path) -> None:
    again = f"    {first}\n  - {{turn: 3, side: blue, units: [blue-horse], text: Again.{second}}}\n"
    root = copy_toy(tmp_path)
    replace("oob.yaml", "    scenarios: [the-bridge]\n", again).act(root)
    found = load_game_despite_errors(Project(root), SLUG).diagnostics
    assert [one.code for one in found if one.code.startswith("O")] == told


def test_no_finding_is_kept_of_a_case_that_is_gone() -> None:
    assert sorted(read_golden()) == sorted(case.name for case in CASES)


def test_every_loader_code_of_the_catalogue_is_produced_by_a_case() -> None:
    known = {code for code in CATALOGUE if code[0] in LOADER_LETTERS}
    told = set(re.findall(r"\[([A-Z]\d{3})\]", MISTAKES.read_text(encoding="utf-8")))
    known_of_loader = {code for code in told if code[0] in LOADER_LETTERS}
    assert {case.code for case in CASES} | CODES_TESTED_ELSEWHERE | known_of_loader == known


def test_every_code_that_the_loader_raises_is_in_the_catalogue() -> None:
    raised = {
        code
        for path in (BUILDER / "load").rglob("*.py")
        for code in re.findall(r'"([A-Z]\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert raised <= set(CATALOGUE)
    assert raised


def test_every_code_says_why_and_what_to_do() -> None:
    for code, entry in CATALOGUE.items():
        assert entry.code == code
        assert entry.title
        assert entry.why
        assert entry.remedy
        assert explain(code.lower()) is entry
    assert explain("Z999") is None


def test_checking_stops_when_nobody_would_read_on(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    append("oob.yaml", "".join(f"key{n}: text\n" for n in range(5000))).act(root)
    with pytest.raises(InputError) as caught:
        load_toy(root)
    codes = [diagnostic.code for diagnostic in caught.value.diagnostics]
    assert codes.count("K002") == MAX_ERRORS
    assert codes.count("Y015") == 1


def test_checking_stops_among_double_keys_too(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    append("oob.yaml", "twin: text\n" * 5000).act(root)
    with pytest.raises(InputError) as caught:
        load_toy(root)
    assert [d.code for d in caught.value.diagnostics].count("Y008") == MAX_ERRORS


def test_checking_stops_among_references_too(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    sides = ", ".join(f"Z{n}/Z{n + 1}" for n in range(5000))
    replace("map.yaml", "hexsides: [D3/E3]", f"hexsides: [{sides}]").act(root)
    with pytest.raises(InputError) as caught:
        load_toy(root)
    assert [d.code for d in caught.value.diagnostics].count("Y015") == 1


def test_a_folder_without_data_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"error\[G001\]: no project found"):
        find_project(tmp_path)
    with pytest.raises(InputError, match=r"error\[G001\].*contains no folder data/"):
        find_project(tmp_path, tmp_path / "elsewhere")


def test_the_project_is_found_from_any_folder_inside(tmp_path: Path) -> None:
    root = copy_toy(tmp_path).resolve()
    assert find_project(root / "data" / "toy-bridge" / "scenarios").root == root
    assert find_project(Path("/"), tmp_path).root == root


def test_an_unknown_game_is_guessed(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"error\[G002\]: there is no game 'toy-brigde'.*did you mean 'toy-bridge'"
    ):
        Project(copy_toy(tmp_path)).require("toy-brigde")


def test_a_project_without_games_says_what_a_game_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"error\[G002\].*contains no games yet"):
        Project(tmp_path).require("any")


def test_a_name_that_leads_out_of_data_is_no_game(tmp_path: Path) -> None:
    copy_toy(tmp_path)
    with pytest.raises(InputError, match=r"error\[G002\]"):
        Project(tmp_path).require("../data/toy-bridge")


@pytest.mark.parametrize("name", ["Toy Bridge", "con", "a--b", "été", "x" * 61])
def test_a_game_folder_needs_a_name_that_every_system_takes(name: str, tmp_path: Path) -> None:
    copy_toy(tmp_path)
    (tmp_path / "data" / "toy-bridge").rename(tmp_path / "data" / name)
    with pytest.raises(InputError, match=r"error\[G003\]"):
        Project(tmp_path).require(name)


def test_a_game_folder_without_game_yaml_is_told_so(tmp_path: Path) -> None:
    copy_toy(tmp_path)
    (tmp_path / "data" / "toy-bridge" / "game.yaml").unlink()
    assert Project(tmp_path).games() == ("toy-causeway", "toy-redoubt", "toy-volley")
    with pytest.raises(InputError, match=r"data/toy-bridge/game.yaml: error\[Y001\]"):
        Project(tmp_path).require("toy-bridge")


def test_no_code_is_given_twice() -> None:
    assert len(CATALOGUE) == len(ENTRIES)
