"""Compile BeanShell to closures: blocks, and declarations of variables and methods."""

from __future__ import annotations

from hexwright.emulator.beanshell.declaration_lookahead import MODIFIERS, DeclarationLookahead
from hexwright.emulator.beanshell.expression_compiler import ExpressionCompiler
from hexwright.emulator.beanshell.java_values import HELD_AS, VOID, ScriptError, cast_to_type, default_of
from hexwright.emulator.beanshell.name_spaces import Eval, Method, MethodForm, RunClosure, Scope
from hexwright.inspect.analysis.beanshell_tokens import PRIMITIVE_TYPES


class DeclaringCompiler(DeclarationLookahead, ExpressionCompiler):
    """A compiler of declarations and blocks."""

    def statement(self) -> RunClosure:
        """Compile a statement."""
        raise NotImplementedError

    # Declarations --------------------------------------------------------------------------------
    def method(self) -> RunClosure:
        returns: str | None = None
        if self.peek() == "void":
            self.i += 1
            returns = "void"
        elif not (self.kind() == "name" and self.peek(1) == "("):
            returns = self.type_()
        name = self.take().text
        self.expect("(")
        parameters: list[tuple[str, str]] = []
        while self.peek() != ")":
            while self.peek() in MODIFIERS:
                self.i += 1
            kind = ""
            if self.kind(1) == "name" or self.peek(1) in ("[", ".") or self.peek() in PRIMITIVE_TYPES:
                kind = self.type_()
            parameters.append((kind, self.take().text))
            if self.peek() != ",":
                break
            self.i += 1
        self.expect(")")
        if self.peek() == "throws":
            self.i += 1
            self.name()
            while self.peek() == ",":
                self.i += 1
                self.name()
        begun = self.i
        body = self.body()
        cost = 4 + self.cost_since(begun)
        form = MethodForm(name, returns, tuple(parameters), body, cost, self.tokens[begun : self.i])

        def define(scope: Scope) -> None:
            scope.runtime.budget.hold(300)
            scope.add_method(Method(form, scope))

        return define

    def body(self) -> RunClosure:
        """Compile a method's block, whose variables are local to the method."""
        self.expect("{")
        runs: list[RunClosure] = []
        while self.peek() != "}":
            if self.kind() == "end":
                raise self.wrong("'{' without a closing '}'")
            runs.append(self.statement())
        self.i += 1
        return sequence(runs)

    def declarators(self, kind: str) -> list[tuple[str, Eval | None, str]]:
        """Parse the variables of a declaration.

        Return each with its name, its initial value (or None) and its type.
        """
        found: list[tuple[str, Eval | None, str]] = []
        while True:
            name = self.take().text
            own = kind + "[]" * self.empties()
            value: Eval | None = None
            if self.peek() == "=":
                self.i += 1
                value = self.initialiser(own.removesuffix("[]")) if self.peek() == "{" else self.expression()
            found.append((name, value, own))
            if self.peek() != ",":
                return found
            self.i += 1

    def declaration(self) -> tuple[RunClosure, tuple[str, ...]]:
        names = self.declarators(self.type_())

        def declare(scope: Scope) -> None:
            for name, value, own in names:
                given = default_of(own) if value is None else value(scope)
                if given is VOID:
                    raise ScriptError("Void initializer.")
                scope.declare(own, name, given)

        declared = tuple(name for name, _, _ in names)
        name, value, own = names[0]
        if len(names) > 1 or value is None:
            return declare, declared
        # The common case: one variable with a value of the declared type.
        given_by, held = value, HELD_AS.get(own)

        def declare_one(scope: Scope) -> None:
            given = given_by(scope)
            if type(given) is not held:
                if given is VOID:
                    raise ScriptError("Void initializer.")
                given = cast_to_type(own, given)
            if scope.types is None:
                scope.types = {}
            scope.types[name] = own
            scope[name] = given

        return declare_one, declared

    def block(self) -> RunClosure:
        self.expect("{")
        runs: list[RunClosure] = []
        declared: list[str] = []
        while self.peek() != "}":
            if self.kind() == "end":
                raise self.wrong("'{' without a closing '}'")
            at = self.i
            while self.peek() in MODIFIERS:
                self.i += 1
            if (
                self.peek() not in ("return", "throw", "new")
                and self.is_declaration()
                and not self.is_method()
            ):
                run, names = self.declaration()
                self.expect(";")
                declared.extend(names)
                runs.append(run)
            else:
                self.i = at
                runs.append(self.statement())
        self.i += 1
        run_all = sequence(runs)
        if not declared:
            return run_all
        own = tuple(dict.fromkeys(declared))

        def run_block(scope: Scope) -> str | None:
            kept = scope.save_names(own)
            try:
                return run_all(scope)
            finally:
                scope.restore_names(kept)

        return run_block


def sequence(runs: list[RunClosure]) -> RunClosure:
    """Return a closure that runs statements one after another."""
    if len(runs) == 1:
        return runs[0]

    def run(scope: Scope) -> str | None:
        for one in runs:
            ended = one(scope)
            if ended is not None:
                return ended
        return None

    return run
