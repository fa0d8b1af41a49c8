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
    "return size / 2": (
        "'size / 2' isn't carried over; there are & | ^ << >> of sets, and + - * // % of numbers"
    ),
    "return size if hexes else hexes": "'hexes' is Hexes, and int is wanted; change one of them",
    "return hexes": "'hexes' is Hexes, and int is wanted; change one of them",
    "return size & 1": "'size' is int, and Hexes is wanted; change one of them",
    "return bool(hexes >> 1 & 1) + 1": (
        "'bool(hexes >> 1 & 1)' is bool, and int is wanted; change one of them"
    ),
    "return sum(numbers)": "'sum(numbers)' isn't carried over; call a query",
    "return numbers[-1]": "the script counts from the front alone; write x[len(x) - 1]",
    "return len([n for n in numbers])": "'[n for n in numbers]' (ListComp) isn't carried over; "
    "assign it to a variable by itself, or write a loop",
    "return f(size, hexes, numbers, word, pair)": "f asks itself; write a loop",
    'return len(f"{size}")': "'f'{size}'' (JoinedStr) isn't carried over; "
    "give codes and numbers; words are made where they are told",
    "return pair.weight": "Pair has no field 'weight'; ask for one that it declares",
    "return unknown": "'unknown' is nothing that a query knows; hand it over, or set it before",
    "variables = 1\n    return variables": "'variables' means something else in a script; give another name",
    "if numbers:\n        return 1\n    return 2": "'numbers' is list[int]; compare it: x != 0, len(x) > 0",
    "if size > 1:\n        here = 1\n    return here": "'here' may not be set here; set it before the block",
    "for here in numbers:\n        size += here\n    return here": "'here' means something beside its loop; "
    "give another name",
    "for here in numbers:\n        here += 1\n    return 1": (
        "'here' is set in its own loop; set another variable"
    ),
    "for here in numbers:\n        numbers.append(here)\n    return 1": "a list changes while a loop goes "
    "through it; gather what is added in another",
    "other = numbers\n    return len(other)": "a list would have two names; fill a new one",
    "for here in range(size):\n        size -= here\n    return 1": "the end of the loop changes in it; "
    "set it aside before the loop",
    "while size > 1:\n        size -= 1\n    else:\n        return 1\n    return 2": (
        "'while size > 1:' isn't carried over; write it otherwise"
    ),
    'return 1 if word < "b" else 2': "words have no order in scripts; compare by == or !=",
    "here = 1\n    here = hexes\n    return here": "'hexes' is Hexes, and int is wanted; change one of them",
    "pair = 3\n    return 1": "'3' is int, and Pair is wanted; change one of them",
    "size, size = 1, size\n    return 1": (
        "one value needs what another changes; write them one after another"
    ),
    "with hexes:\n        return 1": "'with hexes:' isn't carried over; write it otherwise",
    "return Pair(size).size": "Pair lacks 'hexes'; hand it over",
    "return 9999999999": "9999999999 is beyond 32 bits; take a smaller number",
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
    "def f(size) -> int:\n    return 1": "nothing says what 'size' is; annotate it",
    "def f(size: float) -> int:\n    return 1": "float is no kind that scripts know; "
    "there are int, bool, str, Hex, Hexes, records, Sequence, Row and list",
    "def eval(size: int) -> int:\n    return 1": "'eval' means something else in a script; give another name",
    "class Scene:\n    size: int": "Scene is no record; make it a NamedTuple or a frozen dataclass",
    "class Scene(NamedTuple):\n    sizes: list[int]": (
        "a list that grows has one name; keep a Sequence or a Row"
    ),
    "import re": "what stands here isn't carried over; "
    "keep imports of queries and geometry, records, functions, numbers and names of kinds",
    "def f(*sizes: int) -> int:\n    return 1": "decorators and stars aren't carried over; "
    "take what is needed one by one",
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
