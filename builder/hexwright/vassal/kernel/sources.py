"""Read the Python modules that are translated, and resolve the names in them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final, Literal

from hexwright.vassal.queries.refusing import Refusals

TRANSLATED_PACKAGES: Final = (
    "hexwright.diagnostics",
    "hexwright.geometry",
    "hexwright.model",
    "hexwright.queries",
    "hexwright.rules",
    "hexwright.support",
)
"""The packages that the rules engine consists of; everything else is external."""
_NATIVE_MODULES: Final = (
    "hexwright.model.record_fields",
    "hexwright.model.rule_citations",
    "hexwright.rules.engine.fast_dataclasses",
)
"""Modules that create code or read classes while they run: the runtime has their functions itself.

The game of a module cites its rules already.
"""
FIELD_DESCRIPTION: Final = "hexwright.vassal.kernel.field_description"
"""The module of what `dataclasses.fields` returns."""
_LONGEST_CHAIN: Final = 6
_TYPE_MAKERS: Final = ("TypeVar", "NewType", "ParamSpec")
_TYPE_NAMES: Final = ("int", "str", "bool", "float", "bytes")

SymbolKind = Literal["module", "function", "class", "constant", "alias", "external"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a name at the top of a module means; `module` is the module that defines it."""

    kind: SymbolKind
    module: str
    name: str = ""

    @property
    def full_name(self) -> str:
        """Return the dotted name."""
        return f"{self.module}.{self.name}" if self.name else self.module


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a module, and the path by which stack traces and errors name it."""

    path: str
    text: str


TextReader = Callable[[str], SourceText | None]
"""A function that returns the text of a module by its dotted name, or None if it isn't translated."""


@dataclass(eq=False)
class Module:
    """A module that is translated, with what its names mean."""

    name: str
    path: str
    tree: ast.Module
    symbols: dict[str, Symbol] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    """The constants with their values, in the order of the text."""
    aliases: dict[str, ast.expr] = field(default_factory=dict)

    @property
    def refuse(self) -> Refusals:
        """Return the factory of errors for this module."""
        return Refusals(self.path)


def read_package_text(name: str) -> SourceText | None:
    """Return the text of a module of the rules engine; None for any other module."""
    if name == FIELD_DESCRIPTION:
        own = Path(__file__).with_name(f"{name.rpartition('.')[2]}.py")
        return SourceText("/".join(name.split(".")) + ".py", own.read_text(encoding="utf-8"))
    package = next((one for one in TRANSLATED_PACKAGES if name == one or name.startswith(f"{one}.")), None)
    if package is None or name in _NATIVE_MODULES:
        return None
    file = import_module(package).__file__
    assert file is not None
    place = Path(file).parent.joinpath(*name.removeprefix(package).split(".")[1:])
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            within = path.relative_to(Path(file).parent)
            told = "/".join((*package.split("."), *within.parts))
            return SourceText(told, path.read_text(encoding="utf-8"))
    return None


class Sources:
    """The modules that some modules import, directly or not."""

    def __init__(self, read: TextReader = read_package_text) -> None:
        self._read = read
        self.modules: dict[str, Module] = {}

    def load(self, name: str) -> bool:
        """Load a module with everything it imports; return whether it is translated."""
        if name in self.modules:
            return True
        source = self._read(name)
        if source is None:
            return False
        module = Module(name, source.path, ast.parse(source.text))
        self.modules[name] = module
        imports = list(_imports(module.tree.body))
        for full in imports:
            self.load(full)
        self._collect(module, module.tree.body)
        return True

    def resolve(self, module: str, name: str) -> Symbol | None:
        """Return what a name at the top of a module means, followed through imports; None if it has none."""
        for _ in range(_LONGEST_CHAIN):
            symbol = self.modules[module].symbols.get(name)
            if symbol is None or symbol.kind != "external" or symbol.module not in self.modules:
                return symbol
            module, name = symbol.module, symbol.name
        return None

    def _collect(self, module: Module, body: list[ast.stmt]) -> None:
        for node in body:
            match node:
                case ast.ImportFrom() | ast.Import():
                    self._collect_imports(module, node)
                case ast.FunctionDef(name=name):
                    module.functions[name] = node
                    module.symbols[name] = Symbol("function", module.name, name)
                case ast.ClassDef(name=name):
                    module.classes[name] = node
                    module.symbols[name] = Symbol("class", module.name, name)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._assigned(module, name, value, _is_type(value))
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value, annotation=kind):
                    self._assigned(module, name, value, _mentions(kind, "TypeAlias"))
                case ast.If(body=inner):
                    self._collect(module, inner)

    def _collect_imports(self, module: Module, node: ast.ImportFrom | ast.Import) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                symbol = Symbol("module", alias.name)
                module.symbols[alias.asname or alias.name.split(".")[0]] = symbol
            elif node.module is not None:
                module.symbols[alias.asname or alias.name] = self._imported(node.module, alias.name)

    def _imported(self, origin: str, name: str) -> Symbol:
        full = f"{origin}.{name}"
        return Symbol("module", full) if full in self.modules else Symbol("external", origin, name)

    @staticmethod
    def _assigned(module: Module, name: str, value: ast.expr, is_type: bool) -> None:
        (module.aliases if is_type else module.constants)[name] = value
        module.symbols[name] = Symbol("alias" if is_type else "constant", module.name, name)


def _imports(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ImportFrom(module=str(origin), names=names):
                yield origin
                yield from (f"{origin}.{alias.name}" for alias in names)
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.If(body=inner):
                yield from _imports(inner)


def _is_type(value: ast.expr) -> bool:
    """Whether a value is a type: a name for annotations only."""
    match value:
        case ast.Name(id=name):
            return name in _TYPE_NAMES
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _TYPE_MAKERS
        case _:
            return False


def _mentions(node: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
