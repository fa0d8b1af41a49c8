"""Translated Python answers as Python does: `constructs.py`, case by case."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

from hexwright.vassal.kernel.class_file import ClassFile
from hexwright.vassal.kernel.engine_data import encoded
from hexwright.vassal.kernel.method_code import Label
from hexwright.vassal.kernel.naming import module_class, record_class
from hexwright.vassal.kernel.runtime_classes import runtime_classes
from hexwright.vassal.kernel.sources import SourceText, read_package_text
from hexwright.vassal.kernel.translated_engine import translate
from tests.vassal.kernel import constructs
from tests.vassal.kernel.java_machine import needs_java, run_java

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


def answers(folder: Path) -> dict[str, str]:
    classes = {**runtime_classes(), **translated(), "test/Ask": asking_class(CASES)}
    lines = run_java(folder, classes, "test.Ask").splitlines()
    return dict(zip(CASES, lines, strict=True))


def told_by_python(case: str) -> str:
    def class_name(kind: type) -> str:
        return record_class(kind.__module__, kind.__name__).removeprefix("judge/")

    return encoded(getattr(constructs, case)(), class_name)


@needs_java
def test_translated_cases_answer_as_python_does(tmp_path: Path) -> None:
    found = answers(tmp_path)
    assert {case: found[case] for case in CASES} == {case: told_by_python(case) for case in CASES}
