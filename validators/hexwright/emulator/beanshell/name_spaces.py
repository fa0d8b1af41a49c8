"""Scopes of names: the name spaces of bsh (bsh.NameSpace, bsh.BshMethod, bsh.This)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexwright.emulator.beanshell.execution_budget import Budget, current_budget
from hexwright.emulator.beanshell.java_values import (
    HELD_AS,
    VOID,
    BoxedPrimitive,
    ScriptError,
    cast_to_type,
    type_name,
    unbox_value,
)
from hexwright.inspect.analysis.beanshell_tokens import BeanShellToken

Eval = Callable[["Scope"], Any]
#: The outcome of a statement: None, or how it ends the enclosing statements.
BREAK: Final = "break"
CONTINUE: Final = "continue"
RETURN: Final = "return"
RunClosure = Callable[["Scope"], str | None]

#: The value a generated function returns if the closures must run instead.
CLOSURE_ONLY: Final = object()
#: A method becomes a function after this many calls.
CALLS_BEFORE_EMITTING: Final = 12
#: Deeper calls overflow the stack of VASSAL's interpreter in practice; ours stops earlier.
MAX_CALLS: Final = 100


class Runtime:
    """The state shared within one run: the host's classes and objects, the call depth, and the budget."""

    __slots__ = ("budget", "calls", "classes", "source")

    def __init__(
        self, classes: dict[str, Any] | None = None, source: Any = None, budget: Budget | None = None
    ) -> None:
        self.classes = classes if classes is not None else {}
        self.source = source
        self.budget = budget if budget is not None else current_budget()
        self.calls = 0


class Scope(dict[str, Any]):
    """The variables of a script, or of one method call; `parent` is the enclosing scope."""

    __slots__ = ("given", "imports", "methods", "parent", "result", "runtime", "types")

    def __init__(self, parent: Scope | None, runtime: Runtime) -> None:
        self.parent = parent
        self.runtime = runtime
        self.methods: dict[str, list[Method]] | None = None
        self.types: dict[str, str] | None = None
        self.imports: dict[str, str] | None = None
        self.result: Any = VOID
        self.given: Any = VOID

    def __missing__(self, name: str) -> Any:
        return VOID if self.parent is None else self.parent[name]

    def assign(self, name: str, value: Any) -> Any:
        """Set a variable in the nearest scope that defines it, or else in this scope.

        Raises ScriptError for a value of the wrong type.
        """
        if value is VOID:
            raise ScriptError("Void assignment.")
        scope: Scope | None = self
        while scope is not None:
            if name in scope:
                types = scope.types
                if types is not None and name in types:
                    kind = types[name]
                    if type(value) is not HELD_AS.get(kind):
                        value = cast_to_type(kind, value, False)
                dict.__setitem__(scope, name, value)
                return value
            scope = scope.parent
        dict.__setitem__(self, name, value)
        return value

    def declare(self, kind: str, name: str, value: Any) -> None:
        """Declare a variable with a type in this scope."""
        value = cast_to_type(kind, value)
        if self.types is None:
            self.types = {}
        self.types[name] = kind
        dict.__setitem__(self, name, value)

    def save_names(self, names: tuple[str, ...]) -> list[tuple[str, Any, Any]]:
        """Return the current meanings of names, before a block declares the same names."""
        types = self.types or {}
        return [(name, dict.get(self, name, VOID), types.get(name)) for name in names]

    def restore_names(self, kept: list[tuple[str, Any, Any]]) -> None:
        """Restore the meanings that names had before a block."""
        for name, value, kind in kept:
            if value is VOID:
                self.pop(name, None)
            else:
                dict.__setitem__(self, name, value)
            if self.types is not None:
                if kind is None:
                    self.types.pop(name, None)
                else:
                    self.types[name] = kind

    def find_class(self, name: str) -> str | None:
        """Return the full name of an imported class, given its simple name."""
        scope: Scope | None = self
        while scope is not None:
            if scope.imports and name in scope.imports:
                return scope.imports[name]
            scope = scope.parent
        return None

    def add_method(self, method: Method) -> None:
        """Add a method. It replaces a method with the same parameter types."""
        if self.methods is None:
            self.methods = {}
        form = method.form
        known = self.methods.get(form.name)
        if known is None:
            self.methods[form.name] = [method]
        else:
            known[:] = [other for other in known if other.form.kinds != form.kinds]
            known.append(method)

    def find_method(self, name: str, arguments: list[Any]) -> Method | None:
        """Return the method that best fits the arguments, from the nearest scope that contains one."""
        scope: Scope | None = self
        while scope is not None:
            if scope.methods is not None and name in scope.methods:
                found = _best(scope.methods[name], arguments)
                if found is not None:
                    return found
            scope = scope.parent
        return None


