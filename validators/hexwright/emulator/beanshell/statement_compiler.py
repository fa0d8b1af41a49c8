"""Compile BeanShell to closures: statements, methods, whole scripts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hexwright.emulator.beanshell import method_calls
from hexwright.emulator.beanshell.beanshell_operators import apply_binary, condition_truth
from hexwright.emulator.beanshell.declaration_compiler import DeclaringCompiler, sequence
from hexwright.emulator.beanshell.declaration_lookahead import MODIFIERS
from hexwright.emulator.beanshell.execution_budget import ExhaustedError
from hexwright.emulator.beanshell.java_equality import java_equals
from hexwright.emulator.beanshell.java_format import FAULTS
from hexwright.emulator.beanshell.java_values import PRIMITIVES, VOID, LostError, ScriptError, unbox_value
from hexwright.emulator.beanshell.name_spaces import BREAK, CONTINUE, RETURN, Eval, RunClosure, Scope
from hexwright.emulator.beanshell.script_exceptions import ThrownException

#: The cost of an exception that a script sees: it passes through many levels of our calls.
THROWN: Final = 40
#: Java's subclasses of IllegalArgumentException.
_ARGUMENTS: Final = FAULTS | {"NumberFormatException", "PatternSyntaxException"}
_UNSUPPORTED = frozenset({"class", "interface", "enum", "package", "assert", "goto"})


class ScriptCompiler(DeclaringCompiler):
    """A compiler of statements to closures that return how each statement ended."""

    def statement(self) -> RunClosure:
        self.deeper()
        try:
            return self._statement()
        finally:
            self.depth -= 1

    def _statement(self) -> RunClosure:
        text = self.peek()
        reader = _READERS.get(text)
        if reader is not None:
            return reader(self)
        if text in _UNSUPPORTED:
            raise self.wrong(f"the emulator doesn't support {text!r}; expected another statement")
        if self.kind() == "name" and self.peek(1) == ":":
            self.i += 2
            return self.statement()
        while self.peek() in MODIFIERS:
            self.i += 1
        if self.is_method():
            return self.method()
        if self.is_declaration():
            run = self.declaration()[0]
            self.expect(";")
            return run
        value = self.expression()
        if self.kind() == "end":
            # VASSAL's eval appends a semicolon if one is missing.
            pass
        else:
            self.expect(";")

        def express(scope: Scope) -> None:
            scope.given = value(scope)

        return express

    # Control -------------------------------------------------------------------------------------
    def if_(self) -> RunClosure:
        self.i += 1
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        yes = self.statement()
        no: RunClosure | None = None
        if self.peek() == "else":
            self.i += 1
            no = self.statement()

        def choose(scope: Scope) -> str | None:
            chosen = condition(scope)
            if chosen is True or (chosen is not False and condition_truth(chosen)):
                ended = yes(scope)
            else:
                ended = no(scope) if no is not None else None
            scope.given = VOID
            return ended

        return choose

    def while_(self) -> RunClosure:
        begun = self.i
        self.i += 1
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        body = self.statement()
        return _loop(condition, body, None, self.cost_since(begun))

    def empty(self) -> RunClosure:
        self.i += 1
        return lambda scope: None

    def jump(self) -> RunClosure:
        ending = BREAK if self.take().text == "break" else CONTINUE
        self.expect(";")
        return lambda scope: ending

    def do(self) -> RunClosure:
        begun = self.i
        self.i += 1
        body = self.statement()
        self.expect("while")
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        self.expect(";")
        again = _loop(condition, body, None, self.cost_since(begun))

        def run(scope: Scope) -> str | None:
            ended = body(scope)
            if ended is RETURN:
                return ended
            if ended is BREAK:
                return None
            return again(scope)

        return run

    def for_(self) -> RunClosure:
        begun = self.i
        self.i += 1
        self.expect("(")
        each = self._each()
        if each is not None:
            return each
        first: list[RunClosure] = []
        names: tuple[str, ...] = ()
        if self.peek() != ";":
            if self.is_declaration():
                run, names = self.declaration()
                first.append(run)
            else:
                first.append(self._expressions())
        self.expect(";")
        condition = self.expression() if self.peek() != ";" else (lambda scope: True)
        self.expect(";")
        update = self._expressions() if self.peek() != ")" else None
        self.expect(")")
        body = self.statement()
        loop = _loop(condition, body, update, self.cost_since(begun))
        start = sequence(first)

        def run_for(scope: Scope) -> str | None:
            kept = scope.save_names(names)
            try:
                start(scope)
                return loop(scope)
            finally:
                scope.restore_names(kept)

        return run_for

    def _each(self) -> RunClosure | None:
        at = self.i
        if not self.is_for_each():
            return None
        kind = "" if self.peek(1) == ":" else self.type_()
        name = self.take().text
        self.expect(":")
        values = self.expression()
        self.expect(")")
        body = self.statement()
        cost = self.cost_since(at)
        over = method_calls.iterate_value if kind else method_calls.iterate_untyped

        def run_each(scope: Scope) -> str | None:
            items = over(values(scope))
            budget = scope.runtime.budget
            kept = scope.save_names((name,)) if kind else []
            try:
                for item in items:
                    budget.spend(cost)
                    if kind:
                        scope.declare(kind, name, item)
                    else:
                        scope.assign(name, item)
                    ended = body(scope)
                    if ended is RETURN:
                        return RETURN
                    if ended is BREAK:
                        break
            finally:
                scope.restore_names(kept)
            scope.given = VOID
            return None

        return run_each

    def _expressions(self) -> RunClosure:
        found = [self.expression()]
        while self.peek() == ",":
            self.i += 1
            found.append(self.expression())

        def run(scope: Scope) -> None:
            for one in found:
                one(scope)

        return run

    def switch(self) -> RunClosure:
        self.i += 1
        self.expect("(")
        subject = self.expression()
        self.expect(")")
        self.expect("{")
        parts: list[tuple[Eval | None, bool, RunClosure | None]] = []
        while self.peek() != "}":
            if self.peek() == "case":
                self.i += 1
                label = self.expression()
                self.expect(":")
                parts.append((label, False, None))
            elif self.peek() == "default":
                self.i += 1
                self.expect(":")
                parts.append((None, True, None))
            else:
                parts.append((None, False, self.statement()))
        self.i += 1

        def run(scope: Scope) -> str | None:
            value = subject(scope)
            running = False
            for label, default, statement in parts:
                if statement is None:
                    if not running:
                        running = default or (label is not None and _matches(value, label(scope)))
                elif running:
                    ended = statement(scope)
                    if ended is not None:
                        return RETURN if ended is RETURN else None
            scope.given = VOID
            return None

        return run

    def handlers(self) -> list[tuple[str, str, RunClosure]]:
        """Parse the catch clauses: for each, the class that it catches (empty for any), its variable and its
        block.
        """
        found: list[tuple[str, str, RunClosure]] = []
        while self.peek() == "catch":
            self.i += 1
            self.expect("(")
            kind = self.type_() if self.kind(1) == "name" or self.peek(1) == "." else ""
            name = self.take().text
            self.expect(")")
            found.append((kind, name, self.block()))
        return found

    def try_(self) -> RunClosure:
        self.i += 1
        body = self.block()
        handlers = self.handlers()
        last: RunClosure | None = None
        if self.peek() == "finally":
            self.i += 1
            last = self.block()

        def run(scope: Scope) -> str | None:
            try:
                ended = attempt(scope)
            except ExhaustedError:
                # No finally block runs once the budget is spent.
                raise
            except BaseException:
                scope.runtime.budget.spend(THROWN)
                if last is not None:
                    last(scope)
                raise
            if last is None:
                return ended
            # In VASSAL's interpreter, a finally block drops what the block before it returns.
            scope.result = VOID
            return last(scope)

        def attempt(scope: Scope) -> str | None:
            try:
                return body(scope)
            except ScriptError as fault:
                scope.runtime.budget.spend(THROWN)
                if isinstance(fault, LostError):
                    raise
                for kind, name, handler in handlers:
                    if catches(kind, fault.kind):
                        kept = scope.save_names((name,))
                        try:
                            dict.__setitem__(scope, name, ThrownException(fault))
                            return handler(scope)
                        finally:
                            scope.restore_names(kept)
                raise

        return run

    def return_(self) -> RunClosure:
        self.i += 1
        value: Eval | None = None
        if self.peek() != ";" and self.kind() != "end":
            value = self.expression()
        if self.kind() != "end":
            self.expect(";")

        def run(scope: Scope) -> str:
            scope.result = VOID if value is None else value(scope)
            return RETURN

        return run

    def throw(self) -> RunClosure:
        self.i += 1
        value = self.expression()
        self.expect(";")

        def run(scope: Scope) -> None:
            thrown = value(scope)
            kind = getattr(thrown, "kind", type(thrown).__name__)
            raise ScriptError(str(getattr(thrown, "message", thrown)), kind)

        return run

    def import_(self) -> RunClosure:
        self.i += 1
        if self.peek() == "static":
            raise self.wrong("the emulator doesn't support static imports")
        name = ".".join(self.name())
        star = self.peek() == "." and self.peek(1) == "*"
        if star:
            self.i += 2
        self.expect(";")

        def run(scope: Scope) -> None:
            if scope.imports is None:
                scope.imports = {}
            if star:
                for full in scope.runtime.classes:
                    package, _, simple = full.rpartition(".")
                    if package == name:
                        scope.imports[simple] = full
            else:
                scope.imports[name.rpartition(".")[2]] = name

        return run


_READERS: Final[Mapping[str, Callable[[ScriptCompiler], RunClosure]]] = {
    "{": ScriptCompiler.block,
    ";": ScriptCompiler.empty,
    "if": ScriptCompiler.if_,
    "while": ScriptCompiler.while_,
    "do": ScriptCompiler.do,
    "for": ScriptCompiler.for_,
    "switch": ScriptCompiler.switch,
    "try": ScriptCompiler.try_,
    "return": ScriptCompiler.return_,
    "break": ScriptCompiler.jump,
    "continue": ScriptCompiler.jump,
    "throw": ScriptCompiler.throw,
    "import": ScriptCompiler.import_,
}
"""The methods that compile statements, keyed by the first token of the statement."""


def catches(wanted: str, kind: str) -> bool:
    """Return whether a catch clause for one class catches an exception of another class."""
    simple = wanted.rpartition(".")[2]
    if simple in ("", "Throwable", "Exception", "Object"):
        return True
    if simple == "RuntimeException":
        return kind not in ("EvalError", "ParseException", "StackOverflowError", "OutOfMemoryError")
    if simple == "IndexOutOfBoundsException":
        return "OutOfBounds" in kind
    if simple == "IllegalFormatException" and kind in FAULTS:
        return True
    return simple.startswith(kind) or (simple == "IllegalArgumentException" and kind in _ARGUMENTS)


def _matches(value: Any, label: Any) -> bool:
    if type(value) in PRIMITIVES or type(label) in PRIMITIVES:
        return unbox_value(apply_binary("==", unbox_value(value), unbox_value(label))) is True
    return java_equals(value, label)


def _loop(condition: Eval, body: RunClosure, update: RunClosure | None, cost: int) -> RunClosure:
    def run(scope: Scope) -> str | None:
        budget = scope.runtime.budget
        while True:
            chosen = condition(scope)
            if chosen is not True and (chosen is False or not condition_truth(chosen)):
                break
            budget.left -= cost
            if budget.left < 0:
                budget.next_round()
            ended = body(scope)
            if ended is RETURN:
                return RETURN
            if ended is BREAK:
                break
            if update is not None:
                update(scope)
        scope.given = VOID
        return None

    return run
