"""What all parts of a translation share: modules, classes, numbers of names, what is still to translate."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from hexwright.vassal.kernel.class_file import ClassFile
from hexwright.vassal.kernel.naming import module_class
from hexwright.vassal.kernel.python_classes import ClassRecord, PythonClasses
from hexwright.vassal.kernel.runtime_interface import FIRST_NAMES, FUNCTION_VALUE
from hexwright.vassal.kernel.signatures import Signature, signature_of
from hexwright.vassal.kernel.sources import Module, Sources, Symbol

EntryPoints = Mapping[tuple[str, int], tuple[str, str]]
"""The runtime's static methods: (name, number of arguments) → (class, descriptor)."""
NATIVE_FUNCTIONS: Final = {
    "hexwright.geometry.bitsets.members": "members",
    "hexwright.geometry.bitsets.select": "select",
    "hexwright.model.record_fields.field_names": "field_names",
}
"""Functions that the runtime has itself, because it is faster or because they read Python's classes."""


@dataclass(frozen=True, slots=True)
class FunctionEntry:
    """A function that is used as a value: its module's class calls it by its number."""

    kind: Literal["static", "variable", "method"]
    owner: str
    """The internal name of the class with the static method; for a method of an object, empty."""
    name: str
    parameters: int
    captured: int = 0


@dataclass(eq=False)
class Unit:
    """A class file that is being written for a module, or for a class of it."""

    module: Module
    file: ClassFile
    functions: list[FunctionEntry] = field(default_factory=list)
    caches: list[str] = field(default_factory=list)
    """The static fields that keep results of functions."""
    _fresh: int = 0

    def fresh_name(self, prefix: str) -> str:
        """Return a name for a method that has none in Python."""
        self._fresh += 1
        return f"{prefix}${self._fresh}"


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is still to be translated."""

    kind: Literal["function", "constant", "class", "member"]
    module: str
    name: str
    member: str = ""
    """A method, property or constant of the class `name`."""


class Program:
    """A translation in progress: what is mentioned is put in a queue, once."""

    def __init__(
        self, sources: Sources, entry_points: EntryPoints, untranslated: Collection[str] = ()
    ) -> None:
        """`untranslated` are the dotted names of functions and methods that raise an error if they run."""
        self.sources = sources
        self.classes = PythonClasses(sources)
        self.entry_points = entry_points
        self.untranslated = frozenset(untranslated)
        self.names: dict[str, int] = {name: number for number, name in enumerate(FIRST_NAMES)}
        self.class_numbers: dict[tuple[str, str], int] = {}
        self.units: dict[str, Unit] = {}
        self.queue: deque[Task] = deque()
        self._mentioned: set[str] = set()
        self._holders: dict[str, list[ClassRecord]] = {}
        """The classes that define a member, by its name."""
        self._known: set[Task] = set()
        self._method_signatures: dict[str, list[Signature]] | None = None
        self._field_names: set[str] | None = None

    def number_of(self, name: str) -> int:
        """Return the number of an attribute's or method's name."""
        return self.names.setdefault(name, len(self.names))

    def mention(self, name: str) -> int:
        """Return the number of a name that some object is asked for; translate all members of that name."""
        if name not in self._mentioned:
            self._mentioned.add(name)
            for record in self._holders.get(name, ()):
                self.require_member(record, name)
        return self.number_of(name)

    def hold(self, record: ClassRecord, *, all_members: bool = False) -> None:
        """Note the members of a class; translate those mentioned, and those that Python calls itself."""
        for name in record.members:
            self._holders.setdefault(name, []).append(record)
            if all_members or name in self._mentioned or (name.startswith("__") and name.endswith("__")):
                self.require_member(record, name)

    def require_member(self, record: ClassRecord, name: str) -> None:
        """Translate a method, property or constant of a class, if that isn't done already."""
        self.require_class(record)
        self._enqueue(Task("member", *record.key, name))

    def is_translated(self, record: ClassRecord, name: str) -> bool:
        """Whether a member of a class is translated."""
        return Task("member", *record.key, name) in self._known

    def method_signatures(self, name: str) -> list[Signature]:
        """Return the signatures of all methods of a name, in any class."""
        if self._method_signatures is None:
            self._method_signatures = {}
            for record in self.classes.every():
                for method, node in record.methods.items():
                    self._method_signatures.setdefault(method, []).append(signature_of(node.args, 1))
        return self._method_signatures.get(name, [])

    def field_names(self) -> set[str]:
        """Return the names of all fields and attributes, in which a function may be kept."""
        if self._field_names is None:
            records = self.classes.every()
            self._field_names = {name for one in records for name in (*one.fields, *one.attributes)}
        return self._field_names

    def unit_of(self, module: str) -> Unit:
        """Return the class file of a module."""
        unit = self.units.get(module)
        if unit is None:
            found = self.sources.modules[module]
            unit = Unit(found, ClassFile(module_class(module), FUNCTION_VALUE, found.path))
            self.units[module] = unit
        return unit

    def require(self, kind: Literal["function", "constant"], symbol: Symbol) -> None:
        """Translate a function or constant, if that isn't done already."""
        self._enqueue(Task(kind, symbol.module, symbol.name))
        self.unit_of(symbol.module)

    def require_class(self, record: ClassRecord) -> int:
        """Translate a class, if that isn't done already; return its number.

        Raises RefusedError if it isn't of a kind that is translated.
        """
        if record.fault is not None:
            raise record.fault
        self._enqueue(Task("class", *record.key))
        return self.class_numbers.setdefault(record.key, len(self.class_numbers))

    def _enqueue(self, task: Task) -> None:
        if task not in self._known:
            self._known.add(task)
            self.queue.append(task)

    def wanted_constants(self, module: str) -> list[str]:
        """Return the constants of a module that are translated, in the order of its text."""
        names = self.sources.modules[module].constants
        return [name for name in names if Task("constant", module, name) in self._known]
