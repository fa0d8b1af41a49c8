"""Keys of the module are distinct: no two parts of the compiler give a key of theirs one name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import hexwright.vassal.module

ROOM = Path(hexwright.vassal.module.__file__).parents[1]


def named(source: str) -> Iterator[tuple[str, int]]:
    """Yield the names that a file gives to single keys, each with its line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name("KeyCommand"), attr="named"), args=[ast.Constant(str(text))]
            ):
                yield text, node.lineno


def twice(files: dict[str, str]) -> dict[str, list[str]]:
    """Return the names that are given more than once, with where."""
    found = defaultdict(list)
    for name, source in files.items():
        for text, line in named(source):
            found[text].append(f"{name}:{line}")
    return {text: places for text, places in found.items() if len(places) > 1}


def test_no_two_keys_have_one_name() -> None:
    files = {str(path.relative_to(ROOM)): path.read_text("utf-8") for path in sorted(ROOM.rglob("*.py"))}
    assert sum(1 for source in files.values() for _ in named(source)) > 200
    assert twice(files) == {}


def test_two_keys_of_one_name_are_found() -> None:
    one, other = 'A = KeyCommand.named("hexwright.rules.a")', '\nB = KeyCommand.named("hexwright.rules.a")'
    assert twice({"one.py": one, "other.py": other}) == {"hexwright.rules.a": ["one.py:1", "other.py:2"]}
