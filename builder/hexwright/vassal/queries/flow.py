"""Find where the variables of a query are set and read, so that each is declared in the right block.

In the script, a declared variable exists only in its block, and an undeclared one may belong to another
function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from hexwright.vassal.queries.refusing import Refusals

Block = list[ast.stmt]


def spelt_out(block: Block) -> Block:
    """Return a block in which `return any(…)` and `return all(…)` are rewritten as loops."""
    found: Block = []
    for node in block:
        match node:
            case ast.Return(
                value=ast.Call(
                    func=ast.Name(id=("any" | "all") as name),
                    args=[ast.GeneratorExp(elt=element, generators=[ast.comprehension(ifs=[]) as over])],
                )
            ):
                told = name == "any"
                asked = element if told else ast.UnaryOp(ast.Not(), element)
                meets = ast.If(asked, [ast.Return(ast.Constant(told))], [])
                loop = ast.For(over.target, over.iter, [meets], [])
                ends = ast.Return(ast.Constant(not told))
                for one in (loop, ends):
                    for part in ast.walk(one):
                        if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
                            ast.copy_location(part, node)
                found += [loop, ends]
            case ast.If() | ast.For() | ast.While():
                node.body = spelt_out(node.body)
                node.orelse = spelt_out(node.orelse)
                found.append(node)
            case _:
                found.append(node)
    return found


def targets(node: ast.expr) -> list[str]:
    """Return the names of the variables that an assignment or loop sets."""
    match node:
        case ast.Name(id=name):
            return [name]
        case ast.Tuple(elts=elements):
            return [name for one in elements for name in targets(one)]
        case _:
            return []


def loops_in(block: Block) -> Iterator[ast.For]:
    """Yield all for loops in a block, outer loops first."""
    for statement in block:
        for node in ast.walk(statement):
            if isinstance(node, ast.For):
                yield node


@lru_cache(maxsize=1 << 12)
def names_in(node: ast.AST) -> frozenset[str]:
    """Return all names in a syntax tree.

    The result is cached, so the tree must not be modified afterwards.
    """
    return frozenset(one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def root(node: ast.expr) -> str:
    """Return the name of the variable that an assignment changes: `rows` in `rows[n][m]`."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def set_in(block: Block) -> set[str]:
    """Return the names of all variables that a block sets or changes."""
    found: set[str] = set()
    for statement in block:
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store()):
                    found.add(name)
                case ast.Subscript(value=value, ctx=ast.Store()):
                    found |= {root(value)}
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "pop")):
                    found.add(name)
    return found


def blocks_of(node: ast.stmt) -> list[Block]:
    """Return the blocks that a statement contains."""
    match node:
        case ast.If(body=body, orelse=orelse):
            return [body, orelse]
        case ast.For(body=body) | ast.While(body=body):
            return [body]
        case _:
            return []


def sets_plainly(node: ast.stmt, name: str) -> bool:
    """Return whether a statement can declare a variable.

    It can if it sets the variable and doesn't read it first.
    """
    match node:
        case ast.Assign(targets=[target]):
            return name in targets(target) and name not in names_in(node.value)
        case ast.AnnAssign(target=ast.Name(id=other), value=value):
            return name == other and value is not None and name not in names_in(value)
        case ast.If(test=ast.NamedExpr(target=ast.Name(id=other), value=value)):
            return name == other and name not in names_in(value)
        case _:
            return False


@dataclass(slots=True)
class Places:
    """The statements at which a function's variables are declared."""

    by_itself: dict[int, set[str]] = field(default_factory=dict)
    """The variables that a statement declares itself when it sets them, keyed by the statement's id."""
    before: dict[int, list[str]] = field(default_factory=dict)
    """The variables that must be declared before a statement, keyed by the statement's id."""


