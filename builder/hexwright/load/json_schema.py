"""Write JSON Schemas of the data files, for editors that complete and check YAML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from hexwright.load.game_loading import FILES
from hexwright.load.record_keys import (
    KeyAnnotations,
    RecordKey,
    base_record,
    inherited_keys,
    is_record,
    keys_of,
    split_annotations,
    split_optional,
    walk_type,
)
from hexwright.load.scalar_readers import DECIMAL_NUMBER, ID, WHOLE_NUMBER
from hexwright.load.table_records import FILE_NAME
from hexwright.model.campaign_plan import CampaignPlan
from hexwright.model.geomap_spec import GeoSpec
from hexwright.model.scenario import Scenario, SetUp
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.message_wording import class_name_words

KINDS: Final[Mapping[str, type[Any]]] = {
    **{name.removesuffix(".yaml"): cls for name, cls in FILES.values()},
    "scenario": Scenario,
}
"""Kind of file of a game → the dataclass of its content; the schema is `<kind>.schema.json`."""

SPECS: Final[Mapping[str, type[Any]]] = {"campaign": CampaignPlan, "geomap": GeoSpec}
"""Kinds of file that don't belong to a game but that a command reads."""


def render_schema(kind: str) -> str:
    """Return the JSON Schema (draft 7) of a kind of file, as JSON."""
    cls = KINDS.get(kind) or SPECS[kind]
    definitions: dict[str, Any] = {}
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"hexwright: {'scenarios/*' if kind == 'scenario' else kind}.yaml",
        **_record(cls, definitions),
        "definitions": dict(sorted(definitions.items())),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def schemas() -> dict[str, str]:
    """Return all schemas by file name."""
    return {f"{kind}.schema.json": render_schema(kind) for kind in (*KINDS, *SPECS)}


def write_schemas(folder: Path) -> tuple[Path, ...]:
    """Write all schemas into a folder, creating it if needed, and return their paths.

    Raise `InputError` if the folder or disk can't be written.
    """
    texts = schemas()
    for name, text in texts.items():
        write_atomically(folder / name, text.encode())
    return tuple(folder / name for name in texts)


def _record(cls: type, definitions: dict[str, Any]) -> dict[str, Any]:
    keys = {name: key for name, key in keys_of(cls).items() if name != "id"}
    base, shared = base_record(cls), inherited_keys(cls)
    properties = {
        # Keys shared by several records are described once.
        name: {"$ref": f"{_defined(base, definitions)}/properties/{name}"}
        if base is not None and name in shared
        else _property(key, definitions)
        for name, key in keys.items()
    }
    required = [name for name, key in keys.items() if key.required]
    schema = {
        "description": summary(cls),
        "type": "object",
        "properties": properties,
        "required": [] if cls is SetUp else required,
        "additionalProperties": False,
    }
    if cls is Scenario:
        # A scenario with `based_on` needs only its own keys.
        whole = [name for name, key in keys_of(SetUp).items() if key.required]
        schema["required"] = ["title", "description"]
        schema["if"] = {"not": {"required": ["based_on"]}}
        schema["then"] = {"required": required, "properties": {"setup": {"required": whole}}}
    return schema


def _defined(cls: type, definitions: dict[str, Any]) -> str:
    """Return the `$ref` of a record, adding its definition if needed."""
    name = class_name_words(cls.__name__).replace(" ", "-")
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _record(cls, definitions)
    return f"#/definitions/{name}"


def summary(cls: type) -> str:
    """Return the first paragraph of a class's docstring on one line."""
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def _property(key: RecordKey, definitions: dict[str, Any]) -> dict[str, Any]:
    schema = _schema(key.type, key.notes, definitions)
    if "$ref" in schema:
        # Draft 7 ignores keywords next to a $ref.
        schema = {"allOf": [schema]}
    if key.notes.doc is not None:
        schema = {"description": key.notes.doc.text, **schema}
        if key.notes.doc.example:
            schema["examples"] = [_example(key)]
    if isinstance(key.default, str | int | float) and not key.required:
        schema["default"] = key.default
    return schema


def _example(key: RecordKey) -> Any:
    assert key.notes.doc is not None
    bare, _ = split_optional(key.type)
    text = key.notes.doc.example
    loader: Any = yaml.BaseLoader if _holds_text(bare) else yaml.SafeLoader
    return yaml.load(text, Loader=loader)


def _holds_text(hint: Any) -> bool:
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    return hint not in (int, float, bool) and not is_record(hint)


def _schema(hint: Any, notes: KeyAnnotations, definitions: dict[str, Any]) -> dict[str, Any]:
    bare, inner = split_annotations(hint)
    notes = inner.inside(notes)
    bare, _ = split_optional(bare)
    passed = KeyAnnotations(range=notes.range, pattern=notes.pattern)

    def record(cls: type) -> dict[str, Any]:
        return {"$ref": _defined(cls, definitions)}

    def sequence(item: Any, keyed: bool) -> dict[str, Any]:
        if not keyed:
            entry = _schema(item, passed, definitions)
            several = {"type": "array", "items": entry}
            return {"anyOf": [entry, several]} if notes.one_or_more else several
        form = keys_of(split_annotations(item)[0])["id"].notes.pattern or ID
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^(?:{form.regex})$"},
            "additionalProperties": _schema(item, passed, definitions),
        }

    def scalar(kind: type, _name: str) -> dict[str, Any]:
        # Quotes never do harm, so a value in quotes is right too.
        if kind is bool:
            return {"type": ["boolean", "string"], "pattern": "^(?:true|false)$"}
        if kind is str:
            # The loader reads unquoted numbers as text; an editor takes them for numbers.
            form = {"pattern": f"^(?:{notes.pattern.regex})$"} if notes.pattern else {}
            return {"type": ["string", "number"], **form}
        bounds = {"minimum": notes.range.low, "maximum": notes.range.high} if notes.range else {}
        number, digits = ("integer", WHOLE_NUMBER) if kind is int else ("number", DECIMAL_NUMBER)
        return {"type": [number, "string"], "pattern": f"^(?:{digits})$", **bounds}

    result: dict[str, Any] = walk_type(
        bare,
        record=record,
        sequence=sequence,
        fixed=lambda items: {
            "type": "array",
            "items": [_schema(item, passed, definitions) for item in items],
            "minItems": len(items),
            "maxItems": len(items),
        },
        table=lambda _key, value: {
            "type": "object",
            "additionalProperties": _schema(value, passed, definitions),
        },
        choice=lambda choices: {"enum": list(choices)},
        union=lambda members: {"anyOf": [_schema(member, passed, definitions) for member in members]},
        scalar=scalar,
        keyed=notes.keyed,
    )
    if notes.from_table:
        return {"anyOf": [result, {"type": "string", "pattern": f"^(?:{FILE_NAME})$"}]}
    return result
