"""Turn BeanShell into closures: expressions (bsh.jjt, from Expression downward)."""

from __future__ import annotations

import re
from typing import Any, Final

from validators.engine.script import calling
from validators.engine.script.arrays import JArray, get_index, new_array, set_index
from validators.engine.script.operand import Operand, Put
from validators.engine.script.scope import Eval, Scope
from validators.engine.script.values import (
    MAX_INT,
    MIN_INT,
    VOID,
    JChar,
    ScriptError,
    binary,
    cast,
    joined,
    to_float,
    to_int,
    to_long,
    truth,
    unary,
)
from validators.reading.tokens import MAX_DIGITS, PRIMITIVE_TYPES, Token, TokenReader, unquote

_ALIAS = {
    "@or": "||", "@and": "&&", "@bitwise_or": "|", "@bitwise_and": "&", "@lt": "<", "@gt": ">",
    "@lteq": "<=", "@gteq": ">=", "@left_shift": "<<", "@right_shift": ">>", "@right_unsigned_shift": ">>>",
    "@and_assign": "&=", "@or_assign": "|=", "@left_shift_assign": "<<=", "@right_shift_assign": ">>=",
    "@right_unsigned_shift_assign": ">>>=", ">>>>=": ">>>=",
}  # fmt: skip
_LEVELS: Final = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("instanceof",),
    ("<", ">", "<=", ">="),
    ("<<", ">>", ">>>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_RANK: Final = {operator: level for level, row in enumerate(_LEVELS) for operator in row}
_ASSIGN: Final = frozenset({"=", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "<<=", ">>=", ">>>="})
_UNICODE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")


def decoded(text: str) -> str:
    """Return a source text with its unicode escapes replaced, as bsh's JavaCharStream reads it."""
    return _UNICODE.sub(lambda match: match[1] + chr(int(match[2], 16)), text) if "\\u" in text else text


class ExpressionCompiler(TokenReader):
    """Recursive descent over tokens; each method returns a closure."""

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        #: The primary that was compiled last, with the tokens where it begins and ends.
        self.last: tuple[int, int, Operand] = (-1, -1, Operand(lambda scope: VOID))

    def cost_since(self, begun: int) -> int:
        """Return the steps that it takes to run once what was compiled since a token."""
        return 1 + (self.i - begun >> 2)

    def peek(self, ahead: int = 0) -> str:
        token = self.tokens[min(self.i + ahead, len(self.tokens) - 1)]
        return _ALIAS.get(token.text, token.text) if token.kind in ("op", "word") else ""

    def broken(self, message: str) -> ScriptError:
        return ScriptError(message, "ParseException")

    def overflow(self, message: str) -> ScriptError:
        return ScriptError(message, "StackOverflowError")

    # Operators ---------------------------------------------------------------------------------
    def expression(self) -> Eval:
        self.deeper()
        start = self.i
        left = self.conditional()
        operator = self.peek()
        if operator in _ASSIGN:
            begun, ended, target = self.last
            if (begun, ended) != (start, self.i) or target.put is None:
                raise self.wrong("expected something that can be assigned to")
            self.i += 1
            right = self.expression()
            left = _assignment(target, operator[:-1], right)
        self.depth -= 1
        return left

    def conditional(self) -> Eval:
        condition = self.binary(0)
        if self.peek() != "?":
            return condition
        self.i += 1
        yes = self.expression()
        self.expect(":")
        # A long chain of arms nests to the right; the depth is the engine's own trouble too.
        self.deeper()
        no = self.conditional()
        self.depth -= 1

        def choose(scope: Scope) -> Any:
            chosen = condition(scope)
            if chosen is True or (chosen is not False and truth(chosen)):
                return yes(scope)
            return no(scope)

        return choose

    def binary(self, level: int) -> Eval:
        left = self.unary()
        while True:
            operator = self.peek()
            rank = _RANK.get(operator, -1) if operator else -1
            if rank < level:
                return left
            self.i += 1
            if operator == "instanceof":
                left = _instance_of(left, self.type_())
                continue
            right = self.binary(rank + 1)
            left = _binary(operator, left, right)

    def unary(self) -> Eval:
        operator = self.peek()
        if operator in ("+", "-", "!", "~") and operator:
            self.i += 1
            if operator == "-" and self.kind() == "int" and self.peek(1) not in (".",):
                number = _whole(self.take().text, negative=True)
                return lambda scope: number
            inner = self.unary()
            return _unary(operator, inner)
        if operator in ("++", "--"):
            self.i += 1
            return _step(self._target(), operator, after=False)
        if operator == "(" and self.is_cast():
            self.i += 1
            kind = self.type_()
            self.expect(")")
            self.deeper()
            value = self.unary()
            self.depth -= 1
            return lambda scope: cast(kind, value(scope))
        start = self.i
        operand = self.primary()
        self.last = start, self.i, operand
        if self.peek() in ("++", "--"):
            operator = self.peek()
            self.i += 1
            if operand.put is None:
                raise self.wrong("expected a variable")
            return _step(operand, operator, after=True)
        return operand.get

    def _target(self) -> Operand:
        operand = self.primary()
        if operand.put is None:
            raise self.wrong("expected a variable")
        return operand

    def type_(self) -> str:
        name = self.take().text if self.peek() in PRIMITIVE_TYPES else ".".join(self.name())
        if self.peek() == "<":
            raise self.wrong("expected a type without parameters")
        while self.peek() == "[" and self.peek(1) == "]":
            self.i += 2
            name += "[]"
        return name

    # Primaries ---------------------------------------------------------------------------------
    def primary(self) -> Operand:
        operand = self.prefix()
        while True:
            text = self.peek()
            if text == "." and self.kind(1) == "name":
                self.i += 1
                name = self.take().text
                if self.peek() == "(":
                    operand = calling.method(operand, name, self.arguments())
                else:
                    operand = calling.field(operand, name)
            elif text == "[":
                self.i += 1
                index = self.expression()
                self.expect("]")
                operand = _index(operand.get, index)
            else:
                return operand

    def prefix(self) -> Operand:
        kind, text = self.kind(), self.peek()
        if kind in ("string", "long"):
            literal = unquote(self.take().text)
            return Operand(lambda scope: literal)
        if kind == "char":
            letter = JChar(unquote(self.take().text))
            return Operand(lambda scope: letter)
        if kind == "float":
            real = _real(self.take().text)
            return Operand(lambda scope: real)
        if kind == "int":
            number = _whole(self.take().text)
            return Operand(lambda scope: number)
        if text in ("true", "false"):
            flag = self.take().text == "true"
            return Operand(lambda scope: flag)
        if text == "null":
            self.i += 1
            return Operand(lambda scope: None)
        if text == "void":
            self.i += 1
            return Operand(lambda scope: VOID)
        if text == "(":
            self.i += 1
            inner = self.expression()
            self.expect(")")
            return Operand(inner)
        if text == "new":
            return self.allocation()
        if kind == "name":
            parts = tuple(self.name())
            if self.peek() == "(":
                return calling.invocation(parts, self.arguments())
            return calling.variable(parts)
        raise self.wrong("expected a value")

    def arguments(self) -> list[Eval]:
        self.expect("(")
        found: list[Eval] = []
        if self.peek() != ")":
            found.append(self.expression())
            while self.peek() == ",":
                self.i += 1
                found.append(self.expression())
        self.expect(")")
        return found

    def allocation(self) -> Operand:
        self.i += 1
        primitive = self.peek() in PRIMITIVE_TYPES
        name = self.take().text if primitive else ".".join(self.name())
        if self.peek() == "<" and self.kind(1) == "name" and self.peek(2) == ">":
            self.i += 3
        if self.peek() == "(" and not primitive:
            made = calling.construction(name, self.arguments())
            if self.peek() == "{":
                raise self.wrong("a class with a body is not supported")
            return made
        if self.peek() != "[":
            raise self.wrong("expected ( or [")
        sizes: list[Eval] = []
        depth = 0
        while self.peek() == "[":
            self.i += 1
            if self.peek() == "]":
                self.i += 1
                depth += 1
            else:
                sizes.append(self.expression())
                self.expect("]")
        if not sizes:
            return Operand(self.initialiser(name + "[]" * (depth - 1)))
        return Operand(lambda scope: new_array(name + "[]" * depth, [size(scope) for size in sizes]))

    def initialiser(self, kind: str) -> Eval:
        self.deeper()
        self.expect("{")
        items: list[Eval] = []
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
        return lambda scope: JArray.of(kind, [item(scope) for item in items])


def _put(target: Operand) -> Put:
    if target.put is None:
        raise ScriptError("this can't be assigned to", "ParseException")
    return target.put


def _assignment(target: Operand, operator: str, right: Eval) -> Eval:
    put = _put(target)
    if not operator:
        return lambda scope: put(scope, right(scope))
    get = target.get

    def operate(scope: Scope) -> Any:
        old = get(scope)
        value = right(scope)
        if type(old) is int and type(value) is int and operator == "+":
            return put(scope, to_int(old + value))
        return put(scope, calling.assigned(operator, old, value))

    return operate


def _step(target: Operand, operator: str, after: bool) -> Eval:
    get, put = target.get, _put(target)
    sign = operator[0]

    def step(scope: Scope) -> Any:
        old = get(scope)
        if type(old) is JChar:
            new: Any = JChar(chr(ord(old.text) + (1 if sign == "+" else -1)))
        elif isinstance(old, float) or type(old) is bool or old is None or old is VOID or type(old) is str:
            raise ScriptError(f"Unary operation {operator} inappropriate for object")
        else:
            new = binary(sign, old, 1)
        put(scope, new)
        return old if after else new

    return step


def _unary(operator: str, inner: Eval) -> Eval:
    if operator == "!":

        def negate(scope: Scope) -> Any:
            value = inner(scope)
            return not value if type(value) is bool else unary("!", value)

        return negate
    return lambda scope: unary(operator, inner(scope))


def _binary(operator: str, left: Eval, right: Eval) -> Eval:
    if operator in ("&&", "||"):
        settled = operator == "||"

        def short(scope: Scope) -> Any:
            first = left(scope)
            if type(first) is bool:
                if first is settled:
                    return first
                second = right(scope)
                return second if type(second) is bool else binary(operator, first, second)
            if getattr(first, "value", None) is settled:
                return settled
            return binary(operator, first, right(scope))

        return short
    if operator == "==":

        def equal(scope: Scope) -> Any:
            first, second = left(scope), right(scope)
            if type(first) is type(second) and (type(first) is int or type(first) is str):
                return first == second
            return binary("==", first, second)

        return equal
    if operator == "+":

        def plus(scope: Scope) -> Any:
            first, second = left(scope), right(scope)
            kind = type(first)
            if kind is type(second):
                if kind is int:
                    total = first + second
                    return total if MIN_INT <= total <= MAX_INT else to_int(total)
                if kind is str:
                    return joined(first, second)
            return binary("+", first, second)

        return plus
    if operator in ("<", "-", "<=", ">", ">="):
        python = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}.get(operator)
        if python is not None:

            def compare(scope: Scope) -> Any:
                first, second = left(scope), right(scope)
                if type(first) is int and type(second) is int:
                    return python(first, second)
                return binary(operator, first, second)

            return compare
    return lambda scope: binary(operator, left(scope), right(scope))


