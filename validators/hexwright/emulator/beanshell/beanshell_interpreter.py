"""The script interpreter: a counterpart of `new bsh.Interpreter()` (bsh.Interpreter)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from hexwright.emulator.beanshell import execution_budget as paying
from hexwright.emulator.beanshell.java_values import (
    VOID,
    LostError,
    ScriptError,
    box_value,
    java_text,
    unbox_value,
)
from hexwright.emulator.beanshell.name_spaces import RETURN, Eval, RunClosure, Runtime, Scope
from hexwright.emulator.beanshell.statement_compiler import ScriptCompiler
from hexwright.inspect.analysis.beanshell_tokens import (
    BeanShellToken,
    ExpressionSyntaxError,
    decode_unicode_escapes,
    tokenize,
)

#: Longer scripts are rejected; the script of a large map with many reinforcements has 1.2 million characters.
MAX_SCRIPT = 1 << 21


class CompiledStatement(NamedTuple):
    """A compiled statement, its start and end in the source code, and its cost in steps."""

    begin: int
    end: int
    run: RunClosure
    cost: int


@dataclass(slots=True)
class CompiledScript:
    """A compiled script: its statements and their cost in steps."""

    text: str
    statements: list[CompiledStatement]
    cost: int


class CompiledMethod(NamedTuple):
    """A compiled method: its source code, the function that declares it, and its number of tokens."""

    text: str
    run: RunClosure
    tokens: int


class MethodCache:
    """A cache of compiled methods by source code. Scripts of different modules share most of their methods.

    A method's compiled form depends only on its own source code, so it can be used again elsewhere.
    """

    def __init__(self) -> None:
        self._by_beginning: dict[str, list[CompiledMethod]] = {}
        self._size = 0

    def found(self, source: str, at: int) -> CompiledMethod | None:
        """Return the cached method whose source code begins at a position, or None."""
        for known in self._by_beginning.get(source[at : at + _BEGINNING], ()):
            if source.startswith(known.text, at):
                return known
        return None

    def add(self, method: CompiledMethod) -> None:
        """Add a method to the cache."""
        size = len(method.text)
        alike = self._by_beginning.get(method.text[:_BEGINNING], [])
        if size < _BEGINNING or size > MAX_SCRIPT >> 3 or len(alike) >= _ALIKE:
            return
        self._size += size
        if self._size > 2 * MAX_SCRIPT:
            self._by_beginning.clear()
            self._size = size
        self._by_beginning.setdefault(method.text[:_BEGINNING], []).append(method)


#: Methods are indexed by their first characters; only so many with the same first characters are cached.
_BEGINNING: Final = 24
_ALIKE: Final = 16
_methods: Final = MethodCache()


def tokens_of(source: str, *, enclosed: bool = False) -> list[BeanShellToken]:
    """Split source code into tokens; raises ScriptError."""
    try:
        return tokenize(source, enclosed=enclosed)
    except ExpressionSyntaxError as fault:
        raise ScriptError(fault.message, "ParseException") from None


def compile_script(source: str, before: CompiledScript | None = None) -> CompiledScript:
    """Compile a script, reusing the leading statements that it shares with an earlier script.

    Raises ScriptError if the script can't be parsed.
    """
    if len(source) > MAX_SCRIPT:
        raise ScriptError(f"longer than {MAX_SCRIPT} characters", "ParseException")
    source = decode_unicode_escapes(source)
    kept: list[CompiledStatement] = []
    start = 0
    if before is not None:
        paying.pay_for_reading(source, source)
        same = _common(source, before.text)
        # The last common statement may continue (an if with an else), so it is compiled again.
        ends = [entry for entry in before.statements if entry.end < same]
        kept = ends[:-1]
        start = kept[-1].end if kept else 0
    paying.pay_for_steps(len(source) - start)
    paid = 0
    try:
        found = list(kept)
        for began, end, known in _pieces(source, start):
            if known is not None:
                paid += _pay_tokens(known.tokens)
                found.append(CompiledStatement(began, end, known.run, 1))
                continue
            tokens = tokens_of(source[began:end])
            if end < len(source) and tokens[-2:-1] and tokens[-2].text not in (";", "}"):
                raise ScriptError("the statement isn't complete", "ParseException")
            paid += _pay_tokens(len(tokens) - 1)
            found += _compiled(source, began, tokens)
        _pay_tokens(1)
    except ScriptError:
        # Syntax errors are reported for the whole script, and a chunk may end within a statement.
        tokens = tokens_of(source[start:])
        _pay_tokens(len(tokens) - paid)
        found = kept + _compiled(source, start, tokens)
    return CompiledScript(source, found, 4 + sum(one.cost for one in found))


def _pieces(source: str, start: int) -> Iterator[tuple[int, int, CompiledMethod | None]]:
    """Yield each part of the source code with its start and end: a cached method, or None for the code
    between methods.

    Only methods that begin at the start of a line are found.
    """
    at = start
    lines = [match.end() for match in _LINE.finditer(source, start)]
    place = 0
    while at < len(source):
        known = _methods.found(source, at)
        end = at + len(known.text) if known is not None else len(source)
        while place < len(lines) and lines[place] < (end if known is not None else at + 1):
            place += 1
        if known is not None:
            yield at, end, known
        else:
            while place < len(lines) and _methods.found(source, lines[place]) is None:
                place += 1
            end = lines[place] if place < len(lines) else end
            if source[at:end].strip():
                yield at, end, None
        at = end


_LINE: Final = re.compile(r"\n(?=[A-Za-z])")


def _compiled(source: str, start: int, tokens: list[BeanShellToken]) -> list[CompiledStatement]:
    """Compile tokens to statements; raises ScriptError."""
    compiler = ScriptCompiler(tokens)
    found: list[CompiledStatement] = []
    while compiler.kind() != "end":
        began, first = compiler.tokens[compiler.i].at + start, compiler.i
        known = _methods.found(source, began)
        if known is not None:
            found.append(CompiledStatement(began, began + len(known.text), known.run, 1))
            compiler.i += known.tokens
            continue
        # A method's cost is charged where it is called.
        defines = compiler.is_method()
        try:
            run = compiler.statement()
        except RecursionError:
            raise ScriptError("nested too deeply", "StackOverflowError") from None
        last = compiler.tokens[compiler.i - 1]
        end = last.at + len(last.text) + start
        if defines:
            _methods.add(CompiledMethod(source[began:end], run, compiler.i - first))
        found.append(CompiledStatement(began, end, run, 1 if defines else compiler.cost_since(first)))
    return found


def _pay_tokens(number: int) -> int:
    """Charge for compiling a number of tokens; raises ExhaustedError if the budget is spent."""
    budget = paying.current_budget()
    budget.spend(12 * number)
    budget.hold(400 * number)
    return number


def paid_tokens(source: str) -> list[BeanShellToken]:
    """Split an expression into tokens and charge for compiling them.

    Raises ScriptError for invalid code, and ExhaustedError if the budget is spent.
    """
    paying.pay_for_steps(len(source))
    tokens = tokens_of(decode_unicode_escapes(source), enclosed=True)
    _pay_tokens(len(tokens))
    return tokens


def _common(left: str, right: str) -> int:
    size = min(len(left), len(right))
    if left[:size] == right[:size]:
        return size
    low, high = 0, size
    while low < high:
        middle = (low + high + 1) // 2
        if left[:middle] == right[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def compile_expression(source: str) -> Eval:
    """Compile an expression; raises ScriptError.

    VASSAL, too, compiles it as the right side of an assignment.
    """
    if source[:1] in ("~", "="):
        # VASSAL writes `name=` before the text; a leading sign may combine with the `=` to another operator.
        raise ScriptError(f"an expression can't begin with {source[:1]!r}", "ParseException")
    compiler = ScriptCompiler(paid_tokens(source))
    try:
        value = compiler.expression()
        rest: list[RunClosure] = []
        if compiler.peek() == ";":
            compiler.i += 1
            while compiler.kind() != "end":
                rest.append(compiler.statement())
    except RecursionError:
        raise ScriptError("nested too deeply", "StackOverflowError") from None
    if compiler.kind() != "end":
        raise compiler.wrong("expected an operator")
    if not rest:
        return value

    def run(scope: Scope) -> Any:
        found = value(scope)
        for one in rest:
            if one(scope) is not None:
                break
        return found

    return run


class SharedScriptCache:
    """A cache of compiled scripts for all games, since the same module is often opened again.

    A cached script costs as many steps as a new one.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[CompiledScript, int, int]] = {}
        self._size = 0

    def compiled(self, source: str, before: CompiledScript | None) -> CompiledScript:
        """Return the result of `compile_script` from the cache, or compile the script and cache it."""
        budget = paying.current_budget()
        key = source, before.text if before is not None else ""
        known = self._known.get(key)
        if known is not None:
            found, steps, size = known
            budget.spend(steps)
            budget.hold(size)
            return found
        spent, made = budget.spent, budget.made
        found = compile_script(source, before)
        if len(source) >= _SHARED:
            self._size += len(source)
            if self._size > 2 * MAX_SCRIPT:
                self._known.clear()
                self._size = len(source)
            self._known[key] = found, budget.spent - spent, budget.made - made
        return found


