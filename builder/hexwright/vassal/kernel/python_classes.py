"""What the translator knows of a Python class: its kind, its fields, and where it has its methods from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from hexwright.vassal.kernel.signatures import Signature, signature_of
from hexwright.vassal.kernel.sources import Module, Sources
from hexwright.vassal.queries.refusing import RefusedError

ClassKind = Literal["plain", "dataclass", "named tuple", "exception", "mapping", "lazy dict", "enum"]
EXCEPTIONS: Final = (
    "ArithmeticError", "AssertionError", "Exception", "ImportError", "IndexError", "KeyError",
    "NotImplementedError", "RuntimeError", "StopIteration", "TypeError", "ValueError",
)  # fmt: skip
MOST_FIELDS: Final = 62
"""Fields are compared by a mask in a number of 64 bits."""
_BASES: Final[dict[str, ClassKind]] = {
    "NamedTuple": "named tuple",
    "Mapping": "mapping",
    "dict": "lazy dict",
    "Enum": "enum",
    **dict.fromkeys(EXCEPTIONS, "exception"),
}
_TYPING_BASES: Final = ("Protocol", "Generic")
_DATACLASS_KEYWORDS: Final = ("frozen", "slots", "eq", "kw_only", "order", "repr")
_FIELD_KEYWORDS: Final = ("default", "default_factory", "compare", "repr", "metadata", "kw_only", "hash")
_CACHED: Final = ("cached_property", "functools.cached_property")
_INSTEAD_OF_BASE: Final = "derive from a dataclass, NamedTuple, Mapping, Enum or an exception"
_UNTRANSLATED_METHODS: Final = ("__eq__", "__hash__", "__init_subclass__", "__lt__")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a dataclass or named tuple."""

    name: str
    owner: ClassRecord
    default: ast.expr | None
    """The default, to be evaluated in the module of `owner`."""
    annotation: ast.expr
    is_compared: bool = True
    is_keyword_only: bool = False
    metadata: ast.expr | None = None


@dataclass(eq=False)
class ClassRecord:
    """A Python class."""

    module: Module
    name: str
    node: ast.ClassDef
    kind: ClassKind = "plain"
    builtin_base: str = ""
    """The exception of Python that an exception class derives from."""
    is_compared: bool = True
    """Whether instances are equal if their fields are."""
    parents: list[ClassRecord] = field(default_factory=list)
    own_fields: list[Field] = field(default_factory=list)
    methods: dict[str, ast.FunctionDef] = field(default_factory=dict)
    properties: dict[str, ast.FunctionDef] = field(default_factory=dict)
    cached: dict[str, ast.FunctionDef] = field(default_factory=dict)
    """Properties that are computed once for each object."""
    statics: dict[str, tuple[ast.FunctionDef, int]] = field(default_factory=dict)
    """Class methods and static methods, with the number of parameters (`cls`) that callers don't pass."""
    constants: dict[str, ast.expr] = field(default_factory=dict)
    attributes: list[str] = field(default_factory=list)
    """Attributes that `__init__` sets."""
    fault: RefusedError | None = None
    """Why the class can't be translated."""

    @property
    def key(self) -> tuple[str, str]:
        """Return module and name."""
        return self.module.name, self.name

    @property
    def members(self) -> list[str]:
        """Return the names of the methods, properties and constants that the class itself gives objects."""
        parts = (self.methods, self.properties, self.cached, self.constants)
        return [name for part in parts for name in part]

    @property
    def lineage(self) -> list[ClassRecord]:
        """Return the class and all those above it, in the order in which Python looks for methods."""
        return _merged([[self], *(parent.lineage for parent in self.parents), list(self.parents)])

    @property
    def fields(self) -> dict[str, Field]:
        """Return the fields by name, in the order in which dataclasses list them."""
        found: dict[str, Field] = {}
        for record in reversed(self.lineage):
            found |= {one.name: one for one in record.own_fields}
        return found

    def constructor(self) -> Signature:
        """Return the signature of the constructor."""
        if self.kind in ("dataclass", "named tuple"):
            fields = self.fields
            defaults = {name: one.default for name, one in fields.items() if one.default is not None}
            keyword_only = tuple(name for name, one in fields.items() if one.is_keyword_only)
            positional = (name for name in fields if name not in keyword_only)
            return Signature((*positional, *keyword_only), defaults, keyword_only)
        made = self.find_method("__init__")
        if made is not None:
            return signature_of(made[1].args, 1)
        if self.kind == "exception":
            return Signature(("message",), {"message": ast.Constant("")})
        return Signature(())

    def find_method(self, name: str) -> tuple[ClassRecord, ast.FunctionDef] | None:
        """Return a method and the class that defines it."""
        return next(((one, one.methods[name]) for one in self.lineage if name in one.methods), None)

    def find_static(self, name: str) -> tuple[ClassRecord, Signature] | None:
        """Return the signature of a class method or static method, and the class that defines it."""
        for one in self.lineage:
            if name in one.statics:
                node, dropped = one.statics[name]
                return one, signature_of(node.args, dropped)
        return None

    def find_constant(self, name: str) -> ClassRecord | None:
        """Return the class that defines a constant."""
        return next((one for one in self.lineage if name in one.constants), None)


