"""A folder of modules is checked module by module, by any number of workers, and goes on from its record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.module_checks import module_library
from hexwright.module_checks.module_library import library_modules
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, extension, files

Told = pytest.CaptureFixture[str]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder with a sound module and its extension, an unpacked and a broken one, and a stray extension."""
    folder = tmp_path / "library"
    for name in ("sound", f"sound/{NAME.removesuffix('.vmod')}_ext", "unpacked", "stray", ".hidden"):
        (folder / name).mkdir(parents=True)
    write(folder / "sound" / NAME, files().entries)
    write(folder / "sound" / f"{NAME.removesuffix('.vmod')}_ext" / "extra.vmdx", extension(gpid="3"))
    for name, content in files().entries.items():
        file = folder / "unpacked" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (folder / "broken.vmod").write_bytes(b"no archive")
    write(folder / "stray" / "extra.vmdx", extension())
    (folder / ".hidden" / "hidden.vmod").write_bytes(b"")
    (folder / "notes.txt").write_text("no module")
    return folder


def test_modules_are_found_with_their_extensions(library: Path) -> None:
    found = library_modules(library)
    assert [one.name for one in found] == ["broken.vmod", f"sound/{NAME}", "stray/extra.vmdx", "unpacked"]
    assert [len(one.paths) for one in found] == [1, 2, 1, 1]


def test_a_worker_in_another_folder_finds_the_modules_of_a_folder_named_relatively(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(library.parent)
    relative = Path(library.name)
    (broken, *_), job = library_modules(relative), module_library.LibraryJob(relative, ("V001",))
    monkeypatch.chdir(library)
    assert job.do(broken).checks == {"V001": {"findings": 1, "causes": 1}}


def test_any_number_of_workers_finds_the_same(library: Path, tmp_path: Path, capsys: Told) -> None:
    printed = []
    for workers in "12":
        assert run(["verify", str(library), "-w", workers]) == ExitCode.FINDINGS
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    head, *rows, last = printed[0].splitlines()
    assert head.split("\t")[:5] == ["module", "errors", "warnings", "advice", "completeness"]
    by_name = {row.split("\t")[0]: row.split("\t")[1:4] for row in rows}
    assert by_name["broken.vmod"] == ["1", "0", "0"]
    assert by_name[f"sound/{NAME}"] == ["0", "1", "0"], "the gpid of its extension"
    assert by_name["unpacked"] == ["0", "0", "0"]
    assert last == "4 modules: 1 with errors, 1 with warnings"
    assert run(["verify", str(library), "--summary"]) == ExitCode.FINDINGS
    assert "V205\t1\t1\t" in capsys.readouterr().out
    out = tmp_path / "found.json"
    assert run(["verify", str(library), "-f", "json", "--out", str(out), "--fail-on", "never"]) == ExitCode.OK
    found = json.loads(out.read_text("utf-8"))["modules"]
    assert found[0]["module"] == "broken.vmod"
    assert found[0]["checks"] == {"V001": {"findings": 1, "causes": 1}}


def test_only_modules_that_changed_are_checked_again(
    library: Path, tmp_path: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    def counted(paths: tuple[Path, ...], select: tuple[str, ...]) -> object:
        checked.append(paths[0].name)
        if paths[0].name == "extra.vmdx":
            raise RecursionError("too deep")
        return verify_paths(paths, select)

    monkeypatch.setattr(module_library, "verify_paths", counted)
    command = ["verify", str(library), "-w", "1", "--record", str(tmp_path / "record")]
    assert run(command) == ExitCode.FINDINGS
    first = capsys.readouterr().out
    assert "RecursionError: too deep" in first
    assert first.endswith("1 whose check failed\n")
    assert run(command) == ExitCode.FINDINGS
    assert capsys.readouterr().out == first
    assert len(checked) == 4
    (library / "broken.vmod").write_bytes(b"no archive either")
    assert run(command) == ExitCode.FINDINGS
    assert checked[4:] == ["broken.vmod"]
    assert run([*command, "--select", "V0"]) == ExitCode.FINDINGS
    assert "the record has results of checks" in capsys.readouterr().err


def test_a_module_that_changes_in_the_meantime_is_told(library: Path) -> None:
    (broken, *_) = library_modules(library)
    job = module_library.LibraryJob(library, ("V001",))
    (library / "broken.vmod").write_bytes(b"longer than before")
    with pytest.raises(InputError, match="isn't the file that was listed"):
        job.do(broken)
    (library / "broken.vmod").unlink()
    with pytest.raises(InputError, match="no such file"):
        job.do(broken)


def test_options_for_one_module_are_refused_for_many(library: Path, capsys: Told) -> None:
    for option in (["--engine"], ["--all"], ["--max", "3"], ["--format", "sarif"], ["--baseline", "x"]):
        assert run(["verify", str(library), *option]) == ExitCode.USAGE
        assert "needs one module" in capsys.readouterr().err
    assert run(["verify", str(library / "broken.vmod"), "-w", "2"]) == ExitCode.USAGE
    assert "need a folder of modules" in capsys.readouterr().err
