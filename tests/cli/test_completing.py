"""Tab in a shell: what is offered comes through click's own completion, for the shells that it knows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hexwright.cli.commands  # noqa: F401 - registers the commands
from hexwright.cli.app import _command

TOY = Path(__file__).parents[1] / "toy"
REPOSITORY = Path(__file__).parents[2]
VARIABLE = "_HEXWRIGHT_COMPLETE"


def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str) -> list[str]:
    """Return what bash would offer for the last word of a line."""
    words = line.split(" ")
    monkeypatch.setenv(VARIABLE, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    with pytest.raises(SystemExit) as stop:
        _command()([], prog_name="hexwright")
    assert not stop.value.code
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hexwright build ", ["toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright build toy-b", ["toy-bridge"]),
        ("hexwright build toy-bridge ", ["toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright render ", ["toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright check ", ["toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright print toy-v", ["toy-volley"]),
        ("hexwright prove toy-v", ["toy-volley"]),
        ("hexwright rules ", ["toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright provenance ", ["toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright play toy-bridge ", ["rearguard", "the-bridge"]),
        ("hexwright play toy-bridge re", ["rearguard"]),
        ("hexwright play --games 20 toy-volley ", ["the-marsh"]),
        ("hexwright count toy-volley ", ["the-marsh"]),
        ("hexwright setup check toy-bridge the", ["the-bridge"]),
        ("hexwright setup generate ", ["toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]),
        ("hexwright build toy-bridge -o ", ["bridge=stone", "bridge=wooden"]),
        ("hexwright play toy-bridge the-bridge --option bridge=w", ["bridge=wooden"]),
        ("hexwright play no-such-game ", []),
        ("hexwright new ", []),
    ],
)
def test_tab_offers_what_may_stand_there(
    line: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(TOY / "data" / "toy-bridge")
    assert offered(monkeypatch, capsys, line) == words


def test_tab_looks_in_the_project_that_the_line_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert offered(monkeypatch, capsys, "hexwright build ") == []
    assert offered(monkeypatch, capsys, f"hexwright -C {TOY} build toy-v") == ["toy-volley"]


@pytest.mark.parametrize("text", ["options: [", "options: {edition: 3}", "\x00", "title: Bare\n", ""])
def test_tab_is_silent_about_broken_data(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "data" / "broken"
    (game / "scenarios").mkdir(parents=True)
    (game / "game.yaml").write_text(text)
    (game / "scenarios" / "lost.yaml").write_text("[")
    monkeypatch.chdir(tmp_path)
    assert offered(monkeypatch, capsys, "hexwright build ") == ["broken"]
    assert offered(monkeypatch, capsys, "hexwright play broken ") == ["lost"]
    assert offered(monkeypatch, capsys, "hexwright build broken -o ") == []


def test_tab_draws_and_plays_nothing() -> None:
    program = (
        "import atexit, sys\n"
        "heavy = 'hexwright.rules', 'hexwright.load.game_loading', 'hexwright.render', 'PIL', 'lxml', "
        "'reportlab'\n"
        "atexit.register(lambda: print('loaded', *[name for name in heavy if name in sys.modules]))\n"
        "from hexwright.cli import main\n"
        "main()\n"
    )
    line = "hexwright play toy-bridge the-bridge -o "
    asked = {VARIABLE: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": "5", "_TYPER_COMPLETE_ARGS": line}
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **asked}
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=TOY, env=environment, capture_output=True, text=True, timeout=60
    )
    assert told.stderr == ""
    assert told.stdout.split() == ["bridge=stone", "bridge=wooden", "loaded"]


def test_tab_offers_no_name_that_a_shell_would_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("good-game", "$(touch evil)", "a;b", "`id`", "-rf"):
        (tmp_path / "data" / name / "scenarios").mkdir(parents=True)
        (tmp_path / "data" / name / "game.yaml").touch()
        (tmp_path / "data" / "good-game" / "scenarios" / f"{name}.yaml").touch()
    monkeypatch.chdir(tmp_path)
    assert offered(monkeypatch, capsys, "hexwright build ") == ["good-game"]
    assert offered(monkeypatch, capsys, "hexwright play good-game ") == ["good-game"]
