"""Name resolution and method calls (bsh.Name, bsh.Reflect)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from hexwright.emulator.beanshell import java_class_lookup, java_lang_classes
from hexwright.emulator.beanshell.beanshell_operators import MismatchError, apply_numeric, join_texts
from hexwright.emulator.beanshell.compiled_operand import Operand
from hexwright.emulator.beanshell.execution_budget import pay_for_entries
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_builder_classes import as_coordinate
from hexwright.emulator.beanshell.java_values import (
    PRIMITIVES,
    VOID,
    BoxedPrimitive,
    JChar,
    ScriptError,
    box_value,
    java_text,
    unbox_value,
)
from hexwright.emulator.beanshell.name_spaces import Eval, Scope, This

#: The most parts in the name of a class; longer names are looked up only this far.
_LONGEST: Final = 8


class ClassRef:
    """A class, given by its full or simple name; `found` contains its static members."""

    __slots__ = ("found", "name")

    def __init__(self, name: str, found: Any) -> None:
        self.name = name
        self.found = found

    def __str__(self) -> str:
        return f"class {self.name}"


def variable(parts: tuple[str, ...]) -> Operand:
    """Compile a name: a variable, a class's field or an object's field."""
    head = parts[0]
    if len(parts) == 1:
        if head == "this":
            return Operand(_this)

        def read(scope: Scope) -> Any:
            return scope[head]

        return Operand(read, lambda scope, value: scope.assign(head, value))
    last = parts[-1]
    before = parts[:-1]

    def get(scope: Scope) -> Any:
        return get_field(scope, resolve_owner(scope, before), last)

    def put(scope: Scope, value: Any) -> Any:
        return set_field(resolve_owner(scope, before), last, value)

    return Operand(get, put)


def _this(scope: Scope) -> This:
    # A reference to this scope keeps the variables of the call alive.
    scope.runtime.budget.hold(500)
    return This(scope)


def resolve_owner(scope: Scope, parts: tuple[str, ...]) -> Any:
    """Return the object or class that a dotted name refers to."""
    head = parts[0]
    value: Any = This(scope) if head == "this" else scope[head]
    if value is not VOID:
        for part in parts[1:]:
            value = get_field(scope, value, part)
        return value
    for length in range(min(len(parts), _LONGEST), 0, -1):
        found = find_class(scope, ".".join(parts[:length]))
        if found is not None:
            value = found
            for part in parts[length:]:
                value = get_field(scope, value, part)
            return value
    raise ScriptError(f"Class or variable not found: {'.'.join(parts)[:200]}")


def find_class(scope: Scope, name: str) -> ClassRef | None:
    """Return the class with a given name, or None."""
    full = scope.find_class(name) or name
    found = scope.runtime.classes.get(full)
    if found is None:
        found = java_class_lookup.find_class_members(full)
    return None if found is None else ClassRef(full, found)


def field(operand: Operand, name: str) -> Operand:
    """Compile the access to a field of an expression's value."""
    get = operand.get
    return Operand(
        lambda scope: get_field(scope, get(scope), name),
        lambda scope, value: set_field(get(scope), name, value),
    )


def method(operand: Operand, name: str, arguments: list[Eval]) -> Operand:
    """Compile a method call on an expression's value."""
    get = operand.get
    send = _sender(name, arguments)
    return Operand(lambda scope: send(scope, get(scope)))


def invocation(parts: tuple[str, ...], arguments: list[Eval]) -> Operand:
    """Compile a call by name: a method of the script, or of an object or class before the dot."""
    name = parts[-1]
    if len(parts) == 1:
        return Operand(_commander(name, arguments))
    before = parts[:-1]
    head = before[0]
    if head != "this" and len(before) < 3:
        # Most calls are on a variable, or on a field of one.
        part = before[1] if len(before) == 2 else ""
        send = _sender(name, arguments)

        def call_on(scope: Scope) -> Any:
            target = scope[head]
            if target is VOID:
                target = resolve_owner(scope, before)
            elif part:
                target = target.scope[part] if type(target) is This else get_field(scope, target, part)
            return send(scope, target)

        return Operand(call_on)
    return Operand(
        lambda scope: call_method(scope, resolve_owner(scope, before), name, [a(scope) for a in arguments])
    )


