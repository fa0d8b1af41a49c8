"""A parser for BeanShell expressions that follows VASSAL's own. Subclasses define the results of parsing.

The grammar is that of VASSAL 3.7.26, from `Expression` downward: `bsh.jjt`, but with the operators `=~` and
`!~`, which only the generated `bsh/Parser.java` has. Two subclasses share it:
`beanshell_names.py` collects the names in an expression, and the emulator compiles the expression.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from hexwright.inspect.analysis.beanshell_tokens import PRIMITIVE_TYPES, BeanShellToken, TokenReader

Value = TypeVar("Value")
"""The type of results for expressions, chosen by the subclass."""
Place = TypeVar("Place")
"""The type of results for primary expressions, which can be the targets of assignments."""

_ALIAS: Final = {
    "@or": "||", "@and": "&&", "@bitwise_or": "|", "@bitwise_and": "&", "@lt": "<", "@gt": ">",
    "@lteq": "<=", "@gteq": ">=", "@left_shift": "<<", "@right_shift": ">>", "@right_unsigned_shift": ">>>",
    "@left_shift_assign": "<<=", "@right_shift_assign": ">>=", "@right_unsigned_shift_assign": ">>>=",
}  # fmt: skip
_LEVELS: Final = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!=", "=~", "!~"),
    ("instanceof",),
    ("<", ">", "<=", ">="),
    ("<<", ">>", ">>>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_RANK: Final = {operator: level for level, row in enumerate(_LEVELS) for operator in row}
_ASSIGN: Final = frozenset({"=", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "<<=", ">>=", ">>>="})
_LITERALS: Final = frozenset({"string", "long", "char", "float", "int"})
_CONSTANTS: Final = frozenset({"true", "false", "null", "void"})


class BeanShellGrammar(TokenReader, ABC, Generic[Value, Place]):
    """A recursive descent parser over tokens. It passes each part to a method of the subclass."""

    def __init__(self, tokens: list[BeanShellToken]) -> None:
        super().__init__(tokens)
        # The last primary that was parsed, with the tokens where it starts and ends.
        self._last: tuple[int, int, Place] | None = None

    def peek(self, ahead: int = 0) -> str:
        # The same as in TokenReader, repeated here because it takes most of the parsing time.
        at = self.i + ahead
        token = self.tokens[at if at < len(self.tokens) else -1]
        if token.kind != "op" and token.kind != "word":
            return ""
        text = token.text
        return _ALIAS.get(text, text)

    # Results, defined by the subclass --------------------------------------------------------------
    @abstractmethod
    def on_literal(self, token: BeanShellToken, negative: bool = False) -> Place:
        """Return the result for a literal; `negative` means that the literal is an integer after a minus
        sign.
        """

    @abstractmethod
    def on_constant(self, word: str) -> Place:
        """Return the result for one of the words true, false, null and void."""

    @abstractmethod
    def on_name(self, parts: tuple[str, ...]) -> Place:
        """Return the result for a name, which may have several parts."""

    @abstractmethod
    def on_parentheses(self, inner: Value) -> Place:
        """Return the result for an expression in parentheses."""

    @abstractmethod
    def on_call(self, parts: tuple[str, ...], arguments: list[Value]) -> Place:
        """Return the result for a call of a function, or of a method of a named object."""

    @abstractmethod
    def on_field(self, base: Place, name: str) -> Place:
        """Return the result for a field access."""

    @abstractmethod
    def on_method_call(self, base: Place, name: str, arguments: list[Value]) -> Place:
        """Return the result for a method call on an expression."""

    @abstractmethod
    def on_index(self, base: Place, index: Value) -> Place:
        """Return the result for an element of an array."""

    @abstractmethod
    def on_class_literal(self, kind: str) -> Place:
        """Return the result for the class of a type or name, such as `int.class`."""

    @abstractmethod
    def on_brace_access(self, base: Place, key: Value) -> Place:
        """Return the result for `base{key}`."""

    @abstractmethod
    def on_new(self, kind: str, arguments: list[Value]) -> Place:
        """Return the result for `new` with constructor arguments."""

    @abstractmethod
    def on_new_with_body(self, kind: str, arguments: list[Value]) -> Place:
        """Parse a class body that starts with its brace. Return the result for a new object of that class."""

    @abstractmethod
    def on_new_array(self, kind: str, sizes: list[Value]) -> Place:
        """Return the result for a new array of the given sizes; `kind` is the element type of the last
        dimension.
        """

    @abstractmethod
    def on_array_initialiser(self, kind: str, items: list[Value]) -> Value:
        """Return the result for an array of the given elements, all of type `kind`."""

    @abstractmethod
    def place_as_value(self, place: Place) -> Value:
        """Convert the result for a primary expression to a result for an expression."""

    @abstractmethod
    def value_as_place(self, value: Value) -> Place:
        """Convert the result for an expression to a result for a primary expression that isn't assignable."""

    @abstractmethod
    def on_assignment(self, target: Place, operator: str, right: Value) -> Value:
        """Return the result for an assignment.

        `operator` is empty for a plain assignment. Otherwise it combines the old value with the new one.
        """

    @abstractmethod
    def on_increment(self, target: Place, operator: str, after: bool) -> Value:
        """Return the result for `++` or `--`; `after` means that the operator follows the target."""

    @abstractmethod
    def on_conditional(self, arms: Sequence[tuple[Value, Value]], otherwise: Value) -> Value:
        """Return the result for a chain of `?:`.

        `arms` contains the conditions with their values, and `otherwise` the value if no condition is true.
        """

    @abstractmethod
    def on_binary_operator(self, operator: str, left: Value, right: Value) -> Value:
        """Return the result for a binary operator."""

    @abstractmethod
    def on_unary_operator(self, operator: str, inner: Value) -> Value:
        """Return the result for a unary `+`, `-`, `!` or `~`."""

    @abstractmethod
    def on_instanceof(self, left: Value, kind: str) -> Value:
        """Return the result for an `instanceof` test."""

    @abstractmethod
    def on_cast(self, kind: str, value: Value) -> Value:
        """Return the result for a cast to a type."""

    # Operators -----------------------------------------------------------------------------------
    def expression(self) -> Value:
        """Parse an expression."""
        self.deeper()
        start = self.i
        found = self.conditional()
        operator = self.peek()
        if operator in _ASSIGN:
            last = self._last
            if last is None or last[:2] != (start, self.i):
                raise self.wrong("expected a variable, field or array element before the assignment")
            self.i += 1
            found = self.on_assignment(last[2], operator[:-1], self.expression())
        self.depth -= 1
        return found

    def conditional(self) -> Value:
        """Parse a conditional expression, up to a comma, a closing bracket or an assignment operator."""
        # `a ? b : c ? d : e` is parsed by a loop instead of recursion, because long tables have this form.
        arms: list[tuple[Value, Value]] = []
        while True:
            found = self.binary(0)
            if self.peek() != "?":
                return self.on_conditional(arms, found) if arms else found
            self.i += 1
            yes = self.expression()
            self.expect(":")
            arms.append((found, yes))

    def binary(self, level: int) -> Value:
        """Parse a chain of binary operators that have at least the given precedence."""
        left = self.unary()
        while True:
            operator = self.peek()
            rank = _RANK.get(operator, -1)
            if rank < level:
                return left
            self.i += 1
            if operator == "instanceof":
                left = self.on_instanceof(left, self.type_())
                if _RANK.get(self.peek(), -1) >= rank:
                    # A type isn't an operand.
                    raise self.wrong("expected the end of the comparison, or brackets around it,")
            else:
                left = self.on_binary_operator(operator, left, self.binary(rank + 1))

    def unary(self) -> Value:
        """Parse an operand with its prefix and postfix operators."""
        signs: list[str] = []
        while (sign := self.peek()) in ("+", "-", "~", "!"):
            self.i += 1
            signs.append(sign)
        if sign in ("++", "--"):
            self.i += 1
            found = self.on_increment(self.primary(), sign, after=False)
        elif sign == "(" and self.is_cast():
            self.i += 1
            kind = self.type_()
            self.expect(")")
            self.deeper()
            found = self.on_cast(kind, self.unary())
            self.depth -= 1
        elif signs[-1:] == ["-"] and self._is_bare_number():
            signs.pop()
            found = self.place_as_value(self.on_literal(self.take(), negative=True))
        else:
            start = self.i
            place = self.primary()
            self._last = start, self.i, place
            sign = self.peek()
            if sign in ("++", "--"):
                self.i += 1
                found = self.on_increment(place, sign, after=True)
            else:
                found = self.place_as_value(place)
        for sign in reversed(signs):
            found = self.on_unary_operator(sign, found)
        return found

    def _is_bare_number(self) -> bool:
        """Return whether the next token is an integer literal that includes a sign before it."""
        return self.kind() == "int" and self.peek(1) not in (".", "[", "{", "++", "--")

    def type_(self) -> str:
        """Parse a type and return its name. The name of an array type ends in `[]`."""
        name = self.take().text if self.peek() in PRIMITIVE_TYPES else ".".join(self.name())
        return name + "[]" * self.empties()

    def empties(self) -> int:
        """Skip pairs of empty brackets and return their number."""
        found = 0
        while self.peek() == "[" and self.peek(1) == "]":
            self.i += 2
            found += 1
        return found

    # Primaries -----------------------------------------------------------------------------------
    def primary(self) -> Place:
        """Parse a primary expression: a value, and the field accesses, indexes and calls that follow it."""
        # All in one method, because each further stack frame would reduce the possible nesting of calls.
        kind, text = self.kind(), self.peek()
        if kind in _LITERALS:
            found = self.on_literal(self.take())
        elif text in _CONSTANTS:
            self.i += 1
            found = self.on_constant(text)
        elif text == "(":
            self.i += 1
            inner = self.expression()
            self.expect(")")
            found = self.on_parentheses(inner)
        elif text == "new":
            found = self._allocation()
        elif text in PRIMITIVE_TYPES:
            found = self._class_of(self.type_())
        elif kind == "name":
            parts = tuple(self.name())
            if self.peek() == "(":
                found = self.on_call(parts, self.arguments())
            elif (self.peek(), self.peek(1)) in (("[", "]"), (".", "class")):
                found = self._class_of(".".join(parts) + "[]" * self.empties())
            else:
                found = self.on_name(parts)
        else:
            raise self.wrong("expected a value")
        while True:
            text = self.peek()
            if text == "." and self.peek(1) == "class":
                found = self._class_of("")
            elif text == "." and self.kind(1) == "name":
                self.i += 1
                name = self.take().text
                if self.peek() == "(":
                    found = self.on_method_call(found, name, self.arguments())
                else:
                    found = self.on_field(found, name)
            elif text == "[":
                self.i += 1
                index = self.expression()
                self.expect("]")
                found = self.on_index(found, index)
            elif text == "{":
                self.i += 1
                key = self.expression()
                self.expect("}")
                found = self.on_brace_access(found, key)
            else:
                return found

    def _class_of(self, kind: str) -> Place:
        """Parse `.class` after a type."""
        if not (self.peek() == "." and self.peek(1) == "class"):
            raise self.wrong("expected .class")
        self.i += 2
        return self.on_class_literal(kind)

    def arguments(self) -> list[Value]:
        """Parse arguments in parentheses."""
        self.expect("(")
        found: list[Value] = []
        if self.peek() != ")":
            found.append(self.expression())
            while self.peek() == ",":
                self.i += 1
                found.append(self.expression())
        self.expect(")")
        return found

    def _allocation(self) -> Place:
        self.i += 1
        primitive = self.peek() in PRIMITIVE_TYPES
        kind = self.take().text if primitive else ".".join(self.name())
        if not primitive and self.peek() == "<" and self.kind(1) == "name" and self.peek(2) == ">":
            self.i += 3
        if self.peek() == "(" and not primitive:
            arguments = self.arguments()
            made = self.on_new_with_body if self.peek() == "{" else self.on_new
            return made(kind, arguments)
        if self.peek() != "[":
            raise self.wrong("expected ( or [")
        if self.peek(1) == "]":
            return self.value_as_place(self.initialiser(kind + "[]" * (self.empties() - 1)))
        sizes: list[Value] = []
        while self.peek() == "[" and self.peek(1) != "]":
            self.i += 1
            sizes.append(self.expression())
            self.expect("]")
        return self.on_new_array(kind + "[]" * self.empties(), sizes)

    def initialiser(self, kind: str) -> Value:
        """Parse the elements of an array in braces, all of type `kind`."""
        self.deeper()
        self.expect("{")
        items: list[Value] = []
        while self.peek() != "}":
            if self.peek() == "{":
                items.append(self.initialiser(kind.removesuffix("[]")))
            else:
                items.append(self.expression())
            if self.peek() != ",":
                break
            self.i += 1
        self.expect("}")
        self.depth -= 1
        return self.on_array_initialiser(kind, items)
