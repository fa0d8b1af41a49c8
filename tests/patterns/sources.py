"""Find every pattern in the source, and how it is used."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from hexwright.model.key_annotations import Pattern

ROOT: Final = Path(__file__).parents[2]
_USES: Final = {"search", "findall", "finditer", "sub", "subn", "split", "match", "fullmatch"}
_AT_ONE_PLACE: Final = {"match", "fullmatch"}
_NAMED: Final = re.compile(r"\bre\.[a-z]|\bPattern\(")
"""What stands in every file that makes or uses a pattern; of most files nothing else need be read."""


@dataclass(frozen=True)
class Found:
    """A pattern in the source. `pattern` is None when it is put together while the program runs."""

    file: str
    line: int
    pattern: re.Pattern[Any] | None
    uses: frozenset[str]

    @property
    def place(self) -> str:
        """Return where it stands."""
        return f"{self.file}:{self.line}"

    @property
    def anywhere(self) -> bool:
        """Return whether it is looked for at every place of a text, not at one alone."""
        return not self.uses <= _AT_ONE_PLACE or not self.uses


@cache
def patterns() -> tuple[Found, ...]:
    """Return the patterns of both packages, in order."""
    files = [path for package in ("builder", "validators") for path in sorted((ROOT / package).rglob("*.py"))]
    return tuple(found for path in files for found in _in_file(path))


def _in_file(path: Path) -> Iterator[Found]:
    text = path.read_text(encoding="utf-8")
    if not _NAMED.search(text):
        return
    tree = ast.parse(text)
    module = importlib.import_module(
        ".".join(path.relative_to(ROOT).with_suffix("").parts[1:]).removesuffix(".__init__")
    )
    name = path.relative_to(ROOT).as_posix()
    nodes = list(ast.walk(tree))
    for call in (node for node in nodes if isinstance(node, ast.Call)):
        function = _function(call)
        if function == "Pattern" and getattr(module, "Pattern", None) is Pattern:
            yield Found(name, call.lineno, re.compile(_value(call.args[0], module)), frozenset({"fullmatch"}))
        elif function.startswith("re.") and function[3:] in {"compile", *_USES}:
            uses = _uses_of(call, nodes) if function == "re.compile" else frozenset({function[3:]})
            yield Found(name, call.lineno, _compiled(call, module), uses)


def _function(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(value=ast.Name(id=owner), attr=attribute) if owner == "re":
            return f"re.{attribute}"
        case ast.Name(id="Pattern"):
            return "Pattern"
    return ""


def _compiled(call: ast.Call, module: object) -> re.Pattern[Any] | None:
    flags = [
        argument
        for argument in (*call.args[1:], *(k.value for k in call.keywords))
        if "re." in ast.unparse(argument)
    ]
    try:
        found = re.compile(_value(call.args[0], module), *(_value(flag, module) for flag in flags[:1]))
    except NameError:
        return None
    return found


def _value(expression: ast.expr, module: object) -> Any:
    """Return the value of an expression that only names what stands in its module."""
    return eval(compile(ast.Expression(expression), "pattern", "eval"), vars(module))


def _uses_of(call: ast.Call, nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Return the methods called on the name that a compiled pattern is given; none when it has none."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
                break
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is call:
                break
    else:
        return frozenset()
    return frozenset(
        used.attr
        for used in nodes
        if isinstance(used, ast.Attribute)
        and used.attr in _USES
        and isinstance(used.value, ast.Name)
        and used.value.id == name
    )
