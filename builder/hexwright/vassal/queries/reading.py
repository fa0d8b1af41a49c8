"""Parse query files before translation: their records, constants and functions."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hexwright.vassal.queries.kinds import (
    BOARD,
    HEXES,
    INT,
    NOTHING,
    PLAIN,
    Field,
    Items,
    Kind,
    Record,
    list_of,
    row_of,
    tuple_of,
)
from hexwright.vassal.queries.refusing import Refusals
from hexwright.vassal.queries.script_names import is_command, is_taken

_IMPORTED = ("__future__", "collections.abc", "dataclasses", "typing")
_ROOMS = ("hexwright.geometry.", "hexwright.queries.")


@dataclass(frozen=True, slots=True)
class Function:
    """The signature of a query: its parameters and its result."""

    name: str
    parameters: Mapping[str, Kind]
    defaults: Mapping[str, ast.expr]
    gives: Kind
    node: ast.FunctionDef
    refuse: Refusals


@dataclass(slots=True)
class Known:
    """The records, constants and functions of the query files that have been read so far."""

    kinds: dict[str, Kind] = field(default_factory=lambda: dict(PLAIN))
    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Kind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed query file."""

    path: str
    tree: ast.Module
    comments: Mapping[int, str]
    """The text of each comment without #, keyed by line number."""
    refuse: Refusals


def read(path: str, text: str, known: Known) -> Source:
    """Parse a query file and add its declarations to `known`; raise RefusedError for unsupported Python."""
    tree = ast.parse(text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = {
        token.start[0]: token.string.lstrip("# ").rstrip("- ")
        for token in tokens
        if token.type == tokenize.COMMENT and not token.string.startswith(("# noqa", "# type:"))
    }
    source = Source(path, tree, comments, Refusals(path))
    for node in tree.body:
        _declare(node, known, source.refuse)
    return source


def _declare(node: ast.stmt, known: Known, refuse: Refusals) -> None:
    match node:
        case ast.ImportFrom(module=module) if module and (module in _IMPORTED or module.startswith(_ROOMS)):
            pass
        case ast.Expr(value=ast.Constant(value=str())):
            pass
        case ast.ClassDef():
            known.kinds[node.name] = _record(node, known, refuse)
        case ast.FunctionDef():
            if node.name in known.functions:
                raise refuse(
                    node,
                    f"{node.name} is declared twice",
                    "write another name, because all queries share one namespace",
                )
            known.functions[node.name] = _function(node, known, refuse)
        case ast.AnnAssign(
            target=ast.Name(id=name), annotation=ast.Name(id="Final"), value=ast.Constant(value=int())
        ):
            known.constants[name] = INT
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)),
        ) if not any(isinstance(part, ast.Constant) for part in parts):
            fields = tuple(_part(part, known, refuse) for part in parts)
            known.kinds[name] = Record(name, "Object[]", fields, is_row=True, is_bare=True)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            known.kinds[name] = kind_of(value, known, refuse)
        case _:
            raise refuse(
                node,
                "this statement isn't supported",
                "write only imports of queries and geometry, records, functions, numbers and names of kinds",
            )


def _part(node: ast.expr, known: Known, refuse: Refusals) -> Field:
    """Return the field for an element of a tuple annotation. It is named after the element's kind."""
    if not isinstance(node, ast.Name):
        raise refuse(
            node, f"'{ast.unparse(node)}' isn't the name of a kind", "name the kind: Costs = Sequence[Toll]"
        )
    return Field(node.id.lower(), _item_kind(node, known, refuse), None, "")


def _record(node: ast.ClassDef, known: Known, refuse: Refusals) -> Record:
    """Return the record that a class declares."""
    is_row = [ast.unparse(base) for base in node.bases] == ["NamedTuple"]
    decorators = [ast.unparse(one) for one in node.decorator_list]
    if not is_row and (node.bases or not any("frozen=True" in one for one in decorators)):
        raise refuse(node, f"{node.name} isn't a record", "write a NamedTuple or a frozen dataclass")
    fields: list[Field] = []
    for part, after in zip(node.body, [*node.body[1:], None], strict=True):
        match part:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                kind = kind_of(annotation, known, refuse)
                if isinstance(kind, Items) and kind.grows:
                    raise refuse(
                        part, "a record can't contain a list that grows", "write a Sequence or a Row"
                    )
                default = None if value is None else _default(value, kind, refuse)
                fields.append(Field(name, kind, default, _told(after)))
                if is_taken(name):
                    raise refuse(part, f"'{name}' has another meaning in the script", "write another name")
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                raise refuse(part, "a record may contain only fields", "write a function outside the class")
    numbers = all(one.kind is INT for one in fields)
    return Record(node.name, _row_type(numbers) if is_row else "Object", tuple(fields), is_row)


