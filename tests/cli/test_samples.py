"""What README and docs/ show is so: commands are commands, and the sample of `verify` is its output."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperCommand, TyperGroup

import hexwright.cli.commands  # noqa: F401 - registers the commands
from hexwright.cli.app import _command, app, run
from hexwright.vassal.codec.module_archive import Archive, write

ROOT = Path(__file__).parents[2]
VERIFY = (ROOT / "docs" / "how-to" / "verify-in-github-actions.md").read_text("utf-8")
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
GAME = "battle-for-moscow"
_BLOCK = re.compile(r"^```\w*[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^(?:\$ |\s*- run: |.*\| |\.venv\\Scripts\\)?hexwright (.+)$", re.MULTILINE)


def commands() -> Iterator[tuple[str, str]]:
    """Yield document and arguments of each command that stands in a block."""
    for document in DOCUMENTS:
        for block in _BLOCK.finditer(document.read_text("utf-8")):
            for line in _COMMAND.finditer(block[1]):
                yield document.name, re.sub(r"\s+#.*", "", line[1])


def sample(first: str) -> str:
    """Return the block of the page about `verify` that begins with a line."""
    return next(block[1] for block in _BLOCK.finditer(VERIFY) if block[1].startswith(first))


@cache
def whole() -> TyperGroup:
    """Return the command with all its commands."""
    found = typer.main.get_command(app)
    assert isinstance(found, TyperGroup)
    return found


def leaf(arguments: list[str]) -> tuple[TyperCommand, list[str]]:
    """Return the command that a line names, and what is left of the line."""
    command: object = whole()
    while isinstance(command, TyperGroup):
        word, *arguments = arguments
        if word not in command.commands and "run" in command.commands:  # `campaign GAME` is short for it.
            word, arguments = "run", [word, *arguments]
        assert word in command.commands, f"there is no command {word}"
        command = command.commands[word]
    assert isinstance(command, TyperCommand)
    return command, arguments


@pytest.mark.parametrize(("document", "line"), sorted(set(commands())))
def test_every_command_that_a_document_shows_can_be_typed(document: str, line: str) -> None:
    command, arguments = leaf(shlex.split(line))
    command.make_context(command.name, arguments)  # raises a usage error for an option that isn't there


def test_commands_that_are_made_one_by_one_are_those_that_are_registered() -> None:
    def told(command: Any) -> object:
        inner = getattr(command, "commands", {})
        return [(one.name, one.opts) for one in command.params], [(n, told(one)) for n, one in inner.items()]

    assert told(_command()) == told(whole())


def test_a_damaged_module_is_judged_as_the_page_about_verify_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run(["-C", str(ROOT), "build", GAME, "--out", str(tmp_path)])
    [built] = tmp_path.glob("*.vmod")
    with Archive(built) as archive:
        entries = {name: archive.read(name) for name in archive.names}
    # Three facts: a name that pieces use, a picture, and a property in a condition.
    text = entries["buildFile.xml"].decode()
    head, mark, rest = text.partition('name="Side soviet"')
    text = head.replace("Side soviet", "Side Soviet") + mark + rest.replace("Side soviet", "Side Soviet")
    entries["buildFile.xml"] = text.replace("!Offers.contains", "!Ofers.contains", 1).encode()
    del entries["images/chart-turns-seven-turns.png"]
    write(tmp_path / "faulty.vmod", entries)
    capsys.readouterr()
    shown, _, told = sample("$ hexwright verify").partition("\n")
    run(shlex.split(shown)[2:])
    assert capsys.readouterr().out == told
