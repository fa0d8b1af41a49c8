"""Every diagnostic about playing and printing has a place and a hint: checked in the source code itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.diagnostics.codes import CATALOGUE
from hexwright.rules.engine.rules_diagnostic_codes import ENTRIES

ROOT = Path(__file__).parents[2]
A_CODE = re.compile(r"""["']P\d""")
MAKERS = dict.fromkeys(("error", "warning", "advice", "advice_diagnostic", "single", "UnplayableRule"), 1)
"""Functions that make diagnostics, with the position of the message among the arguments; place and hint
follow."""


def raised(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yield each call that makes a diagnostic with a code in P, and the code."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        first = call.args[0] if call.args else None
        if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in MAKERS and first.value[:1] == "P" and first.value[1:].isdigit():
            yield first.value, call


def lacking(call: ast.Call) -> set[str]:
    """Return the missing parts of a diagnostic: place, hint, or both."""
    unplayed = isinstance(call.func, ast.Name) and call.func.id == "UnplayableRule"
    names = ("code", "message", "hint", "at") if unplayed else ("code", "message", "span", "hint")
    given = dict(zip(names, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}
    empty = {n for n, v in given.items() if isinstance(v, ast.Constant) and v.value in (None, "")}
    told = {"place": "at" if unplayed else "span", "remedy": "hint"}
    return {what for what, name in told.items() if name not in given or name in empty}


CALLS = [
    (f"{path.relative_to(ROOT).as_posix()}:{call.lineno}", code, call)
    for room in ("builder", "validators")
    for path in sorted((ROOT / room).rglob("*.py"))
    if A_CODE.search(text := path.read_text("utf-8"))
    for code, call in raised(ast.parse(text))
]


@pytest.mark.parametrize(("place", "code", "call"), CALLS, ids=[f"{c[0]}-{c[1]}" for c in CALLS])
def test_a_finding_of_play_or_print_has_a_place_and_a_remedy(place: str, code: str, call: ast.Call) -> None:
    assert lacking(call) == set(), f"{place}: {code}"


def test_every_code_of_play_and_print_is_raised_and_known() -> None:
    known = {entry.code for entry in ENTRIES if entry.code[0] == "P"} | {c for c in CATALOGUE if c[0] == "P"}
    assert {code for _, code, _ in CALLS} == known


@pytest.mark.parametrize(
    ("made", "lacks"),
    [
        ('error("P030", "It never ends.")', {"place", "remedy"}),
        ('Faults.single("P010", "No such policy.", hint="known: random")', {"place"}),
        ('Faults.single("P010", "No such policy.", None, "known: random")', {"place"}),
        ('error("P022", "Another throw.", Span("a.txt", 3, 1))', {"remedy"}),
        ('UnplayableRule("P006", "Not played.", "", ("rules",))', {"remedy"}),
        ('UnplayableRule("P006", "Not played.", "leave it out", ("rules", "zoc"))', set()),
    ],
)
def test_a_missing_part_of_a_finding_is_noticed(made: str, lacks: set[str]) -> None:
    [(_, call)] = raised(ast.parse(made))
    assert lacking(call) == lacks
