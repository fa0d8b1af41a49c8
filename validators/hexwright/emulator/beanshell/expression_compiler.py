"""Compile BeanShell to closures: expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexwright.emulator.beanshell import method_calls
from hexwright.emulator.beanshell.beanshell_operators import (
    apply_binary,
    apply_unary,
    condition_truth,
    join_texts,
)
from hexwright.emulator.beanshell.compiled_operand import Operand, Put
from hexwright.emulator.beanshell.java_arrays import JArray, get_index, new_array, set_index
from hexwright.emulator.beanshell.java_values import (
    MAX_INT,
    MIN_INT,
    VOID,
    JChar,
    ScriptError,
    cast_to_type,
    to_float,
    to_int,
    to_long,
)
from hexwright.emulator.beanshell.name_spaces import Eval, Scope
from hexwright.inspect.analysis.beanshell_grammar import BeanShellGrammar
from hexwright.inspect.analysis.beanshell_tokens import MAX_DIGITS, BeanShellToken, unquote


class ExpressionCompiler(BeanShellGrammar[Eval, Operand]):
    """A compiler of expressions to closures, and of assignable expressions to operands."""

    def cost_since(self, begun: int) -> int:
        """Return the cost in steps of running the code that was compiled since a token."""
        return 1 + (self.i - begun >> 2)

    def broken(self, message: str) -> ScriptError:
        return ScriptError(message, "ParseException")

    def overflow(self, message: str) -> ScriptError:
        return ScriptError(message, "StackOverflowError")

    def type_(self) -> str:
        found = super().type_()
        if self.peek() == "<":
            raise self.wrong("expected a type without parameters")
        return found

    # Primaries ---------------------------------------------------------------------------------
    def on_literal(self, token: BeanShellToken, negative: bool = False) -> Operand:
        found: object
        match token.kind:
            case "char":
                found = JChar(unquote(token.text))
            case "float":
                found = real_literal(token.text)
            case "int":
                found = whole_literal(token.text, negative)
            case _:
                found = unquote(token.text)
        return Operand(lambda scope: found)

    def on_constant(self, word: str) -> Operand:
        found = {"true": True, "false": False, "null": None, "void": VOID}[word]
        return Operand(lambda scope: found)

    def on_name(self, parts: tuple[str, ...]) -> Operand:
        return method_calls.variable(parts)

    def on_parentheses(self, inner: Eval) -> Operand:
        return Operand(inner)

    def on_call(self, parts: tuple[str, ...], arguments: list[Eval]) -> Operand:
        return method_calls.invocation(parts, arguments)

    def on_field(self, base: Operand, name: str) -> Operand:
        return method_calls.field(base, name)

    def on_method_call(self, base: Operand, name: str, arguments: list[Eval]) -> Operand:
        return method_calls.method(base, name, arguments)

    def on_index(self, base: Operand, index: Eval) -> Operand:
        return _index(base.get, index)

    def on_class_literal(self, kind: str) -> Operand:
        raise self.broken("the emulator doesn't support class literals such as String.class")

    def on_brace_access(self, base: Operand, key: Eval) -> Operand:
        raise self.broken("the emulator doesn't support x{key}, which reads a property or an entry of a map")

    def on_new(self, kind: str, arguments: list[Eval]) -> Operand:
        return method_calls.construction(kind, arguments)

    def on_new_with_body(self, kind: str, arguments: list[Eval]) -> Operand:
        raise self.wrong("the emulator doesn't support anonymous classes")

    def on_new_array(self, kind: str, sizes: list[Eval]) -> Operand:
        return Operand(lambda scope: new_array(kind, [size(scope) for size in sizes]))

    def on_array_initialiser(self, kind: str, items: list[Eval]) -> Eval:
        return lambda scope: JArray.of(kind, [item(scope) for item in items])

    def place_as_value(self, place: Operand) -> Eval:
        return place.get

    def value_as_place(self, value: Eval) -> Operand:
        return Operand(value)

    # Operators ---------------------------------------------------------------------------------
    def on_assignment(self, target: Operand, operator: str, right: Eval) -> Eval:
        if target.put is None:
            raise self.wrong("expected a variable, field or array element before the assignment")
        return _assignment(target, operator, right)

    def on_increment(self, target: Operand, operator: str, after: bool) -> Eval:
        if target.put is None:
            raise self.wrong("expected a variable")
        return _step(target, operator, after)

    def on_conditional(self, arms: Sequence[tuple[Eval, Eval]], otherwise: Eval) -> Eval:
        if len(arms) == 1:
            condition, yes = arms[0]

            def choose(scope: Scope) -> Any:
                chosen = condition(scope)
                if chosen is True or (chosen is not False and condition_truth(chosen)):
                    return yes(scope)
                return otherwise(scope)

            return choose

        def choose_among(scope: Scope) -> Any:
            for condition, yes in arms:
                chosen = condition(scope)
                if chosen is True or (chosen is not False and condition_truth(chosen)):
                    return yes(scope)
            return otherwise(scope)

        return choose_among

    def on_binary_operator(self, operator: str, left: Eval, right: Eval) -> Eval:
        return _binary(operator, left, right)

    def on_unary_operator(self, operator: str, inner: Eval) -> Eval:
        return _unary(operator, inner)

    def on_instanceof(self, left: Eval, kind: str) -> Eval:
        return lambda scope: method_calls.instance_of(scope, left(scope), kind)

    def on_cast(self, kind: str, value: Eval) -> Eval:
        return lambda scope: cast_to_type(kind, value(scope))


def _put(target: Operand) -> Put:
    if target.put is None:
        raise ScriptError(
            "expected a variable, field or array element before the assignment", "ParseException"
        )
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
        return put(scope, method_calls.compound_value(operator, old, value))

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
            new = apply_binary(sign, old, 1)
        put(scope, new)
        return old if after else new

    return step


def _unary(operator: str, inner: Eval) -> Eval:
    if operator == "!":

        def negate(scope: Scope) -> Any:
            value = inner(scope)
            return not value if type(value) is bool else apply_unary("!", value)

        return negate
    return lambda scope: apply_unary(operator, inner(scope))


def _binary(operator: str, left: Eval, right: Eval) -> Eval:
    """Return a closure that applies a binary operator, with fast paths for the most frequent types of
    operands.
    """
    if operator in ("&&", "||"):
        return _short(operator, left, right)
    if operator == "==":
        return _equal(left, right)
    if operator == "+":
        return _plus(left, right)
    if operator in _ORDERS:
        return _compared(operator, left, right)
    return lambda scope: apply_binary(operator, left(scope), right(scope))


def _short(operator: str, left: Eval, right: Eval) -> Eval:
    settled = operator == "||"

    def short(scope: Scope) -> Any:
        first = left(scope)
        if type(first) is bool:
            if first is settled:
                return first
            second = right(scope)
            return second if type(second) is bool else apply_binary(operator, first, second)
        if getattr(first, "value", None) is settled:
            return settled
        return apply_binary(operator, first, right(scope))

    return short


def _equal(left: Eval, right: Eval) -> Eval:
    def equal(scope: Scope) -> Any:
        first, second = left(scope), right(scope)
        if type(first) is type(second) and (type(first) is int or type(first) is str):
            return first == second
        return apply_binary("==", first, second)

    return equal


def _plus(left: Eval, right: Eval) -> Eval:
    def plus(scope: Scope) -> Any:
        first, second = left(scope), right(scope)
        kind = type(first)
        if kind is type(second):
            if kind is int:
                total = first + second
                return total if MIN_INT <= total <= MAX_INT else to_int(total)
            if kind is str:
                return join_texts(first, second)
        return apply_binary("+", first, second)

    return plus


_ORDERS: Final = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}


def _compared(operator: str, left: Eval, right: Eval) -> Eval:
    compare = _ORDERS[operator]

    def compared(scope: Scope) -> Any:
        first, second = left(scope), right(scope)
        if type(first) is int and type(second) is int:
            return compare(first, second)
        return apply_binary(operator, first, second)

    return compared


def _index(base: Eval, index: Eval) -> Operand:
    def get(scope: Scope) -> Any:
        array = base(scope)
        at = index(scope)
        if type(array) is JArray and type(at) is int and 0 <= at < len(array.items):
            return array.items[at] if array.plain else get_index(array, at)
        return get_index(array, at)

    return Operand(get, lambda scope, value: set_index(base(scope), index(scope), value))


def whole_literal(text: str, negative: bool = False) -> int:
    """Return the value of an integer literal; raises ScriptError."""
    digits = text.rstrip("lL")
    long = digits != text
    if digits[:2] in ("0x", "0X"):
        value = int(digits[2:], 16)
    elif digits[0] == "0" and len(digits) > 1:
        value = int(digits, 8)
    elif len(digits) > MAX_DIGITS:
        raise ScriptError(f"{text[:40]} is too large or too small for an integer", "ParseException")
    else:
        value = int(digits)
        if value > (1 << 63) - (0 if negative else 1):
            raise ScriptError(f"{text} is too large or too small for an integer", "ParseException")
    value = -value if negative else value
    return to_long(value) if long else to_int(value)


def real_literal(text: str) -> float:
    """Return the value of a floating-point literal."""
    if text[-1] in "fF":
        return to_float(float(text[:-1]))
    return float(text.rstrip("dD"))