def _commander(name: str, arguments: list[Eval]) -> Eval:
    """Compile a call to a method of the script, or to a host function."""
    if len(arguments) == 1:
        (one,) = arguments
        return lambda scope: call_command(scope, name, [one(scope)])
    if len(arguments) == 2:
        first, second = arguments
        return lambda scope: call_command(scope, name, [first(scope), second(scope)])
    if len(arguments) == 3:
        first, second, third = arguments
        return lambda scope: call_command(scope, name, [first(scope), second(scope), third(scope)])
    return lambda scope: call_command(scope, name, [a(scope) for a in arguments])


def methods_of(name: str) -> tuple[Mapping[type, Any], Callable[[type], Any]]:
    """Return a method's Python functions, keyed by the class of the target.

    Also return a function that looks up the function for another class and caches it there.
    """
    known: dict[type, Any] = {}

    def looked_up(kind: type) -> Any:
        function = None
        if kind is str:
            function = java_lang_classes.STRING.get(name)
        elif kind not in APART and name != "remove":
            function = getattr(kind, "j_" + name, None)
        if function is not None:
            known[kind] = function
        return function

    return known, looked_up


def _sender(name: str, arguments: list[Eval]) -> Callable[[Scope, Any], Any]:
    """Compile a method call on a target. The function is looked up once for each class of target.

    The call has the same effect as `call_method`, but is usually faster.
    """
    known, looked_up = methods_of(name)
    if not arguments:

        def send_nothing(scope: Scope, target: Any) -> Any:
            kind = type(target)
            function = known.get(kind) or looked_up(kind)
            if function is None:
                return call_method(scope, target, name, [])
            scope.runtime.budget.left -= 2
            try:
                return function(target)
            except WRONG as fault:
                raise native_failure(name, fault) from None

        return send_nothing
    if len(arguments) == 1:
        (one,) = arguments

        def send_one(scope: Scope, target: Any) -> Any:
            only = one(scope)
            kind = type(target)
            function = known.get(kind) or looked_up(kind)
            if function is None or only is VOID:
                return call_method(scope, target, name, [only])
            scope.runtime.budget.left -= 2
            try:
                return function(target, only.value if type(only) is BoxedPrimitive else only)
            except WRONG as fault:
                raise native_failure(name, fault) from None

        return send_one
    return lambda scope, target: call_method(scope, target, name, [a(scope) for a in arguments])


def call_command(scope: Scope, name: str, arguments: list[Any]) -> Any:
    """Call a method of the script or a host function; raises ScriptError."""
    found = scope.find_method(name, arguments)
    if found is not None:
        return found.call(arguments)
    host = scope.runtime.classes.get("()" + name)
    if host is not None:
        return host(scope, arguments)
    raise ScriptError(f"Command not found: {name}()")


