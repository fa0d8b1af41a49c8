"""Generate Python functions for BeanShell methods that are called often.

Closures are quick to create and slow to run, while generated functions are slow to create and quick to run.
So a method becomes a function after some calls. The function does the same as the closures, and its helpers
(`emitted_runtime.py`) handle operands of unusual types. A variable declared in a block becomes a local
variable; every other name is looked up in a `Scope`. Methods that use unsupported constructs (nested methods,
`this`, `switch`, `finally`, `do`) keep their closures. Calls whose arguments don't have the parameters' types
also use the closures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hexwright.emulator.beanshell.declaration_lookahead import MODIFIERS
from hexwright.emulator.beanshell.emitted_runtime import HELPERS
from hexwright.emulator.beanshell.expression_emitter import (
    EXACT,
    CannotEmitError,
    EmittedCode,
    ExpressionEmitter,
)
from hexwright.emulator.beanshell.java_values import HELD_AS, ScriptError, default_of
from hexwright.emulator.beanshell.name_spaces import MAX_CALLS, MethodForm

_NARROW: Final = ("byte", "short", "char", "long", "float")
_BOXED: Final = ("Integer", "Long", "Double", "Float", "Boolean", "Character", "Number", "Byte", "Short")
"""The parameter types that only the closures handle."""


class MethodEmitter(ExpressionEmitter):
    """A translator of a method's block to a Python function."""

    def function(self) -> str:
        """Return the Python code of the function."""
        form = self.form
        names = []
        unlike: list[str] = []
        boxes: list[str] = []
        for kind, name in zip(form.kinds, form.names, strict=True):
            local = self.declare(name, kind)
            names.append(local)
            if kind in HELD_AS:
                unlike.append(f"type({local}) is not {EXACT[kind]}")
            elif kind in _NARROW or kind.rpartition(".")[2] in _BOXED or kind == "java.lang.Object":
                raise CannotEmitError
            elif kind == "Object[]":
                unlike.append(f"type({local}) is not JArray")
            elif kind.endswith("[]"):
                unlike.append(f"type({local}) is not JArray or {local}.kind != {kind[:-2]!r}")
            else:
                unlike.append(f"{local} is VOID")
                if kind == "Object":
                    boxes.append(local)
        self.body()
        cost = form.cost + self.calls
        head = [f"def made({', '.join(['D', *names])}):"]
        if unlike:
            head.append(f"  if {' or '.join(unlike)}: return SLOW")
        head += [f"  if type({one}) in PRIMITIVES: {one} = Box({one})" for one in boxes]
        head += [
            "  R = D.runtime",
            "  B = R.budget",
            f"  B.left -= {cost}",
            "  if B.left < 0: B.next_round()",
        ]
        if self.loose:
            head.append("  S = Scope(D, R)")
        head += [
            f"  if R.calls >= {MAX_CALLS}: too_deep(R)",
            "  R.calls += 1",
            "  try:",
        ]
        tail = ["    return VOID", "  finally:", "    R.calls -= 1"]
        if self.late:
            head[0] = head[0].replace("made", "within", 1)
            found = f"found if found is SLOW else returned({form.returns!r}, found)"
            tail += ["def made(*given):", "  found = within(*given)", f"  return {found}"]
        return "\n".join([*head, *self.lines, *tail])

    # Statements ------------------------------------------------------------------------------------------
    def body(self) -> None:
        self.indent = 2
        self.expect("{")
        self.statements()
        if self.kind() != "end":
            raise CannotEmitError

    def statements(self) -> None:
        """Write statements up to the closing brace."""
        while self.peek() != "}":
            if self.kind() == "end":
                raise CannotEmitError
            self.statement(True)
        self.i += 1

    def block(self) -> None:
        self.expect("{")
        self.variables.append({})
        before = len(self.lines)
        self.statements()
        self.variables.pop()
        if len(self.lines) == before:
            self.line("pass")

    def inner(self) -> None:
        """Write the body of a statement such as a loop, indented one level deeper."""
        self.indent += 1
        before = len(self.lines)
        self.statement(False)
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    def statement(self, listed: bool) -> None:
        """Write a statement. Only a statement that is directly in a block (`listed`) may declare
        variables.
        """
        self.deeper()
        writer = _WRITERS.get(self.peek())
        if writer is not None:
            writer(self)
        elif self.peek() in _UNLIKE or (self.kind() == "name" and self.peek(1) == ":"):
            raise CannotEmitError
        else:
            self.plain(listed)
        self.depth -= 1

    def plain(self, listed: bool) -> None:
        while self.peek() in MODIFIERS:
            self.i += 1
        if self.is_method():
            raise CannotEmitError
        if self.is_declaration():
            if not listed:
                raise CannotEmitError
            self.declaration()
        else:
            self.line(self.expression().alone)
        self.expect(";")

    def declaration(self) -> None:
        kind = self.type_()
        while True:
            name = self.take().text
            own = kind + "[]" * self.empties()
            if self.peek() == "=":
                self.i += 1
                value = self.initialiser(own.removesuffix("[]")) if self.peek() == "{" else self.expression()
            else:
                value = EmittedCode(self.constant_of(default_of(own)), "" if own not in HELD_AS else own)
                value.kind = value.kind if value.kind != "String" else ""
            text = self.as_held(own, value, "begun")
            self.line(f"{self.declare(name, own)} = {text}")
            if self.peek() != ",":
                return
            self.i += 1

    def condition(self) -> str:
        self.expect("(")
        found = self.expression()
        self.expect(")")
        return self.true(found)

    def if_(self, word: str) -> None:
        self.i += 1
        self.line(f"{word} {self.condition()}:")
        self.inner()
        if self.peek() != "else":
            return
        self.i += 1
        if self.peek() == "if":
            self.deeper()
            self.if_("elif")
            self.depth -= 1
            return
        self.line("else:")
        self.inner()

    def paid(self, at: int, begun: int, calls: int) -> None:
        """Write the charge for one iteration at the start of a loop's body."""
        cost = 1 + (self.i - begun >> 2) + self.calls - calls
        space = "  " * (self.indent + 1)
        self.lines[at:at] = [f"{space}B.left -= {cost}", f"{space}if B.left < 0: B.next_round()"]

    def while_(self) -> None:
        begun, calls = self.i, self.calls
        self.i += 1
        self.line(f"while {self.condition()}:")
        at = len(self.lines)
        self.loops.append(None)
        self.inner()
        self.loops.pop()
        self.paid(at, begun, calls)

    def for_(self) -> None:
        begun, calls = self.i, self.calls
        self.i += 1
        self.expect("(")
        self.variables.append({})
        if not self.each():
            if self.peek() != ";":
                if self.is_declaration():
                    self.declaration()
                else:
                    for text in self.expressions():
                        self.line(text)
            self.expect(";")
            condition = self.true(self.expression()) if self.peek() != ";" else "True"
            self.expect(";")
            update = self.expressions() if self.peek() != ")" else []
            self.expect(")")
            self.line(f"while {condition}:")
            at = len(self.lines)
            self.loops.append(update)
            self.inner()
            self.loops.pop()
            self.indent += 1
            for text in update:
                self.line(text)
            self.indent -= 1
            self.paid(at, begun, calls)
        self.variables.pop()

    def expressions(self) -> list[str]:
        found = [self.expression().alone]
        while self.peek() == ",":
            self.i += 1
            found.append(self.expression().alone)
        return found

    def each(self) -> bool:
        """Write an enhanced for loop if one begins here; return whether one was written."""
        begun, calls = self.i, self.calls
        if not self.is_for_each():
            return False
        kind = "" if self.peek(1) == ":" else self.type_()
        name = self.take().text
        self.expect(":")
        values = self.expression()
        self.expect(")")
        item = self.temporary()
        over = "iterate" if kind else "iterate_untyped"
        self.line(f"for {item} in {over}({values.text}):")
        at = len(self.lines)
        self.indent += 1
        if kind:
            held = self.as_held(kind, EmittedCode(item), "cast")
            self.line(f"{self.declare(name, kind)} = {held}")
        else:
            self.line(self.put_name((name,), EmittedCode(item)).text)
        self.indent -= 1
        self.loops.append(None)
        self.inner()
        self.loops.pop()
        self.paid(at, begun, calls)
        return True

    def try_(self) -> None:
        self.i += 1
        self.line("try:")
        self.indent += 1
        self.trying += 1
        self.block()
        self.indent -= 1
        fault = self.temporary()
        self.line(f"except ScriptError as {fault}:")
        self.indent += 1
        self.line("B.spend(THROWN)")
        word = "if"
        while self.peek() == "catch":
            self.i += 1
            self.expect("(")
            kind = self.type_() if self.kind(1) == "name" or self.peek(1) == "." else ""
            name = self.take().text
            self.expect(")")
            self.line(f"{word} catches({kind!r}, {fault}.kind):")
            self.indent += 1
            self.variables.append({})
            self.line(f"{self.declare(name, '')} = Thrown({fault})")
            self.block()
            self.variables.pop()
            self.indent -= 1
            word = "elif"
        if word == "if" or self.peek() == "finally":
            raise CannotEmitError
        self.line("else:")
        self.line("  raise")
        self.indent -= 1
        self.trying -= 1

    def return_(self) -> None:
        self.i += 1
        value: EmittedCode | None = None
        if self.peek() != ";":
            value = self.expression()
        self.expect(";")
        returns = self.form.returns
        if value is None:
            self.line("return VOID")
        elif returns == "void":
            self.line(value.text)
            self.line("return VOID")
        elif returns is None or (returns in HELD_AS and EXACT[returns] == EXACT.get(value.kind)):
            self.line(f"return {value.text}")
        elif self.late or self.trying:
            self.late = True
            self.line(f"return {value.text}")
        else:
            self.line(f"return {self.as_held(returns, value, 'returned')}")

    def empty(self) -> None:
        self.i += 1

    def jump(self) -> None:
        text = self.take().text
        self.expect(";")
        if not self.loops:
            raise CannotEmitError
        if text == "continue":
            for line in self.loops[-1] or ():
                self.line(line)
        self.line(text)

    def throw(self) -> None:
        self.i += 1
        value = self.expression()
        self.expect(";")
        self.line(f"raise thrown({value.text})")


