"""Evaluate the contents of fields: expressions, formats and matches (VASSAL.script.expression)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol

from hexwright.emulator.beanshell import java_string_patterns
from hexwright.emulator.beanshell.beanshell_interpreter import compile_expression
from hexwright.emulator.beanshell.beanshell_operators import join_many_texts
from hexwright.emulator.beanshell.character_sets import UnsupportedPatternError
from hexwright.emulator.beanshell.execution_budget import Budget, pay_for_steps
from hexwright.emulator.beanshell.java_lang_classes import compare_texts
from hexwright.emulator.beanshell.java_values import VOID, LostError, ScriptError, java_text, to_float
from hexwright.emulator.beanshell.name_spaces import Eval, Runtime, Scope
from hexwright.inspect.analysis import beanshell_names
from hexwright.inspect.analysis.beanshell_tokens import ExpressionSyntaxError, tokenize, unquote
from hexwright.inspect.analysis.expression_functions import STRING_METHODS
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.field_values import java_int

#: The limit of VASSAL's RecursionLimiter.
RECURSION_LIMIT: Final = 50
#: The base cost in steps of an evaluation or a key command.
_EVALUATION: Final = 40
#: Compiled expressions are cached until their total length exceeds this.
_KEPT: Final = 1 << 20
#: Longer results of expressions that may fail without a message aren't kept.
_LAST: Final = 1_000
_NUMERIC = re.compile(r"[+\-.0-9]*")
_DIGITS = re.compile(r"[0-9]+")
_BIG = re.compile(r"-?[0-9]+")


class RecursionLimitError(Exception):
    """The error for commands or expressions that call each other endlessly (RecursionLimitException)."""


class ExpressionError(Exception):
    """The error for an expression that can't be evaluated (ExpressionException)."""


class PropertySource(Protocol):
    """An object that supplies properties to expressions."""

    def get(self, name: str) -> Any:
        """Return the value of a property, or None."""


class RecursionLimiter:
    """A counter of the nesting depth of commands and expressions (RecursionLimiter)."""

    __slots__ = ("depth",)

    def __init__(self) -> None:
        self.depth = 0

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth > RECURSION_LIMIT:
            self.depth -= 1
            raise RecursionLimitError

    def __exit__(self, *_: object) -> None:
        self.depth -= 1


@dataclass(frozen=True, slots=True)
class CompiledExpression:
    """A compiled expression, with the properties that it uses as variables and as strings."""

    run: Eval | None
    variables: tuple[str, ...]
    texts: tuple[str, ...]
    fault: str
    cost: int
    """The cost of the expression in steps, without loops and called methods."""
    matches: bool
    """Whether the expression has an operator that may fail without a message."""


def compile_code(expression: str) -> CompiledExpression:
    """Compile an expression that is given without its braces; raises ExhaustedError."""
    pay_for_steps(2 * len(expression))
    parsed = beanshell_names.parse_expression(expression)
    texts: dict[str, None] = {}
    for name in parsed.texts:
        head, _, rest = name.partition(".")
        if rest.partition(".")[0] in STRING_METHODS - {"compile"}:
            texts.setdefault(head)
    try:
        run, fault = compile_expression(expression), ""
    except ScriptError as error:
        run, fault = None, str(error)
    cost = _EVALUATION + 4 * len(parsed.names) + (len(expression) >> 4)
    matches = "=~" in expression or "!~" in expression
    return CompiledExpression(run, tuple(parsed.names), tuple(texts), fault, cost, matches)


def _as_code(given: str) -> str:
    """Return a property's value as a literal on which a string method is called; raises ExpressionError.

    VASSAL writes the value into code between quotation marks, and escapes only those quotation marks. A
    backslash makes the code invalid if it precedes a quotation mark of the value, or a character without an
    escape.
    """
    if "\\" not in given and "\n" not in given and "\r" not in given:
        return given
    quoted = given.replace('"', '\\"')
    try:
        literal, *rest = tokenize(f'"{quoted}"')
    except ExpressionSyntaxError:
        raise ExpressionError(
            "a property contains a backslash or quotation mark that makes the expression invalid"
        ) from None
    if literal.kind != "string" or len(rest) != 1:
        raise ExpressionError(
            "a property contains a backslash or quotation mark that makes the expression invalid"
        )
    return unquote(literal.text)