def call_method(scope: Scope, target: Any, name: str, arguments: list[Any]) -> Any:
    """Call a method of an object or class; raises ScriptError."""
    for value in arguments:
        if value is VOID:
            raise ScriptError(f"Undefined argument in the call of {name}")
    kind = type(target)
    if kind is str:
        function = java_lang_classes.STRING.get(name)
        if function is not None:
            return _native(scope, function, target, name, arguments)
        raise ScriptError(f"Method {name} not found in class'java.lang.String'")
    if target is None:
        raise ScriptError(f"Null Pointer in Method Invocation of {name}", "NullPointerException")
    if target is VOID:
        raise ScriptError(f"Attempt to invoke method {name} on undefined variable or class name")
    if kind is This:
        found = target.scope.find_method(name, arguments)
        if found is not None:
            return found.call(arguments)
        raise ScriptError(f"Method {name} not found in bsh scripted object")
    if kind is ClassRef:
        function = target.found.get(name) if isinstance(target.found, dict) else None
        if function is None or not callable(function):
            raise ScriptError(f"Static method {name} not found in class'{target.name}'")
        return _static(scope, function, name, arguments)
    if kind is BoxedPrimitive or kind in PRIMITIVES:
        function = java_lang_classes.WRAPPER.get(name)
        if function is not None:
            return _native(scope, function, unbox_value(target), name, arguments)
        raise ScriptError(f"Method {name} not found in a wrapper class")
    function = getattr(kind, "j_" + name, None)
    if function is None:
        function = java_lang_classes.OBJECT.get(name)
    if function is None:
        raise ScriptError(f"Method {name} not found in class'{kind.__name__}'")
    if name == "remove" and type(arguments[0] if arguments else None) is BoxedPrimitive:
        function = getattr(kind, "remove_object", function)
    return _native(scope, function, target, name, arguments)


#: Classes of targets with a method lookup of their own.
APART: Final = PRIMITIVES | {type(None), type(VOID), This, ClassRef, BoxedPrimitive}


def _native(scope: Scope, function: Any, target: Any, name: str, arguments: list[Any]) -> Any:
    scope.runtime.budget.left -= 2
    try:
        if not arguments:
            return function(target)
        if len(arguments) == 1:
            [only] = arguments
            return function(target, only.value if type(only) is BoxedPrimitive else only)
        return function(target, *[a.value if type(a) is BoxedPrimitive else a for a in arguments])
    except WRONG as fault:
        raise native_failure(name, fault) from None


def _static(scope: Scope, function: Any, name: str, arguments: list[Any]) -> Any:
    scope.runtime.budget.spend(2)
    try:
        return function(*[a.value if type(a) is BoxedPrimitive else a for a in arguments])
    except WRONG as fault:
        raise native_failure(name, fault) from None


#: The exceptions that a native method raises for unsuitable arguments.
WRONG: Final = (
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    ArithmeticError,
    MemoryError,
    RecursionError,
)


def native_failure(name: str, fault: Exception) -> ScriptError:
    """Return the script's exception for an error in a native method.

    Its message contains no object addresses.
    """
    kind = "IllegalArgumentException"
    if isinstance(fault, RecursionError):
        kind = "StackOverflowError"
    elif isinstance(fault, MemoryError):
        kind = "OutOfMemoryError"
    reason = "no such key" if isinstance(fault, KeyError) else _ADDRESS.sub("", str(fault))[:200]
    return ScriptError(f"Error in method invocation: {name}: {reason}", kind)


_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]++")


def get_field(scope: Scope, target: Any, name: str) -> Any:
    """Return the value of a field of an object or class; raises ScriptError."""
    kind = type(target)
    if kind is JArray and name == "length":
        return len(target.items)
    if kind is This:
        return target.scope[name]
    if kind is ClassRef:
        value = target.found.get(name, VOID) if isinstance(target.found, dict) else VOID
        if value is not VOID and not callable(value):
            return value
        nested = find_class(scope, f"{target.name}.{name}")
        if nested is not None:
            return nested
        raise ScriptError(f"No static field or inner class: {name} of {target.name}")
    value = getattr(target, "f_" + name, VOID)
    if value is VOID:
        raise ScriptError(f"Cannot access field: {name}")
    return value


def set_field(target: Any, name: str, value: Any) -> Any:
    """Set a field of an object or class; raises ScriptError."""
    if type(target) is This:
        dict.__setitem__(target.scope, name, value)
        return value
    if hasattr(target, "f_" + name):
        # Points are the only objects with fields that a script can set.
        setattr(target, "f_" + name, as_coordinate(unbox_value(value)))
        return value
    raise ScriptError(f"Cannot access field: {name}")


