"""Translate expressions, except calls and comprehensions: literals, operators, conditions, names."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Sequence
from typing import Final

from hexwright.vassal.kernel.function_code import FunctionCode, Push
from hexwright.vassal.kernel.method_code import Label
from hexwright.vassal.kernel.naming import module_class, record_class
from hexwright.vassal.kernel.program import NATIVE_FUNCTIONS, FunctionEntry
from hexwright.vassal.kernel.python_classes import ClassRecord
from hexwright.vassal.kernel.runtime_interface import (
    EXTERNAL_FUNCTIONS,
    PY_DICT,
    STRING,
    O,
)
from hexwright.vassal.kernel.signatures import signature_of
from hexwright.vassal.kernel.sources import Symbol

COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, bool]]] = {
    ast.Eq: ("eq", True),
    ast.NotEq: ("eq", False),
    ast.Lt: ("lt", True),
    ast.LtE: ("le", True),
    ast.Gt: ("gt", True),
    ast.GtE: ("ge", True),
    ast.Is: ("same", True),
    ast.IsNot: ("same", False),
    ast.In: ("contains", True),
    ast.NotIn: ("contains", False),
}
"""What the runtime tests for each comparison, and whether that must hold or not."""
OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "shr",
}
_CONTAINERS: Final = ("dict", "frozenset", "list", "set", "tuple")
_MOST_DIRECT: Final = 1 << 62
_BUILDER: Final = "java/lang/StringBuilder"
_BUILTINS: Final = frozenset(dir(builtins))


class Expressions(FunctionCode):
    """A translator for expressions."""

    def value(self, node: ast.expr) -> None:
        """Leave the value of an expression on the stack. Raises RefusedError if it isn't supported."""
        if hasattr(node, "lineno"):
            self.code.line(node.lineno)
        match node:
            case ast.Constant(value=value):
                self._constant(node, value)
            case ast.Name(id=name):
                self._name(node, name)
            case ast.Attribute():
                self._attribute(node)
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.BoolOp() | ast.IfExp():
                self._operation(node)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                self.value(value)
                self.code.dup()
                self.code.store(self.variable(name))
            case _:
                self._composed(node)

    def _operation(self, node: ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.IfExp) -> None:
        match node:
            case ast.BinOp():
                self._binary(node)
            case ast.UnaryOp():
                self._unary(node)
            case ast.Compare():
                self.truth_value(node)
            case ast.BoolOp(op=operator, values=values):
                self._choice(values, "ifeq" if isinstance(operator, ast.And) else "ifne")
            case ast.IfExp():
                self._conditional(node)

    def _composed(self, node: ast.expr) -> None:
        match node:
            case ast.JoinedStr(values=values):
                self._formatted(values)
            case ast.Tuple(elts=elements):
                self.sequence(elements, "tuple")
            case ast.List(elts=elements):
                self.sequence(elements, "list")
            case ast.Set(elts=elements):
                self.sequence(elements, "set")
            case ast.Dict(keys=keys, values=values):
                self.dictionary(
                    (None if key is None else self.pushed(key), self.pushed(value))
                    for key, value in zip(keys, values, strict=True)
                )
            case ast.Subscript():
                self._subscript(node)
            case _:
                self.other(node)

    def other(self, node: ast.expr) -> None:
        """Translate a call, comprehension or lambda."""
        what = type(node).__name__
        raise self.refuse(node, f"'{ast.unparse(node)}' ({what}) isn't supported", "write it as statements")

    # Literals -------------------------------------------------------------------------------------

    def _constant(self, node: ast.expr, value: object) -> None:
        code = self.code
        if value is None or value is ...:
            code.push_null()
        elif isinstance(value, bool):
            self.boolean(value)
        elif isinstance(value, int):
            self.integer(value)
        elif isinstance(value, str):
            code.push_string(value)
        elif isinstance(value, bytes):
            self.runtime_value(
                "bytes", lambda: self.sequence([ast.Constant(byte) for byte in value], "tuple")
            )
        elif isinstance(value, float):
            code.push_double(value)
            code.invoke_static("java/lang/Double", "valueOf", "(D)Ljava/lang/Double;")
        else:
            raise self.refuse(node, f"the constant {value!r} isn't supported", "write int, str or Fraction")

    def integer(self, value: int) -> None:
        """Push an int."""
        if abs(value) < _MOST_DIRECT:
            self.code.push_long(value)
            self.runtime("whole", 1)
        else:
            self.code.push_string(str(value))
            self.runtime("big", 1)

    def _formatted(self, parts: Sequence[ast.expr]) -> None:
        code = self.code
        code.begin_object(_BUILDER)
        code.finish_object(_BUILDER)
        text = ""
        for part in (*parts, None):
            if isinstance(part, ast.Constant):
                # Python's versions divide the constant parts differently.
                text += str(part.value)
                continue
            if text:
                code.push_string(text)
                code.invoke_virtual(_BUILDER, "append", f"(L{STRING};)L{_BUILDER};")
                text = ""
            if isinstance(part, ast.FormattedValue):
                self._formatted_value(part)
                code.invoke_virtual(_BUILDER, "append", f"(L{STRING};)L{_BUILDER};")
        code.invoke_virtual(_BUILDER, "toString", f"()L{STRING};")

    def _formatted_value(self, part: ast.FormattedValue) -> None:
        self.value(part.value)
        if part.conversion == ord("r"):
            self.runtime("repr", 1)
        elif part.conversion == ord("a"):
            raise self.refuse(part, "'!a' isn't supported", "write !r")
        if part.format_spec is not None:
            self.value(part.format_spec)
            self.runtime("format", 2)
        else:
            self.runtime("str", 1)

    def sequence(self, elements: Sequence[ast.expr], kind: str) -> None:
        """Push a tuple, list or set of values, some of which may be spread."""
        if any(isinstance(one, ast.Starred) for one in elements):
            self.spread(elements)
            self.runtime(kind, 1)
        else:
            self.array(map(self.pushed, elements))
            self.runtime(f"{kind}_", 1)

    def spread(self, elements: Iterable[ast.expr]) -> None:
        """Push an array of values, some of which are spread."""

        def push(node: ast.expr) -> Push:
            if isinstance(node, ast.Starred):
                return lambda: self.runtime_value("star", self.pushed(node.value))
            return self.pushed(node)

        self.array(map(push, elements))
        self.runtime("joined", 1)

    def dictionary(self, entries: Iterable[tuple[Push | None, Push]]) -> None:
        """Push a dict of keys and values; without a key, the value is a mapping that is spread."""
        code = self.code
        code.begin_object(PY_DICT)
        code.finish_object(PY_DICT)
        for key, value in entries:
            if key is None:
                value()
                code.invoke_virtual(PY_DICT, "all", f"({O})L{PY_DICT};")
            else:
                key()
                value()
                code.invoke_virtual(PY_DICT, "with", f"({O}{O})L{PY_DICT};")

    # Operators ------------------------------------------------------------------------------------

    def _binary(self, node: ast.BinOp) -> None:
        match node:
            case ast.BinOp(op=ast.BitAnd(), right=ast.UnaryOp(op=ast.Invert(), operand=taken)):
                self.runtime_value("andnot", self.pushed(node.left), self.pushed(taken))
            case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str())):
                raise self.refuse(node, "formatting with % isn't supported", "write an f-string")
            case _ if type(node.op) in OPERATORS:
                self.runtime_value(OPERATORS[type(node.op)], self.pushed(node.left), self.pushed(node.right))
            case _:
                raise self.refuse(node, "this operator isn't supported", "write a loop")

    def _unary(self, node: ast.UnaryOp) -> None:
        match node:
            case ast.UnaryOp(op=ast.Not()):
                self.truth_value(node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                self._constant(node, -number)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                self.runtime_value("neg", self.pushed(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                self.runtime_value("inv", self.pushed(operand))
            case _:
                raise self.refuse(node, "a plus sign before a value isn't supported", "leave it out")

    def _choice(self, values: Sequence[ast.expr], leaving: str) -> None:
        """Translate `and`, `or`: the first value that decides, or the last one."""
        end = Label()
        for value in values[:-1]:
            self.value(value)
            self.code.dup()
            self.runtime("truth", 1)
            self.code.jump(leaving, end)
            self.code.pop()
        self.value(values[-1])
        self.code.place(end)

    def _conditional(self, node: ast.IfExp) -> None:
        otherwise, end = Label(), Label()
        self.jump_if(node.test, False, otherwise)
        self.value(node.body)
        self.code.jump("goto", end)
        self.code.place(otherwise)
        self.value(node.orelse)
        self.code.place(end)

    # Conditions -----------------------------------------------------------------------------------

    def truth_value(self, node: ast.expr) -> None:
        """Push True or False for a condition."""
        no, end = Label(), Label()
        self.jump_if(node, False, no)
        self.boolean(True)
        self.code.jump("goto", end)
        self.code.place(no)
        self.boolean(False)
        self.code.place(end)

    def jump_if(self, node: ast.expr, holds: bool, to: Label) -> None:
        """Jump to a label if an expression is true, or if it is false."""
        match node:
            case ast.BoolOp(op=operator, values=values):
                self._jump_if_any(values, isinstance(operator, ast.And) != holds, holds, to)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.jump_if(operand, not holds, to)
            case ast.Compare():
                self._compare(node, holds, to)
            case ast.Constant(value=bool() as value):
                if value == holds:
                    self.code.jump("goto", to)
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds]):
                self.value(value)
                self.types(kinds)
                self.runtime("isinstance", 2)
                self.code.jump("ifne" if holds else "ifeq", to)
            case _:
                self.value(node)
                self.runtime("truth", 1)
                self.code.jump("ifne" if holds else "ifeq", to)

    def _jump_if_any(self, values: Sequence[ast.expr], each: bool, holds: bool, to: Label) -> None:
        """Jump if any of the values is so (`each`), else if all are."""
        if each:
            for value in values:
                self.jump_if(value, holds, to)
            return
        past = Label()
        for value in values[:-1]:
            self.jump_if(value, not holds, past)
        self.jump_if(values[-1], holds, to)
        self.code.place(past)

    def _compare(self, node: ast.Compare, holds: bool, to: Label) -> None:
        past = Label()
        self.value(node.left)
        last = len(node.ops) - 1
        for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            # A link of a chain that fails decides the whole.
            wanted, goal = (holds, to) if at == last else (False, past if holds else to)
            test, sense = COMPARISONS[type(operator)]
            if test == "same" and isinstance(right, ast.Constant) and right.value is None and at == last:
                self.code.jump("ifnull" if sense == wanted else "ifnonnull", goal)
                break
            self.value(right)
            again = None
            if at != last:
                self.code.dup()
                again = self.kept()
            self.runtime(test, 2)
            self.code.jump("ifne" if wanted == sense else "ifeq", goal)
            if again is not None:
                again()
        self.code.place(past)

    def types(self, node: ast.expr) -> None:
        """Push the class, or the tuple of classes, that `isinstance` and `except` ask for."""
        match node:
            case ast.Tuple(elts=parts):
                self._each_type(parts)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                self._each_type((left, right))
            case ast.Name(id=name) if name not in self.scope:
                symbol = self.program.sources.resolve(self.module.name, name)
                if symbol is not None and symbol.kind == "alias":
                    raise self.refuse(node, f"{name} is a name for types", "write the classes themselves")
                self.value(node)
            case _:
                self.value(node)

    def _each_type(self, parts: Sequence[ast.expr]) -> None:
        self.array([lambda part=part: self.types(part) for part in parts])  # type: ignore[misc]
        self.runtime("tuple_", 1)

    # Names and attributes -------------------------------------------------------------------------

    def _name(self, node: ast.expr, name: str) -> None:
        if name in self.scope:
            self.load(name)
            return
        if name == "cls" and self.record is not None:
            self.class_value(self.record, record_class(*self.record.key))
            return
        symbol = self.program.sources.resolve(self.module.name, name)
        if symbol is not None:
            self.symbol(node, symbol)
        elif name in _BUILTINS:
            self.builtin_value(name)
        else:
            raise self.refuse(node, f"unknown name '{name}'", "define it before, or import it")

    def builtin_value(self, name: str) -> None:
        """Push a function or type of Python itself as a value."""
        self.runtime_value("builtin", self.text(name))

    def symbol(self, node: ast.AST, symbol: Symbol) -> None:
        """Leave what a name of a module means on the stack."""
        match symbol.kind:
            case "constant":
                self.program.require("constant", symbol)
                self.code.get_static(module_class(symbol.module), symbol.name, O)
            case "function":
                self.function_value(self.function_entry(node, symbol))
            case "class":
                record = self.program.classes.of(symbol.module, symbol.name)
                self.class_value(record, record_class(*record.key))
            case "external" if symbol.full_name in EXTERNAL_FUNCTIONS:
                self.builtin_value(symbol.full_name)
            case _:
                raise self.refuse(
                    node,
                    f"{symbol.full_name} isn't supported as a value",
                    "use it in a call or an annotation",
                )

    def function_entry(self, node: ast.AST, symbol: Symbol) -> FunctionEntry:
        """Return the entry of a function of a module that is used as a value."""
        if symbol.full_name in NATIVE_FUNCTIONS:
            raise self.refuse(node, f"{symbol.name} isn't supported as a value", "call it in a lambda")
        self.program.require("function", symbol)
        signature = signature_of(self.program.sources.modules[symbol.module].functions[symbol.name].args)
        owner = module_class(symbol.module)
        if signature.variable is not None:
            return FunctionEntry("variable", owner, symbol.name, 1)
        return FunctionEntry("static", owner, symbol.name, len(signature.parameters))

    def _attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id not in self.scope:
            name = node.value.id
            symbol = self.program.sources.resolve(self.module.name, name)
            if symbol is not None and symbol.kind == "module":
                self.symbol(node, self.member_of(node, symbol, node.attr))
                return
            record = self.named_class(name)
            if record is not None:
                self._class_attribute(node, record)
                return
            if symbol is None and name in _BUILTINS:
                self.builtin_value(f"{name}.{node.attr}")
                return
        self.value(node.value)
        self.attribute(node.attr)

    def attribute(self, name: str) -> None:
        """Replace the object on the stack with one of its attributes."""
        self.code.push_int(self.program.mention(name))
        self.runtime("attribute", 2)

    def named_class(self, name: str) -> ClassRecord | None:
        """Return the class that a name means, if it means one."""
        if name in self.scope:
            return None
        if name == "cls":
            return self.record
        symbol = self.program.sources.resolve(self.module.name, name)
        return (
            self.program.classes.of(symbol.module, symbol.name)
            if symbol is not None and symbol.kind == "class"
            else None
        )

    def member_of(self, node: ast.AST, module: Symbol, name: str) -> Symbol:
        """Return what a name of an imported module means."""
        if module.module not in self.program.sources.modules:
            return Symbol("external", module.module, name)
        found = self.program.sources.resolve(module.module, name)
        if found is None:
            raise self.refuse(node, f"module {module.module} has no {name}", "name something that it defines")
        return found

    def _class_attribute(self, node: ast.Attribute, record: ClassRecord) -> None:
        self.program.require_class(record)
        static = record.find_static(node.attr)
        if static is not None:
            owner, signature = static
            self.program.require_member(owner, node.attr)
            name = record_class(*owner.key)
            self.function_value(FunctionEntry("static", name, node.attr, len(signature.parameters)))
            return
        holder = record.find_constant(node.attr)
        if holder is not None:
            self.program.require_member(holder, node.attr)
            self.code.get_static(record_class(*holder.key), node.attr, O)
            return
        method = record.find_method(node.attr)
        if method is None:
            raise self.refuse(
                node,
                f"class {record.name} has no constant or method {node.attr}",
                "ask an object of the class",
            )
        self.program.mention(node.attr)
        self.function_value(
            FunctionEntry("method", "", node.attr, len(signature_of(method[1].args, 1).parameters))
        )

    def _subscript(self, node: ast.Subscript) -> None:
        match node.value:
            case ast.Name(id=name) if name in _CONTAINERS and name not in self.scope:
                # list[int]() makes a list.
                self.value(node.value)
                return
        self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            for part in (node.slice.lower, node.slice.upper, node.slice.step):
                if part is None:
                    self.code.push_null()
                else:
                    self.value(part)
            self.runtime("slice", 4)
        else:
            self.value(node.slice)
            self.runtime("get", 2)
