"""Where names mean something: the name spaces of bsh (bsh.NameSpace, bsh.BshMethod, bsh.This)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from validators.engine.script.budget import Budget, current
from validators.engine.script.values import HELD_AS, VOID, Box, ScriptError, cast, describe, unboxed

Eval = Callable[["Scope"], Any]
#: What a statement answers: nothing, or how it ends the statements around it.
BREAK: Final = "break"
CONTINUE: Final = "continue"
RETURN: Final = "return"
Run = Callable[["Scope"], str | None]

#: Calls deeper than this overflow the stack of the engine's interpreter in practice; ours stops first.
MAX_CALLS: Final = 100


class Runtime:
    """Hold what one run shares: the host's classes and objects, how deep it calls, and what pays for it."""

    __slots__ = ("budget", "calls", "classes", "source")

    def __init__(
        self, classes: dict[str, Any] | None = None, source: Any = None, budget: Budget | None = None
    ) -> None:
        self.classes = classes if classes is not None else {}
        self.source = source
        self.budget = budget if budget is not None else current()
        self.calls = 0


class Scope(dict[str, Any]):
    """Be the variables of a script, or of one call of a method; `parent` is the scope around it."""

    __slots__ = ("given", "imports", "methods", "parent", "result", "runtime", "types")

    def __init__(self, parent: Scope | None, runtime: Runtime) -> None:
        super().__init__()
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
        """Set a variable where it is known, else here; raises ScriptError for a value of another type."""
        if value is VOID:
            raise ScriptError("Void assignment.")
        scope: Scope | None = self
        while scope is not None:
            if name in scope:
                if scope.types is not None and name in scope.types:
                    value = cast(scope.types[name], value, False)
                dict.__setitem__(scope, name, value)
                return value
            scope = scope.parent
        dict.__setitem__(self, name, value)
        return value

    def declare(self, kind: str, name: str, value: Any) -> None:
        """Declare a variable of a type here."""
        value = cast(kind, value)
        if self.types is None:
            self.types = {}
        self.types[name] = kind
        dict.__setitem__(self, name, value)

    def keep(self, names: tuple[str, ...]) -> list[tuple[str, Any, Any]]:
        """Remember what names mean here before a block declares its own."""
        types = self.types or {}
        return [(name, dict.get(self, name, VOID), types.get(name)) for name in names]

    def restore(self, kept: list[tuple[str, Any, Any]]) -> None:
        """Let names mean again what they did before a block."""
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
        """Return the full name that an import gives to a simple one."""
        scope: Scope | None = self
        while scope is not None:
            if scope.imports and name in scope.imports:
                return scope.imports[name]
            scope = scope.parent
        return None

    def add_method(self, method: Method) -> None:
        """Add a method; one of the same types takes the place of the old."""
        if self.methods is None:
            self.methods = {}
        known = self.methods.setdefault(method.name, [])
        kinds = [kind for kind, _ in method.parameters]
        known[:] = [m for m in known if [kind for kind, _ in m.parameters] != kinds]
        known.append(method)

    def find_method(self, name: str, arguments: list[Any]) -> Method | None:
        """Return the method that fits arguments best, in the nearest scope that has one."""
        scope: Scope | None = self
        while scope is not None:
            if scope.methods is not None and name in scope.methods:
                found = _best(scope.methods[name], arguments)
                if found is not None:
                    return found
            scope = scope.parent
        return None


@dataclass(frozen=True, eq=False)
class Method:
    """Hold a method of a script; a parameter without a type takes anything."""

    name: str
    returns: str | None
    parameters: tuple[tuple[str, str], ...]
    body: Run
    scope: Scope
    cost: int
    """The steps that its text takes, loops and what it calls left out."""
    typed: Mapping[str, str]
    """The types of its parameters by name, where they have one."""

    def call(self, arguments: list[Any]) -> Any:
        """Run the method; raises ScriptError."""
        runtime = self.scope.runtime
        runtime.budget.spend(self.cost)
        scope = Scope(self.scope, runtime)
        for (kind, name), value in zip(self.parameters, arguments, strict=True):
            if type(value) is not HELD_AS.get(kind):
                if value is VOID:
                    raise ScriptError(
                        f"Undefined variable or class name, parameter: {name} to method: {self.name}"
                    )
                if kind:
                    value = cast(kind, value, False)
            dict.__setitem__(scope, name, value)
        if self.typed:
            scope.types = dict(self.typed)
        runtime.calls += 1
        if runtime.calls > MAX_CALLS:
            runtime.calls -= 1
            runtime.budget.spend(4 * MAX_CALLS)
            raise ScriptError("calls nested too deep", "StackOverflowError")
        try:
            self.body(scope)
        finally:
            runtime.calls -= 1
        result = scope.result
        if self.returns == "void":
            return VOID
        if self.returns and result is not VOID:
            result = cast(self.returns, result, False)
        return result


class This:
    """Be a reference to a scope: what a method returns as `this`."""

    __slots__ = ("scope",)

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def equals(self, other: object) -> bool:
        """Tell whether both mean one scope."""
        return isinstance(other, This) and other.scope is self.scope

    def __str__(self) -> str:
        return "'this' reference to Bsh object"


def _best(methods: list[Method], arguments: list[Any]) -> Method | None:
    if len(methods) == 1:
        # Nearly always there is one, and the types of the arguments are its own.
        (only,) = methods
        if len(only.parameters) != len(arguments):
            return None
        for (kind, _), value in zip(only.parameters, arguments, strict=True):
            if (
                kind
                and kind != "Object"
                and type(value) is not HELD_AS.get(kind)
                and _fit(kind, value) is None
            ):
                return None
        return only
    best: tuple[int, Method] | None = None
    for method in methods:
        if len(method.parameters) != len(arguments):
            continue
        score = 0
        for (kind, _), value in zip(method.parameters, arguments, strict=True):
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
        cast(kind, value, False)
    except ScriptError:
        return None
    exact = kind == describe(unboxed(value)) or (kind == "String" and type(value) is str)
    return (1 if type(value) is Box else 0) if exact else 1
