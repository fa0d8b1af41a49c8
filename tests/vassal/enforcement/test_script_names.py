"""The parts of the module script share one scope, so that a name may not mean two things."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import resources

import pytest

from hexwright.vassal.enforcement import scripts

OWN_SCOPE = {"run.bsh"}
"""Scripts that aren't parts: they call the others."""
SHARED = {"forced", "passedBy", "phaseLine"}
"""Variables that several parts set on purpose."""
_TYPE = r"(?:[A-Z]\w*|void|boolean|int|long|float|double|char)(?:\[\])*"
_FUNCTION = re.compile(rf"^(?:{_TYPE} )?(\w+)\((.*)\) \{{$")
_VARIABLE = re.compile(rf"^(?:{_TYPE} )?(\w+) = ")
_DECLARED = re.compile(rf"\b{_TYPE} (\w+)(?= =|;| :)")
_SET = re.compile(r"^\s+(?:for \()?(\w+) (?:=|:) ")


def parts() -> Mapping[str, str]:
    """Return the texts of the parts by file name."""
    folder = resources.files(scripts)
    return {
        file.name: file.read_text("utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".bsh") and file.name not in OWN_SCOPE
    }


def twice(texts: Mapping[str, str]) -> list[str]:
    """Return the functions, with their number of arguments, and the variables that are defined twice."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            if function := _FUNCTION.match(line):
                count = len(list(filter(None, function[2].split(","))))
                found[f"{function[1]}/{count}"].append(f"{name}:{number}")
            elif variable := _VARIABLE.match(line):
                found[variable[1]].append(f"{name}:{number}")
    return [f"{name}: {', '.join(places)}" for name, places in found.items() if len(places) > 1]


def taken(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield undeclared assignments in functions to a variable of another part.

    BeanShell changes that variable instead of making a local one.
    """
    owners = {
        found[1]: name
        for name, text in texts.items()
        for line in text.splitlines()
        if (found := _VARIABLE.match(line))
    }
    for name, text in texts.items():
        declared: set[str] = set()
        for number, line in enumerate(text.splitlines(), 1):
            if function := _FUNCTION.match(line):
                declared = {words.split()[-1] for words in function[2].split(",") if words.strip()}
            declared.update(_DECLARED.findall(line))
            found = _SET.match(line)
            if found and found[1] not in declared | SHARED and owners.get(found[1], name) != name:
                yield f"{name}:{number}: {found[1]} of {owners[found[1]]}"


def test_no_name_is_defined_twice() -> None:
    assert twice(parts()) == []


def test_no_function_takes_a_variable_of_another_part_for_its_own() -> None:
    assert list(taken(parts())) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("String one(int n) {\n}\n", ["one/1: a.bsh:1, b.bsh:1"]),
        ("String one(int n, int m) {\n}\n", []),
        ("LIMIT = 4;\n", ["LIMIT: a.bsh:4, b.bsh:1"]),
    ],
)
def test_a_name_defined_twice_is_found(text: str, found: list[str]) -> None:
    assert twice({"a.bsh": "int one(int n) {\n  return n;\n}\nLIMIT = 3;\n", "b.bsh": text}) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("counted = n;", ["b.bsh:2: counted of a.bsh"]),
        ("for (counted : all) {", ["b.bsh:2: counted of a.bsh"]),
        ("int counted = n;", []),
        ("n = 2;", []),
    ],
)
def test_a_variable_that_is_taken_is_found(line: str, found: list[str]) -> None:
    texts = {"a.bsh": "counted = 0;\n", "b.bsh": f"int two(int n) {{\n  {line}\n}}\n"}
    assert list(taken(texts)) == found
