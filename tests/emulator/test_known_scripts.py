"""Scripts that were compiled before, for whatever module, do and cost what they did the first time."""

from __future__ import annotations

import pytest

from hexwright.emulator.beanshell.beanshell_interpreter import Interpreter, ScriptCache, compile_script
from hexwright.emulator.beanshell.execution_budget import Budget, paying_from
from hexwright.emulator.beanshell.java_values import ScriptError, java_text

METHOD = """String told(Object given) {
  if (given instanceof String) {
    return word + given;
  }
  return word;
}
"""
PADDING = "".join(f"int number{n}(int given) {{\n  return given + {n};\n}}\n" for n in range(20))


def run(source: str, word: str) -> tuple[str, int, int]:
    """Run a script in an interpreter of its own; return what it gives, its steps and what it made."""
    budget = Budget()
    with paying_from(budget):
        interpreter = Interpreter(ScriptCache())
        interpreter.j_set("word", word)
        return java_text(interpreter.j_eval(source)), budget.spent, budget.made


def test_a_script_known_from_another_game_costs_the_same_and_sees_its_own_variables() -> None:
    source = METHOD + PADDING + 'return told("x") + number7(1);'
    first, second = run(source, "a"), run(source, "b")
    assert (first[0], second[0]) == ("ax8", "bx8")
    assert first[1:] == second[1:]


def test_a_method_known_from_another_script_costs_the_same_there() -> None:
    source = 'other = "y";\n' + METHOD + 'return told("z") + other;'
    alone = run(source.replace("told", "tolt"), "a")
    run(METHOD + "return told(1);", "a")
    assert run(source, "a") == alone


@pytest.mark.parametrize(
    ("old", "new", "given", "answer"),
    [("word + given", "given + word", '"x"', "xa"), ("return word;", 'return "none";', "1", "none")],
)
def test_a_method_that_begins_like_a_known_one_is_its_own(
    old: str, new: str, given: str, answer: str
) -> None:
    run(METHOD + 'return told("x");', "a")
    assert run(METHOD.replace(old, new) + f"return told({given});", "a")[0] == answer


def test_a_known_method_that_is_cut_off_is_told() -> None:
    run(METHOD + 'return told("x");', "a")
    with pytest.raises(ScriptError):
        compile_script(METHOD.rstrip("}\n"))


def test_code_after_a_known_method_is_compiled() -> None:
    run(METHOD + "return told(1);", "a")
    assert run(METHOD + 'String told(Object given) { return "later"; }\nreturn told(1);', "a")[0] == "later"
