"""What the pages of the documentation show can be done: commands run in order and print what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode
from tests.cli.pages import DOCS, README, anew, blocks, commands, pages, prints, surroundings, walk

FAILING = ("setup check", "save check", "save diff", "umpire", "verify", "check")
"""Commands whose findings a page may show."""
SLOW = (
    "reference/geomap.md",
    "how-to/print-at-a-shop.md",
    "how-to/umpire-a-log.md",
    "how-to/balance.md",
    "how-to/own-pictures.md",
    "how-to/print-at-home.md",
    "how-to/scanned-map.md",
    "tutorial.md",
)


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.slow] if page in SLOW else []) for page in pages()]
)
def test_the_commands_of_a_page_run_and_print_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in surroundings(tmp_path).items():
        monkeypatch.setenv(name, value)
    for ran in walk(page, tmp_path):
        found = ran.shown and ran.line.removeprefix("hexwright ").startswith(FAILING)
        assert ran.code == ExitCode.OK or (ran.code == ExitCode.FINDINGS and found), (
            f"{ran.line}\n{ran.printed}"
        )
        assert not ran.shown or prints(ran.shown, ran.printed), (
            f"{ran.line}\n{ran.printed}\nrun: python -m tests.cli.pages {page}"
        )


def test_the_tutorial_leads_to_a_module_and_to_paper() -> None:
    found = blocks((DOCS / "tutorial.md").read_text("utf-8"))
    words = {line.split()[1] for block in found for line, _ in commands(block.text)}
    assert {"new", "check", "render", "build", "play", "print", "verify", "prove"} <= words


def test_the_readme_types_five_commands_in_at_most_120_lines() -> None:
    text = (DOCS / README).read_text("utf-8")
    typed = [line.split()[1] for block in blocks(text) for line, _ in commands(block.text)]
    assert typed == ["new", "check", "play", "build", "print"]
    assert len(text.splitlines()) <= 120


def test_output_that_differs_is_noticed() -> None:
    assert prints(["a  b", "…", "built in 5.8 s"], "a\tb\nmore\nbuilt in 2 s\n")
    assert prints(["x"], "x\n")
    assert not prints(["x"], "x\ny\n")
    assert not prints(["x", "y"], "x\n")
    assert not prints(["7 offences"], "6 offences\n")


def test_output_is_written_anew_with_as_many_lines_as_before() -> None:
    assert anew(["old"], "one\ntwo\n") == ["one", "two"]
    assert anew(["old", "…", "old"], "one\ntwo\nthree\n") == ["one", "…", "three"]
    assert anew(["old"], "a\tb\nlong\tc\n") == ["a     b", "long  c"]
    assert anew(["…", "old"], "one\ntwo\n") == ["…", "two"]
    assert anew(["old", "…"], "one\ntwo\n") == ["one", "…"]


def test_an_excerpt_between_dots_stays_when_output_is_written_anew() -> None:
    printed = "log\n1 Move: A1\n2 Move: A3\n! not legal\n3 Move: A1\n3 steps\n"
    shown = ["…", "2 Move: A2", "! illegal", "…", "4 steps"]
    assert anew(shown, printed) == ["…", "2 Move: A3", "! not legal", "…", "3 steps"]
    assert anew(["log", "…", "3 Move: B1", "…"], printed) == ["log", "…", "3 Move: A1", "…"]
    assert prints(anew(shown, printed), printed)