def construction(name: str, arguments: list[Eval]) -> Operand:
    """Compile the creation of an object with `new`."""
    return Operand(lambda scope: construct_object(scope, name, [a(scope) for a in arguments]))


def construct_object(scope: Scope, name: str, values: list[Any]) -> Any:
    """Create an object; raises ScriptError."""
    if VOID in values:
        raise ScriptError("undefined argument")
    found = find_class(scope, name)
    maker = found.found.get("new") if found is not None and isinstance(found.found, dict) else None
    if maker is None:
        raise ScriptError(f"Class: {name} not found in namespace")
    if name.endswith("Interpreter"):
        scope.runtime.budget.spend(20)
        return maker(scope)
    scope.runtime.budget.hold(200)
    return _static(scope, maker, name, values)


def instance_of(scope: Scope, value: Any, kind: str) -> bool:
    """Return whether a value is an instance of a type; primitives never are."""
    if value is None or type(value) in PRIMITIVES or value is VOID:
        return False
    simple = kind.rpartition(".")[2]
    if simple == "Object":
        return True
    if type(value) is str:
        return simple in ("String", "CharSequence", "Comparable", "Serializable")
    if type(value) is BoxedPrimitive:
        inner = value.value
        names = {bool: "Boolean", int: "Integer", float: "Double", JChar: "Character"}
        own = names.get(type(inner)) or ("Long" if isinstance(inner, int) else "Float")
        return simple == own or (simple == "Number" and own not in ("Boolean", "Character"))
    if type(value) is JArray:
        return kind == value.kind + "[]" or kind == "Object[]"
    if find_class(scope, kind) is None and simple not in getattr(value, "java_names", ()):
        raise ScriptError(f"Class: {kind} not found in namespace")
    return simple in getattr(value, "java_names", ())


def compound_value(operator: str, old: Any, value: Any) -> Any:
    """Return the value that a compound assignment stores.

    Here only the type of the old value decides whether strings are concatenated. A binary operator also
    considers the other operand.
    """
    if type(old) is str and value is not VOID:
        if operator != "+":
            raise ScriptError("Use of non + operator with String LHS")
        return join_texts(old, java_text(value))
    if old is VOID or value is VOID or old is None or value is None:
        raise ScriptError("Illegal use of undefined or null object")
    kinds = {type(old), type(value)}
    if not all(kind in PRIMITIVES or kind is BoxedPrimitive for kind in kinds):
        raise ScriptError(f"Non primitive value in operator: {operator}")
    try:
        result = apply_numeric(operator, unbox_value(old), unbox_value(value))
    except MismatchError:
        raise ScriptError("Type mismatch in operator", "ArithmeticException") from None
    return result if BoxedPrimitive not in kinds or type(result) is bool else box_value(result)


def iterate_untyped(value: Any) -> Iterable[Any]:
    """Return the items that an enhanced for loop visits if its variable has no type.

    Raises ScriptError for an item that is null.
    """
    return map(_present, iterate_value(value))


def _present(item: Any) -> Any:
    if item is None:
        raise ScriptError("null variable value")
    return item


def iterate_value(value: Any) -> Iterable[Any]:
    """Return the items that an enhanced for loop visits.

    Raises ScriptError unless the value is an array, a string, an enumeration or a vector.
    """
    if type(value) is JArray:
        # Elements that the loop itself sets are seen.
        return map(box_value, value.items)
    if type(value) is str:
        pay_for_entries(2 * len(value))
        return [BoxedPrimitive(JChar(letter)) for letter in value]
    each = getattr(value, "enumerated", None)
    if each is not None:
        items = each()
        pay_for_entries(len(items))
        return [box_value(item) for item in items]
    if value is None:
        raise ScriptError("The collection, array, map, iterator, or enumeration can't be null.")
    # VASSAL's jar lacks bsh's class for collections, so lists, sets and maps can't be iterated over.
    raise ScriptError(f"Can't iterate over type: {type(value).__name__}")
