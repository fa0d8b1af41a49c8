"""Translate calls of functions, classes and methods."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from typing import Final

from hexwright.vassal.kernel.comprehensions import Comprehensions
from hexwright.vassal.kernel.function_code import Push
from hexwright.vassal.kernel.naming import module_class, record_class
from hexwright.vassal.kernel.program import NATIVE_FUNCTIONS
from hexwright.vassal.kernel.python_classes import EXCEPTIONS, ClassRecord
from hexwright.vassal.kernel.runtime_interface import (
    BUILTIN_METHODS,
    EXTERNAL_FUNCTIONS,
    MOST_ARGUMENTS,
    OBJECTS,
    PY_EXCEPTION,
    O,
)
from hexwright.vassal.kernel.signatures import BindingError, Signature, is_spread, keywords_of, signature_of
from hexwright.vassal.kernel.sources import FIELD_DESCRIPTION, Symbol

_REPLACE: Final = (
    "copy.replace",
    "dataclasses.replace",
    "hexwright.rules.engine.fast_dataclasses.replace",
)
_KEYWORDS: Final = {"collections.deque": "maxlen", "math.prod": "start"}
"""Functions of the runtime whose last argument Python passes by keyword."""


class Calls(Comprehensions):
    """A translator for calls, except those of Python's own functions."""

    def other(self, node: ast.expr) -> None:
        """Translate a call, comprehension or lambda."""
        if isinstance(node, ast.Call):
            self._call(node)
        else:
            super().other(node)

    def _call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Name(id=name):
                self._call_of_name(node, name)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                self._call_of_parent(node, name)
            case ast.Attribute(value=owner, attr=name):
                self._call_of_member(node, owner, name)
            case function:
                self.call_value(self.pushed(function), self.positional(node))

    def _call_of_name(self, node: ast.Call, name: str) -> None:
        if name in self.scope:
            self._call_of_variable(node, name)
            return
        if name == "cls" and self.record is not None:
            self._construct(node, self.record)
            return
        symbol = self.program.sources.resolve(self.module.name, name)
        if symbol is not None:
            self._call_of_symbol(node, symbol)
        elif name in EXCEPTIONS:
            self.runtime_value("exception", self.text(name), self.positional(node))
        elif hasattr(builtins, name):
            self.builtin_call(node, name)
        else:
            raise self.refuse(node, f"unknown name '{name}'", "define it before, or import it")

    def _call_of_variable(self, node: ast.Call, name: str) -> None:
        function = self.loaded(name)
        if name in self.nested and not is_spread(node):
            arguments = self.arguments(node, self.nested[name])
            self.call_value(function, lambda: self.array(arguments))
        else:
            self.call_value(function, self.positional(node))

    def builtin_call(self, node: ast.Call, name: str) -> None:
        """Translate a call of a function of Python itself."""
        raise self.refuse(node, f"the function '{name}' isn't supported", "write it out")

    # Arguments ------------------------------------------------------------------------------------

    def positional(self, node: ast.Call) -> Push:
        """Return the code that pushes an array of arguments, for a function that isn't known."""
        if node.keywords:
            raise self.refuse(
                node,
                "keyword arguments of a function in a variable aren't supported",
                "pass them by position",
            )
        if any(isinstance(one, ast.Starred) for one in node.args):
            return lambda: self.spread(node.args)
        return lambda: self.array(map(self.pushed, node.args))

    def arguments(self, node: ast.Call, signature: Signature) -> list[Push]:
        """Return the code that pushes each argument, in the order of the parameters.

        Arguments whose order matters are evaluated here, as they are written. Raises RefusedError if they
        don't fit.
        """
        try:
            bound = signature.bind(node)
        except BindingError as fault:
            raise self.refuse(node, f"'{ast.unparse(node)}': {fault}", "fit the arguments") from fault
        if signature.variable is None and self._is_reordered(node, bound):
            kept = {id(one): self.temporary(self.pushed(one)) for one in _written(node)}
            return [self.missing if one is None else kept[id(one)] for one in bound]
        return [self.missing if one is None else self.pushed(one) for one in bound]

    @staticmethod
    def _is_reordered(node: ast.Call, bound: Sequence[ast.expr | None]) -> bool:
        """Whether the parameters' order would evaluate calls in another order than the text's."""
        given = [one for one in bound if one is not None]
        if len(given) != len(_written(node)):
            return False
        return [id(one) for one in given if _may_act(one)] != [
            id(one) for one in _written(node) if _may_act(one)
        ]

    # Functions ------------------------------------------------------------------------------------

    def _call_of_symbol(self, node: ast.Call, symbol: Symbol) -> None:
        native = NATIVE_FUNCTIONS.get(symbol.full_name)
        if native is not None:
            self.runtime_value(native, *map(self.pushed, node.args))
            return
        match symbol.kind:
            case "function":
                self._call_of_function(node, symbol)
            case "class":
                self._construct(node, self.program.classes.of(symbol.module, symbol.name))
            case "external":
                self._external_call(node, symbol.full_name)
            case "constant":
                self.call_value(lambda: self.symbol(node, symbol), self.positional(node))
            case "alias" if len(node.args) == 1:
                # A NewType only names its argument's type anew.
                self.value(node.args[0])
            case _:
                raise self.refuse(node, f"{symbol.full_name} can't be called", "call a function or a class")

    def _call_of_function(self, node: ast.Call, symbol: Symbol) -> None:
        function = self.program.sources.modules[symbol.module].functions[symbol.name]
        signature = signature_of(function.args)
        if is_spread(node, signature) and signature.variable is None:
            self.call_value(lambda: self.symbol(node, symbol), self.positional(node))
        else:
            self.program.require("function", symbol)
            self.static_call(module_class(symbol.module), symbol.name, self.arguments(node, signature))

    def _external_call(self, node: ast.Call, name: str) -> None:
        if name in _REPLACE:
            self.replace(node, node.args[0])
        elif name == "typing.cast":
            self.value(node.args[1])
        elif name == "typing.get_args":
            self._literal_values(node)
        elif name == "dataclasses.fields":
            self._fields(node)
        elif name == "functools.partial" and node.keywords:
            self._partial(node)
        elif name == "fractions.Fraction":
            self.runtime_value("fractionv", self.positional(node))
        elif name in _KEYWORDS and set(keywords_of(node)) == {_KEYWORDS[name]}:
            arguments = [*node.args, keywords_of(node)[_KEYWORDS[name]]]
            self.runtime_value("extcall", self.text(name), lambda: self.array(map(self.pushed, arguments)))
        elif name in EXTERNAL_FUNCTIONS:
            self.runtime_value("extcall", self.text(name), self.positional(node))
        else:
            raise self.refuse(
                node,
                f"the function {name} isn't part of the runtime",
                "write it out, or add it to Library.java",
            )

    def replace(self, node: ast.Call, changed: ast.expr) -> None:
        """Copy a dataclass or named tuple with some fields changed."""
        self.value(changed)
        if any(one.arg is None for one in node.keywords):
            self.dictionary(
                (None if one.arg is None else self.text(one.arg), self.pushed(one.value))
                for one in node.keywords
            )
            self.runtime("replaced", 2)
            return
        self.strings(one.arg or "" for one in node.keywords)
        self.array(self.pushed(one.value) for one in node.keywords)
        self.runtime("replace", 3)

    def _literal_values(self, node: ast.Call) -> None:
        """Push the values of a Literal."""
        alias = node.args[0]
        symbol = (
            self.program.sources.resolve(self.module.name, alias.id) if isinstance(alias, ast.Name) else None
        )
        found = None
        if symbol is not None and symbol.kind == "alias":
            found = self.program.sources.modules[symbol.module].aliases[symbol.name]
        match found:
            case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
                self.sequence(values, "tuple")
            case ast.Subscript(value=ast.Name(id="Literal"), slice=value):
                self.sequence([value], "tuple")
            case _:
                raise self.refuse(node, "get_args of this isn't supported", "name a Literal")

    def _fields(self, node: ast.Call) -> None:
        """Push the descriptions of a dataclass's fields."""
        named = node.args[0]
        record = self.named_class(named.id) if isinstance(named, ast.Name) else None
        if record is None:
            raise self.refuse(node, "fields() of a value isn't supported", "name a dataclass")
        self.program.sources.load(FIELD_DESCRIPTION)
        description = self.program.classes.of(FIELD_DESCRIPTION, "FieldDescription")
        self.program.require_class(description)

        def describe(name: str) -> None:
            one = record.fields[name]
            default = one.default if one.default is not None else ast.Constant(None)
            metadata = one.metadata if one.metadata is not None else ast.Dict([], [])
            values: list[Push] = [self.text(name), self.pushed(default), self.pushed(metadata)]
            self.static_call(record_class(*description.key), "make", values)

        self.array([lambda name=name: describe(name) for name in record.fields])  # type: ignore[misc]
        self.runtime("tuple_", 1)

    def _partial(self, node: ast.Call) -> None:
        function = node.args[0]
        signature = None
        if isinstance(function, ast.Name):
            symbol = self.program.sources.resolve(self.module.name, function.id)
            if function.id in self.scope:
                signature = self.nested.get(function.id)
            elif symbol is not None and symbol.kind == "function":
                node_of = self.program.sources.modules[symbol.module].functions[symbol.name]
                signature = signature_of(node_of.args)
        if signature is None or is_spread(node):
            raise self.refuse(node, "partial() with keywords of this isn't supported", "write a lambda")
        known = keywords_of(node) | dict(zip(signature.parameters, node.args[1:], strict=False))
        if unknown := [name for name in known if name not in signature.parameters]:
            raise self.refuse(node, f"there is no parameter '{unknown[0]}'", "name a parameter")
        self.value(function)
        self.array(
            self.pushed(known[name]) if name in known else self.missing for name in signature.parameters
        )
        self.runtime("partial_keywords", 2)

    # Classes --------------------------------------------------------------------------------------

    def _construct(self, node: ast.Call, record: ClassRecord) -> None:
        if record.fault is not None:
            raise record.fault
        if record.kind == "lazy dict":
            self.runtime_value("default_map", *self.arguments(node, record.constructor()))
            return
        self.program.require_class(record)
        if record.kind == "enum":
            raise self.refuse(node, f"{record.name}(…) isn't supported", "name the member")
        if is_spread(node):
            self.call_value(
                lambda: self.class_value(record, record_class(*record.key)), self.positional(node)
            )
        else:
            self.static_call(record_class(*record.key), "make", self.arguments(node, record.constructor()))

    def _call_of_parent(self, node: ast.Call, name: str) -> None:
        """Translate `super().name(…)`."""
        assert self.record is not None
        if name == "__init__" and self.record.kind == "exception":
            self.load("self")
            self.code.cast(PY_EXCEPTION)
            self.positional(node)()
            self.code.invoke_virtual(PY_EXCEPTION, "init_", f"({OBJECTS}){O}")
            return
        owner = next((one for one in self.record.lineage[1:] if name in one.methods), None)
        if owner is None:
            raise self.refuse(node, f"no class above {self.record.name} has {name}", "leave the call out")
        self.program.require_member(owner, name)
        signature = signature_of(owner.methods[name].args, 1)
        arguments = self.arguments(node, signature)
        self.static_call(record_class(*owner.key), name, [self.loaded("self"), *arguments])

    # Methods --------------------------------------------------------------------------------------

    def _call_of_member(self, node: ast.Call, owner: ast.expr, name: str) -> None:
        if isinstance(owner, ast.Name) and owner.id not in self.scope:
            symbol = self.program.sources.resolve(self.module.name, owner.id)
            if symbol is not None and symbol.kind == "module":
                self._call_of_symbol(node, self.member_of(node, symbol, name))
                return
            record = self.named_class(owner.id)
            if record is not None:
                self._call_of_class_member(node, record, name)
                return
            if symbol is not None and symbol.kind == "external":
                self._external_call(node, f"{symbol.full_name}.{name}")
                return
            if symbol is None:
                self._external_call(node, f"{owner.id}.{name}")
                return
        self._method_call(node, owner, name)

    def _call_of_class_member(self, node: ast.Call, record: ClassRecord, name: str) -> None:
        static = record.find_static(name)
        if static is None:
            # Class.method(object, …)
            self.call_value(self.pushed(node.func), self.positional(node))
            return
        defining, signature = static
        if is_spread(node):
            self.call_value(self.pushed(node.func), self.positional(node))
            return
        self.program.require_member(defining, name)
        self.static_call(record_class(*defining.key), name, self.arguments(node, signature))

    def _method_call(self, node: ast.Call, owner: ast.expr, name: str) -> None:
        signatures = self.program.method_signatures(name)
        if name == "_replace":
            self.replace(node, owner)
        elif any(one.arg is None for one in node.keywords):
            raise self.refuse(node, "**arguments of a method aren't supported", "write them out")
        elif any(isinstance(one, ast.Starred) for one in node.args):
            self.call_value(self._attribute_of(owner, name), self.positional(node))
        elif name == "sort" and not signatures:
            self._sort(node, owner)
        elif name == "format" and isinstance(owner, ast.Name | ast.Constant) and not node.args:
            entries = [(self.text(one.arg or ""), self.pushed(one.value)) for one in node.keywords]
            self.runtime_value("format_map", self.pushed(owner), lambda: self.dictionary(entries))
        elif not signatures and name not in BUILTIN_METHODS and name not in self.program.field_names():
            raise self.refuse(
                node, f"no class has a method {name}", "write it out, or add it to Methods.java"
            )
        else:
            self._call_by_number(node, owner, name, signatures)

    def _attribute_of(self, owner: ast.expr, name: str) -> Push:
        def push() -> None:
            self.value(owner)
            self.attribute(name)

        return push

    def _call_by_number(
        self, node: ast.Call, owner: ast.expr, name: str, signatures: Sequence[Signature]
    ) -> None:
        receiver = self.pushed(owner)
        if not node.keywords:
            arguments: list[Push] = [self.pushed(one) for one in node.args]
        else:
            signature = self._only_signature(node, name, signatures)
            if self._is_reordered(node, signature.bind(node)):
                receiver = self.temporary(receiver)
            arguments = self.arguments(node, signature)
        if len(arguments) > MOST_ARGUMENTS:
            raise self.refuse(
                node, f"{len(arguments)} arguments for a method", f"pass at most {MOST_ARGUMENTS}"
            )
        self.method_call(receiver, name, arguments)

    def _only_signature(self, node: ast.Call, name: str, signatures: Sequence[Signature]) -> Signature:
        """Return the signature by which all methods of a name that fit a call order its arguments."""
        fitting: list[tuple[Signature, list[int | None]]] = []
        for one in signatures:
            try:
                order = [None if part is None else id(part) for part in one.bind(node)]
            except BindingError:
                continue
            if all(order != other for _, other in fitting):
                fitting.append((one, order))
        if len(fitting) != 1:
            raise self.refuse(
                node,
                f"keywords of method {name}, which {len(fitting)} kinds of classes understand differently",
                "pass the arguments by position",
            )
        return fitting[0][0]

    def _sort(self, node: ast.Call, owner: ast.expr) -> None:
        keywords = keywords_of(node)
        self.value(owner)
        self.key_and_order(keywords)
        self.runtime("sort", 3)

    def key_and_order(self, keywords: dict[str, ast.expr]) -> None:
        """Push the arguments `key` and `reverse` of a sort."""
        self.key_function(keywords.get("key"))
        if "reverse" in keywords:
            self.value(keywords["reverse"])
            self.runtime("truth", 1)
        else:
            self.code.push_int(0)


def _written(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(one.value for one in node.keywords)]


def _may_act(node: ast.expr) -> bool:
    """Whether it matters when an expression is evaluated."""
    return any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node))
