"""Translate expressions in queries to BeanShell, and determine the kind of each value."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from hexwright.vassal.queries.kinds import (
    BIT,
    BOARD,
    BOOL,
    HEXES,
    INT,
    SPREAD,
    STR,
    Field,
    Items,
    Kind,
    Record,
    fits,
    row_of,
)
from hexwright.vassal.queries.reading import Function, Known
from hexwright.vassal.queries.refusing import Refusals
from hexwright.vassal.queries.script_names import camel, column, maker

ATOM: Final = 10
_UNARY, _TIMES, _PLUS, _ORDER, _EQUAL, _AND, _OR, _CHOICE = 9, 8, 7, 6, 5, 4, 3, 2
_SETS: Final = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
_NUMBERS: Final = {ast.Add: ("+", _PLUS), ast.Sub: ("-", _PLUS), ast.Mult: ("*", _TIMES)}
_COMPARED: Final = {
    ast.Lt: ("<", _ORDER),
    ast.LtE: ("<=", _ORDER),
    ast.Gt: (">", _ORDER),
    ast.GtE: (">=", _ORDER),
    ast.Eq: ("==", _EQUAL),
    ast.NotEq: ("!=", _EQUAL),
}


@dataclass(frozen=True, slots=True)
class Code:
    """A translated expression: its text in the script, and the kind of its value."""

    text: str
    kind: Kind
    level: int = ATOM
    """The precedence of the expression's outermost operator."""
    boxed: bool = False
    """Whether the value is a number wrapped in an object, as in a row.

    In the script, == compares such objects by identity, not by value.
    """

    def within(self, level: int) -> str:
        """Return the code as text, in parentheses if its precedence is below `level`."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def plain(self) -> Code:
        """Return the code for the bare number or boolean, without the object that wraps it."""
        return Code(f"({self.kind.java}) {self.text}", self.kind, _UNARY) if self.boxed else self


def item(text: str, kind: Kind) -> Code:
    """Return the code for an element of a row or list."""
    return Code(text, kind, boxed=kind in (INT, BOOL))


def part_of(text: str, row: Record, part: Field) -> Code:
    """Return the code for a field of a record that is stored as a row.

    Rows that contain only numbers store them without wrapping.
    """
    told = f"{text}[{column(row.name, part.name)}]"
    return Code(told, part.kind) if row.java == "int[]" else item(told, part.kind)


class Expressions:
    """A translator for the expressions of one function."""

    def __init__(self, known: Known, names: Mapping[str, Kind], refuse: Refusals) -> None:
        self.known, self.names, self.refuse = known, names, refuse
        self.uses: set[str] = set()
        """The names of the functions that the expressions call."""

    # Conditions -----------------------------------------------------------------------------------

    def condition(self, node: ast.expr) -> Code:
        """Translate an expression that is used as a condition."""
        match node:
            case ast.BoolOp(op=operator, values=values):
                sign, level = ("&&", _AND) if isinstance(operator, ast.And) else ("||", _OR)
                parts = [self.condition(value).within(level + 1) for value in values]
                return Code(f" {sign} ".join(parts), BOOL, level)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                found = self.value(operand)
                if found.kind is HEXES:
                    return Code(f"{found.within(ATOM)}.signum() == 0", BOOL, _EQUAL)
                return Code(f"!{self.condition(operand).within(_UNARY)}", BOOL, _UNARY)
        found = self.value(node)
        if found.kind is HEXES:
            return Code(f"{found.within(ATOM)}.signum() != 0", BOOL, _EQUAL)
        if found.kind in (BOOL, BIT):
            return replace(found.plain, kind=BOOL)
        raise self.refuse(
            node,
            f"'{ast.unparse(node)}' is {found.kind.name}, not bool",
            "write a comparison, such as x != 0 or len(x) > 0",
        )

    # Values ---------------------------------------------------------------------------------------

    def wanted(self, node: ast.expr, kind: Kind) -> Code:
        """Translate an expression that must be of a given kind; raise RefusedError if it is of another
        kind.
        """
        match node:
            case ast.Constant(value=int() as number) if kind is HEXES and not isinstance(number, bool):
                return self._set(node, number)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)) if kind is HEXES:
                return self._set(node, -1)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self.condition(test).within(_OR)
                first = self.wanted(body, kind).plain.within(_OR)
                second = self.wanted(orelse, kind).plain.within(_CHOICE)
                return Code(f"{asked} ? {first} : {second}", kind, _CHOICE)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if isinstance(kind, Items):
                if kind.grows and not elements:
                    return Code("new ArrayList()", kind)
                values = ", ".join(self.wanted(one, kind.of).text for one in elements)
                row = f"new Object[] {{{values}}}" if elements else "new Object[0]"
                return Code(f"new ArrayList(Arrays.asList({row}))" if kind.grows else row, kind)
            case ast.Tuple(elts=elements) if isinstance(kind, Record) and kind.is_bare:
                if len(elements) != len(kind.fields):
                    raise self.refuse(
                        node, f"{kind.name} has {len(kind.fields)} fields", "write one value for each field"
                    )
                parts = (
                    self.wanted(one, part.kind).text for one, part in zip(elements, kind.fields, strict=True)
                )
                return Code(f"new Object[] {{{', '.join(parts)}}}", kind)
            case ast.BinOp(left=ast.List(elts=[filled]), op=ast.Mult(), right=count) if isinstance(
                kind, Items
            ):
                return self._filled(node, kind, filled, count)
        found = self.value(node)
        if kind is BOOL and found.kind is BIT:
            raise self.refuse(node, "this expression is a number in Python, not a boolean", "write bool(…)")
        if not fits(found.kind, kind):
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' is {found.kind.name}, but {kind.name} is expected",
                "change the expression or the annotation",
            )
        return found

    def _set(self, node: ast.expr, number: int) -> Code:
        if number == 0:
            return Code("NONE", HEXES)
        if number == -1:
            return Code("NONE.not()", HEXES)
        raise self.refuse(node, f"{number} isn't a set of hexes", "write 1 << number")

    def _filled(self, node: ast.expr, kind: Items, filled: ast.expr, count: ast.expr) -> Code:
        if kind.grows or kind.of not in (INT, BOOL, STR, HEXES):
            raise self.refuse(
                node,
                "[value] * count must be a Row of int, bool, str or Hexes",
                "annotate the variable as such a Row",
            )
        value = self.wanted(filled, kind.of)
        return Code(f"filled({value.text}, {self.number(count).text})", kind)

    def number(self, node: ast.expr) -> Code:
        """Translate an expression to a number without a wrapping object."""
        return self.wanted(node, INT).plain

    def value(self, node: ast.expr) -> Code:
        """Translate an expression whose value may be of any kind."""
        match node:
            case ast.Constant(value=bool() as said):
                return Code("true" if said else "false", BOOL)
            case ast.Constant(value=int() as number):
                if number >= 1 << 31:
                    raise self.refuse(node, f"{number} doesn't fit in 32 bits", "write a smaller number")
                return Code(str(number), INT)
            case ast.Constant(value=str() as word) if (
                word.isprintable() and '"' not in word and "\\" not in word
            ):
                return Code(f'"{word}"', STR)
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Attribute(value=owner, attr=name):
                return self._field(node, owner, name)
            case ast.Subscript(value=owner, slice=place):
                return self._item(node, owner, place)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Code(f"-{self.number(operand).within(_UNARY)}", INT, _UNARY)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return Code(f"{self.wanted(operand, HEXES).within(ATOM)}.not()", HEXES)
            case ast.UnaryOp(op=ast.Not()):
                return self.condition(node)
            case ast.BoolOp(values=values):
                for one in values:
                    self.wanted(one, BOOL)
                return self.condition(node)
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return self._compared(node, left, operator, right)
            case ast.IfExp(body=body, orelse=orelse):
                kinds = [self.value(part).kind for part in (body, orelse)]
                return self.wanted(node, HEXES if HEXES in kinds else kinds[0])
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                return self._call(node, name, args, keywords)
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args, keywords=[]):
                return self._method(node, owner, name, args)
            case _:
                what = type(node).__name__
                raise self.refuse(
                    node, f"'{ast.unparse(node)}' ({what}) isn't supported", _INSTEAD.get(what, _ELSE)
                )

    def _named(self, node: ast.expr, name: str) -> Code:
        if name in self.names:
            return Code(camel(name), self.names[name])
        if name in self.known.constants:
            return Code(name, self.known.constants[name])
        raise self.refuse(node, f"unknown name '{name}'", "pass it as an argument, or assign it before")

    def _field(self, node: ast.expr, owner: ast.expr, name: str) -> Code:
        held = self.value(owner)
        if held.kind is BOARD and name == "every":
            return Code("EVERY", HEXES)
        found = held.kind.field(name) if isinstance(held.kind, Record) and not held.kind.is_bare else None
        if not isinstance(held.kind, Record) or found is None:
            raise self.refuse(
                node, f"{held.kind.name} has no field '{name}'", "write a field that the record declares"
            )
        if held.kind.is_row:
            return part_of(held.within(ATOM), held.kind, found)
        return Code(f"{held.within(ATOM)}.{camel(name)}", found.kind)

    def _item(self, node: ast.expr, owner: ast.expr, place: ast.expr) -> Code:
        held = self.value(owner)
        if not isinstance(held.kind, Items) or isinstance(place, ast.Slice):
            raise self.refuse(node, f"'{ast.unparse(node)}' isn't supported", "write a loop over it")
        match place:
            case ast.UnaryOp(op=ast.USub()):
                raise self.refuse(node, "the script has no negative indices", "write x[len(x) - 1]")
        at = self.number(place).text
        text = f"{held.within(ATOM)}.get({at})" if held.kind.grows else f"{held.within(ATOM)}[{at}]"
        return item(text, held.kind.of)

    # Operators ------------------------------------------------------------------------------------

    def _binary(self, node: ast.BinOp) -> Code:
        match node:
            case ast.BinOp(
                left=ast.BinOp(left=held, op=ast.RShift(), right=number),
                op=ast.BitAnd(),
                right=ast.Constant(value=1),
            ):
                found = self.wanted(held, HEXES)
                return Code(f"{found.within(ATOM)}.testBit({self.number(number).text})", BIT)
            case ast.BinOp(left=ast.Constant(value=1), op=ast.LShift(), right=number):
                return Code(f"NONE.setBit({self.number(number).text})", HEXES)
            case ast.BinOp(left=left, op=ast.BitAnd(), right=ast.UnaryOp(op=ast.Invert(), operand=right)):
                taken = self.wanted(right, HEXES).text
                return Code(f"{self.wanted(left, HEXES).within(ATOM)}.andNot({taken})", HEXES)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor() as operator, right=right):
                told = _SETS[type(operator)]
                return Code(
                    f"{self.wanted(left, HEXES).within(ATOM)}.{told}({self.wanted(right, HEXES).text})", HEXES
                )
            case ast.BinOp(left=left, op=ast.LShift() | ast.RShift() as operator, right=right):
                told = "shiftLeft" if isinstance(operator, ast.LShift) else "shiftRight"
                return Code(
                    f"{self.wanted(left, HEXES).within(ATOM)}.{told}({self.number(right).text})", HEXES
                )
            case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Mod() as operator, right=right):
                told = "floorDiv" if isinstance(operator, ast.FloorDiv) else "floorMod"
                return Code(f"Math.{told}({self.number(left).text}, {self.number(right).text})", INT)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() as operator, right=right):
                sign, level = _NUMBERS[type(operator)]
                return Code(
                    f"{self.number(left).within(level)} {sign} {self.number(right).within(level + 1)}",
                    INT,
                    level,
                )
            case _:
                raise self.refuse(
                    node,
                    f"'{ast.unparse(node)}' isn't supported",
                    "use & | ^ << >> for sets, and + - * // % for numbers",
                )

    def _compared(self, node: ast.expr, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> Code:
        if type(operator) not in _COMPARED:
            raise self.refuse(node, f"'{ast.unparse(node)}' isn't supported", "compare with == != < <= > >=")
        sign, level = _COMPARED[type(operator)]
        kinds = [self.value(part).kind for part in (left, right)]
        if HEXES in kinds:
            return self._sets_compared(node, left, sign, right, level)
        if kinds[0] != kinds[1] or kinds[0] not in (INT, BOOL, STR):
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' compares {kinds[0].name} and {kinds[1].name}",
                "compare values of the same kind",
            )
        first, second = self.value(left).plain, self.value(right).plain
        if kinds[0] is STR:
            if level != _EQUAL:
                raise self.refuse(node, "the script can't order strings", "compare with == or !=")
            text = f"{first.within(ATOM)}.equals({second.text})"
            return Code(text, BOOL) if sign == "==" else Code(f"!{text}", BOOL, _UNARY)
        if kinds[0] is BOOL and level != _EQUAL:
            raise self.refuse(node, "the script can't order booleans", "compare with == or !=")
        return Code(f"{first.within(level + 1)} {sign} {second.within(level + 1)}", BOOL, level)

    def _sets_compared(self, node: ast.expr, left: ast.expr, sign: str, right: ast.expr, level: int) -> Code:
        first, second = self.wanted(left, HEXES), self.wanted(right, HEXES)
        if second.text == "NONE":
            return Code(f"{first.within(ATOM)}.signum() {sign} 0", BOOL, level)
        if level != _EQUAL:
            raise self.refuse(
                node, "sets of hexes can't be ordered", "compare with == or !=, or compare their bit_count()"
            )
        text = f"{first.within(ATOM)}.equals({second.text})"
        return Code(text, BOOL) if sign == "==" else Code(f"!{text}", BOOL, _UNARY)

    # Calls ----------------------------------------------------------------------------------------

    def _call(self, node: ast.Call, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> Code:
        if name in self.names and self.names[name] is SPREAD:
            return self._spread(node, Code(camel(name), SPREAD), args)
        kind = self.known.kinds.get(name)
        if isinstance(kind, Record):
            return self._made(node, kind, args, keywords)
        if name in self.known.functions:
            return self._asked(node, self.known.functions[name], args, keywords)
        if keywords:
            raise self.refuse(node, f"'{name}' isn't supported", "call a query")
        match name, args:
            case "len", [one]:
                held = self.value(one)
                if isinstance(held.kind, Items):
                    return Code(f"{held.within(ATOM)}.{'size()' if held.kind.grows else 'length'}", INT)
            case (("min" | "max"), [first, second]):
                return Code(f"Math.{name}({self.number(first).text}, {self.number(second).text})", INT)
            case "abs", [one]:
                return Code(f"Math.abs({self.number(one).text})", INT)
            case "bool", [one]:
                return self.condition(one)
            case "first", [one]:
                return Code(f"{self.wanted(one, HEXES).within(ATOM)}.getLowestSetBit()", INT)
            case "tuple", [one]:
                held = self.value(one)
                if isinstance(held.kind, Items) and held.kind.grows:
                    return Code(
                        f"{held.within(ATOM)}.toArray()",
                        replace(
                            held.kind,
                            name=f"Sequence[{held.kind.of.name}]",
                            java="Object[]",
                            grows=False,
                            changes=False,
                        ),
                    )
            case "list", [one]:
                held = self.value(one)
                if isinstance(held.kind, Items) and not held.kind.grows:
                    return Code(
                        f"Arrays.copyOf({held.text}, {held.within(ATOM)}.length)", row_of(held.kind.of)
                    )
        raise self.refuse(node, f"'{ast.unparse(node)}' isn't supported", "call a query")

    def _spread(self, node: ast.Call, joint: Code, args: list[ast.expr]) -> Code:
        if len(args) != 1 or node.keywords:
            raise self.refuse(node, "a call of connections takes one set of hexes", "write one argument")
        return Code(f"stepped({self.wanted(args[0], HEXES).text}, {joint.text})", HEXES)

    def _method(self, node: ast.Call, owner: ast.expr, name: str, args: list[ast.expr]) -> Code:
        held = self.value(owner)
        match held.kind, name, args:
            case kind, "bit_count", [] if kind is HEXES:
                return Code(f"{held.within(ATOM)}.bitCount()", INT)
            case kind, "around", [hexes] if kind is BOARD:
                return Code(f"around({self.wanted(hexes, HEXES).text})", HEXES)
            case Items(grows=True), "pop", []:
                text = f"{held.within(ATOM)}.remove({held.within(ATOM)}.size() - 1)"
                return item(text, held.kind.of)
            case Record(), _, _:
                found = held.kind.field(name)
                if found is not None and found.kind is SPREAD:
                    return self._spread(node, self._field(node, owner, name), args)
        raise self.refuse(node, f"'{ast.unparse(node)}' isn't supported", "call a query")

    def _asked(
        self, node: ast.Call, asked: Function, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> Code:
        given = self._given(node, asked.name, list(asked.parameters), args, keywords)
        texts: list[str] = []
        lists = [
            ast.unparse(value)
            for name, value in given.items()
            if isinstance(value, ast.Name)
            and isinstance(kind := asked.parameters[name], Items)
            and kind.grows
        ]
        if len(lists) != len(set(lists)):
            raise self.refuse(node, "the list would have two names", "pass it as one argument only")
        for name, kind in asked.parameters.items():
            value = given.get(name, asked.defaults.get(name))
            if value is None:
                raise self.refuse(node, f"the call to {asked.name} lacks '{name}'", "add this argument")
            found = self.wanted(value, kind)
            if kind is not BOARD:
                texts.append(found.text)
        self.uses.add(asked.name)
        return Code(f"{camel(asked.name)}({', '.join(texts)})", asked.gives)

    def _made(self, node: ast.Call, kind: Record, args: list[ast.expr], keywords: list[ast.keyword]) -> Code:
        given = self._given(node, kind.name, [one.name for one in kind.fields], args, keywords)
        texts: list[str] = []
        for one in kind.fields:
            value = given.get(one.name)
            if value is None and one.default is None:
                raise self.refuse(node, f"{kind.name} lacks '{one.name}'", "add this argument")
            texts.append(str(one.default) if value is None else self.wanted(value, one.kind).text)
        told = ", ".join(texts)
        return Code(f"new {kind.java} {{{told}}}" if kind.is_row else f"{maker(kind.name)}({told})", kind)

    def _given(
        self, node: ast.Call, whose: str, names: list[str], args: list[ast.expr], keywords: list[ast.keyword]
    ) -> dict[str, ast.expr]:
        given = dict(zip(names, args, strict=False))
        given |= {one.arg: one.value for one in keywords if one.arg is not None}
        if len(args) > len(names) or len(given) != len(args) + len(keywords) or not set(given) <= set(names):
            raise self.refuse(node, f"{whose} takes {', '.join(names)}", "pass each of these once")
        return given


_ELSE: Final = "write loops, conditions and calls of queries instead"
_INSTEAD: Final = {
    "ListComp": "assign the list to a variable first, or write a loop",
    "GeneratorExp": "write a loop",
    "NamedExpr": "assign the variable before, or as the whole condition of an 'if'",
    "Lambda": "write a query",
    "JoinedStr": "return codes and numbers, and build the text where it is shown",
    "Compare": "compare two values at a time",
    "Tuple": "declare a NamedTuple",
    "Constant": "only numbers, booleans and plain strings are supported",
}
