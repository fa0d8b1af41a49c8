"""Write the class of a module: its functions, its constants, and its functions as values."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from hexwright.vassal.kernel.class_file import PUBLIC, STATIC, VARIABLE_ARGUMENTS
from hexwright.vassal.kernel.function_code import Push
from hexwright.vassal.kernel.match_statements import FunctionTranslator
from hexwright.vassal.kernel.method_code import Label
from hexwright.vassal.kernel.program import FunctionEntry, Program, Unit
from hexwright.vassal.kernel.python_classes import ClassRecord
from hexwright.vassal.kernel.runtime_interface import FUNCTION_VALUE, OBJECTS, O, all_objects
from hexwright.vassal.kernel.signatures import Signature, signature_of

LONGEST_METHOD: Final = 8000
"""HotSpot never compiles a longer method."""
_CACHES: Final = ("cache", "functools.cache", "lru_cache", "functools.lru_cache")
_UNLIMITED: Final = 0
_MAP: Final = "java/util/HashMap"


def write_function(program: Program, module: str, name: str) -> None:
    """Translate a function of a module."""
    unit = program.unit_of(module)
    node = unit.module.functions[name]
    signature = signature_of(node.args)
    parameters = signature.parameters if signature.variable is None else (signature.variable,)
    limit = _cache_limit(unit, node)
    target = name if limit is None else f"{name}$computed"
    write_method(program, unit, node, parameters, target, signature)
    if limit is not None:
        _write_cache(program, unit, name, len(parameters), limit)


def write_method(
    program: Program,
    unit: Unit,
    node: ast.FunctionDef,
    parameters: Sequence[str],
    target: str,
    signature: Signature,
    record: ClassRecord | None = None,
) -> None:
    """Translate a function to the static method `target`; `parameters` includes `self`."""
    code = unit.file.method(target, all_objects(len(parameters)))
    translator = FunctionTranslator(program, unit, code, parameters, record, node.name)
    full = ".".join(part for part in (unit.module.name, record.name if record else "", node.name) if part)
    if full in program.untranslated:
        translator.runtime_value(
            "exception",
            translator.text("NotImplementedError"),
            lambda: translator.array([translator.text(f"{full} isn't part of the translation")]),
        )
        code.cast("java/lang/Throwable")
        code.leave("athrow")
    else:
        translator.body(node, signature.defaults)


def _cache_limit(unit: Unit, node: ast.FunctionDef) -> int | None:
    """Return how many results of a function are kept; 0 for all, None if it isn't cached."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Name() | ast.Attribute() if ast.unparse(decorator) in _CACHES:
                return _UNLIMITED
            case ast.Call(keywords=[ast.keyword(arg="maxsize", value=ast.Constant(value=limit))]) if (
                ast.unparse(decorator.func) in _CACHES
            ):
                return _UNLIMITED if limit is None else int(str(limit))
            case _:
                raise unit.module.refuse(
                    decorator, f"decorator @{ast.unparse(decorator)} isn't supported", "use functools.cache"
                )
    return None


def _write_cache(program: Program, unit: Unit, name: str, parameters: int, limit: int) -> None:
    """Write the function that keeps the results of `name$computed`; with a limit, all go when it is met."""
    field, owner = f"{name}$cache", unit.file.name
    unit.file.field(field, f"L{_MAP};")
    unit.caches.append(field)
    code = unit.file.method(name, all_objects(parameters))
    names = [f"argument{number}" for number in range(parameters)]
    translator = FunctionTranslator(program, unit, code, names)
    translator.array([translator.loaded(one) for one in names])
    translator.runtime("tup", 1)
    key = translator.kept()
    code.get_static(owner, field, f"L{_MAP};")
    results = translator.kept(_MAP)
    results()
    key()
    code.invoke_virtual(_MAP, "get", f"({O}){O}")
    known = translator.kept()
    computed = Label()
    known()
    code.jump("ifnull", computed)
    known()
    code.leave()
    code.place(computed)
    translator.static_call(owner, f"{name}$computed", [translator.loaded(one) for one in names])
    result = translator.kept()
    if limit:
        _clear_beyond(translator, results, limit)
    results()
    key()
    result()
    code.invoke_virtual(_MAP, "put", f"({O}{O}){O}")
    code.pop()
    result()
    code.leave()


def _clear_beyond(translator: FunctionTranslator, results: Push, limit: int) -> None:
    code = translator.code
    room = Label()
    results()
    code.invoke_virtual(_MAP, "size", "()I")
    code.push_int(limit)
    code.jump("if_icmplt", room)
    results()
    code.invoke_virtual(_MAP, "clear", "()V")
    code.place(room)


def write_constant(program: Program, module: str, name: str) -> None:
    """Translate the value of a constant to a method, which the class calls when it is loaded."""
    unit = program.unit_of(module)
    unit.file.field(name, O)
    code = unit.file.method(f"{name}$value", all_objects(0))
    FunctionTranslator(program, unit, code, (), None, name).constant(unit.module.constants[name])


def finish_module(program: Program, module: str) -> None:
    """Write the constructor, function values and constants of a module's class, once all is translated."""
    unit = program.unit_of(module)
    file = unit.file
    _write_function_values(program, unit)
    code = file.method("<clinit>", "()V", STATIC)
    for name in unit.caches:
        code.begin_object(_MAP)
        code.finish_object(_MAP)
        code.put_static(file.name, name, f"L{_MAP};")
    for name in program.wanted_constants(module):
        code.invoke_static(file.name, f"{name}$value", all_objects(0))
        code.put_static(file.name, name, O)
    code.leave_void()


def _write_function_values(program: Program, unit: Unit) -> None:
    file = unit.file
    descriptor = f"(I{OBJECTS})V"
    code = file.method("<init>", descriptor, PUBLIC)
    for number in range(3):
        code.load(number)
    code.invoke_special(FUNCTION_VALUE, "<init>", descriptor)
    code.leave_void()
    code = file.method("fn$", f"(I{OBJECTS}){O}")
    code.begin_object(file.name)
    code.load(0)
    code.load(1)
    code.finish_object(file.name, descriptor)
    code.leave()
    code = file.method("call", f"({OBJECTS}){O}", PUBLIC | VARIABLE_ARGUMENTS)
    translator = FunctionTranslator(program, unit, code, ("self", "arguments"))
    other = Label()
    labels = {number: Label() for number in range(len(unit.functions))}
    code.load(0)
    code.get_field(FUNCTION_VALUE, "id", "I")
    code.switch(labels, other)
    for number, entry in enumerate(unit.functions):
        code.place(labels[number])
        _call_entry(translator, entry)
        code.leave()
    code.place(other)
    code.push_null()
    code.leave()


def _call_entry(translator: FunctionTranslator, entry: FunctionEntry) -> None:
    code = translator.code

    def argument(number: int) -> None:
        code.load(1)
        code.push_int(number)
        translator.runtime("argument", 2)

    if entry.kind == "variable":
        code.load(1)
        translator.runtime("tuple", 1)
        code.invoke_static(entry.owner, entry.name, all_objects(1))
        return
    if entry.kind == "method":
        argument(0)
        code.push_int(translator.program.number_of(entry.name))
        for number in range(entry.parameters):
            argument(number + 1)
        translator.runtime(f"m{entry.parameters}", entry.parameters + 2)
        return
    for number in range(entry.captured):
        code.load(0)
        code.get_field(FUNCTION_VALUE, "caps", OBJECTS)
        code.push_int(number)
        code.simple("aaload")
    for number in range(entry.parameters):
        argument(number)
    code.invoke_static(entry.owner, entry.name, all_objects(entry.captured + entry.parameters))
