"""Translate statements in queries to lines of the script, each with its source line number."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.vassal.queries.expressions import Code, Expressions, part_of
from hexwright.vassal.queries.flow import (
    Block,
    Checked,
    Places,
    loops_in,
    names_in,
    places_of,
    root,
    set_in,
    spelt_out,
    targets,
)
from hexwright.vassal.queries.kinds import BOARD, DEFAULTS, HEXES, INT, NOTHING, Items, Kind, Record, fits
from hexwright.vassal.queries.reading import Function, Known, Source, kind_of
from hexwright.vassal.queries.script_names import camel, is_taken

_DOES: Final = {
    ast.BitAnd: ast.BitAnd,
    ast.BitOr: ast.BitOr,
    ast.BitXor: ast.BitXor,
    ast.Add: ast.Add,
    ast.Sub: ast.Sub,
    ast.Mult: ast.Mult,
    ast.LShift: ast.LShift,
    ast.RShift: ast.RShift,
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the script with its indentation."""

    text: str
    source: int
    """The number of the line in the Python source."""


class Body:
    """A translator for the body of one function."""

    def __init__(self, function: Function, source: Source, known: Known) -> None:
        self.function, self.source, self.known = function, source, known
        self.refuse = source.refuse
        self.kinds: dict[str, Kind] = dict(function.parameters)
        self.expressions = Expressions(known, self.kinds, self.refuse)
        self.lines: list[Line] = []
        self.depth = 1
        self.told = function.node.lineno
        """The last source line whose comments are already in the output."""
        self.places = Places()
        self.looping: list[set[str]] = []
        """The lists that the enclosing loops iterate over. The loops' bodies must not change these lists."""
        block = function.node.body
        self.block: Block = spelt_out(block[1:] if ast.get_docstring(function.node) is not None else block)

    def write(self) -> list[Line]:
        """Return the translated lines that go between the function's braces."""
        over = {name for loop in loops_in(self.block) for name in targets(loop.target)}
        names = {
            node.id
            for statement in self.block
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        within = self._within_comprehensions()
        self._loop_names(over)
        mine = names - over - within - set(self.function.parameters)
        for name in names:
            if is_taken(name) and name != "_":
                raise self.refuse(
                    self.function.node, f"'{name}' has another meaning in the script", "write another name"
                )
        Checked(mine | over, self.refuse).block(self.block, frozenset(self.function.parameters) | within)
        self.places = places_of(self.block, mine)
        self._block(self.block)
        return self.lines

    def _within_comprehensions(self) -> set[str]:
        return {
            name
            for statement in self.block
            for node in ast.walk(statement)
            if isinstance(node, ast.comprehension)
            for name in targets(node.target)
        }

    def _loop_names(self, over: set[str]) -> None:
        """Reject loop variables whose names are also used outside their loops."""
        loops = list(loops_in(self.block))
        nodes = (node for statement in self.block for node in ast.walk(statement))
        named = [node for node in nodes if isinstance(node, ast.Name)]
        for name in over - {"_"}:
            inside: set[int] = set()
            for loop in loops:
                if name in targets(loop.target):
                    inside |= {id(node) for part in (loop.target, *loop.body) for node in ast.walk(part)}
                    if name in set_in(loop.body):
                        raise self.refuse(
                            loop, f"'{name}' is assigned in its own loop", "assign another variable"
                        )
            for node in named:
                if node.id == name and id(node) not in inside:
                    raise self.refuse(node, f"'{name}' is also used outside its loop", "write another name")

    # Lines ----------------------------------------------------------------------------------------

    def _line(self, text: str, node: ast.AST) -> None:
        self.lines.append(Line("  " * self.depth + text, getattr(node, "lineno", 0)))

    def _comments(self, upto: int) -> None:
        """Write the source comments up to the given line, including a comment at the end of that line."""
        for number in range(self.told + 1, upto + 1):
            if number in self.source.comments:
                self.lines.append(Line("  " * self.depth + f"// {self.source.comments[number]}", number))
        self.told = max(self.told, upto)

    def _block(self, block: Block) -> None:
        for statement in block:
            inner = (
                statement.body[0].lineno - 1 if isinstance(statement, ast.If | ast.For | ast.While) else None
            )
            self._comments(min(inner, statement.lineno) if inner is not None else statement.end_lineno or 0)
            for name in self.places.before.get(id(statement), ()):
                kind = self._kind_of_later(statement, name)
                self._line(f"{kind.java} {camel(name)} = {DEFAULTS.get(kind.java, 'null')};", statement)
            self._statement(statement)

    def _nested(self, block: Block, *more: Callable[[], None]) -> None:
        self.depth += 1
        for one in more:
            one()
        self._block(block)
        self.depth -= 1

    # Statements -----------------------------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=goals, value=value):
                self._assign(node, goals, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value) if (
                value is not None
            ):
                kind = kind_of(annotation, self.known, self.refuse)
                self._learn(node, name, kind)
                self._set(node, name, value)
            case ast.AugAssign(target=goal, op=operator, value=value):
                if type(operator) not in _DOES:
                    raise self.refuse(node, f"'{ast.unparse(node)}' isn't supported", "write an assignment")
                read = ast.copy_location(ast.parse(ast.unparse(goal), mode="eval").body, node)
                done = ast.copy_location(ast.BinOp(read, operator, value), node)
                self._assign(node, [goal], ast.fix_missing_locations(done))
            case ast.If():
                self._if(node)
            case ast.While(test=test, body=body, orelse=[]):
                if isinstance(test, ast.Constant) and test.value is True:
                    self._line("while (true) {", node)
                else:
                    self._line(f"while ({self.expressions.condition(test).text}) {{", node)
                self._nested(body)
                self._line("}", node)
            case ast.For(orelse=[]):
                self._for(node)
            case ast.Return(value=value):
                self._return(node, value)
            case ast.Continue():
                self._line("continue;", node)
            case ast.Break():
                self._line("break;", node)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr="append"), args=[value])):
                held = self.expressions.value(owner)
                if not isinstance(held.kind, Items) or not held.kind.grows:
                    raise self.refuse(node, f"{held.kind.name} has a fixed length", "annotate it as a list")
                self._keeps(node, owner)
                self._line(f"{held.text}.add({self.expressions.wanted(value, held.kind.of).text});", node)
            case ast.Expr(value=ast.Call() as called):
                self._line(f"{self.expressions.value(called).text};", node)
            case _:
                raise self.refuse(
                    node,
                    f"'{ast.unparse(node).splitlines()[0]}' isn't supported",
                    "use assignments, if, for, while and return",
                )

    def _return(self, node: ast.stmt, value: ast.expr | None) -> None:
        gives = self.function.gives
        if value is None or gives is NOTHING:
            if gives is not NOTHING or value is not None:
                raise self.refuse(node, f"{gives.name} is expected", "return a value of that kind")
            self._line("return;", node)
        elif isinstance(value, ast.ListComp):
            self._comprehension(node, "found", value, gives, declared=False)
            self._line("return found;", node)
        else:
            self._one_name(node, value, gives, self.function.parameters)
            self._line(f"return {self.expressions.wanted(value, gives).text};", node)

    def _one_name(self, node: ast.stmt, value: ast.expr, kind: Kind, names: Mapping[str, Kind]) -> None:
        """Reject a second name for a list.

        A loop over one name would miss items that are appended through the other.
        """
        if (
            isinstance(kind, Items)
            and kind.grows
            and isinstance(value, ast.Name | ast.IfExp)
            and names_in(value) & set(names)
        ):
            raise self.refuse(node, "the list would have two names", "append the items to a new list")

    def _if(self, node: ast.If, *, after: bool = False) -> None:
        test = node.test
        if isinstance(test, ast.NamedExpr):
            assert isinstance(test.target, ast.Name)
            self._set(node, test.target.id, test.value)
            test = test.target
        told = self.expressions.condition(test).text
        self._line(f"}} else if ({told}) {{" if after else f"if ({told}) {{", node)
        self._nested(node.body)
        match node.orelse:
            case []:
                self._line("}", node)
            case [ast.If() as other] if not (
                isinstance(other.test, ast.NamedExpr) or self.places.before.get(id(other))
            ):
                self._comments(other.lineno)
                self._if(other, after=True)
            case orelse:
                self._line("} else {", orelse[0])
                self._nested(orelse)
                self._line("}", node)

    # Variables ------------------------------------------------------------------------------------

    def _learn(self, node: ast.AST, name: str, kind: Kind) -> None:
        """Record the kind of a variable; raise RefusedError if the variable already has another kind."""
        if kind is BOARD:
            raise self.refuse(node, "the board can't be assigned", "pass on the parameter itself")
        if kind is NOTHING:
            raise self.refuse(
                node, f"the value of '{name}' is a call that returns nothing", "write the call as a statement"
            )
        known = self.kinds.setdefault(name, kind)
        if known != kind and not fits(kind, known):
            raise self.refuse(
                node, f"'{name}' is {known.name} in one place and {kind.name} in another", "use two variables"
            )

    def _kind_of_later(self, node: ast.stmt, name: str) -> Kind:
        """Return the kind of a variable that is first set in a later block."""
        for one in ast.walk(node):
            match one:
                case ast.AnnAssign(target=ast.Name(id=other), annotation=annotation) if other == name:
                    kind = kind_of(annotation, self.known, self.refuse)
                    self._learn(one, name, kind)
                    return kind
        raise self.refuse(
            node, f"'{name}' is first assigned in a block and used after it", "assign it before the block"
        )

    def _declares(self, node: ast.stmt, name: str) -> str:
        """Return the type to write before a name if the statement declares it; otherwise ""."""
        return f"{self.kinds[name].java} " if name in self.places.by_itself.get(id(node), ()) else ""

    def _assign(self, node: ast.stmt, goals: list[ast.expr], value: ast.expr) -> None:
        if len(goals) > 1:
            raise self.refuse(node, "this statement assigns several targets", "write a line for each")
        match goals[0]:
            case ast.Name(id=name):
                self._set(node, name, value)
            case ast.Subscript(value=owner, slice=place):
                self._put(node, owner, place, value)
            case ast.Tuple(elts=parts) if all(isinstance(one, ast.Name) for one in parts):
                names = [one.id for one in parts if isinstance(one, ast.Name)]
                if isinstance(value, ast.Tuple):
                    self._side_by_side(node, names, value.elts)
                else:
                    self._unpack(node, names, self.expressions.value(value))
            case _:
                raise self.refuse(
                    node, "this target can't be assigned", "assign a variable, or an item of a row"
                )

    def _set(self, node: ast.stmt, name: str, value: ast.expr) -> None:
        if name in self.function.parameters and self.function.parameters[name] is BOARD:
            raise self.refuse(node, "the board can't be assigned", "delete this line")
        if isinstance(value, ast.ListComp):
            kind = self.kinds.get(name)
            if not isinstance(kind, Items) or kind.grows:
                raise self.refuse(node, f"'{name}' has no annotation", "annotate it as Row[…]")
            self._comprehension(node, camel(name), value, kind, declared=not self._declares(node, name))
            return
        if name not in self.kinds:
            self._learn(node, name, self._kind_by(value))
        self._one_name(node, value, self.kinds[name], self.kinds)
        found = self.expressions.wanted(value, self.kinds[name])
        self._line(f"{self._declares(node, name)}{camel(name)} = {found.text};", node)

    def _kind_by(self, value: ast.expr) -> Kind:
        found = self.expressions.value(value)
        return found.kind

    def _side_by_side(self, node: ast.stmt, names: list[str], values: list[ast.expr]) -> None:
        """Translate an assignment of several values to consecutive single assignments."""
        for number, value in enumerate(values):
            if names_in(value) & set(names[:number]):
                raise self.refuse(
                    node,
                    "one value depends on a variable that the same statement assigns",
                    "write one assignment per line",
                )
        for name, value in zip(names, values, strict=True):
            self._set(node, name, value)

    def _unpack(self, node: ast.stmt, names: list[str], held: Code) -> None:
        if not held.text.isidentifier():
            raise self.refuse(node, "the unpacked value has no name", "assign it to a variable first")
        for name, part in self._parts(node, names, held):
            self._line(f"{self._declares(node, name)}{camel(name)} = {part.text};", node)

    def _parts(self, node: ast.stmt, names: list[str], held: Code) -> Iterator[tuple[str, Code]]:
        kind = held.kind
        if not isinstance(kind, Record) or not kind.is_row or len(kind.fields) != len(names):
            raise self.refuse(
                node,
                f"{kind.name} doesn't have {len(names)} fields",
                "unpack a NamedTuple with one field for each name",
            )
        for name, one in zip(names, kind.fields, strict=True):
            if name == "_":
                continue
            self._learn(node, name, one.kind)
            yield name, part_of(held.text, kind, one)

    def _put(self, node: ast.stmt, owner: ast.expr, place: ast.expr, value: ast.expr) -> None:
        held = self.expressions.value(owner)
        if not isinstance(held.kind, Items) or not held.kind.changes:
            raise self.refuse(node, f"items of {held.kind.name} can't be replaced", "annotate it as a Row")
        at, found = self.expressions.number(place).text, self.expressions.wanted(value, held.kind.of).text
        if held.kind.grows:
            self._line(f"{held.text}.set({at}, {found});", node)
        else:
            self._line(f"{held.text}[{at}] = {found};", node)

    def _comprehension(
        self, node: ast.stmt, name: str, value: ast.ListComp, kind: Kind, *, declared: bool
    ) -> None:
        """Translate a list comprehension that creates a row."""
        match value.generators:
            case [
                ast.comprehension(
                    target=ast.Name(id=index),
                    iter=ast.Call(func=ast.Name(id="range"), args=[count]),
                    ifs=[],
                )
            ] if isinstance(kind, Items) and not kind.grows:
                pass
            case _:
                raise self.refuse(node, "only [… for n in range(…)] is supported", "write a loop")
        at = "n" if index == "_" else camel(index)
        if at == name or (index in self.kinds and index != "_"):
            raise self.refuse(node, f"'{index}' is already a variable", "write another name")
        self._line(
            f"{'' if declared else 'Object[] '}{name} = new Object[{self.expressions.number(count).text}];",
            node,
        )
        self.kinds[index] = INT
        self._line(f"for (int {at} = 0; {at} < {name}.length; {at}++) {{", node)
        self.depth += 1
        self._line(f"{name}[{at}] = {self.expressions.wanted(value.elt, kind.of).text};", node)
        self.depth -= 1
        self._line("}", node)
        del self.kinds[index]

    # Loops ----------------------------------------------------------------------------------------

    def _keeps(self, node: ast.stmt, changed: ast.expr) -> None:
        if any(names_in(changed) & names for names in self.looping):
            raise self.refuse(
                node, "the list changes while a loop iterates over it", "append to another list"
            )

    def _for(self, node: ast.For) -> None:
        own = targets(node.target)
        kinds = dict(self.kinds)
        held = node.iter.args[0] if isinstance(node.iter, ast.Call) and node.iter.args else node.iter
        counts = isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) in ("range", "members")
        self.looping.append(set() if counts else {root(held)})
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[upto], keywords=[]):
                self._counting(node, ast.Constant(0), upto)
            case ast.Call(func=ast.Name(id="range"), args=[first, upto], keywords=[]):
                self._counting(node, first, upto)
            case ast.Call(func=ast.Name(id="members"), args=[hexes], keywords=[]):
                self._members(node, hexes)
            case ast.Call(func=ast.Name(id="enumerate"), args=[over], keywords=[]):
                self._numbered(node, over)
            case over:
                self._each(node, over)
        self.looping.pop()
        self._line("}", node)
        for name in own:
            self.kinds.pop(name, None)
            if name in kinds:
                self.kinds[name] = kinds[name]

    def _own(self, node: ast.For, target: ast.expr, kind: Kind) -> str:
        if not isinstance(target, ast.Name):
            raise self.refuse(node, "each item of this loop is a single value", "write one variable")
        self._learn(node, target.id, kind)
        return camel(target.id)

    def _counting(self, node: ast.For, first: ast.expr, upto: ast.expr) -> None:
        if names_in(upto) & set_in(node.body):
            raise self.refuse(
                node, "the end of the range changes in the loop", "assign it to a variable before the loop"
            )
        begin, end = self.expressions.number(first).text, self.expressions.number(upto)
        if isinstance(node.target, ast.Name) and node.target.id == "_":
            name = f"round{self.depth}"
        else:
            name = self._own(node, node.target, INT)
        self._line(f"for (int {name} = {begin}; {name} < {end.within(7)}; {name}++) {{", node)
        self._nested(node.body)

    def _members(self, node: ast.For, hexes: ast.expr) -> None:
        name = self._own(node, node.target, INT)
        rest = f"{name}Left"
        self._line(f"BigInteger {rest} = {self.expressions.wanted(hexes, HEXES).text};", node)
        self._line(f"while ({rest}.signum() != 0) {{", node)

        def next_one() -> None:
            self._line(f"int {name} = {rest}.getLowestSetBit();", node)
            self._line(f"{rest} = {rest}.clearBit({name});", node)

        self._nested(node.body, next_one)

    def _numbered(self, node: ast.For, over: ast.expr) -> None:
        held = self._held(node, over)
        match node.target:
            case ast.Tuple(elts=[ast.Name() as number, one]):
                pass
            case _:
                raise self.refuse(node, "enumerate returns two values", "write two variables")
        at = self._own(node, number, INT)
        size = "size()" if held.kind.grows else "length"  # type: ignore[attr-defined]
        place = f".get({at})" if held.kind.grows else f"[{at}]"  # type: ignore[attr-defined]
        self._line(f"for (int {at} = 0; {at} < {held.text}.{size}; {at}++) {{", node)
        self._nested(node.body, lambda: self._found(node, one, f"{held.text}{place}", held.kind.of))  # type: ignore[attr-defined]

    def _found(self, node: ast.For, target: ast.expr, text: str, kind: Kind) -> None:
        """Translate the assignment of the current item in a loop."""
        if isinstance(target, ast.Tuple):
            names = [one.id for one in target.elts if isinstance(one, ast.Name)]
            self._taken_apart(node, names, Code(text, kind))
            return
        name = self._own(node, target, kind)
        self._line(f"{kind.java} {name} = {text};", node)

    def _taken_apart(self, node: ast.For, names: list[str], held: Code) -> None:
        for name, part in self._parts(node, names, held):
            self._line(f"{part.kind.java} {camel(name)} = {part.text};", node)

    def _held(self, node: ast.For, over: ast.expr) -> Code:
        held = self.expressions.value(over)
        if not isinstance(held.kind, Items):
            raise self.refuse(
                node, f"a loop can't iterate over {held.kind.name}", "use range, members, a row or a list"
            )
        if held.kind.grows and root(over) in set_in(node.body) | self._handed_on(node.body):
            raise self.refuse(
                node, "the list changes while a loop iterates over it", "append to another list"
            )
        if over is not node.iter and not isinstance(over, ast.Name | ast.Attribute | ast.Subscript):
            raise self.refuse(
                node, "enumerate needs a variable", "assign the value to a variable before the loop"
            )
        return held

    def _handed_on(self, block: Block) -> set[str]:
        """Return the variables in a block that are passed to other queries as arguments."""
        return {
            argument.id
            for statement in block
            for node in ast.walk(statement)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in self.known.functions
            for argument in (*node.args, *(one.value for one in node.keywords))
            if isinstance(argument, ast.Name)
        }

    def _each(self, node: ast.For, over: ast.expr) -> None:
        held = self._held(node, over)
        assert isinstance(held.kind, Items)
        of = held.kind.of
        through = f"{held.text}.toArray()" if held.kind.grows else held.text
        if not isinstance(node.target, ast.Tuple):
            name = self._own(node, node.target, of)
            self._line(f"for ({of.java} {name} : {through}) {{", node)
            self._nested(node.body)
            return
        names = [one.id for one in node.target.elts if isinstance(one, ast.Name)]
        whole = camel(of.name[:1].lower() + of.name[1:])
        if any(camel(name) == whole for name in (*self.kinds, *names_in(node))):
            raise self.refuse(
                node, f"'{whole}' is already the script's name for the unpacked value", "write another name"
            )
        self._line(f"for (Object {whole} : {through}) {{", node)
        self._nested(node.body, lambda: self._taken_apart(node, names, Code(whole, of)))
