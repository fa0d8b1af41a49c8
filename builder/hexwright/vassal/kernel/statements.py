"""Translate statements and whole functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final

from hexwright.vassal.kernel.builtin_calls import BuiltinCalls
from hexwright.vassal.kernel.expressions import OPERATORS
from hexwright.vassal.kernel.method_code import Label, MethodCode
from hexwright.vassal.kernel.program import Program, Unit
from hexwright.vassal.kernel.python_classes import ClassRecord
from hexwright.vassal.kernel.runtime_interface import PY_EXCEPTION, PY_LIST, O
from hexwright.vassal.kernel.scopes import endless_loop, is_generator, leaking_name, local_names

IN_PLACE: Final = {ast.Add: "iadd", ast.Sub: "isub", ast.BitAnd: "iand", ast.BitOr: "ior"}
"""Operators that change a list, set or dict in place."""


class Statements(BuiltinCalls):
    """A translator for statements."""

    def __init__(
        self,
        program: Program,
        unit: Unit,
        code: MethodCode,
        parameters: Sequence[str],
        record: ClassRecord | None = None,
        name: str = "",
    ) -> None:
        super().__init__(program, unit, code, parameters, record, name)
        self._loops: list[tuple[Label, Label]] = []
        """For each loop around, the labels of `continue` and `break`."""

    def body(self, function: ast.FunctionDef, defaults: Mapping[str, ast.expr]) -> None:
        """Translate a function's whole body, with the defaults of parameters that aren't given."""
        code = self.code
        if found := leaking_name(function.body):
            raise self.refuse(
                found[1],
                f"'{found[0]}' comes out of a comprehension",
                "assign it in a statement before",
            )
        code.line(function.lineno)
        for name, default in defaults.items():
            self.default(name, default)
        self.function_body = tuple(function.body)
        self.scope |= local_names(function.body)
        if is_generator(function):
            self._begin_generator(function)
        self.statements(function.body)
        if code.is_reached:
            self._return(None)

    def constant(self, value: ast.expr) -> None:
        """Translate the value of a constant, as the whole of a method."""
        self.value(value)
        self.code.leave()

    def default(self, parameter: str, default: ast.expr) -> None:
        """Evaluate the default of a parameter that isn't given."""
        given = Label()
        self.load(parameter)
        self.missing()
        self.code.jump("if_acmpne", given)
        self.value(default)
        self.code.store(self.variable(parameter))
        self.code.place(given)

    def _begin_generator(self, function: ast.FunctionDef) -> None:
        """A generator becomes a list, so it must come to an end."""
        if loop := endless_loop(function):
            raise self.refuse(
                loop, f"generator {function.name} never ends", "return one value a call, or a list"
            )
        self.yielded = self.code.new_local(PY_LIST)
        self.code.begin_object(PY_LIST)
        self.code.finish_object(PY_LIST)
        self.code.store(self.yielded)

    def statements(self, body: Sequence[ast.stmt]) -> None:
        """Translate statements in order."""
        for node in body:
            self.code.line(node.lineno)
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=value):
                self._expression(value)
            case ast.Assign(targets=targets, value=value):
                self.value(value)
                for _ in targets[1:]:
                    self.code.dup()
                for target in targets:
                    self.assign(target)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self.value(value)
                    self.assign(target)
            case ast.AugAssign():
                self._augmented(node)
            case ast.Return(value=value):
                self._return(value)
            case _:
                self._flow(node)

    def _flow(self, node: ast.stmt) -> None:
        match node:
            case ast.If():
                self._if(node)
            case ast.For() | ast.While():
                self._loop(node)
            case ast.Break():
                self.code.jump("goto", self._loops[-1][1])
            case ast.Continue():
                self.code.jump("goto", self._loops[-1][0])
            case ast.Pass():
                pass
            case _:
                self._rarer_statement(node)

    def _rarer_statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assert(test=test):
                holds = Label()
                self.jump_if(test, True, holds)
                self.code.push_int(0)
                self.runtime("check", 1)
                self.code.place(holds)
            case ast.Raise(exc=ast.expr() as raised):
                self.value(raised)
                self.code.cast("java/lang/Throwable")
                self.code.leave("athrow")
            case ast.Delete(targets=targets):
                for target in targets:
                    self._delete(target)
            case ast.FunctionDef():
                self.nested_function(node)
            case ast.Try():
                self._try(node)
            case ast.Match():
                self.match(node)
            case _:
                what = type(node).__name__
                raise self.refuse(
                    node, f"the statement {what} isn't supported", "write it with if, for and return"
                )

    def match(self, node: ast.Match) -> None:
        """Translate a match statement."""
        raise self.refuse(node, "match isn't supported here", "write if and elif")

    # Values and variables -------------------------------------------------------------------------

    def _expression(self, value: ast.expr) -> None:
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Yield | ast.YieldFrom):
            assert self.yielded is not None
            self.code.load(self.yielded)
            if isinstance(value, ast.YieldFrom):
                self.value(value.value)
                self.code.invoke_virtual(PY_LIST, "addAllOf", f"({O})V")
            else:
                self.value(value.value if value.value is not None else ast.Constant(None))
                self.code.invoke_virtual(PY_LIST, "add", f"({O})Z")
                self.code.pop()
            return
        self.value(value)
        self.code.pop()

    def _augmented(self, node: ast.AugAssign) -> None:
        operator = IN_PLACE.get(type(node.op)) or OPERATORS.get(type(node.op))
        if operator is None:
            raise self.refuse(node, "this operator isn't supported", "write it out")
        match node.target:
            case ast.Name(id=name):
                self.runtime_value(operator, self.loaded(name), self.pushed(node.value))
                self.code.store(self.variable(name))
            case ast.Subscript(value=owner, slice=place):
                container, key = self.temporary(self.pushed(owner)), self.temporary(self.pushed(place))
                container()
                key()
                self.runtime_value(
                    operator, lambda: self.runtime_value("get", container, key), self.pushed(node.value)
                )
                self.runtime("set", 3)
            case ast.Attribute(value=owner, attr=name):
                value = self.temporary(self.pushed(owner))

                def current() -> None:
                    value()
                    self.attribute(name)

                value()
                self.code.push_string(name)
                self.runtime_value(operator, current, self.pushed(node.value))
                self.runtime("setattr", 3)

    def _delete(self, target: ast.expr) -> None:
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            raise self.refuse(target, "this del isn't supported", "delete an entry of a dict or list")
        self.value(target.value)
        self.value(target.slice)
        self.runtime("del", 2)

    def _return(self, value: ast.expr | None) -> None:
        if self.yielded is not None:
            if value is not None:
                raise self.refuse(value, "a generator that returns a value isn't supported", "yield it")
            self.code.load(self.yielded)
        elif value is not None:
            self.value(value)
        else:
            self.code.push_null()
        self.code.leave()

    # Flow -----------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> None:
        otherwise, end = Label(), Label()
        self.jump_if(node.test, False, otherwise)
        self.statements(node.body)
        if not node.orelse:
            self.code.place(otherwise)
            return
        self.code.jump("goto", end)
        self.code.place(otherwise)
        self.statements(node.orelse)
        self.code.place(end)

    def _loop(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            raise self.refuse(node, "else of a loop isn't supported", "set a variable before break")
        code = self.code
        if isinstance(node, ast.For):
            self.value(node.iter)
            head, end = self.loop()
            self.assign(node.target)
        else:
            head, end = Label(), Label()
            code.place(head)
            self.jump_if(node.test, False, end)
        self._loops.append((head, end))
        self.statements(node.body)
        self._loops.pop()
        code.jump("goto", head)
        code.place(end)

    def _try(self, node: ast.Try) -> None:
        if node.finalbody or node.orelse:
            raise self.refuse(node, "else and finally of try aren't supported", "write them after it")
        code = self.code
        if code.stack:
            raise self.refuse(node, "try within an expression isn't supported", "move it out")
        start, stop, caught, end = Label(), Label(), Label(), Label()
        code.mark(start)
        self.statements(node.body)
        code.mark(stop)
        code.jump("goto", end)
        code.handle(start, stop, caught, PY_EXCEPTION)
        exception = self.kept(PY_EXCEPTION)
        for handler in node.handlers:
            other = Label()
            if handler.type is not None:
                exception()
                self.types(handler.type)
                self.runtime("isinstance", 2)
                code.jump("ifeq", other)
            if handler.name is not None:
                exception()
                code.store(self.variable(handler.name))
            self.statements(handler.body)
            code.jump("goto", end)
            code.place(other)
        exception()
        code.leave("athrow")
        code.place(end)
