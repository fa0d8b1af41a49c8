"""Translated Python answers as Python does: `constructs.py`, case by case."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from hexwright.vassal.kernel import (
    calls,
    comprehensions,
    expressions,
    module_writer,
    python_classes,
    statements,
)
from hexwright.vassal.kernel.class_file import ClassFile
from hexwright.vassal.kernel.engine_data import encoded
from hexwright.vassal.kernel.method_code import Label
from hexwright.vassal.kernel.naming import module_class, record_class
from hexwright.vassal.kernel.runtime_classes import runtime_classes
from hexwright.vassal.kernel.sources import SourceText, read_package_text
from hexwright.vassal.kernel.translated_engine import translate
from hexwright.vassal.queries.refusing import RefusedError
from tests.vassal.kernel import constructs
from tests.vassal.kernel.java_machine import JAVA, JAVA_MACHINES, needs_java, run_java

MODULE = constructs.__name__
CASES = [name for name in vars(constructs) if name.startswith("case_")]


def read(name: str) -> SourceText | None:
    if name == MODULE:
        return SourceText("constructs.py", Path(inspect.getfile(constructs)).read_text(encoding="utf-8"))
    return read_package_text(name)


def translated() -> dict[str, bytes]:
    return translate([f"{MODULE}.{name}" for name in CASES], read=read)


def asking_class(cases: Iterable[str]) -> bytes:
    """Return a class that prints the answer of each case in a line; an exception begins with `!`."""
    file = ClassFile("test/Ask")
    code = file.method("main", "([Ljava/lang/String;)V")
    for case in cases:
        start, stop, caught = Label(), Label(), Label()
        answer = code.new_local("java/lang/String")
        past = Label()
        code.mark(start)
        code.invoke_static(module_class(MODULE), case, "()Ljava/lang/Object;")
        code.invoke_static("judge/Engine", "write", "(Ljava/lang/Object;)Ljava/lang/String;")
        code.store(answer)
        code.mark(stop)
        code.jump("goto", past)
        code.handle(start, stop, caught, "java/lang/Throwable")
        code.invoke_virtual("java/lang/Object", "toString", "()Ljava/lang/String;")
        code.store(answer)
        code.place(past)
        code.get_static("java/lang/System", "out", "Ljava/io/PrintStream;")
        code.load(answer)
        code.invoke_virtual("java/io/PrintStream", "println", "(Ljava/lang/Object;)V")
    code.leave_void()
    return file.to_bytes()


def answers(folder: Path, java: str | None = JAVA) -> dict[str, str]:
    """Return what a Java machine answers to each case, after writing all classes to a folder."""
    classes = {**runtime_classes(), **translated(), "test/Ask": asking_class(CASES)}
    lines = run_java(folder, classes, "test.Ask", java=java).splitlines()
    return dict(zip(CASES, lines, strict=True))


@cache
def told_by_python() -> Mapping[str, str]:
    """Return what Python answers to each case; asked once, because some cases keep results."""

    def class_name(kind: type) -> str:
        return record_class(kind.__module__, kind.__name__).removeprefix("judge/")

    return {case: encoded(getattr(constructs, case)(), class_name) for case in CASES}


@needs_java
def test_translated_cases_answer_as_python_does(tmp_path: Path) -> None:
    assert answers(tmp_path) == told_by_python()


@pytest.mark.slow
@pytest.mark.parametrize("java", JAVA_MACHINES[1:])
def test_every_java_answers_as_python_does(tmp_path: Path, java: str) -> None:
    assert answers(tmp_path, java) == told_by_python()


def _compares_wrongly(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(expressions.COMPARISONS, ast.LtE, ("lt", True))


def _shifts_wrongly(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(expressions.OPERATORS, ast.LShift, "shr")


def _swaps_branches(patch: pytest.MonkeyPatch) -> None:
    jump = expressions.Expressions.jump_if
    patch.setattr(
        expressions.Expressions,
        "jump_if",
        lambda self, node, holds, to: jump(self, node, holds != isinstance(node, ast.BoolOp), to),
    )


def _evaluates_in_order_of_parameters(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(calls.Calls, "_is_reordered", lambda self, node, bound: False)


def _forgets_parents(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(python_classes.ClassRecord, "lineage", property(lambda self: [self]))


def _lists_fields_by_keyword_last(patch: pytest.MonkeyPatch) -> None:
    fields = vars(python_classes.ClassRecord)["fields"].fget
    patch.setattr(
        python_classes.ClassRecord,
        "fields",
        property(lambda self: dict(sorted(fields(self).items(), key=lambda item: item[1].is_keyword_only))),
    )


def _compares_all_fields(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(python_classes, "_is_false", lambda node: False)


def _changes_no_list_in_place(patch: pytest.MonkeyPatch) -> None:
    patch.delitem(statements.IN_PLACE, ast.Add)


def _keeps_no_results(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(module_writer, "_cache_limit", lambda unit, node: None)


def _forgets_itself_in_nested_functions(patch: pytest.MonkeyPatch) -> None:
    closure = comprehensions.Comprehensions.closure
    patch.setattr(
        comprehensions.Comprehensions,
        "closure",
        lambda self, function, **how: [
            name for name in closure(self, function, **how) if name != function.name
        ],
    )


@needs_java
@pytest.mark.slow
@pytest.mark.parametrize(
    "plant",
    [
        _compares_wrongly,
        _shifts_wrongly,
        _swaps_branches,
        _evaluates_in_order_of_parameters,
        _forgets_parents,
        _lists_fields_by_keyword_last,
        _compares_all_fields,
        _changes_no_list_in_place,
        _keeps_no_results,
        _forgets_itself_in_nested_functions,
    ],
)
def test_a_planted_fault_of_the_translator_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = told_by_python()
    plant(monkeypatch)
    try:
        found = answers(tmp_path)
    except (AssertionError, RefusedError, KeyError, AttributeError):
        return
    assert found != expected
