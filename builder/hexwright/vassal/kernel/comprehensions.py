"""Translate comprehensions, lambdas and nested functions: each becomes a method with what it takes along."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Mapping
from typing import Final, Literal

from hexwright.vassal.kernel.expressions import Expressions
from hexwright.vassal.kernel.method_code import Label
from hexwright.vassal.kernel.program import FunctionEntry
from hexwright.vassal.kernel.runtime_interface import (
    FUNCTION_VALUE,
    OBJECTS,
    PY_DICT,
    PY_LIST,
    PY_SET,
    O,
    all_objects,
)
from hexwright.vassal.kernel.scopes import (
    bound_names,
    lines_of_binding,
    local_names,
    named_in_comprehension,
    names_in,
)
from hexwright.vassal.kernel.signatures import signature_of

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
ComprehensionKind = Literal["list", "set", "dict", "any", "all", "next"]
"""What a comprehension becomes: a container, or the answer of a function that stops as soon as it can."""
_ITERATOR: Final = "java/util/Iterator"
_COLLECTIONS: Final = {"list": PY_LIST, "set": PY_SET, "dict": PY_DICT}


class Comprehensions(Expressions):
    """A translator for comprehensions and functions within functions."""

    function_body: tuple[ast.stmt, ...] = ()
    """The statements of the function that is translated."""

    def other(self, node: ast.expr) -> None:
        """Translate a call, comprehension or lambda."""
        match node:
            case ast.ListComp() | ast.GeneratorExp():
                self.comprehension(node, "list")
            case ast.SetComp():
                self.comprehension(node, "set")
            case ast.DictComp():
                self.comprehension(node, "dict")
            case ast.Lambda():
                self.closure(_named_lambda(node))
            case _:
                super().other(node)

    # Comprehensions -------------------------------------------------------------------------------

    def comprehension(self, node: Comprehension, kind: ComprehensionKind) -> None:
        """Leave the result of a comprehension on the stack; for `next` of nothing, the missing value."""
        if any(one.is_async for one in node.generators):
            raise self.refuse(node, "an asynchronous comprehension isn't supported", "write a plain one")
        bound = {name for one in node.generators for name in bound_names(one.target)}
        assigned = named_in_comprehension(node)
        captured = sorted((names_in(node) & self.scope) - bound - assigned)
        self.value(node.generators[0].iter)
        for name in captured:
            self.load(name)
        method = self.unit.fresh_name(self.name)
        descriptor = all_objects(1 + len(captured))
        self.code.invoke_static(self.unit.file.name, method, descriptor)
        inner = self.part(self.unit.file.method(method, descriptor), ["$first", *captured])
        inner.function_body = self.function_body
        inner.module = self.module
        inner.nested = dict(self.nested)
        inner.scope |= bound | assigned
        inner.code.line(node.lineno)
        inner.fill(node, kind)

    def fill(self, node: Comprehension, kind: ComprehensionKind) -> None:
        """Translate the loops of a comprehension, as a method of its own."""
        code = self.code
        collected = None
        if kind in _COLLECTIONS:
            collection = _COLLECTIONS[kind]
            collected = code.new_local(collection)
            code.begin_object(collection)
            code.finish_object(collection)
            code.store(collected)
        loops = []
        for number, generator in enumerate(node.generators):
            if number == 0:
                self.load("$first")
            else:
                self.value(generator.iter)
            head, end = self.loop()
            loops.append((head, end))
            self.assign(generator.target)
            for condition in generator.ifs:
                self.jump_if(condition, False, head)
        self._collect(node, kind, collected, loops[-1][0])
        for head, end in reversed(loops):
            code.jump("goto", head)
            code.place(end)
        if collected is not None:
            code.load(collected)
        elif kind == "next":
            self.missing()
        else:
            self.boolean(kind == "all")
        code.leave()

    def _collect(
        self, node: Comprehension, kind: ComprehensionKind, collected: int | None, again: Label
    ) -> None:
        code = self.code
        if isinstance(node, ast.DictComp):
            assert collected is not None
            code.load(collected)
            self.value(node.key)
            self.value(node.value)
            code.invoke_virtual(PY_DICT, "put", f"({O}{O}){O}")
            code.pop()
        elif collected is not None:
            code.load(collected)
            self.value(node.elt)
            code.invoke_virtual(_COLLECTIONS[kind], "add", f"({O})Z")
            code.pop()
        elif kind == "next":
            self.value(node.elt)
            code.leave()
        else:
            self.jump_if(node.elt, kind == "all", again)
            self.boolean(kind == "any")
            code.leave()

    def loop(self) -> tuple[Label, Label]:
        """Begin a loop over the value on the stack, and leave the next element.

        Returns the label at which the loop goes on, and the one at its end, which isn't placed yet.
        """
        code = self.code
        iterator = code.new_local(_ITERATOR)
        self.runtime("iter", 1)
        code.invoke_interface("java/lang/Iterable", "iterator", f"()L{_ITERATOR};")
        code.store(iterator)
        head, end = Label(), Label()
        code.place(head)
        code.load(iterator)
        code.invoke_interface(_ITERATOR, "hasNext", "()Z")
        code.jump("ifeq", end)
        code.load(iterator)
        code.invoke_interface(_ITERATOR, "next", f"(){O}")
        return head, end

    # Assignment -----------------------------------------------------------------------------------

    def assign(self, target: ast.expr) -> None:
        """Assign the value on the stack to a target."""
        match target:
            case ast.Name(id=name):
                self.code.store(self.variable(name))
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                self._unpack(parts)
            case ast.Attribute(value=owner, attr=name):
                value = self.kept()
                self.value(owner)
                self.code.push_string(name)
                value()
                self.runtime("setattr", 3)
            case ast.Subscript(value=owner, slice=place) if not isinstance(place, ast.Slice):
                value = self.kept()
                self.value(owner)
                self.value(place)
                value()
                self.runtime("set", 3)
            case _:
                raise self.refuse(target, "this assignment isn't supported", "assign to a name")

    def _unpack(self, parts: list[ast.expr]) -> None:
        spread = [at for at, part in enumerate(parts) if isinstance(part, ast.Starred)]
        if spread:
            self.code.push_int(spread[0])
            self.code.push_int(len(parts) - spread[0] - 1)
            self.runtime("unstar", 3)
        else:
            self.code.push_int(len(parts))
            self.runtime("unpack", 2)
        values = self.kept(OBJECTS)
        for at, part in enumerate(parts):
            values()
            self.code.push_int(at)
            self.code.simple("aaload")
            self.assign(part.value if isinstance(part, ast.Starred) else part)

    # Functions within functions -------------------------------------------------------------------

    def key_function(self, node: ast.expr | None) -> None:
        """Push the function by which values are sorted, which is called at once and not kept; or null."""
        if node is None:
            self.code.push_null()
        elif isinstance(node, ast.Lambda):
            self.closure(_named_lambda(node), is_kept=False)
        else:
            self.value(node)

    def closure(self, function: ast.FunctionDef, *, is_kept: bool = True) -> list[str]:
        """Push a nested function or lambda as a value; return the variables that it takes along.

        Their values are those of now. If the function is kept, they must stay as they are, since Python's
        function would see new values.
        """
        signature = signature_of(function.args)
        if signature.variable is not None or function.args.kwarg is not None:
            raise self.refuse(function, "*arguments of a nested function aren't supported", "name them")
        for default in signature.defaults.values():
            if names := sorted(names_in(default) & self.scope):
                raise self.refuse(
                    default, f"the default depends on '{names[0]}'", "use the variable in the function itself"
                )
        used = {name for node in function.body for name in names_in(node)}
        own = set(signature.parameters) | local_names(function.body)
        captured = sorted((used & self.scope) - own)
        for name in captured:
            lines = lines_of_binding(self.function_body, name)
            if is_kept and name != function.name and any(line > function.lineno for line in lines):
                raise self.refuse(
                    function,
                    f"'{name}' gets another value after this function is made",
                    "give the later value another name",
                )
        method = self.unit.fresh_name(f"{self.name}${function.name}")
        names = [*captured, *signature.parameters]
        inner = self.part(self.unit.file.method(method, all_objects(len(names))), names)
        inner.module = self.module
        inner.nested = {name: one for name, one in self.nested.items() if name in captured}
        if function.name in captured:
            inner.nested[function.name] = signature
        inner.body(function, signature.defaults)
        owner = self.unit.file.name
        parameters = len(signature.parameters)
        self.function_value(FunctionEntry("static", owner, method, parameters, len(captured)), captured)
        return captured

    @abstractmethod
    def body(self, function: ast.FunctionDef, defaults: Mapping[str, ast.expr]) -> None:
        """Translate a function's whole body, with the defaults of parameters that aren't given."""

    def nested_function(self, function: ast.FunctionDef) -> None:
        """Translate a function that a function defines."""
        if function.decorator_list:
            raise self.refuse(
                function, "a decorated nested function isn't supported", "leave out the decorator"
            )
        self.nested[function.name] = signature_of(function.args)
        captured = self.closure(function)
        variable = self.variable(function.name)
        code = self.code
        code.store(variable)
        if function.name in captured:
            # It calls itself: what it takes along exists only now.
            code.load(variable)
            code.cast(FUNCTION_VALUE)
            code.get_field(FUNCTION_VALUE, "caps", OBJECTS)
            code.push_int(captured.index(function.name))
            code.load(variable)
            code.simple("aastore")


def _named_lambda(node: ast.Lambda) -> ast.FunctionDef:
    """Return a lambda as a function."""
    returned = ast.copy_location(ast.Return(node.body), node)
    return ast.copy_location(ast.FunctionDef("lambda", node.args, [returned], []), node)