def _row_type(numbers: bool) -> str:
    """Return the Java type of a row. Rows that contain only numbers store them without wrapping."""
    return "int[]" if numbers else "Object[]"


def _default(value: ast.expr, kind: Kind, refuse: Refusals) -> str:
    match value:
        case ast.Constant(value=bool() as said):
            return "true" if said else "false"
        case ast.Constant(value=0) if kind is HEXES:
            return "NONE"
        case ast.Constant(value=int() as number) if kind is INT:
            return str(number)
        case _:
            raise refuse(value, "a default must be a constant", "write 0, another number, True or False")


def _told(node: ast.stmt | None) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str() as text)):
            return " ".join(text.split())
        case _:
            return ""


def _function(node: ast.FunctionDef, known: Known, refuse: Refusals) -> Function:
    """Return the signature of a function."""
    if node.decorator_list or node.args.vararg or node.args.kwarg or node.args.posonlyargs:
        raise refuse(
            node, "decorators, *args and **kwargs aren't supported", "write one parameter for each value"
        )
    if is_command(node.name):
        raise refuse(node, f"'{node.name}' has another meaning in the script", "write another name")
    parameters: dict[str, Kind] = {}
    for one in (*node.args.args, *node.args.kwonlyargs):
        if one.annotation is None:
            raise refuse(one, f"parameter '{one.arg}' has no annotation", "annotate it")
        if is_taken(one.arg):
            raise refuse(one, f"'{one.arg}' has another meaning in the script", "write another name")
        parameters[one.arg] = kind_of(one.annotation, known, refuse)
    if node.returns is None:
        raise refuse(node, f"{node.name} has no return annotation", "annotate its result")
    gives = kind_of(node.returns, known, refuse)
    if gives is BOARD:
        raise refuse(node, "a query can't return the board", "return something else")
    return Function(node.name, parameters, dict(_defaults(node)), gives, node, refuse)


def _defaults(node: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    args = node.args.args[len(node.args.args) - len(node.args.defaults) :]
    yield from ((one.arg, value) for one, value in zip(args, node.args.defaults, strict=True))
    for one, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if value is not None:
            yield one.arg, value


def kind_of(node: ast.expr, known: Known, refuse: Refusals) -> Kind:
    """Return the kind for a Python annotation; raise RefusedError if there is no such kind."""
    match node:
        case ast.Constant(value=None):
            return NOTHING
        case ast.Name(id=name) if name in known.kinds:
            return known.kinds[name]
        case ast.Subscript(
            value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[of, ast.Constant(value=end)])
        ) if end is ...:
            return tuple_of(_item_kind(of, known, refuse))
        case ast.Subscript(value=ast.Name(id="Sequence"), slice=of):
            return tuple_of(_item_kind(of, known, refuse))
        case ast.Subscript(value=ast.Name(id="Row"), slice=of):
            return row_of(_item_kind(of, known, refuse))
        case ast.Subscript(value=ast.Name(id="list"), slice=of):
            return list_of(_item_kind(of, known, refuse))
        case _:
            raise refuse(
                node,
                f"the script has no equivalent of {ast.unparse(node)}",
                "write int, bool, str, Hex, Hexes, a record, Sequence, Row or list",
            )


def _item_kind(node: ast.expr, known: Known, refuse: Refusals) -> Kind:
    """Return the kind of a collection's items, given the annotation of the collection."""
    kind = kind_of(node, known, refuse)
    if kind in (BOARD, NOTHING) or (isinstance(kind, Items) and kind.grows):
        raise refuse(node, f"a collection can't contain {kind.name}", "write a Sequence or a Row")
    return kind
