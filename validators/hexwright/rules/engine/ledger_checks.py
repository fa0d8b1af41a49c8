"""Ledger checks: report which cases of the rules are implemented, tested and enforced."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from hexwright.diagnostics.diagnostic import Diagnostic, error
from hexwright.model.enforcement_ledger import Case
from hexwright.model.game import Game


@dataclass(frozen=True, slots=True)
class LedgerTotals:
    """The progress of a rules ledger, as numbers of cases."""

    cases: int
    implemented: int
    tested: int
    rulings: int
    module: Mapping[str, int]
    """The number of cases for each degree of enforcement in the VASSAL module, such as "enforced" or
    "manual".
    """


def ledger_rows(game: Game) -> list[tuple[str, str, str, str, str, str]]:
    """Return the ledger as table rows: rule number, title, functions, number of tests, module enforcement,
    ruling.
    """
    return [
        (
            game.cite(case.id),
            case.title,
            ", ".join(name.rpartition(".")[2] for name in case.functions),
            str(len(case.tests)),
            case.module,
            case.ruling,
        )
        for case in game.ledger.cases
    ]


def ledger_totals(game: Game) -> LedgerTotals:
    """Return the number of all cases of a ledger, and of the cases implemented, tested and ruled on."""
    cases = game.ledger.cases
    module: dict[str, int] = {}
    for case in cases:
        kind = case.module.partition(":")[0]
        module[kind] = module.get(kind, 0) + 1
    return LedgerTotals(
        cases=len(cases),
        implemented=sum(bool(case.functions) for case in cases),
        tested=sum(bool(case.tests) for case in cases),
        rulings=sum(bool(case.ruling) for case in cases),
        module=dict(sorted(module.items())),
    )


def check_ledger(game: Game, read: Callable[[str], str | None]) -> tuple[Diagnostic, ...]:
    """Return diagnostics for functions or tests that the ledger names but that don't exist, and for cases
    that name no function or test.

    `read` takes a test file's path, relative to the project's root, and returns its text, or None if the file
    doesn't exist.
    """
    found: list[Diagnostic] = []
    for case in game.ledger.cases:
        found += _functions(case)
        found += _tests(case, read)
    return tuple(found)


def _functions(case: Case) -> Iterator[Diagnostic]:
    if not case.functions:
        yield error("L001", f"case {case.id} names no function of the rules engine")
    for name in case.functions:
        if not _exists(name):
            yield error("L002", f"case {case.id}: there is no function {name}")


def _exists(name: str) -> bool:
    """Return whether a dotted name refers to a function, method or value of the rules package."""
    parts = name.split(".")
    for split in range(len(parts) - 1, 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:split]))
        except ImportError:
            continue
        for part in parts[split:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def _tests(case: Case, read: Callable[[str], str | None]) -> Iterator[Diagnostic]:
    if not case.tests:
        yield error("L003", f"case {case.id} names no test")
    for node in case.tests:
        file, _, name = node.partition("::")
        text = read(file)
        if text is None:
            yield error("L004", f"case {case.id}: there is no test file {file}")
        elif name not in names_of_tests(text):
            yield error("L005", f"case {case.id}: {file} has no test {name}")


@cache
def names_of_tests(text: str) -> frozenset[str]:
    """Return the names of all functions in the source text of a test file."""
    return frozenset(node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