_WRITERS: Final[Mapping[str, Callable[[MethodEmitter], None]]] = {
    "{": MethodEmitter.block,
    ";": MethodEmitter.empty,
    "if": lambda emitter: emitter.if_("if"),
    "while": MethodEmitter.while_,
    "for": MethodEmitter.for_,
    "try": MethodEmitter.try_,
    "return": MethodEmitter.return_,
    "break": MethodEmitter.jump,
    "continue": MethodEmitter.jump,
    "throw": MethodEmitter.throw,
}
"""The methods that write statements, keyed by the first token of the statement."""
_UNLIKE: Final = frozenset(
    {"switch", "do", "import", "class", "interface", "enum", "package", "assert", "goto"}
)
"""The first tokens of statements that only the closures handle."""


def emit_method(form: MethodForm) -> Callable[..., Any] | None:
    """Return a Python function for a method, or None if the method uses unsupported constructs.

    The function takes the scope and the arguments. It returns SLOW if the closures must run instead.
    """
    loose: frozenset[str] = frozenset()
    try:
        for _ in range(3):
            emitter = MethodEmitter(form, loose)
            text = emitter.function()
            if emitter.found & emitter.declared:
                return None
            if emitter.found == loose:
                break
            loose = frozenset(emitter.found)
        else:
            return None
        names = {**HELPERS, **emitter.known}
        exec(compile(text, f"<{form.name}>", "exec"), names)
    except (CannotEmitError, ScriptError, SyntaxError, RecursionError, MemoryError):
        return None
    made: Callable[..., Any] = names["made"]
    return made
