"""Find the local variables of Python functions, and the constructs that depend on Python's scopes."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence

Function = ast.FunctionDef | ast.Lambda
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bound_names(target: ast.expr) -> Iterator[str]:
    """Yield the names that an assignment target binds."""
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from bound_names(part)
        case ast.Starred(value=part):
            yield from bound_names(part)


def local_names(body: Iterable[ast.AST]) -> set[str]:
    """Return the names bound in a function's body, without those of nested functions and comprehensions."""
    return {name for node in body for name, _ in _bindings(node)}


def lines_of_binding(body: Iterable[ast.AST], name: str) -> list[int]:
    """Return the lines on which a function binds a local variable."""
    return [line for node in body for found, line in _bindings(node) if found == name]


def _bindings(node: ast.AST) -> Iterator[tuple[str, int]]:
    line = getattr(node, "lineno", 0)
    match node:
        case ast.FunctionDef(name=name):
            yield name, line
            return
        case ast.Lambda():
            return
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from ((name, line) for name in sorted(named_in_comprehension(node)))
            return
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name, line
    for target in _targets(node):
        yield from ((name, line) for name in bound_names(target))
    for child in ast.iter_child_nodes(node):
        yield from _bindings(child)


def _targets(node: ast.AST) -> list[ast.expr]:
    """Return what a statement or `:=` assigns to."""
    match node:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.NamedExpr(target=target):
            return [target]
        case ast.For(target=target):
            return [target]
        case _:
            return []


def names_in(node: ast.AST) -> set[str]:
    """Return all names in a part of the tree."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def named_in_comprehension(node: ast.AST) -> set[str]:
    """Return the names that `:=` binds within a comprehension."""
    return {
        name
        for part in ast.walk(node)
        if isinstance(part, ast.NamedExpr)
        for name in bound_names(part.target)
    }


def leaking_name(body: Sequence[ast.stmt]) -> tuple[str, ast.AST] | None:
    """Return a name that `:=` binds in a comprehension and that the function reads outside of it."""
    nodes = [part for statement in body for part in ast.walk(statement)]
    comprehensions = [node for node in nodes if isinstance(node, COMPREHENSIONS)]
    if not any(isinstance(node, ast.NamedExpr) for node in nodes):
        return None
    for name in sorted({name for node in comprehensions for name in named_in_comprehension(node)}):
        within = {
            id(part)
            for node in comprehensions
            if name in named_in_comprehension(node) or name in _own_names(node)
            for part in ast.walk(node)
        }
        outside = [node for node in nodes if isinstance(node, ast.Name) and id(node) not in within]
        # A name that a statement binds as well is that statement's, from there on.
        bound = [node.lineno for node in outside if node.id == name and isinstance(node.ctx, ast.Store)]
        for node in outside:
            if node.id == name and node.lineno < min(bound, default=sys.maxsize):
                return name, node
    return None


def _own_names(node: ast.AST) -> set[str]:
    return {name for part in getattr(node, "generators", ()) for name in bound_names(part.target)}


def is_generator(function: ast.FunctionDef) -> bool:
    """Whether a function yields values."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own_nodes(function.body))


def endless_loop(function: ast.FunctionDef) -> ast.While | None:
    """Return the loop of a generator that never ends."""
    for node in _own_nodes(function.body):
        if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
            inner = list(_own_nodes(node.body))
            yields = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in inner)
            ends = any(isinstance(part, ast.Break | ast.Return | ast.Raise) for part in inner)
            if yields and not ends:
                return node
    return None


def _own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body without those of nested functions."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from _own_nodes(ast.iter_child_nodes(node))
