"""Collect the names that a BeanShell expression uses, or find the error that makes it invalid.

VASSAL puts an expression between an assignment and a semicolon, so whole statements may follow the first one.
Those statements aren't parsed, but only checked for balanced brackets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwright.inspect.analysis.beanshell_grammar import BeanShellGrammar
from hexwright.inspect.analysis.beanshell_tokens import (
    MAX_DEPTH,
    MAX_DIGITS,
    BeanShellToken,
    ExpressionSyntaxError,
    decode_unicode_escapes,
    tokenize,
    unquote,
)

MAX_LENGTH = 100_000


class FunctionCall(NamedTuple):
    """One function call: its name, and for each argument the literal string, or None for any other
    expression.
    """

    name: str
    arguments: tuple[str | None, ...]


@dataclass(slots=True)
class ParsedExpression:
    """The content of an expression; `error` is empty if VASSAL's parser accepts the expression.

    `names` are variables, which VASSAL binds to properties. `texts` are names on which a string method is
    called. `assigns` is true if there is an assignment. `arms` is the number of `?:` operators.
    """

    error: str = ""
    at: int = 0
    names: dict[str, None] = field(default_factory=dict)
    texts: dict[str, None] = field(default_factory=dict)
    calls: list[FunctionCall] = field(default_factory=list)
    assigns: bool = False
    branch_conditions: int = 0
    constant: bool | None = None


def parse_expression(text: str) -> ParsedExpression:
    """Parse an expression without its braces. Errors are returned, never raised."""
    found = ParsedExpression()
    if len(text) > MAX_LENGTH:
        found.error = f"longer than the limit of {MAX_LENGTH} characters"
        return found
    try:
        _NameCollector(tokenize(decode_unicode_escapes(text), enclosed=True), found).whole()
    except ExpressionSyntaxError as error:
        found.error, found.at = error.message, error.at
    except RecursionError:
        found.error = f"nested deeper than {MAX_DEPTH}"
    return found


Text = str | None
"""The value of a string literal that stands alone; None for any other expression."""


class _NameCollector(BeanShellGrammar[Text, Text]):
    """A parser that collects the names in an expression."""

    def __init__(self, tokens: list[BeanShellToken], found: ParsedExpression) -> None:
        super().__init__(tokens)
        self.found = found

    def whole(self) -> None:
        if self.peek() == "~":
            raise self.broken("a leading ~ and the = that VASSAL writes before the expression make =~")
        self.expression()
        if self.found.constant is not None and self.i != 1:
            self.found.constant = None
        if self.peek() == ";":
            self.balanced()
        elif self.kind() != "end":
            raise self.wrong("expected an operator")

    def balanced(self) -> None:
        opened: list[str] = []
        partner = {")": "(", "]": "[", "}": "{"}
        while self.kind() != "end":
            text = self.peek()
            if text in ("(", "[", "{") and text:
                opened.append(text)
            elif text in partner and (not opened or opened.pop() != partner[text]):
                raise self.wrong("unexpected closing bracket")
            self.i += 1
        if opened:
            raise self.wrong(f"'{opened[-1]}' without a closing bracket")

    # Primaries -----------------------------------------------------------------------------------
    def on_literal(self, token: BeanShellToken, negative: bool = False) -> Text:
        if token.kind == "int":
            self.check_integer(token)
        return unquote(token.text) if token.kind in ("string", "long") else None

    def on_constant(self, word: str) -> Text:
        if word in ("true", "false") and self.i == 1:
            self.found.constant = word == "true"
        return None

    def on_name(self, parts: tuple[str, ...]) -> Text:
        if len(parts) == 1:
            self.found.names.setdefault(parts[0])
        return None

    def on_call(self, parts: tuple[str, ...], arguments: list[Text]) -> Text:
        if len(parts) == 1:
            self.found.calls.append(FunctionCall(parts[0], tuple(arguments)))
        else:
            self.found.texts.setdefault(".".join(parts))
        return None

    def on_new_with_body(self, kind: str, arguments: list[Text]) -> Text:
        self.block()
        return None

    def on_parentheses(self, inner: Text) -> Text:
        return None

    def on_field(self, base: Text, name: str) -> Text:
        return None

    def on_method_call(self, base: Text, name: str, arguments: list[Text]) -> Text:
        return None

    def on_index(self, base: Text, index: Text) -> Text:
        return None

    def on_class_literal(self, kind: str) -> Text:
        return None

    def on_brace_access(self, base: Text, key: Text) -> Text:
        return None

    def on_new(self, kind: str, arguments: list[Text]) -> Text:
        return None

    def on_new_array(self, kind: str, sizes: list[Text]) -> Text:
        return None

    def value_as_place(self, value: Text) -> Text:
        return None

    def place_as_value(self, place: Text) -> Text:
        return place

    # Operators -----------------------------------------------------------------------------------
    def on_assignment(self, target: Text, operator: str, right: Text) -> Text:
        self.found.assigns = True
        return None

    def on_conditional(self, arms: Sequence[tuple[Text, Text]], otherwise: Text) -> Text:
        self.found.branch_conditions += len(arms)
        return None

    def on_increment(self, target: Text, operator: str, after: bool) -> Text:
        return None

    def on_binary_operator(self, operator: str, left: Text, right: Text) -> Text:
        return None

    def on_unary_operator(self, operator: str, inner: Text) -> Text:
        return None

    def on_instanceof(self, left: Text, kind: str) -> Text:
        return None

    def on_cast(self, kind: str, value: Text) -> Text:
        return None

    def on_array_initialiser(self, kind: str, items: list[Text]) -> Text:
        return None

    def block(self) -> None:
        level = 0
        while self.kind() != "end":
            text = self.peek()
            level += (text == "{") - (text == "}")
            self.i += 1
            if level == 0:
                return
        raise self.wrong("'{' without a closing '}'")

    def check_integer(self, token: BeanShellToken) -> None:
        text = token.text
        long = text[-1] in "lL"
        digits = text.rstrip("lL")
        base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 else 10
        value = int(digits[2:] if base == 16 else digits[:MAX_DIGITS], base)
        bits = 64 if long else 32
        # bsh parses a decimal separately from its sign, so the smallest number exceeds the largest by one.
        if value > (1 << (bits if base != 10 else bits - 1)) - (base != 10):
            raise ExpressionSyntaxError(f"{text} is too large or too small for an integer", token.at)
