"""Run-time helpers for generated Python functions. Like the closures, they accept operands of every type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexwright.emulator.beanshell import method_calls
from hexwright.emulator.beanshell.beanshell_operators import (
    apply_binary,
    apply_unary,
    condition_truth,
    join_texts,
)
from hexwright.emulator.beanshell.java_arrays import JArray, get_index, new_array, set_index
from hexwright.emulator.beanshell.java_values import (
    HELD_AS,
    MAX_INT,
    MIN_INT,
    NO_OBJECTS,
    PRIMITIVES,
    VOID,
    BoxedPrimitive,
    JChar,
    ScriptError,
    cast_to_type,
    default_of,
    to_int,
)
from hexwright.emulator.beanshell.method_calls import (
    WRONG,
    call_command,
    call_method,
    get_field,
    native_failure,
)
from hexwright.emulator.beanshell.name_spaces import CLOSURE_ONLY, MAX_CALLS, Scope, This
from hexwright.emulator.beanshell.script_exceptions import ThrownException
from hexwright.emulator.beanshell.statement_compiler import THROWN, catches

# Operators -----------------------------------------------------------------------------------------------


def add(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right):
        if kind is int:
            total = left + right
            return total if MIN_INT <= total <= MAX_INT else to_int(total)
        if kind is str:
            return join_texts(left, right)
    return apply_binary("+", left, right)


def subtract(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return to_int(left - right)
    return apply_binary("-", left, right)


def equal(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right) and (kind is int or kind is str):
        return left == right
    return apply_binary("==", left, right)


def unequal(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right) and (kind is int or kind is str):
        return left != right
    return apply_binary("!=", left, right)


def less(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return left < right
    return apply_binary("<", left, right)


def at_most(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return left <= right
    return apply_binary("<=", left, right)


def more(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return left > right
    return apply_binary(">", left, right)


def at_least(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return left >= right
    return apply_binary(">=", left, right)


def negated(value: Any) -> Any:
    return not value if type(value) is bool else apply_unary("!", value)


def decided(operator: str, value: Any) -> Any:
    """Return the left operand of `&&` or `||` as a boolean, without a wrapper object."""
    kind = type(value)
    if kind is bool:
        return value
    if kind is BoxedPrimitive and type(value.value) is bool:
        return value.value
    return apply_binary(operator, value, operator == "&&")


def second(operator: str, value: Any) -> Any:
    """Return the result of `&&` or `||` if the right operand decides it."""
    return value if type(value) is bool else apply_binary(operator, operator == "&&", value)


# Variables -----------------------------------------------------------------------------------------------


def begun(kind: str, value: Any) -> Any:
    """Return the value to store in a variable that is declared with a type and an initial value."""
    if type(value) is HELD_AS.get(kind):
        return value
    if value is VOID:
        raise ScriptError("Void initializer.")
    return cast_to_type(kind, value)


def taken(kind: str, value: Any) -> Any:
    """Return the value to store in a variable of a given type when it is assigned."""
    if type(value) is HELD_AS.get(kind):
        return value
    if value is VOID:
        raise ScriptError("Void assignment.")
    return cast_to_type(kind, value, False) if kind else value


def returned(kind: str, value: Any) -> Any:
    """Return a method's result converted to its return type."""
    if value is VOID or type(value) is HELD_AS.get(kind):
        return value
    return cast_to_type(kind, value, False)


def put_index(value: Any, array: Any, at: Any) -> Any:
    """Set an array element. The value is the first argument because bsh evaluates it first."""
    alike = type(array) is JArray and type(value) is HELD_AS.get(array.kind)
    if alike and type(at) is int and 0 <= at < len(array.items):
        array.items[at] = value
        return value
    return set_index(array, at, value)


def put_field(value: Any, target: Any, name: str) -> Any:
    return method_calls.set_field(target, name, value)


# Calls ---------------------------------------------------------------------------------------------------


def fast_of(scope: Scope | None, name: str, count: int) -> tuple[Any, Any]:
    """Return the Python function and the scope of a method, or two Nones.

    The result is two Nones if the name is overloaded, or if the method has no Python function for this number
    of arguments.
    """
    while scope is not None:
        methods = scope.methods
        if methods is not None:
            known = methods.get(name)
            if known is not None:
                if len(known) == 1:
                    only = known[0]
                    form = only.form
                    if form.fast is not None and len(form.held_types) == count:
                        return form.fast, only.scope
                return None, None
        scope = scope.parent
    return None, None


