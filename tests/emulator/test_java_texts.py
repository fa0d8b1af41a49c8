"""Patterns and formats do what Java 17 was seen to do with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from hexwright.emulator.beanshell.character_sets import UnsupportedPatternError
from hexwright.emulator.beanshell.java_format import java_format
from hexwright.emulator.beanshell.java_lang_classes import STRING
from hexwright.emulator.beanshell.java_values import JChar, JLong, ScriptError, to_float
from tests.emulator.conftest import CASES

_RECORDED = json.loads((CASES / "java_texts.json").read_text("utf-8"))
_VALUES: dict[str, Callable[[str], Any]] = {
    "i": int, "l": lambda given: JLong(int(given)),
    "d": lambda given: float(given.replace("Infinity", "inf")),
    "f": lambda given: to_float(float(given)), "s": str, "c": JChar, "b": lambda given: given == "true",
    "n": lambda given: None,
}  # fmt: skip
#: The patterns that RE2 has no way for.
_UNPLAYED = {"a++", "(?=a)", r"\1", "a{2}{3}"}


def _did(do: Callable[[], Any]) -> Any:
    try:
        value = do()
    except UnsupportedPatternError:
        return "unplayed"
    except ScriptError as fault:
        return {"throws": fault.kind}
    if isinstance(value, bool):
        return str(value).lower()
    return getattr(value, "items", value)


def test_patterns_find_what_java_finds() -> None:
    different = []
    for name, pattern, text, *given, wanted in _RECORDED["patterns"]:
        found = _did(lambda n=name, t=text, p=pattern, g=given: STRING[n](t, p, *g))  # type: ignore[misc]
        if found == "unplayed" and (pattern in _UNPLAYED or text.endswith("\n")):
            continue
        if found != wanted:
            different.append((name, pattern, text, found, wanted))
    assert different == []


def test_formats_write_what_java_writes() -> None:
    different = []
    for source, kind, given, wanted in _RECORDED["formats"]:
        value = _VALUES[kind](given)
        found = _did(lambda s=source, v=value: java_format(s, v))  # type: ignore[misc]
        if found != wanted:
            different.append((source, kind, given, found, wanted))
    assert different == []


@pytest.mark.parametrize(
    "pattern", ["(?=a)", "(?<!a)b", "(?>a)", r"(a)\1", "a++", "(?m)^a", "(?x) a", r"\G", r"\X"]
)
def test_a_pattern_that_can_not_be_played_says_so(pattern: str) -> None:
    with pytest.raises(ScriptError, match="the emulator doesn't support"):
        STRING["matches"]("a", pattern)
