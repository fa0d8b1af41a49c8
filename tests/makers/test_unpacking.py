"""Unpacked modules: the same bytes back, merges without conflicts, and no file of others lost."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.cli.app import ExitCode, run
from hexwright.makers import laying_out_job, written_file
from hexwright.makers.unpacked_module import unpack_module
from hexwright.support.workers.jobs import Job, workers_died
from hexwright.support.workers.local_engine import local_engine
from hexwright.vassal.codec.archive_rewriting import new_archive
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.unpacked.buildfile_layout import lay_out_build_file, restore_build_file
from hexwright.vassal.codec.unpacked.entry_file_names import entry_file_names, entry_name
from hexwright.vassal.codec.unpacked.saved_game_text import HEADER, lay_out_saved_game, restore_saved_game
from tests.makers.test_module_edit import foreign_zip
from tests.module_checks import sound

Told = pytest.CaptureFixture[str]
ODD_NAMES = ("A.png", "a.PNG", "100%.png", ".hidden", "con.txt", "b:c?.png", "end.")
MORE = {f"images/{name}": str(number).encode() for number, name in enumerate(ODD_NAMES)}


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vmod"
    path.write_bytes(foreign_zip({**sound.files().entries, **MORE}))
    return path


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as read:
        return {i.filename: read.read(i) for i in read.infolist() if not i.is_dir()}


def git(folder: Path, *words: str) -> str:
    command = ("git", "-c", "user.name=n", "-c", "user.email=e@x", "-c", "commit.gpgsign=false", *words)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_a_packed_folder_has_every_byte_of_the_module(module: Path, tmp_path: Path) -> None:
    folder, again = tmp_path / "folder", tmp_path / "again.vmod"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    assert run(["pack", str(folder), str(again)]) == ExitCode.OK
    assert entries(again) == entries(module)
    assert run(["diff", str(module), str(folder)]) == ExitCode.OK
    first = again.read_bytes()
    assert run(["unpack", str(again), str(folder)]) == ExitCode.OK
    assert run(["pack", str(folder), str(again)]) == ExitCode.OK
    assert again.read_bytes() == first


class Unheard:
    """A listener that tells nothing."""

    def stage(self, name: str) -> None: ...


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_worker_processes_write_the_same_folder(module: Path, tmp_path: Path) -> None:
    quiet = Unheard()
    unpack_module(module, tmp_path / "one", quiet, local_engine(1))
    unpack_module(module, tmp_path / "two", quiet, local_engine(2))
    written = files(tmp_path / "one")
    assert files(tmp_path / "two") == written
    assert sum(name.endswith(".vsav.txt") for name in written) == 1


def test_dead_workers_leave_their_saved_games_to_this_process(module: Path, tmp_path: Path) -> None:
    def dying(job: Job[Any, Any], tasks: Iterator[Any], /) -> Generator[Any, None, None]:
        yield from ()
        raise workers_died("a saved game")

    unpack_module(module, tmp_path / "dead", Unheard(), dying)
    unpack_module(module, tmp_path / "alive", Unheard(), local_engine(1))
    assert files(tmp_path / "dead") == files(tmp_path / "alive")


def test_a_saved_game_that_its_text_doesnt_restore_is_refused(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told
) -> None:
    monkeypatch.setattr(laying_out_job, "lay_out_saved_game", lambda text: HEADER + "other\n")
    assert run(["unpack", str(module), str(tmp_path / "folder")]) == ExitCode.FINDINGS
    assert "J002" in capsys.readouterr().err
    assert not (tmp_path / "folder").exists()


def test_an_archive_that_isnt_what_the_folder_gave_is_refused(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told
) -> None:
    def damaged(given: Iterator[tuple[str, bytes]]) -> Iterator[bytes]:
        return new_archive((name, data + b" " if name.endswith(".vsav") else data) for name, data in given)

    folder, again = tmp_path / "folder", tmp_path / "again.vmod"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    monkeypatch.setattr(written_file, "new_archive", damaged)
    assert run(["pack", str(folder), str(again)]) == ExitCode.FINDINGS
    assert "J002" in capsys.readouterr().err
    assert not again.exists()


def test_changes_of_two_people_merge_without_a_conflict(module: Path, tmp_path: Path) -> None:
    folder, again = tmp_path / "folder", tmp_path / "again.vmod"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "base")
    build, saved = folder / "buildFile.xml", next(folder.glob("*.vsav.txt"))
    git(folder, "checkout", "-qb", "anna")
    replaced(build, 'entryName="Guard"', 'entryName="Old Guard"')
    git(folder, "commit", "-qam", "anna")
    git(folder, "checkout", "-qb", "ben", "main")
    replaced(build, "prototype;Common\n", "prototype;Common\n          mark;Class\n          = foot\n")
    saved.write_text(saved.read_text("utf-8").replace("Guard", "Sentry"), "utf-8")
    git(folder, "commit", "-qam", "ben")
    git(folder, "merge", "-q", "-m", "both", "anna")
    assert run(["pack", str(folder), str(again)]) == ExitCode.OK
    before, after = entries(module), entries(again)
    assert b'entryName="Old Guard"' in after["buildFile.xml"]
    assert b"mark;Class" in after["buildFile.xml"]
    assert "Sentry" in SavedGame.decode(after[saved.name[:-4]]).text
    assert {name for name in before if before[name] != after[name]} == {"buildFile.xml", saved.name[:-4]}


def test_a_module_isnt_packed_into_its_own_folder(module: Path, tmp_path: Path, capsys: Told) -> None:
    folder = tmp_path / "folder"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    assert run(["pack", str(folder), str(folder / "new.vmod")]) == ExitCode.USAGE
    assert "must be outside the folder" in capsys.readouterr().err


def test_what_the_module_lost_is_removed_and_other_files_are_not_touched(
    module: Path, tmp_path: Path, capsys: Told
) -> None:
    folder = tmp_path / "folder"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    (folder / ".gitattributes").write_text("mine\n", "utf-8")
    module.write_bytes(foreign_zip(sound.files().entries))
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    assert "0 written, 7 removed" in capsys.readouterr().out
    assert (folder / ".gitattributes").read_text("utf-8") == "mine\n"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("x", "utf-8")
    assert run(["unpack", str(module), str(tmp_path / "other")]) == ExitCode.FINDINGS
    assert "error[J003]: the folder contains other files" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "other", "theirs.vmod"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("buildFile.xml", "<<<<<<< anna\n", "line 1 has a mark of a merge conflict"),
        ("set-up.vsav.txt", "hexwright saved game 1\n>>>>>>> ben\n", "line 2 has a mark of a merge conflict"),
        ("set-up.vsav.txt", "hexwright saved game 1\n+/7/\n  = x\n", "line 2: a line with a state"),
    ],
)
def test_a_file_that_cant_be_packed_is_told_with_its_line(
    module: Path, tmp_path: Path, capsys: Told, name: str, text: str, told: str
) -> None:
    folder = tmp_path / "folder"
    assert run(["unpack", str(module), str(folder)]) == ExitCode.OK
    path = folder / name if name == "buildFile.xml" else next(folder.glob("*.vsav.txt"))
    path.write_text(text + (path.read_text("utf-8") if name == "buildFile.xml" else ""), "utf-8")
    assert run(["pack", str(folder), str(tmp_path / "new.vmod")]) == ExitCode.FINDINGS
    err = capsys.readouterr().err
    assert "error[J001]" in err
    assert told in err
    assert not (tmp_path / "new.vmod").exists()


_WORDS = st.text(st.sampled_from("ab;,/\\\t'=|+<\n. é"), max_size=6)
_GAPS = st.sampled_from(("", "\n", "\n    ", "\r\n\t", " "))


@st.composite
def _elements(draw: st.DrawFn, depth: int = 0) -> str:
    """Return an element as hands and programs write them, with pieces and texts of odd signs."""
    quote = draw(st.sampled_from("\"'"))
    attributes = (
        f"{draw(_GAPS) or ' '}n{k}={quote}{k} &gt; >\n{quote}" for k in range(draw(st.integers(0, 4)))
    )
    tag = f"<e.x{''.join(attributes)}{draw(_GAPS).strip(chr(13))}"
    kind = draw(st.integers(0, 4 if depth < 3 else 3))
    if kind == 0:
        return f"{tag}/>"
    if kind == 1:
        text = draw(_WORDS).replace("<", "&lt;")
        other = draw(_WORDS).replace("<", "&lt;")
        return f"{tag}>{draw(_GAPS)}+/null/{text}\t{other}/{text}\t;{draw(_GAPS)}</e.x>"
    if kind == 2:
        return f"{tag}>{draw(_WORDS).replace('<', '&lt;')}<!-- {draw(st.sampled_from('ab'))} --></e.x>"
    inner = (
        draw(_GAPS) + draw(_elements(depth + 1)) for _ in range(draw(st.integers(0, 3)) if depth < 3 else 0)
    )
    return f"{tag}>{''.join(inner)}{draw(_GAPS)}</e.x>"


@given(_elements(), st.sampled_from(("", '<?xml version="1.0"?>\n', "\ufeff<!-- x -->")), _GAPS)
def test_any_build_file_is_restored_or_left_as_it_is(element: str, head: str, tail: str) -> None:
    data = f"{head}{element}{tail}".encode()
    laid_out = lay_out_build_file(data)
    assert laid_out is None or restore_build_file(laid_out) == data


@given(st.lists(_WORDS, max_size=5), st.lists(_WORDS, min_size=1, max_size=4))
def test_any_commands_are_restored_or_left_as_they_are(commands: list[str], states: list[str]) -> None:
    text = "\x1b".join((*commands, "+/1/a\tb/" + "\t".join(states), "LOG\t\\\x1bx"))
    laid_out = lay_out_saved_game(text)
    assert laid_out is None or restore_saved_game(laid_out) == text
    with pytest.raises(CodecError):
        restore_saved_game(text)


@given(st.sets(st.text(st.sampled_from("aAb.%:/ é"), min_size=1, max_size=5), max_size=8))
def test_names_of_files_differ_in_more_than_their_case_and_lead_back(names: set[str]) -> None:
    good = {name for name in names if all(part for part in name.split("/"))}
    paths = entry_file_names(good)
    assert {entry_name(path): path for path in paths.values()} == {name: paths[name] for name in good}
    assert len({path.casefold() for path in paths.values()}) == len(good)
    assert not any(part.startswith(".") for path in paths.values() for part in path.split("/"))