def call_0(scope: Scope, name: str) -> Any:
    function, around = fast_of(scope, name, 0)
    if function is not None:
        found = function(around)
        if found is not CLOSURE_ONLY:
            return found
    return call_command(scope, name, [])


def call_1(scope: Scope, name: str, one: Any) -> Any:
    # The lookup of `fast_of` is inlined here and below: most calls have one or two arguments.
    around: Scope | None = scope
    while around is not None:
        known = around.methods.get(name) if around.methods is not None else None
        if known is not None:
            if len(known) == 1:
                only = known[0]
                form = only.form
                if form.fast is not None and len(form.held_types) == 1:
                    found = form.fast(only.scope, one)
                    if found is not CLOSURE_ONLY:
                        return found
            break
        around = around.parent
    return call_command(scope, name, [one])


def call_2(scope: Scope, name: str, one: Any, two: Any) -> Any:
    around: Scope | None = scope
    while around is not None:
        known = around.methods.get(name) if around.methods is not None else None
        if known is not None:
            if len(known) == 1:
                only = known[0]
                form = only.form
                if form.fast is not None and len(form.held_types) == 2:
                    found = form.fast(only.scope, one, two)
                    if found is not CLOSURE_ONLY:
                        return found
            break
        around = around.parent
    return call_command(scope, name, [one, two])


def call_3(scope: Scope, name: str, one: Any, two: Any, three: Any) -> Any:
    function, around = fast_of(scope, name, 3)
    if function is not None:
        found = function(around, one, two, three)
        if found is not CLOSURE_ONLY:
            return found
    return call_command(scope, name, [one, two, three])


def call_n(scope: Scope, name: str, *arguments: Any) -> Any:
    function, around = fast_of(scope, name, len(arguments))
    if function is not None:
        found = function(around, *arguments)
        if found is not CLOSURE_ONLY:
            return found
    return call_command(scope, name, list(arguments))


CALLS: Final = ("call_0", "call_1", "call_2", "call_3")


def sender(name: str, count: int) -> Callable[..., Any]:
    """Return a function that calls a method with a number of arguments.

    It looks the method up once for each class of target.
    """
    if count == 0:
        return _sender_of_none(name)
    return _sender_of_one(name) if count == 1 else _sender_of_many(name, count)


def _sender_of_none(name: str) -> Callable[..., Any]:
    known, looked_up = method_calls.methods_of(name)

    def send_nothing(scope: Scope, target: Any) -> Any:
        kind = type(target)
        function = known.get(kind) or looked_up(kind)
        if function is None:
            if kind is This:
                fast, around = fast_of(target.scope, name, 0)
                if fast is not None:
                    found = fast(around)
                    if found is not CLOSURE_ONLY:
                        return found
            return call_method(scope, target, name, [])
        try:
            return function(target)
        except WRONG as fault:
            raise native_failure(name, fault) from None

    return send_nothing


def _sender_of_one(name: str) -> Callable[..., Any]:
    known, looked_up = method_calls.methods_of(name)

    def send_one(scope: Scope, target: Any, only: Any) -> Any:
        kind = type(target)
        function = known.get(kind) or looked_up(kind)
        if function is None or only is VOID:
            if kind is This:
                fast, around = fast_of(target.scope, name, 1)
                if fast is not None:
                    found = fast(around, only)
                    if found is not CLOSURE_ONLY:
                        return found
            return call_method(scope, target, name, [only])
        try:
            return function(target, only.value if type(only) is BoxedPrimitive else only)
        except WRONG as fault:
            raise native_failure(name, fault) from None

    return send_one


def _sender_of_many(name: str, count: int) -> Callable[..., Any]:
    known, looked_up = method_calls.methods_of(name)

    def send(scope: Scope, target: Any, *given: Any) -> Any:
        kind = type(target)
        function = known.get(kind) or looked_up(kind)
        if function is None or VOID in given:
            if kind is This:
                fast, around = fast_of(target.scope, name, count)
                if fast is not None:
                    found = fast(around, *given)
                    if found is not CLOSURE_ONLY:
                        return found
            return call_method(scope, target, name, list(given))
        try:
            return function(target, *[one.value if type(one) is BoxedPrimitive else one for one in given])
        except WRONG as fault:
            raise native_failure(name, fault) from None

    return send