#: Compiling a short script is as fast as looking it up.
_SHARED: Final = 200
_shared: Final = SharedScriptCache()


class ScriptCache:
    """A cache for the last compiled script, since the next script often begins with the same statements."""

    def __init__(self) -> None:
        self.last: CompiledScript | None = None
        self._known: dict[str, CompiledScript] = {}
        self._size = 0

    def compiled(self, source: str) -> CompiledScript:
        """Return a compiled script; raises ScriptError."""
        found = self._known.get(source)
        if found is None:
            found = _shared.compiled(source, self.last)
            self._size += len(source)
            if len(self._known) > 500 or self._size > 2 * MAX_SCRIPT:
                self._known.clear()
                self._size = len(source)
            self._known[source] = found
            if self.last is None or len(source) > 200:
                self.last = found
        return found


class Interpreter:
    """A bsh.Interpreter with its own variables."""

    java_names = ("Interpreter",)

    def __init__(self, scripts: ScriptCache, classes: dict[str, Any] | None = None) -> None:
        self.scripts = scripts
        self.scope = Scope(None, Runtime(classes))

    def j_eval(self, source: Any) -> Any:
        """Run a script and return its last value.

        Raises ScriptError, and ExhaustedError if the budget is spent.
        """
        # An interpreter that is kept between keys charges the key that uses it.
        budget = self.scope.runtime.budget = paying.current_budget()
        with paying.paying_from(budget):
            return self._run(java_text(source))

    def _run(self, source: str) -> Any:
        compiled = self.scripts.compiled(source)
        scope = self.scope
        scope.given = VOID
        scope.runtime.budget.spend(compiled.cost)
        try:
            for statement in compiled.statements:
                scope.given = VOID
                try:
                    ended = statement.run(scope)
                except LostError:
                    continue
                if ended is RETURN:
                    value = scope.result
                    break
            else:
                value = scope.given
        except RecursionError:
            raise ScriptError("nested too deeply", "StackOverflowError") from None
        return None if value is VOID else box_value(value)

    def j_set(self, name: str, value: Any) -> None:
        """Set a variable."""
        dict.__setitem__(self.scope, name, value)

    def j_setClassLoader(self, loader: Any) -> None:  # noqa: N802
        """Ignore the loader: the emulator finds the same classes in any case."""

    def j_get(self, name: str) -> Any:
        """Return the value of a variable; None if it is undefined."""
        value = self.scope[name]
        return None if value is VOID else box_value(unbox_value(value))
