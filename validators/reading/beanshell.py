"""Parse BeanShell expressions as the engine's own parser does, and list the names they use.

The grammar is that of `bsh.jjt` in VASSAL 3.7.26, from `Expression` downward, together with what the
engine makes of an expression: it is put behind an assignment and before a semicolon, so that whole
statements may follow the first one. Those are not parsed, only weighed for balanced brackets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from validators.reading.tokens import (
    MAX_DEPTH,
    MAX_DIGITS,
    PRIMITIVE_TYPES,
    BrokenError,
    Token,
    TokenReader,
    tokenize,
    unquote,
)
from validators.reading.words import words

MAX_LENGTH = 100_000

_ASSIGN = words(
    """
    = *= /= %= += -= &= ^= |= <<= @left_shift_assign >>= @right_shift_assign >>>=
    @right_unsigned_shift_assign
    """
)
_BINARY = words(
    """
    || @or && @and | @bitwise_or ^ & @bitwise_and == != < @lt > @gt <= @lteq >= @gteq << @left_shift >>
    @right_shift >>> @right_unsigned_shift + - * / %
    """
)


class Call(NamedTuple):
    """One function call: its name, and for each argument the literal text, or None for anything else."""

    name: str
    arguments: tuple[str | None, ...]


@dataclass(slots=True)
class Parsed:
    """Hold what an expression uses; `error` is empty where the engine's parser takes it.

    `names` are variables, which the engine binds to properties; `texts` are names on which a string
    method is called; `assigns` tells of an assignment; `arms` counts `?:`.
    """

    error: str = ""
    at: int = 0
    names: dict[str, None] = field(default_factory=dict)
    texts: dict[str, None] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    assigns: bool = False
    arms: int = 0
    constant: bool | None = None


def parse(text: str) -> Parsed:
    """Parse an expression without its braces; raises nothing."""
    found = Parsed()
    if len(text) > MAX_LENGTH:
        found.error = f"longer than {MAX_LENGTH} characters, too long to be managed"
        return found
    try:
        parser = _Parser(tokenize(text), found)
        parser.whole()
    except BrokenError as error:
        found.error, found.at = error.message, error.at
    except RecursionError:
        found.error = f"nested deeper than {MAX_DEPTH}"
    return found


class _Parser(TokenReader):
    """Recursive descent over the tokens, which gathers what an expression uses."""

    def __init__(self, tokens: list[Token], found: Parsed) -> None:
        super().__init__(tokens)
        self.found = found

    # The whole -----------------------------------------------------------------------------------
    def whole(self) -> None:
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
                raise self.wrong("expected no closing bracket")
            self.i += 1
        if opened:
            raise self.wrong(f"a {opened[-1]} is never closed")

    def expression(self) -> None:
        self.deeper()
        while self.conditional() and self.peek() in _ASSIGN:
            self.found.assigns = True
            self.i += 1
        self.depth -= 1

    def conditional(self) -> bool:
        """Parse up to a comma or bracket; return whether it was one primary, which may be assigned to."""
        # `a ? b : c ? d : e` is followed by a loop, not by recursion: long tables are written so.
        chosen = False
        while True:
            primary = self.binary()
            if self.peek() != "?":
                return primary and not chosen
            chosen = True
            self.found.arms += 1
            self.i += 1
            self.expression()
            self.expect(":")

    def binary(self) -> bool:
        # All levels at once: what matters is only whether it parses, not how it groups.
        primary = self.unary()
        while True:
            text = self.peek()
            if text == "instanceof":
                self.i += 1
                self.type_()
            elif text in _BINARY:
                self.i += 1
                self.unary()
            else:
                return primary
            primary = False

    def unary(self) -> bool:
        start = self.i
        while self.peek() in ("+", "-", "~", "!"):
            self.i += 1
        if self.peek() in ("++", "--"):
            self.i += 1
            self.primary()
            return False
        if self.peek() == "(" and self.is_cast():
            self.i += 1
            self.type_()
            self.expect(")")
            self.deeper()
            self.unary()
            self.depth -= 1
            return False
        plain = self.i == start
        self.primary()
        if self.peek() in ("++", "--"):
            self.i += 1
            return False
        return plain

    def type_(self) -> None:
        if self.peek() in PRIMITIVE_TYPES:
            self.i += 1
        else:
            self.name()
        while self.peek() == "[" and self.peek(1) == "]":
            self.i += 2

    def primary(self) -> None:
        kind, text = self.kind(), self.peek()
        if kind in ("string", "long", "char", "float"):
            self.i += 1
        elif kind == "int":
            self.check_integer(self.take())
        elif text in ("true", "false", "null", "void"):
            if text in ("true", "false") and self.i == 0:
                self.found.constant = text == "true"
            self.i += 1
        elif text == "(":
            self.i += 1
            self.expression()
            self.expect(")")
        elif text == "new":
            self.allocation()
        elif text in PRIMITIVE_TYPES:
            self.type_()
            if not (self.peek() == "." and self.peek(1) == "class"):
                raise self.wrong("expected a value")
        elif kind == "name":
            self.named()
        else:
            raise self.wrong("expected a value")
        self.suffixes()

    def named(self) -> None:
        parts = self.name()
        if self.peek() == "(":
            arguments = self.arguments()
            if len(parts) == 1:
                self.found.calls.append(Call(parts[0], arguments))
            else:
                self.found.texts.setdefault(".".join(parts))
        elif self.peek() == "[" and self.peek(1) == "]":
            while self.peek() == "[" and self.peek(1) == "]":
                self.i += 2
            if not (self.peek() == "." and self.peek(1) == "class"):
                raise self.wrong("expected .class")
        elif self.peek() == "." and self.peek(1) == "class":
            return
        elif len(parts) == 1:
            self.found.names.setdefault(parts[0])

    def suffixes(self) -> None:
        while True:
            text = self.peek()
            if text == "." and self.peek(1) == "class":
                self.i += 2
            elif text == "." and self.kind(1) == "name":
                self.i += 2
                if self.peek() == "(":
                    self.arguments()
            elif text == "[":
                self.i += 1
                self.expression()
                self.expect("]")
            elif text == "{":
                self.i += 1
                self.expression()
                self.expect("}")
            else:
                return

    def arguments(self) -> tuple[str | None, ...]:
        self.expect("(")
        found: list[str | None] = []
        if self.peek() == ")":
            self.i += 1
            return ()
        while True:
            start = self.i
            self.expression()
            alone = self.i == start + 1 and self.tokens[start].kind in ("string", "long")
            found.append(unquote(self.tokens[start].text) if alone else None)
            if self.peek() != ",":
                break
            self.i += 1
        self.expect(")")
        return tuple(found)

    def allocation(self) -> None:
        self.i += 1
        primitive = self.peek() in PRIMITIVE_TYPES
        if primitive:
            self.i += 1
        else:
            self.name()
            if self.peek() == "<" and self.kind(1) == "name" and self.peek(2) == ">":
                self.i += 3
        if self.peek() == "(" and not primitive:
            self.arguments()
            if self.peek() == "{":
                self.block()
        elif self.peek() == "[":
            self.dimensions()
        else:
            raise self.wrong("expected ( or [")

    def dimensions(self) -> None:
        if self.peek(1) == "]":
            while self.peek() == "[" and self.peek(1) == "]":
                self.i += 2
            self.initialiser()
            return
        while self.peek() == "[" and self.peek(1) != "]":
            self.i += 1
            self.expression()
            self.expect("]")
        while self.peek() == "[" and self.peek(1) == "]":
            self.i += 2

    def initialiser(self) -> None:
        self.deeper()
        self.expect("{")
        while self.peek() != "}":
            if self.peek() == "{":
                self.initialiser()
            else:
                self.expression()
            if self.peek() != ",":
                break
            self.i += 1
        self.expect("}")
        self.depth -= 1

    def block(self) -> None:
        level = 0
        while self.kind() != "end":
            text = self.peek()
            level += (text == "{") - (text == "}")
            self.i += 1
            if level == 0:
                return
        raise self.wrong("a { is never closed")

    def check_integer(self, token: Token) -> None:
        text = token.text
        long = text[-1] in "lL"
        digits = text.rstrip("lL")
        base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 else 10
        value = int(digits[2:] if base == 16 else digits[:MAX_DIGITS], base)
        bits = 64 if long else 32
        # bsh reads a decimal behind its sign, so that the least number is one larger than the largest.
        if value > (1 << (bits if base != 10 else bits - 1)) - (base != 10):
            raise BrokenError(f"{text} is out of the range of a whole number", token.at)
