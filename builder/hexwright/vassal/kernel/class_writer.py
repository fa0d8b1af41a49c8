"""Write the class of a Python class: a constructor, its methods, and switches by the numbers of names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hexwright.vassal.kernel.class_file import PUBLIC, STATIC, ClassFile
from hexwright.vassal.kernel.descriptors import INT
from hexwright.vassal.kernel.match_statements import FunctionTranslator
from hexwright.vassal.kernel.method_code import Label, MethodCode
from hexwright.vassal.kernel.module_writer import write_method
from hexwright.vassal.kernel.naming import record_class
from hexwright.vassal.kernel.program import Program, Unit
from hexwright.vassal.kernel.python_classes import MOST_FIELDS, ClassRecord, Field
from hexwright.vassal.kernel.runtime_interface import (
    MOST_ARGUMENTS,
    OBJECT,
    OBJECTS,
    PY_EXCEPTION,
    PY_MAPPING,
    PY_OBJECT,
    PY_TUPLE,
    STRINGS,
    O,
    all_objects,
)
from hexwright.vassal.kernel.signatures import signature_of

_PARENTS: Final = {"exception": PY_EXCEPTION, "named tuple": PY_TUPLE, "mapping": PY_MAPPING}
_ASKED_FOR: Final = ("__len__", "__str__")
"""Methods for which the runtime asks whether a class has them."""
_NAMES, _SLOTS = "$NAMES", "$SLOTS"


@dataclass(frozen=True, slots=True)
class _Answer:
    """What an object answers if it is asked for an attribute."""

    kind: Literal["slot", "property", "cached", "constant", "method"]
    owner: str = ""
    number: int = 0
    """A slot's place, or how many arguments a method has."""


