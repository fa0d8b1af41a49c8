"""Switch off the rules of a game's ledger one by one: a test that the row names must fail.

`python -m tests.rules.switching [GAME [CASE…]]` runs the tests of each row that the module enforces, with the
row's rule switched off, and lists the rows whose tests all pass. A switch changes the game's YAML, or it
replaces a function of the rules engine if the rule is not written in the data.
"""

from __future__ import annotations

import atexit
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import LoadedGame, Project, load_game
from hexwright.rules.engine.rules_engine import RulesEngine
from tests import shipped as shipped_games

SWITCH: Final = "HEXWRIGHT_TEST_SWITCH"
"""The environment variable that names game and case, "battle-of-moscow:combat.once"."""


@dataclass(frozen=True)
class Edit:
    """A change of a file in the game's folder; the file must contain the text."""

    file: str
    old: str
    new: str
    times: int = 1

    def changed(self, folder: Path) -> str:
        """Return the changed text; raise ValueError if the file contains the old one another number of
        times.
        """
        text = (folder / self.file).read_text("utf-8")
        if text.count(self.old) != self.times:
            raise ValueError(f"{self.file} contains {text.count(self.old)} times: {self.old}")
        return text.replace(self.old, self.new)

    def apply(self, folder: Path) -> None:
        """Change the file."""
        text = self.changed(folder)
        (folder / self.file).write_text(text, "utf-8")


@dataclass(frozen=True)
class Patch:
    """A function of the rules engine by its dotted name, with the function that makes its replacement."""

    name: str
    off: Callable[[Any], Any]

    def apply(self) -> None:
        """Replace the function where its module looks it up."""
        owner, _, name = self.name.rpartition(".")
        parts = owner.split(".")
        try:
            holder: Any = importlib.import_module(owner)
        except ImportError:
            holder = getattr(importlib.import_module(".".join(parts[:-1])), parts[-1])
        setattr(holder, name, self.off(getattr(holder, name)))


Switch = Edit | Patch
Switches = Mapping[str, tuple[Switch, ...]]


def off(file: str, *texts: str) -> tuple[Edit, ...]:
    """Return the edits that delete texts."""
    return tuple(Edit(file, text, "") for text in texts)


def switches_of(slug: str) -> Switches:
    """Return the switches of a game, by case."""
    module = importlib.import_module(f"tests.{slug.removeprefix('moscow-').replace('-', '_')}.switches")
    found: Switches = module.SWITCHES
    return found


def enforced(slug: str) -> dict[str, tuple[str, ...]]:
    """Return the tests of the cases that the module enforces, by case."""
    game = load_game(Project(shipped_games.ROOT), slug).game
    return {case.id: case.tests for case in game.ledger.cases if case.module == "enforced"}


def misfits(slug: str) -> list[str]:
    """Return the edits of a game's switches that don't fit its files any more."""
    found, folder = list[str](), shipped_games.ROOT / "data" / slug
    for case, parts in switches_of(slug).items():
        for edit in parts:
            if isinstance(edit, Edit):
                try:
                    edit.changed(folder)
                except ValueError as error:
                    found.append(f"{case}: {error}")
    return found


def pytest_configure(config: pytest.Config) -> None:
    """Switch off a rule before any test is collected; pytest calls this plugin in the process of a row's
    tests.

    Raises UsageError if the switch doesn't fit or the game can't be played without the rule: a test that
    fails for such a reason hasn't found that the rule is missing.
    """
    del config
    slug, _, case = os.environ.get(SWITCH, "").partition(":")
    if not case:
        return
    try:
        _switch_off(slug, case)
    except (ValueError, AttributeError, InputError) as error:
        raise pytest.UsageError(f"{slug}, {case}: {error}") from error


_COPIES: Final = ExitStack()
"""Removes the changed copy of a game's folder as the process ends."""
atexit.register(_COPIES.close)


def _switch_off(slug: str, case: str) -> None:
    edits = [one for one in switches_of(slug)[case] if isinstance(one, Edit)]
    for one in switches_of(slug)[case]:
        if isinstance(one, Patch):
            one.apply()
    if not edits:
        return
    folder = Path(_COPIES.enter_context(tempfile.TemporaryDirectory(prefix="switched-")))
    (folder / "data").mkdir()
    for entry in shipped_games.ROOT.iterdir():
        if entry.name in ("art", "pyproject.toml"):
            (folder / entry.name).symlink_to(entry)
    shutil.copytree(shipped_games.ROOT / "data" / slug, folder / "data" / slug)
    for edit in edits:
        edit.apply(folder / "data" / slug)
    real, changed = shipped_games.shipped, load_game(Project(folder), slug)
    RulesEngine(changed.game, changed.game.scenarios[0].id)

    def switched(asked: str) -> LoadedGame:
        """Return the changed game; other games are unchanged."""
        return changed if asked == slug else real(asked)

    shipped_games.shipped = switched  # type: ignore[assignment]


def outcome(slug: str, case: str, tests: tuple[str, ...]) -> tuple[int, str]:
    """Return pytest's exit code with a rule switched off, and its output."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.rules.switching", "-n", "0", "-q", "-x", *tests]
    found = subprocess.run(
        command,
        cwd=shipped_games.ROOT,
        env={**os.environ, SWITCH: f"{slug}:{case}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return found.returncode, found.stdout + found.stderr


FAILED: Final = 1
"""Pytest's exit code if a test fails."""


def survivors(slug: str, cases: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the cases whose tests pass without their rule, or can't be run, with pytest's output."""
    known, found = switches_of(slug), dict[str, str]()
    for case, tests in enforced(slug).items():
        if cases and case not in cases:
            continue
        ended, told = outcome(slug, case, tests) if case in known else (0, "no switch")
        if ended != FAILED:
            found[case] = told
        print(f"{case}: {'found' if ended == FAILED else 'NOT FOUND'}", flush=True)
    return found


def main(arguments: list[str]) -> int:
    """Try the switches of a game; return the exit code."""
    slug, *cases = arguments or ["battle-of-moscow"]
    found = survivors(slug, tuple(cases))
    for case, told in found.items():
        print(f"\n{case}\n{told[-800:]}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