class MethodForm:
    """The static properties of a method. A parameter without a type accepts any value."""

    __slots__ = (
        "body",
        "cost",
        "fast",
        "held_types",
        "kinds",
        "name",
        "names",
        "returns",
        "tokens",
        "typed",
        "uses",
    )

    def __init__(
        self,
        name: str,
        returns: str | None,
        parameters: tuple[tuple[str, str], ...],
        body: RunClosure,
        cost: int,
        tokens: list[BeanShellToken],
    ) -> None:
        self.name = name
        #: The number of calls so far, the block to generate a function from, and that function.
        self.uses = 0
        self.tokens = tokens
        self.fast: Callable[..., Any] | None = None
        self.returns = returns
        self.body = body
        #: The cost of its text in steps, without loops and called methods.
        self.cost = cost
        #: For each parameter: its type, the Python types of its values, and its name.
        self.kinds = tuple(kind for kind, _ in parameters)
        self.held_types = tuple(HELD_AS.get(kind) for kind in self.kinds)
        self.names = tuple(name for _, name in parameters)
        #: The types of its parameters by name, if declared.
        self.typed = {name: kind for kind, name in parameters if kind}

    def warm(self) -> None:
        """Count a call; after a number of calls, generate a Python function for the method."""
        self.uses += 1
        if self.uses == CALLS_BEFORE_EMITTING:
            from hexwright.emulator.beanshell.method_emitter import (
                emit_method,  # imported late, because that file imports this one
            )

            self.fast = emit_method(self)
            self.tokens = []


class Method:
    """A method of a script, with the scope that declares it."""

    __slots__ = ("form", "scope")

    def __init__(self, form: MethodForm, scope: Scope) -> None:
        self.form = form
        self.scope = scope

    def call(self, arguments: list[Any]) -> Any:
        """Run the method; raises ScriptError."""
        form = self.form
        if form.fast is not None:
            found = form.fast(self.scope, *arguments)
            if found is not CLOSURE_ONLY:
                return found
        elif form.uses < CALLS_BEFORE_EMITTING:
            form.warm()
        runtime = self.scope.runtime
        budget = runtime.budget
        budget.left -= form.cost
        if budget.left < 0:
            budget.next_round()
        scope = Scope(self.scope, runtime)
        for held, name, value in zip(form.held_types, form.names, arguments, strict=True):
            if type(value) is held:
                scope[name] = value
            else:
                scope[name] = self._taken(name, value)
        if form.typed:
            scope.types = form.typed.copy()
        runtime.calls += 1
        if runtime.calls > MAX_CALLS:
            runtime.calls -= 1
            budget.spend(4 * MAX_CALLS)
            raise ScriptError("calls nested too deeply", "StackOverflowError")
        try:
            form.body(scope)
        finally:
            runtime.calls -= 1
        result = scope.result
        returns = form.returns
        if returns is None or type(result) is HELD_AS.get(returns):
            return result
        if returns == "void":
            return VOID
        return result if result is VOID else cast_to_type(returns, result, False)

    def _taken(self, name: str, value: Any) -> Any:
        """Return an argument as a variable for the named parameter stores it."""
        form = self.form
        if value is VOID:
            raise ScriptError(f"Undefined variable or class name, parameter: {name} to method: {form.name}")
        kind = form.typed.get(name)
        return cast_to_type(kind, value, False) if kind else value


class This:
    """A reference to a scope. A method returns it as `this`."""

    __slots__ = ("scope",)

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def equals(self, other: object) -> bool:
        """Return whether the other object refers to the same scope."""
        return isinstance(other, This) and other.scope is self.scope

    def __str__(self) -> str:
        return "'this' reference to Bsh object"


def _best(methods: list[Method], arguments: list[Any]) -> Method | None:
    if len(methods) == 1:
        # Usually there is one method, and the arguments have exactly its parameter types.
        (only,) = methods
        form = only.form
        if len(form.held_types) != len(arguments):
            return None
        for held, kind, value in zip(form.held_types, form.kinds, arguments, strict=True):
            if type(value) is not held and kind and kind != "Object" and _fit(kind, value) is None:
                return None
        return only
    best: tuple[int, Method] | None = None
    for method in methods:
        if len(method.form.kinds) != len(arguments):
            continue
        score = 0
        for kind, value in zip(method.form.kinds, arguments, strict=True):
            fit = _fit(kind, value)
            if fit is None:
                break
            score += fit
        else:
            if best is None or score < best[0]:
                best = score, method
    return best[1] if best else None


def _fit(kind: str, value: Any) -> int | None:
    if not kind:
        return 3
    if kind == "Object":
        return 2
    if value is None:
        return 1
    try:
        cast_to_type(kind, value, False)
    except ScriptError:
        return None
    exact = kind == type_name(unbox_value(value)) or (kind == "String" and type(value) is str)
    return (1 if type(value) is BoxedPrimitive else 0) if exact else 1
