"""Translate expressions of BeanShell to Python, for methods that are called often (`method_emitter.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hexwright.emulator.beanshell.declaration_lookahead import DeclarationLookahead
from hexwright.emulator.beanshell.emitted_runtime import CALLS, named_sender, sender
from hexwright.emulator.beanshell.expression_compiler import real_literal, whole_literal
from hexwright.emulator.beanshell.java_values import HELD_AS, MAX_INT, MIN_INT, PRIMITIVE_NAMES, JChar
from hexwright.emulator.beanshell.name_spaces import MethodForm
from hexwright.inspect.analysis.beanshell_grammar import BeanShellGrammar
from hexwright.inspect.analysis.beanshell_tokens import BeanShellToken, unquote


class CannotEmitError(Exception):
    """The error for a method that uses a construct that can't be translated to Python."""


class EmittedCode:
    """The Python code of an expression; `kind` is the type of its value, if that is known for certain.

    `put` returns the Python code of an assignment to the expression. `alone` is the Python code to use if the
    value isn't needed.
    """

    __slots__ = ("alone", "kind", "put", "text")

    def __init__(
        self,
        text: str,
        kind: str = "",
        put: Callable[[EmittedCode], EmittedCode] | None = None,
        alone: str = "",
    ) -> None:
        self.text = text
        self.kind = kind
        self.put = put
        self.alone = alone or text


EXACT: Final = {"int": "int", "boolean": "bool", "double": "float", "str": "str", "String": "str"}
"""The Python types of values whose Java type is known for certain."""
_HELPERS: Final = {
    "==": "equal",
    "!=": "unequal",
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
    "+": "add",
    "-": "subtract",
}
_COMPARING: Final = ("==", "!=", "<", "<=", ">", ">=")
_SHORT: Final = 80
"""The maximum length, in characters, of an expression that may occur twice in the output."""
_ENOUGH: Final = 200_000
"""The maximum length of a generated function, in characters."""


