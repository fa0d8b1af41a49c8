"""Help for translating a function: its variables, calls of the runtime, and values of arguments."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Self

from hexwright.vassal.kernel.descriptors import INT, VOID
from hexwright.vassal.kernel.method_code import MethodCode
from hexwright.vassal.kernel.program import FunctionEntry, Program, Unit
from hexwright.vassal.kernel.python_classes import ClassRecord
from hexwright.vassal.kernel.runtime_interface import (
    MISSING,
    OBJECT,
    OBJECTS,
    PY_TYPE,
    STRING,
    O,
    all_objects,
)
from hexwright.vassal.kernel.signatures import Signature
from hexwright.vassal.kernel.sources import Symbol
from hexwright.vassal.queries.refusing import RefusedError

Push = Callable[[], None]
"""A function that adds the code which leaves one value on the stack."""


class FunctionCode(ABC):
    """The code of a function that is being translated. Every value of Python is an object on the stack."""

    def __init__(
        self,
        program: Program,
        unit: Unit,
        code: MethodCode,
        parameters: Sequence[str],
        record: ClassRecord | None = None,
        name: str = "",
    ) -> None:
        """`parameters` names the arguments of the JVM method; `record` is the class that the function is of,
        and `name` the function's own, for methods made of parts of it.
        """
        self.program, self.unit, self.code, self.record, self.name = program, unit, code, record, name
        self.module = unit.module
        """The module in which names are resolved."""
        self.variables = {parameter: at for at, parameter in enumerate(parameters)}
        self.scope = set(parameters)
        """The names of local variables."""
        self.nested: dict[str, Signature] = {}
        """The signatures of nested functions."""
        self.yielded: int | None = None
        """The variable with the values that a generator has yielded."""

    def part(self, code: MethodCode, parameters: Sequence[str]) -> Self:
        """Return the translator of a method made of a part of this function."""
        return type(self)(self.program, self.unit, code, parameters, self.record, self.name)

    @abstractmethod
    def value(self, node: ast.expr) -> None:
        """Leave the value of an expression on the stack."""

    @abstractmethod
    def symbol(self, node: ast.AST, symbol: Symbol) -> None:
        """Leave what a name of a module means on the stack."""

    def refuse(self, node: ast.AST, what: str, instead: str) -> RefusedError:
        """Return the error for code that isn't translated."""
        return self.module.refuse(node, what, instead)

    # Variables ------------------------------------------------------------------------------------

    def variable(self, name: str) -> int:
        """Return the number of a local variable."""
        if name not in self.variables:
            self.variables[name] = self.code.new_local()
        return self.variables[name]

    def load(self, name: str) -> None:
        """Push a local variable of Python."""
        self.code.load(self.variable(name))

    def temporary(self, push: Push) -> Push:
        """Store a value in a variable of its own, and return the code that pushes it."""
        push()
        return self.kept()

    def kept(self, kind: str = OBJECT) -> Push:
        """Store the top of the stack in a variable of its own, and return the code that pushes it."""
        number = self.code.new_local(kind)
        self.code.store(number)
        return lambda: self.code.load(number)

    # The runtime ----------------------------------------------------------------------------------

    def runtime(self, name: str, arguments: int) -> None:
        """Call the runtime with the arguments on the stack; a boolean result is a bare int."""
        owner, descriptor = self.program.entry_points[name, arguments]
        self.code.invoke_static(owner, name, descriptor)

    def boxed(self) -> None:
        """Make an object of a result of the runtime: of a bare boolean, or of none."""
        if self.code.stack and self.code.stack[-1] == INT:
            self.runtime("box", 1)

    def runtime_value(self, name: str, *pushes: Push) -> None:
        """Call the runtime with arguments, and leave the result as an object."""
        for push in pushes:
            push()
        self.runtime(name, len(pushes))
        if self.program.entry_points[name, len(pushes)][1].endswith(VOID):
            self.code.push_null()
        self.boxed()

    def missing(self) -> None:
        """Push the value of an argument that isn't given."""
        self.code.get_static(MISSING, "VALUE", O)

    def boolean(self, value: bool) -> None:
        """Push True or False."""
        self.code.get_static("java/lang/Boolean", "TRUE" if value else "FALSE", "Ljava/lang/Boolean;")

    # Arguments ------------------------------------------------------------------------------------

    def pushed(self, node: ast.expr) -> Push:
        """Return the code that pushes the value of an expression."""
        return lambda: self.value(node)

    def loaded(self, name: str) -> Push:
        """Return the code that pushes a local variable."""
        return lambda: self.load(name)

    def text(self, text: str) -> Push:
        """Return the code that pushes a text."""
        return lambda: self.code.push_string(text)

    def array(self, pushes: Iterable[Push], element: str = OBJECT) -> None:
        """Push an array of values."""
        row = list(pushes)
        self.code.push_int(len(row))
        self.code.new_array(element)
        for at, push in enumerate(row):
            self.code.dup()
            self.code.push_int(at)
            push()
            self.code.simple("aastore")

    def strings(self, texts: Iterable[str]) -> None:
        """Push an array of texts."""
        self.array(map(self.text, texts), STRING)

    def static_call(self, owner: str, name: str, pushes: Sequence[Push]) -> None:
        """Call a translated function."""
        for push in pushes:
            push()
        self.code.invoke_static(owner, name, all_objects(len(pushes)))

    def method_call(self, receiver: Push, name: str, pushes: Sequence[Push]) -> None:
        """Call a method of an object by the number of its name."""
        receiver()
        self.code.push_int(self.program.mention(name))
        for push in pushes:
            push()
        self.runtime(f"m{len(pushes)}", len(pushes) + 2)

    def call_value(self, function: Push, arguments: Push) -> None:
        """Call a function that is a value, with an array of arguments."""
        function()
        arguments()
        self.runtime("call", 2)

    # Values that stand for code -------------------------------------------------------------------

    def function_value(self, entry: FunctionEntry, captured: Sequence[str] = ()) -> None:
        """Push a function as a value, with the variables that it takes along."""
        unit = self.program.unit_of(self.unit.module.name)
        if entry not in unit.functions:
            unit.functions.append(entry)
        self.code.push_int(unit.functions.index(entry))
        self.array(map(self.loaded, captured))
        self.code.invoke_static(unit.file.name, "fn$", f"(I{OBJECTS}){O}")

    def class_value(self, record: ClassRecord, class_name: str) -> None:
        """Push a translated class as a value."""
        number = self.program.require_class(record)
        self.code.push_class(class_name)
        self.code.push_int(number)
        self.code.invoke_static(PY_TYPE, "of", f"(Ljava/lang/Class;I){O}")
