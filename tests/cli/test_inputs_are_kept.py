"""No output replaces a file that its command reads, by whatever name; pipes and devices are written to."""

from __future__ import annotations

import ast
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.cli.commands.output_files import OutputFile
from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.atomic_writes import write_atomically
from tests.foreign.modules import old_letters, with_set_up, write
from tests.saves.recording import recorded

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]


def module_in(folder: Path) -> Path:
    return write(folder, old_letters())


def save_in(folder: Path) -> Path:
    return Path(shutil.copy(recorded("by-hand.vsav"), folder / "game.vsav"))


def log_in(folder: Path) -> Path:
    return Path(shutil.copy(recorded("by-hand.vlog"), folder / "game.vlog"))


def film_in(folder: Path) -> Path:
    return Path(shutil.copy(recorded("by-hand.vlog"), folder / "game.webp"))


def setup_in(folder: Path) -> Path:
    return Path(shutil.copy(recorded("by-hand.vsav"), folder / "setup.vsav"))


COMMANDS: dict[str, tuple[Callable[[Path], Path], Callable[[str, str], list[str]]]] = {
    "verify": (module_in, lambda given, out: ["verify", given, "--out", out]),
    "verify --write-baseline": (
        module_in,
        lambda given, out: ["verify", given, "--write-baseline", "--baseline", out],
    ),
    "log tell": (log_in, lambda given, out: ["log", "tell", given, "--out", out]),
    "log tell --film": (film_in, lambda given, out: ["log", "tell", given, "--film", out]),
    "umpire": (log_in, lambda given, out: ["umpire", given, "--out", out]),
    "save show": (save_in, lambda given, out: ["save", "show", given, "--picture", out]),
    "save refresh": (save_in, lambda given, out: ["save", "refresh", given, "--to", "x.vmod", "--out", out]),
    "save write": (
        setup_in,
        lambda given, out: [
            *("save", "write", "battle-for-moscow", "operation-typhoon", "--setup", given, "--out", out)
        ],
    ),
    "play --vlog": (
        log_in,
        lambda given, out: [
            *("play", "battle-for-moscow", "operation-typhoon", "--from", given, "--vlog", out),
        ],
    ),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_file_that_is_read_is_never_replaced(command: str, tmp_path: Path, capsys: Told) -> None:
    make, arguments = COMMANDS[command]
    given = make(tmp_path)
    before = given.read_bytes()
    (tmp_path / "in").mkdir()
    other_names = [given, tmp_path / "in" / ".." / given.name]
    for name, link in (("link", os.symlink), ("hard", os.link)):
        linked = tmp_path / f"{name}{given.suffix}"
        link(given, linked)
        other_names.append(linked)
    for out in other_names:
        assert run(["-C", str(ROOT), *arguments(str(given), str(out))]) == ExitCode.FINDINGS
        assert "error[W002]: the output would replace the input" in capsys.readouterr().err
        assert given.read_bytes() == before
        assert out.samefile(given)


def test_a_file_of_a_folder_that_is_read_is_not_replaced(tmp_path: Path, capsys: Told) -> None:
    folder = tmp_path / "unpacked"
    for name, content in with_set_up().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    before = (folder / "buildFile.xml").read_bytes()
    assert run(["verify", str(folder), "--out", str(folder / "buildFile.xml")]) == ExitCode.FINDINGS
    assert "would replace a file of the input" in capsys.readouterr().err
    assert (folder / "buildFile.xml").read_bytes() == before
    run(["verify", str(folder), "--fail-on", "never", "--out", str(folder / "report.txt")])
    assert (folder / "report.txt").read_text("utf-8")


def test_game_data_are_not_replaced_by_a_report(tmp_path: Path, capsys: Told) -> None:
    (tmp_path / "data").mkdir()
    shutil.copytree(ROOT / "data" / "battle-for-moscow", tmp_path / "data" / "battle-for-moscow")
    target = tmp_path / "data" / "battle-for-moscow" / "map.yaml"
    before = target.read_bytes()
    assert run(["-C", str(tmp_path), "check", "battle-for-moscow", "--out", str(target)]) == ExitCode.FINDINGS
    assert "error[W002]" in capsys.readouterr().err
    assert target.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"report\n")
    reader.join(10)
    assert received == [b"report\n"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="needs /dev/null")
def test_a_link_to_a_device_is_written_through(tmp_path: Path) -> None:
    link = tmp_path / "nothing"
    link.symlink_to("/dev/null")
    write_atomically(link, b"report\n")
    assert link.is_symlink()
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
def test_a_device_that_takes_nothing_is_one_error() -> None:
    with pytest.raises(InputError, match=r"W001.*no space left"):
        write_atomically(Path("/dev/full"), b"report\n")


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs /dev/fd")
def test_an_open_file_named_by_its_number_keeps_what_was_written_before(tmp_path: Path) -> None:
    with (tmp_path / "output").open("wb") as stream:
        stream.write(b"first\n")
        stream.flush()
        write_atomically(Path(f"/dev/fd/{stream.fileno()}"), b"second\n")
    assert (tmp_path / "output").read_bytes() == b"first\nsecond\n"


def test_an_output_beside_its_input_is_written(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_bytes(b"x")
    OutputFile.of(tmp_path / "other", given, None).write(b"y")
    assert given.read_bytes() == b"x"
    assert (tmp_path / "other").read_bytes() == b"y"


def test_commands_write_named_files_only_through_output_file() -> None:
    """`migrate` rewrites the game's files in place, which is its purpose."""
    folder = ROOT / "builder" / "hexwright" / "cli" / "commands"
    found = {
        path.name
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "hexwright.support.atomic_writes"
    }
    assert found == {"migrate.py", "output_files.py"}