def places_of(body: Block, names: set[str]) -> Places:
    """Return where each variable is declared: in the innermost block that contains all its uses."""
    places = Places()
    for name in sorted(names):
        block = body
        while True:
            having = [one for one in block if name in names_in(one)]
            inner = [
                part for one in having for part in blocks_of(one) if any(name in names_in(s) for s in part)
            ]
            if len(having) != 1 or len(inner) != 1 or _outside(having[0], name):
                break
            block = inner[0]
        first = having[0]
        if sets_plainly(first, name):
            places.by_itself.setdefault(id(first), set()).add(name)
        else:
            places.before.setdefault(id(first), []).append(name)
    return places


def _outside(node: ast.stmt, name: str) -> bool:
    """Return whether a statement uses a name outside its nested blocks."""
    heads: list[ast.expr] = []
    match node:
        case ast.If(test=test) | ast.While(test=test):
            heads = [test]
        case ast.For(target=target, iter=over):
            heads = [target, over]
        case _:
            return True
    return any(name in names_in(head) for head in heads)


class Checked:
    """A check that every variable is set before it is read, on every path through the function."""

    def __init__(self, locals_: set[str], refuse: Refusals) -> None:
        self.locals, self.refuse = locals_, refuse

    def block(self, block: Block, known: frozenset[str] | None) -> frozenset[str] | None:
        """Return the variables that are set after a block.

        None means that the block always ends with return or break.
        """
        for node in block:
            if known is None:
                raise self.refuse(node, "this statement can't be reached", "delete it")
            known = self._statement(node, known)
        return known

    def _statement(self, node: ast.stmt, known: frozenset[str]) -> frozenset[str] | None:
        match node:
            case ast.Assign(targets=goals, value=value):
                self._read(value, known)
                for goal in goals:
                    self._read_goal(goal, known)
                return known.union(*(targets(goal) for goal in goals))
            case ast.AnnAssign(target=goal, value=value):
                if value is None:
                    raise self.refuse(node, "the variable has no value", "assign a value here")
                self._read(value, known)
                return known.union(targets(goal))
            case ast.AugAssign(target=goal, value=value):
                self._read(value, known)
                for name in names_in(goal):
                    self._known(goal, name, known)
                return known
            case ast.If(test=test, body=body, orelse=orelse):
                known = self._test(test, known)
                ends = [self.block(body, known), self.block(orelse, known)]
                going = [end for end in ends if end is not None]
                return frozenset.intersection(*going) if going else None
            case ast.While(test=test, body=body):
                self._read(test, known)
                self.block(body, known)
                endless = isinstance(test, ast.Constant) and test.value is True
                return None if endless and not _breaks(body) else known
            case ast.For(target=goal, iter=over, body=body):
                self._read(over, known)
                self.block(body, known.union(targets(goal)))
                return known
            case ast.Return(value=value):
                if value is not None:
                    self._read(value, known)
                return None
            case ast.Continue() | ast.Break():
                return None
            case _:
                self._read(node, known)
                return known

    def _test(self, test: ast.expr, known: frozenset[str]) -> frozenset[str]:
        if isinstance(test, ast.NamedExpr):
            self._read(test.value, known)
            return known.union(targets(test.target))
        self._read(test, known)
        return known

    def _read_goal(self, goal: ast.expr, known: frozenset[str]) -> None:
        if isinstance(goal, ast.Subscript):
            self._read(goal, known)

    def _read(self, node: ast.AST, known: frozenset[str]) -> None:
        match node:
            case ast.ListComp(elt=element, generators=[one]):
                self._read(one.iter, known)
                self._read(element, known.union(targets(one.target)))
                return
        for name in names_in(node):
            self._known(node, name, known)

    def _known(self, node: ast.AST, name: str, known: frozenset[str]) -> None:
        if name in self.locals and name not in known:
            raise self.refuse(node, f"'{name}' may have no value here", "assign it before the block")


def _breaks(block: Block) -> bool:
    """Return whether a block contains a break that leaves the enclosing loop."""
    for node in block:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If) and (_breaks(node.body) or _breaks(node.orelse)):
            return True
    return False