class Evaluator:
    """An evaluator of expressions within one game: its limiter, its functions, and its list of problems."""

    def __init__(self, functions: dict[str, Any], report: Callable[[str], None]) -> None:
        self.limiter = RecursionLimiter()
        self.functions = functions
        self.report = report
        self.leading_zeros = False
        self.module: PropertySource | None = None
        self.budget = Budget()
        self._codes: dict[str, CompiledExpression] = {}
        self._last: dict[str, str] = {}
        self._size = 0

    def spend(self, steps: int = _EVALUATION) -> None:
        """Charge for a key command or for a given number of steps; raises ExhaustedError."""
        self.budget.spend(steps)

    def _code(self, expression: str) -> CompiledExpression:
        found = self._codes.get(expression)
        if found is None:
            found = compile_code(expression)
            self._size += len(expression)
            if len(self._codes) >= 1 << 12 or self._size > _KEPT:
                self._codes.clear()
                self._last.clear()
                self._size = len(expression)
            self._codes[expression] = found
        return found

    # BeanShell -----------------------------------------------------------------------------------
    def value(self, given: str) -> Any:
        """Return a property's value as a script variable holds it."""
        if given == "true":
            return True
        if given == "false":
            return False
        if _NUMERIC.fullmatch(given) is None:
            return given
        if self.leading_zeros and len(given) > 1 and given[0] == "0" and _DIGITS.fullmatch(given):
            return given
        try:
            return java_int(given)
        except ValueError:
            pass
        if _BIG.fullmatch(given):
            return given
        try:
            return to_float(float(given))
        except ValueError:
            return given

    def beanshell(
        self, expression: str, source: PropertySource | None, extra: Mapping[str, str | None] | None = None
    ) -> str:
        """Evaluate an expression that is given without its braces; raises ExpressionError."""
        if expression == "":
            return ""
        compiled = self._code(expression)
        self.budget.spend(compiled.cost)
        if compiled.run is None:
            raise ExpressionError(compiled.fault)
        try:
            with self.limiter:
                source = source if source is not None else self.module
                runtime = Runtime(self.functions, source, self.budget)
                scope = Scope(None, runtime)
                for name in compiled.variables:
                    dict.__setitem__(scope, name, self.value(self._property(name, source, extra)))
                for name in compiled.texts:
                    given = self._property(name, source, extra)
                    scope.declare("String", name, _as_code(given))
                try:
                    result = compiled.run(scope)
                except LostError:
                    return self._last.get(expression, "")
            if result is None:
                raise ExpressionError("null")
            if result is VOID:
                raise ExpressionError("the expression has no value")
            found = java_text(result)
            if compiled.matches:
                self._last[expression] = found if len(found) < _LAST else ""
            return found
        except RecursionLimitError:
            self.report(f"Possible infinite loop evaluating expression: {shorten_for_message(expression)}")
            return ""
        except ScriptError as error:
            raise ExpressionError(str(error)) from None
        except RecursionError:
            raise ExpressionError("nested too deeply") from None

    def _property(
        self, name: str, source: PropertySource | None, extra: Mapping[str, str | None] | None
    ) -> str:
        if len(name) > 2 and name[0] == "$" and name[-1] == "$":
            name = name[1:-1]
        found: Any = extra.get(name) if extra is not None else None
        if found is None and source is not None:
            found = source.get(name)
        return "" if found is None else java_text(found)

    # Formats -------------------------------------------------------------------------------------
    def evaluate_format(
        self,
        given: str,
        source: PropertySource | None,
        extra: Mapping[str, str | None] | None = None,
        localised: bool = False,
    ) -> str:
        """Evaluate a format (Expression.createExpression); raises ExpressionError."""
        self.budget.spend(2 + (len(given) >> 6))
        bare = given.strip()
        if not bare:
            return ""
        if bare[0] == "{" and bare[-1] == "}" and len(bare) > 1:
            return self._braced(bare[1:-1], source, extra)
        if self.leading_zeros and len(bare) > 1 and bare[0] == "0" and _DIGITS.fullmatch(bare):
            return given
        try:
            return str(java_int(bare))
        except ValueError:
            pass
        return self.dollars(bare, source, extra, localised) if "$" in bare else given

    def _braced(
        self, inner: str, source: PropertySource | None, extra: Mapping[str, str | None] | None
    ) -> str:
        if not inner.strip():
            return ""
        try:
            return str(java_int(inner))
        except ValueError:
            pass
        if len(inner) > 1 and inner[0] == inner[-1] == '"' and inner.find('"', 1) == len(inner) - 1:
            return inner[1:-1]
        return self.beanshell(inner, source, extra)

    def dollars(
        self,
        given: str,
        source: PropertySource | None,
        extra: Mapping[str, str | None] | None = None,
        localised: bool = False,
    ) -> str:
        """Replace each `$name$` by the value of that property (FormattedStringExpression)."""
        if "$" not in given:
            return given
        self.budget.spend(_EVALUATION + len(given))
        tokens = sequence_encoder.decode(given, "$")
        last = len(tokens) - 1
        out = []
        for number, token in enumerate(tokens):
            if not token:
                continue
            if number % 2 == 0 or number == last:
                out.append(token)
            elif extra is not None and token in extra:
                out.append(extra[token] or "")
            elif source is not None:
                found = source.get(token)
                if found is not None:
                    out.append(java_text(found))
                elif not localised:
                    out.append(token)
            else:
                out.append(token)
        try:
            return join_many_texts(out)
        except ScriptError as fault:
            raise ExpressionError(str(fault)) from None

    def evaluate_or_report(self, given: str, source: PropertySource | None, quiet: bool = False) -> str:
        """Evaluate a format. Failures are reported as problems (Expression.tryEvaluate)."""
        try:
            return self.evaluate_format(given, source)
        except ExpressionError as fault:
            if not quiet:
                self.report(f"Expression evaluation error: {shorten_for_message(given)}: {fault}")
            return ""

    def format(
        self,
        given: str,
        source: PropertySource | None,
        extra: Mapping[str, str | None] | None = None,
        localised: bool = False,
        quiet: bool = False,
    ) -> str:
        """Evaluate a format as a FormattedString does."""
        try:
            with self.limiter:
                return self.evaluate_format(
                    given, source if source is not None else self.module, extra, localised
                )
        except RecursionLimitError:
            self.report(f"Possible infinite $ field loop: {shorten_for_message(given)}")
        except ExpressionError as fault:
            if not quiet:
                self.report(f"Expression evaluation error: {shorten_for_message(given)}: {fault}")
        return ""

    def number(self, given: str, source: PropertySource | None) -> int:
        """Evaluate a format as an integer; return 0 for any other result."""
        value = self.format(given, source) or "0"
        try:
            return java_int(value)
        except ValueError:
            self.report(
                f"Numeric field contains a non-number: {shorten_for_message(given)}"
                f" is {shorten_for_message(value)}"
            )
            return 0

    # Matches -------------------------------------------------------------------------------------
    def is_true(self, match: str, source: PropertySource) -> bool:
        """Return whether a match (PropertyExpression) is true for a source of properties."""
        bare = match.strip()
        if not bare:
            return True
        if bare[0] == "{" and bare[-1] == "}" and len(bare) > 1:
            try:
                return self.beanshell(bare[1:-1], source) == "true"
            except ExpressionError as fault:
                self.report(f"Expression evaluation error: {shorten_for_message(match)}: {fault}")
                return False
        return self._old(self.format(bare, source))(source)

    def _old(self, match: str) -> Callable[[PropertySource], bool]:
        self.budget.spend(4 + (len(match) >> 2))
        compiled = compile_old_match(match)

        def accept(piece: PropertySource) -> bool:
            self.budget.spend(4 + (len(match) >> 2))
            try:
                return compiled(piece)
            except ScriptError as fault:
                self.report(f"Expression evaluation error: {shorten_for_message(match)}: {fault}")
                return False

        return accept

    def filter(self, match: str, source: PropertySource | None) -> Callable[[PropertySource], bool]:
        """Return a filter that tests a match on other pieces.

        Properties in the match may refer to the piece from which it is evaluated
        (PropertyExpression.getFilter).
        """
        bare = match.strip()
        if not bare:
            return lambda piece: True
        if not (bare[0] == "{" and bare[-1] == "}" and len(bare) > 1):
            return self._old(self.format(bare, source))
        inner = bare[1:-1]
        if "$" in inner:
            inner = self.format(inner, source)
            return lambda piece: self._accept(lambda: self._created(inner, piece), inner)
        return lambda piece: self._accept(lambda: self.beanshell(inner, piece), inner)

    def _created(self, inner: str, piece: PropertySource) -> str:
        return self._braced(inner, piece, None)

    def _accept(self, evaluate: Callable[[], str], inner: str) -> bool:
        try:
            return evaluate() == "true"
        except ExpressionError as fault:
            self.report(f"Expression evaluation error: {shorten_for_message(inner)}: {fault}")
            return False