class ExpressionEmitter(DeclarationLookahead, BeanShellGrammar[EmittedCode, EmittedCode]):
    """A translator to Python for the expressions in a method's block. It knows the variables in scope."""

    def __init__(self, form: MethodForm, loose: frozenset[str]) -> None:
        super().__init__([*form.tokens, BeanShellToken("end", "", 0)])
        self.form = form
        #: Names that are assigned to and that no block declares: those known beforehand, and those found.
        self.loose = loose
        self.found: set[str] = set()
        self.declared: set[str] = set(form.names)
        self.known: dict[str, Any] = {}
        self.lines: list[str] = []
        self.indent = 1
        self.count = 0
        self.calls = 0
        self.loops: list[list[str] | None] = []
        self.trying = 0
        #: Whether the result's type may be checked later because no catch of the method itself sees the
        #: error.
        self.late = False
        self.size = 0
        self.variables: list[dict[str, tuple[str, str]]] = [{}]

    # Writing ---------------------------------------------------------------------------------------------
    def line(self, text: str) -> None:
        self.size += len(text)
        if self.size > _ENOUGH:
            raise CannotEmitError
        self.lines.append("  " * self.indent + text)

    def temporary(self) -> str:
        self.count += 1
        return f"t{self.count}"

    def constant_of(self, value: Any) -> str:
        name = f"k{len(self.known)}"
        self.known[name] = value
        return name

    def declare(self, name: str, kind: str) -> str:
        """Declare a local variable and return its name in Python."""
        self.count += 1
        self.declared.add(name)
        local = f"v{self.count}"
        self.variables[-1][name] = local, kind
        return local

    def local(self, name: str) -> tuple[str, str] | None:
        if name == "this":
            raise CannotEmitError
        for scope in reversed(self.variables):
            if name in scope:
                return scope[name]
        return None

    def around(self, name: str) -> str:
        """Return the Python code of the scope in which a non-local name is looked up."""
        return "S" if name in self.loose else "D"

    def broken(self, message: str) -> Exception:
        return CannotEmitError()

    def overflow(self, message: str) -> Exception:
        return CannotEmitError()

    def as_held(self, kind: str, value: EmittedCode, helper: str) -> str:
        """Return the Python code for a value after conversion to the type of the variable that stores it."""
        if value.kind and (kind == "" or EXACT.get(kind) == EXACT.get(value.kind, "?")):
            return value.text
        if kind in HELD_AS:
            name = self.temporary()
            return (
                f"({name} if type({name} := {value.text}) is {EXACT[kind]} else {helper}({kind!r}, {name}))"
            )
        if not kind or kind in PRIMITIVE_NAMES:
            return f"{helper}({kind!r}, {value.text})"
        # Values stored unchanged need no helper: objects of any class, and arrays with the same element type.
        name = self.temporary()
        unlike = f"{helper}({kind!r}, {name})"
        if not kind.endswith("[]"):
            return f"({name} if type({name} := {value.text}) not in NO_OBJECTS else {unlike})"
        inner = kind[:-2]
        own = f" and {name}.kind == {inner!r}" if inner == "String" or inner in PRIMITIVE_NAMES else ""
        return f"({name} if type({name} := {value.text}) is JArray{own} else {unlike})"

    def true(self, value: EmittedCode) -> str:
        """Return the Python code of an expression used as a condition."""
        if value.kind == "boolean":
            return value.text
        name = self.temporary()
        return f"({name} if type({name} := {value.text}) is bool else truth({name}))"

    # Primaries -------------------------------------------------------------------------------------------
    def on_literal(self, token: BeanShellToken, negative: bool = False) -> EmittedCode:
        match token.kind:
            case "char":
                return EmittedCode(self.constant_of(JChar(unquote(token.text))))
            case "float":
                number = real_literal(token.text)
                return EmittedCode(self.constant_of(number), "double" if type(number) is float else "")
            case "int":
                found = whole_literal(token.text, negative)
                return (
                    EmittedCode(f"({found})", "int")
                    if type(found) is int
                    else EmittedCode(self.constant_of(found))
                )
            case _:
                return EmittedCode(repr(unquote(token.text)), "str")

    def on_constant(self, word: str) -> EmittedCode:
        if word in ("true", "false"):
            return EmittedCode(word.title(), "boolean")
        return EmittedCode("None" if word == "null" else "VOID")

    def on_name(self, parts: tuple[str, ...]) -> EmittedCode:
        return EmittedCode(*self.read(parts), put=lambda value: self.put_name(parts, value))

    def read(self, parts: tuple[str, ...]) -> tuple[str, str]:
        """Return the Python code for the value of a name, and the type of that value."""
        found = self.local(parts[0])
        if found is None:
            scope = self.around(parts[0])
            if len(parts) == 1:
                return f"{scope}[{parts[0]!r}]", ""
            return f"read_path({scope}, {parts!r})", ""
        code = EmittedCode(
            found[0], found[1] if found[1] in ("int", "boolean", "double") or "[]" in found[1] else ""
        )
        for part in parts[1:]:
            code = self.on_field(code, part)
        return code.text, code.kind

    def owner(self, parts: tuple[str, ...]) -> str:
        """Return the Python code of the object or class whose method is called or whose field is set."""
        if self.local(parts[0]) is not None:
            return self.read(parts)[0]
        scope = self.around(parts[0])
        return f"owner_of({scope}, {parts!r})"

    def put_name(self, parts: tuple[str, ...], value: EmittedCode) -> EmittedCode:
        if len(parts) > 1:
            return EmittedCode(f"put_field({value.text}, {self.owner(parts[:-1])}, {parts[-1]!r})")
        [name] = parts
        found = self.local(name)
        if found is None:
            self.found.add(name)
            return EmittedCode(f"S.assign({name!r}, {value.text})")
        local, kind = found
        return EmittedCode(
            f"({local} := {self.as_held(kind, value, 'taken')})", kind if kind in ("int", "boolean") else ""
        )

    def on_parentheses(self, inner: EmittedCode) -> EmittedCode:
        return EmittedCode(f"({inner.text})", inner.kind)

    def on_call(self, parts: tuple[str, ...], arguments: list[EmittedCode]) -> EmittedCode:
        self.calls += 1
        name = parts[-1]
        if len(parts) == 1:
            helper = CALLS[len(arguments)] if len(arguments) < len(CALLS) else "call_n"
            return EmittedCode(f"{helper}({', '.join(['D', repr(name), *[a.text for a in arguments]])})")
        head = parts[:-1]
        if len(head) == 1 and self.local(head[0]) is None:
            send = self.constant_of(named_sender(name, head[0], len(arguments)))
            target = f"{self.around(head[0])}[{head[0]!r}]"
            return EmittedCode(f"{send}({', '.join(['D', target, *[a.text for a in arguments]])})")
        return self.sent(self.owner(head), name, arguments)

    def sent(self, target: str, name: str, arguments: list[EmittedCode]) -> EmittedCode:
        """Return the code of a method call on the value of an expression."""
        send = self.constant_of(sender(name, len(arguments)))
        texts = [argument.text for argument in arguments]
        on = self.temporary()
        if name == "equals" and len(texts) == 1 and len(texts[0]) < _SHORT:
            [given] = texts
            if arguments[0].kind == "str":
                same = f"{on} == {given}"
            else:
                other = self.temporary()
                same = f"({on} == {other} if type({other} := {given}) is str else {send}(D, {on}, {other}))"
            return EmittedCode(f"({same} if type({on} := {target}) is str else {send}(D, {on}, {given}))")
        if name == "length" and not texts:
            return EmittedCode(f"(len({on}) if type({on} := {target}) is str else {send}(D, {on}))")
        if name == "isEmpty" and not texts:
            return EmittedCode(f"({on} == '' if type({on} := {target}) is str else {send}(D, {on}))")
        return EmittedCode(f"{send}({', '.join(['D', target, *texts])})")

    def on_field(self, base: EmittedCode, name: str) -> EmittedCode:
        on = self.temporary()
        put = EmittedCode(base.text, base.kind)
        if name == "length":
            text = (
                f"(len({on}.items) if type({on} := {base.text}) is JArray else get_field(D, {on}, 'length'))"
            )
            return EmittedCode(
                text, "int" if "[]" in base.kind else "", put=lambda value: self.put_field(put, name, value)
            )
        text = (
            f"({on}.scope[{name!r}] if type({on} := {base.text}) is This else get_field(D, {on}, {name!r}))"
        )
        return EmittedCode(text, put=lambda value: self.put_field(put, name, value))

    def put_field(self, base: EmittedCode, name: str, value: EmittedCode) -> EmittedCode:
        return EmittedCode(f"put_field({value.text}, {base.text}, {name!r})")

    def on_method_call(self, base: EmittedCode, name: str, arguments: list[EmittedCode]) -> EmittedCode:
        self.calls += 1
        return self.sent(base.text, name, arguments)

    def on_index(self, base: EmittedCode, index: EmittedCode) -> EmittedCode:
        array, at = self.temporary(), self.temporary()
        inner = base.kind[:-2] if base.kind.endswith("[]") else ""
        kind = inner if inner in ("int", "boolean", "double") else ""

        def put(value: EmittedCode) -> EmittedCode:
            return EmittedCode(f"put_index({value.text}, {base.text}, {index.text})", value.kind)

        if len(index.text) > _SHORT:
            return EmittedCode(f"get_index({base.text}, {index.text})", kind, put)
        number = "" if index.kind == "int" else f"type({at}) is int and "
        found = (
            f"{array}.items[{at}] if ({at} := {index.text}) is not None and {number}"
            f"0 <= {at} < len({array}.items) else get_index({array}, {at})"
        )
        plain = f"type({array} := {base.text}) is JArray and {array}.plain"
        return EmittedCode(f"(({found}) if {plain} else get_index({array}, {index.text}))", kind, put)

    def on_class_literal(self, kind: str) -> EmittedCode:
        raise CannotEmitError

    def on_brace_access(self, base: EmittedCode, key: EmittedCode) -> EmittedCode:
        raise CannotEmitError

    def on_new(self, kind: str, arguments: list[EmittedCode]) -> EmittedCode:
        self.calls += 1
        return EmittedCode(f"constructed(D, {kind!r}, [{', '.join(a.text for a in arguments)}])")

    def on_new_with_body(self, kind: str, arguments: list[EmittedCode]) -> EmittedCode:
        raise CannotEmitError

    def on_new_array(self, kind: str, sizes: list[EmittedCode]) -> EmittedCode:
        return EmittedCode(
            f"new_array({kind!r}, [{', '.join(size.text for size in sizes)}])", kind + "[]" * len(sizes)
        )

    def on_array_initialiser(self, kind: str, items: list[EmittedCode]) -> EmittedCode:
        return EmittedCode(f"array_of({kind!r}, [{', '.join(item.text for item in items)}])", kind + "[]")

    def place_as_value(self, place: EmittedCode) -> EmittedCode:
        return place

    def value_as_place(self, value: EmittedCode) -> EmittedCode:
        return EmittedCode(value.text, value.kind)

    # Operators -------------------------------------------------------------------------------------------
    def assigned_to(self, target: EmittedCode) -> Callable[[EmittedCode], EmittedCode]:
        if target.put is None:
            raise CannotEmitError
        return target.put

    def on_assignment(self, target: EmittedCode, operator: str, right: EmittedCode) -> EmittedCode:
        put = self.assigned_to(target)
        if not operator:
            return put(right)
        if target.kind == right.kind == "int" and operator in ("+", "-"):
            return put(self.whole_sum(target.text, right.text, operator))
        return put(EmittedCode(f"compounded({operator!r}, {target.text}, {right.text})"))

    def on_increment(self, target: EmittedCode, operator: str, after: bool) -> EmittedCode:
        put = self.assigned_to(target)
        if not after:
            return put(self._step(target.text, target.kind, operator))
        old = self.temporary()
        new = self._step(old, target.kind, operator)
        alone = put(self._step(target.text, target.kind, operator)).text
        return EmittedCode(f"({old} := {target.text}, {put(new).text})[0]", target.kind, alone=alone)

    def _step(self, old: str, kind: str, operator: str) -> EmittedCode:
        if kind == "int":
            return self.whole_sum(old, "1", operator[0])
        return EmittedCode(f"stepped({operator!r}, {old})")

    def whole_sum(self, left: str, right: str, sign: str) -> EmittedCode:
        total = self.temporary()
        return EmittedCode(
            f"({total} if {MIN_INT} <= ({total} := {left} {sign} {right}) <= {MAX_INT} else to_int({total}))",
            "int",
        )

    def on_conditional(
        self, arms: Sequence[tuple[EmittedCode, EmittedCode]], otherwise: EmittedCode
    ) -> EmittedCode:
        kinds = {otherwise.kind, *(yes.kind for _, yes in arms)}
        parts = [f"{yes.text} if {self.true(condition)} else " for condition, yes in arms]
        return EmittedCode(f"({''.join(parts)}{otherwise.text})", kinds.pop() if len(kinds) == 1 else "")

    def on_binary_operator(self, operator: str, left: EmittedCode, right: EmittedCode) -> EmittedCode:
        if operator in ("&&", "||"):
            one = left.text if left.kind == "boolean" else f"decided({operator!r}, {left.text})"
            if right.kind == "boolean":
                two = right.text
            else:
                name = self.temporary()
                two = f"({name} if type({name} := {right.text}) is bool else second({operator!r}, {name}))"
            return EmittedCode(f"({one} {'and' if operator == '&&' else 'or'} {two})", "boolean")
        both = left.kind if left.kind == right.kind else ""
        if operator in _COMPARING:
            if both == "int" or (both == "str" and operator in ("==", "!=")):
                return EmittedCode(f"({left.text} {operator} {right.text})", "boolean")
            return EmittedCode(f"{_HELPERS[operator]}({left.text}, {right.text})", "boolean")
        if both == "int" and operator in ("+", "-", "*"):
            return self.whole_sum(left.text, right.text, operator)
        if both == "int" and operator in ("&", "|", "^"):
            return EmittedCode(f"({left.text} {operator} {right.text})", "int")
        if operator == "+" and both == "str":
            return EmittedCode(f"joined({left.text}, {right.text})", "str")
        if operator in _HELPERS:
            return EmittedCode(f"{_HELPERS[operator]}({left.text}, {right.text})")
        return EmittedCode(f"binary({operator!r}, {left.text}, {right.text})")

    def on_unary_operator(self, operator: str, inner: EmittedCode) -> EmittedCode:
        if operator == "!":
            if inner.kind == "boolean":
                return EmittedCode(f"(not {inner.text})", "boolean")
            name = self.temporary()
            return EmittedCode(f"((not {name}) if type({name} := {inner.text}) is bool else negated({name}))")
        return EmittedCode(f"unary({operator!r}, {inner.text})", "int" if inner.kind == "int" else "")

    def on_instanceof(self, left: EmittedCode, kind: str) -> EmittedCode:
        return EmittedCode(f"instance_of(D, {left.text}, {kind!r})", "boolean")

    def on_cast(self, kind: str, value: EmittedCode) -> EmittedCode:
        exact = kind if kind in ("int", "boolean", "double") else ""
        return EmittedCode(f"cast({kind!r}, {value.text})", exact)