def _instance_of(left: Eval, kind: str) -> Eval:
    return lambda scope: calling.instance_of(scope, left(scope), kind)


def _index(base: Eval, index: Eval) -> Operand:
    def get(scope: Scope) -> Any:
        array = base(scope)
        at = index(scope)
        if type(array) is JArray and type(at) is int and 0 <= at < len(array.items):
            return array.items[at] if array.plain else get_index(array, at)
        return get_index(array, at)

    return Operand(get, lambda scope, value: set_index(base(scope), index(scope), value))


def _whole(text: str, negative: bool = False) -> int:
    digits = text.rstrip("lL")
    long = digits != text
    if digits[:2] in ("0x", "0X"):
        value = int(digits[2:], 16)
    elif digits[0] == "0" and len(digits) > 1:
        value = int(digits, 8)
    elif len(digits) > MAX_DIGITS:
        raise ScriptError(f"{text[:40]} is out of the range of a whole number", "ParseException")
    else:
        value = int(digits)
        if value > (1 << 63) - (0 if negative else 1):
            raise ScriptError(f"{text} is out of the range of a whole number", "ParseException")
    value = -value if negative else value
    return to_long(value) if long else to_int(value)


def _real(text: str) -> float:
    if text[-1] in "fF":
        return to_float(float(text[:-1]))
    return float(text.rstrip("dD"))
