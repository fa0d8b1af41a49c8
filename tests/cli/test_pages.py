"""What the pages of the documentation show can be done: commands run in order and print what the pages say.

A block `console` holds lines that begin with `$ hexwright`, each followed by what the command prints. A line
of three dots stands for any number of lines; a command without output there may print anything. A block with
a title is a file: YAML is merged into the file, anything else is the file. A page is one project.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from hexwright.cli.app import Exit, run

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_BLOCK = re.compile(r"^ *```(\w+)(?: title=\"(\S+)\")?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_CHANGING = re.compile(r"\b\d+(?:\.\d+)? (?:s|min|MB)\b")
"""Times and sizes differ from machine to machine."""
FAILING = ("setup check", "save check", "save diff", "umpire", "verify", "check")
"""Commands whose findings a page may show."""
INPUTS = {
    "mailed.vsav": ROOT / "tests" / "saves" / "recorded" / "by-hand.vsav",
    "game.vlog": ROOT / "tests" / "saves" / "recorded" / "by-hand.vlog",
}
"""Files that a page takes as given: VASSAL wrote them, in a game of this folder."""
MOSCOW = ROOT / "data" / "battle-for-moscow"
GEOGRAPHY = ROOT / "data" / "geography" / "moscow-1941"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a page."""

    language: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page that this module runs, in order."""
    found = (Block(m[1], m[2] or "", m[3]) for m in _BLOCK.finditer(page.read_text(encoding="utf-8")))
    return [block for block in found if block.title or block.language == "console"]


PAGES = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md") if blocks(page))


def merge(old: Any, new: Any) -> Any:
    """Put a snippet's keys into a file's; anything but a mapping is replaced."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: merge(old.get(key), value) for key, value in new.items()}}
    return new


def write(file: Path, block: Block) -> None:
    """Write a block with a title to its file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if block.language != "yaml" or not file.exists():
        file.write_text(block.text, encoding="utf-8")
        return
    old = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    new = merge(old, yaml.load(block.text, Loader=yaml.BaseLoader))
    file.write_text(yaml.safe_dump(new, default_style='"', sort_keys=False, allow_unicode=True), "utf-8")


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a console block with the lines that it is shown to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        yield line, printed.splitlines()


def cells(line: str) -> str:
    """Return a line in a form that is the same in a terminal, in a pipe and on any machine."""
    return "\t".join(re.split(r" {2,}|\t", _CHANGING.sub("_", line).strip()))


def prints(shown: list[str], told: str) -> bool:
    """Whether a command printed the lines that a page shows."""
    wanted = [cells(line) for line in shown if line.strip() and "──" not in line]
    got = "".join(cells(line) + "\n" for line in told.splitlines() if line.strip())
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in wanted)
    return re.fullmatch(pattern, got) is not None


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_run_and_print_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / page).read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXWRIGHT_CONFIG", str(tmp_path / "settings"))
    for name, source in INPUTS.items():
        if name in text:
            shutil.copytree(MOSCOW, tmp_path / "data" / MOSCOW.name, dirs_exist_ok=True)
            shutil.copy(source, name)
    if "geomap moscow.yaml" in text:
        shutil.copytree(GEOGRAPHY, tmp_path, dirs_exist_ok=True)
    for block in blocks(DOCS / page):
        if block.title:
            write(tmp_path / block.title, block)
            continue
        for line, shown in commands(block.text):
            prompt, *arguments = shlex.split(line, comments=True)
            if prompt != "hexwright":
                continue
            capsys.readouterr()
            code = run(arguments)
            told = capsys.readouterr()
            printed = told.out + told.err
            allowed = shown and " ".join(arguments).startswith(FAILING)
            assert code == Exit.FINE or (code == Exit.FINDINGS and allowed), f"{line}\n{printed}"
            assert not shown or prints(shown, printed), f"{line}\n{printed}"


def test_the_tutorial_leads_to_a_module_and_to_paper() -> None:
    lines = [line for block in blocks(DOCS / "tutorial.md") for line, _ in commands(block.text)]
    words = {line.split()[1] for line in lines}
    assert {"new", "check", "render", "build", "play", "print", "verify", "prove"} <= words


def test_output_that_differs_is_noticed() -> None:
    assert prints(["a  b", "…", "built in 5.8 s"], "a\tb\nmore\nbuilt in 2 s\n")
    assert prints(["x"], "x\n")
    assert not prints(["x"], "x\ny\n")
    assert not prints(["x", "y"], "x\n")
    assert not prints(["7 offences"], "6 offences\n")
