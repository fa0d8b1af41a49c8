"""Translate query files to parts of the module's script."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Mapping

from hexwright.vassal.queries.kinds import BOARD, Kind, Record
from hexwright.vassal.queries.reading import Function, Known, Source, read
from hexwright.vassal.queries.script_names import camel, column, in_words, maker
from hexwright.vassal.queries.statements import Body, Line

WIDTH = 120
FILLED = """\
Object[] filled(Object value, int count) {
  Object[] found = new Object[count];
  Arrays.fill(found, value);
  return found;
}"""
"""The helper function that creates rows. All parts use it."""


def translated(files: Mapping[str, str]) -> dict[str, list[Line]]:
    """Translate query files, given as paths and source code, to parts of the script.

    Later files may use declarations of earlier ones. Raises RefusedError for unsupported Python.
    """
    known = Known()
    found: dict[str, list[Line]] = {}
    uses: dict[str, set[str]] = {}
    for path, text in files.items():
        source = read(path, text, known)
        found[path] = list(_part(source, known, uses))
        _refuse_circles(source, known, uses)
    return found


def _part(source: Source, known: Known, uses: dict[str, set[str]]) -> Iterator[Line]:
    before = 0
    for node in source.tree.body:
        begins = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        for number in range(before + 1, begins):
            if number in source.comments:
                yield Line(f"// {source.comments[number]}", number)
                yield Line("", number)
        before = node.end_lineno or begins
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)) if node is source.tree.body[0]:
                yield from _comment(text, node.lineno)
                yield Line("", node.lineno)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int() as value)):
                yield Line(f"{name} = {value};", node.lineno)
                yield Line("", node.lineno)
            case ast.Assign(targets=[ast.Name(id=name)]) if isinstance(known.kinds[name], Record):
                kind = known.kinds[name]
                if isinstance(kind, Record) and kind.name == name:
                    yield from _record(kind, _told(source.tree, node), node.lineno)
            case ast.ClassDef(name=name):
                kind = known.kinds[name]
                assert isinstance(kind, Record)
                yield from _record(kind, ast.get_docstring(node) or "", node.lineno)
            case ast.FunctionDef(name=name):
                yield from _function(known.functions[name], source, known, uses)


def _told(tree: ast.Module, node: ast.stmt) -> str:
    """Return the docstring below the declaration of a constant or type."""
    match tree.body[tree.body.index(node) + 1 :]:
        case [ast.Expr(value=ast.Constant(value=str() as text)), *_]:
            return text
        case _:
            return ""


def _comment(text: str, line: int) -> Iterator[Line]:
    for paragraph in in_words(text.strip()).split("\n\n"):
        for one in textwrap.wrap(" ".join(paragraph.split()), WIDTH - 3):
            yield Line(f"// {one}", line)


def _record(kind: Record, told: str, line: int) -> Iterator[Line]:
    yield from _comment(told, line)
    for one in kind.fields:
        if one.told:
            yield from _comment(f"`{one.name}`: {one.told}", line)
    if kind.is_row:
        for number, one in enumerate(kind.fields):
            yield Line(f"{column(kind.name, one.name)} = {number};", line)
    else:
        taken = ", ".join(f"{one.kind.java} {camel(one.name)}" for one in kind.fields)
        yield from (Line(text, line) for text in (f"{maker(kind.name)}({taken}) {{", "  return this;", "}"))
    yield Line("", line)


def _function(function: Function, source: Source, known: Known, uses: dict[str, set[str]]) -> Iterator[Line]:
    node = function.node
    body = Body(function, source, known)
    lines = body.write()
    uses[function.name] = body.expressions.uses
    yield from _comment(ast.get_docstring(node) or "", node.lineno)
    taken = ", ".join(
        f"{_taken(kind)} {camel(name)}" for name, kind in function.parameters.items() if kind is not BOARD
    )
    yield Line(f"{function.gives.java} {camel(function.name)}({taken}) {{", node.lineno)
    yield from lines
    yield Line("}", node.end_lineno or node.lineno)
    yield Line("", node.end_lineno or node.lineno)


def _taken(kind: Kind) -> str:
    return kind.java


def _refuse_circles(source: Source, known: Known, uses: Mapping[str, set[str]]) -> None:
    """Reject recursive queries.

    The script's interpreter overflows at recursion depths that Python can handle.
    """
    for name in uses:
        reached: set[str] = set()
        front = set(uses[name])
        while front:
            reached |= front
            front = {other for one in front for other in uses.get(one, ())} - reached
        if name in reached:
            function = known.functions[name]
            raise function.refuse(function.node, f"{name} calls itself", "write a loop")
