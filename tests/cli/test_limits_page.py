"""SECURITY.md lists every limit on files with the value that the code has."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from hexwright.cli.limits_page import LIMITS, PAGE, page

ROOT = Path(__file__).parents[2]
_BUILDER = ("support", "sanitize", "vassal/codec", "geomap", "load", "cli")
_VALIDATORS = ("inspect", "module_checks", "saves", "umpire", "emulator", "engine_driver")
READERS = (
    *(ROOT / "builder/hexwright" / name for name in _BUILDER),
    *(ROOT / "validators/hexwright" / name for name in _VALIDATORS),
)
NAMES = re.compile(r"(?:MAX|MOST|LONGEST)_[A-Z_]+")
OTHERS = {
    "cli.commands.play.MAX_GAMES": "an option's value",
    "cli.console.MAX_LINES": "lines printed of our own findings",
    "cli.console.MAX_PLACES": "places printed of our own findings",
    "inspect.show.editor_labels.MAX_LISTED": "items shown",
    "inspect.show.items_as_text.MAX_LISTED": "items shown",
    "inspect.show.path_search.MAX_LOOKED_AT": "items searched for a name that was typed",
    "support.file_limits.MAX_FACTOR": "an option's value",
    "umpire.action_inference.MAX_ATTACKERS": "a rule of inference",
    "umpire.action_inference.MAX_DEPTH": "a rule of inference",
    "umpire.action_inference.MAX_DETOURS": "a rule of inference",
    "umpire.action_inference.MAX_HYPOTHESES": "a rule of inference",
    "umpire.log_umpire.MAX_OPTION_CHANGES": "a rule of inference",
}
"""Constants that limit no file, and what they are."""


def constants() -> set[str]:
    """Return the names of all limits that the packages which read files define."""
    found = set()
    for folder in READERS:
        for path in (ROOT / folder).rglob("*.py"):
            module = (
                path.relative_to(ROOT).with_suffix("").as_posix().split("/hexwright/")[1].replace("/", ".")
            )
            for node in ast.parse(path.read_text("utf-8")).body:
                targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
                named = [one.id for one in targets if isinstance(one, ast.Name)]
                found |= {f"{module}.{name}" for name in named if NAMES.fullmatch(name)}
    return found


def test_every_limit_is_listed_with_its_value() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert page(text) == text, "run python -m hexwright.cli.limits_page"


def test_no_limit_is_missing() -> None:
    listed = {name for limits in LIMITS.values() for name in limits}
    assert constants() - listed == set(OTHERS)
    assert not listed & set(OTHERS)


def test_limits_that_an_option_raises_are_marked() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert "| 50,000 | entries | `--limits` |" in text
    assert "| 64 | commands inside each other |  |" in text