def _merged(rows: list[list[ClassRecord]]) -> list[ClassRecord]:
    """Merge lines of descent as Python does: each class before those above it, in the order of the bases."""
    found: list[ClassRecord] = []
    while rows := [row for row in rows if row]:
        head = next(row[0] for row in rows if not any(row[0] in other[1:] for other in rows))
        found.append(head)
        rows = [row[1:] if row[0] is head else row for row in rows]
    return found


class PythonClasses:
    """The classes of all modules that are loaded."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._records: dict[tuple[str, str], ClassRecord] = {}

    def of(self, module: str, name: str) -> ClassRecord:
        """Return a class; its `fault` says if it isn't of a kind that is translated."""
        record = self._records.get((module, name))
        if record is None:
            found = self._sources.modules[module]
            record = ClassRecord(found, name, found.classes[name])
            self._records[module, name] = record
            try:
                self._read_bases(record)
                self._read_decorators(record)
                self._read_body(record)
            except RefusedError as fault:
                record.fault = fault
        return record

    def named_in(self, module: str, annotation: ast.expr) -> Iterator[ClassRecord]:
        """Yield the classes that an annotation names, itself or through names for types."""
        for node in ast.walk(annotation):
            if not isinstance(node, ast.Name):
                continue
            symbol = self._sources.resolve(module, node.id)
            if symbol is not None and symbol.kind == "class":
                yield self.of(symbol.module, symbol.name)
            elif symbol is not None and symbol.kind == "alias":
                alias = self._sources.modules[symbol.module].aliases[symbol.name]
                yield from self.named_in(symbol.module, alias)

    def every(self) -> Iterable[ClassRecord]:
        """Return all classes of the loaded modules."""
        return [self.of(one.name, name) for one in self._sources.modules.values() for name in one.classes]

    def _read_bases(self, record: ClassRecord) -> None:
        for base in record.node.bases:
            named = base.value if isinstance(base, ast.Subscript) else base
            text = ast.unparse(named)
            symbol = self._sources.resolve(record.module.name, text)
            if text in _TYPING_BASES:
                continue
            if symbol is not None and symbol.kind == "class":
                record.parents.append(self.of(symbol.module, symbol.name))
            elif text in _BASES:
                record.kind = _BASES[text]
                record.builtin_base = text if record.kind == "exception" else ""
            else:
                raise record.module.refuse(
                    record.node, f"class {record.name} derives from {text}", _INSTEAD_OF_BASE
                )
        if record.kind == "plain" and record.parents:
            record.kind = record.parents[0].kind
            record.builtin_base = record.parents[0].builtin_base

    def _read_decorators(self, record: ClassRecord) -> None:
        for decorator in record.node.decorator_list:
            match decorator:
                case ast.Name(id="dataclass"):
                    record.kind = "dataclass"
                case ast.Call(func=ast.Name(id="dataclass"), keywords=keywords):
                    record.kind = "dataclass"
                    said = {one.arg: ast.unparse(one.value) for one in keywords}
                    if unknown := [name for name in said if name not in _DATACLASS_KEYWORDS]:
                        raise record.module.refuse(
                            decorator, f"dataclass({unknown[0]}=…) isn't supported", "leave it out"
                        )
                    record.is_compared = said.get("eq") != "False"
                case ast.Name(id="fast_init"):
                    continue
                case _:
                    raise record.module.refuse(
                        decorator,
                        f"class decorator @{ast.unparse(decorator)} isn't supported",
                        "leave it out",
                    )

    def _read_body(self, record: ClassRecord) -> None:
        for node in record.node.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=kind, value=value):
                    self._read_annotated(record, node, name, kind, value)
                case ast.Assign(targets=[ast.Name(id="__slots__")]):
                    continue
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    record.constants[name] = value
                case ast.FunctionDef():
                    self._read_function(record, node)
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    continue
                case _:
                    raise record.module.refuse(
                        node, "this statement isn't supported in a class", "define fields and methods only"
                    )
        if record.kind == "lazy dict":
            self._check_lazy_dict(record)
        if (made := record.methods.get("__init__")) is not None:
            record.attributes = list(_attributes_set(made))

    def _read_annotated(
        self, record: ClassRecord, node: ast.AnnAssign, name: str, kind: ast.expr, value: ast.expr | None
    ) -> None:
        if record.kind in ("dataclass", "named tuple") and "ClassVar" not in ast.unparse(kind):
            record.own_fields.append(self._field(record, name, kind, value))
        elif value is not None:
            record.constants[name] = value

    def _field(self, record: ClassRecord, name: str, annotation: ast.expr, value: ast.expr | None) -> Field:
        keyword_only = any(
            isinstance(one, ast.Call) and any(k.arg == "kw_only" for k in one.keywords)
            for one in record.node.decorator_list
        )
        call = self._field_call(record, value)
        if call is None:
            return Field(name, record, value, annotation, is_keyword_only=keyword_only)
        said = {one.arg: one.value for one in call.keywords}
        if unknown := [word for word in said if word not in _FIELD_KEYWORDS]:
            raise record.module.refuse(call, f"field({unknown[0]}=…) isn't supported", "leave it out")
        default = said.get("default")
        factory = said.get("default_factory")
        if factory is not None:
            default = (
                factory.body if isinstance(factory, ast.Lambda) else _located(ast.Call(factory, [], []), call)
            )
        is_compared = not _is_false(said.get("compare"))
        by_keyword = "kw_only" in said or keyword_only
        return Field(name, record, default, annotation, is_compared, by_keyword, said.get("metadata"))

    def _field_call(self, record: ClassRecord, value: ast.expr | None) -> ast.Call | None:
        """Return the call of `field` that a default is, also if a function makes that call."""
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
            return None
        if value.func.id == "field":
            return value
        symbol = self._sources.resolve(record.module.name, value.func.id)
        if symbol is None or symbol.kind != "function":
            return None
        function = self._sources.modules[symbol.module].functions[symbol.name]
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        made = next((one for one in calls if ast.unparse(one.func) == "field"), None)
        if made is None:
            return None
        bound = signature_of(function.args).bind(value)
        names = signature_of(function.args).parameters
        given = {name: one for name, one in zip(names, bound, strict=True) if one is not None}
        return ast.Call(
            made.func, [], [ast.keyword(one.arg, _filled(one.value, given)) for one in made.keywords]
        )

    def _read_function(self, record: ClassRecord, node: ast.FunctionDef) -> None:
        decorators = [ast.unparse(one) for one in node.decorator_list]
        if "property" in decorators:
            record.properties[node.name] = node
        elif any(one in _CACHED for one in decorators):
            record.cached[node.name] = node
        elif "classmethod" in decorators:
            record.statics[node.name] = (node, 1)
        elif "staticmethod" in decorators:
            record.statics[node.name] = (node, 0)
        elif decorators:
            raise record.module.refuse(
                node, f"@{decorators[0]} isn't supported in a class", "use property or cached_property"
            )
        else:
            record.methods[node.name] = node
        if node.name in _UNTRANSLATED_METHODS:
            raise record.module.refuse(
                node, f"{node.name} isn't supported", "let dataclass compare the fields"
            )

    def _check_lazy_dict(self, record: ClassRecord) -> None:
        if sorted(record.methods) != ["__init__", "__missing__"]:
            raise record.module.refuse(
                record.node,
                f"class {record.name} derives from dict",
                "give it __init__ with the function that makes a value, and __missing__",
            )


def _attributes_set(made: ast.FunctionDef) -> Iterable[str]:
    """Return the attributes of `self` that a constructor sets, each once."""
    found: dict[str, None] = {}
    for node in ast.walk(made):
        match node:
            case ast.Assign(targets=targets):
                parts = [part for target in targets for part in _flat(target)]
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                parts = [target]
            case _:
                continue
        for part in parts:
            if isinstance(part, ast.Attribute) and ast.unparse(part.value) == "self":
                found[part.attr] = None
    return found


def _flat(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _located(node: ast.Call, like: ast.expr) -> ast.Call:
    return ast.copy_location(node, like)


class _Filler(ast.NodeTransformer):
    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._given.get(node.id, node)


def _filled(node: ast.expr, given: dict[str, ast.expr]) -> ast.expr:
    """Return an expression with the parameters of a function replaced by the arguments of a call."""
    filled = _Filler(given).visit(ast.parse(ast.unparse(node), mode="eval").body)
    assert isinstance(filled, ast.expr)
    return filled
