"""Games that were written before keys were renamed are migrated, and nothing else in them changes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.former_keys import RENAMED_KEYS, RENAMED_VALUES
from hexwright.load.game_loading import load_game
from hexwright.load.game_migration import migrate_game, migrate_source
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project
from hexwright.load.yaml_tree import SourceFile
from hexwright.model.hex_map import HexMap
from hexwright.model.order_of_battle import OrderOfBattle
from hexwright.model.rules.rules_record import Rules

HERE = Path(__file__).parent
OLD, SLUG = HERE / "former_game", "former-ford"
"""A game with every former key and value; its rules contradict each other, so that it can't be played."""
SCAFFOLD, FORD = HERE / "former_scaffold", "the-ford"
"""What `hexwright new the-ford` wrote before the keys were renamed."""


def copied(tmp_path: Path, project: Path = OLD) -> Path:
    return Path(shutil.copytree(project, tmp_path / "project"))


def migrated(text: str, record: type = OrderOfBattle) -> str:
    return migrate_source(SourceFile("data/x/some.yaml", text.encode()), record).after.decode()


def test_every_former_key_and_value_is_exercised() -> None:
    others = SourceFile(
        "data/x/rules.yaml", b"combat: {below: first, fractions: {attack: raised, defence: dropped}}"
    )
    files = (*migrate_game(Project(OLD), SLUG), migrate_source(others, Rules))
    edits = [edit for file in files for edit in file.edits]
    keys = {(edit.record, edit.before, edit.after) for edit in edits if edit.is_key}
    values = {(edit.record, edit.key, edit.before, edit.after) for edit in edits if not edit.is_key}
    missing = [
        (record.__name__, former)
        for record, renamed in RENAMED_KEYS.items()
        for former, present in renamed.items()
        if (record, former, present) not in keys
    ]
    missing += [
        (record.__name__, former)
        for (record, key), renamed in RENAMED_VALUES.items()
        for former, present in renamed.items()
        if (record, key, former, present) not in values
    ]
    assert missing == []


def test_a_former_game_loads_without_findings_once_it_is_migrated(tmp_path: Path) -> None:
    root = copied(tmp_path)
    with pytest.raises(InputError):
        load_game(Project(root), SLUG)
    assert run(["-C", str(root), "migrate", SLUG]) == ExitCode.OK
    assert load_game(Project(root), SLUG).diagnostics == ()


def test_the_former_scaffold_becomes_the_present_one(tmp_path: Path) -> None:
    root = copied(tmp_path, SCAFFOLD)
    assert run(["-C", str(root), "migrate", FORD]) == ExitCode.OK
    for name, text in small_game("The Ford").items():
        assert (root / "data" / FORD / name).read_text("utf-8") == text, name


def test_only_keys_and_values_change(tmp_path: Path) -> None:
    for file in migrate_game(Project(copied(tmp_path)), SLUG):
        before, after = file.before.decode(), file.after.decode()
        assert len(before.splitlines()) == len(after.splitlines())
        for edit in file.edits:
            assert edit.before in before.splitlines()[edit.line - 1]
        # With all words of both tables taken out, the two are the same.
        words = sorted({one for edit in file.edits for one in (edit.before, edit.after)}, key=len)[::-1]
        gone = re.compile("|".join(map(re.escape, words)) or "(?!)")
        assert gone.sub("", before) == gone.sub("", after)


def test_a_second_migration_finds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = copied(tmp_path)
    assert run(["-C", str(root), "migrate", SLUG]) == ExitCode.OK
    capsys.readouterr()
    assert run(["-C", str(root), "migrate", SLUG]) == ExitCode.OK
    assert capsys.readouterr().out == f"{SLUG}: nothing to rename\n"


def test_what_was_renamed_is_counted_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(copied(tmp_path, SCAFFOLD)), "migrate", FORD]) == ExitCode.OK
    assert capsys.readouterr().out.splitlines() == [
        "data/the-ford/map.yaml: 5 keys renamed",
        "data/the-ford/oob.yaml: 1 key renamed",
        "data/the-ford/charts.yaml: 4 keys renamed",
        "data/the-ford/rules.yaml: 6 keys and 4 values renamed",
        "data/the-ford/scenarios/the-ford.yaml: 2 keys renamed",
    ]