class ClassWriter:
    """A class that is being written."""

    def __init__(self, program: Program, record: ClassRecord) -> None:
        self.program, self.record = program, record
        self.name = record_class(*record.key)
        self.is_tuple = record.kind == "named tuple"
        self.parent = self._parent_class()
        self.unit = Unit(record.module, ClassFile(self.name, self.parent, record.module.path))
        self.fields = record.fields
        if len(self.fields) > MOST_FIELDS:
            raise record.module.refuse(
                record.node, f"{record.name} has {len(self.fields)} fields", f"have at most {MOST_FIELDS}"
            )
        self.slots = self._slots()
        self.cached = [
            name
            for name in dict.fromkeys(name for one in record.lineage for name in one.cached)
            if name not in self.slots
        ]
        """Properties that are computed once; their values stand behind the slots."""

    def _parent_class(self) -> str:
        record = self.record
        if record.kind == "exception" and record.parents:
            self.program.require_class(record.parents[0])
            return record_class(*record.parents[0].key)
        return _PARENTS.get(record.kind, PY_OBJECT)

    def _slots(self) -> list[str]:
        """Return the attributes that can be set, in the order of their places."""
        names = dict.fromkeys(self.fields)
        if not self.is_tuple:
            for one in reversed(self.record.lineage):
                names |= dict.fromkeys(one.attributes)
        if self.record.kind == "enum":
            names |= dict.fromkeys(("name", "value"))
        return list(names)

    def begin(self, *, all_members: bool) -> None:
        """Write how objects are made; note what the class needs, and which members it has."""
        for one in self.record.lineage:
            self.program.require_class(one)
        for name in (*self.slots, *self.cached):
            self.program.number_of(name)
        for field in self.record.own_fields:
            # Data that a module reads has objects of classes that no function names.
            for one in self.program.classes.named_in(self.record.module.name, field.annotation):
                if one.fault is None and one.kind != "lazy dict":
                    self.program.require_class(one)
        self._write_empty_constructor()
        self._write_maker()
        self.program.hold(self.record, all_members=all_members)

    def finish(self) -> None:
        """Write what depends on the members that are translated, once all is translated."""
        self._write_facts()
        self._write_attributes()
        self._write_methods()
        self._write_kinds()

    def _translator(self, code: MethodCode, parameters: Sequence[str]) -> FunctionTranslator:
        return FunctionTranslator(self.program, self.unit, code, parameters, self.record, self.record.name)

    def _instance_method(self, name: str, descriptor: str) -> MethodCode:
        return self.unit.file.method(name, descriptor, PUBLIC)

    def _values(self, code: MethodCode, local: int = 0) -> None:
        """Push the array with the values of an object."""
        code.load(local)
        if self.is_tuple:
            code.get_field(PY_TUPLE, "a", OBJECTS)
        else:
            code.get_field(PY_EXCEPTION if self.record.kind == "exception" else PY_OBJECT, "v", OBJECTS)

    # Making objects -------------------------------------------------------------------------------

    def _write_empty_constructor(self) -> None:
        code = self._instance_method("<init>", "()V")
        translator = self._translator(code, ("self",))
        size = len(self.slots) + len(self.cached)
        code.load(0)
        if self.record.kind == "exception":
            code.invoke_special(self.parent, "<init>", "()V")
            code.load(0)
            code.push_int(size)
            code.new_array(OBJECT)
            code.put_field(PY_EXCEPTION, "v", OBJECTS)
        else:
            code.push_int(size)
            code.invoke_special(self.parent, "<init>", "(I)V")
        for place in range(len(self.slots), size):
            self._values(code)
            code.push_int(place)
            translator.missing()
            code.simple("aastore")
        code.leave_void()

    def _write_maker(self) -> None:
        """Write the static method that makes an object, so that none lies unmade where code jumps."""
        record = self.record
        if record.kind in ("dataclass", "named tuple"):
            self._make(record.constructor().parameters, self._fill_fields)
        elif record.kind == "enum":
            self._make(("name", "value"), self._fill_slots)
        elif record.find_method("__init__") is not None:
            self._make(record.constructor().parameters, self._call_init)
        elif record.kind == "exception":
            self._make(("message",), self._set_message)
        else:
            self._make((), lambda translator, made: None)

    def _make(self, parameters: Sequence[str], fill: Callable[[FunctionTranslator, int], None]) -> None:
        code = self.unit.file.method("make", all_objects(len(parameters)))
        translator = self._translator(code, parameters)
        code.line(self.record.node.lineno)
        made = code.new_local(self.name)
        code.begin_object(self.name)
        code.finish_object(self.name)
        code.store(made)
        fill(translator, made)
        code.load(made)
        code.leave()

    def _fill_fields(self, translator: FunctionTranslator, made: int) -> None:
        for name, one in self.fields.items():
            if one.default is not None:
                self._fill_default(translator, one)
            self._fill_slot(translator, made, name)
        found = self.record.find_method("__post_init__")
        if found is not None:
            translator.code.load(made)
            translator.code.invoke_static(record_class(*found[0].key), "__post_init__", all_objects(1))
            translator.code.pop()

    def _fill_default(self, translator: FunctionTranslator, one: Field) -> None:
        assert one.default is not None
        own, scope = translator.module, translator.scope
        translator.module, translator.scope = one.owner.module, {one.name}
        given = Label()
        translator.load(one.name)
        translator.missing()
        translator.code.jump("if_acmpne", given)
        # A default may name anything but the other fields.
        translator.scope = set()
        translator.value(one.default)
        translator.code.store(translator.variable(one.name))
        translator.code.place(given)
        translator.module, translator.scope = own, scope

    def _fill_slots(self, translator: FunctionTranslator, made: int) -> None:
        for name in self.slots:
            self._fill_slot(translator, made, name)

    def _fill_slot(self, translator: FunctionTranslator, made: int, name: str) -> None:
        code = translator.code
        self._values(code, made)
        code.push_int(self.slots.index(name))
        translator.load(name)
        code.simple("aastore")

    def _call_init(self, translator: FunctionTranslator, made: int) -> None:
        found = self.record.find_method("__init__")
        assert found is not None
        code = translator.code
        names = self.record.constructor().parameters
        code.load(made)
        for name in names:
            translator.load(name)
        code.invoke_static(record_class(*found[0].key), "__init__", all_objects(1 + len(names)))
        code.pop()

    def _set_message(self, translator: FunctionTranslator, made: int) -> None:
        """Give an exception its message, if there is one."""
        code = translator.code
        without = Label()
        translator.load("message")
        translator.missing()
        code.jump("if_acmpeq", without)
        code.load(made)
        translator.array([translator.loaded("message")])
        code.invoke_virtual(PY_EXCEPTION, "init_", f"({OBJECTS}){O}")
        code.pop()
        code.place(without)

    # Methods, constants, facts --------------------------------------------------------------------

    def write_member(self, name: str) -> None:
        """Translate a method, property or constant."""
        record = self.record
        if name in record.constants:
            self._write_constant(name, record.constants[name])
            return
        if name in record.statics:
            node, dropped = record.statics[name]
            signature = signature_of(node.args, dropped)
            parameters = signature.parameters
        else:
            node = (record.properties | record.cached | record.methods)[name]
            signature = signature_of(node.args, 1)
            parameters = (node.args.args[0].arg, *signature.parameters)
        if signature.variable is not None or node.args.kwarg is not None:
            raise record.module.refuse(node, "*arguments of a method aren't supported", "name them")
        write_method(self.program, self.unit, node, parameters, name, signature, record)

    def _write_constant(self, name: str, value: ast.expr) -> None:
        self.unit.file.field(name, O)
        code = self.unit.file.method(f"{name}$value", all_objects(0))
        translator = self._translator(code, ())
        if self.record.kind != "enum":
            translator.constant(value)
            return
        translator.static_call(self.name, "make", [translator.text(name), translator.pushed(value)])
        code.leave()

    def _write_facts(self) -> None:
        file = self.unit.file
        code = file.method("<clinit>", "()V", STATIC)
        translator = self._translator(code, ())
        for field_name, names in ((_NAMES, list(self.fields)), (_SLOTS, self.slots)):
            file.field(field_name, STRINGS)
            translator.strings(names)
            code.put_static(self.name, field_name, STRINGS)
        for name in self._translated(self.record, self.record.constants):
            code.invoke_static(self.name, f"{name}$value", all_objects(0))
            code.put_static(self.name, name, O)
        code.leave_void()
        if self.record.kind == "exception":
            self._write_text("basis_", self.record.builtin_base)
        else:
            self._write_names("names_", _NAMES)
            self._write_new()
        if not self.is_tuple:
            self._write_names("slots_", _SLOTS)
        if self.record.kind == "dataclass" and self.record.is_compared:
            code = self._instance_method("same_", "()J")
            compared = (one.is_compared for one in self.fields.values())
            code.push_long(sum(1 << place for place, so in enumerate(compared) if so))
            code.leave("lreturn")

    def _write_text(self, method: str, text: str) -> None:
        code = self._instance_method(method, "()Ljava/lang/String;")
        code.push_string(text)
        code.leave()

    def _write_names(self, method: str, field_name: str) -> None:
        code = self._instance_method(method, f"(){STRINGS}")
        code.get_static(self.name, field_name, STRINGS)
        code.leave()

    def _write_new(self) -> None:
        """Write the method that makes an object without values."""
        name, result = ("fresh_", PY_TUPLE) if self.is_tuple else ("new_", PY_OBJECT)
        code = self._instance_method(name, f"()L{result};")
        code.begin_object(self.name)
        code.finish_object(self.name)
        code.leave()

    def _translated(self, record: ClassRecord, members: Iterable[str]) -> list[str]:
        return [name for name in members if self.program.is_translated(record, name)]

    # Answers by the number of a name --------------------------------------------------------------

    def _answers(self) -> dict[str, _Answer]:
        """Return what objects answer for each attribute; what is found first holds, as in Python."""
        found = {name: _Answer("slot", number=place) for place, name in enumerate(self.slots)}
        for one in self.record.lineage:
            owner = record_class(*one.key)
            for name in self._translated(one, one.properties):
                found.setdefault(name, _Answer("property", owner))
            for name in self._translated(one, one.cached):
                place = len(self.slots) + self.cached.index(name) if name in self.cached else 0
                found.setdefault(name, _Answer("cached", owner, place))
            for name in self._translated(one, one.methods):
                size = len(signature_of(one.methods[name].args, 1).parameters)
                found.setdefault(name, _Answer("method", owner, size))
            for name in self._translated(one, one.constants):
                found.setdefault(name, _Answer("constant", owner))
        return found

    def _write_attributes(self) -> None:
        code = self._instance_method("at", f"(I){O}")
        translator = self._translator(code, ("self", "number"))
        other = Label()
        answers = self._answers()
        value = code.new_local()
        if answers:
            labels = {name: Label() for name in answers}
            code.load(1)
            code.switch({self.program.number_of(name): label for name, label in labels.items()}, other)
            for name, answer in answers.items():
                code.place(labels[name])
                self._answer(translator, name, answer, value)
                code.leave()
            code.place(other)
        code.load(0)
        code.load(1)
        code.invoke_special(self._answering_parent(), "at", f"(I){O}")
        code.leave()

    def _answering_parent(self) -> str:
        return self.parent

    def _answer(self, translator: FunctionTranslator, name: str, answer: _Answer, value: int) -> None:
        code = translator.code
        if answer.kind == "slot":
            self._values(code)
            code.push_int(answer.number)
            code.simple("aaload")
        elif answer.kind == "constant":
            code.get_static(answer.owner, name, O)
        elif answer.kind == "property":
            code.load(0)
            code.invoke_static(answer.owner, name, all_objects(1))
        elif answer.kind == "method":
            code.load(0)
            code.push_int(self.program.number_of(name))
            code.push_int(answer.number)
            translator.runtime("bound", 3)
        else:
            self._answer_cached(translator, name, answer, value)

    def _answer_cached(self, translator: FunctionTranslator, name: str, answer: _Answer, value: int) -> None:
        code = translator.code
        known = Label()
        self._values(code)
        code.push_int(answer.number)
        code.simple("aaload")
        code.store(value)
        code.load(value)
        translator.missing()
        code.jump("if_acmpne", known)
        code.load(0)
        code.invoke_static(answer.owner, name, all_objects(1))
        code.store(value)
        self._values(code)
        code.push_int(answer.number)
        code.load(value)
        code.simple("aastore")
        code.place(known)
        code.load(value)

    def _write_methods(self) -> None:
        """Write the switch over methods for each number of arguments that a call may have."""
        by_size: dict[int, dict[str, tuple[str, int]]] = {}
        seen: set[str] = set()
        for one in self.record.lineage:
            for name in self._translated(one, one.methods):
                if name in seen:
                    continue
                seen.add(name)
                signature = signature_of(one.methods[name].args, 1)
                full = len(signature.parameters)
                for size in range(signature.required, min(full, MOST_ARGUMENTS) + 1):
                    by_size.setdefault(size, {})[name] = (record_class(*one.key), full)
        for size, methods in sorted(by_size.items()):
            self._write_dispatch(size, methods)

    def _write_dispatch(self, size: int, methods: dict[str, tuple[str, int]]) -> None:
        descriptor = f"(I{O * size}){O}"
        code = self._instance_method(f"m{size}", descriptor)
        translator = self._translator(code, ("self", "number"))
        other = Label()
        labels = {name: Label() for name in methods}
        code.load(1)
        code.switch({self.program.number_of(name): label for name, label in labels.items()}, other)
        for name, (owner, full) in methods.items():
            code.place(labels[name])
            code.load(0)
            for number in range(size):
                code.load(2 + number)
            for _ in range(full - size):
                translator.missing()
            code.invoke_static(owner, name, all_objects(1 + full))
            code.leave()
        code.place(other)
        for number in range(2 + size):
            code.load(number)
        code.invoke_special(self._answering_parent(), f"m{size}", descriptor)
        code.leave()

    def _write_kinds(self) -> None:
        """Write the test whether an object is of a class or has a special method."""
        numbers = {self.program.require_class(one) for one in self.record.lineage}
        numbers |= {
            -1 - self.program.number_of(name)
            for name in _ASKED_FOR
            if self.record.find_method(name) is not None
        }
        code = self._instance_method("is_", "(I)Z")
        yes, no = Label(), Label()
        code.load(1)
        code.switch(dict.fromkeys(sorted(numbers), yes), no)
        for label, answer in ((yes, 1), (no, 0)):
            code.place(label)
            code.push_int(answer)
            code.leave("ireturn")
        assert code.locals[1] == INT
