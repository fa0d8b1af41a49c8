"""Where the data format has numbers: derived from the model, so that no list of fields is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

from hexwright.load.game_loading import FILES, load_game
from hexwright.load.project_folder import Project
from hexwright.load.record_keys import KeyAnnotations, is_record, keys_of, split_annotations
from hexwright.load.value_spans import Path as ModelPath
from hexwright.model.key_annotations import Range
from hexwright.model.scenario import Scenario

_TOKEN = re.compile(r"[^\s,\[\]{}#]+")


@dataclass(frozen=True)
class NumericField:
    """A key that holds a number, or several."""

    record: type
    key: str
    kind: type[int] | type[float]
    form: str
    """The value as YAML with {} for the number."""
    bounds: Range

    def __str__(self) -> str:
        return f"{self.record.__name__}.{self.key}"


def numeric_fields() -> tuple[NumericField, ...]:
    """Return every numeric field of the model, of all files."""
    found: list[NumericField] = []
    seen: set[type] = set()
    waiting: list[type] = [cls for _, cls in FILES.values()] + [Scenario]
    while waiting:
        record = waiting.pop()
        if record in seen:
            continue
        seen.add(record)
        for name, key in keys_of(record).items():
            for kind, form, notes in _numbers(key.type, key.notes, waiting):
                bounds = notes.range or Range(-1_000_000)
                found.append(NumericField(record, name, kind, form, bounds))
    return tuple(sorted(found, key=str))


def _numbers(
    hint: Any, notes: KeyAnnotations, records: list[type]
) -> Iterator[tuple[type[int] | type[float], str, KeyAnnotations]]:
    """Yield the numbers within a type as kind, form and notes; note the records within it."""
    bare, inner = split_annotations(hint)
    notes = inner.inside(notes)
    while isinstance(bare, NewType):
        bare = bare.__supertype__
    origin, args = get_origin(bare), get_args(bare)
    if bare in (int, float):
        yield bare, "{}", notes
    elif is_record(bare):
        records.append(bare)
    elif origin in (Union, UnionType, Annotated):
        for member in args:
            yield from _numbers(member, notes, records)
    elif origin is tuple:
        for kind, form, found in _numbers(args[0], notes, records):
            yield kind, "[" + ", ".join([form] * (1 if args[-1] is Ellipsis else len(args))) + "]", found
        for other in args[1:]:
            if other is not Ellipsis:
                list(_numbers(other, notes, records))
    elif origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        for kind, form, found in _numbers(args[0], notes, records):
            yield kind, f"{{{form}: x}}", found
        for kind, form, found in _numbers(args[1], notes, records):
            yield kind, f"{{a: {form}}}", found


@dataclass(frozen=True)
class Leaf:
    """A number as a game writes it: the file below the game's folder, and its place in the text."""

    field: str
    file: str
    start: int
    end: int
    value: float
    bounds: Range


def leaves(project: Project, slug: str) -> tuple[Leaf, ...]:
    """Return the numbers that a game's files write, the first of each field."""
    loaded = load_game(project, slug)
    texts = {name: data.decode() for name, data in loaded.sources.items() if name.endswith(".yaml")}
    folder = project.display(project.folder(slug)) + "/"
    found: dict[str, Leaf] = {}
    bounds = {str(field): field.bounds for field in numeric_fields()}
    for field, path, value in _written(loaded.game, (), ""):
        if path not in loaded.spans or field in found or field not in bounds:
            continue
        span = loaded.spans.value(*path)
        text = texts[span.file]
        start = _offset(text, span.line or 1, span.column or 1)
        token = _TOKEN.match(text, start)
        # Entries that an option leaves out shift the positions of those behind them.
        if token and re.fullmatch(r"[+-]?[0-9.]+", token[0]) and float(token[0]) == value:
            file = span.file.removeprefix(folder)
            found[field] = Leaf(field, file, start, token.end(), value, bounds[field])
    return tuple(found.values())


def _offset(text: str, line: int, column: int) -> int:
    return sum(map(len, text.splitlines(keepends=True)[: line - 1])) + column - 1


def _written(value: object, path: ModelPath, field: str) -> Iterator[tuple[str, ModelPath, float]]:
    """Yield the numbers of a model with the field and the path of each."""
    cls: type = type(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield field, path, value
    elif is_record(cls):
        for name in keys_of(cls):
            yield from _written(getattr(value, name), (*path, name), f"{cls.__name__}.{name}")
    elif isinstance(value, tuple):
        for at, part in enumerate(value):
            yield from _written(part, (*path, getattr(part, "id", at)), field)
            if hasattr(part, "id"):
                yield from _written(part, (*path, at), field)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _written(part, (*path, key), field)


def with_number(texts: Mapping[str, str], leaf: Leaf, written: str) -> dict[str, str]:
    """Return the files of a game in which one number is written otherwise."""
    text = texts[leaf.file]
    return {**texts, leaf.file: text[: leaf.start] + written + text[leaf.end :]}


def read_texts(folder: Path) -> dict[str, str]:
    """Return the files of a game, each path → text, without the ledger of piece numbers."""
    paths = [path for path in sorted(folder.rglob("*.yaml")) if path.name != "gpids.yaml"]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