def named_sender(name: str, head: str, count: int) -> Callable[..., Any]:
    """Return a function that calls a method of the object or class to which a non-local name refers."""
    send = sender(name, count)
    classes: Any = None
    function: Any = None

    def send_named(scope: Scope, target: Any, *given: Any) -> Any:
        nonlocal classes, function
        if target is not VOID:
            return send(scope, target, *given)
        imported = _imports(scope)
        if imported or scope.runtime.classes is not classes:
            found = method_calls.resolve_owner(scope, (head,))
            members = found.found if type(found) is method_calls.ClassRef else None
            function = members.get(name) if isinstance(members, dict) else None
            if imported or function is None or not callable(function):
                return call_method(scope, found, name, list(given))
            classes = scope.runtime.classes
        if VOID in given:
            return call_method(scope, method_calls.resolve_owner(scope, (head,)), name, list(given))
        try:
            return function(*[one.value if type(one) is BoxedPrimitive else one for one in given])
        except WRONG as fault:
            raise native_failure(name, fault) from None

    return send_named


def _imports(scope: Scope | None) -> bool:
    while scope is not None:
        if scope.imports:
            return True
        scope = scope.parent
    return False


def read_path(scope: Scope, parts: tuple[str, ...]) -> Any:
    """Return the value of a dotted name whose first part isn't a local variable."""
    target = scope[parts[0]]
    if target is VOID:
        return get_field(scope, method_calls.resolve_owner(scope, parts[:-1]), parts[-1])
    for part in parts[1:]:
        target = target.scope[part] if type(target) is This else get_field(scope, target, part)
    return target


def owner_of(scope: Scope, parts: tuple[str, ...]) -> Any:
    """Return the object or class to which a dotted name refers if its first part isn't a local variable."""
    target = scope[parts[0]]
    if target is VOID:
        return method_calls.resolve_owner(scope, parts)
    for part in parts[1:]:
        target = target.scope[part] if type(target) is This else get_field(scope, target, part)
    return target


def compounded(operator: str, old: Any, value: Any) -> Any:
    """Return the value that a compound assignment stores."""
    if type(old) is int and type(value) is int and operator == "+":
        return to_int(old + value)
    return method_calls.compound_value(operator, old, value)


def stepped(operator: str, old: Any) -> Any:
    """Return the value after `++` or `--`."""
    sign = operator[0]
    if type(old) is int:
        return to_int(old + 1 if sign == "+" else old - 1)
    if type(old) is JChar:
        return JChar(chr(ord(old.text) + (1 if sign == "+" else -1)))
    if isinstance(old, float) or type(old) is bool or old is None or old is VOID or type(old) is str:
        raise ScriptError(f"Unary operation {operator} inappropriate for object")
    return apply_binary(sign, old, 1)


def too_deep(runtime: Any) -> None:
    """Raise the error for calls that are nested too deeply."""
    runtime.budget.spend(4 * MAX_CALLS)
    raise ScriptError("calls nested too deeply", "StackOverflowError")


def thrown(value: Any) -> ScriptError:
    kind = getattr(value, "kind", type(value).__name__)
    return ScriptError(str(getattr(value, "message", value)), kind)


HELPERS: Final[dict[str, Any]] = {
    "add": add,
    "at_least": at_least,
    "at_most": at_most,
    "array_of": JArray.of,
    "begun": begun,
    "binary": apply_binary,
    "Box": BoxedPrimitive,
    "call_0": call_0,
    "call_1": call_1,
    "call_2": call_2,
    "call_3": call_3,
    "call_n": call_n,
    "cast": cast_to_type,
    "catches": catches,
    "compounded": compounded,
    "constructed": method_calls.construct_object,
    "decided": decided,
    "default_of": default_of,
    "equal": equal,
    "get_field": get_field,
    "get_index": get_index,
    "instance_of": method_calls.instance_of,
    "iterate": method_calls.iterate_value,
    "iterate_untyped": method_calls.iterate_untyped,
    "JArray": JArray,
    "joined": join_texts,
    "less": less,
    "more": more,
    "negated": negated,
    "new_array": new_array,
    "owner_of": owner_of,
    "NO_OBJECTS": NO_OBJECTS,
    "PRIMITIVES": PRIMITIVES,
    "put_field": put_field,
    "put_index": put_index,
    "read_path": read_path,
    "returned": returned,
    "Scope": Scope,
    "ScriptError": ScriptError,
    "second": second,
    "SLOW": CLOSURE_ONLY,
    "stepped": stepped,
    "subtract": subtract,
    "taken": taken,
    "This": This,
    "thrown": thrown,
    "Thrown": ThrownException,
    "THROWN": THROWN,
    "to_int": to_int,
    "too_deep": too_deep,
    "truth": condition_truth,
    "unary": apply_unary,
    "unequal": unequal,
    "VOID": VOID,
}
"""The names that generated functions can use."""
