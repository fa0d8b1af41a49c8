"""Functions stay simple: few have many branches, and none has very many."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
MANY = 10
"""Ruff's C901 counts the ways through a function; above this it calls it complex."""
VERY_MANY = 20
"""`pyproject.toml` lets no function be above this."""
ALLOWED = 48
"""How many functions may be above MANY; lower it when there are fewer."""


def complexities(*folders: Path) -> dict[str, int]:
    """Return the functions above MANY, by file and name, whatever a comment in the file asks to ignore."""
    options = ("--isolated", "--no-cache", "--ignore-noqa", "--select=C901", "--output-format=json")
    limit = ("--config", f"lint.mccabe.max-complexity={MANY}")
    command = [sys.executable, "-m", "ruff", "check", *options, *limit, *map(str, folders)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found = {}
    for entry in json.loads(done.stdout):
        name, value = re.search(r"`(\w+)` is too complex \((\d+) > ", entry["message"]).groups()  # type: ignore[union-attr]
        found[f"{entry['filename']}:{entry['location']['row']} {name}"] = int(value)
    return found


def test_few_functions_have_many_branches_and_none_very_many() -> None:
    found = complexities(ROOT / "builder", ROOT / "validators")
    assert {name: value for name, value in found.items() if value > VERY_MANY} == {}
    assert len(found) <= ALLOWED, f"{len(found)} functions are above {MANY}: split some\n" + "\n".join(found)


def test_a_function_that_asks_not_to_be_counted_is_counted(tmp_path: Path) -> None:
    branches = "\n".join(f"    if x == {n}:\n        return {n}" for n in range(VERY_MANY))
    (tmp_path / "long.py").write_text(f"def long(x):  # noqa: C901\n{branches}\n", encoding="utf-8")
    (tmp_path / "short.py").write_text("def short(x):\n    return x\n", encoding="utf-8")
    assert complexities(tmp_path) == {f"{tmp_path / 'long.py'}:1 long": VERY_MANY + 1}
