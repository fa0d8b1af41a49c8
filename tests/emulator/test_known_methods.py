"""What stands before, between and behind methods that are known is compiled as if none were."""

from __future__ import annotations

import pytest

from hexwright.emulator.beanshell import beanshell_interpreter
from hexwright.emulator.beanshell.beanshell_interpreter import (
    MethodCache,
    ScriptCache,
    compile_script,
    tokens_of,
)
from hexwright.emulator.beanshell.execution_budget import Budget, paying_from
from hexwright.emulator.beanshell.java_values import ScriptError
from hexwright.emulator.beanshell.name_spaces import Runtime, Scope

KNOWN = "int twice(int n) {\n  return n + n;\n}\n\nString name(String given) {\n  return given;\n}\n"
TWICE, NAME = (part + "}\n" for part in KNOWN.replace("\n\n", "\n").split("}\n")[:2])
SOURCES = {
    "the same again": KNOWN,
    "something between": f"a = 1;\n{TWICE}b = twice(a);\n// and so on\n{NAME}/* no\n{TWICE}*/ c = b;\n",
    "another order": NAME + TWICE + "twice(3);",
    "a condition before it": f"if (true) {{ a = 1; }}\n{TWICE}",
    "within an object": f"thing() {{\n{TWICE}return this;\n}}\n{NAME}",
    "within a comment": f"a = 1; /*\n{TWICE}*/\n{NAME}",
    "no semicolon before it": f"a = 1\n{TWICE}",
    "within a statement": f"a =\n{TWICE}",
    "a bracket that is never closed": f"if (true) {{\n{TWICE}",
    "a text that is never closed": f'{TWICE}a = "b;\n{NAME}',
    "another one of the name": TWICE.replace("n + n", "n * 2") + NAME,
}


def compiled(source: str, monkeypatch: pytest.MonkeyPatch, before: str = "") -> tuple[object, int, int]:
    """Return where statements begin and end and what they cost, or the fault, and what compiling costs."""
    monkeypatch.setattr(beanshell_interpreter, "_methods", MethodCache())
    if before:
        compile_script(before)
    with paying_from(Budget()) as budget:
        try:
            made = compile_script(source)
            found = [(one.begin, one.end, one.cost) for one in made.statements], made.cost
        except ScriptError as fault:
            return str(fault), 0, 0
        return found, budget.spent, budget.made


@pytest.mark.parametrize("name", SOURCES)
def test_methods_that_are_known_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SOURCES[name]
    assert compiled(source, monkeypatch, KNOWN) == compiled(source, monkeypatch)


def test_a_method_that_is_known_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beanshell_interpreter, "_methods", MethodCache())
    compile_script(KNOWN)
    read: list[str] = []

    def noted(source: str) -> object:
        read.append(source)
        return tokens_of(source)

    monkeypatch.setattr(beanshell_interpreter, "tokens_of", noted)
    made = ScriptCache().compiled(f"a = 4;\n{KNOWN}b = twice(a);")
    assert not any("n + n" in part for part in read)
    scope = Scope(None, Runtime())
    for statement in made.statements:
        statement.run(scope)
    assert scope["b"] == 8