def test_a_dry_run_shows_a_diff_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copied(tmp_path, SCAFFOLD)
    assert run(["-C", str(root), "migrate", FORD, "--dry-run"]) == ExitCode.OK
    told = capsys.readouterr().out
    assert told.startswith("--- a/data/the-ford/map.yaml\n+++ b/data/the-ford/map.yaml\n@@ ")
    assert "\n-timetable: day\n+turn_track: day\n" in told
    for path in (SCAFFOLD / "data").rglob("*.yaml"):
        assert (root / path.relative_to(SCAFFOLD)).read_bytes() == path.read_bytes()


def test_a_game_of_today_has_nothing_to_rename(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(tmp_path), "new", FORD]) == ExitCode.OK
    capsys.readouterr()
    assert run(["-C", str(tmp_path), "migrate", FORD]) == ExitCode.OK
    assert capsys.readouterr().out == f"{FORD}: nothing to rename\n"


def test_layout_quotes_and_comments_stay() -> None:
    text = (
        "# arrivals: not a key here\n"
        '"arrivals" :   # two blanks\n'
        "- { turn: 1, 'under': {x: y}, text: \"under: a bridge\" } \n"
        "\n"
        "-  turn: 2\n"
        "   text: Größe — under way\n"
        "   under:   {x: y}"
    )
    assert migrated(text) == (
        "# arrivals: not a key here\n"
        '"reinforcements" :   # two blanks\n'
        "- { turn: 1, 'option': {x: y}, text: \"under: a bridge\" } \n"
        "\n"
        "-  turn: 2\n"
        "   text: Größe — under way\n"
        "   option:   {x: y}"
    )


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_the_byte_order_mark_stay(ending: str, mark: str) -> None:
    lines = (mark + "arrivals:", "- {text: ä, under: {}}", "replacements: []", "")
    assert migrated(ending.join(lines)) == ending.join(
        (mark + "reinforcements:", "- {text: ä, option: {}}", "replacements: []", "")
    )


def test_former_words_that_are_ids_or_texts_stay() -> None:
    text = "hexsides:\n  sides: {name: sides, lines: {at: {sides: [A1/A2], name: when}}}\n"
    assert migrated(text, HexMap) == text.replace("{sides:", "{hexsides:")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "arrivals: []\nreinforcements: []\n",
            "some.yaml:1:1: error[Y008]: 'arrivals' and its new name 'reinforcements' are both present",
        ),
        ("arrivals: []\narrivals: []\n", "some.yaml:2:1: error[Y008]"),
        ("arrivals: [\n", "some.yaml:2:1: error[Y007]"),
        ('"arriv\\x61ls": []\n', "some.yaml:1:1: error[K002]: 'arrivals' is written with escapes"),
    ],
)
def test_what_cannot_be_migrated_is_an_error_at_its_place(text: str, told: str) -> None:
    with pytest.raises(InputError) as faults:
        migrated(text)
    [found] = faults.value.diagnostics
    assert told in str(found)


def test_nothing_is_written_while_one_file_has_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copied(tmp_path, SCAFFOLD)
    rules = root / "data" / FORD / "rules.yaml"
    rules.write_text(rules.read_text("utf-8") + "{\n", encoding="utf-8")
    assert run(["-C", str(root), "migrate", FORD]) == ExitCode.FINDINGS
    assert "data/the-ford/rules.yaml:" in capsys.readouterr().err
    assert "timetable: day" in (root / "data" / FORD / "scenarios" / "the-ford.yaml").read_text("utf-8")


def test_an_unknown_game_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(copied(tmp_path, SCAFFOLD)), "migrate", "the-frod"]) == ExitCode.FINDINGS
    assert "there is no game 'the-frod' in this project — did you mean 'the-ford'?" in capsys.readouterr().err


@given(st.text(), st.text())
def test_any_text_is_migrated_or_refused(before: str, behind: str) -> None:
    data = f"{before}\narrivals: []\n{behind}".encode("utf-8", "surrogatepass")
    try:
        file = migrate_source(SourceFile("data/x/oob.yaml", data), OrderOfBattle)
    except InputError:
        return
    assert len(file.after) == len(data) + sum(len(e.after) - len(e.before) for e in file.edits)
