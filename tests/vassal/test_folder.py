"""A folder is a module everywhere: real modules stand unpacked in repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import ArchiveError, write
from hexwright.vassal.codec.module_folder import ModuleFolder, folder_entries
from tests.module_checks.sound import NAME, files


def _unpacked(path: Path, *damages: tuple[str, str]) -> Path:
    made = files()
    for old, new in damages:
        made.replace(old, new)
    for name, data in made.entries.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def test_a_folder_holds_what_the_archive_would(tmp_path: Path) -> None:
    folder = ModuleFolder(_unpacked(tmp_path / "sound"))
    entries = files().entries
    assert folder.names == tuple(sorted(entries))
    assert all(folder.read(name) == data for name, data in entries.items())
    assert folder.size("help.txt") == len(entries["help.txt"])
    assert folder_entries(tmp_path / "sound") == entries
    with pytest.raises(ArchiveError, match="no such entry"):
        folder.read("nowhere.txt")
    with pytest.raises(ArchiveError, match="larger than 2"):
        folder.read("help.txt", 2)


def test_links_and_hidden_files_are_passed_over(tmp_path: Path) -> None:
    path = _unpacked(tmp_path / "sound")
    (tmp_path / "secret.png").write_bytes(b"secret")
    (path / "images" / "link.png").symlink_to(tmp_path / "secret.png")
    (path / "loop").symlink_to(path, target_is_directory=True)
    (path / ".git").mkdir()
    (path / ".git" / "config").write_bytes(b"x")
    folder = ModuleFolder(path)
    assert folder.names == tuple(sorted(files().entries))
    with pytest.raises(ArchiveError, match="no such entry"):
        folder.read("images/link.png")
    with pytest.raises(ArchiveError, match="no such entry"):
        folder.read("../secret.png")


def test_a_folder_that_holds_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _unpacked(tmp_path / "sound")
    monkeypatch.setattr("hexwright.vassal.codec.module_folder.MAX_ENTRIES", 5)
    with pytest.raises(ArchiveError, match="more than 5 files"):
        ModuleFolder(path)
    monkeypatch.undo()
    monkeypatch.setattr("hexwright.vassal.codec.module_folder.MAX_TOTAL", 100)
    with pytest.raises(ArchiveError, match="more than 100 bytes"):
        ModuleFolder(path)


def test_a_folder_without_a_module_says_where_one_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _unpacked(tmp_path / "repository" / "dist" / "sound")
    assert run(["verify", str(tmp_path / "repository")]) == ExitCode.FINDINGS
    told = capsys.readouterr().out
    assert "error[V001]" in told
    assert "the folder contains no buildFile.xml; there is one in dist/sound" in told


def test_verify_judges_a_folder_as_it_would_the_archive(tmp_path: Path) -> None:
    damages = (('location="0203"', 'location="9999"'), ('fwdOnly="true"', 'fwdOnly="false"'))
    path = _unpacked(tmp_path / NAME, *damages)
    write(tmp_path / "packed" / NAME, folder_entries(path))
    unpacked = verify_paths([path])
    assert unpacked.diagnostics == verify_paths([tmp_path / "packed" / NAME]).diagnostics
    assert len(unpacked.diagnostics) == 2
    assert unpacked.path_of(NAME) == (path / "buildFile.xml").as_posix()


def test_the_old_name_of_the_build_file_is_read(tmp_path: Path) -> None:
    path = _unpacked(tmp_path / NAME)
    (path / "buildFile.xml").rename(path / "buildFile")
    assert verify_paths([path]).diagnostics == ()


def test_show_and_diff_take_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = _unpacked(tmp_path / "old")
    new = _unpacked(tmp_path / "new", ('name="Vanguard"', 'name="Rearguard"'))
    assert run(["show", str(new), "Main / At-Start Stack 'Rearguard'"]) == ExitCode.OK
    assert "Rearguard" in capsys.readouterr().out
    assert run(["diff", str(old), str(old)]) == ExitCode.OK
    assert run(["diff", str(old), str(new)]) == ExitCode.FINDINGS
    assert "Vanguard" in capsys.readouterr().out
    write(tmp_path / "packed.vmod", folder_entries(old))
    assert run(["diff", str(old), str(tmp_path / "packed.vmod")]) == ExitCode.OK


def test_drive_plays_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: (_ for _ in ()).throw(EOFError))
    assert run(["drive", str(_unpacked(tmp_path / "sound"))]) == ExitCode.OK
    assert capsys.readouterr().err == ""
