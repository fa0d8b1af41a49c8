"""Translate calls of Python's own functions."""

from __future__ import annotations

import ast
from typing import Final

from hexwright.vassal.kernel.calls import Calls
from hexwright.vassal.kernel.comprehensions import ComprehensionKind
from hexwright.vassal.kernel.signatures import keywords_of

_ENTRY_POINTS: Final = {
    "bool": "bool_",
    "float": "float_",
    "frozenset": "set",
    "id": "identity",
    "int": "int_",
    "iter": "iter_",
}
"""The runtime's names for functions of Python, where they differ."""
_PLAIN: Final = frozenset((
    "abs", "all", "any", "bin", "bool", "bytearray", "bytes", "chr", "dict", "divmod", "enumerate",
    "filter", "float", "format", "frozenset", "getattr", "hasattr", "hash", "id", "int", "iter", "len",
    "list", "map", "next", "ord", "pow", "range", "repr", "reversed", "round", "set", "str", "sum",
    "tuple", "type",
))  # fmt: skip
_STOPPING: Final[dict[str, ComprehensionKind]] = {"any": "any", "all": "all", "next": "next"}
"""Functions that take no more of a generator than they need."""


class BuiltinCalls(Calls):
    """A translator for calls of Python's own functions."""

    def builtin_call(self, node: ast.Call, name: str) -> None:
        """Translate a call of a function of Python itself."""
        keywords = keywords_of(node)
        first = node.args[0] if node.args else None
        if isinstance(first, ast.GeneratorExp) and name in _STOPPING:
            self._stopping(node, first, _STOPPING[name])
        elif name == "isinstance":
            self.truth_value(node)
        elif name == "sorted" and first is not None:
            self.value(first)
            self.key_and_order(keywords)
            self.runtime("sorted", 3)
        elif name in ("min", "max"):
            self._extreme(node, name, keywords)
        elif name == "zip":
            self._zip(node, keywords)
        elif name == "dict" and keywords:
            self.dictionary(
                [
                    *((None, self.pushed(one)) for one in node.args),
                    *((self.text(key), self.pushed(value)) for key, value in keywords.items()),
                ]
            )
        elif name in ("enumerate", "sum") and set(keywords) == {"start"} and first is not None:
            self.runtime_value(name, self.pushed(first), self.pushed(keywords["start"]))
        else:
            self._plain(node, name)

    def _plain(self, node: ast.Call, name: str) -> None:
        entry = _ENTRY_POINTS.get(name, name), len(node.args)
        if node.keywords:
            raise self.refuse(node, f"keywords of {name} aren't supported", "pass the arguments by position")
        if any(isinstance(one, ast.Starred) for one in node.args):
            self.call_value(lambda: self.builtin_value(name), self.positional(node))
        elif name in _PLAIN and entry in self.program.entry_points:
            if name in ("getattr", "hasattr") and isinstance(node.args[1], ast.Constant):
                self.program.mention(str(node.args[1].value))
            self.runtime_value(entry[0], *map(self.pushed, node.args))
        else:
            raise self.refuse(
                node, f"{name}() with {len(node.args)} arguments isn't supported", "write it out"
            )

    def _stopping(self, node: ast.Call, values: ast.GeneratorExp, kind: ComprehensionKind) -> None:
        self.comprehension(values, kind)
        if kind != "next":
            return
        if len(node.args) > 1:
            self.value(node.args[1])
            self.runtime("or_none", 2)
        else:
            self.runtime("must", 1)

    def _extreme(self, node: ast.Call, name: str, keywords: dict[str, ast.expr]) -> None:
        if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            self.value(node.args[0])
        else:
            self.sequence(node.args, "list")
        self.key_function(keywords.get("key"))
        if "default" in keywords:
            self.value(keywords["default"])
        else:
            self.missing()
        self.runtime(name, 3)

    def _zip(self, node: ast.Call, keywords: dict[str, ast.expr]) -> None:
        match keywords.get("strict"):
            case None | ast.Constant(value=False):
                entry = "zip"
            case ast.Constant(value=True):
                entry = "zip_strict"
            case _:
                raise self.refuse(node, "zip(strict=…) isn't a constant", "write True or False")
        rows = ast.copy_location(ast.Call(node.func, node.args, []), node)
        self.positional(rows)()
        self.runtime(entry, 1)
