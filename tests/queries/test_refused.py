"""What can't be translated is reported with its line, and with what to write instead."""

from __future__ import annotations

import pytest

from hexwright.vassal.queries.refusing import RefusedError
from hexwright.vassal.queries.translating import translated

RECORD = """\
class Pair(NamedTuple):
    size: int
    hexes: Hexes
"""
BODIES = {
    "return size / 2": ("'size / 2' isn't supported; use & | ^ << >> for sets, and + - * // % for numbers"),
    "return size if hexes else hexes": (
        "'hexes' is Hexes, but int is expected; change the expression or the annotation"
    ),
    "return hexes": "'hexes' is Hexes, but int is expected; change the expression or the annotation",
    "return size & 1": "'size' is int, but Hexes is expected; change the expression or the annotation",
    "return bool(hexes >> 1 & 1) + 1": (
        "'bool(hexes >> 1 & 1)' is bool, but int is expected; change the expression or the annotation"
    ),
    "return sum(numbers)": "'sum(numbers)' isn't supported; call a query",
    "return numbers[-1]": "the script has no negative indices; write x[len(x) - 1]",
    "return len([n for n in numbers])": "'[n for n in numbers]' (ListComp) isn't supported; "
    "assign the list to a variable first, or write a loop",
    "return f(size, hexes, numbers, word, pair)": "f calls itself; write a loop",
    'return len(f"{size}")': "'f'{size}'' (JoinedStr) isn't supported; "
    "return codes and numbers, and build the text where it is shown",
    "return pair.weight": "Pair has no field 'weight'; write a field that the record declares",
    "return unknown": "unknown name 'unknown'; pass it as an argument, or assign it before",
    "variables = 1\n    return variables": (
        "'variables' has another meaning in the script; write another name"
    ),
    "if numbers:\n        return 1\n    return 2": (
        "'numbers' is list[int], not bool; write a comparison, such as x != 0 or len(x) > 0"
    ),
    "if size > 1:\n        here = 1\n    return here": (
        "'here' may have no value here; assign it before the block"
    ),
    "for here in numbers:\n        size += here\n    return here": "'here' is also used outside its loop; "
    "write another name",
    "for here in numbers:\n        here += 1\n    return 1": (
        "'here' is assigned in its own loop; assign another variable"
    ),
    "for here in numbers:\n        numbers.append(here)\n    return 1": "the list changes while a loop "
    "iterates over it; append to another list",
    "other = numbers\n    return len(other)": "the list would have two names; append the items to a new list",
    "for here in range(size):\n        size -= here\n    return 1": "the end of the range changes in "
    "the loop; assign it to a variable before the loop",
    "while size > 1:\n        size -= 1\n    else:\n        return 1\n    return 2": (
        "'while size > 1:' isn't supported; use assignments, if, for, while and return"
    ),
    'return 1 if word < "b" else 2': "the script can't order strings; compare with == or !=",
    "here = 1\n    here = hexes\n    return here": (
        "'hexes' is Hexes, but int is expected; change the expression or the annotation"
    ),
    "pair = 3\n    return 1": "'3' is int, but Pair is expected; change the expression or the annotation",
    "size, size = 1, size\n    return 1": (
        "one value depends on a variable that the same statement assigns; write one assignment per line"
    ),
    "with hexes:\n        return 1": (
        "'with hexes:' isn't supported; use assignments, if, for, while and return"
    ),
    "return Pair(size).size": "Pair lacks 'hexes'; add this argument",
    "return 9999999999": "9999999999 doesn't fit in 32 bits; write a smaller number",
}


@pytest.mark.parametrize("body", BODIES)
def test_python_outside_of_the_subset_is_refused(body: str) -> None:
    told = "size: int, hexes: Hexes, numbers: list[int], word: str, pair: Pair"
    source = f"{RECORD}\n\ndef f({told}) -> int:\n    {body}\n"
    with pytest.raises(RefusedError) as refused:
        translated({"some.py": source})
    place, _, message = str(refused.value).partition(": ")
    assert place.startswith("some.py:")
    assert message == BODIES[body]


OUTSIDE = {
    "def f(size) -> int:\n    return 1": "parameter 'size' has no annotation; annotate it",
    "def f(size: float) -> int:\n    return 1": "the script has no equivalent of float; "
    "write int, bool, str, Hex, Hexes, a record, Sequence, Row or list",
    "def eval(size: int) -> int:\n    return 1": (
        "'eval' has another meaning in the script; write another name"
    ),
    "class Scene:\n    size: int": "Scene isn't a record; write a NamedTuple or a frozen dataclass",
    "class Scene(NamedTuple):\n    sizes: list[int]": (
        "a record can't contain a list that grows; write a Sequence or a Row"
    ),
    "import re": "this statement isn't supported; "
    "write only imports of queries and geometry, records, functions, numbers and names of kinds",
    "def f(*sizes: int) -> int:\n    return 1": "decorators, *args and **kwargs aren't supported; "
    "write one parameter for each value",
}


@pytest.mark.parametrize("source", OUTSIDE)
def test_statements_that_a_file_of_queries_may_not_hold_are_refused(source: str) -> None:
    with pytest.raises(RefusedError) as refused:
        translated({"some.py": source})
    assert str(refused.value).partition(": ")[2] == OUTSIDE[source]


def test_a_refusal_names_the_line() -> None:
    with pytest.raises(RefusedError) as refused:
        translated({"some.py": "def f(size: int) -> int:\n    size += 1\n    return size / 2\n"})
    assert (refused.value.path, refused.value.line) == ("some.py", 3)