def shorten_for_message(given: str) -> str:
    """Return a string shortened for use in a message."""
    return given if len(given) <= _SHOWN else given[:_SHOWN] + "…"


_SHOWN: Final = 400


_CONDITIONS: Final = ("!=", "<=", ">=", ">", "<", "=~", "=", "!~")


@lru_cache(maxsize=1 << 10)
def compile_old_match(expression: str) -> Callable[[PropertySource], bool]:
    """Return a function that tests an old-style match such as `Side = Red && Step > 1`
    (PropertiesPieceFilter).
    """
    arms = expression.split("||")
    if len(arms) > 1:
        parts = [compile_old_match(arm) for arm in arms]
        return lambda piece: any(part(piece) for part in parts)
    arms = expression.split("&&")
    if len(arms) > 1:
        parts = [compile_old_match(arm) for arm in arms]
        return lambda piece: all(part(piece) for part in parts)
    for sign in _CONDITIONS:
        if sign in expression:
            pieces = expression.split(sign)
            name = pieces[0].strip()
            value = pieces[1].strip() if len(pieces) > 1 else ""
            return lambda piece: _compare(sign, piece.get(name), value)
    return lambda piece: True


def _compare(sign: str, given: Any, value: str) -> bool:
    found = java_text(given)
    if sign == "=":
        return found == value
    if sign == "!=":
        return found != value
    if sign in ("=~", "!~"):
        try:
            return java_string_patterns.compile_pattern(value).matches(found) == (sign == "=~")
        except UnsupportedPatternError:
            raise
        except ScriptError:
            return False
    try:
        order = (java_int(found) > java_int(value)) - (java_int(found) < java_int(value))
    except ValueError:
        order = compare_texts(found, value)
    return {"<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0}[sign]
