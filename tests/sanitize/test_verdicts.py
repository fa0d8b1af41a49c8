"""All commands that meet a designer's pictures give one verdict on them: what `check` refuses none draws."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from tests.load.cases_art import DRAWINGS, GUARD, LION, MAPS, PIXELS
from tests.load.damage import FOLDER, SLUG, Case, copy_toy
from tests.sanitize.svg_samples import BEFORE, COSTLY, SOUND, UNREADABLE, UNSAFE, svg

COMMANDS = ("check", "render", "build", "print")
ART = f"art/{SLUG}"
_UNIT = """\
  {name}:
    designation: {name}
    name: Unit {name}
    side: red
    unit_class: horse
    size: brigade
    symbol_picture: {art}
    steps: [{{strength: 3, ma: 4}}]
"""
_FAULT = re.compile(r"^.*: error\[(C\d{3})\]: .*$", re.MULTILINE)


def _hostile(folder: Path) -> dict[str, bytes]:
    """Return all hostile pictures that the tests know, each by a name of its own."""
    drawn = [*map(svg, (*UNSAFE, *COSTLY)), *(svg("", before) for before in BEFORE), *UNREADABLE]
    found = {f"d{n}.svg": data for n, data in enumerate(drawn)}
    for n, case in enumerate((*DRAWINGS, *PIXELS)):
        root = copy_toy(folder / str(n))
        case.damage.act(root)
        at = LION if case in DRAWINGS else GUARD
        found[f"c{n}{at[-4:]}"] = (root / at).read_bytes()
    return found


def _project(root: Path, pictures: dict[str, bytes], *further: str) -> Path:
    """Return the toy with a unit more for each picture."""
    copy_toy(root)
    for name, data in pictures.items():
        (root / ART / name).write_bytes(data)
    file = root / FOLDER / "counters.yaml"
    named = (*pictures, *further)
    units = "".join(_UNIT.format(name=name.replace(".", ""), art=name) for name in named)
    file.write_text(file.read_text("utf-8").replace("\nunits:\n", f"\nunits:\n{units}", 1), "utf-8")
    return root


def _verdict(root: Path, command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Return the exit code of a command and the faults that it tells, and see that it leaves no file."""
    out = root / f"out-{command}"
    options = [] if command == "check" else ["--out", str(out)]
    code = run(["--project", str(root), command, SLUG, *options])
    captured = capsys.readouterr()
    told = captured.out + captured.err
    if code == ExitCode.FINDINGS:
        assert not out.exists() or not any(path.is_file() for path in out.rglob("*")), command
    return code, [found[0] for found in _FAULT.finditer(told)]


def test_pictures_that_check_refuses_are_refused_by_every_command_that_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = _hostile(tmp_path / "cases")
    assert len(pictures) > 60
    places = ["gone.svg", "loop.svg", "outside.svg", "folder.svg", "pipe.svg"]
    root = _project(tmp_path / "game", pictures, *places)
    (root / ART / "loop.svg").symlink_to("loop.svg")
    (root / "secret.svg").write_bytes(svg(""))
    (root / ART / "outside.svg").symlink_to(root / "secret.svg")
    (root / ART / "folder.svg").mkdir()
    if sys.platform != "win32":
        os.mkfifo(root / ART / "pipe.svg")
    verdicts = {command: _verdict(root, command, capsys) for command in COMMANDS}
    code, faults = verdicts["check"]
    assert code == ExitCode.FINDINGS
    for name in (*pictures, *places):
        assert any(name in fault for fault in faults), name
    assert all(verdict == verdicts["check"] for verdict in verdicts.values())


@pytest.mark.parametrize("case", MAPS, ids=lambda case: str(case.damage.words))
def test_maps_that_check_refuses_are_refused_by_every_command_that_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: Case
) -> None:
    root = copy_toy(tmp_path)
    case.damage.act(root)
    code, faults = _verdict(root, "check", capsys)
    assert code == ExitCode.FINDINGS
    assert faults
    assert all(_verdict(root, command, capsys) == (code, faults) for command in COMMANDS[1:])


def test_pictures_that_check_accepts_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Text is harmless, and refused all the same: it would vanish where its font isn't there.
    drawn = [body for body in SOUND if "<text" not in body]
    root = _project(tmp_path, {f"s{n}.svg": svg(body) for n, body in enumerate(drawn)})
    # On the screen they are drawn by the fuzzer of art; on paper the print is the only one to draw them.
    for command in ("check", "print"):
        assert _verdict(root, command, capsys) == (ExitCode.OK, []), command
