"""A method that became a function of Python does what its closures do, in results, faults and costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.emulator.beanshell import beanshell_interpreter, emitted_runtime, method_emitter, name_spaces
from hexwright.emulator.beanshell.beanshell_interpreter import (
    Interpreter,
    MethodCache,
    ScriptCache,
    SharedScriptCache,
)
from hexwright.emulator.beanshell.execution_budget import Budget, ExhaustedError, paying_from
from hexwright.emulator.beanshell.java_values import ScriptError, java_text
from hexwright.emulator.beanshell.name_spaces import MethodForm

TIMES = 4
"""A method is called so often; the first call makes a function."""

CASES = Path(__file__).parents[1] / "emulator_cases" / "fast_methods.txt"
BODIES, LEFT = (
    dict(line.split(": ", 1) for line in part.splitlines() if line and line[0] != "#")
    for part in CASES.read_text(encoding="utf-8").split("\n\n")
)
"""Scripts by name: those whose methods become functions, and those whose methods don't."""


def outcomes(source: str, hot: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[bool]]:
    """Return the results of a source, and whether each method that was tried became a function."""
    tried: list[bool] = []
    usual = method_emitter.emit_method

    def emitted(form: MethodForm) -> object:
        made = usual(form)
        tried.append(made is not None)
        return made

    monkeypatch.setattr(method_emitter, "emit_method", emitted)
    monkeypatch.setattr(name_spaces, "CALLS_BEFORE_EMITTING", hot)
    monkeypatch.setattr(beanshell_interpreter, "_methods", MethodCache())
    monkeypatch.setattr(beanshell_interpreter, "_shared", SharedScriptCache())
    declared, _, asked = source.rpartition("}")
    told = []
    with paying_from(Budget()) as budget:
        player = Interpreter(ScriptCache(), {})
        for number in range(TIMES):
            budget.begin()
            try:
                told.append(java_text(player.j_eval(source if number == 0 else asked)))
            except ScriptError as fault:
                told.append(f"{fault.kind}: {fault}")
    monkeypatch.setattr(method_emitter, "emit_method", usual)
    assert declared
    return told, tried


@pytest.mark.parametrize("name", BODIES)
def test_a_function_does_what_the_closures_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, untried = outcomes(BODIES[name], 1_000, monkeypatch)
    fast, tried = outcomes(BODIES[name], 1, monkeypatch)
    assert fast == slow
    assert not untried
    assert any(tried) or "m(nothing)" in BODIES[name] or name in ("of another type", "a name of an object's")


@pytest.mark.parametrize("name", LEFT)
def test_methods_that_no_function_can_replace_stay_closures(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, _ = outcomes(LEFT[name], 1_000, monkeypatch)
    fast, tried = outcomes(LEFT[name], 1, monkeypatch)
    assert fast == slow
    assert not all(tried)


def test_the_work_of_a_function_is_charged_to_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_spaces, "CALLS_BEFORE_EMITTING", 1)
    with paying_from(Budget(steps=100_000)), pytest.raises(ExhaustedError):
        Interpreter(ScriptCache(), {}).j_eval("m() { int i = 0; while (true) { i = i + 1; } } m()")
    with paying_from(Budget(steps=100_000)), pytest.raises(ExhaustedError):
        Interpreter(ScriptCache(), {}).j_eval("m() { return 1; } for (int i = 0; i < 1000000; i++) { m(); }")


def test_a_fault_in_a_helper_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(emitted_runtime.HELPERS, "less", lambda left, right: left <= right)
    slow, _ = outcomes(BODIES["compares"], 1_000, monkeypatch)
    fast, _ = outcomes(BODIES["compares"].replace("m(1, 2)", "m(2, 2)"), 1, monkeypatch)
    assert fast != slow
