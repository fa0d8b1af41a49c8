"""Named inputs that aren't regular files are refused at once, everywhere."""

from __future__ import annotations

import ast
import os
import socket
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.support.named_files import UnsuitableFileError, read_regular

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]

GAME = ("battle-for-moscow", "operation-typhoon")
COMMANDS = {
    "show": ["show", "{}"],
    "diff": ["diff", "{}", "{}"],
    "verify": ["verify", "{}"],
    "refresh": ["refresh", "{}", "--dry-run"],
    "slim": ["slim", "{}", "--dry-run", "--extension", "{}"],
    "where": ["where", "{}", "name", "--extension", "{}"],
    "verify --baseline": ["verify", str(ROOT / "README.md"), "--baseline", "{}"],
    "save show": ["save", "show", "{}"],
    "save check": ["save", "check", "{}"],
    "save diff": ["save", "diff", "{}", "{}"],
    "save refresh": ["save", "refresh", "{}", "--to", "{}", "--out", "x.vsav"],
    "log tell": ["log", "tell", "{}"],
    "umpire": ["umpire", "{}"],
    "advise": ["advise", "{}"],
    "drive": ["drive", "{}"],
    "setup check": ["setup", "check", *GAME, "{}"],
    "play --from": ["play", *GAME, "--from", "{}"],
    "match --record": ["match", GAME[0], "--record", "{}", "--record", "{}"],
    "geomap": ["geomap", "{}"],
    "campaign run": ["campaign", "run", GAME[0], "{}"],
    "campaign status": ["campaign", "status", "{}"],
    "campaign compare": ["campaign", "compare", "{}", "{}"],
    "campaign report": ["campaign", "report", "{}"],
    "campaign strength": ["campaign", "strength", "{}"],
    "unpack": ["unpack", "{}", "nowhere"],
    "import": ["import", "{}", "nowhere"],
    "rename": ["rename", "{}", "map", "a", "b", "--dry-run"],
    "translate": ["translate", "{}", "--language", "de", "--to", "de.po"],
    "pieces": ["pieces", "{}", "--apply", "{}", "--dry-run"],
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_in_place_of_an_input_is_refused_at_once(command: str, tmp_path: Path, capsys: Told) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    given = [str(pipe) if word == "{}" else word for word in COMMANDS[command]]
    assert run(["-C", str(ROOT), *given]) in (ExitCode.FINDINGS, ExitCode.USAGE)
    assert "it is a pipe, not a file" in "".join(capsys.readouterr())


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="needs /dev/zero")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_device_in_place_of_an_input_is_refused_at_once(command: str, capsys: Told) -> None:
    given = ["/dev/zero" if word == "{}" else word for word in COMMANDS[command]]
    assert run(["-C", str(ROOT), *given]) in (ExitCode.FINDINGS, ExitCode.USAGE)
    assert "it is a device, not a file" in "".join(capsys.readouterr())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
def test_the_kind_of_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "socket"))
        for name, words in (
            ("pipe", "it is a pipe, not a file"),
            ("socket", "it is a socket, not a file"),
            (".", "it is a folder"),
        ):
            with pytest.raises(UnsuitableFileError, match=words):
                read_regular(tmp_path / name, 10)


def test_a_file_over_its_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_regular(tmp_path / "file", 5) == b"12345"
    with pytest.raises(UnsuitableFileError, match="it has more than 4 bytes"):
        read_regular(tmp_path / "file", 4)


def test_files_are_opened_for_reading_only_by_the_one_opener() -> None:
    """The others read files of the project itself, of the cache, or of the engine's own folder."""
    own = {
        "builder/hexwright/cli/limits_page.py",
        "builder/hexwright/load/format_documentation.py",
        "builder/hexwright/load/new_game.py",
        "builder/hexwright/render/glyph_outlines.py",
        "builder/hexwright/render/svg_raster.py",
        "builder/hexwright/render/text_fitting.py",
        "builder/hexwright/support/named_files.py",
        "builder/hexwright/support/result_cache.py",
        "builder/hexwright/vassal/enforcement/script.py",
        "builder/hexwright/vassal/kernel/runtime_classes.py",
        "builder/hexwright/vassal/kernel/sources.py",
        "builder/hexwright/vassal/queries/parts.py",
        "builder/hexwright/web/server/page_files.py",
        "builder/hexwright/web/site/engine_modules.py",
        "builder/hexwright/web/site/python_archive.py",
        "builder/hexwright/web/site/site_build.py",
    }
    found = set()
    for root in ("builder", "validators"):
        for path in (ROOT / root).rglob("*.py"):
            text = path.read_text("utf-8")
            if "read_bytes" not in text and "read_text" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                called = node.func if isinstance(node, ast.Call) else None
                if isinstance(called, ast.Attribute) and called.attr in ("read_bytes", "read_text"):
                    found.add(path.relative_to(ROOT).as_posix())
    assert {name for name in found - own if "/engine_driver/" not in name} == set()
